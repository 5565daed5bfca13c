/** Constraints within workgroup memory, shared by the fused kernels: one call is one colour of one direction. */

import { STRETCH_ROW } from '../schedule.js';

/** A set of equal lines in workgroup memory: line l starts at l * lineStride, its particles are `stride` apart. */
export interface LineLayout {
  /** Name of the generated function's prefix: rows or columns. */
  readonly name: string;
  /** Particles in a line. */
  readonly length: number;
  /** Lines in the workgroup. */
  readonly lines: number;
  readonly stride: number;
  readonly lineStride: number;
  /** STRETCH_ROW or STRETCH_COLUMN; bending is the same direction's. */
  readonly stretchKind: number;
  readonly bendKind: number;
  /** Threads of the workgroup. */
  readonly threads: number;
  /** Whether neighbouring threads take neighbouring lines rather than neighbouring links. */
  readonly acrossLines: boolean;
}

/** Number of links of a stretch colour and of a bend colour in a line of `length` particles. */
function linkCount(length: number, isBend: boolean, colour: number): number {
  if (!isBend) return (length - colour) >> 1;
  const starts = length - 2 - 2 * colour;
  return starts <= 0 ? 0 : 2 * (starts >> 2) + Math.min(starts & 3, 2);
}

/** `fn <name>Links(t)`: the four colours of the lines, with a barrier before each and none behind the last. */
export function lineLinksWgsl(layout: LineLayout): string {
  const { name, length, lines, stride, lineStride, threads, acrossLines } = layout;
  const colours = [false, true].flatMap((isBend) =>
    [0, 1].map((colour) => {
      const count = linkCount(length, isBend, colour);
      const kind = isBend ? layout.bendKind : layout.stretchKind;
      const link = acrossLines ? `c / ${lines}u` : `c % ${count}u`;
      const line = acrossLines ? `c % ${lines}u` : `c / ${count}u`;
      const start = isBend ? `${2 * colour}u + 4u * (k >> 1u) + (k & 1u)` : `${colour}u + 2u * k`;
      const reach = (isBend ? 2 : 1) * stride;
      return count === 0
        ? ''
        : /* wgsl */ `
  if (settings.links[${kind}].y >= 0.0) {
    workgroupBarrier();
    let link = settings.links[${kind}].xy;
    for (var c = t; c < ${count * lines}u; c += ${threads}u) {
      let k = ${link};
      let first = (${line}) * ${lineStride}u + (${start}) * ${stride}u;
      linePair(first, first + ${reach}u, link);
    }
  }`;
    }),
  );
  const direction = layout.stretchKind === STRETCH_ROW ? 'a row' : 'a column';
  return /* wgsl */ `
// All links within ${direction}.
fn ${name}Links(t: u32) {${colours.join('')}
}
`;
}

/** Particles of a line in workgroup memory, rounded up to an even number so that every line starts at an even place. */
export function paddedCount(count: number): number {
  return count + (count & 1);
}

/** Slots that `size` particles take up. */
export function lineSlots(size: number): number {
  return (size + 15) & ~15;
}

/**
 * The workgroup's particles and the constraint between two of them. Particle k is in slot `at(k)`: eight slots are the
 * width of the memory (128 bytes), so links that start at every other or every fourth particle would meet in half of
 * its banks; turning round every second group of eight spreads them over all.
 */
export function linePairWgsl(size: number): string {
  return /* wgsl */ `
var<workgroup> line: array<vec4f, ${lineSlots(size)}>;

fn at(k: u32) -> u32 {
  return k ^ ((0u - ((k >> 3u) & 1u)) & 7u);
}

fn linePair(first: u32, second: u32, link: vec2f) {
  let slotA = at(first);
  let slotB = at(second);
  let a = line[slotA];
  let b = line[slotB];
  let p = pull(a, b, link);
  line[slotA] = pulledFirst(a, p);
  line[slotB] = pulledSecond(b, p);
}
`;
}
