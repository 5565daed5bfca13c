import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateTorus } from '@babylonjs/core/Meshes/Builders/torusBuilder.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Vector3 as Point } from '@otedama/cloth-webgpu';

/** A rod from one point to another, metres. */
export type Rod = readonly [from: Point, to: Point];

const rodDiameter = 0.05;
/** The wire of a ring, and the play between ring and rod, metres. */
const wire = 0.012;
const play = 0.006;

/** Adds round wooden rods, each between two points. */
export function addRods(scene: Scene, rods: readonly Rod[]): void {
  if (rods.length === 0) return;
  const wood = new StandardMaterial('wood', scene);
  wood.diffuseColor = Color3.FromHexString('#8a6a4c');
  wood.specularColor = new Color3(0.15, 0.14, 0.12);
  for (const [from, to] of rods) {
    const start = new Vector3(from.x, from.y, from.z);
    const along = new Vector3(to.x, to.y, to.z).subtractInPlace(start);
    const rod = CreateCylinder(
      'rod',
      { height: along.length(), diameter: rodDiameter, tessellation: 20 },
      scene,
    );
    rod.position = along.scale(0.5).addInPlace(start);
    rod.rotationQuaternion = Quaternion.FromUnitVectorsToRef(
      Vector3.Up(),
      along.normalize(),
      new Quaternion(),
    );
    rod.isPickable = false;
    rod.material = wood;
  }
}

/** Adds brass rings at places on a level rod along the x axis. */
export function addRings(scene: Scene, [rod]: Rod, places: readonly number[]): void {
  const brass = new StandardMaterial('brass', scene);
  brass.diffuseColor = Color3.FromHexString('#b08d4f');
  brass.specularColor = new Color3(0.5, 0.42, 0.25);
  brass.specularPower = 32;
  const diameter = rodDiameter + wire + 2 * play;
  for (const x of places) {
    const ring = CreateTorus('ring', { diameter, thickness: wire, tessellation: 24 }, scene);
    ring.position = new Vector3(x, rod.y - play, rod.z);
    ring.rotation.z = Math.PI / 2;
    ring.isPickable = false;
    ring.material = brass;
  }
}
