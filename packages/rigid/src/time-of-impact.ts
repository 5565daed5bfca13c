/**
 * Time of impact of a moving shape, by conservative advancement [Mirtich 1996]. Let n be the direction of the separation at time
 * t. No vertex of the moving shape approaches the obstacle along n faster than
 *
 *     -n . (c2 - c1) + rho r,        r: greatest distance of a vertex from the centre of mass,  rho: greatest rate of turn,
 *
 * so time can advance by separation / this speed without a touch.
 *
 * Touching is handled by contacts. A body is stopped only if its core would enter the obstacle. The core is the shape made
 * smaller by a quarter of its inner radius. A shape that slides along a floor, rolls over a seam or clips a corner therefore
 * passes. A body is stopped where its surface is within `STOP_GAP` of the obstacle, so that the solver finds a contact in the
 * next step.
 *
 * A body that touched the obstacle at the start of the step stops half way to the depth at which its centre would enter. If it is already
 * three quarters as deep as that (`DEEP_SHARE`), it is not stopped: it would stay there, whatever pulls it out. It only must not be pushed
 * deeper. Let n be the normal where it would be, t the time of that, and low the least n.v over its vertices v. Then its end is lifted by
 *
 *     (low(t) - low(1)) n        if that is out of the obstacle
 */
import { CHAIN_SEGMENT, separatePlaced } from '@otedama/collision';
import { LINEAR_SLOP } from './constants.js';
import { shouldCollide } from './filter.js';
import { BODY_BULLET, BODY_STRIDE, C, PREVIOUS_STRIDE, S, STATIC, X, Y } from './layout.js';
import { SHAPE_PRE_SOLVE, SHAPE_SENSOR } from './shape-flags.js';
import type { SweepMotion } from './sweep-motion.js';
import type { SweepingState } from './world-state.js';

/** Fraction of the inner radius by which the core is smaller than the shape. */
const CORE_SHARE = 0.25;

/** Share of the inner radius from which on a body is deep in an obstacle. */
const DEEP_SHARE = 0.75;

/** Separation at which a body is stopped, m. It is small, because a body does not gain the speed of the fall through this distance. */
const STOP_GAP = 0.1 * LINEAR_SLOP;

/** Maximum number of rounds of one advancement. When they run out, the body stops there, before the touch. */
const ROUNDS = 64;

/**
 * Whether an obstacle stops a shape of a body before `limit`. If so, `limit` is lowered to that time, and `stop` is set to the
 * motion along which the time was found. If the shape was deep in it at the start (`isDeep`), whether it has to be lifted, by `lift` along
 * the normal of `separation`; then nothing else is changed.
 */
export function findImpact(state: SweepingState, obstacle: number, shape: number, slot: number): boolean {
  const { shapes, geometry, sweeps } = state;
  const { separation, stop } = sweeps;
  if (!isObstacle(state, obstacle, shape, slot)) return false;
  const inner = shapes.inner[shape];
  const core = CORE_SHARE * inner;
  const surface = Math.min(STOP_GAP, core);
  sweeps.tolerance = 0.25 * STOP_GAP;
  const path = pathToward(state, obstacle);
  path.time = 0;
  placeAt(state, shape, path);
  if (geometry.kind[obstacle] === CHAIN_SEGMENT && !isBefore(state, obstacle, shape)) return false;
  separatePlaced(geometry, obstacle, shape, separation);
  const { separation: start, normalX, normalY } = separation;
  const isTouching = start <= surface + sweeps.tolerance;
  sweeps.isDeep = start <= -DEEP_SHARE * inner;
  sweeps.target = -core;
  if (isTouching) sweeps.target = sweeps.isDeep ? start : Math.min(-core, 0.5 * (start - inner));
  sweeps.cap = sweeps.isDeep ? 1 : Math.min(sweeps.limit, 1);
  if (!advance(state, obstacle, shape, path)) return false;
  if (geometry.kind[obstacle] === CHAIN_SEGMENT) {
    const n = 2 * geometry.first[obstacle];
    const { worldNormals } = geometry;
    if (separation.normalX * worldNormals[n] + separation.normalY * worldNormals[n + 1] <= 0) return false;
  }
  if (sweeps.isDeep) return entersDeeper(state, shape, path);
  stop.copy(path);
  stop.time = path.time;
  if (!isTouching) {
    separation.separation = start;
    separation.normalX = normalX;
    separation.normalY = normalY;
    sweeps.target = surface;
    sweeps.cap = stop.time;
    if (advance(state, obstacle, shape, path) && path.time < stop.time) stop.time = path.time;
  }
  sweeps.limit = stop.time;
  return true;
}

