import { afterEach, beforeAll, expect, test } from 'vitest';
import { type ClothDefinition, type ClothPlan, createClothCpu, createClothGpu } from '../src/index.js';
import { errors, hash, largestDistance, requestDevice } from './gpu.js';

let device: GPUDevice;
beforeAll(async () => {
  device = await requestDevice();
});
afterEach(() => {
  expect(errors).toEqual([]);
});

async function run(definition: ClothDefinition, plan: ClothPlan, steps: number): Promise<Float32Array> {
  const cloth = await createClothGpu(device, definition, { plan });
  for (let step = 0; step < steps; step++) cloth.step();
  const positions = await cloth.readPositions();
  cloth.dispose();
  return positions;
}

for (const [columns, rows] of [
  [16, 16],
  [13, 22],
  [1, 1],
  [0, 12],
  [9, 0],
  [40, 30],
]) {
  test(`all plans give the same bits and agree with the CPU: ${columns} x ${rows} cells`, async () => {
    const definition: ClothDefinition = { columns, rows, tethers: 1.01, damping: 0.5, bendCompliance: 1e-6 };
    const colours = await run(definition, 'colours', 4);
    const lines = await run(definition, 'lines', 4);
    const whole = await run(definition, 'whole', 4);
    expect(hash(lines)).toBe(hash(colours));
    expect(hash(whole)).toBe(hash(colours));
    const cpu = createClothCpu(definition);
    for (let step = 0; step < 4; step++) cpu.step();
    expect(largestDistance(colours, cpu.positions)).toBeLessThan(3e-5);
  });
}
