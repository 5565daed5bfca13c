/** Soft bodies that are dropped, stacked, laid over an edge, hit by balls and poured. */

import { createRandom, polygon, type Random, type Vec2 } from '@otedama/math2d';
import type { BodyDefinition, SoftBodyDefinition } from '@otedama/rigid';
import { articlesWalls } from './articles.js';
import { defineScene } from './define-scene.js';
import { box, floor, regularPolygon } from './shapes.js';
import type { SceneEntry } from './types.js';
import { articlesWorld, benchmarkWorld } from './worlds.js';

/** Compliance (m/N) at which a soft body of the given mass (kg) oscillates at `hertz`: 1 / (M (2 pi f)^2). */
function complianceOf(hertz: number, mass: number): number {
  const omega = 2 * Math.PI * hertz;
  return 1 / (mass * omega * omega);
}

/** Height of the fall, m. */
const DROP = 5;

/** One square for each kind of modes, tilted and dropped from 5 m. */
export const jellyDrop: SceneEntry = defineScene({
  name: 'jelly-drop',
  category: 'jelly',
  softBodies: true,
  title: 'Jelly squares',
  description:
    'Dropped from 5 m: one can only stretch and shear, one can also bend, one yields at every point.',
  parameters: {
    hertz: { title: 'stiffness (Hz)', default: 4, minimum: 0.5, maximum: 10 },
    damping: { title: 'damping (1/s)', default: 3, minimum: 0, maximum: 20 },
    tilt: { title: 'tilt (rad)', default: 0.35, minimum: 0, maximum: 1.57 },
  },
  build: ({ hertz, damping, tilt }) => ({
    ...benchmarkWorld(),
    camera: { x: 0, y: 3.4, halfHeight: 5.6, halfWidth: 6.7 },
    bodies: [floor({ friction: 0.6 })],
    softBodies: (['linear', 'quadratic', 'free'] as const).map(
      (modes, k): SoftBodyDefinition => ({
        name: modes,
        outline: polygon.rectangle(2, 2),
        position: { x: 4 * (k - 1), y: DROP + 1 },
        angle: tilt,
        modes,
        compliance: complianceOf(hertz, 4),
        damping,
        keepArea: true,
      }),
    ),
  }),
});

/** Sizes of the cake, m. */
const SLAB = { width: 4, height: 0.9 };
const BOARD = { width: 4.2, height: 0.2 };

/** Slabs of jelly with boards between them and a weight on top of the stack. */
export const jellyCake: SceneEntry = defineScene({
  name: 'jelly-cake',
  category: 'jelly',
  softBodies: true,
  title: 'Layer cake',
  description:
    'Slabs of jelly between rigid boards carry a box. Make it heavier: the cake sways and topples.',
  parameters: {
    layers: { title: 'slabs', default: 3, minimum: 1, maximum: 8, integer: true },
    weight: { title: 'box mass (kg)', default: 6, minimum: 0.5, maximum: 40 },
    hertz: { title: 'stiffness (Hz)', default: 5, minimum: 3, maximum: 12 },
  },
  build: ({ layers, weight, hertz }) => {
    const material = { friction: 0.8 };
    const bodies: BodyDefinition[] = [floor(material)];
    const softBodies: SoftBodyDefinition[] = [];
    const pitch = SLAB.height + BOARD.height;
    for (let layer = 0; layer < layers; layer++) {
      const y = layer * pitch;
      softBodies.push({
        outline: polygon.rectangle(SLAB.width, SLAB.height),
        position: { x: 0, y: y + SLAB.height / 2 },
        compliance: complianceOf(hertz, SLAB.width * SLAB.height),
        damping: 4,
        keepArea: true,
        ...material,
      });
      bodies.push({
        position: { x: 0, y: y + SLAB.height + BOARD.height / 2 },
        mass: 0.5,
        shapes: [box(BOARD.width / 2, BOARD.height / 2, material)],
      });
    }
    const top = layers * pitch;
    bodies.push({
      position: { x: 0, y: top + 1.4 },
      angle: 0.1,
      mass: weight,
      shapes: [box(0.6, 0.6, material)],
    });
    return {
      ...benchmarkWorld(),
      camera: { x: 0, y: (top + 2) / 2, halfHeight: (top + 3) * 0.6 },
      bodies,
      softBodies,
    };
  },
});

/** Sizes in `jelly-bars`, m. Three shelves with their edges at x = 0 are one above the other. Half of each bar rests on its shelf. */
const SHELF = { length: 4, thickness: 0.3, distance: 3.4 };
const BAR = { length: 6, height: 0.7 };

/** Size of the regions of the bars, m, from the top bar to the bottom bar. The first bar (null) is one region. */
const BAR_REGIONS: readonly (number | null)[] = [null, 2, 1.4];

