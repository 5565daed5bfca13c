/** The optional part that limits the motion of a cloth. If `motionLimits` is not called, a bundler drops all of it. */

import { LARGEST_INPUT, SMALLEST_INPUT } from './constants.js';
import { END, limitMotion, NEXT, NORMALS, START } from './cpu/limits.js';
import { computeNormals } from './cpu/normals.js';
import type { SolverState } from './cpu/solver-state.js';
import { ClothError, requireFields, requireNumber } from './errors.js';
import { LimitsWriter } from './gpu/limits.js';
import { gridIndices } from './grid.js';
import type { MotionLimitsPart, SheetLimits } from './limits-part.js';
import { type MotionRows, movePoints, turnVectors } from './rigid-motion.js';
import type { Settings } from './settings.js';
import type { Sheet } from './sheet.js';
import { checkSkin } from './skin.js';
import type { MotionLimits, MotionLimitsOptions, Skin } from './types.js';

/** Largest radius and offset of a backstop, m: as float32, its surface is then still known to less than 1e-3 of a metre. */
const MOST_BACKSTOP = 1e6;

/** One number for all particles, or one for each. */
type Numbers = number | ArrayLike<number>;

/**
 * Limits how far the particles of a cloth may be from where an animation has them, and keeps them in front of a body; for `limits` of its
 * definition. Both hold at the end of every substep, whatever pulls or pushes; of a limit and a collider that contradict each other the
 * limit holds. Particles that a pointer holds, and pins with a `maxDistance` above 0, are not limited. Throws a `ClothError` if an option
 * is out of range.
 */
export function motionLimits(options: MotionLimitsOptions = {}): MotionLimits {
  requireFields('motionLimits', options, ['maxDistance', 'backstop']);
  const { maxDistance = Number.POSITIVE_INFINITY, backstop } = options;
  if (backstop !== undefined) requireFields('motionLimits.backstop', backstop, ['offset', 'radius']);
  const columns: readonly Column[] = [
    ['motionLimits.maxDistance', copyOf(maxDistance), LARGEST_INPUT, true],
    [
      'motionLimits.backstop.offset',
      copyOf(backstop?.offset === undefined ? 0 : backstop.offset),
      MOST_BACKSTOP,
      false,
    ],
    [
      'motionLimits.backstop.radius',
      copyOf(backstop === undefined ? 0 : backstop.radius),
      MOST_BACKSTOP,
      false,
    ],
  ];
  for (const column of columns) check(column);
  let limits: Limits | null = null;
  let scale = 1;
  const current = () => {
    if (limits === null) throw new ClothError('motionLimits', 'no cloth', 'to be the part of a cloth first');
    return limits;
  };
  const part: MotionLimitsPart = {
    fixed(sheet) {
      for (const [field, numbers] of columns)
        if (typeof numbers !== 'number' && numbers.length !== sheet.particleCount)
          throw new ClothError(`${field}.length`, numbers.length, `${sheet.particleCount} (one a particle)`);
      const distance = columns[0][1];
      const ids = Array.from({ length: sheet.particleCount }, (_, id) => id);
      return ids.filter((id) => at(distance, id) === 0);
    },
    weave(sheet, position) {
      const made = new Limits(sheet, position, columns, scale, backstop !== undefined, () => {
        limits = made;
      });
      return { ...sheet, limits: made };
    },
    get scale() {
      return scale;
    },
    setScale(value) {
      requireNumber('scale', value, 0, LARGEST_INPUT);
      scale = value;
      limits?.rescale(value);
    },
    move: (skin) => current().move(skin, false),
    place: (skin) => current().move(skin, true),
  };
  return Object.freeze(part);
}

/** A limit: its name in messages, its numbers, their largest value, and whether they may also be infinite. */
type Column = readonly [field: string, numbers: Numbers, most: number, isEndless: boolean];

const at = (numbers: Numbers, id: number) => (typeof numbers === 'number' ? numbers : numbers[id]);

/** A copy of a list, which its owner may change. What is no list is returned, and refused by `check`. */
function copyOf(numbers: Numbers): Numbers {
  return typeof numbers === 'object' && numbers !== null && typeof numbers.length === 'number'
    ? Array.from(numbers)
    : numbers;
}

function check([field, numbers, most, isEndless]: Column): void {
  const one = (name: string, value: unknown) => {
    if (!(isEndless && value === Number.POSITIVE_INFINITY)) requireNumber(name, value, 0, most);
  };
  if (Array.isArray(numbers))
    numbers.forEach((value, id) => {
      one(`${field}[${id}]`, value);
    });
  else one(field, numbers);
}

