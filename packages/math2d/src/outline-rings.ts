/**
 * Prepares user outlines for decomposition. Coincident points and points on the line between their neighbours are dropped. The outer ring
 * is made counter-clockwise and the holes clockwise, so that the solid is on the left of every edge. An invalid outline is rejected with an
 * error that names the point.
 *
 * Every ring begins at its least point (by x, then y). The decomposition therefore depends only on the ring, not on the starting point or
 * the orientation of its list.
 */
import {
  COLLINEAR_SINE,
  FLAT_AREA,
  LARGEST_COORDINATE,
  NEAR_ROUNDING,
  NEAR_SHARE,
  SMALLEST_EXTENT,
} from './constants.js';
import { InputError, requireInRange, requirePoints } from './errors.js';
import { orientation } from './orientation.js';
import { area, signedArea } from './polygon.js';
import { closestPoint } from './segment.js';
import { distanceSquared, type Vec2 } from './vec2.js';

/** A closed line of points, and the index of each point in the user's list. */
export interface Ring {
  readonly points: Vec2[];
  readonly places: number[];
  /** Path of the list for messages. */
  readonly field: string;
}

/** The outer ring and the rings of its holes. */
export interface Rings {
  readonly outer: Ring;
  readonly holes: readonly Ring[];
  /** Distance up to which a point counts as being on a line, m. */
  readonly near: number;
}

/** @throws InputError for an outline that encloses no area or meets itself, and for a hole outside of the outline or within another hole */
export function readRings(points: readonly Vec2[], holes: readonly (readonly Vec2[])[]): Rings {
  requireOutlines(points, holes);
  const near = nearness(points);
  const rings: Rings = {
    outer: readRing(points, 'points', near, 1),
    holes: holes
      .map((hole, h) => readRing(hole, `holes[${h}]`, near, -1))
      .sort((a, b) => compare(a.points[0], b.points[0])),
    near,
  };
  refuseMeeting([rings.outer, ...rings.holes]);
  for (const ring of [rings.outer, ...rings.holes]) refuseFlat(ring);
  for (const hole of rings.holes) {
    const [point] = hole.points;
    if (!isWithin(rings.outer.points, point)) throw new InputError(hole.field, point, 'a hole within points');
    const around = rings.holes.find((other) => other !== hole && isWithin(other.points, point));
    if (around !== undefined) throw new InputError(hole.field, point, `a hole outside of ${around.field}`);
  }
  return rings;
}

/** @throws InputError that names the corner at which an outline touches itself or another one, or two edges that cross */
export function refuseMeeting(rings: readonly Ring[]): void {
  const meeting = findMeeting(rings);
  if (meeting === null) return;
  /** The order of the user's lists. */
  const byPlace = (a: RingEdge, b: RingEdge): number =>
    rings.indexOf(a.ring) - rings.indexOf(b.ring) || a.ring.places[a.edge] - b.ring.places[b.edge];
  const ends = meeting.map(({ ring, edge }) =>
    [edge, (edge + 1) % ring.points.length].map((corner) => ({ ring, edge: corner })).sort(byPlace),
  );
  const [first, second] = ends.sort(([a], [b]) => byPlace(a, b));
  const remedy =
    first[0].ring === second[0].ring ? 'make two outlines of it, or move it a little' : 'move it a little';
  for (const corner of first) {
    const p = pointOf(corner);
    const other = second.find((candidate) => distanceSquared(pointOf(candidate), p) === 0);
    if (other === undefined) continue;
    const [a, b] = [corner, other].sort(byPlace);
    const expected = `an outline that does not touch itself at a corner (${nameOf(b)} is in the same place: ${remedy})`;
    throw new InputError(nameOf(a), pointOf(a), expected);
  }
  for (const [corners, edge] of [
    [first, second],
    [second, first],
  ]) {
    const [a, b] = edge.map(pointOf);
    const touching = corners.find((corner) => {
      const p = pointOf(corner);
      return orientation(a, b, p) === 0 && (a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y) < 0;
    });
    if (touching === undefined) continue;
    const expected = `a corner that is not on the edge from ${nameOf(edge[0])} to ${nameOf(edge[1])}: ${remedy}`;
    throw new InputError(nameOf(touching), pointOf(touching), expected);
  }
  throw new InputError(
    nameOf(first[0]),
    pointOf(first[0]),
    `an outline that does not cross itself (the edge to ${nameOf(first[1])} crosses that from ${nameOf(second[0])} to ${nameOf(second[1])})`,
  );
}

