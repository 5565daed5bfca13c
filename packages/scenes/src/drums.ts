/** Rotating drums: kinematic bodies that stir their contents. */

import type { Vec2 } from '@otedama/math2d';
import type { BodyDefinition, ShapeDefinition } from '@otedama/rigid';
import { BENCHMARK_FRICTION } from './constants.js';
import { defineScene } from './define-scene.js';
import { box, onCircle } from './shapes.js';
import type { SceneEntry } from './types.js';
import { benchmarkWorld } from './worlds.js';

const material = { friction: BENCHMARK_FRICTION };
/** Angular velocity of both drums, rad/s: 25 degrees per second. */
const DRUM_SPEED = (25 * Math.PI) / 180;

/** A grid of `side` x `side` boxes centred at (0, `centerY`), with half size `half` and centre distance `pitch`, m. */
function boxGrid(side: number, half: number, pitch: number, centerY = 0): BodyDefinition[] {
  const shape = box(half, half, material);
  const first = (-(side - 1) * pitch) / 2;
  return Array.from({ length: side * side }, (_, i) => ({
    position: { x: first + (i % side) * pitch, y: centerY + first + Math.floor(i / side) * pitch },
    shapes: [shape],
  }));
}

/** A rotating square drum, 20 m wide, with small boxes in it. */
export const tumbler: SceneEntry = defineScene({
  name: 'tumbler',
  category: 'benchmark',
  title: 'Tumbler',
  description: 'A square drum turns at 25° a second and keeps its boxes tumbling; 45 × 45 in the benchmark.',
  parameters: { side: { title: 'boxes per side', default: 20, minimum: 1, maximum: 45, integer: true } },
  build: ({ side }) => ({
    ...benchmarkWorld(),
    camera: { x: 0, y: 0, halfHeight: 15 },
    bodies: [
      {
        type: 'kinematic',
        angularVelocity: DRUM_SPEED,
        name: 'drum',
        shapes: [
          box(0.5, 10, material, { x: 10, y: 0 }),
          box(0.5, 10, material, { x: -10, y: 0 }),
          box(10, 0.5, material, { x: 0, y: 10 }),
          box(10, 0.5, material, { x: 0, y: -10 }),
        ],
      },
      ...boxGrid(side, 0.125, 0.4),
    ],
  }),
});

/** Number of pieces of the washer's ring, pieces per paddle, and radii of the paddle tips, the inside and the outside, m. */
const RING = { pieces: 36, paddleEvery: 9, tip: 14, inner: 16, outer: 18 };

/** Centre distance of neighbouring boxes in the washer, m. */
const WASHER_PITCH = 0.21;

function washerShapes(): ShapeDefinition[] {
  const { pieces, paddleEvery, tip, inner, outer } = RING;
  const at = (radius: number, turns: number): Vec2 => onCircle(radius, 2 * Math.PI * turns);
  const shapes: ShapeDefinition[] = [];
  for (let i = 0; i < pieces; i++) {
    const a = i / pieces;
    const b = (i + 1) / pieces;
    shapes.push({
      kind: 'polygon',
      vertices: [at(inner, a), at(outer, a), at(outer, b), at(inner, b)],
      ...material,
    });
    if (i % paddleEvery === 0) {
      const third = (b - a) / 3;
      shapes.push({
        kind: 'polygon',
        vertices: [at(tip, a + third), at(inner, a), at(inner, b), at(tip, b - third)],
        ...material,
      });
    }
  }
  return shapes;
}

/** A ring with four paddles that rotates around thousands of small boxes. */
export const washer: SceneEntry = defineScene({
  name: 'washer',
  category: 'benchmark',
  title: 'Washer',
  description: 'A ring with four paddles lifts and drops small boxes; 90 × 90 in the benchmark.',
  parameters: { side: { title: 'boxes per side', default: 30, minimum: 1, maximum: 90, integer: true } },
  build: ({ side }) => {
    // the grid is placed as low as its corners fit within the paddle tips, so that the boxes do not fall far
    const half = (side * WASHER_PITCH) / 2;
    const room = RING.tip - 0.5;
    const centerY = Math.min(0, half - Math.sqrt(room * room - half * half));
    return {
      ...benchmarkWorld(),
      camera: { x: 0, y: 0, halfHeight: 20 },
      bodies: [
        { type: 'kinematic', angularVelocity: DRUM_SPEED, name: 'ring', shapes: washerShapes() },
        ...boxGrid(side, 0.1, WASHER_PITCH, centerY),
      ],
    };
  },
});
