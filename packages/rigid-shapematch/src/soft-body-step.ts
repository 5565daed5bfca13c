/**
 * A substep of a soft body, between the prediction and the contacts.
 *
 * 1. Prediction with the turning body. In the velocities v_i = V + w x r_i + u_i (V of the centre, w = L / I the spin, u_i the change of
 *    shape), only u_i moves particles relative to each other:
 *
 *      y_i = r_i + h u_i,   r_i' = T y_i,   v_i' = V + T (w' x y_i + u_i),   T = rotation by h w,   w' = w I / I_y
 *
 *    w' conserves the angular momentum while the shape becomes wider or narrower. Straight lines instead of T would lose spin.
 *
 * 2. Fit of every region [Mueller 2005]. With A_pq = sum m p_i q~_i^T, A~ = A_pq A_qq^-1 is the best fit in the modes of the region. R is
 *    the rotation of its linear part (closed form, match-shape.ts). The correction of a particle has two parts:
 *
 *      p_i -> A~ q~_i    outside the modes: removed at once (absent for `free`, where the whole correction is elastic)
 *      A~ q~_i -> R q_i  within the modes: elastic
 *
 *    In an inverted region the whole correction is elastic. When such a region fits its modes again, the correction may be as large as the
 *    body. If it were applied within one substep, it would add thousands of joules. Therefore, if the largest correction exceeds
 *    MAXIMUM_CORRECTION times the particle radius, all corrections of the body are scaled down by the same factor. Only their elastic part
 *    becomes velocity, unscaled. The part of the velocities outside the modes is removed instead, except for `free`: u_i -> P u_i, with P
 *    the same projection A_pq A_qq^-1. P is orthogonal in the masses, so it conserves momentum and never adds energy.
 *
 *    An elastic displacement x on a spring of compliance a [m/N] for the whole mass M, taken at the end of the substep, shrinks by the
 *    share s = h^2 / (h^2 + M a) of x [XPBD, Macklin 2016, one pass]: x'' = -x / (M a). This defines the stiffness, which does not depend
 *    on the number of substeps. The paper's beta is 1 - s here.
 *
 * 3. Area [Mueller 2007, PBD]. C = area - rest area of the skin polygon, gradient of particle i: half the perpendicular of
 *    its neighbours' difference; l = -C / (sum |grad_i|^2 / m_i), dx_i = l grad_i / m_i.
 *
 * 4. Velocities follow the corrections, v += dx / h. For fits and area, sum m dx and sum m x x dx are zero. Only the change of shape still
 *    changes the angular momentum, so the spin is reset to match the previous angular momentum.
 *
 * A particle that the solver does not move (static, kinematic, disabled, frozen) takes part in the fit but is not moved. It pins the body.
 */

import {
  BODY_STRIDE,
  type BodyStore,
  CX,
  CY,
  DX,
  DY,
  type SoftBodyPlan,
  type SolverTrace,
  VX,
  VY,
} from '@otedama/rigid';
import { MAXIMUM_CORRECTION } from './constants.js';
import {
  ACTED_MOMENT,
  CENTER_VX,
  CENTER_VY,
  CENTER_X,
  CENTER_Y,
  collectMoments,
  measureMotion,
  WHOLE_INERTIA,
  WHOLE_MOMENTUM,
} from './soft-body-spin.js';
import { MAXIMUM_BASIS, type SoftRegion, type SoftShape } from './soft-regions.js';

/** Scratch arrays of the fits. */
export interface SoftScratch {
  /** A~, 2 x MAXIMUM_BASIS. */
  readonly fit: Float64Array;
  /** A_pq, 2 x MAXIMUM_BASIS. */
  readonly apq: Float64Array;
  /** h and s. They are passed in an array, because a number would be allocated at each call. */
  readonly numbers: Float64Array;
}

export function createSoftScratch(): SoftScratch {
  return {
    fit: new Float64Array(2 * MAXIMUM_BASIS),
    apq: new Float64Array(2 * MAXIMUM_BASIS),
    numbers: new Float64Array(2),
  };
}

