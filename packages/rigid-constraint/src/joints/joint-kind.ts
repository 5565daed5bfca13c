/** What a kind of joint tells the solver: which rows it has, and how they are filled at the present positions. */
import type { Softness } from '../soft-constraint.js';
import type { JointFrame } from './joint-frame.js';
import type { JointRows } from './joint-rows.js';

/** Numbers that all rows of a substep share. */
export interface JointStep {
  /** Substep, s, and its inverse. */
  h: number;
  inverseStep: number;
  /** Softness of joints that are meant to be rigid. */
  readonly rigid: Softness;
  /** Scratch for the softness of a spring. */
  readonly spring: Softness;
}

/** One kind of joint. `joint[j + ...]` is its record in the joint store, `flags` its `JOINT_*` bits. */
export interface JointKindRows {
  /** Adds the rows, always the same ones for the same flags. */
  add(rows: JointRows, frame: JointFrame, flags: number): void;
  /** Fills the rows that begin at `o`. */
  refresh(
    rows: JointRows,
    o: number,
    frame: JointFrame,
    joint: Float64Array,
    j: number,
    flags: number,
    step: JointStep,
  ): void;
}
