/** Interface between a kind of joint and the solver: which rows it has, and how they are filled at the current positions. */
import { makeSoftFrom, type Softness } from '../soft-constraint.js';
import type { JointFrame } from './joint-frame.js';
import type { JointRows } from './joint-rows.js';

/** Data of a step for its joints. A solver keeps one object and refills it, because numbers passed to a function would be allocated. */
export interface JointStep {
  /** Substep, s. */
  h: number;
  /** 1 / h, 1/s. */
  inverseStep: number;
  /** Share of the stored impulses that a substep starts with, 0..1. */
  impulseShare: number;
  /** Whether the forces between two free bodies act in the middle of a gap (`point.ts`). */
  readonly isMidway: boolean;
  /** Softness of rigid joints. */
  readonly rigid: Softness;
  /** Scratch for the softness of a spring. */
  readonly spring: Softness;
}

/**
 * An empty `JointStep`.
 * @param isMidway default false
 */
export function createJointStep(isMidway = false): JointStep {
  return {
    h: 0,
    inverseStep: 0,
    impulseShare: 0,
    isMidway,
    rigid: { biasRate: 0, massScale: 0, impulseScale: 0 },
    spring: { biasRate: 0, massScale: 0, impulseScale: 0 },
  };
}

/**
 * Softness of the spring whose frequency and damping ratio are at `place` and `place + 1` of the joint store; valid until the next call.
 */
export function springAt(joint: Float64Array, place: number, step: JointStep): Softness {
  spring[0] = joint[place];
  spring[1] = joint[place + 1];
  spring[2] = step.h;
  return makeSoftFrom(step.spring, spring);
}

const spring = new Float64Array(3);

/** One kind of joint. `joint[j + ...]` is its record in the joint store, `flags` its `JOINT_*` bits. */
export interface JointKindRows {
  /** Adds the rows. The same flags always give the same rows. */
  add(rows: JointRows, frame: JointFrame, flags: number): void;
  /** Fills the rows from offset `o` on. */
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
