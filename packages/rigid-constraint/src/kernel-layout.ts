/** Where everything is in the memory of the kernels. Each part begins at a cache line. */
import { BODY_STRIDE, CONTACT_INDEX_STRIDE, CONTACT_STRIDE } from '@otedama/rigid';
import { ROW_INDEX_STRIDE, ROW_STRIDE } from './frame-rows.js';
import { HINGE_INDEX_STRIDE, HINGE_STRIDE } from './joints/hinge-rows.js';
import { type KernelMemory, type LentArrays, MOTION_AT } from './kernel-memory.js';

/** Doubles per body record, as in `assembly/vector-kernels.as`. */
export const RECORD_STRIDE = 8;
/** Doubles per velocity change of a body. */
const CHANGE_STRIDE = 4;
/** Size of a cache line of nearly all processors, in bytes. */
const CACHE_LINE = 64;

/** Numbers of what there must be room for. */
export interface KernelRoom {
  readonly rows: number;
  readonly hinges: number;
  readonly bodies: number;
  readonly contacts: number;
}

/** A layout of the memory: places in bytes, and views. */
export interface KernelLayout {
  readonly room: KernelRoom;
  /** Arrays for those of the world; the motion has one more body, for empty rows. */
  readonly lent: LentArrays;
  /** Bodies that the kernels move: their offsets in the motion, their records, and their velocity changes. */
  readonly bodiesAt: number;
  readonly bodies: Int32Array;
  readonly recordsAt: number;
  readonly records: Float64Array;
  readonly changesAt: number;
  /** Rows. */
  readonly indexAt: number;
  readonly index: Int32Array;
  readonly dataAt: number;
  readonly data: Float64Array;
  /** Slot and row of each touching contact, two integers each; and the lists of `KeptRows`. */
  readonly placesAt: number;
  readonly places: Int32Array;
  readonly freshAt: number;
  readonly fresh: Int32Array;
  readonly looseAt: number;
  readonly loose: Int32Array;
  readonly specialAt: number;
  readonly special: Int32Array;
  /** Hinges. */
  readonly hingeIndex: Int32Array;
  readonly hingeData: Float64Array;
}

/** Lays out the memory, and gives back what is lent. Returns null and changes nothing if there is not enough memory. */
export function layOut(memory: KernelMemory, room: KernelRoom): KernelLayout | null {
  let end = MOTION_AT;
  const take = (bytes: number): number => {
    const start = end;
    end = CACHE_LINE * Math.ceil((end + bytes) / CACHE_LINE);
    return start;
  };
  const motionLength = BODY_STRIDE * room.bodies;
  const motionAt = take(8 * (motionLength + BODY_STRIDE));
  const massAt = take(8 * motionLength);
  const poseAt = take(8 * motionLength);
  const placedAt = take(8 * motionLength);
  const recordsAt = take(8 * RECORD_STRIDE * room.bodies);
  const changesAt = take(8 * CHANGE_STRIDE * room.bodies);
  const bodiesAt = take(4 * room.bodies);
  const contactsAt = take(8 * CONTACT_STRIDE * room.contacts);
  const contactIndexAt = take(4 * CONTACT_INDEX_STRIDE * room.contacts);
  const keptAt = take(4 * room.contacts);
  const indexAt = take(4 * ROW_INDEX_STRIDE * room.rows);
  const dataAt = take(8 * ROW_STRIDE * room.rows);
  const placesAt = take(8 * room.rows);
  const freshAt = take(4 * room.rows);
  const looseAt = take(4 * room.rows);
  const specialAt = take(4 * room.rows);
  const hingeIndexAt = take(4 * HINGE_INDEX_STRIDE * room.hinges);
  const hingeDataAt = take(8 * HINGE_STRIDE * room.hinges);
  if (!memory.reserve(end)) return null;
  memory.giveBack();
  const integers = (at: number, length: number): Int32Array => new Int32Array(memory.buffer, at, length);
  const doubles = (at: number, length: number): Float64Array => new Float64Array(memory.buffer, at, length);
  return {
    room,
    lent: {
      motion: doubles(motionAt, motionLength),
      mass: doubles(massAt, motionLength),
      pose: doubles(poseAt, motionLength),
      placed: doubles(placedAt, motionLength),
      data: doubles(contactsAt, CONTACT_STRIDE * room.contacts),
      index: integers(contactIndexAt, CONTACT_INDEX_STRIDE * room.contacts),
      kept: integers(keptAt, room.contacts),
    },
    bodiesAt,
    bodies: integers(bodiesAt, room.bodies),
    recordsAt,
    records: doubles(recordsAt, RECORD_STRIDE * room.bodies),
    changesAt,
    indexAt,
    index: integers(indexAt, ROW_INDEX_STRIDE * room.rows),
    dataAt,
    data: doubles(dataAt, ROW_STRIDE * room.rows),
    placesAt,
    places: integers(placesAt, 2 * room.rows),
    freshAt,
    fresh: integers(freshAt, room.rows),
    looseAt,
    loose: integers(looseAt, room.rows),
    specialAt,
    special: integers(specialAt, room.rows),
    hingeIndex: integers(hingeIndexAt, HINGE_INDEX_STRIDE * room.hinges),
    hingeData: doubles(hingeDataAt, HINGE_STRIDE * room.hinges),
  };
}
