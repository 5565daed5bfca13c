/** Contact of two shapes given as plain literals: a simpler form of `collide`, for tools, tests and teaching. */
import { requireNonNegative, requireTransform, type Transform, type Vec2 } from '@otedama/math2d';
import { collide } from './collide.js';
import { GeometryStore } from './geometry-store.js';
import { Manifold } from './manifold.js';
import type { Shape } from './shape-types.js';
import { validateShape } from './shapes.js';

/** One point of a contact, in a new object. */
export interface ManifoldPoint {
  /** World coordinates, metres, midway between the two surfaces. */
  readonly point: Vec2;
  /** Distance of the surfaces along the normal, metres; negative when overlapping. */
  readonly separation: number;
  /** Id of the two features that touch: 256 times the vertex of A plus the vertex of B. */
  readonly id: number;
}

/** The contact of two shapes, in a new object. */
export interface ManifoldResult {
  /** Unit normal from A to B, world axes; zero if there are no points. */
  readonly normal: Vec2;
  /** Zero, one or two points. */
  readonly points: readonly ManifoldPoint[];
}

const store = new GeometryStore();
const manifold = new Manifold();
const boxes = new Float64Array(4);

/**
 * Returns the contact of two shapes. Points up to `speculativeDistance` (metres, >= 0, default 0) apart are included.
 *
 * @throws InputError for a shape that `validateShape` rejects, and for what is no transform or distance
 */
export function collideShapes(
  shapeA: Shape,
  transformA: Transform,
  shapeB: Shape,
  transformB: Transform,
  speculativeDistance = 0,
): ManifoldResult {
  validateShape(shapeA, 'shapeA');
  validateShape(shapeB, 'shapeB');
  requireTransform('transformA', transformA);
  requireTransform('transformB', transformB);
  requireNonNegative('speculativeDistance', speculativeDistance);
  const a = store.add(shapeA);
  const b = store.add(shapeB);
  store.place(a, transformA.x, transformA.y, transformA.c, transformA.s, boxes, 0);
  store.place(b, transformB.x, transformB.y, transformB.c, transformB.s, boxes, 0);
  manifold.cachedEdge = 0;
  const count = collide(store, a, b, speculativeDistance, manifold);
  store.remove(b);
  store.remove(a);
  const { normalX, normalY, x0, y0, separation0, id0, x1, y1, separation1, id1 } = manifold;
  const points = [
    { point: { x: x0, y: y0 }, separation: separation0, id: id0 },
    { point: { x: x1, y: y1 }, separation: separation1, id: id1 },
  ];
  return { normal: count > 0 ? { x: normalX, y: normalY } : { x: 0, y: 0 }, points: points.slice(0, count) };
}
