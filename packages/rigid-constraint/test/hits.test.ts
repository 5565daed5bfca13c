/** Single hits compared with closed forms, for both methods. Mass 1, inertia 1/3. */

import { polygon } from '@otedama/math2d';
import {
  ballast,
  makeWorld,
  plain,
  seeded,
  testSingleHits,
  testSpinningHits,
  testVertexHit,
  totals,
  wall,
} from '@otedama/solver-tests';
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
describe('soft step', () => testSpinningHits(() => createSoftStep()));

// the friction of the passes was taken back along other arms than it had, which changed the spin by up to 0.02 rad/s
test('a hit of one end of an edge that slides is the same, whatever the passes of the soft step have done', () => {
  const next = seeded(5);
  for (let n = 0; n < 20; n++) {
    const surface = { restitution: 1, friction: 0.2 + 0.8 * next() };
    const angle = (next() < 0.5 ? -1 : 1) * (0.001 + 0.006 * next());
    const position = { x: 0, y: 0.506 + 0.006 * next() };
    // one end approaches with 3.5 m/s, the other one with 0.5 m/s, too slowly to bounce
    const motion = { linearVelocity: { x: 16 * next() - 8, y: -2 }, angularVelocity: angle > 0 ? 3 : -3 };
    const [first, ...others] = [4, 8, 16].map((substeps) => {
      const { world, bodies } = makeWorld(createSoftStep({ substeps }), 0, [
        wall(0, surface),
        {
          mass: 1,
          position,
          angle,
          ...motion,
          shapes: [{ kind: 'polygon', vertices: polygon.rectangle(1, 1), ...plain, ...surface }],
        },
      ]);
      world.step(1 / 60);
      return bodies[1];
    });
    expect(first.linearVelocity.y).toBeGreaterThan(0);
    for (const body of others) {
      expect(body.linearVelocity.x).toBeCloseTo(first.linearVelocity.x, 9);
      expect(body.linearVelocity.y).toBeCloseTo(first.linearVelocity.y, 9);
      expect(body.angularVelocity).toBeCloseTo(first.angularVelocity, 9);
    }
  }
});

// it gained up to 6 %: friction within the impulses of the bias was taken back, the normal impulses that answered to it were not
test('the push-out of a flat box that slides adds no energy, whatever the friction', () => {
  const next = seeded(7);
  for (let n = 0; n < 60; n++) {
    const friction = 0.2 + 0.8 * next();
    const [width, height] = [0.6 + 0.6 * next(), 0.6 + 0.6 * next()];
    const { world, bodies } = makeWorld(createSoftStep(), 0, [
      wall(0, { restitution: 0, friction }),
      {
        position: { x: 0, y: height / 2 - 0.1 * next() },
        linearVelocity: { x: 10 * next() - 5, y: 3 * next() },
        angularVelocity: 6 * next() - 3,
        shapes: [{ kind: 'polygon', vertices: polygon.rectangle(width, height), ...plain, friction }],
      },
    ]);
    const energy = (): number => {
      const { mass, inertia, linearVelocity: v, angularVelocity: w } = bodies[1];
      return 0.5 * (mass * (v.x * v.x + v.y * v.y) + inertia * w * w);
    };
    const start = energy();
    for (let step = 0; step < 6; step++) {
      world.step(1 / 60);
      expect(energy() / start).toBeLessThan(1 + 1e-9);
    }
  }
});

describe('10.2.4 the friction of hits, with the soft step', () => {
  const outlines = {
    box: polygon.rectangle(1, 0.6),
    plank: polygon.rectangle(0.2, 1),
    triangle: polygon.regular(0.7, 3),
    hexagon: polygon.regular(0.7, 6),
  };

  /** Hits of a polygon that touches the floor with its lowest corner, or with a side if it is flat. */
  function* randomHits(vertices: readonly { x: number; y: number }[], restitution: number, isFlat: boolean) {
    const next = seeded(17);
    for (let n = 0; n < 60; n++) {
      const surface = { restitution, friction: 0.05 + 0.4 * next() };
      const angle = isFlat ? 0 : 6 * next();
      const corners = vertices.map(({ x, y }) => ({
        x: Math.cos(angle) * x - Math.sin(angle) * y,
        y: Math.sin(angle) * x + Math.cos(angle) * y,
      }));
      const arm = corners.reduce((low, corner) => (corner.y < low.y ? corner : low));
      const v = { x: 16 * next() - 8, y: -2 - 6 * next() };
      const w = isFlat ? 0 : 10 * next() - 5;
      // the touching corner has to approach, faster than the threshold of restitution
      if (v.y + w * arm.x > -1.5) continue;
      const { world, bodies } = makeWorld(createSoftStep(), 0, [
        wall(0, surface),
        {
          mass: 1,
          position: { x: 0, y: -arm.y },
          angle,
          linearVelocity: v,
          angularVelocity: w,
          shapes: [{ kind: 'polygon', vertices, ...plain, ...surface }],
        },
      ]);
      yield { world, body: bodies[1], friction: surface.friction, v, w, arm };
    }
  }

  describe.each([0, 0.5, 1])('e = %s', (restitution) => {
    test.each(Object.entries(outlines))(
      'a %s has at most mu times the normal impulse, just that if it goes on sliding, and gains no energy',
      (name, vertices) => {
        let sliding = 0;
        for (const isFlat of name === 'box' ? [false, true] : [false]) {
          for (const { world, body, friction, v, w, arm } of randomHits(vertices, restitution, isFlat)) {
            const energy = totals(world).kinetic;
            world.step(1 / 60);
            const after = body.linearVelocity;
            const impulse = after.x - v.x;
            const limit = friction * (after.y - v.y);
            expect(Math.abs(impulse)).toBeLessThanOrEqual(limit * (1 + 1e-9));
            const before = v.x - w * arm.y;
            const slides = after.x - body.angularVelocity * arm.y;
            // friction may turn a flat box on to an edge, which slides at another speed
            if (!isFlat && before * slides > 0 && Math.abs(slides) > 0.5) {
              expect(impulse * -Math.sign(before)).toBeCloseTo(limit, 9);
              sliding++;
            }
            expect(totals(world).kinetic).toBeLessThanOrEqual(energy * (1 + 1e-12));
          }
        }
        expect(sliding).toBeGreaterThan(5);
      },
    );
  });
});
