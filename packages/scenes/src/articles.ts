/**
 * The three scenes of the articles: a few bodies fall into a V of two half-spaces.
 *
 * In the articles, friction and restitution are defined per pair, for "wall" and for "body". Here a material belongs to a shape, so the
 * value of a pair comes from a combine rule. Restitution uses the maximum (the wall has the larger value in all three scenes). Friction
 * uses the minimum (the wall has the smaller value), or the maximum in the shape matching scene, whose bodies have no friction of their
 * own.
 */

import type { BodyDefinition } from '@otedama/rigid';
import { ARTICLES_HALF_HEIGHT, LEFT_WALL_ANGLE, RIGHT_WALL_ANGLE } from './constants.js';
import { defineScene, type SceneContents } from './define-scene.js';
import { type Material, regularPolygon, slope } from './shapes.js';
import type { SceneEntry } from './types.js';
import { articlesWorld } from './worlds.js';

type Color = readonly [number, number, number];
const BLUE: Color = [0, 0, 1];
const GREEN: Color = [0, 1, 0];
const BLACK: Color = [0, 0, 0];

/** The articles' camera, centred above the tip of the V. */
const CAMERA = { x: 0, y: 8, halfHeight: ARTICLES_HALF_HEIGHT };

/** The two walls of the V, left then right. */
export function articlesWalls(material: Material): BodyDefinition[] {
  return [
    { ...slope(LEFT_WALL_ANGLE, material), name: 'left wall' },
    { ...slope(RIGHT_WALL_ANGLE, material), name: 'right wall' },
  ];
}

interface ArticleBody {
  sides: number;
  radius: number;
  x: number;
  y: number;
  angle: number;
  speed: number;
  color: Color;
}

function articleBody(body: ArticleBody, material: Material): BodyDefinition {
  return {
    position: { x: body.x, y: body.y },
    angle: body.angle,
    linearVelocity: { x: body.speed, y: 0 },
    mass: 1,
    color: body.color,
    shapes: [regularPolygon(body.radius, body.sides, material)],
  };
}

function articlesScene(walls: Material, bodies: Material, list: readonly ArticleBody[]): SceneContents {
  return {
    ...articlesWorld(),
    camera: CAMERA,
    bodies: [...articlesWalls(walls), ...list.map((body) => articleBody(body, bodies))],
  };
}

const QUARTER = Math.PI / 4;

const squareAndTriangle: readonly ArticleBody[] = [
  { sides: 4, radius: 1, x: -8, y: 10, angle: QUARTER, speed: 2, color: BLUE },
  { sides: 3, radius: 1, x: 8, y: 10, angle: 0, speed: 0, color: GREEN },
];

const threeSquares: readonly ArticleBody[] = [
  { sides: 4, radius: 2, x: 7, y: 14, angle: QUARTER, speed: 0, color: BLUE },
  { sides: 4, radius: 1, x: -12, y: 14, angle: 0, speed: 0, color: GREEN },
  { sides: 4, radius: 1.5, x: -8, y: 14, angle: 0, speed: 2, color: BLACK },
];

/** Force-based article: a square and a triangle. */
export const articlesForce: SceneEntry = defineScene({
  name: 'articles-force',
  category: 'articles',
  title: 'Articles: force based',
  description: 'A square and a triangle fall into the V and meet at its tip.',
  solver: 'force',
  build: () =>
    articlesScene(
      { friction: 0.1, restitution: 0.5, frictionCombine: 'minimum' },
      { friction: 0.5, restitution: 0.4, frictionCombine: 'minimum' },
      squareAndTriangle,
    ),
});

/** Constraint-based article: three squares. Its restitution thresholds and the speculative distance are in `settings`. */
export const articlesConstraint: SceneEntry = defineScene({
  name: 'articles-constraint',
  category: 'articles',
  title: 'Articles: constraint based',
  description: 'Three squares fall into the V, bounce and come to rest on each other.',
  solver: 'sequential-impulses',
  build: () => ({
    ...articlesScene(
      { friction: 0.01, restitution: 0.5, frictionCombine: 'minimum' },
      { friction: 0.2, restitution: 0.3, frictionCombine: 'minimum' },
      threeSquares,
    ),
    settings: {
      // The squares fall at 12 m/s, 0.25 m per step. With this speculative distance they stop at the walls instead of inside.
      world: { speculativeDistance: 0.3 },
      'sequential-impulses': {
        walls: { restitutionThreshold: 5 },
        bodies: { restitutionThreshold: 4 },
      },
    },
  }),
});

/** Shape matching article: the same three squares on bouncier walls, without friction between bodies. */
export const articlesShapeMatching: SceneEntry = defineScene({
  name: 'articles-shape-matching',
  category: 'articles',
  title: 'Articles: shape matching',
  description: 'The same three squares on bouncier walls: restitution 0.9.',
  solver: 'shape-matching',
  build: () =>
    articlesScene(
      { friction: 0.02, restitution: 0.9, frictionCombine: 'maximum' },
      { friction: 0, restitution: 0, frictionCombine: 'maximum' },
      threeSquares,
    ),
});
