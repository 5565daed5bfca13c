/**
 * Snapshots: restoring them. Everything that could be a reason to reject the snapshot is read before the world is changed. Shapes
 * and bodies that did not change are kept, so that going back a few frames is cheap.
 */

import { type BareWorld, stateOf } from './bare-world.js';
import { IntList } from './int-list.js';
import { readOwedTime } from './owed-time.js';
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
import type { Solver } from './solver.js';
import { saveSolver } from './take-snapshot.js';

/**
 * Restores a snapshot in a world, bit for bit. The steps that follow are the same as those after the snapshot was taken, with any
 * broad phase.
 *
 * Handles of everything that existed at the snapshot are valid again, even of what was destroyed since then. They are the same
 * objects. A world keeps the handles of the last 4,096 destroyed objects of a kind that were in a snapshot, or of as many as the last
 * snapshot has; older ones come back as new objects, without user data. Handles of what was created since then are invalid for good.
 * `events` is empty. User data, names and colours of the handles do not change, nor do the fields (wind, buoyancy) and hooks of the
 * world. The game has to restore these, and its own data outside the world. Restore fields first, because changing a field wakes the
 * bodies in its reach.
 * @throws SnapshotError if the bytes are damaged, from another version, or from a world with other options or another solver; if they
 *   contain parts that this solver was created without; or, without shapes, if the shapes differ. InputError inside a step. What
 *   `restore` of the solver's state throws. The world is then unchanged.
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
  const own = new Float64Array(reader.count());
  for (let k = 0; k < own.length; k++) own[k] = reader.number();
  // this comes first because the solver may refuse
  restoreSolver(state.solver, own);

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
  readOwedTime(state, reader);
  state.retired.note(state);
}

/** Restores the solver's own state. If it throws, the state goes back to what it was, and the error is passed on. */
function restoreSolver(solver: Solver, own: Float64Array): void {
  if (solver.state === undefined) return;
  const before = saveSolver(solver);
  try {
    solver.state.restore(own);
  } catch (error) {
    solver.state.restore(before);
    throw error;
  }
}
