/**
 * Continuous collision: a body that is faster than the solver can see is stopped where it would first enter an obstacle.
 *
 * **Who.** A solver finds a contact when shapes are near at the start of a step; a body that moves by less than half of its smallest
 * extent cannot get through anything unseen. A dynamic body whose fastest point moved by more,
 *
 *     |c2 - c1| + |sin turn| extent > max(inner / 2, slop),        inner: radius of the largest circle inside its thinnest shape,
 *
 * is swept from its pose at the start of the step to the one the solver left it at. Against the shapes of static bodies always; a
 * bullet also against those of kinematic and dynamic bodies that are no bullets themselves, in the frame of the other body, which has moved
 * in the step as well; where it is stopped there is then the end of its way past the static ones.
 *
 * **How far.** The time of impact is found by conservative advancement [Mirtich 1996]: with n the direction of the gap at time t, no vertex
 * of the moving shape nears the obstacle along n faster than
 *
 *     -n . (c2 - c1) + rho r,        r: greatest distance of a vertex from the centre of mass,  rho: greatest rate of turn,
 *
 * so time may go on by gap / that without a touch. The centre goes straight; the rotation is the normalised chord between the two
 * rotations, whose rate is at most rho = 2 tan(turn / 2) (turns beyond a quarter are taken at once, before the motion).
 *
 * **When not.** Touching is the business of contacts. The body is stopped only if its core, the shape made smaller by
 * a quarter of its inner radius, would enter the obstacle: what slides along a floor, rolls over a seam or clips a corner is let pass. If so, it
 * stops where its surface comes within the slop, so that the solver meets it as a contact in the next step, with its velocity
 * kept. A body that touched from the start stops where its core enters; one already deeper, half way to where its centre would.
 *
 * Joints, filters and the `contactFilter` hook are heeded. Shapes with `preSolveEvents` are not swept: whether they are solid is
 * known only with a contact at hand. Chain segments stop what comes from their free side. Sensors that the way passes through from
 * outside to outside report begin and end in the same step.
 */
import { CHAIN_SEGMENT, HALF_SPACE, PlacedSeparation, ProxyBuffer, separatePlaced } from '@otedama/collision';
import { LINEAR_SLOP } from './constants.js';
import { shouldCollide } from './filter.js';
import { IntList } from './int-list.js';
import {
  BODY_BULLET,
  BODY_FROZEN,
  BODY_STRIDE,
  BOX_STRIDE,
  C,
  CONTACT_BEGUN,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CX,
  CY,
  DAMPING_STRIDE,
  DYNAMIC,
  EXTENT,
  LX,
  LY,
  PREVIOUS_STRIDE,
  S,
  STATIC,
  X,
  Y,
} from './layout.js';
import { ObstacleList } from './obstacles.js';
import { placeCluster } from './refit.js';
import { SHAPE_BOX_TEST, SHAPE_CONTACT_EVENTS, SHAPE_PRE_SOLVE, SHAPE_SENSOR } from './shape-store.js';
import type { WorldState } from './world-state.js';

/** Share of the inner radius by which the core is smaller than the shape. */
const CORE_SHARE = 0.25;

/** Most static shapes that are gone through one by one; of more the broad phase is asked. */
const LISTED_OBSTACLES = 32;

/** Most rounds of one advancement. When they run out the body stops there, short of the touch. */
const ROUNDS = 64;

/** Gap at which a way counts as leading through a sensor, m. */
const SENSOR_TOLERANCE = 1e-6;

/** Time of an impact that does not happen. */
const NEVER = 2;

/** Motion of a body in a step, from pose 1 to pose 2: centres, rotations, centre of mass in the body frame. */
class Motion {
  x1 = 0;
  y1 = 0;
  c1 = 1;
  s1 = 0;
  x2 = 0;
  y2 = 0;
  c2 = 1;
  s2 = 0;
  lx = 0;
  ly = 0;
  /** Greatest rate of turn, rad a step. */
  rate = 0;

  copy(from: Motion): void {
    this.x1 = from.x1;
    this.y1 = from.y1;
    this.c1 = from.c1;
    this.s1 = from.s1;
    this.x2 = from.x2;
    this.y2 = from.y2;
    this.c2 = from.c2;
    this.s2 = from.s2;
    this.lx = from.lx;
    this.ly = from.ly;
    this.rate = from.rate;
  }

  /** Derives the rate; a turn beyond a quarter is taken before the motion. */
  close(): void {
    const c = this.c1 * this.c2 + this.s1 * this.s2;
    const s = this.c1 * this.s2 - this.s1 * this.c2;
    if (c > 0) {
      this.rate = (2 * Math.abs(s)) / (1 + c);
      return;
    }
    this.rate = 0;
    this.c1 = this.c2;
    this.s1 = this.s2;
  }

