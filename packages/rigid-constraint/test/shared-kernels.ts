import { onTestFinished } from 'vitest';
import { vectorKernels } from '../src/bare.js';
import type { VectorKernels } from '../src/vector-kernels.js';

/** Kernels over the memory that all worlds share, for the calling test. The memory is released however the test ends. */
export function sharedKernels(): VectorKernels {
  const kernels = vectorKernels.create();
  if (kernels === null) throw new Error('there are no kernels here');
  onTestFinished(() => kernels.release());
  return kernels;
}
