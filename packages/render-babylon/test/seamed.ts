import '@babylonjs/core/Engines/Extensions/engine.rawTexture.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture.js';
import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { makeTwoSided } from '../src/index.js';

/**
 * A strip of three squares in the plane z = 0, 4 m wide and 1 m high, whose middle square is a metre wider. Its texture has a seam on the
 * left of the middle square and another on the right: each square has its own four vertices. A sliver without area, as builders make at
 * poles, and a vertex that no triangle uses are part of it.
 */
export function seamedStrip(): { positions: number[]; triangles: number[]; uvs: number[] } {
  const positions: number[] = [];
  const triangles: number[] = [];
  const uvs: number[] = [];
  [-2, -1, 1, 2].forEach((left, square, edges) => {
    const right = edges[square + 1];
    if (right === undefined) return;
    const first = positions.length / 3;
    positions.push(left, 0.5, 0, left, -0.5, 0, right, -0.5, 0, right, 0.5, 0);
    for (let corner = 0; corner < 4; corner++) uvs.push((square + 0.5) / 3, 0.5);
    triangles.push(first, first + 1, first + 2);
    if (square === 1) triangles.push(first, first + 1, first - 1); // between two copies of one vertex
    triangles.push(first, first + 2, first + 3);
  });
  positions.push(9, 9, 9);
  uvs.push(0, 0);
  return { positions, triangles, uvs };
}

/** A material that shows u = 0..1/3 red, 1/3..2/3 green and 2/3..1 blue, where its normals are along z: its only light is along z too. */
export function paintedInThree(scene: Scene): StandardMaterial {
  const texels = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255);
  const material = new StandardMaterial('painted', scene);
  makeTwoSided(material);
  material.specularColor = Color3.Black();
  const light = new DirectionalLight('along z', new Vector3(0, 0, 1), scene);
  material.onDisposeObservable.add(() => light.dispose());
  material.diffuseTexture = RawTexture.CreateRGBATexture(
    ...([texels, 3, 1, scene, false, false, Texture.NEAREST_NEAREST] as const),
  );
  return material;
}
