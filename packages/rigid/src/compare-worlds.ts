/**
 * Finds the differences between two worlds that should be equal, to see where two runs diverge. Compares what the state hash covers,
 * in a fixed order: world, bodies with their shapes by slot, contacts in their order, joints by slot, fields, pairs whose collisions
 * are off.
 */

import { requireInteger } from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import { fieldNumbers } from './field-numbers.js';
import { bodiesOfPair } from './filter.js';
import {
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_FLAGS,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_STRIDE,
} from './joint-layout.js';
import {
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
  RESTITUTION,
  ROLLING,
  ROLLING_IMPULSE,
  SHAPE_A,
  SHAPE_B,
  TANGENT_IMPULSE,
  TANGENT_SPEED,
} from './layout.js';
import { owedTimeOf } from './owed-time.js';
import { SHAPE_BOX_TEST } from './shape-flags.js';
import { disabledPairs } from './state-hash.js';
import type { WorldState } from './world-state.js';

/** A number that differs between two worlds. */
export interface StateDifference {
  /** The kind of object that the number belongs to. */
  readonly kind: 'world' | 'body' | 'shape' | 'contact' | 'joint';
  /** Slot of the body or joint, or id of the shape; for a contact its index in the order, for the world 0. */
  readonly id: number;
  /** A readable name of the object: `body 3 (crate)`, `contact of shapes 4 and 9`. */
  readonly subject: string;
  /** The field, such as `position.x` or `point[0].normalImpulse`. */
  readonly field: string;
  /** Its value in the first world, in the unit of the field; undefined if the object does not exist there. */
  readonly a: number | undefined;
  /** Its value in the second world. */
  readonly b: number | undefined;
}

const poseFields = ['position.x', 'position.y', 'cosine', 'sine', 'worldCenter.x', 'worldCenter.y'];
const centerFields = ['localCenter.x', 'localCenter.y'];
const motionFields = ['linearVelocity.x', 'linearVelocity.y', 'angularVelocity'];
const massFields = [
  'inverseMass',
  'inverseInertia',
  'mass',
  'inertia',
  'force.x',
  'force.y',
  'torque',
  'gravityScale',
];
const dampingFields = ['linearDamping', 'angularDamping', 'sleepTime', 'extent'];
const placedFields = poseFields.map((field) => `placed.${field}`).concat('turn.cosine', 'turn.sine');
const boxFields = ['fatBox.minX', 'fatBox.minY', 'fatBox.maxX', 'fatBox.maxY'];

