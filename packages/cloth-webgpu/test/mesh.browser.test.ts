import { expect, test } from 'vitest';
import {
  type ClothDefinition,
  ClothError,
  type ClothPlan,
  type Collider,
  colliderReactions,
  createClothCpu,
} from '../src/index.js';
import { Draw } from './draw.js';
import { hash, largestDistance, requestDevice, shareDevice } from './gpu.js';
import { arbitraryMesh, ball, disc, gridMesh } from './meshes.js';
import { numbersOf } from './reactions.js';

const none = Number.POSITIVE_INFINITY;
const shared = shareDevice();

const gpu = (definition: ClothDefinition, plan: ClothPlan = 'colors') => shared.make(definition, { plan });

const draw = new Draw(11);
const mesh = arbitraryMesh(draw);
const count = mesh.positions.length / 3;
/** Uneven and moving, so that every constraint does some work. */
const uneven: ClothDefinition = {
  mesh,
  bendCompliance: 1e-6,
  shape: (id) => ({
    x: mesh.positions[3 * id] + 0.004 * Math.sin(7 * id),
    y: mesh.positions[3 * id + 1] + 0.004 * Math.cos(5 * id),
    z: 0.02 * Math.sin(3 * id),
  }),
  velocity: (id) => ({ x: Math.sin(id), y: 0, z: Math.cos(id) }),
};
const off = { stretchCompliance: none, bendCompliance: none };
const floor: Collider = { type: 'plane', point: { x: 0, y: -0.2, z: 0 }, normal: { x: 0.2, y: 1, z: 0.1 } };
/** Particles from all over the cloth are mixed. */
const heap = (id: number) => ({
  x: 0.2 * Math.sin(9 * id),
  y: 0.2 * Math.sin(5 * id * id),
  z: (id % 7) * 0.05,
});

test.each<[string, ClothDefinition]>([
  ['stretch', { ...off, stretchCompliance: 1e-7 }],
  ['bending', { ...off, bendCompliance: 1e-7 }],
  ['air on faces', { ...off, airDensity: 3000, wind: { x: 3, y: 1, z: -8 } }],
  ['tethers to two pins', { ...off, tethers: 1, pins: [0, count - 1] }],
  ['tethers to many pins', { ...off, tethers: 1.02, pins: Array.from({ length: 12 }, (_, k) => k) }],
  ['self-collision', { ...off, selfCollision: 0.12, shape: heap }],
  [
    'everything',
    { selfCollision: 0.06, tethers: 1.1, pins: [3], colliders: [floor], airDensity: 1.2, damping: 1 },
  ],
])('kernel of a mesh against the CPU reference: %s', async (_, change) => {
  const definition = { ...uneven, ...change, substeps: 1, stepSeconds: 1 / 300 };
  const cpu = createClothCpu(definition);
  const cloths = [await gpu(definition), await gpu(definition, 'whole')];
  for (let step = 0; step < 3; step++) for (const cloth of [cpu, ...cloths]) cloth.step();
  const [positions, other] = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  expect(hash(other)).toBe(hash(positions));
  expect(largestDistance(positions, cpu.positions)).toBeLessThan(5e-6);
  expect(largestDistance(await cloths[0].readVelocities(), await cpu.readVelocities())).toBeLessThan(1.5e-3);
  expect(largestDistance(await cloths[0].readNormals(), await cpu.readNormals())).toBeLessThan(1e-3);
});

test('normals, strain and bounds are those of the CPU', async () => {
  const definition: ClothDefinition = {
    mesh: ball(3, 1),
    shape: (id) => ({ x: Math.sin(id), y: Math.cos(id), z: id / 40 }),
  };
  const cloth = await gpu(definition);
  const cpu = createClothCpu(definition);
  expect(largestDistance(await cloth.readNormals(), await cpu.readNormals())).toBeLessThan(1e-5);
  const [here, there] = [await cloth.measure(), await cpu.measure()];
  expect(here.largestStrain / there.largestStrain).toBeCloseTo(1, 5);
  expect(here.meanStrain / there.meanStrain).toBeCloseTo(1, 5);
  expect(here.bounds.max.x).toBeCloseTo(there.bounds.max.x, 6);
});

test('a ray takes the vertex that it takes on the CPU', async () => {
  const definition: ClothDefinition = { mesh: ball(3, 1) };
  const cloth = await gpu(definition);
  const cpu = createClothCpu(definition);
  for (const [x, y] of [
    [0, 0],
    [0.31, 0.22],
    [-0.6, 0.5],
    [0.9, -0.2],
    [1.2, 0],
  ]) {
    const ray = { origin: { x: 3 * x, y: 3 * y, z: -5 }, direction: { x: -2 * x, y: -2 * y, z: 4 } };
    const [here, there] = [await cloth.grab(1, ray), await cpu.grab(1, ray)];
    expect(here?.particle).toBe(there?.particle);
    if (there !== null) expect(here?.distance).toBeCloseTo(there.distance, 5);
  }
});

