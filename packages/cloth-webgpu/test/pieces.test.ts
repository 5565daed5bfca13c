/** Several pieces in one mesh: what edges join is one, and pieces have nothing to do with each other but contacts. */

import { expect, test } from 'vitest';
import { pieceTable } from '../src/gpu/pieces.js';
import { type ClothCpu, type ClothDefinition, createClothCpu } from '../src/index.js';
import { gridMesh, sideBySide } from './meshes.js';

const still = { x: 0, y: 0, z: 0 };
const sheet = gridMesh(3, 3, 0.3, 0.3);

/** A mesh of two sheets of 16 particles, `gap` metres apart. */
const two = (gap: number, more: ClothDefinition): ClothCpu =>
  createClothCpu({ mesh: sideBySide([sheet, sheet], gap), ...more });

/** Velocity of the centre of the particles `first` to `first + 15`. */
async function meanVelocity(cloth: ClothCpu, first: number): Promise<readonly number[]> {
  const velocities = await cloth.readVelocities();
  const ids = Array.from({ length: 16 }, (_, k) => first + k);
  return [0, 1, 2].map((axis) => ids.reduce((sum, id) => sum + velocities[4 * id + axis] / 16, 0));
}

function run(cloth: ClothCpu, steps: number): ClothCpu {
  for (let step = 0; step < steps; step++) cloth.step();
  return cloth;
}

test('pieces that fly apart do not damp each other, and what moves within each comes to rest', async () => {
  const moves = (id: number) => ({ x: id < 16 ? -2 : 1, y: 0, z: Math.sin(9 * id) });
  const cloth = run(two(1, { gravity: still, damping: 4, velocity: moves, bendCompliance: 1e-3 }), 120);
  const [left, right] = [await meanVelocity(cloth, 0), await meanVelocity(cloth, 16)];
  expect(left[0]).toBeCloseTo(-2, 3);
  expect(right[0]).toBeCloseTo(1, 3);
  const velocities = await cloth.readVelocities();
  // 3 m/s lie between the two
  for (let id = 0; id < 32; id++)
    expect(Math.abs(velocities[4 * id] - (id < 16 ? left : right)[0])).toBeLessThan(0.1);
});

test('a piece that nothing holds falls freely beside one that hangs, from a pin, a hand or a fixed particle', async () => {
  const inverseMass = Array.from({ length: 32 }, (_, id) => Number(id !== 0));
  for (const held of [{ pins: [0] }, { inverseMass }, {}]) {
    const cloth = two(1, { ...held, damping: 3 });
    if (!('pins' in held) && !('inverseMass' in held)) cloth.grabParticle(1, 0, { x: -0.15, y: 0.15, z: 0 });
    run(cloth, 10);
    expect((await meanVelocity(cloth, 16))[1]).toBeCloseTo(-10 / 6, 4);
    const undamped = run(two(1, { pins: [0] }), 10);
    const [slow, fast] = [await meanVelocity(cloth, 0), await meanVelocity(undamped, 0)];
    expect(Math.hypot(...slow)).toBeLessThan(0.9 * Math.hypot(...fast));
  }
});

test('a cloth of one piece with a particle of infinite mass is damped as one with a pin', () => {
  const cells = { columns: 3, rows: 3, width: 0.3, height: 0.3, damping: 5 };
  const inverseMass = Array.from({ length: 16 }, (_, id) => Number(id > 0));
  const fixed = run(createClothCpu({ ...cells, pins: 'none', inverseMass }), 20);
  const pinned = run(createClothCpu({ ...cells, pins: [0] }), 20);
  expect(fixed.positions).toEqual(pinned.positions);
});

test('layers of two pieces that are near each other at rest keep that distance', () => {
  // across the x axis, 1 cm apart: half of the minimum distance
  const positions = sheet.positions.map((_, k) => (k % 3 === 0 ? 0 : sheet.positions[k - 2 * (k % 3) + 2]));
  const mesh = sideBySide(
    [
      { ...sheet, positions },
      { ...sheet, positions },
    ],
    0.01,
  );
  const velocity = (id: number) => ({ x: id < 16 ? 1 : -1, y: 0, z: 0 });
  const cloth = createClothCpu({ mesh, gravity: still, velocity, selfCollision: 0.02, ripple: 0 });
  run(cloth, 20);
  for (let id = 0; id < 16; id++) {
    const apart = cloth.positions[4 * (id + 16)] - cloth.positions[4 * id];
    expect(apart).toBeGreaterThan(0.0099);
    expect(apart).toBeLessThan(0.0101);
  }
});

test('the records of sums of many pieces fit a dispatch, those of the largest first', () => {
  const few = pieceTable([6, 258, 18], 8);
  expect([few.order, few.parts, few.partCount]).toEqual([[1, 2, 0], [1024, 32, 1], 1057]);
  // a record for every eighth particle would be 16.7 million
  const { parts, partCount } = pieceTable(new Array(16_320).fill(257), 8);
  expect(partCount).toBe(32 * 16_320);
  expect(parts.every((each) => each === 32)).toBe(true);
});
