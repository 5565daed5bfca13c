/**
 * Polygons as vertex lists: area, centroid, second moment, hull, and the validation of convex shapes.
 *
 * Sums run over the triangles that the edges form with the first vertex. A polygon far from the origin therefore loses no digits.
 * With e_i = v_i - v_0, e_j the next one and D = e_i x e_j,
 *
 *     area A = 1/2 sum D        centroid c = v_0 + 1/(3 * 2A) sum D (e_i + e_j)
 *     second moment about v_0 = 1/12 sum D (e_i.e_i + e_i.e_j + e_j.e_j), about c less A |c - v_0|^2
 * @module
 */
import { COLLINEAR_SINE, FLAT_AREA } from './constants.js';
import {
  InputError,
  requireFinite,
  requireFiniteVec2,
  requireInteger,
  requirePoints,
  requirePositive,
} from './errors.js';
import { cos, PI, sin } from './trigonometry.js';
import type { Vec2 } from './vec2.js';

/** Largest number of vertices of a convex polygon. Feature ids could hold more, but beyond this number a circle is the better shape. */
export const MAXIMUM_VERTICES = 64;

/** Enclosed area, m^2, of vertices in either order. */
export function area(vertices: readonly Vec2[]): number {
  return Math.abs(moments(vertices).area);
}

/** Signed area, m^2; positive for counter-clockwise vertices. */
export function signedArea(vertices: readonly Vec2[]): number {
  return moments(vertices).area;
}

interface Moments {
  area: number;
  center: Vec2;
  /** About the centroid, m^4. */
  second: number;
}

function moments(vertices: readonly Vec2[]): Moments {
  const first = vertices[0];
  if (first === undefined) return { area: 0, center: { x: 0, y: 0 }, second: 0 };
  let doubled = 0;
  let x = 0;
  let y = 0;
  let second = 0;
  for (let i = 1; i + 1 < vertices.length; i++) {
    const ax = vertices[i].x - first.x;
    const ay = vertices[i].y - first.y;
    const bx = vertices[i + 1].x - first.x;
    const by = vertices[i + 1].y - first.y;
    const cross = ax * by - ay * bx;
    doubled += cross;
    x += cross * (ax + bx);
    y += cross * (ay + by);
    second += cross * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by);
  }
  if (doubled === 0) return { area: 0, center: mean(vertices), second: 0 };
  const cx = x / (3 * doubled);
  const cy = y / (3 * doubled);
  const size = 0.5 * doubled;
  return {
    area: size,
    center: { x: first.x + cx, y: first.y + cy },
    second: second / 12 - size * (cx * cx + cy * cy),
  };
}

function mean(vertices: readonly Vec2[]): Vec2 {
  let x = 0;
  let y = 0;
  for (const vertex of vertices) {
    x += vertex.x;
    y += vertex.y;
  }
  return { x: x / vertices.length, y: y / vertices.length };
}

/** Centre of area. The mean of the vertices if the area is 0. */
export function centroid(vertices: readonly Vec2[]): Vec2 {
  return moments(vertices).center;
}

/** Polar second moment of area about the centroid, m^4. Never negative. Times a density in kg/m^2 it is the moment of inertia. */
export function secondMoment(vertices: readonly Vec2[]): number {
  return Math.abs(moments(vertices).second);
}

/** Moment of inertia about the centroid per unit of mass, m^2. */
export function secondMomentPerMass(vertices: readonly Vec2[]): number {
  const { area: size, second } = moments(vertices);
  return size === 0 ? 0 : second / size;
}

/** Whether the signed area is > 0; false for a polygon without area. */
export function isCounterClockwise(vertices: readonly Vec2[]): boolean {
  return moments(vertices).area > 0;
}

/** Whether the vertices form a counter-clockwise convex polygon without the faults that `validateConvex` rejects. */
export function isConvex(vertices: readonly Vec2[]): boolean {
  return convexFault(vertices) === null;
}

/** Description of why a vertex list is not a valid convex polygon, or null. */
function convexFault(vertices: readonly Vec2[]): string | null {
  const n = vertices.length;
  const { area: size } = moments(vertices);
  let perimeter = 0;
  for (let i = 0; i < n; i++) {
    const a = vertices[i];
    const b = vertices[(i + 1) % n];
    const x = b.x - a.x;
    const y = b.y - a.y;
    if (x === 0 && y === 0) return 'duplicate vertices';
    perimeter += Math.sqrt(x * x + y * y);
  }
  if (Math.abs(size) <= FLAT_AREA * perimeter * perimeter) return 'zero area';
  let turns = 0;
  let reflex = 0;
  let straight = false;
  for (let i = 0; i < n; i++) {
    const a = vertices[i];
    const b = vertices[(i + 1) % n];
    const c = vertices[(i + 2) % n];
    const ux = b.x - a.x;
    const uy = b.y - a.y;
    const vx = c.x - b.x;
    const vy = c.y - b.y;
    const sine = (ux * vy - uy * vx) / Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
    if (Math.abs(sine) <= COLLINEAR_SINE) straight = true;
    else if (sine < 0) reflex++;
    // the x component of the edges changes sign twice per revolution, so four times if the polygon winds around twice
    if (ux < 0 !== vx < 0) turns++;
  }
  if (turns > 2) return 'self-crossing';
  if (straight) return 'collinear vertices';
  if (reflex === n) return 'clockwise';
  if (reflex > 0) return crosses(vertices) ? 'self-crossing' : 'not convex';
  return null;
}

