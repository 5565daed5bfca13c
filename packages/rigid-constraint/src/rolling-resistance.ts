/**
 * Rolling resistance: a torque against the relative rotation, limited by a length times the normal force.
 *
 *     Cdot = w_B - w_A      lambda_r' = clamp(lambda_r - Cdot / (i_A + i_B), -rho sum(lambda_n), rho sum(lambda_n))
 *
 * Few contacts have it, so they are kept in a separate list and the contact kernel does not handle it.
 */

import { CONTACT_STRIDE, ROLLING, ROLLING_IMPULSE, type SolverWorld, W } from '@otedama/rigid';
import {
  type FrameRows,
  I_A,
  I_B,
  LAMBDA_N,
  P1,
  P2,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  rowStart,
} from './frame-rows.js';
import { grown } from './grown.js';

/** The contacts of a step with rolling resistance. */
export class RollingRows {
  /** Number of these contacts. */
  count = 0;
  #rows = new Int32Array(16);

  /** Empties the list. */
  reset(): void {
    this.count = 0;
  }

  /** Adds row `k` to the list, if a torque can turn its bodies. Without warm starting its impulse of the last step is reset. */
  add(rows: FrameRows, world: SolverWorld, k: number, warmStarting: boolean): void {
    const { data, index } = rows;
    const o = rowStart(k);
    if (data[o + I_A] + data[o + I_B] === 0) return;
    if (this.count === this.#rows.length) this.#rows = grown(this.#rows);
    this.#rows[this.count++] = k;
    if (warmStarting) return;
    world.contacts.data[index[k * ROW_INDEX_STRIDE + ROW_SLOT] * CONTACT_STRIDE + ROLLING_IMPULSE] = 0;
  }

  /** Scales the accumulated impulses: by 1/n from a step to one of its n substeps, by n back to a step. */
  scale(rows: FrameRows, world: SolverWorld, factor: number): void {
    const contactData = world.contacts.data;
    for (let n = 0; n < this.count; n++) {
      const slot = rows.index[this.#rows[n] * ROW_INDEX_STRIDE + ROW_SLOT];
      contactData[slot * CONTACT_STRIDE + ROLLING_IMPULSE] *= factor;
    }
  }

  /** Applies the accumulated impulses (warm start). */
  warmStart(rows: FrameRows, world: SolverWorld): void {
    const contactData = world.contacts.data;
    const motion = world.bodies.motion;
    const { index, data } = rows;
    for (let n = 0; n < this.count; n++) {
      const k = this.#rows[n];
      const o = rowStart(k);
      const lambda = contactData[index[k * ROW_INDEX_STRIDE + ROW_SLOT] * CONTACT_STRIDE + ROLLING_IMPULSE];
      motion[index[k * ROW_INDEX_STRIDE + ROW_A] + W] -= data[o + I_A] * lambda;
      motion[index[k * ROW_INDEX_STRIDE + ROW_B] + W] += data[o + I_B] * lambda;
    }
  }

  /** One pass over the listed contacts. */
  solve(rows: FrameRows, world: SolverWorld): void {
    const contactData = world.contacts.data;
    const motion = world.bodies.motion;
    const { index, data } = rows;
    for (let n = 0; n < this.count; n++) {
      const k = this.#rows[n];
      const ri = k * ROW_INDEX_STRIDE;
      const o = rowStart(k);
      const c = index[ri + ROW_SLOT] * CONTACT_STRIDE;
      const a = index[ri + ROW_A] + W;
      const b = index[ri + ROW_B] + W;
      const iA = data[o + I_A];
      const iB = data[o + I_B];
      let normal = data[o + P1 + LAMBDA_N];
      if (index[ri + ROW_COUNT] === 2) normal += data[o + P2 + LAMBDA_N];
      const limit = contactData[c + ROLLING] * normal;
      const old = contactData[c + ROLLING_IMPULSE];
      const lambda = Math.max(-limit, Math.min(limit, old - (motion[b] - motion[a]) / (iA + iB)));
      contactData[c + ROLLING_IMPULSE] = lambda;
      motion[a] -= iA * (lambda - old);
      motion[b] += iB * (lambda - old);
    }
  }
}

/** Rolling resistance functions that a step calls; implemented by `RollingRows`. */
export type StepRolling = Pick<RollingRows, 'count' | 'reset' | 'add' | 'scale' | 'warmStart' | 'solve'>;

/** Makes rolling resistance work in a bare solver; the value is `rolling`. A solver without it refuses materials that have some. */
export interface RollingPart {
  /** Creates the rolling resistance of one solver. */
  create(): StepRolling;
}

/** Rolling resistance of contacts: a torque against rolling, up to a length times the normal force. */
export const rolling: RollingPart = { create: () => new RollingRows() };
