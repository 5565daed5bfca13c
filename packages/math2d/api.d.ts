// Public surface of @otedama/math2d. Written by `pnpm api`; not a module.

// ── @otedama/math2d ──

export interface Aabb {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}
export interface AabbRayHit {
  fraction: number;
  point: Vec2;
  normal: Vec2;
}
export const HALF_PI: number;
export class Hash {
  private first;
  private second;
  private length;
  reset(): this;
  addInteger(value: number): this;
  addNumber(value: number): this;
  addNumbers(values: ArrayLike<number>, start?: number, end?: number): this;
  addIntegers(values: ArrayLike<number>, start?: number, end?: number): this;
  digest(): string;
}
export class InputError extends Error {
  readonly name = "InputError";
  readonly field: string;
  readonly value: unknown;
  readonly expected: string;
  constructor(field: string, value: unknown, expected: string);
}
export interface Mat2 {
  m00: number;
  m01: number;
  m10: number;
  m11: number;
}
export const PI: number;
export interface PolarDecomposition {
  angle: number;
  rotation: Rotation;
  stretch: Mat2;
}
export interface Random {
  next(): number;
  uniform(minimum: number, maximum: number): number;
  integer(n: number): number;
  save(): [number, number, number, number];
  restore(state: readonly [number, number, number, number]): void;
}
export interface Rotation {
  c: number;
  s: number;
}
export interface SegmentDistance {
  fraction1: number;
  fraction2: number;
  point1: Vec2;
  point2: Vec2;
  distanceSquared: number;
}
export interface SinCos {
  sin: number;
  cos: number;
}
export const TWO_PI: number;
export interface Transform {
  x: number;
  y: number;
  c: number;
  s: number;
}
export interface Vec2 {
  x: number;
  y: number;
}
export namespace aabb {
  export { Aabb }
  export { AabbRayHit }
  export function center(a: Aabb): Vec2;
  export function contains(a: Aabb, b: Aabb): boolean;
  export function containsPoint(a: Aabb, p: Vec2): boolean;
  export function create(minX: number, minY: number, maxX: number, maxY: number): Aabb;
  export function expand(a: Aabb, margin: number): Aabb;
  export function extents(a: Aabb): Vec2;
  export function fromPoints(points: readonly Vec2[]): Aabb;
  export function isValid(a: Aabb): boolean;
  export function overlaps(a: Aabb, b: Aabb): boolean;
  export function perimeter(a: Aabb): number;
  export function rayCast(a: Aabb, origin: Vec2, translation: Vec2): AabbRayHit | null;
  export function union(a: Aabb, b: Aabb): Aabb;
}
export function atan(x: number): number;
export function atan2(y: number, x: number): number;
export function clamp(value: number, minimum: number, maximum: number): number;
export function cos(angle: number): number;
export function createRandom(seed: number): Random;
export function fieldPath(path: string, field: string): string;
export function followAngle(angles: Float64Array, place: number, direction: Float64Array): void;
export namespace mat2 {
  export { Mat2 }
  export { PolarDecomposition }
  export function add(a: Mat2, b: Mat2): Mat2;
  export function apply(a: Mat2, v: Vec2): Vec2;
  export function create(m00: number, m01: number, m10: number, m11: number): Mat2;
  export function determinant(a: Mat2): number;
  export function identity(): Mat2;
  export function inverse(a: Mat2): Mat2 | null;
  export function multiply(a: Mat2, b: Mat2): Mat2;
  export function outerProduct(p: Vec2, q: Vec2): Mat2;
  export function polarDecomposition(a: Mat2, previousAngle?: number): PolarDecomposition;
  export function polarDecompositionByRoot(a: Mat2, root?: (a: Mat2) => Mat2 | null): {
    rotation: Mat2;
    stretch: Mat2;
  } | null;
  export function rotationAngle(a: Mat2, previousAngle?: number): number;
  export function scale(a: Mat2, factor: number): Mat2;
  export function squareRoot(a: Mat2): Mat2 | null;
  export function squareRootByDiagonalization(a: Mat2): Mat2 | null;
  export function trace(a: Mat2): number;
  export function transpose(a: Mat2): Mat2;
}
export namespace outline {
  export function containsPoint(points: readonly Vec2[], p: Vec2, holes?: readonly (readonly Vec2[])[]): boolean;
  export function decompose(points: readonly Vec2[], holes?: readonly (readonly Vec2[])[]): Vec2[][];
  export function simplify(points: readonly Vec2[], tolerance: number): Vec2[];
}
export namespace polygon {
  export const MAXIMUM_VERTICES = 64;
  export function area(vertices: readonly Vec2[]): number;
  export function centroid(vertices: readonly Vec2[]): Vec2;
  export function containsPoint(vertices: readonly Vec2[], p: Vec2): boolean;
  export function convexHull(points: readonly Vec2[]): Vec2[];
  export function isConvex(vertices: readonly Vec2[]): boolean;
  export function isCounterClockwise(vertices: readonly Vec2[]): boolean;
  export function rectangle(width: number, height: number, center?: Vec2, angle?: number): Vec2[];
  export function regular(radius: number, sides: number, center?: Vec2, angle?: number): Vec2[];
  export function regularSecondMomentPerMass(radius: number, sides: number): number;
  export function secondMoment(vertices: readonly Vec2[]): number;
  export function secondMomentPerMass(vertices: readonly Vec2[]): number;
  export function signedArea(vertices: readonly Vec2[]): number;
  export function validateConvex(vertices: readonly Vec2[], field?: string): void;
}
export function refuseUnknownProperties(owner: {
  readonly prototype: object;
}, path: string, fields: Readonly<Record<string, boolean>>, instead?: Readonly<Record<string, string>>): void;
export function requireBoolean(field: string, value: unknown): boolean;
export function requireFinite(field: string, value: number): number;
export function requireFiniteVec2(field: string, value: Vec2): Vec2;
export function requireInRange(field: string, value: number, minimum: number, maximum: number): number;
export function requireInteger(field: string, value: number, minimum: number, maximum: number): number;
export function requireKnownFields(record: object, path: string, known: readonly string[]): void;
export function requireNonNegative(field: string, value: number): number;
export function requireOneOf(field: string, value: unknown, choices: readonly string[]): void;
export function requirePoints(field: string, points: readonly Vec2[]): void;
export function requirePositive(field: string, value: number): number;
export function requireRecord(path: string, value: unknown): void;
export function requireTransform(field: string, value: Transform): Transform;
export namespace rotation {
  export { Rotation }
  export function fromAngle(angle: number): Rotation;
  export function identity(): Rotation;
  export function integrate(q: Rotation, angle: number): Rotation;
  export function integrateInPlace(values: Float64Array, offset: number, angle: number): void;
  export function inverse(q: Rotation): Rotation;
  export function multiply(p: Rotation, q: Rotation): Rotation;
  export function normalize(q: Rotation): Rotation;
  export function toAngle(q: Rotation): number;
}
export namespace segment {
  export { SegmentDistance }
  export function closestFraction(a: Vec2, b: Vec2, p: Vec2): number;
  export function closestPoint(a: Vec2, b: Vec2, p: Vec2): Vec2;
  export function closestPoints(p1: Vec2, q1: Vec2, p2: Vec2, q2: Vec2): SegmentDistance;
  export function intersection(p1: Vec2, q1: Vec2, p2: Vec2, q2: Vec2): Vec2 | null;
}
export function sin(angle: number): number;
export function sinCos(angle: number, out?: SinCos): SinCos;
export function tan(angle: number): number;
export namespace transform {
  export { Transform }
  export function apply(t: Transform, p: Vec2): Vec2;
  export function applyInverse(t: Transform, p: Vec2): Vec2;
  export function create(x: number, y: number, angle?: number): Transform;
  export function identity(): Transform;
  export function inverse(t: Transform): Transform;
  export function multiply(a: Transform, b: Transform): Transform;
}
export function translateNames(meant: Readonly<Record<string, string>>): void;
export namespace vec2 {
  export { Vec2 }
  export function add(a: Vec2, b: Vec2): Vec2;
  export function create(x: number, y: number): Vec2;
  export function cross(a: Vec2, b: Vec2): number;
  export function crossScalar(w: number, r: Vec2): Vec2;
  export function distance(a: Vec2, b: Vec2): number;
  export function distanceSquared(a: Vec2, b: Vec2): number;
  export function dot(a: Vec2, b: Vec2): number;
  export function inverseRotate(a: Vec2, q: Rotation): Vec2;
  export function length(a: Vec2): number;
  export function lengthSquared(a: Vec2): number;
  export function lerp(a: Vec2, b: Vec2, t: number): Vec2;
  export function negate(a: Vec2): Vec2;
  export function normalize(a: Vec2): Vec2;
  export function perpendicular(a: Vec2): Vec2;
  export function rotate(a: Vec2, q: Rotation): Vec2;
  export function scale(a: Vec2, factor: number): Vec2;
  export function subtract(a: Vec2, b: Vec2): Vec2;
}
export function wrapAngle(angle: number): number;

