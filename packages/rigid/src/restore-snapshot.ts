/**
 * Snapshots: going back to one. First everything is read that could be a reason to refuse it; only then is the world touched. Shapes and
 * bodies that are still as they were stay as they are, so that a step back of a few frames costs little.
 */
import { PROXY_SHAPE_TEST, PROXY_STATIC, type Shape } from '@otedama/collision';
import { type BareWorld, stateOf } from './bare-world.js';
import { Body } from './body.js';
import { innerRadius, updateMass } from './body-mass.js';
import { BodyShape } from './body-shape.js';
import { BOX_STEPS_PER_METRE } from './constants.js';
import { contactFlags, findManifold, mixMaterials, refresh, writeBase } from './contact-update.js';
import { IntList } from './int-list.js';
import { Joint } from './joint.js';
import { countSeparatedPair } from './joint-lifecycle.js';
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
  DC,
  FRICTION,
  FX,
  FY,
  GRAVITY_SCALE,
  ID0,
  ID1,
  INV_MASS,
  LINEAR_DAMPING,
  LX,
  LY,
  PLACED_C,
  PLACED_CX,
  PLACED_CY,
  PLACED_S,
  PLACED_X,
  PLACED_Y,
  PREVIOUS_STRIDE,
  ROLLING,
  ROLLING_IMPULSE,
  S,
  SLEEP_TIME,
  STATIC,
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
import { markStale } from './refit.js';
import { RetiredHandles } from './retired-handles.js';
import { SHAPE_BOX_TEST } from './shape-store.js';
import { SnapshotError, SnapshotReader } from './snapshot-bytes.js';
import * as bit from './snapshot-layout.js';
import { RecordReader } from './snapshot-records.js';
import { isSameShape, readShape, ShapeDigest } from './snapshot-shapes.js';
import { planSoftBody, SoftBody } from './soft-body.js';
import type { SoftBodyDefinition } from './soft-body-definition.js';
import { impulsePlace } from './take-snapshot.js';
import type { WorldState } from './world-state.js';

/**
 * Takes a world back (or on) to a snapshot, bit by bit: the steps that follow are those that followed when it was taken, whatever
 * the broad phase.
 *
 * Handles of what was in the world then are valid again, also of what was destroyed since, and the same objects (of the last 4,096
 * destroyed of a kind; older ones come back as new objects). Handles of what was made since are invalid, for good. `events` is empty.
 * User data, names and colours stay as the handles have them, fields (wind, buoyancy) and hooks as the world has them; these and what
 * the game keeps beside the world are the game's to bring back.
 * @throws SnapshotError when the bytes are damaged, of another version, or of a world with other options, solver or (without shapes)
 *   shapes; InputError inside a step. The world is then as it was.
 */
export function restoreSnapshot(world: BareWorld, snapshot: Uint8Array): void {
  const state = stateOf(world);
  state.requireUnlocked('restoreSnapshot');
  const reader = new SnapshotReader(snapshot);
  checkOptions(state, reader);
  const withShapes = reader.byte() === 1;
  const shapes = readShapes(state, reader, withShapes);
  const softBodies = readSoftBodies(state, reader, withShapes);

  state.retired ??= new RetiredHandles();
  const proxies = currentProxies(state);
  const changed = replaceShapes(state, shapes);
  readWorld(state, reader);
  const moved = new IntList();
  for (let k = 0; k < state.moved.count; k++) moved.push(state.moved.items[k]);
  readBodies(state, reader, changed, moved);
  updateProxies(state, proxies, moved);
  takeSoftBodies(state, softBodies);
  readContacts(state, reader);
  markStale(state);
  readJoints(state, reader);
  readPendingEvents(state, reader);
  const own = new Float64Array(reader.count());
  for (let k = 0; k < own.length; k++) own[k] = reader.number();
  if (own.length > 0) state.solver.state?.restore(own);
}

// ── What is checked before the world is touched ──────────────────────────────────────────────────────────────────

