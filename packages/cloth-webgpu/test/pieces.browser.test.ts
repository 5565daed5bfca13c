import { expect, test } from 'vitest';
import { type ClothDefinition, createClothCpu } from '../src/index.js';
import { hash, largestDistance, shareDevice } from './gpu.js';
import { ball, gridMesh, sideBySide } from './meshes.js';

const shared = shareDevice();

// of 6, 289 and 20 particles: the sums of the second are joined; it and the third start in one place
const pieces = [ball(0, 0.3), gridMesh(16, 16, 1, 1), gridMesh(4, 3, 1, 1)];
const mesh = sideBySide(pieces, 0.2);
const definition: ClothDefinition = {
  ...{ mesh, substeps: 3, damping: 8, selfCollision: 0.06, bendCompliance: 1e-3 },
  pins: [300],
  velocity: (id) => ({ x: Math.sin(id), y: Math.sin(7 * id), z: id < 295 ? 2 : -2 }),
};

test('pieces of one mesh are damped and collide as on the CPU, one step or four per frame', async () => {
  const cpu = createClothCpu(definition);
  const [byStep, byFrame] = await Promise.all([
    shared.make(definition, { plan: 'colors' }),
    shared.make(definition, { plan: 'colors' }),
  ]);
  for (let step = 0; step < 4; step++) {
    cpu.step();
    byStep.step();
  }
  byFrame.advance(4 / 60);
  const positions = await byStep.readPositions();
  expect(hash(await byFrame.readPositions())).toBe(hash(positions));
  expect(largestDistance(positions, cpu.positions)).toBeLessThan(2e-5);
  // held by a pin, which a hand replaces
  for (const cloth of [cpu, byStep]) {
    cloth.freePin(300);
    cloth.grabParticle(1, 0, { x: 0, y: 0.4, z: 0 });
    cloth.step();
  }
  expect(largestDistance(await byStep.readVelocities(), await cpu.readVelocities())).toBeLessThan(1e-2);
});

test('a particle of infinite mass holds a cloth like a pin, as on the CPU', async () => {
  const inverseMass = [1, 0, 1, 1];
  const lone: ClothDefinition = { columns: 1, rows: 1, inverseMass, pins: 'none', damping: 20 };
  const [cloth, cpu] = [await shared.make(lone), createClothCpu(lone)];
  for (let step = 0; step < 3; step++) for (const each of [cloth, cpu]) each.step();
  expect(largestDistance(await cloth.readVelocities(), await cpu.readVelocities())).toBeLessThan(1e-3);
});
