/**
 * Distance, rope and pulley joints: rows along the line between two points.
 *
 * With d from anchor A to anchor B, l = |d|, u = d / l:
 *
 *     J = (-u, -(r_A x u), u, r_B x u)
 *     distance   C = l - length, rigid; or spring, motor, limits on l (`coordinate.ts`)
 *     rope       maximum - l >= 0 only
 *
 * Pulley, with u_A, u_B from the fixed points to the anchors and their lengths l_A, l_B:
 *
 *     C = length - (l_A + r l_B)      J = (-u_A, -(r_A x u_A), -r u_B, -r (r_B x u_B))
 *
 *     C = 0, or C >= 0 for a rope that can go slack
 */
import {
  AXIS_X,
  AXIS_Y,
  EXTRA0,
  EXTRA1,
  IMPULSE_UPPER,
  IMPULSE_X,
  JOINT_LIMIT,
  JOINT_MOTOR,
  JOINT_SPRING,
  LENGTH,
  MAXIMUM_FORCE,
  RATIO,
  UPPER,
} from '@otedama/rigid';
import { addCoordinateRows, refreshCoordinateRows } from './coordinate.js';
import { type JointFrame, SHORTEST_LINE } from './joint-frame.js';
import type { JointKindRows } from './joint-kind.js';
import { ERROR, J_AW, J_AX, J_AY, J_BW, J_BX, J_BY, setLimit, setMass, setRigid } from './joint-rows.js';

/** J = sign (-u, -(r_A x u), u, r_B x u). */
function setLineJacobian(data: Float64Array, o: number, frame: JointFrame, sign: 1 | -1): void {
  const { hasBodyA, rAx, rAy, rBx, rBy } = frame;
  const x = sign * frame.lineX;
  const y = sign * frame.lineY;
  data[o + J_AX] = -hasBodyA * x;
  data[o + J_AY] = -hasBodyA * y;
  data[o + J_AW] = -hasBodyA * (rAx * y - rAy * x);
  data[o + J_BX] = x;
  data[o + J_BY] = y;
  data[o + J_BW] = rBx * y - rBy * x;
  setMass(data, o);
}

/** A distance joint is rigid unless it has a spring, limits or a motor. */
const isRigid = (flags: number): boolean => (flags & (JOINT_SPRING | JOINT_LIMIT | JOINT_MOTOR)) === 0;

export const distance: JointKindRows = {
  add(rows, frame, flags) {
    if (isRigid(flags)) rows.add(frame, IMPULSE_X);
    else addCoordinateRows(rows, frame, flags);
  },
  refresh(rows, o, frame, joint, j, flags, step) {
    const { data } = rows;
    frame.measureLine();
    if (isRigid(flags)) {
      setLineJacobian(data, o, frame, 1);
      data[o + ERROR] = frame.length - joint[j + LENGTH];
      setRigid(data, o, step);
      return;
    }
    frame.coordinate = frame.length;
    refreshCoordinateRows(rows, o, frame, joint, j, flags, step, setLineJacobian, LENGTH, MAXIMUM_FORCE);
  },
};

export const rope: JointKindRows = {
  add: (rows, frame) => void rows.add(frame, IMPULSE_UPPER),
  refresh({ data }, o, frame, joint, j, _flags, step) {
    frame.measureLine();
    setLineJacobian(data, o, frame, -1);
    data[o + ERROR] = joint[j + UPPER] - frame.length;
    setLimit(data, o, step);
  },
};

/** The rope of a pulley that can go slack has a limit. */
const canGoSlack = (flags: number): boolean => (flags & JOINT_LIMIT) !== 0;

export const pulley: JointKindRows = {
  add: (rows, frame, flags) => void rows.add(frame, canGoSlack(flags) ? IMPULSE_UPPER : IMPULSE_X),
  refresh({ data }, o, frame, joint, j, flags, step) {
    const { rAx, rAy, rBx, rBy } = frame;
    const ratio = joint[j + RATIO];
    // the fixed points are in world axes; anchor A is anchor B minus d
    let ax = frame.pBx - frame.dx - joint[j + AXIS_X];
    let ay = frame.pBy - frame.dy - joint[j + AXIS_Y];
    let bx = frame.pBx - joint[j + EXTRA0];
    let by = frame.pBy - joint[j + EXTRA1];
    const lengthA = Math.sqrt(ax * ax + ay * ay);
    const lengthB = Math.sqrt(bx * bx + by * by);
    let fA = 0;
    let fB = 0;
    if (lengthA > SHORTEST_LINE) fA = 1 / lengthA;
    if (lengthB > SHORTEST_LINE) fB = 1 / lengthB;
    ax *= fA;
    ay *= fA;
    bx *= fB;
    by *= fB;
    data[o + J_AX] = -ax;
    data[o + J_AY] = -ay;
    data[o + J_AW] = -(rAx * ay - rAy * ax);
    data[o + J_BX] = -ratio * bx;
    data[o + J_BY] = -ratio * by;
    data[o + J_BW] = -ratio * (rBx * by - rBy * bx);
    setMass(data, o);
    data[o + ERROR] = joint[j + LENGTH] - lengthA - ratio * lengthB;
    if (canGoSlack(flags)) setLimit(data, o, step);
    else setRigid(data, o, step);
  },
};
