import type { BodyDefinition } from '@otedama/rigid';
import { expect, test, vi } from 'vitest';
import { BodyDrag, type Painter, pickBody, shapeDistance } from '../src/index.js';
import { driftingWorld } from './drifting-world.js';
import { softSquare, softWorld } from './soft-world.js';

const triangle = {
  kind: 'polygon',
  vertices: [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 0, y: 3 },
  ],
} as const;
const ball: BodyDefinition = { shapes: [{ kind: 'circle', radius: 1 }] };

test('distances from shapes: outside to the nearest feature, inside negative', () => {
  expect(shapeDistance({ kind: 'circle', center: { x: 1, y: 0 }, radius: 2 }, { x: 5, y: 0 })).toBe(2);
  expect(shapeDistance(triangle, { x: -3, y: -4 })).toBe(5);
  expect(shapeDistance(triangle, { x: 2, y: -1 })).toBe(1);
  expect(shapeDistance(triangle, { x: 4, y: 3 })).toBeCloseTo(12 / 5, 12);
  expect(shapeDistance(triangle, { x: 1, y: 1 })).toBeCloseTo(-1, 12);
  expect(shapeDistance({ ...triangle, radius: 0.5 }, { x: 2, y: -1 })).toBe(0.5);
  const capsule = { kind: 'capsule', point1: { x: 0, y: 0 }, point2: { x: 4, y: 0 }, radius: 1 } as const;
  expect(shapeDistance(capsule, { x: 2, y: 3 })).toBe(2);
  expect(shapeDistance(capsule, { x: 7, y: 4 })).toBe(4);
  expect(shapeDistance({ kind: 'halfSpace', normal: { x: 0, y: 1 } }, { x: 0, y: -9 })).toBe(Infinity);
});

test('the pointer finds the nearest dynamic body within reach, through its rotation, and no other', () => {
  const world = driftingWorld();
  const near = world.createBody({ ...ball, position: { x: 0, y: 0 } });
  const far = world.createBody({ ...ball, position: { x: 3, y: 0 } });
  const fixed = world.createBody({ ...ball, type: 'static', position: { x: 0, y: 9 } });
  expect(pickBody(world, { x: 1.4, y: 0 }, 1)).toBe(near);
  expect(pickBody(world, { x: 1.6, y: 0 }, 1)).toBe(far);
  expect(pickBody(world, { x: 1.5, y: 3 }, 1)).toBeNull();
  expect(pickBody(world, fixed.position, 0)).toBeNull();
  const turned = world.createBody({ shapes: [triangle], position: { x: 20, y: 0 }, angle: Math.PI });
  expect(pickBody(world, { x: 19, y: -1 }, 0)).toBe(turned);
  expect(pickBody(world, { x: 21, y: 1 }, 0)).toBeNull();
});

test('a drag creates one grab joint at the grabbed point, moves its target and removes it at the end', () => {
  const world = driftingWorld();
  const body = world.createBody({ ...ball, position: { x: 2, y: 1 }, angle: Math.PI / 2 });
  const drag = new BodyDrag(world);
  expect(drag.grab({ x: 9, y: 9 }, 1)).toBe(false);
  expect(world.joints).toHaveLength(0);
  expect(drag.grab({ x: 2.5, y: 1 })).toBe(true);
  expect(drag.body).toBe(body);
  const joint = world.joints[0];
  expect(joint.localAnchorB.x).toBeCloseTo(0, 12);
  expect(joint.localAnchorB.y).toBeCloseTo(-0.5, 12);
  drag.move({ x: 7, y: 8 });
  expect(joint.target).toEqual({ x: 7, y: 8 });
  drag.grab({ x: 2, y: 1 });
  expect(world.joints).toHaveLength(1);
  drag.release();
  drag.release();
  expect(world.joints).toHaveLength(0);
  expect(drag.body).toBeNull();
});

test('a body destroyed while held is released', () => {
  const world = driftingWorld();
  const body = world.createBody(ball);
  const drag = new BodyDrag(world);
  drag.grab({ x: 0, y: 0 });
  world.destroyBody(body);
  drag.move({ x: 1, y: 1 });
  expect(drag.body).toBeNull();
  drag.release();
  expect(world.joints).toHaveLength(0);
});

