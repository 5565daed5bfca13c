import {
  ballast,
  box,
  circle,
  makeWorld,
  square,
  TILT,
  testFloating,
  testHits,
  testLoads,
  testLockedAxes,
  testMechanics,
  testRebounds,
  testRolling,
  testRows,
  testSensorPasses,
  testSpinningHits,
  testStandingCharacters,
  testVertexHit,
  totals,
  VERTEX_HEIGHT,
  vertexHit,
  wall,
} from '@otedama/solver-tests';
import { describe, expect, test } from 'vitest';
import { createForceSolver } from '../src/index.js';

const DT = 0.02;

testMechanics(createForceSolver);
testRebounds(createForceSolver);
testRows(createForceSolver);
testLockedAxes(createForceSolver);
testFloating(createForceSolver);
testSensorPasses(createForceSolver);
testStandingCharacters(createForceSolver);
testHits(createForceSolver);
testSpinningHits(createForceSolver);
testLoads(createForceSolver);
testRolling(createForceSolver);
testVertexHit(createForceSolver);

describe('single hits', () => {
  test('10.2.4 contact directly below the centre: slides below the critical coefficient, sticks above', () => {
    const sliding = ballast(createForceSolver(), { x: 3, y: -4 }, { restitution: 0.5, friction: 0.1 });
    expect(sliding.body.mass).toBeCloseTo(1, 12);
    expect(sliding.body.inertia).toBeCloseTo(1 / 3, 12);
    sliding.world.step(DT);
    expect(sliding.body.linearVelocity.x).toBeCloseTo(2.4, 9);
    expect(sliding.body.linearVelocity.y).toBeCloseTo(2, 9);
    expect(sliding.body.angularVelocity).toBeCloseTo(-1.26, 9);
    const sticking = ballast(createForceSolver(), { x: 3, y: -4 }, { restitution: 0.5, friction: 1 });
    sticking.world.step(DT);
    expect(sticking.body.linearVelocity.x).toBeCloseTo(1.7854251, 7);
    expect(sticking.body.angularVelocity).toBeCloseTo(-2.5506073, 7);
    expect(sticking.body.linearVelocity.x + 0.7 * sticking.body.angularVelocity).toBeCloseTo(0, 9);
    const mu = 0.20242915;
    for (const [friction, sticks] of [
      [mu - 1e-6, false],
      [mu + 1e-6, true],
    ] as const) {
      const { world, body } = ballast(createForceSolver(), { x: 3, y: -4 }, { restitution: 0.5, friction });
      world.step(DT);
      expect(Math.abs(body.linearVelocity.x + 0.7 * body.angularVelocity) < 1e-9).toBe(sticks);
    }
  });

  test('D-F9 a sticking hit off the centre stops the tangential motion of the contact point', () => {
    const { world, body } = vertexHit(createForceSolver(), { x: 1, y: -4 }, 0, {
      restitution: 0.3,
      friction: 3,
    });
    world.step(1e-9);
    const along = body.linearVelocity.x + body.angularVelocity * VERTEX_HEIGHT;
    const across = body.linearVelocity.y + body.angularVelocity * Math.sin(TILT);
    expect(along).toBeCloseTo(0, 6);
    expect(across).toBeCloseTo(1.2, 6);
  });
});

