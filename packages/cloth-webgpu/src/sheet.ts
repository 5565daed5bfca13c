/** The sheet of a cloth, which is a grid or a mesh, and functions for both. */

import { cellArea, type Grid } from './grid.js';
import { type HingeColor, type Hinges, noHinges } from './hinges.js';
import type { Mesh } from './mesh.js';
import {
  type ConstraintPass,
  forEachConstraint,
  passesAfterHinges,
  passesBeforeHinges,
  restLengths,
} from './schedule.js';
import { squaredDistance } from './triangles.js';

export type Sheet = Grid | Mesh;

/** Constraints of one colour: no two of them share a particle. */
export interface ConstraintColor {
  readonly areHinges?: undefined;
  readonly kind: number;
  /** Calls `visit` with both particles and the rest length (float32, metres) of each constraint. */
  forEach(visit: (first: number, second: number, rest: number) => void): void;
}

/** All colours of a sheet, in the order of a substep. Those of hinges belong to `hinges`. */
export function colorsOf(sheet: Sheet, hinges: Hinges): readonly (ConstraintColor | HingeColor)[] {
  if (sheet.isMesh) {
    const { links, lengths } = sheet;
    return sheet.colors.map((color) => {
      if (color.areHinges) return color;
      const { kind, first, count } = color;
      return {
        kind,
        forEach: (visit) => {
          for (let k = first; k < first + count; k++) visit(links[2 * k], links[2 * k + 1], lengths[k]);
        },
      };
    });
  }
  const rest = restLengths(sheet).map(Math.fround);
  const colorOf = (pass: ConstraintPass): ConstraintColor => ({
    kind: pass.kind,
    forEach: (visit) =>
      forEachConstraint(sheet, pass, (first, second) => visit(first, second, rest[pass.kind])),
  });
  return [
    ...passesBeforeHinges(sheet).map(colorOf),
    ...hinges.colors,
    ...passesAfterHinges(sheet).map(colorOf),
  ];
}

/** All constraints between two particles, in the order of a substep. */
export function constraintColorsOf(sheet: Sheet): readonly ConstraintColor[] {
  return colorsOf(sheet, noHinges).filter((color) => !color.areHinges);
}

/** Number of edges whose strain is measured. */
export function edgeCountOf(sheet: Sheet): number {
  return sheet.isMesh ? sheet.edgeCount : sheet.columns * sheet.countY + sheet.countX * sheet.rows;
}

/** A particle's share of the faces around it at rest, m². */
export function areaOfParticle(sheet: Sheet, id: number): number {
  if (sheet.isMesh) return sheet.areas[id];
  const { countX, columns, rows } = sheet;
  const [column, row] = [id % countX, Math.floor(id / countX)];
  const share = (index: number, last: number) => (index === 0 || index === last ? 0.5 : 1);
  return share(column, columns) * share(row, rows) * cellArea(sheet);
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
  const along = (axis: number) => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let o = axis; o < sheet.positions.length; o += 3) {
      least = Math.min(least, sheet.positions[o]);
      most = Math.max(most, sheet.positions[o]);
    }
    return most - least;
  };
  return [along(0), along(1)];
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
