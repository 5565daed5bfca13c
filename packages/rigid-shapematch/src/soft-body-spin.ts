/**
 * The surface of a soft body turns with it.
 *
 * The particles themselves do not turn. But a contact acts on the surface, at r n from the centre of a particle of radius r. When the body
 * spins with w, the surface moves there with v_i + w x r n, and friction B has the moment r n x B about the centre of the particle. Without
 * these terms a ball of radius R would roll like one of radius R - r, and two bodies that rub against each other would lose 2 r B of
 * angular momentum.
 *
 * While contacts are solved, each particle therefore gets the spin w = L / I of the body and its share I_i = I m_i / M of the inertia. A
 * contact with the moment M_i changes the spin of its particle to w_i = w + M_i / I_i. Then the body takes the sum of the moments,
 *
 *   v_i += dw x x_i,   dw = sum M_i / I,   x_i from the centre of mass,
 *
 * which keeps the momentum, because sum m_i x_i = 0, and hands on the whole angular momentum. It adds no energy: the body gains
 * w sum M_i + (sum M_i)^2 / 2 I, and the contacts have accounted for w sum M_i + sum M_i^2 / 2 I_i. Since sum I_i = I, the latter is not
 * smaller (Cauchy-Schwarz).
 */

import {
  BODY_FROZEN,
  BODY_STRIDE,
  type BodyStore,
  CX,
  CY,
  DC,
  DS,
  DX,
  DY,
  DYNAMIC,
  INV_INERTIA,
  VX,
  VY,
  W,
} from '@otedama/rigid';
import type { SoftShape } from './soft-regions.js';

/** Index of the centre of mass in `SoftShape.whole`, m. */
export const CENTER_X = 0;
export const CENTER_Y = 1;
/** Index of the velocity of the centre of mass, m/s. */
export const CENTER_VX = 2;
export const CENTER_VY = 3;
/** Index of the inertia about the centre of mass, kg m^2. */
export const WHOLE_INERTIA = 4;
/** Index of the angular momentum about the centre of mass, kg m^2/s. */
export const WHOLE_MOMENTUM = 5;
/** Index of the spin that the particles were given, rad/s. */
const LENT_SPIN = 6;
/** Index of the inertia that was divided among the particles, kg m^2. */
const LENT_INERTIA = 7;
/** Index of the sum of the moments that have acted on the particles, kg m^2/s. */
export const ACTED_MOMENT = 8;
/** Count of numbers in `SoftShape.whole`. */
export const WHOLE_STRIDE = 9;

/**
 * Writes positions and velocities relative to the centre of mass, and the motion of the whole body.
 * @param back how far back in time to measure the positions, along straight lines, s
 */
export function measureMotion(shape: SoftShape, bodies: BodyStore, back: number): void {
  const { slots, masses, mass, position, velocity, whole } = shape;
  const { motion, pose, awakeIndex } = bodies;
  const n = slots.length;
  let cx = 0;
  let cy = 0;
  let Vx = 0;
  let Vy = 0;
  for (let i = 0; i < n; i++) {
    const o = slots[i] * BODY_STRIDE;
    const m = masses[i];
    // a particle that is not simulated keeps a velocity, but does not move by it
    const isStill = awakeIndex[slots[i]] < 0;
    const vx = isStill ? 0 : motion[o + VX];
    const vy = isStill ? 0 : motion[o + VY];
    position[2 * i] = pose[o + CX] + motion[o + DX] - back * vx;
    position[2 * i + 1] = pose[o + CY] + motion[o + DY] - back * vy;
    velocity[2 * i] = vx;
    velocity[2 * i + 1] = vy;
    cx += m * position[2 * i];
    cy += m * position[2 * i + 1];
    Vx += m * vx;
    Vy += m * vy;
  }
  cx /= mass;
  cy /= mass;
  Vx /= mass;
  Vy /= mass;
  let I = 0;
  let L = 0;
  for (let i = 0; i < n; i++) {
    position[2 * i] -= cx;
    position[2 * i + 1] -= cy;
    velocity[2 * i] -= Vx;
    velocity[2 * i + 1] -= Vy;
    const x = position[2 * i];
    const y = position[2 * i + 1];
    I += masses[i] * (x * x + y * y);
    L += masses[i] * (x * velocity[2 * i + 1] - y * velocity[2 * i]);
  }
  whole[CENTER_X] = cx;
  whole[CENTER_Y] = cy;
  whole[CENTER_VX] = Vx;
  whole[CENTER_VY] = Vy;
  whole[WHOLE_INERTIA] = I;
  whole[WHOLE_MOMENTUM] = L;
}

