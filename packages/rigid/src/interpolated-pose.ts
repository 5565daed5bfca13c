/** The pose of one body for rendering. */
import { requireFinite, type Transform } from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import type { Body } from './body.js';
import { requireOwnBody } from './own-body.js';
import { writeTransform } from './read-transforms.js';

const numbers = new Float64Array(4);

/**
 * Pose of one body between the last two steps, as `World.readTransforms` writes those of all: for a camera that follows a character, a
 * node of a model, a name above a head. It has the cosine `c` and the sine `s` of the angle, which is `Math.atan2(s, c)`, rad.
 * @param alpha 0..1: 0 is the pose before the last step, 1 the one after it; `FrameClock.alpha`
 * @throws InputError for an alpha that is not finite, and a body that was destroyed or belongs to another world
 */
export function interpolatedPose(world: BareWorld, body: Body, alpha: number): Transform {
  const state = stateOf(world);
  requireOwnBody(state, 'body', body);
  requireFinite('alpha', alpha);
  writeTransform(state.bodies, body.id, alpha, numbers, 0);
  const [x, y, c, s] = numbers;
  return { x, y, c, s };
}
