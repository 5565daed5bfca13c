/** The joints of a solver as a separate part, so that a page without joints does not load them. */
import type { JointKind } from '@otedama/rigid';
import { jointPassesOf, softenJoints } from './joint-passes.js';
import { JointSolver, solvedJointKinds } from './joint-solver.js';

/** Joint functions that a step calls; implemented by `JointSolver`. */
export type StepJoints = Pick<
  JointSolver,
  | 'count'
  | 'isTaut'
  | 'prepare'
  | 'startsMotor'
  | 'startMotors'
  | 'start'
  | 'measure'
  | 'solve'
  | 'relax'
  | 'passWithContacts'
  | 'keep'
  | 'giveBack'
  | 'store'
  | 'addTensions'
> & {
  /** The joints of bodies that are moved without velocity; null without joints. */
  readonly put: JointSolver['put'] | null;
};

/** Makes joints work in a bare solver; the value is `joints`. A solver without it refuses all of them. */
export interface JointsPart {
  /** Supported kinds, which the solver reports in its capabilities. */
  readonly kinds: readonly JointKind[];
  /** Creates the joints of one solver. */
  create(): StepJoints;
  /** Joint passes per substep of the soft step. */
  readonly passesOf: typeof jointPassesOf;
  /** Sets the softness of rigid joints in the soft step. */
  readonly soften: typeof softenJoints;
}

/** The part for joints of all sixteen kinds: `createSoftStep({}, { joints })`. */
export const joints: JointsPart = {
  kinds: solvedJointKinds,
  create: () => new JointSolver(),
  passesOf: jointPassesOf,
  soften: softenJoints,
};

/** What a step calls of its joints when there are none. It calls the other functions only with joints, so they are missing here. */
const none: Partial<StepJoints> = {
  count: 0,
  isTaut: false,
  put: null,
  prepare() {},
  startsMotor: () => false,
  start() {},
  store() {},
};

/** No joints at all. */
export const noJoints: JointsPart = {
  kinds: [],
  create: () => none as StepJoints,
  passesOf: () => 1,
  soften() {},
};
