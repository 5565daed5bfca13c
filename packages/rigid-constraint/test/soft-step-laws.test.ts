/** The settings of the soft step and the laws of contacts, in cases with a unique result. */

import {
  type Body,
  type BodyDefinition,
  createWorld,
  type World,
  type WorldDefinition,
} from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { createSoftStep, type SoftStepOptions } from '../src/index.js';

const DT = 1 / 60;

/** A ball of radius 0.5 and mass 2 above the floor y <= 0. */
function ballOver(
  floor: object,
  ball: Omit<BodyDefinition, 'shapes'>,
  options: SoftStepOptions = {},
  more: Partial<WorldDefinition> = {},
): { world: World; body: Body } {
  const world = createWorld({
    solver: createSoftStep(options),
    gravity: { x: 0, y: 0 },
    sleeping: false,
    ...more,
  });
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 }, ...floor }] });
  const shapes = [{ kind: 'circle' as const, radius: 0.5, hitEvents: true }];
  return { world, body: world.createBody({ mass: 2, ...ball, shapes }) };
}

test.each([0.5, 3])(
  'a deep penetration is removed at %s m/s, the maximum speed, and the body keeps none of that speed',
  (speed) => {
    const { world, body } = ballOver({}, { position: { x: 0, y: 0.1 } }, { maximumPushOutSpeed: speed });
    for (let k = 0; k < 4; k++) {
      const before = body.position.y;
      world.step(DT);
      const way = body.position.y - before;
      expect(way).toBeLessThanOrEqual(speed * DT * (1 + 1e-9));
      expect(way).toBeGreaterThan(0.95 * speed * DT);
      expect(Math.abs(body.linearVelocity.y)).toBeLessThan(1e-9);
    }
  },
);

test('a contact frequency too high for the substeps is clamped', () => {
  const hash = (contactHertz: number): string => {
    const { world } = ballOver({}, { position: { x: 0, y: 0.45 } }, { contactHertz, contactDampingRatio: 1 });
    for (let k = 0; k < 20; k++) world.step(DT);
    return world.stateHash();
  };
  // a fifth of 8 x 60 Hz
  expect(hash(1000)).toBe(hash(96));
  expect(hash(95)).not.toBe(hash(96));
});

describe('restitution', () => {
  test.each([
    [1, 0.9, 0],
    [1, 1.1, 0.55],
    [3, 2.9, 0],
    [0, 0.2, 0.1],
  ])(
    'with a threshold of %s m/s and e = 0.5, a ball approaching at %s m/s leaves at %s m/s',
    (threshold, v, out) => {
      const { world, body } = ballOver(
        { restitution: 0.5, restitutionCombine: 'maximum' },
        { position: { x: 0, y: 0.5 }, linearVelocity: { x: 0, y: -v } },
        { restitutionThreshold: threshold },
      );
      world.step(DT);
      expect(body.linearVelocity.y).toBeCloseTo(out, 9);
    },
  );

  test('a speculative contact not reached in the step does not bounce yet', () => {
    const { world, body } = ballOver(
      { restitution: 0.5, restitutionCombine: 'maximum' },
      { position: { x: 0, y: 0.8 }, linearVelocity: { x: 0, y: -6 } },
      {},
      { speculativeDistance: 0.5, continuous: false },
    );
    world.step(DT);
    expect(body.linearVelocity.y).toBeCloseTo(-6, 12);
    for (let k = 0; k < 4; k++) world.step(DT);
    expect(body.linearVelocity.y).toBeCloseTo(3, 9);
  });
});

test('a hit without bounce is reported with the impulse that stopped the body, m v', () => {
  const { world, body } = ballOver(
    { restitution: 0, restitutionCombine: 'minimum' },
    { position: { x: 0, y: 0.5 }, linearVelocity: { x: 0, y: -5 } },
  );
  world.step(DT);
  expect(body.linearVelocity.y).toBeCloseTo(0, 9);
  expect(world.events.hit).toHaveLength(1);
  expect(world.events.hit[0].approachSpeed).toBeCloseTo(5, 9);
  expect(world.events.hit[0].normalImpulse).toBeCloseTo(10, 9);
});

test('boxes that hit a wall flat without restitution stay there, wherever in a step they meet it', () => {
  // the impulse of the hit is warm started, and the next pass takes all of it back: the solution is on the border between points that
  // press and points that do not, where rounding hides both cases
  const { world } = ballOver({ restitution: 0 }, { position: { x: -9, y: 9 } });
  const vertices = [-0.5, 0.5, 0.5, -0.5].map((x, k) => ({ x, y: k < 2 ? -0.5 : 0.5 }));
  const boxes = [1, 3, 10].flatMap((speed) =>
    [0.5, 0.505, 0.519, 0.53, 0.55].map((y, k) =>
      world.createBody({
        position: { x: 30 * k + 2 * speed, y },
        linearVelocity: { x: 0, y: -speed },
        mass: 2,
        shapes: [{ kind: 'polygon', vertices }],
      }),
    ),
  );
  let fastest = 0;
  for (let step = 0; step < 10; step++) {
    world.step(DT);
    for (const { linearVelocity, angularVelocity } of boxes)
      fastest = Math.max(fastest, linearVelocity.y, Math.abs(angularVelocity));
  }
  expect(fastest).toBeLessThan(1e-9);
});

test.each([2, -2])('a belt at %s m/s accelerates a box with mu g, up to its own speed', (tangentSpeed) => {
  const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: -10 }, sleeping: false });
  const vertices = [
    { x: -0.5, y: -0.5 },
    { x: 0.5, y: -0.5 },
    { x: 0.5, y: 0.5 },
    { x: -0.5, y: 0.5 },
  ];
  const material = { friction: 0.5 };
  world.createBody({
    type: 'static',
    shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 }, tangentSpeed, ...material }],
  });
  const body = world.createBody({
    position: { x: 0, y: 0.5 },
    shapes: [{ kind: 'polygon', vertices, ...material }],
  });
  for (let k = 0; k < 12; k++) world.step(DT);
  const sign = Math.sign(body.linearVelocity.x);
  expect(Math.abs(body.linearVelocity.x)).toBeCloseTo(1, 1);
  for (let k = 0; k < 60; k++) world.step(DT);
  expect(Math.abs(body.linearVelocity.x)).toBeCloseTo(2, 9);
  expect(Math.sign(body.linearVelocity.x)).toBe(sign);
});

test('two bodies on each other overlap at rest by F / (m (2 pi f)^2): load F, reduced mass m, whatever the number of substeps', () => {
  const g = 9.8;
  const stiffness = (2 * Math.PI * 70) ** 2;
  for (const substeps of [8, 16]) {
    for (const heavy of [30, 1000]) {
      const world = createWorld({
        solver: createSoftStep({ substeps }),
        gravity: { x: 0, y: -g },
        sleeping: false,
      });
      world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
      const [lower, upper] = [1, heavy].map((mass, k) =>
        world.createBody({
          mass,
          position: { x: 0, y: 0.5 + k },
          lockX: true,
          fixedRotation: true,
          shapes: [{ kind: 'circle', radius: 0.5 }],
        }),
      );
      for (let k = 0; k < 400; k++) world.step(DT);
      // contacts with the ground are four times as stiff
      const ground = ((1 + heavy) * g) / (4 * stiffness);
      const between = (heavy * g) / ((stiffness * heavy) / (1 + heavy));
      expect((0.5 - lower.position.y) / ground).toBeCloseTo(1, 2);
      expect((1 - upper.position.y + lower.position.y) / between).toBeCloseTo(1, 2);
    }
  }
});
