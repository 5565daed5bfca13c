/** Snapshots: what a world was made with, which must be the same where it is restored, and what is true of it as a whole. */

import { SnapshotError, type SnapshotReader, type SnapshotWriter } from './snapshot-bytes.js';
import type { WorldState } from './world-state.js';

/** What the world was made with. */
export function writeOptions(state: WorldState, writer: SnapshotWriter): void {
  writer.text(state.solver.name);
  writer.text(JSON.stringify(state.solver.settings ?? null));
  writer.number(state.speculativeDistance);
  writer.number(state.bodies.placementTolerance);
  writer.number(state.hitSpeed);
  writer.byte(state.continuous === null ? 0 : 1);
  writer.byte(state.sleeping ? 1 : 0);
  writer.byte(state.contactFilter === null ? 0 : 1);
  writer.byte(state.preSolve === null ? 0 : 1);
}

/** @throws SnapshotError when the world was made otherwise */
export function checkOptions(state: WorldState, reader: SnapshotReader): void {
  const name = reader.text();
  const settings = reader.text();
  if (name !== state.solver.name) {
    throw new SnapshotError(
      'solver',
      'snapshot',
      `of a world solved by ${name}`,
      `one of ${state.solver.name}`,
    );
  }
  const own = JSON.stringify(state.solver.settings ?? null);
  if (settings !== own) {
    const expected = `one of a solver with ${own}; make this world's solver with the settings of the other`;
    throw new SnapshotError('solver', 'snapshot', `of a solver with ${settings}`, expected);
  }
  const compare = (option: string, value: unknown, mine: unknown): void => {
    if (value === mine) return;
    const expected = `${String(mine)} as in this world; make it with the same options`;
    throw new SnapshotError('options', `snapshot.${option}`, value, expected);
  };
  compare('speculativeDistance', reader.number(), state.speculativeDistance);
  compare('placementTolerance', reader.number(), state.bodies.placementTolerance);
  compare('hitSpeed', reader.number(), state.hitSpeed);
  compare('continuous', reader.byte() === 1, state.continuous !== null);
  compare('sleeping', reader.byte() === 1, state.sleeping);
  compare('contactFilter', reader.byte() === 1 ? 'a hook' : 'none', state.contactFilter ? 'a hook' : 'none');
  compare('preSolve', reader.byte() === 1 ? 'a hook' : 'none', state.preSolve ? 'a hook' : 'none');
}

export function writeWorld(state: WorldState, writer: SnapshotWriter): void {
  writer.number(state.gravityX);
  writer.number(state.gravityY);
  writer.number(state.time);
  writer.count(state.stats.steps);
  writer.count(state.disabledPairs.size);
  for (const key of state.disabledPairs) writer.number(key);
}

export function readWorld(state: WorldState, reader: SnapshotReader): void {
  state.gravityX = reader.number();
  state.gravityY = reader.number();
  state.time = reader.number();
  state.stats.steps = reader.count();
  state.disabledPairs.clear();
  for (let rest = reader.count(); rest > 0; rest--) state.disabledPairs.add(reader.number());
}
