/**
 * The joints of a step: rows made from the joint store, refreshed each substep at the moved bodies, solved, and their impulses and
 * reactions written back.
 *
 * Impulses are kept as impulses of a whole step, so that a joint may go from one method to another; a substep starts from its share.
 */
import {
  BODY_FAST_ROTATION,
  BODY_STRIDE,
  INV_INERTIA,
  INV_MASS,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_FLAGS,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_LIMIT,
  JOINT_MOTOR,
  JOINT_SPRING,
  JOINT_STRIDE,
  type JointKind,
  jointKinds,
  REACTION_TORQUE,
  REACTION_X,
  REACTION_Y,
  type SolverWorld,
} from '@otedama/rigid';
import { KERNEL_BLOCK } from '../constants.js';
import { gear, ratchet, rotaryLimit, rotarySpring } from './angular.js';
import { distance, pulley, rope } from './distance.js';
import { HingeRows, solveHinges, startHinges, storeHinges } from './hinge-rows.js';
import { JointFrame } from './joint-frame.js';
import { createJointStep, type JointKindRows, type JointStep } from './joint-kind.js';
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
  solveJoints,
  warmStartJoints,
} from './joint-rows.js';
import { friction, grab, motor, revolute, weld } from './point.js';
import { groove, prismatic, wheel } from './slider.js';

/** Rows of every kind; `filter` has none, its work is done when pairs are made. */
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
const kindByNumber: readonly (JointKindRows | null)[] = jointKinds.map((kind) => kinds[kind]);

/** Every kind of joint: what the solvers of this package state in their capabilities. */
export const solvedJointKinds: readonly JointKind[] = jointKinds;

const REVOLUTE = jointKinds.indexOf('revolute');

/**
 * The joints of a world at work; one for each solver.
 *
 * They are solved in the order of the store's active list, which is cut into runs of free hinges, in rows of their own, followed by
 * joints in general rows; either part of a run may be empty.
 */
export class JointSolver {
  readonly #hinges = new HingeRows();
  readonly #rows = new JointRows();
  readonly #frame = new JointFrame();
  #step: JointStep = createJointStep();
  /** Joints with general rows, and the first row of each. */
  #slots = new Int32Array(8);
  #firstRow = new Int32Array(9);
  #generalCount = 0;
  /** Number of hinges and of general joints at the end of run k, at 2 k. */
  #runs = new Int32Array(16);
  #runCount = 0;
  /** beta, s_m, s_i of rigid joints in the solve pass and in the relax pass. */
  readonly #bias = new Float64Array(3);
  readonly #relax = Float64Array.of(0, 1, 0);
  /** Share of the stored impulses that a substep starts with, and 1 / substep in 1/s. */
  readonly #factors = new Float64Array(2);
  readonly #separatesHinges: boolean;

  /** @param separatesHinges false has free hinges solved in general rows too, to the same bits: for comparison. Default true */
  constructor(separatesHinges = true) {
    this.#separatesHinges = separatesHinges;
  }

  /** Number of joints with rows in this step. */
  get count(): number {
    return this.#hinges.count + this.#generalCount;
  }

