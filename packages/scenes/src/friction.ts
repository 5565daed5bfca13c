/** Scenes whose result follows from Coulomb's law in closed form. */

import { cos, sin } from '@otedama/math2d';
import type { BodyDefinition } from '@otedama/rigid';
import { defineScene } from './define-scene.js';
import { box, floor, regularPolygon, slope } from './shapes.js';
import type { SceneEntry } from './types.js';
import { articlesWorld, benchmarkWorld } from './worlds.js';

/** Friction of each of the five boxes on the ramps. */
const RAMP_FRICTIONS: readonly number[] = [0.75, 0.5, 0.35, 0.1, 0];

/** Slope of the ramps, rad. A box of friction mu stops on them if mu exceeds tan(0.25) = 0.2553. */
const RAMP_ANGLE = 0.25;

/** Boxes with different friction on three ramps: some slide down, some stop. */
export const frictionRamps: SceneEntry = defineScene({
  name: 'friction-ramps',
  category: 'friction',
  title: 'Friction ramps',
  description:
    'Five boxes of friction 0.75 to 0 slide down three ramps: each stops where its friction lets it.',
  build: () => {
    // The friction of a pair is sqrt(box x ramp). The ramps have friction 1, so a box with mu^2 gives mu.
    const ramp = (x: number, y: number, angle: number): BodyDefinition => ({
      type: 'static',
      position: { x, y },
      angle,
      shapes: [box(13, 0.25, { friction: 1 })],
    });
    const post = (x: number, y: number): BodyDefinition => ({
      type: 'static',
      position: { x, y },
      shapes: [box(0.25, 1, { friction: 1 })],
    });
    return {
      ...benchmarkWorld(),
      camera: { x: 0, y: 14, halfHeight: 16 },
      bodies: [
        floor({ friction: 1 }),
        ramp(-4, 22, -RAMP_ANGLE),
        post(10.5, 19),
        ramp(4, 14, RAMP_ANGLE),
        post(-10.5, 11),
        ramp(-4, 6, -RAMP_ANGLE),
        ...RAMP_FRICTIONS.map(
          (mu, i): BodyDefinition => ({
            position: { x: -15 + 4 * i, y: 28 },
            shapes: [box(0.5, 0.5, { friction: mu * mu, density: 25 })],
          }),
        ),
      ],
    };
  },
});

/** Half sizes of the stops at the feet of slopes, m. */
const STOP = { halfWidth: 0.3, halfHeight: 0.8 };

/** Distance from the start of the square to the stop at the end of its way, m. */
const SLOPE_LENGTH = 18;

/**
 * A static block that stands on a slope through the origin, `distance` (m) down from there. The slope falls by `angle` (rad) to the right
 * if `side` is 1, to the left if it is -1.
 */
function stop(distance: number, angle: number, side: 1 | -1): BodyDefinition {
  const [along, above] = [distance + STOP.halfWidth, STOP.halfHeight];
  return {
    type: 'static',
    position: {
      x: side * (along * cos(angle) + above * sin(angle)),
      y: above * cos(angle) - along * sin(angle),
    },
    angle: -side * angle,
    shapes: [box(STOP.halfWidth, STOP.halfHeight)],
  };
}

/** One of the articles' squares resting on a slope, and a stop at its foot. */
export const slopeSlide: SceneEntry = defineScene({
  name: 'slope',
  category: 'friction',
  title: 'Slope',
  description: 'A square on a slope: it rests if μ ≥ tan(angle), else accelerates at g (sin − μ cos).',
  parameters: {
    angle: { title: 'slope (rad)', default: 0.3, minimum: 0, maximum: 1.5 },
    friction: { title: 'friction', default: 0.1, minimum: 0, maximum: 10 },
  },
  build: ({ angle, friction }) => {
    const half = Math.SQRT1_2;
    return {
      ...articlesWorld(),
      // the square slides down to the left
      camera: { x: -0.5 * SLOPE_LENGTH * cos(angle), y: -0.5 * SLOPE_LENGTH * sin(angle), halfHeight: 12 },
      bodies: [
        slope(angle, { friction }),
        {
          position: { x: -half * sin(angle), y: half * cos(angle) },
          angle: angle + Math.PI / 4,
          mass: 1,
          shapes: [regularPolygon(1, 4, { friction })],
        },
        stop(SLOPE_LENGTH, angle, -1),
      ],
    };
  },
});

