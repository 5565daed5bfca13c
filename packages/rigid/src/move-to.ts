/** Moves kinematic bodies to places instead of setting their velocities. */
import { InputError, type Vec2, wrapAngle } from '@otedama/math2d';
import type { Body } from './body.js';
import { requireMagnitude, requireMagnitude2, requireTimeStep } from './validate.js';

/**
 * Sets the velocity and angular velocity of a kinematic body such that it reaches a place in the next step. Unlike setting
 * `Body.position`, this carries what stands on the body and pushes what is in its way. Call it before each step. To stop the body,
 * call it with its current place; otherwise the body keeps moving.
 * @param position target of its origin, m
 * @param dt length of the next step, s, > 0, at most 1
 * @param angle target angle, reached the shorter way round, rad; default: the current angle
 * @throws InputError for invalid numbers, inside a step, and for a body that is not kinematic or no longer in its world
 */
export function moveTo(body: Body, position: Vec2, dt: number, angle: number = body?.angle): void {
  if (body?.type !== 'kinematic') throw new InputError('body.type', body?.type, 'kinematic');
  requireMagnitude2('position', position);
  requireMagnitude('angle', angle);
  requireTimeStep('dt', dt);
  const turn = wrapAngle(angle - body.angle);
  const { x, y } = body.position;
  body.linearVelocity = { x: (position.x - x) / dt, y: (position.y - y) / dt };
  body.angularVelocity = turn / dt;
}
