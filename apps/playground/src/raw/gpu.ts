/** A canvas ready to be drawn on with WebGPU. */
export interface Gpu {
  readonly device: GPUDevice;
  readonly context: GPUCanvasContext;
  /** The format of the canvas; every pipeline that draws on it must name the same one. */
  readonly format: GPUTextureFormat;
}

/** WebGPU cannot be had here; the message is a sentence for the person before the page. */
export class GpuUnavailableError extends Error {
  override readonly name = 'GpuUnavailableError';
}

/** Asks for adapter, device and context in turn. Throws a `GpuUnavailableError` that names what is missing. */
export async function openGpu(canvas: HTMLCanvasElement): Promise<Gpu> {
  const gpu: GPU | undefined = navigator.gpu;
  if (gpu === undefined) {
    throw new GpuUnavailableError(
      'This browser does not offer WebGPU (or the page is not served over https or from localhost). Current versions of Chrome, Edge, Firefox and Safari do.',
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
