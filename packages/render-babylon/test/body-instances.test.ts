import '@babylonjs/core/Culling/ray.js';
import { Ray } from '@babylonjs/core/Culling/ray.js';
import { type Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { expect, test, vi } from 'vitest';
import { BodyInstances, PlanarCamera } from '../src/index.js';
import { driftingWorld } from './drifting-world.js';
import { nullScene } from './null-scene.js';

function stage(options = {}) {
  const scene = nullScene();
  new PlanarCamera(scene);
  const world = driftingWorld();
  const mesh = CreateBox('crate', { width: 2 }, scene);
  mesh.thinInstanceEnablePicking = true;
  const instances = new BodyInstances(world, mesh, options);
  const create = (x: number, y = 0, angle = 0) =>
    world.createBody({
      position: { x, y },
      angle,
      linearVelocity: { x: 1, y: 0 },
      shapes: [{ kind: 'circle', radius: 1 }],
    });
  /** Where the point (1, 0.5, 0.5) of the mesh is drawn, by instance. */
  const drawn = () => {
    const matrices = mesh.thinInstanceGetWorldMatrices().slice(0, mesh.thinInstanceCount);
    return matrices.map((matrix: Matrix) =>
      Vector3.TransformCoordinates(new Vector3(1, 0.5, 0.5), matrix)
        .asArray()
        .map((x: number) => Math.round(1e5 * x) / 1e5),
    );
  };
  return { scene, world, mesh, instances, create, drawn };
}

test('instances follow their bodies, with their scale and depth, between the last two poses', () => {
  const { scene, world, instances, create, drawn } = stage({ interpolation: () => 0.5 });
  instances.add(create(3, 4));
  instances.add(create(-1, 0, Math.PI / 2), { scale: new Vector3(2, 3, 4), depth: 7 });
  world.step(0.5);
  scene.render();
  // x: half of the step of 0.5 m, and the corner turned by 90 degrees
  expect(drawn()).toEqual([
    [4.25, 4.5, 0.5],
    [-1 + 0.25 - 1.5, 2, 9],
  ]);
});

test('destroyed and disabled bodies disappear, others keep their look, and without any the mesh is invisible', () => {
  const { scene, world, mesh, instances, create, drawn } = stage();
  expect(mesh.isVisible).toBe(false);
  const bodies = Array.from({ length: 40 }, (_, k) => create(10 * k));
  for (const [k, body] of bodies.entries()) instances.add(body, { depth: k, color: [k / 64, 0, 1] });
  scene.render();
  expect([mesh.isVisible, drawn().length]).toEqual([true, 40]);
  world.destroyBody(bodies[5]);
  instances.remove(bodies[0]);
  instances.remove(bodies[0]);
  bodies[7].isEnabled = false;
  scene.render();
  expect(drawn()).toHaveLength(38);
  expect(instances.bodies).toHaveLength(38);
  const colors = mesh.getVertexBuffer('instanceColor')?.getData() as Float32Array;
  for (const [place, corner] of drawn().entries()) {
    const k = bodies.indexOf(instances.bodies[place]);
    expect(corner, `body ${k}`).toEqual(k === 7 ? [0, 0, 0] : [10 * k + 1, 0.5, k + 0.5]);
    expect([...colors.slice(4 * place, 4 * place + 4)]).toEqual([k / 64, 0, 1, 1]);
  }
  instances.add(bodies[9], { depth: -3 });
  scene.render();
  expect(drawn()).toHaveLength(38);
  expect(drawn()[instances.bodies.indexOf(bodies[9])]).toEqual([91, 0.5, -2.5]);
  for (const body of bodies) if (body.isValid) world.destroyBody(body);
  scene.render();
  expect([mesh.isVisible, instances.bodies.length]).toEqual([false, 0]);
  expect(() => instances.add(bodies[5])).toThrow('body: expected a body that is not destroyed');
});

test('rays hit the instances, under a moved parent too, and tell the body', () => {
  const { scene, mesh, instances, create } = stage();
  const table = new TransformNode('table', scene);
  table.position.set(0, 100, 0);
  mesh.parent = table;
  const bodies = [0, 10, 20].map((x) => create(x));
  for (const body of bodies) instances.add(body);
  scene.render();
  const hit = scene.pickWithRay(new Ray(new Vector3(10.5, 100.2, -9), new Vector3(0, 0, 1)));
  expect(hit?.pickedMesh).toBe(mesh);
  expect(instances.bodies[hit?.thinInstanceIndex ?? -1]).toBe(bodies[1]);
  bodies[1].position = { x: 30, y: 0 };
  scene.render();
  const later = scene.pickWithRay(new Ray(new Vector3(30.5, 100.2, -9), new Vector3(0, 0, 1)));
  expect(instances.bodies[later?.thinInstanceIndex ?? -1]).toBe(bodies[1]);
  const { minimumWorld, maximumWorld } = mesh.getBoundingInfo().boundingBox;
  expect(minimumWorld.y).toBeGreaterThan(97);
  expect([minimumWorld.x, maximumWorld.x]).toEqual([expect.closeTo(-1.22, 2), expect.closeTo(31.22, 2)]);
});

test('while every body is disabled nothing is drawn, and the bounds stay finite', () => {
  const { scene, mesh, instances, create } = stage();
  const body = create(3);
  instances.add(body);
  scene.render();
  body.isEnabled = false;
  scene.render();
  expect(mesh.isVisible).toBe(false);
  expect(Number.isFinite(mesh.getBoundingInfo().boundingSphere.centerWorld.x)).toBe(true);
  body.isEnabled = true;
  scene.render();
  expect(mesh.isVisible).toBe(true);
});

test('the colours of all instances go to the GPU once per frame', () => {
  const { scene, mesh, instances, create } = stage();
  const uploads = vi.spyOn(mesh, 'thinInstanceBufferUpdated');
  for (let k = 0; k < 50; k++) instances.add(create(k), { color: [k / 64, 0, 1] });
  scene.render();
  scene.render();
  expect(uploads.mock.calls.filter(([kind]) => kind === 'color')).toHaveLength(1);
});

test('disposing ends it: of the instances, of the mesh, of the scene', () => {
  for (const end of ['instances', 'mesh', 'scene'] as const) {
    const made = stage();
    made.instances.add(made.create(0));
    made.scene.render();
    made[end].dispose();
    made.instances.dispose();
    expect(made.scene.onBeforeRenderObservable.hasObservers()).toBe(false);
    if (end === 'scene') continue;
    made.scene.render();
    expect(made.instances.bodies).toHaveLength(0);
    if (end === 'instances') expect([made.mesh.isVisible, made.mesh.thinInstanceCount]).toEqual([false, 0]);
  }
});
