/**
 * Self-collision on the CPU, with particles as balls. Interaction of layers: [Bridson 2002, "Robust Treatment of Collisions, Contact and
 * Friction for Cloth Animation", sec. 4]. Method: [Macklin 2014, "Unified Particle Physics", sec. 4 and 6.1]. It runs after the
 * constraints of each substep and before tethers and colliders.
 *
 * Pairs are searched in every substep. Substeps are so short that only particles that are near at the end can have met [Macklin 2019].
 * The search uses a hash of cells that are two minimum distances d wide [Green 2010, "Particle Simulation using CUDA"; Teschner 2003]. At
 * most eight cells are within d of a particle. A cell may hold any number of particles, and none is left out.
 *
 * Let r0 be the vector from the second particle of a pair to the first before the substep, and r the same vector now. The separations
 * (distance minus d) before and now are
 *
 *   phi0 = |r0| - d,   n = r / |r|, or r0 / |r0| if r . r0 < 0 (they have passed each other),   phi = r . n - d
 *
 * If phi < 0 and the rest distance is above FOLD_SHARE d, or the particles are on two pieces or sides of a tear (tears.ts), the approach
 * within the substep is undone, as with colliders. Up to B of the penetration before the substep is removed too:
 *
 *   o = clamp(-phi0, 0, B),   B = min(BORNE_LAYERS |push|, PUSH_SPEED) h
 *   b = min(max(phi0 - phi, 0) + o, -phi),   e = min(-phi - b, PUSH_SPEED h - o)
 *   t = (r - r0) minus its part along n,   f = min(friction b / |t|, 1)
 *   c = (b + e) n - f t,   x1 += s w1 c / (w1 + w2),   x2 -= s w2 c / (w1 + w2)
 *
 * e also moves x*, so it does not change velocities. o does change them, and this carries weight. An impact propagates by one layer per
 * substep. Without o, a layer on many others that all fall at the same speed would never approach any of them, and would sink through
 * them. With o, layers that are pressed into each other push back like springs. Without load (push = 0), B is 0, and particles that start
 * too near are separated without a velocity.
 *
 * All pairs are computed from the same positions (Jacobi), so the corrections of one particle must be shared among its pairs. With
 * q = -phi / d the overlap of a pair, and W the sum of w over the pairs of a particle,
 *
 *   w = q / (q + q0),   q0 = SHARE_LAYERS |push| h / d,   s = w / max(W1, W2)
 *
 * A single pair separates at once. No particle moves by more than its deepest overlap. Both particles of a pair have the same s, so
 * momentum is conserved. A contact that has just begun has almost no share, so contacts begin and end smoothly. Contacts at rest have
 * about equal shares. If s were proportional to q, a particle pressed by qA from one side and by qB from the other would move by
 * (qA^2 - qB^2) / (qA + qB) = qA - qB. This is twice the way to the middle, so the particle would move from side to side in every substep.
 */

import { MAX_CELL, MIN_LENGTH_SQUARED, MOST_WEIGHT, PUSH_SPEED, WEIGHT_PARTS } from '../constants.js';
import { areDetached } from '../pieces.js';
import { bucketCount, HASH_FACTORS } from '../self-collision.js';
import type { Settings } from '../settings.js';
import { restSquared, type Sheet } from '../sheet.js';
import type { SolverState } from './solver-state.js';

/** Result of `findContact` for a pair: phi, phi0, n, and r - r0. Overwritten by each call. */
const found = { phi: 0, before: 0, nx: 0, ny: 0, nz: 0, mx: 0, my: 0, mz: 0 };
/** Result of `findCorrection`: b n - f t, and e n. */
const correction = { x: 0, y: 0, z: 0, pushX: 0, pushY: 0, pushZ: 0 };

/** Called for each contact: the contact with `other` moves the particle at offset o by (x, y, z) metres, without the part of e. */
export type ContactListener = (o: number, other: number, x: number, y: number, z: number) => void;

/** The hash and the pairs of a cloth. They are kept between substeps only to reuse their memory. */
export class SelfCollision {
  readonly #sheet: Sheet;
  /** First particle of each bucket's list; `#next` has the particle that follows each particle. -1 ends a list. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  /** Cell of each particle, xyz. */
  readonly #cell: Int32Array;
  /** Sum of the weights of each particle's contacts, in parts. */
  readonly #weight: Float64Array;
  /** Displacement of each particle, and the part of it that comes from e, xyz. */
  readonly #shift: Float64Array;
  readonly #push: Float64Array;
  /** Particle ids, two per pair; grows. */
  #pairs: Int32Array = new Int32Array(256);
  #pairWords = 0;

