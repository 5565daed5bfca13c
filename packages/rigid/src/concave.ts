/**
 * Concave outlines, with or without holes: the convex shapes that fill one, for bodies that are not convex.
 *
 * The inner edges of these shapes are face to face and end at corners of the outline, so a body that slides along an edge of the
 * outline meets no joint. The shapes have the mass, centre and inertia of the outline, because each of these is an integral over
 * its area. A closed `chain` is the better choice for ground whose inside does not matter.
 */
import { outline, type Vec2 } from '@otedama/math2d';
import type { Material, ShapeDefinition } from './definitions.js';
import { validateSurface } from './validate.js';

/** An outline and its material. */
export interface ConcaveDefinition
  extends Material,
    Pick<
      ShapeDefinition,
      'sensor' | 'filter' | 'contactEvents' | 'hitEvents' | 'preSolveEvents' | 'userData'
    > {
  /** Corners in the body frame, m, in order, clockwise or counter-clockwise: at least 3. Duplicate and collinear corners are allowed. */
  readonly points: readonly Vec2[];
  /** Outlines of holes within `points`, m. They must not touch `points` or each other. Default none. */
  readonly holes?: readonly (readonly Vec2[])[];
}

/**
 * Returns the convex polygons that fill an outline, as shapes of one body. The result does not depend on the corner at which the
 * list begins, nor on the winding. Use `outline.simplify` of `@otedama/math2d` first to remove noise from a traced outline.
 * @throws InputError that names the point: not finite, edges that cross or touch, no area, a hole outside; and for a material out of range
 */
export function concave(definition: ConcaveDefinition): ShapeDefinition[] {
  validateSurface(definition, ['points', 'holes']);
  const { points, holes = [], ...more } = definition;
  return outline.decompose(points, holes).map((vertices) => ({ kind: 'polygon', vertices, ...more }));
}
