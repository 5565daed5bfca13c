import { DataBuffer } from '@babylonjs/core/Buffers/dataBuffer.js';
import type { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { BODY_STRIDE, type BodyDefinition, PREVIOUS_STRIDE } from '@otedama/rigid';
import { expect, test, vi } from 'vitest';
import {
  articlesStyle,
  blendPose,
  type Color,
  clothColor,
  filledStyle,
  mixColors,
  PlanarCamera,
  rigidLayers,
  WorldView,
} from '../src/index.js';
import { driftingWorld } from './drifting-world.js';
import { nullScene } from './null-scene.js';
import { softSquare, softWorld } from './soft-world.js';

const box: BodyDefinition = {
  shapes: [
    {
      kind: 'polygon',
      vertices: [
        { x: -1, y: -1 },
        { x: 1, y: -1 },
        { x: 1, y: 1 },
        { x: -1, y: 1 },
      ],
    },
  ],
};
const ball: BodyDefinition = { shapes: [{ kind: 'circle', radius: 1 }] };
const ground: BodyDefinition = { type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] };

function viewOf(world = driftingWorld(), options = {}) {
  const scene = nullScene();
  const camera = new PlanarCamera(scene);
  return { scene, world, view: new WorldView(scene, world, camera, options) };
}

test('bodies appear, follow the world, change their look with the style and are removed', () => {
  const { scene, world, view } = viewOf();
  view.update();
  expect(view.shapeCount).toBe(0);
  const body = world.createBody({ ...box, position: { x: 3, y: 4 } });
  world.createBody(ground);
  view.update();
  expect(view.shapeCount).toBe(2);
  view.style = filledStyle;
  view.update();
  expect(view.shapeCount, 'an opaque half-space is covered once more').toBe(3);
  scene.render();
  world.destroyBody(body);
  view.update();
  expect(view.shapeCount).toBe(2);
  view.dispose();
  expect(scene.meshes).toHaveLength(0);
});

test('a body that reuses the slot of another is redrawn', () => {
  const { world, view } = viewOf();
  const first = world.createBody(box);
  view.update();
  world.destroyBody(first);
  const second = world.createBody({ shapes: [...(box.shapes ?? []), ...(ball.shapes ?? [])] });
  expect(second.id).toBe(first.id);
  view.update();
  expect(view.shapeCount).toBe(2);
  second.createShape({ kind: 'circle', radius: 2 });
  view.update();
  expect(view.shapeCount).toBe(3);
});

test('between two steps positions are interpolated and directions stay unit vectors', () => {
  const world = driftingWorld();
  const body = world.createBody({
    ...box,
    position: { x: 1, y: 2 },
    linearVelocity: { x: 10, y: -4 },
    angularVelocity: 5,
  });
  world.step(0.1);
  const out = new Float64Array(4);
  const { pose } = world.bodyStore;
  blendPose(world.bodyStore, body.id, 1, out);
  expect([...out]).toEqual([...pose.subarray(body.id * BODY_STRIDE, body.id * BODY_STRIDE + 4)]);
  blendPose(world.bodyStore, body.id, 0, out);
  expect([...out]).toEqual([1, 2, 1, 0]);
  blendPose(world.bodyStore, body.id, 0.5, out);
  expect(out[0]).toBeCloseTo(1.5, 12);
  expect(out[1]).toBeCloseTo(1.8, 12);
  expect(Math.hypot(out[2], out[3])).toBeCloseTo(1, 14);
  expect(Math.atan2(out[3], out[2])).toBeCloseTo(0.25, 3);
});

test('a body that is not simulated is where it is now, and half a turn in one step shows the end of it', () => {
  const pose = new Float64Array(2 * BODY_STRIDE);
  pose.set([1, 2, -0.6, 0.8], BODY_STRIDE);
  const previous = new Float64Array(2 * PREVIOUS_STRIDE);
  previous.set([5, 6, 0.6, -0.8], PREVIOUS_STRIDE);
  const at = (awake: number, fraction: number) => {
    const out = new Float64Array(4);
    blendPose({ pose, previous, awakeIndex: Int32Array.of(-1, awake) }, 1, fraction, out);
    return [...out];
  };
  expect(at(-1, 0.5)).toEqual([1, 2, -0.6, 0.8]);
  expect(at(0, 0.5)).toEqual([3, 4, -0.6, 0.8]);
  expect(at(0, 0)).toEqual([5, 6, 0.6, -0.8]);
});

