/**
 * Groups of jointed bodies that were put into each other, such as two ragdolls in one place, are moved apart as wholes. Pushed apart body
 * by body they hook into each other: a limb lies on either side of a foreign one, and the contacts push against each other forever.
 *
 * Two groups part along the direction in which they are apart soonest, out of sixteen. With the spheres about their bodies (centre c,
 * radius r), the second group must move by
 *
 *     max over the first of (c.d + r) - min over the second of (c.d - r)
 *
 * to be apart along d. While they move along d, d stays the best direction. The ways of all pairs, and the walls that groups must not be
 * moved into, are solved one after the other in a few rounds: each pair by the masses of its groups. No velocity changes, and no joint
 * opens. Meanwhile the contacts between the two groups are solved as if the bodies just touched.
 */
import {
  BODY_STRIDE,
  CONTACT_EMBEDDED,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  CX,
  CY,
  DAMPING_STRIDE,
  DX,
  DY,
  EXTENT,
  INV_MASS,
  POINT_STRIDE,
  POINT0,
  SEPARATION,
  type SolverWorld,
} from '@otedama/rigid';
import { gapOf } from '../contact-gap.js';
import type { ContactOrder } from '../contact-order.js';
import {
  type FrameRows,
  GAP,
  N_X,
  N_Y,
  P1,
  P2,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  rowStart,
} from '../frame-rows.js';
import { EMBEDDED_END, PARTING_ROUNDS, PARTING_SPEED } from '../soft-constants.js';
import type { JointGroups } from './joint-groups.js';

/** Axes of the directions: half of the sixteen; the others are opposite to them. */
const axes = Float64Array.from(
  [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
    [2, 1],
    [-2, 1],
    [1, 2],
    [-1, 2],
  ].flatMap(([x, y]) => [x / Math.sqrt(x * x + y * y), y / Math.sqrt(x * x + y * y)]),
);
const AXES: number = axes.length / 2;

/** Doubles per pair: direction in which the second group moves, unit vector; way that the groups should move apart in this step, m. */
const PAIR_STRIDE = 3;
/** Doubles per wall: unit normal from the group into the wall; gap, m, not below 0. */
const WALL_STRIDE = 3;

/** Parts the groups of one solver. */
export class PartedGroups {
  /** The pairs: both groups, the lower one first. */
  #groups = new Int32Array(0);
  #pairs = new Float64Array(0);
  #count = 0;
  /** Places of the pairs in a hash table of a power of two, -1 for none. */
  #table = new Int32Array(0);
  /** The walls that a group of a pair touches, and its group. */
  #walls = new Float64Array(0);
  #wallGroups = new Int32Array(0);
  #wallCount = 0;
  /** By group and axis: the least and the greatest coordinate of its bodies, m. */
  #spans = new Float64Array(0);
  /** By group: the way that it is moved, m. */
  #ways = new Float64Array(0);
  /** Maximum way of a group in this step, m: in an array, because a computed number that is passed on would be allocated. */
  readonly #reach = new Float64Array(1);
  /** By group: whether it is in a pair. */
  #isParted = new Uint8Array(0);

