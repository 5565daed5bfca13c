import { InputError } from '@otedama/math2d';
import { loadScene } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import {
  box,
  circle,
  closedWorld,
  deepestOverlap,
  makeWorld,
  square,
  testFloating,
  testHits,
  testLoads,
  testLockedAxes,
  testRolling,
  testSensorPasses,
  testStandingCharacters,
  totals,
  wall,
} from '@otedama/solver-tests';
import { describe, expect, test } from 'vitest';
import { createForceSolver, createPenaltySolver, penaltyStiffnessLimit } from '../src/index.js';

const DT = 0.02;

testLockedAxes(createPenaltySolver);
testFloating(createPenaltySolver);
testSensorPasses(createPenaltySolver);
testStandingCharacters(createPenaltySolver);
testHits(createPenaltySolver);
testLoads(createPenaltySolver);
testRolling(createPenaltySolver);

/** Rebound speed after hitting the floor at 5 m/s, divided by 5. */
function bounce(restitution: number): number {
  const { world, bodies } = makeWorld(createPenaltySolver(), 0, [
    wall(0, { restitution }),
    { mass: 1, position: { x: 0, y: 0.51 }, linearVelocity: { x: 0, y: -5 }, shapes: [circle(0.5)] },
  ]);
  for (let k = 0; k < 25; k++) world.step(DT);
  return bodies[1].linearVelocity.y / 5;
}

test.each([
  [0.9, 0.89, 0.92],
  [0.5, 0.5, 0.58],
  [0, 0, 0.35],
])(
  'restitution %f gives %f to %f, whatever the phase of the substep at the hit',
  (restitution, least, most) => {
    for (let k = 0; k < 16; k++) {
      const { world, bodies } = makeWorld(createPenaltySolver(), 0, [
        wall(0, { restitution }),
        { position: { x: 0, y: 0.6 + 0.0087 * k }, linearVelocity: { x: 0, y: -3 }, shapes: [box(1, 1)] },
      ]);
      for (let step = 0; step < 20; step++) world.step(1 / 60);
      const share = bodies[1].linearVelocity.y / 3;
      expect(share).toBeGreaterThanOrEqual(least);
      expect(share).toBeLessThanOrEqual(most);
    }
  },
);

