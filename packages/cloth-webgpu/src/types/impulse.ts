/** A push at a place. */

import type { Vector3 } from './geometry.js';

/** A push on the particles around a point, see {@link Cloth.applyImpulse}: a blow, a gust from a fan, an explosion. */
export interface ClothImpulse {
  /** Its centre, m. */
  readonly point: Vector3;
  /** Distance from the centre within which particles feel it, m, 1e-30..1e30. */
  readonly radius: number;
  /**
   * A vector: the impulse that the particles get together, N s. A number, -1e30..1e30: an explosion, which pushes each particle away from
   * the centre, or towards it if it is negative; it is the sum of what each particle gets, N s.
   */
  readonly impulse: Vector3 | number;
  /** How much weaker it is at `radius` than at the centre, a fraction, 0..1. Default 1: it fades to nothing. 0: it is even. */
  readonly falloff?: number;
}
