/** The state that a substep on the CPU reads and writes. */

/** The arrays of a cloth on the CPU, stride 4. */
export interface SolverState {
  /** Position; w is the inverse mass that counts now, 0 while pinned or held. */
  readonly position: Float32Array;
  /** Velocity; w is the inverse mass without hands. Where w is 0 (a pin), xyz is the place it is to be at instead. */
  readonly velocity: Float32Array;
  /** x* of the substep; of what is pinned or held the place before it. */
  readonly predicted: Float32Array;
}