/** Collects differences up to a limit. */
class Comparison {
  readonly found: StateDifference[] = [];
  readonly #limit: number;
  #kind: StateDifference['kind'] = 'world';
  #id = 0;
  #subject = 'the world';

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.found.length >= this.#limit;
  }

  of(kind: StateDifference['kind'], id: number, subject: string): this {
    this.#kind = kind;
    this.#id = id;
    this.#subject = subject;
    return this;
  }

  number(field: string, a: number | undefined, b: number | undefined): void {
    // as in the hash: -0 equals 0, and NaN equals NaN
    if (a === b || (a !== a && b !== b) || this.isFull) return;
    this.found.push({ kind: this.#kind, id: this.#id, subject: this.#subject, field, a, b });
  }

  numbers(
    fields: readonly string[],
    a: ArrayLike<number>,
    aStart: number,
    b: ArrayLike<number>,
    bStart: number,
  ): void {
    for (let k = 0; k < fields.length; k++) this.number(fields[k], a[aStart + k], b[bStart + k]);
  }
}

/**
 * Finds what differs between two worlds, in a fixed order.
 * @param limit how many differences to look for, an integer > 0. Default 16
 * @returns the differences; none if the state hashes are equal
 * @throws InputError for a limit that is not such a number
 */
export function compareWorlds(worldA: BareWorld, worldB: BareWorld, limit = 16): StateDifference[] {
  requireInteger('limit', limit, 1, 2 ** 31);
  const a = stateOf(worldA);
  const b = stateOf(worldB);
  const comparison = new Comparison(limit);
  comparison.number('gravity.x', a.gravityX, b.gravityX);
  comparison.number('gravity.y', a.gravityY, b.gravityY);
  comparison.number('bodies', a.bodies.count, b.bodies.count);
  const slots = Math.max(a.bodies.slots, b.bodies.slots);
  for (let slot = 0; slot < slots && !comparison.isFull; slot++) compareBody(comparison, a, b, slot);
  compareContacts(comparison, a, b);
  const joints = Math.max(a.joints.slots, b.joints.slots);
  for (let slot = 0; slot < joints && !comparison.isFull; slot++) compareJoint(comparison, a, b, slot);
  comparison.of('world', 0, 'the world');
  const numbersA = fieldNumbers(a);
  const numbersB = fieldNumbers(b);
  for (let k = 0; k < Math.max(numbersA.length, numbersB.length); k++) {
    const [name, value] = numbersA[k] ?? numbersB[k];
    const isSame = numbersA[k]?.[0] === numbersB[k]?.[0];
    if (isSame) comparison.number(name, value, numbersB[k][1]);
    else comparison.number(name, numbersA[k]?.[1], numbersA[k] === undefined ? value : undefined);
  }
  const pairs = new Set([...disabledPairs(a), ...disabledPairs(b)]);
  for (const key of pairs) {
    const [slotA, slotB] = bodiesOfPair(key);
    const isOff = (state: WorldState) => (state.disabledPairs.has(key) ? 1 : 0);
    comparison.number(`collisionDisabled[${slotA}, ${slotB}]`, isOff(a), isOff(b));
  }
  return comparison.found;
}

function compareBody(comparison: Comparison, a: WorldState, b: WorldState, slot: number): void {
  const p = a.bodies;
  const q = b.bodies;
  const handleA = a.bodyHandles[slot];
  const handleB = b.bodyHandles[slot];
  const name = handleA?.name ?? handleB?.name;
  const subject = `body ${slot}${name === undefined ? '' : ` (${name})`}`;
  comparison.of('body', slot, subject);
  if (!handleA || !handleB) {
    comparison.number('present', handleA ? 1 : undefined, handleB ? 1 : undefined);
    return;
  }
  const o = slot * BODY_STRIDE;
  comparison.numbers(poseFields, p.pose, o, q.pose, o);
  comparison.numbers(motionFields, p.motion, o, q.motion, o);
  comparison.number('awake', p.awakeIndex[slot], q.awakeIndex[slot]);
  comparison.number('type', p.type[slot], q.type[slot]);
  comparison.number('flags', p.flags[slot], q.flags[slot]);
  comparison.numbers(centerFields, p.pose, o + poseFields.length, q.pose, o + poseFields.length);
  comparison.numbers(massFields, p.mass, o, q.mass, o);
  comparison.numbers(dampingFields, p.damping, slot * DAMPING_STRIDE, q.damping, slot * DAMPING_STRIDE);
  comparison.numbers(placedFields, p.placed, o, q.placed, o);
  comparison.number('replaced', p.replaced[slot], q.replaced[slot]);
  comparison.number('owedTime', owedTimeOf(a, slot), owedTimeOf(b, slot));
  comparison.number('keptAwakeBy', a.sleep.blocker[slot] ?? -1, b.sleep.blocker[slot] ?? -1);
  let shapeA = p.firstShape[slot];
  let shapeB = q.firstShape[slot];
  for (; shapeA >= 0 || shapeB >= 0; ) {
    comparison.of('shape', Math.max(shapeA, shapeB), `shape ${Math.max(shapeA, shapeB)} of ${subject}`);
    if (shapeA !== shapeB) {
      comparison.number('id', shapeA < 0 ? undefined : shapeA, shapeB < 0 ? undefined : shapeB);
      return;
    }
    compareShape(comparison, a, b, shapeA);
    shapeA = a.shapes.next[shapeA];
    shapeB = b.shapes.next[shapeB];
  }
  comparison.of('body', slot, subject);
  let edgeA = p.firstEdge[slot];
  let edgeB = q.firstEdge[slot];
  for (let place = 0; edgeA >= 0 || edgeB >= 0; place++) {
    for (const [field, side] of [
      ['shapeA', SHAPE_A],
      ['shapeB', SHAPE_B],
    ] as const) {
      const ofA = edgeA < 0 ? undefined : a.contacts.index[(edgeA >> 1) * CONTACT_INDEX_STRIDE + side];
      const ofB = edgeB < 0 ? undefined : b.contacts.index[(edgeB >> 1) * CONTACT_INDEX_STRIDE + side];
      comparison.number(`contacts[${place}].${field}`, ofA, ofB);
    }
    if (edgeA < 0 || edgeB < 0) return;
    edgeA = a.contacts.edgeNext[edgeA];
    edgeB = b.contacts.edgeNext[edgeB];
  }
}

function compareShape(comparison: Comparison, a: WorldState, b: WorldState, id: number): void {
  const p = a.shapes;
  const q = b.shapes;
  for (const field of [
    'friction',
    'restitution',
    'tangentSpeed',
    'rollingResistance',
    'frictionRule',
    'restitutionRule',
    'category',
    'mask',
    'group',
    'moved',
  ] as const) {
    comparison.number(field, p[field][id], q[field][id]);
  }
  comparison.number('flags', p.flags[id] & ~SHAPE_BOX_TEST, q.flags[id] & ~SHAPE_BOX_TEST);
  if ((a.bodies.flags[p.body[id]] & BODY_ENABLED) === 0) return;
  comparison.numbers(boxFields, p.fat, id * BOX_STRIDE, q.fat, id * BOX_STRIDE);
}

/** Contacts in the order of the hash: active ones in their order, then resting ones by the lists of their bodies. */
function contactOrder({ contacts, bodies }: WorldState): number[] {
  const order = Array.from(contacts.active.subarray(0, contacts.activeCount));
  for (let slot = 0; slot < bodies.slots; slot++) {
    if (bodies.flags[slot] === 0) continue;
    for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
      if ((edge & 1) === 0 && contacts.activeIndex[edge >> 1] < 0) order.push(edge >> 1);
    }
  }
  return order;
}

