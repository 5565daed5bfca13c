/** The scenes that show joints: their machines do what they are built for, under both methods. */

import { type Joint, type JointKind, loadScene, type World } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';

const DEGREE = Math.PI / 180;

const solvers = { 'soft step': createSoftStep, 'sequential impulses': createSequentialImpulses };

/** Loads a scene and runs it; `each` is called after every step. */
function play(name: string, create: () => ReturnType<typeof createSoftStep>, seconds: number) {
  const world = loadScene(findScene(name).create(), { solver: create() });
  return {
    world,
    run(each: () => void) {
      for (let step = 0; step < 60 * seconds; step++) {
        world.step(1 / 60);
        each();
      }
    },
  };
}

const jointsOf = (world: World, kind: JointKind): Joint[] =>
  world.joints.filter((joint) => joint.kind === kind);

describe.each(Object.entries(solvers))('%s', (_solver, create) => {
  test('machines: wheels mesh, the ratchet never goes back, the flap stays within its limits, and nothing leaves the cabinet', () => {
    const { world, run } = play('machines', create as typeof createSoftStep, 8);
    const hinges = jointsOf(world, 'revolute');
    const [flap] = jointsOf(world, 'rotaryLimit');
    const [, held] = jointsOf(world, 'ratchet');
    const gears = jointsOf(world, 'gear');
    const [yoke] = jointsOf(world, 'groove');
    const [tray] = jointsOf(world, 'motor');
    let furthestFlap = 0;
    let furthestWheel = 0;
    let widestGap = 0;
    let furthestBack = 0;
    let furthestOut = 0;
    const swing = [0, 0];
    run(() => {
      furthestFlap = Math.max(furthestFlap, Math.abs(flap.angle));
      furthestWheel = Math.max(furthestWheel, held.angle);
      furthestBack = Math.max(furthestBack, furthestWheel - held.angle);
      for (const joint of hinges) widestGap = Math.max(widestGap, joint.length);
      swing[0] = Math.min(swing[0], yoke.bodyA!.linearVelocity.x);
      swing[1] = Math.max(swing[1], yoke.bodyA!.linearVelocity.x);
      for (const { position } of world.bodies) {
        furthestOut = Math.max(furthestOut, Math.abs(position.x) / 14.1, Math.abs(position.y) / 10.6);
      }
    });
    expect(furthestFlap).toBeGreaterThan(44 * DEGREE);
    expect(furthestFlap).toBeLessThan(46 * DEGREE);
    expect(furthestWheel).toBeGreaterThan(180 * DEGREE);
    // it may lean back by as much as a tooth
    expect(furthestBack).toBeLessThan(15 * DEGREE);
    expect(furthestOut).toBeLessThan(1);
    expect(gears.map(({ bodyA, bodyB }) => bodyA!.angularVelocity / bodyB.angularVelocity)).toEqual([
      expect.closeTo(-2, 2),
      expect.closeTo(-0.5, 2),
    ]);
    expect(widestGap).toBeLessThan(0.01);
    // the pin is 0.9 m from the axle of a wheel that makes 2 rad/s
    expect(swing).toEqual([expect.closeTo(-1.8, 1), expect.closeTo(1.8, 1)]);
    // the tray holds its load at rest
    expect(tray.bodyB.linearVelocity.y).toBeCloseTo(0, 3);
  });

  test('ragdolls: limbs stay on their hinges and within their limits, and the heap falls asleep', () => {
    const { world, run } = play('ragdolls', create as typeof createSoftStep, 14);
    let latest = 0;
    let step = 0;
    run(() => {
      step++;
      if (world.stats.awakeBodies > 0) latest = step;
    });
    expect(latest).toBeLessThan(60 * 13);
    for (const joint of world.joints) {
      const { lower, upper } = joint.toDefinition() as { lower: number; upper: number };
      expect(joint.angle).toBeGreaterThan(lower - 3 * DEGREE);
      expect(joint.angle).toBeLessThan(upper + 3 * DEGREE);
      expect(joint.length).toBeLessThan(0.01);
    }
  });
});
