/**
 * Warm start of the second and later substeps, by bodies instead of by contacts.
 *
 * Rows keep their arms and masses through a step, so what the contacts of a body did to its velocity v = (v_x, v_y, w) in one
 * substep is the sum of all impulses that the substep ended with,
 *
 *     v_end - v_start = sum of M^-1 J^T lambda
 *
 * and that is what a warm start of the next substep would add, contact by contact. Adding the difference costs three numbers a
 * body instead of a pass over all rows; equal and opposite parts stay so, since each came from one impulse. It holds while
 * nothing else changes velocities between start and end. Joints do, whose rows turn with their bodies: with them every
 * substep goes by the rows. What a shock has changed and the rows give back (`shocks.ts`) is put into the start.
 */
import { BODY_STRIDE, type BodyStore, VX, VY, W } from '@otedama/rigid';

/** Velocities of some bodies as they stood before the contacts of a substep acted; the list stays the same through a step. */
export class VelocityChange {
  /** `VX VY W` of body k of the list at 3 k. */
  #start = new Float64Array(3 * 64);
  /** Place in the list, by slot. */
  #places = new Int32Array(64);

  /** Keeps the velocities before the first substep's contacts. */
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

  /** Puts the change since `begin` or `repeat` in the place of the start; to be called before forces act. */
  measure({ motion }: BodyStore, slots: Int32Array, count: number): void {
    const start = this.#start;
    for (let k = 0; k < count; k++) {
      const o = slots[k] * BODY_STRIDE;
      start[3 * k] = motion[o + VX] - start[3 * k];
      start[3 * k + 1] = motion[o + VY] - start[3 * k + 1];
      start[3 * k + 2] = motion[o + W] - start[3 * k + 2];
    }
  }

  /** Adds the measured change again, and keeps the velocities before it as the new start. */
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

  /** Changes the velocity before the contacts of one body of the list, m/s and rad/s. */
  shift(slot: number, x: number, y: number, w: number): void {
    const start = this.#start;
    const o = 3 * this.#places[slot];
    start[o] += x;
    start[o + 1] += y;
    start[o + 2] += w;
  }
}