function checkOptions(state: WorldState, reader: SnapshotReader): void {
  const name = reader.text();
  const settings = reader.text();
  if (name !== state.solver.name) {
    throw new SnapshotError(
      'solver',
      'snapshot',
      `of a world solved by ${name}`,
      `one of ${state.solver.name}`,
    );
  }
  const own = JSON.stringify(state.solver.settings ?? null);
  if (settings !== own) {
    const expected = `one of a solver with ${own}; make this world's solver with the settings of the other`;
    throw new SnapshotError('solver', 'snapshot', `of a solver with ${settings}`, expected);
  }
  const compare = (option: string, value: unknown, mine: unknown): void => {
    if (value === mine) return;
    const expected = `${String(mine)} as in this world; make it with the same options`;
    throw new SnapshotError('options', `snapshot.${option}`, value, expected);
  };
  compare('speculativeDistance', reader.number(), state.speculativeDistance);
  compare('placementTolerance', reader.number(), state.placementTolerance);
  compare('hitSpeed', reader.number(), state.hitSpeed);
  compare('continuous', reader.byte() === 1, state.continuous);
  compare('sleeping', reader.byte() === 1, state.sleeping);
  compare('contactFilter', reader.byte() === 1 ? 'a hook' : 'none', state.contactFilter ? 'a hook' : 'none');
  compare('preSolve', reader.byte() === 1 ? 'a hook' : 'none', state.preSolve ? 'a hook' : 'none');
}

/** Shapes by id, and the ids that are free. */
interface ShapeList {
  /** null where the id is free. */
  readonly geometry: (Shape | null)[];
  readonly generations: Int32Array;
  readonly free: Int32Array;
}

function readShapes(state: WorldState, reader: SnapshotReader, withShapes: boolean): ShapeList {
  const idCount = reader.count();
  const geometry = new Array<Shape | null>(idCount).fill(null);
  const generations = new Int32Array(idCount);
  const records = new RecordReader();
  const decoded = new Map<Float64Array, Shape>();
  const digest = new ShapeDigest();
  for (let id = 0; id < idCount; id++) {
    const mark = reader.count();
    if (mark === 0) continue;
    generations[id] = mark - 1;
    if (withShapes) {
      const record = records.read(reader);
      let shape = decoded.get(record);
      if (shape === undefined) {
        shape = readShape(record);
        decoded.set(record, shape);
      }
      geometry[id] = shape;
      continue;
    }
    const isHere = state.shapeHandles[id]?.generation === mark - 1;
    const shape = isHere ? state.shapeGeometry[id] : state.retired?.shapes.find(id, mark - 1)?.geometry;
    if (shape === null || shape === undefined) throw missing(`shape ${id}`);
    geometry[id] = shape;
    digest.add(id, shape);
  }
  if (!withShapes) {
    const isSame = reader.count() === digest.first >>> 0;
    if (reader.count() !== digest.second >>> 0 || !isSame) throw missing('other shapes');
  }
  const free = new Int32Array(reader.count());
  for (let k = 0; k < free.length; k++) free[k] = reader.count();
  return { geometry, generations, free };
}

function missing(value: string): SnapshotError {
  const expected = 'shapes that this world has or had; take the snapshot with shapes: true';
  return new SnapshotError('shapes', 'snapshot', value, expected);
}

/** A soft body of the snapshot: the handle, or what one is made of. */
interface SoftBodyEntry {
  readonly handle: SoftBody | undefined;
  readonly slots: readonly number[];
  readonly definition: SoftBodyDefinition | undefined;
}

interface SoftBodyList {
  readonly everMade: number;
  readonly entries: readonly SoftBodyEntry[];
}

function readSoftBodies(state: WorldState, reader: SnapshotReader, withShapes: boolean): SoftBodyList {
  const everMade = reader.count();
  const known = [...state.softBodies, ...(state.retired?.softBodies ?? [])];
  const entries: SoftBodyEntry[] = [];
  for (let rest = reader.count(); rest > 0; rest--) {
    const slots: number[] = [];
    let generation = 0;
    for (let k = reader.count(); k > 0; k--) {
      slots.push(reader.count());
      const own = reader.count();
      if (slots.length === 1) generation = own;
    }
    const definition = withShapes ? (JSON.parse(reader.text()) as SoftBodyDefinition) : undefined;
    const handle = known.find(
      ({ particles }) =>
        particles.length === slots.length &&
        particles[0].id === slots[0] &&
        particles[0].generation === generation,
    );
    if (handle === undefined && definition === undefined) throw missing('a soft body');
    entries.push({ handle, slots, definition });
  }
  return { everMade, entries };
}

// ── Shapes and the broad phase ───────────────────────────────────────────────────────────────────────────────────

/** Set for a shape that is in the broad phase, beside its flags there. */
const IN_BROAD_PHASE = 128;

