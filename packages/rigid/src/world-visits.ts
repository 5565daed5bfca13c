/**
 * Visits of what a world has found, as functions. The methods of `World` call them; use them directly with a bare world.
 */
import type { BoxVisitor } from '@otedama/collision';
import { ask } from './ask.js';
import { type BareWorld, stateOf } from './bare-world.js';
import { joins } from './contact-store.js';
import { ContactView } from './contact-view.js';
import { forEachRestingContact } from './resting-contacts.js';
import { takeInMoves } from './take-in-moves.js';
import { requireFunction } from './validate.js';

/** `World.forEachContact` for a bare world. Throws an `InputError` if `visit` is not a function. */
export function forEachContact(world: BareWorld, visit: (contact: ContactView) => void): void {
  const state = stateOf(world);
  requireFunction('visit', visit);
  const { contacts } = state;
  const view = new ContactView(state);
  const present = [...contacts.active.subarray(0, contacts.activeCount)];
  forEachRestingContact(contacts, state.bodies, (slot) => present.push(slot));
  state.visits++;
  try {
    for (const slot of present) {
      // removed contacts have no points, and their slots stay empty until the next step
      if (joins(contacts, slot)) visit(view.at(slot));
    }
  } finally {
    state.visits--;
  }
}

/** `World.forEachBroadPhaseBox` for a bare world. Throws an `InputError` if `visit` is not a function. */
export function forEachBroadPhaseBox(world: BareWorld, visit: BoxVisitor): void {
  const state = stateOf(world);
  requireFunction('visit', visit);
  takeInMoves(state);
  ask(state, 'visit', () => state.broadPhase.visitBoxes(visit));
}
