/** A teleport for tests, and where it takes a point. */

import type { RigidMotion, Vector3 } from '../src/index.js';

/** A quarter turn about a vertical axis beside the cloth, then a translation: it maps axes to axes and keeps gravity. */
export const aside: Required<RigidMotion> = {
  translation: { x: 3, y: 2, z: -5 },
  rotation: { x: 0, y: 1, z: 0, w: 1 },
  about: { x: 0.5, y: 4, z: 1 },
};

/** The image of a point under `aside`: a quarter turn about y takes (x, z) to (z, -x). */
export function setAside({ x, y, z }: Vector3): Vector3 {
  const { translation, about } = aside;
  return {
    x: about.x + (z - about.z) + translation.x,
    y: y + translation.y,
    z: about.z - (x - about.x) + translation.z,
  };
}
