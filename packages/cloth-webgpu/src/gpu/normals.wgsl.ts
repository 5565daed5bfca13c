/**
 * Smooth normals by gathering: each particle sums the cross products of the triangles around it (up to six in a grid), so
 * nothing is written twice and no atomics are needed.
 */

import { meshFacesWgsl } from './mesh.wgsl.js';

/** Threads of the kernel `normals`. */
export const NORMAL_THREADS = 128;

const gridFacesWgsl = /* wgsl */ `
fn acrossFaces(i: u32) -> vec3f {
  let column = i % COUNT_X;
  let row = i / COUNT_X;
  let here = position[i].xyz;
  var n = vec3f(0.0);
  // as bottom right corner, with the cell's top left: both of the cell's triangles
  if (column > 0u && row > 0u) {
    let topLeft = position[i - COUNT_X - 1u].xyz;
    n += across(topLeft, position[i - 1u].xyz, here);
    n += across(topLeft, here, position[i - COUNT_X].xyz);
  }
  // as bottom left corner
  if (column + 1u < COUNT_X && row > 0u) {
    n += across(position[i - COUNT_X].xyz, here, position[i + 1u].xyz);
  }
  // as top right corner
  if (column > 0u && row + 1u < COUNT_Y) {
    n += across(position[i - 1u].xyz, position[i + COUNT_X].xyz, here);
  }
  // as top left corner
  if (column + 1u < COUNT_X && row + 1u < COUNT_Y) {
    let bottomRight = position[i + COUNT_X + 1u].xyz;
    n += across(here, position[i + COUNT_X].xyz, bottomRight);
    n += across(here, bottomRight, position[i + 1u].xyz);
  }
  return n;
}
`;

/** Function `across` of a triangle: its normal, twice as long as its area. */
export const acrossWgsl: string = /* wgsl */ `
fn across(a: vec3f, b: vec3f, c: vec3f) -> vec3f {
  return cross(b - a, c - a);
}
`;

/** Kernel `normals`. */
export const normalsWgsl = (isMesh: boolean): string => /* wgsl */ `
${acrossWgsl}
${isMesh ? meshFacesWgsl : gridFacesWgsl}
@compute @workgroup_size(${NORMAL_THREADS})
fn normals(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  let n = acrossFaces(i);
  // divide by the largest component first: the squared cross product of a small cell would be denormal
  let largest = max(max(abs(n.x), abs(n.y)), abs(n.z));
  let scaled = n / max(largest, MIN_LENGTH_SQUARED);
  let unit = scaled * inverseSqrt(max(dot3(scaled, scaled), 0.5));
  normal[i] = vec4f(select(unit, vec3f(0.0, 0.0, 1.0), largest < MIN_LENGTH_SQUARED), 0.0);
}
`;
