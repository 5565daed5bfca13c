/** Bodies used by many tests. */

import { polygon } from '@otedama/math2d';
import type { BodyDefinition, ShapeDefinition } from '@otedama/rigid';

/** All fields of a shape except its geometry. */
export type Material = Partial<
  Pick<ShapeDefinition, 'friction' | 'restitution' | 'density' | 'frictionCombine' | 'rollingResistance'>
>;

/** Half the side of the articles' square of radius 1. */
export const half = Math.SQRT1_2;

/** Horizontal solid ground below y = 0. */
export function level(material: Material = {}): BodyDefinition {
  return { type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 }, ...material }] };
}

/** The articles' square: mass 1, inertia 1/3 for radius 1; axis-parallel at angle pi/4. */
export function square(material: Material = {}, radius = 1): BodyDefinition {
  return { mass: 1, shapes: [{ kind: 'polygon', vertices: polygon.regular(radius, 4), ...material }] };
}

/** A box `halfWidth` x `halfHeight`. */
export function boxDefinition(
  halfWidth: number,
  halfHeight: number,
  material: Material = {},
): BodyDefinition {
  return { shapes: [boxShape(halfWidth, halfHeight, material)] };
}

/** The shape of this box. */
export function boxShape(halfWidth: number, halfHeight: number, material: Material = {}): ShapeDefinition {
  return { kind: 'polygon', vertices: polygon.rectangle(2 * halfWidth, 2 * halfHeight), ...material };
}

/** Static ground that extends `halfWidth` to both sides, with its top at y = 0. */
export function ground(halfWidth: number, material: Material = {}): BodyDefinition {
  return { type: 'static', position: { x: 0, y: -10 }, ...boxDefinition(halfWidth, 10, material) };
}