test('the device learns of new pins while tethers hold, and of tethers that are switched on', async () => {
  const definition: ClothDefinition = { mesh: disc(6, 0.6, 0.5), pins: [0], drag: 1 };
  const cloth = await gpu(definition);
  const cpu = createClothCpu(definition);
  const both = [cloth, cpu];
  for (const each of both) {
    each.step();
    each.setParameters({ tethers: true });
    for (let step = 0; step < 5; step++) each.step();
    each.setPin(100);
    for (let step = 0; step < 5; step++) each.step();
    each.freePin(0);
    for (let step = 0; step < 20; step++) each.step();
  }
  expect(largestDistance(await cloth.readPositions(), cpu.positions)).toBeLessThan(1e-3);
});

test('colliders feel each impulse once, as on the CPU, also with self-collision and with more frames under way than are read back', async () => {
  const definition: ClothDefinition = {
    ...{ mesh: disc(1, 0.2), selfCollision: 0.2, substeps: 2, velocity: { x: 0.5, y: -1, z: 0 } },
    colliders: [{ ...floor, point: { x: 0, y: 0.01, z: 0 } }],
  };
  const [onGpu, onCpu] = [colliderReactions(), colliderReactions()];
  expect(onGpu.take(), 'before there is a cloth').toEqual([]);
  const cloth = await gpu({ ...definition, reactions: onGpu });
  const cpu = createClothCpu({ ...definition, reactions: onCpu });
  const start = await cloth.snapshot();
  const run = (steps: number) => {
    for (let step = 0; step < steps; step++) for (const each of [cloth, cpu]) each.step();
  };
  const feelTheSame = async () => {
    await cloth.readPositions();
    const [felt, expected] = [numbersOf(onGpu), numbersOf(onCpu)];
    expect([felt.length, expected.length]).toEqual(Array(2).fill(6 * cloth.colliders.length));
    felt.forEach((number, k) => {
      expect(Math.abs(number - expected[k]), `number ${k}`).toBeLessThan(1e-3);
    });
    return felt;
  };
  run(11);
  // the sums of the last seven frames are still on the GPU, and come with the next one
  await cloth.readPositions();
  run(1);
  expect((await feelTheSame())[1]).toBeLessThan(-5);
  expect(numbersOf(onGpu), 'taken').toEqual([0, 0, 0, 0, 0, 0]);

  run(1);
  const colliders = [floor, ...cloth.colliders];
  for (const each of [cloth, cpu]) each.setColliders(colliders);
  expect((await feelTheSame()).slice(0, 3), 'of the colliders before').toEqual([0, 0, 0]);
  run(1);
  for (const each of [cloth, cpu]) each.restore(start);
  expect(Math.hypot(...(await feelTheSame())), 'of the state before').toBe(0);
  run(1);
  expect(Math.hypot(...(await feelTheSame()))).toBeGreaterThan(1);

  const refusing = await requestDevice();
  refusing.createComputePipelineAsync = () => Promise.reject(new Error('no kernels'));
  await expect(cloth.restoreOn(refusing)).rejects.toThrow('no kernels');
  run(1);
  expect(Math.hypot(...(await feelTheSame())), 'on the device that it still has').toBeGreaterThan(1);
  refusing.destroy();
});

test('it goes on after a loss with all its tables', async () => {
  const definition: ClothDefinition = {
    ...uneven,
    ...{ pins: [0], tethers: true, airDensity: 1.2, selfCollision: true, checkpointInterval: 1 },
  };
  const lost = await requestDevice();
  const cloth = await shared.make(definition, { requestDevice: async () => shared.device }, lost);
  cloth.step();
  await new Promise<void>((resolve) => {
    cloth.subscribe(({ type }) => type === 'restored' && resolve());
    lost.destroy();
  });
  const same = await gpu(definition);
  same.restore(await cloth.snapshot());
  for (const each of [cloth, same]) for (let step = 0; step < 10; step++) each.step();
  expect(hash(await cloth.readPositions())).toBe(hash(await same.readPositions()));
  cloth.dispose();
});

test("the plan 'lines' is refused, and a mesh that is too large for one workgroup is not run in one", async () => {
  await expect(gpu({ mesh }, 'lines')).rejects.toBeInstanceOf(ClothError);
  await expect(gpu({ mesh: disc(60, 1) }, 'whole')).rejects.toThrow("'auto', 'colors'");
});

test('as many dispatches as colours, and two more', async () => {
  const cloth = await gpu({ mesh, substeps: 3 });
  expect(cloth.dispatchesPerStep).toBe(3 * (cloth.constraintColors().length + 2));
  cloth.setParameters({ bendCompliance: none });
  expect(cloth.dispatchesPerStep).toBeLessThan(3 * (cloth.constraintColors().length + 2));
  expect((await gpu({ mesh }, 'whole')).dispatchesPerStep).toBe(1);
});

test('tethers that a mesh on many pins has only when told so have the lengths of the CPU', async () => {
  const definition = {
    ...{ mesh: gridMesh(9, 6, 1, 1), pins: Array.from({ length: 10 }, (_, id) => id) },
    ...{ strainLimit: 0, substeps: 2, stretchCompliance: 1e-3 },
  };
  const cloths = [await gpu(definition), createClothCpu(definition)];
  for (const cloth of cloths) {
    for (let step = 0; step < 4; step++) cloth.step();
    cloth.setParameters({ tethers: true });
    for (let step = 0; step < 4; step++) cloth.step();
  }
  const [here, there] = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  expect(largestDistance(here, there)).toBeLessThan(3e-5);
});
