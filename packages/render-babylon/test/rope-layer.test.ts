import type { World } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { type Painter, ropeLayer } from '../src/index.js';
import { driftingWorld } from './drifting-world.js';

const ball = { shapes: [{ kind: 'circle', radius: 0.1 }] } as const;

type Line = readonly [x1: number, y1: number, x2: number, y2: number];

/** The lines that the layer draws for the joints of a world, at a fraction of the last step. */
function linesOf(world: World, fraction = 1): Line[] {
  const lines: Line[] = [];
  const fail = () => expect.unreachable();
  const line = (...ends: Line) => void lines.push([ends[0], ends[1], ends[2], ends[3]]);
  const painter = { line, point: fail, box: fail, circle: fail, arrow: fail };
  ropeLayer.draw(world, painter, { metersPerPixel: 0.01, fraction });
  return lines;
}

const lengthOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, [x1, y1, x2, y2]) => sum + Math.hypot(x2 - x1, y2 - y1), 0);

test('a rod is a line, a spring a zigzag, a pulley runs over its fixed points, and a hinge is not drawn', () => {
  const world = driftingWorld();
  const bodyA = world.createBody(ball);
  const bodyB = world.createBody({ ...ball, position: { x: 3, y: 4 } });
  const pair = { bodyA, bodyB };
  world.createJoint({ kind: 'revolute', ...pair, worldAnchor: { x: 1, y: 1 } });
  expect(linesOf(world)).toEqual([]);
  const rod = world.createJoint({ kind: 'distance', ...pair });
  expect(linesOf(world)).toEqual([[0, 0, 3, 4]]);
  rod.setSpring(2, 0.5);
  const spring = linesOf(world);
  expect(spring.length).toBeGreaterThan(8);
  expect([spring[0].slice(0, 2), spring.at(-1)!.slice(2)]).toEqual([
    [0, 0],
    [expect.closeTo(3), expect.closeTo(4)],
  ]);
  expect(lengthOf(spring)).toBeGreaterThan(5.1);
  world.destroyJoint(rod);
  world.createJoint({
    kind: 'pulley',
    ...pair,
    groundAnchorA: { x: 0, y: 9 },
    groundAnchorB: { x: 3, y: 9 },
  });
  expect(linesOf(world)).toEqual([
    [0, 0, 0, 9],
    [0, 9, 3, 9],
    [3, 9, 3, 4],
  ]);
});

test('a rod is wider than a rope, which is wider than the wire of a spring', () => {
  const widthOf = (definition: { kind: 'rope' } | { kind: 'distance'; hertz?: number }): number => {
    const world = driftingWorld();
    const bodyB = world.createBody({ ...ball, position: { x: 3, y: 4 } });
    world.createJoint({ ...definition, bodyB, localAnchorA: { x: 0, y: 0 } });
    const widths = new Set<number>();
    const fail = () => expect.unreachable();
    const line: Painter['line'] = (_x1, _y1, _x2, _y2, _color, width = 1) => void widths.add(width);
    const painter = { line, point: fail, box: fail, circle: fail, arrow: fail };
    ropeLayer.draw(world, painter, { metersPerPixel: 0.01, fraction: 1 });
    expect(widths.size).toBe(1);
    return [...widths][0];
  };
  const rope = widthOf({ kind: 'rope' });
  expect(widthOf({ kind: 'distance' })).toBeGreaterThan(1.5 * rope);
  expect(widthOf({ kind: 'distance', hertz: 2 })).toBeLessThan(rope);
});

