/**
 * Exact mass, centre of mass and moment of inertia of shapes of uniform density, including rounded corners.
 *
 * A core with the vertices v_i grown by the radius r is cut into
 *
 *     the polygon of the core          area A, by the integrals of math2d
 *     a rectangle on each edge         area L r, centre (v_i + v_i+1)/2 + n_i r/2, own moment L r (L^2 + r^2)/12
 *     a sector at each vertex          from the normal n_i-1 to n_i, by the angle t: area r^2 t/2
 *
 * A circle is one full sector, a capsule is two rectangles and two half discs, so all shapes use the same code. With
 * n = (cos a, sin a) a sector has, about its vertex,
 *
 *     first moment    r^3/3 (sin a1 - sin a0, cos a0 - cos a1)         second moment    r^4 t/4
 *
 * and about another point o = v - d these become S + d area and J + 2 d.S + d.d area.
 */
import { atan2, requireNonNegative, TWO_PI, type Vec2 } from '@otedama/math2d';
import * as polygon from '@otedama/math2d/polygon';
import type { Shape } from './shape-types.js';
import { type ConvexCore, convexCore } from './shapes.js';

/** Mass, centre of mass and moment of inertia of a shape. */
export interface MassProperties {
  /** Kilograms; 0 for shapes without area. */
  mass: number;
  /** Centre of mass in the coordinates of the shape, metres; the centre of the core for shapes without area. */
  center: Vec2;
  /** Moment of inertia about the centre of mass, kg m^2. */
  inertia: number;
}

/**
 * Returns the mass properties of a validated shape. Mass and inertia are 0 for segments and chain segments, which have no
 * area, and for half-spaces, whose area is infinite.
 * @param density kg/m^2, >= 0
 * @throws InputError for an invalid density
 */
export function massProperties(shape: Shape, density: number): MassProperties {
  requireNonNegative('density', density);
  const core = convexCore(shape);
  if (core === null) return { mass: 0, center: { x: 0, y: 0 }, inertia: 0 };
  const { area, center, second } = areaMoments(core);
  return { mass: density * area, center, inertia: density * second };
}

/** Area, its centre, and its second moment about that centre. */
interface AreaMoments {
  /** m^2. */
  area: number;
  center: Vec2;
  /** m^4. */
  second: number;
}

function areaMoments(core: ConvexCore): AreaMoments {
  const { vertices, radius: r } = core;
  const n = vertices.length;
  // moments are computed about the centroid of the core, which is close to the final one: no large terms cancel
  const o = polygon.centroid(vertices);
  let area = n > 2 ? polygon.area(vertices) : 0;
  let firstX = 0;
  let firstY = 0;
  let second = n > 2 ? polygon.secondMoment(vertices) : 0;
  if (r > 0) {
    const normals = edgeNormals(vertices);
    for (let i = 0; i < n; i++) {
      const dx = vertices[i].x - o.x;
      const dy = vertices[i].y - o.y;
      const before = normals[i > 0 ? i - 1 : n - 1];
      const after = normals[i];
      let turn = TWO_PI;
      if (n > 1) {
        // exactly half a turn at the ends of a capsule: there the sign of the cross product is only rounding
        turn =
          n === 2
            ? TWO_PI / 2
            : atan2(before.x * after.y - before.y * after.x, before.x * after.x + before.y * after.y);
      }
      const sector = 0.5 * r * r * turn;
      const sx = ((r * r * r) / 3) * (after.y - before.y);
      const sy = ((r * r * r) / 3) * (before.x - after.x);
      area += sector;
      firstX += sx + dx * sector;
      firstY += sy + dy * sector;
      second += 0.25 * r * r * r * r * turn + 2 * (dx * sx + dy * sy) + (dx * dx + dy * dy) * sector;

      if (n === 1) continue;
      const next = vertices[i + 1 < n ? i + 1 : 0];
      const ex = next.x - vertices[i].x;
      const ey = next.y - vertices[i].y;
      const length = Math.sqrt(ex * ex + ey * ey);
      const rectangle = length * r;
      const mx = dx + 0.5 * (ex + r * after.x);
      const my = dy + 0.5 * (ey + r * after.y);
      area += rectangle;
      firstX += rectangle * mx;
      firstY += rectangle * my;
      second += rectangle * ((length * length + r * r) / 12 + mx * mx + my * my);
    }
  }
  if (!(area > 0)) return { area: 0, center: o, second: 0 };
  const cx = firstX / area;
  const cy = firstY / area;
  return { area, center: { x: o.x + cx, y: o.y + cy }, second: second - area * (cx * cx + cy * cy) };
}

/** Outward unit normals of the edges v_i -> v_i+1; a point has one, without meaning. */
function edgeNormals(vertices: readonly Readonly<Vec2>[]): Vec2[] {
  return vertices.map((a, i) => {
    const b = vertices[i + 1 < vertices.length ? i + 1 : 0];
    const x = b.x - a.x;
    const y = b.y - a.y;
    const length = Math.sqrt(x * x + y * y);
    return length > 0 ? { x: y / length, y: -x / length } : { x: 1, y: 0 };
  });
}
