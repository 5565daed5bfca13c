import { expect, test, vi } from 'vitest';
import {
  bakeDistanceField,
  type ClothDefinition,
  type Collider,
  createClothCpu,
  type FieldCollider,
} from '../src/index.js';
import { hash, largestDistance, requestDevice, shareDevice } from './gpu.js';
import { ball, cuboid, torus } from './meshes.js';

/** An uneven start, so that every constraint does some work. */
const uneven: ClothDefinition = {
  columns: 17,
  rows: 14,
  width: 1,
  height: 1,
  bendCompliance: 1e-6,
  shape: (column, row) => ({
    x: (column - 8.5) / 16 + 0.004 * Math.sin(7 * row + column),
    y: (7 - row) / 15 + 0.004 * Math.cos(5 * column + 2 * row),
    z: 0.02 * Math.sin(column + 3 * row),
  }),
  velocity: (column, row) => ({ x: Math.sin(row), y: 0, z: Math.cos(column) }),
};
/** Cells and constraints like those of the articles' cloth, but fewer. */
const likeTheArticles: ClothDefinition = { columns: 11, rows: 9, width: 0.44, height: 0.54 };
const none = Number.POSITIVE_INFINITY;

const shared = shareDevice();

const gpu = (definition: ClothDefinition) => shared.make(definition);

