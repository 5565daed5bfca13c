/**
 * Measurements that every joint needs for its error: arms, distance and angle of its two anchors, updated through the substeps.
 *
 * At the start of a step the arms r_A, r_B (from the centres of mass to the anchors), the axis a and the distance of the centres are read
 * from the poses. Within the step they are turned by the rotations D = (c, s) and shifted by the displacements d of the bodies:
 *
 *     r = D r_0,    d = (c_B - c_A)_0 + (d_B - d_A) + (r_B - r_A)    (from anchor A to anchor B)
 *
 * The angle of B against A is tracked without wrapping, so limits may exceed half a turn.
 */
import { followAngle } from '@otedama/math2d';
import {
  ANCHOR_AX,
  ANCHOR_AY,
  ANCHOR_BX,
  ANCHOR_BY,
  AXIS_X,
  AXIS_Y,
  BODY_STRIDE,
  type BodyStore,
  C,
  CX,
  CY,
  DC,
  DS,
  DX,
  DY,
  INV_INERTIA,
  INV_MASS,
  JOINT_ANGLE,
  LX,
  LY,
  REFERENCE_ANGLE,
  S,
} from '@otedama/rigid';
import { locksOf } from '../locked-axes.js';

/** Length below which a line has no direction, m; its direction is then (0, 1). */
export const SHORTEST_LINE = 1e-9;

const direction = new Float64Array(2);

/** Frame of the joint that is being solved. `load` fills it for each joint in turn; nothing is allocated in a step. */
export class JointFrame {
  /** Offsets in the body arrays. If A is the world, `a` equals `b`, and the masses of A are 0. */
  a = 0;
  b = 0;
  /** 1 if A is a body, 0 if it is the world: the factor on the elements of a Jacobian for A. */
  hasBodyA = 0;
  mA = 0;
  iA = 0;
  mB = 0;
  iB = 0;
  /** Arms, world axes, m. */
  rAx = 0;
  rAy = 0;
  rBx = 0;
  rBy = 0;
  /** Locked axes of the two bodies, as in `locked-axes.ts`. */
  locks = 0;
  /** From anchor A to anchor B, m. */
  dx = 0;
  dy = 0;
  /** Anchor B, world axes, m. */
  pBx = 0;
  pBy = 0;
  /** Unit axis of A, world axes. */
  axisX = 1;
  axisY = 0;
  /** Current rotations of the bodies. */
  cA = 1;
  sA = 0;
  cB = 1;
  sB = 0;
  /** Angle of B against A minus the reference angle, rad, not wrapped. */
  angle = 0;
  /** Coordinate of the rows of `coordinate.ts`: the angle, the length of the line, or the translation along the axis, rad or m. */
  coordinate = 0;
  /** Length of the line from anchor A to anchor B, m, and its direction. */
  length = 0;
  lineX = 0;
  lineY = 1;

  /**
   * Reads the frame of a joint at the current displacements.
   * @param joint data of the joint store
   * @param j offset of the joint
   * @param bodyA slot, -1 for the world
   */
  load(bodies: BodyStore, joint: Float64Array, j: number, bodyA: number, bodyB: number): void {
    const { pose, motion, mass } = bodies;
    const b = bodyB * BODY_STRIDE;
    this.b = b;
    this.locks = locksOf(bodies, bodyA < 0 ? b : bodyA * BODY_STRIDE, b);
    this.mB = mass[b + INV_MASS];
    this.iB = mass[b + INV_INERTIA];
    const pcB = pose[b + C];
    const psB = pose[b + S];
    const dcB = motion[b + DC];
    const dsB = motion[b + DS];
    const bx = joint[j + ANCHOR_BX] - pose[b + LX];
    const by = joint[j + ANCHOR_BY] - pose[b + LY];
    const bx0 = pcB * bx - psB * by;
    const by0 = psB * bx + pcB * by;
    const rBx = dcB * bx0 - dsB * by0;
    const rBy = dsB * bx0 + dcB * by0;
    this.rBx = rBx;
    this.rBy = rBy;
    this.pBx = pose[b + CX] + motion[b + DX] + rBx;
    this.pBy = pose[b + CY] + motion[b + DY] + rBy;
    this.cB = dcB * pcB - dsB * psB;
    this.sB = dsB * pcB + dcB * psB;
    if (bodyA < 0) {
      this.a = b;
      this.hasBodyA = 0;
      this.mA = 0;
      this.iA = 0;
      this.rAx = 0;
      this.rAy = 0;
      this.cA = 1;
      this.sA = 0;
      this.axisX = joint[j + AXIS_X];
      this.axisY = joint[j + AXIS_Y];
      this.dx = pose[b + CX] - joint[j + ANCHOR_AX] + motion[b + DX] + rBx;
      this.dy = pose[b + CY] - joint[j + ANCHOR_AY] + motion[b + DY] + rBy;
      return;
    }
    const a = bodyA * BODY_STRIDE;
    this.a = a;
    this.hasBodyA = 1;
    this.mA = mass[a + INV_MASS];
    this.iA = mass[a + INV_INERTIA];
    const pcA = pose[a + C];
    const psA = pose[a + S];
    const dcA = motion[a + DC];
    const dsA = motion[a + DS];
    const ax = joint[j + ANCHOR_AX] - pose[a + LX];
    const ay = joint[j + ANCHOR_AY] - pose[a + LY];
    const ax0 = pcA * ax - psA * ay;
    const ay0 = psA * ax + pcA * ay;
    const rAx = dcA * ax0 - dsA * ay0;
    const rAy = dsA * ax0 + dcA * ay0;
    const cA = dcA * pcA - dsA * psA;
    const sA = dsA * pcA + dcA * psA;
    this.rAx = rAx;
    this.rAy = rAy;
    this.cA = cA;
    this.sA = sA;
    this.axisX = cA * joint[j + AXIS_X] - sA * joint[j + AXIS_Y];
    this.axisY = sA * joint[j + AXIS_X] + cA * joint[j + AXIS_Y];
    this.dx = pose[b + CX] - pose[a + CX] + (motion[b + DX] - motion[a + DX]) + (rBx - rAx);
    this.dy = pose[b + CY] - pose[a + CY] + (motion[b + DY] - motion[a + DY]) + (rBy - rAy);
  }

  /** Updates the unwrapped angle of B against A from the value stored in the joint. Called by the kinds that need it. */
  followAngle(joint: Float64Array, j: number): void {
    const { cA, sA, cB, sB } = this;
    direction[0] = cA * cB + sA * sB;
    direction[1] = cA * sB - sA * cB;
    followAngle(joint, j + JOINT_ANGLE, direction);
    this.angle = joint[j + JOINT_ANGLE] - joint[j + REFERENCE_ANGLE];
  }

  /** Updates the unwrapped angles of A and of B, stored at `placeA` and `placeB` of the joint store. */
  followAngles(joint: Float64Array, placeA: number, placeB: number): void {
    direction[0] = this.cA;
    direction[1] = this.sA;
    followAngle(joint, placeA, direction);
    direction[0] = this.cB;
    direction[1] = this.sB;
    followAngle(joint, placeB, direction);
  }

  /** Measures the line from anchor A to anchor B. Called by the kinds that need it. */
  measureLine(): void {
    const { dx, dy } = this;
    const length = Math.sqrt(dx * dx + dy * dy);
    this.length = length;
    if (length > SHORTEST_LINE) {
      this.lineX = dx / length;
      this.lineY = dy / length;
    } else {
      this.lineX = 0;
      this.lineY = 1;
    }
  }
}
