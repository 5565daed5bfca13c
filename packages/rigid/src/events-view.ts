import type { RecordedEvents, WorldEvents } from './events.js';
import { movedBodies } from './moved-bodies.js';
import type { WorldState } from './world-state.js';

/** The users' view of the recorded events: the items of each list, and the one list that is built when it is read. */
export function eventsView(state: WorldState): WorldEvents {
  const lists = Object.entries(state.events) as [string, { items: unknown }][];
  const items = Object.fromEntries(lists.map(([name, list]) => [name, list.items]));
  return Object.assign(
    {
      get bodyMove() {
        return movedBodies(state);
      },
    },
    items as unknown as RecordedEvents,
  );
}
