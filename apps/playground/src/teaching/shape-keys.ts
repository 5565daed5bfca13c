/** Keys of shapes and pairs of shapes in links: `3` is body 3, `3.1` its second shape, `3,5` a pair. */

import { shapeDistance, shapeOutline } from '@otedama/render-babylon';
import type { BodyShape, World } from '@otedama/rigid';
import { placementOf } from './distance-lesson.js';
import { type Point, place } from './geometry.js';
import { bodyName } from './names.js';

export function shapeKey(shape: BodyShape): string {
  const { shapes } = shape.body;
  return shapes.length > 1 ? `${shape.body.id}.${shapes.indexOf(shape)}` : String(shape.body.id);
}

export const pairKey = (a: BodyShape, b: BodyShape): string => `${shapeKey(a)},${shapeKey(b)}`;

function shapeOf(world: World, key: string): BodyShape | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(key);
  if (match === null) return null;
  return world.bodyAt(Number(match[1]))?.shapes[Number(match[2] ?? 0)] ?? null;
}

export function pairOf(world: World, key: string): readonly [BodyShape, BodyShape] | null {
  const [first, second, ...more] = key.split(',');
  if (second === undefined || more.length > 0) return null;
  const a = shapeOf(world, first);
  const b = shapeOf(world, second);
  return a === null || b === null || a.body === b.body ? null : [a, b];
}

export const pairLabel = (world: World, a: BodyShape, b: BodyShape): string =>
  `${bodyName(world, a.body)} and ${bodyName(world, b.body)}`;

/**
 * Points that should be visible for a shape: its outline, or the skin of its soft body. For a static shape, which may be very large, only
 * the points in `matters`.
 */
export function extentOf(world: World, shape: BodyShape, matters: readonly Point[]): Point[] {
  if (shape.body.type === 'static') return [...matters];
  const whole = world.softBodies.find(({ particles }) => particles.includes(shape.body));
  if (whole !== undefined) return whole.skin;
  const pose = placementOf(world, shape.body);
  return shapeOutline(shape.geometry).points.map((p) => place(pose, p));
}

/** Distance of a point from a shape, m, negative inside. */
function distanceTo(world: World, shape: BodyShape, point: Point): number {
  const { x, y, c, s } = placementOf(world, shape.body);
  const dx = point.x - x;
  const dy = point.y - y;
  const local = { x: c * dx + s * dy, y: c * dy - s * dx };
  const { geometry } = shape;
  if (geometry.kind !== 'halfSpace') return shapeDistance(geometry, local);
  const { normal, position = { x: 0, y: 0 } } = geometry;
  const length = Math.hypot(normal.x, normal.y);
  return ((local.x - position.x) * normal.x + (local.y - position.y) * normal.y) / length;
}

/** Returns the shape at a point, or the nearest one within `reach` metres. Moving bodies have priority over static ones. */
export function shapeAt(world: World, point: Point, reach: number): BodyShape | null {
  let found: BodyShape | null = null;
  let nearest = reach;
  let isMoving = false;
  for (const body of world.bodies) {
    if (!body.isEnabled) continue;
    for (const shape of body.shapes) {
      if (shape.isSensor) continue;
      const away = Math.max(0, distanceTo(world, shape, point));
      const moves = body.type !== 'static';
      if (away > reach || (isMoving && !moves)) continue;
      if (moves && !isMoving ? true : away <= nearest) {
        found = shape;
        nearest = away;
        isMoving = moves;
      }
    }
  }
  return found;
}
