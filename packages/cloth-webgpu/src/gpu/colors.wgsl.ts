/**
 * Kernels with one dispatch per group of constraints. They support every size and device, and are the reference for the
 * fused kernels.
 */

import type { Sheet } from '../sheet.js';
import { groupFunctions, groupsOf } from './groups.wgsl.js';

/** Threads of a workgroup of the kernels here. */
export const COLOR_THREADS = 128;

/** Kernel `constrain`, which projects group number `task.group`. With `areHinges`, there are only groups of hinges. */
export function constrainWgsl(sheet: Sheet, areHinges: boolean): string {
  const groups = groupsOf(sheet).filter((group) => group.areHinges || !areHinges);
  const countX = sheet.isMesh ? 0 : sheet.countX;
  const memory = {
    name: /* wgsl */ `position`,
    slot: (id: string) => id,
    place: (i: string, j: string) => /* wgsl */ `u32(${i} + (${j}) * ${countX})`,
  };
  // a thread has at most one item
  const most = Math.max(...groups.map(({ count }) => count), 1);
  const { code, count, call } = groupFunctions(sheet, memory, most, areHinges);
  const cases = Array.from(
    { length: count },
    (_, group) => /* wgsl */ `case ${group}: { ${call(`${group}`, 'id.x')} }`,
  );
  return /* wgsl */ `
${code}
@compute @workgroup_size(${COLOR_THREADS})
fn constrain(@builtin(global_invocation_id) id: vec3u) {
  ${sheet.isMesh ? call('task.group', 'id.x') : /* wgsl */ `switch task.group { ${cases.join('\n')} default: {} }`}
}
`;
}

/** Kernels `integrate`, `constrain` and `finish`. */
export const colorsWgsl = (sheet: Sheet): string => /* wgsl */ `
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

${constrainWgsl(sheet, false)}
@compute @workgroup_size(${COLOR_THREADS})
fn finish(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  let p = position[i];
  if (p.w == 0.0) { return; }
  noteSpin(i, p.xyz, velocity[i].xyz, predicted[i].xyz, task.substep);
  let moved = finished(i, p, velocity[i], predicted[i].xyz, task.substep);
  position[i] = moved.position;
  velocity[i] = moved.velocity;
}
`;
