/** One way in for callers that do not care which backend they get. */

import { createClothCpu } from './cpu/cloth-cpu.js';
import { requireFields } from './errors.js';
import { clothGpuOptionNames, createClothGpu } from './gpu/cloth-gpu.js';
import type { ClothCpu, ClothDefinition, ClothGpu, ClothOptions } from './types.js';

/**
 * A cloth on `options.device`, or on the CPU where there is none; `backend` says which. Rejects with a `ClothError`
 * for a definition, limit or plan that does not fit.
 */
export async function createCloth(
  definition: ClothDefinition = {},
  options: ClothOptions = {},
): Promise<ClothGpu | ClothCpu> {
  requireFields('options', options, ['device', ...clothGpuOptionNames]);
  const { device, ...rest } = options;
  return device === undefined || device === null
    ? createClothCpu(definition)
    : createClothGpu(device, definition, rest);
}
