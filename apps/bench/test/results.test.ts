import { describe, expect, test } from 'vitest';
import { bestPeer, growthExponent, isFallen, rowsOf } from '../src/results.js';
import { benchScenes } from '../src/scenes.js';
import { cellOf, quality, rowOf } from './rows.js';

/** Cheap at first, expensive later. */
const rising = Array.from({ length: 600 }, (_, i) => (i < 100 ? 1 : 9));

describe('rows', () => {
  test('compare over the steps that both engines did, the first left out', () => {
    const rows = rowsOf([
      cellOf('otedama', 'rain-1000', 600, rising),
      cellOf('planck', 'rain-1000', 100, 4),
      cellOf('matter-js', 'rain-1000', 600, 23),
    ]);
    const [ours, planck, matter] = rows;
    expect(ours).toMatchObject({ steps: 600, frameRatio: 1, stepRatio: 1 });
    expect(ours.best).toBeCloseTo((99 + 500 * 9) / 599, 12);
    expect(planck).toMatchObject({ steps: 100, best: 4, frame: 4.5, stepRatio: 4, frameRatio: 3 });
    expect(matter.stepRatio).toBeCloseTo(23 / ((99 + 500 * 9) / 599), 12);
  });

  test('have no time and no ratio of a single step, no ratio of a few', () => {
    const rows = rowsOf([
      cellOf('otedama', 'washer-8100', 120, 50),
      cellOf('phaser-box2d', 'washer-8100', 1, 700),
      cellOf('planck', 'washer-8100', 19, 900),
      cellOf('matter-js', 'washer-8100', 20, 100),
    ]);
    const nothing = { best: null, typical: null, median: null, p95: null, frame: null };
    expect(rows[1]).toMatchObject({ ...nothing, steps: 1, frameRatio: null, stepRatio: null });
    expect(rows[2]).toMatchObject({ best: 900, frameRatio: null, stepRatio: null });
    expect(rows[3]).toMatchObject({ best: 100, stepRatio: 2 });
  });

  test('without ours have times and no ratios', () => {
    const [row] = rowsOf([cellOf('planck', 'stack-30', 600, 2)]);
    expect(row).toMatchObject({ best: 2, frameRatio: null, stepRatio: null });
  });

  test('are of the repetitions that got furthest, quality too', () => {
    const [row] = rowsOf([
      { ...cellOf('otedama', 'rain-1000', 300, 1), quality: { ...quality, lost: 7 } },
      cellOf('otedama', 'rain-1000', 600, 3),
      { ...cellOf('otedama', 'rain-1000', 600, 2), read: 0.25 },
    ]);
    expect(row).toMatchObject({ steps: 600, best: 2, typical: 3, read: 0.25, frame: 2.25 });
    expect(row.quality.lost).toBe(0);
  });
});

describe('the best peer', () => {
  const ours = rowOf({ steps: 600 });
  const solver = rowOf({ engine: 'otedama (sequential impulses)', frameRatio: 0.5 });
  const early = rowOf({ engine: 'matter-js', steps: 100, frameRatio: 0.8 });
  const slow = rowOf({ engine: 'planck', frameRatio: 3, stepRatio: 2 });
  const fast = rowOf({ engine: 'rapier2d-compat', frameRatio: 2, stepRatio: 3 });
  const never = rowOf({ engine: 'phaser-box2d', steps: 5, frameRatio: null });

  test('got as far as ours and is the fastest of those', () => {
    const rows = [ours, solver, early, slow, fast, never];
    expect(bestPeer(rows, 'frameRatio')?.engine).toBe('rapier2d-compat');
    expect(bestPeer(rows, 'stepRatio')?.engine).toBe('planck');
  });

  test('got furthest where none got as far as ours', () => {
    const further = rowOf({ engine: 'planck', steps: 400, frameRatio: 3 });
    expect(bestPeer([ours, early, further, never], 'frameRatio')?.engine).toBe('planck');
  });

  test('need not get further than ours', () => {
    const cut = { ...ours, steps: 90 };
    expect(bestPeer([cut, early, slow, fast], 'frameRatio')?.engine).toBe('matter-js');
  });

  test('is not there where nothing was compared', () => {
    expect(bestPeer([ours, solver, never], 'frameRatio')).toBeUndefined();
  });
});

test('only towers and pyramids fall, by going sideways and not by being squeezed', () => {
  const far = { ...quality, sideDrift: 1.5, topError: -8 };
  const squeezed = { ...quality, sideDrift: 0.2, topError: -2.9 };
  expect(isFallen(rowOf({ scene: 'stack-30', quality: far }))).toBe(true);
  expect(isFallen(rowOf({ scene: 'pyramid-5050', quality: far }))).toBe(true);
  expect(isFallen(rowOf({ scene: 'pyramid-5050', quality: squeezed }))).toBe(false);
  expect(isFallen(rowOf({ scene: 'stack-30', quality: { ...quality, sideDrift: null } }))).toBe(true);
  expect(isFallen(rowOf({ scene: 'rain-1000', quality: far }))).toBe(false);
  expect(isFallen(rowOf({ scene: 'tumbler-2025', quality: far }))).toBe(false);
});

test('growth is told of engines that did all of the rain', () => {
  const rain = benchScenes.filter(({ family }) => family === 'rain');
  const rows = rain.map(({ id, steps }) => {
    const bodies = Number(/\d+/.exec(id)?.[0]);
    return rowOf({ scene: id, bodies, steps, best: bodies ** 1.25 });
  });
  expect(growthExponent(rows, 'otedama')).toBeCloseTo(1.25, 12);
  expect(growthExponent(rows.slice(1), 'otedama')).toBeNull();
  expect(growthExponent([...rows.slice(0, -1), { ...rows[4], steps: 599 }], 'otedama')).toBeNull();
});
