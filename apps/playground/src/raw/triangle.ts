import type { Demo } from './demo-loop.js';
import type { Gpu } from './gpu.js';
import { triangleShader } from './triangle.wgsl.js';

const black: GPUColor = { r: 0, g: 0, b: 0, a: 1 };

/** The smallest complete WebGPU program: one pipeline without buffers, three vertices, one draw call. */
export function createTriangle({ device, context, format }: Gpu): Demo {
  const module = device.createShaderModule({ label: 'triangle', code: triangleShader });
  const pipeline = device.createRenderPipeline({
    label: 'triangle',
    layout: 'auto',
    vertex: { module },
    fragment: { module, targets: [{ format }] },
    primitive: { topology: 'triangle-list' },
  });
  return {
    frame() {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginRenderPass({
        colorAttachments: [
          {
            view: context.getCurrentTexture().createView(),
            clearValue: black,
            loadOp: 'clear',
            storeOp: 'store',
          },
        ],
      });
      pass.setPipeline(pipeline);
      pass.draw(3, 1);
      pass.end();
      device.queue.submit([encoder.finish()]);
    },
    isStill: () => true,
  };
}
