import { Buffer, VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { WebGPUDataBuffer } from '@babylonjs/core/Meshes/WebGPU/webgpuDataBuffer.js';
import { Observable } from '@babylonjs/core/Misc/observable.js';
import type { ClothCpu, ClothGpu } from '@otedama/cloth-webgpu';
import { CpuBlend, GpuBlend } from './cloth-blend.js';
import { gpuDeviceOf } from './cloth-device.js';

/** A cloth of the GPU or the CPU backend. */
export type DrawableCloth = ClothGpu | ClothCpu;

/** Floats per particle and per normal. */
export const STRIDE = 4;

/** The positions and normals that are drawn: those of the cloth, or blended ones. */
export type DrawnState =
  | {
      /** Where the state is. */
      readonly backend: 'gpu';
      /** Four floats per particle: x, y, z, m; inverse mass, 1/kg. */
      readonly positions: GPUBuffer;
      /** Four floats per particle: a unit vector without unit, and 0. */
      readonly normals: GPUBuffer;
    }
  | {
      /** Where the state is. */
      readonly backend: 'cpu';
      /** Four floats per particle: x, y, z, m; inverse mass, 1/kg. */
      readonly positions: Float32Array;
      /** Four floats per particle: a unit vector without unit, and 0. */
      readonly normals: Float32Array;
    };

/**
 * A cloth's positions (x, y, z, inverse mass) and normals (x, y, z, 0) as Babylon vertex buffers.
 *
 * GPU backend: wraps the cloth's own GPU buffers; nothing is copied. The cloth must run on the engine's device. CPU backend:
 * `upload` copies the cloth's arrays; any engine works. With `isBlended` they hold the state between the last two steps instead.
 *
 * Lost device: when the engine has a new device, the cloth is restored on it. Then `onReplaced` notifies that all vertex buffers
 * created before are invalid and must be requested again.
 */
export class ClothBuffers {
  /** The cloth that the buffers belong to. */
  readonly cloth: DrawableCloth;
  /** Notified when all vertex buffers must be created again. */
  readonly onReplaced: Observable<void> = new Observable();
  private readonly engine: AbstractEngine;
  private readonly stopListening: () => void;
  private readonly isBlended: boolean;
  private blend: CpuBlend | GpuBlend | null = null;
  private positions: Buffer;
  private normals: Buffer;

  /** Throws a TypeError if the cloth runs on a GPU device that is not the engine's. `isBlended`: default false. */
  constructor(engine: AbstractEngine, cloth: DrawableCloth, isBlended = false) {
    if (cloth.backend === 'gpu' && cloth.device !== gpuDeviceOf(engine)) {
      throw new TypeError(
        "cloth: runs on another device than the engine's; make it on gpuDeviceOf(engine), or on the CPU backend",
      );
    }
    this.engine = engine;
    this.cloth = cloth;
    this.isBlended = isBlended;
    [this.positions, this.normals] = this.wrap();
    const restored = engine.onContextRestoredObservable.add(() => {
      const device = gpuDeviceOf(engine);
      // the cloth reports a failure as an event
      if (cloth.backend === 'gpu' && device !== null) cloth.restoreOn(device).catch(() => {});
    });
    const unsubscribe = cloth.subscribe((event) => {
      if (event.type === 'restored' && cloth.backend === 'gpu') this.replace();
    });
    this.stopListening = () => {
      engine.onContextRestoredObservable.remove(restored);
      unsubscribe();
    };
  }

  /** Creates a vertex buffer of the positions. With `size` 4 the w component is the inverse mass. */
  positionBuffer(kind: string, size: 3 | 4 = 3, instanced = false): VertexBuffer {
    return new VertexBuffer(this.engine, this.positions, kind, { stride: STRIDE, size, instanced });
  }

  /** Creates a vertex buffer of the normals. */
  normalBuffer(kind: string, instanced = false): VertexBuffer {
    return new VertexBuffer(this.engine, this.normals, kind, { stride: STRIDE, size: 3, instanced });
  }

  /** What the vertex buffers hold. */
  get drawn(): DrawnState {
    const { cloth, blend } = this;
    if (blend instanceof GpuBlend)
      return { backend: 'gpu', positions: blend.positions, normals: blend.normals };
    if (cloth.backend === 'gpu')
      return { backend: 'gpu', positions: cloth.positionBuffer, normals: cloth.normalBuffer };
    const { positions, normals } = blend ?? cloth;
    return { backend: 'cpu', positions, normals };
  }

  /** Keeps the current state as the one before the last step, if they are blended. */
  keep(encoder: GPUCommandEncoder | null): void {
    this.blend?.keep(encoder);
  }

  /**
   * Uploads a CPU cloth's arrays to the GPU; does nothing on the GPU backend. If they are blended, first computes the state at `alpha`
   * between the kept one (0) and the current one (1, the default), on both backends.
   */
  upload(alpha = 1): void {
    this.blend?.update(alpha);
    const { drawn } = this;
    if (drawn.backend !== 'cpu') return;
    this.positions.update(drawn.positions);
    this.normals.update(drawn.normals);
  }

  /** The index buffer of a GPU cloth that tears, without removed triangles; null if the cloth's `indices` are drawn. */
  indexBuffer(): WebGPUDataBuffer | null {
    const { cloth } = this;
    return cloth.backend === 'gpu' && cloth.indexBuffer !== null ? shareBuffer(cloth.indexBuffer) : null;
  }

  /** Frees the buffers created here. The cloth's own buffers stay. */
  dispose(): void {
    this.stopListening();
    this.onReplaced.clear();
    this.blend?.dispose();
    this.positions.dispose();
    this.normals.dispose();
  }

  private replace(): void {
    const dead = [this.positions, this.normals, this.blend];
    [this.positions, this.normals] = this.wrap();
    this.onReplaced.notifyObservers();
    for (const buffer of dead) buffer?.dispose();
  }

  private wrap(): [Buffer, Buffer] {
    const { engine, cloth } = this;
    if (this.isBlended) this.blend = cloth.backend === 'cpu' ? new CpuBlend(cloth) : new GpuBlend(cloth);
    const { drawn } = this;
    if (drawn.backend === 'cpu')
      return [
        new Buffer(engine, drawn.positions, true, STRIDE),
        new Buffer(engine, drawn.normals, true, STRIDE),
      ];
    const wrapped = (gpuBuffer: GPUBuffer) => new Buffer(engine, shareBuffer(gpuBuffer), false, STRIDE);
    return [wrapped(drawn.positions), wrapped(drawn.normals)];
  }
}

/** Wraps a GPU buffer for Babylon, which never destroys it. */
export function shareBuffer(gpuBuffer: GPUBuffer): WebGPUDataBuffer {
  const data = new WebGPUDataBuffer(gpuBuffer, gpuBuffer.size);
  // one reference for Babylon and one for the owner: Babylon destroys a buffer when the count reaches 0
  data.references = 2;
  return data;
}
