/**
 * How much a camera sees on canvases of any shape. With a the angle of view from the middle to the upper edge, a canvas of width w and height
 * h sees
 *
 *     down    tan(a) times the distance        across    tan(a) w / h times the distance
 *
 * A wide canvas has a0, for which the scenes are made. On a tall one a grows until what a scene shows across fits into the width, with room
 * beside it to pull the cloth aside. For a scene that is wider than tan(a0) across, or swings far, the room shrinks first.
 */
import type { Camera } from '@babylonjs/core/Cameras/camera.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Animation } from './cloth-scene.js';

/** tan(a0). 2 a0 = 0.8 rad, Babylon's own field of view. */
const WIDE = Math.tan(0.4);

/** Width of a tall canvas as a multiple of what it shows: with room, and without. */
const ROOM = 1.2;
const NO_ROOM = 1.03;

/**
 * The field of view from edge to edge, rad, down a canvas of `width` x `height`. `reach` is what `reachAcross` returns, and `farthest` what
 * it returns for a cloth that swings.
 */
export function fieldOfView(reach: number, width: number, height: number, farthest: number = reach): number {
  const across = Math.max(NO_ROOM * farthest, Math.min(ROOM * reach, WIDE));
  return 2 * Math.atan(width < height ? Math.max(WIDE, (across * height) / width) : WIDE);
}

/** Number of moments at which an animation is looked at. */
const MOMENTS = 16;

/** Where an animation has its particles while it plays (x, y, z and 0 of each). */
export function placesOf({ skin, period }: Animation): Float32Array {
  const moments = Array.from({ length: MOMENTS }, (_, k) => skin((k * period) / MOMENTS).positions);
  return Float32Array.from(
    moments.flatMap((xyz) => xyz.flatMap((coordinate, k) => (k % 3 === 2 ? [coordinate, 0] : [coordinate]))),
  );
}

/**
 * How far meshes and particles (x, y, z and inverse mass of each) reach to the left or right of the middle of a camera's view, as a multiple
 * of their distance, if the particles swing so far to the side, m.
 */
export function reachAcross(
  camera: Camera,
  meshes: readonly AbstractMesh[],
  particles: Float32Array,
  swing = 0,
): number {
  const view = camera.getViewMatrix(true);
  const seen = new Vector3();
  let reach = 0;
  const see = (x: number, y: number, z: number, aside: number) => {
    Vector3.TransformCoordinatesFromFloatsToRef(x, y, z, view, seen);
    reach = Math.max(reach, (Math.abs(seen.x) + aside) / seen.z);
  };
  for (const mesh of meshes) {
    mesh.computeWorldMatrix(true);
    for (const { x, y, z } of mesh.getBoundingInfo().boundingBox.vectorsWorld) see(x, y, z, 0);
  }
  for (let o = 0; o < particles.length; o += 4) see(particles[o], particles[o + 1], particles[o + 2], swing);
  return reach;
}
