export function keepPipelines(device) {
  const kept = [];
  const { createComputePipeline, createComputePipelineAsync } = device;
  device.createComputePipeline = (descriptor) => {
    const pipeline = createComputePipeline.call(device, descriptor);
    kept.push(pipeline);
    return pipeline;
  };
  device.createComputePipelineAsync = async (descriptor) => {
    const pipeline = await createComputePipelineAsync.call(device, descriptor);
    kept.push(pipeline);
    return pipeline;
  };
}
