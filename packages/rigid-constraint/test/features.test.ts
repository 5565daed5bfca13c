/** Features of sequential impulses besides contacts: grab joint, rolling resistance, belts, damping, locked rotation, options. */

import { InputError } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import { createSequentialImpulses } from '../src/index.js';
import { boxDefinition, level, square } from './bodies.js';
import { run } from './harness.js';

const gravity = { x: 0, y: -10 };

describe('grab joint', () => {
  test('holds a hanging body: the spring extends by m g / k and the force is m g', () => {
    const hang = run({ gravity, bodies: [{ ...boxDefinition(0.5, 0.5), mass: 2 }] });
    const joint = hang.world.createJoint({
      kind: 'grab',
      body: hang.bodies[0],
      target: { x: 0, y: 0 },
      hertz: 2,
      dampingRatio: 1,
      maximumForce: 1000,
    });
    hang.step(600);
    // the row's own stiffness is k = m omega^2
    const omega = 2 * Math.PI * 2;
    expect(hang.bodies[0].position.y).toBeCloseTo(-10 / (omega * omega), 4);
    expect(Math.hypot(hang.bodies[0].linearVelocity.x, hang.bodies[0].linearVelocity.y)).toBeLessThan(1e-6);
    joint.target = { x: 1, y: 2 };
    hang.step(600);
    expect(hang.bodies[0].position.x).toBeCloseTo(1, 4);
  });

  test('never exceeds its maximum force', () => {
    const drag = run({ gravity: { x: 0, y: 0 }, bodies: [{ ...boxDefinition(0.5, 0.5), mass: 1 }] });
    drag.world.createJoint({
      kind: 'grab',
      body: drag.bodies[0],
      target: { x: 100, y: 0 },
      hertz: 10,
      maximumForce: 3,
    });
    drag.step(60);
    expect(drag.bodies[0].linearVelocity.x).toBeCloseTo(3, 9);
  });

  test('a body held at a corner swings until it hangs below it', () => {
    const swing = run({
      gravity,
      bodies: [{ ...boxDefinition(0.5, 0.5), angularDamping: 10 }],
    });
    swing.world.createJoint({
      kind: 'grab',
      body: swing.bodies[0],
      localAnchor: { x: 0.5, y: 0.5 },
      target: { x: 0.5, y: 0.5 },
      hertz: 5,
      dampingRatio: 1,
    });
    swing.step(1200);
    expect(swing.bodies[0].position.x).toBeCloseTo(0.5, 3);
    expect(swing.bodies[0].position.y).toBeLessThan(-0.2);
  });
});

describe('surfaces', () => {
  test('rolling resistance decelerates a disc by (2/3) rho g / r', () => {
    const radius = 0.5;
    const share = 0.02;
    const roll = run({
      gravity,
      bodies: [
        level({ friction: 1 }),
        {
          position: { x: 0, y: radius },
          linearVelocity: { x: 2, y: 0 },
          angularVelocity: -2 / radius,
          shapes: [{ kind: 'circle', radius, friction: 1, rollingResistance: share }],
        },
      ],
    });
    roll.step(120);
    // the torque rho N with rho = share r brakes a disc that does not slip: (I + m r^2) dw/dt = rho m g
    const expected = 2 - ((2 / 3) * share * radius * 10 * 2) / radius;
    expect(Math.abs(roll.bodies[1].linearVelocity.x - expected)).toBeLessThan(0.01);
    roll.step(3000);
    expect(Math.abs(roll.bodies[1].linearVelocity.x)).toBeLessThan(1e-9);
  });

  test('a belt accelerates a box up to its own speed', () => {
    const belt = run({
      gravity,
      bodies: [
        {
          type: 'static',
          position: { x: 0, y: -1 },
          shapes: [{ ...boxDefinition(50, 1).shapes![0], tangentSpeed: 2 }],
        },
        { ...boxDefinition(0.5, 0.5), position: { x: 0, y: 0.5 } },
      ],
    });
    belt.step(20);
    expect(belt.bodies[1].linearVelocity.x).toBeCloseTo(0.6 * 10 * (20 / 60), 1);
    belt.step(200);
    expect(belt.bodies[1].linearVelocity.x).toBeCloseTo(2, 6);
  });
});