  constructor(sheet: Sheet) {
    const count = sheet.particleCount;
    this.#sheet = sheet;
    this.#first = new Int32Array(bucketCount(sheet));
    this.#next = new Int32Array(count);
    this.#cell = new Int32Array(3 * count);
    this.#weight = new Float64Array(count);
    this.#shift = new Float64Array(3 * count);
    this.#push = new Float64Array(3 * count);
  }

  /** Separates particles that are too near each other. */
  separate(state: SolverState, settings: Settings, onContact?: ContactListener): void {
    this.#findPairs(state, settings);
    if (this.#pairWords > 0) this.#apply(state, settings, onContact);
  }

  /** Finds every pair once, each particle with those of lower id, and the sums of their weights. */
  #findPairs(state: SolverState, settings: Settings): void {
    const { position } = state;
    const d = settings.selfDistance;
    const perCell = 1 / (2 * d);
    this.#pairWords = 0;
    this.#weight.fill(0);
    this.#first.fill(-1);
    for (let id = 0; id < this.#next.length; id++) {
      const x = position[4 * id];
      const y = position[4 * id + 1];
      const z = position[4 * id + 2];
      const lastX = cellOf(x + d, perCell);
      const lastY = cellOf(y + d, perCell);
      const lastZ = cellOf(z + d, perCell);
      for (let cz = cellOf(z - d, perCell); cz <= lastZ; cz++)
        for (let cy = cellOf(y - d, perCell); cy <= lastY; cy++)
          for (let cx = cellOf(x - d, perCell); cx <= lastX; cx++)
            this.#lookInto(state, settings, id, cx, cy, cz);
      const cx = cellOf(x, perCell);
      const cy = cellOf(y, perCell);
      const cz = cellOf(z, perCell);
      this.#cell[3 * id] = cx;
      this.#cell[3 * id + 1] = cy;
      this.#cell[3 * id + 2] = cz;
      const bucket = this.#bucketOf(cx, cy, cz);
      this.#next[id] = this.#first[bucket];
      this.#first[bucket] = id;
    }
  }

  #bucketOf(cx: number, cy: number, cz: number): number {
    const [fx, fy, fz] = HASH_FACTORS;
    return (Math.imul(cx, fx) ^ Math.imul(cy, fy) ^ Math.imul(cz, fz)) & (this.#first.length - 1);
  }

