/** What the debug layers draw of a world, where, and how long. */

import { polygon } from '@otedama/math2d';
import {
  CONTACT_STRIDE,
  NORMAL_IMPULSE,
  POINT0,
  SEPARATION,
  TANGENT_IMPULSE,
  type World,
} from '@otedama/rigid';
import { expect, test } from 'vitest';
import { type Color, rigidLayers } from '../src/index.js';
import { driftingWorld } from './drifting-world.js';

const ball = { kind: 'circle', radius: 0.5 } as const;
const ground = { kind: 'halfSpace', normal: { x: 0, y: 1 } } as const;
const near = (numbers: readonly number[]) => numbers.map((x) => expect.closeTo(x, 9));

interface Marks {
  /** Ends of lines: x1, y1, x2, y2, m. */
  readonly lines: {
    readonly ends: readonly number[];
    readonly color: Color;
    /** CSS pixels. */
    readonly width: number;
    /** Length of the head of an arrow, m. */
    readonly head: number | undefined;
  }[];
  readonly points: { readonly at: readonly number[]; readonly color: Color; readonly diameter: number }[];
  readonly boxes: number[][];
}

/** The marks of a layer. Arrows are among the lines. */
function drawn(world: World, name: string, metersPerPixel = 0.01): Marks {
  const { lines, points, boxes }: Marks = { lines: [], points: [], boxes: [] };
  const arrow = (
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    color: Color,
    width: number,
    head?: number,
  ) => void lines.push({ ends: [x1, y1, x2, y2], color, width, head });
  const painter = {
    line: (x1: number, y1: number, x2: number, y2: number, color: Color, width: number) =>
      arrow(x1, y1, x2, y2, color, width),
    arrow,
    point: (x: number, y: number, color: Color, diameter: number) =>
      void points.push({ at: [x, y], color, diameter }),
    box: (...sides: unknown[]) => void boxes.push(sides.slice(0, 4) as number[]),
    circle: () => expect.unreachable(),
  };
  const layer = rigidLayers.find((one) => one.name === name)!;
  layer.draw(world, painter, { metersPerPixel, fraction: 1 });
  return { lines, points, boxes };
}

/** Along the slope, and up from it. */
const along = { x: 0.8, y: -0.6 };
const up = { x: 0.6, y: 0.8 };
/** The point of the slope at `t` m along it, `height` m above it. */
const above = (t: number, height: number): number[] => [
  t * along.x + height * up.x,
  t * along.y + height * up.y,
];

/** On a slope: a ball that overlaps it by 1 mm, and one that is 1 mm above it. */
function twoBalls(): World {
  const world = driftingWorld();
  world.createBody({ position: { x: -9, y: 99 } });
  world.createBody({ type: 'static', shapes: [{ ...ground, normal: up }] });
  for (const [t, height] of [
    [2, 0.499],
    [5, 0.501],
  ]) {
    const [x, y] = above(t, height);
    world.createBody({ position: { x, y }, shapes: [ball] });
  }
  world.step(0.01);
  return world;
}

test('contact points are where shapes touch, red, or will touch, yellow; normals go from body A to body B', () => {
  const world = twoBalls();
  const { points } = drawn(world, 'contacts');
  // half-way between both surfaces
  expect(points.map(({ at }) => at).sort(([a], [b]) => a - b)).toEqual([
    near(above(2, -0.0005)),
    near(above(5, 0.0005)),
  ]);
  for (const { at, color } of points) {
    const [red, green, blue] = color;
    if (at[0] < 2.5) expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    else expect(Math.min(red, green)).toBeGreaterThan(2 * blue);
  }
  // a point where the shapes just touch is red too
  const [slot] = world.contactStore.touching;
  world.contactStore.data[slot * CONTACT_STRIDE + POINT0 + SEPARATION] = 0;
  const [red, green] = drawn(world, 'contacts').points[0].color;
  expect(red).toBeGreaterThan(2 * green);
  const { lines } = drawn(world, 'normals');
  let visits = 0;
  world.forEachContact((contact) => {
    visits++;
    // the slope is below both balls
    const sense = contact.shapeA.body.type === 'static' ? 0.18 : -0.18;
    const [x, y] = [contact.pointX(0), contact.pointY(0)];
    expect(lines.map(({ ends }) => ends)).toContainEqual(near([x, y, x + sense * up.x, y + sense * up.y]));
  });
  expect([visits, lines.length]).toEqual([2, 2]);
});

test('the contacts of sleeping bodies are marked as those of awake ones', () => {
  const world = twoBalls();
  // in any order
  const marks = () => [
    ...drawn(world, 'contacts').points.sort((a, b) => a.at[0] - b.at[0]),
    ...drawn(world, 'normals').lines.sort((a, b) => a.ends[0] - b.ends[0]),
  ];
  const awake = marks();
  for (const body of world.bodies) body.isAwake = false;
  world.step(0.01);
  expect(world.stats.awakeBodies).toBe(0);
  expect(world.contactStore.touchingCount).toBe(0);
  expect(marks()).toEqual(awake);
});

