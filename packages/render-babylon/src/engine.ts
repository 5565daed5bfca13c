import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { requireKnownFields, requireOneOf } from '@otedama/math2d';
import { requireCanvas } from './input.js';

/** The two APIs that a page can draw with. */
export type EngineKind = 'webgpu' | 'webgl';

/** An engine and the API that it uses. */
export interface CreatedEngine {
  /** The Babylon.js engine, ready to create scenes with. */
  readonly engine: AbstractEngine;
  /** The API that it draws with. */
  readonly kind: EngineKind;
  /** Why WebGPU is not used although it was preferred; empty otherwise. */
  readonly fallbackReason: string;
}

/** Options of `createEngine`: which API to draw with, and options of the Babylon.js engines. */
export interface EngineOptions {
  /** The preferred API. `'webgl'` never tries WebGPU. Default `'webgpu'`, with WebGL2 where WebGPU is not available. */
  readonly prefer?: EngineKind;
  /** Whether to draw at the resolution of the device (default) or in CSS pixels. */
  readonly adaptToDevicePixels?: boolean;
  /** Whether to smooth edges by multisampling. Default false, because the shapes of a world are anti-aliased without it. */
  readonly antialias?: boolean;
  /** Features to request from a WebGPU device; those that the adapter does not have are left out. Default none. */
  readonly gpuFeatures?: readonly GPUFeatureName[];
}

async function createWebGpu(
  canvas: HTMLCanvasElement,
  { adaptToDevicePixels = true, antialias = false, gpuFeatures = [] }: EngineOptions,
): Promise<AbstractEngine | string> {
  if (!('gpu' in navigator)) {
    return isSecureContext
      ? 'this browser has no WebGPU'
      : 'browsers offer WebGPU only to pages that come over https or from localhost';
  }
  const { WebGPUEngine } = await import('@babylonjs/core/Engines/webgpuEngine.js');
  if (!(await WebGPUEngine.IsSupportedAsync)) return 'no WebGPU adapter was found';
  const engine = new WebGPUEngine(canvas, {
    antialias,
    adaptToDeviceRatio: adaptToDevicePixels,
    deviceDescriptor: { requiredFeatures: [...gpuFeatures] },
    // the possible work of compute kernels depends on workgroup memory and thread limits, so request the maximum
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
 * Creates the Babylon.js engine for a canvas: WebGPU if there is an adapter, WebGL2 otherwise. Only the engine that is used is
 * loaded. If the browser supports neither, it throws an Error whose message tells the reader of the page what to do.
 * @throws InputError if `canvas` is none, or for an option that does not exist
 */
export async function createEngine(
  canvas: HTMLCanvasElement,
  options: EngineOptions = {},
): Promise<CreatedEngine> {
  requireCanvas(canvas);
  requireKnownFields(options, '', ['prefer', 'adaptToDevicePixels', 'antialias', 'gpuFeatures']);
  requireOneOf('prefer', options.prefer ?? 'webgpu', ['webgpu', 'webgl']);
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
