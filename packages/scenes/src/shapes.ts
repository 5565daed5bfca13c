/** Shapes and bodies that most scenes are built from. */

import { cos, polygon, sin, type Vec2 } from '@otedama/math2d';
import type { BodyDefinition, ShapeDefinition } from '@otedama/rigid';

/** Material fields of a shape definition. */
export type Material = Partial<
  Pick<
    ShapeDefinition,
    'density' | 'friction' | 'restitution' | 'frictionCombine' | 'restitutionCombine' | 'rollingResistance'
  >
>;

/** A box about `center` (default: the body's origin) with the given half sizes in metres, optionally rounded by `radius`. */
export function box(
  halfWidth: number,
  halfHeight: number,
  material: Material = {},
  center: Vec2 = { x: 0, y: 0 },
  radius = 0,
): ShapeDefinition {
  const { x, y } = center;
  return {
    kind: 'polygon',
    vertices: [
      { x: x - halfWidth, y: y - halfHeight },
      { x: x + halfWidth, y: y - halfHeight },
      { x: x + halfWidth, y: y + halfHeight },
      { x: x - halfWidth, y: y + halfHeight },
    ],
    ...(radius > 0 ? { radius } : {}),
    ...material,
  };
}

/** The point at `angle` (rad, from the +x axis) on a circle of the given radius (m) about the origin. */
export function onCircle(radius: number, angle: number): Vec2 {
  return { x: radius * cos(angle), y: radius * sin(angle) };
}

/** A regular polygon with `sides` sides and circumradius `radius` (m). Its first vertex is on the +x axis. */
export function regularPolygon(radius: number, sides: number, material: Material = {}): ShapeDefinition {
  return { kind: 'polygon', vertices: polygon.regular(radius, sides), ...material };
}

/** A static half-space, solid below its surface. The surface passes through `position` and rises by `angle` (rad) from the horizontal. */
export function slope(
  angle: number,
  material: Material = {},
  position: Vec2 = { x: 0, y: 0 },
): BodyDefinition {
  return {
    type: 'static',
    position,
    // subtracted from 0, because JSON would lose the sign of a negative zero
    shapes: [{ kind: 'halfSpace', normal: { x: 0 - sin(angle), y: cos(angle) }, ...material }],
  };
}

/** Level solid ground below y = `height` (m). */
export function floor(material: Material = {}, height = 0): BodyDefinition {
  return slope(0, material, { x: 0, y: height });
}
