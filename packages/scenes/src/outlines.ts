/** Bodies with concave outlines: letters with holes, hooks that hang from each other, and a bowl of pieces. */

import { atan2, createRandom, polygon, type Random, sin, type Vec2, vec2 } from '@otedama/math2d';
import { type BodyDefinition, type ConcaveDefinition, concave } from '@otedama/rigid';
import { defineScene } from './define-scene.js';
import { floor, onCircle } from './shapes.js';
import type { SceneEntry } from './types.js';
import { benchmarkWorld } from './worlds.js';

type Outline = Pick<ConcaveDefinition, 'points' | 'holes'>;

const FRICTION = 0.5;

/** Parses points in the syntax of an SVG polygon. */
const list = (text: string): Vec2[] =>
  text.split(' ').map((pair) => {
    const [x, y] = pair.split(',').map(Number);
    return { x, y };
  });

const scaled = (scale: number, { points, holes = [] }: Outline): Outline => {
  const grow = ({ x, y }: Vec2): Vec2 => ({ x: scale * x, y: scale * y });
  return { points: points.map(grow), holes: holes.map((hole) => hole.map(grow)) };
};

/** A body with the given outline. Its origin is the origin of the outline. */
function bodyOf(outline: Outline, position: Vec2, angle = 0): BodyDefinition {
  return { position, angle, shapes: concave({ ...outline, friction: FRICTION }) };
}

/** Points on an arc about `center`, divided into `steps` pieces, both ends included. */
function arc(center: Vec2, radius: number, from: number, to: number, steps: number): Vec2[] {
  return Array.from({ length: steps + 1 }, (_, k) => {
    const { x, y } = onCircle(radius, from + ((to - from) * k) / steps);
    return { x: center.x + x, y: center.y + y };
  });
}

/** A star or a gear: the given radii repeated `count` times, at equal angles. */
const wheel = (count: number, ...radii: number[]): Outline => ({
  points: Array.from({ length: count * radii.length }, (_, k) =>
    onCircle(radii[k % radii.length], (2 * Math.PI * k) / (count * radii.length)),
  ),
});

/** Pieces for the bowl, about 1 m wide. */
const pieces: readonly Outline[] = [
  wheel(5, 0.6, 0.25),
  // an L, a T, a U, an S and a cross of squares
  scaled(0.36, { points: list('-1,-1.5 1,-1.5 1,-0.5 0,-0.5 0,1.5 -1,1.5') }),
  scaled(0.36, { points: list('-0.5,-1 0.5,-1 0.5,0 1.5,0 1.5,1 -1.5,1 -1.5,0 -0.5,0') }),
  scaled(0.36, { points: list('-1.5,-1 1.5,-1 1.5,1 0.5,1 0.5,0 -0.5,0 -0.5,1 -1.5,1') }),
  scaled(0.36, { points: list('-1.5,-1 0.5,-1 0.5,0 1.5,0 1.5,1 -0.5,1 -0.5,0 -1.5,0') }),
  scaled(0.36, {
    points: list(
      '-0.5,-1.5 0.5,-1.5 0.5,-0.5 1.5,-0.5 1.5,0.5 0.5,0.5 0.5,1.5 -0.5,1.5 -0.5,0.5 -1.5,0.5 -1.5,-0.5 -0.5,-0.5',
    ),
  }),
  // a gear with its bore, and a crescent
  { ...wheel(8, 0.6, 0.6, 0.44, 0.44), holes: [polygon.regular(0.2, 12)] },
  {
    points: [
      ...arc({ x: 0, y: 0 }, 0.6, 0.25 * Math.PI, 1.75 * Math.PI, 16),
      ...arc({ x: 0.3, y: 0 }, 0.44, 1.6 * Math.PI, 0.4 * Math.PI, 10),
    ],
  },
];

/** Letters, 1.6 m high. */
const letters: readonly Outline[] = [
  // O
  {
    points: list('0.3,0 0.9,0 1.2,0.3 1.2,1.3 0.9,1.6 0.3,1.6 0,1.3 0,0.3'),
    holes: [list('0.42,0.3 0.78,0.3 0.9,0.42 0.9,1.18 0.78,1.3 0.42,1.3 0.3,1.18 0.3,0.42')],
  },
  // T
  { points: list('0.45,0 0.75,0 0.75,1.3 1.2,1.3 1.2,1.6 0,1.6 0,1.3 0.45,1.3') },
  // E
  {
    points: list(
      '0,0 1.1,0 1.1,0.3 0.3,0.3 0.3,0.65 0.9,0.65 0.9,0.95 0.3,0.95 0.3,1.3 1.1,1.3 1.1,1.6 0,1.6',
    ),
  },
  // D
  {
    points: list('0,0 0.8,0 1.2,0.4 1.2,1.2 0.8,1.6 0,1.6'),
    holes: [list('0.3,0.3 0.68,0.3 0.9,0.52 0.9,1.08 0.68,1.3 0.3,1.3')],
  },
  // A
  {
    points: list('0,0 0.32,0 0.42,0.4 0.88,0.4 0.98,0 1.3,0 0.85,1.6 0.45,1.6'),
    holes: [list('0.5,0.7 0.8,0.7 0.65,1.24')],
  },
  // M
  {
    points: list('0,0 0.3,0 0.3,0.95 0.7,0.35 1.1,0.95 1.1,0 1.4,0 1.4,1.6 1.12,1.6 0.7,0.9 0.28,1.6 0,1.6'),
  },
];

