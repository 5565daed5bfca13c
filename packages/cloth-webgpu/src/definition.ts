/** Defaults and validation of a cloth's definition, and the start state that it describes. */

import { checkColliders } from './colliders.js';
import { LARGEST_INPUT, MAX_CELLS, MAX_SUBSTEPS, SMALLEST_INPUT } from './constants.js';
import { computeNormals } from './cpu/normals.js';
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
import { createMesh, type Mesh } from './mesh.js';
import type { ReactionsPart } from './reactions-part.js';
import { checkSelfCollision } from './self-collision.js';
import { areaOfParticle, type Sheet } from './sheet.js';
import type { TearingPart } from './tearing-part.js';
import type {
  ClothDefinition,
  ClothParameters,
  Collider,
  DistanceField,
  PinChoice,
  TriangleMesh,
  Vector3,
} from './types.js';
import { copyOfVector } from './vectors.js';

/** Default values of the parameters that can change while a cloth runs. */
export const defaultClothParameters: ClothParameters = Object.freeze({
  gravity: Object.freeze({ x: 0, y: -10, z: 0 }),
  wind: Object.freeze({ x: 0, y: 0, z: 0 }),
  substeps: 5,
  stretchCompliance: 1e-7,
  shearCompliance: 1e-7,
  bendCompliance: 0.5,
  damping: 0,
  drag: 0,
  airDensity: 0,
  tethers: false,
  thickness: 0.01,
  selfCollision: false,
  selfFriction: 0.3,
});

/** Fields of a definition that have no default. */
const optionalFields = ['shape', 'mesh', 'density', 'tearing', 'fields', 'reactions'] as const;

/** The default cloth: 51 x 51 particles of 1 kg, 2 m x 3 m, hanging by its two top corners. */
export const defaultClothDefinition: Required<
  Omit<ClothDefinition, 'shape' | 'mesh' | 'density' | 'tearing' | 'fields' | 'reactions'>
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
export interface ResolvedDefinition {
  /** What the user asked for. */
  readonly given: Sheet;
  /** The same as it is solved: links that can break where the cloth tears. */
  readonly sheet: Sheet;
  readonly parameters: ClothParameters;
  readonly stepSeconds: number;
  readonly normals: boolean;
  readonly measureInterval: number;
  readonly checkpointInterval: number;
  /** Start positions and inverse masses (0 where pinned), stride 4. */
  readonly position: Float32Array<ArrayBuffer>;
  /** Start velocities, stride 4, as in cpu/solver-state.ts. */
  readonly velocity: Float32Array<ArrayBuffer>;
  /** Inverse mass of each particle when it is not pinned, 1/kg. */
  readonly inverseMass: Float32Array<ArrayBuffer>;
  /** Ids of the pins, ascending, each once. */
  readonly pins: readonly number[];
  readonly colliders: readonly Collider[];
  /** The distance fields that colliders may use. */
  readonly fields: readonly DistanceField[];
}

/** Parameters whose range starts at 0, with their largest values. */
const mostOf = [
  ['damping', Number.MAX_VALUE],
  ['drag', Number.MAX_VALUE],
  ['airDensity', LARGEST_INPUT],
  ['thickness', LARGEST_INPUT],
  ['selfFriction', 10],
] as const;

