/**
 * Laws of bodies. What is set later acts like what was defined. The centre of mass stays the same point of a body, and its points keep
 * their velocities, whatever is done to its pose and shapes. Forces and impulses add.
 */
import { createRandom, type Vec2 } from '@otedama/math2d';
import { describe, expect, it } from 'vitest';
import {
  type Body,
  type BodyDefinition,
  createWorld,
  type Material,
  type ShapeDefinition,
  type World,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const dt = 1 / 60;
const worldOf = (y = 0): World => createWorld({ solver: simpleSolver(), gravity: { x: 0, y } });

/** Shapes whose centre of mass is not the origin of their body. */
const lopsided: ShapeDefinition[] = [
  box(1, 0.6),
  circle(0.3, { center: { x: 0.7, y: 0.3 } }),
  circle(0.2, { center: { x: -0.1, y: 0.8 } }),
];

describe('what is set later acts like what was defined', () => {
  const fields: [keyof BodyDefinition, unknown, ((body: Body, value: never) => void)?][] = [
    ['type', 'static'],
    ['position', { x: 0.3, y: 0.9 }],
    ['angle', 0.7],
    ['linearVelocity', { x: 2, y: -3 }],
    ['angularVelocity', 5],
    ['mass', 7],
    ['gravityScale', -0.5],
    ['linearDamping', 3],
    ['angularDamping', 4],
    ['fixedRotation', true],
    ['lockX', true],
    ['lockY', true],
    ['bullet', true, (body, value) => (body.isBullet = value)],
    ['allowSleep', false],
    ['enabled', false, (body, value) => (body.isEnabled = value)],
  ];
  const start: BodyDefinition = {
    ...{ position: { x: 0, y: 1.2 }, angle: -0.4, linearVelocity: { x: 1, y: 0 }, angularVelocity: 2 },
    shapes: lopsided,
  };
  /** A world with a floor, the body, and a ball that falls onto it. */
  const run = (definition: BodyDefinition, change: (body: Body) => void): unknown => {
    const world = worldOf(-10);
    world.createBody({ type: 'static', shapes: [floor()] });
    const body = world.createBody(definition);
    const ball = world.createBody({ position: { x: 0.2, y: 3 }, shapes: [circle(0.3)] });
    change(body);
    for (let k = 0; k < 60; k++) world.step(dt);
    return [body, ball].map(({ position: p, angle, linearVelocity: v, angularVelocity, isAwake }) => [
      ...[p.x, p.y, angle, v.x, v.y, angularVelocity].map((x) => x.toFixed(9)),
      isAwake,
    ]);
  };

  it.each(fields)('%s = %s', (name, value, set) => {
    const defined = run({ ...start, [name]: value }, () => {});
    const later = run(start, (body) => {
      if (set) set(body, value as never);
      else (body as unknown as Record<string, unknown>)[name] = value;
    });
    // the given linear velocity is that of the centre of mass, wherever it is
    expect(later).toEqual(defined);
    if (name !== 'bullet' && name !== 'allowSleep') expect(defined).not.toEqual(run(start, () => {}));
  });

  const materials: Material[] = [
    { friction: 0 },
    { friction: 0.9, frictionCombine: 'maximum' },
    { restitution: 0.8 },
    { restitution: 0.4, restitutionCombine: 'average' },
    { tangentSpeed: 3 },
    { density: 9 },
  ];
  it.each(materials)('the material %j', (material) => {
    const shapes = (more: Material) => lopsided.map((shape) => ({ ...shape, ...more }) as ShapeDefinition);
    const plain = { friction: 0.3, restitution: 0.1 };
    const defined = run({ ...start, shapes: shapes({ ...plain, ...material }) }, () => {});
    const later = run({ ...start, shapes: shapes(plain) }, (body) => {
      for (const shape of body.shapes) shape.setMaterial(material);
    });
    expect(later).toEqual(defined);
    expect(defined).not.toEqual(run({ ...start, shapes: shapes(plain) }, () => {}));
  });

  it('a body that was of another type, disabled or without a shape is as if it never had been', () => {
    const plain = run(start, () => {});
    const changes: ((body: Body) => void)[] = [
      (body) => {
        body.isEnabled = false;
        body.isEnabled = true;
      },
      (body) => {
        // a static body has no velocity, a kinematic one keeps that of its points
        body.type = 'kinematic';
        body.type = 'dynamic';
      },
      (body) => body.createShape(circle(1, { center: { x: 2, y: 1 } })).destroy(),
    ];
    for (const change of changes) expect(run(start, change)).toEqual(plain);
  });
});

describe('the centre of mass', () => {
  const isAtCenter = (body: Body): void => {
    const { x, y } = body.getWorldPoint(body.localCenter);
    expect(body.worldCenter.x).toBeCloseTo(x, 12);
    expect(body.worldCenter.y).toBeCloseTo(y, 12);
  };

  it('is one point of the body, however it is placed and changed', () => {
    const world = worldOf();
    const body = world.createBody({ position: { x: 3, y: -2 }, angle: 1.1, shapes: lopsided });
    expect(Math.hypot(body.localCenter.x, body.localCenter.y)).toBeGreaterThan(0.1);
    const other = world.createBody({ position: { x: 40, y: 0 }, angle: -2, shapes: lopsided });
    const changes: (() => unknown)[] = [
      () => {},
      () => (body.position = { x: -4, y: 5 }),
      () => (body.angle = 2.5),
      () => (body.type = 'static'),
      () => (body.position = { x: 1, y: 7 }),
      () => (body.type = 'dynamic'),
      () => body.createShape(circle(0.4, { center: { x: 0, y: -1 } })),
      () => body.shapes[0].destroy(),
      () => body.shapes[0].setMaterial({ density: 20 }),
      () => {
        body.linearVelocity = { x: 2, y: 1 };
        body.angularVelocity = 6;
        for (let k = 0; k < 5; k++) world.step(dt);
      },
    ];
    for (const change of changes) {
      change();
      isAtCenter(body);
      isAtCenter(other);
    }
  });

  it('may move by any distance under a contact, which still tells the gap between the shapes', () => {
    for (const density of [0.01, 0.1, 1, 30]) {
      const world = worldOf(-10);
      world.createBody({ type: 'static', shapes: [floor()] });
      const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box(1, 1)] });
      for (let k = 0; k < 30; k++) world.step(dt);
      const center = body.worldCenter.y;
      body.createShape(circle(0.2, { center: { x: 0, y: 2 }, density }));
      expect(body.worldCenter.y).toBeGreaterThan(center + 1e-4);
      // nothing moves by as much as a micrometre in the step
      const gap = body.position.y - 0.5;
      let told = 0;
      world.step(dt);
      world.forEachContact((contact) => {
        for (let point = 0; point < contact.pointCount; point++) {
          expect(contact.separation(point)).toBeCloseTo(gap, 5);
          told++;
        }
      });
      expect(told).toBe(2);
    }
  });

  it('moves without changing the velocity of any point of the body', () => {
    const world = worldOf();
    const body = world.createBody({
      ...{ angle: 0.6, linearVelocity: { x: 2, y: -1 }, angularVelocity: 7 },
      shapes: lopsided,
    });
    const places = [
      { x: 0.3, y: 0.2 },
      { x: -1, y: 2 },
    ];
    const speeds = (): Vec2[] => places.map((place) => body.getPointVelocity(place));
    const before = speeds();
    const changes = [
      () => body.createShape(circle(0.5, { center: { x: 2, y: 1 } })),
      () => body.shapes[1].destroy(),
      () => body.shapes[0].setMaterial({ density: 30 }),
      () => (body.type = 'kinematic'),
      () => (body.type = 'dynamic'),
    ];
    for (const change of changes) {
      const center = body.worldCenter;
      change();
      expect(Math.hypot(body.worldCenter.x - center.x, body.worldCenter.y - center.y)).toBeGreaterThan(0.05);
      speeds().forEach(({ x, y }, k) => {
        expect(x).toBeCloseTo(before[k].x, 9);
        expect(y).toBeCloseTo(before[k].y, 9);
      });
    }
  });
});