/** Notes which particles the solver moves, and returns whether there are any. */
function findFree({ slots, isFree }: SoftShape, { type, flags, awakeIndex }: BodyStore): boolean {
  let isMoved = false;
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i];
    const moves = awakeIndex[slot] >= 0 && type[slot] === DYNAMIC && (flags[slot] & BODY_FROZEN) === 0;
    isFree[i] = moves ? 1 : 0;
    if (moves) isMoved = true;
  }
  return isMoved;
}

/**
 * Starts a substep of `h` seconds: damps the change of shape, u_i /= 1 + h d with the damping d in 1/s, and lends the spin. If it were damped
 * after the forces of the substep, the share h d of them would be lost, and a body would sag too far under its load.
 */
export function startSubstep(shape: SoftShape, damping: number, bodies: BodyStore, h: number): void {
  const { slots, position, velocity, isFree, whole } = shape;
  const { motion } = bodies;
  shape.isMoved = findFree(shape, bodies);
  if (!shape.isMoved) return;
  measureMotion(shape, bodies, 0);
  const I = whole[WHOLE_INERTIA];
  const w = I > 0 ? whole[WHOLE_MOMENTUM] / I : 0;
  const loss = (h * damping) / (1 + h * damping);
  for (let i = 0; i < slots.length; i++) {
    if (isFree[i] === 0) continue;
    const o = slots[i] * BODY_STRIDE;
    motion[o + VX] -= loss * (velocity[2 * i] + w * position[2 * i + 1]);
    motion[o + VY] -= loss * (velocity[2 * i + 1] - w * position[2 * i]);
  }
  lend(shape, bodies);
}

/** Hands on the moments so far, and gives the particles the spin of the body as it is now. */
export function lendSpin(shape: SoftShape, bodies: BodyStore): void {
  if (!shape.isMoved) return;
  collectMoments(shape, bodies);
  handOn(shape, bodies);
  lend(shape, bodies);
}

/** Hands on the moments of the contacts. The particles do not turn any more. */
export function takeBackSpin(shape: SoftShape, bodies: BodyStore): void {
  if (!shape.isMoved) return;
  collectMoments(shape, bodies);
  if (shape.whole[ACTED_MOMENT] !== 0) handOn(shape, bodies);
}

/**
 * Takes the spin from the particles. Leaves the sum of the moments that have acted on them in `whole`: a number that is returned is allocated
 * wherever the compiler does not inline the call.
 */
export function collectMoments({ slots, masses, mass, isFree, whole }: SoftShape, bodies: BodyStore): void {
  const { motion } = bodies;
  let sum = 0;
  for (let i = 0; i < slots.length; i++) {
    if (isFree[i] === 0) continue;
    const o = slots[i] * BODY_STRIDE;
    sum += masses[i] * (motion[o + W] - whole[LENT_SPIN]);
    motion[o + W] = 0;
    motion[o + DC] = 1;
    motion[o + DS] = 0;
    bodies.mass[o + INV_INERTIA] = 0;
  }
  whole[LENT_SPIN] = 0;
  whole[ACTED_MOMENT] = (sum * whole[LENT_INERTIA]) / mass;
}

/** Measures the body and turns it by the spin that the moments give it. */
function handOn(shape: SoftShape, bodies: BodyStore): void {
  const { slots, position, isFree, whole } = shape;
  const { motion } = bodies;
  measureMotion(shape, bodies, 0);
  if (whole[WHOLE_INERTIA] === 0) return;
  const moment = whole[ACTED_MOMENT];
  const change = moment / whole[WHOLE_INERTIA];
  whole[WHOLE_MOMENTUM] += moment;
  for (let i = 0; i < slots.length; i++) {
    if (isFree[i] === 0) continue;
    const o = slots[i] * BODY_STRIDE;
    motion[o + VX] -= change * position[2 * i + 1];
    motion[o + VY] += change * position[2 * i];
  }
}

/** Gives the particles the spin that was measured, and their shares of the inertia. */
function lend({ slots, masses, mass, isFree, whole }: SoftShape, bodies: BodyStore): void {
  const I = whole[WHOLE_INERTIA];
  if (I === 0) return;
  const w = whole[WHOLE_MOMENTUM] / I;
  for (let i = 0; i < slots.length; i++) {
    if (isFree[i] === 0) continue;
    const o = slots[i] * BODY_STRIDE;
    bodies.motion[o + W] = w;
    bodies.mass[o + INV_INERTIA] = mass / (masses[i] * I);
  }
  whole[LENT_SPIN] = w;
  whole[LENT_INERTIA] = I;
}
