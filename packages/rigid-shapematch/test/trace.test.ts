import { box, circle, makeWorld, wall } from '@otedama/solver-tests';
// The trace of shape matching: rows, and the fits of rigid bodies to their pushed particles.

import { polygon, type Vec2 } from '@otedama/math2d';
import { type Body, StepRecorder, type TracedFit } from '@otedama/rigid';
import { expect, test } from 'vitest';
import {
  createShapeMatching,
  matchShape,
  type ParticleMasses,
  polygonParticles,
  pushedParticles,
  ringParticles,
} from '../src/index.js';

const DT = 0.02;
const rough = { friction: 0.5, restitution: 0.3 };

/** Boxes, a triangle and a disc that fall on each other between two walls. */
const pile = () =>
  makeWorld(createShapeMatching({ substeps: 4 }), 9.8, [
    wall(0.3, rough),
    wall(-0.4, rough),
    { position: { x: 0, y: 1.2 }, angle: 0.2, shapes: [box(1, 0.6, rough)] },
    { position: { x: 0.2, y: 2.2 }, angle: 1, shapes: [box(1, 1, rough)] },
    {
      position: { x: -0.1, y: 3.4 },
      shapes: [{ kind: 'polygon', vertices: polygon.regular(0.7, 3), ...rough }],
    },
    { position: { x: 0.1, y: 4.5 }, shapes: [circle(0.4, rough)] },
  ]);

function particlesOf(body: Body): ParticleMasses {
  const shape = body.shapes[0].geometry;
  return shape.kind === 'polygon'
    ? polygonParticles(shape.vertices, body.mass)
    : ringParticles(body.mass, body.inertia);
}

function forFits(visit: (fit: TracedFit, body: Body) => void): number {
  const { world, bodies } = pile();
  const recorder = new StepRecorder(world);
  let count = 0;
  for (let step = 0; step < 120; step++) {
    world.step(DT);
    for (const fit of recorder.last?.fits ?? []) {
      visit(fit, bodies[fit.body]);
      count++;
    }
  }
  return count;
}

const expectSame = (found: readonly Vec2[], wanted: readonly Vec2[]): void =>
  found.forEach((p, k) => {
    expect(p.x).toBeCloseTo(wanted[k].x, 12);
    expect(p.y).toBeCloseTo(wanted[k].y, 12);
  });

test('the goals of every fit equal those of matchShape for the pushed particles', () => {
  let turned = 0;
  const count = forFits((fit, body) => {
    const particles = particlesOf(body);
    const { pushed, goals } = pushedParticles(fit, particles);
    const matched = matchShape(particles.points, pushed, particles.masses);
    expectSame(goals, matched.goals);
    if (Math.abs(fit.after.s * fit.before.c - fit.after.c * fit.before.s) > 1e-4) turned++;
  });
  expect(count).toBeGreaterThan(500);
  expect(turned, 'some pushes rotate a body').toBeGreaterThan(50);
});

test('the sums of the pushes match those tracked by the solver, for any particles', () => {
  forFits((fit, body) => {
    for (const particles of [particlesOf(body), ringParticles(body.mass, body.inertia, 5)]) {
      const { before, pushed } = pushedParticles(fit, particles);
      const sum = { x: 0, y: 0, turning: 0 };
      pushed.forEach((p, k) => {
        const dx = particles.masses[k] * (p.x - before[k].x);
        const dy = particles.masses[k] * (p.y - before[k].y);
        sum.x += dx;
        sum.y += dy;
        sum.turning += (before[k].x - fit.before.x) * dy - (before[k].y - fit.before.y) * dx;
      });
      const wanted = { x: 0, y: 0, turning: 0 };
      for (const { x, y, px, py } of fit.pushes) {
        wanted.x += px;
        wanted.y += py;
        wanted.turning += x * py - y * px;
      }
      expect(sum.x).toBeCloseTo(wanted.x, 12);
      expect(sum.y).toBeCloseTo(wanted.y, 12);
      expect(sum.turning).toBeCloseTo(wanted.turning, 12);
    }
  });
});

test('ring particles match mass and inertia; those of a disc are at its rim', () => {
  const { points, masses } = ringParticles(3, 0.5 * 3 * 0.4 * 0.4);
  expect(masses.reduce((sum, m) => sum + m, 0)).toBeCloseTo(3, 14);
  expect(Math.hypot(points[1].x, points[1].y)).toBeCloseTo(0.4, 14);
  const inertia = points.reduce((sum, p, k) => sum + masses[k] * (p.x * p.x + p.y * p.y), 0);
  expect(inertia).toBeCloseTo(0.5 * 3 * 0.4 * 0.4, 14);
  for (const [mass, inert, count] of [
    [0, 1, 12],
    [1, -1, 12],
    [1, 1, 2],
  ]) {
    expect(() => ringParticles(mass, inert, count)).toThrow(/mass|inertia|count/);
  }
});

test('a recorder does not change the simulation; velocity rows stay within the cone and end in the contact store', () => {
  const plain = pile();
  const traced = pile();
  const recorder = new StepRecorder(traced.world);
  let rows = 0;
  for (let step = 0; step < 120; step++) {
    plain.world.step(DT);
    traced.world.step(DT);
    for (const contact of recorder.last?.contacts ?? []) {
      for (const row of contact.rows) {
        expect(row.impulse).toBeGreaterThanOrEqual(row.low - 1e-15);
        expect(row.impulse).toBeLessThanOrEqual(row.high + 1e-15);
        expect(row.duration).toBeCloseTo(DT / 4, 15);
        rows++;
      }
    }
  }
  expect(rows).toBeGreaterThan(1000);
  expect(traced.world.stateHash()).toBe(plain.world.stateHash());
});
