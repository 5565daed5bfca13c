import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { World } from '@otedama/rigid';
import { expect, test, vi } from 'vitest';
import { BodyInstances, boxLayer, DrawOnChange, filledStyle, PlanarCamera, WorldView } from '../src/index.js';
import { driftingWorld } from './drifting-world.js';
import { nullScene } from './null-scene.js';
import { softSquare, softWorld } from './soft-world.js';

/** Frames of a sixtieth of a second until one is left out; at most `most`. */
function framesUntilIdle(frame: () => boolean, most: number): number {
  for (let k = 0; k < most; k++) if (!frame()) return k;
  return most;
}

/** Ground and a ball that comes to rest above it. */
function ballWorld(): World {
  const world = driftingWorld();
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  world.createBody({
    position: { x: 0, y: 2 },
    linearVelocity: { x: 1, y: 0 },
    linearDamping: 5,
    shapes: [{ kind: 'circle', radius: 0.5 }],
  });
  return world;
}

/** Counts the frames that a scene draws. */
function countFrames(scene: Scene): () => number {
  let count = 0;
  scene.onAfterRenderObservable.add(() => count++);
  return () => count;
}

test('a world is drawn until it sleeps, and again when anything that can be seen changes', () => {
  const scene = nullScene();
  scene.isReady = () => true; // the null engine never has the texture of the corners
  const world = ballWorld();
  const camera = new PlanarCamera(scene);
  const view = new WorldView(scene, world, camera, { style: filledStyle });
  const drawing = new DrawOnChange(scene);
  const drawn = countFrames(scene);
  const engine = scene.getEngine();
  const frame = () => {
    world.step(1 / 60);
    camera.update();
    // between two steps at another place each time, as a clock says it
    return drawing.frame(view.update((0.37 * world.stats.steps) % 1));
  };
  const moving = framesUntilIdle(frame, 600);
  expect(world.stats.awakeBodies).toBe(0);
  expect(moving).toBeLessThan(600);
  expect(drawn()).toBe(moving);
  for (let k = 0; k < 60; k++) frame();
  expect(drawn(), 'nothing moves').toBe(moving);

  const changes: readonly (readonly [string, () => void])[] = [
    ['a pan', () => camera.pan(10, 0)],
    ['a zoom', () => camera.zoom(2, 300, 200)],
    ['a style', () => (view.style = { ...filledStyle, strokeWidth: 3 })],
    ['a layer', () => (view.layers = [boxLayer])],
    ['no layer', () => (view.layers = [])],
    ['a sleeping body that is moved', () => (world.bodies[1].position = { x: 2, y: 2 })],
    ['a static body that is moved', () => (world.bodies[0].position = { x: 0, y: -1 })],
    [
      'a new body',
      () =>
        world.createBody({
          position: { x: 5, y: 0 },
          type: 'static',
          shapes: [{ kind: 'circle', radius: 1 }],
        }),
    ],
    ['a body fewer', () => world.destroyBody(world.bodies[2])],
    ['another size', () => engine.onResizeObservable.notifyObservers(engine)],
    ['a restored device', () => engine.onContextRestoredObservable.notifyObservers(engine)],
    ['a request', () => drawing.request()],
  ];
  for (const [name, change] of changes) {
    framesUntilIdle(frame, 600);
    expect(frame(), `before ${name}`).toBe(false);
    change();
    expect(frame(), name).toBe(true);
  }
});

test('a camera with inertia is drawn until it stands, although frames that are left out do not render it', () => {
  const scene = nullScene();
  const camera = new ArcRotateCamera('camera', 0, 1, 10, Vector3.Zero(), scene);
  const drawing = new DrawOnChange(scene);
  const frame = () => drawing.frame();
  framesUntilIdle(frame, 10);
  camera.inertialAlphaOffset = 0.1;
  const turning = framesUntilIdle(frame, 300);
  expect(turning).toBeGreaterThan(10);
  expect(turning).toBeLessThan(300);
  // the sum of 0.1 * 0.9^k: no frame turns it twice
  expect(camera.alpha).toBeCloseTo(1, 1);
});

test('the last change is drawn again until all of it has its shaders', () => {
  const scene = nullScene();
  new PlanarCamera(scene);
  const drawing = new DrawOnChange(scene);
  let isReady = false;
  scene.isReady = () => isReady;
  expect(framesUntilIdle(() => drawing.frame(), 20)).toBe(20);
  isReady = true;
  expect(drawing.frame(), 'the frame that has them').toBe(true);
  expect(drawing.frame()).toBe(false);
});

test('soft bodies and instances report whether they have changed', () => {
  const world = softWorld([softSquare]);
  const scene = nullScene();
  const view = new WorldView(scene, world, new PlanarCamera(scene));
  expect(view.update()).toBe(true);
  expect(view.update()).toBe(false);
  // another style makes new buffers, and they get the positions although those are the same
  const upload = vi.spyOn(scene.getEngine(), 'updateDynamicVertexBuffer');
  view.style = filledStyle;
  expect(view.update()).toBe(true);
  expect(upload.mock.calls.some(([, data]) => (data as Float32Array).some((value) => value !== 0))).toBe(
    true,
  );
  expect(view.update()).toBe(false);
  world.softBodies[0].particles[0].position = { x: 9, y: 9 };
  expect(view.update()).toBe(true);
  world.destroySoftBody(world.softBodies[0]);
  expect(view.update()).toBe(true);
  expect(view.update()).toBe(false);

  const balls = ballWorld();
  const instances = new BodyInstances(balls, CreateSphere('ball', {}, scene));
  expect(instances.update()).toBe(false);
  instances.add(balls.bodies[1]);
  expect(instances.update()).toBe(true);
  expect(instances.update()).toBe(false);
  balls.step(1 / 60);
  expect(instances.update()).toBe(true);
  instances.add(balls.bodies[1], { color: [1, 0, 0] });
  expect(instances.update()).toBe(true);
  balls.destroyBody(balls.bodies[1]);
  expect(instances.update()).toBe(true);
  expect(instances.update()).toBe(false);
});

test('nothing of it stays with the engine when its scene is disposed of', () => {
  const scene = nullScene();
  const engine = scene.getEngine();
  const isWatched = () =>
    engine.onResizeObservable.hasObservers() || engine.onContextRestoredObservable.hasObservers();
  expect(isWatched()).toBe(false);
  new DrawOnChange(scene);
  expect(isWatched()).toBe(true);
  scene.dispose();
  expect(isWatched()).toBe(false);
});
