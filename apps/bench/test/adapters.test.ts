import { SCENE_FORMAT, SCENE_VERSION, type Scene } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { TIME_STEP, TRANSFORM_STRIDE } from '../src/engine.js';
import { engineLoaders } from '../src/engines/index.js';
import { namesByCommand } from '../src/names.js';
import { QualityChecker } from '../src/quality.js';

const unitBox = {
  kind: 'polygon' as const,
  vertices: [
    { x: -0.5, y: -0.5 },
    { x: 0.5, y: -0.5 },
    { x: 0.5, y: 0.5 },
    { x: -0.5, y: 0.5 },
  ],
};

/** A box on the floor, and a circle and a capsule in free fall; one of them moves and is rotated. */
const scene: Scene = {
  format: SCENE_FORMAT,
  version: SCENE_VERSION,
  name: 'adapter-check',
  gravity: { x: 0, y: -10 },
  timeStep: TIME_STEP,
  bodies: [
    { type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 }, friction: 0.6 }] },
    { position: { x: 0, y: 0.5 }, shapes: [unitBox] },
    { position: { x: 5, y: 20 }, linearVelocity: { x: 2, y: 0 }, shapes: [{ kind: 'circle', radius: 0.4 }] },
    {
      position: { x: -5, y: 20 },
      angle: 0.7,
      shapes: [{ kind: 'capsule', point1: { x: -0.3, y: 0 }, point2: { x: 0.3, y: 0 }, radius: 0.2 }],
    },
  ],
};

describe('every adapter builds the same scene and steps it by the same time', () => {
  for (const [name, load] of Object.entries(engineLoaders)) {
    test(name, async () => {
      const engine = await load();
      expect(engine.name).toBe(namesByCommand[name]);
      expect(engine.supports(scene)).toBe(true);
      const world = engine.createWorld(scene);
      const out = new Float64Array(TRANSFORM_STRIDE * scene.bodies.length);
      world.readTransforms(out);
      expect(out[TRANSFORM_STRIDE * 3 + 2]).toBeCloseTo(Math.cos(0.7), 5);
      expect(out[TRANSFORM_STRIDE * 3 + 3]).toBeCloseTo(Math.sin(0.7), 5);
      for (let step = 0; step < 60; step++) world.step();
      world.readTransforms(out);
      const at = (body: number, k: number): number => out[TRANSFORM_STRIDE * body + k] as number;
      // free fall for one second is 5 m; integrators differ by at most g h t
      expect(Math.abs(at(2, 1) - 15)).toBeLessThan(0.2);
      expect(Math.abs(at(2, 0) - 7)).toBeLessThan(0.05);
      expect(Math.abs(at(3, 1) - 15)).toBeLessThan(0.2);
      // Matter lets resting boxes penetrate by a slop of 5 pixels
      expect(Math.abs(at(1, 1) - 0.5)).toBeLessThan(name === 'matter' ? 0.06 : 0.02);
      expect(Math.abs(at(1, 0))).toBeLessThan(0.01);
    });
  }
});

describe('the quality checker', () => {
  const place = (poses: [number, number, number][]): Float64Array =>
    new Float64Array(poses.flatMap(([x, y, angle]) => [x, y, Math.cos(angle), Math.sin(angle)]));

  test('measures the depth of a box in the floor, of turned boxes and of round shapes', () => {
    const checker = new QualityChecker(scene);
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0, 0.45, 0],
          [5, 20, 0],
          [-5, 20, 0],
        ]),
      ).deepest,
    ).toBeCloseTo(0.05, 12);
    const corner = Math.SQRT1_2 - 0.03;
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0, corner, Math.PI / 4],
          [5, 20, 0],
          [-5, 20, 0],
        ]),
      ).deepest,
    ).toBeCloseTo(0.03, 12);
    // a circle of radius 0.4 beside the box's side, 0.1 deep
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0, 5, 0],
          [0.8, 5, 0],
          [-5, 20, 0],
        ]),
      ).deepest,
    ).toBeCloseTo(0.1, 12);
    // a capsule end of radius 0.2 at the box's corner, 0.05 deep along the diagonal
    const along = 0.15 * Math.SQRT1_2;
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0, 5, 0],
          [9, 20, 0],
          [0.5 + along + 0.3, 5.5 + along, 0],
        ]),
      ).deepest,
    ).toBeCloseTo(0.05, 12);
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0, 5, 0],
          [5, 20, 0],
          [-5, 20, 0],
        ]),
      ).deepest,
    ).toBe(0);
  });

  test('measures two circles', () => {
    const circle = { shapes: [{ kind: 'circle' as const, radius: 0.5 }] };
    const checker = new QualityChecker({ ...scene, bodies: [circle, circle] });
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0.6, 0.6, 0],
        ]),
      ).deepest,
    ).toBeCloseTo(1 - 0.6 * Math.SQRT2, 12);
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0.8, 0.8, 0],
        ]),
      ).deepest,
    ).toBe(0);
  });

  test('counts bodies that are gone', () => {
    const checker = new QualityChecker(scene);
    const poses = place([
      [0, 0, 0],
      [0, 0.5, 0],
      [5, -500, 0],
      [Number.NaN, 20, 0],
    ]);
    expect(checker.lost(poses, 100)).toBe(2);
  });
});
