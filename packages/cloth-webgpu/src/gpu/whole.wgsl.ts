/**
 * Kernels for a cloth that fits one workgroup: a whole step in one dispatch, with the same bits. Positions stay in
 * workgroup memory and velocities in registers over all substeps. Each thread processes every `threads`-th particle.
 */

import type { Grid } from '../grid.js';
import { isBeforeHinges, substepGroups } from '../schedule.js';
import type { Sheet } from '../sheet.js';
import { blockGroupWgsl, lineSlots, lineWgsl, paddedCount } from './blocks.wgsl.js';
import { hingeGroupsWgsl, hingeWgsl } from './hinges.wgsl.js';
import { meshGroupsWgsl, tieAtWgsl } from './mesh.wgsl.js';

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
 * Number of threads of the kernel on a device that allows `most`: one per block of the largest group, or per link of the largest colour,
 * in whole warps. 0 if these are too few for the particles.
 */
export function wholeThreads(sheet: Sheet, most: number): number {
  const blocks = Math.max(
    ...(sheet.isMesh
      ? sheet.colors.map(({ count }) => count)
      : substepGroups(sheet).map(({ countU, countV }) => countU * countV)),
  );
  const threads = Math.min((blocks + 31) & ~31, most);
  return sheet.particleCount <= MAX_PARTICLES_PER_THREAD * threads ? threads : 0;
}

/** Index in `line` of the particle with an id. A line with an odd number of particles is followed by an empty slot. */
const slotWgsl = (sheet: Sheet, id: string) =>
  !sheet.isMesh && sheet.countX !== paddedCount(sheet.countX)
    ? /* wgsl */ `at(${id} + ${id} / COUNT_X)`
    : /* wgsl */ `at(${id})`;

function gridGroupsWgsl(grid: Grid, threads: number): string[] {
  const { countX, countY } = grid;
  const stride = paddedCount(countX);
  const groups = substepGroups(grid);
  const early = groups.filter(isBeforeHinges).length;
  const hinges = hingeGroupsWgsl(grid, threads, early);
  const functions = groups.map((group, index) =>
    blockGroupWgsl(group, {
      name: `group_${index < early ? index : index + hinges.length}`,
      place: (i, j) => `u32(${i} + (${j}) * ${stride})`,
      left: group.startX < 0 ? 'i >= 0' : 'true',
      right: `i + ${group.reach} < ${countX}`,
      top: group.startY < 0 ? 'j >= 0' : 'true',
      bottom: `j + ${group.reach} < ${countY}`,
      threads,
    }),
  );
  return [...functions.slice(0, early), ...hinges, ...functions.slice(early)];
}

/** The memory of the workgroup, and the functions with which the groups project constraints that are given by ids. */
function lineOf(sheet: Sheet): string {
  const slot = (id: string) => slotWgsl(sheet, id);
  return (
    lineWgsl(slotCount(sheet)) +
    (sheet.isMesh ? tieAtWgsl(/* wgsl */ `line`, slot) : '') +
    (sheet.isHinged ? hingeWgsl(sheet.isMesh, /* wgsl */ `line`, slot) : '')
  );
}

/** Kernel `whole`, or `wholeLinks`: the integration and the constraints of one substep, without its end. */
export function wholeWgsl(sheet: Sheet, threads: number, name: 'whole' | 'wholeLinks' = 'whole'): string {
  const { particleCount } = sheet;
  const functions = sheet.isMesh ? meshGroupsWgsl(sheet, threads) : gridGroupsWgsl(sheet, threads);
  const own = Array.from({ length: Math.ceil(particleCount / threads) }, (_, k) => k);
  const each = (text: (k: number) => string) => own.map(text).join('\n');
  // only a thread's last particle may be missing
  const guarded = (k: number, text: string) =>
    k === own.length - 1 && particleCount % threads !== 0
      ? /* wgsl */ `if (i${k} < PARTICLES) { ${text} }`
      : text;
  const slot = (k: number) => slotWgsl(sheet, `i${k}`);
  if (name === 'wholeLinks')
    return /* wgsl */ `
${lineOf(sheet)}
${functions.join('')}
@compute @workgroup_size(${threads})
fn wholeLinks(@builtin(local_invocation_index) t: u32) {
${each((k) => `let i${k} = t + ${k * threads}u; let slot_${k} = ${slot(k)};`)}
${each((k) =>
  guarded(
    k,
    `let p${k} = position[i${k}]; let m${k} = integrated(i${k}, p${k}, velocity[i${k}], task.substep);
    line[slot_${k}] = m${k}.position; velocity[i${k}] = m${k}.velocity; predicted[i${k}] = predictedOf(p${k}, m${k}.position);
    publishAnchor(i${k}, m${k}.position, task.substep);`,
  ),
)}
${functions.map((_, index) => `    workgroupBarrier();\n    group_${index}(t);`).join('\n')}
  workgroupBarrier();
${each((k) => guarded(k, `position[i${k}] = line[slot_${k}];`))}
}
`;
  return /* wgsl */ `
${lineOf(sheet)}
${functions.join('')}
@compute @workgroup_size(${threads})
fn whole(@builtin(local_invocation_index) t: u32) {
${each((k) => `let i${k} = t + ${k * threads}u; let slot_${k} = ${slot(k)}; var v${k}: vec4f; var start_${k}: vec3f;`)}
${each((k) =>
  guarded(
    k,
    `let m${k} = integrated(i${k}, position[i${k}], velocity[i${k}], task.substep);
    line[slot_${k}] = m${k}.position; v${k} = m${k}.velocity; start_${k} = m${k}.position.xyz;
    publishAnchor(i${k}, m${k}.position, task.substep);`,
  ),
)}
  let end = task.substep + task.substeps;
  for (var substep = task.substep; substep < end; substep++) {
    let goesOn = substep + 1u < end;
${functions.map((_, index) => `    workgroupBarrier();\n    group_${index}(t);`).join('\n')}
    // a tether reads the pin positions that other threads have written
    storageBarrier();
    workgroupBarrier();
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