describe('bodies', () => {
  test('with damping d the speed decreases as (1 + d h)^-n', () => {
    const glide = run({
      gravity: { x: 0, y: 0 },
      bodies: [
        {
          ...square(),
          linearVelocity: { x: 3, y: 0 },
          angularVelocity: 2,
          linearDamping: 0.5,
          angularDamping: 2,
        },
      ],
    });
    glide.step(60);
    expect(glide.bodies[0].linearVelocity.x).toBeCloseTo(3 / (1 + 0.5 / 60) ** 60, 9);
    expect(glide.bodies[0].angularVelocity).toBeCloseTo(2 / (1 + 2 / 60) ** 60, 9);
  });

  test('a body of fixed rotation does not turn when its corner hits the floor', () => {
    const drop = run({
      gravity,
      bodies: [level(), { ...square(), position: { x: 0, y: 1.5 }, angle: 0.3, fixedRotation: true }],
    });
    drop.step(120);
    expect(drop.bodies[1].angle).toBeCloseTo(0.3, 12);
    expect(drop.bodies[1].angularVelocity).toBe(0);
    expect(drop.bodies[1].linearVelocity.y).toBeCloseTo(0, 9);
  });

  test('a kinematic body pushes with infinite mass and keeps its velocity', () => {
    const push = run({
      gravity: { x: 0, y: 0 },
      bodies: [
        { type: 'kinematic', linearVelocity: { x: 1, y: 0 }, shapes: boxDefinition(0.5, 0.5).shapes! },
        { ...boxDefinition(0.5, 0.5), position: { x: 1.1, y: 0 } },
      ],
    });
    push.step(120);
    expect(push.bodies[0].linearVelocity.x).toBe(1);
    expect(push.bodies[1].linearVelocity.x).toBeCloseTo(1, 9);
  });
});

describe('options', () => {
  test.each([
    [{ velocityIterations: 0 }, 'velocityIterations'],
    [{ velocityIterations: 2.5 }, 'velocityIterations'],
    [{ positionIterations: -1 }, 'positionIterations'],
    [{ positionCorrection: 'magic' }, 'positionCorrection'],
    [{ restitutionRule: 'e' }, 'restitutionRule'],
    [{ walls: { correctionShare: 1.1 } }, 'walls.correctionShare'],
    [{ bodies: { slop: Number.NaN } }, 'bodies.slop'],
    [{ bodies: { sloop: 1 } }, 'bodies.sloop'],
    [{ iterations: 3 }, 'iterations'],
    [3, 'options'],
  ])('%o is rejected by name', (options, field) => {
    const make = (): unknown => createSequentialImpulses(options as never);
    expect(make).toThrow(InputError);
    expect(make).toThrow(field);
  });

  test('undefined is treated as omitted', () => {
    const options = { velocityIterations: undefined, warmStarting: undefined, walls: { slop: undefined } };
    expect(createSequentialImpulses(options as never).settings).toEqual(createSequentialImpulses().settings);
  });

  test('fewer iterations, no warm start or no block solver make a tower less accurate but stable', () => {
    const sag = (options: Parameters<typeof createSequentialImpulses>[0]): number => {
      const stand = run(
        {
          gravity,
          bodies: [
            level(),
            ...Array.from({ length: 8 }, (_, i) => ({
              ...boxDefinition(0.5, 0.5),
              position: { x: 0, y: i + 0.5 },
            })),
          ],
        },
        options,
      );
      stand.step(240);
      return 7.5 - stand.bodies[8].position.y;
    };
    const best = sag({});
    expect(best).toBeLessThan(0.03);
    expect(sag({ warmStarting: false })).toBeGreaterThan(best);
    expect(sag({ blockSolver: false })).toBeLessThan(0.1);
    expect(sag({ positionCorrection: 'none', velocityIterations: 2, warmStarting: false })).toBeGreaterThan(
      0.1,
    );
  });
});