/** Refuses parameters out of range; `field` names the object in the message. */
export function checkParameters(parameters: Partial<ClothParameters>, field: string): void {
  const { gravity, wind, substeps, tethers } = parameters;
  if (gravity !== undefined) requireVector(`${field}.gravity`, gravity);
  if (wind !== undefined) requireVector(`${field}.wind`, wind);
  if (substeps !== undefined) requireInteger(`${field}.substeps`, substeps, 1, MAX_SUBSTEPS);
  for (const name of ['stretchCompliance', 'shearCompliance', 'bendCompliance'] as const) {
    const compliance = parameters[name];
    if (compliance !== undefined && compliance !== Number.POSITIVE_INFINITY)
      requireNumber(`${field}.${name}`, compliance, 0);
  }
  for (const [name, most] of mostOf)
    if (parameters[name] !== undefined) requireNumber(`${field}.${name}`, parameters[name], 0, most);
  if (tethers !== undefined && typeof tethers !== 'boolean' && !(Number.isFinite(tethers) && tethers >= 1))
    throw new ClothError(`${field}.tethers`, tethers, 'true, false or a number >= 1');
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
  const ofMesh =
    given.mesh === undefined ? {} : { pins: 'none' as const, shearCompliance: Number.POSITIVE_INFINITY };
  const merged = { ...defaultClothDefinition, ...ofMesh, ...given };
  requireInteger('definition.columns', merged.columns, 0, MAX_CELLS);
  requireInteger('definition.rows', merged.rows, 0, MAX_CELLS);
  requireNumber('definition.width', merged.width, Number.MIN_VALUE, LARGEST_INPUT);
  requireNumber('definition.height', merged.height, Number.MIN_VALUE, LARGEST_INPUT);
  requireNumber('definition.stepSeconds', merged.stepSeconds, 1e-9, 1e9);
  requireNumber('definition.ripple', merged.ripple, 0, 1);
  requireInteger('definition.measureInterval', merged.measureInterval, 0, 1e9);
  requireInteger('definition.checkpointInterval', merged.checkpointInterval, 0, 1e9);
  requireBoolean('definition.normals', merged.normals);
  if (merged.shape !== undefined) requireFunction('definition.shape', merged.shape);
  requireVector('definition.center', merged.center);
  checkParameters(merged, 'definition');
  const fields = given.fields ?? fieldsOf(merged.colliders);
  checkFields(
    given.fields === undefined ? 'the fields of definition.colliders' : 'definition.fields',
    fields,
  );
  checkColliders('definition.colliders', merged.colliders, fields);

  const sheet =
    given.mesh === undefined
      ? createGrid(merged.columns, merged.rows, merged.width, merged.height)
      : createMeshAlone(given.mesh, given);
  checkSelfCollision(merged, sheet, 'definition');
  checkMeshParameters(merged, sheet, 'definition');
  const part = given.tearing as TearingPart | undefined;
  if (part !== undefined) requireFunction('definition.tearing.weave', part?.weave);
  const reactions = given.reactions as ReactionsPart | undefined;
  if (reactions !== undefined) requireFunction('definition.reactions.weave', reactions?.weave);
  const inverseMass =
    given.density === undefined ? inverseMasses(sheet, merged.inverseMass) : inverseMassesOf(sheet, given);
  const pins = choosePins(sheet, merged.pins);
  const position = startPositions(sheet, merged);
  const velocity = startVelocities(sheet, merged.velocity);
  for (let id = 0; id < sheet.particleCount; id++)
    position[4 * id + 3] = velocity[4 * id + 3] = inverseMass[id];
  for (const id of pins) position[4 * id + 3] = velocity[4 * id + 3] = 0;
  for (let id = 0; id < sheet.particleCount; id++)
    if (velocity[4 * id + 3] === 0) velocity.set(position.subarray(4 * id, 4 * id + 3), 4 * id);
  const solved = part?.weave(sheet, merged) ?? sheet;
  return {
    ...merged,
    fields,
    given: sheet,
    sheet: reactions?.weave(solved, inverseMass) ?? solved,
    parameters: mergeParameters(defaultClothParameters, merged),
    position,
    velocity,
    inverseMass,
    pins,
  };
}

/** Refuses a shear compliance for a mesh, which has no diagonals; `field` names the object in the message. */
export function checkMeshParameters(
  { shearCompliance = Number.POSITIVE_INFINITY }: Partial<ClothParameters>,
  sheet: Sheet,
  field: string,
): void {
  if (sheet.isMesh && shearCompliance !== Number.POSITIVE_INFINITY)
    throw new ClothError(
      `${field}.shearCompliance`,
      shearCompliance,
      'nothing, or Infinity: a mesh has edges, with stretchCompliance, and no diagonals',
    );
}