  /** Makes the rows of the active joints that move something. `step` is looked at until `store`. */
  prepare(world: SolverWorld, step: JointStep): void {
    const { joints, bodies } = world;
    const { mass, awakeIndex } = bodies;
    const { active, activeCount, index } = joints;
    const hinges = this.#hinges;
    this.#rows.count = 0;
    this.#generalCount = 0;
    this.#runCount = 0;
    hinges.reset(activeCount);
    if (activeCount === 0) return;
    this.#step = step;
    this.#bias[0] = step.rigid.biasRate;
    this.#bias[1] = step.rigid.massScale;
    this.#bias[2] = step.rigid.impulseScale;
    this.#factors[0] = step.impulseShare;
    this.#factors[1] = step.inverseStep;
    if (activeCount > this.#slots.length) {
      this.#slots = new Int32Array(activeCount * 2);
      this.#firstRow = new Int32Array(activeCount * 2 + 1);
      this.#runs = new Int32Array(activeCount * 4);
    }
    let isAfterGeneral = false;
    for (let k = 0; k < activeCount; k++) {
      const slot = active[k];
      const i = slot * JOINT_INDEX_STRIDE;
      const a = index[i + JOINT_BODY_A];
      const b = index[i + JOINT_BODY_B];
      const awakeA = a >= 0 && awakeIndex[a] >= 0;
      if (!awakeA && awakeIndex[b] < 0) continue;
      let inverse = mass[b * BODY_STRIDE + INV_MASS] + mass[b * BODY_STRIDE + INV_INERTIA];
      if (a >= 0) inverse += mass[a * BODY_STRIDE + INV_MASS] + mass[a * BODY_STRIDE + INV_INERTIA];
      if (inverse === 0) continue;
      if (this.#isFreeHinge(world, slot)) {
        if (isAfterGeneral) this.#endRun();
        isAfterGeneral = false;
        hinges.add(bodies, joints.data, slot, a, b);
      } else {
        isAfterGeneral = this.#addGeneral(world, slot) || isAfterGeneral;
      }
    }
    this.#endRun();
    this.#firstRow[this.#generalCount] = this.#rows.count;
    hinges.scale(this.#factors);
    const { data, count } = this.#rows;
    for (let row = 0; row < count; row++) data[row * JOINT_ROW_STRIDE + LAMBDA] *= this.#factors[0];
  }

  /** A revolute joint with nothing on its angle. One that may turn by half a turn in a step is none: its angle is followed by substeps. */
  #isFreeHinge(world: SolverWorld, slot: number): boolean {
    const { index } = world.joints;
    const i = slot * JOINT_INDEX_STRIDE;
    if (index[i + JOINT_KIND] !== REVOLUTE || !this.#separatesHinges) return false;
    if ((index[i + JOINT_FLAGS] & (JOINT_SPRING | JOINT_MOTOR | JOINT_LIMIT)) !== 0) return false;
    const { flags } = world.bodies;
    const a = index[i + JOINT_BODY_A];
    const bits = flags[index[i + JOINT_BODY_B]] | (a >= 0 ? flags[a] : 0);
    return (bits & BODY_FAST_ROTATION) === 0;
  }

  /** Adds general rows with the impulses of the last step; whether the joint has any. */
  #addGeneral(world: SolverWorld, slot: number): boolean {
    const { index, data } = world.joints;
    const i = slot * JOINT_INDEX_STRIDE;
    const j = slot * JOINT_STRIDE;
    const kind = kindByNumber[index[i + JOINT_KIND]];
    if (kind === null) return false;
    const rows = this.#rows;
    const first = rows.count;
    this.#frame.load(world.bodies, data, j, index[i + JOINT_BODY_A], index[i + JOINT_BODY_B]);
    this.#firstRow[this.#generalCount] = first;
    this.#slots[this.#generalCount++] = slot;
    kind.add(rows, this.#frame, index[i + JOINT_FLAGS]);
    for (let row = first; row < rows.count; row++) {
      const place = rows.index[row * JOINT_ROW_INDEX_STRIDE + IMPULSE_PLACE];
      rows.data[row * JOINT_ROW_STRIDE + LAMBDA] = data[j + place];
    }
    return true;
  }

  #endRun(): void {
    const r = 2 * this.#runCount++;
    this.#runs[r] = this.#hinges.count;
    this.#runs[r + 1] = this.#generalCount;
  }