test('a body that is awake but did not move has one pose at every fraction, to the last bit', () => {
  const world = driftingWorld();
  const body = world.createBody({ ...ball, position: { x: 0.1, y: 1 / 3 }, angle: 0.7 });
  world.step(0.1);
  expect(body.isAwake).toBe(true);
  const poses = Array.from({ length: 20 }, (_, k) => {
    const out = new Float64Array(4);
    blendPose(world.bodyStore, body.id, k / 19, out);
    return [...out].join();
  });
  expect(new Set(poses)).toEqual(new Set([poses[0]]));
});

test('static bodies are drawn below the others, and disabled ones are not drawn', () => {
  const { world, view } = viewOf();
  const hidden = world.createBody(box);
  world.createBody({ ...box, type: 'static', position: { x: 9, y: 0 } });
  hidden.isEnabled = false;
  view.update();
  expect(view.shapeCount).toBe(1);
  hidden.isEnabled = true;
  view.update();
  expect(view.shapeCount).toBe(2);
});

/** Reads the fills of the round shapes, in their order, and of the first soft body, from what the engine of a scene was sent. */
function readFills(scene: Scene): () => { round: string[]; soft: string[] } {
  const engine = scene.getEngine();
  const sent = new Map<DataBuffer, Float32Array>();
  vi.spyOn(engine, 'createDynamicVertexBuffer').mockImplementation((data) => {
    const buffer = new DataBuffer();
    buffer.references = 1;
    sent.set(buffer, Float32Array.from(data as Float32Array));
    return buffer;
  });
  vi.spyOn(engine as NullEngine, 'updateDynamicVertexBuffer').mockImplementation((buffer, data) => {
    sent.set(buffer as DataBuffer, Float32Array.from(data as Float32Array));
  });
  const read = (name: string, stride: number, at: number, count?: number): string[] => {
    const mesh = scene.getMeshByName(name) as Mesh | null;
    const data = sent.get(mesh?.getVertexBuffer('fill')?.getBuffer() as DataBuffer) ?? [];
    const length = count ?? mesh?.forcedInstanceCount ?? 0;
    return Array.from({ length }, (_, k) =>
      hex([data[stride * k + at], data[stride * k + at + 1], data[stride * k + at + 2]]),
    );
  };
  return () => ({ round: read('world round shapes', 16, 8), soft: read('world soft bodies', 8, 0, 1) });
}

const hex = (color: Color): string => color.map((part) => Math.round(255 * part).toString(16)).join(' ');

test('bodies keep their colours while others come and go, and a new one gets the first that is free', () => {
  const { scene, world, view } = viewOf(driftingWorld(), { style: filledStyle });
  const read = readFills(scene);
  const fills = (): string[] => {
    view.update();
    return read().round;
  };
  const bodies = [0, 1, 2, 3].map((x) => world.createBody({ ...ball, position: { x: 9 * x, y: 0 } }));
  const cloth = [0, 1, 2, 3, 4].map((index) => hex(clothColor(index)));
  expect(fills()).toEqual(cloth.slice(0, 4));
  world.destroyBody(bodies[1]);
  expect(fills()).toEqual([cloth[0], cloth[2], cloth[3]]);
  const heirs = [world.createBody(ball), world.createBody(ball)];
  expect(new Set(fills())).toEqual(new Set(cloth));
  bodies[2].createShape({ kind: 'circle', radius: 3 });
  expect(fills().filter((fill) => fill === cloth[2])).toHaveLength(2);
  for (const body of [...heirs, bodies[0]]) world.destroyBody(body);
  view.refresh();
  expect(fills()).toEqual([cloth[2], cloth[2], cloth[3]]);
});