  /** Adds the pairs of a particle with the particles that are already in a cell. */
  #lookInto(state: SolverState, settings: Settings, id: number, cx: number, cy: number, cz: number): void {
    const cell = this.#cell;
    for (let other = this.#first[this.#bucketOf(cx, cy, cz)]; other >= 0; other = this.#next[other]) {
      // another cell may share the list
      if (cell[3 * other] !== cx || cell[3 * other + 1] !== cy || cell[3 * other + 2] !== cz) continue;
      if (!findContact(state, this.#sheet, settings, other, id)) continue;
      const parts = weightParts(settings);
      this.#weight[id] = Math.min(this.#weight[id] + parts, MOST_WEIGHT);
      this.#weight[other] = Math.min(this.#weight[other] + parts, MOST_WEIGHT);
      if (this.#pairWords === this.#pairs.length) {
        const grown = new Int32Array(2 * this.#pairs.length);
        grown.set(this.#pairs);
        this.#pairs = grown;
      }
      this.#pairs[this.#pairWords++] = other;
      this.#pairs[this.#pairWords++] = id;
    }
  }

  #apply(state: SolverState, settings: Settings, onContact?: ContactListener): void {
    const { position, predicted } = state;
    const shift = this.#shift.fill(0);
    const push = this.#push.fill(0);
    for (let k = 0; k < this.#pairWords; k += 2) {
      const a = this.#pairs[k];
      const b = this.#pairs[k + 1];
      findContact(state, this.#sheet, settings, a, b);
      const share = weightParts(settings) / Math.max(this.#weight[a], this.#weight[b]);
      const w1 = position[4 * a + 3];
      const w2 = position[4 * b + 3];
      findCorrection(settings);
      addCorrection(shift, push, 3 * a, (share * w1) / (w1 + w2));
      addCorrection(shift, push, 3 * b, (-share * w2) / (w1 + w2));
      if (onContact === undefined) continue;
      const { x, y, z } = correction;
      for (const [id, other, weight] of [
        [a, b, (share * w1) / (w1 + w2)],
        [b, a, (-share * w2) / (w1 + w2)],
      ])
        onContact(4 * id, other, weight * x, weight * y, weight * z);
    }
    for (let o = 0, k = 0; o < position.length; o += 4, k += 3)
      for (let axis = 0; axis < 3; axis++) {
        position[o + axis] += shift[k + axis];
        predicted[o + axis] += push[k + axis];
      }
  }
}

/** Index of the cell at a coordinate. */
function cellOf(coordinate: number, perCell: number): number {
  return Math.min(Math.max(Math.floor(coordinate * perCell), -MAX_CELL), MAX_CELL);
}

/** The weight w of the contact in `found`, in whole parts, at least one. */
function weightParts({ selfDistance, shareOverlap }: Settings): number {
  const overlap = Math.max(-found.phi / selfDistance, 0);
  return Math.floor((overlap / (overlap + shareOverlap)) * WEIGHT_PARTS) + 1;
}

/** Computes the correction of the contact in `found`, before it is multiplied by its share. */
function findCorrection({ selfFriction, h, bearing }: Settings): void {
  const { phi, before, nx, ny, nz, mx, my, mz } = found;
  const borne = Math.min(Math.max(-before, 0), bearing);
  const b = Math.min(Math.max(before - phi, 0) + borne, -phi);
  const e = Math.min(-phi - b, PUSH_SPEED * h - borne);
  const through = mx * nx + my * ny + mz * nz;
  const tx = mx - through * nx;
  const ty = my - through * ny;
  const tz = mz - through * nz;
  const slip = Math.sqrt(Math.max(tx * tx + ty * ty + tz * tz, MIN_LENGTH_SQUARED));
  const held = Math.min((selfFriction * b) / slip, 1);
  correction.x = b * nx - held * tx;
  correction.y = b * ny - held * ty;
  correction.z = b * nz - held * tz;
  correction.pushX = e * nx;
  correction.pushY = e * ny;
  correction.pushZ = e * nz;
}

/** Adds `weight` times the correction at offset k: all of it to `shift`, and the part of e to `push`. */
function addCorrection(shift: Float64Array, push: Float64Array, k: number, weight: number): void {
  const { x, y, z, pushX, pushY, pushZ } = correction;
  shift[k] += weight * (x + pushX);
  shift[k + 1] += weight * (y + pushY);
  shift[k + 2] += weight * (z + pushZ);
  push[k] += weight * pushX;
  push[k + 1] += weight * pushY;
  push[k + 2] += weight * pushZ;
}

/** Whether particles a < b are too near each other. If so, fills `found`. */
function findContact(state: SolverState, sheet: Sheet, settings: Settings, a: number, b: number): boolean {
  const { position } = state;
  const { selfDistance, nearSquared } = settings;
  const rx = position[4 * a] - position[4 * b];
  const ry = position[4 * a + 1] - position[4 * b + 1];
  const rz = position[4 * a + 2] - position[4 * b + 2];
  const squared = rx * rx + ry * ry + rz * rz;
  if (!(squared < selfDistance * selfDistance)) return false;
  const rest = restSquared(sheet, a, b);
  const d = rest > nearSquared ? selfDistance : Math.min(selfDistance, Math.sqrt(rest));
  if (rest <= nearSquared && !(squared < d * d && areApart(sheet, a, b))) return false;
  if (position[4 * a + 3] + position[4 * b + 3] === 0) return false;
  const sx = startOf(state, settings, 4 * a, 0) - startOf(state, settings, 4 * b, 0);
  const sy = startOf(state, settings, 4 * a, 1) - startOf(state, settings, 4 * b, 1);
  const sz = startOf(state, settings, 4 * a, 2) - startOf(state, settings, 4 * b, 2);
  const startSquared = sx * sx + sy * sy + sz * sz;
  const hasPassed = rx * sx + ry * sy + rz * sz < 0 || squared < MIN_LENGTH_SQUARED;
  const length = Math.sqrt(Math.max(hasPassed ? startSquared : squared, MIN_LENGTH_SQUARED));
  // at the same position before and now: the first particle moves up
  const isOnePlace = hasPassed && startSquared < MIN_LENGTH_SQUARED;
  found.nx = isOnePlace ? 0 : (hasPassed ? sx : rx) / length;
  found.ny = isOnePlace ? 1 : (hasPassed ? sy : ry) / length;
  found.nz = isOnePlace ? 0 : (hasPassed ? sz : rz) / length;
  found.phi = rx * found.nx + ry * found.ny + rz * found.nz - d;
  found.before = Math.sqrt(startSquared) - d;
  found.mx = rx - sx;
  found.my = ry - sy;
  found.mz = rz - sz;
  return true;
}

/** Whether particles a < b that are near each other at rest are on two pieces, or on two sides of a tear. */
const areApart = (sheet: Sheet, a: number, b: number) =>
  areDetached(sheet, a, b) || sheet.tears?.state.areApart(a, b) === true;

/** A coordinate of the particle at offset o before the substep. */
function startOf(
  { position, velocity, predicted }: SolverState,
  { h }: Settings,
  o: number,
  axis: number,
): number {
  return position[o + 3] === 0 ? predicted[o + axis] : predicted[o + axis] - h * velocity[o + axis];
}
