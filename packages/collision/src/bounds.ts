/** Tight axis-aligned boxes of placed shapes. */
import type { Aabb, Transform } from '@otedama/math2d';
import * as transforms from '@otedama/math2d/transform';
import type { Shape } from './shape-types.js';
import { convexCore } from './shapes.js';

/** Smallest axis-aligned box around a placed shape, its radius included; infinite on all sides for a half-space. */
export function shapeAabb(shape: Shape, transform: Transform): Aabb {
  const core = convexCore(shape);
  if (core === null) return { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const vertex of core.vertices) {
    const { x, y } = transforms.apply(transform, vertex);
    box.minX = Math.min(box.minX, x - core.radius);
    box.minY = Math.min(box.minY, y - core.radius);
    box.maxX = Math.max(box.maxX, x + core.radius);
    box.maxY = Math.max(box.maxY, y + core.radius);
  }
  return box;
}
