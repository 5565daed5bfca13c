import { expect, test } from 'vitest';
import {
  type ClothCpu,
  type ClothDefinition,
  ClothError,
  createClothCpu,
  type Vector3,
} from '../src/index.js';
import { inTurn, type MotionRows, motionRows, movePoints } from '../src/rigid-motion.js';
import { Draw } from './draw.js';
import { aside, setAside } from './teleports.js';

const small: ClothDefinition = { columns: 10, rows: 10, width: 1, height: 1, measureInterval: 1 };
const zero = { x: 0, y: 0, z: 0 };
const run = (cloth: ClothCpu, steps: number) => {
  for (let step = 0; step < steps; step++) cloth.step();
};
/** Largest difference of a coordinate from that of `other` after the motion `aside`, m. */
const distance = (cloth: ClothCpu, other: ClothCpu) => {
  let largest = 0;
  for (let o = 0; o < cloth.positions.length; o += 4) {
    const [x, y, z] = other.positions.subarray(o, o + 3);
    const { x: u, y: v, z: w } = setAside({ x, y, z });
    const [a, b, c] = cloth.positions.subarray(o, o + 3);
    largest = Math.max(largest, Math.abs(a - u), Math.abs(b - v), Math.abs(c - w));
  }
  return largest;
};

// `aside` turns about the axis of gravity, so all that follows is the same motion, but for rounding
test.each<[what: string, definition: ClothDefinition]>([
  ['hangs', { pins: 'topEdge', tethers: true }],
  ['flies', { pins: 'none', velocity: { x: 3, y: 1, z: 2 }, damping: 2 }],
  ['hangs in the air', { pins: 'topEdge', airDensity: 1, wind: { x: 0, y: 3, z: 0 } }],
  [
    'falls on itself',
    { pins: 'none', selfCollision: true, shape: (x, y) => ({ x: x / 10, y: 0.02 * y, z: 0 }) },
  ],
])('a teleported cloth goes on as if it had always been there: it %s', (_what, definition) => {
  const [cloth, other] = [
    createClothCpu({ ...small, ...definition }),
    createClothCpu({ ...small, ...definition }),
  ];
  run(cloth, 20);
  run(other, 20);
  cloth.teleport(aside);
  expect(distance(cloth, other)).toBeLessThan(1e-6);
  run(cloth, 1);
  run(other, 1);
  expect(distance(cloth, other)).toBeLessThan(5e-6);
  run(cloth, 19);
  run(other, 19);
  // folds amplify rounding errors
  expect(distance(cloth, other)).toBeLessThan(1e-3);
});

test('a motion turns every point about its centre as its quaternion does, and two motions in turn are one', () => {
  const draw = new Draw(3);
  const plus = (a: Vector3, b: Vector3): Vector3 => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });
  const times = (a: Vector3, f: number): Vector3 => ({ x: f * a.x, y: f * a.y, z: f * a.z });
  const cross = (a: Vector3, b: Vector3): Vector3 => ({
    x: a.y * b.z - a.z * b.y,
    y: a.z * b.x - a.x * b.z,
    z: a.x * b.y - a.y * b.x,
  });
  const moved = (rows: MotionRows, { x, y, z }: Vector3): Vector3 => {
    const point = Float32Array.of(x, y, z, 0);
    movePoints(rows, point);
    return { x: point[0], y: point[1], z: point[2] };
  };
  const apart = (a: Vector3, b: Vector3): number => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
  for (let round = 0; round < 50; round++) {
    const motions = [0, 1].map(() => ({
      translation: draw.vector(2),
      // of any length
      rotation: { ...draw.vector(2), w: draw.between(-2, 2) },
      about: draw.vector(2),
    }));
    const [first, second] = motions.map((motion) => motionRows('motion', motion));
    const point = draw.vector(2);
    const { translation, rotation, about } = motions[0];
    const length = Math.hypot(rotation.x, rotation.y, rotation.z, rotation.w);
    const v = times(rotation, 1 / length);
    const w = rotation.w / length;
    // R u = u + 2 w (v x u) + 2 v x (v x u)
    const u = plus(point, times(about, -1));
    const turned = plus(plus(u, times(cross(v, u), 2 * w)), times(cross(v, cross(v, u)), 2));
    expect(apart(moved(first, point), plus(plus(turned, about), translation))).toBeLessThan(1e-5);
    expect(apart(moved(inTurn(first, second), point), moved(second, moved(first, point)))).toBeLessThan(1e-5);
  }
});

