import { loadScene } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { createForceSolver } from '../src/index.js';
import { box, circle, closedWorld, makeWorld, seeded, square, wall } from './bodies.js';
import { deepestOverlap, totals } from './measure.js';

const DT = 0.02;
/** Offset of the vertex that touches when the articles' square is turned by 0.3: R = (0.2955, -0.9553). */
const TILT = 0.3;
const VERTEX_HEIGHT = 0.95533649;

/** A square of radius 1 that stands on a vertex on the floor. */
function vertexHit(
  velocity: { x: number; y: number },
  spin: number,
  surface: object,
  gravity = 0,
  solver = createForceSolver(),
) {
  const { world, bodies } = makeWorld(solver, gravity, [
    wall(0, surface),
    {
      mass: 1,
      position: { x: 0, y: VERTEX_HEIGHT },
      angle: TILT,
      linearVelocity: velocity,
      angularVelocity: spin,
      shapes: [square(1)],
    },
  ]);
  return { world, body: bodies[1] };
}

/** A body of mass 1 and inertia 1/3 that touches the floor 0.7 below its centre. */
function ballast(velocity: { x: number; y: number }, surface: object) {
  const arm = (1 / 3 - 0.245) / (0.81 + 0.00125 - 0.245);
  const { world, bodies } = makeWorld(createForceSolver(), 0, [
    wall(0, surface),
    {
      position: { x: 0, y: 0.7 },
      linearVelocity: velocity,
      shapes: [
        { ...circle(0.7), density: (1 - arm) / (Math.PI * 0.49) },
        { ...circle(0.05, {}, 0.9), density: arm / 2 / (Math.PI * 0.0025) },
        { ...circle(0.05, {}, -0.9), density: arm / 2 / (Math.PI * 0.0025) },
      ],
    },
  ]);
  return { world, body: bodies[1] };
}

