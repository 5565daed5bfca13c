/**
 * Rows of joints. Everything that a joint constrains, drives or pulls is one or more rows J u + b = 0 on the velocities
 * u = (v_A, w_A, v_B, w_B) of two bodies, and all rows are solved by the same few lines (`joint-kernel.ts`):
 *
 *     K = J M^-1 J^T,   lambda' = lambda - s_m K^-1 (J u + b) - s_i lambda, held to [lower, upper],   u += M^-1 J^T (lambda' - lambda)
 *
 * Four ways to fill b, s_m, s_i cover every joint:
 *
 *     rigid    b = beta C with the softness of stiff joints; in the relax pass b = 0, s_m = 1, s_i = 0
 *     spring   b = beta C with the softness of the spring, in both passes: its force is real
 *     motor    b = -speed, rigid, lambda held to the maximum force times h
 *     limit    lambda >= 0; while open (C > 0) b = C / h, so that it closes without an impact; beyond, as rigid
 *
 * Rows of a joint that act on each other strongly form a block, which is solved at once with its matrix K:
 *
 *     point    the two rows of a point. A chain of pins converges far better that way
 *     pair     across and angle of a slider
 *     triple   point and angle of a weld
 *
 * Where B is far from A, a turn of A moves the anchor far: solved in turns, such rows converge in as many passes as (distance / radius of
 * gyration)^2, and what the passes leave over swings. Chains of two sliders shook their bodies at 20 rad/s for ever.
 *
 * Layout: 24 doubles per row in `data`, four integers per row in `index`.
 *
 * A kind of joint writes the Jacobian and C into the row, and the functions below use them from there. They take and return no computed
 * doubles, because those would be allocated if a call is not inlined.
 */
import { MAXIMUM_CORRECTION_TURN } from '../constants.js';
import { grown } from '../grown.js';
import { LIMIT_GAP } from '../soft-constants.js';
import type { Softness } from '../soft-constraint.js';
import type { JointFrame } from './joint-frame.js';
import type { JointStep } from './joint-kind.js';

/** Doubles per row. */
export const JOINT_ROW_STRIDE = 24;
/** Jacobian over v_A, w_A, v_B, w_B. */
export const J_AX = 0;
export const J_AY = 1;
export const J_AW = 2;
export const J_BX = 3;
export const J_BY = 4;
export const J_BW = 5;
/** 1/K; for a block xx of the inverse of K, and in the second row of a triple xz. */
export const MASS = 6;
/** b, s_m, s_i of the solve pass. */
export const BIAS = 7;
/** b, s_m, s_i of the relax pass. */
export const RELAX = 10;
/** Bounds of lambda, N s or N m s. */
export const LOWER_IMPULSE = 13;
export const UPPER_IMPULSE = 14;
/** Accumulated lambda of a substep. */
export const LAMBDA = 15;
/** Block: xy and yy of the inverse of K, in the first row; in the second row of a triple yz and zz. */
export const MASS_XY = 16;
export const MASS_YY = 17;
/** Point: maximum length of the vector of both lambdas. */
export const LARGEST = 18;
/** Inverse masses and inertias. */
export const M_A = 19;
export const I_A = 20;
export const M_B = 21;
export const I_B = 22;
/** C, or the speed of a motor: input from which the functions below compute b. */
export const ERROR = 23;

/** Integers per row in `JointRows.index`. */
export const JOINT_ROW_INDEX_STRIDE = 4;
/** Offsets of the bodies in `motion`. */
export const BODY_A_OFFSET = 0;
export const BODY_B_OFFSET = 1;
/** 0, or for the first row of a block its kind: `POINT`, `PAIR` (any two rows) or `TRIPLE`. */
export const BLOCK = 2;
export const POINT = 1;
export const PAIR = 2;
export const TRIPLE = 3;
/** Place of the impulse in the record of `JointStore.data`. */
export const IMPULSE_PLACE = 3;

