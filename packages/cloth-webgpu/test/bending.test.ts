import { describe, expect, test } from 'vitest';
import { createGrid } from '../src/grid.js';
import { HINGE_COLUMN, HINGE_ROW, hingeCompliances, hingePasses, TWIST } from '../src/hinges.js';
import {
  adviseBendSubsteps,
  adviseSubsteps,
  type ClothCpu,
  type ClothDefinition,
  createClothCpu,
} from '../src/index.js';
import { elasticaDrop } from './elastica.js';

const earth = { x: 0, y: -9.81, z: 0 };

interface Material {
  readonly bendStiffness: number;
  readonly density: number;
}

/** A strip clamped horizontally, with `cells` cells of the free `length`, after it has come to rest. */
function cantilever(
  { bendStiffness, density }: Material,
  length: number,
  cells: number,
  alongRows: boolean,
  more: ClothDefinition = {},
): ClothCpu {
  const l = length / cells;
  const [columns, rows] = alongRows ? [cells + 1, 2] : [2, cells + 1];
  const pins: number[] = [];
  for (let j = 0; j <= rows; j++)
    for (let i = 0; i <= columns; i++) if ((alongRows ? i : j) < 2) pins.push(i + j * (columns + 1));
  const cloth = createClothCpu({
    ...{ columns, rows, width: columns * l, height: rows * l, pins, bendStiffness, density },
    // enough for the bending, and for a strip that hangs down not to stretch
    substeps: Math.max(
      adviseBendSubsteps({ bendStiffness, density, spacing: l }),
      adviseSubsteps({ rows: cells, height: length, tolerance: 0.005 }),
    ),
    ...{ gravity: earth, damping: 2, ripple: 0, sleeping: false },
    shape: (column, row) => ({ x: column * l, y: 0, z: row * l }),
    ...more,
  });
  for (let step = 0; step < 900; step++) cloth.step();
  return cloth;
}

/** How far the middle of the free end has sunk, m. */
function dropOf(cloth: ClothCpu): number {
  const { columns, rows, positions } = cloth;
  const id = columns > rows ? columns + (columns + 1) * Math.floor(rows / 2) : 1 + (columns + 1) * rows;
  return -positions[4 * id + 1];
}

test('the reference for small loads is the drop of a beam, and for large ones known from the literature', () => {
  expect(elasticaDrop(1e-3) / 1e-3).toBeCloseTo(1 / 8, 6);
  // a heavy cantilever hangs down steeply
  expect(elasticaDrop(60)).toBeGreaterThan(0.9);
});

for (const load of [1, 8, 30])
  for (const cells of [5, 8, 12])
    test(`elastica: a strip of ${cells} cells drops as far as a heavy strip with load ${load} does, along warp and weft`, () => {
      const [length, density] = [0.2, 0.3];
      const material = { density, bendStiffness: (density * 9.81 * length ** 3) / load };
      for (const alongRows of [true, false]) {
        const drop = dropOf(cantilever(material, length, cells, alongRows)) / length;
        expect(Math.abs(drop / elasticaDrop(load) - 1)).toBeLessThan(0.06);
      }
    });

for (const [name, bendStiffness, density] of [
  ['jet set', 1.7e-5, 0.113],
  ['interlock', 1.9e-5, 0.187],
  ['ponte roma', 3.7e-5, 0.284],
  ['rib knit', 3.9e-5, 0.276],
  ['denim', 8.1e-5, 0.324],
  ['silk', 3e-6, 0.06],
  ['cotton', 1e-5, 0.12],
  ['leather', 1e-3, 0.8],
] as const)
  test(`elastica: 5 cm of ${name} bend as the material does`, () => {
    const load = (density * 9.81 * 0.05 ** 3) / bendStiffness;
    const drop = dropOf(cantilever({ bendStiffness, density }, 0.05, 8, true)) / 0.05;
    expect(Math.abs(drop / elasticaDrop(load) - 1)).toBeLessThan(0.06);
  });

test('the clamp carries the weight of the strip', async () => {
  const cloth = cantilever({ bendStiffness: 3e-3, density: 0.3 }, 0.2, 8, true);
  // the particles at the end of the clamp have half a cell of the free strip, which they carry themselves
  const weight = 0.3 * 9.81 * (0.2 - 0.025 / 2) * (2 * 0.025);
  const forces = await cloth.pinForces();
  const carried = forces.reduce((sum, { force }) => sum + force.y, 0);
  expect(Math.abs(carried / -weight - 1)).toBeLessThan(0.01);
});

