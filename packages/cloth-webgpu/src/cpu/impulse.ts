/**
 * A push on the free particles within the radius R of a point c. A particle of mass m at the distance d gets a share in proportion to its
 * mass, so that a cloth keeps its shape, and to the falloff f:
 *
 *   k = 1 - f d / R,   M = sum of m k,   dv = J k / M        for an impulse J along one direction
 *                                        dv = j n k / M      for an explosion of j, with n away from c (up, in the centre itself)
 *
 * The sum of m dv is J. That of m |dv| is j.
 */

import { MIN_LENGTH_SQUARED } from '../constants.js';
import type { Push } from '../impulse.js';
import type { SolverState } from './solver-state.js';

/** Changes the velocities. */
export function push(
  { position, velocity }: SolverState,
  { point, radius, falloff, along, away }: Push,
): void {
  const distanceOf = (o: number) => {
    const x = position[o] - point.x;
    const y = position[o + 1] - point.y;
    const z = position[o + 2] - point.z;
    return Math.sqrt(x * x + y * y + z * z);
  };
  // 0 for a particle that does not feel it
  const shareOf = (o: number, distance: number) =>
    position[o + 3] === 0 || distance >= radius ? 0 : 1 - falloff * (distance / radius);
  let M = 0;
  for (let o = 0; o < position.length; o += 4) {
    const k = shareOf(o, distanceOf(o));
    if (k > 0) M += k / position[o + 3];
  }
  if (M === 0) return;
  for (let o = 0; o < position.length; o += 4) {
    const distance = distanceOf(o);
    const k = shareOf(o, distance) / M;
    if (k === 0) continue;
    const isCentre = distance * distance < MIN_LENGTH_SQUARED;
    const perMetre = isCentre ? 0 : away / distance;
    velocity[o] += k * (along.x + perMetre * (position[o] - point.x));
    velocity[o + 1] += k * (along.y + perMetre * (position[o + 1] - point.y) + (isCentre ? away : 0));
    velocity[o + 2] += k * (along.z + perMetre * (position[o + 2] - point.z));
  }
}
