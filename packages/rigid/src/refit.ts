/**
 * Placement. Vertices, boxes and manifolds are computed at the *placed* pose of a body, which is updated only when necessary. A
 * body at rest therefore costs one comparison per step. All geometry is a pure function of one pose per body, which a snapshot
 * can store.
 *
 * A body is *stale* if it has moved by more than the tolerance since it was placed (|dcx| + |dcy| + |sin of the turn| extent). A
 * stale body is placed again
 *
 * - if no body is near it, if it is faster than `COMPANY_SPEED`, or if it has turned by more than `STALE_TURN`;
 * - if it has moved relative to a body near it by more than the tolerance, or, for a contact with two points, by more than
 *   `FACE_TOLERANCE`, because such a contact keeps its points while it creeps;
 * - if a stale body near it is placed, because a manifold needs both bodies at poses of the same time.
 *
 * The broad-phase boxes follow a stale body without placing it. A pile that leans or sinks as a whole therefore keeps its
 * manifolds. This saves work. It also keeps the lever arms of the contact impulses constant, which is important: contacts give a
 * little under load, so a slender column leans. If the arms followed, the lean would increase the load on the lower contacts, and
 * the column would buckle as an elastic column does, at a height that has no meaning for rigid boxes. With constant arms it
 * stands. Box2D keeps manifolds by relative motion for the same reasons.
 *
 * Functions in this file take and return integers and arrays only: a fractional number would be allocated at each call.
 */
import type { BodyStore } from './body-store.js';
import {
  BOX_STEPS_PER_METER,
  COMPANY_SPEED,
  CREEP_MASK,
  CREEP_SPEED,
  FACE_TOLERANCE,
  STALE_TURN,
} from './constants.js';
import {
  BODY_ENABLED,
  BODY_STRIDE,
  BOX_STRIDE,
  C,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_SENSOR,
  COUNT,
  CX,
  CY,
  DAMPING_STRIDE,
  EXTENT,
  PLACED_C,
  PLACED_CX,
  PLACED_CY,
  PLACED_S,
  PLACED_X,
  PLACED_Y,
  S,
  STATIC,
  TURN_C,
  TURN_S,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import type { WorldState } from './world-state.js';

/** Values of `stale`, beside 0: the body has moved; it has moved and is about to be placed. */
const STALE = 1;
const GATHERED = 2;

/** Gathered bodies are placed in order if they are more than one in this many of the awake bodies. */
const ORDERED_SHARE = 16;

/**
 * Places the stale bodies that the last `finalizePoses` listed and that must be placed. That list already omits most creeping
 * bodies: the rule by which these wait for their turn is in both functions.
 *
 * Bodies that are placed whatever is near them come first. If no other is left, as in a world that falls, no contact has to be followed.
 * @returns how many bodies were placed
 */
export function refit(state: WorldState): number {
  const { bodies, cluster } = state;
  const { placed, refitCandidates, refitCandidateCount, firstEdge, stale } = bodies;
  const isExact = bodies.placementTolerance === 0;
  cluster.count = 0;
  for (let k = 0; k < refitCandidateCount; k++) {
    const slot = refitCandidates[k];
    const o = slot * BODY_STRIDE;
    if (
      isExact ||
      firstEdge[slot] < 0 ||
      placed[o + TURN_C] <= 0 ||
      Math.abs(placed[o + TURN_S]) > STALE_TURN ||
      isFaster(bodies, slot, COMPANY_SPEED)
    ) {
      stale[slot] = GATHERED;
      cluster.push(slot);
    }
  }
  if (cluster.count < refitCandidateCount) gatherOthers(state);
  return placeGathered(state);
}

/** Gathers the listed bodies that are near a gathered one or have moved relative to a body near them. The boxes of the others follow them. */
function gatherOthers(state: WorldState): void {
  const { bodies } = state;
  const { refitCandidates, refitCandidateCount, stale } = bodies;
  const turn = state.stats.steps;
  gatherNeighbors(state, 0);
  for (let k = 0; k < refitCandidateCount; k++) {
    const slot = refitCandidates[k];
    if (stale[slot] !== STALE) continue;
    // a creeping body is checked in one step out of `CREEP_MASK` + 1
    if (((turn + slot) & CREEP_MASK) !== 0 && !isFaster(bodies, slot, CREEP_SPEED)) continue;
    if (hasMovedAgainstOthers(state, slot)) gatherCluster(state, slot);
    else followWithBoxes(state, slot);
  }
}

/** Whether the fastest point of a body is faster than a limit, m/s. */
function isFaster({ motion, damping }: BodyStore, slot: number, limit: number): boolean {
  const o = slot * BODY_STRIDE;
  const speed =
    Math.abs(motion[o + VX]) +
    Math.abs(motion[o + VY]) +
    Math.abs(motion[o + W]) * damping[slot * DAMPING_STRIDE + EXTENT];
  return speed > limit;
}

/**
 * Computes the stale flags again, for a world whose poses were just restored. Disabled bodies are not placed, so they are never
 * stale.
 */
export function markStale(state: WorldState): void {
  const { stale, flags, slots } = state.bodies;
  for (let slot = 0; slot < slots; slot++) {
    stale[slot] = (flags[slot] & BODY_ENABLED) !== 0 && isAway(state, slot) ? 1 : 0;
  }
}

/** Whether a body has moved by more than some tolerances since it was placed: |dcx| + |dcy| + |sin of the turn| extent. */
export function isAway(state: WorldState, slot: number, tolerances = 1): boolean {
  const { pose, placed, damping } = state.bodies;
  const o = slot * BODY_STRIDE;
  const way =
    Math.abs(pose[o + CX] - placed[o + PLACED_CX]) +
    Math.abs(pose[o + CY] - placed[o + PLACED_CY]) +
    Math.abs(placed[o + TURN_S]) * damping[slot * DAMPING_STRIDE + EXTENT];
  return way > tolerances * state.bodies.placementTolerance;
}

/** Whether a body has moved relative to a body near it by more than their contact tolerates. */
function hasMovedAgainstOthers(state: WorldState, slot: number): boolean {
  const { bodies, contacts } = state;
  const { pose, placed, damping, type } = bodies;
  const { index, edgeNext, edgeOther } = contacts;
  const tolerance = state.bodies.placementTolerance;
  const face = Math.max(tolerance, FACE_TOLERANCE);
  const o = slot * BODY_STRIDE;
  const dx = pose[o + CX] - placed[o + PLACED_CX];
  const dy = pose[o + CY] - placed[o + PLACED_CY];
  const turn = placed[o + TURN_S];
  const extent = damping[slot * DAMPING_STRIDE + EXTENT];
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = edgeNext[edge]) {
    const other = edgeOther[edge];
    const p = other * BODY_STRIDE;
    // the extent of a static body does not matter, because it does not turn
    const reach =
      type[other] === STATIC ? extent : Math.max(extent, damping[other * DAMPING_STRIDE + EXTENT]);
    const way =
      Math.abs(pose[p + CX] - placed[p + PLACED_CX] - dx) +
      Math.abs(pose[p + CY] - placed[p + PLACED_CY] - dy) +
      Math.abs(placed[p + TURN_S] - turn) * reach;
    if (way <= tolerance) continue;
    const i = (edge >> 1) * CONTACT_INDEX_STRIDE;
    const isFaceToFace = index[i + COUNT] === 2 && (index[i + CONTACT_FLAGS] & CONTACT_SENSOR) === 0;
    if (!isFaceToFace || way > face) return true;
  }
  return false;
}

