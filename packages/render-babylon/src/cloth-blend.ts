/**
 * The state of a cloth between its last two steps. A display draws a frame whenever it can, a cloth steps in steps of equal length, so
 * frames show one step, none or two more than the frame before, and motion judders. With a the fraction of a step since the last one, a
 * frame shows
 *
 *     x = x_before + a (x_now - x_before)     n = n_before + a (n_now - n_before)
 *
 * which moves evenly and is one step late. `before` is copied in the cloth's `beforeLastStep`.
 */
import type { ClothCpu, ClothGpu } from '@otedama/cloth-webgpu';
import { blendWgsl } from './cloth-blend.wgsl.js';
import { KernelPasses } from './kernel-passes.js';

/** Floats per particle and per normal. */
const STRIDE = 4;

/** Where a cloth is drawn between its last two steps. */
export interface ClothBlend {
  /** Keeps the current state as the one before the last step: on a GPU in commands of `encoder`, or of one of its own. */
  keep(encoder: GPUCommandEncoder | null): void;
  /** Fills the drawn buffers with the state at `alpha`, 0..1, between the kept state and the current one. */
  update(alpha: number): void;
  dispose(): void;
}

/** Blends a CPU cloth in JavaScript. */
export class CpuBlend implements ClothBlend {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  private readonly before: readonly [Float32Array, Float32Array];
  private readonly cloth: ClothCpu;

  constructor(cloth: ClothCpu) {
    this.cloth = cloth;
    this.positions = cloth.positions.slice();
    this.normals = cloth.normals.slice();
    this.before = [cloth.positions.slice(), cloth.normals.slice()];
  }

  keep(): void {
    const [positions, normals] = this.before;
    positions.set(this.cloth.positions);
    normals.set(this.cloth.normals);
  }

  update(alpha: number): void {
    const { cloth, before } = this;
    blend(this.positions, before[0], cloth.positions, alpha);
    blend(this.normals, before[1], cloth.normals, alpha);
  }

  dispose(): void {}
}

function blend(drawn: Float32Array, before: Float32Array, now: Float32Array, alpha: number): void {
  for (let o = 0; o < drawn.length; o += STRIDE) {
    for (let k = o; k < o + 3; k++) drawn[k] = before[k] + alpha * (now[k] - before[k]);
    drawn[o + 3] = now[o + 3];
  }
}

/** Blends a GPU cloth with kernels. */
export class GpuBlend implements ClothBlend {
  readonly positions: GPUBuffer;
  readonly normals: GPUBuffer;
  private readonly cloth: ClothGpu;
  private readonly device: GPUDevice;
  private readonly kernels: KernelPasses;
  private readonly before: readonly [GPUBuffer, GPUBuffer];
  private readonly fraction: GPUBuffer;
  private readonly alpha: Float32Array<ArrayBuffer> = new Float32Array(1);

  constructor(cloth: ClothGpu) {
    const { device, positionBuffer, normalBuffer, vertexCount } = cloth;
    this.cloth = cloth;
    this.device = device;
    this.kernels = new KernelPasses(device, 'cloth blend', blendWgsl);
    const make = (purpose: 'storage' | 'vertex') => this.kernels.make(this.bytes, purpose);
    this.fraction = this.kernels.make(this.alpha.byteLength, 'uniform');
    this.before = [make('storage'), make('storage')];
    this.positions = make('vertex');
    this.normals = make('vertex');
    const [positions, normals] = this.before;
    this.kernels.add('blend', vertexCount, [this.fraction, positions, positionBuffer, this.positions]);
    this.kernels.add('blend', vertexCount, [this.fraction, normals, normalBuffer, this.normals]);
    this.keep(null);
    this.update(1);
  }

  keep(encoder: GPUCommandEncoder | null): void {
    if (!this.isHere) return;
    const { device, cloth, before, bytes } = this;
    const commands = encoder ?? device.createCommandEncoder({ label: 'cloth before' });
    commands.copyBufferToBuffer(cloth.positionBuffer, 0, before[0], 0, bytes);
    commands.copyBufferToBuffer(cloth.normalBuffer, 0, before[1], 0, bytes);
    if (encoder === null) device.queue.submit([commands.finish()]);
  }

  update(alpha: number): void {
    if (!this.isHere) return;
    this.alpha[0] = alpha;
    this.device.queue.writeBuffer(this.fraction, 0, this.alpha);
    this.kernels.run();
  }

  dispose(): void {
    this.kernels.dispose();
  }

  /** Bytes of all particles. A buffer that the cloth was given may be larger. */
  private get bytes(): number {
    return 4 * STRIDE * this.cloth.vertexCount;
  }

  /** Whether the cloth runs on the device of these buffers. On a new device they are replaced. */
  private get isHere(): boolean {
    return this.cloth.status === 'running' && this.cloth.device === this.device;
  }
}
