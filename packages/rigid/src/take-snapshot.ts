/** Snapshots: taking them. What is in one and what is left out is in `snapshot-layout.ts`, its bytes in `snapshot-bytes.ts`. */

import { type BareWorld, stateOf } from './bare-world.js';
import { BOX_STEPS_PER_METRE } from './constants.js';
import { writeMixed } from './contact-update.js';
import { JOINT_INDEX_STRIDE, JOINT_STRIDE } from './joint-store.js';
import {
  ANGULAR_DAMPING,
  BODY_A,
  BODY_B,
  BODY_ENABLED,
  BODY_STRIDE,
  BOX_STRIDE,
  C,
  CONTACT_BEGUN,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_SENSOR,
  CONTACT_SKIPPED,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  DAMPING_STRIDE,
  FRICTION,
  FX,
  FY,
  GRAVITY_SCALE,
  ID0,
  ID1,
  LINEAR_DAMPING,
  LX,
  LY,
  NORMAL_IMPULSE,
  PLACED_C,
  PLACED_CX,
  PLACED_CY,
  PLACED_S,
  PLACED_X,
  PLACED_Y,
  POINT_STRIDE,
  POINT0,
  ROLLING,
  ROLLING_IMPULSE,
  S,
  SHAPE_A,
  SHAPE_B,
  SLEEP_TIME,
  TANGENT_IMPULSE,
  TORQUE,
  TURN_C,
  TURN_S,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import { RetiredHandles } from './retired-handles.js';
import { SHAPE_BOX_TEST } from './shape-store.js';
import { SnapshotWriter } from './snapshot-bytes.js';
import * as bit from './snapshot-layout.js';
import { RecordWriter } from './snapshot-records.js';
import { ShapeDigest, writeShape } from './snapshot-shapes.js';
import type { WorldState } from './world-state.js';

/** How a snapshot is taken. */
export interface SnapshotOptions {
  /**
   * Whether geometry of the shapes, names, colours and definitions of soft bodies go in. Default true: any world with the same options
   * and solver can restore it, an empty one too. Without them it is small and quick to take, and can be restored where these
   * bodies were once made: in this world (also after they were destroyed), or one built by the same calls.
   */
  readonly shapes?: boolean;
  /** Memory to write to if it is long enough and begins at a multiple of 8 bytes. Default: an array is allocated. */
  readonly into?: Uint8Array;
}

/** Everything a snapshot is written with; made at the first one, used again by all. */
class Desk {
  readonly writer: SnapshotWriter = new SnapshotWriter();
  readonly geometry: RecordWriter = new RecordWriter();
  readonly materials: RecordWriter = new RecordWriter();
  readonly bodies: RecordWriter = new RecordWriter();
  readonly digest: ShapeDigest = new ShapeDigest();
  readonly mixed: Float64Array = new Float64Array(ROLLING + 1);
  /** Contacts in an order in which making them anew links them into their bodies' lists as they are. */
  order: Int32Array = new Int32Array(64);
  /** Edges of a contact that have been reached while that order is found. */
  reached: Uint8Array = new Uint8Array(64);
}

let sharedDesk: Desk | null = null;

/**
 * Writes the state of a world to bytes: everything that later steps depend on, bit by bit.
 *
 * Costs about 0.8 ms for a thousand bodies, and 60 to 200 bytes a body with its contacts. User data of bodies, shapes and joints is not
 * in it, it stays with the handles; nor are the hooks and the fields (wind, buoyancy) of the world.
 * @returns the snapshot, in `options.into` if it fits there
 * @throws InputError inside a step
 */
export function takeSnapshot(world: BareWorld, options: SnapshotOptions = {}): Uint8Array {
  const state = stateOf(world);
  state.requireUnlocked('takeSnapshot');
  const withShapes = options.shapes ?? true;
  sharedDesk ??= new Desk();
  const desk = sharedDesk;
  state.retired ??= new RetiredHandles();
  desk.writer.begin();
  desk.geometry.begin();
  desk.materials.begin();
  desk.bodies.begin();
  writeOptions(state, desk.writer);
  desk.writer.byte(withShapes ? 1 : 0);
  writeShapes(state, desk, withShapes);
  writeSoftBodies(state, desk.writer, withShapes);
  writeWorld(state, desk.writer);
  writeBodies(state, desk, withShapes);
  writeContacts(state, desk);
  writeJoints(state, desk.writer);
  writePendingEvents(state, desk.writer);
  const own = state.solver.state?.save();
  desk.writer.count(own?.length ?? 0);
  for (let k = 0; own !== undefined && k < own.length; k++) desk.writer.number(own[k]);
  return desk.writer.finish(options.into);
}

/** What the world was made with. */
function writeOptions(state: WorldState, writer: SnapshotWriter): void {
  writer.text(state.solver.name);
  writer.text(JSON.stringify(state.solver.settings ?? null));
  writer.number(state.speculativeDistance);
  writer.number(state.placementTolerance);
  writer.number(state.hitSpeed);
  writer.byte(state.continuous ? 1 : 0);
  writer.byte(state.sleeping ? 1 : 0);
  writer.byte(state.contactFilter === null ? 0 : 1);
  writer.byte(state.preSolve === null ? 0 : 1);
}

/** Ids in use with their generations and geometry, and the free ones. */
function writeShapes(state: WorldState, desk: Desk, withShapes: boolean): void {
  const { shapes, geometry, shapeGeometry } = state;
  const { writer, digest } = desk;
  writer.count(geometry.idCount);
  digest.begin();
  for (let id = 0; id < geometry.idCount; id++) {
    const shape = shapeGeometry[id];
    if (shape === null || shape === undefined) {
      writer.count(0);
      continue;
    }
    writer.count(1 + shapes.generation[id]);
    if (withShapes) desk.geometry.write(writer, writeShape(shape, desk.geometry.record));
    else digest.add(id, shape);
  }
  if (!withShapes) {
    writer.count(digest.first);
    writer.count(digest.second);
  }
  writer.count(geometry.freeList.length);
  for (const id of geometry.freeList) writer.count(id);
}

function writeSoftBodies(state: WorldState, writer: SnapshotWriter, withShapes: boolean): void {
  writer.count(state.softBodyCount);
  writer.count(state.softBodies.length);
  for (const { definition, particles } of state.softBodies) {
    writer.count(particles.length);
    for (const particle of particles) {
      writer.count(particle.id);
      writer.count(particle.generation);
    }
    if (!withShapes) continue;
    const { userData: _, ...plain } = definition;
    writer.text(JSON.stringify(plain));
  }
}

function writeWorld(state: WorldState, writer: SnapshotWriter): void {
  writer.number(state.gravityX);
  writer.number(state.gravityY);
  writer.number(state.time);
  writer.count(state.stats.steps);
  writer.count(state.disabledPairs.size);
  for (const key of state.disabledPairs) writer.number(key);
}

/** Bodies with their shapes, the order of the awake ones, and what keeps islands awake. */
function writeBodies(state: WorldState, desk: Desk, withShapes: boolean): void {
  const { bodies, sleep } = state;
  const { writer } = desk;
  writer.count(bodies.slots);
  let lastShape = -1;
  for (let slot = 0; slot < bodies.slots; slot++) {
    if (bodies.flags[slot] === 0) writer.byte(0);
    else lastShape = writeBody(state, desk, slot, lastShape, withShapes);
  }
  writer.count(bodies.freeCount);
  for (let k = 0; k < bodies.freeCount; k++) writer.count(bodies.free[k]);
  writer.count(bodies.awakeCount);
  let expected = 0;
  for (let k = 0; k < bodies.awakeCount; k++) {
    writer.signed(bodies.awake[k] - expected);
    expected = bodies.awake[k] + 1;
  }
  const known = Math.min(bodies.slots, sleep.blocker.length);
  let blocked = 0;
  for (let slot = 0; slot < known; slot++) if (sleep.blocker[slot] >= 0) blocked++;
  writer.count(blocked);
  expected = 0;
  for (let slot = 0; slot < known; slot++) {
    if (sleep.blocker[slot] < 0) continue;
    writer.count(slot - expected);
    writer.count(sleep.blocker[slot]);
    expected = slot + 1;
  }
}

/** @returns the id of its last shape, or `lastShape` without any */
function writeBody(
  state: WorldState,
  desk: Desk,
  slot: number,
  lastShape: number,
  withShapes: boolean,
): number {
  const { bodies, shapes } = state;
  const { pose, motion, placed, mass, damping } = bodies;
  const { writer } = desk;
  const o = slot * BODY_STRIDE;
  const sleepTime = damping[slot * DAMPING_STRIDE + SLEEP_TIME];
  const handle = state.bodyHandles[slot]!;
  const c = pose[o + C];
  const s = pose[o + S];
  const lx = pose[o + LX];
  const ly = pose[o + LY];
  const pc = placed[o + PLACED_C];
  const ps = placed[o + PLACED_S];

  let first = bit.PRESENT;
  if (
    Object.is(pose[o + X], pose[o + CX] - (c * lx - s * ly)) &&
    Object.is(pose[o + Y], pose[o + CY] - (s * lx + c * ly))
  )
    first |= bit.ORIGIN_FOLLOWS;
  if (c === 1 && Object.is(s, 0)) first |= bit.UPRIGHT;
  if (Object.is(motion[o + VX], 0) && Object.is(motion[o + VY], 0)) first |= bit.NO_VELOCITY;
  if (Object.is(motion[o + W], 0)) first |= bit.NO_SPIN;
  let second = 0;
  const isPlacedHere =
    Object.is(placed[o + PLACED_X], pose[o + X]) &&
    Object.is(placed[o + PLACED_Y], pose[o + Y]) &&
    Object.is(pc, c) &&
    Object.is(ps, s) &&
    Object.is(placed[o + PLACED_CX], pose[o + CX]) &&
    Object.is(placed[o + PLACED_CY], pose[o + CY]) &&
    placed[o + TURN_C] === 1 &&
    Object.is(placed[o + TURN_S], 0);
  if (isPlacedHere) first |= bit.PLACED_HERE;
  else {
    if (Object.is(pc, c) && Object.is(ps, s)) first |= bit.PLACED_SAME_ROTATION;
    if (
      Object.is(placed[o + PLACED_X], placed[o + PLACED_CX] - (pc * lx - ps * ly)) &&
      Object.is(placed[o + PLACED_Y], placed[o + PLACED_CY] - (ps * lx + pc * ly))
    )
      second |= bit.PLACED_ORIGIN_FOLLOWS;
    if (Object.is(placed[o + TURN_C], c * pc + s * ps) && Object.is(placed[o + TURN_S], s * pc - c * ps))
      second |= bit.TURN_FOLLOWS;
  }
  if (Object.is(sleepTime, 0)) second |= bit.NO_SLEEP_TIME;
  if (Object.is(mass[o + FX], 0) && Object.is(mass[o + FY], 0) && Object.is(mass[o + TORQUE], 0))
    second |= bit.NO_FORCE;
  if (bodies.replaced[slot] !== 0) second |= bit.REPLACED;
  if (withShapes && handle.name !== undefined) second |= bit.HAS_NAME;
  if (withShapes && handle.color !== undefined) second |= bit.HAS_COLOR;
  const only = bodies.firstShape[slot];
  if (only === lastShape + 1 && bodies.lastShape[slot] === only) second |= bit.NEXT_SHAPE;

  writer.byte(first);
  writer.byte(second);
  writer.count(bodies.generation[slot]);
  const { record } = desk.bodies;
  record[0] = bodies.type[slot];
  record[1] = bodies.flags[slot];
  record[2] = mass[o + GRAVITY_SCALE];
  record[3] = damping[slot * DAMPING_STRIDE + LINEAR_DAMPING];
  record[4] = damping[slot * DAMPING_STRIDE + ANGULAR_DAMPING];
  const given = state.givenMass.size === 0 ? undefined : state.givenMass.get(slot);
  if (given !== undefined) record[5] = given;
  desk.bodies.write(writer, given === undefined ? 5 : 6);

  if ((second & bit.NEXT_SHAPE) === 0) {
    let count = 0;
    for (let id = only; id >= 0; id = shapes.next[id]) count++;
    writer.count(count);
  }
  for (let id = only; id >= 0; id = shapes.next[id]) {
    if ((second & bit.NEXT_SHAPE) === 0) writer.signed(id - lastShape - 1);
    writeSurface(state, desk, id);
    lastShape = id;
  }

  writer.number(pose[o + CX]);
  writer.number(pose[o + CY]);
  if ((first & bit.UPRIGHT) === 0) {
    writer.number(c);
    writer.number(s);
  }
  if ((first & bit.ORIGIN_FOLLOWS) === 0) {
    writer.number(pose[o + X]);
    writer.number(pose[o + Y]);
  }
  if ((first & bit.NO_VELOCITY) === 0) {
    writer.number(motion[o + VX]);
    writer.number(motion[o + VY]);
  }
  if ((first & bit.NO_SPIN) === 0) writer.number(motion[o + W]);
  if (!isPlacedHere) {
    writer.number(placed[o + PLACED_CX]);
    writer.number(placed[o + PLACED_CY]);
    if ((first & bit.PLACED_SAME_ROTATION) === 0) {
      writer.number(pc);
      writer.number(ps);
    }
    if ((second & bit.PLACED_ORIGIN_FOLLOWS) === 0) {
      writer.number(placed[o + PLACED_X]);
      writer.number(placed[o + PLACED_Y]);
    }
    if ((second & bit.TURN_FOLLOWS) === 0) {
      writer.number(placed[o + TURN_C]);
      writer.number(placed[o + TURN_S]);
    }
  }
  if ((second & bit.NO_SLEEP_TIME) === 0) writer.number(sleepTime);
  if ((second & bit.NO_FORCE) === 0) {
    writer.number(mass[o + FX]);
    writer.number(mass[o + FY]);
    writer.number(mass[o + TORQUE]);
  }
  if ((second & bit.HAS_NAME) !== 0) writer.text(handle.name!);
  if ((second & bit.HAS_COLOR) !== 0) for (const part of handle.color!) writer.number(part);

  if ((bodies.flags[slot] & BODY_ENABLED) !== 0) {
    for (let id = only; id >= 0; id = shapes.next[id]) writeBox(state, writer, id);
  }
  return lastShape;
}

/** Material and filter of a shape. */
function writeSurface(state: WorldState, desk: Desk, id: number): void {
  const { shapes } = state;
  let flags = 0;
  if (shapes.moved[id] !== 0) flags |= bit.SHAPE_MOVED;
  if ((shapes.flags[id] & SHAPE_BOX_TEST) !== 0) flags |= bit.SHAPE_TESTED;
  const { record } = desk.materials;
  record[0] = shapes.flags[id] & ~SHAPE_BOX_TEST;
  record[1] = shapes.category[id];
  record[2] = shapes.mask[id];
  record[3] = shapes.group[id];
  record[4] = shapes.frictionRule[id];
  record[5] = shapes.restitutionRule[id];
  record[6] = shapes.friction[id];
  record[7] = shapes.restitution[id];
  record[8] = shapes.tangentSpeed[id];
  record[9] = shapes.rollingResistance[id];
  record[10] = shapes.density[id];
  desk.writer.byte(flags);
  desk.materials.write(desk.writer, 11);
}

/** Fat box of a shape: how far each side is beyond the tight one, or, if it is infinite, 0 and the four sides. */
function writeBox(state: WorldState, writer: SnapshotWriter, id: number): void {
  const { fat, tight } = state.shapes;
  const b = id * BOX_STRIDE;
  const left = Math.floor(tight[b] * BOX_STEPS_PER_METRE) - fat[b] * BOX_STEPS_PER_METRE;
  const bottom = Math.floor(tight[b + 1] * BOX_STEPS_PER_METRE) - fat[b + 1] * BOX_STEPS_PER_METRE;
  const right = fat[b + 2] * BOX_STEPS_PER_METRE - Math.ceil(tight[b + 2] * BOX_STEPS_PER_METRE);
  const top = fat[b + 3] * BOX_STEPS_PER_METRE - Math.ceil(tight[b + 3] * BOX_STEPS_PER_METRE);
  if (left > 0 && bottom > 0 && right > 0 && top > 0 && left + bottom + right + top < 65536) {
    writer.count(left);
    writer.count(bottom);
    writer.count(right);
    writer.count(top);
    return;
  }
  writer.count(0);
  for (let k = 0; k < BOX_STRIDE; k++) writer.number(fat[b + k]);
}

function writeContacts(state: WorldState, desk: Desk): void {
  const { contacts, bodies } = state;
  const { index, data, activeIndex } = contacts;
  const { writer, mixed } = desk;
  const { replaced } = bodies;
  orderContacts(state, desk);
  writer.count(contacts.count);
  writer.count(contacts.activeCount);
  let expectedShape = 0;
  let expectedPlace = 0;
  for (let k = 0; k < contacts.count; k++) {
    const slot = desk.order[k];
    const i = slot * CONTACT_INDEX_STRIDE;
    const d = slot * CONTACT_STRIDE;
    const a = index[i + SHAPE_A];
    const b = index[i + SHAPE_B];
    const state1 = index[i + CONTACT_FLAGS];
    const points = index[i + COUNT];
    const isSensor = (state1 & CONTACT_SENSOR) !== 0;
    writeMixed(state, a, b, mixed, 0);
    let isMixed = true;
    for (let n = FRICTION; n <= ROLLING; n++) isMixed &&= Object.is(mixed[n], data[d + n]);
    let flags = points << bit.POINTS_SHIFT;
    if ((state1 & CONTACT_BEGUN) !== 0) flags |= bit.BEGUN;
    if ((state1 & CONTACT_SKIPPED) !== 0) flags |= bit.SKIPPED;
    if (activeIndex[slot] < 0) flags |= bit.AT_REST;
    if (!isMixed) flags |= bit.OWN_MATERIAL;
    if (!Object.is(data[d + ROLLING_IMPULSE], 0)) flags |= bit.HAS_ROLLING;
    writer.byte(flags);
    writer.signed(a - expectedShape);
    expectedShape = a;
    writer.signed(b - a);
    if (activeIndex[slot] >= 0) {
      writer.signed(activeIndex[slot] - expectedPlace);
      expectedPlace = activeIndex[slot] + 1;
    }
    if (!isMixed) for (let n = FRICTION; n <= ROLLING; n++) writer.number(data[d + n]);
    if ((flags & bit.HAS_ROLLING) !== 0) writer.number(data[d + ROLLING_IMPULSE]);
    if (points === 0 || isSensor) continue;
    let given = 0;
    let areSingle = true;
    for (let n = 0; n < 2 * points; n++) {
      const impulse = data[impulsePlace(d, n)];
      if (!Object.is(impulse, 0)) given |= 1 << n;
      areSingle &&= Object.is(Math.fround(impulse), impulse);
    }
    writer.byte(areSingle ? given | bit.SINGLE : given);
    for (let n = 0; n < 2 * points; n++) {
      if ((given & (1 << n)) === 0) continue;
      if (areSingle) writer.single(data[impulsePlace(d, n)]);
      else writer.number(data[impulsePlace(d, n)]);
    }
    if ((replaced[index[i + BODY_A]] | replaced[index[i + BODY_B]]) !== 0) {
      writer.count(index[i + ID0]);
      if (points > 1) writer.count(index[i + ID1]);
    }
  }
}

/** Place of the n-th impulse of a contact: normal and tangent of point 0, then of point 1. */
export function impulsePlace(d: number, n: number): number {
  return d + POINT0 + (n >> 1) * POINT_STRIDE + ((n & 1) === 0 ? NORMAL_IMPULSE : TANGENT_IMPULSE);
}

/**
 * Finds an order of the contacts of which every body's list is a part. A new contact goes to the front of two lists, so a contact may
 * come as soon as both lists have been walked from their ends to it [Kahn 1962]; the order they were really made in is one such.
 */
function orderContacts(state: WorldState, desk: Desk): void {
  const { contacts, bodies } = state;
  const { edgeNext, edgePrevious } = contacts;
  if (desk.order.length < contacts.slots) {
    desk.order = new Int32Array(2 * contacts.slots);
    desk.reached = new Uint8Array(2 * contacts.slots);
  }
  const { order, reached } = desk;
  reached.fill(0, 0, contacts.slots);
  let count = 0;
  for (let slot = 0; slot < bodies.slots; slot++) {
    if (bodies.flags[slot] === 0) continue;
    let edge = bodies.firstEdge[slot];
    if (edge < 0) continue;
    while (edgeNext[edge] >= 0) edge = edgeNext[edge];
    if (++reached[edge >> 1] === 2) order[count++] = edge >> 1;
  }
  for (let k = 0; k < count; k++) {
    for (let edge = 2 * order[k]; edge <= 2 * order[k] + 1; edge++) {
      const next = edgePrevious[edge];
      if (next >= 0 && ++reached[next >> 1] === 2) order[count++] = next >> 1;
    }
  }
}

function writeJoints(state: WorldState, writer: SnapshotWriter): void {
  const { joints, jointHandles } = state;
  const { index, data } = joints;
  writer.count(joints.slots);
  for (let slot = 0; slot < joints.slots; slot++) {
    if (jointHandles[slot] === null || jointHandles[slot] === undefined) {
      writer.count(0);
      continue;
    }
    writer.count(1 + joints.generation[slot]);
    for (let k = 0; k < JOINT_INDEX_STRIDE; k++) writer.signed(index[slot * JOINT_INDEX_STRIDE + k]);
    const j = slot * JOINT_STRIDE;
    let given = 0;
    for (let k = 0; k < JOINT_STRIDE; k++) if (!Object.is(data[j + k], 0)) given |= 1 << k;
    writer.count(given);
    for (let k = 0; k < JOINT_STRIDE; k++) if ((given & (1 << k)) !== 0) writer.number(data[j + k]);
  }
  writer.count(joints.freeCount);
  for (let k = 0; k < joints.freeCount; k++) writer.count(joints.free[k]);
  writer.count(joints.activeCount);
  for (let k = 0; k < joints.activeCount; k++) writer.count(joints.active[k]);
}

/** What happened between steps and is to be reported by the next one. */
function writePendingEvents(state: WorldState, writer: SnapshotWriter): void {
  const { pendingContactEnd, pendingSensorEnd, pendingWake } = state.events;
  const handles: { readonly id: number; readonly generation: number }[] = [];
  for (const { shapeA, shapeB } of pendingContactEnd) handles.push(shapeA, shapeA.body, shapeB, shapeB.body);
  for (const { sensor, visitor } of pendingSensorEnd)
    handles.push(sensor, sensor.body, visitor, visitor.body);
  handles.push(...pendingWake);
  writer.count(pendingContactEnd.length);
  writer.count(pendingSensorEnd.length);
  writer.count(pendingWake.length);
  for (const { id, generation } of handles) {
    writer.count(id);
    writer.count(generation);
  }
}