  /** Writes the pose of the body at a time 0..1 to `pose`: origin, cosine and sine. */
  at(time: number, pose: Float64Array): void {
    let c = this.c1 + time * (this.c2 - this.c1);
    let s = this.s1 + time * (this.s2 - this.s1);
    const length = Math.sqrt(c * c + s * s);
    c /= length;
    s /= length;
    pose[0] = this.x1 + time * (this.x2 - this.x1) - (c * this.lx - s * this.ly);
    pose[1] = this.y1 + time * (this.y2 - this.y1) - (s * this.lx + c * this.ly);
    pose[2] = c;
    pose[3] = s;
  }
}

/** Scratch of the sweeps of a world: nothing of it outlives a step but the lists of obstacles. */
export class ContinuousScratch {
  readonly obstacles: ObstacleList = new ObstacleList();
  /** Fast bullets of the step. */
  readonly bullets: IntList = new IntList();
  /** Shapes near the way of the present body. */
  readonly near: ProxyBuffer = new ProxyBuffer();
  readonly motion: Motion = new Motion();
  /** The motion in the frame of an obstacle that moves itself. */
  readonly relative: Motion = new Motion();
  /** The motion along which the first impact was found, in the frame of its obstacle. */
  readonly stop: Motion = new Motion();
  readonly separation: PlacedSeparation = new PlacedSeparation();
  /** Pose at which a shape is looked at, and its box there. */
  readonly pose: Float64Array = new Float64Array(4);
  readonly box: Float64Array = new Float64Array(4);
  /** Box around the way of a body: minimum and maximum, m. */
  readonly way: Float64Array = new Float64Array(4);
}

/** Stops the fast bodies of the step at what they would have gone through. Poses are final, everything is placed. */
export function sweepFastBodies(state: WorldState): void {
  const { bodies, stats } = state;
  const { type, flags, awake, awakeCount, pose, previous, damping, sweepLimit } = bodies;
  const { bullets } = state.sweeps;
  stats.sweptBodies = 0;
  stats.stoppedBodies = 0;
  bullets.count = 0;
  for (let k = 0; k < awakeCount; k++) {
    const slot = awake[k];
    const o = slot * BODY_STRIDE;
    const p = slot * PREVIOUS_STRIDE;
    const pc = previous[p + 2];
    const ps = previous[p + 3];
    const lx = pose[o + LX];
    const ly = pose[o + LY];
    const dx = pose[o + CX] - (previous[p] + (pc * lx - ps * ly));
    const dy = pose[o + CY] - (previous[p + 1] + (ps * lx + pc * ly));
    const extent = damping[slot * DAMPING_STRIDE + EXTENT];
    const left = sweepLimit[slot] - Math.abs(pc * pose[o + S] - ps * pose[o + C]) * extent;
    if (left >= 0 && dx * dx + dy * dy <= left * left && pc * pose[o + C] + ps * pose[o + S] > 0) continue;
    if (type[slot] !== DYNAMIC || (flags[slot] & BODY_FROZEN) !== 0) continue;
    // bullets come after all others, since they are swept against them
    if ((flags[slot] & BODY_BULLET) !== 0) bullets.push(slot);
    else sweepBody(state, slot);
  }
  if (bullets.count === 0) return;
  state.broadPhase.refresh(state.moved.items, state.moved.count);
  for (let k = 0; k < bullets.count; k++) sweepBody(state, bullets.items[k]);
}

