/**
 * Fields compared with closed forms of a single step: lift across a slanted wind, wind on a rotating body, drag for any length of step,
 * the buoyancy of a half-submerged ball and of any polygon, explosions near any shape, and the four sides of a region.
 */

import {
  createRandom,
  polygon,
  type Random,
  type Transform,
  transform,
  type Vec2,
  vec2,
} from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import {
  addBuoyancy,
  addWind,
  type Body,
  createWorld,
  explode,
  type ShapeDefinition,
  type World,
} from '../src/index.js';
import { box, circle } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

function worldOf(gravity = 0): World {
  return createWorld({ solver: simpleSolver(), gravity: { x: 0, y: gravity } });
}

describe('wind', () => {
  test('rotating the body and the flow rotates the force too', () => {
    /** Force on a thin plate inclined to a wind in the direction `turn`, in axes rotated by it, N. */
    const force = (turn: number): [number, number] => {
      const world = worldOf();
      const c = Math.cos(turn);
      const s = Math.sin(turn);
      const body = world.createBody({ angle: turn + Math.PI / 6, shapes: [box(2, 0.001)] });
      addWind(world, { kind: 'wind', velocity: { x: 10 * c, y: 10 * s }, density: 0.02 });
      const h = 1e-6;
      world.step(h);
      const { x, y } = body.linearVelocity;
      return [(body.mass * (c * x + s * y)) / h, (body.mass * (c * y - s * x)) / h];
    };
    const [along, across] = force(0);
    expect(across).toBeLessThan(-0.8);
    for (const turn of [1, 2, 4]) {
      expect(force(turn)[0]).toBeCloseTo(along, 6);
      expect(force(turn)[1]).toBeCloseTo(across, 6);
    }
  });

  test.each([0, 1, Math.PI / 2])(
    'still air brakes a spinning dumb-bell, at the angle %s: T = 2 r (rho (w r)^2 / 2) d',
    (angle) => {
      const world = worldOf();
      const w = 8;
      const body = world.createBody({
        angle,
        angularVelocity: w,
        shapes: [circle(0.25, { center: { x: 2, y: 0 } }), circle(0.25, { center: { x: -2, y: 0 } })],
      });
      addWind(world, { kind: 'wind', velocity: { x: 0, y: 0 }, density: 0.02 });
      const h = 1e-6;
      world.step(h);
      const torque = (body.inertia * (w - body.angularVelocity)) / h;
      expect(torque / (2 * 2 * 0.5 * 0.02 * (w * 2) ** 2 * 0.5)).toBeCloseTo(1, 4);
      expect(Math.abs(body.linearVelocity.x) + Math.abs(body.linearVelocity.y)).toBeLessThan(1e-12);
    },
  );
});