/** Indices into `letters`. */
const WORD = [0, 1, 2, 3, 4, 5, 4];

/** Radius of a hook's bends along the centre line, width of the hook, and half the length of its straight part, m. */
const BEND = 0.26;
const THICKNESS = 0.2;
const SHANK = 0.75;
/** Angle of a bend, rad. It is more than half a turn, so that the hooks do not slip off. */
const BEND_TURN = 1.2 * Math.PI;

/** An S-shaped hook. Its upper bend opens downwards on the left of the shank, its lower bend opens upwards on the right. */
function hook(): Outline {
  const half = THICKNESS / 2;
  const side = (offset: number): Vec2[] => [
    ...arc({ x: -BEND, y: SHANK }, BEND + offset, BEND_TURN, 0, 9),
    ...arc({ x: BEND, y: -SHANK }, BEND - offset, Math.PI, Math.PI + BEND_TURN, 9),
  ];
  return { points: [...side(half), ...side(-half).reverse()] };
}

/** Offset from an upright hook to the hook that hangs from it, m. The tip of each is just above the bend of the other. */
const NEXT_HOOK: Vec2 = {
  x: 3 * BEND,
  y: -2 * SHANK - BEND + THICKNESS - BEND * sin(BEND_TURN),
};

/** A chain of hooks, of which the first one is static. Each hook is rotated so that the chain hangs straight down. */
function chainOfHooks(count: number, top: Vec2): BodyDefinition[] {
  const angle = -atan2(NEXT_HOOK.x, -NEXT_HOOK.y);
  const pitch = vec2.length(NEXT_HOOK);
  return Array.from(
    { length: count },
    (_, k): BodyDefinition => ({
      ...(k === 0 ? { type: 'static' } : {}),
      ...bodyOf(hook(), { x: top.x, y: top.y - k * pitch }, angle),
    }),
  );
}

/** A bowl on a foot, with a wall 0.4 m thick. The origin is the centre of its round part. */
function bowl(position: Vec2, radius: number): BodyDefinition {
  const center = { x: 0, y: 0 };
  const foot = 0.3 * radius;
  const depth = -Math.sqrt((radius + 0.4) * (radius + 0.4) - foot * foot);
  const rim = 0.4 * radius;
  return {
    type: 'static',
    position,
    shapes: concave({
      points: [
        { x: radius, y: rim },
        ...arc(center, radius, 0, -Math.PI, 24),
        { x: -radius, y: rim },
        { x: -radius - 0.4, y: rim },
        ...arc(center, radius + 0.4, -Math.PI, -0.6 * Math.PI, 10),
        { x: -foot, y: depth },
        { x: -foot, y: -position.y },
        { x: foot, y: -position.y },
        { x: foot, y: depth },
        ...arc(center, radius + 0.4, -0.4 * Math.PI, 0, 10),
        { x: radius + 0.4, y: rim },
      ],
      friction: FRICTION,
    }),
  };
}

const BOWL_RADIUS = 3.4;
const BOWL: Vec2 = { x: -7.2, y: 4.4 };

/** Pieces above the bowl, four per row. */
function rain(count: number, random: Random): BodyDefinition[] {
  return Array.from({ length: count }, (_, k) =>
    bodyOf(
      pieces[k % pieces.length],
      {
        x: BOWL.x + 1.4 * ((k % 4) - 1.5) + random.uniform(-0.05, 0.05),
        y: BOWL.y - 1 + 1.4 * Math.floor(k / 4),
      },
      random.uniform(0, 2 * Math.PI),
    ),
  );
}

/** Letters, hooks and a bowl of pieces, all of them concave. */
export const outlines: SceneEntry = defineScene({
  name: 'outlines',
  category: 'piles',
  title: 'Concave outlines',
  description:
    'Letters with holes, hooks that hang on each other, a bowl of stars, gears and crescents: bodies of outlines.',
  parameters: {
    count: { title: 'pieces in the bowl', default: 32, minimum: 0, maximum: 400, integer: true },
    hooks: { title: 'hooks', default: 4, minimum: 0, maximum: 8, integer: true },
    seed: { title: 'seed', default: 1, minimum: 0, maximum: 0xffffffff, integer: true },
  },
  build: ({ count, hooks, seed }) => {
    const random = createRandom(seed);
    return {
      ...benchmarkWorld(),
      camera: { x: 0, y: 6.4, halfHeight: 7.2 },
      bodies: [
        floor({ friction: FRICTION }),
        bowl(BOWL, BOWL_RADIUS),
        ...rain(count, random),
        ...WORD.map((letter, k) => bodyOf(letters[letter], { x: -1.6 + 1.75 * k, y: 0.05 })),
        ...chainOfHooks(hooks + 1, { x: 4.6, y: 12 }),
      ],
    };
  },
});
