/** A cloth on the page's own device, without any renderer. The page draws the positions that are read back. */
import { clothDeviceDescriptor, createCloth } from '@otedama/cloth-webgpu';

const adapter = await navigator.gpu.requestAdapter();
if (adapter === null) throw new Error('no WebGPU adapter');
const device = await adapter.requestDevice(clothDeviceDescriptor(adapter));
const definition = { columns: 20, rows: 30, pins: 'none' } as const;
const cloth = await createCloth(definition, { device });
const reference = await createCloth(definition); // the CPU backend

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
canvas.width = 600;
canvas.height = 400;
const context = canvas.getContext('2d') as CanvasRenderingContext2D;

/** One dot per particle, 50 pixels per metre, origin in the centre. */
function draw(positions: Float32Array): void {
  context.fillStyle = '#000';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#f00';
  for (let i = 0; i < positions.length; i += 4) {
    context.fillRect(299 + 50 * positions[i], 199 - 50 * positions[i + 1], 3, 3);
  }
}
draw(await cloth.readPositions());

export const page = {
  backend: cloth.backend,
  async advance(steps: number): Promise<{ difference: number }> {
    for (let step = 0; step < steps; step++) {
      cloth.step();
      reference.step();
    }
    const positions = await cloth.readPositions();
    const expected = await reference.readPositions();
    draw(positions);
    return { difference: Math.max(...positions.map((value, i) => Math.abs(value - expected[i]))) };
  },
};
Object.assign(window, { page });
