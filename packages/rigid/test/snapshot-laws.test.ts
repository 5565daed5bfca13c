/** Parts of a snapshot that a run of many bodies hardly ever shows: forces and events that wait for the next step, pairs, free slots. */

import { expect, test } from 'vitest';
import { type Body, createWorld, restoreSnapshot, takeSnapshot, type World } from '../src/index.js';
import { box, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const DT = 1 / 60;

/** A floor and two boxes that fall on each other. */
function makeWorld(): { world: World; a: Body; b: Body } {
  const solver = simpleSolver(20);
  const world = createWorld({
    gravity: { x: 0, y: -10 },
    solver: { ...solver, capabilities: { ...solver.capabilities, joints: ['filter'] } },
  });
  world.createBody({ type: 'static', shapes: [floor()] });
  const a = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box(1, 1)] });
  const b = world.createBody({ position: { x: 0.1, y: 1.7 }, shapes: [box(1, 1)] });
  return { world, a, b };
}

function hashes(world: World, count: number): string[] {
  return Array.from({ length: count }, () => {
    world.step(DT);
    return world.stateHash();
  });
}

test('a force and a torque pending for the next step', () => {
  const { world, a, b } = makeWorld();
  hashes(world, 5);
  a.applyForce({ x: 30, y: 0 });
  b.applyTorque(4);
  const snapshot = takeSnapshot(world);
  const straight = hashes(world, 10);
  expect(Math.abs(b.angularVelocity)).toBeGreaterThan(0.1);
  restoreSnapshot(world, snapshot);
  expect(hashes(world, 10)).toEqual(straight);
});

test('a body woken between steps is reported by the next step, each time', () => {
  const { world, a } = makeWorld();
  hashes(world, 300);
  expect(a.isAwake).toBe(false);
  a.isAwake = true;
  const snapshot = takeSnapshot(world);
  const woken = (): Body[] => {
    world.step(DT);
    return world.events.bodyWake.map(({ body }) => body);
  };
  const straight = woken();
  expect(straight).toContain(a);
  restoreSnapshot(world, snapshot);
  expect(woken()).toEqual(straight);
});

const partings: Record<string, (world: World, a: Body, b: Body) => void> = {
  'a pair switched off': (world, a, b) => world.setCollisionEnabled(a, b, false),
  'a joint whose bodies do not collide': (world, a, b) =>
    void world.createJoint({ kind: 'filter', bodyA: a, bodyB: b }),
};

for (const [name, part] of Object.entries(partings)) {
  test(`${name} since then collides again`, () => {
    const { world, a, b } = makeWorld();
    const snapshot = takeSnapshot(world);
    const straight = hashes(world, 60);
    expect(b.position.y).toBeGreaterThan(1.4);
    restoreSnapshot(world, snapshot);
    part(world, a, b);
    expect(hashes(world, 60)).not.toEqual(straight);
    restoreSnapshot(world, snapshot);
    expect(hashes(world, 60)).toEqual(straight);
  });
}

test('joints created after a restore take the same slots as before', () => {
  const { world, a, b } = makeWorld();
  const make = () => world.createJoint({ kind: 'filter', bodyA: a, bodyB: b });
  const joints = [make(), make(), make(), make()];
  world.destroyJoint(joints[2]);
  world.destroyJoint(joints[0]);
  const snapshot = takeSnapshot(world);
  const first = [make(), make()];
  const ids = first.map((joint) => joint.id);
  expect([...ids].sort()).toEqual([joints[0].id, joints[2].id].sort());
  // in the other order, so that the list of free slots differs
  for (const joint of first) world.destroyJoint(joint);
  restoreSnapshot(world, snapshot);
  expect([make().id, make().id]).toEqual(ids);
});

const departures: Record<string, (box: Body) => void> = {
  'flies off': (box) => {
    box.linearVelocity = { x: 0, y: 10 };
  },
  'tips over an edge': (box) => {
    box.linearVelocity = { x: -1.5, y: 1.5 };
    box.angularVelocity = 3;
  },
};

for (const [name, depart] of Object.entries(departures)) {
  test(`the contact of a box that ${name} is at the box, before the next step too`, () => {
    const { world, a, b } = makeWorld();
    world.destroyBody(b);
    hashes(world, 2);
    depart(a);
    world.step(DT);
    restoreSnapshot(world, takeSnapshot(world));
    let visits = 0;
    world.forEachContact((contact) => {
      visits++;
      expect([contact.normalX, contact.normalY]).toEqual([0, 1]);
      for (let point = 0; point < contact.pointCount; point++) {
        const corner = a.getLocalPoint({ x: contact.pointX(point), y: contact.pointY(point) });
        expect(Math.abs(corner.x)).toBeCloseTo(0.5, 1);
        const lowest = world.castRay({ x: contact.pointX(point), y: 0 }, { x: 0, y: 1 });
        if (lowest !== null) expect(contact.separation(point)).toBeCloseTo(lowest.fraction, 1);
        expect(contact.separation(point)).toBeGreaterThan(-0.01);
      }
    });
    expect(visits).toBe(1);
  });
}

test('in a world with another past, each shape belongs to the body that has it in the snapshot', () => {
  const { world } = makeWorld();
  hashes(world, 30);
  const elsewhere = createWorld({ gravity: { x: 0, y: -10 }, solver: world.solver });
  // the same numbers and generations of shapes, all of one body
  const ground = elsewhere.createBody({ type: 'static', shapes: [floor(), box(1, 1), box(1, 1)] });
  const before = ground.shapes;
  restoreSnapshot(elsewhere, takeSnapshot(world));
  for (const body of elsewhere.bodies) {
    expect(body.shapes.map((shape) => shape.body)).toEqual([body]);
    expect(elsewhere.touching(body.shapes[0])).toEqual(elsewhere.touching(body));
  }
  expect(before.map((shape) => shape.isValid)).toEqual([true, false, false]);
  expect(elsewhere.stateHash()).toBe(world.stateHash());
});

test.each([
  ['options.shape', { shape: false }],
  ['options.shapes', { shapes: 0 }],
  ['options.into', { into: [] }],
])('a snapshot refuses unknown and invalid options: %s', (name, options) => {
  expect(() => takeSnapshot(makeWorld().world, options as never)).toThrow(`${name}: expected`);
});
