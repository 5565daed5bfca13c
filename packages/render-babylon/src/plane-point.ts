import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Vec2 } from '@otedama/math2d';

/** A ray in a scene, such as the Babylon.js `Ray` that `scene.createPickingRay` returns. */
export interface SceneRay {
  /** Start of the ray, m. */
  readonly origin: Vector3;
  /** Direction of the ray, any length > 0. */
  readonly direction: Vector3;
}

/**
 * Returns the point where a ray hits the plane of a world, in coordinates of the world, m. Use it to find the point under the pointer with
 * any camera. Returns null if the ray is parallel to the plane or points away from it.
 *
 * ```ts
 * const ray = scene.createPickingRay(left, top, null, camera);
 * const point = pointOnPlane(ray, table);
 * if (point !== null) hand.grab(point, 0.1);
 * ```
 * @param plane the node whose plane z = 0 contains the world, as in `AggregateOptions`; default: the plane z = 0 of the scene
 */
export function pointOnPlane({ origin, direction }: SceneRay, plane?: TransformNode): Vec2 | null {
  const inverse = plane === undefined ? Matrix.Identity() : plane.computeWorldMatrix(true).clone().invert();
  const from = Vector3.TransformCoordinates(origin, inverse);
  const along = Vector3.TransformNormal(direction, inverse);
  const share = -from.z / along.z;
  // NaN if the ray lies in the plane
  if (!(share >= 0 && share < Number.POSITIVE_INFINITY)) return null;
  return { x: from.x + share * along.x, y: from.y + share * along.y };
}
