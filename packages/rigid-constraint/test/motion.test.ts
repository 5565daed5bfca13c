/** Runs compared with closed forms of mechanics. */

import { articlesConstraint, articlesForce, rollingDisc, slidingBoxes, slopeSlide } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { boxDefinition, ground, half, level, square } from './bodies.js';
import { methods, type Run, run, sums } from './harness.js';

const articlesGravity = { x: 0, y: -9.8 };

describe('sliding', () => {
  test('10.2.10 from 3 m/s with mu = 0.1: stops after 3.0612 s and 4.5918 m', () => {
    const slide = run({
      gravity: articlesGravity,
      timeStep: 0.02,
      bodies: [
        level({ friction: 0.1 }),
        {
          ...square({ friction: 0.1 }),
          position: { x: 0, y: half },
          angle: Math.PI / 4,
          linearVelocity: { x: 3, y: 0 },
        },
      ],
    });
    const body = slide.bodies[1];
    let steps = 0;
    while (body.linearVelocity.x > 1e-6 && steps < 400) {
      slide.step();
      steps++;
    }
    expect(Math.abs(steps * 0.02 - 3.0612)).toBeLessThan(0.03 * 3.0612);
    expect(Math.abs(body.position.x - 4.5918)).toBeLessThan(0.03 * 4.5918);
    slide.step(100);
    expect(Math.abs(body.position.x - 4.5918)).toBeLessThan(0.03 * 4.5918);
  });

  /** Distance along the slope, m. */
  const along = (slide: Run, angle: number): number => {
    const { x, y } = slide.bodies[1].position;
    return -(x * Math.cos(angle) + y * Math.sin(angle));
  };

  test.each([
    [0.3, 0.30933625],
    [0.5, 0.54630249],
  ])('10.2.11 a slope of %f rad holds iff mu >= %f', (angle, critical) => {
    const holds = run(slopeSlide.create({ angle, friction: critical * 1.001 }));
    const start = along(run(slopeSlide.create({ angle })), angle);
    holds.step(500);
    expect(Math.abs(along(holds, angle) - start)).toBeLessThan(1e-3);
    const slides = run(slopeSlide.create({ angle, friction: critical * 0.98 }));
    slides.step(500);
    const expected = 0.5 * 9.8 * 0.02 * Math.sin(angle) * 100;
    expect(along(slides, angle) - start).toBeGreaterThan(0.9 * expected);
  });

  test.each([
    [0.3, 0.1, 1.9598683],
    [0.5, 0.1, 3.8383394],
    [0.3, 0.01, 2.802475],
    [0.5, 0.01, 4.6123672],
  ])('10.2.11 on %f rad with mu = %f it gains %f m/s^2', (angle, friction, acceleration) => {
    const slides = run(slopeSlide.create({ angle, friction }));
    slides.step(100);
    const { x, y } = slides.bodies[1].linearVelocity;
    expect(Math.hypot(x, y)).toBeCloseTo(2 * acceleration, 3);
    expect(Math.abs(slides.bodies[1].angularVelocity)).toBeLessThan(1e-6);
  });

  test('mu = 0.01 holds on 0.008 rad, and on 0.012 rad lets go 0.98 m in 10 s', () => {
    const holds = run(slopeSlide.create({ angle: 0.008, friction: 0.01 }));
    const slides = run(slopeSlide.create({ angle: 0.012, friction: 0.01 }));
    const start = along(slides, 0.012);
    const rest = along(holds, 0.008);
    holds.step(500);
    slides.step(500);
    expect(Math.abs(along(holds, 0.008) - rest)).toBeLessThan(1e-3);
    expect(Math.abs(along(slides, 0.012) - start - 0.98)).toBeLessThan(0.03);
  });

  test('D23 10 m/s with mu = 0.5 and g = 10: stops after 2.0 s and 10.0 m', () => {
    const slide = run({
      gravity: { x: 0, y: -10 },
      bodies: [
        level({ friction: 0.5 }),
        {
          ...boxDefinition(0.5, 0.25, { friction: 0.5 }),
          position: { x: 0, y: 0.25 },
          linearVelocity: { x: 10, y: 0 },
        },
      ],
    });
    const body = slide.bodies[1];
    let steps = 0;
    while (body.linearVelocity.x > 1e-6 && steps < 400) {
      slide.step();
      steps++;
    }
    expect(Math.abs(steps / 60 - 2)).toBeLessThan(0.04);
    expect(Math.abs(body.position.x - 10)).toBeLessThan(0.2);
  });

  test.each(methods)('D24 %s: a disc rolls down with (2/3) g sin', (_name, create) => {
    for (const angle of [0.1, 0.3, 0.6]) {
      const roll = run(rollingDisc.create({ angle, friction: Math.tan(angle) / 3 + 0.01 }), create());
      roll.step(120);
      const { x, y } = roll.bodies[1].linearVelocity;
      const expected = (2 / 3) * 10 * Math.sin(angle) * 2;
      expect(Math.abs(Math.hypot(x, y) - expected)).toBeLessThan(0.02 * expected);
      // rolling without slip
      expect(-roll.bodies[1].angularVelocity * 0.5).toBeCloseTo(Math.hypot(x, y), 3);
    }
  });

  test.each(methods)(
    '%s: a wheel at 40 rad/s keeps its load and its height in every step',
    (_name, create) => {
      const radius = 0.5;
      const wheel = run(
        {
          gravity: { x: 0, y: -10 },
          bodies: [
            ground(1000, { friction: 0.8 }),
            {
              position: { x: 0, y: radius },
              linearVelocity: { x: 40 * radius, y: 0 },
              angularVelocity: -40,
              shapes: [{ kind: 'circle', radius, friction: 0.8 }],
            },
          ],
        },
        create(),
      );
      wheel.step(60);
      const [body] = wheel.dynamic;
      for (let step = 0; step < 120; step++) {
        wheel.step();
        const load = wheel.impulses().flatMap(({ normal }) => normal);
        expect(load).toHaveLength(1);
        expect(load[0] * 60).toBeCloseTo(10 * body.mass, 3);
        expect(Math.abs(body.position.y - radius)).toBeLessThan(5e-5);
        expect(body.linearVelocity.x).toBeCloseTo(20, 3);
      }
    },
  );

  test('D30 eleven boxes thrown at 10 m/s: ordered by friction, each after v^2 / (2 mu g)', () => {
    const slide = run(slidingBoxes.create());
    slide.step(60 * 21);
    const distances = slide.dynamic.map((body) => body.position.x);
    for (let i = 1; i < distances.length; i++) expect(distances[i]).toBeGreaterThan(distances[i - 1]);
    for (let i = 0; i < 10; i++) {
      const expected = 100 / (2 * 0.5 * (10 - i) * 10);
      expect(Math.abs(distances[i] - expected)).toBeLessThan(0.02 * expected + 10 / 60);
    }
    expect(slide.dynamic[10].linearVelocity.x).toBeCloseTo(10, 6);
  });
});

