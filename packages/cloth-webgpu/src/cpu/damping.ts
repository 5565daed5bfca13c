/**
 * Damping of each piece of a cloth, what edges join (pieces.ts), relative to its own motion. With the rate k, a piece of particles with the
 * masses m that nothing holds loses, at the start of a step of length t, of each velocity v
 *
 *   v = v - D (v - c),   c = sum of m v / sum of m,   D = min(k t, 1)
 *
 * where c is the velocity of its centre of mass. As the sum of m (v - c) is 0, the momentum of the piece stays: damping neither slows a
 * flight nor presses a piece onto what it lies on, and pieces that part from each other do not feel it. A piece with a fixed particle (a pin,
 * one that a hand holds, one of infinite mass) is held: it is damped relative to rest, in each substep of length h
 *
 *   v = v - d v,   d = min(k h, 1)
 *
 * so that what carries it along does so smoothly. On the GPU it is `calmed` of gpu/pieces.wgsl.ts.
 */

import { onePiece, type Pieces } from '../pieces.js';
import type { Settings } from '../settings.js';
import type { Sheet } from '../sheet.js';
import type { SolverState } from './solver-state.js';

export class Damping {
  readonly #pieces: Pieces;
  /** By piece: 1 if a particle of it is fixed. */
  readonly #isHeld: Uint8Array;

  constructor(sheet: Sheet) {
    this.#pieces = sheet.isMesh ? sheet.pieces : onePiece(sheet.particleCount);
    this.#isHeld = new Uint8Array(this.#pieces.count);
  }

  /** Finds which pieces are held, and damps the others. Call it at the start of a step. */
  calm(state: SolverState, settings: Settings): void {
    for (let piece = 0; piece < this.#isHeld.length; piece++) this.#calmPiece(state, settings, piece);
  }

  #calmPiece({ position, velocity }: SolverState, { freeDamping }: Settings, piece: number): void {
    const { starts, items } = this.#pieces.particles;
    const end = starts[piece + 1];
    this.#isHeld[piece] = 0;
    let mass = 0;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let member = starts[piece]; member < end; member++) {
      const o = 4 * items[member];
      const w = position[o + 3];
      if (w === 0) {
        this.#isHeld[piece] = 1;
        return;
      }
      if (!isSound(position, o) || !isSound(velocity, o)) continue;
      mass += 1 / w;
      x += velocity[o] / w;
      y += velocity[o + 1] / w;
      z += velocity[o + 2] / w;
    }
    x /= Math.max(mass, Number.MIN_VALUE);
    y /= Math.max(mass, Number.MIN_VALUE);
    z /= Math.max(mass, Number.MIN_VALUE);
    for (let member = starts[piece]; member < end; member++) {
      const o = 4 * items[member];
      velocity[o] -= freeDamping * (velocity[o] - x);
      velocity[o + 1] -= freeDamping * (velocity[o + 1] - y);
      velocity[o + 2] -= freeDamping * (velocity[o + 2] - z);
    }
  }

  /** The share of its velocity that a particle loses in a substep, because its piece is held. */
  shareOf(particle: number, { damping }: Settings): number {
    return this.#isHeld[this.#pieces.ofParticle[particle]] * damping;
  }
}

const isSound = (vectors: Float32Array, o: number) =>
  Number.isFinite(vectors[o]) && Number.isFinite(vectors[o + 1]) && Number.isFinite(vectors[o + 2]);