test('a hinge has the energy of its share of a bent sheet, in every direction of bending', () => {
  const [columns, rows, width, height] = [30, 24, 0.9, 1.2];
  const grid = createGrid(columns, rows, width, height, true);
  const { countX, spacingX, spacingY } = grid;
  const alpha = hingeCompliances(grid, 2e-4);
  const curvature = 0.3;
  for (const angle of [0, Math.PI / 6, Math.PI / 4, Math.PI / 2, (3 * Math.PI) / 4]) {
    const place = (i: number, j: number) => {
      const s = Math.cos(angle) * i * spacingX + Math.sin(angle) * j * spacingY;
      const t = -Math.sin(angle) * i * spacingX + Math.cos(angle) * j * spacingY;
      return [Math.sin(curvature * s) / curvature, (1 - Math.cos(curvature * s)) / curvature, t];
    };
    let energy = 0;
    let area = 0;
    for (const { kind, startX, startY, stepX, stepY, countU, countV } of hingePasses(grid))
      for (let v = 0; v < countV; v++)
        for (let u = 0; u < countU; u++) {
          const [i, j] = [startX + stepX * u, startY + stepY * v];
          // those away from the rim, where all three kinds share the same cells
          if (i < 1 || j < 1 || i > columns - 3 || j > rows - 3) continue;
          const corners = {
            [HINGE_ROW]: [place(i, j), place(i + 1, j), place(i + 1, j), place(i + 2, j)],
            [HINGE_COLUMN]: [place(i, j), place(i, j + 1), place(i, j + 1), place(i, j + 2)],
            [TWIST]: [place(i, j), place(i + 1, j), place(i, j + 1), place(i + 1, j + 1)],
          }[kind] as number[][];
          const squared = [0, 1, 2].reduce((sum, axis) => {
            const [a, b, c, d] = corners.map((corner) => corner[axis]);
            return sum + (a - b - c + d) ** 2;
          }, 0);
          energy += squared / (2 * alpha[kind - HINGE_ROW]);
          if (kind === TWIST) area += spacingX * spacingY;
        }
    expect(countX).toBe(31);
    expect(energy / ((2e-4 / 2) * curvature ** 2 * area)).toBeCloseTo(1, 2);
  }
});

test('hinges of one colour share no particle, and each line of three and each cell has one hinge', () => {
  for (const [columns, rows] of [
    [1, 1],
    [2, 0],
    [0, 3],
    [5, 4],
    [9, 7],
  ] as const) {
    const grid = createGrid(columns, rows, 1, 1, true);
    const seen = new Map<string, number>();
    for (const { kind, startX, startY, stepX, stepY, countU, countV } of hingePasses(grid)) {
      const taken = new Set<number>();
      let size = 0;
      for (let v = 0; v < countV; v++)
        for (let u = 0; u < countU; u++) {
          const [i, j] = [startX + stepX * u, startY + stepY * v];
          const cornerX = kind === HINGE_ROW ? 2 : kind === TWIST ? 1 : 0;
          const cornerY = kind === HINGE_COLUMN ? 2 : kind === TWIST ? 1 : 0;
          for (let y = 0; y <= cornerY; y++)
            for (let x = 0; x <= cornerX; x++) {
              expect(i + x).toBeLessThanOrEqual(columns);
              expect(j + y).toBeLessThanOrEqual(rows);
              taken.add(i + x + (j + y) * (columns + 1));
              size++;
            }
          seen.set(`${kind} ${i} ${j}`, 1);
        }
      expect(taken.size).toBe(size);
    }
    const lines = (cells: number, across: number) => Math.max(cells - 1, 0) * (across + 1);
    expect(seen.size).toBe(lines(columns, rows) + lines(rows, columns) + columns * rows);
  }
});

