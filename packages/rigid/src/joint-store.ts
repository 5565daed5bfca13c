/**
 * Joints as flat arrays. `rigid` owns what a joint is (kind, bodies, anchors, numbers, impulses kept between steps); a
 * solver that lists the kind in its capabilities turns the record into rows. Layouts are in `joint-layout.ts`.
 */
import { keepListed, setListed } from './active-list.js';
import { doubleArrays } from './grow.js';
import {
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_FLAGS,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_STRIDE,
} from './joint-layout.js';

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

  /** A joint record, all numbers zero, at the end of `active`. */
  create(kind: number, bodyA: number, bodyB: number, flags: number): number {
    const slot = this.freeCount > 0 ? this.free[--this.freeCount] : this.slots++;
    if (slot >= this.capacity) this.#grow();
    const i = slot * JOINT_INDEX_STRIDE;
    this.index[i + JOINT_KIND] = kind;
    this.index[i + JOINT_BODY_A] = bodyA;
    this.index[i + JOINT_BODY_B] = bodyB;
    this.index[i + JOINT_FLAGS] = flags;
    this.data.fill(0, slot * JOINT_STRIDE, (slot + 1) * JOINT_STRIDE);
    this.activeIndex[slot] = -1;
    this.setActive(slot, true);
    this.count++;
    return slot;
  }

  /** Takes a joint out of `active` by moving the last one into its place and frees its slot. */
  remove(slot: number): void {
    this.setActive(slot, false);
    this.count--;
    this.generation[slot] = ++this.newest[slot];
    this.free[this.freeCount++] = slot;
  }

  /** Puts a joint at the end of `active`, or takes it out by moving the last one into its place. */
  setActive(slot: number, active: boolean): void {
    setListed(this, slot, active);
  }

  /** Keeps those active joints, in their order, for whose bodies (A is -1 for the world) the test holds. */
  keepActive(test: (bodyA: number, bodyB: number) => boolean): void {
    keepListed(this, this.index, JOINT_INDEX_STRIDE, JOINT_BODY_A, JOINT_BODY_B, test);
  }

  /** Makes room for a number of slots. */
  reserve(slots: number): void {
    while (slots > this.capacity) this.#grow();
  }

  #grow(): void {
    doubleArrays(this);
    this.capacity *= 2;
  }
}
