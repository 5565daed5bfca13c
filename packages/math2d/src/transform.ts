/**
 * Rigid transforms of the plane: a rotation about the origin, then a translation.
 * @module
 */

import { cos, sin } from './trigonometry.js';
import type { Vec2 } from './vec2.js';

/** Translation (x, y) in metres, and rotation as cosine and sine. */
export interface Transform {
  /** x coordinate of the origin of the frame. */
  x: number;
  /** y coordinate of the origin of the frame. */
  y: number;
  /** Cosine of the angle of the frame; c^2 + s^2 = 1. */
  c: number;
  /** Sine of the angle of the frame. */
  s: number;
}

/**
 * The transform that turns by an angle about the origin and then moves to (x, y), in a fresh object.
 * @param angle radians, counter-clockwise; default 0
 */
export function create(x: number, y: number, angle = 0): Transform {
  return { x, y, c: cos(angle), s: sin(angle) };
}

/** The identity transform, i.e. the world frame, in a fresh object. */
export function identity(): Transform {
  return { x: 0, y: 0, c: 1, s: 0 };
}

/** The point p, given in the local frame, in coordinates of the outer frame. */
export function apply(t: Transform, p: Vec2): Vec2 {
  return { x: t.x + t.c * p.x - t.s * p.y, y: t.y + t.s * p.x + t.c * p.y };
}

/** The point p, given in the outer frame, in coordinates of the local frame. */
export function applyInverse(t: Transform, p: Vec2): Vec2 {
  const x = p.x - t.x;
  const y = p.y - t.y;
  return { x: t.c * x + t.s * y, y: -t.s * x + t.c * y };
}

/** b followed by a: `apply(multiply(a, b), p)` is `apply(a, apply(b, p))`. */
export function multiply(a: Transform, b: Transform): Transform {
  return {
    x: a.x + a.c * b.x - a.s * b.y,
    y: a.y + a.s * b.x + a.c * b.y,
    c: a.c * b.c - a.s * b.s,
    s: a.s * b.c + a.c * b.s,
  };
}

/** The inverse transform, from the outer frame to the local frame, in a fresh object. */
export function inverse(t: Transform): Transform {
  return { x: -(t.c * t.x + t.s * t.y), y: t.s * t.x - t.c * t.y, c: t.c, s: -t.s };
}
