/** A canvas that is ready for drawing with WebGPU. */
export interface Gpu {
  readonly device: GPUDevice;
  readonly context: GPUCanvasContext;
  /** The format of the canvas. Every pipeline that draws on it must use the same format. */
  readonly format: GPUTextureFormat;
}

/** WebGPU is not available. The message is written for the reader of the page. */
export class GpuUnavailableError extends Error {
  override readonly name = 'GpuUnavailableError';
}

/** Requests adapter, device and context. Throws a `GpuUnavailableError` that names the missing part. */
export async function openGpu(canvas: HTMLCanvasElement): Promise<Gpu> {
  const gpu: GPU | undefined = navigator.gpu;
  if (gpu === undefined) {
    throw new GpuUnavailableError(
      'This browser does not offer WebGPU (or the page is not served over https or from localhost). Current versions of Chrome, Edge, Firefox and Safari do, on iPhones and iPads from iOS 26 on.',
    );
  }
  const adapter = await gpu.requestAdapter();
  if (adapter === null) {
    throw new GpuUnavailableError(
      'WebGPU is there, but the browser found no graphics adapter it may use. A driver update, or switching on hardware acceleration in the browser, usually helps.',
    );
  }
  let device: GPUDevice;
  try {
    device = await adapter.requestDevice();
  } catch (cause) {
    throw new GpuUnavailableError('The graphics adapter refused to open a device.', { cause });
  }
  const context = canvas.getContext('webgpu');
  if (context === null) {
    device.destroy();
    throw new GpuUnavailableError('The canvas offers no WebGPU context.');
  }
  const format = gpu.getPreferredCanvasFormat();
  context.configure({ device, format, alphaMode: 'premultiplied' });
  return { device, context, format };
}
