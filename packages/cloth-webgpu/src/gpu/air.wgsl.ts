/** The air on the faces of a cloth; see cpu/air.ts for the derivation and the letters. */

import { MOST_AIR } from '../constants.js';

/** Function `blown`, for the common text of all kernels. */
export const airWgsl: string = /* wgsl */ `
// The velocity v of particle i, of inverse mass w, after the drag of the air.
fn blown(i: u32, v: vec3f, w: f32) -> vec3f {
  if (settings.air == 0.0) { return v; }
  let share = areaShare(i);
  let n = normal[i].xyz;
  let u = v - settings.wind;
  let s = min(settings.air * share * w * safeLength(u), ${MOST_AIR}f);
  return fma(n, vec3f(-dot3(u, n) * (s / (1.0 + s))), v);
}
`;
