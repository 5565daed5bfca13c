/** A course for a character: stairs, slopes, a crate and a ball to push, a wheel to ride, stacked crates. */

import { chain } from '@otedama/rigid';
import { defineScene } from './define-scene.js';
import { box } from './shapes.js';
import type { SceneEntry } from './types.js';
import { benchmarkWorld } from './worlds.js';

/**
 * Ground profile from left to right, m: wall, flat, stairs of 0.25 m up and down, hill (30 degrees), slope (60 degrees), wall; then around
 * the stone below.
 */
const GROUND = [
  [-8, 6],
  [-8, 0],
  [3, 0],
  [3, 0.25],
  [3.5, 0.25],
  [3.5, 0.5],
  [4, 0.5],
  [4, 0.75],
  [4.5, 0.75],
  [4.5, 1],
  [8, 1],
  [8, 0.75],
  [8.5, 0.75],
  [8.5, 0.5],
  [9, 0.5],
  [9, 0],
  [14, 0],
  [18, 2.31],
  [20, 2.31],
  [24, 0],
  [34, 0],
  [36, 3.46],
  [40, 3.46],
  [40, 8],
  [52, 8],
  [52, -30],
  [-20, -30],
  [-20, 6],
] as const;

/** A character on a course. It walks and jumps by the keys of the page. */
export const course: SceneEntry = defineScene({
  name: 'course',
  category: 'character',
  title: 'Course',
  description: 'Walk and jump: stairs, slopes, a crate to push, a wheel to ride, a wall too steep to climb.',
  character: {
    shape: { kind: 'capsule', point1: { x: 0, y: -0.5 }, point2: { x: 0, y: 0.5 }, radius: 0.4 },
    position: { x: -4, y: 1 },
  },
  build: () => ({
    ...benchmarkWorld(),
    // close enough to the character that a camera following it does not move at first
    camera: { x: -1.4, y: 3.2, halfHeight: 6 },
    bodies: [
      {
        type: 'static',
        name: 'ground',
        shapes: chain({
          points: GROUND.map(([x, y]) => ({ x, y })),
          loop: true,
          freeSide: 'left',
          friction: 0.6,
        }),
      },
      { name: 'crate', position: { x: 11.5, y: 0.5 }, shapes: [box(0.5, 0.5, { density: 30 })] },
      { position: { x: 12.7, y: 0.3 }, shapes: [{ kind: 'circle', radius: 0.3, density: 10 }] },
      // a wheel with four spokes that turns slowly enough to ride on
      {
        type: 'kinematic',
        name: 'wheel',
        position: { x: 29, y: 2.8 },
        angularVelocity: -0.5,
        shapes: [box(2.5, 0.15), box(0.15, 2.5)],
      },
      ...[0, 1, 2].map((k) => ({ position: { x: 37, y: 4 + k }, shapes: [box(0.5, 0.5, { density: 10 })] })),
    ],
  }),
});
