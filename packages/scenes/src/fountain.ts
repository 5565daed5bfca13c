/** Start scene of the page. A jet of water juggles bags; they fall over mills and slides and float back to the jet. */

import { cos, createRandom, rotation, sin, vec2 } from '@otedama/math2d';
import type { BodyDefinition, FieldDefinition, ShapeDefinition } from '@otedama/rigid';
import { defineScene } from './define-scene.js';
import { box, regularPolygon } from './shapes.js';
import type { SceneEntry } from './types.js';
import { benchmarkWorld } from './worlds.js';

/** The basin: half width, depth, height of its walls above the water, and thickness of the ground below it, m. */
const BASIN = { half: 12, depth: 2.6, rim: 26, ground: 60 };

/** The jet: half width and height above the water (m), and speed (m/s). */
const JET = { half: 1.3, height: 4, speed: 19 };

/** Flow speed of the water towards the jet, m/s. */
const DRIFT = 2.5;

const blue: readonly [number, number, number] = [0.2, 0.45, 0.7];

/** A static body with one shape, at (`x`, `y`) and rotated by `angle` (rad). */
const fixed = (x: number, y: number, angle: number, shape: ShapeDefinition): BodyDefinition => ({
  type: 'static',
  position: { x, y },
  angle,
  shapes: [shape],
});

/** A mill: `spokes` boards of `length` metres around a hub at (`x`, `y`), turning at `speed` rad/s. */
interface Mill {
  readonly x: number;
  readonly y: number;
  readonly spokes: number;
  readonly length: number;
  readonly speed: number;
}

const mills: readonly Mill[] = [
  { x: 0, y: 12.4, spokes: 3, length: 1.5, speed: 1.1 },
  { x: -8.4, y: 12.2, spokes: 3, length: 1.7, speed: 1.3 },
  { x: 8.4, y: 12.2, spokes: 3, length: 1.7, speed: -1.3 },
  { x: -6.4, y: 6.6, spokes: 4, length: 2.4, speed: -0.9 },
  { x: 6.4, y: 6.6, spokes: 4, length: 2.4, speed: 0.9 },
];

/** A bag that starts at least so far from the tips of all boards touches none of them, m. */
const BAG_ROOM = 0.8;

/** Whether a bag that starts at (`x`, `y`) is clear of the mills. */
const isClear = (x: number, y: number): boolean =>
  mills.every((one) => vec2.distance({ x, y }, one) > one.length + BAG_ROOM);

/** A kinematic mill. */
function mill({ x, y, spokes, length, speed }: Mill): BodyDefinition {
  const boards = Array.from({ length: spokes }, (_, k): ShapeDefinition => {
    const spoke = rotation.fromAngle((2 * Math.PI * k) / spokes);
    const at = (along: number, beside: number) => vec2.rotate({ x: along, y: beside }, spoke);
    return {
      kind: 'polygon',
      vertices: [at(0, -0.14), at(length, -0.14), at(length, 0.14), at(0, 0.14)],
      friction: 0.4,
    };
  });
  return {
    type: 'kinematic',
    position: { x, y },
    angularVelocity: speed,
    shapes: [...boards, { kind: 'circle', radius: 0.4 }],
  };
}

/** Water as drawn: a sensor that detects nothing. */
const water = (y: number, shape: ShapeDefinition): BodyDefinition => ({
  type: 'static',
  color: blue,
  position: { x: 0, y },
  shapes: [{ ...shape, sensor: true, filter: { mask: 0 } }],
});

/** Number of segments of the round top of the drawn jet. */
const TOP_CORNERS = 10;

/** The jet as drawn: from the bottom of the basin, narrowing towards a round top. */
const jetShape: ShapeDefinition = {
  kind: 'polygon',
  vertices: [
    { x: -1.15 * JET.half, y: -BASIN.depth },
    { x: 1.15 * JET.half, y: -BASIN.depth },
    ...Array.from({ length: TOP_CORNERS + 1 }, (_, k) => {
      const angle = (Math.PI * k) / TOP_CORNERS;
      const [width, height] = [0.8 * JET.half, 0.9];
      return { x: width * cos(angle), y: JET.height - height + height * sin(angle) };
    }),
  ],
};

