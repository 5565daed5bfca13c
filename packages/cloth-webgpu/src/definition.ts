/** Defaults and validation of a cloth's definition. */

import { checkColliders } from './colliders.js';
import { LARGEST_INPUT, MAX_CELLS, MAX_SUBSTEPS, MOST_STRAIN } from './constants.js';
import { checkFields } from './distance-field.js';
import {
  ClothError,
  requireBoolean,
  requireFields,
  requireFunction,
  requireInteger,
  requireNumber,
  requireVector,
} from './errors.js';
import { createGrid } from './grid.js';
import type { MotionLimitsPart } from './limits-part.js';
import { createMesh, type Mesh } from './mesh.js';
import type { PressurePart } from './pressure-part.js';
import type { ReactionsPart } from './reactions-part.js';
import { checkSelfCollision } from './self-collision.js';
import type { Sheet } from './sheet.js';
import { createStart, type Start } from './start.js';
import type { TearingPart } from './tearing-part.js';
import type {
  ClothDefinition,
  ClothParameters,
  Collider,
  DistanceField,
  TriangleMesh,
  Vector3,
} from './types.js';
import { copyOfVector } from './vectors.js';

/** A compliance without constraints, and a limit that is none. */
const none: number = Number.POSITIVE_INFINITY;

/** Default values of the parameters that can change while a cloth runs. */
export const defaultClothParameters: ClothParameters = Object.freeze({
  gravity: Object.freeze({ x: 0, y: -10, z: 0 }),
  wind: Object.freeze({ x: 0, y: 0, z: 0 }),
  substeps: 5,
  stretchCompliance: 1e-7,
  columnCompliance: 'auto',
  shearCompliance: 1e-7,
  bendCompliance: 0.5,
  bendStiffness: 0,
  strainLimit: none,
  columnStrainLimit: 'auto',
  shearStrainLimit: none,
  damping: 0,
  drag: 0,
  airDensity: 0,
  tethers: 'auto',
  thickness: 0.01,
  selfCollision: false,
  selfFriction: 0.3,
  sleeping: true,
});

/** Fields of a definition that have no default. */
const optionalFields = [
  'shape',
  'mesh',
  'density',
  'tearing',
  'fields',
  'reactions',
  'limits',
  'pressure',
] as const;

/** The default cloth: 51 x 51 particles of 1 kg, 2 m x 3 m, hanging by its two top corners. */
export const defaultClothDefinition: Required<
  Omit<
    ClothDefinition,
    'shape' | 'mesh' | 'density' | 'tearing' | 'fields' | 'reactions' | 'limits' | 'pressure'
  >
> = Object.freeze({
  ...defaultClothParameters,
  columns: 50,
  rows: 50,
  width: 2,
  height: 3,
  center: Object.freeze({ x: 0, y: 0, z: 0 }),
  velocity: Object.freeze({ x: 0, y: 0, z: 0 }),
  ripple: 1e-4,
  inverseMass: 1,
  pins: 'topCorners' as const,
  colliders: Object.freeze([]),
  stepSeconds: 1 / 60,
  normals: true,
  measureInterval: 6,
  checkpointInterval: 30,
});

/** A checked definition with its start state. */
export interface ResolvedDefinition extends Start {
  /** What the user asked for. */
  readonly given: Sheet;
  /** The same as it is solved: links that can break where the cloth tears. */
  readonly sheet: Sheet;
  readonly parameters: ClothParameters;
  readonly stepSeconds: number;
  readonly normals: boolean;
  readonly measureInterval: number;
  readonly checkpointInterval: number;
  readonly colliders: readonly Collider[];
  /** The distance fields that colliders may use. */
  readonly fields: readonly DistanceField[];
}

/** Number of parameters, at the start of the list, that may also be Infinity. */
const UNLIMITED = 7;
/** Parameters whose range starts at 0, with their largest values. */
const mostOf = [
  ['stretchCompliance', Number.MAX_VALUE],
  ['columnCompliance', Number.MAX_VALUE],
  ['shearCompliance', Number.MAX_VALUE],
  ['bendCompliance', Number.MAX_VALUE],
  ['strainLimit', MOST_STRAIN],
  ['columnStrainLimit', MOST_STRAIN],
  ['shearStrainLimit', MOST_STRAIN],
  ['damping', Number.MAX_VALUE],
  ['drag', Number.MAX_VALUE],
  ['airDensity', LARGEST_INPUT],
  ['bendStiffness', LARGEST_INPUT],
  ['thickness', LARGEST_INPUT],
  ['selfFriction', 10],
] as const;

