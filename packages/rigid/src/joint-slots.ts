/** Slots of the joint store: allocation, release and activity. */
import { setListed } from './active-list.js';
import { doubleArrays } from './grow.js';
import {
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_FLAGS,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_STRIDE,
} from './joint-layout.js';
import type { JointStore } from './joint-store.js';

/**
 * Allocates a joint record with all numbers zero, at the end of `active`.
 * @returns its slot
 */
export function takeJointSlot(
  joints: JointStore,
  kind: number,
  bodyA: number,
  bodyB: number,
  flags: number,
): number {
  const slot = joints.freeCount > 0 ? joints.free[--joints.freeCount] : joints.slots++;
  reserveJointSlots(joints, slot + 1);
  const i = slot * JOINT_INDEX_STRIDE;
  joints.index[i + JOINT_KIND] = kind;
  joints.index[i + JOINT_BODY_A] = bodyA;
  joints.index[i + JOINT_BODY_B] = bodyB;
  joints.index[i + JOINT_FLAGS] = flags;
  joints.data.fill(0, slot * JOINT_STRIDE, (slot + 1) * JOINT_STRIDE);
  joints.activeIndex[slot] = -1;
  setListed(joints, slot, true);
  joints.count++;
  return slot;
}

/** Removes a joint from `active`, by moving the last one to its place, and frees its slot. */
export function freeJointSlot(joints: JointStore, slot: number): void {
  setListed(joints, slot, false);
  joints.count--;
  joints.generation[slot] = ++joints.newest[slot];
  joints.free[joints.freeCount++] = slot;
}

/** Makes room for a number of slots. */
export function reserveJointSlots(joints: JointStore, slots: number): void {
  while (slots > joints.capacity) {
    doubleArrays(joints);
    joints.capacity *= 2;
  }
}
