/** Hinges on the GPU; see hinges.ts for the derivation and the letters, and cpu/bending.ts for the reference. */

import { MIN_WEIGHT } from '../constants.js';
import type { Grid } from '../grid.js';
import { hingePasses } from '../hinges.js';
import { BEND_COLUMN, BEND_ROW } from '../schedule.js';

/** Function `hinge`, which projects the hinge that starts at particle (i, j). `memory` holds the particle of an id at the index `slot`. */
const hingeWgsl = (memory: string, slot: (id: string) => string): string => /* wgsl */ `
fn isRim(index: u32, count: u32) -> bool { return count > 1u && (index == 0u || index == count - 1u); }

fn hinge(i: u32, j: u32, kind: u32, reach: vec3u) {
  // the first and the last of several lines have only half the width
  let onRim = (kind == ${BEND_ROW}u && isRim(j, COUNT_Y)) || (kind == ${BEND_COLUMN}u && isRim(i, COUNT_X));
  let alpha = select(1.0, 2.0, onRim) * settings.links[kind].z;
  if (alpha < 0.0) { return; }
  let ids = vec4u(0u, reach) + (i + j * COUNT_X);
  let a = ${memory}[${slot('ids.x')}];
  let b = ${memory}[${slot('ids.y')}];
  let c = ${memory}[${slot('ids.z')}];
  let d = ${memory}[${slot('ids.w')}];
  let middle = select(1.0, 2.0, ids.y == ids.w);
  let w = vec4f(a.w, b.w, c.w, d.w);
  let weight = fma(middle, w.y + w.w, w.x + w.z);
  let pinned = dot(vec4u(w == vec4f()), vec4u(1u));
  let s = 1.0 / max(max(fma(weight, 0.5, select(alpha, 0.5 * alpha, pinned == 3u)), weight), ${MIN_WEIGHT}f);
  let pull = a.xyz - b.xyz + (c.xyz - d.xyz);
  ${memory}[${slot('ids.x')}] = vec4f(fma(pull, vec3f(-s * w.x), a.xyz), w.x);
  ${memory}[${slot('ids.z')}] = vec4f(fma(pull, vec3f(-s * w.z), c.xyz), w.z);
  // of a line this is the same particle twice, with the same values
  ${memory}[${slot('ids.w')}] = vec4f(fma(pull, vec3f(middle * s * w.w), d.xyz), w.w);
  ${memory}[${slot('ids.y')}] = vec4f(fma(pull, vec3f(middle * s * w.y), b.xyz), w.y);
}
`;

/** Kernel `bend`: one colour of hinges, given by `task`, whose words `pair` and `reach` are the steps and whose last three kinds the reach. */
export const bendWgsl = (threads: number): string =>
  hingeWgsl(/* wgsl */ `position`, (id) => id) +
  /* wgsl */ `
@compute @workgroup_size(${threads})
fn bend(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= task.countU * task.countV) { return; }
  let i = u32(task.startX) + task.pair * (id.x % task.countU);
  let j = u32(task.startY) + task.reach * (id.x / task.countU);
  hinge(i, j, task.rowKind, vec3u(task.ties, task.columnKind, task.crossKind));
}
`;

/** The functions `group_<first>` and so on of `whole`, one per colour of hinges. `slot` gives the index of a particle in `line`. */
export function hingeGroupsWgsl(
  grid: Grid,
  threads: number,
  slot: (id: string) => string,
  first: number,
): string[] {
  return hingePasses(grid).map(
    ({ kind, startX, startY, stepX, stepY, countU, countV, reach }, index) => /* wgsl */ `
${index === 0 ? hingeWgsl(/* wgsl */ `line`, slot) : ''}
fn group_${first + index}(t: u32) {
  for (var k = t; k < ${countU * countV}u; k += ${threads}u) {
    hinge(${startX}u + ${stepX}u * (k % ${countU}u), ${startY}u + ${stepY}u * (k / ${countU}u), ${kind}u, vec3u(${reach.join('u, ')}u));
  }
}
`,
  );
}
