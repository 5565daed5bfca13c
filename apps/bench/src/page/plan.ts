/**
 * The plan of a comparison: engines, scenes, repetitions and time limits. A plan is stored in the address, so that a comparison can be
 * shared. Unknown parts of an address are ignored.
 */

import { namesByCommand } from '../names.js';
import { benchScenes } from '../scenes.js';

export interface Plan {
  /** Command-line names of engines, and ids of scenes, in list order. */
  readonly engines: readonly string[];
  readonly scenes: readonly string[];
  /** Number of repetitions, 1 to `MOST_ROUNDS`. */
  readonly rounds: number;
  /** Stepping time per cell, and time per scene of its warm-up, milliseconds. */
  readonly budget: number;
  readonly warmUp: number;
}

/** The reference engine, which is always measured. */
export const YARDSTICK = 'otedama';

export const MOST_ROUNDS = 20;
const LIMITS = {
  rounds: { least: 1, most: MOST_ROUNDS, usual: 1 },
  budget: { least: 10, most: 60_000, usual: 2000 },
  'warm-up': { least: 10, most: 60_000, usual: 1000 },
} as const;

export const allEngines: readonly string[] = Object.keys(namesByCommand);
export const allScenes: readonly string[] = benchScenes.map(({ id }) => id);

/** One build of each engine; four scenes that together take a few minutes. */
const usualEngines = allEngines.filter((name) => !['otedama-js', 'otedama-si', 'rapier'].includes(name));
const usualScenes: readonly string[] = ['pyramid-210', 'rain-1000', 'stack-30-error', 'joint-grid-900'];

/** The plan of an address, with defaults for missing parts. @param query as in `location.search` */
export function readPlan(query: string): Plan {
  const parameters = new URLSearchParams(query);
  const chosen = (key: string, all: readonly string[], usual: readonly string[]): readonly string[] => {
    const named = parameters.get(key)?.split(',');
    const known = all.filter((name) => named?.includes(name));
    return known.length > 0 ? all.filter((name) => name === YARDSTICK || known.includes(name)) : usual;
  };
  const limited = (key: keyof typeof LIMITS): number => {
    const { least, most, usual } = LIMITS[key];
    const value = Math.round(Number(parameters.get(key) ?? Number.NaN));
    return Number.isNaN(value) ? usual : Math.min(most, Math.max(least, value));
  };
  return {
    engines: chosen('engines', allEngines, usualEngines),
    scenes: chosen('scenes', allScenes, usualScenes),
    rounds: limited('rounds'),
    budget: limited('budget'),
    warmUp: limited('warm-up'),
  };
}

/** The address of a plan, without defaults: empty or `?engines=...`. */
export function planQuery({ engines, scenes, rounds, budget, warmUp }: Plan): string {
  const parts: string[] = [];
  if (engines.join() !== usualEngines.join()) parts.push(`engines=${engines.join()}`);
  if (scenes.join() !== usualScenes.join()) parts.push(`scenes=${scenes.join()}`);
  for (const [key, value] of [
    ['rounds', rounds],
    ['budget', budget],
    ['warm-up', warmUp],
  ] as const) {
    if (value !== LIMITS[key].usual) parts.push(`${key}=${value}`);
  }
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}