test('a loose rope hangs in the direction of gravity with about its length, without gravity it is straight, and so is a taut one', () => {
  const world = driftingWorld();
  const bodyB = world.createBody({ ...ball, position: { x: 4, y: 0 } });
  const rope = world.createJoint({
    kind: 'rope',
    bodyB,
    localAnchorA: { x: 0, y: 0 },
    maximumLength: 4.4,
  });
  const isWhole = (lines: readonly Line[]): boolean =>
    lines.slice(1).every(([x, y], k) => x === lines[k][2] && y === lines[k][3]);
  const lowest = () => Math.min(...linesOf(world).map(([, , , y]) => y));
  world.gravity = { x: 0, y: -10 };
  expect(lengthOf(linesOf(world))).toBeCloseTo(4.4, 1);
  expect(isWhole(linesOf(world))).toBe(true);
  // sqrt(3 d e / 8 + e^2 / 4) with d = 4 and e = 0.4
  expect(lowest()).toBeCloseTo(-0.8, 9);
  world.gravity = { x: 0, y: 10 };
  expect(lowest()).toBe(0);
  world.gravity = { x: 0, y: 0 };
  expect(lengthOf(linesOf(world))).toBeCloseTo(4);
  world.gravity = { x: 0, y: -10 };
  rope.rest = 4;
  expect(lengthOf(linesOf(world))).toBeCloseTo(4);
});

test('they are drawn alike wherever the bodies are, and however these and gravity are turned', () => {
  const place = (angle: number, x: number, y: number): number[] => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const at = (u: number, v: number) => ({ x: x + c * u - s * v, y: y + s * u + c * v });
    const world = driftingWorld();
    world.gravity = { x: 10 * s, y: -10 * c };
    const [bodyA, bodyB] = [
      [0, 0],
      [3, 4],
    ].map(([u, v]) => world.createBody({ ...ball, position: at(u, v), angle }));
    const pair = { bodyA, bodyB, localAnchorA: { x: 0.5, y: 0.2 }, localAnchorB: { x: -0.3, y: 0.4 } };
    world.createJoint({ kind: 'distance', ...pair, hertz: 2 });
    world.createJoint({ kind: 'rope', ...pair, maximumLength: 7 });
    // back in the axes of the first body
    return linesOf(world).flatMap(([x1, y1, x2, y2]) =>
      [
        [x1 - x, y1 - y],
        [x2 - x, y2 - y],
      ].flatMap(([dx, dy]) => [c * dx + s * dy, c * dy - s * dx]),
    );
  };
  const upright = place(0, 0, 0);
  for (const [angle, x, y] of [
    [0.8, 0, 0],
    [-2.5, 20, -30],
  ])
    expect(place(angle, x, y)).toEqual(upright.map((number) => expect.closeTo(number, 9)));
});

test('the corners of a spring are 5 pixels beside its axis, in turns, between straight ends of two pieces', () => {
  const world = driftingWorld();
  const bodyB = world.createBody({ ...ball, position: { x: 3.2, y: 0 } });
  const spring = world.createJoint({ kind: 'distance', bodyB, localAnchorA: { x: 0, y: 0 }, hertz: 2 });
  const lines = linesOf(world);
  const corners = lines.map(([, , x, y]) => [x, y]);
  expect(lines.map(([x, y]) => [x, y])).toEqual([[0, 0], ...corners.slice(0, -1)]);
  expect(corners).toEqual(
    Array.from({ length: 16 }, (_, k) => {
      const side = k < 2 || k > 13 ? 0 : k % 2 === 0 ? -0.05 : 0.05;
      return [expect.closeTo((k + 1) / 5), expect.closeTo(side)];
    }),
  );
  // of no length there is no axis
  world.destroyJoint(spring);
  world.createJoint({ kind: 'distance', bodyB, localAnchorA: { x: 3.2, y: 0 }, hertz: 2, length: 1 });
  expect(linesOf(world)).toEqual([]);
});

test('they end at the bodies as these are drawn, between two steps', () => {
  const world = driftingWorld();
  const bodyB = world.createBody({ ...ball, linearVelocity: { x: 60, y: 0 } });
  world.createJoint({ kind: 'distance', bodyB, localAnchorA: { x: 0, y: 2 } });
  world.step(1 / 60);
  expect(bodyB.position.x).toBeCloseTo(1);
  expect(linesOf(world, 0.25)).toEqual([[0, 2, expect.closeTo(0.25), 0]]);
});
