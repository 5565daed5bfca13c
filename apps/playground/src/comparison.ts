import { Simulation } from './simulation.js';
import type { SolverChoice } from './solver-choice.js';
import { canRun, solvers } from './solvers.js';

/** Maximum number of solvers compared with the chosen one. */
const MOST_RIVALS = 3;

/** The solvers that run a scene next to the chosen one. They stay chosen while a scene that they cannot run is shown. */
export class Comparison {
  private rivals: readonly SolverChoice[];

  /** Begins with the solvers that have these names. */
  constructor(names: readonly string[]) {
    this.rivals = solvers.filter(({ name }) => names.includes(name)).slice(0, MOST_RIVALS);
  }

  /** The solvers compared with a chosen one. */
  with(chosen: SolverChoice): readonly SolverChoice[] {
    return this.rivals.filter((rival) => rival !== chosen);
  }

  /** Adds a solver or removes it. If there are too many, the oldest is removed. */
  set(solver: SolverChoice, on: boolean): void {
    const others = this.with(solver);
    this.rivals = on ? [...others, solver].slice(-MOST_RIVALS) : others;
  }

  /** Compares with as many of these solvers as possible, and with no others. */
  replace(rivals: readonly SolverChoice[]): void {
    this.rivals = rivals.slice(0, MOST_RIVALS);
  }

  /**
   * Adds simulations of the same scene under those compared solvers that can run it.
   * @param refused told why one of them cannot be created
   */
  join(simulation: Simulation, refused: (error: unknown) => void): readonly Simulation[] {
    const { choice } = simulation;
    const running = [simulation];
    for (const solver of this.with(choice.solver)) {
      if (!canRun(solver, choice.entry)) continue;
      try {
        running.push(new Simulation({ ...choice, solver, settings: {} }));
      } catch (error) {
        refused(error);
      }
    }
    return running;
  }
}
