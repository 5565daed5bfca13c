/** What plain JavaScript may hand over by mistake is refused by name, with what is expected instead, before anything is made of it. */

import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { createClothCpu } from '@otedama/cloth-webgpu';
import { InputError } from '@otedama/math2d';
import { expect, test } from 'vitest';
import {
  BodyDrag,
  BodyInstances,
  ClothDebug,
  ClothHand,
  ClothMesh,
  createAggregate,
  createEngine,
  DrawOnChange,
  filledStyle,
  Gestures,
  PlanarCamera,
  pickBody,
  WorldView,
} from '../src/index.js';
import { driftingWorld } from './drifting-world.js';
import { nullScene } from './null-scene.js';

const scene = nullScene();
const engine = scene.getEngine();
const world = driftingWorld();
const camera = new PlanarCamera(scene, { x: 1, y: 2, halfHeight: 3 });
const mesh = CreateBox('box', {}, scene);
const cloth = createClothCpu({ columns: 2, rows: 2 });
/** As plain JavaScript calls it: with anything. */
const any = (value: unknown): never => value as never;

const canvas =
  "expected a canvas element, such as document.querySelector('canvas') finds in a page that has one";

test.each<[string, () => unknown]>([
  ['scene: expected a Babylon.js Scene, got NullEngine', () => new PlanarCamera(any(engine))],
  [
    'view.halfHeight: expected a finite number > 0, got undefined',
    () => new PlanarCamera(scene, any({ x: 0, y: 0, height: 3 })),
  ],
  [
    'view.halfHeight: expected a finite number > 0, got 0',
    () => camera.setHome({ x: 0, y: 0, halfHeight: 0 }),
  ],
  [
    'view.x: expected a finite number, got NaN',
    () => Object.assign(camera, { view: { x: Number.NaN, y: 0, halfHeight: 1 } }),
  ],
  [
    'left: expected a finite number, got {"left":1,"top":2}',
    () => camera.toWorld(any({ left: 1, top: 2 }), any(undefined)),
  ],
  ['deltaTop: expected a finite number, got undefined', () => camera.pan(1, any(undefined))],
  ['factor: expected a finite number > 0, got 0', () => camera.zoom(0, 1, 1)],
  ['scene: expected a Babylon.js Scene, got undefined', () => new DrawOnChange(any(undefined))],
  ['scene: expected a Babylon.js Scene, got', () => new WorldView(any(world), any(scene), camera)],
  [
    'world: expected a world, such as createWorld() makes, got Scene',
    () => new WorldView(scene, any(scene), camera),
  ],
  [
    'camera: expected a PlanarCamera; under other cameras',
    () => new WorldView(scene, world, any(camera.camera)),
  ],
  [
    'styl: expected one of style, layers',
    () => new WorldView(scene, world, camera, any({ styl: filledStyle })),
  ],
  [
    'style: expected a style, such as filledStyle, got "filled"',
    () => new WorldView(scene, world, camera, any({ style: 'filled' })),
  ],
  ['world: expected a world, such as createWorld() makes, got undefined', () => new BodyDrag(any(undefined))],
  [
    'stiffness: expected one of hertz, dampingRatio, maximumAcceleration',
    () => new BodyDrag(any(world), any({ stiffness: 1 })),
  ],
  ['point: expected a vector { x, y }, got 1', () => new BodyDrag(any(world)).grab(any(1), 2)],
  ['point.y: expected a finite number, got undefined', () => new BodyDrag(any(world)).move(any({ x: 1 }))],
  ['point: expected a vector { x, y }, got 3', () => pickBody(world, any(3), 4)],
  [`canvas: ${canvas}, got null`, () => new Gestures(any(null), any({}))],
  [
    'grab: expected a function, got undefined',
    () => new Gestures(any({ addEventListener() {} }), any({ tap() {} })),
  ],
  [
    'world: expected a world, such as createWorld() makes, got Mesh',
    () => createAggregate(any(mesh), any(world)),
  ],
  [
    'node: expected a Babylon.js Mesh or TransformNode, got "box"',
    () => createAggregate(any(world), any('box')),
  ],
  [
    'interpolation: expected a function, such as () => clock.alpha, got 0.5',
    () => createAggregate(any(world), mesh, any({ interpolation: 0.5 })),
  ],
  [
    'world: expected a world, such as createWorld() makes, got Mesh',
    () => new BodyInstances(any(mesh), any(world)),
  ],
  ['mesh: expected a Babylon.js Mesh, got undefined', () => new BodyInstances(world, any(undefined))],
  [
    'interpolation: expected a function, such as () => clock.alpha, got 1',
    () => new BodyInstances(world, mesh, any({ interpolation: 1 })),
  ],
  ['alpha: expected one of interpolation, got 1', () => new BodyInstances(world, mesh, any({ alpha: 1 }))],
  [
    'cloth: expected a cloth of @otedama/cloth-webgpu, got undefined',
    () => new ClothMesh(scene, any(undefined)),
  ],
  ['smooth: expected one of name, material,', () => new ClothMesh(scene, cloth, any({ smooth: true }))],
  ['scene: expected a Babylon.js Scene, got', () => new ClothHand(any(cloth), any(scene))],
  ['onHit: expected one of buttons, onGrab,', () => new ClothHand(scene, cloth, any({ onHit: () => 1 }))],
  ['radius: expected one of fullStrain,', () => new ClothDebug(scene, any(undefined), any({ radius: 3 }))],
  [
    'fraction: expected a finite number, got {',
    () => new WorldView(nullScene(), world, camera).update(any({ alpha: 0.5 })),
  ],
  [
    'layers[0]: expected a debug layer, such as contactPointLayer, got "contacts"',
    () => new WorldView(scene, world, camera, { layers: any(['contacts']) }),
  ],
  [
    'layers: expected a list of debug layers, such as [contactPointLayer], got "contacts"',
    () => new WorldView(scene, world, camera, { layers: any('contacts') }),
  ],
])('%s', (message, mistake) => {
  const [meshes, cameras] = [scene.meshes.length, scene.cameras.length];
  expect(mistake).toThrow(InputError);
  expect(mistake).toThrow(message);
  expect([scene.meshes.length, scene.cameras.length], 'nothing is made').toEqual([meshes, cameras]);
  expect(camera.view).toEqual({ x: 1, y: 2, halfHeight: 3 });
});

