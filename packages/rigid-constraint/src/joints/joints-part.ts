/** The joints of a solver as a part, so that a page without joints does not load them. */
import type { JointKind, SolverWorld } from '@otedama/rigid';
import { JointSolver, solvedJointKinds } from './joint-solver.js';

/** What a step asks of its joints; `JointSolver` does it. */
export type StepJoints = Pick<
  JointSolver,
  | 'count'
  | 'isTaut'
  | 'prepare'
  | 'start'
  | 'measure'
  | 'solve'
  | 'relax'
  | 'keep'
  | 'giveBack'
  | 'store'
  | 'addTensions'
>;

/** Joints that a solver may be made with. */
export interface JointsPart {
  /** Kinds it solves: what the solver states in its capabilities. */
  readonly kinds: readonly JointKind[];
  /** Makes the joints of one solver. */
  create(): StepJoints;
}

/** Joints of every kind. */
export const joints: JointsPart = { kinds: solvedJointKinds, create: () => new JointSolver() };

/** No joints at all. */
export const noJoints: JointsPart = {
  kinds: [],
  create: () => ({
    count: 0,
    isTaut: false,
    prepare() {},
    start() {},
    measure() {},
    solve() {},
    relax() {},
    keep() {},
    giveBack() {},
    store(_world: SolverWorld, _substeps: number) {},
    addTensions() {},
  }),
};
