import { type Collider, colliderReactions, createClothCpu, type SphereCollider } from '@otedama/cloth-webgpu';
import { expect, test } from 'vitest';
import { CaughtBall } from '../src/cloth/caught-ball.js';
import { findClothScene } from '../src/cloth/scenes.js';

const { cloth, ball } = findClothScene('net');

/** The net and the ball, as the page runs them. */
function scene(start = ball!.start) {
  const reactions = colliderReactions();
  const body = new CaughtBall({ ...ball!, start });
  const others = cloth.colliders ?? [];
  const colliders = (): Collider[] => [body.collider(), ...others];
  const net = createClothCpu({ ...cloth, colliders: colliders(), reactions });
  const step = () => {
    const [felt] = reactions.take();
    const goesOn = body.step(felt, net.parameters.gravity, net.stepSeconds);
    if (goesOn) net.moveColliders(colliders());
    else net.setColliders(colliders());
    net.step();
    return { impulse: felt.impulse.y, goesOn };
  };
  return { body, net, step };
}

const place = (collider: SphereCollider) => collider.center;

test('the net catches the ball, which comes to rest, and feels its own weight', () => {
  const { body, step } = scene();
  for (let k = 0; k < 300; k++) step();
  const before = place(body.collider());
  let felt = 0;
  for (let k = 0; k < 60; k++) felt += step().impulse;
  const { x, y, z } = place(body.collider());
  expect(felt / (10 * ball!.mass)).toBeCloseTo(1, 1);
  expect(Math.hypot(x - before.x, y - before.y, z - before.z)).toBeLessThan(0.02);
  // it hangs in the net, below the frame but far above the floor
  expect(y - ball!.radius).toBeLessThan(-0.2);
  expect(y - ball!.radius).toBeGreaterThan(-0.6);
});

test('a ball that misses the net bounces on the floor and starts again, where the net does not feel that it has jumped', () => {
  const { body, net, step } = scene({ x: 3, y: 0.5, z: 0 });
  const heights: number[] = [];
  for (let k = 0; ; k++) {
    const { goesOn } = step();
    if (!goesOn) break;
    heights.push(place(body.collider()).y);
    expect(k).toBeLessThan(300);
  }
  expect(Math.min(...heights)).toBeCloseTo(ball!.floor + ball!.radius, 2);
  expect(place(body.collider())).toEqual({ x: 3, y: 0.5, z: 0 });
  // drawn between two places, it does not fly back
  expect(place(body.collider(0.5))).toEqual({ x: 3, y: 0.5, z: 0 });
  expect(net.measurement.largestSpeed).toBeLessThan(1);
});
