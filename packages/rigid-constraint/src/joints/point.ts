/**
 * Joints that hold two points together: revolute, weld, grab, motor and friction joints.
 *
 * The error is the vector d from anchor A to anchor B. Its two rows, J = (-1, -[r_A], 1, [r_B]) by components, are solved as a pair:
 *
 *     revolute   d = 0, rigid; angle: spring, motor, limits
 *     weld       d = 0 and theta = 0, each rigid or a spring
 *     grab       d = 0, a spring of limited force (A is the world, its anchor the pointer)
 *     motor      d = offset (in the frame of A) and theta = angle, springs of limited force and torque
 *     friction   d' = 0 and theta' = 0 with limited force and torque, no position
 */
import {
  DAMPING_RATIO,
  EXTRA0,
  EXTRA1,
  HERTZ,
  IMPULSE_ANGULAR,
  IMPULSE_X,
  IMPULSE_Y,
  LENGTH,
  MAXIMUM_FORCE,
  MAXIMUM_TORQUE,
} from '@otedama/rigid';
import { makeSoft } from '../soft-constraint.js';
import { addAngleRows, refreshAngleRows, setAngularJacobian } from './angular.js';
import type { JointFrame } from './joint-frame.js';
import type { JointKindRows } from './joint-kind.js';
import {
  JOINT_ROW_STRIDE,
  type JointRows,
  LARGEST,
  LOWER_IMPULSE,
  setMotor,
  setPointJacobian,
  setRigid,
  setSpring,
  UPPER_IMPULSE,
} from './joint-rows.js';

function addPoint(rows: JointRows, frame: JointFrame): void {
  const o = frame.addRow(rows, IMPULSE_X);
  frame.addRow(rows, IMPULSE_Y);
  rows.pair(o);
}

function refreshPoint(data: Float64Array, o: number, frame: JointFrame): void {
  setPointJacobian(data, o, frame.rAx, frame.rAy, frame.rBx, frame.rBy, frame.anchored);
}

const ANGLE_ROW = 2 * JOINT_ROW_STRIDE;

export const revolute: JointKindRows = {
  add(rows, frame, flags) {
    addPoint(rows, frame);
    addAngleRows(rows, frame, flags);
  },
  refresh(rows, o, frame, joint, j, flags, step) {
    const { data } = rows;
    refreshPoint(data, o, frame);
    setRigid(data, o, frame.dx, step.rigid);
    setRigid(data, o + JOINT_ROW_STRIDE, frame.dy, step.rigid);
    // the angle of a free hinge is followed too: users read it, and limits may be switched on later
    frame.followAngle(joint, j);
    refreshAngleRows(rows, o + ANGLE_ROW, frame, joint, j, flags, step, joint[j + EXTRA0]);
  },
};

export const weld: JointKindRows = {
  add(rows, frame) {
    addPoint(rows, frame);
    frame.addRow(rows, IMPULSE_ANGULAR);
  },
  refresh(rows, o, frame, joint, j, _flags, step) {
    const { data } = rows;
    frame.followAngle(joint, j);
    refreshPoint(data, o, frame);
    const hertz = joint[j + HERTZ];
    if (hertz > 0) {
      const soft = makeSoft(step.spring, hertz, joint[j + DAMPING_RATIO], step.h);
      setSpring(data, o, frame.dx, soft);
      setSpring(data, o + JOINT_ROW_STRIDE, frame.dy, soft);
    } else {
      setRigid(data, o, frame.dx, step.rigid);
      setRigid(data, o + JOINT_ROW_STRIDE, frame.dy, step.rigid);
    }
    const angle = o + ANGLE_ROW;
    setAngularJacobian(data, angle, frame, 1);
    const angularHertz = joint[j + EXTRA0];
    if (angularHertz > 0) {
      setSpring(data, angle, frame.angle, makeSoft(step.spring, angularHertz, joint[j + EXTRA1], step.h));
    } else {
      setRigid(data, angle, frame.angle, step.rigid);
    }
  },
};

export const grab: JointKindRows = {
  add: addPoint,
  refresh(rows, o, frame, joint, j, _flags, step) {
    const { data } = rows;
    refreshPoint(data, o, frame);
    const soft = makeSoft(step.spring, joint[j + HERTZ], joint[j + DAMPING_RATIO], step.h);
    setSpring(data, o, frame.dx, soft);
    setSpring(data, o + JOINT_ROW_STRIDE, frame.dy, soft);
    data[o + LARGEST] = joint[j + MAXIMUM_FORCE] * step.h;
  },
};

export const motor: JointKindRows = {
  add: weld.add,
  refresh(rows, o, frame, joint, j, _flags, step) {
    const { data } = rows;
    frame.followAngle(joint, j);
    refreshPoint(data, o, frame);
    const soft = makeSoft(step.spring, joint[j + HERTZ], joint[j + DAMPING_RATIO], step.h);
    // the offset turns with A
    const x = frame.cA * joint[j + EXTRA0] - frame.sA * joint[j + EXTRA1];
    const y = frame.sA * joint[j + EXTRA0] + frame.cA * joint[j + EXTRA1];
    setSpring(data, o, frame.dx - x, soft);
    setSpring(data, o + JOINT_ROW_STRIDE, frame.dy - y, soft);
    data[o + LARGEST] = joint[j + MAXIMUM_FORCE] * step.h;
    const angle = o + ANGLE_ROW;
    setAngularJacobian(data, angle, frame, 1);
    setSpring(data, angle, frame.angle - joint[j + LENGTH], soft);
    data[angle + UPPER_IMPULSE] = joint[j + MAXIMUM_TORQUE] * step.h;
    data[angle + LOWER_IMPULSE] = -data[angle + UPPER_IMPULSE];
  },
};

export const friction: JointKindRows = {
  add: weld.add,
  refresh(rows, o, frame, joint, j, _flags, step) {
    const { data } = rows;
    refreshPoint(data, o, frame);
    setMotor(data, o, 0, Number.POSITIVE_INFINITY);
    setMotor(data, o + JOINT_ROW_STRIDE, 0, Number.POSITIVE_INFINITY);
    data[o + LARGEST] = joint[j + MAXIMUM_FORCE] * step.h;
    const angle = o + ANGLE_ROW;
    setAngularJacobian(data, angle, frame, 1);
    setMotor(data, angle, 0, joint[j + MAXIMUM_TORQUE] * step.h);
  },
};
