import { LARGEST_INPUT } from './constants.js';
import type { Quaternion } from './types.js';
import { largestOf } from './vectors.js';

/** The error that this package throws for invalid input. It names the field, its value and what was expected. */
export class ClothError extends Error {
  /** Path of the field, as the caller writes it: `definition.columns`. */
  readonly field: string;
  /** The value that was refused. */
  readonly value: unknown;
  /** What would have been accepted. */
  readonly expected: string;

  constructor(field: string, value: unknown, expected: string) {
    super(`${field}: expected ${expected}, got ${describe(value)}`);
    this.name = 'ClothError';
    this.field = field;
    this.value = value;
    this.expected = expected;
  }
}

/** A value in a message: a list by its kind and length, an object by its kind and first fields, one inside another by its kind alone. */
function describe(value: unknown, isInside = false): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const kind = value.constructor?.name ?? 'Object';
  if ('length' in value) return `${kind} of length ${value.length}`;
  const fields = Object.entries(value).slice(0, 4);
  return isInside
    ? kind
    : `${kind} { ${fields.map(([name, field]) => `${name}: ${describe(field, true)}`).join(', ')} }`;
}

/** Refuses a value that is not a finite number within [low, high]. */
export function requireNumber(
  field: string,
  value: unknown,
  low: number,
  high: number = Number.MAX_VALUE,
): void {
  if (typeof value === 'number' && value >= low && value <= high) return;
  throw new ClothError(
    field,
    value,
    high === Number.MAX_VALUE ? `a number >= ${low}` : `a number in ${low}..${high}`,
  );
}

/** Refuses a value that is not an integer within [low, high]. */
export function requireInteger(field: string, value: unknown, low: number, high: number): void {
  if (Number.isInteger(value) && (value as number) >= low && (value as number) <= high) return;
  throw new ClothError(field, value, `an integer in ${low}..${high}`);
}

/** Refuses a value that is not a boolean. */
export function requireBoolean(field: string, value: unknown): void {
  if (typeof value !== 'boolean') throw new ClothError(field, value, 'true or false');
}

/** Refuses a value that is not a function. */
export function requireFunction(field: string, value: unknown): void {
  if (typeof value !== 'function') throw new ClothError(field, value, 'a function');
}

/** What is meant by names that other libraries have, where the name that the hint begins with is known. */
const translations: readonly (readonly [name: string, hint: string])[] = [
  ['pinned', 'pins'],
  ['timeStep', 'stepSeconds'],
  ['dt', 'stepSeconds'],
  ['stiffness', 'stretchCompliance, the inverse of a stiffness'],
  ['segments', 'columns and rows'],
  ['mass', 'density, or inverseMass'],
  ['positions', 'mesh: { positions, triangles }'],
  ['indices', 'mesh: { positions, triangles }'],
  ['indices', 'triangles'],
  ['vertices', 'positions'],
  ['kind', 'type'],
];

/** The known names, and which of them is meant by an unknown one: a translation, or the shortest that it leaves letters out of. */
function expectedField(name: string, known: readonly string[]): string {
  const list = `one of ${known.join(', ')}`;
  const isKnown = (hint: string): boolean => known.includes(/^\w*/.exec(hint)?.[0] ?? '');
  const meant =
    translations.find(([foreign, hint]) => foreign === name && isKnown(hint))?.[1] ??
    [...known].sort((a, b) => a.length - b.length).find((other) => abbreviates(name, other));
  return meant === undefined ? list : `${list} (did you mean ${meant}?)`;
}

/** Whether a name has only letters of another one, in their order, whatever their case: `cols` of `columns`. */
function abbreviates(name: string, other: string): boolean {
  const letters = name.toLowerCase();
  let k = 0;
  for (const letter of other.toLowerCase()) if (letter === letters[k]) k++;
  return letters.length >= 3 && k === letters.length;
}

/** Refuses a value that is not an object, or has unknown fields: a misspelt field would have no effect. */
export function requireFields(field: string, value: unknown, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ClothError(field, value, 'an object');
  for (const [name, content] of Object.entries(value))
    if (!known.includes(name)) throw new ClothError(`${field}.${name}`, content, expectedField(name, known));
}

/** Largest finite float32: a coordinate above it would be infinite once stored. */
export const MAX_FLOAT32 = 3.4028234663852886e38;

/** Refuses a value without three coordinates that are finite as float32. */
export function requireVector(field: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ClothError(field, value, '{ x, y, z }');
  for (const axis of ['x', 'y', 'z'] as const) {
    const coordinate = (value as Record<string, unknown>)[axis];
    if (typeof coordinate !== 'number' || !(coordinate >= -MAX_FLOAT32 && coordinate <= MAX_FLOAT32))
      throw new ClothError(`${field}.${axis}`, coordinate, 'a finite number');
  }
}

/** Refuses a value that is not a quaternion with a length above zero. */
export function requireRotation(field: string, rotation: Quaternion): void {
  requireVector(field, rotation);
  const { x, y, z, w } = rotation;
  requireNumber(`${field}.w`, w, -LARGEST_INPUT, LARGEST_INPUT);
  if (largestOf({ x, y, z }) === 0 && w === 0) throw new ClothError(field, rotation, 'a length above zero');
}
