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

/** Refuses a value that is not an object, or has unknown fields: a misspelt field would have no effect. */
export function requireFields(field: string, value: unknown, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ClothError(field, value, 'an object');
  for (const [name, content] of Object.entries(value))
    if (!known.includes(name))
      throw new ClothError(`${field}.${name}`, content, `one of ${known.join(', ')}`);
}

/** Largest finite float32: a coordinate above it would be infinite once stored. */
export const MAX_FLOAT32 = 3.4028234663852886e38;

/** Refuses a value without three coordinates that are finite as float32. */
export function requireVector(field: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw new ClothError(field, value, '{ x, y, z }');
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
