/** Compute kernels on the device of a cloth. */

/** Threads of a workgroup in every kernel of this package. */
export const THREADS = 64;

/** The WebGPU flags of buffer usage; the global `GPUBufferUsage` does not exist without WebGPU. */
const usage = { copyTo: 0x8, index: 0x10, vertex: 0x20, uniform: 0x40, storage: 0x80 } as const;

/** Commands that wait for the submit of `inOneSubmit`, by device; null outside of it. */
let waiting: Map<GPUDevice, GPUCommandBuffer[]> | null = null;

/** Runs `act`. What kernels run in it is submitted at its end, in one submit per device, also if it throws. */
export function inOneSubmit(act: () => void): void {
  const all = new Map<GPUDevice, GPUCommandBuffer[]>();
  waiting = all;
  try {
    act();
  } finally {
    waiting = null;
    for (const [device, commands] of all) device.queue.submit(commands);
  }
}

/** Kernels that prepare what is drawn of a cloth, one after the other, and the buffers made for them. */
export class KernelPasses {
  private readonly device: GPUDevice;
  private readonly label: string;
  private readonly module: GPUShaderModule;
  private readonly own: GPUBuffer[] = [];
  private readonly passes: { pipeline: GPUComputePipeline; bindings: GPUBindGroup; workgroups: number }[] =
    [];

  constructor(device: GPUDevice, label: string, code: string) {
    this.device = device;
    this.label = label;
    this.module = device.createShaderModule({ label, code });
  }

  /** Adds a kernel with one thread for each of `threads` items. `buffers` are its bindings 0, 1, ... of group 0. */
  add(entryPoint: string, threads: number, buffers: readonly GPUBuffer[]): void {
    const { device, module } = this;
    const pipeline = device.createComputePipeline({
      label: `${this.label} ${entryPoint}`,
      layout: 'auto',
      compute: { module, entryPoint },
    });
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    const bindings = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    this.passes.push({ pipeline, bindings, workgroups: Math.ceil(threads / THREADS) });
  }

  /** Makes a buffer of `size` bytes that kernels can read or write. */
  make(size: number, purpose: 'storage' | 'vertex' | 'index' | 'uniform' = 'storage'): GPUBuffer {
    const kind = purpose === 'uniform' ? usage.uniform : usage.storage | usage[purpose];
    const buffer = this.device.createBuffer({ label: this.label, size, usage: usage.copyTo | kind });
    this.own.push(buffer);
    return buffer;
  }

  /** Makes a buffer that holds `data`. */
  makeFrom(data: Uint32Array): GPUBuffer {
    const buffer = this.make(data.byteLength);
    this.device.queue.writeBuffer(buffer, 0, data as Uint32Array<ArrayBuffer>);
    return buffer;
  }

  /** Runs all kernels: at the end of `inOneSubmit`, or at once outside of it. */
  run(): void {
    const { device, label } = this;
    const encoder = device.createCommandEncoder({ label });
    const commands = encoder.beginComputePass({ label });
    for (const { pipeline, bindings, workgroups } of this.passes) {
      commands.setPipeline(pipeline);
      commands.setBindGroup(0, bindings);
      commands.dispatchWorkgroups(workgroups);
    }
    commands.end();
    const finished = encoder.finish();
    if (waiting === null) device.queue.submit([finished]);
    else waiting.set(device, [...(waiting.get(device) ?? []), finished]);
  }

  /** Destroys the buffers made here. */
  dispose(): void {
    for (const buffer of this.own) buffer.destroy();
  }
}
