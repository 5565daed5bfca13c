/** The shapes that the path of a swept body may meet (`continuous.ts`). Stale bodies are placed before their shapes are tested. */
import {
  BODY_BULLET,
  BODY_STRIDE,
  BOX_STRIDE,
  CX,
  CY,
  DAMPING_STRIDE,
  EXTENT,
  LX,
  LY,
  PREVIOUS_STRIDE,
  STATIC,
} from './layout.js';
import { placeCluster } from './refit.js';
import { SHAPE_BOX_TEST, SHAPE_SENSOR } from './shape-flags.js';
import { takeInMoves } from './take-in-moves.js';
import type { SweepingState } from './world-state.js';

/** Largest number of static shapes that are checked one by one. If there are more, the broad phase is queried. */
const LISTED_OBSTACLES = 32;

/** Fills `near` with the shapes that the path of a body may meet: static ones and moving sensors, for a bullet all that can stop it. */
export function collectNear(state: SweepingState, slot: number): void {
  const { bodies, shapes, broadPhase } = state;
  const { near, way, wide, obstacles, farthest } = state.sweeps;
  const isBullet = (bodies.flags[slot] & BODY_BULLET) !== 0;
  const { movingSensors } = obstacles;
  if (!isBullet && movingSensors.count <= LISTED_OBSTACLES) {
    collectWalls(state, slot);
    for (let k = 0; k < movingSensors.count; k++) {
      const id = movingSensors.items[k];
      if (shapes.body[id] === slot) continue;
      bringUpToDate(state, shapes.body[id]);
      if (meetsWay(state, id)) near.push(id);
    }
    return;
  }
  span(state, slot);
  wide[0] = way[0] - farthest;
  wide[1] = way[1] - farthest;
  wide[2] = way[2] + farthest;
  wide[3] = way[3] + farthest;
  if (!state.sweeps.isKnown) takeInMoves(state);
  state.sweeps.isKnown = true;
  near.clear();
  broadPhase.queryBox(isBullet ? wide : way, 0, near);
  keepNear(state, slot, false);
}

/** Fills `near` with the static shapes that the path of a body may meet. */
export function collectWalls(state: SweepingState, slot: number): void {
  const { near, way, obstacles } = state.sweeps;
  const { statics } = obstacles;
  span(state, slot);
  near.clear();
  if (statics.count > LISTED_OBSTACLES) {
    state.broadPhase.queryBox(way, 0, near);
    keepNear(state, slot, true);
    return;
  }
  for (let k = 0; k < statics.count; k++) {
    const id = statics.items[k];
    if (meetsWay(state, id)) near.push(id);
  }
}

/** Writes the box around the path of a body to `way`. */
function span({ bodies, sweeps }: SweepingState, slot: number): void {
  const { motion, way } = sweeps;
  const reach = bodies.damping[slot * DAMPING_STRIDE + EXTENT];
  way[0] = Math.min(motion.x1, motion.x2) - reach;
  way[1] = Math.min(motion.y1, motion.y2) - reach;
  way[2] = Math.max(motion.x1, motion.x2) + reach;
  way[3] = Math.max(motion.y1, motion.y2) + reach;
}

/**
 * Reduces `near`, sorted by id, to shapes of other bodies that the path may meet: static ones and, unless `isStatic`, moving sensors and
 * whatever stops a bullet. The sorting is done before anything is placed. Each broad phase lists shapes in its own order, and placing a
 * body adds the contacts of sleeping bodies to the active list.
 */
function keepNear(state: SweepingState, slot: number, isStatic: boolean): void {
  const { near } = state.sweeps;
  const { proxies } = near;
  const { body, flags } = state.shapes;
  const { type } = state.bodies;
  const isBullet = (state.bodies.flags[slot] & BODY_BULLET) !== 0;
  const detects = isBullet && hasSensor(state, slot);
  let count = 0;
  for (let k = 0; k < near.count; k++) {
    const id = proxies[k];
    const other = body[id];
    if (other === slot) continue;
    if (type[other] === STATIC) {
      if (!meetsWay(state, id)) continue;
    } else {
      // bullets are stopped by all moving bodies except bullets
      const isStop = isBullet && (state.bodies.flags[other] & BODY_BULLET) === 0;
      if (isStatic || !(isStop || detects || (flags[id] & SHAPE_SENSOR) !== 0)) continue;
      if (isBullet && !cameAcross(state, other)) continue;
    }
    let place = count++;
    for (; place > 0 && proxies[place - 1] > id; place--) proxies[place] = proxies[place - 1];
    proxies[place] = id;
  }
  near.count = 0;
  for (let k = 0; k < count; k++) {
    const id = proxies[k];
    bringUpToDate(state, body[id]);
    if (isBullet || meetsWay(state, id)) proxies[near.count++] = id;
  }
}

/** Whether one of the shapes of a body is a sensor. */
export function hasSensor({ bodies, shapes }: SweepingState, slot: number): boolean {
  for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
    if ((shapes.flags[shape] & SHAPE_SENSOR) !== 0) return true;
  }
  return false;
}

/** Places a body that may be hit if it is stale. */
function bringUpToDate(state: SweepingState, body: number): void {
  if (state.bodies.stale[body] !== 0) placeNow(state, body);
}

/** Places a body during a sweep. A broad phase that was updated in this sweep takes in the new boxes, and only these. */
export function placeNow(state: SweepingState, body: number): void {
  placeCluster(state, body);
  const { sweeps, cluster, bodies, shapes } = state;
  if (!sweeps.isKnown) return;
  const { changed } = sweeps;
  changed.count = 0;
  for (let k = 0; k < cluster.count; k++) {
    const first = bodies.firstShape[cluster.items[k]];
    for (let shape = first; shape >= 0; shape = shapes.next[shape]) changed.push(shape);
  }
  state.broadPhase.refresh(changed.items, changed.count);
}

/** Whether a shape's box overlaps the box around the path; if its box is too coarse, whether the shape itself does. */
function meetsWay(state: SweepingState, id: number): boolean {
  const { tight, flags } = state.shapes;
  const { way } = state.sweeps;
  const b = id * BOX_STRIDE;
  if (tight[b] > way[2] || way[0] > tight[b + 2] || tight[b + 1] > way[3] || way[1] > tight[b + 3])
    return false;
  return (flags[id] & SHAPE_BOX_TEST) === 0 || state.geometry.touchesBox(id, way, 0);
}

/** Whether the box around everything that a moving body may have touched in the step overlaps the box around the path. */
function cameAcross(state: SweepingState, body: number): boolean {
  const { pose, previous, damping } = state.bodies;
  const { way } = state.sweeps;
  const o = body * BODY_STRIDE;
  const p = body * PREVIOUS_STRIDE;
  const extent = damping[body * DAMPING_STRIDE + EXTENT];
  const x1 = previous[p] + (previous[p + 2] * pose[o + LX] - previous[p + 3] * pose[o + LY]);
  const y1 = previous[p + 1] + (previous[p + 3] * pose[o + LX] + previous[p + 2] * pose[o + LY]);
  const x2 = pose[o + CX];
  const y2 = pose[o + CY];
  return (
    Math.min(x1, x2) - extent <= way[2] &&
    way[0] <= Math.max(x1, x2) + extent &&
    Math.min(y1, y2) - extent <= way[3] &&
    way[1] <= Math.max(y1, y2) + extent
  );
}