/** The joint rows of a step. */
export class JointRows {
  count = 0;
  data: Float64Array = new Float64Array(16 * JOINT_ROW_STRIDE);
  index: Int32Array = new Int32Array(16 * JOINT_ROW_INDEX_STRIDE);

  /** Appends a row of a joint, without bounds, and returns its offset in `data`. */
  add(frame: JointFrame, impulsePlace: number): number {
    const k = this.count++;
    if (this.count * JOINT_ROW_STRIDE > this.data.length) {
      this.data = grown(this.data);
      this.index = grown(this.index);
    }
    const o = k * JOINT_ROW_STRIDE;
    const i = k * JOINT_ROW_INDEX_STRIDE;
    const data = this.data;
    this.index[i + BODY_A_OFFSET] = frame.a;
    this.index[i + BODY_B_OFFSET] = frame.b;
    this.index[i + BLOCK] = 0;
    this.index[i + IMPULSE_PLACE] = impulsePlace;
    data[o + M_A] = frame.mA;
    data[o + I_A] = frame.iA;
    data[o + M_B] = frame.mB;
    data[o + I_B] = frame.iB;
    data[o + LAMBDA] = 0;
    data[o + LOWER_IMPULSE] = Number.NEGATIVE_INFINITY;
    data[o + UPPER_IMPULSE] = Number.POSITIVE_INFINITY;
    data[o + LARGEST] = Number.POSITIVE_INFINITY;
    return o;
  }

  /** Marks the row at `o` as the first one of a block. */
  block(o: number, kind: typeof POINT | typeof PAIR | typeof TRIPLE): void {
    this.index[(o / JOINT_ROW_STRIDE) * JOINT_ROW_INDEX_STRIDE + BLOCK] = kind;
  }
}

/** Writes the effective mass of a row from its Jacobian; 0 if neither body can respond. */
export function setMass(data: Float64Array, o: number): void {
  const ax = data[o + J_AX];
  const ay = data[o + J_AY];
  const aw = data[o + J_AW];
  const bx = data[o + J_BX];
  const by = data[o + J_BY];
  const bw = data[o + J_BW];
  const k =
    data[o + M_A] * (ax * ax + ay * ay) +
    data[o + I_A] * aw * aw +
    data[o + M_B] * (bx * bx + by * by) +
    data[o + I_B] * bw * bw;
  if (k > 0) data[o + MASS] = 1 / k;
  else data[o + MASS] = 0;
}

/**
 * Writes the pair of rows that holds the anchors together: the Jacobians J_x = (-1, 0, r_A.y, 1, 0, -r_B.y) and
 * J_y = (0, -1, -r_A.x, 0, 1, r_B.x), the inverse of its matrix, and d as its error.
 * @param reach largest gap with which the arms may lead to the middle between the anchors (`point.ts`), m
 */
export function setPoint(
  data: Float64Array,
  o: number,
  frame: JointFrame,
  { isMidway }: JointStep,
  reach: number,
): void {
  const { hasBodyA, dx, dy } = frame;
  const isFree = isMidway && frame.mA > 0 && frame.mB > 0 && frame.locks === 0;
  const share = isFree && dx * dx + dy * dy < reach * reach ? 0.5 : 0;
  const rAx = frame.rAx + share * dx;
  const rAy = frame.rAy + share * dy;
  const rBx = frame.rBx - share * dx;
  const rBy = frame.rBy - share * dy;
  const second = o + JOINT_ROW_STRIDE;
  data[o + J_AX] = -hasBodyA;
  data[o + J_AY] = 0;
  data[o + J_AW] = hasBodyA * rAy;
  data[o + J_BX] = 1;
  data[o + J_BY] = 0;
  data[o + J_BW] = -rBy;
  data[second + J_AX] = 0;
  data[second + J_AY] = -hasBodyA;
  data[second + J_AW] = -hasBodyA * rAx;
  data[second + J_BX] = 0;
  data[second + J_BY] = 1;
  data[second + J_BW] = rBx;
  const m = data[o + M_A] + data[o + M_B];
  const iA = data[o + I_A];
  const iB = data[o + I_B];
  const xx = m + iA * rAy * rAy + iB * rBy * rBy;
  const xy = -iA * rAx * rAy - iB * rBx * rBy;
  const yy = m + iA * rAx * rAx + iB * rBx * rBx;
  const det = xx * yy - xy * xy;
  let f = 0;
  if (det > 0) f = 1 / det;
  data[o + MASS] = yy * f;
  data[o + MASS_XY] = -xy * f;
  data[o + MASS_YY] = xx * f;
  data[o + ERROR] = frame.dx;
  data[second + ERROR] = frame.dy;
}