test.each([0.01, 0.25])(
  'marks are equally large on the screen at any zoom: %d m per pixel',
  (metersPerPixel) => {
    const world = twoBalls();
    const [slot] = world.contactStore.touching;
    const point = slot * CONTACT_STRIDE + POINT0;
    world.contactStore.data[point + NORMAL_IMPULSE] = 1;
    world.contactStore.data[point + TANGENT_IMPULSE] = 1;
    world.bodies[2].linearVelocity = { x: 1, y: 0 };
    const pixels = ({ ends: [x1, y1, x2, y2] }: Marks['lines'][number]): number =>
      Math.hypot(x2 - x1, y2 - y1) / metersPerPixel;
    for (const { name, length, width, head, count } of [
      { name: 'normals', length: 18, width: 1.5, head: 6, count: 2 },
      { name: 'impulses', length: 60, width: 2.5, head: undefined, count: 2 },
      { name: 'centers', length: 10, width: 1.5, head: undefined, count: 6 },
    ]) {
      const { lines } = drawn(world, name, metersPerPixel);
      expect(lines, name).toHaveLength(count);
      for (const line of lines) {
        expect(pixels(line), name).toBeCloseTo(length, 9);
        expect(line.width, name).toBe(width);
        expect(line.head, name).toEqual(
          head === undefined ? undefined : expect.closeTo(head * metersPerPixel, 12),
        );
      }
    }
    // the length of a velocity is one in the world, its head is not
    for (const { width, head } of drawn(world, 'velocities', metersPerPixel).lines)
      expect([width, head]).toEqual([1.5, expect.closeTo(6 * metersPerPixel, 12)]);
    for (const { diameter } of drawn(world, 'contacts', metersPerPixel).points) expect(diameter).toBe(7);
  },
);

test('both contact points of a box that lies on the floor are marked', () => {
  const world = driftingWorld();
  world.createBody({ type: 'static', shapes: [ground] });
  world.createBody({
    position: { x: 3, y: 0.5 },
    shapes: [{ kind: 'polygon', vertices: polygon.rectangle(2, 1) }],
  });
  world.step(0.01);
  expect(drawn(world, 'contacts').points.map(({ at }) => at)).toEqual(
    expect.arrayContaining([near([2, 0]), near([4, 0])]),
  );
  expect(drawn(world, 'normals').lines).toHaveLength(2);
});

test('an impulse of 1 N s is 60 pixels long, of 4 N s twice as long, along the normal and along the tangent (ny, -nx)', () => {
  const world = twoBalls();
  expect(drawn(world, 'impulses').lines).toEqual([]);
  const [slot] = world.contactStore.touching;
  const point = slot * CONTACT_STRIDE + POINT0;
  world.contactStore.data[point + NORMAL_IMPULSE] = 4;
  world.contactStore.data[point + TANGENT_IMPULSE] = -1;
  const [x, y, tipX, tipY] = drawn(world, 'normals').lines[0].ends;
  const [nx, ny] = [(tipX - x) / 0.18, (tipY - y) / 0.18];
  const { lines } = drawn(world, 'impulses');
  expect(lines.map(({ ends }) => ends)).toEqual([
    near([x, y, x + 1.2 * nx, y + 1.2 * ny]),
    near([x, y, x - 0.6 * ny, y + 0.6 * nx]),
  ]);
  expect(lines[0].color).not.toEqual(lines[1].color);
});

/** A body with its centre of mass beside its origin, turned to the direction (0.6, 0.8). */
function lopsided(): World {
  const world = driftingWorld();
  world.createBody({ type: 'static', shapes: [ground] });
  world.createBody({ type: 'kinematic', position: { x: -5, y: 9 }, linearVelocity: { x: 10, y: 0 } });
  world.createBody({
    position: { x: 1, y: 7 },
    angle: Math.atan2(0.8, 0.6),
    linearVelocity: { x: 3, y: -4 },
    shapes: [{ ...ball, center: { x: 2, y: 0 } }],
  });
  return world;
}

test('velocities are the way of a tenth of a second from the centre of mass, of kinematic bodies too', () => {
  expect(drawn(lopsided(), 'velocities').lines.map(({ ends }) => ends)).toEqual([
    near([-5, 9, -4, 9]),
    near([2.2, 8.6, 2.5, 8.2]),
  ]);
});

test('a centre of mass has the axes of its body, 10 pixels long, x red and y green', () => {
  const { lines } = drawn(lopsided(), 'centers');
  expect(lines.slice(2).map(({ ends }) => ends)).toEqual([
    near([2.2, 8.6, 2.26, 8.68]),
    near([2.2, 8.6, 2.12, 8.66]),
  ]);
  const [x, y] = lines.slice(2).map(({ color: [red, green] }) => red > green);
  expect([x, y]).toEqual([true, false]);
});

test('boxes are those of shapes that have an end', () => {
  expect(drawn(lopsided(), 'boxes').boxes).toEqual([near([1.7, 8.1, 2.7, 9.1])]);
});

test('a joint is a line between its anchors, a pulley goes over its fixed points', () => {
  const world = driftingWorld();
  const [bodyA, bodyB] = [0, 4].map((x) => world.createBody({ position: { x, y: 1 }, shapes: [ball] }));
  const pair = { bodyA, bodyB, localAnchorA: { x: 0, y: 0.5 }, localAnchorB: { x: 0.5, y: 0 } };
  const joint = world.createJoint({ kind: 'distance', ...pair });
  const ends = [
    [0, 1.5],
    [4.5, 1],
  ];
  expect(drawn(world, 'joints').lines.map((line) => line.ends)).toEqual([ends.flat()]);
  expect(drawn(world, 'joints').points.map(({ at }) => at)).toEqual(ends);
  expect(drawn(world, 'joints').lines.map(({ width }) => width)).toEqual([1.5]);
  expect(drawn(world, 'joints').points.map(({ diameter }) => diameter)).toEqual([6, 6]);
  world.destroyJoint(joint);
  world.createJoint({
    kind: 'pulley',
    ...pair,
    groundAnchorA: { x: 0, y: 9 },
    groundAnchorB: { x: 4, y: 8 },
  });
  expect(drawn(world, 'joints').lines.map((line) => line.ends)).toEqual([
    [0, 1.5, 0, 9],
    [0, 9, 4, 8],
    [4, 8, 4.5, 1],
  ]);
  expect(drawn(world, 'joints').points.map(({ at }) => at)).toEqual(ends);
});
