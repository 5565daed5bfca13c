/**
 * Lines in workgroup memory: three dispatches per substep instead of eight, with the same bits.
 *
 *   evenRows   a workgroup has the rows 2 k and 2 k + 1: even blocks, shear (1, 0), then long links and bending in rows 0
 *   columns    a workgroup has a few neighbouring columns: long links and bending in columns
 *   oddRows    a workgroup has the rows 2 k - 1 and 2 k (row 0 and perhaps the last by themselves): bending and long links in
 *              rows 1, shear (0, 1), odd blocks; then tethers, velocities, and the integration of the next substep
 *
 * With `task.begins`, evenRows integrates first (first substep of a step). With `task.goesOn`, oddRows integrates the
 * next substep at its end (all but the last substep of a step). With `task.isApart`, oddRows ends with the constraints, because
 * self-collision follows.
 */

import type { Grid } from '../grid.js';
import { type BlockGroup, substepGroups } from '../schedule.js';
import { blockGroupWgsl, lineSlots, lineWgsl, paddedCount } from './blocks.wgsl.js';

/** Workgroup shape of the fused kernels. */
export interface LineShape {
  readonly threads: number;
  /** Number of columns of particles per workgroup, even. */
  readonly columnsPerGroup: number;
}

/** Bytes of workgroup memory that the kernels need. */
export function lineStorageBytes(grid: Grid, shape: LineShape): number {
  return 16 * lineSlots(Math.max(2 * paddedCount(grid.countX), shape.columnsPerGroup * grid.countY));
}

/** The block groups of a pair of rows that starts at an even (parity 0) or odd row. Each group has one row of blocks. */
function rowGroups(grid: Grid, parity: number): BlockGroup[] {
  return substepGroups(grid)
    .flat()
    .filter(({ startY }) => (startY === 0) === (parity === 0))
    .map((group) => ({
      ...{ ...group, startY: 0, countV: 1 },
      ties: group.ties.filter(({ along }) => group.reach === 1 || along === 'row'),
    }))
    .filter(({ ties }) => ties.length > 0);
}

/** The text that both row kernels share: `line`, `slotOf`, `enter`, and `rowLinks`, which projects all blocks of the pair. */
function pairWgsl(grid: Grid, parity: number, threads: number): string {
  const stride = paddedCount(grid.countX);
  const groups = rowGroups(grid, parity);
  const functions = groups.map((group, index) =>
    blockGroupWgsl(group, {
      name: `group_${index}`,
      memory: { name: /* wgsl */ `line`, place: (i, j) => /* wgsl */ `at(u32(${i} + (${j}) * ${stride}))` },
      left: group.startX < 0 ? 'i >= 0' : 'true',
      right: `i + ${group.reach} < ${grid.countX}`,
      top: 'hasTop',
      bottom: 'hasBottom',
      reachY: 1,
      threads,
    }),
  );
  return /* wgsl */ `
${lineWgsl(2 * stride)}
// Whether the pair's first and second row exist.
var<private> hasTop: bool;
var<private> hasBottom: bool;
// Id of the pair's first particle; may be negative.
var<private> first: i32;

// Slot of particle k of the pair.
fn slotOf(k: u32) -> u32 {
  return at(k + select(0u, ${stride - grid.countX}u, k >= COUNT_X));
}
${functions.join('')}
fn rowLinks(t: u32) {
${groups.map((_, index) => `  group_${index}(t);`).join('\n  workgroupBarrier();\n')}
}

fn enter(group: u32) {
  let row = 2 * i32(group) - ${parity};
  hasTop = row >= 0;
  hasBottom = row + 1 < i32(COUNT_Y);
  first = row * i32(COUNT_X);
}
`;
}

/** Returns a function that repeats code for each particle that a thread copies to or from workgroup memory. */
function carried(size: number, threads: number): (text: (k: number) => string) => string {
  const numbers = Array.from({ length: Math.ceil(size / threads) }, (_, k) => k);
  return (text) => numbers.map((k) => `  ${text(k)}`).join('\n');
}

/** Declares k, i (particle id) and whether the particle exists, for each copied particle of a pair of rows. */
function pairPlaces(grid: Grid, threads: number): string {
  const size = 2 * grid.countX;
  return carried(
    size,
    threads,
  )((k) => {
    const isInside = (k + 1) * threads > size ? `k${k} < ${size}u && ` : '';
    return /* wgsl */ `let k${k} = t + ${k * threads}u; let i${k} = u32(first + i32(k${k})); let has${k} = ${isInside}i${k} < PARTICLES;`;
  });
}

