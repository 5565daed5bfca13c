/** Checks joint definitions, except for the bodies that they name. */
import { fieldPath, InputError, requireKnownFields, requireOneOf, requireRecord } from '@otedama/math2d';
import type { JointDefinition } from './joint-definitions.js';
import { fieldsOfKind, jointFields, requireNotZero } from './joint-fields.js';
import { type JointKind, jointKinds } from './joint-layout.js';
import type { SolverCapabilities } from './solver.js';
import { requireAbove0 } from './validate.js';

/** Ratio of a gear, not 0, or of a pulley, > 0. */
export function requireRatio(field: string, kind: JointKind, value: number): void {
  if (kind === 'pulley') requireAbove0(field, value);
  else requireNotZero(field, value);
}

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
  requireRecord(path, definition);
  const { kind } = definition;
  // what has no kind may have it under another name
  if (kind === undefined)
    requireKnownFields(definition, path, [...new Set(['kind', ...Object.values(fieldsOfKind).flat()])]);
  requireOneOf(fieldPath(path, 'kind'), kind, jointKinds);
  if (!capabilities.joints.includes(kind)) {
    const can = capabilities.joints.length > 0 ? capabilities.joints.join(', ') : 'none';
    throw new InputError(fieldPath(path, 'kind'), kind, `a joint the solver of this world can do: ${can}`);
  }
  requireKnownFields(definition, path, ['kind', ...fieldsOfKind[kind]]);
  const values = definition as unknown as Readonly<Record<string, never>>;
  for (const field of needed[kind] ?? []) {
    if (values[field] === undefined) throw new InputError(fieldPath(path, field), undefined, 'a value');
  }
  for (const [field, [check]] of Object.entries(jointFields)) {
    if (values[field] !== undefined) check(fieldPath(path, field), values[field]);
  }
  const { lower, upper } = values as { lower?: number; upper?: number };
  if (lower !== undefined && upper !== undefined && lower > upper) {
    throw new InputError(fieldPath(path, 'lower'), lower, `at most the upper limit ${upper}`);
  }
  if ((kind === 'gear' || kind === 'pulley') && definition.ratio !== undefined) {
    requireRatio(fieldPath(path, 'ratio'), kind, definition.ratio);
  }
  if (kind === 'grab') {
    if (definition.hertz !== undefined) requireAbove0(fieldPath(path, 'hertz'), definition.hertz);
    if (definition.maximumForce !== undefined)
      requireAbove0(fieldPath(path, 'maximumForce'), definition.maximumForce);
  } else if (pairsOnly.includes(kind) && (definition.bodyA === null || definition.bodyA === undefined)) {
    throw new InputError(fieldPath(path, 'bodyA'), definition.bodyA, 'a body');
  }
}
