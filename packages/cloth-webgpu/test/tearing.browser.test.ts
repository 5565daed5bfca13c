import { expect, test } from 'vitest';
import {
  type ClothDefinition,
  type ClothEvent,
  type ClothGpu,
  type ClothPlan,
  createClothCpu,
  createClothGpu,
  tearing,
} from '../src/index.js';
import { hash, largestDistance, requestDevice, shareDevice } from './gpu.js';
import { disc } from './meshes.js';
import { banner, lips, swing, tearsOf } from './tears.js';

const shared = shareDevice();

const noGravity = { x: 0, y: 0, z: 0 };

/** The triangles that are drawn. */
async function indicesOf(cloth: ClothGpu): Promise<Uint32Array> {
  const buffer = cloth.indexBuffer as GPUBuffer;
  const size = 4 * cloth.indices.length;
  const copy = cloth.device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = cloth.device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, copy, 0, size);
  cloth.device.queue.submit([encoder.finish()]);
  await copy.mapAsync(GPUMapMode.READ);
  const indices = new Uint32Array(copy.getMappedRange().slice(0));
  copy.destroy();
  return indices;
}

/** Two halves that fly apart, unevenly so that no two edges are strained alike. */
const grid: ClothDefinition = {
  ...{ columns: 9, rows: 8, width: 0.9, height: 0.8, pins: 'none', gravity: noGravity, substeps: 3 },
  ...{ stretchCompliance: 1e-4, shearCompliance: 1e-4, bendCompliance: 1e-3 },
  velocity: (column, row) => ({
    x: (column < 5 ? -3 : 3) + 0.3 * Math.sin(5 * row),
    y: 0.2 * Math.cos(column),
    z: 0,
  }),
  tearing: tearing({ strain: 0.2 }),
};
const mesh: ClothDefinition = {
  ...{ mesh: disc(4, 0.5), gravity: noGravity, substeps: 3, stretchCompliance: 1e-4, bendCompliance: 1e-3 },
  velocity: (id) => ({ x: id % 16 < 8 ? 9 : -9, y: 5 * Math.sin(3 * id), z: 0.1 * Math.cos(7 * id) }),
  tearing: tearing({ strain: 0.15 }),
};

test.each<[what: string, plan: ClothPlan, told: string]>([
  ['grid', 'colors', 'by measurements'],
  ['mesh', 'colors', 'when asked'],
  ['mesh', 'whole', 'by a checkpoint'],
])('it tears where the CPU reference does: %s, %s, told %s', async (what, plan, told) => {
  const definition: ClothDefinition = {
    ...(what === 'grid' ? grid : mesh),
    measureInterval: told === 'by measurements' ? 2 : 0,
    checkpointInterval: told === 'by a checkpoint' ? 7 : 0,
  };
  const cpu = createClothCpu(definition);
  const cloth = await createClothGpu(shared.device, definition, { plan });
  const [tears, reference] = [tearsOf(cloth), tearsOf(cpu)];
  const places: { readonly edges: Uint32Array; readonly positions: Float32Array; readonly after: number }[] =
    [];
  cloth.subscribe((event) => {
    if (event.type === 'torn') places.push({ ...event, after: cloth.measurement.step });
  });
  for (let step = 0; step < 6; step++) cpu.step();
  for (let step = 0; step < 4; step++) cloth.step();
  expect(cloth.advance(2 / 60)).toBe(2);
  const torn = (await cpu.measure()).tornEdges;
  expect(torn).toBeGreaterThan(3);
  const measured = await cloth.measure();
  expect(measured.tornEdges).toBe(torn);
  expect(measured.largestStrain).toBeCloseTo(cpu.measurement.largestStrain, 3);
  expect(await indicesOf(cloth)).toEqual(cpu.liveIndices);
  expect(largestDistance(await cloth.readPositions(), cpu.positions)).toBeLessThan(1e-4);
  expect(largestDistance(await cloth.readNormals(), await cpu.readNormals())).toBeLessThan(1e-2);
  // read back with a later frame, each edge has its step
  const reads = new Map<number, Promise<Float32Array>>();
  const step = () => {
    cloth.step();
    reads.set(cloth.stepCount, cloth.readPositions());
  };
  step();
  if (told === 'by a checkpoint') await expect.poll(() => tears.size >= reference.size).toBe(true);
  for (let round = 0; tears.size < reference.size && round < 20; round++) {
    step();
    await cloth.measure();
  }
  expect([...tears].filter(([after]) => after <= 6)).toEqual([...reference]);
  // and its place, in the frame that was read back
  expect(places.length).toBeGreaterThan(0);
  for (const { after, edges, positions } of places) {
    const all = await (reads.get(after) as Promise<Float32Array>);
    expect([...positions]).toEqual([...edges].flatMap((id) => [...all.subarray(4 * id, 4 * id + 3)]));
  }
  // and what is drawn of the constraints knows it
  const ends = [...tears.values()].join(' ').split(' ').map(Number);
  const pairs = new Set<number>();
  for (const color of cloth.constraintColors())
    for (let k = 0; k < color.length; k += 2)
      pairs.add(Math.min(color[k], color[k + 1]) * 1000 + Math.max(color[k], color[k + 1]));
  for (let k = 0; k < ends.length; k += 2) expect(pairs).not.toContain(ends[k] * 1000 + ends[k + 1]);
  expect(pairs.size).toBeGreaterThan(100);
  cloth.dispose();
});

