import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
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

test('one line binds a mesh to a body: the body takes its bounds, position and rotation, and the mesh follows it', () => {
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
  expect(hull.body.mass, 'except the tip, which Babylon makes 1e-5 wide').toBeCloseTo(3, 4);
});

test('a hull of many corners is reduced to as many as a polygon may have', () => {
  const { scene, world } = stage();
  const ball = CreateSphere('ball', { diameter: 2, segments: 64 }, scene);
  const { body } = createAggregate(world, ball, { shape: 'hull' });
  const { geometry } = body.shapes[0];
  if (geometry.kind !== 'polygon') throw new Error(geometry.kind);
  expect(geometry.vertices.length).toBeGreaterThan(32);
  expect(geometry.vertices.length).toBeLessThanOrEqual(64);
  expect(body.mass).toBeGreaterThan(0.99 * Math.PI);
});

test('a node without a mesh needs a list of shapes, and an error says so otherwise', () => {
  const { scene, world } = stage();
  const node = new TransformNode('empty', scene);
  expect(() => createAggregate(world, node)).toThrow(
    'shape: expected a list of shapes for empty, which contains no mesh, got "box"',
  );
  const { body } = createAggregate(world, node, { shape: [{ kind: 'circle', radius: 1, density: 2 }] });
  expect(body.mass).toBeCloseTo(2 * Math.PI, 10);
});

test('the root of a loaded model has a shape around all of its parts, and stays as it looks', () => {
  const { scene, world } = stage();
  const root = new Mesh('__root__', scene); // as created by the glTF loader: it has no vertices
  root.rotationQuaternion = new Quaternion(0, 1, 0, 0);
  root.scaling.z = -1;
  root.position.set(3, 0, 0);
  const group = new TransformNode('group', scene);
  group.parent = root;
  group.position.y = 2;
  const body = CreateBox('car', { width: 4, height: 1 }, scene);
  const wheel = CreateSphere('wheel', { diameter: 1 }, scene);
  body.parent = group;
  wheel.parent = group;
  wheel.position.set(1, -1, 0);
  // the loader's root mirrors x, so the wheel is on the left
  const before = pointOf(wheel, 0, 0);
  expectNear(before, [2, 1, 0]);
  const shapes = {
    box: {
      kind: 'polygon',
      vertices: [
        { x: -2, y: 0.5 },
        { x: 2, y: 0.5 },
        { x: 2, y: 2.5 },
        { x: -2, y: 2.5 },
      ],
    },
    circle: { kind: 'circle', center: { x: 0, y: 1.5 }, radius: 2 },
    capsule: { kind: 'capsule', point1: { x: -1, y: 1.5 }, point2: { x: 1, y: 1.5 }, radius: 1 },
  } as const;
  for (const shape of ['box', 'circle', 'capsule'] as const) {
    const aggregate = createAggregate(world, root, { shape });
    expect(aggregate.body.position.x).toBeCloseTo(3, 6);
    expect(aggregate.body.angle).toBeCloseTo(0, 6);
    const { kind, ...places } = shapes[shape];
    expect(aggregate.body.shapes[0].geometry.kind).toBe(kind);
    for (const [name, place] of Object.entries(places)) {
      const actual = (aggregate.body.shapes[0].geometry as unknown as Record<string, unknown>)[name];
      expectNear(numbersOf(actual), numbersOf(place));
    }
    expectNear(pointOf(wheel, 0, 0), before);
    aggregate.dispose();
  }
  const { body: rolling } = createAggregate(world, root, { shape: 'hull', linearVelocity: { x: 2, y: 0 } });
  expect(rolling.mass).toBeGreaterThan(4 + 0.7);
  expect(rolling.mass).toBeLessThan(4 + 4);
  world.step(0.5);
  scene.render();
  expectNear(pointOf(wheel, 0, 0), [3, 1, 0]);
});

test('a mirrored sprite has the angle at which it looks upright, keeps its scaling, and turns with its body', () => {
  const { scene, world } = stage();
  for (const [x, y] of [
    [-2, 1],
    [1, -1],
    [-1, -1],
  ]) {
    const sprite = CreateBox('sprite', { width: 1, height: 2 }, scene);
    sprite.scaling.set(x, y, 1);
    sprite.position.set(4, 0, 0);
    const before = pointOf(sprite, 0.5, 0.7);
    const { body } = createAggregate(world, sprite, { angularVelocity: 1 });
    // mirrored along both axes is turned upside down
    expect(Math.abs(body.angle)).toBeCloseTo(x * y > 0 ? Math.PI : 0, 6);
    expect(body.mass).toBeCloseTo(2 * Math.abs(x), 5);
    scene.render();
    expectNear(pointOf(sprite, 0.5, 0.7), before);
    sprite.scaling.x *= -1; // it turns round
    expectNear(pointOf(sprite, 0.5, 0.7), [8 - before[0], before[1], before[2]]);
    world.step(0.5);
    scene.render();
    expect(sprite.scaling.asArray()).toEqual([-x, y, 1]);
    const [u, v] = [4 - before[0], before[1]];
    const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
    expectNear(pointOf(sprite, 0.5, 0.7), [4 + c * u - s * v, s * u + c * v, before[2]]);
  }
});

test('a node that gets a parent and loses it looks the same', () => {
  const { scene, world } = stage();
  const crate = CreateBox('crate', { width: 2 }, scene);
  crate.scaling.set(1, 3, 1);
  crate.position.set(4, 1, 2);
  createAggregate(world, crate);
  const group = new TransformNode('group', scene);
  group.position.set(5, 5, 5);
  group.scaling.setAll(2);
  for (const parent of [group, null]) {
    crate.setParent(parent);
    scene.render();
    expectNear(pointOf(crate, 1, 0.5), [5, 2.5, 2]);
  }
});

test('an unknown shape, and a second body for a node, are refused by name', () => {
  const { scene, world } = stage();
  const crate = CreateBox('crate', {}, scene);
  expect(() => createAggregate(world, crate, { shape: 'sphere' as 'circle' })).toThrow(
    'shape: expected one of box, circle, capsule, hull, got "sphere"',
  );
  const first = createAggregate(world, crate);
  expect(() => createAggregate(world, crate)).toThrow(
    'node: expected one without a body: dispose of its aggregate before, got "crate"',
  );
  expect(world.bodies).toHaveLength(1);
  first.dispose();
  createAggregate(world, crate);
  expect(world.bodies).toHaveLength(1);
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

test('with interpolation the node is drawn between the last two poses', () => {
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

/** All numbers in a nested value, in order. */
const numbersOf = (value: unknown): number[] =>
  typeof value === 'number' ? [value] : Object.values(value as object).flatMap(numbersOf);

function expectNear(actual: readonly number[], expected: readonly number[]): void {
  for (const [k, value] of actual.entries()) expect(value).toBeCloseTo(expected[k], 5);
}

test('a node under rotated, mirrored, scaled and moved parents follows its body in the axes of the scene', () => {
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

test('the hull of a mirrored node is at the visible position', () => {
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

test('a rotation about other axes is kept, and the shape is the projection along z', () => {
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

test('a world may be placed in the plane of any node, and a pointer is mapped to its points', () => {
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
