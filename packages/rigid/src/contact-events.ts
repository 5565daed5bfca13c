/** Begin, end and hit events of contacts. */
import { TOUCH_DISTANCE } from './constants.js';
import {
  AX,
  AY,
  BODY_A,
  BODY_STRIDE,
  CONTACT_BEGUN,
  CONTACT_EVENTS,
  CONTACT_FLAGS,
  CONTACT_HIT_EVENTS,
  CONTACT_INDEX_STRIDE,
  CONTACT_SENSOR,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  NORMAL_IMPULSE,
  NORMAL_VELOCITY,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  SEPARATION,
  SHAPE_A,
  SHAPE_B,
  STEP_NORMAL_IMPULSE,
} from './layout.js';
import { SHAPE_SENSOR } from './shape-flags.js';
import type { WorldState } from './world-state.js';

/**
 * Marks a contact as begun or ended, and reports it. Between steps the report goes to the events of the next step. If a contact ends and
 * begins in the same step, it went on, and neither is reported.
 */
export function recordContact(state: WorldState, slot: number, begins: boolean): void {
  const { index } = state.contacts;
  const { shapeHandles, events, isStepping } = state;
  const i = slot * CONTACT_INDEX_STRIDE;
  const flags = index[i + CONTACT_FLAGS];
  index[i + CONTACT_FLAGS] = begins ? flags | CONTACT_BEGUN : flags & ~CONTACT_BEGUN;
  if ((flags & CONTACT_EVENTS) === 0) return;
  const shapeA = shapeHandles[index[i + SHAPE_A]]!;
  const shapeB = shapeHandles[index[i + SHAPE_B]]!;
  // within a step an end comes before a begin only if the step looks for contacts more than once: overlaps of sensors begin while it
  // looks, contacts begin afterwards
  if ((flags & CONTACT_SENSOR) === 0) {
    if (begins && events.contactEnd.takeBack(state.collisions > 1, 'shapeA', shapeA, 'shapeB', shapeB))
      return;
    const event = (begins ? events.contactBegin : events.contactEnd).next(isStepping);
    event.shapeA = shapeA;
    event.shapeB = shapeB;
  } else {
    const isSensorA = (state.shapes.flags[index[i + SHAPE_A]] & SHAPE_SENSOR) !== 0;
    const sensor = isSensorA ? shapeA : shapeB;
    const visitor = isSensorA ? shapeB : shapeA;
    if (begins && events.sensorEnd.takeBack(state.collisions > 0, 'sensor', sensor, 'visitor', visitor))
      return;
    const event = (begins ? events.sensorBegin : events.sensorEnd).next(isStepping);
    event.sensor = sensor;
    event.visitor = visitor;
  }
}

/** Called after the solver: reports the begin of contacts that came near enough or received an impulse, and hits. */
export function recordTouches(state: WorldState): void {
  const { index, touching, touchingCount, touchingRevision } = state.contacts;
  if (touchingRevision === state.begunRevision) return;
  let isQuiet = true;
  for (let k = 0; k < touchingCount; k++) {
    const flags = index[touching[k] * CONTACT_INDEX_STRIDE + CONTACT_FLAGS];
    // most have begun and never report hits
    if ((flags & (CONTACT_BEGUN | CONTACT_HIT_EVENTS)) === CONTACT_BEGUN) continue;
    if (!recordTouch(state, touching[k])) isQuiet = false;
  }
  state.begunRevision = isQuiet ? touchingRevision : -1;
}

/**
 * Reports the begin of a contact that came near enough or received an impulse, and its hit.
 * @returns whether the contact has begun and never reports hits, so that it does not have to be checked again
 */
export function recordTouch(state: WorldState, slot: number): boolean {
  const { index, data } = state.contacts;
  const flags = index[slot * CONTACT_INDEX_STRIDE + CONTACT_FLAGS];
  let hasBegun = (flags & CONTACT_BEGUN) !== 0;
  if (!hasBegun && hasTouched(state, slot)) {
    recordContact(state, slot, true);
    hasBegun = true;
  }
  if ((flags & CONTACT_HIT_EVENTS) === 0) return hasBegun;
  recordHit(state, slot, data);
  return false;
}

function hasTouched(state: WorldState, slot: number): boolean {
  const { index, data } = state.contacts;
  const count = index[slot * CONTACT_INDEX_STRIDE + COUNT];
  for (let point = 0; point < count; point++) {
    const p = slot * CONTACT_STRIDE + POINT0 + point * POINT_STRIDE;
    if (data[p + SEPARATION] <= TOUCH_DISTANCE) return true;
    if (data[p + NORMAL_IMPULSE] > 0 || data[p + STEP_NORMAL_IMPULSE] > 0) return true;
  }
  return false;
}

/** Reports the point with the fastest approach, if its speed is above the hit speed and an impulse acted. */
function recordHit(state: WorldState, slot: number, data: Float64Array): void {
  const i = slot * CONTACT_INDEX_STRIDE;
  const d = slot * CONTACT_STRIDE;
  const { index } = state.contacts;
  let speed = state.hitSpeed;
  let hit = -1;
  let total = 0;
  for (let point = 0; point < index[i + COUNT]; point++) {
    const p = d + POINT0 + point * POINT_STRIDE;
    const impulse = data[p + STEP_NORMAL_IMPULSE];
    total += impulse;
    if (-data[p + NORMAL_VELOCITY] > speed && impulse > 0) {
      speed = -data[p + NORMAL_VELOCITY];
      hit = p;
    }
  }
  if (hit < 0) return;
  const oA = index[i + BODY_A] * BODY_STRIDE;
  const event = state.events.hit.next();
  event.shapeA = state.shapeHandles[index[i + SHAPE_A]]!;
  event.shapeB = state.shapeHandles[index[i + SHAPE_B]]!;
  event.x = state.bodies.pose[oA + CX] + data[hit + AX];
  event.y = state.bodies.pose[oA + CY] + data[hit + AY];
  event.normalX = data[d + NX];
  event.normalY = data[d + NY];
  event.approachSpeed = speed;
  event.normalImpulse = total;
}