/**
 * Places a body and every stale body that is connected to it by contacts, directly or through other stale bodies.
 * @returns how many bodies were placed
 */
export function placeCluster(state: WorldState, slot: number): number {
  state.cluster.count = 0;
  gatherCluster(state, slot);
  return placeGathered(state);
}

/** Adds a body, and every stale body that is connected to it by contacts, to the bodies that `placeGathered` places. */
function gatherCluster(state: WorldState, slot: number): void {
  const { bodies, cluster } = state;
  bodies.stale[slot] = GATHERED;
  cluster.push(slot);
  gatherNeighbors(state, cluster.count - 1);
}

/** Adds every stale body that is connected by contacts to the gathered bodies from number `start` of the list on. */
function gatherNeighbors({ bodies, contacts, cluster }: WorldState, start: number): void {
  const { edgeNext, edgeOther } = contacts;
  const { stale, awakeIndex, firstEdge } = bodies;
  for (let k = start; k < cluster.count; k++) {
    const body = cluster.items[k];
    const isAsleep = awakeIndex[body] < 0;
    for (let edge = firstEdge[body]; edge >= 0; edge = edgeNext[edge]) {
      // sleeping contacts are updated in the next step, so that a manifold always belongs to the placed poses of its bodies
      if (isAsleep) contacts.setActive(edge >> 1, true);
      const other = edgeOther[edge];
      if (stale[other] !== STALE) continue;
      stale[other] = GATHERED;
      cluster.push(other);
    }
  }
}

/**
 * Places the gathered bodies. Many are placed in the order of the awake bodies, which is nearly that of memory: through contacts,
 * successive bodies are rows of a pile apart, and placing them takes twice as long for thousands.
 * @returns how many bodies were placed
 */
function placeGathered(state: WorldState): number {
  const { cluster } = state;
  const { awake, awakeCount } = state.bodies;
  if (ORDERED_SHARE * cluster.count > awakeCount) placeListed(state, awake, awakeCount);
  placeListed(state, cluster.items, cluster.count);
  return cluster.count;
}

/**
 * Places the stale bodies in a list of bodies that are about to sleep. The pose of a sleeping body is its placed pose.
 * @returns whether any was stale
 */
