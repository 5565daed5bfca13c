import { expect, test } from 'vitest';
import { createTunedClothGpu } from '../src/gpu/cloth-gpu.js';
import {
  type ClothDefinition,
  type ClothImpulse,
  type ClothPlan,
  type Collider,
  colliderReactions,
  createClothCpu,
  createClothGpu,
  tearing,
} from '../src/index.js';
import { hash, largestDistance, shareDevice } from './gpu.js';
import { closest, folded } from './layers.js';
import { ball, disc } from './meshes.js';
import { numbersOf } from './reactions.js';

const shared = shareDevice();

// An emulated device spends most of the time on compiling, and the more the larger a kernel is. `whole` is the largest: it has a copy of
// the code of a particle for each particle of a thread, and one of the code of each group of constraints. So each kind of constraint has the
// smallest sheet with all its groups, and tests share sheets. What `whole` does with a grid depends on the list of groups, which it shares
// with `colors` (groups.wgsl.ts), and on where it has the particles, which is the same for all groups. One sheet of each kind is enough to
// compare that; the other sheets compare `colors` with the CPU, and `lines`, which has kernels for parts of the list.

/** Cells of the grid of 80 particles that has several of them for each thread of `whole`, and fewer for the last one. */
const cells = { columns: 7, rows: 9 };
/** In other grids each thread has one. */
const threadsOf = ({ columns }: ClothDefinition) => (columns === cells.columns ? {} : { wholeThreads: 192 });

/** A folded sheet of few particles for a thread, but of more than a workgroup of the plan `colors`. */
const narrow = (more: ClothDefinition) => folded(more, 3);

/** Positions after four steps, all in one frame or each in its own, and the state that a renderer sees before the last one. */
async function runSeen(definition: ClothDefinition, plan: ClothPlan, together: boolean) {
  const cloth = await createTunedClothGpu(shared.device, definition, { plan }, threadsOf(definition));
  const size = 16 * cloth.vertexCount;
  const seen = shared.device.createBuffer({
    size: 2 * size,
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
  });
  cloth.beforeLastStep.add((_hasJumped, encoder) => {
    encoder?.copyBufferToBuffer(cloth.positionBuffer, 0, seen, 0, size);
    encoder?.copyBufferToBuffer(cloth.normalBuffer, 0, seen, size, size);
  });
  if (together) expect(cloth.advance(4 / 60)).toBe(4);
  else for (let step = 0; step < 4; step++) cloth.step();
  const positions = await cloth.readPositions();
  await seen.mapAsync(GPUMapMode.READ);
  const before = hash(new Float32Array(seen.getMappedRange().slice(0)));
  seen.destroy();
  cloth.dispose();
  return { positions, before };
}

/** Positions after four steps. */
const run = async (definition: ClothDefinition, plan: ClothPlan, together: boolean) =>
  (await runSeen(definition, plan, together)).positions;

/** What a rope of 3 m that flies along x hits in four steps. */
const rails: Collider[] = [
  { type: 'sphere', center: { x: 0.12, y: -0.05, z: 0.05 }, radius: 0.1 },
  {
    ...{ type: 'box', center: { x: 0.1, y: -0.8, z: 0 }, halfSizes: { x: 0.05, y: 0.3, z: 0.1 } },
    rotation: { x: 0.2, y: 0.1, z: 0.1, w: 1 },
  },
];

