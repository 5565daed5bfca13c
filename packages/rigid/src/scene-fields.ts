/** Fields as plain data in a scene. `addField` creates any kind; the function of a single kind loads less code. */
import { fieldPath, InputError, requireRecord } from '@otedama/math2d';
import type { BareWorld } from './bare-world.js';
import { addBuoyancy, type BuoyancyDefinition, validateBuoyancy } from './buoyancy.js';
import type { Field } from './field.js';

import { addWind, validateWind, type WindDefinition } from './wind.js';

/** Any field. */
export type FieldDefinition = BuoyancyDefinition | WindDefinition;

/** Adds a field of any kind to a world. Throws an `InputError` for invalid members. */
export function addField(
  world: BareWorld,
  definition: FieldDefinition,
): Field<BuoyancyDefinition> | Field<WindDefinition> {
  validateFieldDefinition(definition, '');
  return definition.kind === 'buoyancy' ? addBuoyancy(world, definition) : addWind(world, definition);
}

/**
 * Checks a field of a scene.
 * @param path prefix of the fields, '' for none
 */
export function validateFieldDefinition(definition: FieldDefinition, path: string): void {
  requireRecord(path, definition);
  if (definition.kind === 'buoyancy') validateBuoyancy(definition, path);
  else if (definition.kind === 'wind') validateWind(definition, path);
  else {
    const { kind } = definition as { kind: unknown };
    throw new InputError(fieldPath(path, 'kind'), kind, 'buoyancy or wind');
  }
}
