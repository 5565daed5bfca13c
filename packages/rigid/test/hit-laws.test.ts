/** Hits and bullets in cases with a unique result. */

import { describe, expect, test } from 'vitest';
import { type Body, createWorld, type World } from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const DT = 1 / 60;

function emptyWorld(more: object = {}): World {
  return createWorld({ solver: simpleSolver(), gravity: { x: 0, y: 0 }, ...more });
}

describe('hit events', () => {
  test.each([2, -2])('a box that lands flat and turns at %s rad/s hits with its faster corner', (w) => {
    const world = emptyWorld();
    world.createBody({ type: 'static', shapes: [floor()] });
    world.createBody({
      position: { x: 0, y: 0.5 },
      linearVelocity: { x: 0, y: -5 },
      angularVelocity: w,
      shapes: [box(1, 1, { hitEvents: true })],
    });
    world.step(DT);
    expect(world.events.hit).toHaveLength(1);
    const { approachSpeed, x } = world.events.hit[0];
    // v = -5 + w x at the corners x = +-1/2: the corner on the descending side is faster
    expect(approachSpeed).toBeCloseTo(6, 9);
    expect(Math.sign(x)).toBe(-Math.sign(w));
  });

  test('what is seen coming but not reached in the step is no hit yet', () => {
    const world = emptyWorld({ speculativeDistance: 0.5, hitSpeed: 0.5 });
    world.createBody({ type: 'static', shapes: [floor()] });
    world.createBody({
      position: { x: 0, y: 0.54 },
      linearVelocity: { x: 0, y: -0.9 },
      shapes: [circle(0.5, { hitEvents: true })],
    });
    const hits: number[] = [];
    for (let step = 1; step <= 10; step++) {
      world.step(DT);
      for (const { approachSpeed } of world.events.hit) hits.push(step, approachSpeed);
    }
    // 0.04 m at 0.015 m per step
    expect(hits[0]).toBe(3);
    expect(hits[1]).toBeCloseTo(0.9, 9);
  });
});

describe('a bullet and a body that moves in the same step', () => {
  /**
   * A bullet of radius 0.1 that moves from x = 0 to 2 in a step, and a plate 0.1 m thick that moves between two positions in the same
   * step.
   */
  function meet(from: number, to: number): { world: World; bullet: Body; plate: Body } {
    const world = emptyWorld();
    const bullet = world.createBody({
      bullet: true,
      linearVelocity: { x: 2 / DT, y: 0 },
      shapes: [circle(0.1)],
    });
    const plate = world.createBody({
      type: 'kinematic',
      position: { x: from, y: 0 },
      linearVelocity: { x: (to - from) / DT, y: 0 },
      shapes: [box(0.1, 10)],
    });
    world.step(DT);
    return { world, bullet, plate };
  }

  test('head-on it is stopped at the place that the plate has reached', () => {
    const { world, bullet, plate } = meet(1.5, 0.5);
    expect(world.stats.stoppedBodies).toBe(1);
    // the distance of the surfaces is at most the slop of 5 mm plus a quarter of it
    const gap = plate.position.x - bullet.position.x - 0.15;
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(0.00625);
  });

  test('head-on it is stopped too if the plate ends the step behind where the bullet began', () => {
    const { world, bullet, plate } = meet(1, -3);
    expect(world.stats.stoppedBodies).toBe(1);
    const gap = plate.position.x - bullet.position.x - 0.15;
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(0.00625);
  });

  test('what crosses its way but is never where it is does not stop it', () => {
    const world = emptyWorld();
    const bullet = world.createBody({
      bullet: true,
      linearVelocity: { x: 2 / DT, y: 0 },
      shapes: [circle(0.1)],
    });
    // at y = 0 halfway through the step, when the bullet is at x = 1
    world.createBody({
      type: 'kinematic',
      position: { x: 0.5, y: 1 },
      linearVelocity: { x: 0, y: -2 / DT },
      shapes: [box(0.1, 0.1)],
    });
    world.step(DT);
    expect(world.stats.stoppedBodies).toBe(0);
    expect(bullet.position.x).toBeCloseTo(2, 9);
  });

  test('a plate that follows slower does not stop it, though it ends on the way', () => {
    const { world, bullet } = meet(-1, 0.5);
    expect(world.stats.stoppedBodies).toBe(0);
    expect(bullet.position.x).toBeCloseTo(2, 9);
  });

  test('a plate that flees faster does not either', () => {
    const { world, bullet } = meet(1, 4);
    expect(world.stats.stoppedBodies).toBe(0);
    expect(bullet.position.x).toBeCloseTo(2, 9);
  });
});
