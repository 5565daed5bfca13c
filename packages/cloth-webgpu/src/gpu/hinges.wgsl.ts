/** Hinges on the GPU; see hinges.ts for the derivation and the letters, and cpu/bending.ts for the reference. */

import { MIN_WEIGHT } from '../constants.js';
import type { Grid } from '../grid.js';
import { HINGE_SHAPE, hingePasses } from '../hinges.js';
import { BEND_COLUMN, BEND_ROW } from '../schedule.js';

/**
 * Function `hinge`, which projects a hinge with the particles `ids`, their c, alpha / h^2 and r, and function `hingeAt`, which projects the
 * hinge of a grid that starts at particle (i, j), or hinge k of a mesh. `memory` holds the particle of an id at the index `slot`. Of a line,
 * x2 and x4 are the same particle, so x4, whose c is 0, is written first.
 */
export function hingeWgsl(isMesh: boolean, memory: string, slot: (id: string) => string): string {
  const place = (n: string) => `${memory}[${slot(`ids.${n}`)}]`;
  return /* wgsl */ `
fn hinge(ids: vec4u, c: vec4f, alpha: f32, rest: f32) {
  if (alpha < 0.0) { return; }
  let x1 = ${place('x')};
  let x2 = ${place('y')};
  let x3 = ${place('z')};
  let x4 = ${place('w')};
  let w = vec4f(x1.w, x2.w, x3.w, x4.w);
  let wc = w * c;
  let weight = fma(wc.x, c.x, fma(wc.y, c.y, fma(wc.z, c.z, wc.w * c.w)));
  let u = c.x * (x1 - x2).xyz;
  let v = c.z * (x3 - x2).xyz;
  let e = (x4 - x2).xyz;
  var bend = fma(vec3f(c.w), e, u + v);
  if (rest != 0.0) {
    let n = cross(e, u - v);
    bend = fma(n, vec3f(-rest / safeLength(n)), bend);
  }
  let pinned = dot(vec4u(w == vec4f()), vec4u(1u));
  let s = 1.0 / max(max(fma(weight, 0.5, select(alpha, 0.5 * alpha, pinned == 3u)), weight), ${MIN_WEIGHT}f);
  let moves = -s * wc;
  ${place('w')} = vec4f(fma(bend, vec3f(moves.w), x4.xyz), w.w);
  ${place('x')} = vec4f(fma(bend, vec3f(moves.x), x1.xyz), w.x);
  ${place('z')} = vec4f(fma(bend, vec3f(moves.z), x3.xyz), w.z);
  ${place('y')} = vec4f(fma(bend, vec3f(moves.y), x2.xyz), w.y);
}
${isMesh ? meshHingeAtWgsl : gridHingeAtWgsl}`;
}

const meshHingeAtWgsl = /* wgsl */ `
fn hingeAt(k: u32, kind: u32) {
  let id = HINGES + 4u * k;
  let shape = SHAPES + ${HINGE_SHAPE}u * k;
  let ids = vec4u(tables.words[id], tables.words[id + 1u], tables.words[id + 2u], tables.words[id + 3u]);
  let c = vec4f(float(shape), float(shape + 1u), float(shape + 2u), float(shape + 3u));
  hinge(ids, c, float(shape + 4u) * settings.links[kind].z, float(shape + 5u));
}
`;

const gridHingeAtWgsl = /* wgsl */ `
fn isRim(index: u32, count: u32) -> bool { return count > 1u && (index == 0u || index == count - 1u); }

fn hingeAt(i: u32, j: u32, kind: u32, reach: vec3u) {
  // the first and the last of several lines have only half the width
  let onRim = (kind == ${BEND_ROW}u && isRim(j, COUNT_Y)) || (kind == ${BEND_COLUMN}u && isRim(i, COUNT_X));
  let c = select(vec4f(1.0, -1.0, 1.0, -1.0), vec4f(1.0, -2.0, 1.0, 0.0), reach.x == reach.z);
  hinge(vec4u(0u, reach) + (i + j * COUNT_X), c, select(1.0, 2.0, onRim) * settings.links[kind].z, 0.0);
}
`;

/**
 * Kernel `bend`: one colour of hinges, given by `task`. Of a mesh it has task.countU hinges, from hinge task.startX on. Of a grid, the words
 * `pair` and `reach` are the steps, and the last three kinds the reach.
 */
export const bendWgsl = (threads: number, isMesh: boolean): string => /* wgsl */ `
${hingeWgsl(isMesh, /* wgsl */ `position`, (id) => id)}
@compute @workgroup_size(${threads})
fn bend(@builtin(global_invocation_id) id: vec3u) {
  ${isMesh ? meshBend : gridBend}
}
`;

const meshBend = /* wgsl */ `if (id.x < task.countU) { hingeAt(u32(task.startX) + id.x, task.rowKind); }`;

const gridBend = /* wgsl */ `if (id.x >= task.countU * task.countV) { return; }
  let i = u32(task.startX) + task.pair * (id.x % task.countU);
  let j = u32(task.startY) + task.reach * (id.x / task.countU);
  hingeAt(i, j, task.rowKind, vec3u(task.ties, task.columnKind, task.crossKind));`;

/** The functions `group_<first>` and so on of `whole`, one per colour of hinges of a grid. */
export function hingeGroupsWgsl(grid: Grid, threads: number, first: number): string[] {
  return hingePasses(grid).map(
    ({ kind, startX, startY, stepX, stepY, countU, countV, reach }, index) => /* wgsl */ `
fn group_${first + index}(t: u32) {
  for (var k = t; k < ${countU * countV}u; k += ${threads}u) {
    hingeAt(${startX}u + ${stepX}u * (k % ${countU}u), ${startY}u + ${stepY}u * (k / ${countU}u), ${kind}u, vec3u(${reach.join('u, ')}u));
  }
}
`,
  );
}
