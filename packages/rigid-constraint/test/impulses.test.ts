/** Single hits compared with closed forms. Mass 1, the articles' square of radius 1 (I = 1/3), no gravity. */

import type { BodyDefinition, ShapeDefinition } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { half, level, square } from './bodies.js';
import { run, total } from './harness.js';

const weightless = { x: 0, y: 0 };

describe('a square on the floor', () => {
  test('10.2.1 flat hit: rebounds with e v, no spin, J = 7.5', () => {
    const hit = run({
      gravity: weightless,
      timeStep: 0.02,
      bodies: [
        level({ restitution: 0.5 }),
        { ...square(), position: { x: 0, y: half }, angle: Math.PI / 4, linearVelocity: { x: 0, y: -5 } },
      ],
    });
    hit.step();
    const body = hit.bodies[1];
    expect(body.linearVelocity.x).toBeCloseTo(0, 12);
    expect(body.linearVelocity.y).toBeCloseTo(2.5, 12);
    expect(body.angularVelocity).toBeCloseTo(0, 12);
    const { normal } = hit.impulses()[0];
    expect(total(normal)).toBeCloseTo(7.5, 12);
    expect(normal).toHaveLength(2);
    expect(normal[0]).toBeCloseTo(normal[1], 9);
  });

  const vertexHit = (w: number) => {
    const hit = run({
      gravity: weightless,
      timeStep: 0.02,
      bodies: [
        level({ restitution: 0.5, friction: 0 }),
        {
          ...square({ friction: 0 }),
          position: { x: 0, y: 0.955336489125606 },
          angle: 0.3 - Math.PI / 2,
          linearVelocity: { x: 0, y: -5 },
          angularVelocity: w,
        },
      ],
    });
    hit.step();
    return hit;
  };

  test('10.2.2 vertex hit without friction, R = (0.29552021, -0.95533649)', () => {
    const hit = vertexHit(0);
    const body = hit.bodies[1];
    expect(hit.impulses()[0].normal).toHaveLength(1);
    expect(hit.impulses()[0].normal[0]).toBeCloseTo(5.9429638, 6);
    expect(body.linearVelocity.y).toBeCloseTo(0.94296382, 7);
    expect(body.angularVelocity).toBeCloseTo(5.2687977, 6);
    expect(body.linearVelocity.y + 0.29552021 * body.angularVelocity).toBeCloseTo(2.5, 6);
    const { x, y } = body.linearVelocity;
    expect(0.5 * (x * x + y * y + body.angularVelocity ** 2 / 3)).toBeCloseTo(5.0712952, 6);
  });

  test('10.2.2 the same with a spin of 4 before', () => {
    const body = vertexHit(4).bodies[1];
    expect(body.linearVelocity.y).toBeCloseTo(-0.4620489, 7);
    expect(body.angularVelocity).toBeCloseTo(8.0231687, 6);
  });

  test('10.2.3 energy lost by a frictionless hit is (1 - e^2) v_n^2 / (2 k_n)', () => {
    expect(vertexHit(0).gain.kinetic).toBeCloseTo(-7.4287048, 6);
  });

  test('10.3.5 effective masses: normal 0.79239518, tangent 0.26752249', () => {
    // J = (1 + e) m_n v_n; unlimited friction stops the point with B = m_t v_t
    expect(total(vertexHit(0).impulses()[0].normal)).toBeCloseTo(0.79239518 * 7.5, 6);
    const slide = run(
      {
        gravity: weightless,
        timeStep: 0.02,
        bodies: [
          level({ friction: 1e6 }),
          {
            ...square({ friction: 1e6 }),
            position: { x: 0, y: 0.955336489125606 },
            angle: 0.3 - Math.PI / 2,
            linearVelocity: { x: 1, y: -1 },
          },
        ],
      },
      { velocityIterations: 1000 },
    );
    slide.step();
    // at rest at the point: both rows hold together, J = -K^-1 u with K = [[k_n, c], [c, k_t]]
    const kn = 1 / 0.79239518;
    const kt = 1 / 0.26752249;
    const c = 3 * 0.29552021 * 0.95533649;
    const { normal, tangent } = slide.impulses()[0];
    expect(kn * normal[0] + c * tangent[0]).toBeCloseTo(1, 5);
    expect(c * normal[0] + kt * tangent[0]).toBeCloseTo(-1, 5);
  });
});

