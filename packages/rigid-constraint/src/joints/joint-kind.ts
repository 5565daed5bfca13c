/** What a kind of joint tells the solver: which rows it has, and how they are filled at the present positions. */
import { makeSoftFrom, type Softness } from '../soft-constraint.js';
import type { JointFrame } from './joint-frame.js';
import type { JointRows } from './joint-rows.js';

/** What a solver tells its joints about a step; it keeps one and fills it anew, since numbers handed to a function would be allocated. */
export interface JointStep {
  /** Substep, s. */
  h: number;
  /** 1 / h, 1/s. */
  inverseStep: number;
  /** Share of the stored impulses that a substep starts with, 0..1. */
  impulseShare: number;
  /** Softness of joints that are meant to be rigid. */
  readonly rigid: Softness;
  /** Scratch for the softness of a spring. */
  readonly spring: Softness;
}

/** A step to be filled. */
export function createJointStep(): JointStep {
  return {
    h: 0,
    inverseStep: 0,
    impulseShare: 0,
    rigid: { biasRate: 0, massScale: 0, impulseScale: 0 },
    spring: { biasRate: 0, massScale: 0, impulseScale: 0 },
  };
}

/** Softness of the spring whose frequency and damping ratio are at `place` of the joint store and after it; good until the next call. */
export function springAt(joint: Float64Array, place: number, step: JointStep): Softness {
  spring[0] = joint[place];
  spring[1] = joint[place + 1];
  spring[2] = step.h;
  return makeSoftFrom(step.spring, spring);
}

const spring = new Float64Array(3);

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
