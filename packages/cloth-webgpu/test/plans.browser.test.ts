import { afterEach, beforeAll, expect, test } from 'vitest';
import { type ClothDefinition, type ClothPlan, createClothCpu, createClothGpu } from '../src/index.js';
import { errors, hash, largestDistance, requestDevice } from './gpu.js';
import { closest, folded } from './layers.js';

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
    const colors = await run(definition, 'colors', false);
    expect(hash(await run(definition, 'lines', true))).toBe(hash(colors));
    expect(hash(await run(definition, 'whole', true))).toBe(hash(colors));
    const cpu = createClothCpu(definition);
    for (let step = 0; step < 4; step++) cpu.step();
    expect(largestDistance(colors, cpu.positions)).toBeLessThan(3e-5);
  });
}

test('self-collision: all plans, one step or four a frame, give the same bits; layers stay apart as on the CPU', async () => {
  const definition = folded({ selfCollision: true, substeps: 6, damping: 0, drag: 1 });
  const steps = 28;
  const cpu = createClothCpu(definition);
  for (let step = 0; step < steps; step++) cpu.step();
  const bits: number[] = [];
  for (const [plan, dispatches] of [
    ['colors', 11],
    ['lines', 7],
    ['whole', 5],
  ] as const) {
    const cloth = await createClothGpu(device, definition, { plan });
    expect(cloth.dispatchesPerStep).toBe(6 * dispatches);
    while (cloth.stepCount < steps) {
      if (plan === 'lines') cloth.step();
      else cloth.advance(4 / 60);
    }
    const positions = await cloth.readPositions();
    bits.push(hash(positions));
    expect(closest(cloth, positions, 0.05)).toBeGreaterThan(0.95);
    expect(largestDistance(positions, cpu.positions)).toBeLessThan(1e-3);
    cloth.dispose();
  }
  expect(bits).toEqual([bits[0], bits[0], bits[0]]);
});

test('self-collision switched on while the cloth runs is that of one that was made with it, and leaves nothing behind', async () => {
  const [first, second] = await Promise.all([
    createClothGpu(device, folded({ substeps: 3 })),
    createClothGpu(device, folded({ selfCollision: true, substeps: 3 })),
  ]);
  const state = await first.snapshot();
  for (let step = 0; step < 12; step++) first.step();
  const without = hash(await first.readPositions());
  first.setParameters({ selfCollision: true });
  second.restore(await first.snapshot());
  for (const cloth of [first, second]) for (let step = 0; step < 12; step++) cloth.step();
  expect(hash(await first.readPositions())).toBe(hash(await second.readPositions()));
  first.setParameters({ selfCollision: false });
  first.restore(state);
  for (let step = 0; step < 12; step++) first.step();
  expect(hash(await first.readPositions())).toBe(without);
  for (const cloth of [first, second]) cloth.dispose();
});

test('a plan that does not fit is refused by name', async () => {
  await expect(createClothGpu(device, { columns: 100, rows: 100 }, { plan: 'whole' })).rejects.toThrow(
    /options.plan/,
  );
});