for (const { columns, rows, bending, ...hit } of [
  { ...cells, bending: { bendCompliance: 1e-6 }, colliders: [] },
  // a rope, on hinges, and the colliders feel the same
  {
    ...{ columns: 0, rows: 12, bending: { bendStiffness: 0.05 } },
    ...{ colliders: rails, velocity: { x: 1, y: -0.2, z: 0.1 } },
  },
]) {
  test(`all plans, with one step or four per frame, give the same bits and agree with the CPU: ${columns} x ${rows} cells`, async () => {
    const reactions = colliderReactions();
    const definition = {
      ...{ columns, rows, substeps: 3, tethers: 1.01, damping: 0.5, ...bending },
      ...(hit.colliders.length > 0 ? { ...hit, reactions } : {}),
    };
    const { positions: colors, before } = await runSeen(definition, 'colors', false);
    const felt = numbersOf(reactions);
    for (const plan of ['lines', 'whole'] as const) {
      const together = await runSeen(definition, plan, true);
      expect(hash(together.positions)).toBe(hash(colors));
      expect(together.before).toBe(before);
      expect(numbersOf(reactions)).toEqual(felt);
    }
    const cpu = createClothCpu(definition);
    for (let step = 0; step < 4; step++) cpu.step();
    expect(largestDistance(colors, cpu.positions)).toBeLessThan(3e-5);
    numbersOf(reactions).forEach((number, k) => {
      expect(Math.abs(number - felt[k]), `number ${k}`).toBeLessThan(3e-5);
    });
  });
}

for (const { columns, rows, fused } of [
  // all hinges, and a single row of cells
  { columns: 4, rows: 5, fused: ['lines', 'whole'] },
  { columns: 6, rows: 1, fused: ['lines'] },
] as const)
  test(`hinges: all plans, with one step or four per frame, give the same bits and agree with the CPU: ${columns} x ${rows} cells`, async () => {
    const hinged = {
      columns,
      rows,
      substeps: 3,
      ripple: 0.5,
      inverseMass: 500,
      bendStiffness: 0.05,
    } as const;
    // the ends of a clamp along a line and at a corner
    const clamp = [0, 1, 2, columns + 1, columns + 2, 2 * columns + 2];
    const definition = { ...hinged, pins: rows === 1 ? [0, columns + 1, 1] : clamp };
    const colors = await run(definition, 'colors', false);
    for (const plan of fused) expect(hash(await run(definition, plan, true)), plan).toBe(hash(colors));
    const cpu = createClothCpu(definition);
    for (let step = 0; step < 4; step++) cpu.step();
    expect(largestDistance(colors, cpu.positions)).toBeLessThan(3e-5);
    const soft = await run({ ...definition, bendStiffness: 1e-9 }, 'colors', false);
    expect(largestDistance(colors, soft)).toBeGreaterThan(1e-3);
    if (rows === 1) return;
    const apart = { ...definition, selfCollision: true };
    const separated = await run(apart, 'colors', false);
    for (const plan of fused) expect(hash(await run(apart, plan, true)), plan).toBe(hash(separated));
  });

/** Long links in turn along rows, and along columns also a second time; other limits for columns and for diagonals. */
const longs = {
  ...{ columns: 8, rows: 13, bendCompliance: 1e-4 },
  ...{ columnStrainLimit: 0.005, shearCompliance: 1, shearStrainLimit: 0.012 },
};

for (const { columns, rows, fused, ...bending } of [
  { ...longs, fused: ['lines', 'whole'] },
  { columns: 4, rows: 9, bendStiffness: 0.05, fused: ['lines'] },
  { columns: 0, rows: 9, bendCompliance: 1e-4, fused: ['lines'] },
] as const)
  test(`strain limit: all plans give the same bits and agree with the CPU: ${columns} x ${rows} cells`, async () => {
    // stretched by 4 and 2 %
    const shape = (column: number, row: number) => ({
      x: 0.104 * column,
      y: -0.102 * row,
      z: 0.003 * Math.sin(2 * column + row),
    });
    const grid = { columns, rows, width: Math.max(columns, 1) / 10, height: rows / 10, shape, pins: [0, 2] };
    const definition = {
      ...grid,
      ...bending,
      substeps: 3,
      inverseMass: 50,
      strainLimit: 0.01,
      tethers: false,
    } as const;
    const colors = await run(definition, 'colors', false);
    for (const plan of fused) expect(hash(await run(definition, plan, true)), plan).toBe(hash(colors));
    const cpu = createClothCpu(definition);
    for (let step = 0; step < 4; step++) cpu.step();
    expect(largestDistance(colors, cpu.positions)).toBeLessThan(3e-5);
    for (const limit of ['strainLimit', 'columnStrainLimit', 'shearStrainLimit'] as const) {
      if (limit !== 'strainLimit' && !(limit in bending)) continue;
      const free = createClothCpu({ ...definition, [limit]: 1000 });
      for (let step = 0; step < 4; step++) free.step();
      expect(largestDistance(colors, free.positions), limit).toBeGreaterThan(1e-3);
    }
    if (columns === 0) return;
    // until it tears, one that can tear is the same
    const torn = { ...definition, tearing: tearing({ strain: 1000 }) };
    expect(hash(await run(torn, 'colors', false))).toBe(hash(colors));
  });