/** Sweeps one body over the step, stops it at the first impact, and shows it to the sensors on its way. */
function sweepBody(state: WorldState, slot: number): void {
  const { bodies, shapes, geometry, stats } = state;
  const { near, motion, stop, pose, box } = state.sweeps;
  const o = slot * BODY_STRIDE;
  const p = slot * PREVIOUS_STRIDE;
  stats.sweptBodies++;
  motion.lx = bodies.pose[o + LX];
  motion.ly = bodies.pose[o + LY];
  motion.c1 = bodies.previous[p + 2];
  motion.s1 = bodies.previous[p + 3];
  motion.x1 = bodies.previous[p] + (motion.c1 * motion.lx - motion.s1 * motion.ly);
  motion.y1 = bodies.previous[p + 1] + (motion.s1 * motion.lx + motion.c1 * motion.ly);
  motion.x2 = bodies.pose[o + CX];
  motion.y2 = bodies.pose[o + CY];
  motion.c2 = bodies.pose[o + C];
  motion.s2 = bodies.pose[o + S];
  collectNear(state, slot);
  if (near.count === 0) return;

  // moving obstacles first: the way to where they stop a bullet is what the static ones are met on
  let isStopped = false;
  if ((bodies.flags[slot] & BODY_BULLET) !== 0) {
    const time = firstImpact(state, slot, false);
    if (time <= 1) {
      moveEnd(motion, stop, time);
      isStopped = true;
      collectNear(state, slot);
    }
  }
  const time = firstImpact(state, slot, true);
  if (time <= 1) {
    moveEnd(motion, motion, time);
    isStopped = true;
  }
  for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
    if (geometry.kind[shape] === HALF_SPACE) continue;
    for (let k = 0; k < near.count; k++) passSensor(state, near.proxies[k], shape);
  }
  if (!isStopped) {
    // the shapes were moved about: back to where they are placed
    for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
      geometry.placeFrom(shape, bodies.placed, o, box, 0);
    }
    return;
  }
  stats.stoppedBodies++;
  motion.at(1, pose);
  bodies.pose[o + X] = pose[0];
  bodies.pose[o + Y] = pose[1];
  bodies.pose[o + C] = pose[2];
  bodies.pose[o + S] = pose[3];
  bodies.pose[o + CX] = motion.x2;
  bodies.pose[o + CY] = motion.y2;
  placeCluster(state, slot);
}

/** Ends a motion where another one is at a time. */
function moveEnd(motion: Motion, other: Motion, time: number): void {
  const c = other.c1 + time * (other.c2 - other.c1);
  const s = other.s1 + time * (other.s2 - other.s1);
  const length = Math.sqrt(c * c + s * s);
  motion.x2 = other.x1 + time * (other.x2 - other.x1);
  motion.y2 = other.y1 + time * (other.y2 - other.y1);
  motion.c2 = c / length;
  motion.s2 = s / length;
}

/** Time at which static obstacles, or moving ones, first stop a body, or `NEVER`; `stop` is then the motion it was found along. */
function firstImpact(state: WorldState, slot: number, isStatic: boolean): number {
  const { bodies, shapes, geometry } = state;
  const { near } = state.sweeps;
  let time = NEVER;
  for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
    if (geometry.kind[shape] === HALF_SPACE) continue;
    if ((shapes.flags[shape] & (SHAPE_SENSOR | SHAPE_PRE_SOLVE)) !== 0) continue;
    for (let k = 0; k < near.count; k++) {
      const obstacle = near.proxies[k];
      if ((bodies.type[shapes.body[obstacle]] === STATIC) !== isStatic) continue;
      time = findImpact(state, obstacle, shape, slot, time);
    }
  }
  return time;
}

/** Fills `near` with the shapes whose boxes meet the box around the way of a body, by id. */
function collectNear(state: WorldState, slot: number): void {
  const { bodies, shapes, broadPhase } = state;
  const { near, motion, way, obstacles } = state.sweeps;
  const reach = bodies.damping[slot * DAMPING_STRIDE + EXTENT];
  way[0] = Math.min(motion.x1, motion.x2) - reach;
  way[1] = Math.min(motion.y1, motion.y2) - reach;
  way[2] = Math.max(motion.x1, motion.x2) + reach;
  way[3] = Math.max(motion.y1, motion.y2) + reach;
  near.clear();
  if ((bodies.flags[slot] & BODY_BULLET) !== 0) {
    broadPhase.queryBox(way[0], way[1], way[2], way[3], near);
    keepNear(state, slot, true);
    return;
  }
  obstacles.update(state);
  const { statics, movingSensors } = obstacles;
  if (statics.count <= LISTED_OBSTACLES) {
    for (let k = 0; k < statics.count; k++) {
      const id = statics.items[k];
      if (meetsWay(state, id)) near.push(id);
    }
  } else {
    broadPhase.queryBox(way[0], way[1], way[2], way[3], near);
    keepNear(state, slot, false);
  }
  for (let k = 0; k < movingSensors.count; k++) {
    const id = movingSensors.items[k];
    if (shapes.body[id] === slot) continue;
    bringUpToDate(state, shapes.body[id]);
    if (meetsWay(state, id)) near.push(id);
  }
}

/** Of the shapes in `near` keeps, in the order of their ids, those of other bodies; only static ones unless all are wanted. */
function keepNear(state: WorldState, slot: number, all: boolean): void {
  const { near } = state.sweeps;
  const { proxies } = near;
  const { body } = state.shapes;
  let kept = 0;
  for (let k = 0; k < near.count; k++) {
    const id = proxies[k];
    if (body[id] === slot || !(all || state.bodies.type[body[id]] === STATIC)) continue;
    bringUpToDate(state, body[id]);
    if (!meetsWay(state, id)) continue;
    let place = kept++;
    for (; place > 0 && proxies[place - 1] > id; place--) proxies[place] = proxies[place - 1];
    proxies[place] = id;
  }
  near.count = kept;
}

