/** The GPU part of tearing: kernels after each step, their tables, and the index buffer for drawing. */

import type { Mesh } from '../mesh.js';
import type { GpuTears } from '../tearing-part.js';
import type { Tears } from '../tears.js';
import { COLOR_THREADS } from './colors.wgsl.js';
import { ANCHORS_BYTES, usage } from './device.js';
import { meshWords, tableOffset } from './mesh.wgsl.js';
import type { Dispatch, KernelName } from './plan.js';
import type { ClothResources } from './resources.js';
import { tablesOf, tearingWgsl, tearsWgsl } from './tearing.wgsl.js';

/** Creates the GPU part for a sheet that was converted to links (`mesh`). */
export function gpuTears(tears: Tears, mesh: Mesh): GpuTears {
  const { particleCount, edgeCount, triangles } = mesh;
  const tables = tablesOf(tears);
  const wordCount = tables.reduce((sum, [, { length }]) => sum + length, 0);
  const names = ['strain', 'tear', 'fray'] as const;
  // task 0 is the empty one
  const dispatch = (kernel: KernelName): Dispatch => ({
    kernel,
    task: 0,
    workgroups: Math.ceil(particleCount / COLOR_THREADS),
  });
  // the broken edges are the first table
  const first = ANCHORS_BYTES + tableOffset(mesh, 'TEARS');
  const copyIndices = (encoder: GPUCommandEncoder, { anchors, indices }: ClothResources) => {
    if (indices === null || triangles.length === 0) return;
    const offset = ANCHORS_BYTES + tableOffset(mesh, 'CORNERS');
    encoder.copyBufferToBuffer(anchors, offset, indices, 0, 4 * triangles.length);
  };
  return {
    dispatches: names.map(dispatch),
    common: tearsWgsl(tears),
    sources: [{ names, code: tearingWgsl(tears) }],
    tables: tables.map(([, table]) => table),
    wordCount,
    // a chain has no triangles but still needs a buffer
    makeIndices: (make) =>
      make(
        'indices',
        4 * Math.max(triangles.length, 1),
        usage.INDEX | usage.STORAGE | usage.COPY_SRC | usage.COPY_DST,
      ),
    record(encoder, resources, step) {
      copyIndices(encoder, resources);
      if (tears.cuts.length === 0) return;
      const { device, anchors } = resources;
      // these writes come before the frame, which is submitted later; the last word of all is `cut`
      for (const word of [...tears.cuts, wordCount - 1])
        device.queue.writeBuffer(anchors, first + 4 * word, Uint32Array.of(step));
      tears.cuts.length = 0;
    },
    write(resources, sheet) {
      const { device, anchors } = resources;
      device.queue.writeBuffer(anchors, ANCHORS_BYTES, meshWords(sheet as Mesh));
      const encoder = device.createCommandEncoder({ label: 'cloth indices' });
      copyIndices(encoder, resources);
      device.queue.submit([encoder.finish()]);
    },
    stretch: ({ anchors }) => ({ buffer: anchors, offset: first, size: 4 * edgeCount }),
  };
}