/**
 * Advances a soft body by a substep. Its particles have already been moved along straight lines; this is undone first.
 * @param h substep, s
 * @param trace recorder of goal positions, or null
 * @param substep index of the substep within the step, for the trace
 * @param number index of the body in the list of soft bodies, for the trace
 */
export function stepSoftBody(
  shape: SoftShape,
  plan: SoftBodyPlan,
  bodies: BodyStore,
  h: number,
  scratch: SoftScratch,
  trace: SolverTrace | null,
  substep: number,
  number: number,
): void {
  if (!shape.isMoved) return;
  predict(shape, bodies, h);
  scratch.numbers[0] = h;
  scratch.numbers[1] = (h * h) / (h * h + shape.mass * plan.compliance);
  shape.correction.fill(0);
  shape.elastic.fill(0);
  for (let r = 0; r < shape.regions.length; r++) {
    fitRegion(shape.regions[r], shape, plan.modes === 'free', scratch);
  }
  if (trace?.goals) traceGoals(trace, substep, number, shape);
  const largest = largestCorrection(shape);
  const limit = MAXIMUM_CORRECTION * plan.radius;
  if (largest <= limit) {
    moveBy(shape, scratch);
  } else {
    easeBy(shape, limit / largest, h);
    if (plan.modes !== 'free') fitVelocities(shape, scratch);
  }
  if (plan.keepArea) {
    shape.correction.fill(0);
    holdArea(shape);
    moveBy(shape, scratch);
  }
  writeMotion(shape, bodies);
}

/**
 * Part 1: takes the spin from the particles, and predicts. Leaves the centre after the substep and the angular momentum L in `whole`, and
 * r_i' and v_i' - V in `position` and `velocity`.
 */
function predict(shape: SoftShape, bodies: BodyStore, h: number): void {
  const { masses, position, velocity, whole } = shape;
  const n = masses.length;
  collectMoments(shape, bodies);
  measureMotion(shape, bodies, h);
  const I = whole[WHOLE_INERTIA];
  const turning = I > 0 ? whole[WHOLE_MOMENTUM] / I : 0;
  const L = whole[WHOLE_MOMENTUM] + whole[ACTED_MOMENT];
  const w = I > 0 ? L / I : 0;
  let Iy = 0;
  for (let i = 0; i < n; i++) {
    velocity[2 * i] += turning * position[2 * i + 1];
    velocity[2 * i + 1] -= turning * position[2 * i];
    position[2 * i] += h * velocity[2 * i];
    position[2 * i + 1] += h * velocity[2 * i + 1];
    const x = position[2 * i];
    const y = position[2 * i + 1];
    Iy += masses[i] * (x * x + y * y);
  }
  const wy = Iy > 0 ? L / Iy : 0;
  // rotation by h w from the tangent of half the angle (Cayley)
  const a = 0.5 * h * w;
  const cosine = (1 - a * a) / (1 + a * a);
  const sine = (2 * a) / (1 + a * a);
  for (let i = 0; i < n; i++) {
    const x = position[2 * i];
    const y = position[2 * i + 1];
    const ux = velocity[2 * i] - wy * y;
    const uy = velocity[2 * i + 1] + wy * x;
    position[2 * i] = cosine * x - sine * y;
    position[2 * i + 1] = sine * x + cosine * y;
    velocity[2 * i] = cosine * ux - sine * uy;
    velocity[2 * i + 1] = sine * ux + cosine * uy;
  }
  whole[CENTER_X] += h * whole[CENTER_VX];
  whole[CENTER_Y] += h * whole[CENTER_VY];
  whole[WHOLE_MOMENTUM] = L;
}

