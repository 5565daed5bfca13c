/**
 * The gas in a closed shell of a mesh. Its temperature stays, so its absolute pressure times its volume does too [Boyle]:
 *
 *   P V = N = (p0 + a) V0,   p = P - a      (p: overpressure; a: pressure around the mesh; p0: the overpressure at the volume V0)
 *
 * Each shell has a gas of its own, so all that follows is about one shell. A particle feels p times its share of the face area vector, which
 * is the gradient of the volume: for the triangles (x1, x2, x3) around it
 *
 *   g = dV/dx = sum of (x2 - x1) x (x3 - x1) / 6,   V = 1/3 sum of x . g
 *
 * The sum of all g and that of all x x g are 0, so the gas neither pushes nor turns its shell. With the velocities v and inverse
 * masses w at the start of a substep of length h, the substep changes v by h w p g. This alone makes the volume
 *
 *   V' = V + h R + K p,   R = sum of v . g,   K = h² sum of w g . g
 *
 * With P = N / V, p balances the tension of a mesh at rest exactly. But the gas is then a spring that acts a substep late, which is unstable
 * from theta = 4 on: theta = K N / V² is the square of h times the angular frequency at which a mesh without tension breathes. With
 * P = N / V', the gas is stable at any theta (implicit Euler), but too weak at rest, because V' is the volume before the mesh pulls back. So
 * P belongs to a volume between the two, by which the gas acts as if theta were at most 1:
 *
 *   P (V + beta (h R + K (P - a))) = N,   beta = max(1 - 1 / theta, 0)
 *
 * A mesh that is nearly empty could be sucked inside out in a substep, so theta is at least K a / V.
 *
 * This is a quadratic equation in P, with one root that is not negative: with b = V + beta (h R - K a) and c = beta K
 *
 *   P = (sqrt(b² + 4 c N) - b) / 2 c = 2 N / (b + sqrt(b² + 4 c N))
 *
 * A mesh that is crushed, or inside out, has beta = 1 and is blown up as far as its mass allows in a substep.
 */

import { MIN_VOLUME } from '../constants.js';
import type { Pieces } from '../pieces.js';
import type { Filling } from '../pressure-part.js';
import type { SolverState } from './solver-state.js';

/** The overpressure p of a substep, Pa, see above. */
export function overpressureOf(N: number, a: number, V: number, h: number, R: number, K: number): number {
  const inflated = Math.max(V, 0);
  const beta = Math.max(1 - (inflated * inflated) / Math.max(K * Math.max(N, a * inflated), MIN_VOLUME), 0);
  const b = V + beta * (h * R - K * a);
  const c = beta * K;
  const root = Math.sqrt(b * b + 4 * c * N);
  return (b > 0 ? (2 * N) / (b + root) : (root - b) / Math.max(2 * c, MIN_VOLUME)) - a;
}

/** The gas of a mesh on the CPU. */
export class CpuGas {
  readonly #triangles: Uint32Array;
  readonly #shells: Pieces;
  /** By shell: -1 if its triangles face inwards. */
  readonly #signs: Int8Array;
  readonly #filling: Filling;
  /** g of each particle, xyz, m². */
  readonly #g: Float64Array;
  /** Overpressure of each shell in the substep, Pa. */
  readonly #p: Float64Array;

  constructor(triangles: Uint32Array, shells: Pieces, signs: Int8Array, filling: Filling) {
    this.#triangles = triangles;
    this.#shells = shells;
    this.#signs = signs;
    this.#filling = filling;
    this.#g = new Float64Array(3 * shells.ofParticle.length);
    this.#p = new Float64Array(shells.count);
  }

  swell({ position, velocity }: SolverState, h: number): void {
    this.#findGradients(position);
    const g = this.#g;
    const { starts, items } = this.#shells.particles;
    const { ambient } = this.#filling;
    for (let shell = 0; shell < this.#p.length; shell++) {
      const first = 4 * items[starts[shell]];
      let V = 0;
      let R = 0;
      let W = 0;
      for (let member = starts[shell]; member < starts[shell + 1]; member++) {
        const o = 4 * items[member];
        const k = 3 * items[member];
        const w = position[o + 3];
        V +=
          (position[o] - position[first]) * g[k] +
          (position[o + 1] - position[first + 1]) * g[k + 1] +
          (position[o + 2] - position[first + 2]) * g[k + 2];
        if (w === 0) continue;
        R += velocity[o] * g[k] + velocity[o + 1] * g[k + 1] + velocity[o + 2] * g[k + 2];
        W += w * (g[k] * g[k] + g[k + 1] * g[k + 1] + g[k + 2] * g[k + 2]);
      }
      this.#p[shell] = overpressureOf(this.#filling.amountIn(shell), ambient, V / 3, h, R, h * h * W);
    }
  }

  push({ position, velocity }: SolverState, h: number): void {
    const g = this.#g;
    const p = this.#p;
    const { ofParticle } = this.#shells;
    for (let id = 0; id < ofParticle.length; id++) {
      const o = 4 * id;
      const k = 3 * id;
      const impulse = h * position[o + 3] * p[ofParticle[id]];
      if (impulse === 0) continue;
      velocity[o] += impulse * g[k];
      velocity[o + 1] += impulse * g[k + 1];
      velocity[o + 2] += impulse * g[k + 2];
    }
  }

  forceOn(particle: number, axis: number): number {
    return this.#p[this.#shells.ofParticle[particle]] * this.#g[3 * particle + axis];
  }

  #findGradients(position: Float32Array): void {
    const g = this.#g;
    const triangles = this.#triangles;
    const signs = this.#signs;
    const { ofParticle } = this.#shells;
    g.fill(0);
    for (let t = 0; t < triangles.length; t += 3) {
      const sixth = signs[ofParticle[triangles[t]]] / 6;
      const a = 4 * triangles[t];
      const b = 4 * triangles[t + 1];
      const c = 4 * triangles[t + 2];
      const ux = position[b] - position[a];
      const uy = position[b + 1] - position[a + 1];
      const uz = position[b + 2] - position[a + 2];
      const vx = position[c] - position[a];
      const vy = position[c + 1] - position[a + 1];
      const vz = position[c + 2] - position[a + 2];
      const nx = sixth * (uy * vz - uz * vy);
      const ny = sixth * (uz * vx - ux * vz);
      const nz = sixth * (ux * vy - uy * vx);
      for (let corner = t; corner < t + 3; corner++) {
        const k = 3 * triangles[corner];
        g[k] += nx;
        g[k + 1] += ny;
        g[k + 2] += nz;
      }
    }
  }
}
