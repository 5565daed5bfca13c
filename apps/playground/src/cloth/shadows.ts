/**
 * Shadows of the sun. The shadow map draws the meshes as they are, a cloth from the buffers of its solver: nothing is copied. What is lit by
 * the sun alone is dark in them, the rest a little darker. Their edges are blurred over five texels.
 */

import '@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js';
import type { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { ShadowGenerator } from '@babylonjs/core/Lights/Shadows/shadowGenerator.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';

/** Texels of the map along a side. */
const SIZE = 1024;
/** The map shows this far from the origin to all sides, metres: the whole floor. It does not follow the cloth, or the edges would shiver. */
const REACH = 3;
/** Distance of the map's plane from the origin, metres. */
const DISTANCE = 6;
/** How far a surface is moved away from the sun, as a share of the depth of the map, and along its normal: it must not shade itself. */
const BIAS = 0.002;
const NORMAL_BIAS = 0.015;

/** Makes the casters throw shadows of the sun on the receivers. */
export function castShadows(
  sun: DirectionalLight,
  casters: readonly AbstractMesh[],
  receivers: readonly AbstractMesh[],
): void {
  sun.position = sun.direction.normalizeToNew().scale(-DISTANCE);
  sun.shadowFrustumSize = 2 * REACH;
  sun.shadowMinZ = DISTANCE - REACH;
  sun.shadowMaxZ = DISTANCE + REACH;
  const shadows = new ShadowGenerator(SIZE, sun);
  shadows.usePercentageCloserFiltering = true;
  shadows.bias = BIAS;
  shadows.normalBias = NORMAL_BIAS;
  for (const mesh of casters) shadows.addShadowCaster(mesh, false);
  for (const mesh of receivers) mesh.receiveShadows = true;
}
