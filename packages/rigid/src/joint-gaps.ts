/**
 * Joints of bodies that a sweep has stopped. The stopped body loses the rest of the step, while the bodies joined to it have
 * moved on. This opens a gap at the joints. Before it is visible, the other bodies are pulled to the stopped one by
 * position-based projection [Müller et al. 2007]. With d from anchor A to anchor B,
 *
 *     K = (m_A + m_B) 1 + i_A (r_A.y^2, -r_A.x r_A.y; ., r_A.x^2) + i_B (...)      p = -K^-1 d
 *
 * moves B by m_B p and rotates it by i_B r_B x p, and A in the opposite way. If exactly one of the two bodies was stopped, that
 * body does not move, and it counts as five times as heavy as it is: limbs follow a stopped trunk at once and a trunk soon follows a stopped
 * limb, while a stopped bolt of 10 g does not drag a beam of 600 kg along. Velocities do not change.
 *
 * Hinges and welds, which hold two points together, are projected. Wheels, sliders and grooves are projected across their axis only. It turns
 * with A, so its force acts on A at anchor B: with the unit vector n across the axis,
 *
 *     r_A' = d + r_A      k = m_A + m_B + i_A (r_A' x n)^2 + i_B (r_B x n)^2      p = -n (n.d) / k
 *
 * In ragdolls thrown at walls at 5 to 20 m/s, at 60 steps per second, gaps were 9 to 19 cm without this projection and 2 to 6 cm
 * with it.
 */
import { LINEAR_SLOP } from './constants.js';
import {
  ANCHOR_AX,
  ANCHOR_AY,
  ANCHOR_BX,
  ANCHOR_BY,
  AXIS_X,
  AXIS_Y,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_STRIDE,
  type JointKind,
  jointKinds,
} from './joint-layout.js';
import {
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  C,
  CX,
  CY,
  INV_INERTIA,
  INV_MASS,
  LX,
  LY,
  S,
  X,
  Y,
} from './layout.js';
import { DRAWN, STOPPED } from './sweep-motion.js';
import type { WorldState } from './world-state.js';

/** Maximum number of passes over the joints. */
const PASSES = 8;

/**
 * Share of the inverse mass of a stopped body that counts. With 0, a bolt of 10 g dragged a beam of 600 kg by 17 cm in one step; with 1, the
 * widest gap in heaps of falling ragdolls was 5.5 cm on average, now 3.2.
 */
const STOPPED_SHARE = 0.2;

/** Kinds that hold two points together, and kinds that do so across an axis only. */
const POINTS = numbersOf(['revolute', 'weld']);
const SLIDERS = numbersOf(['prismatic', 'wheel', 'groove']);

/** Bit mask of kinds. */
function numbersOf(kinds: readonly JointKind[]): number {
  return kinds.reduce((bits, kind) => bits | (1 << jointKinds.indexOf(kind)), 0);
}

/**
 * Pulls bodies that are joined to stopped bodies after them.
 * @param roles bits per body: `STOPPED` on input; `DRAWN` is added for bodies that this function moves
 */
export function closeGaps(state: WorldState, roles: Uint8Array): void {
  const { index, active, activeCount } = state.joints;
  for (let pass = 0; pass < PASSES; pass++) {
    let isOpen = false;
    for (let k = 0; k < activeCount; k++) {
      const i = active[k] * JOINT_INDEX_STRIDE;
      const a = index[i + JOINT_BODY_A];
      if ((1 << index[i + JOINT_KIND]) & ~(POINTS | SLIDERS) || a < 0) continue;
      const b = index[i + JOINT_BODY_B];
      if ((roles[a] | roles[b]) === 0) continue;
      if (closeGap(state, roles, active[k], a, b)) isOpen = true;
    }
    if (!isOpen) return;
  }
}

/**
 * Projects one joint.
 * @returns whether it had a gap
 */
