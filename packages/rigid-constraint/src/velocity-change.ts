/**
 * Warm start of the second and later substeps, by bodies instead of by contacts.
 *
 * Rows keep their arms and masses for a whole step. So the change that the contacts of a body made to its velocity v = (v_x, v_y, w) in
 * one substep is the sum of all impulses at the end of the substep,
 *
 *     v_end - v_start = sum of M^-1 J^T lambda
 *
 * and a warm start of the next substep would add the same, contact by contact. Adding the difference costs three numbers per body instead
 * of a pass over all rows. Equal and opposite parts stay equal and opposite, since each came from one impulse. This holds while nothing
 * else changes velocities between start and end. Joints do, because their rows turn with their bodies: with joints every substep warm
 * starts by rows. The impulses that the rows of a shock give back (`shocks.ts`) are added to the start velocity.
 */
import { BODY_STRIDE, type BodyStore, VX, VY, W } from '@otedama/rigid';

/** Velocities of a list of bodies before the contacts of a substep act. The list stays the same through a step. */
export class VelocityChange {
  /** `VX VY W` of body k of the list at 3 k. */
  #start = new Float64Array(3 * 64);
  /** Place in the list, by slot. */
  #places = new Int32Array(64);

  /** Stores the velocities before the contacts of the first substep act. */
  begin({ motion, capacity }: BodyStore, slots: Int32Array, count: number): void {
    if (3 * count > this.#start.length) this.#start = new Float64Array(6 * count);
    if (capacity > this.#places.length) this.#places = new Int32Array(capacity);
    const start = this.#start;
    for (let k = 0; k < count; k++) {
      const o = slots[k] * BODY_STRIDE;
      this.#places[slots[k]] = k;
      start[3 * k] = motion[o + VX];
      start[3 * k + 1] = motion[o + VY];
      start[3 * k + 2] = motion[o + W];
    }
  }

  /** Replaces the start by the change since `begin` or `repeat`. Call before forces act. */
  measure({ motion }: BodyStore, slots: Int32Array, count: number): void {
    const start = this.#start;
    for (let k = 0; k < count; k++) {
      const o = slots[k] * BODY_STRIDE;
      start[3 * k] = motion[o + VX] - start[3 * k];
      start[3 * k + 1] = motion[o + VY] - start[3 * k + 1];
      start[3 * k + 2] = motion[o + W] - start[3 * k + 2];
    }
  }

  /** Adds the measured change again, and stores the velocities before it as the new start. */
  repeat({ motion }: BodyStore, slots: Int32Array, count: number): void {
    const start = this.#start;
    for (let k = 0; k < count; k++) {
      const o = slots[k] * BODY_STRIDE;
      const vx = motion[o + VX];
      const vy = motion[o + VY];
      const w = motion[o + W];
      motion[o + VX] = vx + start[3 * k];
      motion[o + VY] = vy + start[3 * k + 1];
      motion[o + W] = w + start[3 * k + 2];
      start[3 * k] = vx;
      start[3 * k + 1] = vy;
      start[3 * k + 2] = w;
    }
  }

  /** Changes the start velocity of one body of the list, m/s and rad/s. */
  shift(slot: number, x: number, y: number, w: number): void {
    const start = this.#start;
    const o = 3 * this.#places[slot];
    start[o] += x;
    start[o + 1] += y;
    start[o + 2] += w;
  }
}
