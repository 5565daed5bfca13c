/**
 * Motion limits; see cpu/limits.ts for the derivation and the letters. The table `skin` of N particles is behind the tables of a mesh
 * (binding 7), in regions of N x 16 bytes:
 *
 *   0 max distance, offset, radius, 0     1, 2, 3 xyz where the skin is at the start and the end of the frame, and where it was asked to be
 *                                         4, 5, 6 the same of its normals, if there is a backstop
 */

import { END, NEXT, NORMALS, START } from '../cpu/limits.js';
import { COLOR_THREADS } from './colors.wgsl.js';

/** Function `limited`, for the common text of all kernels: what `collided` returns, within the limits. */
export const limitsWgsl = (hasBackstop: boolean): string => /* wgsl */ `
fn skinAt(region: u32, i: u32, done: u32) -> vec3f {
  let k = region * PARTICLES + i;
  return placeAt(tables.skin[k].xyz, tables.skin[k + PARTICLES].xyz, done);
}

${hasBackstop ? backstopWgsl : ''}
// p(x) after done substeps of the frame; x itself if it is within the limits.
fn nearest(i: u32, x: vec3f, done: u32) -> vec3f {
  let limit = tables.skin[i];
  let s = skinAt(${START}u, i, done);
  var u = x - s;
  let far = safeLength(u);
  var isOut = far > limit.x;
  if (isOut) { u *= limit.x / far; }
  ${
    hasBackstop
      ? /* wgsl */ `if (limit.z > 0.0) {
    let outside = outOfBackstop(limit, u, skinAt(${START + NORMALS}u, i, done));
    isOut = isOut || any(outside != u);
    u = outside;
  }`
      : ''
  }
  return select(x, s + u, isOut);
}

fn limited(i: u32, free: Collided, v: vec3f, start: vec3f, substep: u32) -> Collided {
  let x = nearest(i, free.x, substep + 1u);
  let y = start + free.moved;
  let d = nearest(i, y, substep + 1u) - y;
  if (all(d == vec3f(0.0))) { return Collided(x, free.moved); }
  let x0 = fma(v, vec3f(-settings.h), start);
  let before = nearest(i, x0, substep) - x0;
  let share = select(max(1.0 - safeLength(before) / safeLength(d), 0.0), 1.0, all(before == vec3f(0.0)));
  return Collided(x, fma(d, vec3f(share), free.moved));
}
`;

const backstopWgsl: string = /* wgsl */ `
// The point u out of the backstop, whose normal n has any length.
fn outOfBackstop(limit: vec4f, u: vec3f, across: vec3f) -> vec3f {
  let n = across / safeLength(across);
  let toCenter = limit.y + limit.z;
  let along = dot3(u, n);
  let w = fma(n, vec3f(toCenter), u);
  let away = safeLength(w);
  let beyond = limit.y * fma(2.0, limit.z, limit.y);
  let phi = (squaredLength(u) + fma(2.0 * toCenter, along, beyond)) / (away + limit.z);
  if (!(phi < 0.0)) { return u; }
  let outside = fma(select(w / away, n, away * away <= MIN_LENGTH_SQUARED), vec3f(-phi), u);
  if (!(safeLength(outside) > limit.x)) { return outside; }
  let a = fma(limit.x, limit.x, beyond) / (2.0 * toCenter);
  let rho = sqrt(max((limit.x - a) * (limit.x + a), 0.0));
  let e = fma(n, vec3f(-along), u);
  let sideways = safeLength(e);
  if (sideways * sideways <= MIN_LENGTH_SQUARED) { return n * -limit.y; }
  return fma(e, vec3f(rho / sideways), n * -a);
}
`;

const shift = (first: number) => /* wgsl */ `
  tables.skin[${first + START}u * PARTICLES + i] = tables.skin[${first + END}u * PARTICLES + i];
  tables.skin[${first + END}u * PARTICLES + i] = tables.skin[${first + NEXT}u * PARTICLES + i];`;

/** Kernel `aim`: the skin moves from where it was to where it was asked to be, and so do the pins that follow it exactly. */
export const aimWgsl = (hasBackstop: boolean): string => /* wgsl */ `
@compute @workgroup_size(${COLOR_THREADS})
fn aim(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  ${shift(0)}${hasBackstop ? shift(NORMALS) : ''}
  if (tables.skin[i].x == 0.0 && velocity[i].w == 0.0) {
    velocity[i] = vec4f(tables.skin[${NEXT}u * PARTICLES + i].xyz, 0.0);
  }
}
`;

/** Kernel `carrySkin`, which moves the skin by a rigid motion, for the module of `carry` (hand.wgsl.ts). */
export const carrySkinWgsl = (hasBackstop: boolean): string => /* wgsl */ `
@compute @workgroup_size(${COLOR_THREADS})
fn carrySkin(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  let d = vec3f(edit.ray.origin.w, edit.ray.direction.w, edit.vector.w);
  for (var region = ${START}u; region <= ${NEXT}u; region++) {
    let k = region * PARTICLES + i;
    tables.skin[k] = vec4f(carriedVector(tables.skin[k].xyz) + d, 0.0);
    ${hasBackstop ? /* wgsl */ `tables.skin[k + ${NORMALS}u * PARTICLES] = vec4f(carriedVector(tables.skin[k + ${NORMALS}u * PARTICLES].xyz), 0.0);` : ''}
  }
}
`;
