import { describe, expect, it } from 'vitest';
import {
  AX,
  AY,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  BX,
  BY,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  CX,
  CY,
  createWorld,
  integratePositions,
  NX,
  NY,
  PLACED_Y,
  POINT0,
  SEPARATION,
  type Solver,
  VX,
  VY,
  W,
  type World,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { ghostSolver, simpleSolver } from './helpers/simple-solver.js';

function firstPoint(world: World) {
  const { index, data, touching } = world.contactStore;
  const i = touching[0] * CONTACT_INDEX_STRIDE;
  const d = touching[0] * CONTACT_STRIDE;
  const p = d + POINT0;
  const { pose } = world.bodyStore;
  const oA = index[i + BODY_A] * BODY_STRIDE;
  const oB = index[i + BODY_B] * BODY_STRIDE;
  return {
    normal: [data[d + NX], data[d + NY]],
    a: [pose[oA + CX] + data[p + AX], pose[oA + CY] + data[p + AY]],
    b: [pose[oB + CX] + data[p + BX], pose[oB + CY] + data[p + BY]],
    separation: data[p + SEPARATION],
  };
}

describe('placement', () => {
  it('a body rotating half a turn about its centre in a step gets a new placement, although its line is unchanged', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 }, sleeping: false });
    const body = world.createBody({
      angularVelocity: 60 * Math.PI,
      allowFastRotation: true,
      shapes: [
        {
          kind: 'polygon',
          vertices: [
            { x: -0.5, y: -0.5 },
            { x: 1, y: 0 },
            { x: -0.5, y: 0.5 },
          ],
        },
      ],
    });
    const isAt = (x: number): boolean => world.overlapPoint({ x, y: 0 }).length > 0;
    expect([isAt(0.8), isAt(-0.8)]).toEqual([true, false]);
    world.step(1 / 60);
    expect(Math.abs(body.angle)).toBeCloseTo(Math.PI, 6);
    expect([isAt(0.8), isAt(-0.8)]).toEqual([false, true]);
  });

  it('a body moving less than the tolerance keeps its manifolds, refreshed to the current gap', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 }, sleeping: false });
    world.createBody({ type: 'static', shapes: [floor()] });
    const body = world.createBody({ position: { x: 0, y: 0.495 }, shapes: [box(1, 1)] });
    world.step(1 / 60);
    const { motion } = world.bodyStore;
    const o = body.id * BODY_STRIDE;
    // 0.1 mm sideways and up, rotated by 0.1 mrad
    motion[o + VX] = 0.006;
    motion[o + VY] = 0.006;
    motion[o + W] = 0.006;
    world.step(1 / 60);
    motion.fill(0, o, o + W + 1);
    world.step(1 / 60);
    expect(world.stats.rebuiltManifolds).toBe(0);
    expect(world.stats.placedBodies).toBe(0);
    const refreshed = firstPoint(world);

    const exact = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 }, placementTolerance: 0 });
    exact.createBody({ type: 'static', shapes: [floor()] });
    exact.createBody({ position: body.position, angle: body.angle, shapes: [box(1, 1)] });
    exact.step(1 / 60);
    const built = firstPoint(exact);
    expect(refreshed.normal).toEqual(built.normal);
    expect(refreshed.separation).toBeCloseTo(built.separation, 6);
    for (let k = 0; k < 2; k++) {
      expect(Math.abs((refreshed.a[k] + refreshed.b[k]) / 2 - (built.a[k] + built.b[k]) / 2)).toBeLessThan(
        1e-3,
      );
    }
  });

  it('a refreshed contact matches a rebuilt one after both bodies moved and rotated slightly', () => {
    const make = (placementTolerance: number) => {
      const world = createWorld({
        solver: ghostSolver(),
        gravity: { x: 0, y: 0 },
        sleeping: false,
        placementTolerance,
      });
      const bodies = [0, 0.99].map((y) =>
        world.createBody({ position: { x: 0.3 * y, y }, angle: 0.002 * y, shapes: [box(1, 1)] }),
      );
      world.step(1 / 60);
      const { motion } = world.bodyStore;
      const velocities = [
        [0.01, -0.008, 0.02],
        [-0.006, 0.012, -0.015],
      ];
      for (const [k, body] of bodies.entries()) motion.set(velocities[k], body.id * BODY_STRIDE);
      world.step(1 / 60);
      for (const body of bodies) motion.fill(0, body.id * BODY_STRIDE, body.id * BODY_STRIDE + W + 1);
      world.step(1 / 60);
      return world;
    };
    const recycled = make(0.001);
    const exact = make(0);
    expect(recycled.stats.rebuiltManifolds).toBe(0);
    const a = firstPoint(recycled);
    const b = firstPoint(exact);
    // second order in the motion: (0.3 mrad)^2 of half a metre
    expect(Math.abs(a.separation - b.separation)).toBeLessThan(1e-6);
    for (let k = 0; k < 2; k++) {
      expect(Math.abs((a.a[k] + a.b[k]) / 2 - (b.a[k] + b.b[k]) / 2)).toBeLessThan(1e-3);
      // the two anchors are points of surfaces that have slid past each other since
      expect(Math.abs(a.a[k] - a.b[k])).toBeLessThan(1.1e-3);
    }
  });

  it('a refreshed contact keeps its anchors, and its gap is measured between their material points', () => {
    const world = createWorld({
      solver: ghostSolver(),
      gravity: { x: 0, y: 0 },
      sleeping: false,
      placementTolerance: 1,
    });
    const bodies = [0, 0.99].map((y) => world.createBody({ position: { x: 0, y }, shapes: [box(1, 1)] }));
    world.step(1 / 60);
    const anchors = () => {
      const { data } = world.contactStore;
      return [AX, AY, BX, BY].map((k) => data[POINT0 + k]);
    };
    const before = anchors();
    const local = bodies.map((body, k) => {
      const { x, y } = body.worldCenter;
      return body.getLocalPoint({ x: x + before[2 * k], y: y + before[2 * k + 1] });
    });
    const start = world.contactStore.data[POINT0 + SEPARATION];
    bodies[0].angularVelocity = 0.6;
    bodies[0].linearVelocity = { x: 1, y: 2 };
    bodies[1].angularVelocity = -0.5;
    world.step(1 / 60);
    const [a, b] = bodies.map((body, k) => body.getWorldPoint(local[k]));
    world.step(1 / 60);
    expect(world.stats.rebuiltManifolds).toBe(0);
    expect(anchors()).toEqual(before);
    // normal (0, 1); the points coincided at the start
    expect(world.contactStore.data[POINT0 + SEPARATION]).toBeCloseTo(start + b.y - a.y, 12);
  });

  it('a stack at rest builds no manifold, and an exact world matches the recycling one', () => {
    const run = (placementTolerance: number) => {
      const world = createWorld({ solver: simpleSolver(20), placementTolerance, sleeping: false });
      world.createBody({ type: 'static', shapes: [floor()] });
      const bodies = [0, 1, 2].map((k) =>
        world.createBody({ position: { x: 0, y: 0.5 + k }, shapes: [box(1, 1)] }),
      );
      for (let k = 0; k < 300; k++) world.step(1 / 60);
      return { world, heights: bodies.map((body) => body.position.y) };
    };
    const recycled = run(0.001);
    const exact = run(0);
    expect(recycled.world.stats.rebuiltManifolds).toBe(0);
    expect(recycled.world.stats.refreshedManifolds).toBe(3);
    for (let k = 0; k < 3; k++) expect(Math.abs(recycled.heights[k] - exact.heights[k])).toBeLessThan(1e-3);
  });

  it('small motions that accumulate are detected', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 }, sleeping: false });
    world.createBody({ type: 'static', shapes: [floor()] });
    const body = world.createBody({
      position: { x: 0, y: 0.5 },
      linearVelocity: { x: 0, y: 0.03 },
      shapes: [box(1, 1)],
    });
    let placed = 0;
    for (let k = 0; k < 100; k++) {
      world.step(1 / 60);
      placed += world.stats.placedBodies;
      expect(Math.abs(body.shapes[0].aabb.minY - (body.position.y - 0.5))).toBeLessThan(1.1e-3);
    }
    // 0.5 mm per step: placed in every 21st step while two points are near the floor (up to 20 mm), in every third step afterwards
    expect(placed).toBe(2 + Math.floor((100 - 42) / 3));
    expect(world.stats.touchingContacts).toBe(0);
  });

  // displacements are applied at the end of the step, or by `collide`
  const early: Solver = {
    ...ghostSolver(),
    step(world, dt) {
      integratePositions(world.bodies, dt);
      world.collide();
    },
  };
  it.each([
    ['at the end of the step', ghostSolver()],
    ['in the middle', early],
  ])('a creeping body is processed in one step out of eight (displaced %s)', (_, solver) => {
    const world = createWorld({ solver, gravity: { x: 0, y: 0 }, sleeping: false });
    world.createBody({ type: 'static', shapes: [floor()] });
    const speed = 0.0009;
    const balls = [0, 1, 2].map((x) =>
      world.createBody({
        position: { x, y: 0.4 },
        linearVelocity: { x: 0, y: speed },
        shapes: [circle(0.4)],
      }),
    );
    const steps: number[][] = balls.map(() => []);
    for (let step = 0; step < 600; step++) {
      world.step(1 / 60);
      for (const [k, ball] of balls.entries()) {
        const way = ball.position.y - world.bodyStore.placed[ball.id * BODY_STRIDE + PLACED_Y];
        expect(way).toBeLessThan(0.001 + 8.1 * (speed / 60));
        if (way === 0) steps[k].push(step);
      }
    }
    // each ball is placed in steps with one remainder modulo eight, which differs between the balls
    expect(steps.map((list) => list.length)).toEqual([8, 8, 8]);
    expect(steps.map((list) => new Set(list.map((step) => step % 8)).size)).toEqual([1, 1, 1]);
    expect(new Set(steps.map((list) => list[0] % 8)).size).toBe(3);
  });

  it('a body that crept and stopped is processed in its turn', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 }, sleeping: false });
    world.createBody({ type: 'static', shapes: [floor()] });
    const ball = world.createBody({
      position: { x: 0, y: 0.4 },
      linearVelocity: { x: 0, y: 0.0009 },
      shapes: [circle(0.4)],
    });
    // another body that keeps moving
    world.createBody({ position: { x: 0, y: 9 }, linearVelocity: { x: 1, y: 0 }, shapes: [circle(0.4)] });
    const { placed, stale } = world.bodyStore;
    const isPlacedHere = () => placed[ball.id * BODY_STRIDE + PLACED_Y] === ball.position.y;
    while (stale[ball.id] === 0) world.step(1 / 60);
    ball.linearVelocity = { x: 0, y: 0 };
    expect(world.stats.steps).toBe(67);
    while (!isPlacedHere() && world.stats.steps < 100) world.step(1 / 60);
    // the sum of step number and body slot is a multiple of eight
    expect(world.stats.steps - 1 + ball.id).toBe(72);
  });

  it('bodies moving together keep their manifolds, and get a new placement when one moves away', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 }, sleeping: false });
    const column = [0, 1, 2, 3].map((y) =>
      world.createBody({ position: { x: 0, y }, linearVelocity: { x: 0.3, y: 0 }, shapes: [box(1, 1)] }),
    );
    world.step(1 / 60);
    for (let k = 0; k < 200; k++) {
      world.step(1 / 60);
      expect(world.stats.placedBodies).toBe(0);
      expect(world.stats.rebuiltManifolds).toBe(0);
    }
    // queries find it a metre away from its last placement
    expect(world.overlapPoint({ x: 1.4, y: 2 })).toEqual([column[2].shapes[0]]);
    expect(column[2].shapes[0].aabb.minX).toBeCloseTo(column[2].position.x - 0.5, 12);
    // the lowest one stops: its neighbour is no longer where its contact expects it, and the others were placed long ago
    column[0].linearVelocity = { x: -0.6, y: 0 };
    world.step(1 / 60);
    expect(world.stats.placedBodies).toBe(4);
    world.step(1 / 60);
    expect(world.stats.rebuiltManifolds).toBe(3);
  });

  it('bodies rotating together get a new placement before their normals are off by more than 1/50', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 }, sleeping: false });
    const spin = 0.1;
    [-0.5, 0.5].map((y) =>
      world.createBody({
        position: { x: 0, y },
        linearVelocity: { x: -spin * y, y: 0 },
        angularVelocity: spin,
        shapes: [box(1, 1)],
      }),
    );
    let placed = 0;
    for (let k = 0; k < 60; k++) {
      world.step(1 / 60);
      placed += world.stats.placedBodies;
      const { data } = world.contactStore;
      const angle = spin * (world.time - 1 / 60);
      // normal of the lower box's upper side
      expect(Math.abs(data[NX] * Math.cos(angle) + data[NY] * Math.sin(angle))).toBeLessThan(0.0201);
    }
    expect(placed).toBeGreaterThanOrEqual(8);
  });
});

