import { describe, expect, it } from 'vitest';
import { createWorld } from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { ghostSolver } from './helpers/simple-solver.js';

describe('invariants', () => {
  it('energies and momenta of bodies in flight are the sums of mechanics', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 1, y: -10 } });
    // 2 kg, I = 2 (4 + 1) / 12 = 5/6
    const a = world.createBody({
      position: { x: 3, y: 4 },
      linearVelocity: { x: 2, y: -1 },
      angularVelocity: 6,
      gravityScale: 0.5,
      shapes: [box(2, 1)],
    });
    // 4 kg, I = 4 (4 + 4) / 12 = 8/3
    world.createBody({ position: { x: -1, y: 0 }, linearVelocity: { x: 0, y: 3 }, shapes: [box(2, 2)] });
    world.createBody({
      type: 'kinematic',
      linearVelocity: { x: 9, y: 9 },
      position: { x: 50, y: 0 },
      shapes: [circle(1)],
    });
    world.createBody({ enabled: false, linearVelocity: { x: 9, y: 9 }, shapes: [circle(1)] });
    expect(a.inertia).toBeCloseTo(5 / 6, 12);
    const measured = world.invariants();
    expect(measured.kineticEnergy).toBeCloseTo(0.5 * 2 * 5 + 0.5 * (5 / 6) * 36 + 0.5 * 4 * 9, 9);
    expect(measured.potentialEnergy).toBeCloseTo(-2 * 0.5 * (3 - 40) - 4 * (-1 - 0), 9);
    expect(measured.linearMomentum.x).toBeCloseTo(4, 12);
    expect(measured.linearMomentum.y).toBeCloseTo(-2 + 12, 12);
    expect(measured.angularMomentum).toBeCloseTo(2 * (3 * -1 - 4 * 2) + (5 / 6) * 6 + 4 * (-1 * 3), 9);
  });

  it('D26 free bodies keep both momenta, and their energy but for what semi-implicit Euler loses', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
    for (let k = 0; k < 20; k++) {
      world.createBody({
        position: { x: 3 * k, y: k },
        linearVelocity: { x: Math.sin(k), y: Math.cos(3 * k) },
        angularVelocity: k - 10,
        shapes: [box(1, 2), { ...box(0.2, 0.2), density: 9 }],
      });
    }
    const before = world.invariants();
    for (let k = 0; k < 300; k++) world.step(1 / 60);
    const after = world.invariants();
    expect(after.kineticEnergy).toBeCloseTo(before.kineticEnergy, 9);
    expect(after.linearMomentum.x).toBeCloseTo(before.linearMomentum.x, 9);
    expect(Math.abs(after.angularMomentum / before.angularMomentum - 1)).toBeLessThan(1e-9);
  });

  it('the deepest overlap is exact, between solid shapes that collide only', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
    expect(world.invariants()).toMatchObject({ deepestOverlap: 0, deepestPair: null, meanOverlap: 0 });
    const ground = world.createBody({ type: 'static', shapes: [floor()] });
    const low = world.createBody({ position: { x: 0, y: 0.47 }, shapes: [box(1, 1)] });
    const high = world.createBody({ position: { x: 0, y: 1.46 }, shapes: [box(1, 1)] });
    world.createBody({ position: { x: 0, y: 0.5 }, shapes: [circle(0.4, { sensor: true })] });
    world.createBody({ position: { x: 0, y: 0.5 }, shapes: [circle(0.4, { filter: { mask: 0 } })] });
    world.createBody({ type: 'static', position: { x: 90, y: 0 }, shapes: [box(3, 3)] });
    let measured = world.invariants();
    expect(measured.deepestOverlap).toBeCloseTo(0.03, 12);
    expect(measured.meanOverlap).toBeCloseTo(0.02, 12);
    expect(measured.deepestPair?.map((shape) => shape.body)).toEqual([ground, low]);
    // the current pose counts, not the pose of the last vertex update
    low.position = { x: 0, y: 0.4704 };
    high.linearVelocity = { x: 0, y: -0.06 };
    world.step(1 / 100);
    measured = world.invariants();
    expect(measured.deepestOverlap).toBeCloseTo(0.0296, 12);
    expect(measured.meanOverlap).toBeCloseTo((0.0296 + 0.011) / 2, 12);
  });

  it('the joint error is what anchors are apart', () => {
    const solver = ghostSolver();
    const world = createWorld({
      solver: {
        ...solver,
        capabilities: { ...solver.capabilities, joints: ['revolute', 'distance', 'rope', 'prismatic'] },
      },
      gravity: { x: 0, y: 0 },
    });
    const a = world.createBody({ shapes: [circle(0.1)] });
    const b = world.createBody({ position: { x: 2, y: 0 }, shapes: [circle(0.1)] });
    world.createJoint({ kind: 'revolute', bodyA: a, bodyB: b, worldAnchor: { x: 1, y: 0 } });
    expect(world.invariants().jointError).toBeCloseTo(0, 12);
    b.position = { x: 2.03, y: 0.04 };
    expect(world.invariants().jointError).toBeCloseTo(0.05, 12);
    for (const joint of world.joints) world.destroyJoint(joint);
    b.position = { x: 2, y: 0 };
    world.createJoint({ kind: 'distance', bodyA: a, bodyB: b });
    b.position = { x: 0, y: 2.5 };
    expect(world.invariants().jointError).toBeCloseTo(0.5, 12);
    for (const joint of world.joints) world.destroyJoint(joint);
    world.createJoint({ kind: 'rope', bodyA: a, bodyB: b, maximumLength: 3 });
    expect(world.invariants().jointError).toBe(0);
    b.position = { x: 0, y: 3.25 };
    expect(world.invariants().jointError).toBeCloseTo(0.25, 12);
    for (const joint of world.joints) world.destroyJoint(joint);
    world.createJoint({ kind: 'prismatic', bodyA: a, bodyB: b, localAxisA: { x: 0, y: 1 } });
    b.position = { x: 0.125, y: 7 };
    expect(world.invariants().jointError).toBeCloseTo(0.125, 12);
  });
});
