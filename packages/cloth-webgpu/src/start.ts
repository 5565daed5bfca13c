/** The start state that a definition describes: masses, pins, positions and velocities. */

import { LARGEST_INPUT, SMALLEST_INPUT } from './constants.js';
import { computeNormals } from './cpu/normals.js';
import { ClothError, requireInteger, requireNumber, requireVector } from './errors.js';
import type { Sheet } from './sheet.js';
import type { ClothDefinition, PinChoice, Vector3 } from './types.js';

/** The start state of a cloth; arrays have stride 4. */
export interface Start {
  /** Positions and inverse masses (0 where pinned). */
  readonly position: Float32Array<ArrayBuffer>;
  /** Velocities, as in cpu/solver-state.ts. */
  readonly velocity: Float32Array<ArrayBuffer>;
  /** Inverse mass of each particle when it is not pinned, 1/kg. */
  readonly inverseMass: Float32Array<ArrayBuffer>;
  /** Ids of the pins, ascending, each once. */
  readonly pins: readonly number[];
}

/** The fields of a definition that a start state is made from. */
type StartDefinition = Required<
  Pick<ClothDefinition, 'center' | 'velocity' | 'ripple' | 'inverseMass' | 'pins'>
> &
  Pick<ClothDefinition, 'shape' | 'density'>;

/** Builds the start state. `fixed` are pins besides those of the definition. Throws a `ClothError` naming the field. */
export function createStart(sheet: Sheet, definition: StartDefinition, fixed: readonly number[] = []): Start {
  const { density, inverseMass: given } = definition;
  const inverseMass =
    density === undefined
      ? Float32Array.from(perParticle('definition.inverseMass', given, sheet, 0))
      : inverseMassesOf(sheet, density);
  const pins = inOrder([...choosePins(sheet, definition.pins), ...fixed]);
  const position = startPositions(sheet, definition);
  const velocity = startVelocities(sheet, definition.velocity);
  for (let id = 0; id < sheet.particleCount; id++)
    position[4 * id + 3] = velocity[4 * id + 3] = inverseMass[id];
  for (const id of pins) position[4 * id + 3] = velocity[4 * id + 3] = 0;
  for (let id = 0; id < sheet.particleCount; id++)
    if (velocity[4 * id + 3] === 0) velocity.set(position.subarray(4 * id, 4 * id + 3), 4 * id);
  return { position, velocity, inverseMass, pins };
}

/** Refuses a value that is not the id of a particle of the sheet. */
export function requireParticle(field: string, particle: unknown, sheet: Sheet): void {
  requireInteger(field, particle, 0, sheet.particleCount - 1);
}

/** Inverse masses from the mass per square metre. */
function inverseMassesOf(sheet: Sheet, density: number | ArrayLike<number>): Float32Array<ArrayBuffer> {
  const densities = perParticle('definition.density', density, sheet, SMALLEST_INPUT);
  return Float32Array.from(densities, (each, id) => {
    const value = 1 / (each * sheet.areas[id]);
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

/** A number for all particles, or a list with one for each, as a list; each is in `least`..1e30. */
function perParticle(
  field: string,
  given: number | ArrayLike<number>,
  { particleCount }: Sheet,
  least: number,
): Float64Array {
  const result = new Float64Array(particleCount);
  const check = (name: string, value: number) => requireNumber(name, value, least, LARGEST_INPUT);
  if (typeof given === 'number') {
    check(field, given);
    return result.fill(given);
  }
  if (given?.length !== particleCount)
    throw new ClothError(`${field}.length`, given?.length, `${particleCount} (one a particle)`);
  for (let id = 0; id < particleCount; id++) {
    check(`${field}[${id}]`, given[id]);
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
  return choice;
}

/** Ascending, each once. */
const inOrder = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

/** Calls `visit` for each particle, with what `shape` and `velocity` are called with: column and row, or in a mesh the id and 0. */
function forEachPlace(sheet: Sheet, visit: (id: number, column: number, row: number) => void): void {
  const countX = sheet.isMesh ? sheet.particleCount : sheet.countX;
  for (let id = 0; id < sheet.particleCount; id++) visit(id, id % countX, Math.floor(id / countX));
}

function startPositions(sheet: Sheet, { center, shape, ripple }: StartDefinition): Float32Array<ArrayBuffer> {
  const position = new Float32Array(4 * sheet.particleCount);
  if (shape !== undefined)
    forEachPlace(sheet, (id, column, row) => {
      const point = shape(column, row);
      requireVector(`definition.shape(${column}, ${row})`, point);
      position.set([point.x, point.y, point.z], 4 * id);
    });
  else if (sheet.isMesh) {
    const { positions, meanEdge } = sheet;
    for (let id = 0; id < sheet.particleCount; id++)
      position.set(
        [center.x + positions[3 * id], center.y + positions[3 * id + 1], center.z + positions[3 * id + 2]],
        4 * id,
      );
    const normals = new Float32Array(position.length);
    computeNormals(position, sheet.triangles, normals);
    for (let o = 0; o < position.length; o += 4) {
      const out = ripple * meanEdge * unevenness(o / 4);
      for (let axis = 0; axis < 3; axis++) position[o + axis] += out * normals[o + axis];
    }
  } else {
    const { columns, rows, spacingX, spacingY } = sheet;
    const amplitude = ripple * (rows === 0 || columns === 0 ? 0 : Math.min(spacingX, spacingY));
    forEachPlace(sheet, (id, column, row) => {
      position[4 * id] = center.x + (column - columns / 2) * spacingX;
      position[4 * id + 1] = center.y + (rows / 2 - row) * spacingY;
      position[4 * id + 2] = center.z + amplitude * unevenness(id);
    });
  }
  return position;
}

function startVelocities(
  sheet: Sheet,
  given: Vector3 | ((column: number, row: number) => Vector3),
): Float32Array<ArrayBuffer> {
  const velocity = new Float32Array(4 * sheet.particleCount);
  forEachPlace(sheet, (id, column, row) => {
    const value = typeof given === 'function' ? given(column, row) : given;
    requireVector('definition.velocity', value);
    velocity.set([value.x, value.y, value.z], 4 * id);
  });
  return velocity;
}

/** Returns a pseudo-random number in -1..1, a fixed function of the id (the finalizer of MurmurHash3). */
export function unevenness(id: number): number {
  let bits = Math.imul(id + 1, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  bits ^= bits >>> 16;
  return (bits >>> 0) / 0x7fffffff - 1;
}
