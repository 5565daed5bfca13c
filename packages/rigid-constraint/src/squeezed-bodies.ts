/**
 * Squeezed bodies, and taut ones. A body that turns by theta takes its points of contact along, or the normals of its faces, or its anchors. In
 * all cases an impulse lambda a step, with the arm d = |n . r| along its direction n, gets another torque,
 *
 *     dtau/dtheta = k,   |k| <= sum lambda d / dt        the geometric stiffness of its contacts and joints
 *
 * Rows keep arms and normals through a step, so this torque is that of the start of the step, and what it makes swing is stepped explicitly: a
 * swing of frequency w = sqrt(k / I) stays bounded while (w dt)^2 < 4, and grows beyond. (Joints are measured anew in each substep, which stands
 * in the place of dt for them.) What carries hundreds of times its own weight
 * comes to that: a small triangle deep in a pile of mixed bodies swings to and fro in every step, for ever, shakes those about it, and none
 * of them sleeps. So a body is given so much inertia that its swing can be stepped,
 *
 *     dt^2 k / I' = dt sum lambda d / I' <= SQUEEZE_LIMIT
 *
 * [Tournier, Nesme, Gilles, Faure 2015, Stable Constrained Dynamics, with the whole matrix; Andrews, Teichmann, Kry 2017, Geometric Stiffness for
 * Real-time Constrained Multibody Dynamics, with its diagonal]. What rests does so with any inertia. Of a pile of 4,000 mixed bodies it concerns
 * one in ten, of a pyramid of 5,050 boxes none.
 *
 * A link that holds some thousands of times its own weight is such a body too: without more inertia its chain is flung about.
 *
 * A bounce is no squeeze: of the impulses only that share counts which cancels within two steps, 1 - |sum lambda n| / sum lambda. (Not within one,
 * since what swings is pressed now from here, now from there.) And the part rho of an arm that is round does not turn with its body.
 *
 * I' = 2^m I, with m among the flags of the body (`INERTIA_DOUBLINGS`), so that it is part of the state, and rows that are kept stay as they
 * are while m does.
 */
import {
  BODY_STRIDE,
  CONTACT_STRIDE,
  INERTIA_DOUBLINGS,
  INERTIA_DOUBLINGS_STEP,
  INV_INERTIA,
  NORMAL_IMPULSE,
  POINT_STRIDE,
  POINT0,
  type SolverWorld,
} from '@otedama/rigid';
import {
  type FrameRows,
  LAMBDA_N,
  N_X,
  N_Y,
  P1,
  P2,
  RD_A,
  RD_B,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  rowStart,
} from './frame-rows.js';
import type { StepJoints } from './joints/joints-part.js';
import { SQUEEZE_LIMIT, SQUEEZE_MASK, SQUEEZE_SLACK } from './soft-constants.js';
import { RHO_A, RHO_B } from './soft-contact.js';

/** Doubles a body in the sums over two steps: of lambda (d - rho), N m s; of lambda, and of lambda n along x and y, N s. */
export const SUMS = 4;

const scale = new Float64Array(1);

/** Gives the bodies of one solver the inertia that they need. */
export class SqueezedBodies {
  #sums = new Float64Array(64 * SUMS);

