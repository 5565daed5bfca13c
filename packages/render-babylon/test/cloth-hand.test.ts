import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { PointerEventTypes, PointerInfoPre } from '@babylonjs/core/Events/pointerEvents.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { createClothCpu } from '@otedama/cloth-webgpu';
import { expect, test } from 'vitest';
import { ClothHand } from '../src/index.js';
import { nullScene } from './null-scene.js';

const { POINTERDOWN, POINTERMOVE, POINTERUP } = PointerEventTypes;

/** Three cloths on the screen: one on the left, one on the right, and a larger one behind the right one. */
function stage() {
  const scene = nullScene(300, 300);
  new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene);
  const cloths = [
    createClothCpu({ columns: 8, rows: 8, width: 1, height: 1, center: { x: -1, y: 0, z: 0 } }),
    createClothCpu({ columns: 8, rows: 8, width: 1, height: 1, center: { x: 1, y: 0, z: 0 } }),
    createClothCpu({ columns: 8, rows: 8, width: 1.6, height: 1, center: { x: 1.5, y: 0, z: 1 } }),
  ];
  const grabs: number[] = [];
  const releases: number[] = [];
  const hands = cloths.map(
    (cloth, k) =>
      new ClothHand(scene, cloth, { onGrab: () => grabs.push(k), onRelease: () => releases.push(k) }),
  );
  /** What the camera receives. */
  const others: number[] = [];
  scene.onPointerObservable.add(({ type }) => others.push(type));
  const held = () =>
    cloths.map(({ positions, pins }) => {
      let count = -pins.length;
      for (let o = 3; o < positions.length; o += 4) if (positions[o] === 0) count++;
      return count;
    });
  return { scene, cloths, hands, grabs, releases, others, held };
}

/** Sends a pointer event to a scene, and waits for the answers of the cloths. */
async function send(scene: Scene, type: number, x: number, y: number, more: object = {}): Promise<void> {
  const event = {
    pointerId: 1,
    pointerType: 'mouse',
    button: 0,
    ...more,
  } as unknown as PointerInfoPre['event'];
  const info = new PointerInfoPre(type, event, x, y);
  scene.onPrePointerObservable.notifyObservers(info, type);
  if (!info.skipOnPointerObservable) scene.onPointerObservable.notifyObservers(info as never, type);
  await new Promise((done) => setTimeout(done, 0));
}

// pixels of the middle of the left cloth, of the right one (the other is behind it), of the other alone, and of none
const [left, right, beyond, beside] = [105, 195, 225, 150];

test.each([
  [left, 0],
  [right, 1],
  [beyond, 2],
])(
  'of several cloths a press at %i holds the one that it hits first, and the camera receives nothing',
  async (x, hit) => {
    const { scene, hands, grabs, releases, others, held } = stage();
    const only = [0, 1, 2].map((k) => Number(k === hit));
    await send(scene, POINTERDOWN, x, 150);
    expect(hands.map(({ holding }) => holding)).toEqual(only);
    expect(held()).toEqual(only);
    await send(scene, POINTERMOVE, x + 9, 150);
    await send(scene, POINTERUP, x + 9, 150);
    expect([grabs, releases, others]).toEqual([[hit], [hit], []]);
    expect(held()).toEqual([0, 0, 0]);
  },
);

test('a press that misses all cloths goes to the camera once, also if it is released before the answers', async () => {
  const { scene, hands, grabs, others } = stage();
  await send(scene, POINTERDOWN, beside, 150);
  await send(scene, POINTERMOVE, beside + 3, 150);
  await send(scene, POINTERUP, beside + 3, 150);
  expect([grabs, others]).toEqual([[], [POINTERDOWN, POINTERMOVE, POINTERUP]]);
  others.length = 0;
  const pressed = send(scene, POINTERDOWN, beside, 150);
  await Promise.all([pressed, send(scene, POINTERUP, beside, 150)]);
  expect([grabs, others]).toEqual([[], [POINTERDOWN, POINTERUP]]);
  expect(hands.map(({ holding }) => holding)).toEqual([0, 0, 0]);
});

test.each([
  ['the left button of a mouse', {}, {}, true],
  ['the right button of a mouse', { button: 2 }, {}, false],
  ['the right button of a mouse, if it is given', { button: 2 }, { buttons: [1, 2] }, true],
  ['the left button of a mouse, if it is not given', {}, { buttons: [1, 2] }, false],
  ['a pen, whatever its button', { pointerType: 'pen', button: 5 }, {}, true],
  ['a finger', { pointerType: 'touch' }, {}, true],
])('%s grabs a cloth, or the camera receives the press', async (_, press, options, grabs) => {
  const { scene, hands, cloths, others } = stage();
  hands[0].dispose();
  const hand = new ClothHand(scene, cloths[0], options);
  await send(scene, POINTERDOWN, left, 150, press);
  expect([hand.holding, others]).toEqual(grabs ? [1, []] : [0, [POINTERDOWN]]);
});

test('the cloth that a press hits first is held also if its hand was made last', async () => {
  const { scene, hands, cloths, held } = stage();
  hands[1].dispose();
  new ClothHand(scene, cloths[1]);
  await send(scene, POINTERDOWN, right, 150);
  expect(held()).toEqual([0, 1, 0]);
});

