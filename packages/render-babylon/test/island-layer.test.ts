import { polygon } from '@otedama/math2d';
import type { Body } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { type Color, type DrawnWorld, islandLayer } from '../src/index.js';
import { driftingWorld } from './drifting-world.js';

interface Box {
  /** minX, minY, maxX, maxY, m. */
  readonly sides: readonly number[];
  readonly color: Color;
  /** CSS pixels. */
  readonly width: number;
}

function islands(world: DrawnWorld): Box[] {
  const boxes: Box[] = [];
  const nothing = () => {};
  const painter = {
    line: nothing,
    point: nothing,
    circle: nothing,
    arrow: nothing,
    box: (minX: number, minY: number, maxX: number, maxY: number, color: Color, width: number) =>
      void boxes.push({ sides: [minX, minY, maxX, maxY], color, width }),
  };
  islandLayer.draw(world, painter, { metersPerPixel: 0.01, fraction: 1 });
  return boxes.sort((a, b) => a.sides[0] - b.sides[0]);
}

const places = (boxes: readonly Box[]): number[][] =>
  boxes.map(({ sides }) => sides.map((side) => Math.round(2 * side) / 2));

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
    [-0.5, 0, 0.5, 2],
    [9.5, 0, 15.5, 1],
    [19.5, 0, 20.5, 1],
  ]);
});

test('an island is drawn with lines of 2 pixels; a body without shapes has no box', () => {
  const world = driftingWorld();
  world.createBody({ position: { x: -3, y: -2 } });
  world.createBody({ position: { x: -3, y: -2 }, shapes: [{ kind: 'polygon', vertices: square }] });
  const boxes = islands(world);
  expect(places(boxes)).toEqual([[-3.5, -2.5, -2.5, -1.5]]);
  expect(boxes[0].width).toBe(2);
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
    [-3.5, 0.5, -2.5, 1.5],
    [2.5, 0.5, 3.5, 1.5],
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
