/**
 * Joints that act on angles only. The angle theta of B against A (tracked without wrapping) has the row J = (0, -1, 0, 1). Gears couple
 * the absolute angles instead.
 *
 *     rotary spring   a spring on theta
 *     rotary limit    limits on theta (`coordinate.ts`)
 *     ratchet         theta may only grow beyond the last tooth: C = theta - tooth >= 0 with tooth = pitch floor(theta / pitch); if
 *                     pitch < 0 it may only fall, and C and J have the opposite sign
 *     gear            C = theta_A + r theta_B - constant,  J = (0, 1, 0, r)
 */
import {
  EXTRA0,
  EXTRA1,
  IMPULSE_ANGULAR,
  JOINT_LIMIT,
  JOINT_SPRING,
  LENGTH,
  MAXIMUM_TORQUE,
  RATIO,
  REFERENCE_ANGLE,
} from '@otedama/rigid';
import { addCoordinateRows, refreshCoordinateRows } from './coordinate.js';
import type { JointFrame } from './joint-frame.js';
import type { JointKindRows, JointStep } from './joint-kind.js';
import {
  boundImpulse,
  ERROR,
  J_AW,
  J_AX,
  J_AY,
  J_BW,
  J_BX,
  J_BY,
  type JointRows,
  setLimit,
  setMass,
  setRigid,
  UPPER_IMPULSE,
} from './joint-rows.js';

/** J = sign (0, -1, 0, 1). */
export function setAngularJacobian(data: Float64Array, o: number, frame: JointFrame, sign: 1 | -1): void {
  data[o + J_AX] = 0;
  data[o + J_AY] = 0;
  data[o + J_AW] = -sign * frame.hasBodyA;
  data[o + J_BX] = 0;
  data[o + J_BY] = 0;
  data[o + J_BW] = sign;
  setMass(data, o);
}

/** Fills the rows on the angle of a joint. Call `frame.followAngle` first. */
export function refreshAngleRows(
  rows: JointRows,
  o: number,
  frame: JointFrame,
  joint: Float64Array,
  j: number,
  flags: number,
  step: JointStep,
): void {
  frame.coordinate = frame.angle;
  refreshCoordinateRows(rows, o, frame, joint, j, flags, step, setAngularJacobian, EXTRA0, MAXIMUM_TORQUE);
}

export const rotarySpring: JointKindRows = {
  add: (rows, frame) => addCoordinateRows(rows, frame, JOINT_SPRING),
  refresh(rows, o, frame, joint, j, _flags, step) {
    frame.followAngle(joint, j);
    refreshAngleRows(rows, o, frame, joint, j, JOINT_SPRING, step);
  },
};

export const rotaryLimit: JointKindRows = {
  add: (rows, frame) => addCoordinateRows(rows, frame, JOINT_LIMIT),
  refresh(rows, o, frame, joint, j, _flags, step) {
    frame.followAngle(joint, j);
    refreshAngleRows(rows, o, frame, joint, j, JOINT_LIMIT, step);
  },
};

export const ratchet: JointKindRows = {
  add: (rows, frame) => void rows.add(frame, IMPULSE_ANGULAR),
  refresh({ data }, o, frame, joint, j, _flags, step) {
    frame.followAngle(joint, j);
    const pitch = joint[j + LENGTH];
    const sign = pitch > 0 ? 1 : -1;
    // last tooth passed, in the direction of free motion
    const tooth = Math.floor((sign * frame.angle) / Math.abs(pitch)) * Math.abs(pitch);
    if (tooth > sign * joint[j + EXTRA0]) joint[j + EXTRA0] = sign * tooth;
    setAngularJacobian(data, o, frame, sign);
    data[o + ERROR] = sign * (frame.angle - joint[j + EXTRA0]);
    setLimit(data, o, step);
    data[o + UPPER_IMPULSE] = joint[j + MAXIMUM_TORQUE] * step.h;
  },
};

export const gear: JointKindRows = {
  add: (rows, frame) => void rows.add(frame, IMPULSE_ANGULAR),
  refresh({ data }, o, frame, joint, j, _flags, step) {
    const ratio = joint[j + RATIO];
    frame.followAngles(joint, j + EXTRA0, j + EXTRA1);
    data[o + J_AX] = 0;
    data[o + J_AY] = 0;
    data[o + J_AW] = frame.hasBodyA;
    data[o + J_BX] = 0;
    data[o + J_BY] = 0;
    data[o + J_BW] = ratio;
    setMass(data, o);
    data[o + ERROR] = joint[j + EXTRA0] + ratio * joint[j + EXTRA1] - joint[j + REFERENCE_ANGLE];
    setRigid(data, o, step);
    boundImpulse(data, o, joint, j + MAXIMUM_TORQUE, step);
  },
};
