import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';

/** The two engines a page can draw with. */
export type EngineKind = 'webgpu' | 'webgl';

/** An engine, and which of the two it is. */
export interface CreatedEngine {
  /** Ready to make scenes with. */
  readonly engine: AbstractEngine;
  /** Which of the two APIs it draws with. */
  readonly kind: EngineKind;
  /** Why WebGPU was wanted and is not used; empty otherwise. */
  readonly fallbackReason: string;
}

/** Which API to draw with, and what Babylon's engines are made with. */
export interface EngineOptions {
  /** `'webgl'` never tries WebGPU. Default `'webgpu'`: used where it is there, WebGL2 elsewhere. */
  readonly prefer?: EngineKind;
  /** Draw at the device's resolution (default) or at CSS pixels. */
  readonly adaptToDevicePixels?: boolean;
  /** Smooth edges by multisampling. Default false: the shapes of a world anti-alias themselves. */
  readonly antialias?: boolean;
  /** Features to ask a WebGPU device for; those that the adapter lacks are left out. Default none. */
  readonly gpuFeatures?: readonly GPUFeatureName[];
}

async function createWebGpu(
  canvas: HTMLCanvasElement,
  { adaptToDevicePixels = true, antialias = false, gpuFeatures = [] }: EngineOptions,
): Promise<AbstractEngine | string> {
  if (!('gpu' in navigator)) return 'this browser has no WebGPU';
  const { WebGPUEngine } = await import('@babylonjs/core/Engines/webgpuEngine.js');
  if (!(await WebGPUEngine.IsSupportedAsync)) return 'no WebGPU adapter was found';
  const engine = new WebGPUEngine(canvas, {
    antialias,
    adaptToDeviceRatio: adaptToDevicePixels,
    deviceDescriptor: { requiredFeatures: [...gpuFeatures] },
    // what compute kernels can do depends on workgroup memory and threads: take all there is
    setMaximumLimits: true,
  });
  try {
    await engine.initAsync();
    return engine;
  } catch (error) {
    engine.dispose();
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Creates the engine of a canvas: WebGPU where there is an adapter, WebGL2 otherwise. Each engine is loaded when it
 * is chosen. Throws an Error that says what a reader can do where the browser has neither.
 */
export async function createEngine(
  canvas: HTMLCanvasElement,
  options: EngineOptions = {},
): Promise<CreatedEngine> {
  let fallbackReason = '';
  if (options.prefer !== 'webgl') {
    const result = await createWebGpu(canvas, options);
    if (typeof result !== 'string') return { engine: result, kind: 'webgpu', fallbackReason };
    fallbackReason = result;
  }
  const { Engine } = await import('@babylonjs/core/Engines/engine.js');
  try {
    const engine = new Engine(canvas, options.antialias ?? false, {
      adaptToDeviceRatio: options.adaptToDevicePixels ?? true,
      preserveDrawingBuffer: false,
    });
    return { engine, kind: 'webgl', fallbackReason };
  } catch (cause) {
    const lack = fallbackReason === '' ? 'no WebGL2' : `neither WebGPU (${fallbackReason}) nor WebGL2`;
    throw new Error(
      `Nothing can be drawn: there is ${lack} here. ` +
        'Switching on hardware acceleration in the browser, a driver update or another browser usually helps.',
      { cause },
    );
  }
}
