/** A cloth at rest sleeps: no step is computed until something acts on it. */

import { expect, test } from 'vitest';
import {
  type ClothCpu,
  type ClothDefinition,
  colliderReactions,
  createClothCpu,
  motionLimits,
  pressure,
  tearing,
} from '../src/index.js';
import { ball } from './meshes.js';

const none = Number.POSITIVE_INFINITY;
const still = { x: 0, y: 0, z: 0 };

/** Four particles that hang by two, at rest after some steps, above a floor that is far below. */
const hanging: ClothDefinition = {
  ...{ columns: 1, rows: 1, width: 0.1, height: 0.1, damping: 10 },
  colliders: [{ type: 'sphere', center: { x: 0, y: -5, z: 0 }, radius: 1 }],
};

/** Particles in the air that nothing acts on. The first looks are after 13, 30, 43 and 60 steps, so it sleeps from the 73rd on. */
const floating: ClothDefinition = {
  ...{ columns: 1, rows: 1, width: 0.1, height: 0.1, gravity: still, pins: 'none', ripple: 0 },
};

function run(cloth: ClothCpu, steps: number): ClothCpu {
  for (let step = 0; step < steps; step++) cloth.step();
  return cloth;
}

/** Whether a cloth is asleep after three seconds. */
const sleeps = (definition: ClothDefinition) => run(createClothCpu(definition), 180).isAsleep;

test('what is at rest for a second sleeps, and stays as it is while its steps count', async () => {
  const cloth = run(createClothCpu(floating), 72);
  expect(cloth.isAsleep).toBe(false);
  cloth.step();
  expect(cloth.isAsleep).toBe(true);

  const hung = run(createClothCpu(hanging), 180);
  const [positions, bounds] = [hung.positions.slice(), hung.bounds()];
  expect(hung.advance(1 / 30)).toBe(2);
  expect(hung.stepCount).toBe(182);
  expect(hung.positions).toEqual(positions);
  expect(hung.bounds()).toEqual(bounds);
  expect((await hung.measure()).step).toBe(182);
});

test('waking up, it goes on from where it was, with bounds as if it had not slept', () => {
  const [slept, awake] = [true, false].map((sleeping) =>
    run(createClothCpu({ ...hanging, damping: 50, sleeping }), 150),
  );
  run(slept, 3000);
  for (const cloth of [slept, awake]) {
    cloth.applyImpulse({ point: still, radius: 1, impulse: { x: 0.5, y: 0, z: 1 } });
    // before it is measured again
    expect(cloth.bounds().max.z).toBeLessThan(0.3);
    run(cloth, 5);
  }
  slept.positions.forEach((coordinate, k) => {
    expect(coordinate).toBeCloseTo(awake.positions[k], 4);
  });
});

/** A particle on a spring that swings by `amplitude` metres and is back after `period` sixtieths of a second. */
function spring(period: number, amplitude: number): ClothCpu {
  const frequency = (2 * Math.PI) / (period / 60);
  const soft = { stretchCompliance: 1 / frequency ** 2, bendCompliance: none, substeps: 60 };
  return createClothCpu({
    ...{ columns: 0, rows: 1, height: 1, pins: [0], gravity: still, ripple: 0, ...soft },
    // near the origin, where coordinates have the most digits
    shape: (_, row) => ({ x: 0, y: row === 0 ? 1 : -amplitude, z: 0 }),
  });
}

test('what swings is never taken for resting, though it is often back in the same place', () => {
  for (const period of [5, 6, 13, 15, 17, 30])
    expect(run(spring(period, 0.05), 160).isAsleep, `${period}`).toBe(false);
});

test('what trembles in place, by less than anybody sees, rests at whatever speed', async () => {
  const cloth = run(spring(6, 2e-4), 2);
  expect((await cloth.measure()).largestSpeed).toBeGreaterThan(0.005);
  expect(run(cloth, 90).isAsleep).toBe(true);
});

