import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { ClothError, type Collider, createClothCpu } from '@otedama/cloth-webgpu';
import { InputError } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import { MeshCollider } from '../src/index.js';
import { nullScene } from './null-scene.js';

/** A tilted, scaled and mirrored box on a node, and the same box for a cloth. */
function tiltedBox() {
  const scene = nullScene();
  const parent = new TransformNode('parent', scene);
  parent.position.set(0.1, -0.3, 0.2);
  parent.rotation.set(0.2, 0.9, 0.1);
  const mesh = CreateBox('block', { width: 0.4, height: 0.2, depth: 0.3 }, scene);
  mesh.parent = parent;
  mesh.scaling.set(2, 1, -1);
  const box = (): Collider => {
    const rotation = new Quaternion();
    const center = new Vector3();
    parent.computeWorldMatrix(true).decompose(undefined, rotation, center);
    return {
      type: 'box',
      center: { x: center.x, y: center.y, z: center.z },
      halfSizes: { x: 0.4, y: 0.1, z: 0.15 },
      rotation: { x: rotation.x, y: rotation.y, z: rotation.z, w: rotation.w },
    };
  };
  return { scene, parent, mesh, box };
}

/** A cloth that falls onto a collider. */
const falling = (collider: Collider) =>
  createClothCpu({
    ...{ columns: 12, rows: 12, width: 1.2, height: 1.2, pins: 'none', damping: 2, normals: false },
    shape: (column, row) => ({ x: 0.1 * (column - 6), y: 0, z: 0.1 * (row - 6) }),
    colliders: [collider],
  });

function largestDistance(a: Float32Array, b: Float32Array): number {
  return a.reduce((largest, value, k) => Math.max(largest, Math.abs(value - b[k])), 0);
}

describe('MeshCollider', () => {
  test('a moved, turned, scaled and mirrored mesh acts on a cloth like the box of its size, while it moves and turns', () => {
    const { parent, mesh, box } = tiltedBox();
    const solid = new MeshCollider(mesh, { cellSize: 0.01 });
    const [cloth, expected, atRest] = [solid.collider, box(), solid.collider].map(falling);
    parent.position.y -= 0.05;
    for (let step = 0; step < 15; step++) {
      parent.position.y += 0.005;
      parent.rotation.y += 0.03;
      cloth.moveColliders([solid.collider]);
      expected.moveColliders([box()]);
      for (const each of [cloth, expected, atRest]) each.step();
    }
    // the field rounds the edges by a cell
    expect(largestDistance(cloth.positions, expected.positions)).toBeLessThan(0.01);
    expect(largestDistance(cloth.positions, atRest.positions)).toBeGreaterThan(0.05);
  });

  test('friction is that of the options, or the default', () => {
    const { mesh } = tiltedBox();
    expect(new MeshCollider(mesh, { cellSize: 0.05 }).collider).not.toHaveProperty('friction');
    expect(new MeshCollider(mesh, { cellSize: 0.05, friction: 0.7 }).collider.friction).toBe(0.7);
  });

  test('a mesh that is scaled afterwards is rejected with its name and both scalings', () => {
    const { mesh } = tiltedBox();
    const solid = new MeshCollider(mesh, { cellSize: 0.05 });
    mesh.scaling.x = 2.0001;
    expect(solid.collider.field).toBe(solid.field);
    mesh.scaling.x = 3;
    expect(() => solid.collider).toThrow(InputError);
    expect(() => solid.collider).toThrow(/block.*2\.000.*new MeshCollider.*3\.000/);
  });

  test('a mesh with a border is rejected, and friction out of range', () => {
    const ground = CreateGround('ground', { width: 1, height: 1 }, nullScene());
    expect(() => new MeshCollider(ground)).toThrow(ClothError);
    const { mesh } = tiltedBox();
    for (const friction of [-1, Number.NaN])
      expect(() => new MeshCollider(mesh, { friction, cellSize: 0.1 })).toThrow(/friction/);
    expect(new MeshCollider(mesh, { friction: 0, cellSize: 0.1 }).collider.friction).toBe(0);
  });
});
