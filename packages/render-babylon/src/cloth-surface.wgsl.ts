/** Kernels that fill the buffers of a surface from those of its cloth. */

import { THREADS } from './kernel-passes.js';

/**
 * `carry` gives each vertex the vector of its particle. `keep` copies the triangles of the surface whose triangle in the cloth is still
 * there; a removed one is 0, 0, 0.
 */
export const surfaceWgsl: string = /* wgsl */ `
@group(0) @binding(0) var<storage, read> particleOf: array<u32>;
@group(0) @binding(1) var<storage, read> particles: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> vertices: array<vec4f>;

@compute @workgroup_size(${THREADS})
fn carry(@builtin(global_invocation_id) id: vec3u) {
  let v = id.x;
  if (v >= arrayLength(&particleOf)) { return; }
  vertices[v] = particles[particleOf[v]];
}

@group(0) @binding(0) var<storage, read> corners: array<u32>;
@group(0) @binding(1) var<storage, read> live: array<u32>;
@group(0) @binding(2) var<storage, read_write> kept: array<u32>;

@compute @workgroup_size(${THREADS})
fn keep(@builtin(global_invocation_id) id: vec3u) {
  let t = 3u * id.x;
  if (t >= arrayLength(&corners)) { return; }
  let isThere = live[t] != live[t + 1u];
  for (var k = t; k < t + 3u; k++) { kept[k] = select(0u, corners[k], isThere); }
}
`;
