import { expect, test } from 'vitest';
import {
  type Cloth,
  type ClothDefinition,
  ClothError,
  type ClothGpu,
  type ClothGpuOptions,
  createClothCpu,
  type MotionLimits,
  motionLimits,
  type Skin,
} from '../src/index.js';
import { hash, largestDistance, requestDevice, shareDevice } from './gpu.js';
import { gridMesh } from './meshes.js';
import { cape, excessOf, walk } from './skins.js';
import { aside } from './teleports.js';

const shared = shareDevice();

const none = Number.POSITIVE_INFINITY;
const { maxDistance, backstop } = cape;
const both = { maxDistance, backstop };
/** The cape as a mesh, which starts where the grid does. */
const grid = gridMesh(8, 12, 0.5, 0.72);
const meshed: ClothDefinition = {
  ...{ mesh: grid, density: 0.3, measureInterval: 1 },
  shape: cape.start,
};

/** A cloth on a device of its own, or of all tests, with limits of its own. */
async function gpu(
  definition: ClothDefinition,
  options: ClothGpuOptions = {},
  on = shared.device,
): Promise<{ cloth: ClothGpu; limits: MotionLimits }> {
  const limits = motionLimits(both);
  // one particle per thread: a shader with four copies of the code of a particle takes SwiftShader three times as long to compile
  const cloth = await shared.make({ ...definition, limits }, options, on, { wholeThreads: 128 });
  return { cloth, limits };
}
const cpu = (definition: ClothDefinition) => {
  const limits = motionLimits(both);
  return { cloth: createClothCpu({ ...definition, limits }), limits };
};

/** A skin in buffers, as a compute shader leaves it; the fourth number of each particle is not used. */
function inBuffers({ positions, normals }: ReturnType<typeof cape.skin>, on = shared.device): Skin {
  const store = (xyz: number[]) => {
    const words = new Float32Array((4 * xyz.length) / 3).fill(Number.NaN);
    for (let k = 0; k < xyz.length; k++) words[4 * Math.floor(k / 3) + (k % 3)] = xyz[k];
    const buffer = on.createBuffer({
      size: words.byteLength,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    });
    on.queue.writeBuffer(buffer, 0, words);
    return buffer;
  };
  return { positions: store(positions), normals: store(normals) };
}

interface Limited {
  readonly cloth: Cloth;
  readonly limits: MotionLimits;
}
/** Moves the skin, then does the steps of a frame. In every third frame the skin stands still. */
function go(
  { cloth, limits }: Limited,
  frame: number,
  steps: number,
  as = (skin: ReturnType<typeof cape.skin>): Skin => skin,
) {
  if (frame % 3 !== 0) limits.move(as(cape.skin(...walk(frame))));
  cloth.advance(steps / 60);
}

const runs: [
  what: string,
  definition: ClothDefinition,
  plan: 'colors' | 'lines' | 'whole',
  frames?: number,
][] = [
  ['a grid', cape.definition, 'colors'],
  ['a grid', cape.definition, 'lines'],
  ['a grid', cape.definition, 'whole'],
  ['a mesh', meshed, 'colors'],
  ['a mesh', meshed, 'whole'],
  // contacts amplify rounding errors
  ['a grid with self-collision', { ...cape.definition, selfCollision: 0.03 }, 'lines', 1],
  [
    'a grid with colliders',
    {
      ...cape.definition,
      colliders: [{ type: 'capsule', from: { x: 0, y: 0, z: 0 }, to: { x: 0, y: 2, z: 0 }, radius: 0.2 }],
    },
    'whole',
  ],
];
test.each(runs)('%s follows a skin as on the CPU, plan $2', async (_what, definition, plan, frames = 4) => {
  const [on, reference] = [await gpu(definition, { plan }), cpu(definition)];
  expect(on.cloth.pins).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  for (let frame = 1; frame <= frames; frame++) {
    for (const each of [on, reference]) go(each, frame, 1 + (frame % 2));
    const positions = await on.cloth.readPositions();
    expect(largestDistance(positions, reference.cloth.positions)).toBeLessThan(1e-5);
    const [beyond, behind] = excessOf(
      positions,
      cape.skin(...walk(frame - (frame % 3 === 0 ? 1 : 0))),
      maxDistance,
      backstop,
    );
    expect(beyond).toBeLessThan(1e-6);
    expect(behind).toBeLessThan(1e-6);
  }
  expect(
    largestDistance(await on.cloth.readVelocities(), await reference.cloth.readVelocities()),
  ).toBeLessThan(3e-3);
});

test('all plans give the same bits, with a skin in lists or in buffers', async () => {
  const hashes: number[] = [];
  for (const [plan, as] of [['colors'], ['lines'], ['whole'], ['whole', inBuffers]] as const) {
    const on = await gpu(cape.definition, { plan });
    for (let frame = 1; frame <= 10; frame++) go(on, frame, 1 + (frame % 2), as);
    hashes.push(hash(await on.cloth.readPositions()));
  }
  expect(new Set(hashes).size).toBe(1);
});

