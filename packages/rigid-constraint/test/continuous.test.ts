/** Fast bodies that are stopped at obstacles they would have passed through, and then bounce or stay. */

import { createRandom } from '@otedama/math2d';
import { type Body, createWorld, type JointDefinition, loadScene, type Solver } from '@otedama/rigid';
import { bounceHouse } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';
import { boxShape, level } from './bodies.js';

const DT = 1 / 60;

const solvers: Record<string, () => Solver> = {
  'soft step': createSoftStep,
  'sequential impulses': createSequentialImpulses,
};

/** A box of half side 0.1 m, some steps after it was shot at 200 m/s at a wall 0.1 m thick at x = 0. */
function shot(solver: Solver, restitution: number, angle: number, steps: number) {
  const world = createWorld({ solver, gravity: { x: 0, y: 0 }, sleeping: false });
  world.createBody({ shapes: [boxShape(0.05, 10, { restitution })], type: 'static' });
  const body = world.createBody({
    position: { x: -3, y: 0 },
    angle,
    linearVelocity: { x: 200, y: 0 },
    shapes: [boxShape(0.1, 0.1, { restitution })],
  });
  let stopped = 0;
  for (let step = 0; step < steps; step++) {
    world.step(DT);
    stopped += world.stats.stoppedBodies;
  }
  expect(stopped).toBe(1);
  return body;
}

describe.each(Object.entries(solvers))('%s', (_, create) => {
  test('C5 a box at 200 m/s that hits a wall flat with e = 0 stops there: both corners stop together', () => {
    const body = shot(create(), 0, 0, 4);
    expect(Math.abs(body.linearVelocity.x)).toBeLessThan(1e-6);
    expect(Math.abs(body.linearVelocity.y)).toBeLessThan(1e-6);
    expect(Math.abs(body.angularVelocity)).toBeLessThan(1e-6);
    expect(Math.abs(body.position.x + 0.15)).toBeLessThan(0.005);
  });

  test('C5 with e = 1 the box rebounds at the same speed without rotating', () => {
    const body = shot(create(), 1, 0, 2);
    expect(body.linearVelocity.x).toBeCloseTo(-200, 6);
    expect(body.linearVelocity.y).toBeCloseTo(0, 6);
    expect(body.angularVelocity).toBeCloseTo(0, 6);
  });

  test.each([60, 390])(
    'bolts and planks at %s m/s do not pass a thin wall, at any corner of impact',
    (speed) => {
      // when a tip is stopped, the rest rotates about it by more than a quarter turn within the step
      const passed: string[] = [];
      for (const [halfLength, halfWidth] of [
        [0.15, 0.01],
        [0.25, 0.05],
      ]) {
        for (let k = 0; k < 60; k++) {
          const lean = -1.2 + 0.04 * k;
          const nx = Math.cos(lean);
          const ny = Math.sin(lean);
          const world = createWorld({ solver: create(), gravity: { x: 0, y: 0 }, sleeping: false });
          world.createBody({ type: 'static', angle: lean, shapes: [boxShape(0.01, 200)] });
          const body = world.createBody({
            position: { x: -8 - 0.01 * k, y: 0 },
            angle: 0.3 * (k % 10),
            linearVelocity: { x: speed, y: 0 },
            shapes: [boxShape(halfLength, halfWidth)],
          });
          for (let step = 0; step < 20; step++) world.step(DT);
          const { x, y } = body.position;
          if (nx * x + ny * y > 0) passed.push(`${halfLength} at a wall that leans by ${lean}`);
        }
      }
      expect(passed).toEqual([]);
    },
  );

  test.each([0, 3, 4, 5, 6])(
    'D20 bounce house, %i sides: kinetic energy stays within 1 % over 10 s',
    (sides) => {
      const world = loadScene(bounceHouse.create({ count: 1, sides }), { solver: create(), sleeping: false });
      const body = world.bodies[1];
      const energy = (): number => {
        const { x, y } = body.linearVelocity;
        return 0.5 * body.mass * (x * x + y * y) + 0.5 * body.inertia * body.angularVelocity ** 2;
      };
      const start = energy();
      for (let step = 0; step < 600; step++) {
        world.step(DT);
        expect(Math.abs(energy() / start - 1)).toBeLessThan(0.01);
        expect(Math.max(Math.abs(body.position.x), Math.abs(body.position.y))).toBeLessThan(10);
      }
    },
  );

  test('a ball with e = 1, stopped at the floor by continuous collision, keeps its height for a minute', () => {
    const world = createWorld({ solver: create(), gravity: { x: 0, y: -10 } });
    world.createBody(level());
    const ball = world.createBody({
      position: { x: 0, y: 2.04 },
      shapes: [{ kind: 'circle', radius: 0.04, restitution: 1, friction: 0 }],
    });
    let stopped = 0;
    let top = 0;
    for (let step = 0; step < 3600; step++) {
      world.step(DT);
      stopped += world.stats.stoppedBodies;
      if (step > 3400) top = Math.max(top, ball.position.y - 0.04);
      expect(ball.position.y).toBeLessThan(2.05);
    }
    // 48 bounces, most of them stops, each of which loses part of the gap at which a body is stopped
    expect(stopped).toBeGreaterThan(30);
    expect(Math.abs(top - 2)).toBeLessThan(0.05);
  });
});

