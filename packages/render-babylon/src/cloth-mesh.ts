import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { Material } from '@babylonjs/core/Materials/material.js';
import { MultiMaterial } from '@babylonjs/core/Materials/multiMaterial.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { SubMesh } from '@babylonjs/core/Meshes/subMesh.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { ClothBounds, ClothMeasurement } from '@otedama/cloth-webgpu';
import { InputError, requireKnownFields } from '@otedama/math2d';
import { beforeDrawing } from './before-drawing.js';
import { ClothBuffers, type DrawableCloth } from './cloth-buffers.js';
import { ClothHolder } from './cloth-holder.js';
import { type ClothSurface, SurfaceBuffers } from './cloth-surface.js';
import { askFraction, requireCallback, requireCloth, requireScene } from './input.js';

/** A part of a cloth that has a material of its own: a piece of `joinPieces`. */
export interface ClothMeshPiece {
  /** Index of its first corner in `Cloth.indices`, a multiple of 3. */
  readonly firstIndex: number;
  /** Number of its corners there, a multiple of 3 above 0. */
  readonly indexCount: number;
  /** Its material, which the caller owns. Make it show both sides with `makeTwoSided`. */
  readonly material: Material;
}

/** Name, material and shading of a `ClothMesh`. All are optional. */
export interface ClothMeshOptions {
  /** Name of the mesh. Default `'cloth'`. */
  readonly name?: string;
  /**
   * Material of the mesh. Default: a white `StandardMaterial` prepared with `makeTwoSided`. The caller owns a material that it
   * passes. The upper left corner of a picture belongs to the first particle of a grid, so load a texture without inverting it:
   * `new Texture(url, scene, false, false)`.
   */
  readonly material?: Material;
  /**
   * Parts with materials of their own, instead of `material`. What is in none is not drawn. Default none.
   *
   *     const { definition, pieces } = joinPieces([curtain, flag]);
   *     const cloth = await createCloth(definition);
   *     new ClothMesh(scene, cloth, { pieces: pieces.map((piece, k) => ({ ...piece, material: fabrics[k] })) });
   */
  readonly pieces?: readonly ClothMeshPiece[];
  /**
   * `'smooth'` (default) gives the mesh the cloth's normals. With `'faceted'` the mesh has no normals, and Babylon's materials light
   * each triangle by its own slope on the screen. Do not use `makeTwoSided` for such a mesh.
   */
  readonly shading?: 'smooth' | 'faceted';
  /**
   * The mesh that the cloth was welded from. Its vertices are drawn instead of the particles, so every side of a texture seam keeps its
   * own texture coordinates. Default: the particles, where a seam has the texture coordinates of one side.
   *
   *     const shape = meshTriangles(shirt);
   *     const { mesh, vertexOf } = weldVertices(shape);
   *     const cloth = await createCloth({ mesh });
   *     new ClothMesh(scene, cloth, { surface: { ...shape, vertexOf } });
   */
  readonly surface?: ClothSurface;
  /**
   * Returns where the cloth is drawn between the start (0) and the end (1) of its last step: `() => cloth.alpha`, or the `alpha` of the
   * `FrameClock` that steps it. Motion is then even on every display, and one step late. Default: always at the end. Displays draw a frame
   * with no step, or with two, now and then, even at 60 Hz, and motion judders.
   */
  readonly interpolation?: () => number;
  /**
   * The node that the pins follow, such as the neck of a character. Set the pins to where it is before the steps of a frame. In the frames
   * in between, and with `interpolation`, the mesh then moves and turns along with the node, so the cloth stays on it. Default none: the
   * mesh stays where it is.
   */
  readonly holder?: TransformNode;
}

/**
 * Makes a standard or PBR material show both sides of a cloth: culling is off, and the normal of the visible side is used for lighting.
 * A cloth's normals point to the side from which its triangles turn counter-clockwise. The handedness of a scene decides which side is
 * the front.
 */
export function makeTwoSided(material: Material & { twoSidedLighting: boolean }): void {
  material.backFaceCulling = false;
  material.twoSidedLighting = true;
  material.sideOrientation = material.getScene().useRightHandedSystem
    ? Material.CounterClockWiseSideOrientation
    : Material.ClockWiseSideOrientation;
}

/**
 * A cloth as a mesh. Its vertices are the particles, or those of a {@link ClothSurface}, and its bounding box contains them. The mesh
 * updates itself once per frame of the scene, after `onBeforeRenderObservable`: advance the cloth there or before `scene.render()`. It stays
 * at the origin, because the cloth's coordinates are world coordinates. After a lost device it restores the cloth on the engine's new one. A
 * cloth that is disposed of is no longer drawn.
 */
