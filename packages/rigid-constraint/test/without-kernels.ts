import { createSoftStep, embedded, joints, rolling, shocks, simultaneousHits } from '../src/bare.js';
import type { SoftStep } from '../src/index.js';

/** The soft step with every part that changes results, without the vector kernels. */
export const withoutKernels = (): SoftStep =>
  createSoftStep({}, { joints, rolling, hits: simultaneousHits, shocks, embedded });
