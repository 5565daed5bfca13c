/**
 * Placement: vertices, boxes and manifolds are computed at a body's *placed* pose, which follows the pose only when it must.
 * A body at rest therefore costs a comparison a step, and whatever geometry there is is a pure function of one pose a body,
 * which a snapshot can hold.
 *
 * A body that has moved by more than the tolerance since it was placed is *stale* (|dcx| + |dcy| + |sin of the turn| extent). A stale body
 * is placed anew
 *
 * - when nothing is near it, when it is faster than `COMPANY_SPEED`, or when it has turned by more than `STALE_TURN`;
 * - when it has moved against something near it: by more than the tolerance, or, where two points hold the two bodies face to
 *   face, by more than `FACE_TOLERANCE`, for such a contact keeps its points while it creeps;
 * - when something stale near it is placed anew, for a manifold wants both bodies at poses of one time.
 *
 * Boxes of the broad phase follow a stale body without it being placed. So a pile that leans or sinks as a whole keeps its
 * manifolds. That saves work, and more: the arms of its impulses stay what they were. Contacts that give a little under load let
 * a slender column lean, and with arms that follow, the lean adds to the load of the lower contacts: the column buckles as an
 * elastic one would, at a height that has nothing to do with rigid boxes. With arms that stay it stands. Box2D keeps manifolds by
 * relative motion for the same ends.
 *
 * Functions here take and return integers and arrays only: a number with a fraction would be allocated at each call.
 */
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
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_SENSOR,
  COUNT,
  CX,
  CY,
  DAMPING_STRIDE,
  EXTENT,
  PLACED_CX,
  PLACED_CY,
  STATIC,
  TURN_C,
  TURN_S,
  VX,
  VY,
  W,
} from './layout.js';
import type { WorldState } from './world-state.js';

/**
 * Places what must be placed among the bodies that the last `finalizePoses` found astray. Its list lacks most of those that creep: the rule
 * by which they wait for their turn stands in both places.
 * @returns how many were placed
 */
export function refit(state: WorldState): number {
  const { motion, damping, placed, refitCandidates, refitCandidateCount, firstEdge, stale } = state.bodies;
  const isExact = state.bodies.placementTolerance === 0;
  const turn = state.stats.steps;
  let count = 0;
  for (let k = 0; k < refitCandidateCount; k++) {
    const slot = refitCandidates[k];
    if (stale[slot] === 0) continue;
    const o = slot * BODY_STRIDE;
    const speed =
      Math.abs(motion[o + VX]) +
      Math.abs(motion[o + VY]) +
      Math.abs(motion[o + W]) * damping[slot * DAMPING_STRIDE + EXTENT];
    const isTurned = placed[o + TURN_C] <= 0 || Math.abs(placed[o + TURN_S]) > STALE_TURN;
    if (isTurned || isExact || firstEdge[slot] < 0 || speed > COMPANY_SPEED) {
      count += placeCluster(state, slot);
    } else if (speed <= CREEP_SPEED && ((turn + slot) & CREEP_MASK) !== 0) {
      // so slow that it is looked at now and then
    } else if (hasMovedAgainstOthers(state, slot)) {
      count += placeCluster(state, slot);
    } else {
      followWithBoxes(state, slot);
    }
  }
  return count;
}

/** Marks again what is stale, for a world whose poses were just read. Bodies that are disabled are placed nowhere. */
export function markStale(state: WorldState): void {
  const { stale, flags, slots } = state.bodies;
  for (let slot = 0; slot < slots; slot++) {
    stale[slot] = (flags[slot] & BODY_ENABLED) !== 0 && isAway(state, slot) ? 1 : 0;
  }
}

/** Whether a body has moved since it was placed by more than the tolerance: |dcx| + |dcy| + |sin of the turn| extent. */
export function isAway(state: WorldState, slot: number): boolean {
  const { pose, placed, damping } = state.bodies;
  const o = slot * BODY_STRIDE;
  const way =
    Math.abs(pose[o + CX] - placed[o + PLACED_CX]) +
    Math.abs(pose[o + CY] - placed[o + PLACED_CY]) +
    Math.abs(placed[o + TURN_S]) * damping[slot * DAMPING_STRIDE + EXTENT];
  return way > state.bodies.placementTolerance;
}

/** Whether a body has moved against one near it by more than their contact bears. */
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
    // against what stands still a body of any size turns by its own extent alone
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
 * Places a body, and every stale one that is near it, near one of those, and so on.
 * @returns how many were placed
 */
