/** Scratch memory for writing snapshots. */

import { ROLLING } from './layout.js';
import { SnapshotWriter } from './snapshot-bytes.js';
import { RecordWriter } from './snapshot-records.js';
import { ShapeDigest } from './snapshot-shapes.js';

/** Writers and scratch memory for snapshots. Created at the first snapshot and reused for all later ones. */
export class SnapshotDesk {
  readonly writer: SnapshotWriter = new SnapshotWriter();
  readonly geometry: RecordWriter = new RecordWriter();
  readonly materials: RecordWriter = new RecordWriter();
  readonly bodies: RecordWriter = new RecordWriter();
  readonly digest: ShapeDigest = new ShapeDigest();
  readonly mixed: Float64Array = new Float64Array(ROLLING + 1);
  /** Order of the contacts in which creating them again gives every body its present contact list. */
  order: Int32Array = new Int32Array(64);
  /** Number of edges of a contact that were reached while that order is computed. */
  reached: Uint8Array = new Uint8Array(64);
}
