import type { ArcballCamera } from './arcball-camera.js';
import { createCube } from './cube.js';
import type { Demo } from './demo-loop.js';
import type { Gpu } from './gpu.js';
import { particleFloats, particleStride, workgroupCount } from './particles.js';
import { cubeShader, moveShader } from './particles.wgsl.js';

const darkGray: GPUColor = { r: 0.2, g: 0.2, b: 0.2, a: 1 };
const depthFormat: GPUTextureFormat = 'depth24plus';
const cubeCorners = 36;
/** Floats of the uniform `View`: a matrix and a vector. */
const viewFloats = 20;

/** A compute pipeline that moves particles on any device. Its buffer can be used for drawing. */
export interface ParticleMover {
  readonly buffer: GPUBuffer;
  /** Records the motion over `seconds`. Call it at most once per submit, because the time is in a buffer. */
  move(encoder: GPUCommandEncoder, seconds: number): void;
}

/** Uploads `particles` (8 floats each) and creates their compute pipeline. */
export function createParticleMover(device: GPUDevice, particles: Float32Array<ArrayBuffer>): ParticleMover {
  const count = particles.length / particleFloats;
  const buffer = device.createBuffer({
    label: 'particles',
    size: count * particleStride,
    usage: GPUBufferUsage.VERTEX | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC | GPUBufferUsage.STORAGE,
  });
  device.queue.writeBuffer(buffer, 0, particles);
  const clock = device.createBuffer({
    label: 'clock',
    size: 16,
    usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
  });
  const module = device.createShaderModule({ label: 'move', code: moveShader });
  const pipeline = device.createComputePipeline({ label: 'move', layout: 'auto', compute: { module } });
  const bindings = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [
      { binding: 0, resource: { buffer } },
      { binding: 1, resource: { buffer: clock } },
    ],
  });
  const time = new Float32Array(4);
  return {
    buffer,
    move(encoder, seconds) {
      time[0] = seconds;
      device.queue.writeBuffer(clock, 0, time);
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bindings);
      pass.dispatchWorkgroups(workgroupCount(count));
      pass.end();
    },
  };
}

/** Values that the page controls while the demo runs. */
export interface InstancingView {
  readonly camera: ArcballCamera;
  /** 0: all faces the same red, as in the original picture; 1: lit from the upper right. */
  shading: number;
}

/** Draws a cube for every particle. Each instance is placed by the buffer that the compute shader has just updated. */
export function createInstancing(
  { device, context, format }: Gpu,
  particles: Float32Array<ArrayBuffer>,
  view: InstancingView,
): Demo {
  const mover = createParticleMover(device, particles);
  const count = particles.length / particleFloats;
  const corners = createCube();
  const cube = device.createBuffer({
    label: 'cube',
    size: corners.byteLength,
    usage: GPUBufferUsage.VERTEX | GPUBufferUsage.COPY_DST,
  });
  device.queue.writeBuffer(cube, 0, corners);
  const viewBuffer = device.createBuffer({
    label: 'view',
    size: 4 * viewFloats,
    usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
  });
  const viewData = new Float32Array(viewFloats);
  const module = device.createShaderModule({ label: 'cubes', code: cubeShader });
  const pipeline = device.createRenderPipeline({
    label: 'cubes',
    layout: 'auto',
    vertex: {
      module,
      buffers: [
        { arrayStride: 12, attributes: [{ shaderLocation: 0, offset: 0, format: 'float32x3' }] },
        {
          arrayStride: particleStride,
          stepMode: 'instance',
          attributes: [{ shaderLocation: 2, offset: 0, format: 'float32x4' }],
        },
      ],
    },
    fragment: { module, targets: [{ format }] },
    primitive: { topology: 'triangle-list', cullMode: 'back' },
    depthStencil: { format: depthFormat, depthWriteEnabled: true, depthCompare: 'less' },
  });
  const bindings = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [{ binding: 0, resource: { buffer: viewBuffer } }],
  });
  const depth = device
    .createTexture({
      label: 'depth',
      size: [context.canvas.width, context.canvas.height],
      format: depthFormat,
      usage: GPUTextureUsage.RENDER_ATTACHMENT,
    })
    .createView();

  return {
    frame(seconds) {
      viewData.set(view.camera.viewProjection());
      viewData[16] = view.shading;
      device.queue.writeBuffer(viewBuffer, 0, viewData);
      const encoder = device.createCommandEncoder();
      mover.move(encoder, seconds);
      const pass = encoder.beginRenderPass({
        colorAttachments: [
          {
            view: context.getCurrentTexture().createView(),
            clearValue: darkGray,
            loadOp: 'clear',
            storeOp: 'store',
          },
        ],
        depthStencilAttachment: {
          view: depth,
          depthClearValue: 1,
          depthLoadOp: 'clear',
          depthStoreOp: 'discard',
        },
      });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bindings);
      pass.setVertexBuffer(0, cube);
      pass.setVertexBuffer(1, mover.buffer);
      pass.draw(cubeCorners, count);
      pass.end();
      device.queue.submit([encoder.finish()]);
    },
    isStill(seconds) {
      const isSeenAlike = view.camera.viewProjection().every((value, k) => value === viewData[k]);
      return seconds === 0 && isSeenAlike && view.shading === viewData[16];
    },
  };
}
