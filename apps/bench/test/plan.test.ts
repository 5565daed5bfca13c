import { describe, expect, test } from 'vitest';
import { allEngines, allScenes, MOST_ROUNDS, planQuery, readPlan } from '../src/page/plan.js';

describe('the plan of an address', () => {
  const usual = readPlan('');

  test('says nothing of what is usual', () => {
    expect(planQuery(usual)).toBe('');
    expect(usual.engines).toContain('otedama');
    expect(usual).toMatchObject({ rounds: 1, budget: 2000, warmUp: 1000 });
  });

  test('comes back as it was', () => {
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

  test('keeps to the order of the lists, and to what there is', () => {
    expect(readPlan('?engines=planck,unknown,otedama&scenes=nowhere')).toEqual({
      ...usual,
      engines: ['otedama', 'planck'],
    });
  });

  test('always has the engine that the others are held against', () => {
    expect(readPlan('?engines=matter').engines).toEqual(['otedama', 'matter']);
  });

  test('keeps to the limits', () => {
    expect(readPlan('?rounds=1000').rounds).toBe(MOST_ROUNDS);
    expect(readPlan('?rounds=-3').rounds).toBe(1);
    expect(readPlan('?rounds=2.4').rounds).toBe(2);
    expect(readPlan('?rounds=many&budget=x')).toEqual(usual);
    expect(readPlan('?warm-up=0').warmUp).toBe(10);
  });
});
