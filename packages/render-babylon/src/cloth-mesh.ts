import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { Material } from '@babylonjs/core/Materials/material.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { ClothBuffers, type DrawableCloth } from './cloth-buffers.js';

/** How a cloth is turned into a mesh. */
export interface ClothMeshOptions {
  /** Name of the mesh. Default `'cloth'`. */
  readonly name?: string;
  /** Default: a white `StandardMaterial`, made ready by `makeTwoSided`. The caller keeps what it gives. */
  readonly material?: Material;
  /**
   * `'smooth'` (default) gives the mesh the cloth's normals. `'faceted'` gives it none, and Babylon's materials light
   * each triangle by its own slope on the screen; `makeTwoSided` is not for such a mesh.
   */
  readonly shading?: 'smooth' | 'faceted';
}

/**
 * Lets a material show both sides of a cloth: none is culled, and the normal of the side that is seen lights it.
 * A cloth's normals point where its triangles turn counter-clockwise; which side a scene calls the front depends on
 * its handedness.
 */
export function makeTwoSided(material: StandardMaterial): void {
  material.backFaceCulling = false;
  material.twoSidedLighting = true;
  material.sideOrientation = material.getScene().useRightHandedSystem
    ? Material.CounterClockWiseSideOrientation
    : Material.ClockWiseSideOrientation;
}

/**
 * A cloth as a mesh: its vertices are the particles, its bounds hold the particles of every frame. Brings itself up to
 * date before each frame of the scene, whenever in that frame the cloth was advanced. Stays at the origin: the cloth's
 * coordinates are the world's.
 */
export class ClothMesh {
  /** The cloth that is drawn. */
  readonly cloth: DrawableCloth;
  /** What Babylon draws; its material and its place in the scene are the caller's to change. */
  readonly mesh: Mesh;
  /** The vertex buffers, for whoever draws the same particles in another way. */
  readonly buffers: ClothBuffers;
  private readonly isSmooth: boolean;
  private readonly ownMaterial: Material | undefined;
  private readonly stopUpdates: () => void;
  private readonly boxMin: Vector3 = new Vector3();
  private readonly boxMax: Vector3 = new Vector3();

  constructor(scene: Scene, cloth: DrawableCloth, options: ClothMeshOptions = {}) {
    const { name = 'cloth' } = options;
    this.cloth = cloth;
    this.isSmooth = options.shading !== 'faceted';
    this.buffers = new ClothBuffers(scene.getEngine(), cloth);
    this.mesh = new Mesh(name, scene);
    this.mesh.isPickable = false; // Babylon's rays know nothing of these vertices; `ClothHand` asks the cloth
    this.bind();
    this.mesh.setVerticesData(VertexBuffer.UVKind, cloth.uvs, false, 2);
    this.mesh.setIndices(cloth.indices, cloth.vertexCount);
    this.buffers.onReplaced.add(() => this.bind());

    if (options.material === undefined) {
      const material = new StandardMaterial(name, scene);
      makeTwoSided(material);
      this.ownMaterial = material;
    }
    this.mesh.material = options.material ?? this.ownMaterial ?? null;

    const update = () => this.update();
    const observer = scene.onBeforeActiveMeshesEvaluationObservable.add(update);
    this.stopUpdates = () => scene.onBeforeActiveMeshesEvaluationObservable.remove(observer);
    this.update();
  }

  /** Uploads the vertices of a CPU cloth and takes over the bounds. Done before each frame anyway. */
  update(): void {
    this.buffers.upload();
    const { min, max } = this.cloth.bounds();
    this.boxMin.set(min.x, min.y, min.z);
    this.boxMax.set(max.x, max.y, max.z);
    this.mesh.buildBoundingInfo(this.boxMin, this.boxMax);
  }

  /** Removes the mesh; the cloth lives on. */
  dispose(): void {
    this.stopUpdates();
    this.mesh.dispose();
    this.buffers.dispose();
    this.ownMaterial?.dispose();
  }

  private bind(): void {
    const { mesh, buffers, cloth } = this;
    // without the count Babylon would look for it in data on the CPU, where there is none
    mesh.setVerticesBuffer(buffers.positionBuffer(VertexBuffer.PositionKind), true, cloth.vertexCount);
    if (this.isSmooth) mesh.setVerticesBuffer(buffers.normalBuffer(VertexBuffer.NormalKind));
  }
}