function currentProxies(state: WorldState): Uint8Array {
  const { shapes, bodies } = state;
  const proxies = new Uint8Array(Math.max(shapes.slots, 1));
  for (let id = 0; id < shapes.slots; id++) {
    const slot = shapes.body[id];
    if (slot < 0 || (bodies.flags[slot] & BODY_ENABLED) === 0) continue;
    proxies[id] = IN_BROAD_PHASE;
    if (bodies.type[slot] === STATIC) proxies[id] |= PROXY_STATIC;
    if ((shapes.flags[id] & SHAPE_BOX_TEST) !== 0) proxies[id] |= PROXY_SHAPE_TEST;
  }
  return proxies;
}

/**
 * Puts the geometry of the snapshot in place and frees the rest.
 * @returns 1 by id where it is not what it was
 */
function replaceShapes(state: WorldState, list: ShapeList): Uint8Array {
  const { shapes, geometry, shapeGeometry, shapeHandles } = state;
  const before = geometry.idCount;
  const after = list.geometry.length;
  const changed = new Uint8Array(Math.max(before, after));
  shapes.reserve(after);
  for (let id = 0; id < changed.length; id++) {
    const wanted = id < after ? list.geometry[id] : null;
    const current = id < before ? shapeGeometry[id] : null;
    const isSame =
      current === wanted ||
      (current !== null && current !== undefined && wanted !== null && isSameShape(current, wanted));
    if (!isSame) {
      changed[id] = 1;
      geometry.replace(id, wanted);
    }
    const handle = id < before ? shapeHandles[id] : null;
    const isAlive = handle !== null && handle !== undefined;
    const staysAlive = isAlive && wanted !== null && handle.generation === list.generations[id];
    if (isAlive && !staysAlive) {
      state.retired!.keepShape(handle, shapeGeometry[id]);
    }
    if (!isSame) shapeGeometry[id] = wanted;
    if (!staysAlive) shapeHandles[id] = null;
    if (wanted !== null) {
      shapes.generation[id] = list.generations[id];
      shapes.newest[id] = Math.max(shapes.newest[id], list.generations[id]);
    } else {
      if (isAlive) shapes.generation[id] = ++shapes.newest[id];
      shapes.body[id] = -1;
    }
    shapes.moved[id] = 0;
  }
  geometry.setFreeList(list.free, after);
  shapes.slots = after;
  shapes.count = after - list.free.length;
  state.broadPhase.boxes = shapes.fat;
  return changed;
}

/**
 * Tells the broad phase what is there now.
 * @param before flags of the shapes that were in it
 * @param moved shapes whose boxes it has not seen
 */
function updateProxies(state: WorldState, before: Uint8Array, moved: IntList): void {
  const { broadPhase } = state;
  const after = currentProxies(state);
  for (let id = 0; id < before.length; id++) {
    if (before[id] !== 0 && before[id] !== after[id]) broadPhase.remove(id);
  }
  for (let id = 0; id < after.length; id++) {
    if (after[id] !== 0 && before[id] !== after[id]) broadPhase.add(id, after[id] & ~IN_BROAD_PHASE);
  }
  // each once, and only those that stayed: what was added is known
  const isListed = new Uint8Array(after.length);
  let count = 0;
  for (let k = 0; k < moved.count; k++) {
    const id = moved.items[k];
    if (id >= after.length || isListed[id] !== 0 || after[id] === 0) continue;
    isListed[id] = 1;
    moved.items[count++] = id;
  }
  broadPhase.refresh(moved.items, count);
  state.sweeps.obstacles.isStale = true;
}

// ── Bodies ───────────────────────────────────────────────────────────────────────────────────────────────────────

function readWorld(state: WorldState, reader: SnapshotReader): void {
  state.gravityX = reader.number();
  state.gravityY = reader.number();
  state.time = reader.number();
  state.stats.steps = reader.count();
  state.disabledPairs.clear();
  for (let rest = reader.count(); rest > 0; rest--) state.disabledPairs.add(reader.number());
}

/** What is needed while bodies are read. */
interface ReadingDesk {
  readonly kinds: RecordReader;
  readonly materials: RecordReader;
  /** 1 by id where the geometry is not what it was. */
  readonly changed: Uint8Array;
  /** Shapes whose boxes the broad phase has not seen. */
  readonly moved: IntList;
  readonly placed: Float64Array;
}

