import { broadPhases } from '@otedama/collision';
import { createRandom } from '@otedama/math2d';
import { describe, expect, it } from 'vitest';
import { type Body, createWorld, SHAPE_A, SHAPE_B, type World } from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { ghostSolver, simpleSolver } from './helpers/simple-solver.js';

const makers = Object.values(broadPhases);

/** Shape pairs with contact points, in the order of the world. */
function touchingPairs(world: World): string[] {
  const { index, touching, touchingCount } = world.contactStore;
  return Array.from(
    touching.subarray(0, touchingCount),
    (c) => `${index[c * 8 + SHAPE_A]}-${index[c * 8 + SHAPE_B]}`,
  );
}

describe('broad phases in a world', () => {
  it('T5 give a bit-identical world through random motion, insertion and removal', () => {
    const worlds = makers.map((broadPhase) => {
      const world = createWorld({ solver: simpleSolver(4), broadPhase });
      world.createBody({ type: 'static', shapes: [floor(), floor()] });
      world.createBody({
        type: 'static',
        shapes: [
          { kind: 'segment', point1: { x: -12, y: 0 }, point2: { x: -16, y: 12 } },
          { kind: 'segment', point1: { x: 16, y: 12 }, point2: { x: 12, y: 0 } },
        ],
      });
      return { world, random: createRandom(7), bodies: [] as Body[] };
    });
    for (let step = 0; step < 150; step++) {
      const hashes = worlds.map(({ world, random, bodies }) => {
        if (step < 60) {
          for (let k = 0; k < 3; k++) {
            const size = random.uniform(0.2, 1.4);
            bodies.push(
              world.createBody({
                position: { x: random.uniform(-10, 10), y: random.uniform(5, 14) },
                angle: random.uniform(0, 6),
                shapes: [k === 1 ? box(size, 1) : circle(size / 2)],
              }),
            );
          }
        }
        if (step % 3 === 0 && bodies.length > 20) {
          world.destroyBody(bodies.splice(random.integer(bodies.length), 1)[0]);
        }
        if (step % 5 === 0 && bodies.length > 0) {
          const body = bodies[random.integer(bodies.length)];
          body.position = { x: random.uniform(-10, 10), y: random.uniform(5, 14) };
        }
        world.step(1 / 60);
        return world.stateHash();
      });
      expect(new Set(hashes).size).toBe(1);
    }
    expect(worlds[0].world.stats.touchingContacts).toBeGreaterThan(100);
  });

  it('T5 find the same pairs as an all-pairs AABB test', () => {
    for (const broadPhase of makers) {
      const world = createWorld({ solver: ghostSolver(), broadPhase, gravity: { x: 0, y: 0 } });
      const random = createRandom(3);
      for (let k = 0; k < 150; k++) {
        world.createBody({
          position: { x: random.uniform(-8, 8), y: random.uniform(-8, 8) },
          linearVelocity: { x: random.uniform(-5, 5), y: random.uniform(-5, 5) },
          shapes: [circle(random.uniform(0.1, 1))],
        });
      }
      for (let step = 0; step < 20; step++) {
        const circles = world.bodies.map((body) => ({
          ...body.position,
          r: body.shapes[0].aabb,
          id: body.id,
        }));
        world.step(1 / 60);
        const expected: string[] = [];
        for (const a of circles) {
          for (const b of circles) {
            if (a.id >= b.id) continue;
            const radii = (a.r.maxX - a.r.minX + b.r.maxX - b.r.minX) / 2;
            const dx = a.x - b.x;
            const dy = a.y - b.y;
            if (Math.sqrt(dx * dx + dy * dy) - radii <= 0) expected.push(`${a.id}-${b.id}`);
          }
        }
        const found = new Set(touchingPairs(world));
        expect(expected.filter((pair) => !found.has(pair))).toEqual([]);
      }
    }
  });

  it('drop the pair of two separated bodies, and find it again', () => {
    for (const broadPhase of makers) {
      const world = createWorld({ solver: ghostSolver(), broadPhase, gravity: { x: 0, y: 0 } });
      const still = world.createBody({ shapes: [circle(0.5)] });
      const body = world.createBody({ linearVelocity: { x: 3, y: 0 }, shapes: [circle(0.5)] });
      world.step(1 / 60);
      expect(world.stats.contacts).toBe(1);
      for (let k = 0; k < 60; k++) world.step(1 / 60);
      expect(world.stats.contacts).toBe(0);
      body.position = still.position;
      world.step(1 / 60);
      expect(world.stats.contacts).toBe(1);
    }
  });

  it('drop the pair with a half-space when the body is far away, and find it again', () => {
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 }, sleeping: false });
    world.createBody({ type: 'static', shapes: [floor()] });
    const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box(1, 1)] });
    world.step(1 / 60);
    expect(world.stats.contacts).toBe(1);
    body.linearVelocity = { x: 0, y: 10 };
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    expect(world.stats.contacts).toBe(0);
    for (let k = 0; k < 150; k++) world.step(1 / 60);
    expect(body.position.y).toBeCloseTo(0.5, 1);
    expect(world.stats.touchingContacts).toBe(1);
  });
});
