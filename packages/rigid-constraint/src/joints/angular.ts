/**
 * Joints of angles alone. The angle theta of B against A (followed without wrapping) has the row J = (0, -1, 0, 1); gears couple the
 * absolute angles instead.
 *
 *     rotary spring   C = theta, a spring
 *     rotary limit    theta - lower >= 0 and upper - theta >= 0
 *     ratchet         theta may only grow (step > 0) past the last tooth: C = theta - tooth >= 0, tooth = floor(theta / step) step
 *     gear            C = theta_A + r theta_B - constant,  J = (0, 1, 0, r)
 */
import { atan2, wrapAngle } from '@otedama/math2d';
import {
  DAMPING_RATIO,
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
import { makeSoft } from '../soft-constraint.js';
import type { JointFrame } from './joint-frame.js';
import type { JointKindRows, JointStep } from './joint-kind.js';
import {
  JOINT_ROW_STRIDE,
  type JointRows,
  LOWER_IMPULSE,
  setJacobian,
  setLimit,
  setMotor,
  setRigid,
  setSpring,
  UPPER_IMPULSE,
} from './joint-rows.js';

/** J = sign (0, -1, 0, 1). */
export function setAngularJacobian(data: Float64Array, o: number, frame: JointFrame, sign: 1 | -1): void {
  setJacobian(data, o, 0, 0, -sign * frame.anchored, 0, 0, sign);
}

/** Rows for what may act on the angle of a joint: spring, motor, limits, in this order, as the flags say. */
export function addAngleRows(rows: JointRows, frame: JointFrame, flags: number): void {
  if ((flags & JOINT_SPRING) !== 0) frame.addRow(rows, IMPULSE_SPRING);
  if ((flags & JOINT_MOTOR) !== 0) frame.addRow(rows, IMPULSE_MOTOR);
  if ((flags & JOINT_LIMIT) !== 0) {
    frame.addRow(rows, IMPULSE_LOWER);
    frame.addRow(rows, IMPULSE_UPPER);
  }
}

/** Fills them; `rest` is the angle of the spring, rad. `frame.angle` must have been followed. */
export function refreshAngleRows(
  rows: JointRows,
  o: number,
  frame: JointFrame,
  joint: Float64Array,
  j: number,
  flags: number,
  step: JointStep,
  rest: number,
): void {
  const { data } = rows;
  let row = o;
  if ((flags & JOINT_SPRING) !== 0) {
    setAngularJacobian(data, row, frame, 1);
    const soft = makeSoft(step.spring, joint[j + HERTZ], joint[j + DAMPING_RATIO], step.h);
    setSpring(data, row, frame.angle - rest, soft);
    row += JOINT_ROW_STRIDE;
  }
  if ((flags & JOINT_MOTOR) !== 0) {
    setAngularJacobian(data, row, frame, 1);
    setMotor(data, row, joint[j + MOTOR_SPEED], joint[j + MAXIMUM_TORQUE] * step.h);
    row += JOINT_ROW_STRIDE;
  }
  if ((flags & JOINT_LIMIT) !== 0) {
    setAngularJacobian(data, row, frame, 1);
    setLimit(data, row, frame.angle - joint[j + LOWER], step.rigid, step.inverseStep);
    row += JOINT_ROW_STRIDE;
    setAngularJacobian(data, row, frame, -1);
    setLimit(data, row, joint[j + UPPER] - frame.angle, step.rigid, step.inverseStep);
  }
}

export const rotarySpring: JointKindRows = {
  add: (rows, frame) => addAngleRows(rows, frame, JOINT_SPRING),
  refresh(rows, o, frame, joint, j, _flags, step) {
    frame.followAngle(joint, j);
    refreshAngleRows(rows, o, frame, joint, j, JOINT_SPRING, step, 0);
  },
};

export const rotaryLimit: JointKindRows = {
  add: (rows, frame) => addAngleRows(rows, frame, JOINT_LIMIT),
  refresh(rows, o, frame, joint, j, _flags, step) {
    frame.followAngle(joint, j);
    refreshAngleRows(rows, o, frame, joint, j, JOINT_LIMIT, step, 0);
  },
};

export const ratchet: JointKindRows = {
  add: (rows, frame) => void frame.addRow(rows, IMPULSE_ANGULAR),
  refresh(rows, o, frame, joint, j, _flags, step) {
    frame.followAngle(joint, j);
    const pitch = joint[j + LENGTH];
    const sign = pitch > 0 ? 1 : -1;
    // the last tooth passed, in the direction of free motion
    const tooth = Math.floor((sign * frame.angle) / Math.abs(pitch)) * Math.abs(pitch);
    if (tooth > sign * joint[j + EXTRA0]) joint[j + EXTRA0] = sign * tooth;
    setAngularJacobian(rows.data, o, frame, sign);
    setLimit(rows.data, o, sign * (frame.angle - joint[j + EXTRA0]), step.rigid, step.inverseStep);
    rows.data[o + UPPER_IMPULSE] = joint[j + MAXIMUM_TORQUE] * step.h;
  },
};

export const gear: JointKindRows = {
  add: (rows, frame) => void frame.addRow(rows, IMPULSE_ANGULAR),
  refresh(rows, o, frame, joint, j, _flags, step) {
    const { data } = rows;
    const ratio = joint[j + RATIO];
    // absolute angles, followed without wrapping
    const angleA = joint[j + EXTRA0] + wrapAngle(atan2(frame.sA, frame.cA) - joint[j + EXTRA0]);
    const angleB = joint[j + EXTRA1] + wrapAngle(atan2(frame.sB, frame.cB) - joint[j + EXTRA1]);
    joint[j + EXTRA0] = angleA;
    joint[j + EXTRA1] = angleB;
    setJacobian(data, o, 0, 0, frame.anchored, 0, 0, ratio);
    setRigid(data, o, angleA + ratio * angleB - joint[j + REFERENCE_ANGLE], step.rigid);
    const largest = joint[j + MAXIMUM_TORQUE] * step.h;
    data[o + LOWER_IMPULSE] = -largest;
    data[o + UPPER_IMPULSE] = largest;
  },
};