/** Places a body that may be met, if it has moved since it was placed. */
function bringUpToDate(state: WorldState, body: number): void {
  if (state.bodies.stale[body] !== 0) placeCluster(state, body);
}

/** Whether a shape's box, and the shape itself where its box says little, meets the box around the way. */
function meetsWay(state: WorldState, id: number): boolean {
  const { tight, flags } = state.shapes;
  const { way } = state.sweeps;
  const b = id * BOX_STRIDE;
  if (tight[b] > way[2] || way[0] > tight[b + 2] || tight[b + 1] > way[3] || way[1] > tight[b + 3])
    return false;
  return (flags[id] & SHAPE_BOX_TEST) === 0 || state.geometry.touchesBox(id, way, 0);
}

/**
 * Time at which a shape of a body is to be stopped by an obstacle, if that is before `limit`; else `limit`. Leaves the motion it was found
 * along in `stop`.
 */
function findImpact(state: WorldState, obstacle: number, shape: number, slot: number, limit: number): number {
  const { shapes, geometry } = state;
  const { separation, stop } = state.sweeps;
  if (!isObstacle(state, obstacle, shape, slot)) return limit;
  const inner = shapes.inner[shape];
  const core = CORE_SHARE * inner;
  const surface = Math.min(LINEAR_SLOP, core);
  const tolerance = 0.25 * Math.max(surface, 0.1 * LINEAR_SLOP);
  const path = pathToward(state, obstacle);
  placeAt(state, shape, path, 0);
  if (geometry.kind[obstacle] === CHAIN_SEGMENT && !isBefore(state, obstacle, shape)) return limit;
  separatePlaced(geometry, obstacle, shape, separation);
  const { separation: start, normalX, normalY } = separation;
  const isTouching = start <= surface + tolerance;
  if (isTouching && start <= -inner) return limit;
  const depth = isTouching ? Math.min(-core, 0.5 * (start - inner)) : -core;
  const cap = Math.min(limit, 1);
  const entry = advance(state, obstacle, shape, path, depth, tolerance, cap);
  if (entry > cap) return limit;
  if (geometry.kind[obstacle] === CHAIN_SEGMENT) {
    const n = 2 * geometry.first[obstacle];
    const { worldNormals } = geometry;
    if (separation.normalX * worldNormals[n] + separation.normalY * worldNormals[n + 1] <= 0) return limit;
  }
  stop.copy(path);
  if (isTouching) return entry;
  separation.separation = start;
  separation.normalX = normalX;
  separation.normalY = normalY;
  return Math.min(entry, advance(state, obstacle, shape, path, surface, tolerance, entry));
}

/**
 * First time at which the gap between an obstacle and a shape on its path is at most the target (and a tolerance), or `NEVER` when that is not
 * before `cap`. `separation` holds the gap at time 0, and afterwards the one at the time found.
 */
function advance(
  state: WorldState,
  obstacle: number,
  shape: number,
  path: Motion,
  target: number,
  tolerance: number,
  cap: number,
): number {
  const { separation } = state.sweeps;
  const wayX = path.x2 - path.x1;
  const wayY = path.y2 - path.y1;
  const spin = path.rate === 0 ? 0 : path.rate * vertexReach(state, shape, path.lx, path.ly);
  let time = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const gap = separation.separation - target;
    if (gap <= tolerance) return time;
    const closing = spin - (separation.normalX * wayX + separation.normalY * wayY);
    if (!(closing > 0)) return NEVER;
    time += gap / closing;
    if (!(time < cap)) return NEVER;
    placeAt(state, shape, path, time);
    separatePlaced(state.geometry, obstacle, shape, separation);
  }
  return time;
}

/** Whether a shape is to be stopped by another one. */
function isObstacle(state: WorldState, obstacle: number, shape: number, slot: number): boolean {
  const { shapes, bodies } = state;
  if ((shapes.flags[obstacle] & (SHAPE_SENSOR | SHAPE_PRE_SOLVE)) !== 0) return false;
  const other = shapes.body[obstacle];
  if (bodies.type[other] !== STATIC && (bodies.flags[slot] & ~bodies.flags[other] & BODY_BULLET) === 0)
    return false;
  return mayTouch(state, obstacle, shape);
}

