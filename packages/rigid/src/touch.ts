/**
 * What a body touches at the end of a step, for moving it on (`owed-time.ts`, `bounces-in-time.ts`): it must not go where something that it
 * touches is, nor fall while that carries it.
 */
import type { Vec2 } from '@otedama/math2d';
import { SLEEP_SPEED } from './constants.js';
import {
  AX,
  AY,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  BX,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_SENSOR,
  CONTACT_SKIPPED,
  CONTACT_STRIDE,
  COUNT,
  NORMAL_IMPULSE,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  SEPARATION,
  STEP_NORMAL_IMPULSE,
  VX,
  VY,
  W,
} from './layout.js';
import type { SweepingState } from './world-state.js';

/**
 * A contact of the current body: n towards it, least separation, m, least normal velocity, m/s, whether it presses, its restitution, the
 * normal speed vs of what it touches there, m/s, and the least and the greatest way along n of its points in a turn, m/rad.
 */
export const touch = {
  nx: 0,
  ny: 0,
  gap: 0,
  parting: 0,
  presses: false,
  restitution: 0,
  wall: 0,
  leastLever: 0,
  mostLever: 0,
};

/** Normal velocity from which a body that was pressed counts as leaving, m/s. */
export const LEAVING_SPEED: number = SLEEP_SPEED;

/** A displacement of a body, m, with a turn, rad. */
export interface Way extends Vec2 {
  angle: number;
}

/** An acceleration of a body, m/s^2, and how long it is to act, s. */
export interface Fall extends Vec2 {
  time: number;
}

/**
 * Takes off a fall what a contact carries that does not open meanwhile.
 * @param isOut whether the body has come out of the overlaps that it had at the start of the step
 */
export function dropCarriedGravity(state: SweepingState, slot: number, gravity: Fall, isOut: boolean): void {
  const { bodies, contacts } = state;
  const { time } = gravity;
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
    if (!readTouch(state, edge)) continue;
    const { nx, ny, parting } = touch;
    const gap = isOut ? Math.max(0, touch.gap) : touch.gap;
    const gn = gravity.x * nx + gravity.y * ny;
    if (gn < 0 && gap + parting * time + gn * time * time <= 0) {
      gravity.x -= gn * nx;
      gravity.y -= gn * ny;
    }
  }
}

/**
 * Takes off a way what leads into something that a body touches. The ends of a body that turns may come out while its centre goes in.
 * @param except a contact that does not count; -1 for none
 */
export function keepWayOut(state: SweepingState, slot: number, way: Way, except: number): void {
  const { bodies, contacts } = state;
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
    if (edge >> 1 === except || !readTouch(state, edge)) continue;
    const { nx, ny, leastLever, mostLever } = touch;
    const turned = way.angle * (way.angle > 0 ? leastLever : mostLever);
    const inward = way.x * nx + way.y * ny + turned + Math.max(0, touch.gap);
    if (inward >= 0) continue;
    way.x -= inward * nx;
    way.y -= inward * ny;
  }
}

/** Reads the contact of an edge into `touch`, as seen from the body of the edge. @returns false if it has no points or cannot push */
export function readTouch({ bodies, contacts }: SweepingState, edge: number): boolean {
  const { index, data } = contacts;
  const contact = edge >> 1;
  const i = contact * CONTACT_INDEX_STRIDE;
  const count = index[i + COUNT];
  if (count === 0 || (index[i + CONTACT_FLAGS] & (CONTACT_SENSOR | CONTACT_SKIPPED)) !== 0) return false;
  const { motion } = bodies;
  const d = contact * CONTACT_STRIDE;
  // the normal points from A to B: towards the body if it is B
  const isB = (edge & 1) !== 0;
  const sign = isB ? 1 : -1;
  const body = index[i + (isB ? BODY_B : BODY_A)] * BODY_STRIDE;
  const other = index[i + (isB ? BODY_A : BODY_B)] * BODY_STRIDE;
  touch.nx = sign * data[d + NX];
  touch.ny = sign * data[d + NY];
  touch.gap = Infinity;
  touch.parting = Infinity;
  touch.leastLever = Infinity;
  touch.mostLever = -Infinity;
  touch.presses = false;
  touch.restitution = data[d + RESTITUTION];
  for (let point = 0; point < count; point++) {
    const q = d + POINT0 + point * POINT_STRIDE;
    touch.wall = speedAt(motion, other, data, q + (isB ? AX : BX));
    const arm = q + (isB ? BX : AX);
    const own = speedAt(motion, body, data, arm);
    const lever = touch.ny * data[arm] - touch.nx * data[arm + (AY - AX)];
    touch.leastLever = Math.min(touch.leastLever, lever);
    touch.mostLever = Math.max(touch.mostLever, lever);
    touch.parting = Math.min(touch.parting, own - touch.wall);
    touch.gap = Math.min(touch.gap, data[q + SEPARATION]);
    if (data[q + NORMAL_IMPULSE] > 0 || data[q + STEP_NORMAL_IMPULSE] > 0) touch.presses = true;
  }
  return true;
}

/** Speed along the normal of `touch` of the body at `o` in the motion, at the end of the arm at `arm` in the contact data, m/s. */
function speedAt(motion: Float64Array, o: number, data: Float64Array, arm: number): number {
  return (
    touch.nx * (motion[o + VX] - motion[o + W] * data[arm + (AY - AX)]) +
    touch.ny * (motion[o + VY] + motion[o + W] * data[arm])
  );
}
