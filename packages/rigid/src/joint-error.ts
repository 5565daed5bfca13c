/** Position error of joints. */
import {
  ANCHOR_AX,
  ANCHOR_AY,
  ANCHOR_BX,
  ANCHOR_BY,
  AXIS_X,
  AXIS_Y,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_FLAGS,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_LIMIT,
  JOINT_SPRING,
  JOINT_STRIDE,
  jointKinds,
  LENGTH,
  UPPER,
} from './joint-layout.js';
import { BODY_STRIDE, C, S, X, Y } from './layout.js';
import type { WorldState } from './world-state.js';

/**
 * Position error of the rigid part of a joint, m, >= 0: the distance of anchors that should coincide, a length error, or the
 * distance from the axis of a slider. 0 for soft joints and for joints of angles.
 */
export function jointErrorOf(state: WorldState, slot: number): number {
  const { index, data } = state.joints;
  const { pose } = state.bodies;
  const i = slot * JOINT_INDEX_STRIDE;
  const j = slot * JOINT_STRIDE;
  const a = index[i + JOINT_BODY_A];
  const oA = a * BODY_STRIDE;
  const oB = index[i + JOINT_BODY_B] * BODY_STRIDE;
  const cA = a < 0 ? 1 : pose[oA + C];
  const sA = a < 0 ? 0 : pose[oA + S];
  const ax = (a < 0 ? 0 : pose[oA + X]) + (cA * data[j + ANCHOR_AX] - sA * data[j + ANCHOR_AY]);
  const ay = (a < 0 ? 0 : pose[oA + Y]) + (sA * data[j + ANCHOR_AX] + cA * data[j + ANCHOR_AY]);
  const bx = pose[oB + X] + (pose[oB + C] * data[j + ANCHOR_BX] - pose[oB + S] * data[j + ANCHOR_BY]);
  const by = pose[oB + Y] + (pose[oB + S] * data[j + ANCHOR_BX] + pose[oB + C] * data[j + ANCHOR_BY]);
  const dx = bx - ax;
  const dy = by - ay;
  const distance = Math.sqrt(dx * dx + dy * dy);
  const flags = index[i + JOINT_FLAGS];
  const isSoft = (flags & JOINT_SPRING) !== 0;
  switch (jointKinds[index[i + JOINT_KIND]]) {
    case 'revolute':
      return distance;
    case 'weld':
      return isSoft ? 0 : distance;
    case 'distance':
      return isSoft || (flags & JOINT_LIMIT) !== 0 ? 0 : Math.abs(distance - data[j + LENGTH]);
    case 'rope':
      return Math.max(0, distance - data[j + UPPER]);
    case 'prismatic':
    case 'wheel':
    case 'groove': {
      const axisX = cA * data[j + AXIS_X] - sA * data[j + AXIS_Y];
      const axisY = sA * data[j + AXIS_X] + cA * data[j + AXIS_Y];
      return Math.abs(axisX * dy - axisY * dx);
    }
    default:
      return 0;
  }
}