test('in the middle of a backstop, straight behind it, and on a pin that was freed, as on the CPU', async () => {
  const still = {
    gravity: { x: 0, y: 0, z: 0 },
    stretchCompliance: none,
    shearCompliance: none,
    bendCompliance: none,
  };
  const ids = Array.from({ length: cape.count }, (_, id) => id);
  const limited = () =>
    motionLimits({
      maxDistance: ids.map((id) => (id < 9 ? 0 : 1.1)),
      backstop: { offset: 0.25, radius: 0.5 },
    });
  const definition = { ...cape.definition, ...still, shape: () => ({ x: 0, y: 0, z: 0 }) };
  const skinAt = (way: number) => ({
    positions: ids.flatMap((id) => [id % 2 === 0 ? 0.75 : 1, way, 0]),
    normals: ids.flatMap(() => [2, 0, 0]),
  });
  const both = [limited(), limited()];
  const cpu = createClothCpu({ ...definition, limits: both[0] });
  const cloth = await shared.make({ ...definition, limits: both[1] });
  for (const each of [cpu, cloth]) each.freePin(4);
  for (const limits of both) limits.place(skinAt(0));
  for (const each of [cpu, cloth]) each.step();
  const positions = await cloth.readPositions();
  // along the normal out of the middle, and to the front
  expect([positions[4 * 20], positions[4 * 21]]).toEqual([0.5, 0.75]);
  for (const limits of both) limits.move(skinAt(0.1));
  for (const each of [cpu, cloth]) each.step();
  expect(largestDistance(await cloth.readPositions(), cpu.positions)).toBeLessThan(1e-6);
  expect(largestDistance(await cloth.readVelocities(), await cpu.readVelocities())).toBeLessThan(1e-4);
});

test('limits that are not reached change no bit', async () => {
  const definition: ClothDefinition = { ...cape.definition, pins: 'topEdge', selfCollision: 0.03 };
  const far = motionLimits({ maxDistance: 100, backstop: { offset: 50, radius: 20 } });
  const hashes: number[] = [];
  for (const limits of [undefined, far]) {
    const cloth = await shared.make({ ...definition, ...(limits && { limits }) });
    for (let step = 0; step < 20; step++) cloth.step();
    hashes.push(hash(await cloth.readPositions()));
  }
  expect(hashes[1]).toBe(hashes[0]);
});

test('a skin that was put elsewhere, a snapshot, a teleport and other scales, as on the CPU', async () => {
  const [on, reference] = [await gpu(cape.definition), cpu(cape.definition)];
  const compare = async () =>
    expect(largestDistance(await on.cloth.readPositions(), reference.cloth.positions)).toBeLessThan(2e-5);
  const states = await Promise.all([on, reference].map(({ cloth }) => cloth.snapshot()));
  for (const { cloth, limits } of [on, reference]) {
    limits.move(cape.skin(0.2, 0.1, 0));
    cloth.step();
    limits.place(cape.skin(0.4, 0.3, 0.5));
    cloth.step();
  }
  await compare();
  for (const { cloth, limits } of [on, reference]) {
    limits.move(cape.skin(0.5, 0.3, 0.6));
    cloth.teleport(aside);
    cloth.step();
  }
  await compare();
  [on, reference].forEach(({ cloth }, k) => {
    cloth.restore(states[k]);
    cloth.step();
  });
  await compare();
  for (const scale of [0.3, 0, 1.5]) {
    for (const { cloth, limits } of [on, reference]) {
      limits.setScale(scale);
      cloth.step();
    }
    await compare();
  }
  expect(on.cloth.measurement.nonFinite).toBe(0);
});

test.each([
  ['lists, which is still there', false],
  ['buffers, from the next one on', true],
])('on a device that replaces a lost one, a cloth follows the skin in %s', async (_what, isBuffer) => {
  const lost = await requestDevice();
  const on = await gpu(
    { ...cape.definition, checkpointInterval: 1 },
    { requestDevice: async () => shared.device },
    lost,
  );
  const skin = cape.skin(0.3, 0.2, 0.1);
  for (let step = 0; step < 3; step++) {
    on.limits.move(isBuffer ? inBuffers(skin, lost) : skin);
    on.cloth.step();
    await on.cloth.measure();
  }
  const restored = new Promise((resolve) =>
    on.cloth.subscribe(({ type }) => type === 'restored' && resolve(type)),
  );
  lost.destroy();
  await restored;
  const excess = async (now: Skin) => excessOf(await on.cloth.readPositions(), now, maxDistance, backstop);
  // the cloth falls beyond limits that are switched off, but for its pins
  for (let step = 0; step < 20; step++) on.cloth.step();
  if (isBuffer) {
    expect((await excess(skin))[0]).toBeGreaterThan(0.01);
    const place = [...(await on.cloth.readPositions()).subarray(0, 3)];
    expect(Math.hypot(...place.map((c, axis) => c - skin.positions[axis]))).toBeLessThan(1e-6);
  } else expect(Math.max(...(await excess(skin)))).toBeLessThan(1e-6);
  const next = cape.skin(0.5, 0.3, 0.1);
  on.limits.move(isBuffer ? inBuffers(next) : next);
  on.cloth.step();
  expect(Math.max(...(await excess(next)))).toBeLessThan(1e-6);
});

test('a buffer that is too small or cannot be copied is refused, and one beside a list', async () => {
  const { limits, cloth } = await gpu(cape.definition);
  const skin = cape.skin(0, 0, 0);
  const { positions } = inBuffers(skin);
  const make = (size: number, usage: number) => shared.device.createBuffer({ size, usage });
  const wrong: [Skin, string][] = [
    [
      { positions: make(16, 4), normals: positions },
      `skin.positions.size: expected >= ${16 * cape.count} bytes`,
    ],
    [{ positions, normals: make(4096, 0x80) }, 'skin.normals.usage: expected COPY_SRC among its usages'],
    [{ positions, normals: skin.normals }, 'skin.normals: expected a GPUBuffer, like skin.positions'],
    [
      { positions: skin.positions, normals: positions },
      `skin.normals: expected ${3 * cape.count} numbers or a GPUBuffer`,
    ],
  ];
  for (const [given, message] of wrong) {
    expect(() => limits.move(given)).toThrow(ClothError);
    expect(() => limits.move(given)).toThrow(message);
  }
  cloth.dispose();
  // a cloth that is disposed of does nothing more
  limits.move(inBuffers(skin));
  limits.move(skin);
});