describe('the faults of the original program are fixed', () => {
  test('D-F1 a body hitting a slope sideways or while moving up is stopped', () => {
    for (const velocity of [
      { x: 5, y: 0 },
      { x: 5, y: 1 },
      { x: 0, y: -0.31 },
    ]) {
      const n = { x: -Math.sin(0.5), y: Math.cos(0.5) };
      const { world, bodies } = makeWorld(createForceSolver(), 0, [
        wall(0.5),
        {
          mass: 1,
          position: { x: 0.5 * n.x, y: 0.5 * n.y },
          linearVelocity: velocity,
          shapes: [circle(0.5)],
        },
      ]);
      world.step(DT);
      const v = bodies[1].linearVelocity;
      expect(n.x * v.x + n.y * v.y).toBeCloseTo(0, 9);
      expect(n.y * v.x - n.x * v.y).toBeCloseTo(n.y * velocity.x - n.x * velocity.y, 9);
    }
  });

  test('D-F3 a square on a vertex tips about it, by 0.0434 rad/s in a step', () => {
    const { world, body } = vertexHit(createForceSolver(), { x: 0, y: 0 }, 0, { friction: 2 }, 9.8);
    world.step(DT);
    expect(body.angularVelocity / 0.0434).toBeCloseTo(1, 2);
  });

  test('D-F4 penetration is removed along the normal, on any slope', () => {
    for (const angle of [0.3, 0.5, 1]) {
      const n = { x: -Math.sin(angle), y: Math.cos(angle) };
      const { world, bodies } = makeWorld(createForceSolver(), 0, [
        wall(angle),
        { mass: 1, position: { x: 0.4 * n.x, y: 0.4 * n.y }, shapes: [circle(0.5)] },
      ]);
      for (let k = 0; k < 50; k++) world.step(DT);
      const { x, y } = bodies[1].position;
      expect(n.x * x + n.y * y).toBeGreaterThan(0.5 - 0.00501);
      expect(n.x * x + n.y * y).toBeLessThanOrEqual(0.5);
      expect(Math.abs(n.y * x - n.x * y)).toBeLessThan(1e-12);
      expect(totals(world).kinetic).toBe(0);
    }
  });

  test('D-F5 two walls push a body clear of both, not by the sum of the depths', () => {
    const clear = 0.5 / Math.cos(0.4);
    const { world, bodies } = makeWorld(createForceSolver(), 0, [
      wall(-0.4),
      wall(0.4),
      { mass: 1, position: { x: 0, y: clear - 0.3 }, shapes: [circle(0.5)] },
    ]);
    for (let k = 0; k < 100; k++) world.step(DT);
    expect(bodies[2].position.y).toBeLessThanOrEqual(clear);
    expect(bodies[2].position.y).toBeGreaterThan(clear - 0.006);
  });

  test('D-F6 an overlapping pair in free fall keeps falling; a pair on the floor still bounces', () => {
    const falling = makeWorld(createForceSolver(), 9.8, [
      { mass: 1, shapes: [box(1, 1)] },
      { mass: 1, position: { x: 0.9, y: 0.3 }, shapes: [box(1, 1)] },
    ]);
    falling.world.step(DT);
    for (const body of falling.bodies) expect(body.linearVelocity.y).toBeCloseTo(-0.196, 12);
    const hitting = makeWorld(createForceSolver(), 0, [
      wall(0, { restitution: 0.5 }),
      { mass: 1, position: { x: 0, y: 0.5 }, linearVelocity: { x: 0, y: -5 }, shapes: [box(1, 1)] },
      { mass: 1, position: { x: 0.95, y: 0.5 }, linearVelocity: { x: 0, y: -5 }, shapes: [box(1, 1)] },
    ]);
    hitting.world.step(DT);
    for (const body of hitting.bodies.slice(1)) expect(body.linearVelocity.y).toBeCloseTo(2.5, 6);
  });

  test('D-F10 a box on a level floor comes completely to rest', () => {
    const { world, bodies } = makeWorld(createForceSolver(), 9.8, [
      wall(0, { restitution: 0.5, friction: 0.1 }),
      { mass: 1, position: { x: 0, y: 1.2 }, angle: Math.PI / 4, shapes: [square(1)] },
    ]);
    for (let k = 0; k < 250; k++) world.step(DT);
    const y = bodies[1].position.y;
    for (let k = 0; k < 100; k++) {
      world.step(DT);
      expect(totals(world).kinetic).toBeLessThan(1e-20);
    }
    expect(bodies[1].position.y).toBeCloseTo(y, 12);
    expect(y).toBeCloseTo(Math.SQRT1_2, 2);
  });

  test('D-F11 a penetration below the slop moves nothing', () => {
    const { world, bodies } = makeWorld(createForceSolver(), 0, [
      { mass: 1, shapes: [circle(0.5)] },
      { mass: 1, position: { x: 0.997, y: 0 }, shapes: [circle(0.5)] },
    ]);
    world.step(DT);
    expect(bodies[1].position).toEqual({ x: 0.997, y: 0 });
    expect(bodies[0].position).toEqual({ x: 0, y: 0 });
  });

  test('D-F13 a perpendicular hit has no tangential velocity and stays finite', () => {
    const { world, body } = ballast(
      createForceSolver(),
      { x: 0, y: -4 },
      { restitution: 0.5, friction: 0.5 },
    );
    world.step(DT);
    expect(body.linearVelocity).toEqual({ x: 0, y: 2 });
    expect(body.angularVelocity).toBe(0);
  });
});

test('a grab joint of limited force pulls straight towards its target, also off the centre', () => {
  const { world, bodies } = makeWorld(createForceSolver(), 0, [{ mass: 1, shapes: [square(1)] }]);
  const [body] = bodies;
  world.createJoint({
    kind: 'grab',
    body,
    localAnchor: { x: 0.4, y: 0.1 },
    target: { x: 100.4, y: 100.1 },
    maximumForce: 3,
  });
  world.step(DT);
  const { x, y } = body.linearVelocity;
  expect(Math.hypot(x, y)).toBeCloseTo(3 * DT, 9);
  expect(y / x).toBeCloseTo(1, 3);
});

describe('scenes', () => {
  test('a tower of 10 boxes stands for 30 s, and a tower of 2 does not with the memory option off', () => {
    const material = { friction: 0.5 };
    const tower = (count: number, memory: boolean) =>
      makeWorld(createForceSolver({ memory }), 9.8, [
        wall(0, material),
        ...Array.from({ length: count }, (_, i) => ({
          mass: 1,
          position: { x: 0.002 * (((i * 7) % 5) - 2), y: 0.5 + i },
          shapes: [box(1, 1, material)],
        })),
      ]);
    const standing = tower(10, true);
    for (let k = 0; k < 1500; k++) standing.world.step(DT);
    standing.bodies.slice(1).forEach((body, i) => {
      expect(Math.abs(body.position.y - (0.5 + i))).toBeLessThan(0.003);
      expect(Math.abs(body.position.x)).toBeLessThan(0.01);
    });
    const drifting = tower(2, false);
    for (let k = 0; k < 1500; k++) drifting.world.step(DT);
    expect(Math.abs(drifting.bodies[2].position.x)).toBeGreaterThan(0.1);
  });
});
