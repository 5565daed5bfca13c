/** Collision scenes, which show the conservation of momentum and energy. */

import { atan2, type Vec2 } from '@otedama/math2d';
import type { BodyDefinition, ShapeDefinition } from '@otedama/rigid';
import { defineScene } from './define-scene.js';
import { segmentBox } from './piles.js';
import { box, onCircle, regularPolygon } from './shapes.js';
import type { SceneEntry } from './types.js';
import { benchmarkWorld } from './worlds.js';

/** Distance of the walls of the head-on scene from the centre and half the height of the walls, m. */
const END = { distance: 5, halfHeight: 1.5 };

/** Two circles that collide head-on, between two walls with restitution 1. */
export const headOn: SceneEntry = defineScene({
  name: 'head-on',
  category: 'collisions',
  title: 'Head-on circles',
  description:
    'A circle hits another at rest: equal masses with restitution 1 swap velocities, over and over.',
  parameters: {
    massRatio: { title: 'mass ratio', default: 1, minimum: 0.001, maximum: 1000 },
    speed: { title: 'speed (m/s)', default: 5, minimum: 0, maximum: 100 },
    restitution: { title: 'restitution', default: 1, minimum: 0, maximum: 1 },
  },
  build: ({ massRatio, speed, restitution }) => {
    const shape = { kind: 'circle' as const, radius: 0.5, restitution, friction: 0 };
    const wall = (side: number): BodyDefinition => ({
      type: 'static',
      position: { x: side * (END.distance + 0.25), y: 0 },
      shapes: [box(0.25, END.halfHeight, { friction: 0, restitution: 1, restitutionCombine: 'maximum' })],
    });
    return {
      ...benchmarkWorld(0),
      camera: { x: 0, y: 0, halfHeight: 4, halfWidth: END.distance + 0.8 },
      bodies: [
        { position: { x: -2, y: 0 }, mass: massRatio, linearVelocity: { x: speed, y: 0 }, shapes: [shape] },
        { position: { x: 2, y: 0 }, mass: 1, shapes: [shape] },
        wall(-1),
        wall(1),
      ],
    };
  },
});

/** Speed of each body of the bounce house, m/s, and the radius of the disc in which they start, m. */
const HOUSE = { speed: Math.sqrt(500), reach: 8 };

/** Angles that differ by it are spread evenly, however many there are: pi (3 - sqrt 5), rad. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Bodies that bounce around in a closed box forever. */
export const bounceHouse: SceneEntry = defineScene({
  name: 'bounce-house',
  category: 'collisions',
  title: 'Bounce house',
  description:
    'Restitution 1, no friction, no gravity: whatever they hit, together they keep their energy forever.',
  parameters: {
    count: { title: 'bodies', default: 12, minimum: 1, maximum: 60, integer: true },
    sides: { title: 'sides (0: circle)', default: 0, minimum: 0, maximum: 8, integer: true },
    restitution: { title: 'restitution', default: 1, minimum: 0, maximum: 1 },
  },
  build: ({ count, sides, restitution }) => {
    const material = { friction: 0, restitution };
    const bodyAt = (k: number): BodyDefinition => ({
      position: onCircle(HOUSE.reach * Math.sqrt(k / count), GOLDEN_ANGLE * k),
      linearVelocity: onCircle(HOUSE.speed, atan2(20, 10) + GOLDEN_ANGLE * k),
      // A small square that hits with a corner turns faster than the limit for other bodies. The limit would remove energy.
      allowFastRotation: true,
      shapes: [
        sides < 3 ? { kind: 'circle', radius: 0.5, ...material } : regularPolygon(0.5, sides, material),
      ],
    });
    return {
      ...benchmarkWorld(0),
      camera: { x: 0, y: 0, halfHeight: 11, halfWidth: 10.5 },
      bodies: [segmentBox(-10, -10, 10, 10, material), ...Array.from({ length: count }, (_, k) => bodyAt(k))],
    };
  },
});

/** The walls around the smash, m: the box starts at (-20, 0), the block at the origin. */
const HALL = { left: -26, right: 40, halfHeight: 22 };

/** A heavy box flies into a block of small boxes, between walls that keep the pieces. */
export const smash: SceneEntry = defineScene({
  name: 'smash',
  category: 'benchmark',
  title: 'Smash',
  description: 'A heavy box at 40 m/s smashes into a block of small ones, in a hall that keeps the pieces.',
  parameters: {
    columns: { title: 'columns', default: 40, minimum: 1, maximum: 120, integer: true },
    rows: { title: 'rows', default: 30, minimum: 1, maximum: 80, integer: true },
  },
  build: ({ columns, rows }) => {
    const side = 0.4;
    const shape = box(side / 2, side / 2, { friction: 0.6 });
    const bodies: BodyDefinition[] = [
      {
        position: { x: -20, y: 0 },
        linearVelocity: { x: 40, y: 0 },
        shapes: [box(4, 4, { density: 8, friction: 0.6 })],
      },
    ];
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < rows; row++) {
        const position = { x: column * side, y: (row - (rows - 1) / 2) * side };
        bodies.push({ position, shapes: [shape] });
      }
    }
    // a large block needs a larger hall
    const { left } = HALL;
    const right = HALL.right + Math.max(0, columns * side - 16);
    const halfHeight = HALL.halfHeight + Math.max(0, (rows * side - 12) / 2);
    // solid, so that the pieces at the front are not pressed through by those behind them
    const wall = (position: Vec2, normal: Vec2): ShapeDefinition => ({
      ...{ kind: 'halfSpace', position, normal },
      ...{ restitution: 0.5, restitutionCombine: 'maximum' },
    });
    bodies.push({
      type: 'static',
      shapes: [
        wall({ x: 0, y: -halfHeight }, { x: 0, y: 1 }),
        wall({ x: right, y: 0 }, { x: -1, y: 0 }),
        wall({ x: 0, y: halfHeight }, { x: 0, y: -1 }),
        wall({ x: left, y: 0 }, { x: 1, y: 0 }),
      ],
    });
    const camera = {
      x: (left + right) / 2,
      y: 0,
      halfHeight: halfHeight + 1,
      halfWidth: (right - left) / 2 + 1,
    };
    return { ...benchmarkWorld(0), camera, bodies };
  },
});
