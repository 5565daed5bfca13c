/**
 * Tests of rows of tiles. A row must behave like one floor: a body that slides over it without friction, with the penetration that the
 * method allows, must not catch on the seams. A step between tiles must stop a body. The tests of every solver package call `testRows`.
 */

import { polygon, type Vec2 } from '@otedama/math2d';
import { type BodyDefinition, concave, type ShapeDefinition, type Solver } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { box, circle, makeWorld, plain, type Surface, seeded } from './bodies.js';

const GRAVITY = 9.81;
const DT = 1 / 60;
const sliders: [name: string, height: number, shape: ShapeDefinition][] = [
  ['a box', 0.5, box(1, 1)],
  ['a small box', 0.1, box(0.2, 0.2)],
  ['a rounded box', 0.5, { kind: 'polygon', vertices: polygon.rectangle(0.8, 0.8), radius: 0.1, ...plain }],
  ['a ball', 0.5, circle(0.5)],
  ['a small ball', 0.1, circle(0.1)],
  [
    'a lying capsule',
    0.2,
    { kind: 'capsule', point1: { x: -0.4, y: 0 }, point2: { x: 0.4, y: 0 }, radius: 0.2, ...plain },
  ],
];

/** A row of `count` tiles of 1 m that begins at x = -2, with tops at y = 0. */
const row = (count: number, surface: Surface = {}): BodyDefinition[] =>
  Array.from({ length: count }, (_, k) => ({
    type: 'static',
    position: { x: k - 1.5, y: -0.5 },
    shapes: [box(1, 1, surface)],
  }));

/**
 * A viaduct of one concave outline. The points of its top alternate between y = 0 and a tenth of a millimetre below, so that they are real
 * corners. The cuts between its convex parts run from the arches to the top, across the path of the sliding body.
 */
function viaduct(surface: Surface = {}): BodyDefinition {
  const points: Vec2[] = [];
  for (let k = 0; k < 24; k++)
    points.push({ x: k - 2, y: -2 }, { x: k - 1.9, y: -0.3 }, { x: k - 1.1, y: -0.3 });
  points.push({ x: 22, y: -2 });
  for (let k = 24; k >= 0; k--) points.push({ x: k - 2, y: -1e-4 * (k % 2) });
  return { type: 'static', shapes: concave({ points, ...plain, ...surface }) };
}

