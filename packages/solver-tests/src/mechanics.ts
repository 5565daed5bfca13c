/**
 * Tests against closed-form mechanics. `testSingleHits` is for every method with impulses: hits to nine digits. `testMechanics` adds free
 * fall, bounces, friction, slopes and the scenes of the articles, for methods that solve contacts one at a time. The tests of a solver
 * package call one of them, and add tests of the properties that only their method has.
 */

import type { Vec2 } from '@otedama/math2d';
import { type Body, loadScene, type Solver } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { box, circle, closedWorld, makeWorld, seeded, square, wall } from './bodies.js';
import { deepestOverlap, totals } from './measure.js';

/** Time step of these tests, s. */
const DT = 0.02;

/** Registers the tests of single hits. */
export function testSingleHits(createSolver: () => Solver): void {
  describe('mechanics of single hits', () => {
    test('10.2.1 flat on a level floor: v = -5 leaves at 2.5 without spin', () => {
      const { world, bodies } = makeWorld(createSolver(), 0, [
        wall(0, { restitution: 0.5 }),
        {
          mass: 1,
          position: { x: 0, y: Math.SQRT1_2 },
          angle: Math.PI / 4,
          linearVelocity: { x: 0, y: -5 },
          shapes: [square(1)],
        },
      ]);
      world.step(DT);
      expect(bodies[1].linearVelocity.y).toBeCloseTo(2.5, 9);
      expect(bodies[1].linearVelocity.x).toBeCloseTo(0, 9);
      expect(bodies[1].angularVelocity).toBeCloseTo(0, 9);
    });

    test('10.2.6 D22 central hits of two discs', () => {
      const hit = (m1: number, m2: number, v1: number, v2: number, restitution: number) => {
        const { world, bodies } = makeWorld(createSolver(), 0, [
          { mass: m1, linearVelocity: { x: v1, y: 0 }, shapes: [circle(0.5, { restitution })] },
          {
            mass: m2,
            position: { x: 1.001, y: 0 },
            linearVelocity: { x: v2, y: 0 },
            shapes: [circle(0.5, { restitution })],
          },
        ]);
        world.step(DT);
        return bodies.map((body) => body.linearVelocity.x);
      };
      const near = (found: number[], expected: number[]) =>
        found.forEach((v, i) => {
          expect(v).toBeCloseTo(expected[i], 9);
        });
      near(hit(1, 1, 3, -1, 0.4), [0.2, 1.8]);
      near(hit(1, 3, 3, -1, 0.4), [-1.2, 0.4]);
      near(hit(1, 1, 5, 0, 1), [0, 5]);
      near(hit(3, 1, 2, 0, 1), [1, 3]);
    });

    test.each<[string, (rod: Body, end: Vec2) => void]>([
      ['an impulse', (rod, end) => rod.applyImpulse({ x: 0, y: 4 }, end)],
      ['a force during a step', (rod, end) => rod.applyForce({ x: 0, y: 4 / DT }, end)],
    ])('D25 %s at the end of a free rod: v = J/M, w = 6J/(ML)', (_, push) => {
      const { world, bodies } = makeWorld(createSolver(), 0, [{ mass: 2, shapes: [box(3, 1e-6)] }]);
      push(bodies[0], { x: 1.5, y: 0 });
      world.step(DT);
      expect(bodies[0].linearVelocity.y).toBeCloseTo(2, 9);
      expect(bodies[0].angularVelocity).toBeCloseTo(4, 9);
    });

    test.each([
      [0, 0.6],
      [0, 5.5],
      [0.5, 0.6],
      [0.5, 5.5],
    ])(
      'with e = %d from %d m a hit is reported once, with its speed, even if the ball separates in the same step',
      (e, height) => {
        const { world } = makeWorld(createSolver(), 0, [
          wall(0, { restitution: e }),
          {
            position: { x: 0, y: height },
            linearVelocity: { x: 0, y: -10 },
            shapes: [{ ...circle(0.5, { restitution: e }), hitEvents: true }],
          },
        ]);
        const speeds: number[] = [];
        const touches = [0, 0];
        for (let k = 0; k < 60; k++) {
          world.step(1 / 60);
          for (const { approachSpeed } of world.events.hit) speeds.push(approachSpeed);
          touches[0] += world.events.contactBegin.length;
          touches[1] += world.events.contactEnd.length;
        }
        expect(speeds).toHaveLength(1);
        expect(speeds[0]).toBeCloseTo(10, 6);
        expect(touches).toEqual(e === 0 ? [1, 0] : [1, 1]);
      },
    );

    test('10.2.8 D-F8 bodies that part get no impulse, even while they overlap', () => {
      const surface = { friction: 1, restitution: 0.4 };
      const { world, bodies } = makeWorld(createSolver(), 0, [
        { mass: 1, linearVelocity: { x: -3, y: 0 }, shapes: [box(1, 1, surface)] },
        {
          mass: 1,
          position: { x: 0.98, y: 0 },
          linearVelocity: { x: 3, y: 0 },
          shapes: [box(1, 1, surface)],
        },
      ]);
      world.step(DT);
      expect(bodies.map((body) => body.linearVelocity.x)).toEqual([-3, 3]);
    });

    test('10.2.8 random pair hits: momentum kept to 1e-12, no energy gained', () => {
      const next = seeded(11);
      let hits = 0;
      for (let n = 0; n < 300; n++) {
        const surface = { restitution: next(), friction: 1.5 * next() };
        const { world } = makeWorld(createSolver(), 0, [
          {
            mass: 0.5 + next(),
            angle: 6 * next(),
            linearVelocity: { x: 6 * next(), y: 4 * next() - 2 },
            angularVelocity: 8 * next() - 4,
            shapes: [box(1.2, 0.8, surface)],
          },
          {
            mass: 0.5 + next(),
            angle: 6 * next(),
            position: { x: 1.6, y: next() - 0.5 },
            linearVelocity: { x: -6 * next(), y: 4 * next() - 2 },
            angularVelocity: 8 * next() - 4,
            shapes: [box(1, 1, surface)],
          },
        ]);
        const before = totals(world);
        for (let k = 0; k < 25; k++) {
          const energy = totals(world).kinetic;
          world.step(0.005);
          expect(totals(world).kinetic).toBeLessThanOrEqual(energy + 1e-12);
        }
        const after = totals(world);
        expect(Math.abs(after.px - before.px)).toBeLessThan(1e-12);
        expect(Math.abs(after.py - before.py)).toBeLessThan(1e-12);
        if (after.px !== before.px || after.kinetic < before.kinetic - 1e-6) hits++;
      }
      expect(hits).toBeGreaterThan(200);
    });
  });
}

