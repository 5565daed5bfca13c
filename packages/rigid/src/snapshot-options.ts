/**
 * Snapshots: the options of a world, which must be the same where the snapshot is restored, the features that its solver must
 * support, and the global state of the world.
 */

import { JOINT_INDEX_STRIDE, JOINT_KIND, type JointKind, jointKinds } from './joint-layout.js';
import { SnapshotError, type SnapshotReader, type SnapshotWriter } from './snapshot-bytes.js';
import type { SolverCapabilities } from './solver.js';
import type { WorldState } from './world-state.js';

/** Writes the options of the world. */
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
  writer.text(demandsOf(state).join(' '));
}

/**
 * Abilities of a solver, besides kinds of joints, that may differ between solvers of the same name. Friction is not among them:
 * either all solvers of a name have it or none, and no friction is the default.
 */
const abilities = ['restitution', 'tangentSpeed', 'rollingResistance'] as const;

/** Features that the world uses and that its solver may lack: a bare solver has only the parts that it was given. */
function demandsOf(state: WorldState): string[] {
  const { joints, jointHandles, shapes, shapeHandles } = state;
  const demands = new Set<JointKind | keyof SolverCapabilities>();
  for (let slot = 0; slot < joints.slots; slot++) {
    if (jointHandles[slot]) demands.add(jointKinds[joints.index[slot * JOINT_INDEX_STRIDE + JOINT_KIND]]);
  }
  for (const ability of abilities) {
    const values = shapes[ability];
    for (let id = 0; id < shapes.slots; id++) {
      if (values[id] === 0 || !shapeHandles[id]) continue;
      demands.add(ability);
      break;
    }
  }
  if (state.softBodies.length > 0) demands.add('softBodies');
  return [...demands];
}

/** @throws SnapshotError if the world has other options, or its solver lacks a feature that the snapshot needs */
export function checkOptions(state: WorldState, reader: SnapshotReader): void {
  const name = reader.text();
  const settings = reader.text();
  if (name !== state.solver.name) {
    throw new SnapshotError(
      'solver',
      'snapshot',
      `of a world solved by ${name}`,
      `one of a world solved by ${state.solver.name}, as this one; make this world with that solver`,
    );
  }
  const own = JSON.stringify(state.solver.settings ?? null);
  // the same settings may be in another order
  const differing = settings === own ? '' : onlyIn(own, settings);
  if (differing !== '') {
    const expected = `one of a solver with ${differing}; make this world's solver with the settings of the other`;
    throw new SnapshotError('solver', 'snapshot', `of a solver with ${onlyIn(settings, own)}`, expected);
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
  const { capabilities } = state.solver;
  const able = new Set<string>(capabilities.joints);
  for (const ability of [...abilities, 'softBodies'] as const) if (capabilities[ability]) able.add(ability);
  const missing = reader
    .text()
    .split(' ')
    .filter((demand) => demand !== '' && !able.has(demand));
  if (missing.length > 0) {
    const list = missing.join(', ');
    const expected = `one without, since this world's solver cannot do it; make it with the part for ${list}`;
    throw new SnapshotError('solver', 'snapshot', `of a world with ${list}`, expected);
  }
}

/** Returns the settings, given as text, that differ from other settings. */
function onlyIn(settings: string, others: string): string {
  const own = JSON.parse(settings) ?? {};
  const other = JSON.parse(others) ?? {};
  return Object.keys({ ...own, ...other })
    .filter((name) => JSON.stringify(own[name]) !== JSON.stringify(other[name]))
    .map((name) => `${name} ${JSON.stringify(own[name])}`)
    .join(', ');
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