test('pins and hands are taken along with their targets, and let go at rest', async () => {
  const cloth = createClothCpu({ ...small, gravity: zero });
  const [corner, sought, pulled] = [
    { x: -0.5, y: 0.6, z: 0 },
    { x: 0.4, y: 0.5, z: 0.1 },
    { x: 0.1, y: -0.6, z: 0.2 },
  ];
  cloth.grabParticle(1, 120, pulled);
  cloth.grabParticle(2, 5, { x: 0, y: 0.5, z: 0 });
  cloth.setPin(0, corner);
  cloth.moveGrab(2, { origin: sought, direction: { x: 0, y: 0, z: 1 } });
  cloth.teleport(aside);
  cloth.step();
  for (const [id, target] of [
    [0, corner],
    [5, sought],
    [120, pulled],
  ] as const) {
    const { x, y, z } = setAside(target);
    const [a, b, c] = cloth.positions.subarray(4 * id, 4 * id + 3);
    expect(Math.hypot(a - x, b - y, c - z), `particle ${id}`).toBeLessThan(1e-6);
  }
  cloth.step();
  cloth.teleport({ translation: { x: 1000, y: 0, z: 0 } });
  cloth.release(1);
  const velocities = await cloth.readVelocities();
  expect(Math.hypot(...velocities.subarray(480, 483))).toBeLessThan(0.02);
});

test('the state to go back to and the measurement are moved along', async () => {
  const cloth = createClothCpu({ ...small, checkpointInterval: 10, velocity: { x: 1, y: 0, z: 0 } });
  run(cloth, 10);
  const { bounds, meanVelocity, ...others } = cloth.measurement;
  cloth.teleport(aside);
  const { bounds: moved, meanVelocity: turned, ...same } = cloth.measurement;
  expect(same).toEqual(others);
  // `aside` maps axes to axes, so a moved box is as tight as the measured one
  const measured = await cloth.measure();
  for (const axis of ['x', 'y', 'z'] as const) {
    expect(moved.min[axis]).toBeCloseTo(measured.bounds.min[axis], 5);
    expect(moved.max[axis]).toBeCloseTo(measured.bounds.max[axis], 5);
    expect(turned[axis]).toBeCloseTo(measured.meanVelocity[axis], 5);
  }
  const before = cloth.positions.slice();
  cloth.positions[40] = Number.NaN;
  cloth.step();
  expect(cloth.stepCount).toBe(10);
  expect(cloth.positions).toEqual(before);
});

test('a motion that is none, or that is wrong, changes nothing', async () => {
  const cloth = createClothCpu({ ...small, ripple: 0.1 });
  run(cloth, 5);
  const before = await cloth.snapshot();
  cloth.teleport({});
  cloth.teleport({ translation: zero, rotation: { x: 0, y: 0, z: 0, w: 3 }, about: { x: 1, y: 2, z: 3 } });
  for (const [field, motion] of [
    ['motion', null],
    ['motion.position', { position: zero }],
    ['motion.translation.y', { translation: { x: 1 } }],
    ['motion.rotation', { rotation: { ...zero, w: 0 } }],
    ['motion.about.z', { about: { x: 0, y: 0, z: Number.NaN } }],
  ] as const) {
    let error: unknown;
    try {
      cloth.teleport(motion as never);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ClothError);
    expect((error as ClothError).field).toBe(field);
  }
  expect(await cloth.snapshot()).toEqual(before);
  cloth.dispose();
  cloth.teleport(aside);
  expect(cloth.status).toBe('disposed');
});
