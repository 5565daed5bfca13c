/** Checks joint definitions, except for the bodies that they name. */
import {
  InputError,
  requireBoolean,
  requireFinite,
  requireKnownFields,
  requireOneOf,
  type Vec2,
} from '@otedama/math2d';
import type { JointDefinition } from './joint-definitions.js';
import { type JointKind, jointKinds } from './joint-layout.js';
import type { SolverCapabilities } from './solver.js';
import {
  type Check,
  checkFields,
  join,
  requireAbove0,
  requireDefinition,
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
const notZero: Check = (field, value) => {
  if (requireMagnitude(field, value) === 0) throw new InputError(field, value, 'a number that is not 0');
};

/** Ratio of a gear, not 0, or of a pulley, > 0. */
export function requireRatio(field: string, kind: JointKind, value: number): void {
  if (kind === 'pulley') requireAbove0(field, value);
  else if (requireMagnitude(field, value) === 0) {
    throw new InputError(field, value, 'a number that is not 0');
  }
}

/** Check of each field, in whatever kind it occurs. */
const checks: Readonly<Record<string, Check>> = {
  collideConnected: requireBoolean,
  breakForce: requireAbove0,
  breakTorque: requireAbove0,
  localAnchor: requireMagnitude2,
  localAnchorA: requireMagnitude2,
  localAnchorB: requireMagnitude2,
  worldAnchor: requireMagnitude2,
  worldAnchorA: requireMagnitude2,
  worldAnchorB: requireMagnitude2,
  target: requireMagnitude2,
  hertz: requireNotBelow0,
  dampingRatio: requireNotBelow0,
  angularHertz: requireNotBelow0,
  angularDampingRatio: requireNotBelow0,
  lower: requireMagnitude,
  upper: requireMagnitude,
  length: requireNotBelow0,
  maximumLength: requireAbove0,
  enableLimit: requireBoolean,
  motorSpeed: requireMagnitude,
  enableMotor: requireBoolean,
  maximumMotorForce: requireNotBelow0,
  maximumMotorTorque: requireNotBelow0,
  maximumForce: requireNotBelow0,
  maximumTorque: requireNotBelow0,
  referenceAngle: requireFinite,
  springAngle: requireFinite,
  springTranslation: requireMagnitude,
  restAngle: requireFinite,
  localAxisA: requireAxis,
  linearOffset: requireMagnitude2,
  angularOffset: requireFinite,
  ratio: requireMagnitude,
  canGoSlack: requireBoolean,
  groundAnchorA: requireMagnitude2,
  groundAnchorB: requireMagnitude2,
  pitch: notZero,
  phase: requireFinite,
  grooveStart: requireMagnitude2,
  grooveEnd: requireMagnitude2,
};

const base = ['bodyA', 'bodyB', 'collideConnected', 'breakForce', 'breakTorque'];
const anchors = ['localAnchorA', 'localAnchorB', 'worldAnchor', 'worldAnchorA', 'worldAnchorB'];
const spring = ['hertz', 'dampingRatio'];
const limits = ['lower', 'upper', 'enableLimit'];
const linearMotor = ['motorSpeed', 'enableMotor', 'maximumMotorForce'];
const angularMotor = ['motorSpeed', 'enableMotor', 'maximumMotorTorque'];

/** Fields of each kind. */
const fields: Readonly<Record<JointKind, readonly string[]>> = {
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

/** Fields that are required, besides the bodies. */
const needed: Partial<Record<JointKind, readonly string[]>> = {
  pulley: ['groundAnchorA', 'groundAnchorB'],
  ratchet: ['pitch'],
  groove: ['grooveStart', 'grooveEnd'],
};

/** Kinds that join two bodies and cannot join a body to the world. */
const pairsOnly: readonly JointKind[] = ['gear', 'pulley', 'filter'];

/**
 * @param path path of the definition, for error messages
 * @throws InputError with the path of the invalid field, or with the feature that the solver does not support
 */
export function validateJoint(
  definition: JointDefinition<unknown>,
  path: string,
  capabilities: SolverCapabilities,
): void {
  requireDefinition(path, definition);
  const { kind } = definition;
  requireOneOf(join(path, 'kind'), kind, jointKinds);
  if (!capabilities.joints.includes(kind)) {
    const can = capabilities.joints.length > 0 ? capabilities.joints.join(', ') : 'none';
    throw new InputError(join(path, 'kind'), kind, `a joint the solver of this world can do: ${can}`);
  }
  requireKnownFields(definition, path, ['kind', ...fields[kind]]);
  const values = definition as unknown as Readonly<Record<string, never>>;
  for (const field of needed[kind] ?? []) {
    if (values[field] === undefined) throw new InputError(join(path, field), undefined, 'a value');
  }
  checkFields(definition, path, checks);
  const { lower, upper } = values as { lower?: number; upper?: number };
  if (lower !== undefined && upper !== undefined && lower > upper) {
    throw new InputError(join(path, 'lower'), lower, `at most the upper limit ${upper}`);
  }
  if ((kind === 'gear' || kind === 'pulley') && definition.ratio !== undefined) {
    requireRatio(join(path, 'ratio'), kind, definition.ratio);
  }
  if (kind === 'grab') {
    if (definition.hertz !== undefined) requireAbove0(join(path, 'hertz'), definition.hertz);
    if (definition.maximumForce !== undefined)
      requireAbove0(join(path, 'maximumForce'), definition.maximumForce);
  } else if (pairsOnly.includes(kind) && (definition.bodyA === null || definition.bodyA === undefined)) {
    throw new InputError(join(path, 'bodyA'), definition.bodyA, 'a body');
  }
}
