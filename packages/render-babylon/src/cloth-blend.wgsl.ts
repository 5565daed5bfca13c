/** The kernel that blends two states of a cloth. */

import { THREADS } from './kernel-passes.js';

/**
 * `blend` gives each particle the vector between `before` (alpha 0) and `now` (alpha 1); w, the inverse mass of a position, is that of
 * `now`.
 */
export const blendWgsl: string = /* wgsl */ `
@group(0) @binding(0) var<uniform> alpha: f32;
@group(0) @binding(1) var<storage, read> before: array<vec4f>;
@group(0) @binding(2) var<storage, read> now: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> drawn: array<vec4f>;

@compute @workgroup_size(${THREADS})
fn blend(@builtin(global_invocation_id) id: vec3u) {
  let p = id.x;
  if (p >= arrayLength(&drawn)) { return; }
  drawn[p] = vec4f(mix(before[p].xyz, now[p].xyz, alpha), now[p].w);
}
`;