/**
 * Rigid row: the constraint error C must vanish. A row without a direction closes an angle. It turns the bodies by at most
 * `MAXIMUM_CORRECTION_TURN` at once: the arms of their other joints are linearized, so a large turn would tear these apart.
 */
export function setRigid(data: Float64Array, o: number, { rigid, inverseStep }: JointStep): void {
  const soft = rigid;
  let bias = soft.biasRate * data[o + ERROR];
  if (data[o + J_BX] === 0 && data[o + J_BY] === 0) {
    const largest = MAXIMUM_CORRECTION_TURN * inverseStep;
    if (bias > largest) bias = largest;
    else if (bias < -largest) bias = -largest;
  }
  data[o + BIAS] = bias;
  data[o + BIAS + 1] = soft.massScale;
  data[o + BIAS + 2] = soft.impulseScale;
  data[o + RELAX] = 0;
  data[o + RELAX + 1] = 1;
  data[o + RELAX + 2] = 0;
}

/** Spring row: a spring pulls C to 0. */
export function setSpring(data: Float64Array, o: number, soft: Softness): void {
  const bias = soft.biasRate * data[o + ERROR];
  data[o + BIAS] = bias;
  data[o + BIAS + 1] = soft.massScale;
  data[o + BIAS + 2] = soft.impulseScale;
  data[o + RELAX] = bias;
  data[o + RELAX + 1] = soft.massScale;
  data[o + RELAX + 2] = soft.impulseScale;
}

/** Motor row: J u must reach the motor speed, which is stored in place of C. */
export function setMotor(data: Float64Array, o: number): void {
  const bias = -data[o + ERROR];
  data[o + BIAS] = bias;
  data[o + BIAS + 1] = 1;
  data[o + BIAS + 2] = 0;
  data[o + RELAX] = bias;
  data[o + RELAX + 1] = 1;
  data[o + RELAX + 2] = 0;
}

/**
 * Limit row: C >= 0. The impulse can only increase C. At a limit that holds, C is 0 except for rounding. With its sign the row would change
 * from rigid to stiff at random, and far from the origin otherwise than near it.
 */
export function setLimit(data: Float64Array, o: number, step: JointStep): void {
  const c = data[o + ERROR];
  data[o + LOWER_IMPULSE] = 0;
  if (c > LIMIT_GAP) {
    const bias = c * step.inverseStep;
    data[o + BIAS] = bias;
    data[o + BIAS + 1] = 1;
    data[o + BIAS + 2] = 0;
    data[o + RELAX] = bias;
    data[o + RELAX + 1] = 1;
    data[o + RELAX + 2] = 0;
  } else {
    setRigid(data, o, step);
  }
}

/** Limits the impulse of a row, in both directions, to the maximum force or torque at `place` of the joint store, times the substep. */
export function boundImpulse(
  data: Float64Array,
  o: number,
  joint: Float64Array,
  place: number,
  step: JointStep,
): void {
  const largest = joint[place] * step.h;
  data[o + LOWER_IMPULSE] = -largest;
  data[o + UPPER_IMPULSE] = largest;
}
