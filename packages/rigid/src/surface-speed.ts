/** The speed of bodies, which determines how often contacts must be searched for. */
import type { BodyStore } from './body-store.js';
import { BODY_STRIDE, DAMPING_STRIDE, EXTENT, VX, VY, W } from './layout.js';

const found = new Float64Array(1);

/** Upper bound of the speed of every surface point of the awake bodies, m/s: the largest |v| + |w| extent. */
export function largestSurfaceSpeed(bodies: BodyStore): number {
  findLargestSurfaceSpeed(found, bodies);
  return found[0];
}

/** Writes `largestSurfaceSpeed` to `out[0]`: a number that is returned is allocated wherever the compiler does not inline the call. */
export function findLargestSurfaceSpeed(out: Float64Array, bodies: BodyStore): void {
  const { motion, damping, awake, awakeCount } = bodies;
  let largest = 0;
  for (let k = 0; k < awakeCount; k++) {
    const slot = awake[k];
    const o = slot * BODY_STRIDE;
    const vx = motion[o + VX];
    const vy = motion[o + VY];
    const speed =
      Math.sqrt(vx * vx + vy * vy) + Math.abs(motion[o + W]) * damping[slot * DAMPING_STRIDE + EXTENT];
    if (speed > largest) largest = speed;
  }
  out[0] = largest;
}
