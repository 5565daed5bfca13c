/** Helpers shared by the self-collision tests. */

import type { Cloth, ClothDefinition } from '../src/index.js';

/** Smallest distance of two particles whose rest distance is more than pi / 2 d, over all pairs, in units of d. */
export function closest(cloth: Cloth, p: Float32Array, d: number): number {
  const { vertexCount } = cloth;
  const count = cloth.columns + 1;
  const [lx, ly] = [cloth.width / Math.max(cloth.columns, 1), cloth.height / Math.max(cloth.rows, 1)];
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < vertexCount; a++)
    for (let b = a + 1; b < vertexCount; b++) {
      const squared =
        (p[4 * a] - p[4 * b]) ** 2 + (p[4 * a + 1] - p[4 * b + 1]) ** 2 + (p[4 * a + 2] - p[4 * b + 2]) ** 2;
      if (squared >= least) continue;
      const rest = Math.hypot(
        ((a % count) - (b % count)) * lx,
        (Math.floor(a / count) - Math.floor(b / count)) * ly,
      );
      if (rest > (Math.PI / 2) * d * (1 + 1e-6)) least = squared;
    }
  return Math.sqrt(least) / d;
}

/** A sheet in a horizontal U, `columns` cells wide: the upper half is above the lower one, which lies on the floor. */
export function folded(more: ClothDefinition, columns = 16): ClothDefinition {
  const [rows, height, bow] = [40, 2, 0.15];
  const spacing = height / rows;
  const straight = (height - Math.PI * bow) / 2;
  return {
    ...{ columns, rows, width: columns * spacing, height, pins: 'none', damping: 0.5, bendCompliance: 1e-4 },
    colliders: [{ type: 'plane', point: { x: 0, y: 0, z: 0 }, normal: { x: 0, y: 1, z: 0 } }],
    shape: (column, row) => {
      const [x, y, s] = [column * spacing, 0.02, row * spacing];
      if (s < straight) return { x, y, z: straight - s };
      if (s > straight + Math.PI * bow) return { x, y: y + 2 * bow, z: s - straight - Math.PI * bow };
      const turn = (s - straight) / bow;
      return { x, y: y + bow - bow * Math.cos(turn), z: -bow * Math.sin(turn) };
    },
    ...more,
  };
}

/** A sheet laid back and forth on a floor: `layers` of `length` cells each, d apart, with round folds between them. */
export function laidToAndFro(
  layers: number,
  length: number,
  columns: number,
  spacing: number,
  d: number,
  more: ClothDefinition,
): ClothDefinition {
  const [straight, bow] = [length * spacing, (Math.PI * d) / 2];
  const rows = Math.round((layers * (straight + bow) - bow) / spacing);
  return {
    ...{ columns, rows, width: columns * spacing, height: rows * spacing, pins: 'none', selfCollision: d },
    ...{ damping: 2, bendCompliance: 1e-3 },
    colliders: [{ type: 'plane', point: { x: 0, y: -0.01, z: 0 }, normal: { x: 0, y: 1, z: 0 } }],
    shape: (column, row) => {
      const layer = Math.min(Math.floor((row * spacing) / (straight + bow)), layers - 1);
      const along = row * spacing - layer * (straight + bow);
      const turn = Math.max(along - straight, 0) / (d / 2);
      const z = Math.min(along, straight) + (d / 2) * Math.sin(turn);
      return {
        x: column * spacing,
        y: layer * d + (d / 2) * (1 - Math.cos(turn)),
        z: layer % 2 === 0 ? z : straight - z,
      };
    },
    ...more,
  };
}