/** Whether filters, joints and the hook allow a contact of two shapes. */
function mayTouch(state: WorldState, one: number, two: number): boolean {
  if (!shouldCollide(state, one, two)) return false;
  const hook = state.contactFilter;
  if (hook === null) return true;
  const a = Math.min(one, two);
  const b = Math.max(one, two);
  return state.pairTable.get(a, b) >= 0 || hook(state.shapeHandles[a]!, state.shapeHandles[b]!);
}

/**
 * The motion of the present body as the body of an obstacle sees it: where the obstacle is at the end of the step, the start is where it lay
 * from the obstacle's point of view.
 */
function pathToward(state: WorldState, obstacle: number): Motion {
  const { bodies, shapes } = state;
  const { motion, relative } = state.sweeps;
  const other = shapes.body[obstacle];
  if (bodies.type[other] === STATIC) {
    motion.close();
    return motion;
  }
  const { pose, previous } = bodies;
  const o = other * BODY_STRIDE;
  const p = other * PREVIOUS_STRIDE;
  // rotation of the other body in the step, and the centre carried along
  const c = previous[p + 2] * pose[o + C] + previous[p + 3] * pose[o + S];
  const s = previous[p + 2] * pose[o + S] - previous[p + 3] * pose[o + C];
  const rx = motion.x1 - previous[p];
  const ry = motion.y1 - previous[p + 1];
  relative.copy(motion);
  relative.x1 = pose[o + X] + (c * rx - s * ry);
  relative.y1 = pose[o + Y] + (s * rx + c * ry);
  relative.c1 = c * motion.c1 - s * motion.s1;
  relative.s1 = s * motion.c1 + c * motion.s1;
  relative.close();
  return relative;
}

/** Whether the centre of a placed shape lies on the free side of a chain segment. */
function isBefore(state: WorldState, chain: number, shape: number): boolean {
  const { first, worldVertices, worldNormals, worldCenters } = state.geometry;
  const p = 2 * first[chain];
  const dx = worldCenters[2 * shape] - worldVertices[p];
  const dy = worldCenters[2 * shape + 1] - worldVertices[p + 1];
  return worldNormals[p] * dx + worldNormals[p + 1] * dy >= 0;
}

/** Places a shape where its body is at a time of a motion. */
function placeAt(state: WorldState, shape: number, path: Motion, time: number): void {
  const { pose, box } = state.sweeps;
  path.at(time, pose);
  state.geometry.placeFrom(shape, pose, 0, box, 0);
}

/** Greatest distance of a vertex of a shape from a point of the body frame, m. */
function vertexReach(state: WorldState, shape: number, lx: number, ly: number): number {
  const { first, count, localVertices } = state.geometry;
  let squared = 0;
  for (let k = 2 * first[shape], end = k + 2 * count[shape]; k < end; k += 2) {
    const rx = localVertices[k] - lx;
    const ry = localVertices[k + 1] - ly;
    squared = Math.max(squared, rx * rx + ry * ry);
  }
  return Math.sqrt(squared);
}

/** Reports a sensor that the way enters and leaves again; one that is met at the start or the end is the business of contacts. */
function passSensor(state: WorldState, other: number, shape: number): void {
  const { shapes, events, contacts, pairTable } = state;
  const { separation } = state.sweeps;
  const bits = shapes.flags[other] | shapes.flags[shape];
  if ((bits & SHAPE_SENSOR) === 0 || (bits & SHAPE_CONTACT_EVENTS) === 0) return;
  if (!mayTouch(state, other, shape)) return;
  const contact = pairTable.get(Math.min(other, shape), Math.max(other, shape));
  if (contact >= 0 && (contacts.index[contact * CONTACT_INDEX_STRIDE + CONTACT_FLAGS] & CONTACT_BEGUN) !== 0)
    return;
  const path = pathToward(state, other);
  placeAt(state, shape, path, 1);
  separatePlaced(state.geometry, other, shape, separation);
  if (separation.separation <= 0) return;
  placeAt(state, shape, path, 0);
  separatePlaced(state.geometry, other, shape, separation);
  if (separation.separation <= 0) return;
  if (advance(state, other, shape, path, 0, SENSOR_TOLERANCE, 1) > 1) return;
  if (separation.separation > SENSOR_TOLERANCE) return;
  const isSensor = (shapes.flags[shape] & SHAPE_SENSOR) !== 0;
  const sensor = state.shapeHandles[isSensor ? shape : other]!;
  const visitor = state.shapeHandles[isSensor ? other : shape]!;
  const begin = events.sensorBegin.next();
  begin.sensor = sensor;
  begin.visitor = visitor;
  const leave = events.sensorEnd.next();
  leave.sensor = sensor;
  leave.visitor = visitor;
}