test.each<ClothPlan>(['colors', 'whole'])(
  'a blade cuts where it does on the CPU, also in a frame of several steps: %s',
  async (plan) => {
    const cpu = createClothCpu(banner);
    const cloth = await createClothGpu(shared.device, banner, { plan });
    const tears = tearsOf(cloth);
    for (const [y, frame] of [
      [0.05, 1 / 60],
      [0.25, 3 / 60],
    ] as const) {
      const blade = swing(y, -1, 0.01);
      expect(await cloth.cut(blade)).toBe(6);
      expect(await cpu.cut(blade)).toBe(6);
      cloth.advance(frame);
      cpu.advance(frame);
      expect((await cloth.measure()).tornEdges).toBe((await cpu.measure()).tornEdges);
      expect(await indicesOf(cloth)).toEqual(cpu.liveIndices);
      expect(largestDistance(await cloth.readPositions(), cpu.positions)).toBeLessThan(1e-5);
    }
    cloth.step();
    await cloth.measure();
    await expect.poll(() => [...tears.keys()].slice(0, 2)).toEqual([1, 2]);
    cloth.dispose();
  },
);

test('with frames in flight every torn edge is told once, and what is read back for it is read no more after that', async () => {
  // it tears off at its pins by its own weight, in every step for a while
  const cloth = await createClothGpu(shared.device, {
    ...{ columns: 10, rows: 12, width: 0.5, height: 0.6, pins: 'topEdge', substeps: 4 },
    ...{ stretchCompliance: 0.002, shearCompliance: 0.01, bendCompliance: 1e-4 },
    ...{ tearing: tearing({ strain: 0.5 }), measureInterval: 1, checkpointInterval: 0 },
  });
  const tears = tearsOf(cloth);
  const count = () => [...tears.values()].join(' ').split(' ').length / 2;
  // teleported by 100 m while frames are in flight: what they tell is told of the new place
  let isThere = false;
  const places: boolean[] = [];
  cloth.subscribe((event) => {
    if (event.type !== 'torn') return;
    for (let k = 0; k < event.positions.length; k += 3) places.push(event.positions[k] > 50 === isThere);
  });
  const createBuffer = shared.device.createBuffer;
  const sizes: number[] = [];
  shared.device.createBuffer = (descriptor) => {
    if (descriptor.label === 'cloth read-back') sizes.push(descriptor.size);
    return createBuffer.call(shared.device, descriptor);
  };
  try {
    for (let frame = 0; frame < 12; frame++) {
      for (let step = 0; step < 3; step++) cloth.step();
      if (frame === 2) cloth.teleport({ translation: { x: 100, y: 0, z: 0 } });
      isThere ||= frame === 2;
      if (frame === 5) cloth.setParameters({ drag: 1e6, gravity: noGravity }); // it comes to rest, and nothing tears
      await cloth.measure();
    }
    expect(count()).toBe(cloth.measurement.tornEdges);
    expect(tears.size).toBeGreaterThan(8);
    expect(places).not.toContain(false);
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
    expect(most).toBeGreaterThan(16 * cloth.vertexCount);
    expect(sizes.slice(-4)).toEqual([least, least, least, least]);
  } finally {
    shared.device.createBuffer = createBuffer;
    cloth.dispose();
  }
});

test('self-collision across a tear is that of the CPU reference', async () => {
  const definition: ClothDefinition = { ...lips, selfCollision: true };
  const cpu = createClothCpu(definition);
  const cloth = await createClothGpu(shared.device, definition, { plan: 'colors' });
  for (const each of [cpu, cloth]) for (let step = 0; step < 9; step++) each.step();
  expect(largestDistance(await cloth.readPositions(), cpu.positions)).toBeLessThan(1e-5);
  expect(cpu.positions[4 * 8 + 2] - cpu.positions[4 * 9 + 2]).toBeGreaterThan(0.09);
  cloth.dispose();
});

test('as long as nothing tears the bits are those without', async () => {
  const { tearing: _, ...whole } = grid;
  const [without, cloth] = await Promise.all([
    createClothGpu(shared.device, whole, { plan: 'colors' }),
    createClothGpu(shared.device, { ...grid, tearing: tearing({ strain: 1000 }) }, { plan: 'colors' }),
  ]);
  expect([without.indexBuffer, without.dispatchesPerStep, cloth.dispatchesPerStep]).toEqual([null, 24, 45]);
  for (const each of [without, cloth]) for (let step = 0; step < 4; step++) each.step();
  expect(hash(await cloth.readPositions())).toBe(hash(await without.readPositions()));
  expect(hash(await cloth.readNormals())).toBe(hash(await without.readNormals()));
  for (const each of [without, cloth]) each.dispose();
});

