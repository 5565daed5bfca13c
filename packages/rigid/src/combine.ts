/** Combines the coefficients of two surfaces into those of their contact. */
import type { CombineRule } from './definitions.js';

/** Rules in order of precedence: if two shapes have different rules, the later one is used, whatever the order of the shapes. */
export const combineRules: readonly CombineRule[] = [
  'average',
  'geometricMean',
  'minimum',
  'multiply',
  'maximum',
];

/**
 * Returns the coefficient of a contact from those of its two shapes: by the rule of the two that comes later in `combineRules`.
 * @param ruleA index of A's rule in `combineRules`
 * @param ruleB index of B's rule
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
