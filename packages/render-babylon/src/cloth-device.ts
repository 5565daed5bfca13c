import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import type { WebGPUEngine } from '@babylonjs/core/Engines/webgpuEngine.js';

/** The current `GPUDevice` of a `WebGPUEngine` (a different one after a device loss); null on other engines. */
export function gpuDeviceOf(engine: AbstractEngine): GPUDevice | null {
  // `_device` is typed but documented as internal: only this function uses it
  return engine.isWebGPU ? (engine as WebGPUEngine)._device : null;
}
