/** Whether a joint acts, and waking its bodies. A solver sees the joints whose bodies are all enabled and of which at least one is awake. */
import { JOINT_BODY_A, JOINT_BODY_B, JOINT_INDEX_STRIDE } from './joint-layout.js';
import { BODY_ENABLED } from './layout.js';
import { wakeBody } from './sleep.js';
import type { WorldState } from './world-state.js';

/** Whether a joint acts at present. A joint with a disabled body does not act. */
export function canAct(state: WorldState, joint: number): boolean {
  const { bodies, joints } = state;
  const a = joints.index[joint * JOINT_INDEX_STRIDE + JOINT_BODY_A];
  const b = joints.index[joint * JOINT_INDEX_STRIDE + JOINT_BODY_B];
  if (a >= 0 && (bodies.flags[a] & BODY_ENABLED) === 0) return false;
  if ((bodies.flags[b] & BODY_ENABLED) === 0) return false;
  return (a >= 0 && bodies.awakeIndex[a] >= 0) || bodies.awakeIndex[b] >= 0;
}

/** Wakes the bodies of a joint. */
export function wakeJoined(state: WorldState, slot: number): void {
  const i = slot * JOINT_INDEX_STRIDE;
  wakeBody(state, state.joints.index[i + JOINT_BODY_A]);
  wakeBody(state, state.joints.index[i + JOINT_BODY_B]);
}
