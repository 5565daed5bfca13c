/** The sheet of a cloth, which is a grid or a mesh, and functions for both. */

import type { Grid } from './grid.js';
import type { Mesh } from './mesh.js';
import { forEachConstraint, substepPasses } from './schedule.js';
import { boxOf, squaredDistance } from './triangles.js';

export type Sheet = Grid | Mesh;

/** The constraints between two particles by colour, in the order of a substep: for each colour two particle ids per constraint. */
export function constraintColorsOf(sheet: Sheet): readonly Uint32Array[] {
  if (sheet.isMesh)
    return sheet.colors
      .filter(({ areHinges }) => !areHinges)
      .map(({ first, count }) => sheet.links.slice(2 * first, 2 * (first + count)));
  return substepPasses(sheet).map((pass) => {
    const pairs: number[] = [];
    forEachConstraint(sheet, pass, (first, second) => {
      pairs.push(first, second);
    });
    return Uint32Array.from(pairs);
  });
}

/** Number of edges whose strain is measured. */
export function edgeCountOf(sheet: Sheet): number {
  return sheet.isMesh ? sheet.edgeCount : sheet.columns * sheet.countY + sheet.countX * sheet.rows;
}

/** Square of the distance of two particles at rest, m²: straight, not along the surface. */
export function restSquared(sheet: Sheet, a: number, b: number): number {
  if (sheet.isMesh) return squaredDistance(sheet.positions, a, b);
  const { countX, spacingX, spacingY } = sheet;
  const rowA = (a / countX) | 0;
  const rowB = (b / countX) | 0;
  const down = (rowA - rowB) * spacingY;
  const across = (a - b - (rowA - rowB) * countX) * spacingX;
  return across * across + down * down;
}

/** Number of triangles. */
export function triangleCountOf(sheet: Sheet): number {
  return sheet.isMesh ? sheet.triangles.length / 3 : 2 * sheet.columns * sheet.rows;
}

/** Width and height at rest, metres. For a mesh, those of its bounding box. */
export function extentOf(sheet: Sheet): readonly [width: number, height: number] {
  if (!sheet.isMesh)
    return [sheet.spacingX * Math.max(sheet.columns, 1), sheet.spacingY * Math.max(sheet.rows, 1)];
  const { low, high } = boxOf(sheet.positions);
  return [high[0] - low[0], high[1] - low[1]];
}

/** Positions at rest, xyz, metres. */
export function restPositionsOf(sheet: Sheet): Float32Array<ArrayBuffer> {
  if (sheet.isMesh) return sheet.positions.slice();
  const { countX, columns, rows, spacingX, spacingY } = sheet;
  return Float32Array.from({ length: 3 * sheet.particleCount }, (_, k) => {
    const id = Math.floor(k / 3);
    if (k % 3 === 0) return ((id % countX) - columns / 2) * spacingX;
    return k % 3 === 1 ? (rows / 2 - Math.floor(id / countX)) * spacingY : 0;
  });
}

/** Describes a sheet in error messages. */
export function describeSheet(sheet: Sheet): string {
  return sheet.isMesh ? `${sheet.triangles.length / 3} triangles` : `${sheet.columns} x ${sheet.rows} cells`;
}
