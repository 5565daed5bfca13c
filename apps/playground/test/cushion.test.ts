import { type Collider, colliderReactions, createClothCpu } from '@otedama/cloth-webgpu';
import { expect, test } from 'vitest';
import { CaughtBall } from '../src/cloth/caught-ball.js';
import { findClothScene } from '../src/cloth/scenes.js';

test('the cushion starts nearly as full as it can be, is pressed by the ball and throws it up', async () => {
  const scene = findClothScene('cushion');
  const { pressure, ...given } = scene.cloth;
  const ball = new CaughtBall(scene.ball!);
  const reactions = colliderReactions();
  const around = (): Collider[] => [ball.collider(), ...given.colliders!];
  const cloth = createClothCpu({ ...given, pressure: pressure!, reactions, colliders: around() });
  const [full] = await pressure!.measure(cloth);
  expect(full.volume / (pressure!.volume as number)).toBeGreaterThan(0.7);
  const heights: number[] = [];
  let pressed = 0;
  for (let step = 0; step < 60; step++) {
    const [felt] = reactions.take();
    expect(ball.step(felt, cloth.parameters.gravity, cloth.stepSeconds)).toBe(true);
    cloth.moveColliders(around());
    cloth.step();
    heights.push(ball.collider().center.y);
    pressed = Math.max(pressed, (await pressure!.measure(cloth))[0].overpressure);
  }
  const lowest = heights.indexOf(Math.min(...heights));
  // never on the floor
  expect(heights[lowest]).toBeGreaterThan(scene.ball!.floor + 1.2 * scene.ball!.radius);
  expect(pressed / full.overpressure).toBeGreaterThan(1.3);
  expect(Math.max(...heights.slice(lowest)) - heights[lowest]).toBeGreaterThan(0.3);
});
