// Vectors and what is made of them: types, and functions by type

export type { Aabb, AabbRayHit } from './aabb.js';
export * as aabb from './aabb.js';
export type { Mat2, PolarDecomposition } from './mat2.js';
export * as mat2 from './mat2.js';
export type { Rotation } from './rotation.js';
export * as rotation from './rotation.js';
export type { SegmentDistance } from './segment.js';
export * as segment from './segment.js';
export type { Transform } from './transform.js';
export * as transform from './transform.js';
export type { Vec2 } from './vec2.js';
export * as vec2 from './vec2.js';

// Polygons and outlines

export * as outline from './outline.js';
export * as polygon from './polygon.js';

// Trigonometry with the same bits everywhere

export {
  atan,
  atan2,
  clamp,
  cos,
  followAngle,
  HALF_PI,
  PI,
  type SinCos,
  sin,
  sinCos,
  TWO_PI,
  tan,
  wrapAngle,
} from './trigonometry.js';

// Seeded random numbers, and hashes

export { Hash } from './hash.js';
export { createRandom, type Random } from './random.js';

// Errors for bad input

export {
  fieldPath,
  InputError,
  requireBoolean,
  requireFinite,
  requireFiniteVec2,
  requireInRange,
  requireInteger,
  requireKnownFields,
  requireNonNegative,
  requireOneOf,
  requirePoints,
  requirePositive,
  requireRecord,
  requireTransform,
} from './errors.js';
export { refuseUnknownProperties, translateNames } from './unknown-properties.js';
