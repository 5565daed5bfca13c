/** One number for everything later steps depend on. */
import { Hash } from '@otedama/math2d';
import { JOINT_INDEX_STRIDE, JOINT_STRIDE, REACTION_X } from './joint-store.js';
import {
  BODY_STRIDE,
  BOX_STRIDE,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  DAMPING_STRIDE,
  NORMAL_IMPULSE,
  POINT_STRIDE,
  POINT0,
  ROLLING_IMPULSE,
  TANGENT_IMPULSE,
  TURN_C,
  W,
} from './layout.js';
import type { WorldState } from './world-state.js';

/**
 * Hash of bodies in slot order, contacts in their order with the impulses they keep, and joints. Slots of contacts and joints
 * do not enter: a restored snapshot may number them anew.
 */
export function stateHash(state: WorldState): string {
  const { bodies, contacts, joints, shapes } = state;
  const hash = new Hash();
  hash.addNumber(state.gravityX).addNumber(state.gravityY).addInteger(bodies.count);
  for (let slot = 0; slot < bodies.slots; slot++) {
    if (bodies.flags[slot] === 0) continue;
    const o = slot * BODY_STRIDE;
    hash.addInteger(slot).addInteger(bodies.type[slot]).addInteger(bodies.flags[slot]);
    hash.addInteger(bodies.awakeIndex[slot]);
    hash.addNumbers(bodies.pose, o, o + BODY_STRIDE);
    hash.addNumbers(bodies.motion, o, o + W + 1);
    hash.addNumbers(bodies.mass, o, o + BODY_STRIDE);
    hash.addNumbers(bodies.damping, slot * DAMPING_STRIDE, (slot + 1) * DAMPING_STRIDE);
    hash.addNumbers(bodies.placed, o, o + TURN_C);
    for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
      hash.addInteger(shape).addNumbers(shapes.fat, shape * BOX_STRIDE, (shape + 1) * BOX_STRIDE);
    }
  }
  for (let k = 0; k < contacts.activeCount; k++) {
    const slot = contacts.active[k];
    const i = slot * CONTACT_INDEX_STRIDE;
    const d = slot * CONTACT_STRIDE;
    hash.addIntegers(contacts.index, i, i + CONTACT_INDEX_STRIDE);
    for (let point = 0; point < contacts.index[i + COUNT]; point++) {
      const p = d + POINT0 + point * POINT_STRIDE;
      hash.addNumber(contacts.data[p + NORMAL_IMPULSE]).addNumber(contacts.data[p + TANGENT_IMPULSE]);
    }
    hash.addNumber(contacts.data[d + ROLLING_IMPULSE]);
  }
  for (let k = 0; k < joints.activeCount; k++) {
    const slot = joints.active[k];
    hash.addIntegers(joints.index, slot * JOINT_INDEX_STRIDE, (slot + 1) * JOINT_INDEX_STRIDE);
    hash.addNumbers(joints.data, slot * JOINT_STRIDE, slot * JOINT_STRIDE + REACTION_X);
  }
  return hash.digest();
}
