/** Waves of taut chains and sheets, and spin: the laws of discrete chains of masses on springs [Lagrange, Mecanique analytique, 1788]. */

import { expect, test } from 'vitest';
import { type ClothCpu, type ClothDefinition, createClothCpu } from '../src/index.js';

const none = Number.POSITIVE_INFINITY;
const [cells, length, rest] = [20, 1, 0.8];
const [l, l0] = [length / cells, rest / cells];
const alpha = 1e-3;
/** Tension of a link of 1/20 m, at rest 1/25 m, N. */
const tension = (l - l0) / alpha;

/** Weightless, of links that are stretched by a quarter, without bending; particles of 1 kg. */
const taut: ClothDefinition = {
  ...{ columns: cells, width: rest, stretchCompliance: alpha, shearCompliance: none, bendCompliance: none },
  ...{ substeps: 20, ripple: 0, gravity: { x: 0, y: 0, z: 0 } },
};

/** Time from a deflection, at rest, to the first return to 0, s: a quarter of a period. */
function quarterOf(cloth: ClothCpu, deflection: () => number): number {
  let before = deflection();
  for (let step = 1; step < 600; step++) {
    cloth.step();
    const now = deflection();
    if (now <= 0) return (step - 1 + before / (before - now)) / 60;
    before = now;
  }
  throw new Error('it does not swing');
}

/** A quarter of the period of a mode whose angular frequency is omega: a substep is implicit Euler, from rest. */
const expectedQuarter = (omega: number) => {
  const h = 1 / 60 / 20;
  return (Math.PI / 2 / Math.atan(omega * h)) * h;
};

const middle = 4 * (cells / 2);
const mode = (k: number, n: number) => Math.sin((Math.PI * k) / n);
const amplitude = 0.004;

test('a taut chain swings across at sqrt(tension / mass per length): its wave is 2 m long', () => {
  const chain = createClothCpu({
    ...{ ...taut, rows: 0, pins: [0, cells] },
    shape: (column) => ({ x: l * column, y: 0, z: amplitude * mode(column, cells) }),
  });
  const omega = 2 * Math.sqrt(tension / l) * Math.sin(Math.PI / 2 / cells);
  // of a continuous string, to the dispersion of 20 links
  expect(omega / (Math.PI * Math.sqrt(tension * l))).toBeCloseTo(1, 2);
  expect(quarterOf(chain, () => chain.positions[middle + 2]) / expectedQuarter(omega)).toBeCloseTo(1, 2);
});

test('along its links it swings at l sqrt(stiffness / mass)', () => {
  const chain = createClothCpu({
    ...{ ...taut, rows: 0, pins: [0, cells] },
    shape: (column) => ({ x: l * column + amplitude * mode(column, cells), y: 0, z: 0 }),
  });
  const omega = (2 / Math.sqrt(alpha)) * Math.sin(Math.PI / 2 / cells);
  const at = l * (cells / 2);
  expect(quarterOf(chain, () => chain.positions[middle] - at) / expectedQuarter(omega)).toBeCloseTo(1, 2);
});

test('a square drum swings sqrt(2) times as fast as a string, its first overtone sqrt(5 / 2) times as fast as that', () => {
  const side = cells + 1;
  const rim = Array.from({ length: side * side }, (_, id) => id).filter((id) => {
    const [i, j] = [id % side, Math.floor(id / side)];
    return i % cells === 0 || j % cells === 0;
  });
  const quarter = (across: number) => {
    const drum = createClothCpu({
      ...{ ...taut, rows: cells, height: rest, pins: rim },
      shape: (column, row) => ({
        x: l * column,
        y: -l * row,
        z: amplitude * mode(across * column, cells) * mode(row, cells),
      }),
    });
    const id = cells / 2 / across + side * (cells / 2);
    return quarterOf(drum, () => drum.positions[4 * id + 2]);
  };
  const square = (k: number) => Math.sin((k * Math.PI) / 2 / cells) ** 2;
  const omegaOf = (across: number) => 2 * Math.sqrt((tension / l) * (square(across) + square(1)));
  for (const across of [1, 2]) expect(quarter(across) / expectedQuarter(omegaOf(across))).toBeCloseTo(1, 2);
});

test('two masses that circle each other pull their link apart by alpha m omega^2 r', () => {
  const omega = 3;
  // 2 r - l0 = alpha m omega^2 r
  const r = 1 / (2 - 1e-2 * omega * omega);
  const pair = createClothCpu({
    ...{ ...taut, columns: 1, rows: 0, width: 1, pins: 'none', stretchCompliance: 1e-2 },
    shape: (column) => ({ x: (2 * column - 1) * r, y: 0, z: 0 }),
    velocity: (column) => ({ x: 0, y: (2 * column - 1) * r * omega, z: 0 }),
  });
  for (let step = 0; step < 120; step++) pair.step();
  const [x1, y1, , , x2, y2] = pair.positions;
  expect(Math.hypot(x2 - x1, y2 - y1) / (2 * r)).toBeCloseTo(1, 2);
  expect(Math.atan2(y2 - y1, x2 - x1)).toBeCloseTo(2 * omega - 2 * Math.PI, 1);
});

test.each([
  ['links', {}],
  ['links with a limit', { strainLimit: 0 }],
  ['hinges', { bendStiffness: 0.05 }],
])(
  'a sheet that tumbles freely loses little angular momentum, and less with more substeps: with %s',
  async (_, more: ClothDefinition) => {
    const lossAt = async (substeps: number) => {
      const sheet = createClothCpu({
        ...{
          columns: 12,
          rows: 8,
          width: 1.2,
          height: 0.8,
          pins: 'none',
          substeps,
          gravity: { x: 0, y: 0, z: 0 },
        },
        velocity: (column, row) => ({ x: 0.2 * row, y: 0.2 * column, z: Math.sin(column) + 0.1 * row }),
        ...more,
      });
      const spin = async () => {
        const velocities = await sheet.readVelocities();
        const sum = [0, 0, 0];
        for (let o = 0; o < velocities.length; o += 4) {
          const [x, y, z] = sheet.positions.subarray(o, o + 3);
          const [u, v, w] = velocities.subarray(o, o + 3);
          sum[0] += y * w - z * v;
          sum[1] += z * u - x * w;
          sum[2] += x * v - y * u;
        }
        return sum;
      };
      const start = await spin();
      for (let step = 0; step < 60; step++) sheet.step();
      const end = await spin();
      return Math.hypot(...end.map((component, axis) => component - start[axis])) / Math.hypot(...start);
    };
    const [coarse, fine] = [await lossAt(10), await lossAt(20)];
    expect(coarse).toBeLessThan(0.016);
    // about half; the motion is not quite the same
    expect(fine / coarse).toBeLessThan(0.7);
  },
);