/** Particles from all over the cloth are mixed, some at the same position, and moving. */
const heap = (column: number, row: number) => ({
  x: 0.2 * Math.sin(9 * column + 4 * row),
  y: 0.2 * Math.sin(5 * column * row),
  z: (row % 7) * 0.05,
});
/** Tests each kernel alone: the other parts of a substep are switched off. */
const off = { stretchCompliance: none, shearCompliance: none, bendCompliance: none };
/** A floor, a ball, a rod, a box, a limb, and a limb that is a ball: most of the cloth is in contact with one or two of them. */
const around: readonly Collider[] = [
  { type: 'plane', point: { x: 0, y: -0.2, z: 0 }, normal: { x: 0.2, y: 1, z: 0.1 }, friction: 0.3 },
  { type: 'sphere', center: { x: 0.1, y: 0, z: 0.2 }, radius: 0.22 },
  { type: 'capsule', from: { x: -0.6, y: 0.4, z: 0.05 }, to: { x: 0.6, y: 0.3, z: -0.1 }, radius: 0.08 },
  {
    type: 'box',
    center: { x: -0.3, y: 0, z: -0.1 },
    halfSizes: { x: 0.15, y: 0.2, z: 0.12 },
    rotation: { x: 0.2, y: 0.1, z: -0.3, w: 1 },
  },
  {
    ...{ type: 'capsule', radius: 0.15, toRadius: 0.05 },
    ...{ from: { x: 0.35, y: -0.1, z: -0.1 }, to: { x: 0.4, y: 0.25, z: 0.15 } },
  },
  {
    ...{ type: 'capsule', radius: 0.02, toRadius: 0.12 },
    ...{ from: { x: -0.3, y: -0.3, z: 0.1 }, to: { x: -0.25, y: -0.3, z: 0.1 } },
  },
];
/** A ring and a box as distance fields, one of them twice. */
const [ring, block] = [
  bakeDistanceField(torus(0.3, 0.12, 16, 8)),
  bakeDistanceField(cuboid(0.15, 0.2, 0.12)),
];
/** A ball in whose middle cell the distance differs only by rounding errors. */
const even = bakeDistanceField(ball(1, 0.4), { cellSize: 0.16 });
const shaped: readonly FieldCollider[] = [
  {
    type: 'field',
    field: block,
    position: { x: -0.3, y: 0, z: -0.1 },
    rotation: { x: 0.2, y: 0.1, z: -0.3, w: 1 },
  },
  {
    type: 'field',
    field: ring,
    position: { x: 0.2, y: 0.1, z: 0.1 },
    rotation: { x: 0.6, y: 0, z: 0.1, w: 1 },
  },
  { type: 'field', field: block, position: { x: 0.5, y: -0.4, z: 0.02 }, friction: 1 },
];
const kernels: [string, ClothDefinition][] = [
  ['integrate', { ...off, damping: 60, drag: 40, wind: { x: 3, y: 1, z: -8 } }],
  [
    'integrate, free and damped',
    { ...off, damping: 60, drag: 40, wind: { x: 3, y: 1, z: -8 }, pins: 'none' },
  ],
  ['integrate in dense air', { ...off, airDensity: 3000, wind: { x: 3, y: 1, z: -8 }, normals: false }],
  ['stretch', { ...off, stretchCompliance: 1e-7 }],
  ['stretch, of rows other than of columns', { ...off, stretchCompliance: 1e-4, columnCompliance: 1e-6 }],
  ['stretch of columns alone', { ...off, columnCompliance: 1e-6 }],
  ['shear', { ...off, shearCompliance: 1e-7 }],
  ['bend', { ...off, bendCompliance: 1e-7 }],
  ['bend on hinges', { ...off, bendCompliance: none, bendStiffness: 1 }],
  ['finish with tethers to two pins', { ...off, tethers: 1 }],
  ['finish with colliders', { ...off, colliders: around, thickness: 0.05 }],
  ['self-collision', { ...off, selfCollision: 0.12, shape: heap }],
  [
    'self-collision with a floor and tethers',
    { selfCollision: 0.08, selfFriction: 1, tethers: 1.1, colliders: around },
  ],
  ['self-collision with distance fields', { ...off, selfCollision: 0.12, shape: heap, colliders: shaped }],
  [
    'finish in the middle of a distance field',
    {
      ...{ ...off, pins: 'none', thickness: 0.02 },
      shape: (column, row) => ({
        x: 0.02 * (column % 5) - 0.04,
        y: 0.01 * (row % 7),
        z: 0.03 * (row % 3) - 0.03,
      }),
      colliders: [{ type: 'field', field: even, position: { x: 0, y: 0, z: 0 } }],
    },
  ],
  ['finish with tethers to many pins', { ...off, tethers: 1.02, pins: 'topEdge' }],
];
for (const [name, change] of kernels) {
  test(`kernel against the CPU reference: ${name}`, async () => {
    const definition = { ...uneven, ...change, substeps: 1, stepSeconds: 1 / 300 };
    const cloth = await gpu(definition);
    const cpu = createClothCpu(definition);
    for (let step = 0; step < 3; step++) {
      cloth.step();
      cpu.step();
    }
    expect(largestDistance(await cloth.readPositions(), cpu.positions)).toBeLessThan(5e-6);
    // a position rounding error is multiplied by 300 in a velocity
    expect(largestDistance(await cloth.readVelocities(), await cpu.readVelocities())).toBeLessThan(1.5e-3);
  });
}

test('colliders that move, over several steps a frame, as on the CPU, and on a device that replaces a lost one', async () => {
  const definition: ClothDefinition = { ...uneven, ...off, colliders: around, checkpointInterval: 1 };
  const lost = await requestDevice();
  const cloth = await shared.make(definition, { requestDevice: async () => shared.device }, lost);
  const cpu = createClothCpu(definition);
  const by = (way: number) =>
    around.map((each) => {
      if (each.type === 'plane') return { ...each, point: { x: way, y: -0.2 + way, z: 0 } };
      if (each.type === 'sphere') return { ...each, center: { x: 0.1, y: 0, z: 0.2 - 2 * way } };
      if (each.type === 'box')
        return {
          ...each,
          center: { x: way - 0.3, y: 0, z: -0.1 },
          rotation: { x: 0.2, y: way, z: -0.3, w: 1 },
        };
      if (each.type !== 'capsule') return each;
      return { ...each, to: { x: each.to.x, y: each.to.y + way, z: each.to.z - way } };
    });
  for (let frame = 1; frame <= 4; frame++) {
    for (const each of [cloth, cpu]) {
      // in every other frame they do not move
      if (frame % 2 === 1) each.moveColliders(by(0.02 * frame));
      each.advance(frame / 60);
    }
    expect(largestDistance(await cloth.readPositions(), cpu.positions)).toBeLessThan(5e-6);
    if (frame !== 3) continue;
    await cloth.measure();
    const restored = new Promise((resolve) =>
      cloth.subscribe(({ type }) => type === 'restored' && resolve(type)),
    );
    lost.destroy();
    await restored;
    expect(cloth.stepCount).toBe(6);
    expect(cloth.colliders).toEqual(cpu.colliders);
  }
});

