/** Ordered stacks: towers, stacks, pyramids. They show how well a solver supports weight. */

import { createRandom, type Vec2 } from '@otedama/math2d';
import type { BodyDefinition, ShapeDefinition } from '@otedama/rigid';
import { BENCHMARK_FRICTION } from './constants.js';
import { defineScene } from './define-scene.js';
import { box, floor, regularPolygon } from './shapes.js';
import type { SceneEntry } from './types.js';
import { articlesWorld, benchmarkWorld } from './worlds.js';

const material = { friction: BENCHMARK_FRICTION };

/** A static box, 200 m wide and 2 m thick, with its top at y = 0. */
const wideGround: BodyDefinition = {
  type: 'static',
  position: { x: 0, y: -1 },
  shapes: [box(100, 1, material)],
};

/** The articles' square: rotation (rad) that makes its sides horizontal and vertical, circumradius (m) and side (m). */
const SQUARE_TURN = Math.PI / 4;
const SQUARE_RADIUS = 1;
const SQUARE_SIDE = Math.SQRT2;

/** A column of the articles' squares on level ground. */
export const tower: SceneEntry = defineScene({
  name: 'tower',
  category: 'stacking',
  title: 'Tower',
  description: "A column of the articles' squares: it must stand without leaning or sinking.",
  parameters: {
    count: { title: 'squares', default: 5, minimum: 1, maximum: 100, integer: true },
    friction: { title: 'friction', default: 0.5, minimum: 0, maximum: 10 },
  },
  build: ({ count, friction }) => ({
    ...articlesWorld(),
    camera: { x: 0, y: (count * SQUARE_SIDE) / 2, halfHeight: Math.max(4, count * SQUARE_SIDE * 0.7) },
    bodies: [
      floor({ friction }),
      ...Array.from({ length: count }, (_, level) => ({
        position: { x: 0, y: (level + 0.5) * SQUARE_SIDE },
        angle: SQUARE_TURN,
        mass: 1,
        shapes: [regularPolygon(SQUARE_RADIUS, 4, { friction })],
      })),
    ],
  }),
});

/** A column of unit boxes, each offset sideways by a seeded random error. */
export const stack: SceneEntry = defineScene({
  name: 'stack',
  category: 'stacking',
  title: 'Misaligned stack',
  description: 'Thirty unit boxes, each placed up to 2 cm off: few engines keep them standing.',
  parameters: {
    count: { title: 'boxes', default: 30, minimum: 1, maximum: 100, integer: true },
    error: { title: 'sideways error (m)', default: 0.02, minimum: 0, maximum: 0.4 },
    seed: { title: 'seed', default: 1, minimum: 0, maximum: 0xffffffff, integer: true },
  },
  build: ({ count, error, seed }) => {
    const random = createRandom(seed);
    return {
      ...benchmarkWorld(),
      camera: { x: 0, y: count * 0.57, halfHeight: Math.max(4, count * 0.64) },
      bodies: [
        wideGround,
        ...Array.from({ length: count }, (_, level) => ({
          position: { x: error > 0 ? random.uniform(-error, error) : 0, y: level + 0.5 },
          shapes: [box(0.5, 0.5, material)],
        })),
      ],
    };
  },
});

/** A column of rounded boxes, offset to alternating sides, by 1 cm as default. */
export const roundedStack: SceneEntry = defineScene({
  name: 'rounded-stack',
  category: 'stacking',
  title: 'Rounded boxes',
  description: 'Twelve boxes with rounded corners, offset by 1 cm to alternating sides.',
  parameters: {
    count: { title: 'boxes', default: 12, minimum: 1, maximum: 60, integer: true },
    offset: { title: 'alternating offset (m)', default: 0.01, minimum: 0, maximum: 0.3 },
  },
  build: ({ count, offset }) => ({
    ...benchmarkWorld(),
    camera: { x: 0, y: count * 0.6, halfHeight: Math.max(4, count * 0.65) },
    bodies: [
      wideGround,
      ...Array.from({ length: count }, (_, level) => ({
        position: { x: level % 2 === 0 ? -offset : offset, y: level + 0.5 },
        shapes: [box(0.45, 0.45, material, { x: 0, y: 0 }, 0.05)],
      })),
    ],
  }),
});

