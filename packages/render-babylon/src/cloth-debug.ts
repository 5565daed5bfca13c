import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { Constants } from '@babylonjs/core/Engines/constants.js';
import '@babylonjs/core/Engines/Extensions/engine.alpha.js';
import type { Material } from '@babylonjs/core/Materials/material.js';
import { ShaderLanguage } from '@babylonjs/core/Materials/shaderLanguage.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { requireKnownFields } from '@otedama/math2d';
import { beforeDrawing } from './before-drawing.js';
import { canvasSize } from './canvas-size.js';
import { dotsGlsl, hairsGlsl, linksGlsl, meshStrainGlsl, strainGlsl } from './cloth-debug.glsl.js';
import { dotsWgsl, hairsWgsl, linksWgsl, meshStrainWgsl, strainWgsl } from './cloth-debug.wgsl.js';
import type { ClothMesh } from './cloth-mesh.js';

/** A debug layer that can be drawn over a cloth. */
export type ClothLayer = 'constraints' | 'strain' | 'pins' | 'normals';

/** Sizes of the marks of the layers. */
export interface ClothDebugOptions {
  /** Strain that is drawn in full colour, > 0. Default 0.05. */
  readonly fullStrain?: number;
  /** Radius of a pin's dot, CSS pixels, > 0. Default 7. */
  readonly pinRadius?: number;
  /** Length of the line drawn for a normal, metres, > 0. Default 0.08. */
  readonly normalLength?: number;
}

/** Distance by which links are moved from the cloth towards the camera, as a fraction of the cloth's larger side. */
const linkLift = 0.002;
const pinColor: Color3 = new Color3(0.86, 0.16, 0.16);
const normalColor: Color3 = new Color3(0.1, 0.45, 0.85);
/** Hue step between successive constraint colours, degrees. Colours that follow each other in a substep get clearly different hues. */
const hueStep = 137.5;

const programs = {
  links: { wgsl: linksWgsl, glsl: linksGlsl, attributes: ['position'] },
  dots: { wgsl: dotsWgsl, glsl: dotsGlsl, attributes: ['position', 'particle'] },
  hairs: { wgsl: hairsWgsl, glsl: hairsGlsl, attributes: ['position', 'particle', 'direction'] },
  strain: { wgsl: strainWgsl, glsl: strainGlsl, attributes: ['position', 'uv'] },
  'strain of a mesh': { wgsl: meshStrainWgsl, glsl: meshStrainGlsl, attributes: ['position', 'rest'] },
} as const;

interface ActiveLayer {
  dispose(): void;
}

/**
 * Debug layers over a `ClothMesh`: constraints, with one line colour per group of constraints that are solved together; the strain
 * of every triangle; pinned and held particles; normals. All layers are drawn from the cloth's own buffers, so nothing is read back.
 * A constraint that no longer pulls, because of a tear, disappears with the cloth's event `torn`.
 * A layer costs nothing while it is off.
 */
export class ClothDebug {
  private readonly scene: Scene;
  private readonly view: ClothMesh;
  private readonly options: Required<ClothDebugOptions>;
  private readonly active: Map<ClothLayer, ActiveLayer> = new Map();

  /** @throws InputError for an option that does not exist */
  constructor(scene: Scene, view: ClothMesh, options: ClothDebugOptions = {}) {
    requireKnownFields(options, '', ['fullStrain', 'pinRadius', 'normalLength']);
    this.scene = scene;
    this.view = view;
    this.options = { fullStrain: 0.05, pinRadius: 7, normalLength: 0.08, ...options };
    Object.seal(this); // a name that does not exist throws
  }

  /** Turns a layer on or off. */
  show(layer: ClothLayer, on: boolean): void {
    const active = this.active.get(layer);
    if (on === (active !== undefined)) return;
    if (active !== undefined) {
      active.dispose();
      this.active.delete(layer);
    } else {
      this.active.set(layer, this.create(layer));
    }
  }

  /** Whether a layer is on. */
  isShown(layer: ClothLayer): boolean {
    return this.active.has(layer);
  }

  /** Removes the layers from the scene and frees them. The cloth stays. */
  dispose(): void {
    for (const layer of this.active.values()) layer.dispose();
    this.active.clear();
  }

  private create(layer: ClothLayer): ActiveLayer {
    if (layer === 'constraints') return this.createConstraints();
    if (layer === 'strain') return this.createStrain();
    return layer === 'pins' ? this.createPins() : this.createNormals();
  }

  private createConstraints(): ActiveLayer {
    const { cloth, buffers } = this.view;
    const lift = linkLift * Math.max(cloth.width, cloth.height);
    const meshes = cloth.constraintColors().map((pairs, index) => {
      const material = this.material(
        'links',
        Color3.FromHSV((index * hueStep) % 360, 0.8, 0.85),
        new Vector4(lift, 0, 0, 0),
      );
      material.fillMode = Constants.MATERIAL_LineListDrawMode;
      const mesh = this.overlay(material);
      this.bind(mesh, () =>
        mesh.setVerticesBuffer(buffers.positionBuffer(VertexBuffer.PositionKind), true, cloth.vertexCount),
      );
      mesh.setIndices(pairs, cloth.vertexCount);
      return mesh;
    });
    let drawn = cloth.constraintVersion;
    const stopDrawing = beforeDrawing(this.scene, () => {
      if (cloth.constraintVersion === drawn) return;
      drawn = cloth.constraintVersion;
      cloth.constraintColors().forEach((pairs, index) => {
        meshes[index].geometry?.updateIndices(pairs);
      });
    });
    const shown = this.whileShown(meshes);
    return {
      dispose: () => {
        stopDrawing();
        shown.dispose();
      },
    };
  }

