/** Combines the coefficients of two surfaces into those of their contact. */
import type { CombineRule } from './definitions.js';

/** Rules in order of precedence: when two shapes name different ones, the later wins, whichever shape comes first. */
export const combineRules: readonly CombineRule[] = [
  'average',
  'geometricMean',
  'minimum',
  'multiply',
  'maximum',
];

/**
 * Combined coefficient.
 * @param ruleA place of A's rule in `combineRules`
 * @param ruleB place of B's rule
 */
export function combine(ruleA: number, ruleB: number, a: number, b: number): number {
  switch (ruleA > ruleB ? ruleA : ruleB) {
    case 0:
      return (a + b) / 2;
    case 1:
      return Math.sqrt(a * b);
    case 2:
      return Math.min(a, b);
    case 3:
      return a * b;
    default:
      return Math.max(a, b);
  }
}
