import {
  BODY_STRIDE,
  type Body,
  createWorld,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_INDEX_STRIDE,
  restoreSnapshot,
  type SolverWorld,
  takeSnapshot,
} from '@otedama/rigid';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSoftStep } from '../src/index.js';
import { JointOrder, type JointSequence } from '../src/joints/joint-order.js';

/** A world, and its solver's view of it. */
function watched() {
  const solver = createSoftStep();
  const inner: { world?: SolverWorld } = {};
  const step = solver.step;
  solver.step = (world, dt) => {
    inner.world = world;
    step.call(solver, world, dt);
  };
  const world = createWorld({ solver, sleeping: false, gravity: { x: 0, y: 0 } });
  return { world, inner };
}

const disc = (x: number, y: number, type: 'dynamic' | 'static' = 'dynamic') => ({
  type,
  position: { x, y },
  shapes: [{ kind: 'circle' as const, radius: 0.1, filter: { mask: 0 } }],
});

const bodiesOf = ({ joints }: SolverWorld, slot: number): number[] => [
  joints.index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_A],
  joints.index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_B],
];

test('a net: every joint has one place, pairs of rows share no moving body, and what was first is last in the next step', () => {
  const { world, inner } = watched();
  const net: Body[] = [];
  const still = world.createBody(disc(-1, 0, 'static'));
  for (let k = 0; k < 100; k++) {
    net.push(world.createBody(disc(k % 10, Math.floor(k / 10))));
    // some hinges have limits, and some bodies hang from the world or from a static body
    const more = k % 7 === 0 ? { lower: -1, upper: 1 } : {};
    if (k % 10 > 0) world.createJoint({ kind: 'revolute', bodyA: net[k - 1], bodyB: net[k], ...more });
    if (k >= 10) world.createJoint({ kind: 'revolute', bodyA: net[k - 10], bodyB: net[k] });
    if (k % 9 === 0)
      world.createJoint({ kind: 'revolute', bodyA: k % 2 === 0 ? null : still, bodyB: net[k] });
  }
  world.createJoint({ kind: 'filter', bodyA: net[0], bodyB: net[99] });
  const joints = new JointOrder();
  const orders: number[][] = [];
  for (let step = 0; step < 2; step++) {
    world.step(1 / 60);
    const order = joints.update(inner.world!, true);
    const rows = [...order.hinges.subarray(0, order.hingeCount)];
    const others = [...order.others.subarray(0, order.otherCount)];
    expect(rows.length % 2).toBe(0);
    const placed = [...rows.filter((slot) => slot >= 0), ...others];
    expect(placed.sort((a, b) => a - b)).toEqual([...world.joints.keys()].slice(0, -1));
    expect(others.length).toBeGreaterThan(10);
    for (let k = 0; k < rows.length; k += 2) {
      const pair = rows.slice(k, k + 2).filter((slot) => slot >= 0);
      const moving = pair.flatMap((slot) => bodiesOf(inner.world!, slot)).filter((body) => body > 0);
      expect(new Set(moving).size).toBe(moving.length);
    }
    // runs of hinges and other joints alternate, and cover the list to its end
    const runs = [...order.runs.subarray(0, 2 * order.runCount)];
    expect(order.runCount).toBeGreaterThan(1);
    expect(runs.slice(-2)).toEqual([order.hingeCount, order.otherCount]);
    for (let k = 2; k < runs.length; k++) expect(runs[k]).toBeGreaterThanOrEqual(runs[k - 2]);
    orders.push(rows);
  }
  const [first, last] = [orders[1][0], orders[1].findLast((slot) => slot >= 0)!];
  expect(orders[0].indexOf(first)).toBeGreaterThan(orders[0].indexOf(last));
});

test('a hub of 40 hinges: those that find no colour free come last, in general rows', () => {
  const { world, inner } = watched();
  const bodyA = world.createBody(disc(0, 0));
  for (let k = 0; k < 40; k++)
    world.createJoint({ kind: 'revolute', bodyA, bodyB: world.createBody(disc(1, k)) });
  world.step(1 / 60);
  const order = new JointOrder().update(inner.world!, true);
  expect(order.hingeCount).toBe(64);
  expect([...order.hinges.subarray(0, 64)].filter((slot) => slot >= 0)).toHaveLength(32);
  expect([...order.others.subarray(0, order.otherCount)]).toEqual([32, 33, 34, 35, 36, 37, 38, 39]);
});

