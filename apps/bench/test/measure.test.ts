import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Engine } from '../src/engine.js';
import { COMPARED_STEPS, goesOn, measure } from '../src/measure.js';
import { benchScene } from '../src/scenes.js';

describe('a cell continues', () => {
  test.each([
    ['within its budget, whatever its pace', 3, 90, 600, 100, true],
    ['no further than its scene', 600, 90, 600, 100, false],
    ['beyond its budget when the end is in reach: 200 ms of 599 to 600', 300, 299, 600, 100, true],
    ['beyond its budget when the end is as far as may be', 101, 100, 600, 100, true],
    ['not when the end is further than that', 101, 100, 602, 100, false],
    ['to the steps of a comparison when only these are in reach', 5, 100, 600, 100, true],
    ['not when these are out of reach too', 3, 100, 600, 100, false],
    ['not beyond these', COMPARED_STEPS, 400, 600, 100, false],
  ])('%s', (_, steps, spent, full, budget, expected) => {
    expect(goesOn(steps, spent, full, budget)).toBe(expected);
  });
});

describe('a cell of a slow engine', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const pyramid = benchScene('pyramid-210');
  if (pyramid === undefined) throw new Error('the scene is gone');

  /**
   * An engine that keeps all bodies at their initial poses. A step takes `pace` ms, the first ten times that. After `moves` steps it
   * shifts the bodies sideways.
   */
  const engineOf = (pace: number, moves = Infinity): Engine => ({
    name: 'patience',
    version: '1.0.0',
    kind: 'js',
    supports: () => true,
    createWorld(scene) {
      let steps = 0;
      return {
        step() {
          vi.advanceTimersByTime(steps++ === 0 ? 10 * pace : pace);
        },
        readTransforms(out) {
          scene.bodies.forEach(({ position }, i) => {
            const x = (position?.x ?? 0) + (steps > moves ? 0.25 : 0);
            out.set([x, position?.y ?? 0, 1, 0], 4 * i);
          });
        },
      };
    },
  });

  test('is timed over the whole scene, and judged at its end', () => {
    const cell = measure(engineOf(10, 599), 0, pyramid, { budget: 1000 });
    expect(cell.times).toHaveLength(600);
    expect(cell.times[0]).toBe(100);
    expect(new Set(cell.times.slice(1))).toEqual(new Set([10]));
    expect(cell.quality.sideDrift).toBe(0.25);
  });

  test('is aborted at once if the end is out of reach', () => {
    const cell = measure(engineOf(20, 599), 0, pyramid, { budget: 1000 });
    // the first step does not count against the budget
    expect(cell.times).toHaveLength(51);
    expect(cell.quality.sideDrift).toBe(0);
  });

  test('has enough steps for a comparison, if these are in reach', () => {
    expect(measure(engineOf(100), 0, pyramid, { budget: 1000 }).times).toHaveLength(COMPARED_STEPS);
    expect(measure(engineOf(1000), 0, pyramid, { budget: 1000 }).times).toHaveLength(2);
  });

  test('is warmed up for a second a scene, and for the first second of its lifetime', () => {
    const engine = engineOf(100);
    const worlds: number[] = [];
    const counted: Engine = {
      ...engine,
      createWorld(scene) {
        const world = engine.createWorld(scene);
        const k = worlds.push(0) - 1;
        return {
          ...world,
          step() {
            worlds[k]++;
            world.step();
          },
        };
      },
    };
    const { firstSecond } = measure(counted, 0, pyramid, { budget: 1000 });
    expect(firstSecond).toBe(1000 + 59 * 100);
    expect(worlds.slice(0, 3)).toEqual([60, 2, 2]);
  });

  test('is timed in the later half of the worlds of its warm-up too, if these reach the end', () => {
    // after two other scenes, 28 worlds of this one that take 24.36 and 36.54 ms in turns, 14 of which count, and the last world
    let worlds = 0;
    const uneven: Engine = {
      ...engineOf(1),
      createWorld: (scene) => engineOf(worlds++ % 2 === 0 ? 0.04 : 0.06).createWorld(scene),
    };
    const { times } = measure(uneven, 0, pyramid, { budget: 1000 });
    expect(worlds).toBe(31);
    expect(times).toHaveLength(600);
    for (const time of times.slice(1)) expect(time).toBeCloseTo((8 * 0.04 + 7 * 0.06) / 15, 10);
  });
});