test('a strain limit that comes back, after the substeps have changed without it, acts as on the CPU', async () => {
  const shape = (column: number, row: number) => ({ x: 0.104 * column, y: -0.102 * row, z: 0 });
  const definition = {
    ...{ ...longs, width: 0.8, height: 1.3, shape, pins: [0, 2], stretchCompliance: 1 },
    ...{ inverseMass: 50, substeps: 3, strainLimit: 0.01, tethers: false },
  };
  const cloths = [await shared.make(definition, { plan: 'colors' }), createClothCpu(definition)];
  for (const cloth of cloths) {
    cloth.setParameters({ strainLimit: Number.POSITIVE_INFINITY, columnStrainLimit: 'auto', substeps: 2 });
    cloth.setParameters({ strainLimit: 0.01 });
    for (let step = 0; step < 2; step++) cloth.step();
  }
  const [gpu, cpu] = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  expect(largestDistance(gpu, cpu)).toBeLessThan(3e-5);
});

test('a mesh with a strain limit, with hinges, with both: both plans give the same bits and agree with the CPU', async () => {
  // 37 particles, flat at rest, and 18, curved
  const [flat, curved] = [disc(3, 1, 0.5), ball(1, 0.5)];
  for (const [mesh, parts] of [
    [flat, { strainLimit: 0.01 }],
    [flat, { bendStiffness: 0.05 }],
    [curved, { strainLimit: 0.01, bendStiffness: 0.05 }],
  ] as const) {
    const shape = (id: number) => {
      const [x, y, z] = mesh.positions.slice(3 * id, 3 * id + 3);
      return { x: 1.03 * x, y: y + 0.3 * x * z, z };
    };
    const definition = { mesh, shape, pins: [0, 1], substeps: 3, inverseMass: 500, ...parts };
    const colors = await run(definition, 'colors', false);
    expect(hash(await run(definition, 'whole', true))).toBe(hash(colors));
    const cpu = createClothCpu(definition);
    for (let step = 0; step < 4; step++) cpu.step();
    expect(largestDistance(colors, cpu.positions)).toBeLessThan(3e-5);
    for (const without of [{ strainLimit: 1000 }, { bendStiffness: 1e-9 }]) {
      if (!(Object.keys(without)[0] in parts)) continue;
      const free = createClothCpu({ ...definition, ...without });
      for (let step = 0; step < 4; step++) free.step();
      expect(largestDistance(colors, free.positions)).toBeGreaterThan(3e-4);
    }
  }
});

test('hinges of a cloth that tears: the bits of one that does not, until a cut takes them as on the CPU', async () => {
  const grid = { columns: 4, rows: 5, substeps: 3, ripple: 0.5, inverseMass: 500, bendStiffness: 0.05 };
  const definition = { ...grid, tearing: tearing({ strain: 1000 }) };
  const whole = await run(grid, 'colors', false);
  for (const plan of ['colors', 'whole'] as const)
    expect(hash(await run(definition, plan, false)), plan).toBe(hash(whole));

  const cloth = await createClothGpu(shared.device, definition, { plan: 'whole' });
  const cpu = createClothCpu(definition);
  const at = (x: number, z: number) => ({ x, y: 0.3, z });
  for (const each of [cloth, cpu]) {
    await each.cut([at(-2, -1), at(2, -1), at(2, 1), at(-2, 1)]);
    for (let step = 0; step < 6; step++) each.step();
  }
  const positions = await cloth.readPositions();
  expect(largestDistance(positions, cpu.positions)).toBeLessThan(1e-4);
  expect((await cloth.measure()).tornEdges).toBeGreaterThan(4);
  cloth.dispose();
});