/** Part 4: gives the new shape the spin that keeps L, and writes velocities and displacements to the particles that are not pinned. */
function writeMotion(
  { slots, masses, position, velocity, isFree, whole }: SoftShape,
  bodies: BodyStore,
): void {
  const { motion, pose } = bodies;
  const n = slots.length;
  const cx = whole[CENTER_X];
  const cy = whole[CENTER_Y];
  const Vx = whole[CENTER_VX];
  const Vy = whole[CENTER_VY];
  let I = 0;
  let L = 0;
  for (let i = 0; i < n; i++) {
    const x = position[2 * i];
    const y = position[2 * i + 1];
    I += masses[i] * (x * x + y * y);
    L += masses[i] * (x * velocity[2 * i + 1] - y * velocity[2 * i]);
  }
  const spin = I > 0 ? whole[WHOLE_MOMENTUM] / I : 0;
  const found = I > 0 ? L / I : 0;
  for (let i = 0; i < n; i++) {
    if (isFree[i] === 0) continue;
    const o = slots[i] * BODY_STRIDE;
    const x = position[2 * i];
    const y = position[2 * i + 1];
    motion[o + VX] = Vx + velocity[2 * i] - (spin - found) * y;
    motion[o + VY] = Vy + velocity[2 * i + 1] + (spin - found) * x;
    motion[o + DX] = cx + x - pose[o + CX];
    motion[o + DY] = cy + y - pose[o + CY];
  }
}

/** Reports the particles before the fit and their goals, in world coordinates. */
function traceGoals(
  trace: SolverTrace,
  substep: number,
  number: number,
  { position, correction, whole }: SoftShape,
): void {
  const particles = position.map((value, k) => value + whole[k % 2 === 0 ? CENTER_X : CENTER_Y]);
  const goals = particles.map((value, k) => value + correction[k]);
  trace.goals?.(substep, number, particles, goals);
}

/** Applies the corrections to positions and velocities. */
function moveBy(shape: SoftShape, scratch: SoftScratch): void {
  const { position, velocity, correction } = shape;
  const h = scratch.numbers[0];
  for (let k = 0; k < correction.length; k++) {
    position[k] += correction[k];
    velocity[k] += correction[k] / h;
  }
}

/** Length of the largest correction of a particle, m. */
function largestCorrection({ correction }: SoftShape): number {
  let squared = 0;
  for (let k = 0; k < correction.length; k += 2) {
    squared = Math.max(squared, correction[k] * correction[k] + correction[k + 1] * correction[k + 1]);
  }
  return Math.sqrt(squared);
}

/** Applies a share of the corrections to the positions, and the whole elastic part to the velocities. */
function easeBy({ position, velocity, correction, elastic }: SoftShape, share: number, h: number): void {
  for (let k = 0; k < correction.length; k++) {
    position[k] += share * correction[k];
    velocity[k] += elastic[k] / h;
  }
}

/** Removes the part of the velocities outside the modes, region by region. */
function fitVelocities(shape: SoftShape, scratch: SoftScratch): void {
  const { velocity, correction, shares } = shape;
  const { fit, apq } = scratch;
  correction.fill(0);
  for (let r = 0; r < shape.regions.length; r++) {
    const { members, masses, mass, basis, size, inverse } = shape.regions[r];
    if (inverse === null) continue;
    let Vx = 0;
    let Vy = 0;
    apq.fill(0);
    for (let k = 0; k < members.length; k++) {
      // sum m q~ = 0, so the velocity of the centre need not be subtracted first
      const px = masses[k] * velocity[2 * members[k]];
      const py = masses[k] * velocity[2 * members[k] + 1];
      Vx += px / mass;
      Vy += py / mass;
      for (let j = 0; j < size; j++) {
        apq[j] += px * basis[k * size + j];
        apq[MAXIMUM_BASIS + j] += py * basis[k * size + j];
      }
    }
    fitModes(apq, inverse, size, fit);
    for (let k = 0; k < members.length; k++) {
      const i = members[k];
      let ux = Vx;
      let uy = Vy;
      for (let j = 0; j < size; j++) {
        ux += fit[j] * basis[k * size + j];
        uy += fit[MAXIMUM_BASIS + j] * basis[k * size + j];
      }
      correction[2 * i] += (ux - velocity[2 * i]) / shares[i];
      correction[2 * i + 1] += (uy - velocity[2 * i + 1]) / shares[i];
    }
  }
  for (let k = 0; k < correction.length; k++) velocity[k] += correction[k];
}

/** Writes A~ = A_pq A_qq^-1 to `fit`. */
function fitModes(apq: Float64Array, inverse: Float64Array, size: number, fit: Float64Array): void {
  fit.fill(0);
  for (let j = 0; j < size; j++) {
    for (let l = 0; l < size; l++) {
      fit[j] += apq[l] * inverse[l * size + j];
      fit[MAXIMUM_BASIS + j] += apq[MAXIMUM_BASIS + l] * inverse[l * size + j];
    }
  }
}

