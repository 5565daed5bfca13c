import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { expect, test } from 'vitest';
import { createAggregate, PlanarCamera, pointOnPlane } from '../src/index.js';
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
  expect(() => createAggregate(world, node)).toThrow(
    'shape: expected a list of shapes for empty, which is no mesh, got "box"',
  );
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

/** World coordinates of a point in a node's local axes. */
const pointOf = (node: TransformNode, x: number, y: number, z = 0) =>
  Vector3.TransformCoordinates(new Vector3(x, y, z), node.computeWorldMatrix(true)).asArray();

function expectNear(actual: readonly number[], expected: readonly number[]): void {
  for (const [k, value] of actual.entries()) expect(value).toBeCloseTo(expected[k], 5);
}

test('a node under parents that are turned, mirrored, scaled and moved follows its body in the axes of the scene', () => {
  const { scene, world } = stage();
  const root = new TransformNode('__root__', scene); // as created by the glTF loader
  root.rotation.y = Math.PI;
  root.scaling.z = -1;
  const group = new TransformNode('group', scene);
  group.parent = root;
  group.position.set(1, 2, 3);
  group.rotation.set(0.3, 0.2, 0.7);
  group.scaling.setAll(2);
  const mesh = CreateBox('crate', { width: 2, height: 1 }, scene);
  mesh.position.set(-4, 1, 5);
  mesh.rotation.set(0, 0, 0.4);
  mesh.setParent(group);
  const before = pointOf(mesh, 1, 0.5, 0.5);
  const { body } = createAggregate(world, mesh, { linearVelocity: { x: 1, y: 0 }, angularVelocity: 0.5 });
  expect(body.position.x).toBeCloseTo(-4, 5);
  expect(body.position.y).toBeCloseTo(1, 5);
  expect(body.mass).toBeCloseTo(2, 4);
  expectNear(pointOf(mesh, 1, 0.5, 0.5), before);
  group.position.x += 10; // moving the parent does not move the node
  for (let k = 0; k < 10; k++) {
    world.step(0.1);
    scene.render();
  }
  expectNear(pointOf(mesh, 0, 0), [-3, 1, 5]);
  const corner = body.getWorldPoint({ x: 1, y: 0.5 });
  expectNear(pointOf(mesh, 1, 0.5, 0.5).slice(0, 2), [corner.x, corner.y]);
});

test('the hull of a mirrored node is where the node is seen', () => {
  const { scene, world } = stage();
  const root = new TransformNode('__root__', scene);
  root.rotation.y = Math.PI;
  root.scaling.z = -1;
  const wedge = CreateCylinder('wedge', { tessellation: 3, diameter: 2, height: 1 }, scene);
  wedge.parent = root;
  wedge.position.set(2, 1, 0);
  wedge.rotation.set(Math.PI / 2, 0, 0.3);
  const { body } = createAggregate(world, wedge, { shape: 'hull', angularVelocity: 1 });
  expect(body.position.x).toBeCloseTo(-2, 5);
  world.step(0.5);
  scene.render();
  const hull = body.shapes[0].geometry;
  if (hull.kind !== 'polygon') throw new Error(hull.kind);
  const numbers = wedge.getVerticesData('position') ?? [];
  const seen: { x: number; y: number }[] = [];
  for (let i = 0; i < numbers.length; i += 3) {
    const [x, y] = pointOf(wedge, numbers[i], numbers[i + 1], numbers[i + 2]);
    seen.push(body.getLocalPoint({ x, y }));
  }
  for (const { x, y } of hull.vertices) {
    expect(Math.min(...seen.map((point) => Math.hypot(point.x - x, point.y - y)))).toBeLessThan(1e-5);
  }
});

test('a turn about other axes stays, and the shape is what is seen of it along z', () => {
  const { scene, world } = stage();
  const barrel = CreateCylinder('barrel', { diameter: 1, height: 3 }, scene);
  barrel.rotation.set(Math.PI / 2, 0, 0); // its axis is along z, so it is a disc seen from the front
  const { body } = createAggregate(world, barrel, { shape: 'circle', angularVelocity: 1 });
  expect(body.shapes[0].geometry).toMatchObject({ kind: 'circle' });
  expect((body.shapes[0].geometry as { radius: number }).radius).toBeCloseTo(0.5, 5);
  world.step(0.5);
  scene.render();
  expectNear(pointOf(barrel, 0, 1.5).map(Math.abs), [0, 0, 1.5]);
  const rim = pointOf(barrel, 0.5, 0);
  expect(Math.abs(Math.atan2(rim[1], rim[0]))).toBeCloseTo(0.5, 5);
});

test('a world may lie in the plane of any node, and a pointer finds its points', () => {
  const { scene, world } = stage();
  const table = new TransformNode('table', scene);
  table.position.set(3, 2, 1);
  table.rotation.set(1.1, 0.3, 0);
  table.scaling.setAll(0.5);
  const mesh = CreateBox('crate', { width: 2, height: 1 }, scene);
  mesh.parent = table;
  mesh.position.set(4, 3, 0.5);
  const { body } = createAggregate(world, mesh, { plane: table, linearVelocity: { x: 2, y: 0 } });
  expect(body.position.x).toBeCloseTo(4, 5);
  expect(body.position.y).toBeCloseTo(3, 5);
  expect(body.mass).toBeCloseTo(2, 4);
  world.step(0.5);
  table.position.x = 7; // the world moves with the table
  scene.render();
  expectNear(mesh.position.asArray(), [5, 3, 0.5]);
  const above = Vector3.TransformCoordinates(new Vector3(5, 3, -4), table.computeWorldMatrix(true));
  const down = Vector3.TransformNormal(new Vector3(0, 0, 1), table.getWorldMatrix());
  const hit = pointOnPlane({ origin: above, direction: down }, table);
  expectNear([hit?.x ?? 0, hit?.y ?? 0], [5, 3]);
  expect(pointOnPlane({ origin: above, direction: down.negate() }, table)).toBeNull();
  expect(pointOnPlane({ origin: above, direction: new Vector3(1, 0, 0) })).toBeNull();
  expect(pointOnPlane({ origin: new Vector3(1, 2, -3), direction: new Vector3(1, 0, 3) })).toEqual({
    x: 2,
    y: 2,
  });
});
