import { expect, test } from 'vitest';
import {
  type ClothCpu,
  type ClothDefinition,
  type ClothImpulse,
  createClothCpu,
  type Vector3,
} from '../src/index.js';
import { bead, run } from './bead.js';

const none = { x: 0, y: 0, z: 0 };
const sheet: ClothDefinition = {
  ...{ columns: 12, rows: 9, width: 1.2, height: 0.9, pins: [0, 12], gravity: none, tethers: false },
  inverseMass: Array.from({ length: 130 }, (_, id) => (id === 40 ? 0 : 1 + (id % 7))),
};

/** Change of the momentum of each particle, xyz, kg m/s, by a push. */
async function gains(cloth: ClothCpu, impulse: ClothImpulse): Promise<Vector3[]> {
  const before = await cloth.readVelocities();
  cloth.applyImpulse(impulse);
  const after = await cloth.readVelocities();
  return Array.from({ length: cloth.vertexCount }, (_, id) => {
    const w = cloth.positions[4 * id + 3];
    const [x, y, z] = [0, 1, 2].map((axis) =>
      w === 0 ? 0 : (after[4 * id + axis] - before[4 * id + axis]) / w,
    );
    return { x, y, z };
  });
}

const sumOf = (gained: readonly Vector3[]) =>
  gained.reduce((sum, { x, y, z }) => ({ x: sum.x + x, y: sum.y + y, z: sum.z + z }), none);

test.each([1, 0.3, 0])('the momentum changes by the impulse, with the falloff %f', async (falloff) => {
  const cloth = run(createClothCpu(sheet), 10);
  cloth.grabParticle(1, 58, { x: 0.1, y: 0, z: 0.2 });
  const point = { x: 0.1, y: 0.05, z: 0.02 };
  const gained = await gains(cloth, { point, radius: 0.35, falloff, impulse: { x: 2, y: -3, z: 5 } });
  const { x, y, z } = sumOf(gained);
  expect(Math.hypot(x - 2, y + 3, z - 5)).toBeLessThan(1e-5);
  const count = gained.filter((gain) => gain.z !== 0).length;
  expect(count).toBeGreaterThan(20);
  expect(count).toBeLessThan(50);
  // by mass, and in a straight line from the centre to the radius
  const shares = gained.map((gain, id) => ({
    share: gain.z * cloth.positions[4 * id + 3],
    distance: Math.hypot(...[point.x, point.y, point.z].map((c, axis) => c - cloth.positions[4 * id + axis])),
  }));
  const whole = Math.max(
    ...shares.map(({ share, distance }) => share / (1 - (falloff * distance) / 0.35)).filter(Number.isFinite),
  );
  shares.forEach(({ share, distance }, id) => {
    const isFree = cloth.positions[4 * id + 3] > 0 && distance < 0.35;
    expect(share / whole).toBeCloseTo(isFree ? 1 - (falloff * distance) / 0.35 : 0, 5);
  });
});

test.each([4, -4])(
  'an explosion of %f N s pushes each particle along the line to the centre',
  async (impulse) => {
    const cloth = createClothCpu(sheet);
    const point = { x: 0.1, y: 0.05, z: -0.1 };
    const gained = await gains(cloth, { point, radius: 0.4, impulse });
    let sum = 0;
    gained.forEach(({ x, y, z }, id) => {
      const [dx, dy, dz] = [0, 1, 2].map(
        (axis) => cloth.positions[4 * id + axis] - [point.x, point.y, point.z][axis],
      );
      const outwards = (x * dx + y * dy + z * dz) / Math.hypot(dx, dy, dz);
      expect(Math.hypot(x, y, z)).toBeCloseTo(Math.abs(outwards), 6);
      sum += outwards;
    });
    expect(sum).toBeCloseTo(impulse, 5);
  },
);

test('a particle in the centre of an explosion flies up, and a free cloth flies on at J / M', async () => {
  const particle = createClothCpu({ ...bead, gravity: none, inverseMass: 0.5 });
  particle.applyImpulse({ point: none, radius: 1, impulse: 3 });
  expect([...(await particle.readVelocities())]).toEqual([0, 1.5, 0, 0]);
  const cloth = createClothCpu({ columns: 8, rows: 8, density: 0.5, pins: 'none', gravity: none });
  cloth.applyImpulse({ point: none, radius: 9, falloff: 0, impulse: { x: 0, y: 0, z: 6 } });
  expect((await run(cloth, 30).measure()).meanVelocity.z / (6 / (0.5 * 6))).toBeCloseTo(1, 5);
});

test('no effect where no free particle is, and wrong values are refused and change nothing', async () => {
  const cloth = createClothCpu(sheet);
  const start = await cloth.readVelocities();
  const impulse = { x: 1, y: 1, z: 1 };
  cloth.applyImpulse({ point: { x: 9, y: 0, z: 0 }, radius: 1, impulse });
  // the pinned corner alone
  cloth.applyImpulse({ point: { x: -0.6, y: 0.45, z: 0 }, radius: 0.05, impulse });
  for (const [field, wrong] of [
    ['impulse.point.y', { point: { x: 0, y: Number.NaN, z: 0 } }],
    ['impulse.radius', { radius: 0 }],
    ['impulse.falloff', { falloff: 1.1 }],
    ['impulse.impulse.x', { impulse: {} as never }],
    ['impulse.impulse', { impulse: Number.POSITIVE_INFINITY }],
    ['impulse.strength', { strength: 1 } as object],
  ] as const)
    expect(() => cloth.applyImpulse({ point: none, radius: 1, impulse, ...wrong })).toThrow(
      `${field}: expected`,
    );
  expect(await cloth.readVelocities()).toEqual(start);
});
