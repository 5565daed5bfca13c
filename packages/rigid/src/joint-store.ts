/**
 * Joints as flat arrays. The `rigid` package owns the data of a joint (kind, bodies, anchors, numbers, impulses kept between
 * steps). A solver that lists the kind in its capabilities turns the record into constraint rows. `joint-layout.ts` describes the
 * layout. The functions that add and remove joints are in `joint-slots.ts`, which a page without joints does not load.
 */
import { JOINT_INDEX_STRIDE, JOINT_STRIDE } from './joint-layout.js';

/** Slots of a new store: most worlds have few joints or none. */
const INITIAL_CAPACITY = 8;

/** Joints of a world as flat arrays, by slot: what a solver reads of a joint, and the impulses that it writes. */
export class JointStore {
  /** Number of slots that are allocated. */
  capacity: number = INITIAL_CAPACITY;
  /** Number of slots that are or were in use: every slot is below it. */
  slots = 0;
  /** Number of joints, including resting ones. */
  count = 0;
  /** Stride 4: `JOINT_KIND JOINT_BODY_A JOINT_BODY_B JOINT_FLAGS`. */
  index: Int32Array = new Int32Array(INITIAL_CAPACITY * JOINT_INDEX_STRIDE);
  /** Stride 32; see `joint-layout.ts`. */
  data: Float64Array = new Float64Array(INITIAL_CAPACITY * JOINT_STRIDE);
  /** Changed each time the slot is freed. */
  generation: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Highest generation that the slot has had; see `BodyStore.newest`. */
  newest: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Joints that are simulated, `activeCount` of them. Their order depends only on the history of the world. */
  active: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Number of slots in `active`. */
  activeCount = 0;
  /** Position of a slot in `active`, or -1. */
  activeIndex: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /**
   * Raised each time `active` changes, or the kind, the bodies or the flags of an active joint. Data that a solver derived from
   * these is valid as long as the revision is the same.
   */
  revision = 0;
  /** Freed slots, a stack. */
  free: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Number of slots in `free`. */
  freeCount = 0;
}