/** Refuses parameters that are out of range, or that the sheet does not have; `field` names the object in the message. */
export function checkParameters(parameters: Partial<ClothParameters>, sheet: Sheet, field: string): void {
  const { gravity, wind, substeps, tethers } = parameters;
  if (gravity !== undefined) requireVector(`${field}.gravity`, gravity);
  if (wind !== undefined) requireVector(`${field}.wind`, wind);
  if (substeps !== undefined) requireInteger(`${field}.substeps`, substeps, 1, MAX_SUBSTEPS);
  mostOf.forEach(([name, most], k) => {
    const value = parameters[name];
    const isWord = (name === 'columnCompliance' || name === 'columnStrainLimit') && value === 'auto';
    if (value !== undefined && !isWord && (k >= UNLIMITED || value !== none))
      requireNumber(`${field}.${name}`, value, 0, most);
  });
  if (parameters.sleeping !== undefined) requireBoolean(`${field}.sleeping`, parameters.sleeping);
  const isChoice = tethers === undefined || tethers === 'auto' || typeof tethers === 'boolean';
  if (!isChoice && !(Number.isFinite(tethers) && tethers >= 1))
    throw new ClothError(`${field}.tethers`, tethers, "true, false, 'auto' or a number >= 1");
  checkSelfCollision(parameters, sheet, field);
  checkConstraints(parameters, sheet, field);
}

/** Refuses parameters of constraints that the sheet does not have: a mesh has no diagonals, and a cloth bends by hinges or by links. */
function checkConstraints(
  {
    columnCompliance = 'auto',
    shearCompliance = none,
    bendCompliance = none,
    bendStiffness = 0,
    strainLimit = none,
    columnStrainLimit = 'auto',
    shearStrainLimit = none,
  }: Partial<ClothParameters>,
  { isMesh, isHinged, isLimited }: Sheet,
  field: string,
): void {
  for (const [name, value] of Object.entries({ columnCompliance, columnStrainLimit }))
    if (isMesh && value !== 'auto')
      throw new ClothError(`${field}.${name}`, value, "'auto': a mesh has no columns");
  for (const [name, value] of Object.entries({ shearCompliance, shearStrainLimit }))
    if (isMesh && value !== none)
      throw new ClothError(`${field}.${name}`, value, 'Infinity: a mesh has no diagonals');
  if (isHinged && bendCompliance !== none)
    throw new ClothError(`${field}.bendCompliance`, bendCompliance, 'Infinity beside bendStiffness');
  if (!isHinged && bendStiffness > 0)
    throw new ClothError(`${field}.bendStiffness`, bendStiffness, '0 in a cloth made without it');
  for (const [name, value] of Object.entries({ strainLimit, columnStrainLimit }))
    if (!isLimited && value !== none && value !== 'auto')
      throw new ClothError(`${field}.${name}`, value, 'Infinity in a cloth made without it');
}

/** Whether two parameters have the same value. */
export function isSameParameter(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  const [from, to] = [a as Vector3, b as Vector3];
  return from.x === to.x && from.y === to.y && from.z === to.z;
}

/** Returns `base` with the given fields of `change`. */
export function mergeParameters(base: ClothParameters, change: Partial<ClothParameters>): ClothParameters {
  const names = Object.keys(base) as (keyof ClothParameters)[];
  const entries = names.map((name) => [name, change[name] ?? base[name]]);
  const merged = Object.fromEntries(entries) as unknown as ClothParameters;
  return Object.freeze({
    ...merged,
    gravity: copyOfVector(merged.gravity),
    wind: copyOfVector(merged.wind),
  });
}

