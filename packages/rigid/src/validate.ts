/**
 * Checks of definitions. They all run before anything is changed. Every error is an `InputError` with the path of the field, its
 * value and what is expected.
 */

import { type Shape, validateShape } from '@otedama/collision';
import {
  fieldPath,
  InputError,
  requireBoolean,
  requireFinite,
  requireFiniteVec2,
  requireInRange,
  requireInteger,
  requireKnownFields,
  requireNonNegative,
  requireOneOf,
  requirePositive,
  requireRecord,
  type Vec2,
} from '@otedama/math2d';
import { combineRules } from './combine.js';
import { MAXIMUM_MAGNITUDE, MAXIMUM_TIME_STEP } from './constants.js';
import type { BodyDefinition, BodyType, Filter, Material, ShapeDefinition } from './definitions.js';
import { geometryFields } from './geometry-fields.js';
import { bodyTypes, featureFields } from './lifecycle.js';
import type { SolverCapabilities } from './solver.js';

/** Check of a field: throws an `InputError` for an invalid value. */
export type Check = (field: string, value: never) => unknown;

/** 32 bits, as an unsigned number or as the signed result of bit operators. */
const bits: Check = (field, value) => requireInteger(field, value, -0x80000000, 0xffffffff);
const combineRule: Check = (field, value) => requireOneOf(field, value, combineRules);

const bodyChecks: Readonly<Record<Exclude<keyof BodyDefinition, 'shapes'>, Check>> = {
  type: (field, value) => requireOneOf(field, value, bodyTypes),
  position: requireMagnitude2,
  angle: requireMagnitude,
  linearVelocity: requireMagnitude2,
  angularVelocity: requireMagnitude,
  mass: requireMass,
  gravityScale: requireMagnitude,
  linearDamping: requireNotBelow0,
  angularDamping: requireNotBelow0,
  fixedRotation: requireBoolean,
  lockX: requireBoolean,
  lockY: requireBoolean,
  bullet: requireBoolean,
  allowFastRotation: requireBoolean,
  allowSleep: requireBoolean,
  awake: requireBoolean,
  enabled: requireBoolean,
  name: requireString,
  color: requireColor,
  userData: () => {},
};

/** Checks of the fields of a material. */
const materialChecks: Readonly<Record<keyof Material, Check>> = {
  density: requireNotBelow0,
  friction: requireNotBelow0,
  restitution: (field, value) => requireInRange(field, value, 0, 1),
  tangentSpeed: requireMagnitude,
  rollingResistance: requireNotBelow0,
  frictionCombine: combineRule,
  restitutionCombine: combineRule,
};

/** Names of all fields of a `Material`. */
export const materialFields: readonly (keyof Material)[] = Object.keys(materialChecks) as (keyof Material)[];

const shapeChecks: Readonly<Record<string, Check>> = {
  sensor: requireBoolean,
  contactEvents: requireBoolean,
  hitEvents: requireBoolean,
  preSolveEvents: requireBoolean,
  filter: (field, value) => validateFilter(value, field),
  userData: () => {},
};

const filterChecks: Readonly<Record<keyof Filter, Check>> = {
  category: bits,
  mask: bits,
  group: (field, value) => requireInteger(field, value, -0x80000000, 0x7fffffff),
};

/** Names of the fields of a body, of the kinds of shapes, and of the fields of a shape that do not describe its geometry. */
const bodyFields: readonly string[] = [...Object.keys(bodyChecks), 'shapes'];
const shapeKinds: readonly string[] = Object.keys(geometryFields);
const shapeFields: readonly string[] = ['kind', ...materialFields, ...Object.keys(shapeChecks)];

/**
 * Checks a body with its shapes.
 * @param path prefix of the fields, '' for none
 */
export function validateBody(
  definition: BodyDefinition,
  path: string,
  capabilities: SolverCapabilities,
): void {
  requireKnownFields(definition, path, bodyFields);
  checkFields(definition, path, bodyChecks);
  const { shapes } = definition;
  if (shapes === undefined) return;
  if (!Array.isArray(shapes)) throw new InputError(fieldPath(path, 'shapes'), shapes, 'an array of shapes');
  shapes.forEach((shape, k) => {
    validateShapeDefinition(shape, fieldPath(path, `shapes[${k}]`), capabilities, definition.type);
  });
}

/**
 * Checks a shape of a body: geometry, material, filter, and the features that the solver must support.
 * @param type the type of its body
 */
export function validateShapeDefinition(
  definition: ShapeDefinition,
  path: string,
  capabilities: SolverCapabilities,
  type: BodyType = 'dynamic',
): void {
  // before the fields that are missing: `{ kind: 'circle', r: 1 }` means its radius
  requireKnownShapeFields(definition, path);
  validateShape(definition, path);
  for (const field of geometryFields[definition.kind])
    requireLengths(fieldPath(path, field), (definition as never)[field]);
  validateMaterial(definition, path, capabilities);
  checkFields(definition, path, shapeChecks);
  // ground that forgot its type would fall, with all that lies on it
  if (definition.kind === 'halfSpace' && type === 'dynamic' && !definition.sensor)
    throw new InputError(fieldPath(path, 'kind'), definition.kind, 'a body that is static or kinematic');
}

