/** A cloth of one free particle, and helpers to watch single particles. */

import type { ClothCpu, ClothDefinition } from '../src/index.js';

export const bead: ClothDefinition = { columns: 0, rows: 0, pins: 'none', thickness: 0 };

/** Runs steps; returns the cloth. */
export function run(cloth: ClothCpu, steps: number): ClothCpu {
  for (let step = 0; step < steps; step++) cloth.step();
  return cloth;
}

/** Position of a particle. */
export const at = (cloth: ClothCpu, id = 0): number[] => [...cloth.positions.subarray(4 * id, 4 * id + 3)];