/** Kernel `evenRows`. */
export function evenRowsWgsl(grid: Grid, { threads }: LineShape): string {
  const each = carried(2 * grid.countX, threads);
  return /* wgsl */ `
${pairWgsl(grid, 0, threads)}
@compute @workgroup_size(${threads})
fn evenRows(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  enter(group.x);
${pairPlaces(grid, threads)}
${each((k) => `var p${k}: vec4f; if (has${k}) { p${k} = position[i${k}]; }`)}
  if (task.begins != 0u) {
${each((k) => `if (has${k}) { p${k} = begun(i${k}, p${k}); }`)}
  }
${each((k) => `if (has${k}) { line[slotOf(k${k})] = p${k}; }`)}
  workgroupBarrier();
  rowLinks(t);
  workgroupBarrier();
${each((k) => `if (has${k}) { position[i${k}] = line[slotOf(k${k})]; }`)}
}

fn begun(i: u32, p: vec4f) -> vec4f {
  let moved = integrated(i, p, velocity[i], task.substep);
  velocity[i] = moved.velocity;
  predicted[i] = predictedOf(p, moved.position);
  publishAnchor(i, moved.position, task.substep);
  return moved.position;
}
`;
}

/** Kernel `oddRows`. */
export function oddRowsWgsl(grid: Grid, { threads }: LineShape): string {
  const each = carried(2 * grid.countX, threads);
  return /* wgsl */ `
${pairWgsl(grid, 1, threads)}
@compute @workgroup_size(${threads})
fn oddRows(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  enter(group.x);
${pairPlaces(grid, threads)}
${each((k) => `var v${k}: vec4f; var start_${k}: vec3f;`)}
${each((k) => `if (has${k}) { line[slotOf(k${k})] = position[i${k}]; }`)}
${each((k) => `if (has${k}) { v${k} = velocity[i${k}]; start_${k} = predicted[i${k}].xyz; }`)}
  workgroupBarrier();
  rowLinks(t);
  workgroupBarrier();
${each((k) => `if (has${k}) { deliver(i${k}, line[slotOf(k${k})], v${k}, start_${k}); }`)}
}

fn deliver(i: u32, p: vec4f, v: vec4f, start: vec3f) {
  position[i] = p;
  if (task.isApart != 0u) { return; }
  let moved = concluded(i, p, v, start, task.substep, task.goesOn != 0u);
  position[i] = moved.position;
  velocity[i] = moved.velocity;
  if (task.goesOn != 0u) { predicted[i] = moved.position; }
}
`;
}

/** The block groups of a group of columns. */
export function columnGroups(grid: Grid, columnsPerGroup: number): BlockGroup[] {
  return substepGroups(grid)
    .flat()
    .map((group) => ({
      ...{ ...group, startX: 0, countU: columnsPerGroup / 2 },
      ties: group.ties.filter(({ along }) => group.reach > 1 && along === 'column'),
    }))
    .filter(({ ties }) => ties.length > 0);
}

/** Kernel `columns`. */
export function columnsWgsl(grid: Grid, { threads, columnsPerGroup }: LineShape): string {
  const groups = columnGroups(grid, columnsPerGroup);
  const functions = groups.map((group, index) =>
    blockGroupWgsl(group, {
      name: `group_${index}`,
      memory: {
        name: /* wgsl */ `line`,
        place: (i, j) => /* wgsl */ `at(u32(${i} + (${j}) * ${columnsPerGroup}))`,
      },
      left: 'true',
      right: 'true',
      top: group.startY < 0 ? 'j >= 0' : 'true',
      bottom: `j + ${group.reach} < ${grid.countY}`,
      reachX: 1,
      threads,
    }),
  );
  const size = columnsPerGroup * grid.countY;
  const each = carried(size, threads);
  const isInside = (k: number) => ((k + 1) * threads > size ? `k${k} < ${size}u && ` : '');
  return /* wgsl */ `
${lineWgsl(size)}
${functions.join('')}
@compute @workgroup_size(${threads})
fn columns(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  let first = group.x * ${columnsPerGroup}u;
${each(
  (k) =>
    `let k${k} = t + ${k * threads}u; let column${k} = first + k${k} % ${columnsPerGroup}u;
  let i${k} = column${k} + (k${k} / ${columnsPerGroup}u) * COUNT_X; let has${k} = ${isInside(k)}column${k} < COUNT_X;`,
)}
${each((k) => `var p${k}: vec4f; if (has${k}) { p${k} = position[i${k}]; }`)}
${each((k) => `if (has${k}) { line[at(k${k})] = p${k}; }`)}
${groups.map((_, index) => `  workgroupBarrier();\n  group_${index}(t);\n`).join('')}  workgroupBarrier();
${each((k) => `if (has${k}) { position[i${k}] = line[at(k${k})]; }`)}
}
`;
}
