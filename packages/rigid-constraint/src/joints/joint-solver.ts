/**
 * The joints of a step: makes rows from the joint store, refreshes them in each substep for the moved bodies, solves them, and writes
 * impulses and reactions back.
 *
 * Impulses are stored as impulses of a whole step, so that a joint may change to another solver. A substep starts with its share.
 *
 * Reactions are those of the last substep. Joints that can break report the mean over all substeps instead: an impact may fall into any
 * substep, and its force is mv/dt of the whole step.
 */
import {
  IMPULSE_MOTOR,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_FLAGS,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_MOTOR,
  JOINT_STRIDE,
  type JointKind,
  jointKinds,
  REACTION_TORQUE,
  REACTION_X,
  REACTION_Y,
  type SolverTrace,
  type SolverWorld,
} from '@otedama/rigid';
import { KERNEL_BLOCK } from '../constants.js';
import type { FrameRows } from '../frame-rows.js';
import { BIASED_JOINT_SHARE } from '../soft-constants.js';
import type { SoftStepTracing } from '../soft-trace.js';
import type { WatchedRows } from '../watched-rows.js';
import { gear, ratchet, rotaryLimit, rotarySpring } from './angular.js';
import { shiftApproaches } from './approach-shift.js';
import { distance, pulley, rope } from './distance.js';
import type { HingeKernels } from './hinge-kernels.js';
import {
  addHingeImpulses,
  giveBackHinges,
  HingeRows,
  hingesTurnFar,
  keepHinges,
  prepareHinges,
  solveHinges,
  startHinges,
  storeHinges,
} from './hinge-rows.js';
import { JointFrame } from './joint-frame.js';
import { giveBackJoints, isFarOff, solveJoints, turnFar, warmStartJoints } from './joint-kernel.js';
import { createJointStep, type JointKindRows, type JointStep } from './joint-kind.js';
import { JointOrder, JointSequence } from './joint-order.js';
import {
  BIAS,
  IMPULSE_PLACE,
  J_BW,
  J_BX,
  J_BY,
  JOINT_ROW_INDEX_STRIDE,
  JOINT_ROW_STRIDE,
  JointRows,
  LAMBDA,
  RELAX,
} from './joint-rows.js';
import { JointedContacts, type OrderedRows, type RelaxRows } from './jointed-contacts.js';
import { lockRows } from './locked-joints.js';
import { friction, grab, motor, revolute, weld } from './point.js';
import { isTorn, PutJoints } from './put-joints.js';
import { groove, prismatic, wheel } from './slider.js';
import { addTensions, isTaut } from './tension.js';

/** Rows of every kind. `filter` has none: it only acts when pairs are made. */
const kinds: Readonly<Record<JointKind, JointKindRows | null>> = {
  grab,
  distance,
  rope,
  revolute,
  prismatic,
  weld,
  wheel,
  motor,
  gear,
  pulley,
  ratchet,
  groove,
  rotarySpring,
  rotaryLimit,
  friction,
  filter: null,
};
/** Numbers per sum in `JointSolver`: x, y, N s, and torque, N m s. */
const SUM_STRIDE = 3;
/** The sum of one joint in one substep. */
const reaction = new Float64Array(SUM_STRIDE);

const kindByNumber: readonly (JointKindRows | null)[] = jointKinds.map((kind) => kinds[kind]);

/** All kinds of joints. The solvers of this package report them in their capabilities. */
export const solvedJointKinds: readonly JointKind[] = jointKinds;

