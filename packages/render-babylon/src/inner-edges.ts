/**
 * Finds the edges along which polygons of one body touch each other. Such edges are inside the body and are drawn without a stroke,
 * so that a concave body made of convex parts looks like a single shape.
 *
 * An edge of one polygon may touch several edges of others. Edges are therefore first split at the corners on them. A piece is inner
 * if another polygon has the same piece in the opposite direction.
 *
 * Where an inner edge ends at the outline, the outline goes on along an edge of another polygon. Its stroke may reach across the inner edge,
 * so the polygon knows that edge too.
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
  /** Edges of the outline that meet the polygon only at a corner. */
  readonly beside: readonly OutlineEdge[];
  /** Distance from the middle to the nearest edge, m, of the thickest polygon of the body. */
  readonly depth: number;
}

/** An edge of another polygon, on the outline, that begins or ends at the end of an inner edge. */
export interface OutlineEdge {
  /** The corner of the polygon, as an index in its list of corners. */
  readonly corner: number;
  /** Whether the edge begins at the corner; otherwise it ends there. The body is on the left of it. */
  readonly begins: boolean;
  /** The other end of the edge, m. */
  readonly end: Vec2;
}

/** A corner is on an edge if the sine of the angle between them is at most this. */
const ON_EDGE = 1e-9;

/** Part of an edge, between two corners, given by their numbers. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly isCorner: boolean;
}

/**
 * Inner edges of each shape of a body; null for a shape that has none. Rounded polygons are left out because a groove remains
 * between them.
 */
export function findInnerEdges(shapes: readonly ShapeGeometry[]): (InnerEdges | null)[] {
  return innerEdgesOf(
    shapes.map((shape) => (shape.kind === 'polygon' && (shape.radius ?? 0) === 0 ? shape.vertices : null)),
    ON_EDGE,
  );
}

/**
 * The same for the corners of polygons; null for other shapes.
 * @param onEdge the largest sine of the angle between an edge and a corner on it
 */
export function innerEdgesOf(
  polygons: readonly (readonly Vec2[] | null)[],
  onEdge: number,
): (InnerEdges | null)[] {
  const corners = new Corners(polygons.flatMap((vertices) => vertices ?? []));
  const pieces = polygons.map((vertices) =>
    vertices === null ? null : partEdges(vertices, corners, onEdge),
  );
  const keyOf = (from: number, to: number): number => from * corners.list.length + to;
  const directed = new Set(pieces.flatMap((own) => (own ?? []).map(({ from, to }) => keyOf(from, to))));
  const isInner = ({ from, to }: Piece): boolean => directed.has(keyOf(to, from));
  const outline = new Outline(
    corners.list,
    pieces.flatMap((own) => own ?? []).filter((piece) => !isInner(piece)),
  );
  const depth = Math.max(...polygons.map((vertices) => (vertices === null ? 0 : depthOf(vertices))));
  return pieces.map((own) => {
    if (own === null || !own.some(isInner)) return null;
    // merge neighbouring pieces of one edge that are both inner or both outer
    const kept = own.filter(
      (piece, k) => piece.isCorner || isInner(piece) !== isInner(own.at(k - 1) as Piece),
    );
    return {
      corners: kept.map(({ from }) => corners.list[from]),
      isInner: kept.map(isInner),
      isEnclosed: kept.map(({ from }) => !outline.has(from)),
      beside: kept.flatMap(({ from }, corner): OutlineEdge[] => {
        const before = kept.at(corner - 1) as Piece;
        const after = kept[corner];
        const ending = isInner(before) ? outline.ending(from, before.from) : null;
        const beginning = isInner(after) ? outline.beginning(from, after.to) : null;
        return [
          ...(ending === null ? [] : [{ corner, begins: false, end: ending }]),
          ...(beginning === null ? [] : [{ corner, begins: true, end: beginning }]),
        ];
      }),
      depth,
    };
  });
}

/** The pieces of edges that are on the outline, by their ends. */
class Outline {
  private readonly corners: readonly Vec2[];
  private readonly next: Map<number, number[]> = new Map();
  private readonly previous: Map<number, number[]> = new Map();

  constructor(corners: readonly Vec2[], pieces: readonly Piece[]) {
    this.corners = corners;
    for (const { from, to } of pieces) {
      this.next.set(from, [...(this.next.get(from) ?? []), to]);
      this.previous.set(to, [...(this.previous.get(to) ?? []), from]);
    }
  }