/** Finds in `lift` by how much a shape ends deeper than at the current time of its path. Returns whether it does. */
function entersDeeper(state: SweepingState, shape: number, path: SweepMotion): boolean {
  const low = lowest(state, shape);
  path.time = 1;
  placeAt(state, shape, path);
  state.sweeps.lift = low - lowest(state, shape);
  return state.sweeps.lift > 0;
}

/** Least n.v over the vertices v of a placed shape, with the normal of `separation`, m. */
function lowest({ geometry: { first, count, worldVertices }, sweeps }: SweepingState, shape: number): number {
  const { normalX, normalY } = sweeps.separation;
  let low = Infinity;
  for (let k = 2 * first[shape], end = k + 2 * count[shape]; k < end; k += 2) {
    low = Math.min(low, normalX * worldVertices[k] + normalY * worldVertices[k + 1]);
  }
  return low;
}

/**
 * Sets `path.time` to the first time at which the separation of an obstacle and a shape on its path is at most `target` +
 * `tolerance`. Returns false if that is not before `cap`. `separation` must hold the separation at time 0. It then holds the
 * separation at the time found.
 */
export function advance(state: SweepingState, obstacle: number, shape: number, path: SweepMotion): boolean {
  const { sweeps, geometry } = state;
  const { separation, target, tolerance, cap } = sweeps;
  const wayX = path.x2 - path.x1;
  const wayY = path.y2 - path.y1;
  let spin = 0;
  if (path.rate !== 0) {
    measureReach(state, shape, path);
    spin = path.rate * sweeps.reach;
  }
  path.time = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const gap = separation.separation - target;
    if (gap <= tolerance) return true;
    const closing = spin - (separation.normalX * wayX + separation.normalY * wayY);
    if (!(closing > 0)) return false;
    const time = path.time + gap / closing;
    if (!(time < cap)) return false;
    path.time = time;
    placeAt(state, shape, path);
    separatePlaced(geometry, obstacle, shape, separation);
  }
  return true;
}

/** Whether an obstacle can stop a shape. */
function isObstacle(state: SweepingState, obstacle: number, shape: number, slot: number): boolean {
  const { shapes, bodies } = state;
  if ((shapes.flags[obstacle] & (SHAPE_SENSOR | SHAPE_PRE_SOLVE)) !== 0) return false;
  const other = shapes.body[obstacle];
  if (bodies.type[other] !== STATIC && (bodies.flags[slot] & ~bodies.flags[other] & BODY_BULLET) === 0)
    return false;
  return mayTouch(state, obstacle, shape);
}

/** Whether filters, joints and the contact filter hook allow a contact of two shapes. */
export function mayTouch(state: SweepingState, one: number, two: number): boolean {
  if (!shouldCollide(state, one, two)) return false;
  const hook = state.contactFilter;
  if (hook === null) return true;
  const a = Math.min(one, two);
  const b = Math.max(one, two);
  return state.pairTable.get(a, b) >= 0 || hook(state.shapeHandles[a]!, state.shapeHandles[b]!);
}

/**
 * The motion of the swept body relative to the body of an obstacle. The obstacle is at its pose at the end of the step, and the
 * start pose of the swept body is transformed accordingly.
 */
export function pathToward(state: SweepingState, obstacle: number): SweepMotion {
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
  // rotation of the obstacle's body in the step, and the start position carried along with it
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

/** Whether the centre of a placed shape is on the free side of a chain segment. */
function isBefore(state: SweepingState, chain: number, shape: number): boolean {
  const { first, worldVertices, worldNormals, worldCenters } = state.geometry;
  const p = 2 * first[chain];
  const dx = worldCenters[2 * shape] - worldVertices[p];
  const dy = worldCenters[2 * shape + 1] - worldVertices[p + 1];
  return worldNormals[p] * dx + worldNormals[p + 1] * dy >= 0;
}

/** Places a shape at the pose of its body at the current time of a motion. */
export function placeAt(state: SweepingState, shape: number, path: SweepMotion): void {
  const { pose, box } = state.sweeps;
  path.writePose(pose);
  state.geometry.placeFrom(shape, pose, 0, box, 0);
}

/** Measures the greatest distance of a vertex of a shape from the centre of mass. */
function measureReach(state: SweepingState, shape: number, path: SweepMotion): void {
  const { first, count, localVertices } = state.geometry;
  const { lx, ly } = path;
  let squared = 0;
  for (let k = 2 * first[shape], end = k + 2 * count[shape]; k < end; k += 2) {
    const rx = localVertices[k] - lx;
    const ry = localVertices[k + 1] - ly;
    squared = Math.max(squared, rx * rx + ry * ry);
  }
  state.sweeps.reach = Math.sqrt(squared);
}
