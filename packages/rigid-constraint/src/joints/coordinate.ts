/**
 * Rows on the one coordinate q of a joint, a length or an angle: its optional spring, motor and limits.
 *
 *     spring   C = q - rest
 *     motor    J u = speed, with a maximum force or torque
 *     limits   q - lower >= 0 and upper - q >= 0
 *
 * All have the Jacobian of q; the upper limit has the opposite one. A kind of joint stores q in `frame.coordinate` and passes the
 * function that writes its Jacobian.
 */
import {
  HERTZ,
  IMPULSE_LOWER,
  IMPULSE_MOTOR,
  IMPULSE_SPRING,
  IMPULSE_UPPER,
  JOINT_LIMIT,
  JOINT_MOTOR,
  JOINT_SPRING,
  LOWER,
  MOTOR_SPEED,
  UPPER,
} from '@otedama/rigid';
import type { JointFrame } from './joint-frame.js';
import { type JointStep, springAt } from './joint-kind.js';
import {
  boundImpulse,
  ERROR,
  JOINT_ROW_STRIDE,
  type JointRows,
  setLimit,
  setMotor,
  setSpring,
} from './joint-rows.js';

/** Writes the Jacobian of a coordinate, or its opposite, and the effective mass into the row at `o`. */
export type SetJacobian = (data: Float64Array, o: number, frame: JointFrame, sign: 1 | -1) => void;

/** Adds the rows that the flags enable: spring, motor, limits, in this order. */
export function addCoordinateRows(rows: JointRows, frame: JointFrame, flags: number): void {
  if ((flags & JOINT_SPRING) !== 0) rows.add(frame, IMPULSE_SPRING);
  if ((flags & JOINT_MOTOR) !== 0) rows.add(frame, IMPULSE_MOTOR);
  if ((flags & JOINT_LIMIT) !== 0) {
    rows.add(frame, IMPULSE_LOWER);
    rows.add(frame, IMPULSE_UPPER);
  }
}

/**
 * Fills these rows.
 * @param rest place of the rest coordinate of the spring in the joint store
 * @param largest place of the maximum force or torque of the motor
 * @returns the offset of the row after them
 */
export function refreshCoordinateRows(
  { data }: JointRows,
  o: number,
  frame: JointFrame,
  joint: Float64Array,
  j: number,
  flags: number,
  step: JointStep,
  setJacobian: SetJacobian,
  rest: number,
  largest: number,
): number {
  let row = o;
  if ((flags & JOINT_SPRING) !== 0) {
    setJacobian(data, row, frame, 1);
    data[row + ERROR] = frame.coordinate - joint[j + rest];
    setSpring(data, row, springAt(joint, j + HERTZ, step));
    row += JOINT_ROW_STRIDE;
  }
  if ((flags & JOINT_MOTOR) !== 0) {
    setJacobian(data, row, frame, 1);
    data[row + ERROR] = joint[j + MOTOR_SPEED];
    setMotor(data, row);
    boundImpulse(data, row, joint, j + largest, step);
    row += JOINT_ROW_STRIDE;
  }
  if ((flags & JOINT_LIMIT) !== 0) {
    setJacobian(data, row, frame, 1);
    data[row + ERROR] = frame.coordinate - joint[j + LOWER];
    setLimit(data, row, step);
    row += JOINT_ROW_STRIDE;
    setJacobian(data, row, frame, -1);
    data[row + ERROR] = joint[j + UPPER] - frame.coordinate;
    setLimit(data, row, step);
    row += JOINT_ROW_STRIDE;
  }
  return row;
}
