/** Which entry points a cloth needs for its first frame, and which of the others it compiles while it already runs. */

import type { ResolvedDefinition } from '../definition.js';
import type { Settings } from '../settings.js';
import { bindsSelfCollision, createFramePlan, type KernelName, type PlanShape } from './plan.js';
import type { ClothResources } from './resources.js';

/** Entry points that a frame needs with these settings. `sums`: it sums the momenta of the pieces before each step. */
export function frameKernels(
  definition: ResolvedDefinition,
  settings: Settings,
  shape: PlanShape,
  sums: boolean,
): KernelName[] {
  const { limits } = definition.sheet;
  const { steps, normals, momenta } = createFramePlan(definition.sheet, settings, shape);
  const dispatches = [...steps[0]];
  if (limits) dispatches.push(limits.gpu.dispatches.aim);
  if (definition.normals) dispatches.push(...normals);
  if (sums) dispatches.push(...momenta);
  return [...new Set(dispatches.map(({ kernel }) => kernel))];
}

/** Entry points that may be needed later. Of those that are used only with or only without self-collision, the ones in use. */
export function laterKernels(settings: Settings, { kernels }: ClothResources): readonly KernelName[] {
  const hasContacts = settings.selfDistance > 0;
  // `separate` does what `finish` does otherwise
  return kernels.names.filter((name) => (hasContacts ? name !== 'finish' : !bindsSelfCollision(name)));
}