describe('impulses', () => {
  it('add P / m and r x P / I to the velocities', () => {
    const random = createRandom(2);
    const any = (): Vec2 => ({ x: random.uniform(-3, 3), y: random.uniform(-3, 3) });
    const world = worldOf();
    world.createBody({ shapes: [circle(1, { sensor: true })] });
    const body = world.createBody({ position: any(), angle: 2, shapes: lopsided });
    for (let k = 0; k < 30; k++) {
      const [impulse, point, angular] = [any(), any(), random.uniform(-2, 2)];
      const { linearVelocity: v, angularVelocity: w, mass, inertia, worldCenter: c } = body;
      body.applyImpulse(impulse, point);
      body.applyAngularImpulse(angular);
      body.applyImpulse({ x: 1, y: 2 });
      expect(body.linearVelocity.x).toBeCloseTo(v.x + (impulse.x + 1) / mass, 9);
      expect(body.linearVelocity.y).toBeCloseTo(v.y + (impulse.y + 2) / mass, 9);
      const moment = (point.x - c.x) * impulse.y - (point.y - c.y) * impulse.x;
      expect(body.angularVelocity).toBeCloseTo(w + (moment + angular) / inertia, 9);
    }
  });

  it.each<[string, (body: Body, x: number) => void]>([
    ['a force along x', (body, x) => body.applyForce({ x, y: 0 })],
    ['a force along y', (body, y) => body.applyForce({ x: 0, y })],
    ['a torque', (body, x) => body.applyTorque(x)],
    ['an impulse along x', (body, x) => body.applyImpulse({ x, y: 0 })],
    ['an impulse along y', (body, y) => body.applyImpulse({ x: 0, y })],
    ['an angular impulse', (body, x) => body.applyAngularImpulse(x)],
  ])('%s wakes a body, unless it is zero', (_, push) => {
    const world = worldOf();
    const body = world.createBody({ awake: false, shapes: lopsided });
    push(body, 0);
    expect(body.isAwake).toBe(false);
    push(body, 1e-3);
    expect(body.isAwake).toBe(true);
  });
});