/** Solves the joints of a world; one per solver. The order is that of `joint-order.ts`. Free hinges have rows of their own. */
export class JointSolver {
  /** Whether a joint of the last step has so much tension that a body may oscillate faster than can be integrated (`TAUT`). */
  isTaut = false;
  readonly #hinges = new HingeRows();
  readonly #orders = new JointOrder();
  /** Order of this step. */
  #order = new JointSequence();
  readonly #rows = new JointRows();
  /** The joints of bodies that are moved without velocity. */
  readonly put: PutJoints = new PutJoints(this.#hinges, this.#rows);
  readonly #contacts = new JointedContacts();
  readonly #frame = new JointFrame();
  #step: JointStep = createJointStep();
  /** Kernels that solve the hinges of this step, or null. */
  #kernels: HingeKernels | null = null;
  /** First general row of each of the other joints. */
  #firstRow = new Int32Array(9);
  /** Impulses of the joints that can break, summed over the finished substeps. */
  #sums = new Float64Array(0);
  /** Whether the impulses of the current substep have not been added to the sums yet. */
  #isToSum = false;
  /** Whether the bias may turn bodies far in this step: not any more, once it does not. */
  #mayTurnFar = false;
  /** Impulses at the start of a substep: first of hinges, then of general rows. */
  #kept = new Float64Array(0);
  /** Whether a body of a joint with general rows has a locked axis. */
  #hasLocks = false;
  /** beta, s_m, s_i of the relax pass. */
  readonly #relax = Float64Array.of(0, 1, 0);
  readonly #separatesHinges: boolean;

  /** @param separatesHinges false solves free hinges in general rows too, with the same bits, for comparison. Default true */
  constructor(separatesHinges = true) {
    this.#separatesHinges = separatesHinges;
  }

  /** Number of hinge rows plus number of other joints in this step. */
  get count(): number {
    return this.#order.hingeCount + this.#order.otherCount;
  }

  /**
   * Makes the rows of the active joints that act on a moving body. `step` is read until `store`.
   * @param kernels kernels that hold the velocities of the bodies, or null
   * @param contacts rows of which `passWithContacts` relaxes those of jointed bodies, and their order
   */
  prepare(
    world: SolverWorld,
    step: JointStep,
    kernels: HingeKernels | null = null,
    contacts: OrderedRows | null = null,
  ): void {
    this.#order = this.#orders.update(world, this.#separatesHinges);
    this.#rows.count = 0;
    this.isTaut = false;
    const { otherCount } = this.#order;
    if (otherCount >= this.#firstRow.length) this.#firstRow = new Int32Array(2 * otherCount + 1);
    this.put.reset(this.#order, this.#firstRow);
    if (this.count === 0) return;
    // no number of the step is read here: functions without a long loop are compiled late, and the number would be allocated
    this.#step = step;
    const { weak } = this.#order;
    if (weak * SUM_STRIDE > this.#sums.length) this.#sums = new Float64Array(2 * weak * SUM_STRIDE);
    this.#sums.fill(0);
    this.#isToSum = false;
    this.#mayTurnFar = true;
    this.#hasLocks = false;
    this.#prepareHinges(world, kernels);
    this.#prepareOthers(world);
    if (contacts !== null) this.#contacts.list(contacts, world);
  }

  #prepareHinges(world: SolverWorld, kernels: HingeKernels | null): void {
    const { bodies, joints } = world;
    const { hinges, hingeCount } = this.#order;
    const rows = this.#hinges;
    this.#kernels = kernels?.holdHinges(rows, hingeCount) ? kernels : null;
    rows.reset(hingeCount);
    let isAnyTorn = false;
    for (let k = 0; k < hingeCount; k += KERNEL_BLOCK) {
      const end = Math.min(k + KERNEL_BLOCK, hingeCount);
      if (prepareHinges(rows, bodies, joints, hinges, k, end, this.#step)) isAnyTorn = true;
    }
    if (isAnyTorn) this.put.addHinges(world);
  }

  #prepareOthers(world: SolverWorld): void {
    const { otherCount } = this.#order;
    if (otherCount === 0) return;
    for (let k = 0; k < otherCount; k++) this.#add(world, k);
    const { data, count } = this.#rows;
    this.#firstRow[otherCount] = count;
    const { impulseShare } = this.#step;
    for (let row = 0; row < count; row++) data[row * JOINT_ROW_STRIDE + LAMBDA] *= impulseShare;
  }

  /** Adds the rows of the k-th of the other joints, with the impulses of the last step. */
  #add(world: SolverWorld, k: number): void {
    const { index, data } = world.joints;
    const slot = this.#order.others[k];
    const i = slot * JOINT_INDEX_STRIDE;
    const j = slot * JOINT_STRIDE;
    const rows = this.#rows;
    const first = rows.count;
    this.#firstRow[k] = first;
    const kind = kindByNumber[index[i + JOINT_KIND]];
    if (kind === null) return;
    this.#frame.load(world.bodies, data, j, index[i + JOINT_BODY_A], index[i + JOINT_BODY_B]);
    if (isTorn(world.joints, slot, this.#frame)) this.put.add(slot);
    kind.add(rows, this.#frame, index[i + JOINT_FLAGS]);
    for (let row = first; row < rows.count; row++) {
      const place = rows.index[row * JOINT_ROW_INDEX_STRIDE + IMPULSE_PLACE];
      rows.data[row * JOINT_ROW_STRIDE + LAMBDA] = data[j + place];
    }
  }

  /** Whether a motor starts in this step: whether it is about to change the velocity of a body by at least `least`, m/s. */
  startsMotor(world: SolverWorld, least: number): boolean {
    const { others, otherCount } = this.#order;
    const { index } = world.joints;
    for (let k = 0; k < otherCount; k++) {
      if ((index[others[k] * JOINT_INDEX_STRIDE + JOINT_FLAGS] & JOINT_MOTOR) === 0) continue;
      this.#refresh(world, k, true);
      for (let row = this.#firstRow[k]; row < this.#firstRow[k + 1]; row++) {
        const isMotor = this.#rows.index[row * JOINT_ROW_INDEX_STRIDE + IMPULSE_PLACE] === IMPULSE_MOTOR;
        if (isMotor && isFarOff(this.#rows, row, world.bodies, least)) return true;
      }
    }
    return false;
  }

  /**
   * Gives the bodies of motors that start their speed before contacts act, and adds it to the speeds at which contacts are met: what such a
   * body touches in its first substep bounces off it.
   */
  startMotors(rows: FrameRows, watched: WatchedRows, world: SolverWorld, passes: number): void {
    const { data } = world.contacts;
    const { motion } = world.bodies;
    shiftApproaches(rows, watched, data, motion, -1);
    for (let pass = 0; pass < passes; pass++) this.relax(world);
    shiftApproaches(rows, watched, data, motion, 1);
  }

  /** Updates all rows for the current displacements and applies their accumulated impulses. Called once per substep. */
  start(world: SolverWorld): void {
    this.#sum(world);
    this.#updateRows(world, 1);
    this.#isToSum = true;
  }

  /**
   * Updates all rows for the current displacements, within a substep. Relaxes them before if the bias has turned bodies so far that its
   * velocity could not be removed along the new arms. Always doing so would cost energy: a pendulum would lose 7 % a minute. Joints that are
   * apart are so from the first substep on and close substep by substep, so the first one that turns nothing far ends the search.
   */
  measure(world: SolverWorld): void {
    if (this.#mayTurnFar) {
      const { hingeCount } = this.#order;
      const isFar = hingesTurnFar(this.#hinges, hingeCount, this.#step) || turnFar(this.#rows, this.#step);
      this.#mayTurnFar = isFar;
      if (isFar) this.relax(world);
    }
    this.#updateRows(world, 0);
  }

  /**
   * Updates all rows for the current displacements, run by run.
   * @param share of the accumulated impulses to apply
   */
  #updateRows(world: SolverWorld, share: 0 | 1): void {
    const { bodies } = world;
    const { runs, runCount } = this.#order;
    let hinge = 0;
    let other = 0;
    for (let r = 0; r < runCount; r++) {
      const hingeEnd = runs[2 * r];
      if (this.#kernels !== null) {
        this.#kernels.startHinges(this.#hinges, hinge, hingeEnd, share);
      } else {
        for (let k = hinge; k < hingeEnd; k += KERNEL_BLOCK) {
          startHinges(this.#hinges, bodies, k, Math.min(k + KERNEL_BLOCK, hingeEnd), share);
        }
      }
      hinge = hingeEnd;
      const otherEnd = runs[2 * r + 1];
      const firstRow = this.#firstRow[other];
      for (; other < otherEnd; other++) this.#refresh(world, other, true);
      if (share === 1) warmStartJoints(this.#rows, bodies.motion, firstRow, this.#firstRow[otherEnd]);
    }
  }

  /**
   * Fills the rows of the k-th of the other joints at the current displacements.
   * @param heedsLocks false keeps the full Jacobians even if axes are locked
   */
  #refresh(world: SolverWorld, k: number, heedsLocks: boolean): void {
    const { joints, bodies } = world;
    const frame = this.#frame;
    const slot = this.#order.others[k];
    const i = slot * JOINT_INDEX_STRIDE;
    const j = slot * JOINT_STRIDE;
    const first = this.#firstRow[k];
    frame.load(bodies, joints.data, j, joints.index[i + JOINT_BODY_A], joints.index[i + JOINT_BODY_B]);
    kindByNumber[joints.index[i + JOINT_KIND]]?.refresh(
      this.#rows,
      first * JOINT_ROW_STRIDE,
      frame,
      joints.data,
      j,
      joints.index[i + JOINT_FLAGS],
      this.#step,
    );
    if (frame.locks === 0) return;
    this.#hasLocks = true;
    if (heedsLocks) lockRows(this.#rows, first, this.#firstRow[k + 1], frame.locks);
  }

  /** One pass with bias. */
  solve(world: SolverWorld): void {
    this.#pass(world.bodies.motion, BIAS, this.#hinges.bias);
  }

  /** One pass without bias, which removes the velocity of the bias. */
  relax(world: SolverWorld): void {
    this.#pass(world.bodies.motion, RELAX, this.#relax);
  }

  #pass(motion: Float64Array, pass: typeof BIAS | typeof RELAX, soft: Float64Array): void {
    const { runs, runCount } = this.#order;
    let hinge = 0;
    let row = 0;
    for (let r = 0; r < runCount; r++) {
      const hingeEnd = runs[2 * r];
      if (this.#kernels !== null) {
        this.#kernels.solveHinges(this.#hinges, hinge, hingeEnd, soft);
      } else {
        for (let k = hinge; k < hingeEnd; k += KERNEL_BLOCK) {
          solveHinges(this.#hinges, motion, k, Math.min(k + KERNEL_BLOCK, hingeEnd), soft);
        }
      }
      hinge = hingeEnd;
      const rowEnd = this.#firstRow[runs[2 * r + 1]];
      solveJoints(this.#rows, motion, pass, row, rowEnd);
      row = rowEnd;
    }
  }

  /**
   * The joint passes of a substep, with passes over the contacts of jointed bodies in between. Returns the number of those.
   * @param isBiased whether they have a bias; then they are fewer
   * @param passes number of those without
   * @param relaxRows the function of that name
   * @param inverseStep 1/h, 1/s
   * @param first number of the first pass over contacts, for the recorder
   * @param recorder null for none; otherwise `tracing` reports to it
   */
  passWithContacts(
    rows: FrameRows,
    world: SolverWorld,
    isBiased: boolean,
    passes: number,
    relaxRows: RelaxRows,
    inverseStep: number,
    first: number,
    tracing: SoftStepTracing | null,
    recorder: SolverTrace | null,
  ): number {
    const { motion } = world.bodies;
    const count = isBiased ? Math.ceil(BIASED_JOINT_SHARE * passes) : passes;
    const rounds = this.#contacts.roundsOf(count);
    for (let k = 0; k < count; k++) {
      if (isBiased) this.solve(world);
      else this.relax(world);
      if (k >= rounds) continue;
      if (recorder === null) this.#contacts.relax(rows, motion, relaxRows, inverseStep);
      else this.#contacts.relaxTraced(rows, motion, inverseStep, first + k, tracing!, recorder);
    }
    return rounds;
  }

  /** Stores the impulses at the start of a substep with a shock. */
  keep(): void {
    const { hingeCount } = this.#order;
    const { count, data } = this.#rows;
    const length = 2 * hingeCount + count;
    if (length > this.#kept.length) this.#kept = new Float64Array(2 * length);
    keepHinges(this.#hinges, hingeCount, this.#kept);
    for (let row = 0; row < count; row++) {
      this.#kept[2 * hingeCount + row] = data[row * JOINT_ROW_STRIDE + LAMBDA];
    }
  }

  /**
   * Ends such a substep: joints that took part in the shock return to the stored impulses (`shocks.ts`). Break forces still include the
   * shock.
   */
  giveBack(world: SolverWorld): void {
    this.#sum(world);
    const { hingeCount } = this.#order;
    giveBackHinges(this.#hinges, hingeCount, this.#kept);
    giveBackJoints(this.#rows, this.#kept, 2 * hingeCount);
  }

  /**
   * Writes impulses and reactions back.
   * @param substeps number of substeps the step had
   */
  store(world: SolverWorld, substeps: number): void {
    const joint = world.joints.data;
    const { hinges, hingeCount } = this.#order;
    this.#sum(world);
    for (let k = 0; k < hingeCount; k += KERNEL_BLOCK) {
      const end = Math.min(k + KERNEL_BLOCK, hingeCount);
      if (storeHinges(this.#hinges, joint, hinges, k, end, substeps, this.#step)) this.isTaut = true;
    }
    this.#storeOthers(world, substeps);
    this.#storeSums(joint, substeps);
  }

  /** Adds the impulses of a substep to the sums of the joints that can break. */
  #sum(world: SolverWorld): void {
    if (!this.#isToSum) return;
    this.#isToSum = false;
    const { weakPlaces, weakHinges, weak } = this.#order;
    const sums = this.#sums;
    for (let n = 0; n < weakHinges; n++) addHingeImpulses(this.#hinges, weakPlaces[n], sums, n * SUM_STRIDE);
    for (let n = weakHinges; n < weak; n++) this.#addImpulses(world, weakPlaces[n], sums, n * SUM_STRIDE);
  }

  /** Adds the impulses of the k-th of the other joints to a sum of three: force and torque on B. */
  #addImpulses(world: SolverWorld, k: number, sums: Float64Array, sum: number): void {
    // the reaction of a joint along a locked axis is a force as well
    if (this.#hasLocks) this.#refresh(world, k, false);
    const { data } = this.#rows;
    for (let row = this.#firstRow[k]; row < this.#firstRow[k + 1]; row++) {
      const o = row * JOINT_ROW_STRIDE;
      const lambda = data[o + LAMBDA];
      sums[sum] += lambda * data[o + J_BX];
      sums[sum + 1] += lambda * data[o + J_BY];
      // rows without a direction are pure torques
      if (data[o + J_BX] === 0 && data[o + J_BY] === 0) sums[sum + 2] += lambda * data[o + J_BW];
    }
  }

  /** Writes the mean reactions of the joints that can break. */
  #storeSums(joint: Float64Array, substeps: number): void {
    const { hinges, others, weakPlaces, weakHinges, weak } = this.#order;
    const scale = this.#step.inverseStep / substeps;
    for (let n = 0; n < weak; n++) {
      const j = (n < weakHinges ? hinges : others)[weakPlaces[n]] * JOINT_STRIDE;
      joint[j + REACTION_X] = scale * this.#sums[n * SUM_STRIDE];
      joint[j + REACTION_Y] = scale * this.#sums[n * SUM_STRIDE + 1];
      joint[j + REACTION_TORQUE] = scale * this.#sums[n * SUM_STRIDE + 2];
    }
  }

  /**
   * Adds the tension of the joints to the sums of `SqueezedBodies`. Call after `store`.
   * @param scale one number, the factor on the added values
   */
  addTensions(world: SolverWorld, sums: Float64Array, scale: Float64Array): void {
    addTensions(world, sums, scale);
  }

  #storeOthers(world: SolverWorld, substeps: number): void {
    const joint = world.joints.data;
    const { others, otherCount } = this.#order;
    // as in `prepare`
    if (otherCount === 0) return;
    const { inverseStep } = this.#step;
    const { data, index } = this.#rows;
    for (let k = 0; k < otherCount; k++) {
      const j = others[k] * JOINT_STRIDE;
      for (let row = this.#firstRow[k]; row < this.#firstRow[k + 1]; row++) {
        const lambda = data[row * JOINT_ROW_STRIDE + LAMBDA];
        joint[j + index[row * JOINT_ROW_INDEX_STRIDE + IMPULSE_PLACE]] = lambda * substeps;
      }
      reaction.fill(0);
      this.#addImpulses(world, k, reaction, 0);
      joint[j + REACTION_X] = reaction[0] * inverseStep;
      joint[j + REACTION_Y] = reaction[1] * inverseStep;
      joint[j + REACTION_TORQUE] = reaction[2] * inverseStep;
      if (isTaut(world, others[k], this.#step)) this.isTaut = true;
    }
  }
}
