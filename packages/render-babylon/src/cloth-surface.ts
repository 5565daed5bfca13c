/**
 * Draws a cloth with more vertices than it has particles. A renderer repeats a vertex where its texture has a seam, because one vertex
 * has one pair of texture coordinates. A cloth has one particle there. The vertices that are drawn therefore take position and normal from
 * their particle, and their texture coordinates from the mesh that was welded:
 *
 *     x_v = x_p(v)     n_v = n_p(v)     p(v) = `vertexOf[v]`
 *
 * Triangle t of the cloth is triangle t of the surface, without the triangles that collapsed when the mesh was welded. If the cloth tears,
 * the triangles that it has removed are not drawn.
 */
import { Buffer, VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import type { WebGPUDataBuffer } from '@babylonjs/core/Meshes/WebGPU/webgpuDataBuffer.js';
import type { ClothGpu } from '@otedama/cloth-webgpu';
import { InputError } from '@otedama/math2d';
import {
  type ClothBuffers,
  type DrawableCloth,
  type DrawnState,
  STRIDE,
  shareBuffer,
} from './cloth-buffers.js';
import { surfaceWgsl } from './cloth-surface.wgsl.js';
import { KernelPasses } from './kernel-passes.js';

/** The mesh that a cloth was made from, before it was welded. */
export interface ClothSurface {
  /** Three vertex indices for each triangle, as in the mesh that was given to `weldVertices`. */
  readonly triangles: ArrayLike<number>;
  /** For each vertex its particle: `vertexOf` of `weldVertices`. */
  readonly vertexOf: ArrayLike<number>;
  /** Two texture coordinates for each vertex. Default 0. */
  readonly uvs?: ArrayLike<number>;
}

/** The entry in `vertexOf` of a vertex that no triangle uses. */
const UNUSED = 0xffffffff;

/** Bytes per vertex. */
const VERTEX_BYTES = 4 * STRIDE;

/** The vertex and index buffers of a surface. `update` fills them from the buffers of its cloth. */
export class SurfaceBuffers {
  /** Number of vertices. */
  readonly vertexCount: number;
  /** Texture coordinates, uv interleaved. */
  readonly uvs: Float32Array;
  /** Vertex indices of the triangles of the undamaged cloth. */
  readonly indices: Uint32Array;
  private readonly engine: AbstractEngine;
  private readonly particles: ClothBuffers;
  private readonly particleOf: Uint32Array;
  private drawn: DrawnOnCpu | DrawnOnGpu;

  /** @throws InputError if the surface is not one of this cloth */
  constructor(engine: AbstractEngine, particles: ClothBuffers, surface: ClothSurface) {
    const { cloth } = particles;
    this.engine = engine;
    this.particles = particles;
    this.vertexCount = surface.vertexOf.length;
    this.particleOf = particlesOf(surface, cloth);
    this.indices = indicesOf(surface, this.particleOf, cloth);
    this.uvs = new Float32Array(2 * this.vertexCount);
    const { uvs } = surface;
    if (uvs !== undefined) {
      if (uvs.length !== this.uvs.length)
        throw new InputError('surface.uvs.length', uvs.length, `${this.uvs.length} (two a vertex)`);
      this.uvs.set(uvs);
    }
    this.drawn = this.createBuffers();
  }

  /** Creates a vertex buffer of the positions. */
  positionBuffer(kind: string): VertexBuffer {
    return new VertexBuffer(this.engine, this.drawn.positions, kind, { stride: STRIDE, size: 3 });
  }

  /** Creates a vertex buffer of the normals. */
  normalBuffer(kind: string): VertexBuffer {
    return new VertexBuffer(this.engine, this.drawn.normals, kind, { stride: STRIDE, size: 3 });
  }

  /** The index buffer of a GPU cloth that tears; null if `indices` are drawn. */
  indexBuffer(): WebGPUDataBuffer | null {
    return this.drawn.indexBuffer();
  }

  /** Vectors of the particles, xyz interleaved, given to their vertices. */
  carry(vectors: Float32Array): Float32Array {
    return Float32Array.from(
      { length: 3 * this.vertexCount },
      (_, k) => vectors[3 * this.particleOf[Math.floor(k / 3)] + (k % 3)],
    );
  }

  /** Moves the vertices to their particles. */
  update(): void {
    this.drawn.update();
  }

  /** `indices` with 0, 0, 0 for each triangle that a CPU cloth has removed from its `live` indices. */
  liveIndices(live: Uint32Array): Uint32Array {
    return this.indices.map((vertex, k) => {
      const t = k - (k % 3);
      return live[t] === live[t + 1] ? 0 : vertex;
    });
  }

  /** Creates all buffers again, for a cloth that was restored on another device. */
  replace(): void {
    const dead = this.drawn;
    this.drawn = this.createBuffers();
    dead.dispose();
  }

  dispose(): void {
    this.drawn.dispose();
  }

  private createBuffers(): DrawnOnCpu | DrawnOnGpu {
    const { engine, particles, particleOf, indices } = this;
    const { cloth, drawn } = particles;
    return drawn.backend === 'cpu'
      ? new DrawnOnCpu(engine, drawn, particleOf)
      : new DrawnOnGpu(engine, cloth as ClothGpu, drawn, particleOf, indices);
  }
}

/** Checks `vertexOf`. Vertices that no triangle uses get particle 0; they are never drawn. */
function particlesOf({ vertexOf }: ClothSurface, { vertexCount }: DrawableCloth): Uint32Array {
  if (vertexOf.length === 0) throw new InputError('surface.vertexOf.length', 0, 'a particle for each vertex');
  return Uint32Array.from(vertexOf, (particle, vertex) => {
    if (particle === UNUSED) return 0;
    if (!Number.isInteger(particle) || particle < 0 || particle >= vertexCount)
      throw new InputError(`surface.vertexOf[${vertex}]`, particle, `a particle, 0 to ${vertexCount - 1}`);
    return particle;
  });
}

/** The triangles of a surface without those that collapse. Checks that they are the triangles of the cloth. */
function indicesOf(surface: ClothSurface, particleOf: Uint32Array, { indices }: DrawableCloth): Uint32Array {
  const { triangles } = surface;
  const kept = new Uint32Array(indices.length);
  let count = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const particles = corners.map((vertex) => particleOf[vertex]);
    if (new Set(particles).size < 3) continue;
    if (particles.some((particle, k) => particle !== indices[count + k]))
      throw new InputError(
        `surface.triangles[${t}]`,
        corners.join(', '),
        'the triangles of the mesh whose welded form the cloth was made from, in the same order',
      );
    kept.set(corners, count);
    count += 3;
  }
  if (count !== indices.length)
    throw new InputError('surface.triangles.length', triangles.length, `${indices.length / 3} triangles`);
  return kept;
}

