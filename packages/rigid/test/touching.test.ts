import { createRandom } from '@otedama/math2d';
import { expect, test } from 'vitest';
import * as bare from '../src/bare.js';
import {
  type BodyShape,
  createCharacter,
  createWorld,
  moveTo,
  restoreSnapshot,
  takeSnapshot,
  type World,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const dt = 1 / 60;

function worldWithFloor(): World {
  const world = createWorld({ solver: simpleSolver() });
  world.createBody({ type: 'static', shapes: [floor()] });
  return world;
}

const keyOf = (a: BodyShape, b: BodyShape) => (a.id < b.id ? `${a.id} ${b.id}` : `${b.id} ${a.id}`);

/** Every touching pair, found from either side. */
function pairs(world: World): Set<string> {
  const found = new Set<string>();
  for (const body of world.bodies) {
    const ofShapes = new Set<BodyShape>();
    for (const shape of body.shapes) {
      for (const other of world.touching(shape)) {
        found.add(keyOf(shape, other));
        ofShapes.add(other);
        expect(world.touching(other)).toContain(shape);
      }
    }
    expect(world.touching(body)).toEqual([...ofShapes].sort((a, b) => a.id - b.id));
  }
  return found;
}

test('what touches is what began and did not end, sensors too, step by step and after going back', () => {
  const world = worldWithFloor();
  const random = createRandom(11);
  for (let k = 0; k < 3; k++) {
    world.createBody({
      type: 'static',
      position: { x: 2 * k - 2, y: 1 + k },
      shapes: [box(2, 1, { sensor: true })],
    });
  }
  for (let k = 0; k < 20; k++) {
    world.createBody({
      position: { x: 4 * random.next() - 2, y: 1 + 4 * random.next() },
      linearVelocity: { x: 6 * random.next() - 3, y: 0 },
      shapes: [circle(0.3, { restitution: 0.6 }), circle(0.2, { center: { x: 0.3, y: 0 } })],
    });
  }
  const open = new Set<string>();
  const solid = new Set<string>();
  let snapshot = takeSnapshot(world);
  let then = '';
  let most = 0;
  for (let k = 0; k < 150; k++) {
    world.step(dt);
    const { contactBegin, contactEnd, sensorBegin, sensorEnd } = world.events;
    // a contact that began and ended within a step is in both lists
    for (const { shapeA, shapeB } of contactBegin) {
      open.add(keyOf(shapeA, shapeB));
      solid.add(keyOf(shapeA, shapeB));
    }
    for (const { shapeA, shapeB } of contactEnd) {
      open.delete(keyOf(shapeA, shapeB));
      solid.delete(keyOf(shapeA, shapeB));
    }
    for (const { sensor, visitor } of sensorBegin) open.add(keyOf(sensor, visitor));
    for (const { sensor, visitor } of sensorEnd) open.delete(keyOf(sensor, visitor));
    expect([...pairs(world)].sort()).toEqual([...open].sort());
    expect(world.countTouching(), 'sensors left out').toBe(solid.size);
    most = Math.max(most, open.size);
    if (k === 100) {
      snapshot = takeSnapshot(world);
      then = [...pairs(world)].sort().join();
    }
  }
  expect(most).toBeGreaterThan(15);
  restoreSnapshot(world, snapshot);
  expect([...pairs(world)].sort().join()).toBe(then);
});

test('pairs that touch are counted whether they sleep or not, and no more when a body of them has gone', () => {
  const world = worldWithFloor();
  const boxes = [-2, 0, 2].map((x) => world.createBody({ position: { x, y: 0.5 }, shapes: [box(1, 1)] }));
  for (let k = 0; k < 240; k++) world.step(dt);
  expect(world.stats.awakeBodies).toBe(0);
  expect(world.stats.touchingContacts, 'for the solver there is nothing to do').toBe(0);
  expect(world.countTouching()).toBe(3);
  world.destroyBody(boxes[1]);
  expect(world.countTouching()).toBe(2);
  expect(bare.countTouching(world)).toBe(2);
});

test('a bare world is asked by a function, and what is not in the world is refused', () => {
  const world = bare.createWorld({ solver: simpleSolver() });
  const ground = world.createBody({ type: 'static', shapes: [floor()] });
  const ball = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [circle(0.5)] });
  world.step(dt);
  expect(bare.touching(world, ball)).toEqual(ground.shapes);
  const [shape] = ball.shapes;
  world.destroyBody(ball);
  expect(bare.touching(world, ground)).toEqual([]);
  expect(() => bare.touching(world, ball)).toThrow(/of: expected a body that is in this world/);
  expect(() => bare.touching(world, shape)).toThrow(/of: expected a shape that is in this world/);
  expect(() => bare.touching(world, undefined as never)).toThrow(/of/);
});

test('a kinematic body goes to a place and a turn in one step, carries what stands on it, and stops there', () => {
  const world = worldWithFloor();
  const lift = world.createBody({
    type: 'kinematic',
    position: { x: 0, y: 1 },
    shapes: [box(2, 0.2)],
  });
  const rider = createCharacter(world, {
    shape: { kind: 'circle', radius: 0.4 },
    position: { x: 0, y: 1.51 },
  });
  for (let k = 1; k <= 60; k++) {
    moveTo(lift, { x: k / 60, y: 1 + k / 120 }, dt);
    rider.move({ x: 0, y: rider.isGrounded ? 0 : -1 }, dt);
    world.step(dt);
    expect(lift.position.x).toBeCloseTo(k / 60, 12);
  }
  expect(lift.position.y).toBeCloseTo(1.5, 12);
  // in the first step it was not on the lift yet
  expect(rider.body.position.x).toBeCloseTo(59 / 60, 9);
  expect(lift.linearVelocity.x).toBeCloseTo(1, 9);
  moveTo(lift, lift.position, dt);
  world.step(dt);
  expect(lift.linearVelocity).toEqual({ x: 0, y: 0 });

  lift.angle = 3;
  for (let k = 0; k < 4; k++) {
    moveTo(lift, { x: 1, y: 1.5 }, dt, -3);
    if (k === 0)
      expect(lift.angularVelocity, 'the shorter way, over pi').toBeCloseTo((2 * Math.PI - 6) / dt, 9);
    world.step(dt);
  }
  expect(lift.angle).toBeCloseTo(-3, 6);
  expect(lift.position.x).toBeCloseTo(1, 6);
  expect(() => moveTo(lift, { x: Number.NaN, y: 0 }, dt)).toThrow(/position/);
  expect(() => moveTo(lift, { x: 0, y: 0 }, 0)).toThrow(/dt/);
  expect(() => moveTo(world.bodies[0], { x: 0, y: 0 }, dt)).toThrow(/kinematic/);
});
