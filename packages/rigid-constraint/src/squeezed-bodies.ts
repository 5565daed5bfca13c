/**
 * Squeezed and taut bodies. When a body turns by theta, its contact points turn with it, or its face normals, or its anchors. In all
 * cases an impulse of lambda per step, with the arm d = |n . r| along its direction n, then exerts another torque,
 *
 *     dtau/dtheta = k,   |k| <= sum lambda d / dt        the geometric stiffness of its contacts and joints
 *
 * Rows keep arms and normals for a whole step, so they use the torque of the start of the step: an oscillation under it is integrated
 * explicitly. Its frequency is w = sqrt(k / I). It stays bounded while (w dt)^2 < 4, and grows above. (Joints are measured again in each
 * substep, so for them the substep replaces dt.) Bodies that carry hundreds of times their own weight reach this limit: a small triangle
 * deep in a pile of mixed bodies oscillates in every step, forever, shakes its neighbours, and none of them falls asleep. So such a body
 * gets enough inertia for its oscillation to stay bounded,
 *
 *     dt^2 k / I' = dt sum lambda d / I' <= SQUEEZE_LIMIT
 *
 * [Tournier, Nesme, Gilles, Faure 2015, Stable Constrained Dynamics, with the whole matrix; Andrews, Teichmann, Kry 2017, Geometric
 * Stiffness for Real-time Constrained Multibody Dynamics, with its diagonal]. A body at rest stays at rest with any inertia. In a pile of
 * 4,000 mixed bodies one in ten is affected, in a pyramid of 5,050 boxes none.
 *
 * A chain link that carries some thousands of times its own weight is such a body too. Without added inertia its chain would whip around.
 *
 * A bounce is not squeezing: only the share of the impulses that cancels within two steps counts, 1 - |sum lambda n| / sum lambda. (One
 * step is not enough, because an oscillating body is pressed from alternating sides.) The round part rho of an arm does not turn with its
 * body.
 *
 * I' = 2^m I. The exponent m is stored in the flags of the body (`INERTIA_DOUBLINGS`), so it is part of the state. Kept rows stay valid
 * while m is unchanged.
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
import { RHO_A, RHO_B } from './soft-row-fields.js';

/** Doubles per body in the sums over two steps: of lambda (d - rho), N m s; of lambda, and of lambda n along x and y, N s. */
export const SUMS = 4;

/** Factors on |F . r| and on F of a joint: function arguments would be allocated. */
const scale = new Float64Array(2);
/** (w dt)^2 of a body, for `adjust`: a fractional argument would be allocated. */
const square = new Float64Array(1);

/** Gives the squeezed bodies of one solver their added inertia. */
export class SqueezedBodies {
  #sums = new Float64Array(64 * SUMS);

  /**
   * Adjusts the inertia. Called at the end of a step, when the rows have its impulses and the contacts still have those of the last step.
   * Acts in one step out of eight, and in every step if a joint is taut.
   * @param dt the step, s
   * @param rows null for a solver whose contacts are not considered
   * @param substeps factor from an impulse of a row to that of a step
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
    // joints that are not taut count too where they cancel impulses of contacts
    if (joints.isTaut || (joints.count > 0 && (rows?.count || isAnyHeld(world)))) {
      // impulses of two steps; joints keep their arms for one substep only, but their forces cancel those of contacts in full
      scale[0] = (2 * dt) / (substeps * substeps);
      scale[1] = 2 * dt;
      joints.addTensions(world, this.#sums, scale);
    }
    const { awake, awakeCount, mass, flags } = world.bodies;
    const sums = this.#sums;
    for (let k = 0; k < awakeCount; k++) {
      const slot = awake[k];
      const q = (slot * SUMS) | 0;
      const x = 0.5 * dt * sums[q] * mass[(slot * BODY_STRIDE + INV_INERTIA) | 0];
      if (x <= SQUEEZE_LIMIT && (flags[slot] & INERTIA_DOUBLINGS) === 0) continue;
      const sum = sums[q + 1];
      const netX = sums[q + 2];
      const netY = sums[q + 3];
      square[0] = sum > 0 ? x * (1 - Math.sqrt(netX * netX + netY * netY) / sum) : 0;
      adjust(world, slot);
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

/** Whether an awake body has added inertia, which may be due to its joints. */
function isAnyHeld({ bodies: { awake, awakeCount, flags } }: SolverWorld): boolean {
  for (let k = 0; k < awakeCount; k++) if ((flags[awake[k]] & INERTIA_DOUBLINGS) !== 0) return true;
  return false;
}

/** Doubles or halves the inertia of a body as needed. `square` has its (w dt)^2 with its present inertia. */
function adjust({ bodies, contacts }: SolverWorld, slot: number): void {
  let x = square[0];
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
  // its kept rows have the old inertia
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
    contacts.kept[edge >> 1] = -1;
  }
}
