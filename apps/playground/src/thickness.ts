/** How thick bodies are, for marks on them that must not be larger. */

import type { Vec2 } from '@otedama/math2d';
import type { Body, BodyShape } from '@otedama/rigid';

const known: WeakMap<Body, number> = new WeakMap();

/**
 * Width of the thickest shape of a body across its narrow side, m; infinite for the world (null), and for bodies of which no shape has a
 * width. A body that gets or loses shapes keeps the value that it had when it was first asked for.
 */
export function thickness(body: Body | null): number {
  if (body === null) return Number.POSITIVE_INFINITY;
  const before = known.get(body);
  if (before !== undefined) return before;
  const widths = body.shapes.map(widthOf).filter((width) => width > 0);
  const found = widths.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...widths);
  known.set(body, found);
  return found;
}

/** Width of a shape, m; 0 for lines. */
function widthOf({ geometry }: BodyShape): number {
  switch (geometry.kind) {
    case 'circle':
    case 'capsule':
      return 2 * geometry.radius;
    case 'polygon':
      return acrossOf(geometry.vertices) + 2 * (geometry.radius ?? 0);
    case 'halfSpace':
      return Number.POSITIVE_INFINITY;
    default:
      return 0;
  }
}

/** Least width of a convex polygon, m: between an edge and the corner farthest from it. */
function acrossOf(corners: readonly Vec2[]): number {
  return Math.min(
    ...corners.map((a, k) => {
      const b = corners[(k + 1) % corners.length];
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      const depth = ({ x, y }: Vec2): number =>
        Math.abs((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / length;
      return Math.max(...corners.map(depth));
    }),
  );
}
