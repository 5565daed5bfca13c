/** Cloths are drawn between their steps: evenly on every display, and on what holds them. */

import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { createClothCpu, weldVertices } from '@otedama/cloth-webgpu';
import { FrameClock } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { ClothMesh } from '../src/index.js';
import { nullScene } from './null-scene.js';
import { seamedStrip } from './seamed.js';

const still = { gravity: { x: 0, y: 0, z: 0 }, ripple: 0 };

function stage() {
  const scene = nullScene();
  new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene);
  return scene;
}

/** Where a vertex is drawn, in the scene. */
function drawnAt({ mesh }: ClothMesh, vertex: number): Vector3 {
  const positions = mesh.getVerticesData(VertexBuffer.PositionKind) ?? [];
  return Vector3.TransformCoordinates(
    Vector3.FromArray(positions, 3 * vertex),
    mesh.computeWorldMatrix(true),
  );
}

// frames per second, and by how much the time of a frame is measured wrong, s
test.each([
  [144, 0],
  [60, 0.001],
  [30, 0.002],
])(
  'a cloth that flies at 6 m/s is drawn one step late at %i Hz, with or without a surface',
  (hertz, jitter) => {
    const shape = seamedStrip();
    const { mesh, vertexOf } = weldVertices(shape);
    for (const surface of [undefined, { ...shape, vertexOf }]) {
      const scene = stage();
      const cloth = createClothCpu({ mesh, ...still, velocity: { x: 6, y: 0, z: 0 } });
      const view = new ClothMesh(scene, cloth, {
        interpolation: () => cloth.alpha,
        ...(surface && { surface }),
      });
      const start = drawnAt(view, 0).x;
      let last = 0;
      const counts = new Set<number>();
      for (let frame = 1; frame <= 20; frame++) {
        const now = frame / hertz + (frame % 3 === 1 ? -jitter : jitter);
        counts.add(cloth.advance(now - last));
        last = now;
        scene.render();
        if (now > 1 / 60) expect(drawnAt(view, 0).x - start).toBeCloseTo(6 * (now - 1 / 60), 4);
        const { minimumWorld, maximumWorld } = view.mesh.getBoundingInfo().boundingBox;
        expect(minimumWorld.x).toBeLessThanOrEqual(drawnAt(view, 0).x + 1e-6);
        expect(maximumWorld.x).toBeGreaterThan(drawnAt(view, 0).x);
      }
      expect(counts.size).toBeGreaterThan(1); // frames differ in their number of steps
    }
  },
);

test.each([144, 60, 40])('the seam of a cape stays on a neck that runs and turns, at %i Hz', (hertz) => {
  for (const [isBlended, isStepped] of [
    [false, false],
    [true, false],
    [true, true],
  ]) {
    const scene = stage();
    const neck = new TransformNode('neck', scene);
    const clock = new FrameClock();
    const cape = createClothCpu({
      columns: 4,
      rows: 2,
      width: 0.6,
      height: 0.4,
      pins: 'topEdge',
      tethers: true,
    });
    const view = new ClothMesh(scene, cape, {
      holder: neck,
      ...(isBlended && { interpolation: () => (isStepped ? clock : cape).alpha }),
    });
    const seam = cape.pins.map((particle) => ({ particle, place: drawnAt(view, particle) }));
    let farthest = 0;
    for (let frame = 1; frame <= 60; frame++) {
      const now = frame / hertz;
      neck.position.set(5 * now, 0, 0);
      neck.rotation.y = 3 * now;
      const pose = neck.computeWorldMatrix(true);
      const places = seam.map(({ place }) => Vector3.TransformCoordinates(place, pose));
      seam.forEach(({ particle }, k) => void cape.setPin(particle, places[k]));
      if (isStepped) clock.advance(1 / hertz, () => cape.step());
      else cape.advance(1 / hertz);
      scene.render();
      seam.forEach(({ particle }, k) => {
        farthest = Math.max(farthest, Vector3.Distance(drawnAt(view, particle), places[k]));
      });
    }
    // between two steps a pin goes straight on, and the neck turns: r (turn / 2)² / 2
    expect(farthest).toBeLessThan((0.36 * (3 / hertz + 3 / 60) ** 2) / 8 + 1e-4);
  }
});

test('a cape that is teleported with its neck is never drawn in between', () => {
  const scene = stage();
  const neck = new TransformNode('neck', scene);
  const cape = createClothCpu({ columns: 4, rows: 2, pins: 'topEdge', ...still });
  const view = new ClothMesh(scene, cape, { holder: neck, interpolation: () => cape.alpha });
  const start = drawnAt(view, 0);
  const rotation = Quaternion.RotationYawPitchRoll(1, 0, 0);
  for (const delta of [0.7, 0.7, 1.4]) {
    neck.position.x += 100;
    neck.rotationQuaternion = rotation.multiply(neck.rotationQuaternion ?? Quaternion.Identity());
    const about = neck.position.subtract(new Vector3(100, 0, 0));
    cape.teleport({ translation: { x: 100, y: 0, z: 0 }, rotation, about });
    const seam = Vector3.TransformCoordinates(start, neck.computeWorldMatrix(true));
    cape.advance(delta / 60);
    scene.render();
    expect(Vector3.Distance(drawnAt(view, 0), seam)).toBeLessThan(1e-4);
  }
});

test('without interpolation and holder the mesh keeps nothing, and with them it leaves nothing behind', () => {
  const scene = stage();
  const cloth = createClothCpu({ columns: 2, rows: 2 });
  const plain = new ClothMesh(scene, cloth);
  expect(cloth.beforeLastStep.size).toBe(0);
  const view = new ClothMesh(scene, cloth, { interpolation: () => 0 });
  expect(cloth.beforeLastStep.size).toBe(1);
  view.dispose();
  plain.dispose();
  expect(cloth.beforeLastStep.size).toBe(0);
  const given = cloth.alpha as unknown as () => number;
  expect(() => new ClothMesh(scene, cloth, { interpolation: given })).toThrow(/interpolation.*a function/);
  expect(scene.meshes).toEqual([]);
});
