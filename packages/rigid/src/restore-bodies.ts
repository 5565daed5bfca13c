/** Snapshots: reading bodies with the materials, filters and boxes of their shapes, as `take-bodies.ts` wrote them. */

import { Body } from './body.js';
import { innerRadius, updateMass } from './body-mass.js';
import { BodyShape } from './body-shape.js';
import { BOX_STEPS_PER_METER } from './constants.js';
import type { IntList } from './int-list.js';
import {
  ANGULAR_DAMPING,
  BODY_ENABLED,
  BODY_PUT,
  BODY_STRIDE,
  BOX_STRIDE,
  C,
  CX,
  CY,
  DAMPING_STRIDE,
  DC,
  FX,
  FY,
  GRAVITY_SCALE,
  LINEAR_DAMPING,
  LX,
  LY,
  PLACED_C,
  PLACED_CX,
  PLACED_CY,
  PLACED_S,
  PLACED_X,
  PLACED_Y,
  S,
  SLEEP_TIME,
  TORQUE,
  TURN_C,
  TURN_S,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import { boxMargin } from './lifecycle.js';
import { SHAPE_BOX_TEST } from './shape-flags.js';
import type { SnapshotReader } from './snapshot-bytes.js';
import * as bit from './snapshot-layout.js';
import { RecordReader } from './snapshot-records.js';
import type { WorldState } from './world-state.js';

/** Data used while bodies are read. */
interface ReadingDesk {
  readonly kinds: RecordReader;
  readonly materials: RecordReader;
  /** By id: 1 if the geometry of the shape has changed. */
  readonly changed: Uint8Array;
  /** Shapes whose boxes the broad phase has not seen. */
  readonly moved: IntList;
  readonly placed: Float64Array;
}

/**
 * @param changed by id: 1 for shapes whose geometry has changed
 * @param moved receives the shapes whose boxes the broad phase has not seen
 */
export function readBodies(
  state: WorldState,
  reader: SnapshotReader,
  changed: Uint8Array,
  moved: IntList,
): void {
  const { bodies, sleep, bodyHandles, retired } = state;
  const before = bodies.slots;
  const after = reader.count();
  bodies.reserve(after);
  sleep.reserve(Math.max(before, after));
  const desk: ReadingDesk = {
    kinds: new RecordReader(),
    materials: new RecordReader(),
    changed,
    moved,
    placed: new Float64Array(BODY_STRIDE),
  };
  state.moved.count = 0;
  state.replacedBodies.count = 0;
  state.putBodies.count = 0;
  bodies.count = 0;
  let lastShape = -1;
  for (let slot = 0; slot < Math.max(before, after); slot++) {
    bodies.awakeIndex[slot] = -1;
    bodies.firstEdge[slot] = -1;
    bodies.replaced[slot] = 0;
    sleep.blocker[slot] = -1;
    const first = slot < after ? reader.byte() : 0;
    const handle = bodyHandles[slot];
    if (first !== 0) {
      lastShape = readBody(state, reader, desk, slot, first, lastShape);
      continue;
    }
    bodies.flags[slot] = 0;
    state.givenMass.delete(slot);
    if (handle === null || handle === undefined) continue;
    retired!.bodies.keep(handle);
    bodyHandles[slot] = null;
    bodies.generation[slot] = ++bodies.newest[slot];
  }
  bodies.slots = after;
  bodyHandles.length = after;
  bodies.freeCount = reader.count();
  for (let k = 0; k < bodies.freeCount; k++) bodies.free[k] = reader.count();
  bodies.awakeCount = reader.count();
  bodies.revision++;
  let expected = 0;
  for (let k = 0; k < bodies.awakeCount; k++) {
    const slot = expected + reader.signed();
    bodies.awake[k] = slot;
    bodies.awakeIndex[slot] = k;
    expected = slot + 1;
  }
  expected = 0;
  for (let rest = reader.count(); rest > 0; rest--) {
    const slot = expected + reader.count();
    sleep.blocker[slot] = reader.count();
    expected = slot + 1;
  }
}

/** @returns the id of the body's last shape, or `lastShape` if it has none */
function readBody(
  state: WorldState,
  reader: SnapshotReader,
  desk: ReadingDesk,
  slot: number,
  first: number,
  lastShape: number,
): number {
  const { bodies, shapes, bodyHandles, shapeHandles } = state;
  const { pose, motion, placed, mass, damping } = bodies;
  const retired = state.retired!;
  const o = slot * BODY_STRIDE;
  const d = slot * DAMPING_STRIDE;
  const second = reader.byte();
  const generation = reader.count();
  bodies.count++;

  const old = bodyHandles[slot];
  const isOld = old?.generation === generation;
  if (!isOld) retired.bodies.keep(old);
  bodies.generation[slot] = generation;
  bodies.newest[slot] = Math.max(bodies.newest[slot], generation);
  const handle = isOld ? old : (retired.bodies.find(slot, generation) ?? new Body(state, slot, {}));
  bodyHandles[slot] = handle;

  const kind = desk.kinds.read(reader);
  const given = kind.length > 5 ? kind[5] : undefined;
  const givenBefore = state.givenMass.get(slot);
  // mass and extent are computed again if anything that they depend on has changed
  let needsMass =
    !isOld || bodies.type[slot] !== kind[0] || bodies.flags[slot] !== kind[1] || givenBefore !== given;
  bodies.type[slot] = kind[0];
  bodies.flags[slot] = kind[1];
  if ((kind[1] & BODY_PUT) !== 0) state.putBodies.push(slot);
  mass[o + GRAVITY_SCALE] = kind[2];
  damping[d + LINEAR_DAMPING] = kind[3];
  damping[d + ANGULAR_DAMPING] = kind[4];
  if (given === undefined) state.givenMass.delete(slot);
  else if (given !== givenBefore) state.givenMass.set(slot, given);

  let oldShape = isOld ? bodies.firstShape[slot] : -1;
  let isPlaced = isOld;
  bodies.firstShape[slot] = -1;
  bodies.lastShape[slot] = -1;
  const isNext = (second & bit.NEXT_SHAPE) !== 0;
  for (let rest = isNext ? 1 : reader.count(); rest > 0; rest--) {
    const id = lastShape + 1 + (isNext ? 0 : reader.signed());
    if (id !== oldShape || desk.changed[id] !== 0) {
      needsMass = true;
      isPlaced = false;
    }
    oldShape = id === oldShape ? shapes.next[id] : -1;
    const shapeFlags = reader.byte();
    const material = desk.materials.read(reader);
    if (shapes.density[id] !== material[10]) needsMass = true;
    shapes.body[id] = slot;
    shapes.next[id] = -1;
    shapes.flags[id] = material[0] | ((shapeFlags & bit.SHAPE_TESTED) !== 0 ? SHAPE_BOX_TEST : 0);
    shapes.category[id] = material[1];
    shapes.mask[id] = material[2];
    shapes.group[id] = material[3];
    shapes.frictionRule[id] = material[4];
    shapes.restitutionRule[id] = material[5];
    shapes.friction[id] = material[6];
    shapes.restitution[id] = material[7];
    shapes.tangentSpeed[id] = material[8];
    shapes.rollingResistance[id] = material[9];
    shapes.density[id] = material[10];
    if (desk.changed[id] !== 0) {
      shapes.inner[id] = innerRadius(state.geometry, id);
      shapes.margin[id] = boxMargin(state.geometry.extent[id]);
    }
    if (bodies.lastShape[slot] >= 0) shapes.next[bodies.lastShape[slot]] = id;
    else bodies.firstShape[slot] = id;
    bodies.lastShape[slot] = id;
    lastShape = id;
    if ((shapeFlags & bit.SHAPE_MOVED) !== 0) {
      shapes.moved[id] = 1;
      state.moved.push(id);
    }
    // in a world with another past, the shape of this number and generation may be one of another body
    if (shapeHandles[id]?.body === handle) continue;
    const found = retired.shapes.find(id, shapes.generation[id])?.handle;
    shapeHandles[id] = found?.body === handle ? found : new BodyShape(state, handle, id, undefined);
  }
  if (oldShape >= 0) needsMass = true;
  if (needsMass) updateMass(state, slot);

  const lx = pose[o + LX];
  const ly = pose[o + LY];
  const cx = reader.number();
  const cy = reader.number();
  let c = 1;
  let s = 0;
  if ((first & bit.UPRIGHT) === 0) {
    c = reader.number();
    s = reader.number();
  }
  const follows = (first & bit.ORIGIN_FOLLOWS) !== 0;
  pose[o + X] = follows ? cx - (c * lx - s * ly) : reader.number();
  pose[o + Y] = follows ? cy - (s * lx + c * ly) : reader.number();
  pose[o + C] = c;
  pose[o + S] = s;
  pose[o + CX] = cx;
  pose[o + CY] = cy;
  bodies.settlePose(slot);
  motion.fill(0, o, o + BODY_STRIDE);
  motion[o + DC] = 1;
  if ((first & bit.NO_VELOCITY) === 0) {
    motion[o + VX] = reader.number();
    motion[o + VY] = reader.number();
  }
  if ((first & bit.NO_SPIN) === 0) motion[o + W] = reader.number();

  const scratch = desk.placed;
  if ((first & bit.PLACED_HERE) !== 0) {
    for (let k = 0; k < 6; k++) scratch[k] = pose[o + k];
    scratch[TURN_C] = 1;
    scratch[TURN_S] = 0;
  } else {
    const pcx = reader.number();
    const pcy = reader.number();
    let pc = c;
    let ps = s;
    if ((first & bit.PLACED_SAME_ROTATION) === 0) {
      pc = reader.number();
      ps = reader.number();
    }
    const originFollows = (second & bit.PLACED_ORIGIN_FOLLOWS) !== 0;
    scratch[PLACED_X] = originFollows ? pcx - (pc * lx - ps * ly) : reader.number();
    scratch[PLACED_Y] = originFollows ? pcy - (ps * lx + pc * ly) : reader.number();
    scratch[PLACED_C] = pc;
    scratch[PLACED_S] = ps;
    scratch[PLACED_CX] = pcx;
    scratch[PLACED_CY] = pcy;
    const turnFollows = (second & bit.TURN_FOLLOWS) !== 0;
    scratch[TURN_C] = turnFollows ? c * pc + s * ps : reader.number();
    scratch[TURN_S] = turnFollows ? s * pc - c * ps : reader.number();
  }
  for (let k = 0; k < 6; k++) if (!Object.is(scratch[k], placed[o + k])) isPlaced = false;
  for (let k = 0; k < BODY_STRIDE; k++) placed[o + k] = scratch[k];
  damping[d + SLEEP_TIME] = (second & bit.NO_SLEEP_TIME) === 0 ? reader.number() : 0;
  const isPushed = (second & bit.NO_FORCE) === 0;
  if (isPushed) bodies.isDisturbed = true;
  mass[o + FX] = isPushed ? reader.number() : 0;
  mass[o + FY] = isPushed ? reader.number() : 0;
  mass[o + TORQUE] = isPushed ? reader.number() : 0;
  if ((second & bit.REPLACED) !== 0) {
    bodies.replaced[slot] = 1;
    state.replacedBodies.push(slot);
  }
  if ((second & bit.HAS_NAME) !== 0) {
    const name = reader.text();
    if (!isOld) handle.name ??= name;
  }
  if ((second & bit.HAS_COLOR) !== 0) {
    const color = [reader.number(), reader.number(), reader.number()] as const;
    if (!isOld) handle.color ??= color;
  }

  const isEnabled = (bodies.flags[slot] & BODY_ENABLED) !== 0;
  for (let id = bodies.firstShape[slot]; id >= 0; id = shapes.next[id]) {
    if (!isPlaced) state.geometry.placeFrom(id, placed, o, shapes.tight, id * BOX_STRIDE);
    if (isEnabled && readBox(state, reader, id)) desk.moved.push(id);
  }
  return lastShape;
}

/** @returns whether the fat box has changed */
function readBox(state: WorldState, reader: SnapshotReader, id: number): boolean {
  const { fat, tight } = state.shapes;
  const b = id * BOX_STRIDE;
  const left = reader.count();
  let isChanged = false;
  for (let k = 0; k < BOX_STRIDE; k++) {
    let side = 0;
    if (left === 0) side = reader.number();
    else {
      const margin = k === 0 ? left : reader.count();
      const steps = tight[b + k] * BOX_STEPS_PER_METER;
      side = (k < 2 ? Math.floor(steps) - margin : Math.ceil(steps) + margin) / BOX_STEPS_PER_METER;
    }
    if (side !== fat[b + k]) isChanged = true;
    fat[b + k] = side;
  }
  return isChanged;
}
