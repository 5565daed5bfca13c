/** Fast bodies that are stopped at obstacles they would have passed through, and the bodies connected to them. */
import { type Body, createWorld, type Joint, type World } from '@otedama/rigid';
import { box, circle, wall } from '@otedama/solver-tests';
import { describe, expect, test } from 'vitest';
import { methods } from './harness.js';

const DT = 1 / 60;

describe.each(methods)('what is joined to a body that a wall stops, %s', (name, create) => {
  const gap = name === 'soft step' ? 0.05 : 0.1;

  /** A flying torso with two limbs of two links each; returns its joints. */
  function doll(world: World, angle: number, speed: number): Joint[] {
    const motion = {
      linearVelocity: { x: speed * Math.cos(angle), y: speed * Math.sin(angle) },
      angularVelocity: 3,
    };
    const part = (y: number, length: number, radius: number): Body =>
      world.createBody({
        ...motion,
        linearVelocity: { x: motion.linearVelocity.x - 3 * y, y: motion.linearVelocity.y },
        position: { x: 0, y },
        shapes: [
          {
            kind: 'capsule',
            point1: { x: 0, y: -length / 2 },
            point2: { x: 0, y: length / 2 },
            radius,
            filter: { group: -1 },
          },
        ],
      });
    const hinge = (bodyA: Body, bodyB: Body, y: number): Joint =>
      world.createJoint({ kind: 'revolute', bodyA, bodyB, worldAnchor: { x: 0, y }, lower: -1, upper: 1 });
    const torso = part(0, 0.5, 0.12);
    return [1, -1].flatMap((side) => {
      const upper = part(side * 0.5, 0.35, 0.07);
      const lower = part(side * 0.95, 0.35, 0.05);
      return [hinge(torso, upper, side * 0.3), hinge(upper, lower, side * 0.72)];
    });
  }

  test('is drawn after it: ragdolls thrown about in a room gape little, and none of their limbs gets out', () => {
    let sum = 0;
    const throws = 12;
    for (let k = 0; k < throws; k++) {
      const world = createWorld({ solver: create(), gravity: { x: 0, y: -10 } });
      for (const side of [-1, 1]) {
        world.createBody({ type: 'static', position: { x: 0, y: 5 * side }, shapes: [box(16, 0.1)] });
        world.createBody({ type: 'static', position: { x: 8 * side, y: 0 }, shapes: [box(0.1, 10)] });
      }
      const joints = doll(world, 0.5 * k, 15);
      let widest = 0;
      for (let step = 0; step < 120; step++) {
        world.step(DT);
        for (const joint of joints) widest = Math.max(widest, joint.length);
        for (const { position, type } of world.bodies) {
          if (type === 'static') continue;
          expect(Math.abs(position.x)).toBeLessThan(8);
          expect(Math.abs(position.y)).toBeLessThan(5);
        }
      }
      sum += widest;
    }
    expect(sum / throws).toBeLessThan(gap);
  });

  test('is drawn after it: a car that runs into a wall at 40 m/s keeps its wheels', () => {
    let sum = 0;
    const places = [20, 20.1, 20.2, 20.3, 20.4, 20.5];
    for (const x of places) {
      const world = createWorld({ solver: create(), gravity: { x: 0, y: -10 } });
      world.createBody({ type: 'static', position: { x, y: 0 }, shapes: [box(0.1, 10)] });
      world.createBody(wall(0));
      const drive = { linearVelocity: { x: 40, y: 0 } };
      const bodyA = world.createBody({ ...drive, position: { x: 0, y: 0.6 }, shapes: [box(1.2, 0.3)] });
      for (const side of [-0.7, 0.7]) {
        const worldAnchor = { x: side, y: 0.3 };
        const bodyB = world.createBody({ ...drive, position: worldAnchor, shapes: [circle(0.3)] });
        world.createJoint({ kind: 'wheel', bodyA, bodyB, worldAnchor, hertz: 4, lower: -0.1, upper: 0.1 });
      }
      let widest = 0;
      for (let step = 0; step < 60; step++) {
        world.step(DT);
        widest = Math.max(widest, world.invariants().jointError);
      }
      sum += widest;
    }
    expect(sum / places.length).toBeLessThan(2 * gap);
  });
});