function readBodies(state: WorldState, reader: SnapshotReader, changed: Uint8Array, moved: IntList): void {
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

/** @returns the id of its last shape, or `lastShape` without any */
function readBody(
  state: WorldState,
  reader: SnapshotReader,
  desk: ReadingDesk,
  slot: number,
  first: number,
  lastShape: number,
): number {
  const { bodies, shapes, bodyHandles, shapeHandles } = state;
  const { pose, motion, placed, mass, damping, previous } = bodies;
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
  // mass and extent follow anew where anything they depend on has changed
  let needsMass =
    !isOld || bodies.type[slot] !== kind[0] || bodies.flags[slot] !== kind[1] || givenBefore !== given;
  bodies.type[slot] = kind[0];
  bodies.flags[slot] = kind[1];
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
    if (shapeHandles[id] !== null && shapeHandles[id] !== undefined) continue;
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
  for (let k = 0; k < PREVIOUS_STRIDE; k++) previous[slot * PREVIOUS_STRIDE + k] = pose[o + k];
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

/** @returns whether the fat box is another than before */
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
      const steps = tight[b + k] * BOX_STEPS_PER_METRE;
      side = (k < 2 ? Math.floor(steps) - margin : Math.ceil(steps) + margin) / BOX_STEPS_PER_METRE;
    }
    if (side !== fat[b + k]) isChanged = true;
    fat[b + k] = side;
  }
  return isChanged;
}

// ── Contacts, joints, soft bodies, events ────────────────────────────────────────────────────────────────────────

function readContacts(state: WorldState, reader: SnapshotReader): void {
  const { contacts, bodies, shapes, pairTable } = state;
  const { replaced, pose, placed, awakeIndex, mass } = bodies;
  const count = reader.count();
  const activeCount = reader.count();
  contacts.reset(count);
  pairTable.clear();
  const { index, data, active, activeIndex } = contacts;
  let a = 0;
  let place = 0;
  for (let k = 0; k < count; k++) {
    const flags = reader.byte();
    a += reader.signed();
    const b = a + reader.signed();
    const bodyA = shapes.body[a];
    const bodyB = shapes.body[b];
    let bits = contactFlags(shapes.flags[a] | shapes.flags[b]);
    if ((flags & bit.BEGUN) !== 0) bits |= CONTACT_BEGUN;
    if ((flags & bit.SKIPPED) !== 0) bits |= CONTACT_SKIPPED;
    const slot = contacts.add(a, b, bodyA, bodyB, bits, bodies);
    pairTable.set(a, b, slot);
    if ((flags & bit.AT_REST) === 0) {
      place += reader.signed();
      active[place] = slot;
      activeIndex[slot] = place++;
    }
    const i = slot * CONTACT_INDEX_STRIDE;
    const d = slot * CONTACT_STRIDE;
    if ((flags & bit.OWN_MATERIAL) === 0) mixMaterials(state, slot);
    else for (let n = FRICTION; n <= ROLLING; n++) data[d + n] = reader.number();
    if ((flags & bit.HAS_ROLLING) !== 0) data[d + ROLLING_IMPULSE] = reader.number();
    const points = (flags >> bit.POINTS_SHIFT) & 3;
    index[i + COUNT] = points;
    if (points === 0 || (bits & CONTACT_SENSOR) !== 0) continue;
    const given = reader.byte();
    for (let n = 0; n < 2 * points; n++) {
      if ((given & (1 << n)) === 0) continue;
      data[impulsePlace(d, n)] = (given & bit.SINGLE) !== 0 ? reader.single() : reader.number();
    }
    const found = findManifold(state, slot, a, b);
    if ((replaced[bodyA] | replaced[bodyB]) !== 0) {
      index[i + ID0] = reader.count();
      if (points > 1) index[i + ID1] = reader.count();
    } else {
      index[i + ID0] = state.manifold.id0;
      if (points > 1) index[i + ID1] = state.manifold.id1;
    }
    if (found === 0) continue;
    writeBase(
      data,
      d,
      state.manifold,
      Math.min(points, found),
      placed,
      bodyA * BODY_STRIDE,
      bodyB * BODY_STRIDE,
    );
    refresh(data, d, Math.min(points, found), pose, placed, bodyA * BODY_STRIDE, bodyB * BODY_STRIDE);
  }
  contacts.activeCount = activeCount;
  // what the last step's solver worked on, for those who draw it
  let touchingCount = 0;
  for (let k = 0; k < activeCount; k++) {
    const i = active[k] * CONTACT_INDEX_STRIDE;
    if (index[i + COUNT] === 0 || (index[i + CONTACT_FLAGS] & (CONTACT_SENSOR | CONTACT_SKIPPED)) !== 0)
      continue;
    const bodyA = index[i + BODY_A];
    const bodyB = index[i + BODY_B];
    if (
      (awakeIndex[bodyA] >= 0 && mass[bodyA * BODY_STRIDE + INV_MASS] > 0) ||
      (awakeIndex[bodyB] >= 0 && mass[bodyB * BODY_STRIDE + INV_MASS] > 0)
    ) {
      contacts.touching[touchingCount++] = active[k];
    }
  }
  contacts.touchingCount = touchingCount;
}