test('air on faces of a free and damped cloth: all plans, with one step or four per frame, give the same bits and agree with the CPU', async () => {
  const air = { airDensity: 1.2, wind: { x: 2, y: 0.5, z: 6 }, normals: false };
  const definition = {
    ...{ ...cells, substeps: 3, ripple: 0.2, inverseMass: 2000, damping: 6 },
    ...air,
    pins: 'none',
  } as const;
  const colors = await run(definition, 'colors', false);
  expect(hash(await run(definition, 'lines', true))).toBe(hash(colors));
  expect(hash(await run(definition, 'whole', true))).toBe(hash(colors));
  const cpu = createClothCpu(definition);
  for (let step = 0; step < 4; step++) cpu.step();
  expect(largestDistance(colors, cpu.positions)).toBeLessThan(3e-5);
  const still = { ...definition, airDensity: 0 };
  expect(largestDistance(colors, await run(still, 'colors', false))).toBeGreaterThan(1e-2);
  const late = await createClothGpu(shared.device, still);
  late.setParameters({ airDensity: air.airDensity });
  for (let step = 0; step < 4; step++) late.step();
  expect(hash(await late.readPositions()), 'switched on').toBe(hash(colors));
  late.dispose();
});

const pushes: readonly ClothImpulse[] = [
  { point: { x: 0.3, y: -0.4, z: 0.1 }, radius: 0.8, impulse: { x: 40, y: -30, z: 90 } },
  { point: { x: -0.4, y: 0.5, z: -0.1 }, radius: 0.7, falloff: 0.2, impulse: 80 },
  { point: { x: -0.4, y: 0.5, z: 0 }, radius: 0.5, falloff: 0, impulse: -20 },
  { point: { x: 9, y: 0, z: 0 }, radius: 1, impulse: 80 },
];