test('snapshots go from backend to backend and keep the tears; a lost device does not mend them', async () => {
  const own = await requestDevice();
  const cloth = await createClothGpu(own, { ...grid, checkpointInterval: 2 }, { plan: 'colors' });
  const events: ClothEvent['type'][] = [];
  cloth.subscribe(({ type }) => events.push(type));
  const whole = await cloth.snapshot();
  for (let step = 0; step < 6; step++) cloth.step();
  const snapshot = await cloth.snapshot();
  const indices = await indicesOf(cloth);
  const { tornEdges } = await cloth.measure();
  expect(tornEdges).toBeGreaterThan(3);
  const cpu = createClothCpu(grid);
  cpu.restore(snapshot);
  expect([cpu.measurement.tornEdges, cpu.liveIndices]).toEqual([tornEdges, indices]);

  for (let step = 0; step < 3; step++) cloth.step();
  const later = hash(await cloth.readPositions());
  const laterIndices = await indicesOf(cloth);
  cloth.restore(whole);
  expect(await indicesOf(cloth)).toEqual(cloth.indices);
  cloth.restore(snapshot);
  expect(await indicesOf(cloth)).toEqual(indices);
  for (let step = 0; step < 3; step++) cloth.step();
  expect([hash(await cloth.readPositions()), await indicesOf(cloth)]).toEqual([later, laterIndices]);

  cloth.restore(snapshot);
  const tears = tearsOf(cloth);
  own.destroy();
  await own.lost;
  while (cloth.status !== 'lost') await new Promise((done) => setTimeout(done, 5));
  await cloth.restoreOn(shared.device);
  expect(events.filter((type) => type !== 'torn')).toEqual(['deviceLost', 'restored']);
  expect(await indicesOf(cloth)).toEqual(indices);
  for (let step = 0; step < 3; step++) cloth.step();
  expect([hash(await cloth.readPositions()), await indicesOf(cloth)]).toEqual([later, laterIndices]);
  await cloth.measure();
  cloth.step();
  await cloth.measure();
  // those of the snapshot are no news
  expect(Math.min(...tears.keys())).toBeGreaterThan(6);
  cloth.dispose();
});

test('rays go through holes, pins feel no pull across a tear, and the plan of lines is refused by name', async () => {
  const definition: ClothDefinition = { ...grid, pins: [0, 9, 72, 81] };
  const cloth = await createClothGpu(shared.device, definition);
  const cpu = createClothCpu(definition);
  const start = await cloth.snapshot();
  for (const each of [cloth, cpu]) for (let step = 0; step < 6; step++) each.step();
  const holes = Array.from(cpu.liveIndices.keys()).filter((k) => k % 3 === 0 && cpu.liveIndices[k + 1] === 0);
  const there = cpu.liveIndices.findIndex((id, k) => k % 3 === 1 && id !== 0) - 1;
  expect(holes.length).toBeGreaterThan(0);
  for (const k of [holes[0], there]) {
    const [x, y, z] = [0, 1, 2].map(
      (axis) =>
        [0, 1, 2].reduce((sum, corner) => sum + cpu.positions[4 * cpu.indices[k + corner] + axis], 0) / 3,
    );
    const ray = { origin: { x, y, z: z - 3 }, direction: { x: 0, y: 0, z: 1 } };
    const grips = await Promise.all([cloth.grab(1, ray), cpu.grab(1, ray)]);
    expect(grips[0]?.particle).toBe(grips[1]?.particle);
    expect(grips[0] === null).toBe(k !== there);
    for (const each of [cloth, cpu]) each.release(1);
  }
  const torn = await cloth.snapshot();
  const asked = cloth.pinForces();
  // overtaken by another state, which has no tears, it answers for the state in which it was asked
  cloth.restore(start);
  const whole = cloth.constraintColors();
  const [forces, reference] = [await asked, await cpu.pinForces()];
  expect(cloth.constraintColors()).toEqual(whole);
  cloth.restore(torn);
  forces.forEach(({ force }, k) => {
    expect(Math.abs(force.x - reference[k].force.x)).toBeLessThan(2 + 0.01 * Math.abs(reference[k].force.x));
  });
  // a corner that comes off is no longer in the bounds
  for (const each of [cloth, cpu]) {
    each.setPin(0, { x: -2, y: 2, z: 0 });
    for (let step = 0; step < 3; step++) each.step();
  }
  const [{ bounds }, { bounds: box }] = await Promise.all([cloth.measure(), cpu.measure()]);
  expect(bounds.max.y).toBeLessThan(1.5);
  expect(bounds.max.y).toBeCloseTo(box.max.y, 2);
  expect(bounds.min.x).toBeCloseTo(box.min.x, 2);
  cloth.dispose();
  await expect(createClothGpu(shared.device, grid, { plan: 'lines' })).rejects.toThrow(/options.plan/);
});
