/** Marks of joints: one kind after the other, what a motor drives, and how large they are on thin bodies and from afar. */

import { polygon } from '@otedama/math2d';
import { type Color, type DebugLayer, hexColor, type Painter } from '@otedama/render-babylon';
import { type Body, createWorld, type JointDefinition, type World } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { jointMarks, madeJointMarks } from '../src/joint-marks.js';
import { madeByHand } from '../src/made-joints.js';
import { Simulation } from '../src/simulation.js';
import { findSolver } from '../src/solvers.js';
import { thickness } from '../src/thickness.js';

const PIXEL = 0.01;
const rim = String(hexColor('#2b2f3a'));
const head = String(hexColor('#fbfaf7'));
const driven = String(hexColor('#eda43a'));

interface Dot {
  readonly x: number;
  readonly y: number;
  readonly color: string;
  readonly diameter: number;
}

interface Picture {
  readonly dots: readonly Dot[];
  readonly lines: readonly (readonly number[])[];
  readonly circles: readonly (readonly number[])[];
}

function pictureOf(world: World, layer: DebugLayer = jointMarks, metersPerPixel = PIXEL): Picture {
  const dots: Dot[] = [];
  const lines: number[][] = [];
  const circles: number[][] = [];
  const fail = () => expect.unreachable();
  const painter: Painter = {
    point: (x: number, y: number, color: Color, diameter = 0) =>
      void dots.push({ x, y, color: String(color), diameter }),
    line: (...ends) => void lines.push(ends.slice(0, 4) as number[]),
    circle: (...circle) => void circles.push(circle.slice(0, 3) as number[]),
    box: fail,
    arrow: fail,
  };
  layer.draw(world, painter, { metersPerPixel, fraction: 1 });
  return { dots, lines, circles };
}

/** Places of rims or rivets, and colours of heads. */
const rims = ({ dots }: Picture): number[][] =>
  dots.filter(({ color }) => color === rim).map(({ x, y }) => [x, y]);
const heads = ({ dots }: Picture): string[] =>
  dots.filter(({ color }) => color !== rim).map(({ color }) => color);

/** Two large balls without gravity, at (0, 0) and at (4, 0). */
function pair(): { world: World; bodyA: Body; bodyB: Body } {
  const world = createWorld({ solver: findSolver('soft-step').create({}), gravity: { x: 0, y: 0 } });
  const ball = { shapes: [{ kind: 'circle', radius: 1 }] } as const;
  const bodyA = world.createBody(ball);
  const bodyB = world.createBody({ ...ball, position: { x: 4, y: 0 } });
  return { world, bodyA, bodyB };
}

/** A definition without its bodies. */
type Loose<Definition> = Definition extends unknown ? Omit<Definition, 'bodyA' | 'bodyB' | 'body'> : never;

/** What is drawn for a joint between the two balls. */
function marked(definition: Loose<JointDefinition<Body>>): Picture {
  const { world, bodyA, bodyB } = pair();
  world.createJoint({ bodyA, bodyB, ...definition } as JointDefinition<Body>);
  return pictureOf(world);
}

test('what turns has a pin, whose head tells whether a motor drives it', () => {
  for (const kind of ['revolute', 'wheel'] as const) {
    const still = marked({ kind, worldAnchor: { x: 2, y: 1 } });
    expect(rims(still)).toEqual([[2, 1]]);
    expect(heads(still)).toEqual([head]);
    expect(heads(marked({ kind, motorSpeed: 0, worldAnchor: { x: 2, y: 1 } })), 'a brake').toEqual([head]);
    expect(heads(marked({ kind, motorSpeed: -2, worldAnchor: { x: 2, y: 1 } }))).toEqual([driven]);
    expect(heads(marked({ kind, motorSpeed: 2, enableMotor: false, worldAnchor: { x: 2, y: 1 } }))).toEqual([
      head,
    ]);
  }
});

test('what slides has a pin on a rail: between its limits, or a little farther than it is', () => {
  const limited = marked({
    kind: 'prismatic',
    worldAnchor: { x: 4, y: 0 },
    localAxisA: { x: 0, y: 2 },
    lower: -1,
    upper: 3,
  });
  expect(limited.lines).toEqual([[4, -1, 4, 3]]);
  expect(rims(limited)).toEqual([[4, 0]]);
  const { world, bodyA, bodyB } = pair();
  world.createJoint({ kind: 'prismatic', bodyA, bodyB, worldAnchor: { x: 4, y: 0 } });
  bodyB.position = { x: 6, y: 0 };
  expect(pictureOf(world).lines).toEqual([[4 - 0.14, 0, expect.closeTo(6.14, 12), 0]]);
  const groove = marked({ kind: 'groove', grooveStart: { x: 3, y: -1 }, grooveEnd: { x: 3, y: 2 } });
  expect(groove.lines).toEqual([[3, -1, 3, 2]]);
  expect(rims(groove)).toEqual([[4, 0]]);
});

