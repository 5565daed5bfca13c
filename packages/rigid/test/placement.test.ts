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
  NX,
  NY,
  POINT0,
  SEPARATION,
  VX,
  VY,
  W,
  type World,
} from '../src/index.js';
import { box, floor } from './helpers/shapes.js';
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
  it('a body that moves less than the tolerance keeps its manifolds, refreshed to the present gap', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 }, sleeping: false });
    world.createBody({ type: 'static', shapes: [floor()] });
    const body = world.createBody({ position: { x: 0, y: 0.495 }, shapes: [box(1, 1)] });
    world.step(1 / 60);
    const { motion } = world.bodyStore;
    const o = body.id * BODY_STRIDE;
    // 0.1 mm sideways and up, turned by 0.1 mrad
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

  it('a refreshed contact agrees with one built anew, both bodies having moved and turned a little', () => {
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
      // the two anchors are points of the two surfaces that have slid past each other since
      expect(Math.abs(a.a[k] - a.b[k])).toBeLessThan(1.1e-3);
    }
  });

  it('anchors of a refreshed contact are material points: they turn with their bodies', () => {
    const world = createWorld({
      solver: ghostSolver(),
      gravity: { x: 0, y: 0 },
      sleeping: false,
      placementTolerance: 1,
    });
    const bodies = [0, 0.99].map((y) => world.createBody({ position: { x: 0, y }, shapes: [box(1, 1)] }));
    world.step(1 / 60);
    const local = bodies.map((body, k) => {
      const { a, b } = firstPoint(world);
      const [x, y] = k === 0 ? a : b;
      return body.getLocalPoint({ x, y });
    });
    bodies[0].angularVelocity = 6;
    bodies[0].linearVelocity = { x: 1, y: 2 };
    bodies[1].angularVelocity = -9;
    world.step(1 / 60);
    world.step(1 / 60);
    expect(world.stats.rebuiltManifolds).toBe(0);
    const { pose } = world.bodyStore;
    const before = { a: firstPoint(world).a, b: firstPoint(world).b };
    // firstPoint adds the anchors of the last collide to the centres of now: take the step since back out
    for (const [k, body] of bodies.entries()) {
      const o = body.id * BODY_STRIDE;
      const [x, y] = k === 0 ? before.a : before.b;
      const rx = x - pose[o + CX];
      const ry = y - pose[o + CY];
      const turn = -body.angularVelocity / 60;
      const angle = body.angle + turn;
      const c = Math.cos(angle);
      const s = Math.sin(angle);
      expect(c * rx + s * ry).toBeCloseTo(local[k].x, 9);
      expect(c * ry - s * rx).toBeCloseTo(local[k].y, 9);
    }
  });

  it('a stack at rest costs no manifold, and an exact world agrees with the recycling one', () => {
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

  it('small motions that add up are noticed', () => {
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
    // 0.5 mm a step: placed every third step
    expect(placed).toBe(33);
    expect(world.stats.touchingContacts).toBe(0);
  });
});
