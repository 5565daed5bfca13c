import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { expect, test } from 'vitest';
import { createAggregate, PlanarCamera } from '../src/index.js';
import { driftingWorld } from './drifting-world.js';
import { nullScene } from './null-scene.js';

function stage() {
  const scene = nullScene();
  new PlanarCamera(scene);
  return { scene, world: driftingWorld() };
}

test('one line ties a mesh to a body: its bounds, place and turn become the body, and it follows from then on', () => {
  const { scene, world } = stage();
  const mesh = CreateBox('crate', { width: 2, height: 1, depth: 3 }, scene);
  mesh.position.set(5, 6, -7);
  mesh.rotation.z = 0.5;
  mesh.scaling.x = 2;
  const { body } = createAggregate(world, mesh, {
    density: 3,
    friction: 0.25,
    linearVelocity: { x: 1, y: 0 },
  });
  expect(body.position).toEqual({ x: 5, y: 6 });
  expect(body.angle).toBeCloseTo(0.5, 6);
  expect(body.mass).toBeCloseTo(4 * 1 * 3, 5);
  expect(body.shapes[0].material.friction).toBe(0.25);
  world.step(0.5);
  scene.render();
  expect(mesh.position.asArray()).toEqual([5.5, 6, -7]);
  expect(mesh.rotationQuaternion?.toEulerAngles().z).toBeCloseTo(0.5, 6);
});

test('circle, capsule and hull come from the bounds and the vertices', () => {
  const { scene, world } = stage();
  const circle = createAggregate(world, CreateSphere('ball', { diameter: 3 }, scene), { shape: 'circle' });
  expect(circle.body.shapes[0].geometry).toMatchObject({ kind: 'circle', radius: 1.5 });
  const capsule = createAggregate(world, CreateBox('bar', { width: 4, height: 1 }, scene), {
    shape: 'capsule',
  });
  expect(capsule.body.shapes[0].geometry).toMatchObject({
    kind: 'capsule',
    point1: { x: -1.5 },
    point2: { x: 1.5 },
    radius: 0.5,
  });
  const cone = CreateCylinder('cone', { diameterTop: 0, diameterBottom: 2, height: 3 }, scene);
  const hull = createAggregate(world, cone, { shape: 'hull' });
  expect(hull.body.mass, 'but for the tip, which Babylon leaves 1e-5 wide').toBeCloseTo(3, 4);
});

test('a node without a mesh takes a list of shapes, and is told so otherwise', () => {
  const { scene, world } = stage();
  const node = new TransformNode('empty', scene);
  expect(() => createAggregate(world, node)).toThrow(/empty a list of shapes/);
  const { body } = createAggregate(world, node, { shape: [{ kind: 'circle', radius: 1, density: 2 }] });
  expect(body.mass).toBeCloseTo(2 * Math.PI, 10);
});

test('disposing of the node removes the body; disposing of the aggregate leaves the node', () => {
  const { scene, world } = stage();
  const first = CreateBox('first', {}, scene);
  const second = CreateBox('second', {}, scene);
  createAggregate(world, first);
  const aggregate = createAggregate(world, second);
  first.dispose();
  expect(world.bodies).toHaveLength(1);
  aggregate.dispose();
  aggregate.dispose();
  expect(world.bodies).toHaveLength(0);
  expect(scene.getMeshByName('second')).not.toBeNull();
  scene.render();
});

test('with an interpolation the node is drawn between the last two poses', () => {
  const { scene, world } = stage();
  const mesh = CreateSphere('ball', {}, scene);
  createAggregate(world, mesh, {
    shape: 'circle',
    linearVelocity: { x: 4, y: 0 },
    interpolation: () => 0.25,
  });
  world.step(0.5);
  scene.render();
  expect(mesh.position.x).toBeCloseTo(0.5, 10);
});
