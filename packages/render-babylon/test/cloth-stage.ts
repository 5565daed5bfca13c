import '@babylonjs/core/Culling/ray.js';
import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { WebGPUEngine } from '@babylonjs/core/Engines/webgpuEngine.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { SetMissingSideEffectWarningsEnabled } from '@babylonjs/core/Misc/devTools.js';
import { Scene } from '@babylonjs/core/scene.js';
import { type ClothDefinition, createCloth } from '@otedama/cloth-webgpu';
import { keepPipelines } from '@otedama/tooling/gpu';
import type { DrawableCloth } from '../src/cloth-buffers.js';
import { gpuDeviceOf } from '../src/cloth-device.js';
import { makeTwoSided } from '../src/cloth-mesh.js';

SetMissingSideEffectWarningsEnabled(true);

/** Edge of the square canvas, and distance of the eye. */
export const CANVAS = 300;
const EYE = 8;
/** Pixels per metre at distance 1: half the canvas over tan(0.8 / 2). */
const FOCAL = CANVAS / 2 / Math.tan(0.4);

/** Position of a point on the canvas, pixels from the top left; computed without Babylon. */
export function project(x: number, y: number, z: number): { x: number; y: number } {
  return { x: CANVAS / 2 + (FOCAL * x) / (z + EYE), y: CANVAS / 2 - (FOCAL * y) / (z + EYE) };
}

export interface Stage {
  readonly engine: AbstractEngine;
  readonly scene: Scene;
  readonly camera: ArcRotateCamera;
  /** A material that makes every cloth pixel plain red. */
  readonly red: StandardMaterial;
  /** Renders until everything is ready and drawn, and returns the pixels, rgba row by row from the top. */
  shot(): Promise<Uint8ClampedArray>;
  /** Removes all cloths and resets the camera. */
  clear(): void;
  dispose(): void;
}

export const stages = [
  { name: 'WebGL, CPU', webGpu: false, gpuCloth: false },
  { name: 'WebGPU, CPU', webGpu: true, gpuCloth: false },
  { name: 'WebGPU, GPU', webGpu: true, gpuCloth: true },
] as const;

export type StageKind = (typeof stages)[number];

/** A black stage with the articles' view of their cloth, on one of the two engines. */
export async function openStage({ webGpu }: { webGpu: boolean }): Promise<Stage> {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = `position: fixed; left: 0; top: 0; width: ${CANVAS}px; height: ${CANVAS}px`;
  canvas.width = CANVAS;
  canvas.height = CANVAS;
  document.body.append(canvas);
  let engine: AbstractEngine;
  if (webGpu) {
    const created = new WebGPUEngine(canvas, { antialias: false, adaptToDeviceRatio: false });
    await created.initAsync();
    keepPipelines(gpuDeviceOf(created)!);
    engine = created;
  } else {
    engine = new Engine(canvas, false, { adaptToDeviceRatio: false, preserveDrawingBuffer: true });
  }
  const scene = new Scene(engine);
  scene.clearColor = new Color4(0, 0, 0, 1);
  const camera = new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, EYE, Vector3.Zero(), scene);
  camera.minZ = 0.1;
  camera.attachControl();
  const red = new StandardMaterial('red', scene);
  makeTwoSided(red);
  red.disableLighting = true;
  red.emissiveColor = new Color3(1, 0, 0);
  return {
    engine,
    scene,
    camera,
    red,
    async shot() {
      await scene.whenReadyAsync();
      const copy = new OffscreenCanvas(CANVAS, CANVAS).getContext('2d', { willReadFrequently: true })!;
      for (let frame = 0; frame < 2; frame++) {
        await new Promise(requestAnimationFrame);
        engine.beginFrame();
        scene.render();
        engine.endFrame();
        copy.drawImage(canvas, 0, 0);
      }
      return copy.getImageData(0, 0, CANVAS, CANVAS).data;
    },
    clear() {
      for (const mesh of [...scene.meshes]) mesh.dispose();
      scene.onPrePointerObservable.clear();
      camera.inertialAlphaOffset = 0;
      camera.inertialBetaOffset = 0;
      camera.setTarget(Vector3.Zero());
      camera.alpha = -Math.PI / 2;
      camera.beta = Math.PI / 2;
      camera.radius = EYE;
    },
    dispose() {
      scene.dispose();
      engine.dispose();
      canvas.remove();
    },
  };
}

/** Creates a cloth for a stage. */
export async function makeCloth(
  stage: Stage,
  { gpuCloth }: StageKind,
  definition: ClothDefinition,
): Promise<DrawableCloth> {
  return createCloth(definition, { device: gpuCloth ? gpuDeviceOf(stage.engine) : null });
}

export const redAt = (pixels: Uint8ClampedArray, x: number, y: number): number =>
  pixels[4 * (Math.floor(y) * CANVAS + Math.floor(x))];

/** Bounding box of all pixels that pass, and their number. */
export function extent(
  pixels: Uint8ClampedArray,
  passes: (red: number, green: number, blue: number) => boolean,
): { minX: number; minY: number; maxX: number; maxY: number; count: number } {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity, count: 0 };
  for (let y = 0; y < CANVAS; y++) {
    for (let x = 0; x < CANVAS; x++) {
      const i = 4 * (y * CANVAS + x);
      if (!passes(pixels[i], pixels[i + 1], pixels[i + 2])) continue;
      box.minX = Math.min(box.minX, x);
      box.maxX = Math.max(box.maxX, x);
      box.minY = Math.min(box.minY, y);
      box.maxY = Math.max(box.maxY, y);
      box.count++;
    }
  }
  return box;
}
