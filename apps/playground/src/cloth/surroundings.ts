/** What stands around the cloths of the scenes: bodies that they fall on or that push them, and rods that hold them. */

import { bakeDistanceField, type Collider, type TriangleMesh, type Vector3 } from '@otedama/cloth-webgpu';
import { knotMesh } from './knot-mesh.js';
import type { Rod } from './rods.js';

export const floor: Collider = {
  type: 'plane',
  point: { x: 0, y: -0.9, z: 0 },
  normal: { x: 0, y: 1, z: 0 },
  friction: 0.6,
};

/** A box on the floor, slightly rotated. */
export const box: Collider = {
  type: 'box',
  center: { x: 0, y: -0.3, z: 0 },
  halfSizes: { x: 0.62, y: 0.6, z: 0.48 },
  rotation: { x: 0, y: Math.sin(0.15), z: 0, w: Math.cos(0.15) },
  // more would hold the stretch of the impact
  friction: 0.25,
};

/** A figure with slightly raised arms. Its head goes through the hole of a poncho. */
export const figure: readonly Collider[] = [
  { type: 'sphere', center: { x: 0, y: 0.72, z: 0 }, radius: 0.15, friction: 0.4 },
  limb({ x: 0, y: 0.36, z: 0 }, { x: 0, y: 0.6, z: 0 }, 0.07),
  limb({ x: 0, y: -0.25, z: 0 }, { x: 0, y: 0.24, z: 0 }, 0.19),
  ...[-1, 1].flatMap((side) => [
    limb({ x: 0, y: 0.36, z: 0 }, { x: 0.27 * side, y: 0.34, z: 0 }, 0.09),
    limb({ x: 0.27 * side, y: 0.34, z: 0 }, { x: 0.62 * side, y: 0.08, z: 0 }, 0.075, 0.045),
    limb({ x: 0.1 * side, y: -0.35, z: 0 }, { x: 0.13 * side, y: -0.82, z: 0 }, 0.1, 0.055),
  ]),
];

function limb(from: Vector3, to: Vector3, radius: number, toRadius: number = radius): Collider {
  return { type: 'capsule', from, to, radius, toRadius, friction: 0.4 };
}

/** A knot that stands on the floor. */
export const knot: TriangleMesh = knotMesh(0.44, 0.19, 0.12);

/** The knot as a collider. Its field is computed once, when a scene needs it. */
let knotField: Collider | null = null;
export function knotCollider(): Collider {
  knotField ??= {
    ...{ type: 'field', field: bakeDistanceField(knot), position: { x: 0, y: -0.276, z: 0 } },
    rotation: { x: 0, y: 0, z: Math.sin(Math.PI / 4), w: Math.cos(Math.PI / 4) },
    friction: 0.5,
  };
  return knotField;
}

/** A ball that moves back and forth through the plane z = 0, and slightly sideways. */
export const passing = (time: number): readonly Collider[] => {
  const center = { x: 0.3 * Math.sin(0.55 * time), y: -0.35, z: -1.5 * Math.cos(1.7 * time) };
  return [{ type: 'sphere', center, radius: 0.38, friction: 0.15 }];
};

/** A frame of four rods around a net, on four posts. */
export const netFrame: readonly Rod[] = [-1, 1].flatMap((side) => [
  [
    { x: -1.1, y: 0, z: 1.1 * side },
    { x: 1.1, y: 0, z: 1.1 * side },
  ] as const,
  [
    { x: 1.1 * side, y: 0, z: -1.1 },
    { x: 1.1 * side, y: 0, z: 1.1 },
  ] as const,
  ...[-1, 1].map(
    (other) =>
      [
        { x: 1.1 * side, y: -0.9, z: 1.1 * other },
        { x: 1.1 * side, y: 0, z: 1.1 * other },
      ] as const,
  ),
]);

/** Posts from the floor to the corners of the hammock. */
export const posts: readonly Rod[] = [-1, 1].flatMap((x) =>
  [-1, 1].map(
    (z) =>
      [
        { x: 1.2 * x, y: -0.9, z: 1.2 * z },
        { x: 1.11 * x, y: 0.62, z: 1.11 * z },
      ] as const,
  ),
);
