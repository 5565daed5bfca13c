import { requireFiniteVec2, requireNonNegative, type Vec2 } from '@otedama/math2d';
import { BODY_STRIDE, type Body, C, S, X, Y } from '@otedama/rigid';
import { requireWorld } from './input.js';
import { pickSoftBody } from './soft-grip.js';
import type { DrawnWorld, ShapeGeometry } from './types.js';

function segmentDistance(p: Vec2, a: Vec2, b: Vec2): number {
  const edgeX = b.x - a.x;
  const edgeY = b.y - a.y;
  const lengthSquared = edgeX * edgeX + edgeY * edgeY;
  const along = lengthSquared === 0 ? 0 : ((p.x - a.x) * edgeX + (p.y - a.y) * edgeY) / lengthSquared;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(p.x - a.x - t * edgeX, p.y - a.y - t * edgeY);
}

function polygonDistance(p: Vec2, vertices: readonly Vec2[]): number {
  let outside = Number.POSITIVE_INFINITY;
  let inside = Number.NEGATIVE_INFINITY;
  vertices.forEach((a, index) => {
    const b = vertices[(index + 1) % vertices.length];
    outside = Math.min(outside, segmentDistance(p, a, b));
    const edge = Math.hypot(b.x - a.x, b.y - a.y);
    inside = Math.max(inside, ((b.y - a.y) * (p.x - a.x) - (b.x - a.x) * (p.y - a.y)) / edge);
  });
  return inside <= 0 ? inside : outside;
}

/** Distance of a point from a shape, both in body axes, in metres: negative inside, infinite for half-spaces. */
export function shapeDistance(shape: ShapeGeometry, p: Vec2): number {
  switch (shape.kind) {
    case 'circle': {
      const center = shape.center ?? { x: 0, y: 0 };
      return Math.hypot(p.x - center.x, p.y - center.y) - shape.radius;
    }
    case 'capsule':
      return segmentDistance(p, shape.point1, shape.point2) - shape.radius;
    case 'segment':
    case 'chainSegment':
      return segmentDistance(p, shape.point1, shape.point2);
    case 'polygon':
      return polygonDistance(p, shape.vertices) - (shape.radius ?? 0);
    case 'halfSpace':
      return Number.POSITIVE_INFINITY;
  }
}

/**
 * Returns the enabled dynamic body at a point of the world, or the nearest one within `reach` metres of it. If bodies overlap, the
 * last of them in `world.bodies` is returned, which is drawn on top of others of its kind. Sensors are ignored. Inside a soft body, the
 * nearest particle is returned.
 * @throws InputError if the world is none, the point is not finite, or the reach is no number from 0 up
 */
export function pickBody(world: DrawnWorld, point: Vec2, reach: number): Body | null {
  requireWorld(world);
  requireFiniteVec2('point', point);
  requireNonNegative('reach', reach);
  const particle = pickSoftBody(world, point);
  if (particle !== null) return particle;
  const { pose } = world.bodyStore;
  let found: Body | null = null;
  let nearest = reach;
  for (const body of world.bodies) {
    if (body.type !== 'dynamic' || !body.isEnabled) continue;
    const o = body.id * BODY_STRIDE;
    const dx = point.x - pose[o + X];
    const dy = point.y - pose[o + Y];
    const local = { x: pose[o + C] * dx + pose[o + S] * dy, y: pose[o + C] * dy - pose[o + S] * dx };
    for (const shape of body.shapes) {
      const distance = Math.max(0, shapeDistance(shape.geometry, local));
      if (shape.isSensor || distance > nearest) continue;
      nearest = distance;
      found = body;
    }
  }
  return found;
}
