/** Creates a cloth on either backend. */

import { createClothCpu } from './cpu/cloth-cpu.js';
import { createClothGpu } from './gpu/cloth-gpu.js';
import { checkOptions } from './gpu/options.js';
import type { ClothCpu, ClothDefinition, ClothGpu, ClothOptions } from './types.js';

/**
 * Creates a cloth on `options.device`, or on the CPU if there is none; its `backend` tells which. Rejects with a `ClothError` if the
 * definition is invalid, a limit of the device is too low or the plan does not fit.
 */
export async function createCloth(
  definition: ClothDefinition = {},
  options: ClothOptions = {},
): Promise<ClothGpu | ClothCpu> {
  // without a device too: what is misspelt would otherwise fail only where there is one
  checkOptions(options, 'device');
  const { device, ...rest } = options;
  return device === undefined || device === null
    ? createClothCpu(definition)
    : createClothGpu(device, definition, rest);
}