describe('buoyancy', () => {
  test('submerged spin decreases by the factor 1 / (1 + h k) in a step, for any k', () => {
    for (const angularDrag of [1, 100, 1e6]) {
      const world = worldOf();
      const body = world.createBody({ position: { x: 0, y: -5 }, angularVelocity: 3, shapes: [box(2, 1)] });
      addBuoyancy(world, { kind: 'buoyancy', surface: { x: 0, y: 0 }, linearDrag: 0, angularDrag });
      const h = 1 / 60;
      world.step(h);
      expect(body.angularVelocity * (1 + h * angularDrag)).toBeCloseTo(3, 9);
    }
  });

  test('a flow in any direction drags a body along', () => {
    const world = worldOf();
    const body = world.createBody({ position: { x: 0, y: -9 }, shapes: [circle(0.5)] });
    addBuoyancy(world, {
      kind: 'buoyancy',
      surface: { x: 0, y: 0 },
      flow: { x: -2, y: 3 },
      linearDrag: 1e6,
    });
    for (let k = 0; k < 10; k++) world.step(1 / 60);
    expect(body.linearVelocity.x).toBeCloseTo(-2, 3);
    expect(body.linearVelocity.y).toBeCloseTo(3, 3);
  });

  test('buoyancy of a half-submerged ball acts at the centroid, 4 r / (3 pi) from its centre, for a slanted surface', () => {
    // n = (0.6, 0.8): the centroid is at -(4 r / 3 pi) n, and F = rho (pi r^2 / 2) g is vertical
    const world = worldOf(-10);
    const r = 0.5;
    const body = world.createBody({ gravityScale: 0, shapes: [circle(r)] });
    addBuoyancy(world, {
      kind: 'buoyancy',
      surface: { x: 0, y: 0 },
      normal: { x: 0.6, y: 0.8 },
      density: 2,
      linearDrag: 0,
      angularDrag: 0,
    });
    const h = 1 / 60;
    world.step(h);
    const push = 2 * 0.5 * Math.PI * r * r * 10;
    expect(body.linearVelocity.x).toBeCloseTo(0, 12);
    expect((body.linearVelocity.y * body.mass) / h).toBeCloseTo(push, 9);
    const torque = (-0.6 * push * 4 * r) / (3 * Math.PI);
    expect((body.angularVelocity * body.inertia) / h).toBeCloseTo(torque, 9);
  });

  test('the push of any polygon acts at the centroid of its part below the surface', () => {
    const random = createRandom(11);
    let cuts = 0;
    for (let round = 0; round < 200; round++) {
      const world = createWorld({ solver: simpleSolver(), gravity: { x: 6, y: -8 } });
      const angle = random.uniform(-3, 3);
      const vertices = polygon
        .regular(random.uniform(0.3, 1.5), 3 + random.integer(6))
        .map(({ x, y }) => ({ x: 0.4 * x + 0.2, y: y - 0.3 }));
      const position = { x: random.uniform(-1, 1), y: random.uniform(-1, 1) };
      const body = world.createBody({
        gravityScale: 0,
        position,
        angle,
        shapes: [{ kind: 'polygon', vertices }],
      });
      const surface = { x: random.uniform(-1, 1), y: random.uniform(-1, 1) };
      const normal = { x: random.uniform(-1, 1), y: random.uniform(-1, 1) };
      addBuoyancy(world, { kind: 'buoyancy', surface, normal, density: 2, linearDrag: 0, angularDrag: 0 });
      const height = ({ x, y }: Vec2): number => (x - surface.x) * normal.x + (y - surface.y) * normal.y;
      const corners = vertices.map((vertex) => body.getWorldPoint(vertex));
      const under = corners.flatMap((from, n) => {
        const to = corners[(n + 1) % corners.length];
        const t = height(from) / (height(from) - height(to));
        const crossing = { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) };
        return [...(height(from) <= 0 ? [from] : []), ...(t > 0 && t < 1 ? [crossing] : [])];
      });
      const displaced = under.length < 3 ? 0 : 2 * polygon.area(under);
      const centroid = under.length < 3 ? body.worldCenter : polygon.centroid(under);
      const [rx, ry] = [centroid.x - body.worldCenter.x, centroid.y - body.worldCenter.y];
      if (under.length >= 3 && corners.some((corner) => height(corner) > 0)) cuts++;
      const h = 1 / 60;
      world.step(h);
      const [fx, fy] = [-6 * displaced, 8 * displaced];
      expect((body.linearVelocity.x * body.mass) / h).toBeCloseTo(fx, 9);
      expect((body.linearVelocity.y * body.mass) / h).toBeCloseTo(fy, 9);
      expect((body.angularVelocity * body.inertia) / h).toBeCloseTo(rx * fy - ry * fx, 9);
    }
    expect(cuts).toBeGreaterThan(50);
  });

  test('sensors displace nothing', () => {
    const world = worldOf(-10);
    const shapes = [circle(0.5), circle(3, { sensor: true })];
    const [plain, more] = [shapes.slice(0, 1), shapes].map((list, k) =>
      world.createBody({ position: { x: 20 * k, y: -9 }, gravityScale: 0, mass: 1, shapes: list }),
    );
    addBuoyancy(world, { kind: 'buoyancy', surface: { x: 0, y: 0 } });
    world.step(1 / 60);
    expect(plain.linearVelocity.y).toBeGreaterThan(0.1);
    expect(more.linearVelocity.y).toBe(plain.linearVelocity.y);
  });
});