test('a soft body is found anywhere inside its skin, by the nearest particle, and not outside it', () => {
  const world = softWorld([{ ...softSquare, particleRadius: 0.2 }]);
  const [{ particles, plan }] = world.softBodies;
  for (const point of [
    { x: 0.2, y: 0.2 }, // in the gap between four inner particles
    { x: 1.5, y: -1.5 },
  ]) {
    const found = pickBody(world, point, 0);
    const distances = particles.map(({ position }) => Math.hypot(position.x - point.x, position.y - point.y));
    expect(found).toBe(particles[distances.indexOf(Math.min(...distances))]);
  }
  expect(pickBody(world, { x: 2.1, y: 0 }, 0)).toBeNull();
  expect(pickBody(world, { x: 2.1, y: 0 }, 0.2)).not.toBeNull();
  expect(plan.radius).toBe(0.2);
});

test('a soft body is also found at the height of a corner of its skin, and not beside it', () => {
  const world = softWorld([{ ...softSquare, particleRadius: 0.2 }]);
  for (const { y } of world.softBodies[0].skin) {
    if (Math.abs(y) > 1.9) continue;
    expect(pickBody(world, { x: 0.05, y }, 0)).not.toBeNull();
    expect(pickBody(world, { x: -9, y }, 0)).toBeNull();
  }
});

test('a drag draws its spring from the held point to the pointer', () => {
  const world = driftingWorld();
  world.createBody({ ...ball, position: { x: 2, y: 1 } });
  const drag = new BodyDrag(world);
  const lines: number[][] = [];
  const points: number[][] = [];
  const painter = {
    line: (...ends: number[]) => void lines.push(ends.slice(0, 4)),
    point: (...place: number[]) => void points.push(place.slice(0, 2)),
  } as unknown as Painter;
  drag.draw(painter);
  expect([lines, points]).toEqual([[], []]);
  drag.grab({ x: 2.5, y: 1 });
  drag.move({ x: 7, y: 8 });
  drag.draw(painter);
  expect(lines).toEqual([[2.5, 1, 7, 8]]);
  expect(points).toEqual([
    [2.5, 1],
    [7, 8],
  ]);
});

test('a drag holds the particles around the point with springs that together equal one on a body of that mass', () => {
  const world = softWorld([{ ...softSquare, mass: 3 }]);
  const [soft] = world.softBodies;
  const made = vi.spyOn(world, 'createJoint');
  const drag = new BodyDrag(world, { hertz: 4, dampingRatio: 0.5, maximumAcceleration: 100 });
  expect(drag.grab({ x: 1, y: 1 })).toBe(true);
  const springs = made.mock.calls.map(([spring]) => spring as { hertz: number; dampingRatio: number });
  const held = world.joints.map(({ bodyB }) => bodyB as (typeof soft.particles)[number]);
  expect(held.length).toBeGreaterThan(4);
  expect(held.length).toBeLessThan(soft.particles.length / 2);
  for (const { position } of held) expect(Math.hypot(position.x - 1, position.y - 1)).toBeLessThan(1.6);
  expect(soft.particles).toContain(drag.body);
  const sum = (value: (mass: number, index: number) => number): number =>
    held.reduce((total, { mass }, index) => total + value(mass, index), 0);
  // k = m w^2 and c = 2 z m w
  expect(sum((mass, index) => mass * springs[index].hertz ** 2)).toBeCloseTo(3 * 4 ** 2, 9);
  const damping = (mass: number, index: number): number =>
    mass * springs[index].hertz * springs[index].dampingRatio;
  expect(sum(damping)).toBeCloseTo(3 * 4 * 0.5, 9);
  expect(sum((_, index) => world.joints[index].maximumForce)).toBeCloseTo(300, 9);
  const before = held.map(({ position }) => position);
  drag.move({ x: 1.5, y: 3 });
  world.joints.forEach(({ target }, index) => {
    expect(target.x - before[index].x).toBeCloseTo(0.5, 12);
    expect(target.y - before[index].y).toBeCloseTo(2, 12);
  });
  for (let step = 0; step < 60; step++) world.step(1 / 60);
  for (const [index, { position }] of held.entries()) {
    expect(position.x - before[index].x).toBeCloseTo(0.5, 1);
    expect(position.y - before[index].y).toBeCloseTo(2, 1);
  }
  drag.release();
  expect(world.joints).toHaveLength(0);
  expect(drag.body).toBeNull();
});