  /** Makes room for the rows of a step and the groups of a world, of which there are not more than joints. */
  reserve(rows: number, { joints: { slots, capacity } }: SolverWorld): void {
    if (slots > this.#isParted.length) {
      this.#isParted = new Uint8Array(capacity);
      this.#ways = new Float64Array(2 * capacity);
      this.#spans = new Float64Array(2 * AXES * capacity);
    }
    if (2 * rows <= this.#groups.length) return;
    this.#groups = new Int32Array(4 * rows);
    this.#pairs = new Float64Array(2 * rows * PAIR_STRIDE);
    this.#walls = new Float64Array(2 * rows * WALL_STRIDE);
    this.#wallGroups = new Int32Array(2 * rows);
    let length = 64;
    while (length < 4 * rows) length *= 2;
    this.#table = new Int32Array(length);
  }

  /**
   * Moves the free groups that have embedded contacts with each other. All overlaps between such groups become embedded.
   * @param dt the step, s
   */
  part(rows: FrameRows, order: ContactOrder, world: SolverWorld, groups: JointGroups, dt: number): void {
    if (!this.#findPairs(rows, order, world, groups)) return;
    this.#closeRows(rows, order, world, groups);
    this.#measure(world, groups);
    this.#reach[0] = PARTING_SPEED * dt;
    for (let n = 0; n < this.#count; n++) this.#aim(n);
    this.#solve(groups);
    this.#move(world, groups);
  }

  /** Place of a pair in the hash table: of the pair if it is there, otherwise free. */
  #placeOf(p: number, q: number): number {
    const table = this.#table;
    const mask = table.length - 1;
    let place = (Math.imul(p, 0x9e3779b1) ^ Math.imul(q, 0x85ebca6b)) & mask;
    for (; table[place] >= 0; place = (place + 1) & mask) {
      const n = 2 * table[place];
      if (this.#groups[n] === p && this.#groups[n + 1] === q) break;
    }
    return place;
  }

  /** Finds the pairs of free groups that have an embedded contact, with its depth as their way. Returns whether there are any. */
  #findPairs(
    { index }: FrameRows,
    order: ContactOrder,
    { contacts }: SolverWorld,
    groups: JointGroups,
  ): boolean {
    const { of, isHeld } = groups;
    this.#count = 0;
    for (let k = 0; k < order.moving; k++) {
      const ri = k * ROW_INDEX_STRIDE;
      if (index[ri + ROW_COUNT] === 0) continue;
      const slot = index[ri + ROW_SLOT];
      if ((contacts.index[slot * CONTACT_INDEX_STRIDE + CONTACT_FLAGS] & CONTACT_EMBEDDED) === 0) continue;
      const a = of[index[ri + ROW_A] / BODY_STRIDE];
      const b = of[index[ri + ROW_B] / BODY_STRIDE];
      if (a < 0 || b < 0 || a === b || (isHeld[a] | isHeld[b]) !== 0) continue;
      if (this.#count === 0) {
        this.#table.fill(-1);
        this.#isParted.fill(0, 0, groups.count);
      }
      const p = Math.min(a, b);
      const q = Math.max(a, b);
      const place = this.#placeOf(p, q);
      if (this.#table[place] < 0) {
        const n = this.#count++;
        this.#table[place] = n;
        this.#groups[2 * n] = p;
        this.#groups[2 * n + 1] = q;
        this.#pairs[n * PAIR_STRIDE + 2] = 0;
        this.#isParted[p] = 1;
        this.#isParted[q] = 1;
      }
      const o = this.#table[place] * PAIR_STRIDE + 2;
      this.#pairs[o] = Math.max(this.#pairs[o], -gapOf(contacts, slot));
    }
    return this.#count > 0;
  }

  /** Takes the overlaps out of the rows between the groups of pairs, and lists the walls that these groups touch. */
  #closeRows(rows: FrameRows, order: ContactOrder, world: SolverWorld, { of, isHeld }: JointGroups): void {
    const { index, data } = rows;
    const { contacts, bodies } = world;
    this.#wallCount = 0;
    for (let k = 0; k < order.count; k++) {
      const ri = k * ROW_INDEX_STRIDE;
      const points = index[ri + ROW_COUNT];
      if (points === 0) continue;
      const bodyA = index[ri + ROW_A];
      const bodyB = index[ri + ROW_B];
      const a = of[bodyA / BODY_STRIDE];
      const b = of[bodyB / BODY_STRIDE];
      const slot = index[ri + ROW_SLOT];
      const o = rowStart(k);
      const isPartedA = a >= 0 && this.#isParted[a] !== 0;
      const isPartedB = b >= 0 && this.#isParted[b] !== 0;
      const isWallA = a >= 0 ? isHeld[a] !== 0 : bodies.mass[bodyA + INV_MASS] === 0;
      const isWallB = b >= 0 ? isHeld[b] !== 0 : bodies.mass[bodyB + INV_MASS] === 0;
      if ((isPartedA && isWallB) || (isPartedB && isWallA)) {
        const n = this.#wallCount++;
        const sign = isPartedA ? 1 : -1;
        this.#wallGroups[n] = isPartedA ? a : b;
        this.#walls[n * WALL_STRIDE] = sign * data[o + N_X];
        this.#walls[n * WALL_STRIDE + 1] = sign * data[o + N_Y];
        this.#walls[n * WALL_STRIDE + 2] = Math.max(gapOf(contacts, slot), 0);
      }
      if (!isPartedA || !isPartedB || a === b) continue;
      if (this.#table[this.#placeOf(Math.min(a, b), Math.max(a, b))] < 0) continue;
      if (gapOf(contacts, slot) < -EMBEDDED_END) contacts.embed(slot);
      contacts.kept[slot] = -1;
      for (let j = 0; j < points; j++) {
        const gap = contacts.data[slot * CONTACT_STRIDE + POINT0 + j * POINT_STRIDE + SEPARATION];
        if (gap < 0) data[o + P1 + j * (P2 - P1) + GAP] -= gap;
      }
    }
  }

  /** Measures the spans of the groups along the axes. */
  #measure({ bodies }: SolverWorld, { of, count }: JointGroups): void {
    const { awake, awakeCount, pose, damping } = bodies;
    const spans = this.#spans;
    for (let n = 0; n < AXES * count; n++) {
      spans[2 * n] = Number.POSITIVE_INFINITY;
      spans[2 * n + 1] = Number.NEGATIVE_INFINITY;
    }
    for (let k = 0; k < awakeCount; k++) {
      const body = awake[k];
      const group = of[body];
      if (group < 0 || this.#isParted[group] === 0) continue;
      const x = pose[body * BODY_STRIDE + CX];
      const y = pose[body * BODY_STRIDE + CY];
      const radius = damping[body * DAMPING_STRIDE + EXTENT];
      for (let axis = 0; axis < AXES; axis++) {
        const place = x * axes[2 * axis] + y * axes[2 * axis + 1];
        const n = 2 * (group * AXES + axis);
        if (place - radius < spans[n]) spans[n] = place - radius;
        if (place + radius > spans[n + 1]) spans[n + 1] = place + radius;
      }
    }
  }

  /** Chooses the direction of a pair. */
  #aim(n: number): void {
    const spans = this.#spans;
    const p = 2 * AXES * this.#groups[2 * n];
    const q = 2 * AXES * this.#groups[2 * n + 1];
    const o = n * PAIR_STRIDE;
    let least = Number.POSITIVE_INFINITY;
    for (let axis = 0; axis < AXES; axis++) {
      const ahead = spans[p + 2 * axis + 1] - spans[q + 2 * axis];
      const back = spans[q + 2 * axis + 1] - spans[p + 2 * axis];
      const way = Math.min(ahead, back);
      if (way >= least) continue;
      least = way;
      const sign = ahead <= back ? 1 : -1;
      this.#pairs[o] = sign * axes[2 * axis];
      this.#pairs[o + 1] = sign * axes[2 * axis + 1];
    }
    this.#pairs[o + 2] = Math.min(this.#pairs[o + 2], this.#reach[0]);
  }

  /** Finds the ways of the groups. */
  #solve({ count, masses }: JointGroups): void {
    const ways = this.#ways;
    const pairs = this.#pairs;
    const walls = this.#walls;
    ways.fill(0, 0, 2 * count);
    for (let round = 0; round < PARTING_ROUNDS; round++) {
      for (let n = 0; n < this.#count; n++) {
        const o = n * PAIR_STRIDE;
        const p = this.#groups[2 * n];
        const q = this.#groups[2 * n + 1];
        const x = pairs[o];
        const y = pairs[o + 1];
        const rest = pairs[o + 2] - x * (ways[2 * q] - ways[2 * p]) - y * (ways[2 * q + 1] - ways[2 * p + 1]);
        if (rest <= 0) continue;
        const share = rest / (masses[p] + masses[q]);
        ways[2 * p] -= share * masses[q] * x;
        ways[2 * p + 1] -= share * masses[q] * y;
        ways[2 * q] += share * masses[p] * x;
        ways[2 * q + 1] += share * masses[p] * y;
      }
      for (let n = 0; n < this.#wallCount; n++) {
        const o = n * WALL_STRIDE;
        const group = this.#wallGroups[n];
        const excess = walls[o] * ways[2 * group] + walls[o + 1] * ways[2 * group + 1] - walls[o + 2];
        if (excess <= 0) continue;
        ways[2 * group] -= excess * walls[o];
        ways[2 * group + 1] -= excess * walls[o + 1];
      }
    }
  }

  /** Moves the bodies by the ways of their groups, which it limits. */
  #move({ bodies }: SolverWorld, { of, count }: JointGroups): void {
    const { awake, awakeCount, motion } = bodies;
    const largest = this.#reach[0];
    const ways = this.#ways;
    for (let group = 0; group < count; group++) {
      const x = ways[2 * group];
      const y = ways[2 * group + 1];
      const way = Math.sqrt(x * x + y * y);
      if (way <= largest) continue;
      ways[2 * group] *= largest / way;
      ways[2 * group + 1] *= largest / way;
    }
    for (let k = 0; k < awakeCount; k++) {
      const group = of[awake[k]];
      if (group < 0 || this.#isParted[group] === 0) continue;
      motion[awake[k] * BODY_STRIDE + DX] += ways[2 * group];
      motion[awake[k] * BODY_STRIDE + DY] += ways[2 * group + 1];
    }
    bodies.isSettled = false;
  }
}
