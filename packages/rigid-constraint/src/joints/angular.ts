/**
 * Joints of angles alone. The angle theta of B against A (followed without wrapping) has the row J = (0, -1, 0, 1); gears couple the
 * absolute angles instead.
 *
 *     rotary spring   C = theta, a spring
 *     rotary limit    theta - lower >= 0 and upper - theta >= 0
 *     ratchet         theta may only grow (step > 0) past the last tooth: C = theta - tooth >= 0, tooth = floor(theta / step) step
 *     gear            C = theta_A + r theta_B - constant,  J = (0, 1, 0, r)
 */
import {
  EXTRA0,
  EXTRA1,
  HERTZ,
  IMPULSE_ANGULAR,
  IMPULSE_LOWER,
  IMPULSE_MOTOR,
  IMPULSE_SPRING,
  IMPULSE_UPPER,
  JOINT_LIMIT,
  JOINT_MOTOR,
  JOINT_SPRING,
  LENGTH,
  LOWER,
  MAXIMUM_TORQUE,
  MOTOR_SPEED,
  RATIO,
  REFERENCE_ANGLE,
  UPPER,
} from '@otedama/rigid';
import type { JointFrame } from './joint-frame.js';
import { type JointKindRows, type JointStep, springAt } from './joint-kind.js';
import {
  boundImpulse,
  ERROR,
  J_AW,
  J_AX,
  J_AY,
  J_BW,
  J_BX,
  J_BY,
  JOINT_ROW_STRIDE,
  type JointRows,
  setLimit,
  setMass,
  setMotor,
  setRigid,
  setSpring,
  UPPER_IMPULSE,
} from './joint-rows.js';

/** J = sign (0, -1, 0, 1). */
export function setAngularJacobian(data: Float64Array, o: number, frame: JointFrame, sign: 1 | -1): void {
  data[o + J_AX] = 0;
  data[o + J_AY] = 0;
  data[o + J_AW] = -sign * frame.anchored;
  data[o + J_BX] = 0;
  data[o + J_BY] = 0;
  data[o + J_BW] = sign;
  setMass(data, o);
}

/** Rows for what may act on the angle of a joint: spring, motor, limits, in this order, as the flags say. */
export function addAngleRows(rows: JointRows, frame: JointFrame, flags: number): void {
  if ((flags & JOINT_SPRING) !== 0) rows.add(frame, IMPULSE_SPRING);
  if ((flags & JOINT_MOTOR) !== 0) rows.add(frame, IMPULSE_MOTOR);
  if ((flags & JOINT_LIMIT) !== 0) {
    rows.add(frame, IMPULSE_LOWER);
    rows.add(frame, IMPULSE_UPPER);
  }
}

/** Fills them; the rest angle of the spring, rad, is at `rest` of the joint store. `frame.angle` must have been followed. */
export function refreshAngleRows(
  rows: JointRows,
  o: number,
  frame: JointFrame,
  joint: Float64Array,
  j: number,
  flags: number,
  step: JointStep,
): void {
  const { data } = rows;
  let row = o;
  if ((flags & JOINT_SPRING) !== 0) {
    setAngularJacobian(data, row, frame, 1);
    data[row + ERROR] = frame.angle - joint[j + EXTRA0];
    setSpring(data, row, springAt(joint, j + HERTZ, step));
    row += JOINT_ROW_STRIDE;
  }
  if ((flags & JOINT_MOTOR) !== 0) {
    setAngularJacobian(data, row, frame, 1);
    data[row + ERROR] = joint[j + MOTOR_SPEED];
    setMotor(data, row);
    boundImpulse(data, row, joint, j + MAXIMUM_TORQUE, step);
    row += JOINT_ROW_STRIDE;
  }
  if ((flags & JOINT_LIMIT) !== 0) {
    setAngularJacobian(data, row, frame, 1);
    data[row + ERROR] = frame.angle - joint[j + LOWER];
    setLimit(data, row, step);
    row += JOINT_ROW_STRIDE;
    setAngularJacobian(data, row, frame, -1);
    data[row + ERROR] = joint[j + UPPER] - frame.angle;
    setLimit(data, row, step);
  }
}

export const rotarySpring: JointKindRows = {
  add: (rows, frame) => addAngleRows(rows, frame, JOINT_SPRING),
  refresh(rows, o, frame, joint, j, _flags, step) {
    frame.followAngle(joint, j);
    refreshAngleRows(rows, o, frame, joint, j, JOINT_SPRING, step);
  },
};

export const rotaryLimit: JointKindRows = {
  add: (rows, frame) => addAngleRows(rows, frame, JOINT_LIMIT),
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
    // the last tooth passed, in the direction of free motion
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
    data[o + J_AW] = frame.anchored;
    data[o + J_BX] = 0;
    data[o + J_BY] = 0;
    data[o + J_BW] = ratio;
    setMass(data, o);
    data[o + ERROR] = joint[j + EXTRA0] + ratio * joint[j + EXTRA1] - joint[j + REFERENCE_ANGLE];
    setRigid(data, o, step.rigid);
    boundImpulse(data, o, joint, j + MAXIMUM_TORQUE, step);
  },
};