test('a cloth that was disposed of is not asked', async () => {
  const { scene, cloths, grabs, others } = stage();
  cloths[0].dispose();
  await send(scene, POINTERDOWN, left, 150);
  expect([grabs, others]).toEqual([[], [POINTERDOWN]]);
});

test('while a pointer holds a cloth, the camera receives no wheel, no move, and nothing of a press that misses', async () => {
  const { scene, hands, others, held } = stage();
  const rest = async () => {
    await send(scene, PointerEventTypes.POINTERWHEEL, beside, 150);
    await send(scene, POINTERMOVE, beside, 150, { pointerId: 3 });
    for (const type of [POINTERDOWN, POINTERMOVE, POINTERUP])
      await send(scene, type, beside, 150, { pointerId: 4 });
  };
  const all = [PointerEventTypes.POINTERWHEEL, POINTERMOVE, POINTERDOWN, POINTERMOVE, POINTERUP];
  await rest();
  expect(others).toEqual(all);
  await send(scene, POINTERDOWN, left, 150);
  others.length = 0;
  await rest();
  expect(others).toEqual([]);
  // a second one may hold another cloth
  await send(scene, POINTERDOWN, right, 150, { pointerId: 2 });
  expect([held(), hands.map(({ holding }) => holding)]).toEqual([
    [1, 1, 0],
    [1, 1, 0],
  ]);
  await send(scene, POINTERUP, left, 150);
  expect(held()).toEqual([0, 1, 0]);
  await rest();
  await send(scene, POINTERUP, right, 150, { pointerId: 2 });
  expect(others).toEqual([]);
  await rest();
  expect(others).toEqual(all);
});

test("a press that the camera follows keeps it: other buttons are the camera's too", async () => {
  const { scene, others, grabs } = stage();
  await send(scene, POINTERDOWN, beside, 150);
  await send(scene, POINTERDOWN, left, 150, { button: 2 });
  await send(scene, POINTERMOVE, left, 150);
  await send(scene, POINTERUP, left, 150);
  expect([grabs, others]).toEqual([[], [POINTERDOWN, POINTERDOWN, POINTERMOVE, POINTERUP]]);
});

test('with several cameras, pointers look through the one that is meant for them', async () => {
  const { scene, grabs } = stage();
  const map = new ArcRotateCamera('map', 0, 0, 50, Vector3.Zero(), scene);
  scene.activeCameras = [scene.activeCamera as ArcRotateCamera, map];
  scene.cameraToUseForPointers = scene.activeCameras[0];
  scene.render();
  await send(scene, POINTERDOWN, left, 150);
  expect(grabs).toEqual([0]);
});

test('a mesh in front of a cloth hides it, unless pointers cannot hit the mesh; one behind it does not', async () => {
  const { scene, grabs, others, held } = stage();
  const wall = CreateBox('wall', { size: 1, depth: 0.1 }, scene);
  const press = async (x: number, z: number) => {
    wall.position.set(x, 0, z);
    wall.computeWorldMatrix(true);
    await send(scene, POINTERDOWN, right, 150);
    const during = held();
    await send(scene, POINTERUP, right, 150);
    return during;
  };
  expect([await press(1, -1), grabs, others]).toEqual([[0, 0, 0], [], [POINTERDOWN, POINTERUP]]);
  // between the two cloths on the right, in the surface of the first one, and beside the ray
  for (const [x, z] of [
    [1, 0.5],
    [1, 0.045],
    [-1, -1],
  ])
    expect(await press(x, z)).toEqual([0, 1, 0]);
  wall.isPickable = false;
  expect(await press(1, -1)).toEqual([0, 1, 0]);
  wall.isPickable = true;
  scene.pointerDownPredicate = (mesh) => mesh !== wall;
  expect(await press(1, -1)).toEqual([0, 1, 0]);
});

test('a hand that is disposed of lets go at once, also before the cloths have answered; the others go on', async () => {
  const { scene, hands, grabs, releases, others, held } = stage();
  const pressed = send(scene, POINTERDOWN, right, 150);
  hands[1].dispose();
  await pressed;
  // the next cloth along the ray
  expect([grabs, held()]).toEqual([[2], [0, 0, 1]]);
  hands[2].dispose();
  expect([releases, held()]).toEqual([[2], [0, 0, 0]]);
  await send(scene, POINTERUP, right, 150);
  await send(scene, POINTERDOWN, left, 150);
  expect([grabs, hands[0].holding]).toEqual([[2, 0], 1]);
  hands[0].releaseAll();
  expect([held(), hands[0].holding]).toEqual([[0, 0, 0], 0]);
  hands[0].dispose();
  expect(others).toEqual([POINTERUP]);
  for (const observable of [scene.onPrePointerObservable, scene.onDisposeObservable])
    expect(observable.hasObservers()).toBe(false);
});

test('a disposed scene lets go of its cloths', async () => {
  const { scene, hands, held } = stage();
  await send(scene, POINTERDOWN, right, 150);
  expect(held()).toEqual([0, 1, 0]);
  scene.dispose();
  expect([held(), hands[1].holding]).toEqual([[0, 0, 0], 0]);
  for (const hand of hands) hand.dispose();
});
