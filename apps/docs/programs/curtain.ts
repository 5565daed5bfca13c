/**
 * A curtain on rings that opens and closes and can be grabbed: cloth on the GPU, or on the CPU where there is no WebGPU.
 */
import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Camera } from '@babylonjs/core/Cameras/camera.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateTorus } from '@babylonjs/core/Meshes/Builders/torusBuilder.js';
import { Scene } from '@babylonjs/core/scene.js';
import { createCloth } from '@otedama/cloth-webgpu';
import { sin } from '@otedama/math2d';
import { ClothHand, ClothMesh, createEngine, gpuDeviceOf, makeTwoSided } from '@otedama/render-babylon';
import { FrameClock } from '@otedama/rigid';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const output = document.querySelector('output') as HTMLOutputElement;

const { engine } = await createEngine(canvas, { antialias: true }).catch((error) => {
  output.value = error.message; // neither WebGPU nor WebGL: the message says what to do
  throw error;
});
const scene = new Scene(engine);
scene.clearColor = new Color4(0.98, 0.98, 0.97, 1);
const camera = new ArcRotateCamera('camera', -Math.PI / 2, 1.5, 4.6, new Vector3(0, -0.9, 0), scene);
new HemisphericLight('sky', new Vector3(0, 1, -0.3), scene).intensity = 0.5;
new DirectionalLight('sun', new Vector3(0.7, -0.4, 0.6), scene).intensity = 0.8;

// Three metres of cloth hang on 13 rings. Between two rings it starts in a wave, so that it folds to one side and to the other.
const [rings, cells, width] = [13, 6, 3];
/** How far along the rod a ring hangs, m, if the curtain covers this share of its width. */
const along = (ring: number, share: number) => (share * width * ring) / (rings - 1) - width / 2;
let share = 0.85;
const cloth = await createCloth(
  {
    ...{ columns: (rings - 1) * cells, rows: 40, width, height: 2 },
    ...{ tethers: true, strainLimit: 0, damping: 0.5 },
    pins: Array.from({ length: rings }, (_, ring) => ring * cells),
    shape: (column, row) => ({
      x: along(column / cells, share),
      y: -row / 20,
      z: 0.06 * sin((Math.PI * column) / cells),
    }),
  },
  { device: gpuDeviceOf(engine) }, // null in an engine for WebGL: then the cloth runs on the CPU
);
const fabric = new StandardMaterial('fabric', scene);
fabric.diffuseColor = new Color3(0.7, 0.25, 0.24);
fabric.specularColor = new Color3(0.05, 0.05, 0.05);
makeTwoSided(fabric);
const hand = new ClothHand(scene, cloth); // grabs the fabric

const rod = CreateCylinder('rod', { height: width + 0.3, diameter: 0.04 }, scene);
rod.rotation.z = Math.PI / 2;
rod.position.y = 0.05;
const hoops = cloth.pins.map((_, ring) => {
  const hoop = CreateTorus(`ring ${ring}`, { diameter: 0.1, thickness: 0.02 }, scene);
  hoop.rotation.z = Math.PI / 2;
  return hoop;
});

// The curtain opens and closes: with the arrows, or with a finger beside the fabric.
let goal = share;
const pull = (by: number) => {
  clock.isPaused = false;
  goal = Math.max(0.25, Math.min(0.95, goal + by));
};
canvas.addEventListener('pointermove', ({ buttons, movementX }) => {
  if (buttons > 0 && hand.holding === 0) pull((1.5 * movementX) / canvas.clientWidth);
  else if (buttons > 0) clock.isPaused = false;
});
addEventListener('keydown', ({ key }) => {
  if (key === 'ArrowLeft') pull(-0.1);
  if (key === 'ArrowRight') pull(0.1);
});

// who asked for less motion gets a picture that stands still until the curtain is pulled
const clock = new FrameClock({ isPaused: matchMedia('(prefers-reduced-motion: reduce)').matches });
let before = share; // a step ago
new ClothMesh(scene, cloth, { material: fabric, interpolation: () => clock.alpha });
engine.runRenderLoop(() => {
  clock.advance(engine.getDeltaTime() / 1000, (dt) => {
    before = share;
    share += Math.max(-0.6 * dt, Math.min(0.6 * dt, goal - share));
    cloth.pins.forEach(
      (particle, ring) => void cloth.setPin(particle, { x: along(ring, share), y: 0, z: 0 }),
    );
    cloth.step();
  });
  const drawn = before + clock.alpha * (share - before);
  hoops.forEach((hoop, ring) => void hoop.position.set(along(ring, drawn), 0.04, 0));
  scene.render();
});
output.value = `The cloth runs on the ${cloth.backend.toUpperCase()}. Pull it, or open it with the arrows or beside it.`;

// upright, the width of the picture counts
const fit = () => {
  engine.resize();
  camera.fovMode =
    canvas.width < 1.2 * canvas.height ? Camera.FOVMODE_HORIZONTAL_FIXED : Camera.FOVMODE_VERTICAL_FIXED;
};
addEventListener('resize', fit);
fit();
