/** Joints compared with closed forms: the effect of a joint's force, torque, ratio or damping ratio on the motion, with both methods. */

import {
  type Body,
  createWorld,
  type JointDefinition,
  type ShapeDefinition,
  type Solver,
  type World,
} from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';

const DT = 1 / 60;
const box: ShapeDefinition = {
  kind: 'polygon',
  vertices: [
    { x: -0.5, y: -0.5 },
    { x: 0.5, y: -0.5 },
    { x: 0.5, y: 0.5 },
    { x: -0.5, y: 0.5 },
  ],
};
const origin = { x: 0, y: 0 };

function worldOf(solver: Solver, gravity = 0): World {
  return createWorld({ gravity: { x: 0, y: gravity }, solver, sleeping: false });
}

/** A body of mass 2 and inertia 1/3. */
function block(world: World, x = 0, more: object = {}): Body {
  return world.createBody({ mass: 2, position: { x, y: 0 }, shapes: [box], ...more });
}

function run(world: World, count: number, each?: () => void): void {
  for (let k = 0; k < count; k++) {
    each?.();
    world.step(DT);
  }
}

describe.each([
  ['soft step', createSoftStep],
  ['sequential impulses', createSequentialImpulses],
])('%s', (_, create) => {
  test('a hinge at the centre of a body reports its weight and applied forces, also with a limit', () => {
    for (const limits of [{}, { lower: -1, upper: 1 }]) {
      const world = worldOf(create(), -10);
      const body = block(world, 0);
      const joint = world.createJoint({ kind: 'revolute', bodyB: body, worldAnchor: origin, ...limits });
      run(world, 240, () => body.applyForce({ x: 6, y: 0 }));
      expect(joint.reactionForce.x).toBeCloseTo(-6, 4);
      expect(joint.reactionForce.y).toBeCloseTo(20, 4);
      expect(joint.reactionTorque).toBeCloseTo(0, 6);
    }
  });

  test('a joint reports no force while one of its bodies is disabled, and its load again afterwards', () => {
    const world = worldOf(create(), -10);
    const body = block(world, 1);
    const joint = world.createJoint({ kind: 'weld', bodyB: body, worldAnchor: origin });
    run(world, 240);
    body.isEnabled = false;
    for (const steps of [0, 1]) {
      run(world, steps);
      expect([joint.reactionForce, joint.reactionTorque]).toEqual([origin, 0]);
    }
    body.isEnabled = true;
    run(world, 240);
    expect(joint.reactionForce.y).toBeCloseTo(20, 2);
  });

  test('a weld holding a body 1 m to the side reports its weight and its moment', () => {
    const world = worldOf(create(), -10);
    const joint = world.createJoint({ kind: 'weld', bodyB: block(world, 1), worldAnchor: origin });
    run(world, 240);
    expect(joint.reactionForce.y).toBeCloseTo(20, 2);
    expect(joint.reactionTorque).toBeCloseTo(20, 2);
  });

  test.each<[string, object]>([
    ['hinge', { kind: 'revolute', worldAnchor: origin }],
    ['hinge with limits', { kind: 'revolute', worldAnchor: origin, lower: -1, upper: 1 }],
    ['weld', { kind: 'weld', worldAnchor: origin }],
    ['rod', { kind: 'distance', worldAnchorA: { x: -1, y: 0 } }],
  ])(
    'an impulse P on a body at rest breaks its %s if P / dt exceeds its strength, and no other joint',
    (_kind, more) => {
      for (const breakForce of [0.99, 1.01]) {
        const world = worldOf(create());
        const body = block(world);
        const joint = world.createJoint({
          ...more,
          bodyB: body,
          breakForce: breakForce * 600,
        } as JointDefinition<Body>);
        body.applyImpulse({ x: 600 * DT, y: 0 });
        run(world, 30);
        expect(joint.isValid).toBe(breakForce > 1);
      }
    },
  );

  test('a rope pulled taut by a falling body breaks, at any time, if half of m v / dt exceeds its strength', () => {
    for (let fall = 2; fall < 4; fall += 0.09) {
      const speed = Math.sqrt(2 * 10 * fall);
      for (const share of [0.5, 1.1]) {
        const world = worldOf(create(), -10);
        const joint = world.createJoint({
          kind: 'rope',
          bodyB: block(world),
          worldAnchorA: origin,
          maximumLength: fall,
          breakForce: (share * 2 * speed) / DT,
        });
        run(world, 90);
        expect(joint.isValid).toBe(share > 1);
      }
    }
  });

  const forward = (body: Body): number => body.linearVelocity.x;
  const spin = (body: Body): number => body.angularVelocity;
  const motors: [string, (bodyB: Body) => JointDefinition<Body>, (body: Body) => number, number][] = [
    [
      'prismatic',
      (bodyB) => ({ kind: 'prismatic', bodyB, motorSpeed: 100, maximumMotorForce: 6 }),
      forward,
      3,
    ],
    [
      'distance',
      (bodyB) => ({
        kind: 'distance',
        bodyB,
        worldAnchorA: { x: -2, y: 0 },
        motorSpeed: 100,
        maximumMotorForce: 6,
      }),
      forward,
      3,
    ],
    ['revolute', (bodyB) => ({ kind: 'revolute', bodyB, motorSpeed: 100, maximumMotorTorque: 2 }), spin, 6],
    ['wheel', (bodyB) => ({ kind: 'wheel', bodyB, motorSpeed: 100, maximumMotorTorque: 2 }), spin, 6],
  ];

  test.each(motors)(
    'a %s motor of limited strength accelerates its body to v = F t / m or w = T t / I',
    (_kind, define, speed, expected) => {
      const world = worldOf(create());
      const body = block(world);
      world.createJoint(define(body));
      run(world, 60);
      expect(speed(body)).toBeCloseTo(expected, 6);
    },
  );

  test('a grab joint far from its target applies its maximum force: v = F t / m', () => {
    const world = worldOf(create());
    const body = block(world);
    world.createJoint({ kind: 'grab', body, target: { x: 1000, y: 0 }, maximumForce: 6 });
    run(world, 60);
    expect(body.linearVelocity.x).toBeCloseTo(3, 6);
  });

  test('a joint of limited force pulls along its line, also off the centre: 45 degrees stay 45 degrees', () => {
    for (const definition of [
      { kind: 'grab', localAnchor: { x: 0.4, y: 0.1 }, target: { x: 100.4, y: 100.1 }, maximumForce: 3 },
      { kind: 'motor', worldAnchor: { x: 0.4, y: 0.1 }, linearOffset: { x: 100, y: 100 }, maximumForce: 3 },
    ]) {
      const world = worldOf(create());
      const bodyB = block(world);
      const body = definition.kind === 'grab' ? { body: bodyB } : { bodyB };
      const joint = world.createJoint({ ...definition, ...body } as JointDefinition<Body>);
      run(world, 2);
      const { x, y } = joint.reactionForce;
      expect(Math.hypot(x, y)).toBeCloseTo(3, 6);
      expect(y / x).toBeCloseTo(1, 2);
    }
  });

  test('a car on four friction joints brakes with the sum of their forces', () => {
    const world = worldOf(create());
    const car = block(world, 0, { linearVelocity: { x: 0, y: 10 } });
    for (const [x, y] of [
      [-0.4, 0.3],
      [0.4, 0.3],
      [-0.4, -0.3],
      [0.4, -0.3],
    ]) {
      const bound = { maximumForce: 2, maximumTorque: 0 };
      world.createJoint({ kind: 'friction', bodyB: car, worldAnchor: { x, y }, ...bound });
    }
    run(world, 60);
    expect(car.linearVelocity.y).toBeCloseTo(10 - 4, 6);
    expect(car.linearVelocity.x).toBeCloseTo(0, 6);
    expect(car.angularVelocity).toBeCloseTo(0, 6);
  });

  test.each([
    [0, 0],
    [2, 0],
    [-2, 1],
  ])('a puck of velocity (%s, %s) on a turntable slides as on the place of it that is below', (vx, vy) => {
    const world = worldOf(create());
    const table = world.createBody({ type: 'kinematic', angularVelocity: 1 });
    const velocity = { x: vx, y: vy };
    const puck = block(world, 1, { fixedRotation: true, linearVelocity: velocity });
    const friction = { maximumForce: 2, maximumTorque: 0 };
    world.createJoint({
      kind: 'friction',
      bodyA: table,
      bodyB: puck,
      worldAnchor: { x: 1, y: 0 },
      ...friction,
    });
    // v' = -a (v - w x p) / |v - w x p|, a = F / m, in small steps
    const p = { x: 1, y: 0 };
    const h = 1e-4;
    for (let t = 0; t < 1.5 - h / 2; t += h) {
      const slipX = velocity.x + p.y;
      const slipY = velocity.y - p.x;
      const slip = Math.sqrt(slipX * slipX + slipY * slipY);
      const change = Math.min(h * 1, slip) / Math.max(slip, 1e-12);
      velocity.x -= change * slipX;
      velocity.y -= change * slipY;
      p.x += h * velocity.x;
      p.y += h * velocity.y;
    }
    run(world, 90);
    expect(Math.abs(puck.position.x - p.x)).toBeLessThan(0.02);
    expect(Math.abs(puck.position.y - p.y)).toBeLessThan(0.02);
  });

  test('friction of a free turntable with what slides on it keeps their angular momentum', () => {
    const world = worldOf(create());
    const table = world.createBody({ mass: 10, angularVelocity: 2, shapes: [{ ...box, sensor: true }] });
    table.createShape({ kind: 'circle', radius: 2, density: 1, filter: { mask: 0 } });
    const puck = block(world, 1);
    const at = { worldAnchor: { x: 1, y: 0 }, maximumForce: 1, maximumTorque: 0.5 };
    world.createJoint({ kind: 'friction', bodyA: table, bodyB: puck, ...at });
    const before = world.invariants().angularMomentum;
    run(world, 300);
    expect(puck.linearVelocity.x ** 2 + puck.linearVelocity.y ** 2).toBeGreaterThan(0.1);
    expect(Math.abs(world.invariants().angularMomentum / before - 1)).toBeLessThan(0.01);
  });

  test('a friction joint reduces spin at the rate of its maximum torque: w = w0 - T t / I', () => {
    const world = worldOf(create());
    const body = block(world, 0, { angularVelocity: 8 });
    world.createJoint({ kind: 'friction', bodyB: body, maximumForce: 5, maximumTorque: 2 });
    run(world, 60);
    expect(body.angularVelocity).toBeCloseTo(2, 6);
  });

  test('the offset of a motor joint turns with A', () => {
    const world = worldOf(create());
    const bodyA = world.createBody({ type: 'kinematic', angle: Math.PI / 2, shapes: [box] });
    const bodyB = block(world, 3);
    world.createJoint({
      kind: 'motor',
      bodyA,
      bodyB,
      linearOffset: { x: 2, y: 1 },
      hertz: 2,
      dampingRatio: 1,
      maximumForce: 1000,
      maximumTorque: 1000,
    });
    run(world, 240);
    expect(bodyB.position.x).toBeCloseTo(-1, 3);
    expect(bodyB.position.y).toBeCloseTo(2, 3);
  });

  test('a gear of ratio r gives A the effective inertia I_A + I_B / r^2', () => {
    for (const ratio of [0.5, -2]) {
      const world = worldOf(create());
      const bodyA = block(world);
      const bodyB = block(world, 5);
      world.createJoint({ kind: 'revolute', bodyB: bodyA });
      world.createJoint({ kind: 'revolute', bodyB });
      world.createJoint({ kind: 'gear', bodyA, bodyB, ratio });
      run(world, 60, () => bodyA.applyTorque(1));
      const w = 1 / (bodyA.inertia + bodyB.inertia / ratio ** 2);
      expect(bodyA.angularVelocity / w).toBeCloseTo(1, 3);
      expect(bodyB.angularVelocity / (-w / ratio)).toBeCloseTo(1, 3);
    }
  });

  test('a gear or ratchet of limited torque slips, and the rest accelerates the body: w = (T - T_max) t / I', () => {
    const world = worldOf(create());
    const bodyA = world.createBody({ type: 'kinematic', shapes: [box] });
    const geared = block(world, 3);
    world.createJoint({ kind: 'gear', bodyA, bodyB: geared, maximumTorque: 1 });
    const held = block(world, 6);
    const ratchet = world.createJoint({ kind: 'ratchet', bodyB: held, pitch: 0.1, maximumTorque: 1 });
    expect(ratchet.toDefinition()).toMatchObject({ maximumTorque: 1 });
    run(world, 60, () => {
      geared.applyTorque(3);
      held.applyTorque(-3);
    });
    expect(geared.angularVelocity * geared.inertia).toBeCloseTo(2, 6);
    expect(held.angularVelocity * held.inertia).toBeCloseTo(-2, 6);
  });

  test('two bodies on a slider, hit perpendicular to its axis, rotate as one about their common centre', () => {
    // B is 3 m along the axis from A, so an impulse P on B gives both w = P (3/2) / (2 I + m (3/2)^2 2)
    const world = worldOf(create());
    const bodyA = block(world);
    const bodyB = block(world, 3);
    world.createJoint({ kind: 'prismatic', bodyA, bodyB, localAnchorA: origin, localAnchorB: origin });
    bodyB.applyImpulse({ x: 0, y: 0.1 });
    run(world, 60);
    const w = 0.15 / (2 * bodyA.inertia + 2 * 2 * 1.5 ** 2);
    expect(bodyA.angularVelocity / w).toBeCloseTo(1, 2);
    expect(bodyB.angularVelocity / w).toBeCloseTo(1, 2);
  });

  test('an elastic weld does not overshoot its angle with critical damping, and does without damping', () => {
    const least = (angularDampingRatio: number): number => {
      const world = worldOf(create());
      const bodyB = block(world, 0, { angle: 0.4 });
      world.createJoint({ kind: 'weld', bodyB, referenceAngle: 0, angularHertz: 1, angularDampingRatio });
      let low = 0.4;
      run(world, 120, () => {
        low = Math.min(low, bodyB.angle);
      });
      return low;
    };
    expect(least(1)).toBeGreaterThan(-0.004);
    expect(least(0)).toBeLessThan(-0.2);
  });

  test('limits set more than a turn away are reached at a bounded speed', () => {
    for (const lower of [4, 6.8, 20]) {
      const world = worldOf(create());
      const bodyA = block(world, 0);
      const bodyB = block(world, 1.2);
      const joint = world.createJoint({ kind: 'revolute', bodyA, bodyB, worldAnchor: { x: 0.6, y: 0 } });
      joint.setLimits(lower, lower + 1);
      let fastest = 0;
      run(world, 400, () => {
        fastest = Math.max(fastest, Math.abs(bodyA.angularVelocity), Math.abs(bodyB.angularVelocity));
      });
      expect(joint.angle).toBeGreaterThan(lower - 0.01);
      expect(joint.angle).toBeLessThan(lower + 1.01);
      expect(joint.length).toBeLessThan(0.001);
      // 0.2 rad a step
      expect(fastest).toBeLessThan(12);
    }
  });

  test('a kinematic body whose joint pressed another one into the floor is not thrown when it becomes dynamic', () => {
    const world = worldOf(create(), -10);
    world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
    const arm = world.createBody({
      type: 'kinematic',
      position: { x: 0, y: 0.9 },
      angularVelocity: -2,
      mass: 0.1,
      shapes: [{ kind: 'circle', radius: 0.1 }],
    });
    const bodyB = world.createBody({
      position: { x: 1.2, y: 0.9 },
      mass: 0.5,
      shapes: [{ kind: 'circle', radius: 0.25 }],
    });
    const groove = { grooveStart: { x: 1.2, y: -1 }, grooveEnd: { x: 1.2, y: 1 } };
    world.createJoint({ kind: 'groove', bodyA: arm, bodyB, ...groove });
    run(world, 40);
    arm.angularVelocity = 0;
    arm.type = 'dynamic';
    run(world, 1);
    expect(world.invariants().kineticEnergy).toBeLessThan(3);
  });

  test('bodies placed apart come together at their joint, and stand still', () => {
    const definitions: Record<string, object> = {
      hinge: { kind: 'revolute' },
      'hinge with limits': { kind: 'revolute', lower: -1, upper: 1 },
      weld: { kind: 'weld' },
      rod: { kind: 'distance', localAnchorA: { x: 0.5, y: 0.4 }, localAnchorB: { x: -0.5, y: 0.4 } },
      rope: { kind: 'rope', localAnchorA: { x: 0.5, y: 0.4 }, localAnchorB: { x: -0.5, y: 0.4 } },
    };
    for (const [name, definition] of Object.entries(definitions)) {
      for (const far of [0.3, 1, 3]) {
        const world = worldOf(create());
        const bodyA = block(world, 0);
        const bodyB = block(world, 1.2);
        const joint = world.createJoint({
          bodyA,
          bodyB,
          worldAnchor: { x: 0.6, y: 0 },
          ...definition,
        } as JointDefinition<Body>);
        const { length } = joint;
        bodyB.position = { x: 1.2 + 0.6 * far, y: 0.8 * far };
        run(world, 60);
        expect(joint.length - length, `${name}, ${far} m`).toBeLessThan(0.001);
        if (name !== 'rope') expect(joint.length - length, `${name}, ${far} m`).toBeGreaterThan(-0.001);
        expect(world.invariants().kineticEnergy, `${name}, ${far} m`).toBeLessThan(0.1);
      }
    }
  });

  test('limits that are never reached have no effect: a hinge chain hangs the same with and without them', () => {
    const hang = (limits: object): Body[] => {
      const world = worldOf(create(), -10);
      let above: Body | null = null;
      for (let k = 0; k < 12; k++) {
        const bodyB = block(world, k, k === 11 ? { mass: 200 } : {});
        const worldAnchor = { x: k - 0.5, y: 0 };
        world.createJoint({
          kind: 'revolute',
          ...(above === null ? {} : { bodyA: above }),
          bodyB,
          worldAnchor,
          ...limits,
        });
        above = bodyB;
      }
      run(world, 60);
      return [...world.bodies];
    };
    const free = hang({});
    hang({ lower: -3, upper: 3 }).forEach((body, k) => {
      expect(Math.abs(body.position.x - free[k].position.x), `link ${k}`).toBeLessThan(1e-6);
      expect(Math.abs(body.position.y - free[k].position.y), `link ${k}`).toBeLessThan(1e-6);
    });
  });
});

