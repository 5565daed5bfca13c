/** What only one backend has, and where a cloth runs. */

import type { Cloth } from './cloth.js';

/** A cloth whose state is in GPU buffers that can be drawn directly. */
export interface ClothGpu extends Cloth {
  readonly backend: 'gpu';
  /** The current device; another one after a lost device was replaced. */
  readonly device: GPUDevice;
  /** Particles, 16 bytes each, usage VERTEX | STORAGE | COPY_SRC | COPY_DST. A new buffer after a loss. */
  readonly positionBuffer: GPUBuffer;
  /** Unit normals, 16 bytes each (w = 0), same usage. A new buffer after a loss. */
  readonly normalBuffer: GPUBuffer;
  /**
   * Vertex indices of the current triangles, u32, with 0, 0, 0 for each removed one; usage INDEX | STORAGE | COPY_SRC |
   * COPY_DST. null without `tearing`: then `indices` are always valid. A new buffer after a loss.
   */
  readonly indexBuffer: GPUBuffer | null;
  /** Bytes from one particle to the next in both buffers: 16. */
  readonly vertexStride: number;
  /** Which kernels run: one dispatch per group of colours, lines in workgroup memory, or a whole step in one workgroup. */
  readonly plan: ClothPlan;
  /** Number of dispatches in the next frame if it does one step, without normals and measurement. */
  readonly dispatchesPerStep: number;
  /**
   * Continues from the last good state on another device. If `requestDevice` was given, this is called for you. Of two calls at the same
   * time the later one counts. A failure rejects with a `ClothError` or the device's own error, and also emits the event 'failed'.
   */
  restoreOn(device: GPUDevice, buffers?: ClothBuffers): Promise<void>;
}

/** A cloth in plain JavaScript. The arrays are live views: read them after `advance`, never write. */
export interface ClothCpu extends Cloth {
  readonly backend: 'cpu';
  /** Particles, (x, y, z, inverse mass), m and 1/kg, length 4 * vertexCount; always the same array. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** One unit normal per particle, (x, y, z, 0), length 4 * vertexCount; always the same array. */
  readonly normals: Float32Array<ArrayBuffer>;
  /**
   * Vertex indices of the current triangles, with 0, 0, 0 for each removed one. It is always the same array; without `tearing` it is
   * `indices`.
   */
  readonly liveIndices: Uint32Array<ArrayBuffer>;
  /** A count that increases whenever `liveIndices` change. */
  readonly indexVersion: number;
}

/**
 * How the constraints run on the GPU. All plans give the same bits on one device. 'colors': one dispatch per group of colours, 8 per
 * substep; fits every device; a mesh has one dispatch per colour. 'lines': rows and columns in workgroup memory, 3 dispatches per
 * substep; not for meshes. 'whole': a small cloth in one workgroup, 1 dispatch per step. With self-collision the plans take 12, 8 and 6
 * dispatches per substep.
 */
export type ClothPlan = 'colors' | 'lines' | 'whole';

/** Buffers provided by the caller: at least 16 bytes per particle, usage STORAGE | COPY_SRC | COPY_DST. */
export interface ClothBuffers {
  /** Receives positions and inverse masses. Default: a buffer that the cloth creates. */
  readonly position?: GPUBuffer;
  /** Receives unit normals. Default: a buffer that the cloth creates. */
  readonly normal?: GPUBuffer;
}

/** Where and how a GPU cloth runs. */
export interface ClothGpuOptions {
  /** Buffers to use instead of the cloth's own. The cloth never destroys them. Default: the cloth creates its own. */
  readonly buffers?: ClothBuffers;
  /** 'auto' (default) takes the fastest plan that the size of the cloth and the limits of the device allow. */
  readonly plan?: ClothPlan | 'auto';
  /** Called after the device was lost; returns another one to continue on. Default: none; call `restoreOn` yourself. */
  readonly requestDevice?: () => Promise<GPUDevice>;
}

/** The {@link ClothGpuOptions} and a device, or no device for the CPU backend. */
export interface ClothOptions extends ClothGpuOptions {
  /** The device to run on. Default: none, which selects the CPU backend, as does null. */
  readonly device?: GPUDevice | null | undefined;
}
