/** Rocking of round bodies: an oscillator with a known frequency, which must lose energy and let its pile fall asleep. */

import { cos, polygon } from '@otedama/math2d';
import { type Body, type BodyDefinition, createWorld, loadScene, type World } from '@otedama/rigid';
import { mixedRain } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { createSoftStep } from '../src/index.js';

const DT = 1 / 60;
const GRAVITY = 10;
const friction = 0.6;

/** A regular pentagon around the origin, resting on one of its faces; `inner` is the height of its centre above that face. */
const inner = 0.3;
const pentagon: BodyDefinition = {
  position: { x: 0, y: inner },
  shapes: [
    {
      kind: 'polygon',
      friction,
      vertices: polygon.regular(inner / cos(Math.PI / 5), 5, { x: 0, y: 0 }, (-3 * Math.PI) / 10),
    },
  ],
};

/** A round hill of radius 1 with its highest point at the origin. */
const top = 1;
const roundTop: BodyDefinition = {
  type: 'static',
  position: { x: 0, y: -top },
  shapes: [{ kind: 'circle', radius: top, friction }],
};

/** A ball of radius 0.5 with a heavy core 0.3 below its centre, and the floor below it. */
const rolyPoly: BodyDefinition = {
  position: { x: 0, y: 0.5 },
  shapes: [
    { kind: 'circle', radius: 0.5, density: 0.2, friction },
    { kind: 'circle', radius: 0.15, center: { x: 0, y: -0.3 }, density: 5, friction },
  ],
};
const floor: BodyDefinition = {
  type: 'static',
  shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 }, friction }],
};

interface Rocker {
  readonly world: World;
  readonly body: Body;
  /** Predicted angular frequency of small oscillations, rad/s. */
  readonly frequency: number;
  /** Kinetic and potential energy relative to the equilibrium, J. */
  energy(): number;
}

/**
 * A body rocking in place. It rolls without slipping, its centre of mass `height` above the contact, whose surfaces have the combined
 * radius `radius`: m g (radius - height) is the stiffness, I + m height^2 the inertia.
 */
function rocking(bodies: readonly BodyDefinition[], radius: number, spin: number, sleeping: boolean): Rocker {
  const world = createWorld({ gravity: { x: 0, y: -GRAVITY }, solver: createSoftStep(), sleeping });
  for (const body of bodies) world.createBody(body);
  const body = world.bodies.find(({ type }) => type === 'dynamic') as Body;
  const height = body.worldCenter.y;
  const { mass, inertia } = body;
  body.angularVelocity = spin;
  body.linearVelocity = { x: -spin * height, y: 0 };
  return {
    world,
    body,
    frequency: Math.sqrt((mass * GRAVITY * (radius - height)) / (inertia + mass * height ** 2)),
    energy() {
      const { x, y } = body.linearVelocity;
      const kinetic = 0.5 * mass * (x * x + y * y) + 0.5 * inertia * body.angularVelocity ** 2;
      return kinetic + mass * GRAVITY * (body.worldCenter.y - height);
    },
  };
}

const rockers: [string, (spin: number, sleeping: boolean) => Rocker][] = [
  ['a pentagon on a round top', (spin, sleeping) => rocking([roundTop, pentagon], top, spin, sleeping)],
  [
    'the same, made in the other order',
    (spin, sleeping) => rocking([pentagon, roundTop], top, spin, sleeping),
  ],
  ['a roly-poly on the floor', (spin, sleeping) => rocking([floor, rolyPoly], 0.5, spin, sleeping)],
];

describe.each(rockers)('%s', (_, make) => {
  test('oscillates with the analytical frequency to 2 %', () => {
    const { world, body, frequency } = make(0.3, false);
    const crossings: number[] = [];
    let before = 0;
    for (let k = 1; crossings.length < 5; k++) {
      world.step(DT);
      const spin = body.angularVelocity;
      if (before * spin < 0) crossings.push((k - spin / (spin - before)) * DT);
      before = spin;
    }
    const period = (crossings[4] - crossings[0]) / 2;
    expect(Math.abs((period * frequency) / (2 * Math.PI) - 1)).toBeLessThan(0.02);
  });

  test('loses energy in every step, by w^2 (2 - 1/2) dt to within a fifth', () => {
    const { world, frequency, energy } = make(0.3, false);
    const swing = Math.round((2 * Math.PI) / frequency / DT);
    const start = energy();
    let last = start;
    for (let k = 0; k < 2; k++) {
      for (let step = 0; step < swing; step++) world.step(DT);
      expect(energy()).toBeLessThan(last);
      last = energy();
    }
    const rate = Math.log(start / last) / (2 * swing * DT);
    expect(rate / (frequency ** 2 * 1.5 * DT)).toBeGreaterThan(0.8);
    expect(rate / (frequency ** 2 * 1.5 * DT)).toBeLessThan(1.2);
  });

  test('falls asleep within 20 s', () => {
    const { world, body } = make(0.6, true);
    for (let k = 0; k < 20 / DT && body.isAwake; k++) world.step(DT);
    expect(body.isAwake).toBe(false);
  });
});

test('a ball rolling on level ground keeps its speed: its contact moves with it', () => {
  const world = createWorld({ gravity: { x: 0, y: -GRAVITY }, solver: createSoftStep(), sleeping: false });
  world.createBody(floor);
  const body = world.createBody({
    position: { x: 0, y: 0.5 },
    linearVelocity: { x: 3, y: 0 },
    angularVelocity: -6,
    shapes: [{ kind: 'circle', radius: 0.5, friction }],
  });
  // it penetrates until the floor carries it
  for (let k = 0; k < 60; k++) world.step(DT);
  const speed = body.linearVelocity.x;
  for (let k = 0; k < 600; k++) world.step(DT);
  expect(Math.abs(body.linearVelocity.x / speed - 1)).toBeLessThan(1e-9);
});

// in each of them a polygon rocks on a circle; when contacts were fixed during a step, this kept the 250 bodies awake forever
test.each([13, 34, 40])('250 mixed bodies in the V, seed %i, fall asleep within 20 s', (seed) => {
  const world = loadScene(mixedRain.create({ count: 250, seed }), { solver: createSoftStep() });
  let steps = 0;
  while (world.stats.awakeBodies > 0 && steps < 20 / DT) {
    world.step(DT);
    steps++;
  }
  expect(world.stats.awakeBodies).toBe(0);
});
