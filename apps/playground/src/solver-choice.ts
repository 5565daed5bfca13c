import type { Solver } from '@otedama/rigid';

/** A setting of a solver as the panel shows it. */
export type SolverSetting = {
  readonly key: string;
  readonly title: string;
  /** What the title has no room for, shown as a tooltip. */
  readonly hint?: string | undefined;
} & (
  | {
      readonly kind: 'number';
      readonly default: number;
      readonly minimum: number;
      readonly maximum: number;
      readonly step: number;
    }
  | { readonly kind: 'toggle'; readonly default: boolean }
  | { readonly kind: 'choice'; readonly default: string; readonly choices: Readonly<Record<string, string>> }
);

/** Settings by key; a missing one takes its default. */
export type SolverValues = Readonly<Record<string, unknown>>;

/** A solver as the page offers it. A new one is one more object in the list below. */
export interface SolverChoice {
  /** As in links; the name of the solver itself, under which scenes keep settings for it. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly settings: readonly SolverSetting[];
  /** A fresh solver. Throws an InputError on a setting it does not take. */
  create(values: SolverValues): Solver;
}

const number = (
  key: string,
  title: string,
  value: number,
  minimum: number,
  maximum: number,
  step: number,
  hint?: string,
): SolverSetting => ({ kind: 'number', key, title, default: value, minimum, maximum, step, hint });

const toggle = (key: string, title: string, value: boolean, hint?: string): SolverSetting => ({
  kind: 'toggle',
  key,
  title,
  default: value,
  hint,
});

const choice = (
  key: string,
  title: string,
  value: string,
  choices: Readonly<Record<string, string>>,
  hint?: string,
): SolverSetting => ({ kind: 'choice', key, title, default: value, choices, hint });

/** Short ways to write settings down. */
export const setting: {
  readonly number: typeof number;
  readonly toggle: typeof toggle;
  readonly choice: typeof choice;
} = { number, toggle, choice };