test('distance fields that move and change, as on the CPU, and on another device', async () => {
  const definition: ClothDefinition = { ...uneven, ...off, colliders: shaped, checkpointInterval: 1 };
  const lost = await requestDevice();
  const cloth = await shared.make(definition, { requestDevice: async () => shared.device }, lost);
  const cpu = createClothCpu(definition);
  const by = (way: number) =>
    shaped.map((each, index) => ({
      ...each,
      position: { x: each.position.x + way, y: each.position.y, z: each.position.z - way },
      rotation: { x: 0.2, y: way, z: 0.1 * index, w: 1 },
    }));
  for (let frame = 1; frame <= 3; frame++) {
    for (const each of [cloth, cpu]) {
      if (frame === 3)
        each.setColliders([shaped[1], ...around, { ...shaped[0], position: { x: 0.4, y: 0.3, z: 0 } }]);
      else each.moveColliders(by(0.02 * frame));
      each.advance(1 / 30);
    }
    expect(largestDistance(await cloth.readPositions(), cpu.positions)).toBeLessThan(2e-5);
    if (frame !== 1) continue;
    await cloth.measure();
    const restored = new Promise((resolve) =>
      cloth.subscribe(({ type }) => type === 'restored' && resolve(type)),
    );
    lost.destroy();
    await restored;
  }
});

test('colliders replaced while it runs, others in the place of a box and a box in the place of others, as on the CPU', async () => {
  const definition: ClothDefinition = { ...uneven, ...off, colliders: around, thickness: 0.03 };
  const cloth = await gpu(definition);
  const cpu = createClothCpu(definition);
  const [plane, sphere, capsule, box] = around;
  const lists = [[box, plane], [sphere, box, capsule, plane], [], [box], [capsule, sphere, plane, box]];
  for (const list of lists) {
    for (const each of [cloth, cpu]) {
      each.setColliders(list);
      each.advance(2 / 60);
      // a new box rotates from its own orientation, not from that of the collider it replaced
      each.moveColliders(
        list.map((one) => (one.type === 'box' ? { ...one, rotation: { x: 0.1, y: 0.4, z: 0, w: -1 } } : one)),
      );
      each.step();
    }
    // the difference would be centimetres if anything of the previous colliders remained; contact rounding errors add up in velocities
    expect(largestDistance(await cloth.readPositions(), cpu.positions)).toBeLessThan(1e-4);
    expect(cloth.colliders).toEqual(cpu.colliders);
  }
});

test('3.16 equal bits on two runs; bounds and strain of the second as on the CPU', async () => {
  const definition = { columns: 17, rows: 14, width: 1, height: 1 };
  const cloth = await gpu(definition);
  const start = await cloth.snapshot();
  const hashes: number[] = [];
  for (let again = 0; again < 2; again++) {
    cloth.restore(start);
    for (let step = 0; step < 20; step++) cloth.step();
    hashes.push(hash(await cloth.readPositions()));
  }
  expect(hashes[0]).toBe(hashes[1]);
  const cpu = createClothCpu(definition);
  for (let step = 0; step < 20; step++) cpu.step();
  const [ours, theirs] = [await cloth.measure(), await cpu.measure()];
  for (const axis of ['x', 'y'] as const) {
    expect(ours.bounds.min[axis]).toBeCloseTo(theirs.bounds.min[axis], 3);
    expect(ours.bounds.max[axis]).toBeCloseTo(theirs.bounds.max[axis], 3);
  }
  expect(ours.meanStrain).toBeCloseTo(theirs.meanStrain, 4);
});

