import '@babylonjs/core/Meshes/instancedMesh.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { createClothCpu, weldVertices } from '@otedama/cloth-webgpu';
import { InputError } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import { ClothMesh, type MeshTriangles, meshTriangles } from '../src/index.js';
import { nullScene } from './null-scene.js';

/** Volume enclosed by the triangles, m³: above 0 if they turn counter-clockwise seen from outside. */
function volume({ positions, triangles }: MeshTriangles): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => Vector3.FromArray(positions, 3 * triangles[t + corner]));
    sum += Vector3.Dot(a, Vector3.Cross(b, c)) / 6;
  }
  return sum;
}

describe('meshTriangles', () => {
  for (const isRightHanded of [false, true]) {
    test(`a box in a ${isRightHanded ? 'right' : 'left'}-handed scene, moved, turned, scaled and mirrored, is outside where it was`, () => {
      const scene = nullScene();
      scene.useRightHandedSystem = isRightHanded;
      const parent = new TransformNode('parent', scene);
      parent.position.set(3, 4, 5);
      parent.rotation.set(0.3, 0.4, 0.5);
      const box = CreateBox('box', { width: 1, height: 2, depth: 3 }, scene);
      box.parent = parent;
      expect(volume(meshTriangles(box))).toBeCloseTo(6, 4);
      box.scaling.set(2, 1, 1);
      expect(volume(meshTriangles(box))).toBeCloseTo(12, 4);
      box.scaling.set(-2, 1, 1);
      expect(volume(meshTriangles(box))).toBeCloseTo(12, 4);
    });
  }

  test('an instance stands in its own place, with the texture coordinates of its source', () => {
    const scene = nullScene();
    const box = CreateBox('box', { size: 1 }, scene);
    const instance = box.createInstance('other');
    instance.position.x = 10;
    const { positions, uvs } = meshTriangles(instance);
    const xs = positions.filter((_, k) => k % 3 === 0);
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([9.5, 10.5]);
    expect(uvs).toHaveLength(48);
  });

  test('a mesh without indices has three vertices for each triangle', () => {
    const mesh = CreateBox('box', { size: 1 }, nullScene());
    mesh.convertToUnIndexedMesh();
    const { triangles } = meshTriangles(mesh);
    expect(triangles).toHaveLength(36);
    expect(volume(meshTriangles(mesh))).toBeCloseTo(1, 6);
  });

  test('a mesh without vertices is refused by its name', () => {
    const mesh = new Mesh('nothing', nullScene());
    expect(() => meshTriangles(mesh)).toThrow(InputError);
    expect(() => meshTriangles(mesh)).toThrow(/a mesh with vertices.*nothing/);
  });

  test('a ground of Babylon becomes a cloth that keeps its weight and falls onto a ball', () => {
    const scene = nullScene();
    const ground = CreateGround('ground', { width: 1, height: 1, subdivisions: 16 }, scene);
    ground.position.y = 1;
    const { mesh } = weldVertices(meshTriangles(ground));
    const cloth = createClothCpu({
      mesh,
      pins: 'none',
      density: 0.3,
      colliders: [{ type: 'sphere', center: { x: 0, y: 0.4, z: 0 }, radius: 0.3 }],
    });
    const view = new ClothMesh(scene, cloth);
    expect(cloth.vertexCount).toBe(17 * 17);
    expect(view.mesh.getTotalVertices()).toBe(17 * 17);
    for (let step = 0; step < 90; step++) cloth.step();
    const { min, max } = cloth.bounds();
    expect(max.y).toBeGreaterThan(0.7);
    expect(max.y).toBeLessThan(0.75);
    expect(min.y).toBeLessThan(0.5);
  });

  test('a sphere is closed once its seam and poles are welded', () => {
    const sphere = CreateSphere('sphere', { diameter: 1, segments: 8 }, nullScene());
    const { mesh } = weldVertices(meshTriangles(sphere), 1e-6);
    const edges = new Map<string, number>();
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) {
        const ends = [mesh.triangles[t + k], mesh.triangles[t + ((k + 1) % 3)]].sort((a, b) => a - b);
        edges.set(ends.join(), (edges.get(ends.join()) ?? 0) + 1);
      }
    }
    expect([...new Set(edges.values())]).toEqual([2]);
  });
});