/** Sequential impulses lose a quarter of it here: their position correction moves bodies without changing their velocities. */
describe('soft step alone', () => {
  const at = { worldAnchorA: { x: 1, y: 0.2 }, worldAnchorB: { x: 2, y: -0.3 } };
  const meeting = { worldAnchor: { x: 1.5, y: 0.2 } };
  const strength = { maximumForce: 20, maximumTorque: 5 };
  test.each<[string, object]>([
    ['hinge', { kind: 'revolute', ...meeting }],
    ['hinge with limits', { kind: 'revolute', ...meeting, lower: -0.2, upper: 0.2 }],
    ['hinge with a motor', { kind: 'revolute', ...meeting, motorSpeed: 3, maximumMotorTorque: 2 }],
    ['weld', { kind: 'weld', ...meeting }],
    ['springy weld', { kind: 'weld', ...meeting, hertz: 2, dampingRatio: 0.2, angularHertz: 3 }],
    ['rod', { kind: 'distance', ...at }],
    ['spring', { kind: 'distance', ...at, hertz: 1, dampingRatio: 0.1 }],
    ['rope', { kind: 'rope', ...at }],
    ['slider', { kind: 'prismatic', ...meeting, lower: -1, upper: 1 }],
    ['wheel', { kind: 'wheel', ...meeting, hertz: 3, dampingRatio: 0.5 }],
    ['groove', { kind: 'groove', grooveStart: { x: 1, y: 0 }, grooveEnd: { x: 8, y: 0 } }],
    ['motor', { kind: 'motor', ...meeting, linearOffset: { x: 0.5, y: 1 }, ...strength }],
    ['friction', { kind: 'friction', ...meeting, ...strength }],
    ['rotary spring', { kind: 'rotarySpring', hertz: 2 }],
    ['rotary limit', { kind: 'rotaryLimit', lower: -0.5, upper: 0.5 }],
  ])('two free bodies on a %s keep their linear and angular momentum at 5 rad/s', (_kind, more) => {
    const world = worldOf(createSoftStep());
    const spinning = (x: number, w: number): Body =>
      block(world, x, { linearVelocity: { x: 1, y: 5 * x }, angularVelocity: w });
    const joint = { ...more, bodyA: spinning(0, 5), bodyB: spinning(3, 4) };
    world.createJoint(joint as JointDefinition<Body>);
    const before = world.invariants();
    run(world, 600);
    const after = world.invariants();
    expect(Math.abs(after.angularMomentum / before.angularMomentum - 1)).toBeLessThan(1e-9);
    expect(Math.abs(after.linearMomentum.x - before.linearMomentum.x)).toBeLessThan(1e-9);
    expect(Math.abs(after.linearMomentum.y - before.linearMomentum.y)).toBeLessThan(1e-9);
  });
});
