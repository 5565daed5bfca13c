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

/** Positions after four steps, all in one frame or each in its own. */
async function run(definition: ClothDefinition, plan: ClothPlan, together: boolean): Promise<Float32Array> {
  const cloth = await createClothGpu(device, definition, { plan });
  if (together) expect(cloth.advance(4 / 60)).toBe(4);
  else for (let step = 0; step < 4; step++) cloth.step();
  const positions = await cloth.readPositions();
  cloth.dispose();
  return positions;
}

for (const [columns, rows] of [
  [13, 22],
  [0, 12],
]) {
  test(`all plans, one step or four a frame, give the same bits and agree with the CPU: ${columns} x ${rows} cells`, async () => {
    const definition = { columns, rows, substeps: 3, tethers: 1.01, damping: 0.5, bendCompliance: 1e-6 };
    const colours = await run(definition, 'colours', false);
    expect(hash(await run(definition, 'lines', true))).toBe(hash(colours));
    expect(hash(await run(definition, 'whole', true))).toBe(hash(colours));
    const cpu = createClothCpu(definition);
    for (let step = 0; step < 4; step++) cpu.step();
    expect(largestDistance(colours, cpu.positions)).toBeLessThan(3e-5);
  });
}

test('a plan that does not fit is refused by name', async () => {
  await expect(createClothGpu(device, { columns: 100, rows: 100 }, { plan: 'whole' })).rejects.toThrow(
    /options.plan/,
  );
});