/** The vertices of a CPU cloth, copied in JavaScript. */
class DrawnOnCpu {
  readonly positions: Buffer;
  readonly normals: Buffer;
  private readonly gathered: readonly [Float32Array, Float32Array];
  private readonly state: DrawnState & { readonly backend: 'cpu' };
  private readonly particleOf: Uint32Array;

  constructor(
    engine: AbstractEngine,
    state: DrawnState & { readonly backend: 'cpu' },
    particleOf: Uint32Array,
  ) {
    this.state = state;
    this.particleOf = particleOf;
    this.gathered = [
      new Float32Array(STRIDE * particleOf.length),
      new Float32Array(STRIDE * particleOf.length),
    ];
    this.gather();
    this.positions = new Buffer(engine, this.gathered[0], true, STRIDE);
    this.normals = new Buffer(engine, this.gathered[1], true, STRIDE);
  }

  indexBuffer(): null {
    return null;
  }

  update(): void {
    this.gather();
    this.positions.update(this.gathered[0]);
    this.normals.update(this.gathered[1]);
  }

  dispose(): void {
    this.positions.dispose();
    this.normals.dispose();
  }

  private gather(): void {
    const { state, particleOf, gathered } = this;
    const [positions, normals] = gathered;
    for (let vertex = 0; vertex < particleOf.length; vertex++) {
      const from = STRIDE * particleOf[vertex];
      const to = STRIDE * vertex;
      for (let k = 0; k < STRIDE; k++) {
        positions[to + k] = state.positions[from + k];
        normals[to + k] = state.normals[from + k];
      }
    }
  }
}

/** The vertices of a GPU cloth, copied by a kernel before each frame. */
class DrawnOnGpu {
  readonly positions: Buffer;
  readonly normals: Buffer;
  private readonly cloth: ClothGpu;
  private readonly device: GPUDevice;
  private readonly kernels: KernelPasses;
  private readonly live: GPUBuffer | null = null;

  constructor(
    engine: AbstractEngine,
    cloth: ClothGpu,
    state: DrawnState & { readonly backend: 'gpu' },
    particleOf: Uint32Array,
    indices: Uint32Array,
  ) {
    this.cloth = cloth;
    this.device = cloth.device;
    const kernels = new KernelPasses(cloth.device, 'cloth surface', surfaceWgsl);
    this.kernels = kernels;
    const drawn = () => kernels.make(VERTEX_BYTES * particleOf.length, 'vertex');
    const [positions, normals] = [drawn(), drawn()];
    const particles = kernels.makeFrom(particleOf);
    kernels.add('carry', particleOf.length, [particles, state.positions, positions]);
    kernels.add('carry', particleOf.length, [particles, state.normals, normals]);
    if (cloth.indexBuffer !== null) {
      this.live = kernels.make(4 * indices.length, 'index');
      kernels.add('keep', indices.length / 3, [kernels.makeFrom(indices), cloth.indexBuffer, this.live]);
    }
    this.positions = new Buffer(engine, shareBuffer(positions), false, STRIDE);
    this.normals = new Buffer(engine, shareBuffer(normals), false, STRIDE);
    this.update();
  }

  indexBuffer(): WebGPUDataBuffer | null {
    return this.live === null ? null : shareBuffer(this.live);
  }

  update(): void {
    const { cloth, device } = this;
    // on a new device these buffers are replaced
    if (cloth.status === 'running' && cloth.device === device) this.kernels.run();
  }

  dispose(): void {
    this.positions.dispose();
    this.normals.dispose();
    this.kernels.dispose();
  }
}