/** Unit boxes in rows of `base`, `base` - 1, ..., 1, centred at x = `left` + `base` / 2, on a ground at y = `bottom`. */
function pyramidRows(base: number, left: number, bottom: number, shape: ShapeDefinition): BodyDefinition[] {
  const bodies: BodyDefinition[] = [];
  for (let row = 0; row < base; row++) {
    for (let column = row; column < base; column++) {
      const position: Vec2 = { x: left + 0.5 + column - row * 0.5, y: bottom + row + 0.5 };
      bodies.push({ position, shapes: [shape] });
    }
  }
  return bodies;
}

/** One pyramid of unit boxes: base 20 is 210 boxes, base 100 is 5,050. */
export const pyramid: SceneEntry = defineScene({
  name: 'pyramid',
  category: 'stacking',
  title: 'Pyramid',
  description: 'Unit boxes in gapless rows; base 100 is the benchmarks’ large pyramid.',
  parameters: { base: { title: 'base', default: 20, minimum: 1, maximum: 200, integer: true } },
  build: ({ base }) => ({
    ...benchmarkWorld(),
    camera: { x: 0, y: base * 0.56, halfHeight: Math.max(4, base * 0.66) },
    bodies: [wideGround, ...pyramidRows(base, -base / 2, 0, box(0.5, 0.5, material))],
  }),
});

/** A grid of small pyramids, each row on its own floor. */
export const manyPyramids: SceneEntry = defineScene({
  name: 'many-pyramids',
  category: 'benchmark',
  title: 'Many pyramids',
  description: 'Separate pyramids of base 10 on stacked floors; 20 × 20 of them in the benchmark.',
  parameters: {
    rows: { title: 'rows', default: 5, minimum: 1, maximum: 20, integer: true },
    columns: { title: 'columns', default: 10, minimum: 1, maximum: 20, integer: true },
    base: { title: 'base', default: 10, minimum: 1, maximum: 30, integer: true },
  },
  build: ({ rows, columns, base }) => {
    const pitch = base + 1;
    const width = columns * pitch;
    const bodies: BodyDefinition[] = [];
    for (let row = 0; row < rows; row++) {
      const y = row * pitch;
      bodies.push({
        type: 'static',
        shapes: [{ kind: 'segment', point1: { x: -width / 2, y }, point2: { x: width / 2, y }, ...material }],
      });
    }
    const unitBox = box(0.5, 0.5, material);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        bodies.push(...pyramidRows(base, column * pitch - width / 2 + 0.5, row * pitch, unitBox));
      }
    }
    const halfHeight = Math.max(rows * pitch, width * 0.6) / 2;
    return { ...benchmarkWorld(), camera: { x: 0, y: (rows * pitch) / 2, halfHeight }, bodies };
  },
});

/** A column of bouncy circles, dropped under twice the usual gravity. */
export const circleStack: SceneEntry = defineScene({
  name: 'circle-stack',
  category: 'stacking',
  title: 'Circle stack',
  description:
    'Bouncy circles dropped exactly above each other: nothing pushes them sideways, so they must stand.',
  parameters: {
    count: { title: 'circles', default: 4, minimum: 1, maximum: 30, integer: true },
    restitution: { title: 'restitution', default: 0.8, minimum: 0, maximum: 1 },
  },
  build: ({ count, restitution }) => ({
    ...benchmarkWorld(-20),
    camera: { x: 0, y: count * 0.7, halfHeight: Math.max(4, count) },
    bodies: [
      {
        type: 'static',
        shapes: [{ kind: 'segment', point1: { x: -10, y: 0 }, point2: { x: 10, y: 0 }, ...material }],
      },
      ...Array.from({ length: count }, (_, level) => ({
        position: { x: 0, y: 0.75 + 1.25 * level },
        shapes: [{ kind: 'circle' as const, radius: 0.5, restitution, ...material }],
      })),
    ],
  }),
});
