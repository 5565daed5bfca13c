/**
 * Snapshots: going back to one. First everything is read that could be a reason to refuse it; only then is the world touched. Shapes and
 * bodies that are still as they were stay as they are, so that a step back of a few frames costs little.
 */
import { type BareWorld, stateOf } from './bare-world.js';
import { IntList } from './int-list.js';
import { markStale } from './refit.js';
import { readBodies } from './restore-bodies.js';
import { RetiredHandles } from './retired-handles.js';
import { SnapshotReader } from './snapshot-bytes.js';
import { readContacts } from './snapshot-contacts.js';
import { readPendingEvents } from './snapshot-events.js';
import { currentProxies, readShapes, replaceShapes, updateProxies } from './snapshot-geometry.js';
import { readJoints } from './snapshot-joints.js';
import { checkOptions, readWorld } from './snapshot-options.js';
import { readSoftBodies, takeSoftBodies } from './snapshot-soft-bodies.js';

/**
 * Takes a world back (or on) to a snapshot, bit by bit: the steps that follow are those that followed when it was taken, whatever
 * the broad phase.
 *
 * Handles of what was in the world then are valid again, also of what was destroyed since, and the same objects (of the last 4,096
 * destroyed of a kind; older ones come back as new objects). Handles of what was made since are invalid, for good. `events` is empty.
 * User data, names and colours stay as the handles have them, fields (wind, buoyancy) and hooks as the world has them; these and what
 * the game keeps beside the world are the game's to bring back; fields first, for a field that changes wakes everything.
 * @throws SnapshotError when the bytes are damaged, of another version, or of a world with other options or solver, or with what this solver was
 *   made without, or (without shapes) other shapes; InputError inside a step. The world is then as it was.
 */
export function restoreSnapshot(world: BareWorld, snapshot: Uint8Array): void {
  const state = stateOf(world);
  state.requireUnlocked('restoreSnapshot');
  state.requireUnvisited('restoreSnapshot');
  const reader = new SnapshotReader(snapshot);
  checkOptions(state, reader);
  const withShapes = reader.byte() === 1;
  const shapes = readShapes(state, reader, withShapes);
  const softBodies = readSoftBodies(state, reader, withShapes);

  state.retired ??= new RetiredHandles();
  const proxies = currentProxies(state);
  const changed = replaceShapes(state, shapes);
  readWorld(state, reader);
  const moved = new IntList();
  for (let k = 0; k < state.moved.count; k++) moved.push(state.moved.items[k]);
  readBodies(state, reader, changed, moved);
  updateProxies(state, proxies, moved);
  takeSoftBodies(state, softBodies);
  readContacts(state, reader);
  markStale(state);
  readJoints(state, reader);
  readPendingEvents(state, reader);
  const own = new Float64Array(reader.count());
  for (let k = 0; k < own.length; k++) own[k] = reader.number();
  state.solver.state?.restore(own);
}
