import { Buffer } from '@babylonjs/core/Buffers/buffer.js';
import '@babylonjs/core/Engines/Extensions/engine.dynamicBuffer.js';
import type { Material } from '@babylonjs/core/Materials/material.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { SentData } from './sent-data.js';
import { watchScene } from './watch-scene.js';

/** One interleaved array of instance data. Every attribute is a group of four floats. */
class InstanceArray {
  data: Float32Array;
  private buffer: Buffer | null = null;
  private stale = true;

  private readonly mesh: Mesh;
  private readonly kinds: readonly string[];

  constructor(mesh: Mesh, kinds: readonly string[], capacity: number) {
    this.mesh = mesh;
    this.kinds = kinds;
    this.data = new Float32Array(capacity * this.floats);
  }

  get floats(): number {
    return 4 * this.kinds.length;
  }

  grow(capacity: number): void {
    const larger = new Float32Array(capacity * this.floats);
    larger.set(this.data);
    this.data = larger;
    this.buffer?.dispose();
    this.buffer = null;
    this.stale = true;
  }

  touch(): void {
    this.stale = true;
  }

  /** Uploads the first `count` instances if they have changed. Returns whether they have. */
  upload(count: number): boolean {
    if (!this.stale) return false;
    this.stale = false;
    if (this.buffer === null) {
      const buffer = new Buffer(this.mesh.getEngine(), this.data, true, this.floats, false, true);
      this.kinds.forEach((kind, index) => {
        this.mesh.setVerticesBuffer(buffer.createVertexBuffer(kind, 4 * index, 4), false);
      });
      this.buffer = buffer;
    } else {
      this.buffer.updateDirectly(this.data, 0, count);
    }
    return true;
  }

  dispose(): void {
    this.buffer?.dispose();
    this.buffer = null;
  }
}

/** Triangles that every instance of a batch repeats. */
export interface InstanceGeometry {
  readonly positions: readonly number[];
  readonly indices: readonly number[];
}

/**
 * One mesh drawn many times in one draw call. Instances use custom attributes instead of a matrix each. `poses` is written every
 * frame, `looks` when the appearance of an instance changes. Both grow by doubling.
 */
export class InstanceBatch {
  readonly mesh: Mesh;
  private readonly poseArray: InstanceArray;
  private readonly lookArray: InstanceArray | null;
  /** What the GPU has of `poses`. */
  private readonly sentPoses = new SentData();
  private capacity: number;
  private size = 0;
  private readonly stopWatching: () => void;

  /** `poseKinds` and `lookKinds` name the attributes, four floats each; `lookKinds` may be empty. */
  constructor(
    scene: Scene,
    name: string,
    geometry: InstanceGeometry,
    material: Material,
    poseKinds: readonly string[],
    lookKinds: readonly string[],
    capacity = 64,
  ) {
    this.capacity = capacity;
    this.mesh = new Mesh(name, scene);
    const vertexData = new VertexData();
    vertexData.positions = [...geometry.positions];
    vertexData.indices = [...geometry.indices];
    vertexData.applyToMesh(this.mesh);
    this.mesh.material = material;
    this.mesh.alwaysSelectAsActiveMesh = true;
    this.mesh.doNotSyncBoundingInfo = true;
    this.mesh.isPickable = false;
    this.mesh.isVisible = false;
    this.poseArray = new InstanceArray(this.mesh, poseKinds, capacity);
    this.lookArray = lookKinds.length > 0 ? new InstanceArray(this.mesh, lookKinds, capacity) : null;
    const restored = () => {
      this.poseArray.touch();
      this.lookArray?.touch();
    };
    this.stopWatching = watchScene(scene, restored, () => this.dispose());
  }

  /**
   * Per-frame data: four floats per pose kind and instance. Read this again after `add`, because the array is replaced when it
   * grows.
   */
  get poses(): Float32Array {
    return this.poseArray.data;
  }

  /** Data that rarely changes: four floats per look kind and instance. Call `lookChanged` after writing. */
  get looks(): Float32Array {
    return (this.lookArray as InstanceArray).data;
  }

  get count(): number {
    return this.size;
  }

  clear(): void {
    this.size = 0;
  }

  /** Makes room for one more instance and returns its index. */
  add(): number {
    if (this.size === this.capacity) {
      this.capacity *= 2;
      this.poseArray.grow(this.capacity);
      this.lookArray?.grow(this.capacity);
    }
    return this.size++;
  }

  lookChanged(): void {
    this.lookArray?.touch();
  }

  /** Uploads changed data to the GPU. An empty batch is not drawn. Returns whether anything has changed. */
  upload(): boolean {
    this.mesh.isVisible = this.size > 0;
    const isOther = this.sentPoses.update(this.poses, this.size * this.poseArray.floats);
    if (this.size === 0) return isOther;
    if (isOther) this.poseArray.touch();
    const isMoved = this.poseArray.upload(this.size);
    const isRepainted = this.lookArray?.upload(this.size) ?? false;
    this.mesh.forcedInstanceCount = this.size;
    return isMoved || isRepainted;
  }

  dispose(): void {
    this.stopWatching();
    this.mesh.dispose(false, false);
    this.poseArray.dispose();
    this.lookArray?.dispose();
  }
}

/** A quad from (-1, -1) to (1, 1). */
export const quadGeometry: InstanceGeometry = {
  positions: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0],
  indices: [0, 1, 2, 0, 2, 3],
};

/** The slices of a polygon with up to `corners` corners (polygon.wgsl.ts): six vertices and four triangles per slice. */
export function polygonGeometry(corners: number): InstanceGeometry {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let slice = 0; slice < corners; slice++) {
    const first = 6 * slice;
    for (let role = 0; role < 6; role++) positions.push(slice, role, 0);
    indices.push(
      first,
      first + 1,
      first + 2,
      first + 1,
      first + 3,
      first + 2,
      first + 2,
      first + 3,
      first + 4,
      first,
      first + 2,
      first + 5,
    );
  }
  return { positions, indices };
}
