/**
 * Bodies from strokes of a pen. A stroke that returns to where it began encloses an area: a solid body with that outline, whatever its
 * shape. Any other stroke is a wire: capsules with the radius r of the pen along it, each beginning where the last one ends. A stroke
 * shorter than the pen is wide is a dot.
 *
 *     gap = |last - first|,   length = sum of |p_(k+1) - p_k|
 *     dot      length < 2 r
 *     solid    gap <= max(3 r, 0.15 length), or the stroke crosses itself
 *     wire     all others, and loops that enclose less than the wire itself would cover
 *
 * A hand that closes a loop usually goes on a little. What is drawn beyond the closed loop is left out, up to 0.3 of the length: behind
 * the crossing with the longest loop, or, if the stroke does not cross itself, behind the point that is nearest to the other end.
 */

import { InputError, outline, polygon, segment, type Vec2 } from '@otedama/math2d';
import { type BodyDefinition, concave, type ShapeDefinition } from '@otedama/rigid';

/** Material of bodies that the reader adds or draws. */
export const handMade = { density: 0.6, friction: 0.5, restitution: 0.2 } as const;

/** Largest gap between the ends of a closed stroke: in pen radii, and as a fraction of its length. */
const GAP_RADII = 3;
const GAP_SHARE = 0.15;
/** Smallest fraction of the length of a closed stroke that its loop has. */
const LOOP_SHARE = 0.7;
/** Smallest distance between points of a stroke that count, in pen radii: crossings are sought among all pairs of segments. */
const SPACING_RADII = 0.5;
/** How far a body may differ from its stroke, in pen radii. Doubled until a wire has few enough parts. */
const TOLERANCE_RADII = 0.3;
/** Largest number of capsules of a wire. */
const MOST_PARTS = 48;
/** Radius of a dot, in pen radii. */
const DOT_RADII = 2;

/**
 * The body that a stroke draws, in world axes.
 * @param points the stroke, m, at least one point
 * @param radius of the pen, m
 * @param isFixed whether the body is static
 */
export function drawnBody(points: readonly Vec2[], radius: number, isFixed: boolean): BodyDefinition {
  const kept = thinned(points, SPACING_RADII * radius);
  const position = meanOf(kept);
  const local = kept.map(({ x, y }) => ({ x: x - position.x, y: y - position.y }));
  return { type: isFixed ? 'static' : 'dynamic', position, shapes: drawnShapes(local, radius) };
}

function drawnShapes(points: readonly Vec2[], radius: number): ShapeDefinition[] {
  if (lengthOf(points) < 2 * radius) {
    return [{ kind: 'circle', radius: DOT_RADII * radius, ...handMade }];
  }
  const loop = loopOf(points, radius);
  const solid = loop === null ? null : solidShapes(loop, radius);
  return solid ?? wireShapes(points, radius);
}

/** The closed part of a stroke; null if it is open. */
function loopOf(points: readonly Vec2[], radius: number): readonly Vec2[] | null {
  const length = lengthOf(points);
  const crossed = longestLoop(points);
  if (crossed !== null && lengthOf(crossed) >= LOOP_SHARE * length) return crossed;
  const backwards = [...points].reverse();
  const [returned, begun] = [returnOf(points, length), returnOf(backwards, length)];
  const loop = gapOf(begun) < gapOf(returned) ? begun : returned;
  return gapOf(loop) <= Math.max(GAP_RADII * radius, GAP_SHARE * length) ? loop : null;
}

/** The part of a stroke up to the point, after enough of its length, that is nearest to its first one. */
function returnOf(points: readonly Vec2[], length: number): readonly Vec2[] {
  let [end, least] = [points.length, Number.POSITIVE_INFINITY];
  let run = 0;
  for (let k = 1; k < points.length; k++) {
    run += distance(points[k - 1], points[k]);
    const gap = distance(points[0], points[k]);
    if (run >= LOOP_SHARE * length && gap < least) [end, least] = [k + 1, gap];
  }
  return points.slice(0, end);
}

const gapOf = (points: readonly Vec2[]): number => distance(points[0], points[points.length - 1]);

/** The longest loop between two passes of a stroke through the same point, which begins and ends it; null if it never crosses itself. */
function longestLoop(points: readonly Vec2[]): Vec2[] | null {
  let longest: Vec2[] | null = null;
  for (let i = 0; i + 3 < points.length; i++) {
    // neighbouring segments share a point; the farthest crossing of a segment closes its longest loop
    for (let j = points.length - 2; j > i + 1; j--) {
      const crossing = segment.intersection(points[i], points[i + 1], points[j], points[j + 1]);
      if (crossing === null) continue;
      const loop = [crossing, ...points.slice(i + 1, j + 1), crossing];
      if (longest === null || lengthOf(loop) > lengthOf(longest)) longest = loop;
      break;
    }
  }
  return longest;
}

/** Convex parts of what a loop encloses; null if it crosses itself again or encloses next to nothing. */
function solidShapes(loop: readonly Vec2[], radius: number): ShapeDefinition[] | null {
  try {
    const corners = outline.simplify(loop, TOLERANCE_RADII * radius);
    if (polygon.area(corners) < radius * lengthOf(loop)) return null;
    return concave({ points: corners, ...handMade });
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function wireShapes(points: readonly Vec2[], radius: number): ShapeDefinition[] {
  let tolerance = TOLERANCE_RADII * radius;
  let corners = simplified(points, tolerance);
  while (corners.length > MOST_PARTS + 1) {
    tolerance *= 2;
    corners = simplified(points, tolerance);
  }
  return corners
    .slice(1)
    .map((point2, k) => ({ kind: 'capsule', point1: corners[k], point2, radius, ...handMade }));
}

/** A polyline of some of the points, its ends among them, within a tolerance, m, of all [Douglas and Peucker 1973]. */
function simplified(points: readonly Vec2[], tolerance: number): Vec2[] {
  const last = points.length - 1;
  let [farthest, most] = [0, tolerance];
  for (let k = 1; k < last; k++) {
    const off = distance(points[k], segment.closestPoint(points[0], points[last], points[k]));
    if (off > most) [farthest, most] = [k, off];
  }
  if (farthest === 0) return [points[0], points[last]];
  return [
    ...simplified(points.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplified(points.slice(farthest), tolerance),
  ];
}

/** The ends of a stroke, and points between them with at least `spacing` from one to the next. */
function thinned(points: readonly Vec2[], spacing: number): Vec2[] {
  const kept = [points[0]];
  for (const point of points.slice(1, -1)) {
    if (distance(kept[kept.length - 1], point) >= spacing) kept.push(point);
  }
  if (points.length > 1) kept.push(points[points.length - 1]);
  return kept;
}

const distance = (a: Vec2, b: Vec2): number => Math.hypot(b.x - a.x, b.y - a.y);

const lengthOf = (points: readonly Vec2[]): number =>
  points.slice(1).reduce((sum, point, k) => sum + distance(points[k], point), 0);

const meanOf = (points: readonly Vec2[]): Vec2 => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
