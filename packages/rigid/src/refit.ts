/**
 * Placement: vertices, boxes and manifolds are computed at a body's *placed* pose, which follows the pose only when the
 * body has moved by more than a tolerance. A body at rest therefore costs a comparison a step, and whatever geometry there is
 * is a pure function of one pose a body, which a snapshot can hold.
 */
import { BOX_STEPS_PER_METRE } from './constants.js';
import {
  BODY_STRIDE,
  BOX_STRIDE,
  CX,
  CY,
  DAMPING_STRIDE,
  EXTENT,
  PLACED_CX,
  PLACED_CY,
  TURN_C,
  TURN_S,
} from './layout.js';
import type { WorldState } from './world-state.js';

/**
 * Places the awake bodies that moved by more than the tolerance: |dcx| + |dcy| + |sin of the turn| extent.
 * @returns how many were placed
 */
export function refit(state: WorldState): number {
  const { pose, placed, damping, awake, awakeCount } = state.bodies;
  const tolerance = state.placementTolerance;
  let count = 0;
  for (let k = 0; k < awakeCount; k++) {
    const slot = awake[k];
    const o = slot * BODY_STRIDE;
    const moved =
      Math.abs(pose[o + CX] - placed[o + PLACED_CX]) +
      Math.abs(pose[o + CY] - placed[o + PLACED_CY]) +
      Math.abs(placed[o + TURN_S]) * damping[slot * DAMPING_STRIDE + EXTENT];
    if (moved <= tolerance && placed[o + TURN_C] > 0) continue;
    placeBody(state, slot);
    count++;
  }
  return count;
}

/**
 * `placeBody` for one that was changed between steps. Its contacts with sleeping bodies are looked at in the next step too, so that
 * a manifold always belongs to the placed poses of its bodies.
 */
export function placeSuddenly(state: WorldState, slot: number): void {
  placeBody(state, slot);
  const { contacts, bodies } = state;
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
    contacts.setActive(edge >> 1, true);
  }
}

/** Makes the pose of a body its placed pose and brings vertices and boxes of its shapes there. */
export function placeBody(state: WorldState, slot: number): void {
  const { pose, placed, replaced, firstShape } = state.bodies;
  const o = slot * BODY_STRIDE;
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

/** Brings a shape to the placed pose at `offset`, and its fat box along when the tight one has come near its border. */
export function placeShape(state: WorldState, shape: number, offset: number): void {
  const { tight, fat, margin } = state.shapes;
  const b = shape * BOX_STRIDE;
  state.geometry.placeFrom(shape, state.bodies.placed, offset, tight, b);
  const reach = state.boxReach;
  const minX = tight[b] - reach;
  const minY = tight[b + 1] - reach;
  const maxX = tight[b + 2] + reach;
  const maxY = tight[b + 3] + reach;
  if (fat[b] <= minX && fat[b + 1] <= minY && maxX <= fat[b + 2] && maxY <= fat[b + 3]) return;
  const m = margin[shape];
  fat[b] = Math.floor((minX - m) * BOX_STEPS_PER_METRE) / BOX_STEPS_PER_METRE;
  fat[b + 1] = Math.floor((minY - m) * BOX_STEPS_PER_METRE) / BOX_STEPS_PER_METRE;
  fat[b + 2] = Math.ceil((maxX + m) * BOX_STEPS_PER_METRE) / BOX_STEPS_PER_METRE;
  fat[b + 3] = Math.ceil((maxY + m) * BOX_STEPS_PER_METRE) / BOX_STEPS_PER_METRE;
  state.markMoved(shape);
}
