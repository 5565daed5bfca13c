/**
 * Checks of definitions, all made before anything is changed. Every error is an `InputError` that names the path of the field, its
 * value and what is expected.
 */

import { validateShape } from '@otedama/collision';
import {
  InputError,
  requireFinite,
  requireFiniteVec2,
  requireInRange,
  requireInteger,
  requireNonNegative,
  type Vec2,
} from '@otedama/math2d';
import { combineRules } from './combine.js';
import { MAXIMUM_MAGNITUDE } from './constants.js';
import type { BodyDefinition, Filter, Material, ShapeDefinition } from './definitions.js';
import { bodyTypes } from './lifecycle.js';
import type { SolverCapabilities } from './solver.js';

const bodyFields: readonly (keyof BodyDefinition)[] = [
  'type',
  'position',
  'angle',
  'linearVelocity',
  'angularVelocity',
  'mass',
  'gravityScale',
  'linearDamping',
  'angularDamping',
  'fixedRotation',
  'lockX',
  'lockY',
  'bullet',
  'allowFastRotation',
  'allowSleep',
  'awake',
  'enabled',
  'name',
  'color',
  'userData',
  'shapes',
];

/** Fields of a material. */
export const materialFields: readonly (keyof Material)[] = [
  'density',
  'friction',
  'restitution',
  'tangentSpeed',
  'rollingResistance',
  'frictionCombine',
  'restitutionCombine',
];

const geometryFields: Readonly<Record<string, readonly string[]>> = {
  circle: ['center', 'radius'],
  capsule: ['point1', 'point2', 'radius'],
  polygon: ['vertices', 'radius'],
  segment: ['point1', 'point2'],
  halfSpace: ['position', 'normal'],
  chainSegment: ['ghost1', 'point1', 'point2', 'ghost2'],
};

const shapeFields = [
  'kind',
  ...materialFields,
  'sensor',
  'filter',
  'contactEvents',
  'hitEvents',
  'preSolveEvents',
  'userData',
];

/** A path of the form `shapes[2].radius` or, without a prefix, `radius`. */
export function join(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}

/** Checks a body with its shapes. @param path prefix of the fields, '' for none */
export function validateBody(
  definition: BodyDefinition,
  path: string,
  capabilities: SolverCapabilities,
): void {
  requireRecord(path === '' ? 'definition' : path, definition);
  requireKnownFields(definition, path, bodyFields);
  const { type, shapes, color } = definition;
  if (type !== undefined) requireOneOf(join(path, 'type'), type, bodyTypes);
  if (definition.position !== undefined) requireMagnitude2(join(path, 'position'), definition.position);
  if (definition.angle !== undefined) requireMagnitude(join(path, 'angle'), definition.angle);
  if (definition.linearVelocity !== undefined) {
    requireMagnitude2(join(path, 'linearVelocity'), definition.linearVelocity);
  }
  if (definition.angularVelocity !== undefined) {
    requireMagnitude(join(path, 'angularVelocity'), definition.angularVelocity);
  }
  if (definition.mass !== undefined) requireMass(join(path, 'mass'), definition.mass);
  if (definition.gravityScale !== undefined)
    requireMagnitude(join(path, 'gravityScale'), definition.gravityScale);
  if (definition.linearDamping !== undefined) {
    requireNonNegative(join(path, 'linearDamping'), definition.linearDamping);
  }
  if (definition.angularDamping !== undefined) {
    requireNonNegative(join(path, 'angularDamping'), definition.angularDamping);
  }
  for (const field of [
    'fixedRotation',
    'lockX',
    'lockY',
    'bullet',
    'allowFastRotation',
    'allowSleep',
    'awake',
    'enabled',
  ] as const) {
    if (definition[field] !== undefined) requireBoolean(join(path, field), definition[field]);
  }
  if (definition.name !== undefined && typeof definition.name !== 'string') {
    throw new InputError(join(path, 'name'), definition.name, 'a string');
  }
  if (color !== undefined) {
    if (!Array.isArray(color) || color.length !== 3) {
      throw new InputError(join(path, 'color'), color, 'an array of red, green, blue, each in [0, 1]');
    }
    for (let k = 0; k < 3; k++) requireInRange(join(path, `color[${k}]`), color[k], 0, 1);
  }
  if (shapes !== undefined) {
    if (!Array.isArray(shapes)) throw new InputError(join(path, 'shapes'), shapes, 'an array of shapes');
    shapes.forEach((shape, k) => {
      validateShapeDefinition(shape, join(path, `shapes[${k}]`), capabilities);
    });
  }
}

