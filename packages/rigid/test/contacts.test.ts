import { describe, expect, it } from 'vitest';
import {
  BODY_STRIDE,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  createWorld,
  FRICTION,
  ID0,
  ID1,
  integratePositions,
  NORMAL_IMPULSE,
  NORMAL_VELOCITY,
  NX,
  NY,
  POINT0,
  POINT1,
  RESTITUTION,
  ROLLING,
  ROLLING_FACE,
  type Solver,
  STEP_NORMAL_IMPULSE,
  TANGENT_IMPULSE,
  TANGENT_SPEED,
  VX,
  VY,
  W,
  type World,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

/** Finds contacts and moves bodies by their velocities, without changing impulses. */
const lookSolver: Solver = {
  name: 'look',
  capabilities: {
    restitution: true,
    friction: true,
    tangentSpeed: true,
    rollingResistance: true,
    joints: [],
  },
  step(world, dt) {
    world.collide();
    integratePositions(world.bodies, dt);
  },
};

function resting(): { world: World; move: (vx: number, vy: number, w: number) => void } {
  const world = createWorld({ solver: lookSolver, gravity: { x: 0, y: 0 }, sleeping: false });
  world.createBody({ type: 'static', shapes: [floor()] });
  const body = world.createBody({ position: { x: 0, y: 0.498 }, shapes: [box(1, 1)] });
  world.step(1 / 60);
  return {
    world,
    move(vx, vy, w) {
      const { motion } = world.bodyStore;
      const o = body.id * BODY_STRIDE;
      motion[o + VX] = 60 * vx;
      motion[o + VY] = 60 * vy;
      motion[o + W] = 60 * w;
      world.step(1 / 60);
      motion.fill(0, o, o + W + 1);
      world.step(1 / 60);
    },
  };
}

function onlyContact(world: World) {
  const { index, data, touching, touchingCount } = world.contactStore;
  expect(touchingCount).toBe(1);
  const i = touching[0] * CONTACT_INDEX_STRIDE;
  const d = touching[0] * CONTACT_STRIDE;
  return { index, data, i, d };
}

describe('contacts', () => {
  it('keep their impulses by feature id when the manifold is rebuilt', () => {
    const { world, move } = resting();
    const { index, data, i, d } = onlyContact(world);
    expect(index[i + COUNT]).toBe(2);
    const ids = [index[i + ID0], index[i + ID1]];
    data[d + POINT0 + NORMAL_IMPULSE] = 3;
    data[d + POINT0 + TANGENT_IMPULSE] = -1;
    data[d + POINT1 + NORMAL_IMPULSE] = 5;
    data[d + POINT1 + TANGENT_IMPULSE] = 2;
    move(0.1, 0, 0);
    expect([index[i + ID0], index[i + ID1]]).toEqual(ids);
    expect(data[d + POINT0 + NORMAL_IMPULSE]).toBe(3);
    expect(data[d + POINT0 + TANGENT_IMPULSE]).toBe(-1);
    expect(data[d + POINT1 + NORMAL_IMPULSE]).toBe(5);
    expect(data[d + POINT1 + TANGENT_IMPULSE]).toBe(2);
  });

  it('drop the impulse of a removed point, keep the other, and start from zero on other features', () => {
    const { world, move } = resting();
    const { index, data, i, d } = onlyContact(world);
    data[d + POINT0 + NORMAL_IMPULSE] = 3;
    data[d + POINT1 + NORMAL_IMPULSE] = 5;
    const kept = new Map([
      [index[i + ID0], 3],
      [index[i + ID1], 5],
    ]);
    move(0, 0, 0.1);
    expect(index[i + COUNT]).toBe(1);
    expect(data[d + POINT0 + NORMAL_IMPULSE]).toBe(kept.get(index[i + ID0]));
    // half a turn later other corners touch
    move(0, 0, Math.PI - 0.1);
    for (const [point, id] of [
      [POINT0, ID0],
      [POINT1, ID1],
    ]) {
      expect(kept.has(index[i + id])).toBe(false);
      expect(data[d + point + NORMAL_IMPULSE]).toBe(0);
    }
  });

  it('a missing point has zeros, so that solvers may add up both points', () => {
    const { world, move } = resting();
    const { index, data, i, d } = onlyContact(world);
    const fields = [NORMAL_IMPULSE, TANGENT_IMPULSE, STEP_NORMAL_IMPULSE, NORMAL_VELOCITY];
    for (const field of fields) data[d + POINT1 + field] = 5;
    move(0, 0, 0.1);
    expect(index[i + COUNT]).toBe(1);
    expect(fields.map((field) => data[d + POINT1 + field])).toEqual([0, 0, 0, 0]);
  });

  it('the maximum impulse is that of the last step', () => {
    const { world } = resting();
    const { data, d } = onlyContact(world);
    data[d + POINT0 + STEP_NORMAL_IMPULSE] = 7;
    world.step(1 / 60);
    expect(data[d + POINT0 + STEP_NORMAL_IMPULSE]).toBe(0);
  });

  it('mix materials by the rule of higher precedence, and follow changes', () => {
    const world = createWorld({ solver: lookSolver, gravity: { x: 0, y: 0 }, sleeping: false });
    const a = world.createBody({
      shapes: [circle(1, { friction: 0.4, restitution: 0.5, tangentSpeed: 1, rollingResistance: 0.1 })],
    });
    const b = world.createBody({
      position: { x: 1, y: 0 },
      shapes: [circle(2, { friction: 0.9, restitution: 0.2, tangentSpeed: 2, rollingResistance: 0.3 })],
    });
    world.step(1 / 60);
    const { data, d } = onlyContact(world);
    expect(data[d + FRICTION]).toBeCloseTo(0.6, 15);
    expect(data[d + RESTITUTION]).toBe(0.5);
    expect(data[d + TANGENT_SPEED]).toBe(3);
    expect(data[d + ROLLING]).toBeCloseTo(0.6, 15);
    const expected = {
      average: 0.65,
      geometricMean: 0.6,
      minimum: 0.4,
      multiply: 0.36,
      maximum: 0.9,
    } as const;
    const rules = Object.keys(expected) as (keyof typeof expected)[];
    for (const [k, rule] of rules.entries()) {
      for (const [l, other] of rules.entries()) {
        a.shapes[0].setMaterial({ frictionCombine: rule });
        b.shapes[0].setMaterial({ frictionCombine: other });
        expect(data[d + FRICTION]).toBeCloseTo(expected[rules[Math.max(k, l)]], 15);
      }
    }
  });

  it('stay in place when a new density moves the centre of mass', () => {
    const world = createWorld({ solver: lookSolver, gravity: { x: 0, y: 0 }, sleeping: false });
    world.createBody({ type: 'static', shapes: [floor()] });
    const body = world.createBody({
      position: { x: 0, y: 0.498 },
      shapes: [box(1, 1), { kind: 'circle', center: { x: 2, y: 1 }, radius: 0.5 }],
    });
    world.step(1 / 60);
    const points = () => {
      const found: number[] = [];
      world.forEachContact((contact) => {
        for (let k = 0; k < contact.pointCount; k++) {
          found.push(contact.pointX(k), contact.pointY(k), contact.separation(k));
        }
      });
      return found;
    };
    const before = points();
    expect(before.length).toBe(6);
    const center = body.worldCenter;
    body.shapes[1].setMaterial({ density: 50 });
    expect(body.worldCenter.x - center.x).toBeGreaterThan(0.5);
    world.step(1 / 60);
    for (const [k, value] of points().entries()) expect(value).toBeCloseTo(before[k], 12);
  });

  it('a positive tangent speed of the floor moves bodies to +x, in either order of shapes', () => {
    for (const floorFirst of [true, false]) {
      const world = createWorld({ solver: simpleSolver(20), gravity: { x: 0, y: -10 }, sleeping: false });
      const make = (isFloor: boolean) =>
        isFloor
          ? world.createBody({ type: 'static', shapes: [floor(0, { tangentSpeed: 2 })] })
          : world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box(1, 1)] });
      const bodies = [make(floorFirst), make(!floorFirst)];
      for (let k = 0; k < 120; k++) world.step(1 / 60);
      const mover = bodies[floorFirst ? 1 : 0];
      expect(mover.linearVelocity.x).toBeCloseTo(2, 2);
    }
  });

  it('normals point from A to B, as the views report them', () => {
    const world = createWorld({ solver: lookSolver, gravity: { x: 0, y: 0 }, sleeping: false });
    const low = world.createBody({ shapes: [circle(1)] });
    const high = world.createBody({ position: { x: 0, y: 1.9 }, shapes: [circle(1)] });
    world.step(1 / 60);
    const { data, d } = onlyContact(world);
    expect([data[d + NX], data[d + NY]]).toEqual([0, 1]);
    const seen: unknown[] = [];
    world.forEachContact((contact) => {
      seen.push(contact.bodyA, contact.bodyB, contact.pointCount, contact.normalY);
      expect(contact.separation(0)).toBeCloseTo(-0.1, 12);
      expect(contact.pointX(0)).toBeCloseTo(0, 12);
      expect(contact.pointY(0)).toBeCloseTo(0.95, 12);
    });
    expect(seen).toEqual([low, high, 1, 1]);
  });

  it.each([
    ['a circle on a box', [box(1, 1), circle(0.5)], { x: 0.2, y: 0.99 }, 0, 1],
    ['a circle beside the corner of a box', [box(1, 1), circle(0.5)], { x: 0.8, y: 0.8 }, 0, 0],
    ['a circle on the floor', [floor(), circle(0.5)], { x: 0, y: 0.49 }, 0, 1],
    ['a circle on a circle', [circle(0.5), circle(0.5)], { x: 0, y: 0.99 }, 0, 0],
    ['a round corner on the floor', [floor(), box(0.8, 0.8, { radius: 0.1 })], { x: 0, y: 0.66 }, 0.7, 1],
    ['a sharp corner on the floor', [floor(), box(1, 1)], { x: 0, y: 0.7 }, 0.75, 0],
    ['a round box, flat on the floor', [floor(), box(0.8, 0.8, { radius: 0.1 })], { x: 0, y: 0.49 }, 0, 0],
  ] as const)('know the face that a round shape rolls on: %s', (_, shapes, position, angle, face) => {
    for (const isOther of [false, true]) {
      const world = createWorld({ solver: lookSolver, gravity: { x: 0, y: 0 }, sleeping: false });
      const make = (isLow: boolean) =>
        isLow
          ? world.createBody({ type: 'static', shapes: [shapes[0]] })
          : world.createBody({ position, angle, shapes: [shapes[1]] });
      make(!isOther);
      make(isOther);
      world.step(1 / 60);
      const { data, d } = onlyContact(world);
      expect(data[d + ROLLING_FACE]).toBe(isOther && face !== 0 ? -face : face);
    }
  });

  it('stats count correctly, and the profile times sum to the step time', () => {
    let time = 0;
    const world = createWorld({
      solver: simpleSolver(),
      now: () => {
        time += 1;
        return time;
      },
    });
    world.createBody({ type: 'static', shapes: [floor()] });
    world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box(1, 1), circle(0.5)] });
    world.step(1 / 60);
    expect(world.stats).toMatchObject({
      steps: 1,
      bodies: 2,
      awakeBodies: 1,
      shapes: 3,
      contacts: 2,
      newContacts: 2,
    });
    const { step, refit, pairs, contacts, solve, events } = world.profile;
    for (const part of [refit, pairs, contacts, solve, events]) expect(part).toBeGreaterThan(0);
    expect(refit + pairs + contacts + solve + events).toBeLessThanOrEqual(step);
    expect(world.time).toBe(1 / 60);
  });
});

