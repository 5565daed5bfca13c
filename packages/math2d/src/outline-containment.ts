/**
 * Whether a point lies within an outline that may be concave, have holes, or cross itself, as a lasso drawn by hand does.
 *
 * The winding number of a ring around p is the number of edges that cross the ray from p to the right upwards, less the number of those
 * that cross it downwards. It is 0 outside of the ring. An edge contains its lower end but not its upper one, so a corner at the height of
 * p counts once or not at all. The orientation tests are exact: no point near an edge is inside two adjacent outlines, or in none of them,
 * unless it is on the border of both.
 */
import { requireFiniteVec2 } from './errors.js';
import { orientation } from './orientation.js';
import { requireOutlines } from './outline-rings.js';
import type { Vec2 } from './vec2.js';

/**
 * Whether p lies in an outline and in none of its holes. Borders belong to the outline, those of holes too. Unlike for `decompose`, the
 * outline may cross itself: everything that it goes around counts as inside. For convex polygons, `polygon.containsPoint` is faster.
 * @param points corners in order, clockwise or counter-clockwise: at least 3, within ±10^12
 * @param p in the same coordinates
 * @param holes outlines of the holes
 * @throws InputError that names a point which is not finite, or a list of less than 3 points
 */
export function containsPoint(
  points: readonly Vec2[],
  p: Vec2,
  holes: readonly (readonly Vec2[])[] = [],
): boolean {
  requireOutlines(points, holes);
  requireFiniteVec2('p', p);
  return isWound(points, p, true) && !holes.some((hole) => isWound(hole, p, false));
}

/** Whether a ring goes around p. On the border, the result is `border`. */
function isWound(ring: readonly Vec2[], p: Vec2, border: boolean): boolean {
  let turns = 0;
  for (let k = 0; k < ring.length; k++) {
    const a = ring[k];
    const b = ring[k + 1 < ring.length ? k + 1 : 0];
    const isAbove = p.y < a.y && p.y < b.y;
    const isBelow = p.y > a.y && p.y > b.y;
    const isRight = p.x > a.x && p.x > b.x;
    if (isAbove || isBelow || isRight) continue;
    const side = orientation(a, b, p);
    const isLeft = p.x < a.x && p.x < b.x;
    if (side === 0 && !isLeft) return border;
    if (a.y <= p.y && p.y < b.y && side > 0) turns++;
    if (b.y <= p.y && p.y < a.y && side < 0) turns--;
  }
  return turns !== 0;
}
