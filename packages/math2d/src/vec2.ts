/**
 * Vectors of the plane as value objects. Every function returns a fresh object. They are meant for set-up, events and queries; kernels
 * work on flat arrays instead.
 * @module
 */
import type { Rotation } from './rotation.js';

/** A point or direction of the plane, y up. */
export interface Vec2 {
  /** To the right. */
  x: number;
  /** Upwards. */
  y: number;
}

/** Vector with two components. */
export function create(x: number, y: number): Vec2 {
  return { x, y };
}

/** Sum, component by component, in a fresh object. */
export function add(a: Vec2, b: Vec2): Vec2 {
  return { x: a.x + b.x, y: a.y + b.y };
}

/** The difference a - b, in a fresh object: the way from b to a. */
export function subtract(a: Vec2, b: Vec2): Vec2 {
  return { x: a.x - b.x, y: a.y - b.y };
}

/** Both components times a factor, in a fresh object. */
export function scale(a: Vec2, factor: number): Vec2 {
  return { x: a.x * factor, y: a.y * factor };
}

/** The opposite vector, in a fresh object. */
export function negate(a: Vec2): Vec2 {
  return { x: -a.x, y: -a.y };
}

/** Scalar product: |a| |b| times the cosine of the angle between them. */
export function dot(a: Vec2, b: Vec2): number {
  return a.x * b.x + a.y * b.y;
}

/** Scalar cross product a_x b_y - a_y b_x: positive if b is counter-clockwise of a. */
export function cross(a: Vec2, b: Vec2): number {
  return a.x * b.y - a.y * b.x;
}

/** w x r = (-w r_y, w r_x): velocity of a point at offset r from the centre of rotation, at an angular velocity w, rad/s. */
export function crossScalar(w: number, r: Vec2): Vec2 {
  return { x: -w * r.y, y: w * r.x };
}

/** a turned by +90 degrees. */
export function perpendicular(a: Vec2): Vec2 {
  return { x: -a.y, y: a.x };
}

/** Square of the length. Sufficient for comparisons, and avoids the square root. */
export function lengthSquared(a: Vec2): number {
  return a.x * a.x + a.y * a.y;
}

/** Euclidean length: sqrt(x^2 + y^2). */
export function length(a: Vec2): number {
  return Math.sqrt(a.x * a.x + a.y * a.y);
}

/** Square of the distance. Sufficient for comparisons, and avoids the square root. */
export function distanceSquared(a: Vec2, b: Vec2): number {
  const x = b.x - a.x;
  const y = b.y - a.y;
  return x * x + y * y;
}

/** Length of the difference of two points. */
export function distance(a: Vec2, b: Vec2): number {
  return Math.sqrt(distanceSquared(a, b));
}

/**
 * Unit vector along a. The zero vector has no direction and stays the zero vector, so that a missing direction contributes nothing instead
 * of spreading NaN. The vector is first scaled by its larger component, so lengths from 1e-300 to 1e300 work.
 */
export function normalize(a: Vec2): Vec2 {
  const size = Math.max(Math.abs(a.x), Math.abs(a.y));
  if (size === 0) return { x: 0, y: 0 };
  const x = a.x / size;
  const y = a.y / size;
  const inverse = 1 / Math.sqrt(x * x + y * y);
  return { x: x * inverse, y: y * inverse };
}

/** Linear interpolation: a at t = 0, b at t = 1. Values of t outside of 0..1 extrapolate. */
export function lerp(a: Vec2, b: Vec2, t: number): Vec2 {
  return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
}

/** a turned by the rotation q. */
export function rotate(a: Vec2, q: Rotation): Vec2 {
  return { x: q.c * a.x - q.s * a.y, y: q.s * a.x + q.c * a.y };
}

/** a turned back by the rotation q. */
export function inverseRotate(a: Vec2, q: Rotation): Vec2 {
  return { x: q.c * a.x + q.s * a.y, y: -q.s * a.x + q.c * a.y };
}
