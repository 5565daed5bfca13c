/** A cloth computed on Babylon's own device and drawn from its buffers by render-babylon. */
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import { createCloth } from '@otedama/cloth-webgpu';
import { ClothMesh, createEngine, gpuDeviceOf, makeTwoSided } from '@otedama/render-babylon';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const { engine } = await createEngine(canvas);
const scene = new Scene(engine);
scene.clearColor = new Color4(0, 0, 0, 1);
const camera = new FreeCamera('camera', new Vector3(0, 0, -8), scene);
camera.setTarget(Vector3.Zero());
const red = new StandardMaterial('red', scene);
makeTwoSided(red);
red.disableLighting = true;
red.emissiveColor = new Color3(1, 0, 0);

const cloth = await createCloth({ columns: 20, rows: 30, pins: 'none' }, { device: gpuDeviceOf(engine) });
new ClothMesh(scene, cloth, { material: red });
engine.runRenderLoop(() => scene.render());

export const page = {
  backend: cloth.backend,
  advance(steps: number): void {
    for (let step = 0; step < steps; step++) cloth.step();
  },
};
Object.assign(window, { page });
