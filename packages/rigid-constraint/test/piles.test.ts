/** Stacks and piles: whether they stand and come to rest, and how deep bodies penetrate. */

import { type BodyDefinition, loadScene } from '@otedama/rigid';
import {
  arch,
  articlesConstraint,
  cardHouse,
  dominoes,
  pyramid,
  roundedStack,
  stack,
  tower,
} from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';
import { boxDefinition, boxShape, ground, half, level, square } from './bodies.js';
import { deepestOverlap, methods, run, topSpeed } from './harness.js';

const gravity = { x: 0, y: -10 };

/** `count` unit boxes in a column on y = 0 at `x`. */
const column = (count: number, x = 0): BodyDefinition[] =>
  Array.from({ length: count }, (_, i) => ({ ...boxDefinition(0.5, 0.5), position: { x, y: i + 0.5 } }));

describe('C the constraint scene of the articles', () => {
  test('C articles: at rest after 1,500 steps, penetration below 0.01 after the first second, no energy from contacts', () => {
    // contacts are created 0.3 m ahead, because the squares fall at 12 m/s, 0.25 m per step
    const scene = run(articlesConstraint.create(), {}, { speculativeDistance: 0.3 });
    let fastest = 0;
    let deepest = 0;
    let largestGain = 0;
    for (let step = 1; step <= 1500; step++) {
      scene.step();
      largestGain = Math.max(largestGain, scene.gain.kinetic);
      if (step > 50) deepest = Math.max(deepest, deepestOverlap(scene));
      if (step > 1250) fastest = Math.max(fastest, topSpeed(scene.dynamic));
    }
    expect(fastest).toBeLessThan(1e-3);
    expect(deepest).toBeLessThan(0.01);
    expect(largestGain).toBeLessThan(1e-4);
  });

  test('C a body placed 0.5 m deep in a wall is pushed out without being launched', () => {
    const scene = run({
      gravity: { x: 0, y: -9.8 },
      timeStep: 0.02,
      bodies: [level(), { ...square(), position: { x: 0, y: half - 0.5 }, angle: Math.PI / 4 }],
    });
    let highest = 0;
    let fastest = 0;
    for (let step = 0; step < 200; step++) {
      scene.step();
      highest = Math.max(highest, scene.bodies[1].position.y);
      fastest = Math.max(fastest, topSpeed(scene.dynamic));
    }
    expect(highest).toBeLessThan(half + 1e-4);
    expect(fastest).toBeLessThan(1e-4);
    expect(half - scene.bodies[1].position.y).toBeLessThan(0.0051);
  });
});

describe('towers', () => {
  test.each([2, 3, 5, 10])('10.3.8 a tower of %i boxes stands for 30 s', (count) => {
    const stand = run(tower.create({ count }));
    stand.step(1500);
    for (const [level, body] of stand.dynamic.entries()) {
      const height = (2 * level + 1) * half;
      expect(height - body.position.y).toBeLessThan(0.1);
      expect(height - body.position.y).toBeGreaterThan(-1e-3);
      expect(Math.abs(body.position.x)).toBeLessThan(0.1);
    }
    expect(topSpeed(stand.dynamic)).toBeLessThan(1e-3);
  });

  test('D27 a stack of ten boxes at rest for 60 s drifts by less than one slop and does not lean', () => {
    const stand = run({ gravity, bodies: [ground(50), ...column(10)] });
    stand.step(60);
    const start = stand.dynamic.map((body) => body.position);
    stand.step(3600);
    for (const [i, body] of stand.dynamic.entries()) {
      expect(Math.abs(body.position.x - start[i].x)).toBeLessThan(0.005);
      expect(Math.abs(body.position.y - start[i].y)).toBeLessThan(0.005);
      expect(Math.abs(body.angle)).toBeLessThan(1e-3);
    }
  });

  test.each(
    methods.flatMap(([name, create]) => [1e4, 1e6].map((halfWidth) => [name, halfWidth, create] as const)),
  )('D7 %s: three boxes on ground of half-width %f stand', (_name, halfWidth, create) => {
    const stand = run({ gravity, bodies: [ground(halfWidth), ...column(3)] }, create());
    let fastest = 0;
    for (let step = 0; step < 500; step++) {
      stand.step();
      fastest = Math.max(fastest, topSpeed(stand.dynamic));
    }
    expect(fastest).toBeLessThan(10);
    expect(topSpeed(stand.dynamic)).toBeLessThan(0.1);
    for (const [i, body] of stand.dynamic.entries()) {
      expect(Math.abs(body.position.y - (i + 0.5))).toBeLessThan(0.1);
    }
  });

  test('D13 twelve rounded boxes with alternating offsets still stand after 10 s', () => {
    const stand = run(roundedStack.create());
    stand.step(600);
    for (const [i, body] of stand.dynamic.entries()) {
      expect(Math.abs(body.position.y - (i + 0.5))).toBeLessThan(0.1);
      expect(Math.abs(body.position.x)).toBeLessThan(0.1);
    }
  });

  test.each([1e4, 1e5])('D29 a pyramid at %f m from the origin behaves as at the origin', (distance) => {
    const scene = pyramid.create({ base: 8 });
    const near = run(scene);
    const far = run({
      ...scene,
      bodies: scene.bodies.map((body) => ({
        ...body,
        position: { x: (body.position?.x ?? 0) + distance, y: body.position?.y ?? 0 },
      })),
    });
    near.step(300);
    far.step(300);
    for (const [i, body] of near.dynamic.entries()) {
      expect(Math.abs(far.dynamic[i].position.x - distance - body.position.x)).toBeLessThan(1e-3);
      expect(Math.abs(far.dynamic[i].position.y - body.position.y)).toBeLessThan(1e-3);
    }
  });
});

