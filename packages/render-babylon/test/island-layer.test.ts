import { polygon } from '@otedama/math2d';
import type { Body } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { type Color, type DrawnWorld, islandLayer } from '../src/index.js';
import { driftingWorld } from './drifting-world.js';

interface Box {
  readonly minX: number;
  readonly maxX: number;
  readonly color: Color;
}

function islands(world: DrawnWorld): Box[] {
  const boxes: Box[] = [];
  const nothing = () => {};
  const painter = {
    line: nothing,
    point: nothing,
    circle: nothing,
    arrow: nothing,
    box: (minX: number, _minY: number, maxX: number, _maxY: number, color: Color) =>
      void boxes.push({ minX, maxX, color }),
  };
  islandLayer.draw(world, painter, { metersPerPixel: 0.01, fraction: 1 });
  return boxes.sort((a, b) => a.minX - b.minX);
}

const places = (boxes: readonly Box[]): number[][] =>
  boxes.map(({ minX, maxX }) => [minX, maxX].map((x) => Math.round(2 * x) / 2));

/** On one floor: a stack of two at 0, two boxes with a joint at 10 and 15, and a single one at 20. */
function yard() {
  const world = driftingWorld();
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  const put = (x: number, y: number): Body =>
    world.createBody({
      position: { x, y },
      shapes: [{ kind: 'polygon', vertices: square }],
    });
  const bodies = [put(0, 0.5), put(0, 1.5), put(10, 0.5), put(15, 0.5), put(20, 0.5)];
  world.step(0.01);
  const drawn = {
    bodies: world.bodies,
    bodyStore: world.bodyStore,
    contactStore: world.contactStore,
    softBodies: world.softBodies,
    joints: [
      { bodyA: bodies[2], bodyB: bodies[3] },
      { bodyA: null, bodyB: bodies[4] },
    ],
  } as unknown as DrawnWorld;
  return { world, bodies, drawn };
}

const square = [
  { x: -0.5, y: -0.5 },
  { x: 0.5, y: -0.5 },
  { x: 0.5, y: 0.5 },
  { x: -0.5, y: 0.5 },
];

test('touching or jointed bodies form one island; the floor joins no islands', () => {
  expect(places(islands(yard().drawn))).toEqual([
    [-0.5, 0.5],
    [9.5, 15.5],
    [19.5, 20.5],
  ]);
});

test('what does not move by itself is no island and joins none, whichever body came first', () => {
  const world = driftingWorld();
  for (const x of [-3, 3])
    world.createBody({ position: { x, y: 1 }, shapes: [{ kind: 'polygon', vertices: square }] });
  for (const [type, y] of [
    ['static', 0],
    ['kinematic', 2],
  ] as const)
    world.createBody({
      type,
      position: { x: 0, y },
      shapes: [{ kind: 'polygon', vertices: polygon.rectangle(8, 1) }],
    });
  world.step(0.01);
  expect(world.contactStore.touchingCount).toBe(4);
  expect(places(islands(world))).toEqual([
    [-3.5, -2.5],
    [2.5, 3.5],
  ]);
});

test('islands keep their sleeping bodies, in another colour, and each wakes independently', () => {
  const { world, bodies, drawn } = yard();
  const awake = islands(drawn);
  for (const body of bodies) body.isAwake = false;
  world.step(0.01); // contacts of sleeping bodies leave the solver's list
  const asleep = islands(drawn);
  expect(places(asleep)).toEqual(places(awake));
  for (const [k, { color }] of asleep.entries()) expect(color).not.toEqual(awake[k].color);

  bodies[4].isAwake = true;
  const colors = islands(drawn).map(({ color }) => color);
  expect(colors).toEqual([asleep[0].color, asleep[1].color, awake[2].color]);
});
