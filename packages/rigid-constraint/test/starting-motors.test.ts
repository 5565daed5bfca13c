/** Motors that start next to other bodies: what they hit bounces off at the speed of the motor, and what they press on does not. */
import { polygon } from '@otedama/math2d';
import { type Body, createWorld, type JointDefinition, type World } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { createSoftStep } from '../src/index.js';

const DT = 1 / 60;
const RESTITUTION = 0.8;
const RADIUS = 0.1;
/** Speed of the bat at the ball, m/s. */
const SPEED = 6;

interface Bat {
  readonly world: World;
  readonly ball: Body;
  start(): void;
}

type Drive = (ground: Body, bat: Body) => JointDefinition<Body>;

const hinge: Drive = (bodyA, bodyB) => ({ kind: 'revolute', bodyA, bodyB, worldAnchor: { x: 0, y: 0 } });
const slider: Drive = (bodyA, bodyB) => ({
  kind: 'prismatic',
  bodyA,
  bodyB,
  worldAnchor: { x: 1, y: 0 },
  localAxisA: { x: 0, y: 1 },
});

/** A bat of 40 kg and 2 m at rest, and a ball at its end, 1.5 m from the origin. */
function createBat(drive: Drive, gap: number, gravity = 0): Bat {
  const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: -gravity } });
  const ground = world.createBody({ type: 'static' });
  const bat = world.createBody({
    position: { x: 1, y: 0 },
    shapes: [
      { kind: 'polygon', vertices: polygon.rectangle(2, 0.2), density: 100, restitution: RESTITUTION },
    ],
  });
  const joint = world.createJoint({ ...drive(ground, bat), motorSpeed: 0 } as JointDefinition<Body>);
  const ball = world.createBody({
    position: { x: 1.5, y: 0.1 + RADIUS + gap },
    shapes: [{ kind: 'circle', radius: RADIUS, restitution: RESTITUTION }],
  });
  for (let k = 0; k < 20; k++) world.step(DT);
  const start = (): void => {
    joint.motorSpeed = drive === hinge ? SPEED / 1.5 : SPEED;
  };
  return { world, ball, start };
}

// within 2 cm, the distance from which contacts are found, the ball left at 6 m/s
test.each([
  ['hinge', 0.001, hinge],
  ['hinge', 0.01, hinge],
  ['hinge', 0.019, hinge],
  ['hinge', 0.05, hinge],
  ['slider', 0.001, slider],
  ['slider', 0.01, slider],
  ['slider', 0.019, slider],
  ['slider', 0.05, slider],
])('a ball bounces off a bat whose %s starts %s m from it', (_, gap, drive) => {
  const { world, ball, start } = createBat(drive, gap);
  start();
  for (let k = 0; k < 6; k++) world.step(DT);
  const expected = (1 + RESTITUTION) * SPEED;
  expect(ball.linearVelocity.y).toBeGreaterThan(0.97 * expected);
  expect(ball.linearVelocity.y).toBeLessThan(1.01 * expected);
});

test('a ball that lies on a bat is pushed, not hit', () => {
  const { world, ball, start } = createBat(slider, 0, 10);
  start();
  let speed = 0;
  for (let k = 0; k < 6; k++) {
    world.step(DT);
    speed = Math.max(speed, ball.linearVelocity.y);
  }
  expect(speed).toBeGreaterThan(0.97 * SPEED);
  expect(speed).toBeLessThan(1.03 * SPEED);
});
