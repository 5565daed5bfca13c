import { createRandom, type Vec2 } from '@otedama/math2d';
import type { BodyDefinition } from '@otedama/rigid';
import { expect, test, vi } from 'vitest';
import { BodyDrag, type Painter, pickBody, type ShapeGeometry, shapeDistance } from '../src/index.js';
import { pickSoftBody } from '../src/soft-grip.js';
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

/** Shapes, points, and the distances between them. */
const distances: readonly (readonly [shape: ShapeGeometry, point: Vec2, distance: number])[] = [
  [{ kind: 'circle', center: { x: 1, y: 0 }, radius: 2 }, { x: 5, y: 0 }, 2],
  [triangle, { x: -3, y: -4 }, 5],
  [triangle, { x: 2, y: -1 }, 1],
  [triangle, { x: 4, y: 3 }, 12 / 5],
  [triangle, { x: 1, y: 1 }, -1],
  [{ ...triangle, radius: 0.5 }, { x: 2, y: -1 }, 0.5],
  [{ kind: 'capsule', point1: { x: 0, y: 0 }, point2: { x: 4, y: 0 }, radius: 1 }, { x: 2, y: 3 }, 2],
  [{ kind: 'capsule', point1: { x: 0, y: 0 }, point2: { x: 4, y: 0 }, radius: 1 }, { x: 7, y: 4 }, 4],
  [{ kind: 'segment', point1: { x: 0, y: 0 }, point2: { x: 4, y: 0 } }, { x: -3, y: 4 }, 5],
];

test('distances from shapes: outside to the nearest feature, inside negative', () => {
  for (const [shape, point, distance] of distances)
    expect(shapeDistance(shape, point)).toBeCloseTo(distance, 12);
  expect(shapeDistance({ kind: 'halfSpace', normal: { x: 0, y: 1 } }, { x: 0, y: -9 })).toBe(Infinity);
});

test('distances are the same wherever the shape and the point are', () => {
  const draw = createRandom(1);
  for (let k = 0; k < 50; k++) {
    const [angle, x, y] = [draw.uniform(0, 7), draw.uniform(-9, 9), draw.uniform(-9, 9)];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const move = (p: Vec2): Vec2 => ({ x: x + c * p.x - s * p.y, y: y + s * p.x + c * p.y });
    for (const [shape, point, distance] of distances) {
      const moved = JSON.parse(JSON.stringify(shape), (_, value) =>
        'x' in Object(value) ? move(value) : value,
      );
      expect(shapeDistance(moved, move(point))).toBeCloseTo(distance, 9);
    }
  }
});

test('a body is found by the place of the pointer in its own axes, and not by its sensors', () => {
  const world = driftingWorld();
  for (let angle = -3; angle < 3; angle += 0.7) {
    const body = world.createBody({ shapes: [triangle], position: { x: 2, y: -5 }, angle });
    expect(pickBody(world, body.getWorldPoint({ x: 3.5, y: 0.2 }), 0)).toBe(body);
    expect(pickBody(world, body.getWorldPoint({ x: 3.5, y: -0.2 }), 0)).toBeNull();
    expect(pickBody(world, body.getWorldPoint({ x: 0.2, y: 3.5 }), 0)).toBeNull();
    world.destroyBody(body);
  }
  const zone = world.createBody({ shapes: [{ kind: 'circle', radius: 2, sensor: true }] });
  expect(pickBody(world, zone.position, 0)).toBeNull();
  const core = zone.createShape({ kind: 'circle', radius: 1 });
  expect(pickBody(world, { x: 0.5, y: 0 }, 0)).toBe(core.body);
  expect(pickBody(world, { x: 1.5, y: 0 }, 0)).toBeNull();
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

test('a soft body is found inside its skin wherever it is, and not while it is disabled', () => {
  const world = softWorld([{ ...softSquare, position: { x: 3, y: -7 }, angle: 0.4 }]);
  const [{ particles, skin }] = world.softBodies;
  const at = (corner: Vec2, share: number): Vec2 => ({
    x: 3 + share * (corner.x - 3),
    y: -7 + share * (corner.y + 7),
  });
  for (const corner of skin) {
    expect(particles).toContain(pickSoftBody(world, at(corner, 0.99)));
    expect(pickSoftBody(world, at(corner, 1.01))).toBeNull();
  }
  for (const particle of particles) particle.isEnabled = false;
  expect(pickBody(world, { x: 3, y: -7 }, 0)).toBeNull();
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
