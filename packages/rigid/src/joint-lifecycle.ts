/** Creation and removal of joints: the record, the handle, and the pairs of bodies for which a joint disables collision. */
import { setListed } from './active-list.js';
import type { Body } from './body.js';
import { bodyPairKey } from './filter.js';
import { Joint } from './joint.js';
import { canAct, wakeJoined } from './joint-activity.js';
import type { JointDefinition } from './joint-definitions.js';
import {
  GRAB,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_COLLIDE_CONNECTED,
  JOINT_FLAGS,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
} from './joint-layout.js';
import { writeJoint } from './joint-record.js';
import { freeJointSlot } from './joint-slots.js';
import { DYNAMIC } from './layout.js';
import { refilterBodies } from './lifecycle.js';
import type { WorldState } from './world-state.js';

/**
 * Adds the joint of a validated definition.
 * @param wakes whether the joint wakes bodies that all sleep; if one of them is awake, it always does
 */
export function addJoint(state: WorldState, definition: JointDefinition<Body>, wakes: boolean): Joint {
  const slot = writeJoint(state, definition);
  if (countSeparatedPair(state, slot) === 1) refilterPair(state, slot);
  const joint = new Joint(state, slot);
  state.jointHandles[slot] = joint;
  state.jointUpkeep!.add(slot);
  const i = slot * JOINT_INDEX_STRIDE;
  const { index } = state.joints;
  if (wakes || isActive(state, index[i + JOINT_BODY_A]) || isActive(state, index[i + JOINT_BODY_B])) {
    wakeJoined(state, slot);
  }
  setListed(state.joints, slot, canAct(state, slot));
  return joint;
}

/** Whether a body is dynamic and awake; false for -1. */
function isActive({ bodies }: WorldState, body: number): boolean {
  return body >= 0 && bodies.type[body] === DYNAMIC && bodies.awakeIndex[body] >= 0;
}

/**
 * Counts the pair of bodies if the joint disables their collision.
 * @returns the number of joints that disable it, 0 if this joint does not
 */
export function countSeparatedPair(state: WorldState, slot: number): number {
  const key = separatedPair(state, slot);
  if (key < 0) return 0;
  const count = (state.jointedPairs.get(key) ?? 0) + 1;
  state.jointedPairs.set(key, count);
  return count;
}

/** Removes a joint from the world. Its handle becomes invalid. */
export function removeJoint(state: WorldState, slot: number): void {
  wakeJoined(state, slot);
  const key = separatedPair(state, slot);
  if (key >= 0) {
    const count = state.jointedPairs.get(key)! - 1;
    if (count > 0) state.jointedPairs.set(key, count);
    else {
      state.jointedPairs.delete(key);
      refilterPair(state, slot);
    }
  }
  state.jointUpkeep!.drop(slot);
  freeJointSlot(state.joints, slot);
  state.retired?.joints.keep(state.jointHandles[slot]);
  state.jointHandles[slot] = null;
}

/** Key of the pair of bodies whose collision a joint disables, or -1. */
function separatedPair(state: WorldState, slot: number): number {
  const { index } = state.joints;
  const i = slot * JOINT_INDEX_STRIDE;
  const a = index[i + JOINT_BODY_A];
  if (a < 0 || index[i + JOINT_KIND] === GRAB) return -1;
  if ((index[i + JOINT_FLAGS] & JOINT_COLLIDE_CONNECTED) !== 0) return -1;
  return bodyPairKey(a, index[i + JOINT_BODY_B]);
}

function refilterPair(state: WorldState, slot: number): void {
  const i = slot * JOINT_INDEX_STRIDE;
  refilterBodies(state, state.joints.index[i + JOINT_BODY_A], state.joints.index[i + JOINT_BODY_B]);
}