describe('an explosion', () => {
  /** A shape around the origin, and points all along its outline, a few cm apart or less. */
  const shapeKinds: Readonly<
    Record<string, (random: Random) => { shape: ShapeDefinition; outline: Vec2[] }>
  > = {
    circle: (random) => {
      const radius = random.uniform(0.2, 0.9);
      return { shape: circle(radius), outline: round([{ x: 0, y: 0 }], radius) };
    },
    polygon: (random) => {
      const vertices = polygon.regular(random.uniform(0.3, 0.9), 3 + random.integer(5));
      return { shape: { kind: 'polygon', vertices }, outline: round(vertices, 0) };
    },
    'rounded polygon': (random) => {
      const vertices = polygon.rectangle(random.uniform(0.3, 0.9), random.uniform(0.3, 0.9));
      const radius = random.uniform(0.1, 0.4);
      return { shape: { kind: 'polygon', vertices, radius }, outline: round(vertices, radius) };
    },
    capsule: (random) => {
      const half = random.uniform(0.1, 0.9);
      const radius = random.uniform(0.1, 0.4);
      const [point1, point2] = [
        { x: -half, y: 0 },
        { x: half, y: 0 },
      ];
      return { shape: { kind: 'capsule', point1, point2, radius }, outline: round([point1, point2], radius) };
    },
  };

  /** Circles around points along the edges of a core. The outline of the rounded core is among these points, the others are inside. */
  function round(core: readonly Vec2[], radius: number): Vec2[] {
    const parts = radius === 0 ? 400 : 40;
    const centers = core.flatMap((from, k) => {
      const to = core[(k + 1) % core.length];
      return Array.from({ length: parts }, (_, n) => ({
        x: from.x + (n / parts) * (to.x - from.x),
        y: from.y + (n / parts) * (to.y - from.y),
      }));
    });
    if (radius === 0) return centers;
    return centers.flatMap(({ x, y }) =>
      Array.from({ length: 200 }, (_, n) => ({
        x: x + radius * Math.cos((n * Math.PI) / 100),
        y: y + radius * Math.sin((n * Math.PI) / 100),
      })),
    );
  }

  test.each(Object.entries(shapeKinds))(
    'outside a %s pushes away from its nearest point, by the width across, and fades',
    (_, create) => {
      const random = createRandom(5);
      let faded = 0;
      let missed = 0;
      for (let round = 0; round < 12; round++) {
        const { shape, outline } = create(random);
        const world = worldOf();
        const turn = random.uniform(-3, 3);
        const body = world.createBody({ angle: turn, mass: 2, shapes: [shape] });
        const direction = random.uniform(-3, 3);
        const away = random.uniform(1.4, 2.6);
        const position = { x: away * Math.cos(direction), y: away * Math.sin(direction) };
        const points = outline.map((point) => body.getWorldPoint(point));
        const distance = (point: Vec2): number => Math.hypot(point.x - position.x, point.y - position.y);
        const nearest = points.reduce((best, point) => (distance(point) < distance(best) ? point : best));
        const d = distance(nearest);
        const [radius, falloff] = [0.5, 1];
        const strength = d <= radius ? 1 : Math.max(0, 1 - (d - radius) / falloff);
        if (strength === 0) missed++;
        else if (strength < 1) faded++;
        const e = { x: (nearest.x - position.x) / d, y: (nearest.y - position.y) / d };
        const across = points.map(({ x, y }) => x * e.y - y * e.x);
        const impulse = 3 * strength * (Math.max(...across) - Math.min(...across));
        expect(explode(world, { position, radius, falloff, impulsePerLength: 3 })).toBe(strength > 0 ? 1 : 0);
        expect(body.linearVelocity.x).toBeCloseTo((impulse * e.x) / body.mass, 1);
        expect(body.linearVelocity.y).toBeCloseTo((impulse * e.y) / body.mass, 1);
        const { x, y } = body.worldCenter;
        const spin = (impulse * ((nearest.x - x) * e.y - (nearest.y - y) * e.x)) / body.inertia;
        expect(Math.abs(body.angularVelocity - spin)).toBeLessThan(0.1 * (1 + impulse / body.inertia));
      }
      expect(Math.min(faded, missed)).toBeGreaterThan(0);
    },
  );

  test('does not reach the corners of the square around its circle, and pushes no sensors', () => {
    const world = worldOf();
    const corner = world.createBody({ position: { x: 1.9, y: 1.9 }, shapes: [circle(0.3)] });
    const sensor = world.createBody({ position: { x: 1, y: 0 }, shapes: [circle(0.3, { sensor: true })] });
    expect(explode(world, { position: { x: 0, y: 0 }, radius: 1, falloff: 1, impulsePerLength: 9 })).toBe(0);
    for (const body of [corner, sensor]) expect(body.linearVelocity).toEqual({ x: 0, y: 0 });
  });

  test('inside a shape pushes its centre of mass away; exactly there, nothing', () => {
    const world = worldOf();
    const body = world.createBody({ mass: 1, shapes: [circle(1)] });
    const blast = (x: number, y: number) =>
      explode(world, { position: { x, y }, radius: 1, impulsePerLength: 2 });
    expect(blast(0, 0)).toBe(0);
    expect(body.linearVelocity).toEqual({ x: 0, y: 0 });
    expect(blast(0.3, 0.4)).toBe(1);
    expect(body.linearVelocity.x).toBeCloseTo(-0.6 * 2 * 2, 9);
    expect(body.linearVelocity.y).toBeCloseTo(-0.8 * 2 * 2, 9);
  });
});

