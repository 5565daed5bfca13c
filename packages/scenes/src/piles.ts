/** Many bodies that fall and settle: rain into the articles' V, and containers. */

import { cos, createRandom, type Random, sin, type Vec2 } from '@otedama/math2d';
import type { BodyDefinition, SceneCamera, ShapeDefinition } from '@otedama/rigid';
import { articlesWalls } from './articles.js';
import { BENCHMARK_FRICTION, LEFT_WALL_ANGLE, RIGHT_WALL_ANGLE } from './constants.js';
import { defineScene } from './define-scene.js';
import { box, type Material, regularPolygon } from './shapes.js';
import type { SceneEntry } from './types.js';
import { articlesWorld, benchmarkWorld } from './worlds.js';

/** Positions of a falling block of `count` bodies, `pitch` metres apart, above both walls of the V. */
function blockAboveV(count: number, pitch: number): Vec2[] {
  const columns = Math.ceil(Math.sqrt(count));
  const halfWidth = (columns * pitch) / 2;
  const leftWall = (halfWidth * sin(-LEFT_WALL_ANGLE)) / cos(LEFT_WALL_ANGLE);
  const rightWall = (halfWidth * sin(RIGHT_WALL_ANGLE)) / cos(RIGHT_WALL_ANGLE);
  const bottom = Math.max(leftWall, rightWall) + 2 * pitch;
  return Array.from({ length: count }, (_, i) => ({
    x: ((i % columns) + 0.5) * pitch - halfWidth,
    y: bottom + Math.floor(i / columns) * pitch,
  }));
}

/**
 * A camera for the pile that a block of `count` bodies `pitch` metres apart forms in the V. It is wide, because bodies slide far up the
 * shoulders, and farther up the flatter wall, which is the left one.
 */
function cameraAboveV(count: number, pitch: number): SceneCamera {
  const side = Math.sqrt(count) * pitch;
  const halfHeight = Math.max(7, side * 0.58);
  return { x: -0.1 * halfHeight, y: 0.8 * halfHeight, halfHeight, halfWidth: 1.8 * halfHeight };
}

/** A random regular polygon of 3 to 8 sides, circle or capsule, with a circumradius of 0.3 to 0.6 m. */
function mixedShape(random: Random, material: Material): ShapeDefinition {
  const sides = 3 + random.integer(8);
  const radius = random.uniform(0.3, 0.6);
  if (sides <= 8) return regularPolygon(radius, sides, material);
  if (sides === 9) return { kind: 'circle', radius, ...material };
  const half = radius / 2;
  return {
    kind: 'capsule',
    point1: { x: -half, y: 0 },
    point2: { x: half, y: 0 },
    radius: half,
    ...material,
  };
}

/** Distance of neighbours in the falling block of mixed bodies, m. No two bodies touch at the start. */
const RAIN_PITCH = 1.4;

/** Mixed convex bodies that rain into the V (the growth benchmark). */
export const mixedRain: SceneEntry = defineScene({
  name: 'mixed-rain',
  category: 'piles',
  title: 'Mixed rain in the V',
  description: 'Polygons, circles and capsules rain into the V: watch the cost grow with their number.',
  parameters: {
    count: { title: 'bodies', default: 250, minimum: 1, maximum: 20000, integer: true },
    seed: { title: 'seed', default: 1, minimum: 0, maximum: 0xffffffff, integer: true },
  },
  build: ({ count, seed }) => {
    const random = createRandom(seed);
    const material = { friction: BENCHMARK_FRICTION };
    return {
      ...benchmarkWorld(),
      camera: cameraAboveV(count, RAIN_PITCH),
      bodies: [
        ...articlesWalls(material),
        ...blockAboveV(count, RAIN_PITCH).map(
          ({ x, y }): BodyDefinition => ({
            position: { x: x + random.uniform(-0.1, 0.1), y },
            angle: random.uniform(0, 2 * Math.PI),
            shapes: [mixedShape(random, material)],
          }),
        ),
      ],
    };
  },
});

/** Equal squares that fall into the V of the articles. */
export const boxesInV: SceneEntry = defineScene({
  name: 'boxes-in-v',
  category: 'piles',
  title: 'Boxes in the V',
  description: "Two hundred of the articles' squares fall into the V and settle.",
  parameters: {
    count: { title: 'squares', default: 200, minimum: 1, maximum: 10000, integer: true },
    friction: { title: 'friction', default: 0.5, minimum: 0, maximum: 10 },
    seed: { title: 'seed', default: 1, minimum: 0, maximum: 0xffffffff, integer: true },
  },
  build: ({ count, friction, seed }) => {
    const random = createRandom(seed);
    return {
      ...articlesWorld(),
      camera: cameraAboveV(count, 1.1),
      bodies: [
        ...articlesWalls({ friction }),
        ...blockAboveV(count, 1.1).map(
          (position): BodyDefinition => ({
            position,
            angle: random.uniform(0, Math.PI / 2),
            mass: 1,
            shapes: [regularPolygon(0.5, 4, { friction })],
          }),
        ),
      ],
    };
  },
});

