/** A joint motor that stirs bodies inside a ring of chain segments. */

import { type BodyDefinition, chain } from '@otedama/rigid';
import { defineScene } from './define-scene.js';
import { box, onCircle } from './shapes.js';
import type { SceneEntry } from './types.js';
import { benchmarkWorld } from './worlds.js';

/** The ring: radius (m) and number of points; friction of all bodies except for the arm. */
const RING = { radius: 40, points: 360, friction: 0.1 };

/** The arm: half sizes, rounding and depth of its centre below the centre of the ring (m); motor speed (rad/s) and torque (N m). */
const ARM = { halfWidth: 0.4, halfLength: 20, rounding: 0.2, below: 20, speed: 5, torque: 1e6 };

/** Initial distance of neighbouring bodies, m. Capsules are 1 x 0.5, their neighbours in a row are 0.7 wide. No body is higher than 0.7. */
const PITCH = { x: 0.9, y: 0.75 };

/**
 * Places `count` capsules, circles and boxes in rows from the bottom of the ring up, clear of the ring and of the arm in its initial pose.
 */
function fill(count: number): BodyDefinition[] {
  const material = { density: 0.25, friction: RING.friction, restitution: 0.1 };
  const shapes = [
    { kind: 'capsule', point1: { x: -0.25, y: 0 }, point2: { x: 0.25, y: 0 }, radius: 0.25, ...material },
    { kind: 'circle', radius: 0.35, ...material },
    box(0.35, 0.35, material),
  ] as const;
  const bodies: BodyDefinition[] = [];
  const room = RING.radius - PITCH.x;
  for (let y = -room; y < room && bodies.length < count; y += PITCH.y) {
    const half = Math.sqrt(room * room - y * y);
    const isBesideArm = y < ARM.halfLength + ARM.rounding - ARM.below + PITCH.y;
    for (let x = -Math.floor(half / PITCH.x) * PITCH.x; x <= half && bodies.length < count; x += PITCH.x) {
      if (isBesideArm && Math.abs(x) < ARM.halfWidth + ARM.rounding + PITCH.x / 2 + 0.1) continue;
      bodies.push({ position: { x, y }, shapes: [shapes[bodies.length % 3]] });
    }
  }
  return bodies;
}

/** Number of bodies that fit into the ring at the start. */
const MOST = 6076;

/** A long arm on a motor stirs thousands of small bodies in a ring of one-sided segments. */
export const spinner: SceneEntry = defineScene({
  name: 'spinner',
  category: 'benchmark',
  joints: ['revolute'],
  title: 'Spinner',
  description: 'A motor swings a 40 m arm at 5 rad/s through small bodies in a ring; 6,076 in the benchmark.',
  parameters: { count: { title: 'bodies', default: 1000, minimum: 1, maximum: MOST, integer: true } },
  build: ({ count }) => ({
    ...benchmarkWorld(),
    camera: { x: 0, y: 4, halfHeight: 48 },
    bodies: [
      {
        type: 'static',
        name: 'ring',
        shapes: chain({
          // clockwise, so that the free side is inside
          points: Array.from({ length: RING.points }, (_, k) =>
            onCircle(RING.radius, (2 * Math.PI * (RING.points - k)) / RING.points),
          ),
          loop: true,
          friction: RING.friction,
        }),
      },
      {
        name: 'arm',
        position: { x: 0, y: -ARM.below },
        allowSleep: false,
        shapes: [box(ARM.halfWidth, ARM.halfLength, { friction: 0 }, { x: 0, y: 0 }, ARM.rounding)],
      },
      ...fill(count),
    ],
    joints: [
      {
        kind: 'revolute',
        bodyA: 0,
        bodyB: 1,
        worldAnchor: { x: 0, y: -ARM.below },
        motorSpeed: ARM.speed,
        maximumMotorTorque: ARM.torque,
      },
    ],
  }),
});
