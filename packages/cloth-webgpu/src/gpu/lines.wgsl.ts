/**
 * Lines in workgroup memory: two dispatches a substep in place of 14, the same bits.
 *
 * `rows`: a workgroup has a pair of neighbouring rows. It does what the schedule puts next to each other there, across
 * the end of a substep: the shear of the pair that ends substep s (tail), tethers and velocity of s, integration and
 * row links of s + 1 and the shear that it begins with (head). In a step's first dispatch there is no tail, in its
 * last one no head. `columns`: a workgroup has a few neighbouring columns and does their links.
 *
 *   dispatches of a step of S substeps: rows, columns, rows, columns, ..., columns, rows = 2 S + 1
 *
 * `task.parity` says whether pairs are (2k, 2k + 1) or (2k - 1, 2k); in the second case row 0 is by itself.
 */

import type { Grid } from '../grid.js';
import { BEND_COLUMN, BEND_ROW, STRETCH_COLUMN, STRETCH_ROW } from '../schedule.js';
import { lineLinksWgsl, linePairWgsl, lineSlots, paddedCount } from './line-constraints.wgsl.js';

/** Shape of the fused kernels' workgroups. */
export interface LineShape {
  readonly threads: number;
  /** Columns of particles that one workgroup takes, a power of two. */
  readonly columnsPerGroup: number;
}

/** Bytes of workgroup memory that the kernels need. */
export function lineStorageBytes(grid: Grid, shape: LineShape): number {
  return 16 * lineSlots(Math.max(2 * paddedCount(grid.countX), shape.columnsPerGroup * grid.countY));
}

/** Kernel `rows`. */
export function rowsWgsl(grid: Grid, { threads }: LineShape): string {
  const { countX } = grid;
  const stride = paddedCount(countX);
  const rowLinks = lineLinksWgsl({
    name: 'row',
    length: countX,
    lines: 2,
    stride: 1,
    lineStride: stride,
    stretchKind: STRETCH_ROW,
    bendKind: BEND_ROW,
    threads,
    acrossLines: false,
  });
  return /* wgsl */ `
${linePairWgsl(2 * stride)}
${rowLinks}
// Both shear colours of the pair of rows.
fn shearLinks(t: u32) {
  let link = settings.links[SHEAR].xy;
  if (link.y < 0.0) { return; }
  for (var colour = 0u; colour < 2u; colour++) {
    workgroupBarrier();
    for (var i = colour + 2u * t; i + 1u < COUNT_X; i += ${2 * threads}u) {
      linePair(i, i + ${stride + 1}u, link);
      linePair(i + 1u, i + ${stride}u, link);
    }
  }
}

// Slot of particle k of the pair.
fn slotOf(k: u32) -> u32 {
  return at(k + select(0u, ${stride - countX}u, k >= COUNT_X));
}

@compute @workgroup_size(${threads})
fn rows(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  // particle k of the pair is particle base + k of the cloth; in the first and last pair a row may be missing
  let base = (2 * i32(group.x) - i32(task.parity)) * i32(COUNT_X);
  let isWhole = base >= 0 && u32(base) + 2u * COUNT_X <= PARTICLES;
  if (task.tail != 0u) {
    for (var k = t; k < 2u * COUNT_X; k += ${threads}u) {
      let i = u32(base + i32(k));
      if (i < PARTICLES) { line[slotOf(k)] = position[i]; }
    }
    if (isWhole) { shearLinks(t); }
    workgroupBarrier();
  }
  for (var k = t; k < 2u * COUNT_X; k += ${threads}u) {
    let i = u32(base + i32(k));
    if (i >= PARTICLES) { continue; }
    var p: vec4f;
    var v = velocity[i];
    if (task.tail != 0u) {
      p = line[slotOf(k)];
      if (p.w != 0.0) {
        p = vec4f(tethered(i, p.xyz, task.substep), p.w);
        v = finishedVelocity(v, p.xyz, predicted[i].xyz);
      }
    } else {
      p = position[i];
    }
    if (task.head != 0u) {
      let substep = task.substep + task.tail;
      let moved = integrated(i, p, v, substep);
      p = moved.position;
      v = moved.velocity;
      predicted[i] = p;
      publishAnchor(i, p, substep);
      line[slotOf(k)] = p;
    } else {
      position[i] = p;
    }
    velocity[i] = v;
  }
  if (task.head == 0u) { return; }
  rowLinks(t);
  if (isWhole) { shearLinks(t); }
  workgroupBarrier();
  for (var k = t; k < 2u * COUNT_X; k += ${threads}u) {
    let i = u32(base + i32(k));
    if (i < PARTICLES) { position[i] = line[slotOf(k)]; }
  }
}
`;
}

/** Kernel `columns`, a module of its own. */
export function columnsWgsl(grid: Grid, { threads, columnsPerGroup }: LineShape): string {
  const size = columnsPerGroup * grid.countY;
  const columnLinks = lineLinksWgsl({
    name: 'column',
    length: grid.countY,
    lines: columnsPerGroup,
    stride: columnsPerGroup,
    lineStride: 1,
    stretchKind: STRETCH_COLUMN,
    bendKind: BEND_COLUMN,
    threads,
    acrossLines: true,
  });
  return /* wgsl */ `
${linePairWgsl(size)}
${columnLinks}
@compute @workgroup_size(${threads})
fn columns(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  let start = group.x * ${columnsPerGroup}u;
  for (var k = t; k < ${size}u; k += ${threads}u) {
    let column = start + k % ${columnsPerGroup}u;
    if (column < COUNT_X) { line[at(k)] = position[column + (k / ${columnsPerGroup}u) * COUNT_X]; }
  }
  columnLinks(t);
  workgroupBarrier();
  for (var k = t; k < ${size}u; k += ${threads}u) {
    let column = start + k % ${columnsPerGroup}u;
    if (column < COUNT_X) { position[column + (k / ${columnsPerGroup}u) * COUNT_X] = line[at(k)]; }
  }
}
`;
}
