import { expect, test } from 'vitest';
import { type ClothCpu, type ClothDefinition, createClothCpu } from '../src/index.js';

/** A sheet of 0.2 kg/m², 6 x 6 cells, 1.2 m x 1.2 m. Each particle has the mass of the adjacent cell quarters. */
const cells = 6;
const size = 1.2;
const density = 0.2;
const particleMass = density * (size / cells) ** 2;
const atEdge = (index: number) => index === 0 || index === cells;
const inverseMass = Array.from({ length: (cells + 1) ** 2 }, (_, id) => {
  const [column, row] = [id % (cells + 1), Math.floor(id / (cells + 1))];
  return 1 / (particleMass * (atEdge(column) ? 0.5 : 1) * (atEdge(row) ? 0.5 : 1));
});
const earth = { x: 0, y: -9.81, z: 0 };
const weightless = { x: 0, y: 0, z: 0 };

const sheet = (more: ClothDefinition): ClothCpu =>
  createClothCpu({
    ...{ columns: cells, rows: cells, width: size, height: size, ripple: 0, pins: 'none' },
    ...{ inverseMass, gravity: weightless, airDensity: 1.2, stretchCompliance: 0, shearCompliance: 0 },
    ...more,
  });

/** The flat sheet, its rows along (0, -cos, sin) of an angle from the vertical. */
const inclined = (angle: number) => (column: number, row: number) => ({
  x: (column / cells - 0.5) * size,
  y: (0.5 - row / cells) * size * Math.cos(angle),
  z: (row / cells - 0.5) * size * Math.sin(angle),
});

const run = (cloth: ClothCpu, seconds: number): ClothCpu => {
  const steps = Math.round(seconds / cloth.stepSeconds);
  for (let step = 0; step < steps; step++) cloth.step();
  return cloth;
};
const meanVelocity = async (cloth: ClothCpu) => (await cloth.measure()).meanVelocity;

test('a sheet that falls flat reaches sqrt(m g / (rho A))', async () => {
  const cloth = run(sheet({ gravity: earth, shape: inclined(Math.PI / 2), substeps: 20 }), 3);
  const terminal = Math.sqrt((density * 9.81) / 1.2);
  const { x, y, z } = await meanVelocity(cloth);
  expect(Math.abs(-y / terminal - 1)).toBeLessThan(0.005);
  expect(Math.hypot(x, z)).toBeLessThan(1e-4);
});

test('a sheet that falls along its own plane falls as in empty space', async () => {
  const fall = async (airDensity: number) => meanVelocity(run(sheet({ gravity: earth, airDensity }), 0.5));
  expect(await fall(1.2)).toEqual(await fall(0));
});

test('a sheet that goes with the wind is left alone', async () => {
  const velocity = { x: 3, y: -2, z: 5 };
  const cloth = run(sheet({ velocity, wind: velocity, shape: inclined(0.7) }), 0.5);
  const { x, y, z } = await meanVelocity(cloth);
  expect(Math.hypot(x - 3, y + 2, z - 5)).toBeLessThan(1e-4);
});

test('an inclined sheet is pushed across itself alone: -rho A |u| (u . n) n, which lifts it', async () => {
  for (const angle of [0.2, 0.7, 1.3]) {
    const wind = { x: 0, y: 0, z: 8 };
    const stepSeconds = 1e-4;
    const cloth = sheet({ shape: inclined(angle), wind, stepSeconds, substeps: 1 });
    cloth.step();
    const normal = { y: Math.sin(angle), z: Math.cos(angle) };
    const acceleration = (1.2 * 8 * 8 * normal.z) / density;
    const { x, y, z } = await meanVelocity(cloth);
    expect(Math.abs(y / (acceleration * normal.y * stepSeconds) - 1), 'lift').toBeLessThan(0.01);
    expect(Math.abs(z / (acceleration * normal.z * stepSeconds) - 1), 'drag').toBeLessThan(0.01);
    // the velocity error caused by rounding a position
    expect(Math.abs(x)).toBeLessThan((2 ** -24 * size) / stepSeconds);
  }
});

test('a sheet that hangs in a steady wind leans by atan(rho U^2 / (sigma g))', async () => {
  for (const speed of [0.7, 1.2, 2]) {
    const cloth = sheet({
      ...{ gravity: earth, pins: 'topEdge', wind: { x: 0, y: 0, z: speed }, substeps: 20, damping: 3 },
      ...{ tethers: true, bendCompliance: 0 },
    });
    run(cloth, 12);
    const id = cells * (cells + 1) + cells / 2;
    const top = cells / 2;
    const [, y, z] = cloth.positions.slice(4 * id).map((end, axis) => end - cloth.positions[4 * top + axis]);
    const expected = Math.atan((1.2 * speed * speed) / (density * 9.81));
    expect(Math.abs(Math.atan2(z, -y) / expected - 1), `${speed} m/s`).toBeLessThan(0.01);
  }
});

test('air at rest only takes energy, however dense it is', async () => {
  for (const airDensity of [1.2, 1e3, 1e12, 1e30]) {
    const cloth = sheet({
      ...{ airDensity, shape: inclined(0.5) },
      ...{ stretchCompliance: Number.POSITIVE_INFINITY, shearCompliance: Number.POSITIVE_INFINITY },
      bendCompliance: Number.POSITIVE_INFINITY,
      velocity: (column, row) => ({
        x: Math.sin(column),
        y: Math.cos(3 * row),
        z: 2 + Math.sin(row + column),
      }),
    });
    let last = Number.POSITIVE_INFINITY;
    for (let step = 0; step < 60; step++) {
      cloth.step();
      const velocities = await cloth.readVelocities();
      const energy = velocities.reduce((sum, v, k) => sum + (v * v) / inverseMass[k >> 2], 0);
      // velocities are rounded to float32
      expect(energy).toBeLessThanOrEqual(last * (1 + 2 ** -22));
      expect(energy).toBeGreaterThan(0);
      last = energy;
    }
    expect(cloth.measurement.nonFinite).toBe(0);
  }
});

test('four steps of one frame are four frames of a step', async () => {
  const definition = { gravity: earth, wind: { x: 1, y: 0, z: 4 }, pins: 'topCorners', ripple: 0.1 } as const;
  const together = sheet(definition);
  const apart = sheet(definition);
  for (let frame = 0; frame < 10; frame++) together.advance(4 / 60);
  for (let step = 0; step < 40; step++) apart.step();
  expect(together.positions).toEqual(apart.positions);
});

test('what pins bear of the wind is what the sheet feels', async () => {
  const wind = { x: 0, y: 0, z: 1.5 };
  const cloth = sheet({ gravity: earth, pins: 'topEdge', wind, substeps: 20, damping: 3, bendCompliance: 0 });
  run(cloth, 12);
  const forces = await cloth.pinForces();
  const sum = (axis: 'y' | 'z') => forces.reduce((total, { force }) => total + force[axis], 0);
  // the weight and the air force without the row of pins
  const hanging = size * size * (1 - 0.5 / cells);
  const lean = Math.atan((1.2 * 1.5 ** 2) / (density * 9.81));
  const pressure = 1.2 * 1.5 ** 2 * Math.cos(lean);
  expect(Math.abs(sum('z') / (hanging * pressure * Math.cos(lean)) - 1)).toBeLessThan(0.02);
  expect(Math.abs(sum('y') / -(hanging * (density * 9.81 - pressure * Math.sin(lean))) - 1)).toBeLessThan(
    0.02,
  );
});