/** Radius of the rolling disc, and half the side of the block that slides ahead of it, m. */
const DISC_RADIUS = 0.5;

/** Distances along the slope from the disc to the block, and to the stop, m. */
const RACE = { lead: 1.5, length: 14 };

/** A disc that rolls down a slope behind a block that slides down it. */
export const rollingDisc: SceneEntry = defineScene({
  name: 'rolling-disc',
  category: 'friction',
  title: 'Rolling disc',
  description:
    'Rolling without slip, the disc gains speed two thirds as fast as the block, which has no friction.',
  parameters: {
    angle: { title: 'slope (rad)', default: 0.3, minimum: 0, maximum: 1.2 },
    friction: { title: 'friction', default: 0.6, minimum: 0, maximum: 10 },
  },
  build: ({ angle, friction }) => ({
    ...benchmarkWorld(),
    camera: {
      x: 0.5 * RACE.length * cos(angle),
      y: 1 - 0.5 * RACE.length * sin(angle),
      halfHeight: 8,
      halfWidth: 0.6 * RACE.length,
    },
    bodies: [
      slope(-angle, { friction }),
      {
        position: { x: DISC_RADIUS * sin(angle), y: DISC_RADIUS * cos(angle) },
        shapes: [{ kind: 'circle', radius: DISC_RADIUS, friction }],
      },
      {
        position: {
          x: RACE.lead * cos(angle) + DISC_RADIUS * sin(angle),
          y: DISC_RADIUS * cos(angle) - RACE.lead * sin(angle),
        },
        angle: -angle,
        shapes: [box(DISC_RADIUS, DISC_RADIUS, { friction: 0 })],
      },
      stop(RACE.length, angle, 1),
    ],
  }),
});

/** Half height of the sliding boxes, m: so flat that friction 5 does not tip them over. */
const SLIDER_HALF_HEIGHT = 0.05;

/** Boxes with decreasing friction that slide along level ground. */
export const slidingBoxes: SceneEntry = defineScene({
  name: 'sliding-boxes',
  category: 'friction',
  title: 'Sliding boxes',
  description: 'Eleven boxes start at 10 m/s with friction 5 down to 0: each stops after v² / (2 μ g).',
  parameters: {
    count: { title: 'boxes', default: 11, minimum: 2, maximum: 20, integer: true },
    speed: { title: 'speed (m/s)', default: 10, minimum: 0, maximum: 100 },
  },
  build: ({ count, speed }) => ({
    ...benchmarkWorld(),
    camera: { x: 6, y: count / 2, halfHeight: Math.max(7, 0.64 * count) },
    // each box has its own floor at a different height, so that the boxes do not collide with each other
    bodies: Array.from({ length: count }, (_, i): BodyDefinition[] => {
      const friction = (5 * (count - 1 - i)) / (count - 1);
      const y = i;
      return [
        {
          type: 'static',
          shapes: [
            {
              kind: 'segment',
              point1: { x: -10, y },
              point2: { x: 400, y },
              friction,
              frictionCombine: 'average',
            },
          ],
        },
        {
          position: { x: 0, y: y + SLIDER_HALF_HEIGHT },
          linearVelocity: { x: speed, y: 0 },
          shapes: [box(0.5, SLIDER_HALF_HEIGHT, { friction, frictionCombine: 'average' })],
        },
      ];
    }).flat(),
  }),
});
