/**
 * Keeps a shell of a mesh that nothing holds from turning by itself. In a substep of length h the constraints move its particles, of the
 * masses m, from x* = x + h v* by d, so that x' = x + h v* + d and v' = v* + d / h. The angular momentum becomes
 *
 *   sum of m x' x v' = sum of m x x v* + T,   T = 1/h sum of m (x - r) x d
 *
 * for any point r, because the constraints move no centre of mass: sum of m d = 0. Pairs that are moved along their distance at x have T = 0.
 * But the constraints are projected one after another, along distances that those before have changed. In a taut mesh, what remains has the
 * same direction in every substep. So at the end of a step the mesh loses the rotation that these T have given it: with the centre of mass c
 * and the inertia I about it,
 *
 *   omega = I^-1 sum of T,   v -= omega x (x - c),   I = sum of m (|x - c|^2 - (x - c) (x - c)^T)
 *
 * What turns it from outside (colliders, air, a push) is not in T and stays. With fixed particles there is nothing to correct: they may turn
 * the others.
 *
 * Self-collision moves layers that are pressed into each other along distances that have changed in the same way, and turns a crumpled
 * ball of one shell by 0.2 to 0.7 rad/s if it is not in d (0.05 if it is). But several shells push each other by it, and may turn each
 * other. So it is in d only where there is one shell.
 *
 * Other orders of the constraints do not help: alternating ones shake a taut mesh instead, by 3 to 13 m/s (rms) at 20 substeps.
 */

import { LEAST_INERTIA } from '../constants.js';
import type { SolverState } from './solver-state.js';

/** The spin that the constraints have given a shell since the start of a step. */
export class Spin {
  readonly #particles: Uint32Array;
  /** h sum of T, kg m². */
  readonly #sum = new Float64Array(3);
  #isHeld = false;

  /** `particles`: those of the shell. */
  constructor(particles: Uint32Array) {
    this.#particles = particles;
  }

  /** Adds h T of a substep; call it after its constraints. */
  note({ position, velocity, predicted }: SolverState, h: number): void {
    if (this.#isHeld) return;
    const sum = this.#sum;
    const particles = this.#particles;
    const first = 4 * particles[0];
    const rx = predicted[first];
    const ry = predicted[first + 1];
    const rz = predicted[first + 2];
    for (let member = 0; member < particles.length; member++) {
      const o = 4 * particles[member];
      const w = position[o + 3];
      if (w === 0) {
        this.#isHeld = true;
        return;
      }
      const x = predicted[o] - h * velocity[o] - rx;
      const y = predicted[o + 1] - h * velocity[o + 1] - ry;
      const z = predicted[o + 2] - h * velocity[o + 2] - rz;
      const dx = position[o] - predicted[o];
      const dy = position[o + 1] - predicted[o + 1];
      const dz = position[o + 2] - predicted[o + 2];
      sum[0] += (y * dz - z * dy) / w;
      sum[1] += (z * dx - x * dz) / w;
      sum[2] += (x * dy - y * dx) / w;
    }
  }

  /** Takes the noted spin out of the velocities, at the end of a step of substeps of length h. */
  remove({ position, velocity }: SolverState, h: number): void {
    // an iterator over them would allocate in each step
    const tx = this.#sum[0];
    const ty = this.#sum[1];
    const tz = this.#sum[2];
    this.#sum.fill(0);
    const isHeld = this.#isHeld;
    this.#isHeld = false;
    if (isHeld) return;
    const particles = this.#particles;
    let mass = 0;
    let cx = 0;
    let cy = 0;
    let cz = 0;
    for (let member = 0; member < particles.length; member++) {
      const o = 4 * particles[member];
      const m = 1 / position[o + 3];
      mass += m;
      cx += m * position[o];
      cy += m * position[o + 1];
      cz += m * position[o + 2];
    }
    cx /= mass;
    cy /= mass;
    cz /= mass;
    let xx = 0;
    let yy = 0;
    let zz = 0;
    let xy = 0;
    let xz = 0;
    let yz = 0;
    for (let member = 0; member < particles.length; member++) {
      const o = 4 * particles[member];
      const m = 1 / position[o + 3];
      const x = position[o] - cx;
      const y = position[o + 1] - cy;
      const z = position[o + 2] - cz;
      xx += m * x * x;
      yy += m * y * y;
      zz += m * z * z;
      xy += m * x * y;
      xz += m * x * z;
      yz += m * y * z;
    }
    // I / k = 1 - A with k = xx + yy + zz, and the rows of the adjugate of I / k
    const k = xx + yy + zz;
    const a = (yy + zz) / k;
    const b = (xx + zz) / k;
    const c = (xx + yy) / k;
    const p = -xy / k;
    const q = -xz / k;
    const r = -yz / k;
    const det = a * (b * c - r * r) - p * (p * c - q * r) + q * (p * r - q * b);
    // a mesh on a line may turn around it; 0 / 0 where all particles are at one place
    if (!(det > LEAST_INERTIA)) return;
    const scale = 1 / (h * k * det);
    const ox = scale * ((b * c - r * r) * tx + (q * r - p * c) * ty + (p * r - q * b) * tz);
    const oy = scale * ((q * r - p * c) * tx + (a * c - q * q) * ty + (p * q - a * r) * tz);
    const oz = scale * ((p * r - q * b) * tx + (p * q - a * r) * ty + (a * b - p * p) * tz);
    for (let member = 0; member < particles.length; member++) {
      const o = 4 * particles[member];
      const x = position[o] - cx;
      const y = position[o + 1] - cy;
      const z = position[o + 2] - cz;
      velocity[o] -= oy * z - oz * y;
      velocity[o + 1] -= oz * x - ox * z;
      velocity[o + 2] -= ox * y - oy * x;
    }
  }
}
