/**
 * The fields of joint definitions: which kind has which, how each is checked, and where the record of a joint keeps it. Validation
 * (`joint-validation.ts`), records (`joint-record.ts`) and definitions made from records (`joint-reading.ts`) all follow these tables.
 */
import { InputError, requireBoolean, requireFinite, type Vec2 } from '@otedama/math2d';
import {
  ANCHOR_AX,
  ANCHOR_BX,
  AXIS_X,
  BREAK_FORCE,
  BREAK_TORQUE,
  DAMPING_RATIO,
  EXTRA0,
  EXTRA1,
  HERTZ,
  type JointKind,
  jointKinds,
  LENGTH,
  LOWER,
  MAXIMUM_FORCE,
  MAXIMUM_TORQUE,
  MOTOR_SPEED,
  RATIO,
  REFERENCE_ANGLE,
  UPPER,
} from './joint-layout.js';
import {
  type Check,
  requireAbove0,
  requireMagnitude,
  requireMagnitude2,
  requireNotBelow0,
} from './validate.js';

/** Least length of an axis, m: the square of a shorter one has lost digits or is 0. */
const LEAST_AXIS = 1e-100;

/** An axis: a vector that is long enough to have a direction. */
export function requireAxis(field: string, value: Vec2): Vec2 {
  const { x, y } = requireMagnitude2(field, value);
  if (Math.max(Math.abs(x), Math.abs(y)) < LEAST_AXIS) {
    throw new InputError(field, value, `a vector longer than ${LEAST_AXIS}`);
  }
  return value;
}

/** A number other than 0. */
export function requireNotZero(field: string, value: number): void {
  if (requireMagnitude(field, value) === 0) throw new InputError(field, value, 'a number that is not 0');
}

const base = ['bodyA', 'bodyB', 'collideConnected', 'breakForce', 'breakTorque'];
const anchors = ['localAnchorA', 'localAnchorB', 'worldAnchor', 'worldAnchorA', 'worldAnchorB'];
const spring = ['hertz', 'dampingRatio'];
const limits = ['lower', 'upper', 'enableLimit'];
const linearMotor = ['motorSpeed', 'enableMotor', 'maximumMotorForce'];
const angularMotor = ['motorSpeed', 'enableMotor', 'maximumMotorTorque'];

/** Fields of each kind. */
export const fieldsOfKind: Readonly<Record<JointKind, readonly string[]>> = {
  grab: ['body', 'localAnchor', 'target', ...spring, 'maximumForce'],
  distance: [...base, ...anchors, ...spring, ...limits, ...linearMotor, 'length'],
  rope: [...base, ...anchors, 'maximumLength'],
  revolute: [...base, ...anchors, ...spring, ...limits, ...angularMotor, 'referenceAngle', 'springAngle'],
  prismatic: [
    ...base,
    ...anchors,
    ...spring,
    ...limits,
    ...linearMotor,
    'localAxisA',
    'referenceAngle',
    'springTranslation',
  ],
  weld: [...base, ...anchors, ...spring, 'referenceAngle', 'angularHertz', 'angularDampingRatio'],
  wheel: [...base, ...anchors, ...spring, ...limits, ...angularMotor, 'localAxisA'],
  motor: [...base, ...anchors, ...spring, 'linearOffset', 'angularOffset', 'maximumForce', 'maximumTorque'],
  gear: [...base, 'ratio', 'maximumTorque'],
  pulley: [...base, ...anchors, 'groundAnchorA', 'groundAnchorB', 'ratio', 'canGoSlack'],
  ratchet: [...base, 'pitch', 'phase', 'maximumTorque'],
  groove: [...base, 'grooveStart', 'grooveEnd', 'localAnchorB'],
  rotarySpring: [...base, ...spring, 'restAngle'],
  rotaryLimit: [...base, ...limits],
  friction: [...base, ...anchors, 'maximumForce', 'maximumTorque'],
  filter: base,
};

/** The kinds that have one of some fields. */
export function kindsWith(...fields: readonly string[]): readonly JointKind[] {
  return jointKinds.filter((kind) => fields.some((field) => fieldsOfKind[kind].includes(field)));
}

/** By field, in whatever kind it occurs: its check, and the place of its number, or of the first of two, in the record. */
export const jointFields: Readonly<Record<string, readonly [check: Check, place?: number]>> = {
  collideConnected: [requireBoolean],
  breakForce: [requireAbove0, BREAK_FORCE],
  breakTorque: [requireAbove0, BREAK_TORQUE],
  localAnchor: [requireMagnitude2, ANCHOR_BX],
  localAnchorA: [requireMagnitude2, ANCHOR_AX],
  localAnchorB: [requireMagnitude2, ANCHOR_BX],
  worldAnchor: [requireMagnitude2],
  worldAnchorA: [requireMagnitude2],
  worldAnchorB: [requireMagnitude2],
  target: [requireMagnitude2, ANCHOR_AX],
  hertz: [requireNotBelow0, HERTZ],
  dampingRatio: [requireNotBelow0, DAMPING_RATIO],
  angularHertz: [requireNotBelow0, EXTRA0],
  angularDampingRatio: [requireNotBelow0, EXTRA1],
  lower: [requireMagnitude, LOWER],
  upper: [requireMagnitude, UPPER],
  length: [requireNotBelow0, LENGTH],
  maximumLength: [requireAbove0, UPPER],
  enableLimit: [requireBoolean],
  motorSpeed: [requireMagnitude, MOTOR_SPEED],
  enableMotor: [requireBoolean],
  maximumMotorForce: [requireNotBelow0, MAXIMUM_FORCE],
  maximumMotorTorque: [requireNotBelow0, MAXIMUM_TORQUE],
  maximumForce: [requireNotBelow0, MAXIMUM_FORCE],
  maximumTorque: [requireNotBelow0, MAXIMUM_TORQUE],
  referenceAngle: [requireFinite, REFERENCE_ANGLE],
  springAngle: [requireFinite, EXTRA0],
  springTranslation: [requireMagnitude, EXTRA0],
  restAngle: [requireFinite, REFERENCE_ANGLE],
  localAxisA: [requireAxis, AXIS_X],
  linearOffset: [requireMagnitude2, EXTRA0],
  angularOffset: [requireFinite, LENGTH],
  ratio: [requireMagnitude, RATIO],
  canGoSlack: [requireBoolean],
  groundAnchorA: [requireMagnitude2, AXIS_X],
  groundAnchorB: [requireMagnitude2, EXTRA0],
  pitch: [requireNotZero, LENGTH],
  phase: [requireFinite, REFERENCE_ANGLE],
  grooveStart: [requireMagnitude2, ANCHOR_AX],
  grooveEnd: [requireMagnitude2, EXTRA0],
};

/** Whether the value of a field is a point or vector. */
export function isVector(field: string): boolean {
  const [check] = jointFields[field];
  return check === requireMagnitude2 || check === requireAxis;
}
