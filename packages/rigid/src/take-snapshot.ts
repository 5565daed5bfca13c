/** Snapshots: taking them. `snapshot-layout.ts` describes what a snapshot contains and omits, `snapshot-bytes.ts` its bytes. */

import { InputError, requireBoolean, requireKnownFields } from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import { writeOwedTime } from './owed-time.js';
import { RetiredHandles } from './retired-handles.js';
import { writeContacts } from './snapshot-contacts.js';
import { SnapshotDesk } from './snapshot-desk.js';
import { writePendingEvents } from './snapshot-events.js';
import { writeShapes } from './snapshot-geometry.js';
import { writeJoints } from './snapshot-joints.js';
import { writeOptions, writeWorld } from './snapshot-options.js';
import { writeSoftBodies } from './snapshot-soft-bodies.js';
import type { Solver } from './solver.js';
import { writeBodies } from './take-bodies.js';

/** Options of `takeSnapshot`: what the bytes contain. */
export interface SnapshotOptions<Memory extends ArrayBufferLike = ArrayBufferLike> {
  /**
   * Whether to include the geometry of shapes, names, colours and definitions of soft bodies. Default true: any world with the same
   * options and solver can restore the snapshot, even an empty one. Without them a snapshot is smaller and faster to take, but it can
   * be restored only where these bodies were created before: in this world (even after they were destroyed), or in one built by the
   * same calls.
   */
  readonly shapes?: boolean;
  /** Memory to write to, used if it is long enough and starts at a multiple of 8 bytes. Default: a new array is allocated. */
  readonly into?: Uint8Array<Memory>;
}

let sharedDesk: SnapshotDesk | null = null;

/** The solver's own state; empty if it has none. Throws an `InputError` if it is not an array of numbers. */
export function saveSolver({ state }: Solver): Float64Array {
  if (state === undefined) return new Float64Array(0);
  const own: unknown = state.save();
  if (own instanceof Float64Array) return own;
  throw new InputError('solver.state.save()', own, 'a Float64Array');
}

/**
 * Writes the state of a world to bytes: everything that affects later steps, bit for bit.
 *
 * It takes about 0.8 ms for a thousand bodies, and 60 to 200 bytes per body with its contacts. It does not contain the user data of
 * bodies, shapes and joints, which stays with the handles, nor the hooks and the fields (wind, buoyancy) of the world.
 * @returns the snapshot, in `options.into` if it fits there
 * @throws InputError inside a step, for unknown or invalid options, and if `save` of the solver's state returns no `Float64Array`
 */
export function takeSnapshot<Memory extends ArrayBufferLike = ArrayBuffer>(
  world: BareWorld,
  options: SnapshotOptions<Memory> = {},
): Uint8Array<ArrayBuffer | Memory> {
  const state = stateOf(world);
  state.requireUnlocked('takeSnapshot');
  requireKnownFields(options, 'options', ['shapes', 'into']);
  const { shapes: withShapes = true, into } = options;
  requireBoolean('options.shapes', withShapes);
  if (into !== undefined && !(into instanceof Uint8Array)) {
    throw new InputError('options.into', into, 'a Uint8Array');
  }
  const own = saveSolver(state.solver);
  sharedDesk ??= new SnapshotDesk();
  const desk = sharedDesk;
  state.retired ??= new RetiredHandles();
  state.retired.note(state);
  desk.writer.begin();
  desk.geometry.begin();
  desk.materials.begin();
  desk.bodies.begin();
  writeOptions(state, desk.writer);
  desk.writer.byte(withShapes ? 1 : 0);
  writeShapes(state, desk, withShapes);
  writeSoftBodies(state, desk.writer, withShapes);
  desk.writer.count(own.length);
  for (let k = 0; k < own.length; k++) desk.writer.number(own[k]);
  writeWorld(state, desk.writer);
  writeBodies(state, desk, withShapes);
  writeContacts(state, desk);
  writeJoints(state, desk.writer);
  writePendingEvents(state, desk.writer);
  writeOwedTime(state, desk.writer);
  return desk.writer.finish(into);
}
