/**
 * Errors for bad input. A public function checks its numbers before it changes anything. The error names the field, the value given and
 * the values accepted.
 */
import type { Transform } from './transform.js';
import type { Vec2 } from './vec2.js';

/** Text of a value for a message: short, on one line. */
function describe(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'function') return `the function ${value.name}`.trim();
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    return (value as object).constructor.name; // it refers to itself, as a mesh does to its scene
  }
  if (text === undefined) return String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** Thrown for an input value that cannot be used. Nothing has been changed by then. */
export class InputError extends Error {
  /** Identifies the error where `instanceof` does not work: across realms, in logs. */
  override readonly name = 'InputError';
  /** Path of the field, such as `bodies[3].shapes[0].radius`. */
  readonly field: string;
  /** The value that was given. */
  readonly value: unknown;
  /** Description of the accepted values, such as `a finite number > 0`. */
  readonly expected: string;

  constructor(field: string, value: unknown, expected: string) {
    super(`${field}: expected ${expected}, got ${describe(value)}`);
    this.field = field;
    this.value = value;
    this.expected = expected;
  }
}

const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && value - value === 0;

/**
 * Rejects what is no finite number: NaN, infinities, text, undefined.
 * @param field name or path of the value, which begins the message
 * @returns `value`
 * @throws InputError unless it is a finite number
 */
export function requireFinite(field: string, value: number): number {
  if (!isFiniteNumber(value)) throw new InputError(field, value, 'a finite number');
  return value;
}

/**
 * Rejects 0, negative numbers and what is no finite number: for lengths, masses, durations.
 * @param field name or path of the value, which begins the message
 * @returns `value`
 * @throws InputError unless it is a finite number above 0
 */
export function requirePositive(field: string, value: number): number {
  if (!isFiniteNumber(value) || value <= 0) throw new InputError(field, value, 'a finite number > 0');
  return value;
}

/**
 * Rejects negative numbers and what is no finite number.
 * @param field name or path of the value, which begins the message
 * @returns `value`
 * @throws InputError unless it is a finite number, 0 or more
 */
export function requireNonNegative(field: string, value: number): number {
  if (!isFiniteNumber(value) || value < 0) throw new InputError(field, value, 'a finite number >= 0');
  return value;
}

/**
 * Rejects numbers outside of an interval, and what is no finite number.
 * @param field name or path of the value, which begins the message
 * @returns `value`
 * @throws InputError unless it is a number from `minimum` to `maximum`, ends included
 */
export function requireInRange(field: string, value: number, minimum: number, maximum: number): number {
  if (!isFiniteNumber(value) || value < minimum || value > maximum) {
    throw new InputError(field, value, `a number from ${minimum} to ${maximum}`);
  }
  return value;
}

/**
 * Rejects fractions, numbers outside of an interval, and what is no finite number: for counts and indices.
 * @param field name or path of the value, which begins the message
 * @returns `value`
 * @throws InputError unless it is a whole number from `minimum` to `maximum`, ends included
 */
export function requireInteger(field: string, value: number, minimum: number, maximum: number): number {
  if (!isFiniteNumber(value) || Math.floor(value) !== value || value < minimum || value > maximum) {
    throw new InputError(field, value, `a whole number from ${minimum} to ${maximum}`);
  }
  return value;
}

/**
 * Rejects what is no vector, and vectors with a component that is not finite; the error names the component.
 * @param field name or path of the value, which begins the message
 * @returns `value`
 * @throws InputError unless it is a vector of two finite numbers
 */
export function requireFiniteVec2(field: string, value: Vec2): Vec2 {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InputError(field, value, 'a vector { x, y }');
  requireFinite(`${field}.x`, value.x);
  requireFinite(`${field}.y`, value.y);
  return value;
}

/**
 * Rejects what is no list of points, and points with a component that is not finite; the error names the component.
 * @param field name or path of the list, which begins the message
 * @throws InputError unless it is an array of vectors of finite numbers
 */
export function requirePoints(field: string, points: readonly Vec2[]): void {
  if (!Array.isArray(points)) throw new InputError(field, points, 'a list of points');
  for (let k = 0; k < points.length; k++) requireFiniteVec2(`${field}[${k}]`, points[k]);
}

/**
 * Rejects what is no transform, such as a position without a rotation. It does not check that c and s are of one angle.
 * @param field name or path of the value, which begins the message
 * @returns `value`
 * @throws InputError unless it is a transform of four finite numbers
 */
export function requireTransform(field: string, value: Transform): Transform {
  if (typeof value === 'object' && value !== null) {
    const { x, y, c, s } = value;
    if (isFiniteNumber(x) && isFiniteNumber(y) && isFiniteNumber(c) && isFiniteNumber(s)) return value;
  }
  throw new InputError(field, value, 'a transform { x, y, c, s }, as transform.create(x, y, angle) makes');
}

/**
 * Rejects what is neither true nor false, such as 1, 'yes', or a function that forgot its `return`.
 * @param field name or path of the value, which begins the message
 * @returns `value`
 * @throws InputError unless it is true or false
 */
export function requireBoolean(field: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new InputError(field, value, 'true or false');
  return value;
}

/**
 * Rejects a text that is not in a list; the error lists the choices, and tells which is meant where `requireKnownFields` does so.
 * @param field name or path of the value, which begins the message
 * @throws InputError unless it is one of the choices
 */
export function requireOneOf(field: string, value: unknown, choices: readonly string[]): void {
  if (typeof value !== 'string' || !choices.includes(value)) {
    throw new InputError(field, value, expectedName(String(value), choices));
  }
}

/** Path of a field in an object at `path`, such as `shapes[2].radius`; without a path ('') it is the name of the field. */
export function fieldPath(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}

/**
 * Rejects what is no object: `createSoftStep(4)`, where `{ substeps: 4 }` is meant, would be ignored silently.
 * @param path what the object is called in the message; `definition` if it is empty
 * @throws InputError for a value that is not an object, and for an array
 */
export function requireRecord(path: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(path || 'definition', value, 'an object');
  }
}

/** What is expected in place of an unknown name, of a field or a choice: any of the known ones. */
export let expectedName = (_name: string, known: readonly string[]): string =>
  known.length > 0 ? `one of ${known.join(', ')}` : 'nothing';

/** Lets the errors for unknown names tell more than the list of the known ones. */
export function expectNames(expected: typeof expectedName): void {
  expectedName = expected;
}

/**
 * Rejects unknown fields. Without this check, a misspelt field would be ignored silently. The error tells which field is meant, if anything
 * on the page has called `refuseUnknownProperties`, as `createWorld` of @otedama/rigid does: that loads the search for it.
 * @param path prefix of the field in the message, such as `shapes[0]`; empty for none
 * @throws InputError for a field that is not among the known ones, and as `requireRecord` does
 */
export function requireKnownFields(record: object, path: string, known: readonly string[]): void {
  requireRecord(path, record);
  for (const name of Object.keys(record)) {
    if (known.includes(name)) continue;
    throw new InputError(fieldPath(path, name), (record as never)[name], expectedName(name, known));
  }
}
