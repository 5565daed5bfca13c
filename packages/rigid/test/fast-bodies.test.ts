/**
 * Which bodies are swept, against the closed form. A body is swept if its fastest point moved by more than half of its inner radius: with a
 * way d of the centre of mass and a turn t, if
 *
 *     d + |sin t| extent > inner / 2.
 *
 * A bullet is swept if d + 2 |sin(t / 2)| extent for itself and the largest such sum of a body together exceed that limit. Bullets count in
 * it only if one of them has a sensor.
 */

import { createRandom, type Random } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { type Body, createWorld, type World } from '../src/index.js';
import { box, circle } from './helpers/shapes.js';
import { ghostSolver } from './helpers/simple-solver.js';

const dt = 1 / 60;
const THICKNESS = 0.2;
/** Half the inner radius of a rod, m. */
const LIMIT = THICKNESS / 4;

/** A rod with its middle at (x, y) of the body frame. */
function rodAt(length: number, x: number, y: number) {
  const shape = box(length, THICKNESS);
  if (shape.kind !== 'polygon') throw new Error('no polygon');
  return { ...shape, vertices: shape.vertices.map((v) => ({ x: v.x + x, y: v.y + y })) };
}

/** Lets the fastest point of a rod move by `motion` in a step: a random part of it by moving, the rest by turning. */
function send(body: Body, extent: number, motion: number, random: Random): void {
  const direction = random.uniform(-3, 3);
  const way = random.uniform(0, motion);
  const sign = random.uniform(-1, 1) < 0 ? -1 : 1;
  body.linearVelocity = { x: (way / dt) * Math.cos(direction), y: (way / dt) * Math.sin(direction) };
  body.angularVelocity = (sign * Math.asin((motion - way) / extent)) / dt;
}

const poseOf = ({ worldCenter: { x, y }, angle }: Body) => ({ x, y, angle });

/** Makes a step. @returns by how far the centre of mass of each body moved, m, and by how much it turned, rad */
function stepOnce(world: World, bodies: readonly Body[]): { way: number; turn: number }[] {
  const before = bodies.map(poseOf);
  world.step(dt);
  return bodies.map((body, k) => {
    const { x, y, angle } = poseOf(body);
    return { way: Math.hypot(x - before[k].x, y - before[k].y), turn: angle - before[k].angle };
  });
}

test.each([
  ['about their middle', 0],
  ['about points beside them', 3],
])('rods that turn %s are swept if their fastest point moved by more than the limit', (_, offset) => {
  const random = createRandom(5);
  const counts = [0, 0];
  for (let round = 0; round < 120; round++) {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
    const length = random.uniform(THICKNESS, 6);
    const extent = Math.hypot(length, THICKNESS) / 2;
    const rod = world.createBody({
      position: { x: random.uniform(-5, 5), y: random.uniform(-5, 5) },
      angle: random.uniform(-3, 3),
      shapes: [rodAt(length, random.uniform(-offset, offset), random.uniform(-offset, offset))],
    });
    send(rod, extent, (round % 2 === 0 ? 0.98 : 1.02) * LIMIT, random);
    const [{ way, turn }] = stepOnce(world, [rod]);
    const swept = way + Math.abs(Math.sin(turn)) * extent > LIMIT ? 1 : 0;
    expect(world.stats.sweptBodies, `round ${round}`).toBe(swept);
    counts[swept]++;
  }
  expect(Math.min(...counts)).toBeGreaterThan(50);
});

test('a bullet is swept if its motion and the farthest one of another body together exceed its limit', () => {
  const random = createRandom(6);
  const extent = Math.hypot(1, THICKNESS) / 2;
  const counts = new Map<number, number>();
  for (let round = 0; round < 200; round++) {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
    const hasSensor = (k: number): boolean => k === 2 + (round % 4);
    const bodies = ['bullet', 'bullet', 'bullet', 'bullet', 'dynamic', 'kinematic'].map((kind, k) => {
      // a body that a user moves turns about its origin
      const offset = kind === 'kinematic' ? 0 : 2;
      const [x, y] = [random.uniform(-offset, offset), random.uniform(-offset, offset)];
      const sensor = circle(THICKNESS / 2, { center: { x, y }, sensor: true });
      return world.createBody({
        position: { x: 300 * k, y: random.uniform(-5, 5) },
        angle: random.uniform(-3, 3),
        type: kind === 'kinematic' ? kind : 'dynamic',
        bullet: kind === 'bullet',
        shapes: [rodAt(1, x, y), ...(hasSensor(k) ? [sensor] : [])],
      });
    });
    for (const body of bodies) send(body, extent, random.uniform(0, 0.7) * LIMIT, random);
    const motions = stepOnce(world, bodies).map(
      ({ way, turn }) => way + 2 * Math.abs(Math.sin(turn / 2)) * extent,
    );
    const areBulletsFound = bodies.some((body, k) => body.isBullet && hasSensor(k));
    const farthest = Math.max(...motions.filter((_, k) => areBulletsFound || !bodies[k].isBullet));
    const swept = motions.filter((motion, k) => bodies[k].isBullet && motion + farthest > LIMIT).length;
    expect(world.stats.sweptBodies, `round ${round}`).toBe(swept);
    counts.set(swept, (counts.get(swept) ?? 0) + 1);
  }
  for (const swept of [0, 1, 2, 3, 4]) expect(counts.get(swept), `${swept} swept`).toBeGreaterThan(5);
});