describe('penalty springs', () => {
  test('the stability limit: k h^2 / m = 4 / P without damping, less with it, and as 1/h^2', () => {
    expect(penaltyStiffnessLimit(1, 0, 1, 0.01, 0)).toBeCloseTo(4 / 4 / 1e-4, 6);
    expect(penaltyStiffnessLimit(0.5, 0, 1, 0.01, 0)).toBeCloseTo(2 * 1e4, 6);
    expect(penaltyStiffnessLimit(1, 3, 1, 0.01, 0)).toBeCloseTo(1e4 / 4, 6);
    expect(penaltyStiffnessLimit(1, 0, 1, 0.005, 0)).toBeCloseTo(4e4, 6);
    expect(penaltyStiffnessLimit(1, 0, 1, 0.01, 0.5)).toBeLessThan(1e4);
  });

  test('a stiffness above the limit of the lightest body throws an InputError, and the world does not change', () => {
    const limit = penaltyStiffnessLimit(10, 0, 0.1, DT / 16);
    for (const [stiffness, fits] of [
      [0.99 * limit, true],
      [1.01 * limit, false],
    ] as const) {
      const { world, bodies } = makeWorld(createPenaltySolver({ stiffness }), 9.8, [
        { mass: 1, position: { x: 3, y: 1 }, shapes: [box(1, 1)] },
        { mass: 0.1, position: { x: 0, y: 1 }, fixedRotation: true, shapes: [circle(0.1)] },
      ]);
      if (fits) {
        world.step(DT);
        continue;
      }
      expect(() => world.step(DT)).toThrow(InputError);
      expect(() => world.step(DT)).toThrow(/stiffness.*0\.1 kg/);
      expect(bodies[1].position).toEqual({ x: 0, y: 1 });
      world.step(DT / 2);
      expect(bodies[1].position.y).toBeLessThan(1);
    }
  });

  // with one stiffness for the world, which the light box limits, the heavy one would sink in by 0.17 m
  test('a box of a ton sinks in by m g / (2 k), also where a light one lies in the world', () => {
    const { world, bodies } = makeWorld(createPenaltySolver(), 9.8, [
      wall(0),
      { mass: 1000, position: { x: 0, y: 0.5 }, shapes: [box(1, 1)] },
      { mass: 1, position: { x: 3, y: 0.5 }, shapes: [box(1, 1)] },
    ]);
    for (let k = 0; k < 60; k++) world.step(DT);
    const { mass, inertia, position } = bodies[1];
    const k = penaltyStiffnessLimit(1 / mass, 1 / inertia, Math.SQRT1_2, DT / 16) / 2;
    expect((0.5 - position.y) / ((mass * 9.8) / (2 * k))).toBeCloseTo(1, 3);
    expect(position.y).toBeCloseTo(bodies[2].position.y, 6);
  });

  test('the stability limit holds: one spring is stable below 4 / h^2 and diverges above', () => {
    const swing = (share: number): number => {
      const h = DT / 16;
      const limit = 4 * penaltyStiffnessLimit(1, 0, 1, h, 0);
      let s = 0.01;
      let u = 0;
      for (let n = 0; n < 2000; n++) {
        u -= h * share * limit * s;
        s += h * u;
      }
      return Math.abs(s);
    };
    expect(swing(0.99)).toBeLessThan(0.2);
    expect(swing(1.01)).toBeGreaterThan(1e6);
  });

  test('bounces restore e of the speed within 0.05, and about a quarter for e = 0', () => {
    expect(Math.abs(bounce(0.9) - 0.9)).toBeLessThan(0.05);
    expect(Math.abs(bounce(0.5) - 0.5)).toBeLessThan(0.05);
    // The substep in which the motion reverses still applies the full force of the compressed spring.
    expect(bounce(0)).toBeLessThan(0.26);
  });

  test('invalid options are rejected by name', () => {
    expect(() => createPenaltySolver({ stiffness: -1 })).toThrow(/stiffness/);
    expect(() => createPenaltySolver({ dampingRatio: Number.NaN })).toThrow(/dampingRatio/);
    expect(() => createPenaltySolver({ substeps: 0 })).toThrow(/substeps/);
    expect(() => createForceSolver({ substeps: 1.5 })).toThrow(/substeps/);
    expect(() => createForceSolver({ pushOut: 2 })).toThrow(/pushOut/);
    expect(() => createForceSolver({ restitutionThreshold: -1 })).toThrow(/restitutionThreshold/);
    expect(() => createForceSolver({ memory: 'yes' as never })).toThrow(/memory/);
    expect(() => createForceSolver({ substep: 4 } as never)).toThrow(
      /substep: expected one of substeps, memory/,
    );
    expect(() => createPenaltySolver(null as never)).toThrow('options: expected an object, got null');
    expect(() => createPenaltySolver({ stiffnes: 4 } as never)).toThrow(
      /stiffnes: expected one of stiffness/,
    );
  });

  test('rolling resistance is unsupported: requesting it throws when the body is created', () => {
    const definition = { shapes: [{ kind: 'circle', radius: 1, rollingResistance: 0.1 }] } as const;
    expect(() => makeWorld(createPenaltySolver(), 0, [definition])).toThrow(/rollingResistance/);
    expect(() => makeWorld(createForceSolver(), 0, [definition])).not.toThrow();
  });

  test('10.2.11 a body rests on a slope by its tangential springs', () => {
    const n = { x: -Math.sin(0.3), y: Math.cos(0.3) };
    const { world, bodies } = makeWorld(createPenaltySolver(), 9.8, [
      wall(0.3, { friction: 0.4 }),
      { mass: 1, position: { x: 0.5 * n.x, y: 0.5 * n.y }, angle: 0.3, shapes: [box(1, 1)] },
    ]);
    for (let k = 0; k < 100; k++) world.step(DT);
    const start = bodies[1].position.x;
    for (let k = 0; k < 250; k++) world.step(DT);
    expect(Math.abs(bodies[1].position.x - start)).toBeLessThan(1e-4);
  });

  test('D26 closed world: momenta conserved to 1e-9', () => {
    const { world } = closedWorld(createPenaltySolver(), { friction: 0.4, restitution: 0.5 });
    const before = totals(world);
    for (let k = 0; k < 500; k++) world.step(DT);
    const after = totals(world);
    expect(after.kinetic).toBeLessThan(before.kinetic);
    expect(Math.abs(after.px - before.px)).toBeLessThan(1e-9);
    expect(Math.abs(after.py - before.py)).toBeLessThan(1e-9);
    expect(Math.abs(after.angular - before.angular)).toBeLessThan(1e-9 * 100);
  });

  test('a free square keeps its spin for 5 s', () => {
    const { world, bodies } = makeWorld(createPenaltySolver(), 0, [
      { mass: 1, angularVelocity: 2 * Math.PI, shapes: [square(1)] },
    ]);
    for (let k = 0; k < 250; k++) world.step(DT);
    expect(bodies[0].angularVelocity).toBeCloseTo(2 * Math.PI, 9);
  });

  test.each(['articles-force', 'articles-constraint', 'articles-shape-matching'])(
    '%s: comes to rest without gaining energy',
    (name) => {
      const world = loadScene(findScene(name).create(), { solver: createPenaltySolver(), sleeping: false });
      const start = totals(world).energy;
      for (let k = 0; k < 1500; k++) {
        world.step(DT);
        expect(totals(world).energy).toBeLessThan(start + 1e-3);
      }
      expect(totals(world).kinetic).toBeLessThan(1e-6);
      expect(deepestOverlap(world)).toBeLessThan(0.005);
    },
  );

  // If a spring under load let go whenever its surfaces part, boxes at the bottom would tremble for ever, with 0.3 J.
  test('200 boxes in the V come to rest in 14 s without sleeping: energy below 1 mJ, penetration below 0.05', () => {
    const world = loadScene(findScene('boxes-in-v').create({ count: 200 }), {
      solver: createPenaltySolver(),
      sleeping: false,
    });
    for (let k = 0; k < 700; k++) world.step(DT);
    expect(totals(world).kinetic).toBeLessThan(1e-3);
    expect(deepestOverlap(world)).toBeLessThan(0.05);
  });

  test.each([0.02, 0.1, 0.5])(
    'boxes overlapping by %f m separate at about 75 m/s per metre, as the README says',
    (overlap) => {
      const { world, bodies } = makeWorld(createPenaltySolver(), 0, [
        { position: { x: 0, y: 0 }, shapes: [box(1, 1)] },
        { position: { x: 0, y: 1 - overlap }, shapes: [box(1, 1)] },
      ]);
      for (let k = 0; k < 30; k++) world.step(1 / 60);
      const speed = (bodies[1].linearVelocity.y - bodies[0].linearVelocity.y) / 2;
      expect(speed / overlap).toBeGreaterThan(70);
      expect(speed / overlap).toBeLessThan(80);
    },
  );
});