/** Registers the tests. */
export function testRows(createSolver: () => Solver): void {
  describe('rows of tiles', () => {
    test.each(sliders)(
      '%s slides over twenty tiles at 2, 6 and 10 m/s and loses at most 1/1,000 of its speed',
      (_, height, shape) => {
        for (const speed of [2, 6, 10]) {
          const { world, bodies } = makeWorld(createSolver(), GRAVITY, [
            ...row(24),
            { position: { x: 0, y: height }, linearVelocity: { x: speed, y: 0 }, shapes: [shape] },
          ]);
          const steps = Math.round(20 / speed / DT);
          for (let k = 0; k < steps; k++) world.step(DT);
          const { position, linearVelocity } = bodies[24];
          expect(Math.abs(position.x / (speed * steps * DT) - 1)).toBeLessThan(0.001);
          expect(Math.abs(linearVelocity.x / speed - 1)).toBeLessThan(0.001);
          expect(Math.abs(position.y - height)).toBeLessThan(0.01);
        }
      },
    );

    test.each(sliders)('%s slides at 6 m/s over tiles that move back and rise', (_, height, shape) => {
      const slide = (tile: BodyDefinition, u: number, v: number) => {
        const { world, bodies } = makeWorld(createSolver(), GRAVITY, [
          ...row(24).map((definition) => ({ ...definition, ...tile })),
          { position: { x: 0, y: height }, linearVelocity: { x: 6 + u, y: v }, shapes: [shape] },
        ]);
        for (let k = 0; k < 180; k++) world.step(DT);
        return bodies[24];
      };
      const [u, v] = [-2, 0.5];
      const rising = slide({ type: 'kinematic', linearVelocity: { x: u, y: v } }, u, v);
      expect(Math.abs((rising.linearVelocity.x - u) / 6 - 1)).toBeLessThan(0.001);
      expect(Math.abs((rising.position.x - 3 * u) / 18 - 1)).toBeLessThan(0.001);
      expect(Math.abs(rising.position.y - 3 * v - height)).toBeLessThan(0.01);
    });

    test.each(sliders)(
      '%s slides at 6 m/s over the seams of a concave body as over a single floor',
      (_, height, shape) => {
        const bridge = viaduct();
        const onTop = (bridge.shapes ?? []).filter(
          (part) => part.kind === 'polygon' && part.vertices.some(({ y }) => y > -1e-3),
        );
        expect(onTop.length).toBeGreaterThan(10);
        const { world, bodies } = makeWorld(createSolver(), GRAVITY, [
          bridge,
          { position: { x: 0, y: height }, linearVelocity: { x: 6, y: 0 }, shapes: [shape] },
        ]);
        for (let k = 0; k < 180; k++) world.step(DT);
        const { position, linearVelocity } = bodies[1];
        expect(Math.abs(position.x / 18 - 1)).toBeLessThan(0.001);
        expect(Math.abs(linearVelocity.x / 6 - 1)).toBeLessThan(0.001);
        expect(Math.abs(position.y - height)).toBeLessThan(0.01);
      },
    );

    test.each([0.1, 0.5])('a ball of radius %d rolls over the tiles as over a single floor', (radius) => {
      for (const speed of [1, 4]) {
        const roll = (floor: readonly BodyDefinition[]) => {
          const { world, bodies } = makeWorld(createSolver(), GRAVITY, [
            {
              position: { x: 0, y: radius },
              linearVelocity: { x: speed, y: 0 },
              angularVelocity: -speed / radius,
              shapes: [circle(radius, { friction: 0.6 })],
            },
            ...floor,
          ]);
          for (let k = 0; k < 10 / speed / DT; k++) world.step(DT);
          return bodies[0];
        };
        const tiled = roll(row(15, { friction: 0.6 }));
        const flat = roll([
          { type: 'static', position: { x: 6, y: -0.5 }, shapes: [box(20, 1, { friction: 0.6 })] },
        ]);
        expect(flat.position.x).toBeGreaterThan(3);
        expect(Math.abs(tiled.position.x / flat.position.x - 1)).toBeLessThan(0.001);
        expect(Math.abs(tiled.angularVelocity / flat.angularVelocity - 1)).toBeLessThan(0.002);
      }
    });

    test('a box slides down a wall of tiles as down a single wall', () => {
      const { world, bodies } = makeWorld(createSolver(), GRAVITY, [
        ...Array.from(
          { length: 12 },
          (_, k): BodyDefinition => ({
            type: 'static',
            position: { x: -0.5, y: 0.5 - k },
            shapes: [box(1, 1)],
          }),
        ),
        // the first box is pressed against the wall by a force, the second one falls freely
        { position: { x: 0.5, y: 0 }, shapes: [box(1, 1)] },
        { position: { x: 9, y: 0 }, shapes: [box(1, 1)] },
      ]);
      const [body, free] = bodies.slice(12);
      for (let k = 0; k < 80; k++) {
        body.applyForce({ x: -20 * body.mass, y: 0 });
        world.step(DT);
      }
      expect(free.position.y).toBeLessThan(-8);
      expect(Math.abs(body.position.y / free.position.y - 1)).toBeLessThan(0.001);
      expect(Math.abs(body.position.x - 0.5)).toBeLessThan(0.01);
    });

    test('a turning box meets the corner of a tile in the same way, whichever was created first', () => {
      const next = seeded(21);
      let hits = 0;
      for (let k = 0; k < 150; k++) {
        const tile: BodyDefinition = {
          type: k % 2 === 0 ? 'static' : 'kinematic',
          angularVelocity: k % 2 === 0 ? 0 : 6 * next() - 3,
          shapes: [box(1, 1, { friction: 0.5 })],
        };
        const body: BodyDefinition = {
          position: { x: -1.1 + 0.2 * next(), y: 0.9 + 0.2 * next() },
          angle: 3 * next(),
          linearVelocity: { x: 4 + 4 * next(), y: 4 * next() - 2 },
          angularVelocity: 20 * next() - 10,
          mass: 1,
          shapes: [box(0.5, 0.5)],
        };
        const first = makeWorld(createSolver(), 0, [tile, body]);
        const second = makeWorld(createSolver(), 0, [body, tile]);
        for (let step = 0; step < 12; step++) {
          first.world.step(DT);
          second.world.step(DT);
        }
        const [p, q] = [first.bodies[1], second.bodies[0]];
        // the order of the two points of a contact follows the first body, and sequential impulses solve them in turn
        expect(Math.hypot(p.position.x - q.position.x, p.position.y - q.position.y)).toBeLessThan(1e-3);
        expect(Math.abs(p.angle - q.angle)).toBeLessThan(1e-3);
        if (Math.abs(p.angularVelocity - body.angularVelocity!) > 0.1) hits++;
      }
      expect(hits).toBeGreaterThan(30);
    });

    test('a step of 3 cm stops a sliding box', () => {
      const { world, bodies } = makeWorld(createSolver(), GRAVITY, [
        ...row(12),
        { type: 'static', position: { x: 5, y: 0.03 - 0.5 }, shapes: [box(1, 1)] },
        { position: { x: 0, y: 0.5 }, linearVelocity: { x: 1, y: 0 }, shapes: [box(1, 1)] },
      ]);
      for (let k = 0; k < 480; k++) world.step(DT);
      expect(bodies[13].position.x).toBeLessThan(4.01);
    });

    test('a box resting corner on corner stays there, and so does a box leaning on it', () => {
      const { world, bodies } = makeWorld(createSolver(), GRAVITY, [
        ...row(2),
        // the left edge of the box overlaps the tiles, which end at x = 0, by 3 mm; its right edge is on a post
        { type: 'static', position: { x: 0.897, y: -0.5 }, shapes: [box(0.2, 1)] },
        { position: { x: 0.497, y: 0.5 }, shapes: [box(1, 1)] },
      ]);
      for (let k = 0; k < 240; k++) world.step(DT);
      expect(Math.abs(bodies[3].position.y - 0.5)).toBeLessThan(0.01);
      expect(Math.abs(bodies[3].angle)).toBeLessThan(0.01);
    });
  });
}