test.each([
  [15, 10],
  [30, 30],
])(
  '%i boxes with errors of 2 cm stand with %i iterations, and fall asleep within 2 s',
  (count, velocityIterations) => {
    const scene = stack.create({ count, error: 0.02 });
    const world = loadScene(scene, { solver: createSequentialImpulses({ velocityIterations }) });
    for (let step = 0; step < 120; step++) world.step(scene.timeStep);
    expect(world.stats.awakeBodies).toBe(0);
    expect(world.bodies[count].position.y).toBeCloseTo(count - 0.5, 1);
  },
);

describe('structures', () => {
  test('D14 fifteen dominoes fall in order', () => {
    const row = run(dominoes.create());
    const fallen = row.dynamic.map(() => 0);
    for (let step = 1; step <= 900; step++) {
      row.step();
      for (const [i, body] of row.dynamic.entries()) {
        if (fallen[i] === 0 && body.angle < -0.35) fallen[i] = step;
      }
    }
    expect(Math.min(...fallen)).toBeGreaterThan(0);
    for (let i = 1; i < fallen.length; i++) expect(fallen[i]).toBeGreaterThan(fallen[i - 1]);
  });

  test('D16 the arch of seventeen blocks stands with four boxes on it', () => {
    const stand = run(arch.create());
    const start = stand.dynamic.map((body) => body.position);
    stand.step(600);
    for (const [i, body] of stand.dynamic.entries()) {
      expect(Math.hypot(body.position.x - start[i].x, body.position.y - start[i].y)).toBeLessThan(0.1);
    }
  });

  test('D15 the card house of five tents stands with 50 velocity iterations, three tents with 10', () => {
    for (const [tents, velocityIterations] of [
      [5, 50],
      [3, 10],
    ]) {
      const stand = run(cardHouse.create({ tents }), { velocityIterations });
      const start = stand.dynamic.map((body) => body.position);
      stand.step(180);
      for (const [i, body] of stand.dynamic.entries()) {
        expect(Math.hypot(body.position.x - start[i].x, body.position.y - start[i].y)).toBeLessThan(0.01);
      }
      expect(topSpeed(stand.dynamic)).toBeLessThan(0.01);
    }
  });

  test('D15 the card house of five tents stands under the soft step with default options', () => {
    const stand = run(cardHouse.create({ tents: 5 }), createSoftStep());
    const start = stand.dynamic.map((body) => body.position);
    stand.step(600);
    for (const [i, body] of stand.dynamic.entries()) {
      expect(Math.hypot(body.position.x - start[i].x, body.position.y - start[i].y)).toBeLessThan(0.01);
    }
    expect(topSpeed(stand.dynamic)).toBeLessThan(0.001);
  });
});

describe('single bodies on the ground', () => {
  test('D1 a box dropped from 4 m lies at y = 1 after 90 steps', () => {
    const drop = run({
      gravity,
      bodies: [
        { type: 'static', position: { x: 0, y: -10 }, shapes: [boxShape(50, 10, { friction: 0.3 })] },
        { position: { x: 0, y: 4 }, shapes: [boxShape(1, 1, { friction: 0.3 })] },
      ],
    });
    drop.step(90);
    const box = drop.bodies[1];
    expect(Math.abs(box.position.x)).toBeLessThan(0.01);
    expect(Math.abs(box.position.y - 1)).toBeLessThan(0.01);
    expect(Math.abs(box.angle)).toBeLessThan(0.01);
  });

  test.each(methods)(
    'D8 %s: a capsule on a 45 degree ramp has finite impulses for 500 steps',
    (_name, create) => {
      const bodies: BodyDefinition[] = [
        { type: 'static', angle: -Math.PI / 4, shapes: [boxShape(1000, 0.5)] },
        {
          position: { x: 1, y: 1 },
          shapes: [{ kind: 'capsule', point1: { x: -0.5, y: 0 }, point2: { x: 0.5, y: 0 }, radius: 0.25 }],
        },
      ];
      const slide = run({ gravity, bodies }, create());
      for (let step = 0; step < 500; step++) {
        slide.step();
        for (const { normal, tangent } of slide.impulses()) {
          for (const impulse of [...normal, ...tangent]) expect(Number.isFinite(impulse)).toBe(true);
        }
      }
      expect(slide.bodies[1].position.y).toBeLessThan(-10);
    },
  );

  test.each(methods)('D10 %s: a circle dropped on a chain segment stays above it', (_name, create) => {
    const bodies: BodyDefinition[] = [
      {
        type: 'static',
        shapes: [
          {
            kind: 'chainSegment',
            ghost1: { x: 10, y: 0 },
            point1: { x: 5, y: 0 },
            point2: { x: -5, y: 0 },
            ghost2: { x: -10, y: 0 },
          },
        ],
      },
      { position: { x: 0, y: 2 }, shapes: [{ kind: 'circle', radius: 0.5 }] },
    ];
    const drop = run({ gravity, bodies }, create());
    for (let step = 0; step < 120; step++) {
      drop.step();
      expect(drop.bodies[1].position.y).toBeGreaterThan(0);
    }
    expect(drop.bodies[1].position.y).toBeCloseTo(0.5, 1);
  });
});
