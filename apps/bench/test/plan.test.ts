import { describe, expect, test } from 'vitest';
import { allEngines, allScenes, MOST_ROUNDS, planQuery, readPlan } from '../src/page/plan.js';

describe('the plan of a URL', () => {
  const usual = readPlan('');

  test('omits default values', () => {
    expect(planQuery(usual)).toBe('');
    expect(usual.engines).toContain('otedama');
    expect(usual).toMatchObject({ rounds: 1, budget: 2000, warmUp: 1000 });
  });

  test('is unchanged by a round trip', () => {
    const plan = {
      engines: ['otedama', 'planck'],
      scenes: ['rain-250', 'slides'],
      rounds: 3,
      budget: 500,
      warmUp: 200,
    };
    expect(readPlan(planQuery(plan))).toEqual(plan);
    const all = { ...usual, engines: allEngines, scenes: allScenes };
    expect(readPlan(planQuery(all))).toEqual(all);
  });

  test('keeps the order of the lists, and only existing entries', () => {
    expect(readPlan('?engines=planck,unknown,otedama&scenes=nowhere')).toEqual({
      ...usual,
      engines: ['otedama', 'planck'],
    });
  });

  test('always includes the reference engine', () => {
    expect(readPlan('?engines=matter').engines).toEqual(['otedama', 'matter']);
  });

  test('is clamped to the limits', () => {
    expect(readPlan('?rounds=1000').rounds).toBe(MOST_ROUNDS);
    expect(readPlan('?rounds=-3').rounds).toBe(1);
    expect(readPlan('?rounds=2.4').rounds).toBe(2);
    expect(readPlan('?rounds=many&budget=x')).toEqual(usual);
    expect(readPlan('?warm-up=0').warmUp).toBe(10);
  });
});
