/** What can be said of the options of a GPU cloth before there is a device. */

import { ClothError, requireFields, requireFunction } from '../errors.js';
import type { ClothBuffers, ClothGpuOptions } from '../types.js';

const plans: readonly string[] = ['auto', 'whole', 'lines', 'colors'];

/** Refuses unknown fields, plans that do not exist, and values of a wrong kind. `others` are names of further fields. */
export function checkOptions(options: ClothGpuOptions, ...others: readonly string[]): void {
  requireFields('options', options, ['buffers', 'plan', 'requestDevice', ...others]);
  const { buffers, plan, requestDevice } = options;
  if (buffers !== undefined) checkBuffers('options.buffers', buffers);
  if (plan !== undefined && !plans.includes(plan))
    throw new ClothError('options.plan', plan, `one of ${plans.join(', ')}`);
  if (requestDevice !== undefined) requireFunction('options.requestDevice', requestDevice);
}

/** Refuses unknown fields. */
export function checkBuffers(field: string, buffers: ClothBuffers): void {
  requireFields(field, buffers, ['position', 'normal']);
}
