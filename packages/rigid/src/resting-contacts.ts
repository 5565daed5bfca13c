import type { BodyStore } from './body-store.js';
import { type ContactStore, joins } from './contact-store.js';

/**
 * Calls `visit` with the slot of each solid contact that has points and is not solved, because its bodies are at rest. The order
 * is by body A, then the latest contact first. All other contacts are in `ContactStore.active`. Separations and impulses are
 * those at which the bodies fell asleep.
 */
export function forEachRestingContact(
  contacts: ContactStore,
  bodies: BodyStore,
  visit: (contact: number) => void,
): void {
  const { edgeNext, activeIndex } = contacts;
  for (let body = 0; body < bodies.slots; body++) {
    for (let edge = bodies.firstEdge[body]; edge >= 0; edge = edgeNext[edge]) {
      // each contact is in the lists of both bodies: even edges belong to body A
      const contact = edge >> 1;
      if ((edge & 1) !== 0 || activeIndex[contact] >= 0) continue;
      if (joins(contacts, contact)) visit(contact);
    }
  }
}