export class ClothMesh {
  /** The cloth that is drawn. */
  readonly cloth: DrawableCloth;
  /** The Babylon mesh. The caller may change its material and its place in the scene graph. */
  readonly mesh: Mesh;
  /** The vertex buffers, to draw the same particles in another way. */
  readonly buffers: ClothBuffers;
  private readonly surface: SurfaceBuffers | null;
  private readonly isSmooth: boolean;
  private readonly ownMaterial: Material | undefined;
  private readonly pieces: readonly ClothMeshPiece[] | undefined;
  /** `indexVersion` of the CPU cloth at the last upload of its triangles. */
  private drawnVersion: number = 0;
  private readonly interpolation: (() => number) | undefined;
  private readonly holder: ClothHolder | null;
  /** `stepCount` of the cloth after the last steps that it did. */
  private lastCount: number;
  /** The bounds of the cloth before its last step. */
  private keptBounds: ClothBounds;
  /** The measurement of the sleeping cloth that is drawn: another object once it has been awake. */
  private settled: ClothMeasurement | null = null;
  private readonly boxMin: Vector3 = new Vector3();
  private readonly boxMax: Vector3 = new Vector3();

  /**
   * @throws InputError if the scene or the cloth is none, for an option that does not exist, if `surface` or `pieces` are not of this cloth,
   * or `interpolation` is not a function
   */
  constructor(scene: Scene, cloth: DrawableCloth, options: ClothMeshOptions = {}) {
    const { name = 'cloth', surface, interpolation, holder, pieces } = options;
    requireScene(scene);
    requireCloth(cloth);
    const known = ['name', 'material', 'pieces', 'shading', 'surface', 'interpolation', 'holder'];
    requireKnownFields(options, '', known);
    if (pieces !== undefined) checkPieces(pieces, cloth, options.material);
    requireCallback('interpolation', interpolation, '() => cloth.alpha');
    askFraction(interpolation); // before anything is made
    this.cloth = cloth;
    this.pieces = pieces;
    this.isSmooth = options.shading !== 'faceted';
    this.interpolation = interpolation;
    this.holder = holder === undefined ? null : new ClothHolder(holder);
    this.lastCount = cloth.stepCount;
    this.keptBounds = cloth.bounds();
    this.buffers = new ClothBuffers(scene.getEngine(), cloth, interpolation !== undefined);
    try {
      this.surface =
        surface === undefined ? null : new SurfaceBuffers(scene.getEngine(), this.buffers, surface);
    } catch (error) {
      this.buffers.dispose();
      throw error;
    }
    this.mesh = new Mesh(name, scene);
    this.mesh.isPickable = false; // Babylon's rays do not know these vertices; `ClothHand` asks the cloth instead
    this.bind();
    this.mesh.setVerticesData(VertexBuffer.UVKind, (this.surface ?? cloth).uvs, false, 2);
    this.bindIndices();
    this.buffers.onReplaced.add(() => {
      this.settled = null;
      this.surface?.replace();
      this.bind();
      this.bindIndices();
    });

    if (pieces !== undefined) {
      const materials = new MultiMaterial(name, scene);
      materials.subMaterials = pieces.map(({ material }) => material);
      this.ownMaterial = materials;
    } else if (options.material === undefined) {
      const material = new StandardMaterial(name, scene);
      makeTwoSided(material);
      this.ownMaterial = material;
    }
    this.mesh.material = options.material ?? this.ownMaterial ?? null;

    const engine = scene.getEngine();
    const restored = engine.onContextRestoredObservable.add(() => this.replaceIndices());
    const stopDrawing = beforeDrawing(scene, () => this.update());
    const keep = (hasJumped: boolean, encoder: GPUCommandEncoder | null) => this.keep(hasJumped, encoder);
    if (interpolation !== undefined || holder !== undefined) cloth.beforeLastStep.add(keep);
    // also if the caller disposes of the mesh, or the scene does
    this.mesh.onDisposeObservable.addOnce(() => {
      engine.onContextRestoredObservable.remove(restored);
      stopDrawing();
      cloth.beforeLastStep.delete(keep);
      this.surface?.dispose();
      this.buffers.dispose();
      this.ownMaterial?.dispose();
    });
    this.update();
    Object.seal(this); // a name that does not exist throws
  }

  /**
   * Uploads the vertices of a CPU cloth and updates the bounds, unless the cloth sleeps. Called automatically before each frame. Throws an
   * `InputError` if the `interpolation` returns no number.
   */
  update(): void {
    const { cloth } = this;
    if (cloth.status === 'disposed') {
      this.mesh.setEnabled(false);
      this.mesh.geometry?.dispose(); // its buffers are gone; frozen active meshes are drawn whether enabled or not
      return;
    }
    const alpha = Math.min(1, Math.max(0, askFraction(this.interpolation)));
    this.holder?.place(this.mesh, alpha);
    if (this.hasSettled) return;
    this.settled = cloth.isAsleep ? cloth.measurement : null;
    this.buffers.upload(alpha);
    this.surface?.update();
    if (cloth.backend === 'cpu' && cloth.indexVersion !== this.drawnVersion) {
      this.drawnVersion = cloth.indexVersion;
      this.mesh.geometry?.updateIndices(this.surface?.liveIndices(cloth.liveIndices) ?? cloth.liveIndices);
      this.divide();
    }
    const { min, max } = cloth.bounds();
    this.boxMin.set(min.x, min.y, min.z);
    this.boxMax.set(max.x, max.y, max.z);
    if (this.interpolation !== undefined) {
      const kept = this.keptBounds;
      this.boxMin.minimizeInPlaceFromFloats(kept.min.x, kept.min.y, kept.min.z);
      this.boxMax.maximizeInPlaceFromFloats(kept.max.x, kept.max.y, kept.max.z);
    }
    this.mesh.getBoundingInfo().reConstruct(this.boxMin, this.boxMax, this.mesh.worldMatrixFromCache);
  }

