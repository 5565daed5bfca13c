/**
 * Kernels with one dispatch per group of blocks. They support every size and device, and are the reference for the
 * fused kernels.
 */

import { meshConstrainWgsl } from './mesh.wgsl.js';

/** Threads of a workgroup of the kernels here. */
export const COLOR_THREADS = 128;

/** Bits of `task.ties`. */
export const TIE_ROW = 1;
export const TIE_COLUMN = 2;
export const TIE_CROSS = 4;

const tieColumns = /* wgsl */ `
    let link = settings.links[task.columnKind].xy;
    if (left) { tie(&a, &c, link); }
    if (right) { tie(&b, &d, link); }`;

const gridConstrain = /* wgsl */ `
fn along(start: i32, index: u32) -> i32 {
  return start + i32(select(2u * index, 4u * (index >> 1u) + (index & 1u), task.pair != 0u));
}

@compute @workgroup_size(${COLOR_THREADS})
fn constrain(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= task.countU * task.countV) { return; }
  let i = along(task.startX, id.x % task.countU);
  let j = along(task.startY, id.x / task.countU);
  let left = i >= 0;
  let right = i + i32(task.reach) < i32(COUNT_X);
  let top = j >= 0;
  let bottom = j + i32(task.reach) < i32(COUNT_Y);
  let first = u32(i + j * i32(COUNT_X));
  let below = first + task.reach * COUNT_X;
  var a: vec4f;
  var b: vec4f;
  var c: vec4f;
  var d: vec4f;
  if (left && top) { a = position[first]; }
  if (right && top) { b = position[first + task.reach]; }
  if (left && bottom) { c = position[below]; }
  if (right && bottom) { d = position[below + task.reach]; }
  let hasColumns = (task.ties & ${TIE_COLUMN}u) != 0u && top && bottom;
  if (hasColumns && task.columnFirst != 0u) {${tieColumns}
  }
  if ((task.ties & ${TIE_ROW}u) != 0u && left && right) {
    let link = settings.links[task.rowKind].xy;
    if (top) { tie(&a, &b, link); }
    if (bottom) { tie(&c, &d, link); }
  }
  if (hasColumns && task.columnFirst == 0u) {${tieColumns}
  }
  if ((task.ties & ${TIE_CROSS}u) != 0u && left && right && top && bottom) {
    let link = settings.links[task.crossKind].xy;
    tie(&a, &d, link);
    tie(&b, &c, link);
  }
  if (left && top) { position[first] = a; }
  if (right && top) { position[first + task.reach] = b; }
  if (left && bottom) { position[below] = c; }
  if (right && bottom) { position[below + task.reach] = d; }
}
`;

/** Kernels `integrate`, `constrain` (one group of blocks, or one colour of a mesh, given by `task`) and `finish`. */
export const colorsWgsl = (isMesh: boolean): string => /* wgsl */ `
@compute @workgroup_size(${COLOR_THREADS})
fn integrate(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  let p = position[i];
  let moved = integrated(i, p, velocity[i], task.substep);
  position[i] = moved.position;
  velocity[i] = moved.velocity;
  predicted[i] = predictedOf(p, moved.position);
  publishAnchor(i, moved.position, task.substep);
}

${isMesh ? meshConstrainWgsl(COLOR_THREADS) : gridConstrain}
@compute @workgroup_size(${COLOR_THREADS})
fn finish(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  let p = position[i];
  if (p.w == 0.0) { return; }
  let moved = finished(i, p, velocity[i], predicted[i].xyz, task.substep);
  position[i] = moved.position;
  velocity[i] = moved.velocity;
}
`;