describe('single hits', () => {
  test('10.2.1 flat on a level floor: v = -5 leaves at 2.5 without spin', () => {
    const { world, bodies } = makeWorld(createForceSolver(), 0, [
      wall(0, { restitution: 0.5 }),
      {
        mass: 1,
        position: { x: 0, y: Math.SQRT1_2 },
        angle: Math.PI / 4,
        linearVelocity: { x: 0, y: -5 },
        shapes: [square(1)],
      },
    ]);
    world.step(DT);
    expect(bodies[1].linearVelocity.y).toBeCloseTo(2.5, 9);
    expect(bodies[1].linearVelocity.x).toBeCloseTo(0, 9);
    expect(bodies[1].angularVelocity).toBeCloseTo(0, 9);
  });

  test('10.2.2 10.2.3 D-F2 vertex hit without friction, at rest and spinning before', () => {
    const { world, body } = vertexHit({ x: 0, y: -5 }, 0, { restitution: 0.5 });
    world.step(DT);
    expect(body.linearVelocity.y).toBeCloseTo(0.94296382, 7);
    expect(body.angularVelocity).toBeCloseTo(5.2687977, 6);
    expect(12.5 - totals(world).kinetic).toBeCloseTo(7.4287048, 6);
    const spinning = vertexHit({ x: 0, y: -5 }, 4, { restitution: 0.5 });
    spinning.world.step(DT);
    expect(spinning.body.linearVelocity.y).toBeCloseTo(-0.4620489, 7);
    expect(spinning.body.angularVelocity).toBeCloseTo(8.0231687, 6);
  });

  test('10.2.4 contact straight below the centre: slides below the critical coefficient, sticks above', () => {
    const sliding = ballast({ x: 3, y: -4 }, { restitution: 0.5, friction: 0.1 });
    expect(sliding.body.mass).toBeCloseTo(1, 12);
    expect(sliding.body.inertia).toBeCloseTo(1 / 3, 12);
    sliding.world.step(DT);
    expect(sliding.body.linearVelocity.x).toBeCloseTo(2.4, 9);
    expect(sliding.body.linearVelocity.y).toBeCloseTo(2, 9);
    expect(sliding.body.angularVelocity).toBeCloseTo(-1.26, 9);
    const sticking = ballast({ x: 3, y: -4 }, { restitution: 0.5, friction: 1 });
    sticking.world.step(DT);
    expect(sticking.body.linearVelocity.x).toBeCloseTo(1.7854251, 7);
    expect(sticking.body.angularVelocity).toBeCloseTo(-2.5506073, 7);
    expect(sticking.body.linearVelocity.x + 0.7 * sticking.body.angularVelocity).toBeCloseTo(0, 9);
    const mu = 0.20242915;
    for (const [friction, sticks] of [
      [mu - 1e-6, false],
      [mu + 1e-6, true],
    ] as const) {
      const { world, body } = ballast({ x: 3, y: -4 }, { restitution: 0.5, friction });
      world.step(DT);
      expect(Math.abs(body.linearVelocity.x + 0.7 * body.angularVelocity) < 1e-9).toBe(sticks);
    }
  });

  test('D-F9 a sticking hit off the centre stops the contact point along the floor', () => {
    const { world, body } = vertexHit({ x: 1, y: -4 }, 0, { restitution: 0.3, friction: 3 });
    world.step(1e-9);
    const along = body.linearVelocity.x + body.angularVelocity * VERTEX_HEIGHT;
    const across = body.linearVelocity.y + body.angularVelocity * Math.sin(TILT);
    expect(along).toBeCloseTo(0, 6);
    expect(across).toBeCloseTo(1.2, 6);
  });

  test('10.2.6 D22 central hits of two discs', () => {
    const hit = (m1: number, m2: number, v1: number, v2: number, restitution: number) => {
      const { world, bodies } = makeWorld(createForceSolver(), 0, [
        { mass: m1, linearVelocity: { x: v1, y: 0 }, shapes: [circle(0.5, { restitution })] },
        {
          mass: m2,
          position: { x: 1.001, y: 0 },
          linearVelocity: { x: v2, y: 0 },
          shapes: [circle(0.5, { restitution })],
        },
      ]);
      world.step(DT);
      return bodies.map((body) => body.linearVelocity.x);
    };
    const near = (found: number[], expected: number[]) =>
      found.forEach((v, i) => {
        expect(v).toBeCloseTo(expected[i], 9);
      });
    near(hit(1, 1, 3, -1, 0.4), [0.2, 1.8]);
    near(hit(1, 3, 3, -1, 0.4), [-1.2, 0.4]);
    near(hit(1, 1, 5, 0, 1), [0, 5]);
    near(hit(3, 1, 2, 0, 1), [1, 3]);
  });

  test('D25 an impulse at the end of a free rod: v = J/M, w = 6J/(ML)', () => {
    const { world, bodies } = makeWorld(createForceSolver(), 0, [{ mass: 2, shapes: [box(3, 1e-6)] }]);
    bodies[0].applyImpulseAt({ x: 0, y: 4 }, { x: 1.5, y: 0 });
    world.step(DT);
    expect(bodies[0].linearVelocity.y).toBeCloseTo(2, 9);
    expect(bodies[0].angularVelocity).toBeCloseTo(4, 9);
  });

  test('10.2.8 random pair hits: momenta kept to 1e-12, no energy gained', () => {
    const next = seeded(11);
    for (let n = 0; n < 300; n++) {
      const surface = { restitution: next(), friction: 1.5 * next() };
      const { world } = makeWorld(createForceSolver(), 0, [
        {
          mass: 0.5 + next(),
          angle: 6 * next(),
          linearVelocity: { x: 6 * next(), y: 4 * next() - 2 },
          angularVelocity: 8 * next() - 4,
          shapes: [box(1.2, 0.8, surface)],
        },
        {
          mass: 0.5 + next(),
          angle: 6 * next(),
          position: { x: 1.6, y: next() - 0.5 },
          linearVelocity: { x: -6 * next(), y: 4 * next() - 2 },
          angularVelocity: 8 * next() - 4,
          shapes: [box(1, 1, surface)],
        },
      ]);
      const before = totals(world);
      for (let k = 0; k < 25; k++) {
        const energy = totals(world).kinetic;
        world.step(0.005);
        expect(totals(world).kinetic).toBeLessThanOrEqual(energy + 1e-12);
      }
      const after = totals(world);
      expect(Math.abs(after.px - before.px)).toBeLessThan(1e-12);
      expect(Math.abs(after.py - before.py)).toBeLessThan(1e-12);
    }
  });
});