export function placeCluster(state: WorldState, slot: number): number {
  const { bodies, contacts, cluster } = state;
  const { edgeNext, edgeOther } = contacts;
  const { stale, awakeIndex } = bodies;
  cluster.count = 0;
  placeBody(state, slot);
  cluster.push(slot);
  for (let k = 0; k < cluster.count; k++) {
    const isAsleep = awakeIndex[cluster.items[k]] < 0;
    for (let edge = bodies.firstEdge[cluster.items[k]]; edge >= 0; edge = edgeNext[edge]) {
      // contacts that sleep are looked at once more, so that a manifold always belongs to the placed poses of its bodies
      if (isAsleep) contacts.setActive(edge >> 1, true);
      const other = edgeOther[edge];
      if (stale[other] === 0) continue;
      placeBody(state, other);
      cluster.push(other);
    }
  }
  return cluster.count;
}

/**
 * Places the stale ones among some bodies, which are about to sleep: asleep, a body is where it is placed.
 * @returns whether there were any
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
 * `placeCluster` for a body that was changed between steps. Its contacts with sleeping bodies are looked at in the next step too, so that
 * a manifold always belongs to the placed poses of its bodies.
 */
export function placeSuddenly(state: WorldState, slot: number): void {
  placeCluster(state, slot);
  const { contacts, bodies } = state;
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
    contacts.setActive(edge >> 1, true);
  }
}

/** Makes the pose of a body its placed pose and brings vertices and boxes of its shapes there. */
export function placeBody(state: WorldState, slot: number): void {
  const { pose, placed, replaced, stale, firstShape } = state.bodies;
  const o = slot * BODY_STRIDE;
  stale[slot] = 0;
  for (let k = 0; k < 6; k++) placed[o + k] = pose[o + k];
  placed[o + TURN_C] = 1;
  placed[o + TURN_S] = 0;
  if (replaced[slot] === 0) {
    replaced[slot] = 1;
    state.replacedBodies.push(slot);
  }
  const next = state.shapes.next;
  for (let shape = firstShape[slot]; shape >= 0; shape = next[shape]) placeShape(state, shape, o);
}

/** The box that a fat one is to hold: minimum x, minimum y, maximum x, maximum y, m. */
const wanted = new Float64Array(4);

/** Moves the fat boxes of a stale body along, where its shapes have come near their borders. */
function followWithBoxes(state: WorldState, slot: number): void {
  const { pose, placed, damping, firstShape } = state.bodies;
  const { next, tight } = state.shapes;
  const o = slot * BODY_STRIDE;
  const dx = pose[o + CX] - placed[o + PLACED_CX];
  const dy = pose[o + CY] - placed[o + PLACED_CY];
  const reach = Math.abs(placed[o + TURN_S]) * damping[slot * DAMPING_STRIDE + EXTENT] + state.boxReach;
  for (let shape = firstShape[slot]; shape >= 0; shape = next[shape]) {
    const b = shape * BOX_STRIDE;
    wanted[0] = tight[b] + dx - reach;
    wanted[1] = tight[b + 1] + dy - reach;
    wanted[2] = tight[b + 2] + dx + reach;
    wanted[3] = tight[b + 3] + dy + reach;
    holdInFatBox(state, shape);
  }
}

/** Brings a shape to the placed pose at `offset`, and its fat box along when the tight one has come near its border. */
export function placeShape(state: WorldState, shape: number, offset: number): void {
  const { tight } = state.shapes;
  const b = shape * BOX_STRIDE;
  state.geometry.placeFrom(shape, state.bodies.placed, offset, tight, b);
  const reach = state.boxReach;
  wanted[0] = tight[b] - reach;
  wanted[1] = tight[b + 1] - reach;
  wanted[2] = tight[b + 2] + reach;
  wanted[3] = tight[b + 3] + reach;
  holdInFatBox(state, shape);
}

/** Makes a fat box anew, with its margin, if it does not hold the wanted one. */
function holdInFatBox(state: WorldState, shape: number): void {
  const { fat, margin } = state.shapes;
  const b = shape * BOX_STRIDE;
  const minX = wanted[0];
  const minY = wanted[1];
  const maxX = wanted[2];
  const maxY = wanted[3];
  if (fat[b] <= minX && fat[b + 1] <= minY && maxX <= fat[b + 2] && maxY <= fat[b + 3]) return;
  const m = margin[shape];
  fat[b] = Math.floor((minX - m) * BOX_STEPS_PER_METER) / BOX_STEPS_PER_METER;
  fat[b + 1] = Math.floor((minY - m) * BOX_STEPS_PER_METER) / BOX_STEPS_PER_METER;
  fat[b + 2] = Math.ceil((maxX + m) * BOX_STEPS_PER_METER) / BOX_STEPS_PER_METER;
  fat[b + 3] = Math.ceil((maxY + m) * BOX_STEPS_PER_METER) / BOX_STEPS_PER_METER;
  state.markMoved(shape);
}