/** Name of the corner at which an edge begins, in the user's list. */
const nameOf = ({ ring, edge }: RingEdge): string => `${ring.field}[${ring.places[edge]}]`;

const pointOf = ({ ring, edge }: RingEdge): Vec2 => ring.points[edge];

/** @throws InputError unless an outline and each of its holes are lists as `requireCorners` wants them */
export function requireOutlines(points: readonly Vec2[], holes: readonly (readonly Vec2[])[]): void {
  if (!Array.isArray(holes)) throw new InputError('holes', holes, 'a list of outlines');
  requireCorners(points, 'points');
  for (let h = 0; h < holes.length; h++) requireCorners(holes[h], `holes[${h}]`);
}

/** @throws InputError unless it is a list of at least three points within the largest coordinate */
export function requireCorners(points: readonly Vec2[], field: string): void {
  requirePoints(field, points);
  if (points.length < 3) throw new InputError(field, points, 'at least 3 points');
  for (let k = 0; k < points.length; k++) {
    requireInRange(`${field}[${k}].x`, points[k].x, -LARGEST_COORDINATE, LARGEST_COORDINATE);
    requireInRange(`${field}[${k}].y`, points[k].y, -LARGEST_COORDINATE, LARGEST_COORDINATE);
  }
}

/** Distance up to which points count as coincident or on a line: a share of the extent, plus the rounding of the largest coordinate. */
export function nearness(points: readonly Vec2[]): number {
  let largest = 0;
  let [{ x: left, y: bottom }] = points;
  let right = left;
  let top = bottom;
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
    largest = Math.max(largest, Math.abs(x), Math.abs(y));
  }
  const extent = Math.max(right - left, top - bottom);
  if (extent < SMALLEST_EXTENT) throw new InputError('points', 'zero area', 'an outline with area');
  return NEAR_SHARE * extent + NEAR_ROUNDING * largest;
}

const compare = (a: Vec2, b: Vec2): number => a.x - b.x || a.y - b.y;

/**
 * Makes a ring of a list in either orientation. The ring begins at its least point and has no redundant points.
 * @param sense orientation of the ring: 1 for counter-clockwise, -1 for clockwise
 */
export function readRing(list: readonly Vec2[], field: string, near: number, sense: number): Ring {
  const n = list.length;
  let start = 0;
  for (let k = 1; k < n; k++) if (compare(list[k], list[start]) < 0) start = k;
  const size = signedArea(list);
  const step = size * sense < 0 ? n - 1 : 1;
  const points: Vec2[] = [];
  const places: number[] = [];
  for (let k = 0, place = start; k < n; k++, place = (place + step) % n) {
    const { x, y } = list[place];
    if (k > 0 && isNear(points[points.length - 1], x, y, near)) continue;
    points.push({ x, y });
    places.push(place);
  }
  while (points.length > 1 && isNear(points[points.length - 1], points[0].x, points[0].y, near)) {
    points.pop();
    places.pop();
  }
  const ring: Ring = { points, places, field };
  const end = points.reduce((far, p) =>
    distanceSquared(p, points[0]) > distanceSquared(far, points[0]) ? p : far,
  );
  if (points.every((p) => distanceSquared(p, closestPoint(points[0], end, p)) <= near * near)) {
    throw new InputError(field, 'zero area', 'an outline with area');
  }
  dropStraight(ring, near);
  return ring;
}

/** @throws InputError for a ring with almost no area */
export function refuseFlat({ points, field }: Ring): void {
  let perimeter = 0;
  for (let k = 0; k < points.length; k++)
    perimeter += Math.sqrt(distanceSquared(points[k], points.at(k - 1)!));
  if (points.length < 3 || area(points) <= FLAT_AREA * perimeter * perimeter) {
    throw new InputError(field, 'zero area', 'an outline with area');
  }
}

function isNear(p: Vec2, x: number, y: number, near: number): boolean {
  return (p.x - x) * (p.x - x) + (p.y - y) * (p.y - y) <= near * near;
}

/** Drops points on the line between their neighbours. Rejects a line that runs back over itself. */
function dropStraight({ points, places, field }: Ring, near: number): void {
  // Dropping a point changes the turns at its neighbours: the previous point is checked again, the following one is next. `passed` counts
  // consecutive points that were checked and kept. The first of them was checked before the last one, so it is checked twice.
  for (let k = 0, passed = 0; passed <= points.length && points.length > 2; ) {
    const n = points.length;
    const a = points[(k + n - 1) % n];
    const b = points[k % n];
    const c = points[(k + 1) % n];
    const turn = turnAt(a, b, c, near);
    if (turn === BACK)
      throw new InputError(`${field}[${places[k % n]}]`, b, 'a line that does not run back over itself');
    if (turn === STRAIGHT) {
      points.splice(k % n, 1);
      places.splice(k % n, 1);
      k = (k + n - 1) % n;
      if (k >= points.length) k = points.length - 1;
      passed = Math.max(passed - 1, 0);
    } else {
      k = (k + 1) % n;
      passed++;
    }
  }
}

