import { requireInteger } from '@otedama/math2d';
import { SPECULATIVE_DISTANCE } from './constants.js';
import type { SolverWorld } from './solver.js';
import { findLargestSurfaceSpeed } from './surface-speed.js';

/**
 * The substeps of a solver that looks for contacts no more often than it must: only before two surfaces may have approached each other by the
 * speculative distance, at which contacts are found, since it last looked.
 */
export class Substeps {
  /** Number of substeps per step, an integer > 0. */
  readonly count: number;
  /** Upper bound of the distance that two surfaces have approached each other since the last look, m. */
  readonly #travel = new Float64Array(1);
  /** The largest speed of a surface, m/s. */
  readonly #speed = new Float64Array(1);
  // kept, because passing a freshly computed number to a call allocates it
  #dt = 0;
  #length: number | null = null;

  /** Throws an `InputError` for a count that is no integer > 0. */
  constructor(count: number) {
    this.count = requireInteger('count', count, 1, 2 ** 31);
  }

  /** Begins a step of `dt`, s. Returns the length of its substeps, s. */
  begin(dt: number): number {
    this.#travel[0] = Infinity;
    if (this.#length === null || dt !== this.#dt) {
      this.#dt = dt;
      this.#length = dt / this.count;
    }
    return this.#length;
  }

  /** Begins a substep of `h`, s: looks for contacts if need be. Returns whether it did. */
  collide(world: SolverWorld, h: number): boolean {
    const travel = this.#travel;
    findLargestSurfaceSpeed(this.#speed, world.bodies);
    travel[0] += 2 * h * this.#speed[0];
    if (travel[0] <= SPECULATIVE_DISTANCE) return false;
    world.collide();
    travel[0] = 0;
    return true;
  }
}
