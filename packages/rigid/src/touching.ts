/** Finds shapes that touch at present, from the contacts of the last step. */
import { InputError } from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import type { Body } from './body.js';
import { BodyShape } from './body-shape.js';
import {
  CONTACT_BEGUN,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_SENSOR,
  SHAPE_A,
  SHAPE_B,
} from './layout.js';
import { requireOwnBody } from './own-body.js';

/**
 * `World.touching` for a bare world: shapes that touch a body or a shape, by id. Throws an `InputError` for a body or shape that
 * is not in the world.
 */
export function touching(world: BareWorld, of: Body | BodyShape): BodyShape[] {
  const state = stateOf(world);
  const one = of instanceof BodyShape ? of : null;
  if (one !== null && state.shapeHandles[one.id] !== one) {
    throw new InputError('of', 'a stale or foreign shape', 'a shape that is in this world');
  }
  const body = one?.body ?? (of as Body);
  requireOwnBody(state, 'of', body);
  const { index, edgeNext } = state.contacts;
  const found = new Set<number>();
  for (let edge = state.bodies.firstEdge[body.id]; edge >= 0; edge = edgeNext[edge]) {
    const i = (edge >> 1) * CONTACT_INDEX_STRIDE;
    if ((index[i + CONTACT_FLAGS] & CONTACT_BEGUN) === 0) continue;
    // edge 2 c belongs to body A
    const isA = (edge & 1) === 0;
    if (one === null || index[i + (isA ? SHAPE_A : SHAPE_B)] === one.id)
      found.add(index[i + (isA ? SHAPE_B : SHAPE_A)]);
  }
  return [...found].sort((a, b) => a - b).map((id) => state.shapeHandles[id]!);
}

/** `World.countTouching` for a bare world: the number of pairs of solid shapes that touch, including those of resting bodies. */
export function countTouching(world: BareWorld): number {
  const { contacts, bodies } = stateOf(world);
  const { index, edgeNext } = contacts;
  let count = 0;
  for (const { id } of world.bodies) {
    for (let edge = bodies.firstEdge[id]; edge >= 0; edge = edgeNext[edge]) {
      // each contact is in the lists of both bodies: even edges belong to body A
      if ((edge & 1) !== 0) continue;
      const flags = index[(edge >> 1) * CONTACT_INDEX_STRIDE + CONTACT_FLAGS];
      if ((flags & (CONTACT_BEGUN | CONTACT_SENSOR)) === CONTACT_BEGUN) count++;
    }
  }
  return count;
}
