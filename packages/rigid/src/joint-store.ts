/**
 * Joints as flat arrays. The `rigid` package owns the data of a joint (kind, bodies, anchors, numbers, impulses kept between
 * steps). A solver that lists the kind in its capabilities turns the record into constraint rows. `joint-layout.ts` describes the
 * layout. The functions that add and remove joints are in `joint-slots.ts`, which a page without joints does not load.
 */
import { JOINT_INDEX_STRIDE, JOINT_STRIDE } from './joint-layout.js';

/** Joints of a world. */
export class JointStore {
  /** Number of slots that are allocated. */
  capacity: number;
  /** Number of slots that are or were in use: every slot is below it. */
  slots = 0;
  /** Number of joints, including resting ones. */
  count = 0;
  /** Stride 4: `JOINT_KIND JOINT_BODY_A JOINT_BODY_B JOINT_FLAGS`. */
  index: Int32Array;
  /** Stride 32; see `joint-layout.ts`. */
  data: Float64Array;
  /** Changed each time the slot is freed. */
  generation: Int32Array;
  /** Highest generation that the slot has had; see `BodyStore.newest`. */
  newest: Int32Array;
  /** Joints that are simulated, `activeCount` of them. Their order depends only on the history of the world. */
  active: Int32Array;
  /** Number of slots in `active`. */
  activeCount = 0;
  /** Position of a slot in `active`, or -1. */
  activeIndex: Int32Array;
  /**
   * Raised each time `active` changes, or the kind, the bodies or the flags of an active joint. Data that a solver derived from
   * these is valid as long as the revision is the same.
   */
  revision = 0;
  /** Freed slots, a stack. */
  free: Int32Array;
  /** Number of slots in `free`. */
  freeCount = 0;

  constructor(capacity = 8) {
    this.capacity = capacity;
    this.index = new Int32Array(capacity * JOINT_INDEX_STRIDE);
    this.data = new Float64Array(capacity * JOINT_STRIDE);
    this.generation = new Int32Array(capacity);
    this.newest = new Int32Array(capacity);
    this.active = new Int32Array(capacity);
    this.activeIndex = new Int32Array(capacity);
    this.free = new Int32Array(capacity);
  }
}
