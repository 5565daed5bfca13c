/**
 * The Galton board in three dimensions: an ordinary Babylon.js scene with a camera, lights and shadows. Three meshes draw all pegs, all
 * walls and all marbles, because each draws many bodies.
 */

import '@babylonjs/core/Culling/ray.js';
import '@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js';
import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { ShadowGenerator } from '@babylonjs/core/Lights/Shadows/shadowGenerator.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { Scene } from '@babylonjs/core/scene.js';
import { BodyInstances, clothColor, DrawOnChange } from '@otedama/render-babylon';
import type { Body } from '@otedama/rigid';
import {
  type GaltonBoard,
  HALF_WIDTH,
  MARBLE_RADIUS,
  PEG_RADIUS,
  TOP,
  WALL_THICKNESS,
} from './galton-board.js';

/** Depth of pegs and walls in front of the board, m. */
const DEPTH = 0.5;
/** The board leans back by this angle, rad. */
const LEAN = 0.35;

export interface GaltonScene {
  readonly scene: Scene;
  /** Draws a marble that was dropped. */
  addMarble(marble: Body): void;
  /** Draws the board against the dark, or in the light. */
  setNight(on: boolean): void;
  /** Draws a frame, unless it would look like the last one. */
  draw(): void;
}

/** What is behind the board, by day and by night. */
const BACKGROUND = { day: '#ece6db', night: '#26282d' };

/**
 * Builds the scene of a board. `alpha` tells where between the last two steps it is drawn; `isNight` whether it is drawn against the
 * dark.
 */
export function createGaltonScene(
  engine: AbstractEngine,
  board: GaltonBoard,
  alpha: () => number,
  isNight: boolean,
): GaltonScene {
  const scene = new Scene(engine);
  const camera = new ArcRotateCamera('camera', -1.72, 1.32, 23, new Vector3(0.2, 0.5 * TOP, 1.5), scene);
  camera.lowerRadiusLimit = 8;
  camera.upperRadiusLimit = 40;
  camera.lowerAlphaLimit = -Math.PI;
  camera.upperAlphaLimit = 0;
  camera.upperBetaLimit = 1.6;
  camera.fov = 0.7;
  camera.attachControl();
  const ambient = new HemisphericLight('ambient', new Vector3(0.2, 1, -0.6), scene);
  ambient.intensity = 0.6;
  ambient.groundColor = Color3.FromHexString('#5a5048');
  const sun = new DirectionalLight('sun', new Vector3(0.5, -1, 1.1), scene);
  sun.position = new Vector3(-8, 20, -16);
  sun.intensity = 0.55;
  const shadows = new ShadowGenerator(1024, sun);
  shadows.usePercentageCloserFiltering = true;
  shadows.bias = 0.002;

  const material = (name: string, color: string, shine = 0.1): StandardMaterial => {
    const made = new StandardMaterial(name, scene);
    made.diffuseColor = Color3.FromHexString(color);
    made.specularColor = new Color3(shine, shine, shine);
    return made;
  };
  // the world lies in the plane z = 0 of this node
  const plane = new TransformNode('plane', scene);
  plane.rotation.x = LEAN;
  const height = TOP + 2;
  const back = CreateBox('back', { width: 2 * HALF_WIDTH + 0.6, height: height + 0.6, depth: 0.3 }, scene);
  back.material = material('wood', '#c9a877');
  back.parent = plane;
  back.position.set(0, height / 2, DEPTH / 2 + 0.15);
  back.receiveShadows = true;

  /** Bodies that one mesh draws. */
  const drawn = (mesh: Mesh, made: StandardMaterial): BodyInstances => {
    mesh.material = made;
    mesh.parent = plane;
    shadows.addShadowCaster(mesh);
    return new BodyInstances(board.world, mesh, { interpolation: alpha });
  };
  const peg = CreateCylinder('peg', { diameter: 2 * PEG_RADIUS, height: DEPTH, tessellation: 20 }, scene);
  peg.rotation.x = Math.PI / 2; // its axis is along z
  peg.bakeCurrentTransformIntoVertices();
  const pegs = drawn(peg, material('brass', '#d8b04c', 0.5));
  for (const body of board.pegs) pegs.add(body);

  const walls = drawn(CreateBox('wall', {}, scene), material('walls', '#8a6f4a'));
  for (const { body, height: tall } of board.walls)
    walls.add(body, { scale: new Vector3(WALL_THICKNESS, tall, DEPTH) });
  walls.add(board.floor, { scale: new Vector3(2 * HALF_WIDTH + WALL_THICKNESS, WALL_THICKNESS, DEPTH) });

  const marble = CreateSphere('marble', { diameter: 2 * MARBLE_RADIUS, segments: 12 }, scene);
  marble.thinInstanceEnablePicking = true;
  const marbles = drawn(marble, material('glass', '#ffffff', 0.6));
  let count = 0;
  scene.onPointerDown = (_event, picked) => {
    if (picked.pickedMesh !== marble) return;
    const body = marbles.bodies[picked.thinInstanceIndex];
    body?.applyImpulse({ x: 0, y: 12 * body.mass });
  };
  const drawing = new DrawOnChange(scene);
  const setNight = (on: boolean): void => {
    scene.clearColor = Color4.FromHexString(on ? BACKGROUND.night : BACKGROUND.day);
    drawing.request();
  };
  setNight(isNight);
  return {
    scene,
    setNight,
    addMarble: (body) => marbles.add(body, { color: clothColor(count++) }),
    draw: () => void drawing.frame(marbles.update()),
  };
}
