import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import { bodyBasics, type Engine, TIME_STEP } from '../src/engine.js';
import { engineLoaders } from '../src/engines/index.js';
import { Trace } from '../src/mechanics/examination.js';
import { examineEngine } from '../src/mechanics/examine-engine.js';
import { examinations } from '../src/mechanics/index.js';
import { errorText, type Marks, mechanicsReport, passed, passes } from '../src/mechanics/marks.js';
import { namesByCommand } from '../src/names.js';
import { readMechanics, resultsFolder } from '../src/write.js';

const committed = readMechanics();

describe('the committed marks', () => {
  test('match the page, for every engine', () => {
    expect(mechanicsReport(committed)).toBe(readFileSync(join(resultsFolder, 'mechanics.md'), 'utf8'));
    expect(committed.map(({ engine }) => engine).sort()).toEqual(Object.values(namesByCommand).sort());
    for (const { errors } of committed) {
      expect(Object.keys(errors)).toEqual(examinations.map(({ id }) => id));
    }
  });

  test.each(['otedama', 'otedama-js', 'otedama-si'])(
    '%s still reproduces them bit-identically',
    async (name) => {
      const engine = await (engineLoaders[name] as () => Promise<Engine>)();
      expect(examineEngine(engine)).toEqual(committed.find((marks) => marks.engine === engine.name));
    },
  );
});

/** An engine whose bodies are moved by `move`, without collisions. */
const engineOf = (
  move: (place: Float64Array, velocity: Float64Array, gravity: { x: number; y: number }) => void,
): Engine => ({
  name: 'made up',
  version: '1.0.0',
  kind: 'js',
  supports: () => true,
  createWorld(scene) {
    const bodies = scene.bodies.map((body) => {
      const { type, x, y, angle, vx, vy, w } = bodyBasics(body);
      return { type, place: Float64Array.of(x, y, angle), velocity: Float64Array.of(vx, vy, w) };
    });
    return {
      step() {
        for (const { type, place, velocity } of bodies) {
          if (type === 'dynamic') move(place, velocity, scene.gravity);
        }
      },
      readTransforms: (out) =>
        bodies.forEach(({ place: [x, y, angle] }, i) => {
          out.set([x as number, y as number, Math.cos(angle as number), Math.sin(angle as number)], 4 * i);
        }),
    };
  },
});

const failed = (marks: Marks): string[] =>
  examinations
    .filter((examination) => !passes(examination, marks.errors[examination.id]))
    .map(({ id }) => id);

test('an engine without the needed capabilities passes nothing', () => {
  const frozen = engineOf(() => {});
  const free = engineOf((place, velocity, gravity) => {
    velocity[0]! += gravity.x * TIME_STEP;
    velocity[1]! += gravity.y * TIME_STEP;
    for (let k = 0; k < 3; k++) place[k]! += velocity[k]! * TIME_STEP;
  });
  const random = createRandom(1);
  const drunk = engineOf((place) => {
    for (let k = 0; k < 3; k++) place[k]! += random.uniform(-0.5, 0.5);
  });
  const all = new Set([frozen, free, drunk].flatMap((engine) => failed(examineEngine(engine))));
  expect([...all].sort()).toEqual(examinations.map(({ id }) => id).sort());
  // the engine without contacts still passes the tests that need none
  expect(failed(examineEngine(free))).not.toContain('fall');
  expect(failed(examineEngine(free))).not.toContain('spin');
});

test('a box that comes to rest above the floor has not bounced; one that rises and comes down again has', () => {
  const thud = examinations.find(({ id }) => id === 'thud');
  if (thud === undefined) throw new Error('the scene is gone');
  /** The floor, and a box at these heights. */
  const errorOf = (height: (step: number) => number): number =>
    thud.error((steps) => {
      const poses = Array.from({ length: steps + 1 }, (_, step) => [0, 0, 1, 0, 0, height(step), 1, 0]);
      return new Trace(Float64Array.from(poses.flat()), 2);
    }, thud.scene());
  expect(errorOf((step) => Math.max(0.515, 1.5 - 0.04 * step))).toBe(0);
  const hop = (step: number): number => 0.02 * Math.max(0, 1 - ((step - 40) / 10) ** 2);
  expect(errorOf((step) => Math.max(0.515, 1.5 - 0.04 * step) + hop(step))).toBeCloseTo(20, 10);
});

test('an engine that throws or lacks a feature has no mark there', () => {
  const sick = { ...engineOf(() => {}), supports: () => false };
  expect(passed(examineEngine(sick))).toBe(0);
  const broken: Engine = {
    ...engineOf(() => {}),
    createWorld() {
      throw new Error('no');
    },
  };
  expect(Object.values(examineEngine(broken).errors)).toEqual(examinations.map(() => null));
});

describe('a trace', () => {
  const angles = [0, 3, 6, 9];
  const trace = new Trace(
    Float64Array.from(angles.flatMap((angle, i) => [i, -2 * i, Math.cos(angle), Math.sin(angle)])),
    1,
  );

  test('counts whole turns', () => {
    expect(trace.steps).toBe(3);
    expect(trace.turn(0)).toBeCloseTo(9, 12);
    expect(trace.turn(0, 1, 2)).toBeCloseTo(3, 12);
  });

  test('has velocities', () => {
    const { x, y, w } = trace.velocity(0, 2);
    expect(x).toBeCloseTo(60, 10);
    expect(y).toBeCloseTo(-120, 10);
    expect(w).toBeCloseTo(180, 10);
  });
});

test('errors are shown with their units, and the smallest are hidden', () => {
  const [first] = examinations;
  if (first === undefined) throw new Error('nothing to examine');
  expect(errorText(first, 0.104)).toBe('0.1\u00a0%');
  expect(errorText(first, 1e-12)).toBe('0\u00a0%');
  expect(errorText(first, null)).toBe('–');
  expect(passes(first, first.limit)).toBe(true);
  expect(passes(first, first.limit * 1.01)).toBe(false);
  expect(passes(first, null)).toBe(false);
});
