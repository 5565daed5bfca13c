import { describe, expect, it } from 'vitest';
import { type BodyType, createWorld, type Filter, toScene } from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { ghostSolver, simpleSolver } from './helpers/simple-solver.js';

/** Contacts of two overlapping bodies with these filters after one step. */
function contacts(a: Filter, b: Filter): number {
  const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
  world.createBody({ shapes: [circle(1, { filter: a })] });
  world.createBody({ position: { x: 0.5, y: 0 }, shapes: [circle(1, { filter: b })] });
  world.step(1 / 60);
  return world.stats.touchingContacts;
}

describe('R15 filters', () => {
  it.each<[expected: number, a: Filter, b: Filter]>([
    // default filters: everything collides
    [1, {}, {}],
    // each category must be in the other's mask
    [1, { category: 2, mask: 4 }, { category: 4, mask: 2 }],
    [0, { category: 2, mask: 4 }, { category: 4, mask: 1 }],
    [0, { category: 2, mask: 1 }, { category: 4, mask: 2 }],
    [0, { category: 2, mask: 1 }, { category: 4, mask: 1 }],
    [0, { category: 0 }, {}],
    [0, { mask: 0 }, {}],
    [1, { category: 0x80000000 }, { mask: 0x80000000 }],
    [0, { category: 0x80000000 }, { mask: 0x7fffffff }],
    [1, { category: 6, mask: 8 }, { category: 12, mask: 2 }],
    // equal groups decide, regardless of the masks
    [1, { group: 3, mask: 0 }, { group: 3, mask: 0 }],
    [0, { group: -3 }, { group: -3 }],
    // for different groups the masks decide
    [1, { group: -3 }, { group: -4 }],
    [1, { group: 3 }, { group: -3 }],
    [0, { group: 3, mask: 0 }, { group: 4 }],
    [1, { group: 0 }, { group: -3 }],
    [0, { group: 0, mask: 0 }, { group: 0 }],
  ])('%i contact for filters %j and %j, in both orders', (expected, a, b) => {
    expect(contacts(a, b)).toBe(expected);
    expect(contacts(b, a)).toBe(expected);
  });

  it('a new filter takes effect in the next step, for both bodies, also for sleeping ones', () => {
    const world = createWorld({ solver: simpleSolver() });
    const ground = world.createBody({ type: 'static', shapes: [floor()] });
    const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box(1, 1)] });
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect(body.position.y).toBeGreaterThan(0.48);
    ground.shapes[0].setFilter({ mask: 0 });
    world.step(1 / 60);
    expect(world.stats.contacts).toBe(0);
    ground.shapes[0].setFilter({ mask: 0xffffffff });
    world.step(1 / 60);
    expect(world.stats.touchingContacts).toBe(1);
  });

  it('R14 collision between two bodies disabled and enabled: 0 contacts, then 1', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
    const a = world.createBody({ shapes: [circle(1)] });
    const b = world.createBody({ position: { x: 1, y: 0 }, shapes: [circle(1)] });
    world.step(1 / 60);
    expect(world.stats.touchingContacts).toBe(1);
    world.setCollisionEnabled(b, a, false);
    world.step(1 / 60);
    expect(world.stats.contacts).toBe(0);
    world.setCollisionEnabled(a, b, true);
    world.step(1 / 60);
    expect(world.stats.touchingContacts).toBe(1);
  });

  it('filter bits may be signed or unsigned JavaScript integers', () => {
    const coin = 1 << 31;
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
    const [shape] = world.createBody({ shapes: [circle(1, { filter: { category: coin } })] }).shapes;
    world.createBody({ shapes: [circle(1, { filter: { mask: ~coin } })] });
    world.step(1 / 60);
    expect(world.stats.contacts).toBe(0);
    expect(shape.filter.category).toBe(0x80000000);
    expect(world.overlapPoint({ x: 0, y: 0 }, { mask: coin })).toEqual([shape]);
    expect(world.overlapPoint({ x: 0, y: 0 }, { mask: ~coin })).toHaveLength(1);
    shape.setFilter({ category: 1 });
    world.step(1 / 60);
    expect(world.stats.touchingContacts).toBe(1);
    const written = toScene(world, { name: 'bits', timeStep: 1 / 60 });
    expect(written.bodies[1].shapes?.[0].filter?.mask).toBe(0x7fffffff);
  });

  it('R14 a disabled pair is enabled again for the next body in the slot', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
    const a = world.createBody({ shapes: [circle(1)] });
    const b = world.createBody({ shapes: [circle(1)] });
    world.setCollisionEnabled(a, b, false);
    world.destroyBody(b);
    world.createBody({ shapes: [circle(1)] });
    world.step(1 / 60);
    expect(world.stats.touchingContacts).toBe(1);
  });

  it('the filter hook is called in the order of the shapes, and its result holds until a filter is set again', () => {
    const asked: string[] = [];
    let refused = 'c';
    const world = createWorld({
      solver: ghostSolver(),
      gravity: { x: 0, y: 0 },
      contactFilter: (shapeA, shapeB) => {
        asked.push(`${shapeA.body.name} ${shapeB.body.name}`);
        return shapeB.body.name !== refused;
      },
    });
    for (const [name, x] of [
      ['a', 0],
      ['b', 1],
      ['c', -1],
    ] as const) {
      world.createBody({ name, position: { x, y: 0 }, shapes: [circle(0.7)] });
    }
    for (let k = 0; k < 10; k++) world.step(1 / 60);
    expect(asked).toEqual(['a b', 'a c']);
    expect(world.stats.touchingContacts).toBe(1);
    refused = 'b';
    for (let k = 0; k < 10; k++) world.step(1 / 60);
    const [a, b, c] = world.bodies;
    expect(world.touching(a).map(({ body }) => body)).toEqual([b]);
    a.shapes[0].setFilter({});
    world.step(1 / 60);
    expect(asked.slice(2)).toEqual(['a b', 'a c']);
    expect(world.touching(a).map(({ body }) => body)).toEqual([c]);
  });

  it('the pre-solve hook implements a one-way platform', () => {
    const run = (speed: number) => {
      const world = createWorld({
        solver: simpleSolver(),
        preSolve: (contact) => {
          // lets bodies from below through: the normal points from A to B
          const up = contact.bodyA.type === 'static' ? contact.normalY : -contact.normalY;
          const mover = contact.bodyA.type === 'static' ? contact.bodyB : contact.bodyA;
          return up > 0.5 && mover.linearVelocity.y <= 0.1;
        },
      });
      world.createBody({ type: 'static', shapes: [box(6, 0.2, { preSolveEvents: true })] });
      const ball = world.createBody({
        position: { x: 0, y: speed > 0 ? -1 : 1 },
        linearVelocity: { x: 0, y: speed },
        shapes: [circle(0.25)],
      });
      for (let k = 0; k < 120; k++) world.step(1 / 60);
      return ball.position.y;
    };
    expect(run(9)).toBeCloseTo(0.35, 1);
    expect(run(-1)).toBeCloseTo(0.35, 1);
  });
});

