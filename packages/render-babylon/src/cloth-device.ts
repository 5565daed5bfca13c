import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import type { WebGPUEngine } from '@babylonjs/core/Engines/webgpuEngine.js';

/** The `GPUDevice` that a `WebGPUEngine` draws with at present (another one after a loss); null on other engines. */
export function gpuDeviceOf(engine: AbstractEngine): GPUDevice | null {
  // `_device` is typed but documented as internal: this is the only place that knows it
  return engine.isWebGPU ? (engine as WebGPUEngine)._device : null;
}
