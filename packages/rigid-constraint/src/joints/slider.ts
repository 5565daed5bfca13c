/**
 * Prismatic, groove and wheel joints: anchor B moves along an axis of A.
 *
 * With d from anchor A to anchor B, the axis a (turning with A) and p = (-a.y, a.x):
 *
 *     across   C = p . d    J = (-p, -((d + r_A) x p), p, r_B x p)
 *     along    t = a . d    J = (-a, -((d + r_A) x a), a, r_B x a)      spring, motor, limits on t
 *     angle    C = theta    J = (0, -1, 0, 1)
 *
 *     prismatic   across, angle; along: spring, motor, limits
 *     groove      across; along: limits (the ends of the groove). B turns freely
 *     wheel       across; along: suspension spring, limits; angle: motor
 */
import {
  DAMPING_RATIO,
  EXTRA0,
  HERTZ,
  IMPULSE_ANGULAR,
  IMPULSE_LOWER,
  IMPULSE_MOTOR,
  IMPULSE_SPRING,
  IMPULSE_UPPER,
  IMPULSE_X,
  JOINT_LIMIT,
  JOINT_MOTOR,
  JOINT_SPRING,
  LOWER,
  MAXIMUM_FORCE,
  MAXIMUM_TORQUE,
  MOTOR_SPEED,
  UPPER,
} from '@otedama/rigid';
import { makeSoft } from '../soft-constraint.js';
import { setAngularJacobian } from './angular.js';
import type { JointFrame } from './joint-frame.js';
import type { JointKindRows, JointStep } from './joint-kind.js';
import {
  JOINT_ROW_STRIDE,
  type JointRows,
  setJacobian,
  setLimit,
  setMotor,
  setRigid,
  setSpring,
} from './joint-rows.js';

/** J along the unit vector (x, y), sign included. */
function setAxisJacobian(data: Float64Array, o: number, frame: JointFrame, x: number, y: number): void {
  const { anchored, dx, dy, rAx, rAy, rBx, rBy } = frame;
  const armX = dx + rAx;
  const armY = dy + rAy;
  setJacobian(
    data,
    o,
    -anchored * x,
    -anchored * y,
    -anchored * (armX * y - armY * x),
    x,
    y,
    rBx * y - rBy * x,
  );
}

function refreshAcross(rows: JointRows, o: number, frame: JointFrame, step: JointStep): void {
  const px = -frame.axisY;
  const py = frame.axisX;
  setAxisJacobian(rows.data, o, frame, px, py);
  setRigid(rows.data, o, px * frame.dx + py * frame.dy, step.rigid);
}

function addAlong(rows: JointRows, frame: JointFrame, flags: number): void {
  if ((flags & JOINT_SPRING) !== 0) frame.addRow(rows, IMPULSE_SPRING);
  if ((flags & JOINT_MOTOR) !== 0) frame.addRow(rows, IMPULSE_MOTOR);
  if ((flags & JOINT_LIMIT) !== 0) {
    frame.addRow(rows, IMPULSE_LOWER);
    frame.addRow(rows, IMPULSE_UPPER);
  }
}

/** Fills the rows along the axis; the offset after them. */
function refreshAlong(
  rows: JointRows,
  o: number,
  frame: JointFrame,
  joint: Float64Array,
  j: number,
  flags: number,
  step: JointStep,
): number {
  const { data } = rows;
  const { axisX, axisY } = frame;
  const t = axisX * frame.dx + axisY * frame.dy;
  let row = o;
  if ((flags & JOINT_SPRING) !== 0) {
    setAxisJacobian(data, row, frame, axisX, axisY);
    const soft = makeSoft(step.spring, joint[j + HERTZ], joint[j + DAMPING_RATIO], step.h);
    setSpring(data, row, t - joint[j + EXTRA0], soft);
    row += JOINT_ROW_STRIDE;
  }
  if ((flags & JOINT_MOTOR) !== 0) {
    setAxisJacobian(data, row, frame, axisX, axisY);
    setMotor(data, row, joint[j + MOTOR_SPEED], joint[j + MAXIMUM_FORCE] * step.h);
    row += JOINT_ROW_STRIDE;
  }
  if ((flags & JOINT_LIMIT) !== 0) {
    setAxisJacobian(data, row, frame, axisX, axisY);
    setLimit(data, row, t - joint[j + LOWER], step.rigid, step.inverseStep);
    row += JOINT_ROW_STRIDE;
    setAxisJacobian(data, row, frame, -axisX, -axisY);
    setLimit(data, row, joint[j + UPPER] - t, step.rigid, step.inverseStep);
    row += JOINT_ROW_STRIDE;
  }
  return row;
}

export const prismatic: JointKindRows = {
  add(rows, frame, flags) {
    frame.addRow(rows, IMPULSE_X);
    frame.addRow(rows, IMPULSE_ANGULAR);
    addAlong(rows, frame, flags);
  },
  refresh(rows, o, frame, joint, j, flags, step) {
    frame.followAngle(joint, j);
    refreshAcross(rows, o, frame, step);
    const angle = o + JOINT_ROW_STRIDE;
    setAngularJacobian(rows.data, angle, frame, 1);
    setRigid(rows.data, angle, frame.angle, step.rigid);
    refreshAlong(rows, angle + JOINT_ROW_STRIDE, frame, joint, j, flags, step);
  },
};

export const groove: JointKindRows = {
  add(rows, frame) {
    frame.addRow(rows, IMPULSE_X);
    addAlong(rows, frame, JOINT_LIMIT);
  },
  refresh(rows, o, frame, joint, j, _flags, step) {
    refreshAcross(rows, o, frame, step);
    refreshAlong(rows, o + JOINT_ROW_STRIDE, frame, joint, j, JOINT_LIMIT, step);
  },
};

export const wheel: JointKindRows = {
  add(rows, frame, flags) {
    frame.addRow(rows, IMPULSE_X);
    addAlong(rows, frame, flags & ~JOINT_MOTOR);
    if ((flags & JOINT_MOTOR) !== 0) frame.addRow(rows, IMPULSE_MOTOR);
  },
  refresh(rows, o, frame, joint, j, flags, step) {
    refreshAcross(rows, o, frame, step);
    const next = refreshAlong(rows, o + JOINT_ROW_STRIDE, frame, joint, j, flags & ~JOINT_MOTOR, step);
    if ((flags & JOINT_MOTOR) !== 0) {
      setAngularJacobian(rows.data, next, frame, 1);
      setMotor(rows.data, next, joint[j + MOTOR_SPEED], joint[j + MAXIMUM_TORQUE] * step.h);
    }
  },
};