describe('10.2.4 contact straight below the centre, R = (0, -0.7), v = (3, -4), e = 0.5', () => {
  /** Mass 1 and inertia 1/3 in two small discs, and a weightless disc of radius 0.7 that touches. */
  const disc = (friction: number): BodyDefinition => {
    const arm = Math.sqrt(1 / 3 - 0.005);
    const weight = (x: number): ShapeDefinition => ({ kind: 'circle', center: { x, y: 0 }, radius: 0.1 });
    return {
      mass: 1,
      position: { x: 0, y: 0.7 },
      linearVelocity: { x: 3, y: -4 },
      shapes: [
        weight(-arm),
        weight(arm),
        { kind: 'circle', radius: 0.7, density: 0, restitution: 0.5, friction, frictionCombine: 'multiply' },
      ],
    };
  };
  const hit = (friction: number) => {
    const world = run({
      gravity: weightless,
      timeStep: 0.02,
      bodies: [level({ friction: 1, frictionCombine: 'multiply' }), disc(friction)],
    });
    world.step();
    return world;
  };

  test('10.2.4 mu = 0.1 slides', () => {
    const world = hit(0.1);
    const body = world.bodies[1];
    expect(body.inertia).toBeCloseTo(1 / 3, 12);
    expect(total(world.impulses()[0].normal)).toBeCloseTo(6, 9);
    expect(body.linearVelocity.x).toBeCloseTo(2.4, 9);
    expect(body.linearVelocity.y).toBeCloseTo(2, 9);
    expect(body.angularVelocity).toBeCloseTo(-1.26, 9);
  });

  test('10.2.4 mu = 1 sticks: the contact point is at rest along the floor', () => {
    const body = hit(1).bodies[1];
    expect(body.linearVelocity.x).toBeCloseTo(1.7854251, 6);
    expect(body.linearVelocity.y).toBeCloseTo(2, 9);
    expect(body.angularVelocity).toBeCloseTo(-2.5506073, 6);
    expect(body.linearVelocity.x + 0.7 * body.angularVelocity).toBeCloseTo(0, 9);
  });

  test('10.2.4 the critical coefficient is 0.20242915', () => {
    const below = hit(0.20242915 - 1e-6).bodies[1];
    const above = hit(0.20242915 + 1e-6).bodies[1];
    expect(below.linearVelocity.x + 0.7 * below.angularVelocity).toBeGreaterThan(1e-6);
    expect(above.linearVelocity.x + 0.7 * above.angularVelocity).toBeCloseTo(0, 9);
  });
});

describe('two bodies', () => {
  const pair = (massB: number, vA: number, vB: number, e: number) => {
    const shape: ShapeDefinition = { kind: 'circle', radius: 0.5, restitution: e, friction: 0 };
    const world = run({
      gravity: weightless,
      timeStep: 0.02,
      bodies: [
        { mass: 1, position: { x: -0.5, y: 0 }, linearVelocity: { x: vA, y: 0 }, shapes: [shape] },
        { mass: massB, position: { x: 0.5, y: 0 }, linearVelocity: { x: vB, y: 0 }, shapes: [shape] },
      ],
    });
    world.step();
    return world;
  };

  test('10.2.6 central hit, 3 and -1 m/s, e = 0.4, masses 1 and 1, and 1 and 3', () => {
    const equal = pair(1, 3, -1, 0.4);
    expect(equal.bodies[0].linearVelocity.x).toBeCloseTo(0.2, 12);
    expect(equal.bodies[1].linearVelocity.x).toBeCloseTo(1.8, 12);
    expect(equal.impulses()[0].normal[0]).toBeCloseTo(2.8, 12);
    const heavy = pair(3, 3, -1, 0.4);
    expect(heavy.bodies[0].linearVelocity.x).toBeCloseTo(-1.2, 12);
    expect(heavy.bodies[1].linearVelocity.x).toBeCloseTo(0.4, 12);
  });
});
