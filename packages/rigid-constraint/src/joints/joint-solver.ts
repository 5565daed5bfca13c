/**
 * The joints of a step: rows made from the joint store, refreshed each substep at the moved bodies, solved, and their impulses and
 * reactions written back.
 *
 * Impulses are kept as impulses of a whole step, so that a joint may go from one method to another; a substep starts from its share.
 */
import {
  BODY_STRIDE,
  INV_INERTIA,
  INV_MASS,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_FLAGS,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_STRIDE,
  type JointKind,
  jointKinds,
  REACTION_TORQUE,
  REACTION_X,
  REACTION_Y,
  type SolverWorld,
} from '@otedama/rigid';
import { makeSoft } from '../soft-constraint.js';
import { gear, ratchet, rotaryLimit, rotarySpring } from './angular.js';
import { distance, pulley, rope } from './distance.js';
import { JointFrame } from './joint-frame.js';
import type { JointKindRows, JointStep } from './joint-kind.js';
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

/** The joints of a world at work; one for each solver. */
export class JointSolver {
  readonly #rows = new JointRows();
  readonly #frame = new JointFrame();
  readonly #step: JointStep = {
    h: 0,
    inverseStep: 0,
    rigid: { biasRate: 0, massScale: 0, impulseScale: 0 },
    spring: { biasRate: 0, massScale: 0, impulseScale: 0 },
  };
  /** Joints with rows, and the first row of each. */
  #slots = new Int32Array(8);
  #firstRow = new Int32Array(9);
  #count = 0;

  /** Number of joints with rows in this step. */
  get count(): number {
    return this.#count;
  }

  /**
   * Makes the rows of the active joints that move something.
   * @param h substep, s
   * @param hertz frequency of rigid joints, Hz
   * @param impulseShare share of the stored impulses that a substep starts with
   */
  prepare(world: SolverWorld, h: number, hertz: number, dampingRatio: number, impulseShare: number): void {
    const { joints, bodies } = world;
    const { mass } = bodies;
    const rows = this.#rows;
    rows.count = 0;
    this.#count = 0;
    this.#step.h = h;
    this.#step.inverseStep = h > 0 ? 1 / h : 0;
    makeSoft(this.#step.rigid, hertz, dampingRatio, h);
    if (joints.activeCount > this.#slots.length) {
      this.#slots = new Int32Array(joints.activeCount * 2);
      this.#firstRow = new Int32Array(joints.activeCount * 2 + 1);
    }
    for (let k = 0; k < joints.activeCount; k++) {
      const slot = joints.active[k];
      const i = slot * JOINT_INDEX_STRIDE;
      const kind = kindByNumber[joints.index[i + JOINT_KIND]];
      if (kind === null) continue;
      const a = joints.index[i + JOINT_BODY_A];
      const b = joints.index[i + JOINT_BODY_B];
      const awakeA = a >= 0 && bodies.awakeIndex[a] >= 0;
      if (!awakeA && bodies.awakeIndex[b] < 0) continue;
      const inverse =
        mass[b * BODY_STRIDE + INV_MASS] +
        mass[b * BODY_STRIDE + INV_INERTIA] +
        (a >= 0 ? mass[a * BODY_STRIDE + INV_MASS] + mass[a * BODY_STRIDE + INV_INERTIA] : 0);
      if (inverse === 0) continue;
      this.#frame.load(bodies, joints.data, slot * JOINT_STRIDE, a, b);
      this.#firstRow[this.#count] = rows.count;
      this.#slots[this.#count++] = slot;
      const first = rows.count;
      kind.add(rows, this.#frame, joints.index[i + JOINT_FLAGS]);
      const j = slot * JOINT_STRIDE;
      for (let row = first; row < rows.count; row++) {
        const place = rows.index[row * JOINT_ROW_INDEX_STRIDE + IMPULSE_PLACE];
        rows.data[row * JOINT_ROW_STRIDE + LAMBDA] = joints.data[j + place] * impulseShare;
      }
    }
    this.#firstRow[this.#count] = rows.count;
  }

  /** Fills all rows at the present displacements. Once a substep, before `warmStart`. */
  refresh(world: SolverWorld): void {
    const { joints, bodies } = world;
    const frame = this.#frame;
    for (let k = 0; k < this.#count; k++) {
      const slot = this.#slots[k];
      const i = slot * JOINT_INDEX_STRIDE;
      const j = slot * JOINT_STRIDE;
      frame.load(bodies, joints.data, j, joints.index[i + JOINT_BODY_A], joints.index[i + JOINT_BODY_B]);
      const kind = kindByNumber[joints.index[i + JOINT_KIND]];
      kind?.refresh(
        this.#rows,
        this.#firstRow[k] * JOINT_ROW_STRIDE,
        frame,
        joints.data,
        j,
        joints.index[i + JOINT_FLAGS],
        this.#step,
      );
    }
  }

  warmStart(world: SolverWorld): void {
    warmStartJoints(this.#rows, world.bodies.motion);
  }

  /** One pass with bias. */
  solve(world: SolverWorld): void {
    solveJoints(this.#rows, world.bodies.motion, BIAS);
  }

  /** One pass that takes the speed of position correction back out. */
  relax(world: SolverWorld): void {
    solveJoints(this.#rows, world.bodies.motion, RELAX);
  }

  /**
   * Writes impulses and reactions back.
   * @param substeps number of substeps the step had
   */
  store(world: SolverWorld, substeps: number): void {
    // without joints this is not compiled to machine code soon, and reading a number from an object would allocate it
    if (this.#count === 0) return;
    const { data, index } = this.#rows;
    const joint = world.joints.data;
    const inverseStep = this.#step.inverseStep;
    for (let k = 0; k < this.#count; k++) {
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
