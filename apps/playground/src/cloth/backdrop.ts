import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { FabricName } from './fabrics.js';

/** Light and background at a time of day: CSS colours, and intensities of 1 for full light. */
interface Palette {
  readonly background: string;
  readonly sky: number;
  /** Light from below. */
  readonly ground: string;
  readonly sun: number;
  readonly sunColor: string;
  readonly fill: number;
  /** What a floor looks like where it is darkest by day, or lit by night; it fades into the background. */
  readonly floor: string;
}

const day: Palette = {
  background: '#ece6da',
  sky: 0.72,
  ground: '#bdb0a2',
  sun: 0.48,
  sunColor: '#fff1dc',
  fill: 0.35,
  floor: '#706250',
};

/** Less light from all around and more from one side, as from a lamp, so that folds are seen against the dark. */
const night: Palette = {
  background: '#171a21',
  sky: 0.56,
  ground: '#747b8e',
  sun: 0.62,
  sunColor: '#fff4e4',
  fill: 0.3,
  floor: '#4a5366',
};

/** The picture of the articles has one light and one background. */
const articlesBackground = new Color4(0.8, 0.8, 0.8, 1);

/** The colour behind a fabric, as CSS writes it. */
export function backgroundOf(fabric: FabricName, isNight: boolean): string {
  if (fabric === 'articles') return articlesBackground.toHexString(true);
  return (isNight ? night : day).background;
}

/** The light on a cloth and what is behind it, by day and by night. */
export class Backdrop {
  /** The colour behind everything, and that of a floor where it is seen best. */
  background: Color3 = Color3.Black();
  floor: Color3 = Color3.Black();
  private readonly scene: Scene;
  private readonly lights: {
    readonly sky: HemisphericLight;
    readonly sun: DirectionalLight;
    readonly fill: DirectionalLight;
  } | null;

  constructor(scene: Scene, fabric: FabricName) {
    this.scene = scene;
    if (fabric === 'articles') {
      scene.clearColor = articlesBackground;
      new HemisphericLight('sky', Vector3.Up(), scene).intensity = 0.8;
      this.lights = null;
      return;
    }
    const sky = new HemisphericLight('sky', new Vector3(0.15, 1, -0.35), scene);
    const sun = new DirectionalLight('sun', new Vector3(0.55, -0.75, 0.6), scene);
    const fill = new DirectionalLight('fill', new Vector3(-0.5, -0.45, -0.75), scene);
    fill.specular = Color3.Black();
    this.lights = { sky, sun, fill };
  }

  /** The light that casts shadows; null for the articles. */
  get sun(): DirectionalLight | null {
    return this.lights?.sun ?? null;
  }

  /** Makes the sun the only light on a mesh. */
  leaveToSun(mesh: AbstractMesh): void {
    this.lights?.sky.excludedMeshes.push(mesh);
    this.lights?.fill.excludedMeshes.push(mesh);
  }

  /** Makes it day or night. */
  show(isNight: boolean): void {
    const palette = isNight ? night : day;
    this.background = Color3.FromHexString(palette.background);
    this.floor = Color3.FromHexString(palette.floor);
    if (this.lights !== null) {
      const { sky, sun, fill } = this.lights;
      this.scene.clearColor = Color4.FromHexString(palette.background);
      sky.intensity = palette.sky;
      sky.groundColor = Color3.FromHexString(palette.ground);
      sun.intensity = palette.sun;
      sun.diffuse = Color3.FromHexString(palette.sunColor);
      fill.intensity = palette.fill;
    }
  }
}
