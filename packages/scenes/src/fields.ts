/** Force fields: water in which bodies float, and wind that lifts them. */

import { createRandom, polygon } from '@otedama/math2d';
import { type BodyDefinition, chain, type ShapeDefinition } from '@otedama/rigid';
import { defineScene } from './define-scene.js';
import { box, floor } from './shapes.js';
import type { SceneEntry } from './types.js';
import { benchmarkWorld } from './worlds.js';

/** Half width and depth of the pool, and height of its walls above the water, m. */
const POOL = { half: 14, depth: 8, rim: 2 };

const blue: readonly [number, number, number] = [0.2, 0.45, 0.7];
const sky: readonly [number, number, number] = [0.55, 0.75, 0.85];

/** Wood, cork and stone in a pool. Each body floats at the depth at which it displaces its own weight, or sinks. */
export const pond: SceneEntry = defineScene({
  name: 'pond',
  category: 'fields',
  title: 'Pond',
  description: 'Bodies of density 0.2 to 2 in water: each floats once it displaces its own weight, or sinks.',
  parameters: {
    drag: { title: 'water drag (1/s)', default: 2, minimum: 0, maximum: 20 },
    flow: { title: 'flow (m/s)', default: 0, minimum: -5, maximum: 5 },
  },
  build: ({ drag, flow }) => {
    const { half, depth, rim } = POOL;
    const wall = (side: number): BodyDefinition => ({
      type: 'static',
      position: { x: side * (half + 0.5), y: (rim - depth) / 2 },
      shapes: [box(0.5, (rim + depth) / 2)],
    });
    // the water as drawn: a sensor that detects nothing
    const water: BodyDefinition = {
      type: 'static',
      name: 'water',
      color: blue,
      position: { x: 0, y: -depth / 2 },
      shapes: [{ ...box(half, depth / 2), sensor: true, filter: { mask: 0 } }],
    };
    const floats = (x: number, density: number, shape: ShapeDefinition, angle = 0): BodyDefinition => ({
      position: { x, y: 2 },
      angle,
      shapes: [{ ...shape, density }],
    });
    return {
      ...benchmarkWorld(),
      camera: { x: 0, y: -2, halfHeight: 7 },
      bodies: [
        floor({}, -depth),
        wall(-1),
        wall(1),
        water,
        floats(-11, 0.5, box(1, 1)),
        floats(-8, 0.2, box(1.2, 0.3), 0.4),
        floats(-5, 0.5, { kind: 'circle', radius: 0.9 }),
        floats(-2.5, 0.8, { kind: 'polygon', vertices: polygon.regular(1, 3) }),
        floats(0, 0.5, box(0.3, 1.4), 0.05),
        floats(2.5, 1, { kind: 'capsule', point1: { x: -0.6, y: 0 }, point2: { x: 0.6, y: 0 }, radius: 0.4 }),
        floats(5, 2, box(0.6, 0.6)),
        floats(8.5, 0.3, box(2, 0.25)),
        // cargo for the raft
        { position: { x: 8, y: 3.2 }, shapes: [box(0.4, 0.4, { density: 0.4 })] },
        { position: { x: 9.2, y: 3.2 }, shapes: [{ kind: 'circle', radius: 0.35, density: 0.4 }] },
        floats(12, 0.6, { kind: 'polygon', vertices: polygon.regular(1, 6) }),
      ],
      fields: [
        {
          kind: 'buoyancy',
          surface: { x: 0, y: 0 },
          linearDrag: drag,
          angularDrag: drag,
          ...(flow === 0 ? {} : { flow: { x: flow, y: 0 } }),
          region: { minX: -half, minY: -depth, maxX: half, maxY: rim },
        },
      ],
    };
  },
});

/** Half width of the jet and of the room, height of the jet, rise of the ground towards the walls, and thickness of the walls, m. */
const TUNNEL = { jet: 5, half: 15, height: 14, rise: 5, wall: 1 };

/** Light bodies of many shapes above a jet of air. They are lifted, drift out of the jet, fall, and slide back in. */
export const windTunnel: SceneEntry = defineScene({
  name: 'wind-tunnel',
  category: 'fields',
  title: 'Wind tunnel',
  description: 'A jet of air lifts light bodies; they drift out of it, fall and slide back in.',
  parameters: {
    speed: { title: 'wind (m/s)', default: 16, minimum: 0, maximum: 40 },
    lift: { title: 'lift', default: 1, minimum: 0, maximum: 3 },
    count: { title: 'bodies', default: 60, minimum: 1, maximum: 300, integer: true },
    seed: { title: 'seed', default: 1, minimum: 1, maximum: 1000, integer: true },
  },
  build: ({ speed, lift, count, seed }) => {
    const random = createRandom(seed);
    const material = { density: 0.05, friction: 0.1 };
    const { jet, half, height, rise, wall } = TUNNEL;
    const bodies: BodyDefinition[] = [
      {
        type: 'static',
        name: 'ground',
        shapes: chain({
          points: [
            { x: -half, y: 2 * height },
            { x: -half, y: rise },
            { x: -jet, y: 0 },
            { x: jet, y: 0 },
            { x: half, y: rise },
            { x: half, y: 2 * height },
            // around the walls and the ground
            { x: half + wall, y: 2 * height },
            { x: half + wall, y: -2 * wall },
            { x: -half - wall, y: -2 * wall },
            { x: -half - wall, y: 2 * height },
          ],
          loop: true,
          freeSide: 'left',
          friction: 0.1,
        }),
      },
    ];
    // the jet as drawn: a sensor that detects nothing
    bodies.push({
      type: 'static',
      name: 'jet',
      color: sky,
      position: { x: 0, y: height / 2 },
      shapes: [{ ...box(jet, height / 2), sensor: true, filter: { mask: 0 } }],
    });
    const perRow = 20;
    for (let k = 0; k < count; k++) {
      const size = random.uniform(0.2, 0.6);
      const kinds: ShapeDefinition[] = [
        box(size, 0.05, material),
        { kind: 'circle', radius: 0.6 * size, ...material },
        { kind: 'polygon', vertices: polygon.regular(size, 3 + random.integer(4)), ...material },
      ];
      bodies.push({
        position: { x: -12.5 + 1.3 * (k % perRow), y: rise + 0.8 + 1.3 * Math.floor(k / perRow) },
        angle: random.uniform(-1, 1),
        shapes: [kinds[k % 3]],
      });
    }
    return {
      ...benchmarkWorld(),
      camera: { x: 0, y: 8, halfHeight: 10 },
      bodies,
      fields: [
        {
          kind: 'wind',
          velocity: { x: 0, y: speed },
          lift,
          region: { minX: -jet, minY: 0, maxX: jet, maxY: height },
        },
      ],
    };
  },
});