/** Each pushes a world that is placed elsewhere. */
const pushes: [string, (world: World, place: Transform) => void][] = [
  [
    'wind',
    (world, place) => {
      addWind(world, { kind: 'wind', velocity: vec2.rotate({ x: 7, y: 3 }, place), density: 1 });
    },
  ],
  [
    'buoyancy',
    (world, place) => {
      addBuoyancy(world, {
        kind: 'buoyancy',
        surface: transform.apply(place, { x: 0.1, y: 0.2 }),
        normal: vec2.rotate({ x: 0.4, y: 1 }, place),
        flow: vec2.rotate({ x: 1, y: 0 }, place),
      });
    },
  ],
  [
    'an explosion',
    (world, place) => {
      const position = transform.apply(place, { x: 0.9, y: -0.8 });
      explode(world, { position, radius: 1, falloff: 2, impulsePerLength: 1 });
    },
  ],
];
test.each(pushes)(
  '%s pushes alike however the world is placed and wherever the axes of the body are',
  (_, push) => {
    const random = createRandom(21);
    const pair = (size: number): Vec2 => ({ x: random.uniform(-size, size), y: random.uniform(-size, size) });
    let turned = 0;
    for (let round = 0; round < 30; round++) {
      const regular = polygon.regular(random.uniform(0.3, 0.8), 3 + random.integer(4));
      const corners = regular.map(({ x, y }) => ({ x: x + 0.5 * y, y })); // no mirror image of itself
      const centers = [pair(1), pair(1)];
      const [angle, angularVelocity, linearVelocity] = [
        random.uniform(-3, 3),
        random.uniform(-5, 5),
        pair(4),
      ];
      /** Motion after a step, in the axes of the world at `place`, if the axes of the body are at `own` in the frame of the shapes. */
      const run = (own: Transform, place: Transform, turn: number): number[] => {
        const world = createWorld({ solver: simpleSolver(), gravity: vec2.rotate({ x: 0, y: -10 }, place) });
        const from = (point: Vec2): Vec2 => transform.applyInverse(own, point);
        const body = world.createBody({
          angle: angle + turn,
          position: transform.apply(place, transform.apply(transform.create(0, 0, angle), own)),
          shapes: [
            { kind: 'polygon', vertices: corners.map(from) },
            ...centers.map((center, k) => circle(0.2 + 0.2 * k, { center: from(center) })),
          ],
        });
        body.linearVelocity = vec2.rotate(linearVelocity, place);
        body.angularVelocity = angularVelocity;
        push(world, place);
        world.step(1 / 60);
        const { x, y } = vec2.inverseRotate(body.linearVelocity, place);
        return [x, y, body.angularVelocity];
      };
      const wanted = run(transform.identity(), transform.identity(), 0);
      const [turn, ownTurn] = [random.uniform(-3, 3), random.uniform(-3, 3)];
      const [at, origin] = [pair(20), pair(2)];
      const found = run(
        transform.create(origin.x, origin.y, ownTurn),
        transform.create(at.x, at.y, turn),
        turn + ownTurn,
      );
      for (let k = 0; k < 3; k++) expect(found[k]).toBeCloseTo(wanted[k], 9);
      if (Math.abs(wanted[2] - angularVelocity) > 0.01) turned++;
    }
    expect(turned).toBeGreaterThan(15);
  },
);

