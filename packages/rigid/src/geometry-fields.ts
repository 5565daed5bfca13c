/** The geometry part of a shape definition: its fields, and a copy of them. Definitions are copied, so that only a world changes itself. */

import type { Shape } from '@otedama/collision';
import type { Vec2 } from '@otedama/math2d';

/** Fields of each kind of shape, besides `kind`: numbers, points and lists of points. */
export const geometryFields: Readonly<Record<string, readonly string[]>> = {
  circle: ['center', 'radius'],
  capsule: ['point1', 'point2', 'radius'],
  polygon: ['vertices', 'radius'],
  segment: ['point1', 'point2'],
  halfSpace: ['position', 'normal'],
  chainSegment: ['ghost1', 'point1', 'point2', 'ghost2'],
};

/** Returns a frozen copy of a point or vector. It is copied by name: those of other libraries have their coordinates as accessors. */
export function copyVector({ x, y }: Vec2): Vec2 {
  return Object.freeze({ x, y });
}

/** Returns a frozen copy of the geometry alone, so that later changes of the definition do not affect the world. */
export function copyGeometry(shape: Shape): Shape {
  const given = shape as unknown as Record<string, number | Vec2 | readonly Vec2[] | undefined>;
  const copy: Record<string, unknown> = { kind: shape.kind };
  for (const field of geometryFields[shape.kind]) {
    const value = given[field];
    if (typeof value === 'number') copy[field] = value;
    else if (value !== undefined)
      copy[field] = 'x' in value ? copyVector(value) : Object.freeze(value.map(copyVector));
  }
  return Object.freeze(copy) as unknown as Shape;
}
