/** How often and how stiffly the soft step solves its joints. Both depend on the number of joints and on the length of a substep. */
import {
  JOINT_HERTZ_SHARE,
  JOINTS_TIMES_PASSES,
  LEAST_JOINT_PASSES,
  MOST_JOINT_PASSES,
} from '../soft-constants.js';
import { makeSoft } from '../soft-constraint.js';
import type { SoftStepSettings } from '../soft-options.js';
import type { JointStep } from './joint-kind.js';

/** Joint passes per substep for `count` joints. @param wish the configured number, 0 for automatic */
export function jointPassesOf(wish: number, count: number): number {
  if (wish > 0) return wish;
  const share = Math.floor(JOINTS_TIMES_PASSES / count);
  return Math.max(LEAST_JOINT_PASSES, Math.min(MOST_JOINT_PASSES, share));
}

/** Sets the softness of rigid joints for `passes` passes in a substep of `step.h`. */
export function softenJoints(step: JointStep, settings: SoftStepSettings, passes: number): void {
  const largestHertz = JOINT_HERTZ_SHARE * Math.sqrt(passes) * step.inverseStep;
  const hertz = Math.min(settings.jointHertz, largestHertz);
  makeSoft(step.rigid, hertz, settings.jointDampingRatio, step.h);
}