export function placeStale(state: WorldState, slots: Int32Array, count: number): boolean {
  let found = false;
  for (let k = 0; k < count; k++) {
    if (state.bodies.stale[slots[k]] === 0) continue;
    placeCluster(state, slots[k]);
    found = true;
  }
  return found;
}

/**
 * `placeCluster` for a body that was changed between steps, if it is enabled. Its contacts with sleeping bodies are updated in the next step
 * too, so that a manifold always belongs to the placed poses of its bodies.
 */
export function placeSuddenly(state: WorldState, slot: number): void {
  const { contacts, bodies } = state;
  if ((bodies.flags[slot] & BODY_ENABLED) === 0) return;
  state.markPut(slot);
  placeCluster(state, slot);
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
    contacts.setActive(edge >> 1, true);
  }
}

/** Sets the placed poses of the gathered bodies in a list to their poses, and updates the vertices and boxes of their shapes. */
function placeListed(state: WorldState, slots: Int32Array, count: number): void {
  const { pose, placed, replaced, stale, firstShape } = state.bodies;
  const { next } = state.shapes;
  for (let k = 0; k < count; k++) {
    const slot = slots[k];
    if (stale[slot] !== GATHERED) continue;
    const o = (slot * BODY_STRIDE) | 0;
    stale[slot] = 0;
    placed[(o + PLACED_X) | 0] = pose[(o + X) | 0];
    placed[(o + PLACED_Y) | 0] = pose[(o + Y) | 0];
    placed[(o + PLACED_C) | 0] = pose[(o + C) | 0];
    placed[(o + PLACED_S) | 0] = pose[(o + S) | 0];
    placed[(o + PLACED_CX) | 0] = pose[(o + CX) | 0];
    placed[(o + PLACED_CY) | 0] = pose[(o + CY) | 0];
    placed[(o + TURN_C) | 0] = 1;
    placed[(o + TURN_S) | 0] = 0;
    if (replaced[slot] === 0) {
      replaced[slot] = 1;
      state.replacedBodies.push(slot);
    }
    for (let shape = firstShape[slot]; shape >= 0; shape = next[shape]) placeShape(state, shape, o);
  }
}

/** Box that a fat box must contain, as seen from the tight box: what has to be added to minX, minY, maxX and maxY, m. */
export const wanted: Float64Array = new Float64Array(4);

/** Updates the fat boxes of a stale body whose shapes come near the border of their fat box. */
function followWithBoxes(state: WorldState, slot: number): void {
  const { pose, placed, damping, firstShape } = state.bodies;
  const { next } = state.shapes;
  const o = slot * BODY_STRIDE;
  const dx = pose[o + CX] - placed[o + PLACED_CX];
  const dy = pose[o + CY] - placed[o + PLACED_CY];
  const reach = Math.abs(placed[o + TURN_S]) * damping[slot * DAMPING_STRIDE + EXTENT] + state.boxReach;
  wanted[0] = dx - reach;
  wanted[1] = dy - reach;
  wanted[2] = dx + reach;
  wanted[3] = dy + reach;
  for (let shape = firstShape[slot]; shape >= 0; shape = next[shape]) holdInFatBox(state, shape);
}

/** Moves the geometry of a shape to the placed pose at `offset`. Updates its fat box if the tight box comes near the border. */
export function placeShape(state: WorldState, shape: number, offset: number): void {
  state.geometry.placeFrom(shape, state.bodies.placed, offset, state.shapes.tight, shape * BOX_STRIDE);
  const { boxReach } = state;
  wanted[0] = -boxReach;
  wanted[1] = -boxReach;
  wanted[2] = boxReach;
  wanted[3] = boxReach;
  holdInFatBox(state, shape);
}

/** Rebuilds a fat box, with its margin, if it does not contain the `wanted` box. */
export function holdInFatBox(state: WorldState, shape: number): void {
  const { fat, margin, tight } = state.shapes;
  const b = shape * BOX_STRIDE;
  const minX = tight[b] + wanted[0];
  const minY = tight[b + 1] + wanted[1];
  const maxX = tight[b + 2] + wanted[2];
  const maxY = tight[b + 3] + wanted[3];
  if (fat[b] <= minX && fat[b + 1] <= minY && maxX <= fat[b + 2] && maxY <= fat[b + 3]) return;
  const m = margin[shape];
  fat[b] = Math.floor((minX - m) * BOX_STEPS_PER_METER) / BOX_STEPS_PER_METER;
  fat[b + 1] = Math.floor((minY - m) * BOX_STEPS_PER_METER) / BOX_STEPS_PER_METER;
  fat[b + 2] = Math.ceil((maxX + m) * BOX_STEPS_PER_METER) / BOX_STEPS_PER_METER;
  fat[b + 3] = Math.ceil((maxY + m) * BOX_STEPS_PER_METER) / BOX_STEPS_PER_METER;
  state.markMoved(shape);
}