test('normals, measurement and read-backs of one state agree with the CPU', async () => {
  const cpu = createClothCpu(uneven);
  const cloth = await gpu(uneven);
  expect(largestDistance(await cloth.readPositions(), cpu.positions)).toBe(0);
  cloth.restore(await cpu.snapshot());
  expect(largestDistance(await cloth.readNormals(), cpu.normals)).toBeLessThan(1e-5);
  const [ours, theirs] = [await cloth.measure(), await cpu.measure()];
  expect(ours.bounds).toEqual(theirs.bounds);
  for (const field of ['largestStrain', 'meanStrain', 'largestSpeed'] as const)
    expect(Math.abs(ours[field] / theirs[field] - 1)).toBeLessThan(1e-5);
  for (const axis of ['x', 'y', 'z'] as const)
    expect(ours.meanVelocity[axis]).toBeCloseTo(theirs.meanVelocity[axis], 6);
  expect([ours.nonFinite, ours.step]).toEqual([0, 0]);
  const forces = await cloth.pinForces();
  const expected = await cpu.pinForces();
  expect(forces.map(({ particle }) => particle)).toEqual([0, 17]);
  forces.forEach(({ force }, index) => {
    expect(Math.abs(force.y / expected[index].force.y - 1)).toBeLessThan(1e-5);
  });
});

test('forces on pins and hands that are under way, as on the CPU', async () => {
  const definition: ClothDefinition = { ...uneven, tethers: 1.2 };
  const cloth = await gpu(definition);
  const cpu = createClothCpu(definition);
  const ray = { origin: { x: 0.1, y: 0.1, z: -4 }, direction: { x: 0, y: 0, z: 1 } };
  cloth.restore(await cpu.snapshot());
  for (const each of [cpu, cloth]) {
    await each.grab(3, ray);
    each.grabParticle(1, 200, { x: 0, y: -0.3, z: 0 });
    each.setPin(17, { x: 0.6, y: 0.5, z: 0.1 });
    // the second one farther than its tethers allow
    each.moveGrab(3, { ...ray, origin: { x: 0.15, y: 0.1, z: -4 } });
    each.moveGrab(1, { x: 0, y: -9, z: 0 });
  }
  const [forces, expected] = [cloth.pinForces(), await cpu.pinForces()];
  // moved while the answer is pending: the state at the time of the request counts
  cloth.moveGrab(3, { x: 5, y: 5, z: 5 });
  expect(expected.length).toBe(4);
  for (const [index, { particle, force }] of (await forces).entries()) {
    const theirs = expected[index].force;
    const size = Math.hypot(theirs.x, theirs.y, theirs.z);
    expect(particle).toBe(expected[index].particle);
    for (const axis of ['x', 'y', 'z'] as const)
      expect(Math.abs(force[axis] - theirs[axis]) / size, `${particle} ${axis}`).toBeLessThan(1e-4);
  }
});

test('10.5.5 10.5.6 the articles cloth on the GPU: falls freely, pins do not move', async () => {
  const cloth = await gpu({ ripple: 0 });
  const before = await cloth.readPositions();
  cloth.step();
  const after = await cloth.readPositions();
  expect(after[4 * 2600 + 1]).toBeCloseTo(-1.5016667, 6);
  for (const pin of [0, 50])
    expect(after.subarray(4 * pin, 4 * pin + 4)).toEqual(before.subarray(4 * pin, 4 * pin + 4));
  expect(cloth.dispatchesPerStep).toBeLessThanOrEqual(70);
});