/** Checks a definition and builds its start state. Throws a `ClothError` naming the field. */
export function resolveDefinition(definition: ClothDefinition): ResolvedDefinition {
  requireFields('definition', definition, [...Object.keys(defaultClothDefinition), ...optionalFields]);
  const given = withoutUndefined(definition);
  const isHinged = typeof given.bendStiffness === 'number' && given.bendStiffness > 0;
  const isLimited = [given.strainLimit ?? none, given.columnStrainLimit ?? 'auto'].some(
    (limit) => limit !== none && limit !== 'auto',
  );
  const merged = {
    ...defaultClothDefinition,
    ...(given.mesh && { pins: 'none' as const, shearCompliance: none }),
    ...(isHinged && { bendCompliance: none }),
    ...(given.tearing && { tethers: false }),
    ...given,
  };
  for (const name of ['columns', 'rows'] as const)
    requireInteger(`definition.${name}`, merged[name], 0, MAX_CELLS);
  for (const name of ['width', 'height'] as const)
    requireNumber(`definition.${name}`, merged[name], Number.MIN_VALUE, LARGEST_INPUT);
  requireNumber('definition.stepSeconds', merged.stepSeconds, 1e-9, 1);
  requireNumber('definition.ripple', merged.ripple, 0, 1);
  for (const name of ['measureInterval', 'checkpointInterval'] as const)
    requireInteger(`definition.${name}`, merged[name], 0, 1e9);
  requireBoolean('definition.normals', merged.normals);
  if (merged.shape !== undefined) requireFunction('definition.shape', merged.shape);
  requireVector('definition.center', merged.center);
  const fields = given.fields ?? fieldsOf(merged.colliders);
  checkFields(
    given.fields === undefined ? 'the fields of definition.colliders' : 'definition.fields',
    fields,
  );
  checkColliders('definition.colliders', merged.colliders, fields);

  const sheet =
    given.mesh === undefined
      ? createGrid(merged.columns, merged.rows, merged.width, merged.height, isHinged, isLimited)
      : createMeshAlone(given.mesh, given, isHinged, isLimited);
  checkParameters(merged, sheet, 'definition');
  const tearing = given.tearing as TearingPart | undefined;
  if (tearing !== undefined && !tearing?.weave)
    throw new ClothError('definition.tearing', tearing, 'tearing()');
  const gas = given.pressure as PressurePart | undefined;
  if (gas !== undefined && !gas?.weave) throw new ClothError('definition.pressure', gas, 'pressure()');
  if (gas !== undefined && tearing !== undefined)
    throw new ClothError('definition.pressure', gas, 'nothing beside definition.tearing: a torn mesh leaks');
  const reactions = given.reactions as ReactionsPart | undefined;
  if (reactions !== undefined && !reactions?.weave)
    throw new ClothError('definition.reactions', reactions, 'colliderReactions()');
  if (given.density !== undefined && given.inverseMass !== undefined)
    throw new ClothError('definition.inverseMass', given.inverseMass, 'nothing beside definition.density');
  const limits = given.limits as MotionLimitsPart | undefined;
  if (limits !== undefined && !limits?.weave)
    throw new ClothError('definition.limits', limits, 'motionLimits()');
  const start = createStart(sheet, merged, limits?.fixed(sheet));
  const solved = tearing?.weave(sheet, merged) ?? gas?.weave(sheet) ?? sheet;
  const felt = reactions?.weave(solved, start.inverseMass) ?? solved;
  return {
    ...merged,
    ...start,
    fields,
    given: sheet,
    sheet: limits?.weave(felt, start.position) ?? felt,
    parameters: mergeParameters(defaultClothParameters, merged),
  };
}

/** The distance fields that colliders use, each once. */
function fieldsOf(colliders: unknown): readonly DistanceField[] {
  if (!Array.isArray(colliders)) return [];
  const used = colliders.filter((collider) => collider?.type === 'field').map(({ field }) => field);
  return [...new Set<DistanceField>(used)];
}

function withoutUndefined(definition: ClothDefinition): ClothDefinition {
  return Object.fromEntries(Object.entries(definition).filter(([, value]) => value !== undefined));
}

/** Creates the mesh. Refuses the fields of a grid beside it. */
function createMeshAlone(
  mesh: TriangleMesh,
  definition: ClothDefinition,
  isHinged: boolean,
  isLimited: boolean,
): Mesh {
  for (const name of ['columns', 'rows', 'width', 'height'] as const)
    if (definition[name] !== undefined)
      throw new ClothError(`definition.${name}`, definition[name], 'nothing beside definition.mesh');
  return createMesh(mesh, isHinged, isLimited);
}
