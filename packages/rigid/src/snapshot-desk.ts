/** What a snapshot is written with. */

import { ROLLING } from './layout.js';
import { SnapshotWriter } from './snapshot-bytes.js';
import { RecordWriter } from './snapshot-records.js';
import { ShapeDigest } from './snapshot-shapes.js';

/** Everything a snapshot is written with; made at the first one, used again by all. */
export class SnapshotDesk {
  readonly writer: SnapshotWriter = new SnapshotWriter();
  readonly geometry: RecordWriter = new RecordWriter();
  readonly materials: RecordWriter = new RecordWriter();
  readonly bodies: RecordWriter = new RecordWriter();
  readonly digest: ShapeDigest = new ShapeDigest();
  readonly mixed: Float64Array = new Float64Array(ROLLING + 1);
  /** Contacts in an order in which making them anew links them into their bodies' lists as they are. */
  order: Int32Array = new Int32Array(64);
  /** Edges of a contact that have been reached while that order is found. */
  reached: Uint8Array = new Uint8Array(64);
}