// ── @otedama/math2d/aabb ──

export { Aabb }
export { AabbRayHit }
export { center }
export { contains }
export { containsPoint }
export { create }
export { expand }
export { extents }
export { fromPoints }
export { isValid }
export { overlaps }
export { perimeter }
export { rayCast }
export { union }

// ── @otedama/math2d/mat2 ──

export { Mat2 }
export { PolarDecomposition }
export { add }
export { apply }
export { create }
export { determinant }
export { identity }
export { inverse }
export { multiply }
export { outerProduct }
export { polarDecomposition }
export { polarDecompositionByRoot }
export { rotationAngle }
export { scale }
export { squareRoot }
export { squareRootByDiagonalization }
export { trace }
export { transpose }

// ── @otedama/math2d/outline ──

export { containsPoint }
export { decompose }
export { simplify }

// ── @otedama/math2d/polygon ──

export { MAXIMUM_VERTICES }
export { area }
export { centroid }
export { containsPoint }
export { convexHull }
export { isConvex }
export { isCounterClockwise }
export { rectangle }
export { regular }
export { regularSecondMomentPerMass }
export { secondMoment }
export { secondMomentPerMass }
export { signedArea }
export { validateConvex }

// ── @otedama/math2d/rotation ──

export { Rotation }
export { fromAngle }
export { identity }
export { integrate }
export { integrateInPlace }
export { inverse }
export { multiply }
export { normalize }
export { toAngle }

// ── @otedama/math2d/segment ──

export { SegmentDistance }
export { closestFraction }
export { closestPoint }
export { closestPoints }
export { intersection }

// ── @otedama/math2d/transform ──

export { Transform }
export { apply }
export { applyInverse }
export { create }
export { identity }
export { inverse }
export { multiply }

// ── @otedama/math2d/vec2 ──

export { Vec2 }
export { add }
export { create }
export { cross }
export { crossScalar }
export { distance }
export { distanceSquared }
export { dot }
export { inverseRotate }
export { length }
export { lengthSquared }
export { lerp }
export { negate }
export { normalize }
export { perpendicular }
export { rotate }
export { scale }
export { subtract }