/** A box of four static segments, from (`left`, `bottom`) to (`right`, `top`). */
export function segmentBox(
  left: number,
  bottom: number,
  right: number,
  top: number,
  material: Material = {},
): BodyDefinition {
  const corners = [
    { x: left, y: bottom },
    { x: right, y: bottom },
    { x: right, y: top },
    { x: left, y: top },
  ];
  return {
    type: 'static',
    shapes: corners.map((point1, i) => ({
      kind: 'segment' as const,
      point1,
      point2: corners[(i + 1) % 4]!,
      ...material,
    })),
  };
}

/** More circles than fit into a closed box, without gravity. */
export const confined: SceneEntry = defineScene({
  name: 'confined',
  category: 'piles',
  title: 'Confined circles',
  description: '25 × 25 circles in a box too small for them, without gravity: nothing may explode.',
  parameters: { side: { title: 'circles per side', default: 25, minimum: 1, maximum: 40, integer: true } },
  build: ({ side }) => {
    const pitch = 18 / side;
    const bodies: BodyDefinition[] = [segmentBox(-10, 0, 10, 20)];
    for (let i = 0; i < side; i++) {
      for (let j = 0; j < side; j++) {
        const position = { x: (i + 0.5) * pitch - 9, y: (j + 0.5) * pitch + 1 };
        bodies.push({ position, shapes: [{ kind: 'circle', radius: 0.5 }] });
      }
    }
    return {
      ...benchmarkWorld(0),
      camera: { x: 0, y: 10, halfHeight: 11 },
      bodies,
      // rigid contacts of particles cannot all hold in an overfull box, and push circles out of it
      settings: { 'shape-matching': { compliance: 1e-4 } },
    };
  },
});

/** Bodies of two triangles each, which interlock. */
export const compounds: SceneEntry = defineScene({
  name: 'compounds',
  category: 'benchmark',
  title: 'Compounds',
  description: 'Bodies of two triangles each fall in columns: several shapes on one body.',
  parameters: {
    columns: { title: 'columns', default: 20, minimum: 1, maximum: 40, integer: true },
    rows: { title: 'rows', default: 20, minimum: 1, maximum: 150, integer: true },
  },
  build: ({ columns, rows }) => {
    const material = { friction: BENCHMARK_FRICTION };
    const left = { x: -0.6, y: -0.25 };
    const shapes: ShapeDefinition[] = [
      { kind: 'polygon', vertices: [left, { x: 0.2, y: -0.25 }, { x: -0.2, y: 0.5 }], ...material },
      {
        kind: 'polygon',
        vertices: [
          { x: -0.2, y: -0.25 },
          { x: 0.6, y: -0.25 },
          { x: 0.2, y: 0.5 },
        ],
        ...material,
      },
    ];
    const width = columns * 1.6;
    const bodies: BodyDefinition[] = [openBin(width, rows * 1.2, material)];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const x = (column + 0.5) * 1.6 - width / 2 + (row % 2 === 0 ? -0.1 : 0.1);
        bodies.push({ position: { x, y: 0.75 + row * 1.2 }, shapes });
      }
    }
    const halfHeight = Math.max(6, rows * 0.7, width * 0.35);
    return {
      ...benchmarkWorld(),
      camera: { x: 0, y: halfHeight * 0.9, halfHeight },
      bodies,
    };
  },
});

/** Floor and two side walls, `width` metres wide, walls `height` metres high, 1 m thick, inner floor at y = 0. */
function openBin(width: number, height: number, material: Material): BodyDefinition {
  return {
    type: 'static',
    shapes: [
      box(width / 2 + 1, 0.5, material, { x: 0, y: -0.5 }),
      box(0.5, height / 2, material, { x: -width / 2 - 0.5, y: height / 2 }),
      box(0.5, height / 2, material, { x: width / 2 + 0.5, y: height / 2 }),
    ],
  };
}

/** A bin full of small pentagons (the benchmark's scene without the pushing block). */
export const junkyard: SceneEntry = defineScene({
  name: 'junkyard',
  category: 'benchmark',
  title: 'Junkyard',
  description: 'Pentagons by the thousand settle in a wide bin: 60 × 20 here, 200 × 40 in the benchmark.',
  parameters: {
    columns: { title: 'columns', default: 60, minimum: 1, maximum: 200, integer: true },
    rows: { title: 'rows', default: 20, minimum: 1, maximum: 40, integer: true },
  },
  build: ({ columns, rows }) => {
    const material = { friction: BENCHMARK_FRICTION };
    const width = columns * 0.6;
    const bodies: BodyDefinition[] = [openBin(width, Math.max(4, rows * 0.6), material)];
    const pentagon = regularPolygon(0.25, 5, material);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const x = (column + 0.5) * 0.6 - width / 2 + (row % 2 === 0 ? -0.04 : 0.04);
        bodies.push({ position: { x, y: 0.5 + row * 0.6 }, shapes: [pentagon] });
      }
    }
    const halfHeight = Math.max(5, rows * 0.4, width * 0.3);
    return {
      ...benchmarkWorld(),
      camera: { x: 0, y: halfHeight * 0.8, halfHeight },
      bodies,
    };
  },
});
