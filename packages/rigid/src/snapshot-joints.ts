/** Snapshots: joints, with the nonzero numbers of their records. */

import { Joint } from './joint.js';
import { JOINT_INDEX_STRIDE, JOINT_STRIDE } from './joint-layout.js';
import { countSeparatedPair } from './joint-lifecycle.js';
import { reserveJointSlots } from './joint-slots.js';
import { JointUpkeep } from './joint-upkeep.js';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.js';
import type { WorldState } from './world-state.js';

export function writeJoints(state: WorldState, writer: SnapshotWriter): void {
  const { joints, jointHandles } = state;
  const { index, data } = joints;
  writer.count(joints.slots);
  for (let slot = 0; slot < joints.slots; slot++) {
    if (jointHandles[slot] === null || jointHandles[slot] === undefined) {
      writer.count(0);
      continue;
    }
    writer.count(1 + joints.generation[slot]);
    for (let k = 0; k < JOINT_INDEX_STRIDE; k++) writer.signed(index[slot * JOINT_INDEX_STRIDE + k]);
    const j = slot * JOINT_STRIDE;
    let given = 0;
    for (let k = 0; k < JOINT_STRIDE; k++) if (!Object.is(data[j + k], 0)) given |= 1 << k;
    writer.count(given);
    for (let k = 0; k < JOINT_STRIDE; k++) if ((given & (1 << k)) !== 0) writer.number(data[j + k]);
  }
  writer.count(joints.freeCount);
  for (let k = 0; k < joints.freeCount; k++) writer.count(joints.free[k]);
  writer.count(joints.activeCount);
  for (let k = 0; k < joints.activeCount; k++) writer.count(joints.active[k]);
}

export function readJoints(state: WorldState, reader: SnapshotReader): void {
  const { joints, jointHandles, jointedPairs } = state;
  const retired = state.retired!;
  const before = joints.slots;
  const after = reader.count();
  reserveJointSlots(joints, after);
  if (after > 0) state.jointUpkeep ??= new JointUpkeep(state);
  jointedPairs.clear();
  joints.count = 0;
  for (let slot = 0; slot < Math.max(before, after); slot++) {
    joints.activeIndex[slot] = -1;
    const mark = slot < after ? reader.count() : 0;
    const old = jointHandles[slot];
    const isAlive = old !== null && old !== undefined;
    if (mark === 0) {
      if (!isAlive) continue;
      retired.joints.keep(old);
      jointHandles[slot] = null;
      joints.generation[slot] = ++joints.newest[slot];
      continue;
    }
    const generation = mark - 1;
    joints.count++;
    const isOld = isAlive && old.generation === generation;
    if (!isOld) retired.joints.keep(old);
    joints.generation[slot] = generation;
    joints.newest[slot] = Math.max(joints.newest[slot], generation);
    jointHandles[slot] = isOld ? old : (retired.joints.find(slot, generation) ?? new Joint(state, slot));
    for (let k = 0; k < JOINT_INDEX_STRIDE; k++)
      joints.index[slot * JOINT_INDEX_STRIDE + k] = reader.signed();
    const given = reader.count();
    for (let k = 0; k < JOINT_STRIDE; k++)
      joints.data[slot * JOINT_STRIDE + k] = (given & (1 << k)) !== 0 ? reader.number() : 0;
    countSeparatedPair(state, slot);
  }
  joints.slots = after;
  jointHandles.length = after;
  state.jointUpkeep?.addAll();
  joints.freeCount = reader.count();
  for (let k = 0; k < joints.freeCount; k++) joints.free[k] = reader.count();
  joints.revision++;
  joints.activeCount = reader.count();
  for (let k = 0; k < joints.activeCount; k++) {
    joints.active[k] = reader.count();
    joints.activeIndex[joints.active[k]] = k;
  }
}
