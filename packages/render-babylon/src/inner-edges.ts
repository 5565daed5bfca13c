/**
 * Finds the edges along which polygons of one body touch each other. Such edges are inside the body and are drawn without a stroke,
 * so that a concave body made of convex parts looks like a single shape.
 *
 * An edge of one polygon may touch several edges of others. Edges are therefore first split at the corners on them. A piece is inner
 * if another polygon has the same piece in the opposite direction.
 */
import type { Vec2 } from '@otedama/math2d';
import type { ShapeGeometry } from './types.js';

/** A polygon, as it is drawn, with some edges inside its body. */
export interface InnerEdges {
  /** Its corners, plus corners of other polygons where an edge stops being inner, counter-clockwise, m. */
  readonly corners: readonly Vec2[];
  /** Whether the edge from each corner to the next is inside the body. */
  readonly isInner: readonly boolean[];
  /** Whether each corner is away from the outline of the body, so that only inner edges meet there. */
  readonly isEnclosed: readonly boolean[];
  /** Distance from the middle to the nearest edge, m, of the thickest polygon of the body. */
  readonly depth: number;
}

/** A corner is on an edge if the sine of the angle between them is at most this. */
const ON_EDGE = 1e-9;

interface Piece {
  readonly from: Vec2;
  readonly to: Vec2;
  readonly isCorner: boolean;
}

const keyOf = ({ x, y }: Vec2): string => `${x},${y}`;

/**
 * Inner edges of each shape of a body; null for a shape that has none. Rounded polygons are left out because a groove remains
 * between them.
 */
export function findInnerEdges(shapes: readonly ShapeGeometry[]): (InnerEdges | null)[] {
  const polygons = shapes.map((shape) =>
    shape.kind === 'polygon' && (shape.radius ?? 0) === 0 ? shape.vertices : null,
  );
  const corners = polygons.flatMap((vertices) => vertices ?? []).sort((a, b) => a.x - b.x);
  const pieces = polygons.map((vertices) => (vertices === null ? null : partEdges(vertices, corners)));
  const directed = new Set(
    pieces.flatMap((own) => (own ?? []).map(({ from, to }) => `${keyOf(from)} ${keyOf(to)}`)),
  );
  const isInner = ({ from, to }: Piece): boolean => directed.has(`${keyOf(to)} ${keyOf(from)}`);
  const outer = (pieces.flat() as (Piece | null)[]).filter((piece) => piece !== null && !isInner(piece));
  const onOutline = new Set(
    outer.flatMap((piece) => (piece === null ? [] : [keyOf(piece.from), keyOf(piece.to)])),
  );
  const depth = Math.max(...polygons.map((vertices) => (vertices === null ? 0 : depthOf(vertices))));
  return pieces.map((own) => {
    if (own === null || !own.some(isInner)) return null;
    // merge neighbouring pieces of one edge that are both inner or both outer
    const kept = own.filter(
      (piece, k) => piece.isCorner || isInner(piece) !== isInner(own.at(k - 1) as Piece),
    );
    return {
      corners: kept.map(({ from }) => from),
      isInner: kept.map(isInner),
      isEnclosed: kept.map(({ from }) => !onOutline.has(keyOf(from))),
      depth,
    };
  });
}

/** Splits the edges of a polygon at the given corners (sorted by increasing x) that are on them. */
function partEdges(vertices: readonly Vec2[], corners: readonly Vec2[]): Piece[] {
  return vertices.flatMap((a, k) => {
    const b = vertices[(k + 1) % vertices.length] as Vec2;
    const [x, y] = [b.x - a.x, b.y - a.y];
    const lengthSquared = x * x + y * y;
    const share = (p: Vec2): number => ((p.x - a.x) * x + (p.y - a.y) * y) / lengthSquared;
    const slack = ON_EDGE * Math.sqrt(lengthSquared);
    const on: Vec2[] = [];
    for (let i = firstFrom(corners, Math.min(a.x, b.x) - slack); i < corners.length; i++) {
      const p = corners[i] as Vec2;
      if (p.x > Math.max(a.x, b.x) + slack) break;
      const t = share(p);
      if (t <= ON_EDGE || t >= 1 - ON_EDGE) continue;
      if (Math.abs((p.x - a.x) * y - (p.y - a.y) * x) <= ON_EDGE * lengthSquared) on.push(p);
    }
    on.sort((p, q) => share(p) - share(q));
    const points = [a, ...on.filter((p, i) => i === 0 || keyOf(p) !== keyOf(on[i - 1] as Vec2)), b];
    return points.slice(1).map((to, i) => ({ from: points[i] as Vec2, to, isCorner: i === 0 }));
  });
}

/** Index of the first corner with at least this x. */
function firstFrom(corners: readonly Vec2[], x: number): number {
  let low = 0;
  for (let high = corners.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((corners[middle] as Vec2).x < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Distance from the mean of a convex polygon's corners to the nearest edge line, m. */
export function depthOf(corners: readonly Vec2[]): number {
  const x = corners.reduce((sum, corner) => sum + corner.x / corners.length, 0);
  const y = corners.reduce((sum, corner) => sum + corner.y / corners.length, 0);
  const distances = corners.map((a, index) => {
    const b = corners[(index + 1) % corners.length] ?? a;
    const [alongX, alongY] = [b.x - a.x, b.y - a.y];
    return Math.abs(alongX * (y - a.y) - alongY * (x - a.x)) / Math.hypot(alongX, alongY);
  });
  return Math.min(...distances);
}
