import { polygon, type Vec2 } from '@otedama/math2d';
import type { Body, ShapeDefinition } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { type GroundBody, GroundEdges } from '../src/ground-edges.js';
import { filledStyle, type ShapePaint } from '../src/index.js';
import { driftingWorld } from './drifting-world.js';

const stone = filledStyle.paint({ type: 'static', index: 0, color: undefined, awake: true, sensor: false });

const box = (width: number, height: number): ShapeDefinition => ({
  kind: 'polygon',
  vertices: polygon.rectangle(width, height),
});
const drawn = (body: Body, paint: ShapePaint = stone): GroundBody => ({
  body,
  shapes: body.shapes.map(({ geometry }) => ({ geometry, paint })),
});

test('boxes side by side have no edge between them, although their corners meet only up to rounding', () => {
  const world = driftingWorld();
  // a tenth of a metre is no binary number: the sums differ in their last bits
  const right = (k: number): number => 0.1 * k + 0.05;
  expect([0, 1, 2, 3, 4, 5, 6].some((k) => right(k) !== 0.1 * (k + 1) - 0.05)).toBe(true);
  // far out, rounding is coarser
  for (const [start, direction] of [
    [
      { x: 0, y: 0 },
      { x: 0.1, y: 0 },
    ],
    [
      { x: -1000, y: 0 },
      { x: -0.1, y: 0 },
    ],
    [
      { x: 0, y: -1000 },
      { x: 0, y: -0.1 },
    ],
  ]) {
    const bodies = Array.from({ length: 8 }, (_, k) => {
      const position = { x: start.x + k * direction.x, y: start.y + k * direction.y };
      return drawn(world.createBody({ type: 'static', position, shapes: [box(0.1, 0.1)] }));
    });
    const ground = new GroundEdges();
    ground.compare(bodies, world.bodyStore);
    const inner = bodies.map(({ shapes: [shape] }) => ground.of(shape)?.isInner.filter(Boolean).length);
    expect(inner).toEqual([1, 2, 2, 2, 2, 2, 2, 1]);
  }
});

test('the edges are in the axes of their bodies, also of turned ones, with corners where others begin', () => {
  const world = driftingWorld();
  const wide = world.createBody({ type: 'static', position: { x: 5, y: 0 }, shapes: [box(4, 2)] });
  const turned = world.createBody({
    type: 'static',
    position: { x: 5, y: 2 },
    angle: Math.PI / 2,
    shapes: [box(2, 1)],
  });
  const bodies = [drawn(wide), drawn(turned)];
  const ground = new GroundEdges();
  ground.compare(bodies, world.bodyStore);
  const [below, above] = bodies.map(({ shapes: [shape] }) => ground.of(shape));
  const near = ({ x, y }: Vec2): string => `${x.toFixed(6)},${y.toFixed(6)}`;
  const edge = below?.isInner.indexOf(true) ?? -1;
  expect(below?.corners).toHaveLength(6);
  expect(below?.corners.slice(edge, edge + 2).map(near)).toEqual(['0.500000,1.000000', '-0.500000,1.000000']);
  // the lower edge of the turned box is the one at its own left
  const side = above?.isInner.indexOf(true) ?? -1;
  expect(above?.corners[side].x).toBeCloseTo(-1, 9);
});

test('ground has the same inner edges wherever it is, and however turned', () => {
  const edgesOf = (angle: number, x: number, y: number) => {
    const world = driftingWorld();
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const put = (u: number, v: number, shape: ShapeDefinition): GroundBody => {
      const position = { x: x + c * u - s * v, y: y + s * u + c * v };
      return drawn(world.createBody({ type: 'static', position, angle, shapes: [shape] }));
    };
    const bodies = [put(0, 0, box(4, 2)), put(1.5, 2, box(1, 2)), put(-1, 1.25, box(1, 0.5))];
    const ground = new GroundEdges();
    ground.compare(bodies, world.bodyStore);
    return bodies.map(({ shapes: [shape] }) => ground.of(shape)!);
  };
  const upright = edgesOf(0, 0, 0);
  expect(upright.map(({ beside }) => beside.length)).toEqual([4, 2, 2]);
  const near = ({ x, y }: Vec2) => ({ x: expect.closeTo(x, 6), y: expect.closeTo(y, 6) });
  for (const [angle, x, y] of [
    [0.7, 0, 0],
    [-2.4, -300, 50],
  ])
    for (const [k, edges] of edgesOf(angle, x, y).entries()) {
      const { corners, isInner, isEnclosed, beside, depth } = upright[k];
      expect(edges).toMatchObject({ isInner, isEnclosed, depth: expect.closeTo(depth, 6) });
      expect(edges.corners).toEqual(corners.map(near));
      expect(edges.beside).toEqual(beside.map(({ end, ...more }) => ({ ...more, end: near(end) })));
    }
});

test.each<[what: string, x: number, y: number, angle: number]>([
  ['put to the side', 0.1, 0, 0],
  ['put up', 0, 0.1, 0],
  ['turned', 0, 0, Math.PI / 2],
])('a body that is %s is noticed', (_, x, y, angle) => {
  const world = driftingWorld();
  const bodies = [0, 1].map((x) =>
    drawn(world.createBody({ type: 'static', position: { x, y: 0 }, shapes: [box(1, 1)] })),
  );
  const ground = new GroundEdges();
  ground.compare(bodies, world.bodyStore);
  Object.assign(bodies[0].body, { position: { x, y }, angle });
  expect(ground.leaveMoved(world.bodyStore)).toBe(true);
});

test('shapes of other colours keep the edge between them, and rounded ones theirs', () => {
  const world = driftingWorld();
  const at = (x: number, shape: ShapeDefinition): Body =>
    world.createBody({ type: 'static', position: { x, y: 0 }, shapes: [shape] });
  const bodies = [
    drawn(at(0, box(1, 1))),
    drawn(at(1, box(1, 1)), { ...stone, fill: [1, 0, 0] }),
    drawn(at(-1, { ...box(1, 1), radius: 0.01 } as ShapeDefinition)),
  ];
  const ground = new GroundEdges();
  ground.compare(bodies, world.bodyStore);
  expect(bodies.map(({ shapes: [shape] }) => ground.of(shape))).toEqual([null, null, null]);
});

test('a body that is put elsewhere, or that looks different, leaves the ground', () => {
  const world = driftingWorld();
  const bodies = [0, 1, 2].map((x) =>
    drawn(world.createBody({ type: 'static', position: { x, y: 0 }, shapes: [box(1, 1)] })),
  );
  const ground = new GroundEdges();
  const inner = (): number[] => {
    ground.compare(bodies, world.bodyStore);
    return bodies.map(({ shapes: [shape] }) => ground.of(shape)?.isInner.filter(Boolean).length ?? 0);
  };
  expect(inner()).toEqual([1, 2, 1]);
  expect(ground.leaveMoved(world.bodyStore)).toBe(false);
  bodies[0].body.position = { x: 0, y: 5 };
  expect(ground.leaveMoved(world.bodyStore)).toBe(true);
  expect(inner()).toEqual([0, 1, 1]);
  // a door that moves on costs nothing more
  bodies[0].body.position = { x: 0, y: 6 };
  expect(ground.leaveMoved(world.bodyStore)).toBe(false);
  expect(ground.leave(bodies[2].body)).toBe(true);
  expect(ground.leave(bodies[0].body)).toBe(false);
  expect(inner()).toEqual([0, 0, 0]);
});