function closeGap(state: WorldState, roles: Uint8Array, slot: number, a: number, b: number): boolean {
  const { pose, mass } = state.bodies;
  const { data } = state.joints;
  const j = slot * JOINT_STRIDE;
  const oA = a * BODY_STRIDE;
  const oB = b * BODY_STRIDE;
  const ax = data[j + ANCHOR_AX] - pose[oA + LX];
  const ay = data[j + ANCHOR_AY] - pose[oA + LY];
  const bx = data[j + ANCHOR_BX] - pose[oB + LX];
  const by = data[j + ANCHOR_BY] - pose[oB + LY];
  let rAx = pose[oA + C] * ax - pose[oA + S] * ay;
  let rAy = pose[oA + S] * ax + pose[oA + C] * ay;
  const rBx = pose[oB + C] * bx - pose[oB + S] * by;
  const rBy = pose[oB + S] * bx + pose[oB + C] * by;
  const dx = pose[oB + CX] + rBx - pose[oA + CX] - rAx;
  const dy = pose[oB + CY] + rBy - pose[oA + CY] - rAy;
  const isHeldA = (roles[a] & ~roles[b] & STOPPED) !== 0;
  const isHeldB = (roles[b] & ~roles[a] & STOPPED) !== 0;
  const weightA = isHeldA ? STOPPED_SHARE : 1;
  const weightB = isHeldB ? STOPPED_SHARE : 1;
  const mA = mass[oA + INV_MASS] * weightA;
  const iA = mass[oA + INV_INERTIA] * weightA;
  const mB = mass[oB + INV_MASS] * weightB;
  const iB = mass[oB + INV_INERTIA] * weightB;
  let px = 0;
  let py = 0;
  if ((1 << state.joints.index[slot * JOINT_INDEX_STRIDE + JOINT_KIND]) & SLIDERS) {
    const nx = -pose[oA + S] * data[j + AXIS_X] - pose[oA + C] * data[j + AXIS_Y];
    const ny = pose[oA + C] * data[j + AXIS_X] - pose[oA + S] * data[j + AXIS_Y];
    const across = nx * dx + ny * dy;
    if (Math.abs(across) < LINEAR_SLOP) return false;
    rAx += dx;
    rAy += dy;
    const armA = rAx * ny - rAy * nx;
    const armB = rBx * ny - rBy * nx;
    const k = mA + mB + iA * armA * armA + iB * armB * armB;
    if (!(k > 0)) return false;
    px = (-across * nx) / k;
    py = (-across * ny) / k;
  } else {
    if (dx * dx + dy * dy < LINEAR_SLOP * LINEAR_SLOP) return false;
    const xx = mA + mB + iA * rAy * rAy + iB * rBy * rBy;
    const xy = -iA * rAx * rAy - iB * rBx * rBy;
    const yy = mA + mB + iA * rAx * rAx + iB * rBx * rBx;
    const det = xx * yy - xy * xy;
    if (!(det > 0)) return false;
    px = -(yy * dx - xy * dy) / det;
    py = -(xx * dy - xy * dx) / det;
  }
  if (!isHeldA && mA + iA > 0) {
    roles[a] |= DRAWN;
    shift(state, a, -mA * px, -mA * py, -iA * (rAx * py - rAy * px));
  }
  if (!isHeldB && mB + iB > 0) {
    roles[b] |= DRAWN;
    shift(state, b, mB * px, mB * py, iB * (rBx * py - rBy * px));
  }
  return true;
}

/** Moves and rotates a body along its free axes. A rotation by an angle a is applied as a rotation by the arc tangent of a. */
function shift(state: WorldState, slot: number, x: number, y: number, turn: number): void {
  const { flags, pose, stale } = state.bodies;
  const o = slot * BODY_STRIDE;
  const c = pose[o + C] - turn * pose[o + S];
  const s = pose[o + S] + turn * pose[o + C];
  const f = 1 / Math.sqrt(c * c + s * s);
  pose[o + C] = c * f;
  pose[o + S] = s * f;
  if ((flags[slot] & BODY_LOCK_X) === 0) pose[o + CX] += x;
  if ((flags[slot] & BODY_LOCK_Y) === 0) pose[o + CY] += y;
  pose[o + X] = pose[o + CX] - f * (c * pose[o + LX] - s * pose[o + LY]);
  pose[o + Y] = pose[o + CY] - f * (s * pose[o + LX] + c * pose[o + LY]);
  // placed when it has its final pose
  stale[slot] = 1;
}