test('where one body among many comes or goes, only its own colours are chosen', () => {
  const paint = vi.fn(filledStyle.paint);
  const { world, view } = viewOf(driftingWorld(), { style: { ...filledStyle, paint } });
  const bodies = Array.from({ length: 50 }, () => world.createBody(ball));
  view.update();
  expect(paint).toHaveBeenCalledTimes(50);
  world.destroyBody(bodies[7]);
  world.createBody(ball);
  world.createBody(ball);
  view.update();
  expect([paint.mock.calls.length, view.shapeCount]).toEqual([52, 51]);
  view.style = { ...articlesStyle, paint };
  view.update();
  expect(paint).toHaveBeenCalledTimes(52 + 51);
});

test('rigid and soft bodies are painted again when their colour hint changes, and when they fall asleep or wake up', () => {
  const { scene, world, view } = viewOf(softWorld([softSquare]), { style: filledStyle });
  const body = world.createBody({ ...ball, position: { x: 20, y: 0 } });
  const { particles } = world.softBodies[0];
  const read = readFills(scene);
  const fills = (): { round: string[]; soft: string[] } => {
    view.update();
    return read();
  };
  const awake = fills();
  for (const each of [body, ...particles]) each.isAwake = false;
  const asleep = fills();
  expect(asleep.round).not.toEqual(awake.round);
  expect(asleep.soft).not.toEqual(awake.soft);
  for (const each of [body, ...particles]) each.isAwake = true;
  expect(fills()).toEqual(awake);
  for (const each of [body, particles[0]]) each.color = [1, 0, 0];
  const red = hex(mixColors([1, 0, 0], [1, 1, 1], 0.25));
  expect(fills()).toEqual({ round: [red], soft: [red] });
  for (const particle of particles) particle.isEnabled = false;
  view.update();
  expect(view.shapeCount, 'a soft body whose particles are disabled is not drawn').toBe(1);
});

test('every debug layer draws a world with contacts and joints without error', () => {
  const { scene, world, view } = viewOf(driftingWorld(), { style: articlesStyle, layers: rigidLayers });
  const body = world.createBody(box);
  world.createBody({ ...box, position: { x: 1.5, y: 0 } });
  world.createBody(ground);
  world.createJoint({ kind: 'grab', body, target: { x: 0, y: 5 } });
  world.step(0.01);
  expect(world.contactStore.touchingCount).toBeGreaterThan(0);
  view.update();
  scene.render();
  expect(scene.getMeshByName('world lines')?.isVisible).toBe(true);
  for (const layer of rigidLayers) {
    view.layers = [layer];
    view.update();
    const count = (scene.getMeshByName('world lines') as Mesh).forcedInstanceCount;
    if (layer.name === 'impulses') continue; // no solver runs here, so there are no impulses
    expect(count, layer.name).toBeGreaterThan(0);
  }
});

test.each(['contacts', 'normals'])('the layer %s also shows contacts of sleeping bodies', (name) => {
  const world = driftingWorld();
  world.createBody(box);
  world.createBody({ ...box, position: { x: 1.5, y: 0 } });
  world.createBody(ground);
  const layer = rigidLayers.find((one) => one.name === name)!;
  const drawn = (): number => {
    world.step(0.01);
    let marks = 0;
    const mark = () => void marks++;
    const painter = { line: mark, point: mark, box: mark, circle: mark, arrow: mark };
    layer.draw(world, painter, { metersPerPixel: 0.01, fraction: 1 });
    return marks;
  };
  const awake = drawn();
  expect(awake).toBeGreaterThan(2);
  for (const body of world.bodies) if (body.type === 'dynamic') body.isAwake = false;
  expect(drawn()).toBe(awake);
  expect(world.stats.awakeBodies).toBe(0);
});

test('disposing of the scene ends a view and its layers, as when a game changes levels', () => {
  const { scene, world, view } = viewOf(softWorld([{ ...softSquare }]), { layers: rigidLayers });
  world.createBody(box);
  world.createBody(ground);
  view.update();
  scene.render();
  const engine = scene.getEngine();
  const { onContextRestoredObservable: restored } = engine;
  expect(restored.hasObservers()).toBe(true);
  scene.dispose();
  expect(restored.hasObservers()).toBe(false);
  // a game may also dispose of its view, before or after, and its loop may still update it
  world.createBody(box);
  view.update();
  view.dispose();
  view.update();
  expect(scene.textures).toEqual([]);
  restored.notifyObservers(engine);
  expect(scene.meshes).toEqual([]);
  expect(scene.materials).toEqual([]);
});