function compareContacts(comparison: Comparison, a: WorldState, b: WorldState): void {
  comparison
    .of('world', 0, 'the world')
    .number('activeContacts', a.contacts.activeCount, b.contacts.activeCount);
  const orderA = contactOrder(a);
  const orderB = contactOrder(b);
  const count = Math.max(orderA.length, orderB.length);
  for (let place = 0; place < count && !comparison.isFull; place++) {
    const iA = orderA[place] * CONTACT_INDEX_STRIDE;
    const iB = orderB[place] * CONTACT_INDEX_STRIDE;
    const { index: indexA, data: dataA } = a.contacts;
    const { index: indexB, data: dataB } = b.contacts;
    const { [iA + SHAPE_A]: shapeA, [iA + SHAPE_B]: shapeB } = place < orderA.length ? indexA : [];
    const { [iB + SHAPE_A]: otherA, [iB + SHAPE_B]: otherB } = place < orderB.length ? indexB : [];
    comparison.of('contact', place, `contact of shapes ${shapeA ?? otherA} and ${shapeB ?? otherB}`);
    comparison.number('shapeA', shapeA, otherA);
    comparison.number('shapeB', shapeB, otherB);
    // from the first index at which the orders differ, all contacts differ
    if (shapeA !== otherA || shapeB !== otherB) return;
    const dA = orderA[place] * CONTACT_STRIDE;
    const dB = orderB[place] * CONTACT_STRIDE;
    comparison.number('flags', indexA[iA + CONTACT_FLAGS], indexB[iB + CONTACT_FLAGS]);
    comparison.number('pointCount', indexA[iA + COUNT], indexB[iB + COUNT]);
    for (let point = 0; point < Math.min(indexA[iA + COUNT], indexB[iB + COUNT]); point++) {
      const o = POINT0 + point * POINT_STRIDE;
      comparison.number(`point[${point}].feature`, indexA[iA + ID0 + point], indexB[iB + ID0 + point]);
      for (const [field, at] of [
        ['normalImpulse', o + NORMAL_IMPULSE],
        ['tangentImpulse', o + TANGENT_IMPULSE],
      ] as const) {
        comparison.number(`point[${point}].${field}`, dataA[dA + at], dataB[dB + at]);
      }
    }
    for (const [field, at] of [
      ['rollingImpulse', ROLLING_IMPULSE],
      ['friction', FRICTION],
      ['restitution', RESTITUTION],
      ['tangentSpeed', TANGENT_SPEED],
      ['rollingResistance', ROLLING],
    ] as const) {
      comparison.number(field, dataA[dA + at], dataB[dB + at]);
    }
    if ((indexA[iA + CONTACT_FLAGS] & CONTACT_EMBEDDED) !== 0) {
      comparison.number('embeddedGap', dataA[dA + EMBEDDED_GAP], dataB[dB + EMBEDDED_GAP]);
    }
  }
}

/** Names of the numbers of a joint up to its reaction, in the order of `joint-layout.ts`. */
const jointFields = [
  'localAnchorA.x',
  'localAnchorA.y',
  'localAnchorB.x',
  'localAnchorB.y',
  'localAxisA.x',
  'localAxisA.y',
  'referenceAngle',
  'length',
  'hertz',
  'dampingRatio',
  'lower',
  'upper',
  'motorSpeed',
  'maximumForce',
  'maximumTorque',
  'breakForce',
  'breakTorque',
  'ratio',
  'extra[0]',
  'extra[1]',
  'impulse.x',
  'impulse.y',
  'angularImpulse',
  'springImpulse',
  'motorImpulse',
  'lowerImpulse',
  'upperImpulse',
  'angle',
];

function compareJoint(comparison: Comparison, a: WorldState, b: WorldState, slot: number): void {
  comparison.of('joint', slot, `joint ${slot}`);
  const isInA = Boolean(a.jointHandles[slot]);
  const isInB = Boolean(b.jointHandles[slot]);
  if (!isInA && !isInB) return;
  if (!isInA || !isInB) {
    comparison.number('present', isInA ? 1 : undefined, isInB ? 1 : undefined);
    return;
  }
  const i = slot * JOINT_INDEX_STRIDE;
  const j = slot * JOINT_STRIDE;
  comparison.number('kind', a.joints.index[i + JOINT_KIND], b.joints.index[i + JOINT_KIND]);
  comparison.number('bodyA', a.joints.index[i + JOINT_BODY_A], b.joints.index[i + JOINT_BODY_A]);
  comparison.number('bodyB', a.joints.index[i + JOINT_BODY_B], b.joints.index[i + JOINT_BODY_B]);
  comparison.number('flags', a.joints.index[i + JOINT_FLAGS], b.joints.index[i + JOINT_FLAGS]);
  comparison.number('active', a.joints.activeIndex[slot], b.joints.activeIndex[slot]);
  comparison.numbers(jointFields, a.joints.data, j, b.joints.data, j);
}
