/** Hits of bodies with a locked axis: their velocities and those of the other body after the hit, in closed form. */

import { type BodyDefinition, createWorld, type Solver, type World } from '@otedama/rigid';
import { box, circle, makeWorld, testLockedAxes, wall } from '@otedama/solver-tests';
import { describe, expect, test } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';

const DT = 1 / 60;
const SPEED = 5;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

const solvers: Record<string, () => Solver> = {
  'sequential impulses': () => createSequentialImpulses(),
  'soft step': () => createSoftStep(),
  'soft step of one substep': () => createSoftStep({ substeps: 1 }),
};

function run(world: World, seconds: number): void {
  for (let k = 0; k < Math.round(seconds / DT); k++) world.step(DT);
}

describe.each(Object.entries(solvers))('%s', (_, createSolver) => {
  describe.each([20, 45, 70])('off a fixed wall of %s degrees', (degrees) => {
    test.each([1, 0.5])('a body that only moves along y leaves at %s times its speed', (restitution) => {
      const angle = radians(degrees);
      for (const shape of [circle(0.5, { restitution }), box(1, 1, { restitution })]) {
        const { world, bodies } = makeWorld(createSolver(), 0, [
          wall(angle, { restitution }),
          {
            position: { x: 0, y: 3 },
            angle,
            lockX: true,
            linearVelocity: { x: 0, y: -SPEED },
            shapes: [shape],
          },
        ]);
        run(world, 1);
        expect(bodies[1].linearVelocity.x).toBe(0);
        expect(bodies[1].linearVelocity.y).toBeCloseTo(restitution * SPEED, 6);
        expect(bodies[1].angularVelocity).toBeCloseTo(0, 6);
        expect(bodies[1].position.x).toBe(0);
      }
    });
  });

  test('one that only moves along x does the same, and feels no gravity', () => {
    const { world, bodies } = makeWorld(createSolver(), 10, [
      wall(radians(-45), { restitution: 1 }),
      {
        position: { x: 3, y: 0 },
        lockY: true,
        linearVelocity: { x: -SPEED, y: 0 },
        shapes: [circle(0.5, { restitution: 1 })],
      },
    ]);
    run(world, 1);
    expect(bodies[1].linearVelocity.x).toBeCloseTo(SPEED, 9);
    expect(bodies[1].linearVelocity.y).toBe(0);
  });

  test.each([0.1, 1, 10])('a ball hits one of %s kg with a lock as the law of Newton has it', (mass) => {
    for (const degrees of [0, 30, 60, 90]) {
      const restitution = 1;
      const nx = Math.cos(radians(degrees));
      const ny = Math.sin(radians(degrees));
      const { world, bodies } = makeWorld(createSolver(), 0, [
        { lockX: true, mass, shapes: [circle(0.5, { restitution })] },
        {
          position: { x: 2 * nx, y: 2 * ny },
          mass: 1,
          linearVelocity: { x: -SPEED * nx, y: -SPEED * ny },
          shapes: [circle(0.5, { restitution })],
        },
      ]);
      run(world, 0.6);
      const [locked, ball] = bodies;
      const impulse = ((1 + restitution) * SPEED) / (1 + (ny * ny) / mass);
      expect(locked.linearVelocity.x).toBe(0);
      expect(locked.linearVelocity.y).toBeCloseTo((-impulse * ny) / mass, 9);
      expect(ball.linearVelocity.x).toBeCloseTo((impulse - SPEED) * nx, 9);
      expect(ball.linearVelocity.y).toBeCloseTo((impulse - SPEED) * ny, 9);
      const momentum = mass * locked.linearVelocity.y + ball.linearVelocity.y;
      expect(momentum).toBeCloseTo(-SPEED * ny, 9);
      const { x, y } = ball.linearVelocity;
      expect(mass * locked.linearVelocity.y ** 2 + x * x + y * y).toBeCloseTo(SPEED * SPEED, 8);
    }
  });

  test('a wall that is moved against the lock moves nothing, however it leans by rounding', () => {
    for (const lean of [0, 1e-12, 1e-6, 1e-3]) {
      const world = createWorld({ solver: createSolver(), gravity: { x: 0, y: 0 }, sleeping: false });
      const surface = { friction: 0, restitution: 1 };
      const body = world.createBody({ lockX: true, shapes: [{ kind: 'circle', radius: 0.5, ...surface }] });
      const piston: BodyDefinition = {
        type: 'kinematic',
        position: { x: -1.5, y: 0 },
        angle: lean,
        linearVelocity: { x: 3, y: 0 },
        shapes: [box(1, 4, surface)],
      };
      world.createBody(piston);
      for (let k = 0; k < 20; k++) {
        world.step(DT);
        expect(body.position.x).toBe(0);
        expect(Math.abs(body.linearVelocity.y)).toBeLessThan(SPEED);
      }
    }
  });
});

describe.each(Object.entries(solvers).slice(0, 2))('%s', (_, createSolver) => {
  testLockedAxes(createSolver);

  test('a body with a lock comes to rest in a groove', () => {
    const { world, bodies } = makeWorld(createSolver(), 9.81, [
      wall(radians(45)),
      wall(radians(-45)),
      { lockX: true, position: { x: 0, y: 2 }, shapes: [circle(0.5)] },
    ]);
    run(world, 3);
    expect(Math.abs(bodies[2].linearVelocity.y)).toBeLessThan(0.001);
    expect(bodies[2].position.x).toBe(0);
    expect(Math.abs(bodies[2].position.y - Math.SQRT1_2)).toBeLessThan(0.002);
  });
});