function readJoints(state: WorldState, reader: SnapshotReader): void {
  const { joints, jointHandles, jointedPairs } = state;
  const retired = state.retired!;
  const before = joints.slots;
  const after = reader.count();
  joints.reserve(after);
  jointedPairs.clear();
  joints.count = 0;
  for (let slot = 0; slot < Math.max(before, after); slot++) {
    joints.activeIndex[slot] = -1;
    const mark = slot < after ? reader.count() : 0;
    const old = jointHandles[slot];
    const isAlive = old !== null && old !== undefined;
    if (mark === 0) {
      if (!isAlive) continue;
      retired.joints.keep(old);
      jointHandles[slot] = null;
      joints.generation[slot] = ++joints.newest[slot];
      continue;
    }
    const generation = mark - 1;
    joints.count++;
    const isOld = isAlive && old.generation === generation;
    if (!isOld) retired.joints.keep(old);
    joints.generation[slot] = generation;
    joints.newest[slot] = Math.max(joints.newest[slot], generation);
    jointHandles[slot] = isOld ? old : (retired.joints.find(slot, generation) ?? new Joint(state, slot));
    for (let k = 0; k < JOINT_INDEX_STRIDE; k++)
      joints.index[slot * JOINT_INDEX_STRIDE + k] = reader.signed();
    const given = reader.count();
    for (let k = 0; k < JOINT_STRIDE; k++)
      joints.data[slot * JOINT_STRIDE + k] = (given & (1 << k)) !== 0 ? reader.number() : 0;
    countSeparatedPair(state, slot);
  }
  joints.slots = after;
  jointHandles.length = after;
  joints.freeCount = reader.count();
  for (let k = 0; k < joints.freeCount; k++) joints.free[k] = reader.count();
  joints.activeCount = reader.count();
  for (let k = 0; k < joints.activeCount; k++) {
    joints.active[k] = reader.count();
    joints.activeIndex[joints.active[k]] = k;
  }
}

function takeSoftBodies(state: WorldState, list: SoftBodyList): void {
  const softBodies = list.entries.map(({ handle, slots, definition }) => {
    if (handle !== undefined) return handle;
    const plan = planSoftBody(definition!, '', state.solver.capabilities);
    const particles = slots.map((slot) => state.bodyHandles[slot]!);
    return new SoftBody(state, definition!, plan, particles);
  });
  for (const softBody of state.softBodies) {
    if (!softBodies.includes(softBody)) state.retired!.keepSoftBody(softBody);
  }
  state.softBodies.splice(0, state.softBodies.length, ...softBodies);
  state.softBodyCount = list.everMade;
}

function readPendingEvents(state: WorldState, reader: SnapshotReader): void {
  const { events, bodyHandles, shapeHandles } = state;
  const retired = state.retired!;
  events.pendingContactEnd.length = 0;
  events.pendingSensorEnd.length = 0;
  events.pendingWake.length = 0;
  events.begin();
  const contactEnds = reader.count();
  const sensorEnds = reader.count();
  const wakes = reader.count();
  const readBodyHandle = (): Body => {
    const slot = reader.count();
    const generation = reader.count();
    const handle = bodyHandles[slot];
    if (handle?.generation === generation) return handle;
    return retired.bodies.find(slot, generation) ?? new Body(state, slot, {}, generation);
  };
  const readShapeHandle = (): BodyShape => {
    const id = reader.count();
    const generation = reader.count();
    const body = readBodyHandle();
    const handle = shapeHandles[id];
    if (handle?.generation === generation) return handle;
    const found = retired.shapes.find(id, generation)?.handle;
    return found ?? new BodyShape(state, body, id, undefined, generation);
  };
  for (let k = 0; k < contactEnds; k++) events.pendContactEnd(readShapeHandle(), readShapeHandle());
  for (let k = 0; k < sensorEnds; k++) events.pendSensorEnd(readShapeHandle(), readShapeHandle());
  for (let k = 0; k < wakes; k++) events.pendingWake.push(readBodyHandle());
}
