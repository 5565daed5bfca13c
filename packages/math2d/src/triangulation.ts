/**
 * Triangulation of an outline with holes, without additional points.
 *
 * Each hole is joined to the outer ring by a bridge, an edge passed in both directions. The bridge runs from the least point of the hole
 * to the nearest point visible from it. Holes are joined by increasing x. Everything to the left of a hole is then joined already, so a
 * visible point always exists [Eberly 2002]. The resulting ring is triangulated by ear clipping [Meisters 1975]: a corner is an ear if its
 * neighbours see each other, and is removed with its triangle. Whether a corner is an ear changes only when one of its neighbours is
 * removed [O'Rourke 1998, sec. 1.4]. The clipping is therefore O(n r) for n corners of which r are not convex.
 * Then diagonals are flipped while the circumcircle of a triangle contains the opposite corner of its neighbour [Lawson 1977]. The result
 * is a constrained Delaunay triangulation [Chew 1989]. A diagonal is flipped only if the rounded test exceeds its error bound, so the flips
 * terminate.
 *
 * Half-edges: 3 t, 3 t + 1, 3 t + 2 are those of triangle t, counter-clockwise.
 */
import { orientation } from './orientation.js';
import type { Rings } from './outline-rings.js';
import { distanceSquared, type Vec2 } from './vec2.js';

/** Triangles over points. */
export interface Triangulation {
  readonly points: readonly Vec2[];
  /** Index of the start point of each half-edge. It ends at the start point of the next half-edge of its triangle. */
  readonly from: Int32Array;
  /** Index of the opposite half-edge, in the neighbouring triangle; -1 at the outline. */
  readonly twin: Int32Array;
}

/** Constrained Delaunay triangulation of an outline. */
export function triangulate({ outer, holes }: Rings): Triangulation {
  const points = [outer, ...holes].flatMap((ring) => ring.points);
  const loop = joinHoles(
    points,
    outer.points.length,
    holes.map((hole) => hole.points.length),
  );
  const from = cutEars(points, loop);
  const twin = findTwins(from, points.length);
  turnDiagonals(points, from, twin);
  return { points, from, twin };
}

/**
 * Joins the outer ring (points 0..count - 1) and the holes that follow it into one loop of point indices. Each hole begins at its least
 * point, and the holes are ordered by increasing x.
 */
function joinHoles(points: readonly Vec2[], count: number, holes: readonly number[]): number[] {
  const loop = Array.from({ length: count }, (_, k) => k);
  const edges: [Vec2, Vec2][] = [];
  for (let ring = 0, first = 0; ring <= holes.length && holes.length > 0; ring++) {
    const size = ring === 0 ? count : holes[ring - 1];
    for (let k = 0; k < size; k++) edges.push([points[first + k], points[first + ((k + 1) % size)]]);
    first += size;
  }
  for (let h = 0, first = count; h < holes.length; first += holes[h++]) {
    const start = points[first];
    const seen = loop
      .map((corner, place) => ({ corner, place, distance: distanceSquared(points[corner], start) }))
      .sort((a, b) => a.distance - b.distance || a.corner - b.corner)
      .find(({ place }) => opensTo(points, loop, place, start) && isFree(edges, start, points[loop[place]]));
    if (seen === undefined) throw new Error('a hole sees nothing of its outline');
    const around = Array.from({ length: holes[h] + 1 }, (_, k) => first + (k % holes[h]));
    loop.splice(seen.place + 1, 0, ...around, seen.corner);
    edges.push([start, points[seen.corner]]);
  }
  return loop;
}

/** Whether p is within the interior angle of a corner of the loop. */
function opensTo(points: readonly Vec2[], loop: readonly number[], place: number, p: Vec2): boolean {
  const n = loop.length;
  const a = points[loop[(place + n - 1) % n]];
  const b = points[loop[place]];
  const c = points[loop[(place + 1) % n]];
  const isAfter = orientation(b, c, p) > 0;
  const isBefore = orientation(a, b, p) > 0;
  return orientation(a, b, c) > 0 ? isAfter && isBefore : isAfter || isBefore;
}

