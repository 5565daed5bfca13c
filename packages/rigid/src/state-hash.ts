/** A hash of what later steps depend on. */
import { Hash } from '@otedama/math2d';
import { combineRules } from './combine.js';
import { fieldNumbers } from './field-numbers.js';
import { JOINT_INDEX_STRIDE, JOINT_STRIDE, REACTION_X } from './joint-layout.js';
import {
  BODY_B,
  BODY_ENABLED,
  BODY_STRIDE,
  BOX_STRIDE,
  CONTACT_EMBEDDED,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  DAMPING_STRIDE,
  EMBEDDED_GAP,
  FRICTION,
  ID0,
  NORMAL_IMPULSE,
  POINT_STRIDE,
  POINT0,
  ROLLING,
  ROLLING_IMPULSE,
  SHAPE_A,
  SHAPE_B,
  TANGENT_IMPULSE,
  W,
} from './layout.js';
import { SHAPE_BOX_TEST, SHAPE_CONTACT_EVENTS } from './shape-flags.js';
import type { WorldState } from './world-state.js';

/**
 * Numbers that mark what is added only where it is unusual: flags and combine rules of shapes, pairs whose collisions are switched off, owed
 * time, members of fields.
 */
const UNUSUAL_FLAGS = -2;
const DISABLED_PAIR = -3;
const UNUSUAL_RULES = -4;
const OWED_TIME = -5;
const FIELD = -6;

const USUAL_FRICTION_RULE = combineRules.indexOf('geometricMean');
const USUAL_RESTITUTION_RULE = combineRules.indexOf('maximum');

/**
 * Hash of the bodies in slot order with their shapes and contact lists, of the contacts (active ones in their order, then resting
 * ones) with their stored impulses, of the joints, of the pairs whose collisions are switched off, of the bodies that go on for the time that
 * they lost (`owed-time.ts`), and of the definitions of the fields. Contact slots are not included, because a restored snapshot renumbers
 * them.
 *
 * Not included, and to be the same on both sides: the number of steps, which selects what is checked or solved in turn (compare hashes of the
 * same step), hooks, the options of the world, the solver and its own state. Of shapes, not included are the geometry and densities, from
 * which boxes and masses follow that are included.
 */
export function stateHash(state: WorldState): string {
  const { bodies, contacts, joints, shapes, sleep } = state;
  const { index, activeIndex, edgeNext } = contacts;
  const hash = new Hash();
  hash.addNumber(state.gravityX).addNumber(state.gravityY).addInteger(bodies.count);
  for (let slot = 0; slot < bodies.slots; slot++) {
    if (bodies.flags[slot] === 0) continue;
    const o = slot * BODY_STRIDE;
    hash.addInteger(slot).addInteger(bodies.type[slot]).addInteger(bodies.flags[slot]);
    hash.addInteger(bodies.awakeIndex[slot]).addInteger(bodies.replaced[slot]);
    hash.addInteger(slot < sleep.blocker.length ? sleep.blocker[slot] : -1);
    hash.addNumbers(bodies.pose, o, o + BODY_STRIDE);
    hash.addNumbers(bodies.motion, o, o + W + 1);
    hash.addNumbers(bodies.mass, o, o + BODY_STRIDE);
    hash.addNumbers(bodies.damping, slot * DAMPING_STRIDE, (slot + 1) * DAMPING_STRIDE);
    hash.addNumbers(bodies.placed, o, o + BODY_STRIDE);
    for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
      hash.addInteger(shape).addInteger(shapes.moved[shape]);
      hash.addInteger(shapes.category[shape]).addInteger(shapes.mask[shape]).addInteger(shapes.group[shape]);
      hash.addNumber(shapes.friction[shape]).addNumber(shapes.restitution[shape]);
      hash.addNumber(shapes.tangentSpeed[shape]).addNumber(shapes.rollingResistance[shape]);
      const flags = shapes.flags[shape] & ~SHAPE_BOX_TEST;
      if (flags !== SHAPE_CONTACT_EVENTS) hash.addInteger(UNUSUAL_FLAGS).addInteger(flags);
      const frictionRule = shapes.frictionRule[shape];
      const restitutionRule = shapes.restitutionRule[shape];
      if (frictionRule !== USUAL_FRICTION_RULE || restitutionRule !== USUAL_RESTITUTION_RULE)
        hash.addInteger(UNUSUAL_RULES).addInteger(frictionRule).addInteger(restitutionRule);
      // a disabled body has no boxes
      if ((bodies.flags[slot] & BODY_ENABLED) !== 0)
        hash.addNumbers(shapes.fat, shape * BOX_STRIDE, (shape + 1) * BOX_STRIDE);
    }
    // the order of the list determines the order of an island search
    for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = edgeNext[edge]) {
      const i = (edge >> 1) * CONTACT_INDEX_STRIDE;
      hash.addInteger(index[i + SHAPE_A]).addInteger(index[i + SHAPE_B]);
      if ((edge & 1) === 0 && activeIndex[edge >> 1] < 0) addContact(hash, state, edge >> 1);
    }
  }
  for (let k = 0; k < contacts.activeCount; k++) addContact(hash, state, contacts.active[k]);
  for (let slot = 0; slot < joints.slots; slot++) {
    if (state.jointHandles[slot] === null || state.jointHandles[slot] === undefined) continue;
    hash.addInteger(slot).addInteger(joints.activeIndex[slot]);
    hash.addIntegers(joints.index, slot * JOINT_INDEX_STRIDE, (slot + 1) * JOINT_INDEX_STRIDE);
    hash.addNumbers(joints.data, slot * JOINT_STRIDE, slot * JOINT_STRIDE + REACTION_X);
  }
  for (const key of disabledPairs(state)) hash.addInteger(DISABLED_PAIR).addNumber(key);
  if (state.sweeps !== null) {
    const { owed } = state.sweeps;
    for (let n = 0; n < owed.count; n++) {
      const slot = owed.slots[n];
      const time = owed.of(n, bodies, bodies.pose, slot * BODY_STRIDE);
      if (time >= 0) hash.addInteger(OWED_TIME).addInteger(slot).addNumber(time);
    }
  }
  for (const [name, value] of fieldNumbers(state)) {
    hash.addInteger(FIELD).addNumber(value);
    for (const sign of name) hash.addInteger(sign.codePointAt(0)!);
  }
  return hash.digest();
}

/** Keys of the pairs whose collisions are switched off, in ascending order. */
export function disabledPairs(state: WorldState): number[] {
  return [...state.disabledPairs].sort((a, b) => a - b);
}

function addContact(hash: Hash, state: WorldState, slot: number): void {
  const { index, data } = state.contacts;
  const i = slot * CONTACT_INDEX_STRIDE;
  const d = slot * CONTACT_STRIDE;
  const count = index[i + COUNT];
  hash.addIntegers(index, i + SHAPE_A, i + BODY_B + 1);
  hash.addInteger(index[i + CONTACT_FLAGS]).addInteger(count);
  for (let point = 0; point < count; point++) {
    const p = d + POINT0 + point * POINT_STRIDE;
    hash.addInteger(index[i + ID0 + point]);
    hash.addNumber(data[p + NORMAL_IMPULSE]).addNumber(data[p + TANGENT_IMPULSE]);
  }
  hash.addNumbers(data, d + FRICTION, d + ROLLING + 1);
  hash.addNumber(data[d + ROLLING_IMPULSE]);
  if ((index[i + CONTACT_FLAGS] & CONTACT_EMBEDDED) !== 0) hash.addNumber(data[d + EMBEDDED_GAP]);
}