  private createPins(): ActiveLayer {
    const { cloth, buffers } = this.view;
    const size = new Vector4();
    const material = this.material('dots', pinColor, size);
    material.alphaMode = Constants.ALPHA_PREMULTIPLIED;
    material.depthFunction = Constants.ALWAYS;
    material.onBindObservable.add(() => {
      const { width, height } = canvasSize(this.scene.getEngine());
      const diameter = 2 * this.options.pinRadius;
      size.set(diameter / width, diameter / height, 0, 0);
      material.getEffect()?.setVector4('measures', size);
    });
    const mesh = this.overlay(material);
    mesh.setVerticesData(VertexBuffer.PositionKind, [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);
    mesh.setIndices([0, 1, 2, 0, 2, 3]);
    mesh.forcedInstanceCount = cloth.vertexCount;
    this.bind(mesh, () => mesh.setVerticesBuffer(buffers.positionBuffer('particle', 4, true)));
    mesh.alphaIndex = Number.MAX_SAFE_INTEGER;
    return this.whileShown([mesh]);
  }

  private createNormals(): ActiveLayer {
    const { cloth, buffers } = this.view;
    const material = this.material('hairs', normalColor, new Vector4(this.options.normalLength, 0, 0, 0));
    material.fillMode = Constants.MATERIAL_LineListDrawMode;
    const mesh = this.overlay(material);
    mesh.setVerticesData(VertexBuffer.PositionKind, [0, 0, 0, 1, 0, 0]);
    mesh.setIndices([0, 1]);
    mesh.forcedInstanceCount = cloth.vertexCount;
    this.bind(mesh, () => {
      mesh.setVerticesBuffer(buffers.positionBuffer('particle', 4, true));
      mesh.setVerticesBuffer(buffers.normalBuffer('direction', true));
    });
    return this.whileShown([mesh]);
  }

  private createStrain(): ActiveLayer {
    const { mesh, cloth } = this.view;
    const measures = new Vector4(cloth.width, cloth.height, this.options.fullStrain, 0);
    const { hasSurface } = this.view;
    // the texture coordinates of a surface are not those of the rows and columns of a grid
    const kind = cloth.isMesh || hasSurface ? 'strain of a mesh' : 'strain';
    const material = this.material(kind, Color3.White(), measures);
    if (kind === 'strain of a mesh' && !mesh.isVerticesDataPresent('rest'))
      mesh.setVerticesData('rest', this.view.restPositions(), false, 3);
    const own: Material | null = mesh.material;
    mesh.material = material;
    return {
      dispose() {
        if (mesh.material === material) mesh.material = own;
        material.dispose();
      },
    };
  }

  /** Creates an empty mesh that is drawn while the cloth mesh is enabled, and disposed of with it. */
  private overlay(material: ShaderMaterial): Mesh {
    const mesh = new Mesh(material.name, this.scene);
    mesh.isPickable = false;
    mesh.parent = this.view.mesh;
    // its bounds are those of the cloth mesh, which change every frame
    mesh.alwaysSelectAsActiveMesh = true;
    mesh.doNotSyncBoundingInfo = true;
    mesh.material = material;
    return mesh;
  }

  /** Binds the cloth's buffers to a mesh: now, and again after a lost device has been replaced. */
  private bind(mesh: Mesh, setBuffers: () => void): void {
    setBuffers();
    const observer = this.view.buffers.onReplaced.add(setBuffers);
    mesh.onDisposeObservable.add(() => this.view.buffers.onReplaced.remove(observer));
  }

  private material(kind: keyof typeof programs, color: Color3, measures: Vector4): ShaderMaterial {
    const onWebGpu = this.scene.getEngine().isWebGPU;
    const { wgsl, glsl, attributes } = programs[kind];
    const material = new ShaderMaterial(
      `cloth ${kind}`,
      this.scene,
      onWebGpu ? wgsl : glsl,
      {
        attributes: [...attributes],
        uniforms: ['worldViewProjection', 'worldView', 'projection', 'tint', 'measures'],
        needAlphaBlending: kind === 'dots',
        shaderLanguage: onWebGpu ? ShaderLanguage.WGSL : ShaderLanguage.GLSL,
      },
      false,
    );
    material.backFaceCulling = false;
    material.setVector4('tint', new Vector4(color.r, color.g, color.b, 1));
    material.setVector4('measures', measures);
    return material;
  }

  private whileShown(meshes: readonly Mesh[]): ActiveLayer {
    return {
      dispose() {
        for (const mesh of meshes) {
          mesh.material?.dispose();
          mesh.dispose();
        }
      },
    };
  }
}
