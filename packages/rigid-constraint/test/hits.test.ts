/** Single hits compared with closed forms, for both methods. Mass 1, inertia 1/3. */

import { ballast, testSingleHits, testSpinningHits, testVertexHit } from '@otedama/solver-tests';
import { describe, expect, test } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';

const DT = 0.02;

describe.each([
  ['soft step', createSoftStep],
  ['sequential impulses', createSequentialImpulses],
])('%s', (_, create) => {
  testSingleHits(() => create());
  testVertexHit(() => create());

  test('10.2.4 a hit that sticks leaves the contact point at rest along the floor', () => {
    const { world, body } = ballast(create(), { x: 3, y: -4 }, { restitution: 0.5, friction: 1 });
    world.step(DT);
    expect(body.linearVelocity.x).toBeCloseTo(1.7854251, 7);
    expect(body.linearVelocity.y).toBeCloseTo(2, 9);
    expect(body.angularVelocity).toBeCloseTo(-2.5506073, 7);
    expect(body.linearVelocity.x + 0.7 * body.angularVelocity).toBeCloseTo(0, 9);
  });
});

describe('sequential impulses', () => testSpinningHits(() => createSequentialImpulses()));

describe('10.2.4 the friction of a hit that slides, with the soft step', () => {
  const slide = (restitution: number, dt: number): number => {
    const { world, body } = ballast(createSoftStep(), { x: 3, y: -4 }, { restitution, friction: 0.1 });
    world.step(dt);
    expect(body.linearVelocity.y).toBeCloseTo(4 * restitution, 9);
    // one impulse along the floor, below the centre by 0.7
    expect(body.angularVelocity).toBeCloseTo(0.7 * 3 * (body.linearVelocity.x - 3), 9);
    return 3 - body.linearVelocity.x;
  };

  test('is between one and two times mu m v_n, whatever the step', () => {
    for (const dt of [0.02, 1 / 60, 0.005]) {
      expect(slide(0, dt)).toBeGreaterThan(0.4);
      expect(slide(0, dt)).toBeLessThan(0.8);
    }
  });

  test('does not depend on restitution: the rebound has no friction', () => {
    for (const dt of [0.02, 1 / 60, 0.005]) {
      expect(slide(0.5, dt)).toBeCloseTo(slide(0, dt), 9);
      expect(slide(1, dt)).toBeCloseTo(slide(0, dt), 9);
    }
  });
});
