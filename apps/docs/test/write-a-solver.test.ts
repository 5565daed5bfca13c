/** The solver of "Write a solver" must pass the same mechanics tests as any other solver. */

import { join } from 'node:path';
import { polygon } from '@otedama/math2d';
import { createWorld, type ShapeDefinition, type Solver } from '@otedama/rigid';
import { beforeAll, describe, expect, test } from 'vitest';
import { programFolder } from './helpers/extract.js';

const box = (width: number, height: number, more: object = {}): ShapeDefinition => ({
  kind: 'polygon',
  vertices: polygon.rectangle(width, height),
  ...more,
});
const circle = (radius: number, more: object = {}): ShapeDefinition => ({ kind: 'circle', radius, ...more });
const floor = (more: object = {}): ShapeDefinition => ({
  kind: 'halfSpace',
  normal: { x: 0, y: 1 },
  ...more,
});

let createAfternoonSolver: (iterations?: number) => Solver;

describe('the solver of the guide', () => {
  beforeAll(async () => {
    ({ createAfternoonSolver } = await import(/* @vite-ignore */ join(programFolder, 'write-a-solver.ts')));
  });

  test('stacks five boxes that stay at rest', () => {
    const world = createWorld({ solver: createAfternoonSolver(), sleeping: false });
    world.createBody({ type: 'static', shapes: [floor()] });
    const boxes = [0, 1, 2, 3, 4].map((k) =>
      world.createBody({ position: { x: 0, y: 0.6 + 1.1 * k }, shapes: [box(1, 1)] }),
    );
    for (let k = 0; k < 600; k++) world.step(1 / 60);
    for (const [k, body] of boxes.entries()) {
      expect(Math.abs(body.position.x)).toBeLessThan(0.01);
      expect(Math.abs(body.position.y - 0.5 - k)).toBeLessThan(0.03);
      expect(Math.abs(body.linearVelocity.y)).toBeLessThan(1e-3);
    }
    expect(world.invariants().deepestOverlap).toBeLessThan(0.01);
  });

  test('10.2.10 stops a sliding box at the distance given by friction', () => {
    const world = createWorld({
      solver: createAfternoonSolver(),
      gravity: { x: 0, y: -9.8 },
      sleeping: false,
    });
    world.createBody({ type: 'static', shapes: [floor({ friction: 0.1 })] });
    const body = world.createBody({
      position: { x: 0, y: 0.5 },
      linearVelocity: { x: 3, y: 0 },
      shapes: [box(1, 1, { friction: 0.1 })],
    });
    let steps = 0;
    while (body.linearVelocity.x > 1e-3 && steps < 1000) {
      world.step(0.02);
      steps++;
    }
    expect(Math.abs(steps * 0.02 - 3.0612)).toBeLessThan(0.03 * 3.0612);
    expect(Math.abs(body.position.x - 4.5918)).toBeLessThan(0.03 * 4.5918);
  });

  test('drags a body with a grab joint', () => {
    const world = createWorld({ solver: createAfternoonSolver() });
    const ball = world.createBody({ shapes: [circle(0.5)] });
    const joint = world.createJoint({ kind: 'grab', body: ball, target: { x: 2, y: 1 } });
    for (let k = 0; k < 240; k++) world.step(1 / 60);
    // the spring of 5 Hz sags by g / w^2
    expect(ball.position.x).toBeCloseTo(2, 2);
    expect(ball.position.y).toBeCloseTo(1 - 9.81 / (10 * Math.PI) ** 2, 2);
    world.destroyJoint(joint);
  });

  test('a rod breaks at its break force, and a rod with a spring is refused', () => {
    const world = createWorld({ solver: createAfternoonSolver() });
    const hang = (x: number, more: object) => {
      const body = world.createBody({ position: { x, y: -1 }, mass: 2, shapes: [circle(0.1)] });
      const localAnchorA = { x, y: 0 };
      return world.createJoint({ kind: 'distance', bodyA: null, bodyB: body, localAnchorA, ...more });
    };
    const [strong, weak] = [hang(0, { breakForce: 20 }), hang(1, { breakForce: 19 })];
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect([strong.isValid, weak.isValid]).toEqual([true, false]);
    expect(strong.reactionForce.y).toBeCloseTo(19.62, 6);
    hang(2, { hertz: 2 });
    expect(() => world.step(1 / 60)).toThrow('a spring');
  });

  test('rejects features that it declares unsupported', () => {
    const world = createWorld({ solver: createAfternoonSolver() });
    expect(() => world.createBody({ shapes: [circle(1, { restitution: 0.5 })] })).toThrow(
      'shapes[0].restitution',
    );
  });
});