/** Whether the segment from p to q meets no edge, except for edges that end at p or q. */
function isFree(edges: readonly [Vec2, Vec2][], p: Vec2, q: Vec2): boolean {
  return edges.every(([a, b]) => {
    const hasP = isSame(a, p) || isSame(b, p);
    const hasQ = isSame(a, q) || isSame(b, q);
    const sideA = orientation(p, q, a);
    const sideB = orientation(p, q, b);
    // An edge that ends at p or q can meet the segment again only if it is collinear. It then blocks if its other end is between p and q.
    if (hasP || hasQ) {
      const other = isSame(a, p) || isSame(a, q) ? b : a;
      if (hasP && hasQ) return true;
      return orientation(p, q, other) !== 0 || !isBetween(other, p, q);
    }
    if ((sideA > 0 && sideB > 0) || (sideA < 0 && sideB < 0)) return true;
    const sideP = orientation(a, b, p);
    const sideQ = orientation(a, b, q);
    if ((sideP > 0 && sideQ > 0) || (sideP < 0 && sideQ < 0)) return true;
    // all four points are collinear
    if (sideA === 0 && sideB === 0) return !isBetween(a, p, q) && !isBetween(b, p, q);
    return false;
  });
}

/** Whether a point on the line through p and q lies between them. */
function isBetween(point: Vec2, p: Vec2, q: Vec2): boolean {
  return (point.x - p.x) * (point.x - q.x) + (point.y - p.y) * (point.y - q.y) < 0;
}

const isSame = (p: Vec2, q: Vec2): boolean => p.x === q.x && p.y === q.y;

/** Ear clipping: point indices of the triangles, three each. */
function cutEars(points: readonly Vec2[], loop: readonly number[]): Int32Array {
  const n = loop.length;
  const next = Int32Array.from(loop, (_, k) => (k + 1) % n);
  const previous = Int32Array.from(loop, (_, k) => (k + n - 1) % n);
  const at = (corner: number): Vec2 => points[loop[corner]];
  const isConvex = (corner: number): boolean =>
    orientation(at(previous[corner]), at(corner), at(next[corner])) > 0;
  // Only corners that are not convex can block an ear. A corner that has become convex stays convex.
  let blocking: number[] = [];
  for (let k = 0; k < n; k++) if (!isConvex(k)) blocking.push(k);
  const blocks = new Uint8Array(n);
  for (const k of blocking) blocks[k] = 1;

  const isEar = (corner: number): boolean => {
    if (blocks[corner] === 1) return false;
    const a = at(previous[corner]);
    const b = at(corner);
    const c = at(next[corner]);
    const left = Math.min(a.x, b.x, c.x);
    const right = Math.max(a.x, b.x, c.x);
    const bottom = Math.min(a.y, b.y, c.y);
    const top = Math.max(a.y, b.y, c.y);
    for (const other of blocking) {
      const p = at(other);
      if (p.x < left || p.x > right || p.y < bottom || p.y > top || blocks[other] === 0) continue;
      // a bridge passes its end points twice
      if (isSame(p, a) || isSame(p, b) || isSame(p, c)) continue;
      if (orientation(a, b, p) >= 0 && orientation(b, c, p) >= 0 && orientation(c, a, p) >= 0) return false;
    }
    return true;
  };

  const ears = new Uint8Array(n);
  for (let k = 0; k < n; k++) ears[k] = isEar(k) ? 1 : 0;
  const triangles = new Int32Array(3 * (n - 2));
  let count = 0;
  let corner = 0;
  let looked = 0;
  for (let left = n; left > 3; ) {
    if (ears[corner] === 0) {
      corner = next[corner];
      if (++looked > left) throw new Error('an outline without ears');
      continue;
    }
    const before = previous[corner];
    const after = next[corner];
    triangles.set([loop[before], loop[corner], loop[after]], count);
    count += 3;
    next[before] = after;
    previous[after] = before;
    left--;
    looked = 0;
    for (const end of [before, after]) {
      if (blocks[end] === 1 && isConvex(end)) blocks[end] = 0;
    }
    if (left % 64 === 0) blocking = blocking.filter((k) => blocks[k] === 1);
    for (const end of [before, after]) ears[end] = isEar(end) ? 1 : 0;
    // skip a corner, so that the ears do not form one fan
    corner = next[after];
  }
  triangles.set([loop[previous[corner]], loop[corner], loop[next[corner]]], count);
  return triangles;
}

