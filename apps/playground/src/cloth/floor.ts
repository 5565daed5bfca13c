/**
 * The material of a floor: a spot of one colour that fades into the background, so that the floor has no edge and objects on it do not seem
 * to float. Shadows darken it.
 *
 * Babylon's standard material shows  texture * min(1, diffuse * L + emissive),  where L is the light that arrives: that of the sun alone,
 * S (n . l) with its colour and intensity S, or nothing in its shadow. The texture has the colours of the lit floor, so
 *
 *     emissive = 1 - d     diffuse = d / (S (n . l))
 *
 * show it as painted where the sun shines, and darker by the share d in the shadow. Other lights must not reach a floor.
 */

import '@babylonjs/core/Engines/Extensions/engine.dynamicTexture.js';
import type { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { DynamicTexture } from '@babylonjs/core/Materials/Textures/dynamicTexture.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Backdrop } from './backdrop.js';

/** Texels of the texture along a side. */
const SIZE = 512;
/** By how much a shadow darkens the floor. */
const DARKENING = 0.26;
/** Opacity of the spot over the background, by the distance from its centre as a share of its radius. */
const SPOT = [
  [0, 0.4],
  [0.2, 0.34],
  [0.38, 0.19],
  [0.7, 0.09],
  [1, 0],
] as const;

export class Floor {
  readonly material: StandardMaterial;
  readonly #texture: DynamicTexture;

  constructor(scene: Scene) {
    this.#texture = new DynamicTexture('floor', SIZE, scene, true);
    this.material = new StandardMaterial('floor', scene);
    this.material.diffuseTexture = this.#texture;
    this.material.specularColor = Color3.Black();
  }

  /** Takes the colours of the backdrop, and the light of its sun. */
  show({ floor, background, sun }: Backdrop): void {
    const context = this.#texture.getContext() as CanvasRenderingContext2D;
    context.fillStyle = background.toHexString();
    context.fillRect(0, 0, SIZE, SIZE);
    const spot = context.createRadialGradient(SIZE / 2, SIZE / 2, 0, SIZE / 2, SIZE / 2, SIZE / 2);
    const [red, green, blue] = floor.asArray().map((channel) => Math.round(255 * channel));
    for (const [at, opacity] of SPOT) spot.addColorStop(at, `rgb(${red} ${green} ${blue} / ${opacity})`);
    context.fillStyle = spot;
    context.fillRect(0, 0, SIZE, SIZE);
    this.#texture.update();
    const light = sun === null ? Color3.Black() : lightOf(sun);
    const share = (channel: number): number => (channel > 0 ? DARKENING / channel : 0);
    this.material.diffuseColor = new Color3(share(light.r), share(light.g), share(light.b));
    const dark = sun === null ? 1 : 1 - DARKENING;
    this.material.emissiveColor = new Color3(dark, dark, dark);
  }
}

/** The light of the sun on a level floor. */
function lightOf({ diffuse, intensity, direction }: DirectionalLight): Color3 {
  return diffuse.scale((intensity * Math.max(0, -direction.y)) / direction.length());
}
