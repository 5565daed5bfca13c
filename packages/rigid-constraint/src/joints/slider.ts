/**
 * Prismatic, groove and wheel joints: anchor B moves along an axis of A.
 *
 * With d from anchor A to anchor B, the axis a (turning with A) and p = (-a.y, a.x):
 *
 *     across   C = p . d    J = (-p, -((d + r_A) x p), p, r_B x p)
 *     along    t = a . d    J = (-a, -((d + r_A) x a), a, r_B x a)      spring, motor, limits on t (`coordinate.ts`)
 *     angle    C = theta    J = (0, -1, 0, 1)
 *
 *     prismatic   across, angle; along: spring, motor, limits
 *     groove      across; along: limits (the ends of the groove). B turns freely
 *     wheel       across; along: suspension spring, limits; angle: motor
 */
import {
  EXTRA0,
  IMPULSE_ANGULAR,
  IMPULSE_MOTOR,
  IMPULSE_X,
  JOINT_LIMIT,
  JOINT_MOTOR,
  MAXIMUM_FORCE,
  MAXIMUM_TORQUE,
  MOTOR_SPEED,
} from '@otedama/rigid';
import { setAngularJacobian } from './angular.js';
import { setPairMass } from './block-masses.js';
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
  JOINT_ROW_STRIDE,
  type JointRows,
  PAIR,
  setMass,
  setMotor,
  setRigid,
} from './joint-rows.js';

/** Completes the Jacobian of a row whose direction (x, y) is already stored in its elements for B. */
function completeJacobian(data: Float64Array, o: number, frame: JointFrame): void {
  const { hasBodyA, dx, dy, rAx, rAy, rBx, rBy } = frame;
  const x = data[o + J_BX];
  const y = data[o + J_BY];
  const armX = dx + rAx;
  const armY = dy + rAy;
  data[o + J_AX] = -hasBodyA * x;
  data[o + J_AY] = -hasBodyA * y;
  data[o + J_AW] = -hasBodyA * (armX * y - armY * x);
  data[o + J_BW] = rBx * y - rBy * x;
  setMass(data, o);
}

/** Jacobian along the axis, or against it. */
function setAlongJacobian(data: Float64Array, o: number, frame: JointFrame, sign: 1 | -1): void {
  data[o + J_BX] = sign * frame.axisX;
  data[o + J_BY] = sign * frame.axisY;
  completeJacobian(data, o, frame);
}

function refreshAcross({ data }: JointRows, o: number, frame: JointFrame, step: JointStep): void {
  const px = -frame.axisY;
  const py = frame.axisX;
  data[o + J_BX] = px;
  data[o + J_BY] = py;
  completeJacobian(data, o, frame);
  data[o + ERROR] = px * frame.dx + py * frame.dy;
  setRigid(data, o, step);
}

/** Fills the rows along the axis. Returns the offset of the row after them. */
function refreshAlong(
  rows: JointRows,
  o: number,
  frame: JointFrame,
  joint: Float64Array,
  j: number,
  flags: number,
  step: JointStep,
): number {
  frame.coordinate = frame.axisX * frame.dx + frame.axisY * frame.dy;
  return refreshCoordinateRows(
    rows,
    o,
    frame,
    joint,
    j,
    flags,
    step,
    setAlongJacobian,
    EXTRA0,
    MAXIMUM_FORCE,
  );
}

export const prismatic: JointKindRows = {
  add(rows, frame, flags) {
    const across = rows.add(frame, IMPULSE_X);
    rows.add(frame, IMPULSE_ANGULAR);
    rows.block(across, PAIR);
    addCoordinateRows(rows, frame, flags);
  },
  refresh(rows, o, frame, joint, j, flags, step) {
    frame.followAngle(joint, j);
    refreshAcross(rows, o, frame, step);
    const angle = o + JOINT_ROW_STRIDE;
    setAngularJacobian(rows.data, angle, frame, 1);
    rows.data[angle + ERROR] = frame.angle;
    setRigid(rows.data, angle, step);
    setPairMass(rows.data, o);
    refreshAlong(rows, angle + JOINT_ROW_STRIDE, frame, joint, j, flags, step);
  },
};

export const groove: JointKindRows = {
  add(rows, frame) {
    rows.add(frame, IMPULSE_X);
    addCoordinateRows(rows, frame, JOINT_LIMIT);
  },
  refresh(rows, o, frame, joint, j, _flags, step) {
    refreshAcross(rows, o, frame, step);
    refreshAlong(rows, o + JOINT_ROW_STRIDE, frame, joint, j, JOINT_LIMIT, step);
  },
};

export const wheel: JointKindRows = {
  add(rows, frame, flags) {
    rows.add(frame, IMPULSE_X);
    addCoordinateRows(rows, frame, flags & ~JOINT_MOTOR);
    if ((flags & JOINT_MOTOR) !== 0) rows.add(frame, IMPULSE_MOTOR);
  },
  refresh(rows, o, frame, joint, j, flags, step) {
    refreshAcross(rows, o, frame, step);
    const next = refreshAlong(rows, o + JOINT_ROW_STRIDE, frame, joint, j, flags & ~JOINT_MOTOR, step);
    if ((flags & JOINT_MOTOR) !== 0) {
      setAngularJacobian(rows.data, next, frame, 1);
      rows.data[next + ERROR] = joint[j + MOTOR_SPEED];
      setMotor(rows.data, next);
      boundImpulse(rows.data, next, joint, j + MAXIMUM_TORQUE, step);
    }
  },
};
