import { BodyStore, ContactStore } from '@otedama/rigid';
import { onTestFinished } from 'vitest';
import { vectorKernels } from '../src/bare.js';
import { FrameRows } from '../src/frame-rows.js';
import { KeptRows } from '../src/kept-rows.js';
import { MOTION_AT } from '../src/kernel-memory.js';
import type { KernelWorld, VectorKernels } from '../src/vector-kernels.js';

/** Kernels over the memory that all worlds share, for the calling test. The memory is released however the test ends. */
export function sharedKernels(): VectorKernels {
  const kernels = vectorKernels.create();
  if (kernels === null) throw new Error('there are no kernels here');
  onTestFinished(() => kernels.release());
  return kernels;
}

/**
 * Fills the memory that all worlds share with NaN, as a world whose bodies were frozen may leave it: no result may depend on what is there.
 * It begins with numbers that are set before they are read.
 */
export function spoilMemory(): void {
  const kernels = sharedKernels();
  const rows = new FrameRows();
  const bodies = new BodyStore();
  for (let body = 0; 32 * body < bodies.capacity; body++) bodies.setAwake(bodies.allocate(), true);
  if (!kernels.hold(rows, new KeptRows(), 20_000, worldOf(bodies)))
    throw new Error('the memory is too small');
  new Float64Array(rows.data.buffer).fill(Number.NaN, MOTION_AT / 8);
  kernels.release();
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
