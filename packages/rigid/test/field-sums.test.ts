/**
 * Laws of fields as sums: the force of wind is that of all edges of all shapes, buoyancy that of all shapes, and fields add to each other
 * and to what else pushes a body.
 */
import { createRandom, polygon, type Random, type Vec2 } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import {
  addBuoyancy,
  addWind,
  BODY_STRIDE,
  type Body,
  type BodyDefinition,
  createWorld,
  explode,
  type ShapeDefinition,
  type World,
} from '../src/index.js';
import { box, circle } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const worldOf = (x = 0, y = 0): World => createWorld({ solver: simpleSolver(), gravity: { x, y } });

/** A convex polygon somewhere around the origin, and its corners. */
function anyPolygon({ uniform, integer }: Random): Vec2[] {
  const [width, x, y] = [uniform(0.3, 1), uniform(-1, 1), uniform(-1, 1)];
  return polygon.regular(uniform(0.3, 0.8), 3 + integer(5)).map((v) => ({ x: width * v.x + x, y: v.y + y }));
}

/** A state of motion in which a body of these shapes starts, not moved by gravity. */
const anyMotion = ({ uniform }: Random, shapes: ShapeDefinition[], speed: number): BodyDefinition => ({
  gravityScale: 0,
  position: { x: uniform(-1, 1), y: uniform(-1, 1) },
  angle: uniform(-3, 3),
  linearVelocity: { x: uniform(-speed, speed), y: uniform(-speed, speed) },
  angularVelocity: uniform(-speed, speed),
  shapes,
});

/** Change of the motion of a body in a step, times its mass and inertia, a second: force in N and torque in N m. */
function pushOf(world: World, body: Body, h: number): [number, number, number] {
  const { linearVelocity: from, angularVelocity: spin } = body;
  world.step(h);
  const { x, y } = body.linearVelocity;
  return [
    (body.mass * (x - from.x)) / h,
    (body.mass * (y - from.y)) / h,
    (body.inertia * (body.angularVelocity - spin)) / h,
  ];
}

const expectSame = (push: readonly number[], wanted: readonly number[], digits: number): void => {
  for (let k = 0; k < 3; k++) expect(push[k]).toBeCloseTo(wanted[k], digits);
};

describe('wind', () => {
  /** Edges of a shape of a body, in world axes. A circle has one edge without a normal, its diameter. */
  function edgesOf(
    body: Body,
    shape: ShapeDefinition,
  ): { middle: Vec2; normal: Vec2 | null; length: number }[] {
    if (shape.kind === 'circle')
      return [{ middle: body.getWorldPoint(shape.center!), normal: null, length: 2 * shape.radius }];
    if (shape.kind !== 'polygon') throw new Error(shape.kind);
    const corners = shape.vertices.map((vertex) => body.getWorldPoint(vertex));
    return corners.map((from, k) => {
      const to = corners[(k + 1) % corners.length];
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const normal = { x: (to.y - from.y) / length, y: (from.x - to.x) / length };
      return { middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, normal, length };
    });
  }

  test.each([
    ['in a moment', 1e-7],
    ['in a step, which limits the strength', 1 / 60],
  ])('pushes every edge that faces it with q b (c_d e + c_l l), relative to its motion: %s', (_, h) => {
    const random = createRandom(3);
    for (let round = 0; round < 100; round++) {
      const world = worldOf();
      const shapes = Array.from({ length: 1 + random.integer(3) }, (): ShapeDefinition => {
        const vertices = anyPolygon(random);
        return random.integer(3) > 0
          ? { kind: 'polygon', vertices }
          : circle(random.uniform(0.1, 0.5), { center: vertices[0] });
      });
      world.createBody({ position: { x: 50, y: 0 }, shapes: [circle(1)] });
      const body = world.createBody({ ...anyMotion(random, shapes, 3), mass: random.uniform(0.02, 1) });
      const velocity = { x: random.uniform(-9, 9), y: random.uniform(-9, 9) };
      const [density, drag, lift] = [random.uniform(0.1, 1), random.uniform(0, 2), random.uniform(0, 2)];
      addWind(world, { kind: 'wind', velocity, density, drag, lift });
      const center = body.worldCenter;
      const wanted = [0, 0, 0];
      let rate = 0;
      for (const { middle, normal, length } of shapes.flatMap((shape) => edgesOf(body, shape))) {
        const u = body.getPointVelocity(middle);
        const [wx, wy] = [velocity.x - u.x, velocity.y - u.y];
        const speed = Math.hypot(wx, wy);
        const [ex, ey] = [wx / speed, wy / speed];
        const facing = normal === null ? 1 : -(normal.x * ex + normal.y * ey);
        if (facing <= 0) continue;
        const [lx, ly] = normal === null ? [0, 0] : [-normal.x - facing * ex, -normal.y - facing * ey];
        const k = 0.5 * density * speed * length * facing;
        const fx = k * speed * (drag * ex + lift * lx);
        const fy = k * speed * (drag * ey + lift * ly);
        const [rx, ry] = [middle.x - center.x, middle.y - center.y];
        wanted[0] += fx;
        wanted[1] += fy;
        wanted[2] += rx * fy - ry * fx;
        const turning = drag * (rx * ey - ry * ex) ** 2 + lift * (rx * ly - ry * lx) ** 2;
        rate += k * (drag / body.mass + turning / body.inertia);
      }
      const push = pushOf(world, body, h);
      const scale = Math.hypot(wanted[0], wanted[1], wanted[2]) + 1e-3;
      const share = 1 / (1 + h * rate);
      for (let k = 0; k < 3; k++) expect(Math.abs(push[k] - share * wanted[k])).toBeLessThan(1e-6 * scale);
    }
  });
});

