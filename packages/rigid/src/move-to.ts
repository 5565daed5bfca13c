/** Kinematic bodies by places instead of velocities. */
import { InputError, type Vec2, wrapAngle } from '@otedama/math2d';
import type { Body } from './body.js';
import { requireMagnitude, requireMagnitude2, requireTimeStep } from './validate.js';

/**
 * Gives a kinematic body the velocity and spin with which it is at a place after the next step: what stands on it is carried, what is in its
 * way pushed, as setting `Body.position` would not do. Call it before each step, also with the place where it is, for a body that nobody
 * stops goes on.
 * @param position where its origin shall be, m
 * @param dt the next step, s, > 0, at most 1
 * @param angle where it shall be turned to, the shorter way round, rad; default: it stays as it is
 * @throws InputError for bad numbers, inside a step, and for a body that is not kinematic or no longer in its world
 */
export function moveTo(body: Body, position: Vec2, dt: number, angle: number = body.angle): void {
  if (body.type !== 'kinematic') throw new InputError('body.type', body.type, 'kinematic');
  requireMagnitude2('position', position);
  requireMagnitude('angle', angle);
  requireTimeStep('dt', dt);
  const turn = wrapAngle(angle - body.angle);
  const { x, y } = body.position;
  body.linearVelocity = { x: (position.x - x) / dt, y: (position.y - y) / dt };
  body.angularVelocity = turn / dt;
}