  has(corner: number): boolean {
    return this.next.has(corner) || this.previous.has(corner);
  }

  /** The end of the edge that begins at a corner, the first one clockwise from an inner edge to `other`; null if there is none. */
  beginning(corner: number, other: number): Vec2 | null {
    return this.first(corner, other, this.next.get(corner) ?? [], -1);
  }

  /** The start of the edge that ends at a corner, the first one counter-clockwise from an inner edge from `other`; null if there is none. */
  ending(corner: number, other: number): Vec2 | null {
    return this.first(corner, other, this.previous.get(corner) ?? [], 1);
  }

  /** Of some corners, the first one that is met in a turn about a corner, which begins at `other`. */
  private first(corner: number, other: number, choices: readonly number[], sense: 1 | -1): Vec2 | null {
    const o = this.corners[corner];
    const angleOf = (k: number): number => Math.atan2(this.corners[k].y - o.y, this.corners[k].x - o.x);
    const turnTo = (k: number): number => {
      const turn = sense * (angleOf(k) - angleOf(other));
      return turn > 0 ? turn : turn + 2 * Math.PI;
    };
    const [found] = choices.length < 2 ? choices : [...choices].sort((a, b) => turnTo(a) - turnTo(b));
    return found === undefined ? null : this.corners[found];
  }
}

/** Splits the edges of a polygon at the corners that are on them. */
function partEdges(vertices: readonly Vec2[], corners: Corners, onEdge: number): Piece[] {
  return vertices.flatMap((a, k) => {
    const b = vertices[(k + 1) % vertices.length] as Vec2;
    const [x, y] = [b.x - a.x, b.y - a.y];
    const lengthSquared = x * x + y * y;
    const share = (p: Vec2): number => ((p.x - a.x) * x + (p.y - a.y) * y) / lengthSquared;
    const on = corners.near(a, b, onEdge * Math.sqrt(lengthSquared)).filter((corner) => {
      const p = corners.list[corner];
      const t = share(p);
      if (t <= onEdge || t >= 1 - onEdge) return false;
      return Math.abs((p.x - a.x) * y - (p.y - a.y) * x) <= onEdge * lengthSquared;
    });
    on.sort((p, q) => share(corners.list[p]) - share(corners.list[q]));
    const points = [corners.numberOf(a), ...on, corners.numberOf(b)];
    return points.slice(1).map((to, i) => ({ from: points[i], to, isCorner: i === 0 }));
  });
}

/** The corners of all polygons, each once and with a number. */
class Corners {
  /** By their numbers. */
  readonly list: readonly Vec2[];
  private readonly numbers: Map<number, Map<number, number>> = new Map();
  /** Numbers in the order of x, and in the order of y. */
  private readonly byX: readonly number[];
  private readonly byY: readonly number[];

  constructor(points: readonly Vec2[]) {
    const list: Vec2[] = [];
    for (const point of points) {
      const column = this.numbers.get(point.x) ?? new Map<number, number>();
      if (column.has(point.y)) continue;
      this.numbers.set(point.x, column.set(point.y, list.length));
      list.push(point);
    }
    this.list = list;
    this.byX = [...list.keys()].sort((p, q) => list[p].x - list[q].x);
    this.byY = [...list.keys()].sort((p, q) => list[p].y - list[q].y);
  }

  numberOf({ x, y }: Vec2): number {
    return this.numbers.get(x)?.get(y) as number;
  }

  /** At least the corners in the box of an edge, which is larger by `slack` on each side: those in its column or in its row. */
  near(a: Vec2, b: Vec2, slack: number): readonly number[] {
    const { list, byX, byY } = this;
    const xOf = (corner: number): number => list[corner].x;
    const yOf = (corner: number): number => list[corner].y;
    const column = [
      placeOf(byX, xOf, Math.min(a.x, b.x) - slack),
      placeOf(byX, xOf, Math.max(a.x, b.x) + slack),
    ];
    const row = [
      placeOf(byY, yOf, Math.min(a.y, b.y) - slack),
      placeOf(byY, yOf, Math.max(a.y, b.y) + slack),
    ];
    return column[1] - column[0] < row[1] - row[0] ? byX.slice(...column) : byY.slice(...row);
  }
}

/** Number of corners, in an order of increasing values, whose value is smaller. */
function placeOf(order: readonly number[], coordinate: (corner: number) => number, value: number): number {
  let low = 0;
  for (let high = order.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (coordinate(order[middle]) < value) low = middle + 1;
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
