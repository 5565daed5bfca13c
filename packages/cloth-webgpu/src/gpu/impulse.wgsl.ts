/**
 * A push on the particles around a point; see cpu/impulse.ts for the derivation and the letters.
 *
 *   edit  16 c xyz, R   32 0, 0, 0, f   48 J xyz, j
 *
 * `impulsePart` and then `measureJoin` sum M in the mass of the records of a measurement (measure.wgsl.ts), which has no other use between
 * two frames. `impulse` changes the velocities.
 */

import { COLOR_THREADS } from './colors.wgsl.js';
import { GATHER_THREADS } from './reduction.js';

/** Kernels `impulsePart` and `impulse`. */
export const impulseWgsl: string = /* wgsl */ `
// k of particle i.
fn impulseShare(i: u32) -> f32 {
  let p = position[i];
  let distance = sqrt(squaredLength(p.xyz - edit.ray.origin.xyz));
  let radius = edit.ray.origin.w;
  if (p.w == 0.0 || distance >= radius) { return 0.0; }
  return fma(-edit.ray.direction.w, distance / radius, 1.0);
}

@compute @workgroup_size(${GATHER_THREADS})
fn impulsePart(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= MEASURE_PARTS) { return; }
  var sum: Measured;
  for (var i = id.x; i < PARTICLES; i += MEASURE_PARTS) {
    let k = impulseShare(i);
    if (k > 0.0) { sum.mass += k / position[i].w; }
  }
  measured[id.x] = sum;
}

@compute @workgroup_size(${COLOR_THREADS})
fn impulse(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  let k = impulseShare(i);
  if (k == 0.0) { return; }
  let d = position[i].xyz - edit.ray.origin.xyz;
  let n = select(d / safeLength(d), vec3f(0.0, 1.0, 0.0), squaredLength(d) < MIN_LENGTH_SQUARED);
  let v = velocity[i];
  velocity[i] = vec4f(fma(fma(n, vec3f(edit.vector.w), edit.vector.xyz), vec3f(k / measured[0].mass), v.xyz), v.w);
}
`;