/** A jet of water that throws bags up again and again. */
export const fountain: SceneEntry = defineScene({
  name: 'fountain',
  category: 'showcase',
  title: 'Fountain',
  description: 'A jet of water juggles bags forever: they tumble down over turning mills and float back.',
  parameters: {
    count: { title: 'bags', default: 60, minimum: 1, maximum: 200, integer: true },
    speed: { title: 'jet (m/s)', default: JET.speed, minimum: 0, maximum: 40 },
    seed: { title: 'seed', default: 1, minimum: 0, maximum: 0xffffffff, integer: true },
  },
  build: ({ count, speed, seed }) => {
    const random = createRandom(seed);
    const { half, depth, rim, ground } = BASIN;
    const smooth = { friction: 0.1, restitution: 0.3 };
    const wall = (side: number) =>
      fixed(side * (half + 0.5), (rim - depth) / 2, 0, box(0.5, (rim + depth) / 2, smooth));
    const bodies: BodyDefinition[] = [
      fixed(0, -depth - ground / 2, 0, box(half + 1, ground / 2, smooth)),
      wall(-1),
      wall(1),
      water(-depth / 2, box(half, depth / 2)),
      water(0, jetShape),
      // the mills, and slides from the walls to the water
      ...mills.map(mill),
      fixed(-10, 2.6, -0.45, box(2.3, 0.15, smooth)),
      fixed(10, 2.6, 0.45, box(2.3, 0.15, smooth)),
    ];
    // places in rows of five to either side of the jet, from the water upwards; the mills are as far to the left as to the right
    let place = 0;
    const nextPlace = (): { x: number; y: number } => {
      const at = { x: 0.7 + 1.15 * (place % 5), y: 0.6 + 1.2 * Math.floor(place / 5) };
      place++;
      return isClear(at.x, at.y) ? at : nextPlace();
    };
    let free = nextPlace();
    for (let k = 0; k < count; k++) {
      const size = random.uniform(0.36, 0.54);
      const bag = { density: random.uniform(0.3, 0.55), friction: 0.3, restitution: 0.35 };
      const kinds: ShapeDefinition[] = [
        { kind: 'circle', radius: size, ...bag },
        box(0.7 * size, 0.7 * size, bag, { x: 0, y: 0 }, 0.12),
        {
          kind: 'capsule',
          point1: { x: -0.35, y: 0 },
          point2: { x: 0.35, y: 0 },
          radius: 0.7 * size,
          ...bag,
        },
        regularPolygon(1.05 * size, 6, bag),
        { kind: 'circle', radius: 0.8 * size, ...bag },
      ];
      const side = k % 2 === 0 ? -1 : 1;
      if (side < 0 && k > 0) free = nextPlace();
      bodies.push({
        position: { x: side * free.x, y: free.y },
        angle: random.uniform(0, 6),
        shapes: [kinds[k % kinds.length] as ShapeDefinition],
      });
    }
    const drift = (minX: number, maxX: number, flow: number): FieldDefinition => ({
      kind: 'buoyancy',
      surface: { x: 0, y: 0 },
      linearDrag: 2,
      angularDrag: 2,
      flow: { x: flow, y: 0 },
      region: { minX, minY: -depth, maxX, maxY: 2 },
    });
    return {
      ...benchmarkWorld(),
      camera: { x: 0, y: 6.6, halfHeight: 10.2 },
      bodies,
      fields: [
        drift(-half, -JET.half, DRIFT),
        drift(JET.half, half, -DRIFT),
        {
          kind: 'buoyancy',
          surface: { x: 0, y: JET.height },
          linearDrag: 3,
          angularDrag: 1,
          flow: { x: 0, y: speed },
          region: { minX: -JET.half, minY: -depth, maxX: JET.half, maxY: JET.height },
        },
      ],
    };
  },
});