it('a fast body lands on a slow lift in the same step whether the lift has a load or not', () => {
  const landing = (isLoaded: boolean, height: number): number => {
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
    const lift = world.createBody({ type: 'kinematic', shapes: [box(8, 0.4)] });
    // a load moves with the lift, so neither is placed
    if (isLoaded) world.createBody({ position: { x: -3, y: 0.7 }, shapes: [box(1, 1)] });
    for (let step = 0; step < 60; step++) world.step(1 / 60);
    lift.linearVelocity = { x: 0.6, y: 0.4 };
    for (let step = 0; step < 120; step++) world.step(1 / 60);
    const body = world.createBody({
      position: { x: lift.position.x + 2, y: lift.position.y + height },
      linearVelocity: { x: 0, y: -20 },
      gravityScale: 0,
      shapes: [circle(0.3)],
    });
    let lowest = Number.POSITIVE_INFINITY;
    for (let step = 0; step < 40; step++) {
      world.step(1 / 60);
      lowest = Math.min(lowest, body.position.y - lift.position.y);
    }
    return lowest;
  };
  for (let k = 0; k < 8; k++) {
    const alone = landing(false, 3 + 0.05 * k);
    expect(alone).toBeGreaterThan(0.15);
    expect(landing(true, 3 + 0.05 * k)).toBeCloseTo(alone, 6);
  }
});