test.each(['wind', 'buoyancy'] as const)('%s acts only inside its region, on all four sides', (kind) => {
  const world = worldOf();
  const at = (x: number, y: number): Body => world.createBody({ position: { x, y }, shapes: [circle(0.3)] });
  const outside = [at(-9, -5), at(9, -5), at(0, -9), at(0, -1)];
  const inside = at(0, -5);
  const region = { minX: -4, minY: -7, maxX: 4, maxY: -3 };
  if (kind === 'wind') addWind(world, { kind, velocity: { x: 10, y: 0 }, region });
  else addBuoyancy(world, { kind, surface: { x: 0, y: 0 }, flow: { x: 10, y: 0 }, region });
  for (let k = 0; k < 5; k++) world.step(1 / 60);
  expect(inside.linearVelocity.x).toBeGreaterThan(0.01);
  for (const body of outside) expect(body.linearVelocity.x).toBe(0);
});

test.each(['wind', 'buoyancy'] as const)('%s wakes only inside its region, on all four sides', (kind) => {
  const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: 0 } });
  const at = (x: number, y: number): Body =>
    world.createBody({ position: { x, y }, awake: false, shapes: [circle(0.3)] });
  const outside = [at(-9, -5), at(9, -5), at(0, -9), at(0, -1)];
  const inside = at(0, -5);
  const region = { minX: -4, minY: -7, maxX: 4, maxY: -3 };
  const field =
    kind === 'wind'
      ? addWind(world, { kind, velocity: { x: 10, y: 0 }, region })
      : addBuoyancy(world, { kind, surface: { x: 0, y: 0 }, region });
  expect([inside, ...outside].map(({ isAwake }) => isAwake)).toEqual([true, false, false, false, false]);
  inside.isAwake = false;
  // without a region it reaches all, although the region is all that changed
  const { region: _, ...everywhere } = field.definition;
  field.definition = everywhere as never;
  expect([inside, ...outside].every(({ isAwake }) => isAwake)).toBe(true);
});

test('a definition of another kind, and bounds in the wrong order, are rejected by name', () => {
  const world = worldOf();
  const wind = { kind: 'wind', velocity: { x: 1, y: 0 } } as const;
  const water = { kind: 'buoyancy', surface: { x: 0, y: 0 } } as const;
  const region = { minX: 0, minY: 1, maxX: 1, maxY: 0 };
  expect(() => addWind(world, { ...wind, kind: 'buoyancy' } as never)).toThrow(/kind/);
  expect(() => addBuoyancy(world, { ...water, kind: 'wind' } as never)).toThrow(/kind/);
  expect(() => addWind(world, { ...wind, region })).toThrow(/region.maxY/);
  expect(() => addBuoyancy(world, { ...water, region })).toThrow(/region.maxY/);
  for (const member of ['density', 'linearDrag', 'angularDrag']) {
    expect(() => addBuoyancy(world, { ...water, [member]: -1 })).toThrow(member);
  }
  expect(() => addBuoyancy(world, { ...water, wave: 1 } as never)).toThrow(/wave/);
});
