/**
 * Joints that hold two points together: revolute, weld, grab, motor and friction joints.
 *
 * The error is the vector d from anchor A to anchor B. Its two rows, J = (-1, -[r_A], 1, [r_B]) by component, are solved as a pair:
 *
 *     revolute   d = 0, rigid; angle: spring, motor, limits
 *     weld       d = 0 and theta = 0, each rigid or a spring
 *     grab       d = 0, a spring of limited force (A is the world, its anchor the pointer)
 *     motor      d = offset (in the frame of A) and theta = angle, springs of limited force and torque
 *     friction   d' = 0 and theta' = 0 with limited force and torque; no position error
 *
 * While the anchors are apart, a force on A at one of them and its counterforce on B at the other are a couple: it takes angular momentum
 * from two bodies that whirl around each other. Two hinged bars at 15 rad/s lost half of their energy in 20 s. So between two free bodies
 * both forces act in the middle of the gap, with the arms r_A + d / 2 and r_B - d / 2. The gap then turns with the bodies, instead of
 * keeping its direction while they turn. Rigid joints whose gap is above `MEETING_REACH` keep their own arms, as do all joints of
 * sequential impulses, whose position correction keeps no angular momentum anyway.
 *
 * Friction acts between anchor B and the point of A that is there now: on a turntable this is not where anchor A was when the joint was
 * made. So its r_A leads to anchor B too. That of a motor leads to where anchor B should be.
 */
import {
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
import { MEETING_REACH } from '../soft-constants.js';
import { refreshAngleRows, setAngularJacobian } from './angular.js';
import { setTripleMass } from './block-masses.js';
import { addCoordinateRows } from './coordinate.js';
import type { JointFrame } from './joint-frame.js';
import { type JointKindRows, springAt } from './joint-kind.js';
import {
  boundImpulse,
  ERROR,
  JOINT_ROW_STRIDE,
  type JointRows,
  LARGEST,
  POINT,
  setMotor,
  setPoint,
  setRigid,
  setSpring,
  TRIPLE,
} from './joint-rows.js';

function addPoint(rows: JointRows, frame: JointFrame): void {
  const o = rows.add(frame, IMPULSE_X);
  rows.add(frame, IMPULSE_Y);
  rows.block(o, POINT);
}

/** Moves anchor A by (x, y), world axes, m. */
function moveAnchorA(frame: JointFrame, x: number, y: number): void {
  frame.rAx += x;
  frame.rAy += y;
  frame.dx -= x;
  frame.dy -= y;
}

/** Offsets of the second row of the point, and of the row after it. */
const SECOND_ROW = JOINT_ROW_STRIDE;
const ANGLE_ROW = 2 * JOINT_ROW_STRIDE;

export const revolute: JointKindRows = {
  add(rows, frame, flags) {
    addPoint(rows, frame);
    addCoordinateRows(rows, frame, flags);
  },
  refresh(rows, o, frame, joint, j, flags, step) {
    const { data } = rows;
    setPoint(data, o, frame, step, MEETING_REACH);
    setRigid(data, o, step);
    setRigid(data, o + SECOND_ROW, step);
    // a free hinge updates its angle too: users read it, and limits may be enabled later
    frame.followAngle(joint, j);
    refreshAngleRows(rows, o + ANGLE_ROW, frame, joint, j, flags, step);
  },
};

export const weld: JointKindRows = {
  add(rows, frame) {
    addPoint(rows, frame);
    rows.add(frame, IMPULSE_ANGULAR);
  },
  refresh(rows, o, frame, joint, j, _flags, step) {
    const { data } = rows;
    frame.followAngle(joint, j);
    const isSpring = joint[j + HERTZ] > 0;
    setPoint(data, o, frame, step, isSpring ? Infinity : MEETING_REACH);
    if (isSpring) {
      const soft = springAt(joint, j + HERTZ, step);
      setSpring(data, o, soft);
      setSpring(data, o + SECOND_ROW, soft);
    } else {
      setRigid(data, o, step);
      setRigid(data, o + SECOND_ROW, step);
    }
    const angle = o + ANGLE_ROW;
    setAngularJacobian(data, angle, frame, 1);
    data[angle + ERROR] = frame.angle;
    if (joint[j + EXTRA0] > 0) setSpring(data, angle, springAt(joint, j + EXTRA0, step));
    else {
      setRigid(data, angle, step);
      const isTriple = !isSpring && frame.locks === 0 && setTripleMass(data, o);
      rows.block(o, isTriple ? TRIPLE : POINT);
    }
  },
};

export const grab: JointKindRows = {
  add: addPoint,
  refresh({ data }, o, frame, joint, j, _flags, step) {
    setPoint(data, o, frame, step, Infinity);
    const soft = springAt(joint, j + HERTZ, step);
    setSpring(data, o, soft);
    setSpring(data, o + SECOND_ROW, soft);
    data[o + LARGEST] = joint[j + MAXIMUM_FORCE] * step.h;
  },
};

export const motor: JointKindRows = {
  add: weld.add,
  refresh({ data }, o, frame, joint, j, _flags, step) {
    frame.followAngle(joint, j);
    // the offset turns with A
    moveAnchorA(
      frame,
      frame.cA * joint[j + EXTRA0] - frame.sA * joint[j + EXTRA1],
      frame.sA * joint[j + EXTRA0] + frame.cA * joint[j + EXTRA1],
    );
    setPoint(data, o, frame, step, Infinity);
    const soft = springAt(joint, j + HERTZ, step);
    setSpring(data, o, soft);
    setSpring(data, o + SECOND_ROW, soft);
    data[o + LARGEST] = joint[j + MAXIMUM_FORCE] * step.h;
    const angle = o + ANGLE_ROW;
    setAngularJacobian(data, angle, frame, 1);
    data[angle + ERROR] = frame.angle - joint[j + LENGTH];
    setSpring(data, angle, soft);
    boundImpulse(data, angle, joint, j + MAXIMUM_TORQUE, step);
  },
};

export const friction: JointKindRows = {
  add: weld.add,
  refresh({ data }, o, frame, joint, j, _flags, step) {
    moveAnchorA(frame, frame.dx, frame.dy);
    setPoint(data, o, frame, step, Infinity);
    const angle = o + ANGLE_ROW;
    setAngularJacobian(data, angle, frame, 1);
    data[angle + ERROR] = 0;
    for (let row = o; row <= angle; row += JOINT_ROW_STRIDE) setMotor(data, row);
    data[o + LARGEST] = joint[j + MAXIMUM_FORCE] * step.h;
    boundImpulse(data, angle, joint, j + MAXIMUM_TORQUE, step);
  },
};
