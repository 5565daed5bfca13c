/**
 * Lines in workgroup memory: three dispatches a substep in place of eight, the same bits.
 *
 *   evenRows   a workgroup has the rows 2 k and 2 k + 1: even blocks, shear (1, 0), bending in rows 0
 *   columns    a workgroup has a few neighbouring columns: bending in columns 0, then 1
 *   oddRows    a workgroup has the rows 2 k - 1 and 2 k (row 0 and perhaps the last by themselves): bending in
 *              rows 1, shear (0, 1), odd blocks; then tethers, velocities, and the integration of the next substep
 *
 * With `task.head` evenRows integrates first (in a step's first substep), and oddRows last (in all but the last one).
 */

import type { Grid } from '../grid.js';
import { BEND_COLUMN, BEND_ROW, type BlockGroup, type BlockTie, substepGroups } from '../schedule.js';
import { blockGroupWgsl, lineSlots, lineWgsl, paddedCount } from './blocks.wgsl.js';

/** Shape of the fused kernels' workgroups. */
export interface LineShape {
  readonly threads: number;
  /** Columns of particles that one workgroup takes, even. */
  readonly columnsPerGroup: number;
}

/** Bytes of workgroup memory that the kernels need. */
export function lineStorageBytes(grid: Grid, shape: LineShape): number {
  return 16 * lineSlots(Math.max(2 * paddedCount(grid.countX), shape.columnsPerGroup * grid.countY));
}

const isBend = (kind: number) => kind === BEND_ROW || kind === BEND_COLUMN;

/** The groups of a pair of rows that begins at an even (parity 0) or odd row, with one row of blocks each. */
function rowGroups(grid: Grid, parity: number): BlockGroup[] {
  const inRows = ({ along, kind }: BlockTie) => !isBend(kind) || along === 'row';
  const isHere = ({ startY }: BlockGroup) => (parity === 0 ? startY === 0 : startY !== 0);
  return substepGroups(grid)
    .filter(isHere)
    .map((group) => ({ ...group, startY: 0, countV: 1, ties: group.ties.filter(inRows) }));
}

/** What both kernels of rows share: `line`, `slotOf`, and `rowLinks`, all blocks of the pair. */
function pairWgsl(grid: Grid, parity: number, threads: number): string {
  const stride = paddedCount(grid.countX);
  const groups = rowGroups(grid, parity);
  const functions = groups.map((group, index) =>
    blockGroupWgsl(group, {
      name: `group${index}`,
      slot: (i, j) => `at(u32(${i} + (${j}) * ${stride}))`,
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

// Slot of particle k of the pair.
fn slotOf(k: u32) -> u32 {
  return at(k + select(0u, ${stride - grid.countX}u, k >= COUNT_X));
}
${functions.join('')}
fn rowLinks(t: u32) {
${groups.map((_, index) => `  group${index}(t);\n`).join('')}}

// Number in the cloth of the pair's first particle; may be negative.
fn firstOf(group: u32) -> i32 {
  let row = 2 * i32(group) - ${parity};
  hasTop = row >= 0;
  hasBottom = row + 1 < i32(COUNT_Y);
  return row * i32(COUNT_X);
}
`;
}

/** Kernel `evenRows`. */
export function evenRowsWgsl(grid: Grid, { threads }: LineShape): string {
  return /* wgsl */ `
${pairWgsl(grid, 0, threads)}
@compute @workgroup_size(${threads})
fn evenRows(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  let first = firstOf(group.x);
  for (var k = t; k < 2u * COUNT_X; k += ${threads}u) {
    let i = u32(first + i32(k));
    if (i >= PARTICLES) { continue; }
    if (task.head != 0u) {
      let moved = integrated(i, position[i], velocity[i], task.substep);
      velocity[i] = moved.velocity;
      predicted[i] = moved.position;
      publishAnchor(i, moved.position, task.substep);
      line[slotOf(k)] = moved.position;
    } else {
      line[slotOf(k)] = position[i];
    }
  }
  rowLinks(t);
  workgroupBarrier();
  for (var k = t; k < 2u * COUNT_X; k += ${threads}u) {
    let i = u32(first + i32(k));
    if (i < PARTICLES) { position[i] = line[slotOf(k)]; }
  }
}
`;
}

/** Kernel `oddRows`. */
export function oddRowsWgsl(grid: Grid, { threads }: LineShape): string {
  return /* wgsl */ `
${pairWgsl(grid, 1, threads)}
@compute @workgroup_size(${threads})
fn oddRows(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  let first = firstOf(group.x);
  for (var k = t; k < 2u * COUNT_X; k += ${threads}u) {
    let i = u32(first + i32(k));
    if (i < PARTICLES) { line[slotOf(k)] = position[i]; }
  }
  rowLinks(t);
  workgroupBarrier();
  for (var k = t; k < 2u * COUNT_X; k += ${threads}u) {
    let i = u32(first + i32(k));
    if (i >= PARTICLES) { continue; }
    var p = line[slotOf(k)];
    var v = velocity[i];
    if (p.w != 0.0) {
      p = vec4f(tethered(i, p.xyz, task.substep), p.w);
      v = finishedVelocity(v, p.xyz, predicted[i].xyz);
    }
    if (task.head != 0u) {
      let moved = integrated(i, p, v, task.substep + 1u);
      p = moved.position;
      v = moved.velocity;
      predicted[i] = p;
      publishAnchor(i, p, task.substep + 1u);
    }
    position[i] = p;
    velocity[i] = v;
  }
}
`;
}

/** Kernel `columns`. */
export function columnsWgsl(grid: Grid, { threads, columnsPerGroup }: LineShape): string {
  const size = columnsPerGroup * grid.countY;
  const groups = substepGroups(grid)
    .filter((group) => group.pair)
    .map((group) => ({
      ...group,
      startX: 0,
      countU: columnsPerGroup / 2,
      ties: group.ties.filter(({ along }) => along === 'column'),
    }));
  const functions = groups.map((group, index) =>
    blockGroupWgsl(group, {
      name: `group${index}`,
      slot: (i, j) => `at(u32(${i} + (${j}) * ${columnsPerGroup}))`,
      left: 'true',
      right: 'true',
      top: group.startY < 0 ? 'j >= 0' : 'true',
      bottom: `j + 2 < ${grid.countY}`,
      reachX: 1,
      pairX: false,
      threads,
    }),
  );
  return /* wgsl */ `
${lineWgsl(size)}
${functions.join('')}
@compute @workgroup_size(${threads})
fn columns(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  let start = group.x * ${columnsPerGroup}u;
  for (var k = t; k < ${size}u; k += ${threads}u) {
    let column = start + k % ${columnsPerGroup}u;
    if (column < COUNT_X) { line[at(k)] = position[column + (k / ${columnsPerGroup}u) * COUNT_X]; }
  }
${groups.map((_, index) => `  group${index}(t);\n`).join('')}  workgroupBarrier();
  for (var k = t; k < ${size}u; k += ${threads}u) {
    let column = start + k % ${columnsPerGroup}u;
    if (column < COUNT_X) { position[column + (k / ${columnsPerGroup}u) * COUNT_X] = line[at(k)]; }
  }
}
`;
}