  /**
   * Whether the cloth sleeps and has been drawn as it is, so that another frame would show the same. Tell `DrawOnChange`:
   * `drawing.frame(!clothMesh.isResting)`. Never with a `holder`, which may move.
   */
  get isResting(): boolean {
    return this.hasSettled && this.holder === null;
  }

  /** Whether the cloth has slept since it was uploaded. */
  private get hasSettled(): boolean {
    return this.cloth.isAsleep && this.settled === this.cloth.measurement;
  }

  /** Whether the mesh draws a surface instead of the particles. @internal */
  get hasSurface(): boolean {
    return this.surface !== null;
  }

  /** Positions at rest of the drawn vertices, xyz interleaved, m. @internal */
  restPositions(): Float32Array {
    const particles = this.cloth.restPositions();
    return this.surface?.carry(particles) ?? particles;
  }

  /** Removes the mesh. The cloth stays. Disposing of the scene does the same. */
  dispose(): void {
    this.mesh.dispose();
  }

  private keep(hasJumped: boolean, encoder: GPUCommandEncoder | null): void {
    this.buffers.keep(encoder);
    this.keptBounds = this.cloth.bounds();
    if (hasJumped) this.holder?.jump();
    else this.holder?.run(this.cloth.stepCount - this.lastCount);
    this.lastCount = this.cloth.stepCount;
  }

  private bind(): void {
    const { mesh } = this;
    const buffers = this.surface ?? this.buffers;
    const { vertexCount } = this.surface ?? this.cloth;
    // without the count Babylon would derive it from data on the CPU, which does not exist
    mesh.setVerticesBuffer(buffers.positionBuffer(VertexBuffer.PositionKind), true, vertexCount);
    if (this.isSmooth) mesh.setVerticesBuffer(buffers.normalBuffer(VertexBuffer.NormalKind));
  }

  /** Sets the triangles: all of them, or the live index buffer of a GPU cloth that tears. */
  private bindIndices(): void {
    const { mesh } = this;
    const { indices, vertexCount } = this.surface ?? this.cloth;
    const live = (this.surface ?? this.buffers).indexBuffer();
    if (live === null) mesh.setIndices(indices, vertexCount);
    else mesh.geometry?.setIndexBuffer(live, vertexCount, indices.length, true);
    this.divide();
  }

  /** On a new device, before the cloth is restored: Babylon has replaced a live index buffer by an empty one, which cannot be drawn. */
  private replaceIndices(): void {
    const { mesh, cloth } = this;
    const { indices, vertexCount } = this.surface ?? cloth;
    if (cloth.backend !== 'gpu' || cloth.indexBuffer === null) return;
    mesh.setIndices(indices, vertexCount);
    this.divide();
  }

  /** Divides the mesh into its pieces; with new triangles Babylon makes it one again. */
  private divide(): void {
    const { mesh, pieces } = this;
    if (pieces === undefined) return;
    const { vertexCount } = this.surface ?? this.cloth;
    mesh.releaseSubMeshes();
    pieces.forEach(({ firstIndex, indexCount }, k) => {
      const part = new SubMesh(k, 0, vertexCount, firstIndex, indexCount, mesh, undefined, false);
      part.setBoundingInfo(mesh.getBoundingInfo()); // there are no vertices on the CPU to find one from
    });
  }
}

/** Refuses parts that are not of the cloth. */
function checkPieces(
  pieces: readonly ClothMeshPiece[],
  { indices }: DrawableCloth,
  material: Material | undefined,
): void {
  if (!Array.isArray(pieces)) throw new InputError('pieces', pieces, 'a list of pieces of the cloth');
  if (material !== undefined) throw new InputError('material', material, 'nothing beside pieces');
  pieces.forEach((piece, k) => {
    const { firstIndex, indexCount } = piece ?? {};
    const isInside = firstIndex >= 0 && indexCount > 0 && firstIndex + indexCount <= indices.length;
    if (!isInside || firstIndex % 3 !== 0 || indexCount % 3 !== 0)
      throw new InputError(
        `pieces[${k}]`,
        `${firstIndex} and ${indexCount} more`,
        `whole triangles among the ${indices.length} indices of the cloth`,
      );
    if (typeof piece.material?.getClassName !== 'function')
      throw new InputError(`pieces[${k}].material`, piece.material, 'a Babylon material');
  });
}