/** Whether two edges without a common vertex meet. */
function crosses(vertices: readonly Vec2[]): boolean {
  const n = vertices.length;
  for (let i = 0; i < n; i++) {
    for (let j = i + 2; j < n; j++) {
      if (i === 0 && j === n - 1) continue;
      const a = vertices[i];
      const b = vertices[i + 1];
      const c = vertices[j];
      const d = vertices[(j + 1) % n];
      if (side(a, b, c) > 0 !== side(a, b, d) > 0 && side(c, d, a) > 0 !== side(c, d, b) > 0) return true;
    }
  }
  return false;
}

/** (b - a) x (p - a): > 0 if p is left of the line from a to b, up to rounding. `orientation` tells it exactly. */
function side(a: Vec2, b: Vec2, p: Vec2): number {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/**
 * Checks that the vertices form a convex polygon: 3 to `MAXIMUM_VERTICES` vertices, finite, counter-clockwise, with area, without
 * duplicate or collinear vertices, without crossing edges.
 * @param field path for the error message, such as `shapes[0].vertices`
 * @throws InputError that names the fault
 */
export function validateConvex(vertices: readonly Vec2[], field = 'vertices'): void {
  if (!Array.isArray(vertices)) throw new InputError(field, vertices, 'a list of vertices');
  if (vertices.length < 3) throw new InputError(field, vertices.length, 'at least 3 vertices');
  if (vertices.length > MAXIMUM_VERTICES) {
    throw new InputError(field, vertices.length, `at most ${MAXIMUM_VERTICES} vertices`);
  }
  for (let i = 0; i < vertices.length; i++) requireFiniteVec2(`${field}[${i}]`, vertices[i]);
  const fault = convexFault(vertices);
  if (fault !== null) {
    throw new InputError(
      field,
      fault,
      'a convex polygon in counter-clockwise order (reverse a clockwise list, outline.decompose a concave one) with area and no collinear vertices',
    );
  }
}

/**
 * Convex hull of points by Andrew's monotone chain, O(n log n). The hull is counter-clockwise, has no collinear points, and begins at the
 * point with the least x (then least y). It has fewer than 3 points if all points are collinear.
 * @throws InputError for what is no list of finite points
 */
export function convexHull(points: readonly Vec2[]): Vec2[] {
  requirePoints('points', points);
  const sorted = points.slice().sort((a, b) => a.x - b.x || a.y - b.y);
  const chain = (ordered: readonly Vec2[]): Vec2[] => {
    const hull: Vec2[] = [];
    for (const p of ordered) {
      while (hull.length >= 2) {
        const a = hull[hull.length - 2];
        const b = hull[hull.length - 1];
        if (side(a, b, p) > 0) break;
        hull.pop();
      }
      hull.push(p);
    }
    hull.pop();
    return hull;
  };
  const hull = [...chain(sorted), ...chain(sorted.slice().reverse())];
  const distinct = hull.filter((p, i) => i === 0 || p.x !== hull[i - 1].x || p.y !== hull[i - 1].y);
  if (distinct.length === 0 && sorted.length > 0) distinct.push(sorted[0]);
  return distinct.map(({ x, y }) => ({ x, y }));
}

/**
 * Regular polygon, counter-clockwise. Its first vertex is in the direction `angle` from the centre.
 * @param radius circumradius, m, > 0; a square has side radius * sqrt(2)
 * @param sides 3..`MAXIMUM_VERTICES`
 * @param angle radians
 * @throws InputError for a number out of its range
 */
export function regular(radius: number, sides: number, center: Vec2 = { x: 0, y: 0 }, angle = 0): Vec2[] {
  requirePositive('radius', radius);
  requireInteger('sides', sides, 3, MAXIMUM_VERTICES);
  requireFiniteVec2('center', center);
  requireFinite('angle', angle);
  return Array.from({ length: sides }, (_, i) => {
    const direction = angle + (2 * PI * i) / sides;
    return { x: center.x + radius * cos(direction), y: center.y + radius * sin(direction) };
  });
}

/**
 * Second moment about the centre per unit of mass of a regular polygon, m^2: radius^2 (2 + cos d)/6 with d = 2 pi / sides.
 * @param radius circumradius, m, > 0
 * @param sides 3 or more
 * @throws InputError for a number out of its range
 */
export function regularSecondMomentPerMass(radius: number, sides: number): number {
  requirePositive('radius', radius);
  requireInteger('sides', sides, 3, Number.MAX_SAFE_INTEGER);
  return (radius * radius * (2 + cos((2 * PI) / sides))) / 6;
}

/**
 * Rectangle, counter-clockwise from the corner that is at the lower left before it is turned. A body of several boxes gives each of them a
 * centre.
 * @param angle radians, by which it is turned about its centre
 * @throws InputError unless both sides are > 0, and for a number out of its range
 */
export function rectangle(width: number, height: number, center: Vec2 = { x: 0, y: 0 }, angle = 0): Vec2[] {
  const x = 0.5 * requirePositive('width', width);
  const y = 0.5 * requirePositive('height', height);
  requireFiniteVec2('center', center);
  const [c, s] = [cos(requireFinite('angle', angle)), sin(angle)];
  const corner = (x: number, y: number) => ({ x: center.x + c * x - s * y, y: center.y + s * x + c * y });
  return [corner(-x, -y), corner(x, -y), corner(x, y), corner(-x, y)];
}

/** Whether p lies in a convex counter-clockwise polygon, its border included. For others: `outline.containsPoint`. */
export function containsPoint(vertices: readonly Vec2[], p: Vec2): boolean {
  for (let i = 0; i < vertices.length; i++) {
    const a = vertices[i];
    const b = vertices[(i + 1) % vertices.length];
    if (!(side(a, b, p) >= 0)) return false;
  }
  return vertices.length > 2;
}
