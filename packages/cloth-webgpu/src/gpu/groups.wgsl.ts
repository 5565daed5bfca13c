/**
 * The constraints of a substep as groups that can each run in parallel: groups of blocks of a grid (schedule.ts), and colours of hinges and
 * of the links of a mesh. The kernels of all plans project them by the same text, and so with the same bits.
 */

import type { Grid } from '../grid.js';
import { coefficientsOf, HINGE_ROW, type HingePass, hingePasses, TWIST } from '../hinges.js';
import { type BlockGroup, substepGroups } from '../schedule.js';
import type { Sheet } from '../sheet.js';
import { blockGroupWgsl } from './blocks.wgsl.js';
import { hingeWgsl } from './hinges.wgsl.js';
import { colorWgsl } from './mesh.wgsl.js';

/** Where a kernel has the particles, as WGSL expressions. */
export interface Memory {
  /** The variable, an array of particles. */
  readonly name: string;
  /** Index of the particle with an id (u32). */
  slot(id: string): string;
  /** Index of the particle of a grid in a column and a row (i32). */
  place(i: string, j: string): string;
}

/** One group. */
export interface Group {
  readonly areHinges: boolean;
  /** Number of blocks, hinges or links. */
  readonly count: number;
  /** The kinds of its constraints: indices of their compliance and limit. */
  readonly kinds: readonly number[];
}

/** One group of a grid. */
interface GridGroup extends Group {
  /** Function `name` of a thread's number, in which each of `threads` threads projects its share. */
  wgsl(name: string, memory: Memory, threads: number): string;
}

/** The groups in the order of a substep. */
export function groupsOf(sheet: Sheet): readonly Group[] {
  return sheet.isMesh
    ? sheet.colors.map(({ kind, count, areHinges = false }) => ({ areHinges, count, kinds: [kind] }))
    : gridGroups(sheet);
}

function gridGroups(sheet: Grid): GridGroup[] {
  const { countX, countY } = sheet;
  const blocksOf = (group: BlockGroup): GridGroup => {
    const { startX, startY, reach, countU, countV, ties } = group;
    const space = {
      left: startX < 0 ? 'i >= 0' : 'true',
      right: `i + ${reach} < ${countX}`,
      top: startY < 0 ? 'j >= 0' : 'true',
      bottom: `j + ${reach} < ${countY}`,
    };
    return {
      areHinges: false,
      count: countU * countV,
      kinds: ties.map(({ kind }) => kind),
      wgsl: (name: string, memory: Memory, threads: number) =>
        blockGroupWgsl(group, { ...space, name, memory, threads }),
    };
  };
  const hinges = hingePasses(sheet).map((pass): GridGroup => {
    const { kind, startX, startY, stepX, stepY, countU, countV, reach } = pass;
    return {
      areHinges: true,
      count: countU * countV,
      kinds: [kind],
      wgsl: shared(
        countU * countV,
        kind,
        /* wgsl */ `
    let u = k % ${countU}u;
    let v = k / ${countU}u;
    let first = ${startX}u + ${stepX}u * u + (${startY}u + ${stepY}u * v) * COUNT_X;
    hinge(first + vec4u(0, ${reach.join()}), vec4f(${coefficientsOf(kind).join()}), select(1.0, 2.0, ${rimWgsl(pass)}) * link.y, 0.0);
  `,
      ),
    };
  });
  const [early, late] = substepGroups(sheet);
  return [...early.map(blocksOf), ...hinges, ...late.map(blocksOf)];
}

/** Whether the hinge (u, v) of a pass is on the rim, where a line has only half the width. */
function rimWgsl({ kind, countU, countV }: HingePass): string {
  const [at, count] = kind === HINGE_ROW ? ['v', countV] : ['u', countU];
  return kind === TWIST || count === 1 ? 'false' : /* wgsl */ `${at} == 0u || ${at} == ${count - 1}u`;
}

/** A function that shares `count` items among threads, unless their kind is switched off; `project` is the text for item k. */
const shared =
  (count: number, kind: number, project: string): GridGroup['wgsl'] =>
  (name, _, threads) =>
    /* wgsl */ `
fn ${name}(t: u32) {
  let link = settings.links[${kind}];
  if (!isOn(${kind})) { return; }
  for (var k = t; k < ${count}u; k += ${threads}u) { ${project} }
}
`;

/** The functions that project the groups of a sheet, and how to call them. */
export interface GroupFunctions {
  readonly code: string;
  readonly count: number;
  /** A call for the group with a number, a constant for a grid and any u32 for a mesh, by thread `t`. */
  call(group: string, t: string): string;
}

/** The functions for all groups, or only for those of hinges. */
export function groupFunctions(
  sheet: Sheet,
  memory: Memory,
  threads: number,
  areHinges = false,
): GroupFunctions {
  const hinge = sheet.isHinged ? hingeWgsl(sheet.isMesh, memory) : '';
  if (sheet.isMesh)
    return {
      code: hinge + colorWgsl(sheet.isHinged, memory, threads),
      count: sheet.colors.length,
      call: (group, t) => /* wgsl */ `colorOf(${group}, ${t});`,
    };
  const groups = gridGroups(sheet).filter((group) => group.areHinges || !areHinges);
  return {
    code: hinge + groups.map((group, index) => group.wgsl(`group_${index}`, memory, threads)).join(''),
    count: groups.length,
    call: (group, t) => /* wgsl */ `group_${group}(${t});`,
  };
}
