import { expect, test } from 'vitest';
import {
  type ClothDefinition,
  type ClothPlan,
  type Collider,
  createClothCpu,
  pressure,
} from '../src/index.js';
import { hash, largestDistance, shareDevice } from './gpu.js';
import { ball, insideOut, sideBySide, torus } from './meshes.js';
import { turnRateOf } from './spin.js';

const shared = shareDevice();

const gpu = (definition: ClothDefinition, plan: ClothPlan = 'colors') => shared.make(definition, { plan });

const three = sideBySide([ball(0, 0.3), ball(3, 0.3), ball(1, 0.3)], 1);
const floor: Collider = { type: 'plane', point: { x: 0, y: -0.35, z: 0 }, normal: { x: 0.2, y: 1, z: 0.1 } };
const moving = (id: number) => ({ x: Math.sin(id), y: -1, z: Math.cos(id) });

test.each<[string, ClothDefinition, Parameters<typeof pressure>[0]]>([
  ['of 6 particles', { mesh: ball(0, 0.3) }, {}],
  ['of 18 particles, facing inwards', { mesh: insideOut(ball(1, 0.3)) }, {}],
  ['of 9216 particles', { mesh: torus(0.5, 0.2, 144, 64) }, { overpressure: 1000 }],
  ['in the air of the real world', { mesh: ball(1, 0.3) }, { overpressure: 1000, ambient: 101325 }],
  ['without gas', { mesh: ball(1, 0.3) }, { overpressure: -1000, ambient: 1000 }],
  [
    'nearly empty',
    { mesh: ball(1, 0.3), velocity: (id) => ({ x: 0, y: id < 9 ? 6 : -6, z: 0 }) },
    { overpressure: -0.95e5, ambient: 1e5 },
  ],
  ['far from the origin', { mesh: ball(1, 0.3), center: { x: 64, y: -32, z: 16 } }, { overpressure: 1000 }],
  [
    'of three shells, of 6, 258 and 18 particles',
    { mesh: three, pins: [3], airDensity: 1.2, damping: 1 },
    { overpressure: [50, 100, 400] },
  ],
  [
    'of two shells that touch, one facing inwards',
    { mesh: sideBySide([ball(0, 0.3), insideOut(ball(1, 0.3))], 0.55), selfCollision: 0.1 },
    { overpressure: [300, 50], ambient: 100, volume: 0.06 },
  ],
  ['crushed', { mesh: ball(1, 0.3), shape: (id) => ({ x: id / 99, y: Math.sin(id) / 9, z: 0 }) }, {}],
  [
    'pinned, with layers and a floor',
    {
      ...{ mesh: ball(1, 0.3), pins: [3], selfCollision: 0.1, colliders: [floor] },
      shape: (id) => ({ x: Math.cos(id) / 4, y: id / 99 - 0.3, z: Math.sin(id) / 4 }),
    },
    {},
  ],
])('a gas in a mesh %s is that of the CPU, by each plan', async (_, change, options) => {
  const gas = pressure(options);
  const without = { density: 1, substeps: 2, velocity: moving, ...change };
  const definition = { ...without, pressure: gas };
  const cpu = createClothCpu(definition);
  // larger ones differ only in the sums of the gas, whose kernels are the same in both plans
  const isSmall = cpu.vertexCount < 100;
  const bare = createClothCpu(without);
  const cloths = [await gpu(definition), ...(isSmall ? [await gpu(definition, 'whole')] : [])];
  for (let step = 0; step < 2; step++) for (const cloth of [cpu, bare, ...cloths]) cloth.step();
  const positions = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  for (const other of positions) expect(hash(other)).toBe(hash(positions[0]));
  expect(largestDistance(cpu.positions, bare.positions)).toBeGreaterThan(1e-3);
  // a few roundings of where it is
  const most = 1e-5 * Math.max(1, Math.abs(definition.center?.x ?? 0) / 4);
  expect(largestDistance(positions[0], cpu.positions)).toBeLessThan(most);
  expect(largestDistance(await cloths[0].readVelocities(), await cpu.readVelocities())).toBeLessThan(2e-3);
  const [here, there] = [await gas.measure(cloths[0]), await gas.measure(cpu)];
  here.forEach(({ volume }, shell) => {
    expect(volume).toBeCloseTo(there[shell].volume, 5);
  });
});

test('a taut mesh that nothing holds does not turn by itself, by each plan', async () => {
  const mesh = ball(1, 0.3);
  const definition = {
    ...{ mesh, substeps: 10, gravity: { x: 0, y: 0, z: 0 } },
    // the two particles between x and z are heavy
    inverseMass: Array.from({ length: 18 }, (_, id) =>
      mesh.positions[3 * id] * mesh.positions[3 * id + 2] > 0.01 ? 10 : 100,
    ),
  };
  const hashes: number[] = [];
  for (const plan of ['colors', 'whole'] as const) {
    const cloth = await gpu({ ...definition, pressure: pressure() }, plan);
    for (let frame = 0; frame < 8; frame++) cloth.advance(4 / 60);
    const [positions, velocities] = await Promise.all([cloth.readPositions(), cloth.readVelocities()]);
    expect(turnRateOf(positions, velocities)).toBeLessThan(4e-3);
    hashes.push(hash(velocities));
  }
  expect(hashes[1]).toBe(hashes[0]);
});
