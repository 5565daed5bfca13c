import type { Solver } from '@otedama/rigid';
import type { Setting } from './setting.js';

/** Settings by key; a missing setting has its default. */
export type SolverValues = Readonly<Record<string, unknown>>;

/** A solver offered on the page. To add a solver, add an object to the list of solvers. */
export interface SolverChoice {
  /** Name in links. Equals the name of the solver, under which scenes store settings for it. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly settings: readonly Setting[];
  /** Creates a solver. Throws an InputError for an invalid setting. */
  create(values: SolverValues): Solver;
}