/** Adds the corrections of one region. Each correction is divided by the number of regions of its particle. */
function fitRegion(region: SoftRegion, shape: SoftShape, isFree: boolean, scratch: SoftScratch): void {
  const { members, masses, mass, basis, size, inverse } = region;
  const { position, correction, elastic, shares } = shape;
  const { fit, apq, numbers } = scratch;
  const share = numbers[1];
  const n = members.length;
  let cx = 0;
  let cy = 0;
  for (let k = 0; k < n; k++) {
    cx += masses[k] * position[2 * members[k]];
    cy += masses[k] * position[2 * members[k] + 1];
  }
  cx /= mass;
  cy /= mass;
  apq.fill(0);
  for (let k = 0; k < n; k++) {
    const px = masses[k] * (position[2 * members[k]] - cx);
    const py = masses[k] * (position[2 * members[k] + 1] - cy);
    for (let j = 0; j < size; j++) {
      apq[j] += px * basis[k * size + j];
      apq[MAXIMUM_BASIS + j] += py * basis[k * size + j];
    }
  }
  if (inverse === null) fit.fill(0);
  else fitModes(apq, inverse, size, fit);
  // (cos, sin) of R from A_pq: sum q.p and sum q x p
  const along = apq[0] + apq[MAXIMUM_BASIS + 1];
  const across = apq[MAXIMUM_BASIS] - apq[1];
  const norm = Math.sqrt(along * along + across * across);
  if (norm === 0) return;
  const c = along / norm;
  const s = across / norm;
  const det = fit[0] * fit[MAXIMUM_BASIS + 1] - fit[1] * fit[MAXIMUM_BASIS];
  // The modes of an inverted fit are not kept. Such a region returns to R elastically.
  const rotationOnly = isFree || inverse === null || det <= 0;
  for (let k = 0; k < n; k++) {
    const i = members[k];
    const qx = basis[k * size];
    const qy = basis[k * size + 1];
    const px = position[2 * i] - cx;
    const py = position[2 * i + 1] - cy;
    const rigidX = c * qx - s * qy;
    const rigidY = s * qx + c * qy;
    let modeX = px;
    let modeY = py;
    if (!rotationOnly) {
      modeX = fit[0] * qx + fit[1] * qy;
      modeY = fit[MAXIMUM_BASIS] * qx + fit[MAXIMUM_BASIS + 1] * qy;
      for (let j = 2; j < size; j++) {
        modeX += fit[j] * basis[k * size + j];
        modeY += fit[MAXIMUM_BASIS + j] * basis[k * size + j];
      }
    }
    const elasticX = share * (rigidX - modeX);
    const elasticY = share * (rigidY - modeY);
    correction[2 * i] += (modeX - px + elasticX) / shares[i];
    correction[2 * i + 1] += (modeY - py + elasticY) / shares[i];
    elastic[2 * i] += elasticX / shares[i];
    elastic[2 * i + 1] += elasticY / shares[i];
  }
}

/** Computes the corrections that restore the rest area within the skin. */
function holdArea(shape: SoftShape): void {
  const { skin, position, masses, correction, restArea } = shape;
  let area = 0;
  let stiffness = 0;
  for (let i = 0; i < skin; i++) {
    const before = i === 0 ? skin - 1 : i - 1;
    const after = i === skin - 1 ? 0 : i + 1;
    area += 0.5 * (position[2 * i] * position[2 * after + 1] - position[2 * i + 1] * position[2 * after]);
    const gx = 0.5 * (position[2 * after + 1] - position[2 * before + 1]);
    const gy = 0.5 * (position[2 * before] - position[2 * after]);
    correction[2 * i] = gx / masses[i];
    correction[2 * i + 1] = gy / masses[i];
    stiffness += (gx * gx + gy * gy) / masses[i];
  }
  const l = stiffness > 0 ? (restArea - area) / stiffness : 0;
  for (let k = 0; k < 2 * skin; k++) correction[k] *= l;
}
