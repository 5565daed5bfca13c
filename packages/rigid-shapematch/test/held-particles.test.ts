/** Soft bodies with particles that the solver does not move, and sleeping soft bodies. */

import { polygon } from '@otedama/math2d';
import {
  type Body,
  createWorld,
  restoreSnapshot,
  type SoftBody,
  type SoftBodyDefinition,
  takeSnapshot,
  type World,
} from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { createShapeMatching } from '../src/index.js';

const DT = 1 / 60;
const bar: SoftBodyDefinition = { outline: polygon.rectangle(2, 0.5), position: { x: 0, y: 4 } };
const kinds: SoftBodyDefinition[] = [
  bar,
  { ...bar, modes: 'linear' },
  { ...bar, modes: 'free' },
  { ...bar, keepArea: true },
  { ...bar, clusterSize: 0.6 },
];

function makeWorld(definition: SoftBodyDefinition): { world: World; jelly: SoftBody } {
  const world = createWorld({ solver: createShapeMatching() });
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  return { world, jelly: world.createSoftBody(definition) };
}

/** The particles at the left end. */
const leftEnd = (jelly: SoftBody): Body[] => jelly.particles.filter(({ position }) => position.x < -0.85);

const places = (bodies: readonly Body[]): number[][] => bodies.map(({ position: { x, y } }) => [x, y]);

/** Kinetic and potential energy of the particles that are not held, J. */
function energy(jelly: SoftBody, held: readonly Body[]): number {
  let sum = 0;
  for (const particle of jelly.particles) {
    if (held.includes(particle)) continue;
    const { x, y } = particle.linearVelocity;
    sum += particle.mass * (0.5 * (x * x + y * y) + 9.81 * particle.position.y);
  }
  return sum;
}

const ways: [string, (particle: Body) => void][] = [
  ['static', (particle) => (particle.type = 'static')],
  ['kinematic', (particle) => (particle.type = 'kinematic')],
  ['disabled', (particle) => (particle.isEnabled = false)],
];

describe.each(ways)('with %s particles', (_name, hold) => {
  test.each(kinds)('a bar held at its left end swings about it, and gains no energy, %o', (definition) => {
    const { world, jelly } = makeWorld(definition);
    // the previous velocities of the held particles must not matter
    for (const particle of jelly.particles) particle.linearVelocity = { x: 1, y: 0 };
    const held = leftEnd(jelly);
    expect(held.length).toBeGreaterThan(4);
    for (const particle of held) {
      hold(particle);
      if (particle.type === 'kinematic') particle.linearVelocity = { x: 0, y: 0 };
    }
    for (const particle of jelly.particles)
      if (!held.includes(particle)) particle.linearVelocity = { x: 0, y: 0 };
    const before = places(held);
    const start = energy(jelly, held);
    let lowest = 4;
    for (let step = 0; step < 600; step++) {
      world.step(DT);
      const { x, y } = jelly.worldCenter;
      lowest = Math.min(lowest, y);
      expect(Math.hypot(x + 1, y - 4)).toBeLessThan(1.3);
      expect(energy(jelly, held)).toBeLessThan(start + 0.01);
    }
    expect(lowest).toBeLessThan(3.5);
    expect(energy(jelly, held)).toBeLessThan(start - 0.5);
    expect(places(held)).toEqual(before);
  });

  test('steps after a restore equal the straight run', () => {
    const { world, jelly } = makeWorld(bar);
    for (const particle of leftEnd(jelly)) hold(particle);
    for (let step = 0; step < 20; step++) world.step(DT);
    const copy = createWorld({ solver: createShapeMatching() });
    restoreSnapshot(copy, takeSnapshot(world));
    for (let step = 0; step < 60; step++) {
      world.step(DT);
      copy.step(DT);
      expect(copy.stateHash()).toBe(world.stateHash());
    }
  });
});

test('earlier velocities of held particles have no effect: disabled, which keep a velocity, equal static', () => {
  const [off, fixed] = ['disabled', 'static'].map((name) => {
    const [, hold] = ways.find(([way]) => way === name)!;
    const { world, jelly } = makeWorld(bar);
    for (const particle of jelly.particles) particle.linearVelocity = { x: 1, y: 2 };
    for (const particle of leftEnd(jelly)) hold(particle);
    for (let step = 0; step < 30; step++) world.step(DT);
    return places(jelly.particles);
  });
  expect(off).toEqual(fixed);
});

test('kinematic particles move the bar with them', () => {
  const { world, jelly } = makeWorld(bar);
  const held = leftEnd(jelly);
  for (const particle of held) {
    particle.type = 'kinematic';
    particle.linearVelocity = { x: 0.5, y: 1 };
  }
  const [startX, startY] = places(held)[0];
  for (let step = 0; step < 240; step++) world.step(DT);
  const [[x, y]] = places(held);
  expect(x - startX).toBeCloseTo(2, 9);
  expect(y - startY).toBeCloseTo(4, 9);
  const center = jelly.worldCenter;
  expect(Math.hypot(center.x - x, center.y - y)).toBeLessThan(1.3);
});

test('a bar whose particles are all held does not move', () => {
  const { world, jelly } = makeWorld(bar);
  for (const particle of jelly.particles) particle.isEnabled = false;
  const before = places(jelly.particles);
  for (let step = 0; step < 30; step++) world.step(DT);
  expect(places(jelly.particles)).toEqual(before);
  for (const particle of jelly.particles) particle.isEnabled = true;
  for (let step = 0; step < 30; step++) world.step(DT);
  // the distance of a free fall: no velocity has accumulated meanwhile
  expect(jelly.worldCenter.y).toBeCloseTo(4 - 9.81 * 0.125, 1);
});

test('a soft body put to sleep by a particle sleeps as a whole, and wakes as a whole', () => {
  const { world, jelly } = makeWorld({ ...bar, position: { x: 0, y: 0.25 } });
  const crate = world.createBody({
    position: { x: 0, y: 1 },
    shapes: [{ kind: 'polygon', vertices: polygon.rectangle(0.5, 0.5) }],
  });
  for (let step = 0; step < 300; step++) world.step(DT);
  jelly.particles[3].isAwake = false;
  const asleep = (): boolean[] => [...jelly.particles, crate].map(({ isAwake }) => !isAwake);
  expect(asleep()).toEqual(asleep().map(() => true));
  const before = places(jelly.particles);
  const snapshot = takeSnapshot(world);
  // 64 steps: every eighth step looks at bodies that creep, so the copy has to be as many steps away from the next one
  for (let step = 0; step < 64; step++) world.step(DT);
  expect(places(jelly.particles)).toEqual(before);
  expect(asleep()).toEqual(asleep().map(() => true));
  const copy = createWorld({ solver: createShapeMatching() });
  restoreSnapshot(copy, snapshot);
  for (const { bodies } of [world, copy]) bodies[bodies.length - 1].applyImpulse({ x: 0, y: -0.2 });
  expect(asleep()).toEqual(asleep().map(() => false));
  for (let step = 0; step < 60; step++) {
    world.step(DT);
    copy.step(DT);
    expect(places(copy.bodies)).toEqual(places(world.bodies));
  }
});