describe('buoyancy', () => {
  /** A liquid without drag, in which a body of density 1 floats. */
  const still = { kind: 'buoyancy', density: 1, linearDrag: 0, angularDrag: 0 } as const;

  test('pushes a body like all its shapes alone', () => {
    const random = createRandom(7);
    const h = 1 / 60;
    let turned = 0;
    for (let round = 0; round < 60; round++) {
      const shapes: ShapeDefinition[] = [
        { kind: 'polygon', vertices: anyPolygon(random) },
        circle(0.4, { center: { x: random.uniform(-1, 1), y: random.uniform(-1, 1) } }),
        { kind: 'polygon', vertices: anyPolygon(random) },
        circle(0.3, { center: { x: random.uniform(-1, 1), y: random.uniform(-1, 1) } }),
      ];
      const motion = anyMotion(random, shapes, 0);
      const liquid = {
        ...still,
        surface: { x: 0, y: 0 },
        normal: { x: random.uniform(-1, 1), y: random.uniform(0.1, 1) },
      };
      const push = (list: ShapeDefinition[]) => {
        const world = worldOf(2, -9);
        const body = world.createBody({ ...motion, shapes: list });
        addBuoyancy(world, liquid);
        const center = body.worldCenter;
        return { center, force: pushOf(world, body, h) };
      };
      const { center, force } = push(shapes);
      const wanted = [0, 0, 0];
      for (const shape of shapes) {
        const alone = push([shape]);
        const [fx, fy, torque] = alone.force;
        wanted[0] += fx;
        wanted[1] += fy;
        wanted[2] += torque + (alone.center.x - center.x) * fy - (alone.center.y - center.y) * fx;
      }
      expectSame(force, wanted, 9);
      if (Math.abs(wanted[2]) > 0.1) turned++;
    }
    expect(turned).toBeGreaterThan(20);
  });

  test('below the surface is the weight of the whole displaced liquid, at any spin', () => {
    for (const spin of [0, 7, -40]) {
      const world = worldOf(0, -10);
      const body = world.createBody({
        gravityScale: 0,
        position: { x: 0, y: -5 },
        angularVelocity: spin,
        shapes: [box(2, 1)],
      });
      addBuoyancy(world, { ...still, surface: { x: 0, y: 0 } });
      expectSame(pushOf(world, body, 1 / 60), [0, 20, 0], 9);
    }
  });

  test('pushes a moving body like one at rest where it is half a step later', () => {
    const random = createRandom(12);
    const h = 1 / 60;
    const liquid = { ...still, surface: { x: 0, y: 0 }, normal: { x: 0.4, y: 1 } };
    for (let round = 0; round < 30; round++) {
      // about its centre of mass, so that its position is that of the centre
      const moving = anyMotion(random, [box(1.2, 0.7)], 12);
      const { position, angle = 0, linearVelocity, angularVelocity: spin = 0 } = moving;
      const resting = {
        ...moving,
        position: {
          x: position!.x + 0.5 * h * linearVelocity!.x,
          y: position!.y + 0.5 * h * linearVelocity!.y,
        },
        angle: angle + Math.atan(0.5 * h * spin),
        linearVelocity: { x: 0, y: 0 },
        angularVelocity: 0,
      };
      const [push, wanted] = [moving, resting].map((definition) => {
        const world = worldOf(0, -10);
        const body = world.createBody(definition);
        addBuoyancy(world, liquid);
        return pushOf(world, body, h);
      });
      expectSame(push, wanted, 9);
    }
  });

  test.each<[string, (y: number) => ShapeDefinition]>([
    [
      'boxes',
      (y) => ({
        kind: 'polygon',
        vertices: polygon.rectangle(1, 0.5).map((corner) => ({ ...corner, y: corner.y + y })),
      }),
    ],
    ['balls', (y) => circle(0.4, { center: { x: 0, y } })],
  ])('brakes the spin by the share of the area below: two %s of which one is in', (_, shapeAt) => {
    const h = 1 / 60;
    const angularDrag = 3;
    const spin = (depth: number): number => {
      const world = worldOf();
      const body = world.createBody({
        position: { x: 0, y: depth },
        angularVelocity: 2,
        shapes: [shapeAt(2), shapeAt(-2)],
      });
      addBuoyancy(world, { ...still, surface: { x: 0, y: 0 }, angularDrag });
      world.step(h);
      return body.angularVelocity;
    };
    expect(spin(9)).toBe(2);
    expect(spin(0)).toBeCloseTo(2 / (1 + 0.5 * h * angularDrag), 12);
    expect(spin(-9)).toBeCloseTo(2 / (1 + h * angularDrag), 12);
  });
});