// at 5 of these 40 angles two corners were hit in one step, which cost up to 25 % of the energy
test('D20 polygons of 3 and 4 sides keep their energy from whatever angle they start', () => {
  for (const sides of [3, 4]) {
    for (let k = 0; k < 20; k++) {
      const world = loadScene(bounceHouse.create({ count: 1, sides }), {
        solver: createSoftStep(),
        sleeping: false,
      });
      const body = world.bodies[1];
      body.angle = 0.31 * k;
      const start = world.invariants().kineticEnergy;
      for (let step = 0; step < 600; step++) world.step(DT);
      expect(Math.abs(world.invariants().kineticEnergy / start - 1)).toBeLessThan(0.01);
    }
  }
});

describe('a slider one of whose bodies is stopped at the floor', () => {
  // both fall at 20 m/s; the anchors lie beside the centres, on a line along the tilted axis
  test.each(['wheel', 'prismatic', 'groove'])(
    '%s: moves the other one by no more than what the stop took',
    (kind) => {
      let stopped = 0;
      const random = createRandom(7);
      for (let k = 0; k < 40; k++) {
        const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: 0 }, sleeping: false });
        world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
        const tilt = random.uniform(-1, 1);
        const reach = random.uniform(1, 4);
        const localAxisA = { x: Math.sin(tilt), y: -Math.cos(tilt) };
        const localAnchorA = { x: random.uniform(-0.7, 0.7), y: random.uniform(-0.3, 0.3) };
        const localAnchorB = { x: random.uniform(-0.7, 0.7), y: random.uniform(-0.3, 0.3) };
        const x = localAnchorB.x - localAnchorA.x - reach * localAxisA.x;
        const y = 0.25 + localAnchorB.y - localAnchorA.y - reach * localAxisA.y;
        const linearVelocity = { x: 0, y: -20 };
        const rail = world.createBody({ position: { x, y }, linearVelocity, shapes: [boxShape(0.3, 0.2)] });
        const slide = world.createBody({
          position: { x: 0, y: 0.25 },
          linearVelocity,
          shapes: [boxShape(0.1, 0.1)],
        });
        const grooveEnd = { x: localAnchorA.x + 5 * localAxisA.x, y: localAnchorA.y + 5 * localAxisA.y };
        const line =
          kind === 'groove' ? { grooveStart: localAnchorA, grooveEnd } : { localAxisA, localAnchorA };
        world.createJoint({
          kind,
          bodyA: rail,
          bodyB: slide,
          ...line,
          localAnchorB,
        } as JointDefinition<Body>);
        world.step(DT);
        if (world.stats.stoppedBodies !== 1 || slide.position.y < 0 || rail.position.y < 0.5) continue;
        stopped++;
        const lost = slide.position.y - 0.25 + 20 * DT;
        const moved = Math.hypot(rail.position.x - x, rail.position.y - y + 20 * DT);
        expect(moved).toBeLessThan(lost + 0.01);
      }
      expect(stopped).toBeGreaterThan(20);
    },
  );
});

test.each(['revolute', 'weld', 'prismatic'])(
  '%s: a bolt of 10 g that is stopped does not drag a beam of 600 kg along',
  (kind) => {
    const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: 0 }, sleeping: false });
    world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
    const linearVelocity = { x: 0, y: -20 };
    const beam = { position: { x: 0.5, y: 2 }, mass: 600, linearVelocity, shapes: [boxShape(1, 0.2)] };
    const bolt = { position: { x: 0, y: 0.25 }, mass: 0.01, linearVelocity, shapes: [boxShape(0.1, 0.1)] };
    const bodyA = world.createBody(beam);
    const bodyB = world.createBody(bolt);
    const worldAnchor = { x: 0, y: 0.5 };
    world.createJoint({ kind, bodyA, bodyB, worldAnchor } as JointDefinition<Body>);
    world.step(DT);
    expect(world.stats.stoppedBodies).toBe(1);
    expect(bodyB.position.y).toBeGreaterThan(0.05);
    expect(Math.abs(bodyA.position.y - (2 - 20 * DT))).toBeLessThan(0.001);
    expect(Math.abs(bodyA.angle)).toBeLessThan(0.001);
  },
);