/** Bars of the same rubber, matched by fewer and by more regions. */
export const jellyBars: SceneEntry = defineScene({
  name: 'jelly-bars',
  category: 'jelly',
  softBodies: true,
  title: 'Bars over an edge',
  description:
    'The same rubber matched as a whole, in regions of 2 m and of 1.4 m: the more regions, the freer it bends.',
  parameters: {
    hertz: { title: 'stiffness (Hz)', default: 12, minimum: 6, maximum: 20 },
    height: { title: 'bar height (m)', default: BAR.height, minimum: 0.5, maximum: 1.2 },
  },
  build: ({ hertz, height }) => {
    const material = { friction: 0.9 };
    const bodies: BodyDefinition[] = [floor(material)];
    const softBodies: SoftBodyDefinition[] = [];
    BAR_REGIONS.forEach((side, k) => {
      const y = (BAR_REGIONS.length - k) * SHELF.distance;
      bodies.push({
        type: 'static',
        position: { x: -SHELF.length / 2, y: y - SHELF.thickness / 2 },
        shapes: [box(SHELF.length / 2, SHELF.thickness / 2, material)],
      });
      softBodies.push({
        name: side === null ? 'one region' : `regions of ${side} m`,
        outline: polygon.rectangle(BAR.length, height),
        position: { x: 0, y: y + height / 2 },
        modes: 'quadratic',
        compliance: complianceOf(hertz, BAR.length * height),
        damping: 2,
        keepArea: true,
        ...(side === null ? {} : { clusterSize: side }),
        ...material,
      });
      bodies.push({
        position: { x: -2.2, y: y + height + 0.5 },
        mass: 4,
        shapes: [box(0.7, 0.5, material)],
      });
    });
    return { ...benchmarkWorld(), camera: { x: 0, y: 6, halfHeight: 6.8 }, bodies, softBodies };
  },
});

/** Size of the mattress, m. */
const MATTRESS = { width: 11, height: 1.5 };

/** A mattress of overlapping regions, which deforms locally where something lands. */
export const jellyMattress: SceneEntry = defineScene({
  name: 'jelly-mattress',
  category: 'jelly',
  softBodies: true,
  title: 'Mattress',
  description:
    'Overlapping regions, each matched on its own: a ball of 16 kg makes a hollow into which lighter ones roll.',
  parameters: {
    region: { title: 'region size (m)', default: 2.2, minimum: 1.2, maximum: 12 },
    hertz: { title: 'stiffness (Hz)', default: 5, minimum: 1, maximum: 12 },
  },
  build: ({ region, hertz }) => ({
    ...benchmarkWorld(),
    camera: { x: 0, y: 3, halfHeight: 4.6 },
    bodies: [
      floor({ friction: 0.8 }),
      ...[-1, 1].map(
        (side): BodyDefinition => ({
          type: 'static',
          position: { x: side * (MATTRESS.width / 2 + 0.15), y: 1.1 },
          shapes: [box(0.15, 1.1, { friction: 0.2 })],
        }),
      ),
      ...[1, 16, 4].map(
        (mass, k): BodyDefinition => ({
          position: { x: 3.6 * (k - 1), y: 3.6 },
          mass,
          shapes: [{ kind: 'circle', radius: 0.6, friction: 0.6, rollingResistance: 0.05 }],
        }),
      ),
    ],
    softBodies: [
      {
        outline: polygon.rectangle(MATTRESS.width, MATTRESS.height),
        position: { x: 0, y: MATTRESS.height / 2 },
        compliance: complianceOf(hertz, MATTRESS.width * MATTRESS.height),
        damping: 3,
        clusterSize: region,
        particleRadius: 0.17,
        friction: 0.8,
      },
    ],
  }),
});

/** Centre distance of neighbours in the falling block, m: slightly more than two circumradii of the largest body. */
const RAIN_PITCH = 2.3;

function jellyOutline(random: Random): Vec2[] {
  const sides = [3, 4, 5, 6, 12][random.integer(5)];
  return polygon.regular(random.uniform(0.75, 1.1), sides);
}

/** Soft polygons and discs of several stiffnesses, poured into the V. */
export const jellyRain: SceneEntry = defineScene({
  name: 'jelly-rain',
  category: 'jelly',
  softBodies: true,
  title: 'Jelly rain',
  description: 'Triangles to discs, firm to runny, fall into the V with a few stones; all keep their area.',
  parameters: {
    count: { title: 'jellies', default: 18, minimum: 1, maximum: 60, integer: true },
    stones: { title: 'stones', default: 4, minimum: 0, maximum: 30, integer: true },
    seed: { title: 'seed', default: 1, minimum: 0, maximum: 0xffffffff, integer: true },
  },
  build: ({ count, stones, seed }) => {
    const random = createRandom(seed);
    const columns = 5;
    const place = (index: number): Vec2 => ({
      x: ((index % columns) - (columns - 1) / 2) * RAIN_PITCH + random.uniform(-0.05, 0.05) - 0.6,
      y: 5.5 + Math.floor(index / columns) * RAIN_PITCH,
    });
    const total = count + stones;
    const isStone = (index: number): boolean =>
      Math.floor(((index + 1) * stones) / total) > Math.floor((index * stones) / total);
    const bodies: BodyDefinition[] = [...articlesWalls({ friction: 0.4 })];
    const softBodies: SoftBodyDefinition[] = [];
    for (let index = 0; index < total; index++) {
      const position = place(index);
      const angle = random.uniform(0, 2 * Math.PI);
      if (isStone(index)) {
        const shape = regularPolygon(random.uniform(0.5, 0.8), 5 + random.integer(4), {
          density: 2,
          friction: 0.5,
        });
        bodies.push({ position, angle, color: [0.55, 0.55, 0.58], shapes: [shape] });
      } else {
        const outline = jellyOutline(random);
        const area = polygon.area(outline);
        softBodies.push({
          outline,
          position,
          angle,
          compliance: complianceOf(random.uniform(2, 5), area),
          damping: 4,
          keepArea: true,
          friction: 0.5,
          particleRadius: Math.sqrt(area) / 9,
        });
      }
    }
    return {
      ...articlesWorld(),
      // the pile reaches farther up the flatter wall on the left
      camera: { x: -3, y: 5.4, halfHeight: 7.6, halfWidth: 12.5 },
      bodies,
      softBodies,
    };
  },
});
