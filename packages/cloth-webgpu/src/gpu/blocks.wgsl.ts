/** Generates the WGSL text for the constraints of blocks of 2 x 2 particles, for kernels in which the numbers of a group are constants. */

import type { BlockGroup, BlockTie } from '../schedule.js';
import type { Memory } from './groups.wgsl.js';

/** The positions of a kernel's blocks. All texts are WGSL expressions of i and j (i32) or `t` (the thread, u32). */
export interface BlockSpace {
  /** Name of the generated function. */
  readonly name: string;
  readonly memory: Pick<Memory, 'name' | 'place'>;
  /** Whether the corners at i, at i + reach, at j and at j + reach exist. */
  readonly left: string;
  readonly right: string;
  readonly top: string;
  readonly bottom: string;
  /** Distances of the corners in the kernel's own coordinates, by which blocks are spaced too. Default: the group's reach. */
  readonly reachX?: number;
  readonly reachY?: number;
  readonly threads: number;
}

/** Generates `fn <name>(t)`, which projects all blocks of a group. */
export function blockGroupWgsl(group: BlockGroup, space: BlockSpace): string {
  const { name, memory, left, right, top, bottom, threads } = space;
  const { startX, startY, reach, countU, countV } = group;
  const { reachX = reach, reachY = reach } = space;
  // spread() of schedule.ts
  const along = (start: number, index: string, by: number) =>
    /* wgsl */ `${start} + i32(${index} + ${by}u * (${index} / ${by}u))`;
  const i2 = `i + ${reachX}`;
  const j2 = `j + ${reachY}`;
  const count = countU * countV;
  const corners = [
    { corner: 'a', exists: 'left && top', place: memory.place('i', 'j') },
    { corner: 'b', exists: 'right && top', place: memory.place(i2, 'j') },
    { corner: 'c', exists: 'left && bottom', place: memory.place('i', j2) },
    { corner: 'd', exists: 'right && bottom', place: memory.place(i2, j2) },
  ];
  const each = (text: (corner: (typeof corners)[number]) => string) => corners.map(text).join('\n    ');
  return /* wgsl */ `
fn ${name}(t: u32) {
  ${count <= threads ? `let k = t; if (k < ${count}u) {` : `for (var k = t; k < ${count}u; k += ${threads}u) {`}
    let u = k % ${countU}u;
    let v = k / ${countU}u;
    let i = ${along(startX, 'u', reachX)};
    let j = ${along(startY, 'v', reachY)};
    let left = ${left};
    let right = ${right};
    let top = ${top};
    let bottom = ${bottom};
    ${each(({ corner, place }) => `let slot_${corner} = ${place};`)}
    ${each(({ corner, exists }) => `var ${corner}: vec4f; if (${exists}) { ${corner} = ${memory.name}[slot_${corner}]; }`)}
${group.ties.map(tieWgsl).join('')}
    ${each(({ corner, exists }) => `if (${exists}) { ${memory.name}[slot_${corner}] = ${corner}; }`)}
  }
}
`;
}

function tieWgsl({ along, kind }: BlockTie): string {
  const link = /* wgsl */ `settings.links[${kind}].xyz`;
  const body = {
    row: /* wgsl */ `if (left && right) {
        if (top) { tie(&a, &b, ${link}); }
        if (bottom) { tie(&c, &d, ${link}); }
      }`,
    column: /* wgsl */ `if (top && bottom) {
        if (left) { tie(&a, &c, ${link}); }
        if (right) { tie(&b, &d, ${link}); }
      }`,
    cross: /* wgsl */ `if (left && right && top && bottom) {
        tie(&a, &d, ${link});
        tie(&b, &c, ${link});
      }`,
  }[along];
  return /* wgsl */ `    if (isOn(${kind})) {
      ${body}
    }
`;
}

/** Number of particles of a line in workgroup memory, rounded up to an even number so that every line starts at an even index. */
export function paddedCount(count: number): number {
  return count + (count & 1);
}

/** Number of slots of `size` particles: whole groups of eight. */
export function lineSlots(size: number): number {
  return (size + 7) & ~7;
}

/**
 * The workgroup's particles. Particle k is in slot `at(k)`. Eight slots are the width of the memory (128 bytes), so
 * threads that access every second or every fourth particle would use only half of its banks. Reversing every second
 * group of eight spreads them over all banks.
 */
export function lineWgsl(size: number): string {
  return /* wgsl */ `
var<workgroup> line: array<vec4f, ${lineSlots(size)}>;

fn at(k: u32) -> u32 {
  return k ^ ((0u - ((k >> 3u) & 1u)) & 7u);
}
`;
}