describe('without gravity', () => {
  const sheet: ClothDefinition = {
    ...{ columns: 8, rows: 6, width: 0.4, height: 0.3, pins: 'none', gravity: { x: 0, y: 0, z: 0 } },
    ...{ density: 0.2, bendStiffness: 1e-4, substeps: 8 },
  };

  test('a flat sheet rests, however it is turned', () => {
    const tilted = (column: number, row: number) => ({
      x: 0.6 * 0.05 * column + 3,
      y: 0.8 * 0.05 * column - 2,
      z: 0.05 * row + 1,
    });
    const cloth = createClothCpu({ ...sheet, shape: tilted });
    const before = cloth.positions.slice();
    for (let step = 0; step < 600; step++) cloth.step();
    const most = cloth.positions.reduce((most, x, k) => Math.max(most, Math.abs(x - before[k])), 0);
    expect(most).toBeLessThan(1e-5);
  });

  test('a bent sheet that springs back keeps both momenta', async () => {
    const bent = (column: number, row: number) => {
      const angle = 2 * (column - 4) * 0.05 * 2;
      return { x: Math.sin(angle) / 4, y: (1 - Math.cos(angle)) / 4 + 0.002 * row * column, z: 0.05 * row };
    };
    const cloth = createClothCpu({
      ...sheet,
      ...{
        ...{ shape: bent, bendStiffness: 3e-3, substeps: 20 },
        stretchCompliance: Number.POSITIVE_INFINITY,
        shearCompliance: Number.POSITIVE_INFINITY,
      },
    });
    const momenta = async () => {
      const v = await cloth.readVelocities();
      const sums = [0, 0, 0, 0, 0, 0];
      let size = 0;
      for (let o = 0; o < v.length; o += 4) {
        const mass = 1 / cloth.positions[o + 3];
        const [px, py, pz] = [mass * v[o], mass * v[o + 1], mass * v[o + 2]];
        const [x, y, z] = cloth.positions.subarray(o, o + 3);
        size += Math.hypot(px, py, pz);
        [px, py, pz, y * pz - z * py, z * px - x * pz, x * py - y * px].forEach((value, k) => {
          sums[k] += value;
        });
      }
      return { sums, size };
    };
    for (let step = 0; step < 60; step++) {
      cloth.step();
      const { sums, size } = await momenta();
      expect(size).toBeGreaterThan(1e-3);
      for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-3 * size);
    }
  });
});

test('the number of substeps that bending needs grows as the square of the number of cells', () => {
  const question = { bendStiffness: 1e-4, density: 0.4 };
  expect(adviseBendSubsteps({ ...question, spacing: 0.01 })).toBe(6);
  expect(adviseBendSubsteps({ ...question, spacing: 0.005 })).toBe(22);
  expect(adviseBendSubsteps({ ...question, spacing: 0.001 })).toBe(64);
  expect(adviseBendSubsteps({ ...question, bendStiffness: 0, spacing: 0.01 })).toBe(1);
});

test('bending by hinges and by links exclude each other, with errors that say what to do', () => {
  const make = (definition: ClothDefinition) => () => createClothCpu({ columns: 3, rows: 3, ...definition });
  expect(make({ bendStiffness: 1e-5, bendCompliance: 0.5 })).toThrow(/bendCompliance.*beside bendStiffness/);
  expect(make({ bendStiffness: -1 })).toThrow(/definition\.bendStiffness/);
  const mesh = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] };
  expect(() => createClothCpu({ mesh, bendStiffness: 1, bendCompliance: 1 })).toThrow(/beside bendStiffness/);
  expect(() => createClothCpu({ mesh }).setParameters({ bendStiffness: 1 })).toThrow(/made without it/);
  const links = make({})();
  expect(() => links.setParameters({ bendStiffness: 1 })).toThrow(/made without it/);
  const hinged = make({ bendStiffness: 1e-5 })();
  expect(() => hinged.setParameters({ bendCompliance: 1 })).toThrow(/bendCompliance/);
  hinged.setParameters({ bendStiffness: 0 });
  hinged.setParameters({ bendStiffness: 2e-5 });
  expect(hinged.parameters.bendStiffness).toBe(2e-5);
  // what a cloth says of itself makes the same cloth again
  expect(createClothCpu({ columns: 3, rows: 3, ...hinged.parameters }).parameters).toEqual(hinged.parameters);
  expect(createClothCpu({ columns: 3, rows: 3, ...links.parameters }).parameters).toEqual(links.parameters);
});