test('no joints, or none that moves anything: nothing to do', () => {
  const { world, inner } = watched();
  const orders = new JointOrder();
  world.createBody(disc(0, 0));
  world.step(1 / 60);
  const none = orders.update(inner.world!, true);
  expect([none.hingeCount, none.otherCount]).toEqual([0, 0]);
  world.createJoint({
    kind: 'revolute',
    bodyA: world.createBody(disc(0, 0, 'static')),
    bodyB: world.createBody(disc(0, 1, 'static')),
  });
  world.step(1 / 60);
  const still = orders.update(inner.world!, true);
  expect([still.hingeCount, still.otherCount]).toEqual([0, 0]);
});

const listed = ({ hinges, hingeCount, others, otherCount, runs, runCount }: JointSequence) => ({
  hinges: [...hinges.subarray(0, hingeCount)],
  others: [...others.subarray(0, otherCount)],
  runs: [...runs.subarray(0, 2 * runCount)],
});

test('whatever is done to joints and bodies, the order that is kept is the one that would be made anew', () => {
  const COUNT = 6;
  const solver = createSoftStep();
  const kept = new JointOrder();
  let fresh: JointSequence | null = null;
  let last: JointSequence | null = null;
  const step = solver.step;
  solver.step = (inner, dt) => {
    step.call(solver, inner, dt);
    last = kept.update(inner, true);
    fresh = new JointOrder().update(inner, true);
  };
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(9), fc.nat(COUNT - 1), fc.nat(COUNT - 1)), { minLength: 1, maxLength: 12 }),
      (changes) => {
        const world = createWorld({ solver, gravity: { x: 0, y: 0 } });
        const bodies = Array.from({ length: COUNT }, (_, k) => world.createBody(disc(k, 0)));
        const hinge = (a: number, b: number) =>
          world.createJoint({ kind: 'revolute', bodyA: a === b ? null : bodies[a], bodyB: bodies[b] });
        hinge(0, 1);
        hinge(1, 2);
        const before = takeSnapshot(world);
        for (const [what, a, b] of changes) {
          const body = bodies[a];
          const joints = [...world.joints];
          const joint = joints[b % Math.max(1, joints.length)];
          if (what === 0) hinge(a, b);
          else if (what === 1 && joint !== undefined) world.destroyJoint(joint);
          else if (what === 2 && joint !== undefined) joint.areLimitsEnabled = !joint.areLimitsEnabled;
          else if (what === 3) body.type = body.type === 'dynamic' ? 'static' : 'dynamic';
          else if (what === 4) body.isEnabled = !body.isEnabled;
          else if (what === 5) body.isAwake = false;
          else if (what === 6) body.isAwake = true;
          else if (what === 7) world.bodyStore.motion[body.id * BODY_STRIDE] = Number.NaN;
          else if (what === 8) restoreSnapshot(world, before);
          else body.type = body.type === 'dynamic' ? 'kinematic' : 'dynamic';
          world.step(1 / 60);
          expect(listed(last!)).toEqual(listed(fresh!));
        }
      },
    ),
    { numRuns: 300, seed: 7 },
  );
});

test('only the joints that may break are listed as such, hinges first', () => {
  const { world, inner } = watched();
  const join = (more: object, hinged: boolean) =>
    world.createJoint({
      kind: hinged ? 'revolute' : 'weld',
      bodyA: world.createBody(disc(0, 0)),
      bodyB: world.createBody(disc(0, 1)),
      ...more,
    });
  for (const hinged of [true, false]) {
    join({}, hinged);
    join({ breakForce: 10 }, hinged);
    join({}, hinged);
    join({ breakTorque: 10 }, hinged);
  }
  world.step(1 / 60);
  const { hinges, others, weakPlaces, weakHinges, weak } = new JointOrder().update(inner.world!, true);
  const listed = [...weakPlaces.subarray(0, weak)].map(
    (place, n) => (n < weakHinges ? hinges : others)[place],
  );
  expect(weakHinges).toBe(2);
  expect(listed).toEqual([1, 3, 5, 7]);
});
