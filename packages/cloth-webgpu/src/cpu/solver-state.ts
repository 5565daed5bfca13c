/** The state that a substep on the CPU reads and writes. */

/** The arrays of a cloth on the CPU, stride 4. */
export interface SolverState {
  /** Position; w is the effective inverse mass, 0 while pinned or held. */
  readonly position: Float32Array;
  /** Velocity; w is the inverse mass without hands. If w is 0 (a pin), xyz is the pin's target position instead. */
  readonly velocity: Float32Array;
  /** x* of the substep; for a pinned or held particle, its position before the substep. */
  readonly predicted: Float32Array;
}