test.each<[string, ClothDefinition]>([
  ['that is forbidden to', { sleeping: false }],
  ['in a wind that pushes it', { airDensity: 1e-9, wind: { x: 1, y: 0, z: 0 } }],
  ['in a wind that drags it along', { drag: 1e-9, wind: { x: 0, y: 0, z: 1 } }],
  ['whose colliders feel its weight', { reactions: colliderReactions() }],
  ['that is not measured', { measureInterval: 0 }],
  ['that creeps at more than 5 mm/s', { velocity: { x: 0.0051, y: 0, z: 0 }, sleeping: true }],
])('a cloth %s does not sleep', (_, change) => {
  expect(sleeps({ ...floating, ...change })).toBe(false);
});

test('in a wind that it does not feel, and slower than 5 mm/s, a cloth sleeps', () => {
  expect(sleeps({ ...floating, wind: { x: 1, y: 0, z: 0 } })).toBe(true);
  expect(sleeps({ ...floating, velocity: { x: 0.0049, y: 0, z: 0 } })).toBe(true);
});

const gas = pressure();
const limits = motionLimits();
const skin = { positions: Array.from({ length: 12 }, (_, k) => k / 99) };

test.each<[string, ClothDefinition, (cloth: ClothCpu) => unknown]>([
  ['another parameter', hanging, (cloth) => cloth.setParameters({ gravity: { x: 0, y: -9, z: 0 } })],
  ['other colliders', hanging, (cloth) => cloth.setColliders([])],
  [
    'a collider that moves',
    hanging,
    (cloth) => cloth.moveColliders([{ type: 'sphere', center: { x: 0, y: -4, z: 0 }, radius: 1 }]),
  ],
  ['a new pin', hanging, (cloth) => cloth.setPin(3)],
  ['a pin that moves', hanging, (cloth) => cloth.setPin(0, { x: 0, y: 0.1, z: 0 })],
  ['a pin that is freed', hanging, (cloth) => cloth.freePin(1)],
  ['a hand', hanging, (cloth) => cloth.grabParticle(1, 2, still)],
  [
    'a push',
    hanging,
    (cloth) => cloth.applyImpulse({ point: still, radius: 1, impulse: { x: 0, y: 0, z: 1 } }),
  ],
  ['a journey', hanging, (cloth) => cloth.teleport({ translation: { x: 1, y: 0, z: 0 } })],
  [
    'a cut',
    { ...hanging, tearing: tearing() },
    (cloth) =>
      cloth.cut(
        [-1, 1].flatMap((x) => [
          { x, y: 0, z: -x },
          { x, y: 0, z: x },
        ]),
      ),
  ],
  ['a skin', { ...floating, limits }, () => limits.move(skin)],
  [
    'a pump',
    { mesh: ball(0, 0.3), gravity: still, damping: 20, pressure: gas, tethers: false },
    () => gas.setOverpressure(200),
  ],
])('%s wakes a cloth', async (_, definition, act) => {
  const cloth = run(createClothCpu(definition), 240);
  expect(cloth.isAsleep).toBe(true);
  await act(cloth);
  expect(cloth.isAsleep).toBe(false);
  cloth.step();
  expect(cloth.isAsleep).toBe(false);
});

test('what is told again in every frame, but does not change, lets it sleep', () => {
  const cloth = createClothCpu(hanging);
  const pin = { x: -0.05, y: 0.05, z: 0 };
  for (let step = 0; step < 240; step++) {
    cloth.setParameters({ wind: { x: 0, y: 0, z: 0 }, substeps: 5 });
    cloth.moveColliders([{ type: 'sphere', center: { x: 0, y: -5, z: 0 }, radius: 1 }]);
    cloth.setColliders(cloth.colliders);
    cloth.setPin(0, pin);
    cloth.step();
  }
  expect(cloth.isAsleep).toBe(true);
});

test('a restored cloth is awake, and renderers keep its last state when it falls asleep', async () => {
  const cloth = run(createClothCpu(floating), 72);
  const kept: boolean[] = [];
  cloth.beforeLastStep.add((hasJumped) => kept.push(hasJumped));
  run(cloth, 5);
  expect(kept).toEqual([false]);
  cloth.restore(await cloth.snapshot());
  expect(cloth.isAsleep).toBe(false);
});