/** Refuses fields that no shape of its kind has. Those of materials are no mistake, even where only the geometry counts. */
export function requireKnownShapeFields(shape: Shape, path: string): void {
  requireRecord(path || 'shape', shape);
  const { kind } = shape;
  if (kind !== undefined) requireOneOf(fieldPath(path, 'kind'), kind, shapeKinds);
  requireKnownFields(shape, path, [...shapeFields, ...(geometryFields[kind] ?? [])]);
}

/** Checks what the segments of a chain, or the parts of a concave outline, have in common: everything except their geometry. */
export function validateSurface(definition: object, own: readonly string[]): void {
  requireKnownFields(definition, '', [...own, ...shapeFields.filter((field) => field !== 'kind')]);
  checkFields(definition, '', materialChecks);
  checkFields(definition, '', shapeChecks);
}

/** Checks that a number, or each one in a point or a list of points, is within +-1e12. */
function requireLengths(field: string, value: unknown): void {
  if (typeof value === 'number') requireMagnitude(field, value);
  else if (Array.isArray(value)) {
    for (let k = 0; k < value.length; k++) requireLengths(`${field}[${k}]`, value[k]);
  } else if (value !== undefined) requireMagnitude2(field, value);
}

/** Checks the given material fields, also against the features of the solver. */
export function validateMaterial(material: Material, path: string, capabilities: SolverCapabilities): void {
  checkFields(material, path, materialChecks);
  for (const field of featureFields) {
    if (material[field] !== undefined && material[field] !== 0 && !capabilities[field]) {
      throw new InputError(fieldPath(path, field), material[field], '0, since the solver cannot do it');
    }
  }
}

export function validateFilter(filter: Filter, path: string): void {
  requireKnownFields(filter, path, Object.keys(filterChecks));
  checkFields(filter, path, filterChecks);
}

/** Checks the given fields, in the order of the checks. */
export function checkFields(record: object, path: string, checks: Readonly<Record<string, Check>>): void {
  const values = record as Readonly<Record<string, never>>;
  // this runs for every body that is created, so it allocates nothing
  for (const field in checks)
    if (values[field] !== undefined) checks[field](fieldPath(path, field), values[field]);
}

/** A finite number within +-1e12. */
export function requireMagnitude(field: string, value: unknown): number {
  return requireInRange(field, requireFinite(field, value as number), -MAXIMUM_MAGNITUDE, MAXIMUM_MAGNITUDE);
}

/** A vector of numbers within +-1e12. */
export function requireMagnitude2(field: string, value: unknown): { readonly x: number; readonly y: number } {
  const vector = requireFiniteVec2(field, value as Vec2);
  requireMagnitude(`${field}.x`, vector.x);
  requireMagnitude(`${field}.y`, vector.y);
  return vector;
}

/** A number >= 0, at most 1e12. */
export function requireNotBelow0(field: string, value: unknown): number {
  return requireNonNegative(field, requireMagnitude(field, value));
}

/** A number > 0, at most 1e12. */
export function requireAbove0(field: string, value: unknown): number {
  return requirePositive(field, requireMagnitude(field, value));
}

/** The length of a step: in (0, 1] s. A longer one is most likely in milliseconds, and the error says so. */
export function requireTimeStep(field: string, value: unknown): number {
  const number = requireFinite(field, value as number);
  if (number > 0 && number <= MAXIMUM_TIME_STEP) return number;
  const hint = number > 0 ? ` (this looks like milliseconds: ${number} ms are ${number / 1000} s)` : '';
  throw new InputError(field, value, `seconds, > 0 and at most ${MAXIMUM_TIME_STEP}${hint}`);
}

/** A mass: in [1e-12, 1e12] kg, so that its inverse is in range too. */
export function requireMass(field: string, value: unknown): number {
  if (value === 0) throw new InputError(field, value, "a number > 0, or type 'static'");
  return requireInRange(field, value as number, 1 / MAXIMUM_MAGNITUDE, MAXIMUM_MAGNITUDE);
}

/** A function. */
export function requireFunction(field: string, value: unknown): void {
  if (typeof value !== 'function') throw new InputError(field, value, 'a function');
}

/** A text. */
export function requireString(field: string, value: unknown): void {
  if (typeof value !== 'string') throw new InputError(field, value, 'a string');
}

/** Red, green and blue in [0, 1]. */
export function requireColor(field: string, value: unknown): void {
  if (!Array.isArray(value) || value.length !== 3) {
    throw new InputError(field, value, 'an array of red, green, blue, each in [0, 1]');
  }
  for (let k = 0; k < 3; k++) requireInRange(`${field}[${k}]`, value[k], 0, 1);
}
