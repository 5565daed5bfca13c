/**
 * Points, axes, angles and lengths of joints, in the frames of their bodies and in the world. A joint to the world has body A -1, whose frame
 * is that of the world.
 */
import { atan2, TWO_PI, type Vec2, wrapAngle } from '@otedama/math2d';
import {
  ANCHOR_AX,
  ANCHOR_BX,
  AXIS_X,
  EXTRA0,
  EXTRA1,
  JOINT_ANGLE,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_STRIDE,
  jointKinds,
  LENGTH,
  RATIO,
  REFERENCE_ANGLE,
} from './joint-layout.js';
import { BODY_STRIDE, C, S, X, Y } from './layout.js';
import type { WorldState } from './world-state.js';

/** Tolerance for the length of a unit vector: it was divided by its length and rounded. */
const UNIT_TOLERANCE: number = 2 ** -51;

/** Converts a point of a body, or of the world (slot -1), to world axes. */
export function toWorld(state: WorldState, slot: number, p: Vec2): Vec2 {
  if (slot < 0) return p;
  const { pose } = state.bodies;
  const o = slot * BODY_STRIDE;
  return {
    x: pose[o + X] + pose[o + C] * p.x - pose[o + S] * p.y,
    y: pose[o + Y] + pose[o + S] * p.x + pose[o + C] * p.y,
  };
}

/** Converts a point from world axes to the frame of a body, or of the world (slot -1). */
export function toLocal(state: WorldState, slot: number, p: Vec2): Vec2 {
  if (slot < 0) return p;
  const { pose } = state.bodies;
  const o = slot * BODY_STRIDE;
  return toLocalVector(state, slot, { x: p.x - pose[o + X], y: p.y - pose[o + Y] });
}

/** Converts a vector, in any unit, from world axes to the frame of a body, or of the world (slot -1). */
export function toLocalVector(state: WorldState, slot: number, v: Vec2): Vec2 {
  if (slot < 0) return v;
  const { pose } = state.bodies;
  const c = pose[slot * BODY_STRIDE + C];
  const s = pose[slot * BODY_STRIDE + S];
  return { x: c * v.x + s * v.y, y: c * v.y - s * v.x };
}

/** The unit vector in a direction. An axis that was read from a joint stays as it is, to the bit. */
export function unitAxis(axis: Vec2): Vec2 {
  const { x, y } = axis;
  const length = Math.sqrt(x * x + y * y);
  return Math.abs(length - 1) < UNIT_TOLERANCE ? axis : { x: x / length, y: y / length };
}

/** Angle of a body, wrapped to half a turn, 0 for the world. */
export function angleOf(state: WorldState, slot: number): number {
  if (slot < 0) return 0;
  const o = slot * BODY_STRIDE;
  return atan2(state.bodies.pose[o + S], state.bodies.pose[o + C]);
}

/** Angle of B relative to A, wrapped to half a turn. */
export function relativeAngle(state: WorldState, a: number, b: number): number {
  const { pose } = state.bodies;
  const cA = a < 0 ? 1 : pose[a * BODY_STRIDE + C];
  const sA = a < 0 ? 0 : pose[a * BODY_STRIDE + S];
  const cB = pose[b * BODY_STRIDE + C];
  const sB = pose[b * BODY_STRIDE + S];
  return atan2(cA * sB - sA * cB, cA * cB + sA * sB);
}

/** Whole turns, rad, by which the angle of a joint exceeds half a turn: a new joint does not have them. */
export function wholeTurns(state: WorldState, slot: number): number {
  const { index, data } = state.joints;
  const i = slot * JOINT_INDEX_STRIDE;
  const angle = relativeAngle(state, index[i + JOINT_BODY_A], index[i + JOINT_BODY_B]);
  return TWO_PI * Math.round((data[slot * JOINT_STRIDE + JOINT_ANGLE] - angle) / TWO_PI);
}

/** Angle of a body that a gear follows, not wrapped: the one of its last step, at `place`, and what the body has turned since. */
function followedAngle(state: WorldState, place: number, slot: number): number {
  const before = state.joints.data[place];
  return before + wrapAngle(angleOf(state, slot) - before);
}

/** Lengths of the rope of a pulley on both sides, m. */
export function ropeLengths(state: WorldState, slot: number): { lengthA: number; lengthB: number } {
  const { index, data } = state.joints;
  const i = slot * JOINT_INDEX_STRIDE;
  const j = slot * JOINT_STRIDE;
  const anchorA = toWorld(state, index[i + JOINT_BODY_A], read2(data, j + ANCHOR_AX));
  const anchorB = toWorld(state, index[i + JOINT_BODY_B], read2(data, j + ANCHOR_BX));
  return {
    lengthA: separation(anchorA, read2(data, j + AXIS_X)),
    lengthB: separation(anchorB, read2(data, j + EXTRA0)),
  };
}

/**
 * Gives a gear or pulley another ratio. The sum q_A + ratio q_B that it keeps constant changes by the same amount as the sum of the present
 * pose, so that the joint is as far from its constraint as before and nothing jumps.
 */
export function changeRatio(state: WorldState, slot: number, ratio: number): void {
  const { index, data } = state.joints;
  const j = slot * JOINT_STRIDE;
  const change = ratio - data[j + RATIO];
  data[j + RATIO] = ratio;
  if (jointKinds[index[slot * JOINT_INDEX_STRIDE + JOINT_KIND]] === 'pulley') {
    data[j + LENGTH] += change * ropeLengths(state, slot).lengthB;
  } else {
    const b = index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_B];
    data[j + REFERENCE_ANGLE] += change * followedAngle(state, j + EXTRA1, b);
  }
}

/** Distance of two points, m. */
export function separation(p: Vec2, q: Vec2): number {
  const x = q.x - p.x;
  const y = q.y - p.y;
  return Math.sqrt(x * x + y * y);
}

/** The point or vector at a place of a record. */
export function read2(data: Float64Array, place: number): Vec2 {
  return { x: data[place], y: data[place + 1] };
}
