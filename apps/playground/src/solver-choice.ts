import type { Solver } from '@otedama/rigid';

/** A setting of a solver, as the panel shows it. */
export type SolverSetting = {
  readonly key: string;
  readonly title: string;
  /** Additional explanation, shown as a tooltip. */
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

/** Settings by key; a missing setting has its default. */
export type SolverValues = Readonly<Record<string, unknown>>;

/** A solver offered on the page. To add a solver, add an object to the list of solvers. */
export interface SolverChoice {
  /** Name in links. Equals the name of the solver, under which scenes store settings for it. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly settings: readonly SolverSetting[];
  /** Creates a solver. Throws an InputError for an invalid setting. */
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

/** Short functions to define settings. */
export const setting: {
  readonly number: typeof number;
  readonly toggle: typeof toggle;
  readonly choice: typeof choice;
} = { number, toggle, choice };
