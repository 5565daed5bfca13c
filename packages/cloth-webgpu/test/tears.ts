/** Helpers of the tearing tests. */

import { expect } from 'vitest';
import { type Cloth, type ClothCpu, type ClothDefinition, tearing } from '../src/index.js';

const none = Number.POSITIVE_INFINITY;

/**
 * Six columns of three particles, 0.1 m apart, on which nothing but self-collision acts. The left half is 0.2 m above the right one, so
 * that the edges between them (columns 2 and 3) break in the first step. They approach each other with 2 m/s, and their lips with them,
 * one almost above the other. The last two columns are 0.05 m apart, as in a fold.
 */
export const lips: ClothDefinition = {
  ...{ columns: 5, rows: 2, width: 0.5, height: 0.2, pins: 'none', gravity: { x: 0, y: 0, z: 0 } },
  ...{ stretchCompliance: none, shearCompliance: none, bendCompliance: none, tearing: tearing() },
  shape: (column, row) => ({
    x: 0.1 * column - (column > 2 ? 0.09 : 0) - (column === 5 ? 0.05 : 0),
    y: -0.1 * row,
    z: column > 2 ? -0.2 : 0,
  }),
  velocity: (column) => ({ x: 0, y: 0, z: column > 2 ? 1 : -1 }),
};

/**
 * Collects the events 'torn' of a cloth: per step of the cloth, its edges as text. `places` returns the positions (stride 4) that an event
 * must tell: those of the CPU cloth, or what the caller has read back.
 */
export function tearsOf(
  cloth: Cloth,
  places = () => (cloth.backend === 'cpu' ? (cloth as ClothCpu).positions : undefined),
): Map<number, string> {
  const tears = new Map<number, string>();
  cloth.subscribe((event) => {
    if (event.type !== 'torn') return;
    const expected = places();
    const told = [...event.edges].flatMap((id) => [...(expected ?? []).slice(4 * id, 4 * id + 3)]);
    if (expected !== undefined) expect([...event.positions]).toEqual(told);
    expect(event.positions.length).toBe(3 * event.edges.length);
    if (tears.has(event.step) || event.step < Math.max(...tears.keys())) throw new Error('told out of order');
    tears.set(event.step, event.edges.join(' '));
  });
  return tears;
}

/** A sheet of 10 x 10 cells of 10 cm that hangs by its upper edge, and blades through it. */
export const banner: ClothDefinition = {
  ...{ columns: 10, rows: 10, width: 1, height: 1, pins: 'topEdge', substeps: 16, ripple: 0 },
  ...{ normals: false, tearing: tearing({ strain: 5 }) },
};

/** A blade that is swung through the banner at height `y`, from x = `from` to `to`. */
export const swing = (y: number, from: number, to: number): { x: number; y: number; z: number }[] => [
  { x: from, y, z: -0.3 },
  { x: from, y, z: 0.4 },
  { x: to, y, z: 0.5 },
  { x: to, y, z: -0.2 },
];