describe('R15 sensors', () => {
  const cases: [sensor: BodyType, visitor: BodyType, seen: boolean][] = [
    ['static', 'static', false],
    ['static', 'kinematic', true],
    ['static', 'dynamic', true],
    ['kinematic', 'static', true],
    ['kinematic', 'kinematic', true],
    ['kinematic', 'dynamic', true],
    ['dynamic', 'static', true],
    ['dynamic', 'kinematic', true],
    ['dynamic', 'dynamic', true],
  ];
  it.each(cases)('a sensor on a %s body and a shape on a %s body: %s', (sensor, visitor, seen) => {
    for (const sensorFirst of [true, false]) {
      const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: 0 } });
      const make = (isSensor: boolean) =>
        world.createBody({
          type: isSensor ? sensor : visitor,
          shapes: [isSensor ? box(2, 2, { sensor: true }) : circle(0.5)],
        });
      make(sensorFirst);
      make(!sensorFirst);
      world.step(1 / 60);
      expect(world.events.sensorBegin.length).toBe(seen ? 1 : 0);
      if (!seen) continue;
      expect(world.events.sensorBegin[0].sensor.isSensor).toBe(true);
      expect(world.events.sensorBegin[0].visitor.isSensor).toBe(false);
      expect(world.events.contactBegin).toEqual([]);
      expect(world.stats.touchingContacts).toBe(0);
    }
  });

  it('two sensors do not detect each other, and a sensor respects filters', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
    world.createBody({ shapes: [circle(1, { sensor: true })] });
    world.createBody({ shapes: [circle(1, { sensor: true })] });
    world.createBody({ shapes: [circle(1, { filter: { mask: 0 } })] });
    world.step(1 / 60);
    expect(world.events.sensorBegin).toEqual([]);
  });

  it('reports a body falling through, once in and once out, without pushing it', () => {
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
    const zone = world.createBody({ type: 'static', shapes: [box(4, 1, { sensor: true })] });
    const ball = world.createBody({ position: { x: 0, y: 3 }, shapes: [circle(0.25)] });
    const log: [number, string][] = [];
    for (let k = 1; k <= 90; k++) {
      world.step(1 / 60);
      for (const { sensor, visitor } of world.events.sensorBegin) {
        expect([sensor.body, visitor.body]).toEqual([zone, ball]);
        log.push([k, 'in']);
      }
      for (const { visitor } of world.events.sensorEnd) {
        expect(visitor.body).toBe(ball);
        log.push([k, 'out']);
      }
    }
    // y = 3 - g h^2 k (k + 1) / 2 passes 0.75 and -0.75; the step reports what collide found at its start
    const passes = (y: number) => {
      let k = 0;
      while (3 - (10 * k * (k + 1)) / 7200 > y) k++;
      return k + 1;
    };
    expect(log).toEqual([
      [passes(0.75), 'in'],
      [passes(-0.75), 'out'],
    ]);
    expect(ball.linearVelocity.y).toBeCloseTo(-15, 9);
  });

  it('a sensor adds no mass unless it is given a density', () => {
    const world = createWorld({ solver: ghostSolver() });
    const body = world.createBody({ shapes: [box(1, 1), box(9, 9, { sensor: true })] });
    expect(body.mass).toBe(1);
    body.createShape(box(1, 1, { sensor: true, density: 2 }));
    expect(body.mass).toBe(3);
  });
});