class Limits implements SheetLimits {
  readonly begin: () => void;
  readonly gpu: LimitsWriter;
  /** The regions of cpu/limits.ts. */
  readonly #words: Float32Array<ArrayBuffer>;
  readonly #count: number;
  readonly #maxDistance: Numbers;
  readonly #hasBackstop: boolean;
  /** Frames in which the skin moves: one if it is asked to, and another one that brings it to rest. */
  #left = 0;

  constructor(
    sheet: Sheet,
    position: Float32Array,
    columns: readonly Column[],
    scale: number,
    hasBackstop: boolean,
    begin: () => void,
  ) {
    this.begin = begin;
    this.#count = sheet.particleCount;
    this.#hasBackstop = hasBackstop;
    this.#words = new Float32Array(4 * this.#count * (1 + NEXT + (hasBackstop ? NORMALS : 0)));
    for (let id = 0; id < this.#count; id++)
      columns.forEach(([, numbers], k) => {
        this.#words[4 * id + k] = Math.min(at(numbers, id), LARGEST_INPUT);
      });
    this.#maxDistance = columns[0][1];
    this.#scale(scale);
    const normals = new Float32Array(position.length);
    if (hasBackstop) computeNormals(position, sheet.isMesh ? sheet.triangles : gridIndices(sheet), normals);
    for (const region of [START, END, NEXT]) {
      this.#region(region).set(position);
      if (hasBackstop) this.#region(region + NORMALS).set(normals);
    }
    this.gpu = new LimitsWriter(sheet, this.#words, hasBackstop);
  }

  get isMoving(): boolean {
    return this.#left > 0;
  }

  /** Scales the largest distances from now on. */
  rescale(scale: number): void {
    this.#scale(scale);
    this.gpu.writeLimits();
    // what it moves is measured like what the skin moves
    this.#left = 2;
  }

  /** Writes the scaled largest distances. That of 0 stays, and no other becomes 0, which is the mark of a pin that follows the skin. */
  #scale(scale: number): void {
    for (let id = 0; id < this.#count; id++) {
      const most = at(this.#maxDistance, id);
      if (most > 0 && most < Number.POSITIVE_INFINITY)
        this.#words[4 * id] = Math.min(Math.max(most * scale, SMALLEST_INPUT), LARGEST_INPUT);
    }
  }

  /** Moves the skin in the next frame, or puts it there at once. */
  move(skin: Skin, isAtOnce: boolean): void {
    const buffers = checkSkin(skin, this.#count, this.#hasBackstop, this.gpu.takesBuffers);
    const regions = isAtOnce ? [END, NEXT] : [NEXT];
    if (buffers !== null) this.gpu.copy(buffers, regions);
    else
      for (const region of regions) {
        this.#write(region, skin.positions as ArrayLike<number>);
        if (this.#hasBackstop) this.#write(region + NORMALS, skin.normals as ArrayLike<number>);
        this.gpu.write(region);
      }
    this.#left = 2;
  }

  #region(region: number): Float32Array {
    const words = 4 * this.#count;
    return this.#words.subarray(words * region, words * (region + 1));
  }

  #write(region: number, xyz: ArrayLike<number>): void {
    const words = this.#words;
    let o = 4 * this.#count * region;
    for (let k = 0; k < xyz.length; k += 3, o += 4) {
      words[o] = xyz[k];
      words[o + 1] = xyz[k + 1];
      words[o + 2] = xyz[k + 2];
    }
  }

  starts(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    return true;
  }

  resume(): void {
    this.#left = 2;
  }

  aim(velocity: Float32Array): void {
    const words = this.#words;
    const size = 4 * this.#count;
    for (const region of this.#hasBackstop ? [0, NORMALS] : [0]) {
      const first = size * region;
      words.copyWithin(first + size * START, first + size * END, first + size * (NEXT + 1));
    }
    for (let o = 0; o < size; o += 4)
      if (words[o] === 0 && velocity[o + 3] === 0)
        for (let axis = 0; axis < 3; axis++) velocity[o + axis] = words[size * NEXT + o + axis];
  }

  apply(
    state: SolverState,
    settings: Settings,
    o: number,
    substep: number,
    total: number,
    moved: Float64Array,
  ): void {
    limitMotion(this.#words, 4 * this.#count, this.#hasBackstop, state, settings.h, o, substep, total, moved);
  }

  carry(rows: MotionRows): void {
    const size = 4 * this.#count;
    movePoints(rows, this.#words.subarray(size * START, size * (NEXT + 1)));
    if (this.#hasBackstop) turnVectors(rows, this.#words.subarray(size * (NORMALS + START)));
  }
}