/**
 * Registers the tests. Tests with an id D-F check for faults of the original program of the force method.
 * @param energyGain largest energy that a step may add to a closed world, J
 */
export function testMechanics(
  createSolver: (options?: { substeps?: number }) => Solver,
  energyGain = 1e-9,
): void {
  testSingleHits(createSolver);

  describe('motion', () => {
    test('10.2.12 free fall with one substep: y = -490.98 after 10 s', () => {
      const { world, bodies } = makeWorld(createSolver({ substeps: 1 }), 9.8, [
        { mass: 1, shapes: [circle(0.1)] },
      ]);
      for (let k = 0; k < 500; k++) world.step(DT);
      expect(bodies[0].position.y).toBeCloseTo(-490.98, 8);
      expect(totals(world).energy).toBeCloseTo(-9.604, 8);
    });

    test('10.2.13 drop of 5 m with e = 0.5 rises 1.25', () => {
      const { world, bodies } = makeWorld(createSolver(), 9.8, [
        wall(0, { restitution: 0.5 }),
        { mass: 1, position: { x: 0, y: 5.5 }, shapes: [circle(0.5)] },
      ]);
      let top = 0;
      for (let k = 0; k < 100; k++) {
        world.step(DT);
        if (bodies[1].linearVelocity.y > 0) top = Math.max(top, bodies[1].position.y - 0.5);
      }
      expect(top).toBeGreaterThan(1.25 * 0.95);
      expect(top).toBeLessThan(1.25 * 1.05);
    });

    test('10.2.10 D23 sliding boxes stop at the distance given by Coulomb friction', () => {
      for (const [mu, v, g, time, way] of [
        [0.1, 3, 9.8, 3.0612, 4.5918],
        [0.5, 10, 10, 2, 10],
      ]) {
        const { world, bodies } = makeWorld(createSolver(), g, [
          wall(0, { friction: mu }),
          { mass: 1, position: { x: 0, y: 0.5 }, linearVelocity: { x: v, y: 0 }, shapes: [box(1, 1)] },
        ]);
        let stopped = 0;
        for (let k = 1; k <= 250; k++) {
          world.step(DT);
          if (stopped === 0 && bodies[1].linearVelocity.x < 1e-6) stopped = k * DT;
        }
        expect(Math.abs(stopped / time - 1)).toBeLessThan(0.02);
        expect(Math.abs(bodies[1].position.x / way - 1)).toBeLessThan(0.02);
      }
    });

    test('10.2.11 on a slope a box rests iff mu >= tan, else accelerates with g (sin - mu cos)', () => {
      const along = (angle: number, friction: number): { moved: number; slides: number } => {
        const n = { x: -Math.sin(angle), y: Math.cos(angle) };
        const { world, bodies } = makeWorld(createSolver(), 9.8, [
          wall(angle, { friction }),
          { mass: 1, position: { x: 0.5 * n.x, y: 0.5 * n.y }, angle, shapes: [box(2, 1)] },
        ]);
        for (let k = 0; k < 100; k++) world.step(DT);
        const v = bodies[1].linearVelocity;
        const p = bodies[1].position;
        return { moved: -(p.x * n.y - p.y * n.x), slides: -(v.x * n.y - v.y * n.x) };
      };
      for (const [angle, critical] of [
        [0.3, 0.30933625],
        [0.5, 0.54630249],
      ]) {
        expect(Math.abs(along(angle, critical * 1.001).moved)).toBeLessThan(1e-3);
        expect(along(angle, critical * 0.98).moved).toBeGreaterThan(0.05);
      }
      expect(along(0.3, 0.1).slides / 2).toBeCloseTo(1.9598683, 2);
      expect(along(0.5, 0.1).slides / 2).toBeCloseTo(3.8383394, 2);
      expect(along(0.3, 0.01).slides / 2).toBeCloseTo(2.802475, 2);
      expect(along(0.5, 0.01).slides / 2).toBeCloseTo(4.6123672, 2);
    });

    test('a free square spinning at 1 rev/s keeps its spin for 5 s', () => {
      const { world, bodies } = makeWorld(createSolver(), 0, [
        { mass: 1, angularVelocity: 2 * Math.PI, shapes: [square(1)] },
      ]);
      for (let k = 0; k < 250; k++) world.step(DT);
      expect(bodies[0].angularVelocity).toBeCloseTo(2 * Math.PI, 9);
      expect(Math.abs(bodies[0].angle)).toBeLessThan(1e-6);
    });

    test('D26 D-F7 closed world: momenta kept to 1e-9, energy not gained', () => {
      const { world } = closedWorld(createSolver(), { friction: 0.4, restitution: 0.5 });
      const before = totals(world);
      const scale = world.bodies.reduce(
        (sum, b) => sum + b.mass * Math.hypot(b.linearVelocity.x, b.linearVelocity.y),
        0,
      );
      let energy = before.kinetic;
      for (let k = 0; k < 500; k++) {
        world.step(DT);
        const now = totals(world).kinetic;
        expect(now).toBeLessThanOrEqual(energy + energyGain);
        energy = now;
      }
      expect(energy).toBeLessThan(0.7 * before.kinetic);
      const after = totals(world);
      expect(Math.abs(after.px - before.px)).toBeLessThan(1e-9 * scale);
      expect(Math.abs(after.py - before.py)).toBeLessThan(1e-9 * scale);
      expect(Math.abs(after.angular - before.angular)).toBeLessThan(1e-9 * scale);
    });
  });

  describe('the scenes of the articles and a pile', () => {
    test.each(['articles-force', 'articles-constraint', 'articles-shape-matching'])(
      '10.2.15 %s: comes to rest within 30 s without gaining energy, penetration below 0.02',
      (name) => {
        const world = loadScene(findScene(name).create(), { solver: createSolver(), sleeping: false });
        const start = totals(world).energy;
        expect(start).toBeCloseTo(name === 'articles-force' ? 198 : 413.6, 6);
        for (let k = 1; k <= 1500; k++) {
          world.step(DT);
          expect(totals(world).energy).toBeLessThanOrEqual(start + 1e-9);
          if (k >= 50) expect(deepestOverlap(world)).toBeLessThan(0.02);
        }
        expect(totals(world).kinetic).toBeLessThan(1e-9);
      },
    );

    test('D-F12 200 boxes in the V are at rest after 10 s: energy under 1 J, penetration below 0.05', () => {
      const world = loadScene(findScene('boxes-in-v').create({ count: 200 }), {
        solver: createSolver(),
        sleeping: false,
      });
      for (let k = 0; k < 500; k++) world.step(DT);
      expect(totals(world).kinetic).toBeLessThan(1);
      expect(deepestOverlap(world)).toBeLessThan(0.05);
    });

    test('the same scene gives bit-identical results', () => {
      const hash = (): string => {
        const world = loadScene(findScene('boxes-in-v').create({ count: 30 }), { solver: createSolver() });
        for (let k = 0; k < 200; k++) world.step(DT);
        return world.stateHash();
      };
      expect(hash()).toBe(hash());
    });
  });
}
