import { type BodyStore, ContactStore } from '@otedama/rigid';
import { onTestFinished } from 'vitest';
import { vectorKernels } from '../src/bare.js';
import type { KernelWorld, VectorKernels } from '../src/vector-kernels.js';

/** Kernels over the memory that all worlds share, for the calling test. The memory is released however the test ends. */
export function sharedKernels(): VectorKernels {
  const kernels = vectorKernels.create();
  if (kernels === null) throw new Error('there are no kernels here');
  onTestFinished(() => kernels.release());
  return kernels;
}

const worlds = new WeakMap<BodyStore, KernelWorld>();

/** These bodies with a store of contacts of their own, always the same one. */
export function worldOf(bodies: BodyStore): KernelWorld {
  let world = worlds.get(bodies);
  if (world === undefined) {
    world = { bodies, contacts: new ContactStore() };
    worlds.set(bodies, world);
  }
  return world;
}