  /**
   * At the end of a step, when rows have its impulses and contacts still those of the last; acts in one step out of eight.
   * @param dt the step, s
   * @param rows none for a solver whose contacts are left alone
   * @param substeps how many of the rows' impulses make one of a step
   */
  update(
    rows: FrameRows | null,
    joints: Pick<StepJoints, 'count' | 'isTaut' | 'addTensions'>,
    world: SolverWorld,
    dt: number,
    substeps: number,
  ): void {
    if ((world.stats.steps & SQUEEZE_MASK) !== 0 && !joints.isTaut) return;
    this.#clear(world);
    if (rows !== null) this.#addUp(rows, world, substeps);
    if (joints.isTaut || (joints.count > 0 && isAnyHeld(world))) {
      // impulses of two steps, of which each has its arms for a substep
      scale[0] = (2 * dt) / (substeps * substeps);
      joints.addTensions(world, this.#sums, scale);
    }
    const { awake, awakeCount, mass, flags } = world.bodies;
    const sums = this.#sums;
    for (let k = 0; k < awakeCount; k++) {
      const slot = awake[k];
      const q = (slot * SUMS) | 0;
      let x = 0.5 * dt * sums[q] * mass[(slot * BODY_STRIDE + INV_INERTIA) | 0];
      if (x <= SQUEEZE_LIMIT && (flags[slot] & INERTIA_DOUBLINGS) === 0) continue;
      const sum = sums[q + 1];
      const netX = sums[q + 2];
      const netY = sums[q + 3];
      x = sum > 0 ? x * (1 - Math.sqrt(netX * netX + netY * netY) / sum) : 0;
      adjust(world, slot, x);
    }
  }

  #clear({ bodies }: SolverWorld): void {
    if (SUMS * bodies.capacity > this.#sums.length) this.#sums = new Float64Array(SUMS * bodies.capacity);
    this.#sums.fill(0, 0, SUMS * bodies.slots);
  }

  #addUp({ index, data, count }: FrameRows, { contacts }: SolverWorld, substeps: number): void {
    const last = contacts.data;
    const sums = this.#sums;
    for (let row = 0; row < count; row++) {
      const ri = (row * ROW_INDEX_STRIDE) | 0;
      const points = index[(ri + ROW_COUNT) | 0];
      if (points === 0) continue;
      const o = rowStart(row);
      const rhoA = data[(o + RHO_A) | 0];
      const rhoB = data[(o + RHO_B) | 0];
      const p = (index[(ri + ROW_SLOT) | 0] * CONTACT_STRIDE + POINT0 + NORMAL_IMPULSE) | 0;
      let lambda = data[(o + P1 + LAMBDA_N) | 0] * substeps + last[p];
      let squeezeA = lambda * (Math.abs(data[(o + P1 + RD_A) | 0]) - rhoA);
      let squeezeB = lambda * (Math.abs(data[(o + P1 + RD_B) | 0]) - rhoB);
      if (points === 2) {
        const second = data[(o + P2 + LAMBDA_N) | 0] * substeps + last[(p + POINT_STRIDE) | 0];
        squeezeA += second * (Math.abs(data[(o + P2 + RD_A) | 0]) - rhoA);
        squeezeB += second * (Math.abs(data[(o + P2 + RD_B) | 0]) - rhoB);
        lambda += second;
      }
      const jx = lambda * data[(o + N_X) | 0];
      const jy = lambda * data[(o + N_Y) | 0];
      const a = ((index[(ri + ROW_A) | 0] / BODY_STRIDE) * SUMS) | 0;
      const b = ((index[(ri + ROW_B) | 0] / BODY_STRIDE) * SUMS) | 0;
      sums[a] += squeezeA;
      sums[(a + 1) | 0] += lambda;
      sums[(a + 2) | 0] -= jx;
      sums[(a + 3) | 0] -= jy;
      sums[b] += squeezeB;
      sums[(b + 1) | 0] += lambda;
      sums[(b + 2) | 0] += jx;
      sums[(b + 3) | 0] += jy;
    }
  }
}

/** Whether a body has inertia that may be due to its joints. */
function isAnyHeld({ bodies: { awake, awakeCount, flags } }: SolverWorld): boolean {
  for (let k = 0; k < awakeCount; k++) if ((flags[awake[k]] & INERTIA_DOUBLINGS) !== 0) return true;
  return false;
}

/** Doubles or halves the inertia of a body, if need be, for which (w dt)^2 is `x` with the one that it has. */
function adjust({ bodies, contacts }: SolverWorld, slot: number, x: number): void {
  const { flags, mass } = bodies;
  const before = flags[slot] & INERTIA_DOUBLINGS;
  let doublings = before;
  let inverse = mass[slot * BODY_STRIDE + INV_INERTIA];
  for (; x > SQUEEZE_LIMIT && doublings < INERTIA_DOUBLINGS; x *= 0.5) {
    doublings += INERTIA_DOUBLINGS_STEP;
    inverse *= 0.5;
  }
  for (; x < SQUEEZE_SLACK * SQUEEZE_LIMIT && doublings > 0; x *= 2) {
    doublings -= INERTIA_DOUBLINGS_STEP;
    inverse *= 2;
  }
  if (doublings === before) return;
  flags[slot] += doublings - before;
  mass[slot * BODY_STRIDE + INV_INERTIA] = inverse;
  // its rows hold the old one
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
    contacts.kept[edge >> 1] = -1;
  }
}