test('a look of an instance, and where it is drawn, are checked', () => {
  const instances = new BodyInstances(world, CreateBox('crate', {}, scene));
  const body = world.createBody({ shapes: [{ kind: 'circle', radius: 1 }] });
  for (const [look, message] of [
    [{ size: 2 }, 'look.size: expected one of scale, depth, color, got 2'],
    [{ scale: Number.NaN }, 'look.scale: expected a finite number, got NaN'],
    [{ scale: { x: 1, y: 2 } }, 'look.scale.z: expected a finite number, got undefined'],
    [{ depth: '1' }, 'look.depth: expected a finite number, got "1"'],
    [{ color: 'red' }, 'look.color: expected red, green and blue, each 0..1, got "red"'],
    [{ color: [255, 0, 0] }, 'look.color[0]: expected a number from 0 to 1, got 255'],
    [0.5, 'look: expected an object, got 0.5'],
  ] as const) {
    expect(() => instances.add(body, any(look))).toThrow(InputError);
    expect(() => instances.add(body, any(look))).toThrow(message);
  }
  expect(() => instances.add(any(undefined))).toThrow(
    'body: expected a body that is not destroyed, got undefined',
  );
  expect(instances.bodies).toEqual([]);
  world.destroyBody(body);
});

test('an interpolation without a return is told, which would let everything disappear', () => {
  const interpolation = any(() => {});
  const message = 'interpolation(): expected a finite number, got undefined';
  const instances = new BodyInstances(world, CreateBox('crate', {}, scene), { interpolation });
  const body = world.createBody({ shapes: [{ kind: 'circle', radius: 1 }] });
  instances.add(body);
  expect(() => instances.update()).toThrow(message);
  instances.dispose();
  world.destroyBody(body);
  expect(() => createAggregate(any(world), CreateBox('crate', {}, scene), { interpolation })).toThrow(
    message,
  );
  expect(world.bodies).toEqual([]);
  const meshes = scene.meshes.length;
  expect(() => new ClothMesh(scene, cloth, { interpolation })).toThrow(message);
  expect(scene.meshes.length).toBe(meshes);
});

test('names that do not exist, and parts of a view, cannot be set', () => {
  const view = new WorldView(scene, world, camera);
  for (const [target, name] of [
    [camera, 'x'],
    [camera, 'zoom'], // a method
    [view, 'isVisible'],
    [new BodyDrag(world), 'stiffness'],
    [new DrawOnChange(scene), 'isPaused'],
    [new BodyInstances(world, mesh), 'alpha'],
    [new ClothMesh(scene, cloth), 'alpha'],
  ] as const)
    expect(() => Object.assign(target, { [name]: 1 })).toThrow(new RegExp(`property '?${name}`));
  expect(() => Object.assign(view, { layers: ['contacts'] })).toThrow(InputError);
  expect(() => Object.assign(camera.view, { x: 5 })).toThrow(TypeError);
  expect(() => Object.assign(new PlanarCamera(scene).view, { x: 5 })).toThrow(TypeError);
  const home = { x: 1, y: 2, halfHeight: 3 };
  const other = new PlanarCamera(scene, home);
  home.x = 7; // the object of the caller stays its own
  other.reset();
  expect(other.view.x).toBe(1);
});

test('an engine is made for a canvas only, with options that exist', async () => {
  await expect(createEngine(any(null))).rejects.toThrow(`canvas: ${canvas}, got null`);
  const stage = { getContext: () => null };
  await expect(createEngine(any(stage), any({ antialiasing: true }))).rejects.toThrow(
    /^antialiasing: expected one of prefer,/,
  );
  await expect(createEngine(any(stage), any({ prefer: 'webgl2' }))).rejects.toThrow(
    /^prefer: expected one of webgpu, webgl\b.*, got "webgl2"$/, // with a hint where a world has been created before
  );
});
