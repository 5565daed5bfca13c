import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { InputError } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { filledStyle, nightStyle, PlanarCamera, PoseView, type SentBody, type Style } from '../src/index.js';
import { driftingWorld } from './drifting-world.js';
import { nullScene } from './null-scene.js';

const frame = 1000 / 60;
const ball = { geometry: { kind: 'circle', radius: 1 } } as const;

/** A batch of instances. */
interface Drawn {
  readonly instances: { readonly poses: Float32Array };
}

function stage(options = {}) {
  const scene = nullScene();
  const camera = new PlanarCamera(scene);
  const view = new PoseView(scene, camera, { style: filledStyle, ...options });
  return {
    ...{ scene, camera, view },
    /** The poses of round shapes as they are sent to the graphics device, four numbers each. */
    drawn: () => {
      const { batches } = (view as unknown as { shapes: { batches: Drawn[] } }).shapes;
      const { poses } = batches[batches.length - 1].instances;
      return (k: number) => [...poses.slice(4 * k, 4 * k + 4)];
    },
  };
}

/** Poses of bodies at these x, not turned. */
const at = (...xs: number[]) => Float32Array.from(xs.flatMap((x) => [x, 0, 1, 0]));

test('bodies are drawn between the poses that arrived', () => {
  const { view, drawn, scene } = stage();
  view.show([{ id: 1, shapes: [ball] }]);
  expect(view.update(0)).toBe(false);
  for (let k = 0; k <= 20; k++) view.receive(at(0, k), k * frame);
  expect(view.update(20 * frame)).toBe(true);
  expect(drawn()(0)[0]).toBeCloseTo(18.5, 4);
  expect(view.update(20.75 * frame)).toBe(true);
  expect(drawn()(0)[0]).toBeCloseTo(19.25, 4);
  view.update(40 * frame);
  expect(drawn()(0)).toEqual([20, 0, 1, 0]);
  expect(view.update(41 * frame)).toBe(false);
  scene.render();
});

test('directions stay unit vectors, and half a turn shows the later one', () => {
  const { view, drawn } = stage();
  view.show([0, 1].map((id) => ({ id, shapes: [ball] })));
  view.receive(Float32Array.of(0, 0, 1, 0, 0, 0, 1, 0), 0);
  view.receive(Float32Array.of(0, 0, 0, 1, 0, 0, -1, 0), frame);
  view.update(2 * frame); // half an interval back
  const [, , c, s] = drawn()(0);
  expect([c, s]).toEqual([Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT1_2)]);
  expect(drawn()(1)).toEqual([0, 0, -1, 0]);
});

test('arrays come back once they are not needed: the oldest of the four that are kept', () => {
  const { view } = stage();
  const sent = Array.from({ length: 7 }, (_, k) => at(k));
  const back = sent.map((poses, k) => view.receive(poses, k * frame));
  expect(back.slice(0, 4)).toEqual([null, null, null, null]);
  for (const k of [4, 5, 6]) expect(back[k]).toBe(sent[k - 4]);
});

test('a new body in the place of another does not fly there; those that stay go on between their poses', () => {
  const { view, drawn } = stage();
  const stays = { id: 0, shapes: [ball] };
  view.show([stays, { id: 1, shapes: [ball] }]);
  for (let k = 0; k < 9; k++) view.receive(at(k, 0), k * frame);
  view.show([structuredClone(stays), { id: 1, color: [1, 0, 0], shapes: [ball] }]);
  view.update(8 * frame);
  expect(drawn()(0)[0]).toBeCloseTo(6.5, 4); // nothing is new before the next poses
  expect(drawn()(1)[0]).toBe(0);
  view.receive(at(9, 50), 9 * frame);
  view.update(9 * frame);
  expect(drawn()(0)[0]).toBeCloseTo(7.5, 4);
  expect(drawn()(1)[0]).toBe(50);
  view.receive(at(10, 51), 10 * frame);
  view.update(10 * frame);
  expect(drawn()(1)[0]).toBe(50); // half an interval before it was there
  view.update(10.75 * frame);
  expect(drawn()(1)[0]).toBeCloseTo(50.25, 4);
});

