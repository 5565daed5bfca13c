/** What `keepPipelines` uses of a `GPUDevice`. */
interface PipelineMaker {
  createComputePipeline(descriptor: never): object;
  createComputePipelineAsync(descriptor: never): Promise<object>;
}

/**
 * Keeps the compute pipelines of a device as long as the device. A browser returns the same pipeline for the same code again, unless it
 * was collected, and compiling one takes an emulated device seconds: without this it would be most of the time of the tests.
 */
export function keepPipelines(device: PipelineMaker): void;