test('10.5.13 a particle of the articles cloth is 48 bytes on the GPU, its inverse mass behind its position', async () => {
  const create = vi.spyOn(shared.device, 'createBuffer');
  const cloth = await gpu({ ripple: 0, inverseMass: 0.25 });
  const sizes = new Map(create.mock.calls.map(([{ label, size }]) => [label, size]));
  create.mockRestore();
  const state = ['positions', 'velocities', 'predicted'].map((name) => sizes.get(`cloth ${name}`) ?? 0);
  expect(state[0] + state[1] + state[2]).toBe(124_848);
  expect(state).toEqual([16 * 2601, 16 * 2601, 16 * 2601]);
  expect(cloth.positionBuffer.size).toBe(state[0]);
  const masses = (await cloth.readPositions()).filter((_, place) => place % 4 === 3);
  expect(masses.findIndex((mass, particle) => mass !== (particle === 0 || particle === 50 ? 0 : 0.25))).toBe(
    -1,
  );
});

test('8.7 3,600 frames of a cloth like the articles on the GPU, every position finite and about where it hangs', async () => {
  // an error that grows over a minute appears in any cell
  const few = { ...likeTheArticles, columns: 5, rows: 4, width: 0.2, height: 0.24 };
  const long = { ...few, normals: false, measureInterval: 0, checkpointInterval: 0 };
  // one dispatch per step instead of 40
  const cloth = await shared.make(long, { plan: 'whole' });
  while (cloth.stepCount < 3600) {
    expect(cloth.advance(4 / 60)).toBe(4);
    // an emulated device is slower than this loop, so keep the queue short
    if (cloth.stepCount % 100 !== 0) continue;
    const { nonFinite, bounds, largestSpeed } = await cloth.measure();
    expect(nonFinite).toBe(0);
    expect(Math.max(largestSpeed, -bounds.min.y, bounds.max.y), `step ${cloth.stepCount}`).toBeLessThan(8);
  }
  expect((await cloth.readPositions()).every(Number.isFinite)).toBe(true);
});

test('3.15 mirror symmetry is bit exact on the GPU', async () => {
  const cloth = await gpu({
    ...likeTheArticles,
    bendCompliance: 1e-5,
    shape: (column, row) => {
      const x = Math.fround((column - 5.5) * 0.05);
      return { x, y: row * -0.06, z: 0.3 * x * x };
    },
  });
  for (let step = 0; step < 30; step++) cloth.step();
  const positions = await cloth.readPositions();
  let differing = 0;
  for (let row = 0; row < 10; row++) {
    for (let column = 0; column < 12; column++) {
      const here = 4 * (column + row * 12);
      const there = 4 * (11 - column + row * 12);
      if (positions[here] !== -positions[there]) differing++;
      if (positions[here + 1] !== positions[there + 1]) differing++;
    }
  }
  expect(differing).toBe(0);
});

test('3.18 3.26 far from the origin, and coinciding particles', async () => {
  const far = await gpu({
    ...{
      ...uneven,
      ...off,
      pins: 'none',
      velocity: { x: 0, y: 0, z: 0 },
      shape: () => ({ x: 0, y: 200, z: 0 }),
    },
    ...{ gravity: { x: 0, y: -9.81, z: 0 }, substeps: 60, stepSeconds: 1 / 120, measureInterval: 0 },
  });
  for (let step = 0; step < 24; step++) far.step();
  const t = 24 / 120;
  const positions = await far.readPositions();
  for (let o = 1; o < positions.length; o += 4)
    expect(200 - positions[o]).toBeCloseTo((9.81 / 2) * t * (t + 1 / 7200), 3);
  const point = await gpu({
    ...uneven,
    velocity: { x: 0, y: 0, z: 0 },
    shape: () => ({ x: 1, y: 2, z: 3 }),
    tethers: true,
  });
  for (let step = 0; step < 5; step++) point.step();
  expect((await point.readPositions()).every(Number.isFinite)).toBe(true);
  expect((await point.readNormals()).every(Number.isFinite)).toBe(true);
});