/** Refuses a value that is not the id of a particle of the sheet. */
export function requireParticle(field: string, particle: unknown, sheet: Sheet): void {
  requireInteger(field, particle, 0, sheet.particleCount - 1);
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
function createMeshAlone(mesh: TriangleMesh, definition: ClothDefinition): Mesh {
  for (const name of ['columns', 'rows', 'width', 'height'] as const)
    if (definition[name] !== undefined)
      throw new ClothError(`definition.${name}`, definition[name], 'nothing beside definition.mesh');
  return createMesh(mesh);
}

/** Inverse masses from the mass per square metre. */
function inverseMassesOf(sheet: Sheet, { density, inverseMass }: ClothDefinition): Float32Array<ArrayBuffer> {
  requireNumber('definition.density', density, SMALLEST_INPUT, LARGEST_INPUT);
  if (inverseMass !== undefined)
    throw new ClothError('definition.inverseMass', inverseMass, 'nothing beside definition.density');
  return Float32Array.from({ length: sheet.particleCount }, (_, id) => {
    const value = 1 / ((density as number) * areaOfParticle(sheet, id));
    // a chain has no faces, so the value is infinite
    requireNumber(
      'the inverse mass that definition.density gives a particle',
      value,
      SMALLEST_INPUT,
      LARGEST_INPUT,
    );
    return value;
  });
}

function inverseMasses(sheet: Sheet, given: number | ArrayLike<number>): Float32Array<ArrayBuffer> {
  const result = new Float32Array(sheet.particleCount);
  const check = (field: string, value: number) => requireNumber(field, value, 0, LARGEST_INPUT);
  if (typeof given === 'number') {
    check('definition.inverseMass', given);
    return result.fill(given);
  }
  if (given?.length !== sheet.particleCount)
    throw new ClothError(
      'definition.inverseMass.length',
      given?.length,
      `${sheet.particleCount} (one a particle)`,
    );
  for (let id = 0; id < sheet.particleCount; id++) {
    check(`definition.inverseMass[${id}]`, given[id]);
    result[id] = given[id];
  }
  return result;
}

function choosePins(sheet: Sheet, choice: PinChoice): readonly number[] {
  if (choice === 'none') return [];
  if (sheet.isMesh && typeof choice === 'string')
    throw new ClothError('definition.pins', choice, "'none' or a list of particle ids: a mesh has no top");
  if (!sheet.isMesh && choice === 'topCorners') return sheet.columns === 0 ? [0] : [0, sheet.columns];
  if (!sheet.isMesh && choice === 'topEdge')
    return Array.from({ length: sheet.countX }, (_, column) => column);
  if (!Array.isArray(choice))
    throw new ClothError(
      'definition.pins',
      choice,
      "'topCorners', 'topEdge', 'none' or a list of particle ids",
    );
  choice.forEach((id, index) => {
    requireParticle(`definition.pins[${index}]`, id, sheet);
  });
  return [...new Set<number>(choice)].sort((a, b) => a - b);
}

function startPositions(
  sheet: Sheet,
  { center, shape, ripple }: { center: Vector3; shape?: ClothDefinition['shape']; ripple: number },
): Float32Array<ArrayBuffer> {
  const position = new Float32Array(4 * sheet.particleCount);
  if (sheet.isMesh) {
    placeVertices(sheet, { center, shape, ripple }, position);
    return position;
  }
  const amplitude =
    ripple * (sheet.rows === 0 || sheet.columns === 0 ? 0 : Math.min(sheet.spacingX, sheet.spacingY));
  for (let row = 0, id = 0; row < sheet.countY; row++) {
    for (let column = 0; column < sheet.countX; column++, id++) {
      if (shape !== undefined) {
        const point = shape(column, row);
        requireVector(`definition.shape(${column}, ${row})`, point);
        position.set([point.x, point.y, point.z], 4 * id);
      } else {
        position[4 * id] = center.x + (column - sheet.columns / 2) * sheet.spacingX;
        position[4 * id + 1] = center.y + (sheet.rows / 2 - row) * sheet.spacingY;
        position[4 * id + 2] = center.z + amplitude * unevenness(id);
      }
    }
  }
  return position;
}

function placeVertices(
  mesh: Mesh,
  { center, shape, ripple }: { center: Vector3; shape?: ClothDefinition['shape']; ripple: number },
  position: Float32Array,
): void {
  const { particleCount, positions, meanEdge } = mesh;
  for (let id = 0; id < particleCount; id++) {
    const point = shape?.(id, 0);
    if (shape !== undefined) requireVector(`definition.shape(${id})`, point);
    position[4 * id] = point?.x ?? center.x + positions[3 * id];
    position[4 * id + 1] = point?.y ?? center.y + positions[3 * id + 1];
    position[4 * id + 2] = point?.z ?? center.z + positions[3 * id + 2];
  }
  if (shape !== undefined) return;
  const normals = new Float32Array(position.length);
  computeNormals(position, mesh.triangles, normals);
  for (let o = 0; o < position.length; o += 4) {
    const out = ripple * meanEdge * unevenness(o / 4);
    for (let axis = 0; axis < 3; axis++) position[o + axis] += out * normals[o + axis];
  }
}

function startVelocities(
  sheet: Sheet,
  given: NonNullable<ClothDefinition['velocity']>,
): Float32Array<ArrayBuffer> {
  const velocity = new Float32Array(4 * sheet.particleCount);
  const [countX, countY] = sheet.isMesh ? [sheet.particleCount, 1] : [sheet.countX, sheet.countY];
  for (let row = 0, id = 0; row < countY; row++) {
    for (let column = 0; column < countX; column++, id++) {
      const value = typeof given === 'function' ? given(column, row) : given;
      requireVector('definition.velocity', value);
      velocity.set([value.x, value.y, value.z], 4 * id);
    }
  }
  return velocity;
}

/** Returns a pseudo-random number in -1..1, a fixed function of the id (the finalizer of MurmurHash3). */
function unevenness(id: number): number {
  let bits = Math.imul(id + 1, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  bits ^= bits >>> 16;
  return (bits >>> 0) / 0x7fffffff - 1;
}
