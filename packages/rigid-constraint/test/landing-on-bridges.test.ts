/** Balls that land on bridges of planks: how far the hinges open. */

import { polygon } from '@otedama/math2d';
import { createWorld, type World } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { createSoftStep } from '../src/index.js';

const DT = 1 / 60;

/** A level bridge of `count` planks of 1 kg, and a ball that falls on it from `height`, beside its middle by `offset`. */
function bridge(count: number, mass: number, height: number, offset: number): World {
  const world = createWorld({ gravity: { x: 0, y: -10 }, solver: createSoftStep(), sleeping: false });
  let bodyA = world.createBody({ type: 'static' });
  for (let k = 0; k <= count; k++) {
    const isEnd = k === count;
    const bodyB = world.createBody({
      type: isEnd ? 'static' : 'dynamic',
      position: { x: k + 0.5, y: 0 },
      mass: 1,
      shapes: isEnd ? [] : [{ kind: 'polygon', vertices: polygon.rectangle(1, 0.2) }],
    });
    world.createJoint({ kind: 'revolute', bodyA, bodyB, worldAnchor: { x: k, y: 0 } });
    bodyA = bodyB;
  }
  world.createBody({
    position: { x: count / 2 + offset, y: 0.6 + height },
    mass,
    shapes: [{ kind: 'circle', radius: 0.5 }],
  });
  return world;
}

// With one pass of the bias of joints, instead of five with passes over contacts in between, they open by 43 and 56 mm on average.
test.each([
  [20, 20, 35],
  [10, 100, 48],
])(
  'a ball on a bridge of %i planks, %i times as heavy as one: the hinges open by less than %i mm on average',
  (count, mass, limit) => {
    let sum = 0;
    for (let k = 0; k < 12; k++) {
      const world = bridge(count, mass, 1 + (k % 4) * 2, 0.05 * k * (count / 10));
      let widest = 0;
      for (let step = 0; step < 200; step++) {
        world.step(DT);
        for (const joint of world.joints) widest = Math.max(widest, joint.length);
      }
      sum += (1000 * widest) / 12;
    }
    expect(sum).toBeGreaterThan(5);
    expect(sum).toBeLessThan(limit);
  },
);
