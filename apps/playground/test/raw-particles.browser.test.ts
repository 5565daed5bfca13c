import { afterAll, beforeAll, expect, test } from 'vitest';
import { ArcballCamera } from '../src/raw/arcball-camera.js';
import { openGpu } from '../src/raw/gpu.js';
import { createInstancing, createParticleMover, type ParticleMover } from '../src/raw/instancing.js';
import { moveParticles, scatterParticles } from '../src/raw/particles.js';

let device: GPUDevice;
beforeAll(async () => {
  const adapter = await navigator.gpu.requestAdapter();
  device = await adapter!.requestDevice();
});
afterAll(() => device.destroy());

async function readBack(buffer: GPUBuffer): Promise<Float32Array> {
  const copy = device.createBuffer({
    size: buffer.size,
    usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
  });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, copy, 0, buffer.size);
  device.queue.submit([encoder.finish()]);
  await copy.mapAsync(GPUMapMode.READ);
  return new Float32Array(copy.getMappedRange().slice(0));
}

function step(mover: ParticleMover, seconds: number): void {
  const encoder = device.createCommandEncoder();
  mover.move(encoder, seconds);
  device.queue.submit([encoder.finish()]);
}

function seeded(): () => number {
  let state = 4711;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

test('10.6.4: the shader moves every particle as the CPU does, and once: the surplus threads touch nothing', async () => {
  // 100 leaves 28 surplus invocations; 1 leaves 63, which would all write to the same particle if they were not stopped
  for (const count of [1, 63, 64, 65, 100]) {
    const particles = scatterParticles(count, seeded());
    const mover = createParticleMover(device, particles);
    let expected = particles;
    for (const seconds of [1 / 60, 1 / 144, 0.1, 3]) {
      step(mover, seconds);
      expected = moveParticles(expected, seconds);
    }
    const moved = await readBack(mover.buffer);
    expect(moved.length).toBe(8 * count);
    for (let i = 0; i < moved.length; i++) {
      expect(Math.abs(moved[i] - expected[i]), `count ${count}, float ${i}`).toBeLessThan(1e-6);
    }
  }
});

test('on the GPU too they stay in the box, and 4 s are 4 s at 30 and at 120 frames a second', async () => {
  const particles = scatterParticles(100, seeded());
  const slow = createParticleMover(device, particles);
  const fast = createParticleMover(device, particles);
  for (let i = 0; i < 4 * 30; i++) step(slow, 1 / 30);
  for (let i = 0; i < 4 * 120; i++) step(fast, 1 / 120);
  const [a, b] = [await readBack(slow.buffer), await readBack(fast.buffer)];
  for (let i = 0; i < a.length; i++) {
    if (i % 8 < 3) expect(Math.abs(a[i])).toBeLessThanOrEqual(1);
    // 600 rounding errors between the two, each at most 1.2e-7: half a unit in the last place of a number up to 4
    expect(Math.abs(a[i] - b[i])).toBeLessThan(7.2e-5);
  }
});

test('the nearer cube hides the farther one: the picture does not depend on the order of the particles', async () => {
  const particles = scatterParticles(100, seeded());
  const reversed = new Float32Array(particles.length);
  for (let i = 0; i < 100; i++) reversed.set(particles.subarray(8 * i, 8 * i + 8), 8 * (99 - i));
  const camera = new ArcballCamera();
  camera.rotate(-0.2, 0.1, 0.3, -0.2);
  camera.zoom(1.5);
  const draw = async (from: Float32Array<ArrayBuffer>) => {
    const canvas = document.createElement('canvas');
    canvas.width = 500;
    canvas.height = 400;
    const gpu = await openGpu(canvas);
    createInstancing(gpu, from, { camera, shading: 1 }).frame(0);
    const copy = new OffscreenCanvas(500, 400).getContext('2d')!;
    copy.drawImage(canvas, 0, 0);
    gpu.device.destroy();
    return copy.getImageData(0, 0, 500, 400).data;
  };
  const [a, b] = [await draw(particles), await draw(reversed)];
  expect(a.some((value, i) => i % 4 === 0 && value > 100)).toBe(true);
  expect(a.every((value, i) => value === b[i])).toBe(true);
});
