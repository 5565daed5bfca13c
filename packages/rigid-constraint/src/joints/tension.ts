/**
 * Tension in the joints of a body stiffens its rotation. A force F at the arm r exerts the torque tau = r x F, and the arm turns with the
 * body: |dtau/dtheta| = |F . r|, the geometric stiffness of the joint. For the consequences see `squeezed-bodies.ts`.
 */
import {
  ANCHOR_AX,
  ANCHOR_BX,
  BODY_STRIDE,
  C,
  INV_INERTIA,
  JOINT_BODY_A,
  JOINT_INDEX_STRIDE,
  JOINT_STRIDE,
  LX,
  LY,
  REACTION_X,
  REACTION_Y,
  S,
  type SolverWorld,
} from '@otedama/rigid';
import { TAUT } from '../soft-constants.js';
import { SUMS } from '../squeezed-bodies.js';
import type { JointStep } from './joint-kind.js';

/** Ends of a joint: A and B. */
const ENDS = 2;
/** Result of `measure`: |F . r| of A and of B, N m, and F, N. */
const tension = new Float64Array(ENDS + 2);

/** Computes the tension of a joint from its last reaction. */
function measure({ bodies, joints }: SolverWorld, slot: number): void {
  const { data, index } = joints;
  const { pose } = bodies;
  const j = slot * JOINT_STRIDE;
  const x = data[j + REACTION_X];
  const y = data[j + REACTION_Y];
  tension[ENDS] = x;
  tension[ENDS + 1] = y;
  for (let end = 0; end < ENDS; end++) {
    tension[end] = 0;
    const body = index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_A + end];
    if (body < 0) continue;
    const o = body * BODY_STRIDE;
    const anchor = j + ANCHOR_AX + end * (ANCHOR_BX - ANCHOR_AX);
    const rx = data[anchor] - pose[o + LX];
    const ry = data[anchor + 1] - pose[o + LY];
    const c = pose[o + C];
    const s = pose[o + S];
    tension[end] = Math.abs(x * (c * rx - s * ry) + y * (s * rx + c * ry));
  }
}

/** Whether a joint alone has (w h)^2 above `TAUT` at one of its bodies. */
export function isTaut(world: SolverWorld, slot: number, { h }: JointStep): boolean {
  measure(world, slot);
  const { mass } = world.bodies;
  for (let end = 0; end < ENDS; end++) {
    const body = world.joints.index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_A + end];
    if (body >= 0 && h * h * tension[end] * mass[body * BODY_STRIDE + INV_INERTIA] > TAUT) return true;
  }
  return false;
}

/** Adds |F . r| of all joints times `scale[0]`, and |F| and F times `scale[1]`, to the sums that `SqueezedBodies` keeps for each body. */
export function addTensions(world: SolverWorld, sums: Float64Array, scale: Float64Array): void {
  const { index, active, activeCount } = world.joints;
  const stiffnessScale = scale[0];
  const forceScale = scale[1];
  for (let k = 0; k < activeCount; k++) {
    const slot = active[k];
    measure(world, slot);
    const x = forceScale * tension[ENDS];
    const y = forceScale * tension[ENDS + 1];
    const force = Math.sqrt(x * x + y * y);
    for (let end = 0; end < ENDS; end++) {
      const body = index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_A + end];
      if (body < 0) continue;
      const sign = 2 * end - 1;
      const q = body * SUMS;
      sums[q] += stiffnessScale * tension[end];
      sums[q + 1] += force;
      sums[q + 2] += sign * x;
      sums[q + 3] += sign * y;
    }
  }
}