/** Turns of a line. */
const RIGHT = -1;
export const STRAIGHT = 0;
export const LEFT = 1;
const BACK = 2;

/**
 * Direction in which the line from a via b to c turns at b: LEFT or RIGHT, or within the tolerances STRAIGHT or BACK to where it came from.
 */
export function turnAt(a: Vec2, b: Vec2, c: Vec2, near: number): number {
  const ux = b.x - a.x;
  const uy = b.y - a.y;
  const vx = c.x - b.x;
  const vy = c.y - b.y;
  const cross = ux * vy - uy * vx;
  const size = Math.abs(cross);
  const lengths = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
  const wx = c.x - a.x;
  const wy = c.y - a.y;
  if (ux * vx + uy * vy >= 0) {
    // second test: the distance of b from the line through a and c is at most `near`
    if (size <= COLLINEAR_SINE * lengths || size <= near * Math.sqrt(wx * wx + wy * wy)) return STRAIGHT;
  } else if (size <= COLLINEAR_SINE * lengths) return BACK;
  return orientation(a, b, c) > 0 ? LEFT : RIGHT;
}

/** A corner of a ring, and the edge from it to the next one. */
export interface RingEdge {
  readonly ring: Ring;
  readonly edge: number;
}

/**
 * Two edges that have a point in common without being neighbours, or null. Sweep and prune along the axis on which the total length of the
 * edges is smaller: O(n log n) plus the number of pairs that overlap on that axis.
 */
export function findMeeting(rings: readonly Ring[]): [RingEdge, RingEdge] | null {
  const edges: RingEdge[] = rings.flatMap((ring) => ring.points.map((_, edge) => ({ ring, edge })));
  let width = 0;
  let height = 0;
  const ends = edges.map(({ ring: { points }, edge }) => [points[edge], points[(edge + 1) % points.length]]);
  for (const [a, b] of ends) {
    width += Math.abs(b.x - a.x);
    height += Math.abs(b.y - a.y);
  }
  const lowX = Float64Array.from(ends, ([a, b]) => Math.min(a.x, b.x));
  const highX = Float64Array.from(ends, ([a, b]) => Math.max(a.x, b.x));
  const lowY = Float64Array.from(ends, ([a, b]) => Math.min(a.y, b.y));
  const highY = Float64Array.from(ends, ([a, b]) => Math.max(a.y, b.y));
  const [low, high, low2, high2] = width <= height ? [lowX, highX, lowY, highY] : [lowY, highY, lowX, highX];
  const order = Int32Array.from(edges, (_, i) => i).sort((i, j) => low[i] - low[j] || i - j);
  for (let k = 0; k < order.length; k++) {
    const i = order[k];
    for (let m = k + 1; m < order.length && low[order[m]] <= high[i]; m++) {
      const j = order[m];
      if (low2[j] > high2[i] || high2[j] < low2[i]) continue;
      const { length } = edges[i].ring.points;
      const apart = Math.abs(edges[i].edge - edges[j].edge);
      if (edges[i].ring === edges[j].ring && (apart === 1 || apart === length - 1)) continue;
      if (meet(ends[i][0], ends[i][1], ends[j][0], ends[j][1])) return [edges[i], edges[j]];
    }
  }
  return null;
}

/** Whether two segments with overlapping boxes have a point in common. */
function meet(a: Vec2, b: Vec2, c: Vec2, d: Vec2): boolean {
  const side = (p: Vec2, q: Vec2, r: Vec2): number => Math.sign(orientation(p, q, r));
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
}

/** Whether p is inside a ring, i.e. whether a ray from p crosses an odd number of edges. p must not be on an edge. */
function isWithin(points: readonly Vec2[], p: Vec2): boolean {
  let isInside = false;
  for (let k = 0; k < points.length; k++) {
    const a = points[k];
    const b = points[(k + 1) % points.length];
    if (a.y > p.y !== b.y > p.y && orientation(a, b, p) > 0 === b.y > a.y) isInside = !isInside;
  }
  return isInside;
}