test('pushes in turn are those of the CPU, by each plan, on a cloth that is also damped and measured', async () => {
  const definition: ClothDefinition = {
    ...{ ...cells, pins: [], damping: 2, measureInterval: 1 },
    inverseMass: Array.from({ length: 80 }, (_, id) => (id % 50 === 7 ? 0 : 1 + (id % 3))),
  };
  const cpu = createClothCpu(definition);
  const still = createClothCpu(definition);
  const cloths = await Promise.all(
    (['colors', 'lines', 'whole'] as const).map((plan) => shared.make(definition, { plan })),
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
});

test('self-collision: all plans, with one step or four per frame, give the same bits, and layers stay apart as on the CPU', async () => {
  const definition = narrow({ selfCollision: true, substeps: 6, damping: 0, drag: 1 });
  const steps = 28;
  const cpu = createClothCpu(definition);
  for (let step = 0; step < steps; step++) cpu.step();
  const bits: number[] = [];
  for (const [plan, dispatches] of [
    ['colors', 12],
    ['lines', 8],
    ['whole', 6],
  ] as const) {
    const cloth = await createTunedClothGpu(shared.device, definition, { plan }, threadsOf(definition));
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

test('self-collision gives the same bits whether one thread makes a search or eight share it', async () => {
  // two layers across each other, with some particles at the same position
  const shape = (column: number, row: number) => ({
    x: row < 20 ? 0.05 * (row % 10) : 0.06 * ((row - 20) % 7),
    y: row < 20 ? 0 : 0.02 * (column % 3),
    z:
      row < 20
        ? 0.05 * (column + 4 * Math.floor(row / 10))
        : 0.03 * (column + 4 * Math.floor((row - 20) / 7)),
  });
  const definition = narrow({ shape, colliders: [], selfCollision: 0.1, substeps: 3 });
  const bits: number[] = [];
  for (const searchThreads of [1, 8]) {
    const cloth = await createTunedClothGpu(shared.device, definition, {}, { searchThreads });
    for (let step = 0; step < 3; step++) cloth.step();
    const positions = await cloth.readPositions();
    expect(positions.every(Number.isFinite)).toBe(true);
    bits.push(hash(positions));
    cloth.dispose();
  }
  expect(bits).toEqual([bits[0], bits[0]]);
  const apart = await createClothGpu(shared.device, { ...definition, selfCollision: false });
  for (let step = 0; step < 3; step++) apart.step();
  expect(hash(await apart.readPositions()), 'there are contacts').not.toBe(bits[0]);
  apart.dispose();
});

test('self-collision switched on while the cloth runs acts as if it had been on from the start, and leaves nothing behind when switched off', async () => {
  const [first, second] = await Promise.all([
    createClothGpu(shared.device, narrow({ substeps: 3 })),
    createClothGpu(shared.device, narrow({ selfCollision: true, substeps: 3 })),
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

test('self-collision with moving pins agrees with the CPU in all plans', async () => {
  const lower = Array.from({ length: 4 * 15 }, (_, id) => id);
  const definition = narrow({ selfCollision: true, substeps: 4, pins: lower, colliders: [] });
  const cpu = createClothCpu(definition);
  const start = cpu.positions.slice();
  const cloths = await Promise.all(
    (['colors', 'lines', 'whole'] as const).map((plan) =>
      createClothGpu(shared.device, definition, { plan }),
    ),
  );
  for (let step = 1; step <= 16; step++)
    for (const cloth of [cpu, ...cloths]) {
      for (const id of lower) {
        const [x, y, z] = start.subarray(4 * id, 4 * id + 3);
        cloth.setPin(id, { x: x + 0.01 * step, y: y + 0.04 * step, z });
      }
      cloth.step();
    }
  const bits: number[] = [];
  for (const cloth of cloths) {
    const positions = await cloth.readPositions();
    expect(largestDistance(positions, cpu.positions)).toBeLessThan(1e-3);
    bits.push(hash(positions));
    cloth.dispose();
  }
  expect(bits).toEqual([bits[0], bits[0], bits[0]]);
});

test('without self-collision there is no kernel, buffer or dispatch for it; switched on again, nothing is created twice', async () => {
  const own = shared.device;
  const made: string[] = [];
  const { createBuffer, createComputePipeline, createComputePipelineAsync } = own;
  own.createBuffer = (descriptor) => {
    made.push(descriptor.label ?? '');
    return createBuffer.call(own, descriptor);
  };
  own.createComputePipeline = (descriptor) => {
    made.push(descriptor.label ?? '');
    return createComputePipeline.call(own, descriptor);
  };
  own.createComputePipelineAsync = (descriptor) => {
    made.push(descriptor.label ?? '');
    return createComputePipelineAsync.call(own, descriptor);
  };
  const buffers = ['cells', 'members', 'places', 'origins'];
  const parts = [...buffers, 'countCells', 'placeCells', 'enterCells', 'sumWeights', 'separate'];
  const ofIt = () => made.filter((label) => parts.includes(label.replace('cloth ', '')));
  const cloth = await createClothGpu(own, narrow({ substeps: 2 }), { plan: 'colors' });
  cloth.step();
  await cloth.readPositions();
  expect([cloth.dispatchesPerStep, ofIt()]).toEqual([16, []]);
  for (const selfCollision of [true, false, 0.04, true]) {
    cloth.setParameters({ selfCollision });
    expect(cloth.dispatchesPerStep).toBe(selfCollision === false ? 16 : 24);
    cloth.step();
    await cloth.readPositions();
    expect(ofIt().sort()).toEqual(parts.map((name) => `cloth ${name}`).sort());
  }
  cloth.dispose();
  Object.assign(own, { createBuffer, createComputePipeline, createComputePipelineAsync });
});

test('a plan that does not fit is rejected by name', async () => {
  await expect(createClothGpu(shared.device, { columns: 100, rows: 100 }, { plan: 'whole' })).rejects.toThrow(
    /options.plan/,
  );
});