  /** Brings all rows to the present displacements and applies their accumulated impulses. Once a substep. */
  start(world: SolverWorld): void {
    const { bodies } = world;
    let hinge = 0;
    let general = 0;
    for (let r = 0; r < this.#runCount; r++) {
      const hingeEnd = this.#runs[2 * r];
      for (; hinge < hingeEnd; hinge += KERNEL_BLOCK) {
        startHinges(this.#hinges, bodies, hinge, Math.min(hinge + KERNEL_BLOCK, hingeEnd));
      }
      hinge = hingeEnd;
      const generalEnd = this.#runs[2 * r + 1];
      const firstRow = this.#firstRow[general];
      for (; general < generalEnd; general++) this.#refresh(world, general);
      warmStartJoints(this.#rows, bodies.motion, firstRow, this.#firstRow[generalEnd]);
    }
  }

  /** Fills the rows of the general joint k at the present displacements. */
  #refresh(world: SolverWorld, k: number): void {
    const { joints, bodies } = world;
    const frame = this.#frame;
    const slot = this.#slots[k];
    const i = slot * JOINT_INDEX_STRIDE;
    const j = slot * JOINT_STRIDE;
    frame.load(bodies, joints.data, j, joints.index[i + JOINT_BODY_A], joints.index[i + JOINT_BODY_B]);
    kindByNumber[joints.index[i + JOINT_KIND]]?.refresh(
      this.#rows,
      this.#firstRow[k] * JOINT_ROW_STRIDE,
      frame,
      joints.data,
      j,
      joints.index[i + JOINT_FLAGS],
      this.#step,
    );
  }

  /** One pass with bias. */
  solve(world: SolverWorld): void {
    this.#pass(world.bodies.motion, BIAS, this.#bias);
  }

  /** One pass that takes the speed of position correction back out. */
  relax(world: SolverWorld): void {
    this.#pass(world.bodies.motion, RELAX, this.#relax);
  }

  #pass(motion: Float64Array, pass: typeof BIAS | typeof RELAX, soft: Float64Array): void {
    let hinge = 0;
    let row = 0;
    for (let r = 0; r < this.#runCount; r++) {
      const hingeEnd = this.#runs[2 * r];
      for (; hinge < hingeEnd; hinge += KERNEL_BLOCK) {
        solveHinges(this.#hinges, motion, hinge, Math.min(hinge + KERNEL_BLOCK, hingeEnd), soft);
      }
      hinge = hingeEnd;
      const rowEnd = this.#firstRow[this.#runs[2 * r + 1]];
      solveJoints(this.#rows, motion, pass, row, rowEnd);
      row = rowEnd;
    }
  }

  /**
   * Writes impulses, reactions and the angles of free hinges back.
   * @param substeps number of substeps the step had
   */
  store(world: SolverWorld, substeps: number): void {
    // what is seldom run is not compiled to machine code, and reading a number there would allocate it
    if (this.count === 0) return;
    const joint = world.joints.data;
    const inverseStep = this.#factors[1];
    if (this.#hinges.count > 0) storeHinges(this.#hinges, world.bodies, joint, substeps, this.#factors);
    const { data, index } = this.#rows;
    for (let k = 0; k < this.#generalCount; k++) {
      const j = this.#slots[k] * JOINT_STRIDE;
      let x = 0;
      let y = 0;
      let torque = 0;
      for (let row = this.#firstRow[k]; row < this.#firstRow[k + 1]; row++) {
        const o = row * JOINT_ROW_STRIDE;
        const lambda = data[o + LAMBDA];
        joint[j + index[row * JOINT_ROW_INDEX_STRIDE + IMPULSE_PLACE]] = lambda * substeps;
        x += lambda * data[o + J_BX];
        y += lambda * data[o + J_BY];
        // rows without a direction are pure torques
        if (data[o + J_BX] === 0 && data[o + J_BY] === 0) torque += lambda * data[o + J_BW];
      }
      joint[j + REACTION_X] = x * inverseStep;
      joint[j + REACTION_Y] = y * inverseStep;
      joint[j + REACTION_TORQUE] = torque * inverseStep;
    }
  }
}
