/** Laws of grab joints as springs: the force is the one at the end of the substep, or the largest force in its direction. */
import { createRandom, type Random } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import {
  applyGrabSprings,
  type Body,
  createWorld,
  integratePositions,
  type Joint,
  type Solver,
  type World,
} from '../src/index.js';
import { box } from './helpers/shapes.js';

/** Only grab joints act, in substeps. */
const grabSolver = (substeps: number): Solver => ({
  name: 'grab',
  capabilities: {
    restitution: false,
    friction: false,
    tangentSpeed: false,
    rollingResistance: false,
    joints: ['grab'],
  },
  step(world, dt) {
    for (let k = 0; k < substeps; k++) {
      applyGrabSprings(world, dt / substeps);
      integratePositions(world.bodies, dt / substeps);
    }
  },
});

interface Held {
  readonly world: World;
  readonly body: Body;
  readonly joint: Joint;
}

/** A box in motion that is held somewhere, after another body and another joint, so that no place in a list is 0. */
function held(random: Random, substeps: number, more: object): Held {
  const world = createWorld({ solver: grabSolver(substeps), gravity: { x: 0, y: 0 } });
  const other = world.createBody({ position: { x: 50, y: 0 }, shapes: [box(1, 1)] });
  world.createJoint({ kind: 'grab', body: other });
  const { uniform } = random;
  const body = world.createBody({
    position: { x: uniform(-2, 2), y: uniform(-2, 2) },
    angle: uniform(-3, 3),
    linearVelocity: { x: uniform(-3, 3), y: uniform(-3, 3) },
    angularVelocity: uniform(-5, 5),
    shapes: [box(1, 0.6), { kind: 'circle', radius: 0.4, center: { x: 0.5, y: 0.2 } }],
  });
  const joint = world.createJoint({
    kind: 'grab',
    body,
    localAnchor: { x: uniform(-0.5, 0.5), y: uniform(-0.5, 0.5) },
    target: { x: uniform(-3, 3), y: uniform(-3, 3) },
    hertz: uniform(0.5, 8),
    dampingRatio: uniform(0, 2),
    ...more,
  });
  return { world, body, joint };
}

/** The force of the spring for an extension C and the velocity u of the anchor, N: -k (C + h u) - c u. */
function springForce({ body, joint }: Held, cx: number, cy: number, h: number, ux: number, uy: number) {
  const omega = 2 * Math.PI * joint.hertz;
  const k = body.mass * omega * omega;
  const c = 2 * joint.dampingRatio * body.mass * omega;
  return { x: -k * (cx + h * ux) - c * ux, y: -k * (cy + h * uy) - c * uy };
}

describe('a grab joint', () => {
  test.each([false, true])('pulls with the force at the end of the substep; limited: %s', (isLimited) => {
    const random = createRandom(4);
    const h = 1 / 60;
    for (let round = 0; round < 100; round++) {
      const maximumForce = random.uniform(0.1, 2);
      const all = held(random, 1, isLimited ? { maximumForce } : { maximumForce: 1e9 });
      const { world, body, joint } = all;
      const anchor = body.getWorldPoint(joint.localAnchorB);
      const arm = { x: anchor.x - body.worldCenter.x, y: anchor.y - body.worldCenter.y };
      const { linearVelocity: before, angularVelocity: spin } = body;
      world.step(h);
      const { x: vx, y: vy } = body.linearVelocity;
      const force = { x: (body.mass * (vx - before.x)) / h, y: (body.mass * (vy - before.y)) / h };
      expect(joint.reactionForce.x).toBeCloseTo(force.x, 6);
      expect(joint.reactionForce.y).toBeCloseTo(force.y, 6);
      // it acts at the anchor
      const torque = (body.inertia * (body.angularVelocity - spin)) / h;
      expect(torque).toBeCloseTo(arm.x * force.y - arm.y * force.x, 6);
      const w = body.angularVelocity;
      const [cx, cy] = [anchor.x - joint.target.x, anchor.y - joint.target.y];
      const wanted = springForce(all, cx, cy, h, vx - w * arm.y, vy + w * arm.x);
      if (isLimited) {
        const size = Math.hypot(wanted.x, wanted.y);
        expect(Math.hypot(force.x, force.y)).toBeCloseTo(maximumForce, 6);
        // shortened, and still along the force that the spring would have
        expect(force.x * wanted.x + force.y * wanted.y).toBeGreaterThan(0.98 * size * maximumForce);
      } else {
        expect(force.x).toBeCloseTo(wanted.x, 5);
        expect(force.y).toBeCloseTo(wanted.y, 5);
      }
    }
  });

  test('in n substeps of a step acts as in n steps', () => {
    for (const substeps of [2, 5]) {
      const [fine, whole] = [1, substeps].map((count) => held(createRandom(8), count, {}));
      for (let k = 0; k < 20; k++) {
        for (let n = 0; n < substeps; n++) fine.world.step(1 / 60 / substeps);
        whole.world.step(1 / 60);
      }
      expect(whole.body.position.x).toBeCloseTo(fine.body.position.x, 9);
      expect(whole.body.position.y).toBeCloseTo(fine.body.position.y, 9);
      expect(whole.body.angle).toBeCloseTo(fine.body.angle, 9);
      expect(whole.body.angularVelocity).toBeCloseTo(fine.body.angularVelocity, 9);
      expect(Math.hypot(fine.body.linearVelocity.x, fine.body.linearVelocity.y)).toBeGreaterThan(0.01);
    }
  });
});
