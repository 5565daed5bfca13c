/**
 * Kernels for a cloth that fits one workgroup: a whole step in one dispatch, with the same bits. Positions stay in
 * workgroup memory and velocities in registers over all substeps. Each thread processes every `threads`-th particle.
 */

import type { Sheet } from '../sheet.js';
import { lineSlots, lineWgsl, paddedCount } from './blocks.wgsl.js';
import { groupFunctions, groupsOf, type Memory } from './groups.wgsl.js';

/** Maximum number of particles per thread, because their velocities and x* are in registers. */
const MAX_PARTICLES_PER_THREAD = 8;

/** Number of slots before rounding up to whole groups of eight. */
const slotCount = (sheet: Sheet) =>
  sheet.isMesh ? sheet.particleCount : paddedCount(sheet.countX) * sheet.countY;

/** Bytes of workgroup memory that the kernel needs. */
export function wholeStorageBytes(sheet: Sheet): number {
  return 16 * lineSlots(slotCount(sheet));
}

/**
 * Number of threads of the kernel on a device that allows `most`: one per item of the largest group,
 * in whole warps. 0 if these are too few for the particles.
 */
export function wholeThreads(sheet: Sheet, most: number): number {
  const largest = Math.max(...groupsOf(sheet).map(({ count }) => count));
  const threads = Math.min((largest + 31) & ~31, most);
  return sheet.particleCount <= MAX_PARTICLES_PER_THREAD * threads ? threads : 0;
}

/** Index in `line` of the particle with an id. A line with an odd number of particles is followed by an empty slot. */
const slotWgsl = (sheet: Sheet, id: string) =>
  !sheet.isMesh && sheet.countX !== paddedCount(sheet.countX)
    ? /* wgsl */ `at(${id} + ${id} / COUNT_X)`
    : /* wgsl */ `at(${id})`;

/** The particles of the workgroup. */
function lineOf(sheet: Sheet): Memory {
  const stride = sheet.isMesh ? 0 : paddedCount(sheet.countX);
  return {
    name: /* wgsl */ `line`,
    slot: (id) => slotWgsl(sheet, id),
    place: (i, j) => /* wgsl */ `at(u32(${i} + (${j}) * ${stride}))`,
  };
}

/** Kernel `whole`. With `task.isApart` it integrates one substep and ends with its constraints, because self-collision follows. */
export function wholeWgsl(sheet: Sheet, threads: number): string {
  const { particleCount } = sheet;
  const { code, count, call } = groupFunctions(sheet, lineOf(sheet), threads);
  const inTurn = sheet.isMesh
    ? /* wgsl */ `for (var group = 0u; group < ${count}u; group++) { workgroupBarrier(); ${call('group', 't')} }`
    : Array.from(
        { length: count },
        (_, group) => /* wgsl */ `workgroupBarrier(); ${call(`${group}`, 't')}`,
      ).join('\n');
  const own = Array.from({ length: Math.ceil(particleCount / threads) }, (_, k) => k);
  const each = (text: (k: number) => string) => own.map(text).join('\n');
  // only a thread's last particle may be missing
  const guarded = (k: number, text: string) =>
    k === own.length - 1 && particleCount % threads !== 0
      ? /* wgsl */ `if (i${k} < PARTICLES) { ${text} }`
      : text;
  const slot = (k: number) => slotWgsl(sheet, `i${k}`);
  return /* wgsl */ `
${lineWgsl(slotCount(sheet))}
${code}
@compute @workgroup_size(${threads})
fn whole(@builtin(local_invocation_index) t: u32) {
${each((k) => `let i${k} = t + ${k * threads}u; let slot_${k} = ${slot(k)}; var v${k}: vec4f; var start_${k}: vec3f;`)}
${each((k) =>
  guarded(
    k,
    `let p${k} = position[i${k}]; let m${k} = integrated(i${k}, p${k}, velocity[i${k}], task.substep);
    line[slot_${k}] = m${k}.position; v${k} = m${k}.velocity; start_${k} = m${k}.position.xyz;
    if (task.isApart != 0u) { predicted[i${k}] = predictedOf(p${k}, m${k}.position); }
    publishAnchor(i${k}, m${k}.position, task.substep);`,
  ),
)}
  let end = task.substep + task.substeps;
  for (var substep = task.substep; substep < end; substep++) {
    let goesOn = substep + 1u < end;
    ${inTurn}
    // a tether reads the pin positions that other threads have written
    storageBarrier();
    workgroupBarrier();
    if (task.isApart != 0u) { break; }
${each((k) =>
  guarded(
    k,
    `let m${k} = concluded(i${k}, line[slot_${k}], v${k}, start_${k}, substep, goesOn);
    line[slot_${k}] = m${k}.position; v${k} = m${k}.velocity; start_${k} = m${k}.position.xyz;`,
  ),
)}
  }
${each((k) => guarded(k, `position[i${k}] = line[slot_${k}]; velocity[i${k}] = v${k};`))}
}
`;
}