test('ropes, rods, springs and pulleys have a pin at each end', () => {
  const anchors = { localAnchorA: { x: 0, y: 0.5 }, localAnchorB: { x: 0, y: -0.5 } };
  for (const definition of [
    { kind: 'rope' },
    { kind: 'distance' },
    { kind: 'distance', hertz: 2 },
    { kind: 'pulley', groundAnchorA: { x: 0, y: 5 }, groundAnchorB: { x: 4, y: 5 } },
  ] as const) {
    const picture = marked({ ...definition, ...anchors });
    expect(rims(picture)).toEqual([
      [4, -0.5],
      [0, 0.5],
    ]);
    expect(heads(picture)).toEqual([head, head]);
  }
  expect(heads(marked({ kind: 'distance', ...anchors, motorSpeed: 1, lower: 1, upper: 9 }))).toEqual([
    driven,
    driven,
  ]);
});

test('what is held has a rivet, gears where they meet, and what acts on angles a ring', () => {
  for (const kind of ['weld', 'friction'] as const) {
    const picture = marked({ kind, worldAnchor: { x: 2, y: 0.5 } });
    expect([rims(picture), heads(picture)]).toEqual([[[2, 0.5]], []]);
  }
  const motor = marked({ kind: 'motor', linearOffset: { x: 3, y: 2 } });
  expect(motor.lines).toEqual([[3, 2, 4, 0]]);
  expect(rims(motor)).toEqual([
    [3, 2],
    [4, 0],
  ]);
  // the smaller wheel turns three times as fast
  expect(rims(marked({ kind: 'gear', ratio: 3 }))).toEqual([[1, 0]]);
  expect(rims(marked({ kind: 'gear', ratio: -3 }))).toEqual([[2, 0]]);
  for (const definition of [
    { kind: 'ratchet', pitch: 0.1 },
    { kind: 'rotarySpring' },
    { kind: 'rotaryLimit', lower: -1, upper: 1 },
  ] as const) {
    const { dots, circles } = marked(definition);
    expect(dots).toEqual([]);
    expect(circles).toEqual([[4, 0, expect.closeTo(0.06, 12)]]);
  }
  expect(marked({ kind: 'filter' })).toEqual({ dots: [], lines: [], circles: [] });
});

test('a mark stays on the thinner body at every zoom, until this is a line; the marks of the reader keep their size', () => {
  const { world, bodyA } = pair();
  const plank = world.createBody({ shapes: [{ kind: 'polygon', vertices: polygon.rectangle(3, 0.1) }] });
  const hinge = world.createJoint({ kind: 'revolute', bodyA, bodyB: plank });
  const largest = (metersPerPixel: number, layer = jointMarks): number =>
    Math.max(0, ...pictureOf(world, layer, metersPerPixel).dots.map(({ diameter }) => diameter));
  expect(largest(0.001)).toBeCloseTo(7.2, 12);
  for (const metersPerPixel of [0.01, 0.02]) {
    expect(largest(metersPerPixel) * metersPerPixel).toBeGreaterThan(0.05);
    expect(largest(metersPerPixel) * metersPerPixel).toBeLessThan(0.1);
  }
  expect(largest(0.05)).toBe(0);
  expect(largest(0.01, madeJointMarks)).toBe(0);
  hinge.userData = madeByHand;
  for (const metersPerPixel of [0.001, 0.05]) {
    expect(largest(metersPerPixel)).toBe(9);
    expect(largest(metersPerPixel, madeJointMarks)).toBe(9);
  }
});

test('a body is as thick as the narrow side of its thickest shape', () => {
  const { world } = pair();
  const shaped = (...shapes: NonNullable<Parameters<World['createBody']>[0]>['shapes'] & object[]) =>
    thickness(world.createBody({ type: 'static', shapes }));
  const thin = { kind: 'polygon', vertices: polygon.rectangle(3, 0.2) } as const;
  expect(shaped(thin)).toBeCloseTo(0.2, 12);
  expect(shaped({ ...thin, radius: 0.1 })).toBeCloseTo(0.4, 12);
  expect(shaped(thin, { kind: 'circle', radius: 0.3 })).toBeCloseTo(0.6, 12);
  expect(shaped({ kind: 'capsule', point1: { x: 0, y: 0 }, point2: { x: 5, y: 0 }, radius: 0.25 })).toBe(0.5);
  // a corner of a triangle is across from its longest side
  const triangle = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 0, y: 3 },
  ];
  expect(shaped({ kind: 'polygon', vertices: triangle })).toBeCloseTo(2.4, 12);
  const line = { kind: 'segment', point1: { x: 0, y: 0 }, point2: { x: 1, y: 0 } } as const;
  expect(shaped({ kind: 'halfSpace', normal: { x: 0, y: 1 } })).toBe(Number.POSITIVE_INFINITY);
  expect([shaped(line), thickness(null)]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
});

test('every joint of the machines is marked on or between its bodies', () => {
  const { world } = new Simulation({
    entry: findScene('machines'),
    solver: findSolver('soft-step'),
    parameters: {},
    settings: {},
  });
  for (const joint of world.joints) {
    const { dots, circles } = pictureOf(
      { ...drawnParts(world), joints: [joint] } as unknown as World,
      jointMarks,
      0.04,
    );
    const places = [...dots.map(({ x, y }) => [x, y]), ...circles];
    expect(places.length, joint.kind).toBeGreaterThan(0);
    for (const [x, y] of places) expect(Math.max(Math.abs(x) - 14, Math.abs(y) - 10.5)).toBeLessThan(0);
  }
});

const drawnParts = ({ bodyStore, contactStore, gravity }: World) => ({
  bodyStore,
  contactStore,
  gravity,
  bodies: [],
  softBodies: [],
});
