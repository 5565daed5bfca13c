/**
 * Validation of shapes, and their convex cores, which the geometric queries use.
 *
 * Every shape except the half-space is a convex core, the hull of 1..64 points, expanded by a radius: a circle is a point with
 * a radius, a capsule a segment with a radius. Lengths are in metres in the coordinates of the body that owns the shape.
 */
import {
  fieldPath,
  InputError,
  requireFiniteVec2,
  requireNonNegative,
  requirePositive,
  requireRecord,
  type Vec2,
} from '@otedama/math2d';
import * as polygon from '@otedama/math2d/polygon';
import type { Shape } from './shape-types.js';

/** The hull of its vertices, expanded by a radius. */
export interface ConvexCore {
  /** 1 (a point), 2 (a segment), or the corners of a convex polygon, counter-clockwise. Metres. */
  readonly vertices: readonly Readonly<Vec2>[];
  /** Everything within this distance of the hull belongs to the shape. Metres, >= 0. */
  readonly radius: number;
}

const KINDS = "'circle', 'capsule', 'polygon', 'segment', 'halfSpace' or 'chainSegment'";

/**
 * Validates a shape that comes from the caller.
 *
 * | kind         | fields                                                                                        |
 * | ------------ | --------------------------------------------------------------------------------------------- |
 * | circle       | radius > 0; center finite, default (0, 0)                                                     |
 * | capsule      | point1, point2 finite, not the same; radius > 0                                               |
 * | polygon      | vertices: 3..64 corners of a strictly convex polygon, counter-clockwise; radius >= 0, default 0 |
 * | segment      | point1, point2 finite, not the same                                                           |
 * | halfSpace    | normal finite, not 0 (its length does not matter); position finite, default (0, 0)            |
 * | chainSegment | ghost1, point1, point2, ghost2 finite, no two in a row the same                               |
 *
 * @param field path of the shape for messages, such as `shapes[0]`; empty for a shape on its own
 * @throws InputError that names the first invalid field
 */
export function validateShape(shape: Shape, field = ''): void {
  const at = (name: string): string => fieldPath(field, name);
  requireRecord(field || 'shape', shape);
  switch (shape.kind) {
    case 'circle':
      if (shape.center !== undefined) requireFiniteVec2(at('center'), shape.center);
      requirePositive(at('radius'), shape.radius);
      break;
    case 'capsule':
      requireDistinct(at('point1'), shape.point1, at('point2'), shape.point2);
      requirePositive(at('radius'), shape.radius);
      break;
    case 'polygon':
      polygon.validateConvex(shape.vertices, at('vertices'));
      if (shape.radius !== undefined) requireNonNegative(at('radius'), shape.radius);
      break;
    case 'segment':
      requireDistinct(at('point1'), shape.point1, at('point2'), shape.point2);
      break;
    case 'halfSpace':
      if (shape.position !== undefined) requireFiniteVec2(at('position'), shape.position);
      requireFiniteVec2(at('normal'), shape.normal);
      if (shape.normal.x === 0 && shape.normal.y === 0) {
        throw new InputError(at('normal'), shape.normal, 'a vector other than 0');
      }
      break;
    case 'chainSegment':
      requireDistinct(at('ghost1'), shape.ghost1, at('point1'), shape.point1);
      requireDistinct(at('point1'), shape.point1, at('point2'), shape.point2);
      requireDistinct(at('point2'), shape.point2, at('ghost2'), shape.ghost2);
      break;
    default:
      throw unknownKind(at('kind'), shape);
  }
}

function unknownKind(field: string, shape: { kind: unknown }): InputError {
  return new InputError(field, shape.kind, KINDS);
}

function requireDistinct(field1: string, point1: Vec2, field2: string, point2: Vec2): void {
  requireFiniteVec2(field1, point1);
  requireFiniteVec2(field2, point2);
  if (point1.x === point2.x && point1.y === point2.y) {
    throw new InputError(field2, point2, `a point other than ${field1}`);
  }
}

/**
 * Returns the convex core of a shape, or null for a half-space, which has none. It leaves out the ghosts of a chain segment.
 *
 * @throws InputError for an unknown kind; nothing else is checked, see {@link validateShape}
 */
export function convexCore(shape: Shape): ConvexCore | null {
  switch (shape.kind) {
    case 'circle':
      return { vertices: [shape.center ?? { x: 0, y: 0 }], radius: shape.radius };
    case 'capsule':
      return { vertices: [shape.point1, shape.point2], radius: shape.radius };
    case 'polygon':
      return { vertices: shape.vertices, radius: shape.radius ?? 0 };
    case 'segment':
    case 'chainSegment':
      return { vertices: [shape.point1, shape.point2], radius: 0 };
    case 'halfSpace':
      return null;
    default:
      throw unknownKind('kind', shape);
  }
}

/** The boundary line of a half-space: solid where `normal . p < offset`. */
export interface Line {
  /** Unit normal, pointing out of the solid. */
  normal: Vec2;
  /** Distance of the line from the origin along the normal, metres. */
  offset: number;
}

/** The boundary of a half-space in its own coordinates, with a normal of length 1. */
export function halfSpaceLine(shape: Shape & { kind: 'halfSpace' }): Line {
  const { x, y } = shape.normal;
  const largest = Math.max(Math.abs(x), Math.abs(y));
  const length = Math.sqrt((x / largest) * (x / largest) + (y / largest) * (y / largest));
  const normal = { x: x / largest / length, y: y / largest / length };
  const position = shape.position ?? { x: 0, y: 0 };
  return { normal, offset: normal.x * position.x + normal.y * position.y };
}