/** Checks a shape of a body: geometry, material, filter, and what the solver can do. */
export function validateShapeDefinition(
  definition: ShapeDefinition,
  path: string,
  capabilities: SolverCapabilities,
): void {
  requireRecord(path === '' ? 'definition' : path, definition);
  validateShape(definition, path);
  requireKnownFields(definition, path, [...shapeFields, ...(geometryFields[definition.kind] ?? [])]);
  validateMaterial(definition, path, capabilities);
  for (const field of ['sensor', 'contactEvents', 'hitEvents', 'preSolveEvents'] as const) {
    if (definition[field] !== undefined) requireBoolean(join(path, field), definition[field]);
  }
  if (definition.filter !== undefined) validateFilter(definition.filter, join(path, 'filter'));
}

/** Checks the material fields that are given, also against what the solver can do. */
export function validateMaterial(material: Material, path: string, capabilities: SolverCapabilities): void {
  const { density, friction, restitution, tangentSpeed, rollingResistance } = material;
  if (density !== undefined) requireDensity(join(path, 'density'), density);
  if (friction !== undefined) requireNonNegative(join(path, 'friction'), friction);
  if (restitution !== undefined) requireInRange(join(path, 'restitution'), restitution, 0, 1);
  if (tangentSpeed !== undefined) requireMagnitude(join(path, 'tangentSpeed'), tangentSpeed);
  if (rollingResistance !== undefined) requireNonNegative(join(path, 'rollingResistance'), rollingResistance);
  if (material.frictionCombine !== undefined) {
    requireOneOf(join(path, 'frictionCombine'), material.frictionCombine, combineRules);
  }
  if (material.restitutionCombine !== undefined) {
    requireOneOf(join(path, 'restitutionCombine'), material.restitutionCombine, combineRules);
  }
  for (const field of ['friction', 'restitution', 'tangentSpeed', 'rollingResistance'] as const) {
    if (material[field] !== undefined && material[field] !== 0 && !capabilities[field]) {
      throw new InputError(
        join(path, field),
        material[field],
        '0, since the solver of this world cannot do it',
      );
    }
  }
}

export function validateFilter(filter: Filter, path: string): void {
  requireRecord(path, filter);
  requireKnownFields(filter, path, ['category', 'mask', 'group']);
  if (filter.category !== undefined) requireInteger(join(path, 'category'), filter.category, 0, 0xffffffff);
  if (filter.mask !== undefined) requireInteger(join(path, 'mask'), filter.mask, 0, 0xffffffff);
  if (filter.group !== undefined) {
    requireInteger(join(path, 'group'), filter.group, -0x80000000, 0x7fffffff);
  }
}

/** A finite number within +-1e12. */
export function requireMagnitude(field: string, value: unknown): number {
  const number = requireFinite(field, value as number);
  if (Math.abs(number) > MAXIMUM_MAGNITUDE) {
    throw new InputError(field, value, `a number in [-${MAXIMUM_MAGNITUDE}, ${MAXIMUM_MAGNITUDE}]`);
  }
  return number;
}

/** A vector of numbers within +-1e12. */
export function requireMagnitude2(field: string, value: unknown): { readonly x: number; readonly y: number } {
  const vector = requireFiniteVec2(field, value as Vec2);
  requireMagnitude(`${field}.x`, vector.x);
  requireMagnitude(`${field}.y`, vector.y);
  return vector;
}

/** A number > 0, at most 1e12. */
export function requireAbove0(field: string, value: unknown): number {
  const number = requireMagnitude(field, value);
  if (!(number > 0)) throw new InputError(field, value, 'a finite number > 0');
  return number;
}

/** A mass: in [1e-12, 1e12] kg, so that its inverse is in range too. */
export function requireMass(field: string, value: unknown): number {
  return requireInRange(field, value as number, 1 / MAXIMUM_MAGNITUDE, MAXIMUM_MAGNITUDE);
}

function requireDensity(field: string, value: unknown): void {
  requireNonNegative(field, value as number);
  requireMagnitude(field, value);
}

export function requireBoolean(field: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new InputError(field, value, 'true or false');
  return value;
}

export function requireOneOf(field: string, value: unknown, choices: readonly string[]): void {
  if (typeof value !== 'string' || !choices.includes(value)) {
    throw new InputError(field, value, `one of ${choices.join(', ')}`);
  }
}

export function requireRecord(field: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(field, value, 'an object');
  }
}

/** Refuses misspelt fields, which would otherwise be silently ignored. */
export function requireKnownFields(record: object, path: string, known: readonly string[]): void {
  for (const field of Object.keys(record)) {
    if (!known.includes(field)) {
      throw new InputError(
        join(path, field),
        (record as Record<string, unknown>)[field],
        'no field of this name',
      );
    }
  }
}
