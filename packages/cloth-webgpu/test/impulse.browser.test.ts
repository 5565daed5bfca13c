import { expect, test } from 'vitest';
import { type ClothDefinition, type ClothImpulse, createClothCpu, createClothGpu } from '../src/index.js';
import { errors, hash, largestDistance, requestDevice } from './gpu.js';

const pushes: readonly ClothImpulse[] = [
  { point: { x: 0.3, y: -0.2, z: 0.1 }, radius: 0.6, impulse: { x: 40, y: -30, z: 90 } },
  { point: { x: -0.4, y: 0.3, z: -0.1 }, radius: 0.5, falloff: 0.2, impulse: 80 },
  { point: { x: -0.4, y: 0.3, z: 0 }, radius: 0.3, falloff: 0, impulse: -20 },
  { point: { x: 9, y: 0, z: 0 }, radius: 1, impulse: 80 },
];

test('pushes in turn are those of the CPU, by each plan, on a cloth that is also damped and measured', async () => {
  const device = await requestDevice();
  const definition: ClothDefinition = {
    ...{ columns: 20, rows: 16, width: 2, height: 1.6, pins: [], damping: 2, measureInterval: 1 },
    inverseMass: Array.from({ length: 21 * 17 }, (_, id) => (id % 50 === 7 ? 0 : 1 + (id % 3))),
  };
  const cpu = createClothCpu(definition);
  const still = createClothCpu(definition);
  const cloths = await Promise.all(
    (['colors', 'lines', 'whole'] as const).map((plan) => createClothGpu(device, definition, { plan })),
  );
  for (const push of pushes) {
    still.step();
    for (const cloth of [cpu, ...cloths]) {
      cloth.applyImpulse(push);
      cloth.step();
    }
  }
  const positions = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  for (const other of positions) expect(hash(other)).toBe(hash(positions[0]));
  expect(largestDistance(cpu.positions, still.positions)).toBeGreaterThan(0.05);
  expect(largestDistance(positions[0], cpu.positions)).toBeLessThan(1e-5);
  for (const cloth of cloths) cloth.dispose();
  expect(errors).toEqual([]);
});