test('fields add to each other, and to forces and torques of the game', () => {
  const h = 1 / 60;
  const push = (...acts: ((world: World, body: Body) => void)[]) => {
    const world = worldOf(1, -10);
    const body = world.createBody({
      ...{ gravityScale: 0, position: { x: 0.2, y: -0.1 }, angle: 0.3, angularVelocity: 2 },
      shapes: [box(2, 1), circle(0.5, { center: { x: 1, y: 0.3 } })],
    });
    for (const act of acts) act(world, body);
    return pushOf(world, body, h);
  };
  const acts = [
    (_: World, body: Body): void => body.applyForce({ x: 3, y: 2 }, { x: 0.5, y: 0.5 }),
    (_: World, body: Body): void => body.applyTorque(2),
    (world: World): void => void addWind(world, { kind: 'wind', velocity: { x: 30, y: -9 } }),
    (world: World): void => void addWind(world, { kind: 'wind', velocity: { x: -5, y: -20 } }),
    (world: World): void => {
      addBuoyancy(world, { kind: 'buoyancy', surface: { x: 0, y: 0 }, normal: { x: 0.3, y: 1 } });
    },
    (world: World): void => {
      addBuoyancy(world, {
        kind: 'buoyancy',
        surface: { x: 0, y: -0.4 },
        density: 0.3,
        flow: { x: 4, y: 1 },
      });
    },
  ];
  const parts = acts.map((act) => push(act));
  for (const part of parts.slice(2)) expect(Math.min(...part.map(Math.abs))).toBeGreaterThan(0.01);
  expectSame(
    push(...acts),
    [0, 1, 2].map((k) => parts.reduce((sum, part) => sum + part[k], 0)),
    9,
  );
});

test.each([
  ['wind', { kind: 'wind', velocity: { x: 9, y: 2 } }, { density: 0.01, drag: 1, lift: 1 }],
  [
    'buoyancy',
    { kind: 'buoyancy', surface: { x: 0, y: 0.1 } },
    { normal: { x: 0, y: 1 }, density: 1, flow: { x: 0, y: 0 }, linearDrag: 1, angularDrag: 1 },
  ],
] as const)('%s without a field acts as with its documented default', (kind, definition, defaults) => {
  const run = (more: object): string => {
    const world = worldOf(0, -10);
    world.createBody({
      angle: 0.4,
      angularVelocity: 3,
      linearVelocity: { x: 1, y: 2 },
      shapes: [box(1, 0.5)],
    });
    const all = { ...definition, ...defaults, ...more };
    if (kind === 'wind') addWind(world, all as never);
    else addBuoyancy(world, all as never);
    for (let k = 0; k < 3; k++) world.step(1 / 60);
    return JSON.stringify([world.bodies[0].position, world.bodies[0].angle]);
  };
  const whole = run({});
  for (const [field, value] of Object.entries(defaults)) {
    expect(run({ [field]: undefined }), field).toBe(whole);
    const other = typeof value === 'number' ? 2 * value : { x: value.x + 0.5, y: value.y };
    expect(run({ [field]: other }), `another ${field}`).not.toBe(whole);
  }
});

test('an explosion neither moves nor counts what is not dynamic', () => {
  const world = worldOf();
  const [wall, lift, ball] = (['static', 'kinematic', 'dynamic'] as const).map((type, k) =>
    world.createBody({ type, position: { x: k - 1, y: 1 }, shapes: [circle(0.3)] }),
  );
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  expect(explode(world, { position: { x: 0, y: 0 }, radius: 3, impulsePerLength: 1 })).toBe(1);
  expect(ball.linearVelocity.x).toBeGreaterThan(0.1);
  for (const body of [wall, lift]) expect(body.linearVelocity).toEqual({ x: 0, y: 0 });
});

test('an explosion neither moves nor wakes nor counts a frozen body', () => {
  const simple = simpleSolver();
  const world = createWorld({
    solver: {
      ...simple,
      step(inner, dt) {
        simple.step(inner, dt);
        if (inner.bodies.flags[1] !== 0) inner.bodies.motion[BODY_STRIDE] = Number.NaN;
      },
    },
    gravity: { x: 0, y: 0 },
  });
  const [ball, frozen] = [-1, 1].map((x) =>
    world.createBody({ position: { x, y: 0 }, shapes: [circle(0.3)] }),
  );
  world.step(1 / 60);
  expect([ball.isFrozen, frozen.isFrozen]).toEqual([false, true]);
  expect(explode(world, { position: { x: 0, y: 0 }, radius: 3, impulsePerLength: 1 })).toBe(1);
  expect(ball.linearVelocity.x).toBeLessThan(-0.1);
  expect([frozen.linearVelocity, frozen.isAwake]).toEqual([{ x: 0, y: 0 }, false]);
});
