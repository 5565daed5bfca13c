/**
 * Distance, rope and pulley joints: rows along the line between two points.
 *
 * With d from anchor A to anchor B, l = |d|, u = d / l:
 *
 *     J = (-u, -(r_A x u), u, r_B x u)
 *     distance   C = l - length, rigid or a spring; limits l - minimum >= 0, maximum - l >= 0
 *     rope       maximum - l >= 0 alone
 *
 * Pulley, with u_A, u_B from the fixed points to the anchors and their lengths l_A, l_B:
 *
 *     C = length - (l_A + r l_B)      J = (-u_A, -(r_A x u_A), -r u_B, -r (r_B x u_B))
 */
import {
  AXIS_X,
  AXIS_Y,
  DAMPING_RATIO,
  EXTRA0,
  EXTRA1,
  HERTZ,
  IMPULSE_LOWER,
  IMPULSE_MOTOR,
  IMPULSE_SPRING,
  IMPULSE_UPPER,
  IMPULSE_X,
  JOINT_LIMIT,
  JOINT_MOTOR,
  JOINT_SPRING,
  LENGTH,
  LOWER,
  MAXIMUM_FORCE,
  MOTOR_SPEED,
  RATIO,
  UPPER,
} from '@otedama/rigid';
import { makeSoft } from '../soft-constraint.js';
import type { JointFrame } from './joint-frame.js';
import type { JointKindRows } from './joint-kind.js';
import { JOINT_ROW_STRIDE, setJacobian, setLimit, setMotor, setRigid, setSpring } from './joint-rows.js';

/** Length under which a line has no direction, m; the rows then point upwards. */
const SHORTEST_LINE = 1e-9;

/** J = sign (-u, -(r_A x u), u, r_B x u). */
function setLineJacobian(
  data: Float64Array,
  o: number,
  frame: JointFrame,
  ux: number,
  uy: number,
  sign: 1 | -1,
): void {
  const x = sign * ux;
  const y = sign * uy;
  const { anchored, rAx, rAy, rBx, rBy } = frame;
  setJacobian(
    data,
    o,
    -anchored * x,
    -anchored * y,
    -anchored * (rAx * y - rAy * x),
    x,
    y,
    rBx * y - rBy * x,
  );
}

/** A distance joint is rigid unless a spring, limits or a motor let its length change. */
const isRigid = (flags: number): boolean => (flags & (JOINT_SPRING | JOINT_LIMIT | JOINT_MOTOR)) === 0;

export const distance: JointKindRows = {
  add(rows, frame, flags) {
    if (isRigid(flags)) frame.addRow(rows, IMPULSE_X);
    if ((flags & JOINT_SPRING) !== 0) frame.addRow(rows, IMPULSE_SPRING);
    if ((flags & JOINT_MOTOR) !== 0) frame.addRow(rows, IMPULSE_MOTOR);
    if ((flags & JOINT_LIMIT) !== 0) {
      frame.addRow(rows, IMPULSE_LOWER);
      frame.addRow(rows, IMPULSE_UPPER);
    }
  },
  refresh(rows, o, frame, joint, j, flags, step) {
    const { data } = rows;
    const length = Math.sqrt(frame.dx * frame.dx + frame.dy * frame.dy);
    const ux = length > SHORTEST_LINE ? frame.dx / length : 0;
    const uy = length > SHORTEST_LINE ? frame.dy / length : 1;
    let row = o;
    if (isRigid(flags)) {
      setLineJacobian(data, row, frame, ux, uy, 1);
      setRigid(data, row, length - joint[j + LENGTH], step.rigid);
      return;
    }
    if ((flags & JOINT_SPRING) !== 0) {
      setLineJacobian(data, row, frame, ux, uy, 1);
      const soft = makeSoft(step.spring, joint[j + HERTZ], joint[j + DAMPING_RATIO], step.h);
      setSpring(data, row, length - joint[j + LENGTH], soft);
      row += JOINT_ROW_STRIDE;
    }
    if ((flags & JOINT_MOTOR) !== 0) {
      setLineJacobian(data, row, frame, ux, uy, 1);
      setMotor(data, row, joint[j + MOTOR_SPEED], joint[j + MAXIMUM_FORCE] * step.h);
      row += JOINT_ROW_STRIDE;
    }
    if ((flags & JOINT_LIMIT) !== 0) {
      setLineJacobian(data, row, frame, ux, uy, 1);
      setLimit(data, row, length - joint[j + LOWER], step.rigid, step.inverseStep);
      row += JOINT_ROW_STRIDE;
      setLineJacobian(data, row, frame, ux, uy, -1);
      setLimit(data, row, joint[j + UPPER] - length, step.rigid, step.inverseStep);
    }
  },
};

export const rope: JointKindRows = {
  add: (rows, frame) => void frame.addRow(rows, IMPULSE_UPPER),
  refresh(rows, o, frame, joint, j, _flags, step) {
    const length = Math.sqrt(frame.dx * frame.dx + frame.dy * frame.dy);
    const ux = length > SHORTEST_LINE ? frame.dx / length : 0;
    const uy = length > SHORTEST_LINE ? frame.dy / length : 1;
    setLineJacobian(rows.data, o, frame, ux, uy, -1);
    setLimit(rows.data, o, joint[j + UPPER] - length, step.rigid, step.inverseStep);
  },
};

export const pulley: JointKindRows = {
  add: (rows, frame) => void frame.addRow(rows, IMPULSE_X),
  refresh(rows, o, frame, joint, j, _flags, step) {
    const ratio = joint[j + RATIO];
    // the fixed points are in world axes; anchor A is anchor B less d
    let ax = frame.pBx - frame.dx - joint[j + AXIS_X];
    let ay = frame.pBy - frame.dy - joint[j + AXIS_Y];
    let bx = frame.pBx - joint[j + EXTRA0];
    let by = frame.pBy - joint[j + EXTRA1];
    const lengthA = Math.sqrt(ax * ax + ay * ay);
    const lengthB = Math.sqrt(bx * bx + by * by);
    const fA = lengthA > SHORTEST_LINE ? 1 / lengthA : 0;
    const fB = lengthB > SHORTEST_LINE ? 1 / lengthB : 0;
    ax *= fA;
    ay *= fA;
    bx *= fB;
    by *= fB;
    setJacobian(
      rows.data,
      o,
      -ax,
      -ay,
      -(frame.rAx * ay - frame.rAy * ax),
      -ratio * bx,
      -ratio * by,
      -ratio * (frame.rBx * by - frame.rBy * bx),
    );
    setRigid(rows.data, o, joint[j + LENGTH] - lengthA - ratio * lengthB, step.rigid);
  },
};
