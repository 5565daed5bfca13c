/** Overlap test and signed distance of two shapes of any kinds. */
import { type Aabb, requireFinite, requireTransform, type Transform, type Vec2 } from '@otedama/math2d';
import * as transforms from '@otedama/math2d/transform';
import * as vec2 from '@otedama/math2d/vec2';
import { type Separation, separation } from './epa.js';
import { coreDistance } from './gjk.js';
import type { Shape } from './shape-types.js';
import { type ConvexCore, convexCore, halfSpaceLine } from './shapes.js';

/**
 * Whether two placed shapes share a point. Touching counts, up to rounding. Chain segments are two-sided here. Cheaper than
 * {@link separateShapes}, because no depth is computed. Throws an `InputError` for what is no transform.
 */
export function overlapShapes(
  shapeA: Shape,
  transformA: Transform,
  shapeB: Shape,
  transformB: Transform,
): boolean {
  const coreA = convexCore(shapeA);
  const coreB = convexCore(shapeB);
  if (coreA === null || coreB === null)
    return separateShapes(shapeA, transformA, shapeB, transformB).separation <= 0;
  const { distance } = coreDistance(coreA, transformA, coreB, transformB);
  // subtracted one after the other, as separateShapes does, so that both always agree
  return distance - coreA.radius - coreB.radius <= 0;
}

/**
 * Returns the gap (positive) or overlap (negative) of two placed shapes of any kinds, the normal from A to B, and the two points
 * between which it is measured. The overlap of two half-spaces is infinite unless their normals are opposite. Throws an `InputError` for
 * what is no transform.
 */
export function separateShapes(
  shapeA: Shape,
  transformA: Transform,
  shapeB: Shape,
  transformB: Transform,
): Separation {
  const coreA = convexCore(shapeA);
  const coreB = convexCore(shapeB);
  requireTransform('transformA', transformA);
  requireTransform('transformB', transformB);
  if (coreA !== null && coreB !== null) return separation(coreA, transformA, coreB, transformB);
  if (coreB !== null) return aboveLine(worldLine(shapeA, transformA), coreB, transformB);
  const line = worldLine(shapeB, transformB);
  if (coreA !== null) return flip(aboveLine(line, coreA, transformA));
  return betweenLines(worldLine(shapeA, transformA), line);
}

/** Whether a placed shape and an axis-aligned box of finite size share a point. Throws an `InputError` for what is no transform or box. */
export function overlapAabb(shape: Shape, transform: Transform, box: Aabb): boolean {
  requireTransform('transform', transform);
  for (const side of ['minX', 'minY', 'maxX', 'maxY'] as const) requireFinite(`box.${side}`, box[side]);
  const corners = [
    { x: box.minX, y: box.minY },
    { x: box.maxX, y: box.minY },
    { x: box.maxX, y: box.maxY },
    { x: box.minX, y: box.maxY },
  ];
  const still = { x: 0, y: 0, c: 1, s: 0 };
  return overlapShapes(shape, transform, { kind: 'polygon', vertices: corners }, still);
}

/** The boundary of a half-space in the world: its outward unit normal and one of its points. */
interface WorldLine {
  readonly normal: Vec2;
  readonly point: Vec2;
}

/** Returns the boundary of a half-space. Never called for other kinds, which have none. */
function worldLine(shape: Shape, transform: Transform): WorldLine {
  const { normal, offset } = halfSpaceLine(shape as Shape & { kind: 'halfSpace' });
  return {
    normal: vec2.rotate(normal, transform),
    point: transforms.apply(transform, vec2.scale(normal, offset)),
  };
}

/** Separation of a half-space (A) and a core (B), from the line to the lowest vertex. */
function aboveLine(line: WorldLine, core: ConvexCore, transform: Transform): Separation {
  const { normal } = line;
  let lowest = Infinity;
  let vertex: Vec2 = line.point;
  for (const v of core.vertices) {
    const p = transforms.apply(transform, v);
    const height = vec2.dot(normal, vec2.subtract(p, line.point));
    if (height < lowest) {
      lowest = height;
      vertex = p;
    }
  }
  const gap = lowest - core.radius;
  return {
    separation: gap,
    normal,
    pointA: { x: vertex.x - lowest * normal.x, y: vertex.y - lowest * normal.y },
    pointB: { x: vertex.x - core.radius * normal.x, y: vertex.y - core.radius * normal.y },
  };
}

/** Separation of two half-spaces: finite only if they face each other exactly. */
function betweenLines(a: WorldLine, b: WorldLine): Separation {
  const { normal } = a;
  const isFacing = vec2.cross(normal, b.normal) === 0 && vec2.dot(normal, b.normal) < 0;
  const gap = isFacing ? vec2.dot(normal, vec2.subtract(b.point, a.point)) : -Infinity;
  return { separation: gap, normal, pointA: a.point, pointB: b.point };
}

/** The same separation with A and B exchanged. */
function flip({ separation: gap, normal, pointA, pointB }: Separation): Separation {
  return { separation: gap, normal: { x: 0 - normal.x, y: 0 - normal.y }, pointA: pointB, pointB: pointA };
}
