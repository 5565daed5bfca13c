/**
 * Fields compared with closed forms of a single step: lift across a slanted wind, wind on a rotating body, drag for any length of step,
 * the buoyancy of a half-submerged ball, and the four sides of a region.
 */

import { describe, expect, test } from 'vitest';
import { addBuoyancy, addWind, type Body, createWorld, type World } from '../src/index.js';
import { box, circle } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

function worldOf(gravity = 0): World {
  return createWorld({ solver: simpleSolver(), gravity: { x: 0, y: gravity } });
}

describe('wind', () => {
  test('turned with the body, the force is turned too', () => {
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
    'still air brakes a dumb-bell that spins, at the angle %s: T = 2 r (rho (w r)^2 / 2) d',
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
  test('spin below the surface goes by the factor 1 / (1 + h k) in a step, however large k is', () => {
    for (const angularDrag of [1, 100, 1e6]) {
      const world = worldOf();
      const body = world.createBody({ position: { x: 0, y: -5 }, angularVelocity: 3, shapes: [box(2, 1)] });
      addBuoyancy(world, { kind: 'buoyancy', surface: { x: 0, y: 0 }, linearDrag: 0, angularDrag });
      const h = 1 / 60;
      world.step(h);
      expect(body.angularVelocity * (1 + h * angularDrag)).toBeCloseTo(3, 9);
    }
  });

  test('a flow in any direction takes a body along', () => {
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

  test('half a ball below a slanted surface is pushed at its centroid, 4 r / (3 pi) from the middle', () => {
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
});

test.each(['wind', 'buoyancy'] as const)('%s acts inside its region alone, on all four sides', (kind) => {
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
