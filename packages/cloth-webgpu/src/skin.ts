/** Checks of a skin: where an animation has the particles. */

import { ClothError, MAX_FLOAT32, requireFields } from './errors.js';
import { usage } from './gpu/device.js';
import type { Skin } from './types.js';

/** A skin in buffers. */
export interface SkinBuffers {
  readonly positions: GPUBuffer;
  readonly normals: GPUBuffer | null;
}

/**
 * Refuses a skin that is not one for `count` particles. Returns its buffers, or null if it consists of lists. `hasDevice`: whether the
 * cloth is on a device, so that there may be buffers.
 */
export function checkSkin(
  skin: Skin,
  count: number,
  hasNormals: boolean,
  hasDevice: boolean,
): SkinBuffers | null {
  requireFields('skin', skin, ['positions', 'normals']);
  const { positions, normals } = skin;
  if (!hasNormals && normals !== undefined)
    throw new ClothError('skin.normals', normals, 'none: the limits have no backstop');
  const isBuffer = hasDevice && isGpuBuffer(positions);
  const check = isBuffer ? checkBuffer : checkList;
  check('skin.positions', positions, count, hasDevice);
  if (hasNormals) check('skin.normals', normals, count, hasDevice);
  return isBuffer ? { positions, normals: hasNormals ? (normals as GPUBuffer) : null } : null;
}

const isGpuBuffer = (value: unknown): value is GPUBuffer =>
  typeof value === 'object' && value !== null && 'usage' in value && 'mapAsync' in value;

function checkBuffer(field: string, buffer: unknown, count: number): void {
  if (!isGpuBuffer(buffer)) throw new ClothError(field, buffer, 'a GPUBuffer, like skin.positions');
  if (buffer.size < 16 * count) throw new ClothError(`${field}.size`, buffer.size, `>= ${16 * count} bytes`);
  if ((buffer.usage & usage.COPY_SRC) === 0)
    throw new ClothError(`${field}.usage`, buffer.usage, 'COPY_SRC among its usages');
}

function checkList(field: string, list: unknown, count: number, hasDevice: boolean): void {
  const { length } = (list ?? {}) as ArrayLike<unknown>;
  if (typeof list !== 'object' || typeof length !== 'number')
    throw new ClothError(field, list, `${3 * count} numbers${hasDevice ? ' or a GPUBuffer' : ''}`);
  if (length !== 3 * count)
    throw new ClothError(`${field}.length`, length, `${3 * count} (xyz per particle)`);
  const numbers = list as ArrayLike<unknown>;
  for (let k = 0; k < length; k++) {
    const value = numbers[k];
    if (!(typeof value === 'number' && value >= -MAX_FLOAT32 && value <= MAX_FLOAT32))
      throw new ClothError(`${field}[${k}]`, value, 'a finite number');
  }
}