describe('falling', () => {
  test('10.2.12 free fall of 10 s: y = -490.98, energy drift -9.604', () => {
    const fall = run({ gravity: articlesGravity, timeStep: 0.02, bodies: [square()] });
    fall.step(500);
    const { y } = fall.bodies[0].position;
    expect(y).toBeCloseTo(-490.98, 8);
    expect(sums(fall.inside).kinetic + 9.8 * y).toBeCloseTo(-9.604, 7);
  });

  test('D21 60 steps of 1/60 in g = 10: 5.083333 m, 10 m/s', () => {
    const fall = run({ gravity: { x: 0, y: -10 }, bodies: [square()] });
    fall.step(60);
    expect(fall.bodies[0].position.y).toBeCloseTo(-61 / 12, 9);
    expect(fall.bodies[0].linearVelocity.y).toBeCloseTo(-10, 9);
  });

  test('10.2.13 a drop of 5 m with e = 0.5: hits at 9.9, leaves at 4.95, rises 1.25', () => {
    // the other heights shift the time of the hit within a step; the rise must not depend on it
    for (const extra of [0, 0.03, 0.07, 0.11, 0.15]) {
      const bounce = run({
        gravity: articlesGravity,
        timeStep: 0.02,
        bodies: [
          level({ restitution: 0.5 }),
          { ...square(), position: { x: 0, y: half + 5 + extra }, angle: Math.PI / 4 },
        ],
      });
      const body = bounce.bodies[1];
      let before = 0;
      for (let step = 0; step < 200 && body.linearVelocity.y <= 0; step++) {
        before = body.linearVelocity.y;
        bounce.step();
      }
      if (extra === 0) {
        expect(Math.abs(before + 9.8995)).toBeLessThan(0.05 * 9.9);
        expect(Math.abs(body.linearVelocity.y - 4.9497)).toBeLessThan(0.05 * 4.95);
      }
      let top = 0;
      for (let step = 0; step < 200 && body.linearVelocity.y > 0; step++) {
        top = body.position.y - half;
        bounce.step();
      }
      const expected = 0.25 * (5 + extra);
      expect(Math.abs(top - expected)).toBeLessThan(0.05 * expected);
    }
  });

  test.each([
    ['force', articlesForce, [61, 51]],
    ['constraint', articlesConstraint, [64, 69, 75]],
  ])('10.2.14 first wall contact of the %s scene', (_name, entry, expected) => {
    // with a wide speculative margin a hit acts in the step in which the contact would close
    const fall = run(entry.create(), {}, { speculativeDistance: 0.3 });
    const first = fall.dynamic.map(() => 0);
    for (let step = 1; step <= 80; step++) {
      fall.step();
      for (const contact of fall.impulses()) {
        const body = fall.dynamic.indexOf(contact.a.type === 'dynamic' ? contact.a : contact.b);
        if (first[body] === 0 && contact.normal.some((impulse) => impulse > 0)) first[body] = step;
      }
    }
    expect(first).toEqual(expected);
  });

  test.each([
    ['force', articlesForce, 198],
    ['constraint', articlesConstraint, 413.6],
  ])('10.2.15 the %s scene never has more than its start energy', (_name, entry, start) => {
    const fall = run(entry.create());
    let largest = 0;
    for (let step = 0; step < 1000; step++) {
      fall.step();
      const potential = fall.dynamic.reduce((sum, body) => sum + 9.8 * body.position.y, 0);
      largest = Math.max(largest, sums(fall.inside).kinetic + potential);
    }
    expect(largest).toBeLessThanOrEqual(start);
    expect(largest).toBeGreaterThan(0.99 * start);
  });
});

describe('D4 first rebound of a ball dropped 2 m', () => {
  test.each([
    [0.3, 0.02],
    [0.5, 0.02],
    [0.8, 0.02],
    [0.95, 0.02],
    [0.3, 0.1],
    [0.5, 0.1],
    [0.8, 0.1],
    [0.95, 0.1],
  ])('D4 e = %f with a speculative margin of %f m rises to e^2 of the drop', (e, speculativeDistance) => {
    const bounce = run(
      {
        gravity: { x: 0, y: -10 },
        bodies: [
          level({ restitution: 0 }),
          { position: { x: 0, y: 2.2 }, shapes: [{ kind: 'circle', radius: 0.2, restitution: e }] },
        ],
      },
      {},
      { speculativeDistance },
    );
    const ball = bounce.bodies[1];
    for (let step = 0; step < 200 && ball.linearVelocity.y <= 0; step++) bounce.step();
    let top = 0;
    for (let step = 0; step < 200 && ball.linearVelocity.y > 0; step++) {
      top = ball.position.y - 0.2;
      bounce.step();
    }
    expect(Math.abs(top / 2 - e * e)).toBeLessThan(0.05);
  });
});
