/** The recorder alone, with a solver that only reports. */

import { expect, test } from 'vitest';
import { createWorld, integratePositions, type Solver, StepRecorder, type TracedRow } from '../src/index.js';

const rowOf = (pass: number, slot: number): TracedRow => ({
  pass,
  phase: 'solve',
  row: 'normal',
  slot,
  point: 0,
  gap: 0,
  velocity: -1,
  target: 0,
  mass: 1,
  massScale: 1,
  impulseScale: 0,
  before: pass,
  impulse: pass + 1,
  low: 0,
  high: Number.POSITIVE_INFINITY,
  duration: 0.5,
});

/** Moves bodies by their velocities only. Reports two passes over the touching contacts, one fit and one set of goals. */
const telling: Solver = {
  name: 'telling',
  capabilities: {
    restitution: false,
    friction: true,
    tangentSpeed: false,
    rollingResistance: false,
    joints: [],
  },
  step(world, dt) {
    world.collide();
    const { touching, touchingCount } = world.contacts;
    for (let pass = 0; pass < 2; pass++) {
      for (let k = 0; k < touchingCount; k++) world.trace?.row(rowOf(pass, touching[k]));
    }
    const pose = { x: 0, y: 0, c: 1, s: 0 };
    if (touchingCount > 0) {
      const pushes = [{ x: 0, y: -1, px: 0, py: 1 }];
      world.trace?.fit?.({ substep: 0, body: 1, slot: touching[0], before: pose, after: pose, pushes });
    }
    const shared = Float64Array.of(1, 2);
    world.trace?.goals?.(0, 0, shared, shared);
    shared.fill(0);
    integratePositions(world.bodies, dt);
  },
};

test('a record holds the last step: contacts with their rows in order, fits, goals that are copies', () => {
  const world = createWorld({ gravity: { x: 0, y: 0 }, solver: telling });
  const ground = world.createBody({
    type: 'static',
    shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 }, friction: 0.5, frictionCombine: 'maximum' }],
  });
  const disc = world.createBody({
    position: { x: 3, y: 1 },
    linearVelocity: { x: 0, y: 2 },
    shapes: [{ kind: 'circle', radius: 1, friction: 0.25 }],
  });
  const recorder = new StepRecorder(world);
  expect(recorder.last).toBeNull();
  world.step(0.5);
  const record = recorder.last;
  expect(record?.time).toBe(0);
  expect(record?.timeStep).toBe(0.5);
  expect(record?.contacts).toHaveLength(1);
  const [contact] = record?.contacts ?? [];
  expect(contact).toMatchObject({ bodyA: ground.id, bodyB: disc.id, normalX: 0, normalY: 1, friction: 0.5 });
  expect(contact.rows.map(({ pass, impulse }) => [pass, impulse])).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(contact.points).toHaveLength(1);
  expect(contact.points[0].x).toBeCloseTo(3, 12);
  expect(contact.points[0].y).toBeCloseTo(0, 12);
  expect(record?.fits).toHaveLength(1);
  expect(record?.fits[0]).toMatchObject({ body: 1, shapeA: contact.shapeA, shapeB: contact.shapeB });
  expect([...(record?.goals[0].particles ?? [])]).toEqual([1, 2]);

  // the disc has left: the next step has no contact, and the earlier record stays unchanged
  world.step(0.5);
  expect(recorder.last?.time).toBe(0.5);
  expect(recorder.last?.contacts).toHaveLength(0);
  expect(record?.contacts).toHaveLength(1);

  recorder.stop();
  world.step(0.5);
  expect(recorder.last?.time).toBe(0.5);
});

test('stop leaves a recorder that has taken its place alone', () => {
  const world = createWorld({ gravity: { x: 0, y: 0 }, solver: telling });
  const first = new StepRecorder(world);
  const second = new StepRecorder(world);
  first.stop();
  world.step(0.5);
  expect(first.last).toBeNull();
  expect(second.last).not.toBeNull();
});
