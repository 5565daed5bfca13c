import { describe, expect, it } from 'vitest';
import { EventList } from '../src/event-list.js';
import {
  CONTACT_STRIDE,
  createWorld,
  integratePositions,
  interpolatedPose,
  NORMAL_IMPULSE,
  POINT0,
  restoreSnapshot,
  type Solver,
  STEP_NORMAL_IMPULSE,
  takeSnapshot,
  VX,
  type World,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { ghostSolver, simpleSolver } from './helpers/simple-solver.js';

describe('contact events', () => {
  it('report begin when shapes touch and end when they separate, once each', () => {
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
    const ground = world.createBody({ type: 'static', shapes: [floor()] });
    const body = world.createBody({ position: { x: 0, y: 1 }, shapes: [box(1, 1)] });
    const log: string[] = [];
    const run = (steps: number) => {
      for (let k = 0; k < steps; k++) {
        world.step(1 / 60);
        for (const { shapeA, shapeB } of world.events.contactBegin) {
          expect(new Set([shapeA.body, shapeB.body])).toEqual(new Set([ground, body]));
          expect(body.position.y).toBeLessThan(0.51);
          log.push('begin');
        }
        for (const _ of world.events.contactEnd) log.push('end');
      }
    };
    run(120);
    expect(log).toEqual(['begin']);
    body.linearVelocity = { x: 0, y: 5 };
    run(120);
    expect(log).toEqual(['begin', 'end', 'begin']);
  });

  it('a slow approach reports no touch before the gap is closed', () => {
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: 0 }, sleeping: false });
    world.createBody({ type: 'static', shapes: [floor()] });
    const body = world.createBody({
      position: { x: 0, y: 0.518 },
      linearVelocity: { x: 0, y: -0.01 },
      shapes: [box(1, 1)],
    });
    let begun = 0;
    while (begun === 0 && world.stats.steps < 1000) {
      world.step(1 / 60);
      begun += world.events.contactBegin.length;
    }
    expect(world.stats.steps).toBeGreaterThan(10);
    expect(body.position.y).toBeLessThan(0.506);
  });

  it.each([
    ['an impulse that is still there', NORMAL_IMPULSE, 1],
    ['an impulse that acted and ended', STEP_NORMAL_IMPULSE, 1],
    ['no impulse', NORMAL_IMPULSE, 0],
  ])('across a small gap, a touch takes an impulse: %s', (_, place, impulse) => {
    const solver: Solver = {
      ...ghostSolver(),
      step: (world) => {
        world.collide();
        const { data, touching, touchingCount } = world.contacts;
        expect(touchingCount).toBe(1);
        data[touching[0] * CONTACT_STRIDE + POINT0 + place] = impulse;
      },
    };
    const world = createWorld({ solver, gravity: { x: 0, y: 0 } });
    world.createBody({ shapes: [circle(0.5)] });
    world.createBody({ position: { x: 1.008, y: 0 }, shapes: [circle(0.5)] });
    world.step(1 / 60);
    expect(world.events.contactBegin).toHaveLength(impulse);
  });

  it('end with the next step when a body is destroyed, disabled or loses its shape', () => {
    const world = createWorld({ solver: simpleSolver() });
    world.createBody({ type: 'static', shapes: [floor()] });
    const make = (x: number) => world.createBody({ position: { x, y: 0.5 }, shapes: [box(1, 1)] });
    const [a, b, c] = [make(0), make(5), make(10)];
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    world.destroyBody(a);
    b.isEnabled = false;
    c.shapes[0].destroy();
    const ended = () => world.events.contactEnd.map(({ shapeA, shapeB }) => [shapeA.isValid, shapeB.isValid]);
    expect(ended()).toEqual([]);
    world.step(1 / 60);
    expect(ended()).toEqual([
      [true, false],
      [true, true],
      [true, false],
    ]);
    world.step(1 / 60);
    expect(ended()).toEqual([]);
  });

  it('a touch that a change between steps interrupts goes on, for contacts and sensors', () => {
    const world = createWorld({ solver: simpleSolver() });
    world.createBody({ type: 'static', shapes: [floor(), box(4, 4, { sensor: true })] });
    const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box(1, 1)] });
    const [shape] = body.shapes;
    const ways: (() => void)[] = [
      () => {
        body.isEnabled = false;
        body.isEnabled = true;
      },
      () => {
        body.type = 'kinematic';
        body.type = 'dynamic';
      },
      () => {
        shape.setFilter({ mask: 0 });
        shape.setFilter({ mask: 1 });
      },
    ];
    const { contactBegin, contactEnd, sensorBegin, sensorEnd } = world.events;
    const counts = () => [contactBegin, contactEnd, sensorBegin, sensorEnd].map((list) => list.length);
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    for (const way of ways) {
      way();
      const snapshot = takeSnapshot(world);
      for (const _ of ['straight on', 'from a snapshot']) {
        world.step(1 / 60);
        expect([...counts(), world.touching(shape).length]).toEqual([0, 0, 0, 0, 2]);
        world.step(1 / 60);
        expect(counts()).toEqual([0, 0, 0, 0]);
        restoreSnapshot(world, snapshot);
      }
    }
    // a kinematic body has no contact with the floor, but is still in the sensor
    body.type = 'kinematic';
    world.step(1 / 60);
    expect(counts()).toEqual([0, 1, 0, 0]);
    // only what ended and began is left out, not what merely ended
    const other = world.createBody({ position: { x: 1.5, y: 0.5 }, shapes: [box(1, 1)] });
    world.step(1 / 60);
    expect(counts()).toEqual([1, 0, 1, 0]);
    other.isEnabled = false;
    body.type = 'dynamic';
    world.step(1 / 60);
    expect(counts()).toEqual([1, 1, 0, 1]);
    expect(sensorEnd[0].visitor.body).toBe(other);
  });

  it('are omitted for pairs in which neither shape enables them', () => {
    const world = createWorld({ solver: simpleSolver() });
    world.createBody({ type: 'static', shapes: [floor(0, { contactEvents: false })] });
    world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box(1, 1, { contactEvents: false })] });
    world.createBody({ position: { x: 3, y: 0.5 }, shapes: [box(1, 1)] });
    let begun = 0;
    for (let k = 0; k < 30; k++) {
      world.step(1 / 60);
      begun += world.events.contactBegin.length;
    }
    expect(begun).toBe(1);
  });

  it('hits report speed, impulse and point, above the hit speed and where enabled', () => {
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
    world.createBody({ type: 'static', shapes: [floor()] });
    const loud = world.createBody({ position: { x: 2, y: 3 }, shapes: [circle(0.5, { hitEvents: true })] });
    world.createBody({ position: { x: -2, y: 3 }, shapes: [circle(0.5)] });
    const hits: { x: number; y: number; normalY: number; approachSpeed: number; normalImpulse: number }[] =
      [];
    for (let k = 0; k < 120; k++) {
      world.step(1 / 60);
      for (const hit of world.events.hit) hits.push({ ...hit });
    }
    expect(hits.length).toBe(1);
    expect(hits[0].x).toBeCloseTo(2, 9);
    expect(Math.abs(hits[0].y)).toBeLessThan(0.02);
    expect(Math.abs(hits[0].normalY)).toBe(1);
    // it fell 2.5 m: sqrt(2 g h) = 7.07, observed at the earliest one step before
    expect(hits[0].approachSpeed).toBeGreaterThan(6.8);
    expect(hits[0].approachSpeed).toBeLessThan(7.2);
    expect(hits[0].normalImpulse).toBeGreaterThan(loud.mass * 6.8);
  });

  it('bodyMove lists the bodies that moved in the last step', () => {
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: 0 } });
    world.createBody({ type: 'static', shapes: [floor(-5)] });
    const still = world.createBody({ shapes: [box(1, 1)] });
    const mover = world.createBody({ position: { x: 3, y: 0 }, angularVelocity: 1, shapes: [box(1, 1)] });
    world.step(1 / 60);
    expect(world.events.bodyMove).toEqual([mover]);
    still.linearVelocity = { x: 1, y: 0 };
    world.step(1 / 60);
    expect(world.events.bodyMove).toEqual([still, mover]);
  });

  it('a body put to sleep or woken between steps is reported by the next step, unless destroyed before', () => {
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: 0 } });
    const [first, second, third] = [0, 3, 6].map((x) =>
      world.createBody({ position: { x, y: 0 }, awake: x !== 3, shapes: [circle(1)] }),
    );
    world.step(1 / 60);
    first.isAwake = false;
    second.isAwake = true;
    third.isAwake = false;
    expect(world.events.bodySleep).toHaveLength(0);
    world.destroyBody(third);
    const snapshot = takeSnapshot(world);
    for (const _ of ['straight on', 'from a snapshot']) {
      world.step(1 / 60);
      expect(world.events.bodySleep.map(({ body }) => body)).toEqual([first]);
      expect(world.events.bodyWake.map(({ body }) => body)).toEqual([second]);
      world.step(1 / 60);
      expect(world.events.bodySleep).toHaveLength(0);
      restoreSnapshot(world, snapshot);
    }
  });

  it('the last motion of a body falling asleep is listed, and drawn', () => {
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: 0 } });
    const body = world.createBody({ linearVelocity: { x: 0.001, y: 0 }, shapes: [circle(1)] });
    let before = 0;
    while (body.isAwake && world.stats.steps < 100) {
      before = body.position.x;
      world.step(1 / 60);
    }
    const { x } = body.position;
    expect(x).toBeGreaterThan(before);
    expect(world.events.bodyMove).toEqual([body]);
    const drawn = (alpha: number): number => {
      const poses = new Float64Array(4);
      world.readTransforms(poses, alpha);
      return poses[0];
    };
    expect([drawn(0), drawn(1)]).toEqual([before, x]);
    world.step(1 / 60);
    expect(world.events.bodyMove).toEqual([]);
    expect([drawn(0), drawn(1)]).toEqual([x, x]);
  });
  it('the pose of one body between two steps is that among all', () => {
    const world = createWorld({ solver: simpleSolver() });
    world.createBody({ shapes: [circle(1)] });
    const body = world.createBody({
      position: { x: 3, y: 1 },
      linearVelocity: { x: 6, y: 0 },
      angularVelocity: 9,
      shapes: [circle(1)],
    });
    for (let step = 0; step < 5; step++) world.step(1 / 60);
    const poses = new Float64Array(8);
    for (const alpha of [0, 0.3, 1]) {
      world.readTransforms(poses, alpha);
      const { x, y, c, s } = interpolatedPose(world, body, alpha);
      expect([x, y, c, s]).toEqual([...poses.slice(4)]);
    }
    expect(interpolatedPose(world, body, 0.5).x).toBeCloseTo(body.position.x - 0.05, 9);
    expect(() => interpolatedPose(world, body, Number.NaN)).toThrow(/^alpha/);
    world.destroyBody(body);
    expect(() => interpolatedPose(world, body, 1)).toThrow(/^body: expected a body that is in this world/);
  });

  describe('a body that stops being simulated is drawn at its pose from the next step on', () => {
    const placesDrawn = (world: World): number[] =>
      [0, 0.5, 1].map((alpha) => {
        const poses = new Float64Array(4);
        world.readTransforms(poses, alpha);
        return poses[0];
      });

    it.each<[string, object]>([
      ['disabled', { isEnabled: false }],
      ['static', { type: 'static' }],
    ])('%s', (_, change) => {
      const world = createWorld({ solver: simpleSolver() });
      const body = world.createBody({ linearVelocity: { x: 30, y: 0 }, shapes: [circle(1)] });
      world.step(1 / 60);
      expect(placesDrawn(world)).toEqual([0, 0.25, 0.5]);
      Object.assign(body, change);
      world.step(1 / 60);
      expect(placesDrawn(world)).toEqual([0.5, 0.5, 0.5]);
    });

    it('frozen in the second of two movements of a step', () => {
      const simple = simpleSolver();
      const step: Solver['step'] = (world, dt) => {
        integratePositions(world.bodies, dt);
        world.collide();
        world.bodies.motion[VX] = Number.NaN;
      };
      const world = createWorld({ solver: { ...simple, step } });
      const body = world.createBody({ linearVelocity: { x: 30, y: 0 }, shapes: [circle(1)] });
      world.step(1 / 60);
      expect(body.isFrozen).toBe(true);
      expect(placesDrawn(world)).toEqual([0, 0.25, 0.5]);
      world.step(1 / 60);
      expect(placesDrawn(world)).toEqual([0.5, 0.5, 0.5]);
    });
  });

  it('writing poses into too short an array is rejected, and the error names the length needed', () => {
    const world = createWorld({ solver: simpleSolver() });
    for (let k = 0; k < 3; k++) world.createBody({ position: { x: k, y: 0 } });
    const short = new Float32Array(11).fill(7);
    expect(() => world.readTransforms(short)).toThrow(
      /^out.length: expected at least 12, 4 for each of the 3 slots, got 11$/,
    );
    expect([...short]).toEqual(Array(11).fill(7));
    expect(() => world.readTransforms(new Float64Array(12), Number.NaN)).toThrow(/^alpha/);
    const long = new Float32Array(14).fill(7);
    expect(world.readTransforms(long)).toBe(3);
    expect([...long.slice(8)]).toEqual([2, 0, 1, 0, 7, 7]);
    // the number of slots never decreases below the maximum number of bodies
    world.destroyBody(world.bodies[0]);
    expect(() => world.readTransforms(new Float32Array(8))).toThrow(/at least 12/);
  });
});

it('of thousands of touches that a change interrupts, each is looked up, not searched for', () => {
  let reads = 0;
  const shapes = Array.from({ length: 2000 }, (_, id) => ({
    get id() {
      reads++;
      return id;
    },
  }));
  const list = new EventList<{ shapeA: { id: number }; shapeB: { id: number } }>();
  for (const shape of shapes) Object.assign(list.next(false), { shapeA: shape, shapeB: shapes[0] });
  list.begin();
  expect(list.items.length).toBe(2000);
  reads = 0;
  const goesOn = shapes.filter(({ id }) => id % 2 === 1).reverse();
  for (const shape of goesOn) expect(list.takeBack(true, 'shapeA', shape, 'shapeB', shapes[0])).toBe(true);
  for (const shape of goesOn) expect(list.takeBack(true, 'shapeA', shape, 'shapeB', shapes[0])).toBe(false);
  expect(list.takeBack(true, 'shapeA', { id: 0 }, 'shapeB', shapes[0])).toBe(false);
  expect(reads).toBeLessThan(20000);
  expect(new Set(list.items.map(({ shapeA }) => shapeA.id % 2))).toEqual(new Set([0]));
  expect(list.items.length).toBe(1000);
});