it('a removed point has zero impulse: solvers may sum over both points', () => {
  const world = createWorld({ solver: simpleSolver(), sleeping: false });
  world.createBody({ type: 'static', shapes: [floor()] });
  const crate = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box(1, 1)] });
  for (let k = 0; k < 10; k++) world.step(1 / 60);
  const { data, index, touching } = world.contactStore;
  const impulses = (): number[] =>
    [POINT0, POINT1].map((point) => Math.abs(data[touching[0] * CONTACT_STRIDE + point + NORMAL_IMPULSE]));
  expect(index[touching[0] * CONTACT_INDEX_STRIDE + COUNT]).toBe(2);
  expect(Math.min(...impulses())).toBeGreaterThan(0);
  // on one corner
  crate.setTransform({ x: 0, y: Math.SQRT1_2 }, Math.PI / 4);
  world.step(1 / 60);
  expect(index[touching[0] * CONTACT_INDEX_STRIDE + COUNT]).toBe(1);
  expect(impulses()[1]).toBe(0);
  // and in the air
  const slot = touching[0];
  crate.position = { x: 0, y: 0.73 };
  world.step(1 / 60);
  expect(index[slot * CONTACT_INDEX_STRIDE + COUNT]).toBe(0);
  expect(data[slot * CONTACT_STRIDE + POINT0 + NORMAL_IMPULSE]).toBe(0);
});
