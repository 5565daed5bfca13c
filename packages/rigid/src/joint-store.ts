/**
 * Joints as flat arrays. `rigid` owns what a joint is (kind, bodies, anchors, numbers, impulses kept between steps); a
 * solver that lists the kind in its capabilities turns the record into rows. Layouts are in `joint-layout.ts`; what puts joints there and takes
 * them out is in `joint-slots.ts`, which a page without joints does not load.
 */
import { JOINT_INDEX_STRIDE, JOINT_STRIDE } from './joint-layout.js';

/** Joints of a world. */
export class JointStore {
  /** Slots there is room for. */
  capacity: number;
  /** Slots in use or freed: every slot is below it. */
  slots = 0;
  /** Number of joints, resting ones included. */
  count = 0;
  /** Stride 4: `JOINT_KIND JOINT_BODY_A JOINT_BODY_B JOINT_FLAGS`. */
  index: Int32Array;
  /** Stride 32. */
  data: Float64Array;
  /** Changed each time the slot is freed. */
  generation: Int32Array;
  /** Greatest generation the slot has had; see `BodyStore.newest`. */
  newest: Int32Array;
  /** Joints that are simulated, `activeCount` of them, in an order that depends on the history alone. */
  active: Int32Array;
  /** Number of slots in `active`. */
  activeCount = 0;
  /** Position of a slot in `active`, or -1. */
  activeIndex: Int32Array;
  /**
   * Count that is raised each time `active` changes, or the kind, the bodies or the flags of a joint in it: while it stays, so does what a solver
   * has made of these.
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