it('every hit of a step tells its own speed and place', () => {
  const world = worldOf();
  world.createBody({ type: 'static', shapes: [floor(0, { hitEvents: true })] });
  const balls = Array.from({ length: 12 }, (_, k) =>
    world.createBody({
      position: { x: 2 * k, y: 0.3 + 0.01 },
      linearVelocity: { x: 0, y: -3 - k },
      shapes: [circle(0.3)],
    }),
  );
  world.step(dt);
  const told = new Map<Body, number[]>();
  for (const { shapeA, shapeB, approachSpeed, x, y, normalX, normalY } of world.events.hit) {
    const ball = [shapeA.body, shapeB.body].find((body) => balls.includes(body))!;
    told.set(ball, [approachSpeed, x, y, normalX, normalY]);
  }
  expect(told.size).toBe(balls.length);
  for (let k = 0; k < balls.length; k++) {
    const [speed, x, y, normalX, normalY] = told.get(balls[k])!;
    expect(speed).toBeCloseTo(3 + k, 6);
    expect(x).toBeCloseTo(2 * k, 6);
    expect(Math.abs(y)).toBeLessThan(0.02);
    expect([normalX, normalY]).toEqual([0, 1]);
  }
});

it.each([1, -1])('a hit of an edge is told of its faster corner, turning by %d rad/s', (turn) => {
  const world = worldOf();
  world.createBody({ type: 'static', shapes: [floor(0, { hitEvents: true })] });
  world.createBody({
    position: { x: 4, y: 0.5 },
    linearVelocity: { x: 0, y: -3 },
    angularVelocity: turn,
    shapes: [box(1, 1)],
  });
  world.step(dt);
  expect(world.events.hit.length).toBe(1);
  const [{ approachSpeed, x }] = world.events.hit;
  // turned counter-clockwise, the left corner goes down
  expect(approachSpeed).toBeCloseTo(3.5, 9);
  expect(x).toBeCloseTo(4 - 0.5 * turn, 9);
});