/** The half-edge after another one in its triangle. */
export const following = (edge: number): number => (edge % 3 === 2 ? edge - 2 : edge + 1);

/** The half-edge before another one in its triangle. */
export const preceding = (edge: number): number => (edge % 3 === 0 ? edge + 2 : edge - 1);

/** Index of the opposite half-edge of each half-edge, -1 for none; `count` is the number of points. */
function findTwins(from: Int32Array, count: number): Int32Array {
  const twin = new Int32Array(from.length).fill(-1);
  const open = new Map<number, number>();
  for (let edge = 0; edge < from.length; edge++) {
    const a = from[edge];
    const b = from[following(edge)];
    const other = open.get(b * count + a);
    if (other === undefined) open.set(a * count + b, edge);
    else {
      twin[edge] = other;
      twin[other] = edge;
    }
  }
  return twin;
}

/** Flips diagonals until no circumcircle of a triangle contains the opposite corner of a neighbour. */
function turnDiagonals(points: readonly Vec2[], from: Int32Array, twin: Int32Array): void {
  const open: number[] = [];
  for (let edge = from.length - 1; edge >= 0; edge--) if (twin[edge] > edge) open.push(edge);
  const link = (edge: number, other: number): void => {
    twin[edge] = other;
    if (other >= 0) twin[other] = edge;
  };
  for (let edge = open.pop(); edge !== undefined; edge = open.pop()) {
    const back = twin[edge];
    if (back < 0) continue;
    // edge goes from a to b; c is the third corner of its triangle, d the third corner of the neighbour
    const beforeEdge = preceding(edge);
    const beforeBack = preceding(back);
    const a = points[from[edge]];
    const b = points[from[back]];
    const c = points[from[beforeEdge]];
    const d = points[from[beforeBack]];
    if (!isInCircle(a, b, c, d) || orientation(a, d, c) <= 0 || orientation(d, b, c) <= 0) continue;
    from[edge] = from[beforeBack];
    from[back] = from[beforeEdge];
    link(edge, twin[beforeBack]);
    link(back, twin[beforeEdge]);
    link(beforeEdge, beforeBack);
    open.push(edge, following(edge), back, following(back));
  }
}

/** eps of [Shewchuk 1997]: 2^-53. */
const HALF_ULP = Number.EPSILON / 2;

/** Error bound of the determinant, as a share of the sum of the absolute values of its terms [Shewchuk 1997, iccerrboundA]. */
const CIRCLE_ERROR = (10 + 96 * HALF_ULP) * HALF_ULP;

/** Whether p is certainly inside the circle through a, b and c (counter-clockwise). False if the rounded test is inconclusive. */
function isInCircle(a: Vec2, b: Vec2, c: Vec2, p: Vec2): boolean {
  const ax = a.x - p.x;
  const ay = a.y - p.y;
  const bx = b.x - p.x;
  const by = b.y - p.y;
  const cx = c.x - p.x;
  const cy = c.y - p.y;
  const a2 = ax * ax + ay * ay;
  const b2 = bx * bx + by * by;
  const c2 = cx * cx + cy * cy;
  const determinant = a2 * (bx * cy - cx * by) + b2 * (cx * ay - ax * cy) + c2 * (ax * by - bx * ay);
  const size =
    a2 * (Math.abs(bx * cy) + Math.abs(cx * by)) +
    b2 * (Math.abs(cx * ay) + Math.abs(ax * cy)) +
    c2 * (Math.abs(ax * by) + Math.abs(bx * ay));
  return determinant > CIRCLE_ERROR * size;
}