describe('the original program’s faults are gone', () => {
  test('D-F1 a body that runs into a slope sideways or moving up is stopped', () => {
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

  test('D-F3 a square on a vertex tips about it, 0.0434 rad/s in a step', () => {
    const { world, body } = vertexHit({ x: 0, y: 0 }, 0, { friction: 2 }, 9.8);
    world.step(DT);
    expect(body.angularVelocity / 0.0434).toBeCloseTo(1, 2);
  });

  test('D-F4 overlap is removed along the normal, whatever the slope', () => {
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

  test('D-F5 two walls lift a body clear of both, not by the sum', () => {
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

  test('D-F6 an overlapping pair in free fall keeps falling; one on the floor keeps its bounce', () => {
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

  test('D-F8 parting bodies get no impulse even while they overlap', () => {
    const { world, bodies } = makeWorld(createForceSolver(), 0, [
      { mass: 1, linearVelocity: { x: -3, y: 0 }, shapes: [box(1, 1, { friction: 1, restitution: 0.4 })] },
      {
        mass: 1,
        position: { x: 0.98, y: 0 },
        linearVelocity: { x: 3, y: 0 },
        shapes: [box(1, 1, { friction: 1 })],
      },
    ]);
    world.step(DT);
    expect(bodies.map((body) => body.linearVelocity.x)).toEqual([-3, 3]);
  });

  test('D-F10 a box on a level floor comes to a dead rest', () => {
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

  test('D-F11 a graze below the slop moves nothing', () => {
    const { world, bodies } = makeWorld(createForceSolver(), 0, [
      { mass: 1, shapes: [circle(0.5)] },
      { mass: 1, position: { x: 0.997, y: 0 }, shapes: [circle(0.5)] },
    ]);
    world.step(DT);
    expect(bodies[1].position).toEqual({ x: 0.997, y: 0 });
    expect(bodies[0].position).toEqual({ x: 0, y: 0 });
  });

  test('D-F13 a straight hit has no tangential velocity and stays finite', () => {
    const { world, body } = ballast({ x: 0, y: -4 }, { restitution: 0.5, friction: 0.5 });
    world.step(DT);
    expect(body.linearVelocity).toEqual({ x: 0, y: 2 });
    expect(body.angularVelocity).toBe(0);
  });
});

describe('motion', () => {
  test('10.2.12 free fall with one substep: y = -490.98 after 10 s', () => {
    const { world, bodies } = makeWorld(createForceSolver({ substeps: 1 }), 9.8, [
      { mass: 1, shapes: [circle(0.1)] },
    ]);
    for (let k = 0; k < 500; k++) world.step(DT);
    expect(bodies[0].position.y).toBeCloseTo(-490.98, 8);
    expect(totals(world).energy).toBeCloseTo(-9.604, 8);
  });

  test('10.2.13 drop of 5 m with e = 0.5 rises 1.25', () => {
    const { world, bodies } = makeWorld(createForceSolver(), 9.8, [
      wall(0, { restitution: 0.5 }),
      { mass: 1, position: { x: 0, y: 5.5 }, shapes: [circle(0.5)] },
    ]);
    let top = 0;
    for (let k = 0; k < 100; k++) {
      world.step(DT);
      if (bodies[1].linearVelocity.y > 0) top = Math.max(top, bodies[1].position.y - 0.5);
    }
    expect(top).toBeGreaterThan(1.25 * 0.95);
    expect(top).toBeLessThan(1.25 * 1.05);
  });

  test('10.2.10 D23 sliding boxes stop where Coulomb says', () => {
    for (const [mu, v, g, time, way] of [
      [0.1, 3, 9.8, 3.0612, 4.5918],
      [0.5, 10, 10, 2, 10],
    ]) {
      const { world, bodies } = makeWorld(createForceSolver(), g, [
        wall(0, { friction: mu }),
        { mass: 1, position: { x: 0, y: 0.5 }, linearVelocity: { x: v, y: 0 }, shapes: [box(1, 1)] },
      ]);
      let stopped = 0;
      for (let k = 1; k <= 250; k++) {
        world.step(DT);
        if (stopped === 0 && bodies[1].linearVelocity.x < 1e-6) stopped = k * DT;
      }
      expect(Math.abs(stopped / time - 1)).toBeLessThan(0.02);
      expect(Math.abs(bodies[1].position.x / way - 1)).toBeLessThan(0.02);
    }
  });

  test('10.2.11 slopes: rests iff mu >= tan, else slides with g (sin - mu cos)', () => {
    const along = (angle: number, friction: number): { moved: number; slides: number } => {
      const n = { x: -Math.sin(angle), y: Math.cos(angle) };
      const { world, bodies } = makeWorld(createForceSolver(), 9.8, [
        wall(angle, { friction }),
        { mass: 1, position: { x: 0.5 * n.x, y: 0.5 * n.y }, angle, shapes: [box(2, 1)] },
      ]);
      for (let k = 0; k < 100; k++) world.step(DT);
      const v = bodies[1].linearVelocity;
      const p = bodies[1].position;
      return { moved: -(p.x * n.y - p.y * n.x), slides: -(v.x * n.y - v.y * n.x) };
    };
    for (const [angle, critical] of [
      [0.3, 0.30933625],
      [0.5, 0.54630249],
    ]) {
      expect(Math.abs(along(angle, critical * 1.001).moved)).toBeLessThan(1e-3);
      expect(along(angle, critical * 0.98).moved).toBeGreaterThan(0.05);
    }
    expect(along(0.3, 0.1).slides / 2).toBeCloseTo(1.9598683, 2);
    expect(along(0.5, 0.1).slides / 2).toBeCloseTo(3.8383394, 2);
    expect(along(0.3, 0.01).slides / 2).toBeCloseTo(2.802475, 2);
    expect(along(0.5, 0.01).slides / 2).toBeCloseTo(4.6123672, 2);
  });

  test('a free square spinning at 1 rev/s keeps its spin for 5 s', () => {
    const { world, bodies } = makeWorld(createForceSolver(), 0, [
      { mass: 1, angularVelocity: 2 * Math.PI, shapes: [square(1)] },
    ]);
    for (let k = 0; k < 250; k++) world.step(DT);
    expect(bodies[0].angularVelocity).toBeCloseTo(2 * Math.PI, 9);
    expect(Math.abs(bodies[0].angle)).toBeLessThan(1e-6);
  });

  test('D26 D-F7 closed world: momenta kept to 1e-9, energy never gained', () => {
    const { world } = closedWorld(createForceSolver(), { friction: 0.4, restitution: 0.5 });
    const before = totals(world);
    const scale = world.bodies.reduce(
      (sum, b) => sum + b.mass * Math.hypot(b.linearVelocity.x, b.linearVelocity.y),
      0,
    );
    let energy = before.kinetic;
    for (let k = 0; k < 500; k++) {
      world.step(DT);
      const now = totals(world).kinetic;
      expect(now).toBeLessThanOrEqual(energy + 1e-9);
      energy = now;
    }
    expect(energy).toBeLessThan(0.7 * before.kinetic);
    const after = totals(world);
    expect(Math.abs(after.px - before.px)).toBeLessThan(1e-9 * scale);
    expect(Math.abs(after.py - before.py)).toBeLessThan(1e-9 * scale);
    expect(Math.abs(after.angular - before.angular)).toBeLessThan(1e-9 * scale);
  });
});

describe('scenes', () => {
  test.each(['articles-force', 'articles-constraint', 'articles-shape-matching'])(
    '10.2.15 %s: 30 s to rest without ever gaining energy, overlap below 0.02',
    (name) => {
      const world = loadScene(findScene(name).create(), { solver: createForceSolver(), sleeping: false });
      const start = totals(world).energy;
      expect(start).toBeCloseTo(name === 'articles-force' ? 198 : 413.6, 6);
      for (let k = 1; k <= 1500; k++) {
        world.step(DT);
        expect(totals(world).energy).toBeLessThanOrEqual(start + 1e-9);
        if (k >= 50) expect(deepestOverlap(world)).toBeLessThan(0.02);
      }
      expect(totals(world).kinetic).toBeLessThan(1e-9);
    },
  );

  test('D-F12 200 boxes in the V rest after 10 s: under 1 J, overlap below 0.05', () => {
    const world = loadScene(findScene('boxes-in-v').create({ count: 200 }), {
      solver: createForceSolver(),
      sleeping: false,
    });
    for (let k = 0; k < 500; k++) world.step(DT);
    expect(totals(world).kinetic).toBeLessThan(1);
    expect(deepestOverlap(world)).toBeLessThan(0.05);
  });

  test('a tower of 10 stands for 30 s, and one of 2 does not without memory', () => {
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

  test('the same scene gives the same bits', () => {
    const hash = (): string => {
      const world = loadScene(findScene('boxes-in-v').create({ count: 30 }), { solver: createForceSolver() });
      for (let k = 0; k < 200; k++) world.step(DT);
      return world.stateHash();
    };
    expect(hash()).toBe(hash());
  });
});
