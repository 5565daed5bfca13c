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
  test.each([2, -2])('a box landing flat with a spin of %s rad/s hits with its faster corner', (w) => {
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

  test.each([0, 0.7, 2.5])(
    'a hit is reported where the surfaces meet, with the pair turned by %s rad',
    (turn) => {
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const turned = (x: number, y: number) => ({ x: 3 + c * x - s * y, y: 1 + s * x + c * y });
      const world = emptyWorld();
      // a ball meets the left side of a plate 0.3 m above the plate's centre
      const plate = world.createBody({
        type: 'static',
        position: turned(0, 0),
        angle: turn,
        shapes: [box(1, 4)],
      });
      const ball = world.createBody({
        position: turned(-1, 0.3),
        angle: 1,
        linearVelocity: { x: 5 * c, y: 5 * s },
        shapes: [circle(0.49, { hitEvents: true })],
      });
      world.step(DT);
      expect(world.events.hit).toHaveLength(1);
      const { x, y, shapeA, shapeB, normalX, normalY } = world.events.hit[0];
      const meeting = turned(-0.5, 0.3);
      // within the gap or overlap of a step, along the normal only
      expect(Math.abs((x - meeting.x) * c + (y - meeting.y) * s)).toBeLessThan(5 * DT);
      expect((x - meeting.x) * s - (y - meeting.y) * c).toBeCloseTo(0, 9);
      const away = shapeA.body === plate ? 1 : -1;
      expect([shapeA.body, shapeB.body]).toEqual(away > 0 ? [plate, ball] : [ball, plate]);
      expect(normalX).toBeCloseTo(-away * c, 9);
      expect(normalY).toBeCloseTo(-away * s, 9);
    },
  );

  test('a speculative contact not reached in the step is not a hit yet', () => {
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

describe('a bullet and a body moving in the same step', () => {
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

  test('head-on the bullet stops at the place the plate has reached', () => {
    const { world, bullet, plate } = meet(1.5, 0.5);
    expect(world.stats.stoppedBodies).toBe(1);
    // the distance of the surfaces is at most the slop of 5 mm plus a quarter of it
    const gap = plate.position.x - bullet.position.x - 0.15;
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(0.00625);
  });

  test('head-on the bullet also stops if the plate ends the step behind the start of the bullet', () => {
    const { world, bullet, plate } = meet(1, -3);
    expect(world.stats.stoppedBodies).toBe(1);
    const gap = plate.position.x - bullet.position.x - 0.15;
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(0.00625);
  });

  test('a body that crosses its path at another time does not stop it', () => {
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

  test('a plate moving the same way more slowly does not stop it, although it ends on the path', () => {
    const { world, bullet } = meet(-1, 0.5);
    expect(world.stats.stoppedBodies).toBe(0);
    expect(bullet.position.x).toBeCloseTo(2, 9);
  });

  test('a plate moving away faster does not stop it either', () => {
    const { world, bullet } = meet(1, 4);
    expect(world.stats.stoppedBodies).toBe(0);
    expect(bullet.position.x).toBeCloseTo(2, 9);
  });
});