test('draws what the bodies of a world are, after they were sent as messages are', () => {
  const world = driftingWorld();
  const square = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ];
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  world.createBody({ position: { x: 2, y: 5 }, shapes: [{ kind: 'circle', radius: 1 }] });
  world.createBody({ shapes: [{ kind: 'polygon', vertices: square, sensor: true }], color: [0, 0, 1] });
  const bodies = world.bodies.map(({ id, type, color, shapes }) => ({
    ...{ id, type, color },
    shapes: shapes.map(({ geometry, isSensor }) => ({ geometry, isSensor })),
  }));
  const { view, drawn, scene } = stage();
  view.show(structuredClone(bodies));
  const poses = new Float32Array(4 * world.slotCount);
  world.readTransforms(poses);
  view.receive(poses, 0);
  view.update(0);
  expect(drawn()(0)).toEqual([2, 5, 1, 0]);
  const counts = (scene.meshes as Mesh[]).map(({ name, forcedInstanceCount, isVisible }) => [
    name,
    isVisible && forcedInstanceCount,
  ]);
  expect(Object.fromEntries(counts)).toMatchObject({ 'poses polygons of 4': 2, 'poses round shapes': 1 });
});

test('styles get what a body is, may change, and nothing is left after disposal', () => {
  const seen: unknown[] = [];
  const style: Style = {
    ...filledStyle,
    paint: (body) => {
      seen.push(body);
      return filledStyle.paint(body);
    },
  };
  const { view, scene, camera } = stage({ style });
  const fixed: SentBody = { id: 4, type: 'static', shapes: [{ ...ball, isSensor: true }] };
  view.show([{ id: 2, color: [1, 0, 0], shapes: [ball] }, fixed]);
  view.receive(at(0, 0, 1, 0, 2), 0);
  const common = { awake: true };
  expect(seen).toEqual([
    { ...common, type: 'static', index: 4, color: undefined, sensor: true }, // below
    { ...common, type: 'dynamic', index: 2, color: [1, 0, 0], sensor: false },
  ]);
  view.update(0);
  view.style = nightStyle;
  expect(view.style).toBe(nightStyle);
  expect(view.update(0)).toBe(true);
  view.dispose();
  view.dispose();
  camera.dispose();
  expect(view.update(0)).toBe(false);
  expect([scene.meshes, scene.materials, scene.textures]).toEqual([[], [], []]);
});

test.each<[string, (view: PoseView) => unknown]>([
  ['bodies: expected a list of bodies, got 3', (view) => view.show(3 as never)],
  ['bodies[0].id: expected a whole number from 0', (view) => view.show([{ id: -1, shapes: [] }])],
  [
    'bodies[1].id: expected an id that no other body has, got 7',
    (view) => view.show([7, 7].map((id) => ({ id, shapes: [] }))),
  ],
  [
    'bodies[0].type: expected one of static, kinematic, dynamic',
    (view) => view.show([{ id: 0, type: 'solid' as never, shapes: [] }]),
  ],
  [
    'bodies[0].color: expected red, green and blue',
    (view) => view.show([{ id: 0, color: 'red' as never, shapes: [] }]),
  ],
  ['bodies[0].shapes: expected a list of shapes', (view) => view.show([{ id: 0 } as never])],
  [
    'bodies[0].shapes[0].kind: expected one of geometry, isSensor',
    (view) => view.show([{ id: 0, shapes: [ball.geometry as never] }]),
  ],
  [
    'bodies[0].shapes[0].geometry: expected the geometry of a shape',
    (view) => view.show([{ id: 0, shapes: [{} as never] }]),
  ],
  [
    'poses: expected a Float32Array of at least 8 numbers, 4 for each id',
    (view) => view.receive(new Float32Array(7), 0),
  ],
  ['poses: expected a Float32Array', (view) => view.receive([0, 0, 1, 0, 0, 0, 1, 0] as never, 0)],
  ['time: expected a finite number, got NaN', (view) => view.receive(at(0, 0), Number.NaN)],
  ['time: expected a finite number, got NaN', (view) => view.update(Number.NaN)],
  ['style: expected a style', (view) => Object.assign(view, { style: 'night' })],
])('refuses with %s, and goes on as before', (message, use) => {
  const { view, drawn } = stage();
  view.show([{ id: 1, shapes: [ball] }]);
  view.receive(at(0, 3), 0);
  expect(() => use(view)).toThrow(InputError);
  expect(() => use(view)).toThrow(message);
  view.update(0);
  expect(drawn()(0)[0]).toBe(3);
});

test('refuses wrong scenes, cameras and options', () => {
  const { scene, camera } = stage();
  expect(() => new PoseView({} as never, camera)).toThrow('scene: expected a Babylon.js Scene');
  expect(() => new PoseView(scene, {} as never)).toThrow('camera: expected a PlanarCamera');
  expect(() => new PoseView(scene, camera, { interval: 0 })).toThrow(
    'interval: expected a finite number > 0',
  );
  expect(() => new PoseView(scene, camera, { rate: 60 } as never)).toThrow(
    'rate: expected one of style, interval',
  );
});
