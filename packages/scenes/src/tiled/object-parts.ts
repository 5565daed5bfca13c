/**
 * Shapes of Tiled as parts in the frame of their object: pixels, y down, the origin where Tiled puts the object. Tiles that are flipped or
 * scaled map parts by `mapParts`, and `shapesOf` turns parts into shapes of a body: metres, y up.
 */

import { InputError, polygon, type Vec2 } from '@otedama/math2d';
import { chain, concave, type ShapeDefinition } from '@otedama/rigid';
import type { TiledMapObject } from './map-format.js';
import type { BodyProperties } from './properties.js';

/** An outline or line of points, or a capsule, which is a circle if its two points are equal. */
export type Part = Points | Capsule;

interface Points {
  readonly kind: 'outline' | 'line';
  readonly points: readonly Vec2[];
}

interface Capsule {
  readonly kind: 'capsule';
  readonly point1: Vec2;
  readonly point2: Vec2;
  readonly radius: number;
}

/** Corners of an ellipse, and of a circle that is scaled to one. */
const ELLIPSE_CORNERS = 32;
/** Factor on the axes of an ellipse that gives its polygon the area of the ellipse: with d = 2 pi / n, sqrt(d / sin d). */
const ELLIPSE_GROWTH: number = Math.sqrt(Math.PI / polygon.area(polygon.regular(1, ELLIPSE_CORNERS)));

/**
 * The part that an object consists of.
 * @param where place in the map, for messages
 * @throws InputError for points, texts and sizes without area
 */
export function partOf(object: TiledMapObject, where: string): Part {
  const { width = 0, height = 0 } = object;
  if (object.point === true || object.text !== undefined) {
    throw new InputError(`${where}: bodyType`, 'a point or text', 'a shape, or none as bodyType');
  }
  if (object.polyline !== undefined) return lineOrOutline(object.polyline);
  if (object.polygon !== undefined) return { kind: 'outline', points: object.polygon };
  if (!(width > 0 && height > 0)) {
    throw new InputError(`${where}: size`, `${width} x ${height}`, 'a width and height above 0');
  }
  if (object.capsule === true || (object.ellipse === true && width === height)) {
    const radius = Math.min(width, height) / 2;
    const point1 = { x: radius, y: radius };
    return { kind: 'capsule', point1, point2: { x: width - radius, y: height - radius }, radius };
  }
  return object.ellipse === true
    ? stretched(polygon.regular(ELLIPSE_GROWTH, ELLIPSE_CORNERS), width, height)
    : rectanglePart(width, height);
}

/** A rectangle from (0, 0) to (width, height). */
export const rectanglePart = (width: number, height: number): Points =>
  stretched(polygon.rectangle(2, 2), width, height);

/** Stretches corners from the square of side 2 about the origin to the rectangle from (0, 0) to (width, height). */
const stretched = (corners: readonly Vec2[], width: number, height: number): Points => ({
  kind: 'outline',
  points: corners.map(({ x, y }) => ({ x: (width / 2) * (1 + x), y: (height / 2) * (1 + y) })),
});

/** A line that ends where it begins was drawn as a polygon. */
function lineOrOutline(points: readonly Vec2[]): Part {
  const last = points.at(-1);
  return points.length > 3 && points[0].x === last?.x && points[0].y === last.y
    ? { kind: 'outline', points: points.slice(0, -1) }
    : { kind: 'line', points };
}

/** Maps parts by a function of points. `scale` is its factor on all lengths, undefined if they change differently. */
export function mapParts(
  parts: readonly Part[],
  scale: number | undefined,
  map: (point: Vec2) => Vec2,
): Part[] {
  return parts.map((part): Part => {
    if (part.kind !== 'capsule') return { kind: part.kind, points: part.points.map(map) };
    if (scale === undefined) return { kind: 'outline', points: capsuleOutline(part).map(map) };
    return {
      kind: 'capsule',
      point1: map(part.point1),
      point2: map(part.point2),
      radius: scale * part.radius,
    };
  });
}

/** The corners of a capsule: half of the ones of a circle at each end. */
export function capsuleOutline({ point1, point2, radius }: Capsule): Vec2[] {
  return polygon.convexHull(
    [point1, point2].flatMap((center) => polygon.regular(ELLIPSE_GROWTH * radius, ELLIPSE_CORNERS, center)),
  );
}

/**
 * The shapes of a body of these parts.
 * @param meters converts a point of the parts' frame to the frame of the body, m, y up
 * @param scale metres per pixel
 * @param where place in the map, for messages
 * @throws InputError for outlines that cross themselves, and for lines of dynamic bodies and of sensors
 */
export function shapesOf(
  parts: readonly Part[],
  properties: BodyProperties,
  meters: (point: Vec2) => Vec2,
  scale: number,
  where: string,
): ShapeDefinition[] {
  return parts.flatMap((part) => named(where, () => shapesOfPart(part, properties, meters, scale)));
}

function shapesOfPart(
  part: Part,
  { kind, shape, freeSide }: BodyProperties,
  meters: (point: Vec2) => Vec2,
  scale: number,
): ShapeDefinition[] {
  if (part.kind === 'capsule') {
    const radius = scale * part.radius;
    const [point1, point2] = [meters(part.point1), meters(part.point2)];
    return point1.x === point2.x && point1.y === point2.y
      ? [{ kind: 'circle', center: point1, radius, ...shape }]
      : [{ kind: 'capsule', point1, point2, radius, ...shape }];
  }
  const points = part.points.map(meters);
  const { sensor = false, ...surface } = shape;
  if (part.kind === 'line') {
    const expected = 'a polygon: a line has no area';
    if (kind === 'dynamic') throw new InputError('bodyType', kind, expected);
    if (sensor) throw new InputError('sensor', sensor, expected);
    return (['left', 'right'] as const)
      .filter((side) => freeSide === 'both' || freeSide === side)
      .flatMap((side) => chain({ points: withoutRepeats(points, false), freeSide: side, ...surface }));
  }
  const pieces = concave({ points, ...shape });
  if (pieces.length === 1 || kind !== 'static' || sensor) return pieces;
  // ground: a border without joints is smoother than the best joints
  const side = polygon.isCounterClockwise(points) ? 'right' : 'left';
  return chain({ points: withoutRepeats(points, true), loop: true, freeSide: side, ...surface });
}

/** Removes points at the place of the one before: drawing by clicks repeats some. */
function withoutRepeats(points: readonly Vec2[], isLoop: boolean): Vec2[] {
  return points.filter(({ x, y }, k) => {
    const before = k > 0 ? points[k - 1] : points.at(-1)!;
    return (k === 0 && !isLoop) || x !== before.x || y !== before.y;
  });
}

/** Calls a function, and adds the place in the map to an error of its input. */
export function named<Result>(where: string, make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${where}: ${error.field}`, error.value, error.expected);
  }
}
