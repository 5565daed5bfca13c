/**
 * A concave outline, with holes or without: the convex shapes that fill it, for bodies that are not convex.
 *
 * Their edges inside the outline lie face to face and end at its corners, so that what slides along an edge of the outline meets no joint.
 * They have the mass, centre and inertia of the outline, for each is an integral over its area. A ring of segments (`chain`) is the better
 * ground where what is inside does not matter.
 */
import { outline, type Vec2 } from '@otedama/math2d';
import type { Material, ShapeDefinition } from './definitions.js';

/** An outline, and what it is made of. */
export interface ConcaveDefinition
  extends Material,
    Pick<
      ShapeDefinition,
      'sensor' | 'filter' | 'contactEvents' | 'hitEvents' | 'preSolveEvents' | 'userData'
    > {
  /** Corners in the frame of the body, m, in order, either way round: at least 3. Doubled ones and those on a straight line may be among them. */
  readonly points: readonly Vec2[];
  /** Outlines of holes within `points`, m, that touch neither it nor each other. Default none. */
  readonly holes?: readonly (readonly Vec2[])[];
}

/**
 * The convex polygons that fill an outline, as shapes of one body. The same outline gives the same shapes wherever its list begins and
 * whichever way round it runs. `outline.simplify` of `@otedama/math2d` takes the noise out of a traced one first.
 * @throws InputError that names the point: not finite, edges that cross or touch, no area, a hole outside
 */
export function concave(definition: ConcaveDefinition): ShapeDefinition[] {
  const { points, holes = [], ...more } = definition;
  return outline.decompose(points, holes).map((vertices) => ({ kind: 'polygon', vertices, ...more }));
}
