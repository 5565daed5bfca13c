/**
 * Fills closed chains. A segment of a chain is one-sided: to the right of it is free space, to the left is solid. A closed chain of them
 * is therefore the border of an area: counter-clockwise chains are borders of solids, clockwise ones those of holes in them. Each solid
 * with its holes is divided into convex polygons, which are drawn like those of a concave body. They replace the segments.
 *
 * A clockwise chain that is in no solid of its body is a container. What is outside of it has no end, so it is drawn as a line, as open
 * chains are.
 *
 * `outline.decompose` takes no borders that touch, but those of tiles do, at corners. A border that passes a place twice is divided there
 * into two. If borders still touch, all of them move by SHIFT of the size of the solid, which cannot be seen: outwards, so that solids that
 * meet at a corner are joined there, or else inwards, so that a corner on the middle of an edge leaves it.
 */
import { InputError, outline, polygon, type Vec2 } from '@otedama/math2d';
import type { ShapeGeometry } from './types.js';

type ChainSegment = Extract<ShapeGeometry, { readonly kind: 'chainSegment' }>;

/** Distance by which borders that touch are moved, as a share of the extent of the solid. */
const SHIFT = 1e-7;

/** A shape of a body, or a polygon that fills a part of its closed chains. */
export interface FilledShape {
  readonly geometry: ShapeGeometry;
  readonly isSensor: boolean;
}

/**
 * The shapes of a body, in which polygons replace the segments of closed chains. Without closed chains, the result is `shapes`.
 */
export function fillChains(shapes: readonly FilledShape[]): readonly FilledShape[] {
  const chained = shapes.filter(({ geometry }) => geometry.kind === 'chainSegment');
  if (chained.length < 3) return shapes;
  const replaced = new Set<FilledShape>();
  const polygons = [false, true].flatMap((isSensor) => {
    const loops = closedChains(chained.filter((shape) => shape.isSensor === isSensor));
    return solidsOf(loops).flatMap(({ outer, holes }) => {
      const parts = partsOf(outer.points, holes);
      if (parts === null) return [];
      for (const { shapes: own } of [outer, ...holes]) for (const shape of own) replaced.add(shape);
      return parts.map((vertices) => ({ geometry: { kind: 'polygon' as const, vertices }, isSensor }));
    });
  });
  return replaced.size === 0 ? shapes : [...shapes.filter((shape) => !replaced.has(shape)), ...polygons];
}

/** A closed border: shape k goes from point k to the next. */
interface Border {
  readonly points: readonly Vec2[];
  readonly shapes: readonly FilledShape[];
}

const keyOf = (p: Vec2, q: Vec2): string => `${p.x},${p.y},${q.x},${q.y}`;

/** Closed chains among segments: each segment ends where the next one begins, and each knows the other by its ghosts. */
function closedChains(segments: readonly FilledShape[]): Border[] {
  const geometryOf = ({ geometry }: FilledShape): ChainSegment => geometry as ChainSegment;
  const starting = new Map(
    segments.map((shape) => {
      const { point1, point2 } = geometryOf(shape);
      return [keyOf(point1, point2), shape];
    }),
  );
  const seen = new Set<FilledShape>();
  const borders: Border[] = [];
  for (const first of starting.values()) {
    const shapes: FilledShape[] = [];
    let shape: FilledShape | undefined = first;
    while (shape !== undefined && !seen.has(shape)) {
      seen.add(shape);
      shapes.push(shape);
      const { point1, point2, ghost2 }: ChainSegment = geometryOf(shape);
      const next: FilledShape | undefined = starting.get(keyOf(point2, ghost2));
      const before = next && geometryOf(next).ghost1;
      shape = before?.x === point1.x && before.y === point1.y ? next : undefined;
    }
    if (shape === first) borders.push({ points: shapes.map((own) => geometryOf(own).point1), shapes });
  }
  return borders.flatMap(withoutRepeats);
}

/** Divides a border at places that it passes more than once. */
function withoutRepeats({ points, shapes }: Border): Border[] {
  const borders: Border[] = [];
  const places = new Map<string, number>();
  let open: { point: Vec2; shape: FilledShape }[] = [];
  points.forEach((point, k) => {
    const key = `${point.x},${point.y}`;
    const before = places.get(key);
    if (before !== undefined) {
      const loop = open.slice(before);
      open = open.slice(0, before);
      for (const { point: p } of loop) places.delete(`${p.x},${p.y}`);
      borders.push({ points: loop.map((part) => part.point), shapes: loop.map((part) => part.shape) });
    }
    places.set(key, open.length);
    open.push({ point, shape: shapes[k] });
  });
  borders.push({ points: open.map((part) => part.point), shapes: open.map((part) => part.shape) });
  return borders.filter((border) => border.points.length >= 3);
}

/** A border of a solid, and those of the holes in it. */
interface Solid {
  readonly outer: Border;
  readonly holes: Border[];
}

/** Assigns every hole to the smallest solid around it. */
function solidsOf(borders: readonly Border[]): Solid[] {
  const solids = borders
    .filter(({ points }) => polygon.signedArea(points) > 0)
    .map((outer) => ({ outer, holes: [] as Border[], area: polygon.signedArea(outer.points) }))
    .sort((a, b) => a.area - b.area);
  for (const hole of borders) {
    const area = -polygon.signedArea(hole.points);
    if (area <= 0) continue;
    const p = besideEdge(hole.points);
    solids.find(({ outer, area: around }) => around > area && isAround(outer.points, p))?.holes.push(hole);
  }
  return solids;
}

/** A point in the solid on the left of a border: beside the middle of its first edge, where no other border can be. */
function besideEdge([a, b]: readonly Vec2[]): Vec2 {
  return {
    x: (a.x + b.x) / 2 - SHIFT * (b.y - a.y),
    y: (a.y + b.y) / 2 + SHIFT * (b.x - a.x),
  };
}

/** Whether a border goes around a point: whether a ray from it to the right crosses an odd number of edges. */
function isAround(points: readonly Vec2[], { x, y }: Vec2): boolean {
  let isInside = false;
  points.forEach((b, k) => {
    const a = points.at(k - 1) as Vec2;
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y)) isInside = !isInside;
  });
  return isInside;
}

/** Convex parts of a solid, with frozen lists of corners; null if its borders cross. */
function partsOf(outer: readonly Vec2[], holes: readonly Border[]): readonly (readonly Vec2[])[] | null {
  const inner = holes.map(({ points }) => points);
  const shift = SHIFT * extentOf(outer);
  for (const outwards of [0, shift, -shift]) {
    const parts = decompose(
      moved(outer, outwards),
      inner.map((points) => moved(points, outwards)),
    );
    if (parts !== null) return parts.map((corners) => Object.freeze(corners));
  }
  return null;
}

/** `outline.decompose`; null if the borders touch or cross. */
function decompose(outer: readonly Vec2[], holes: readonly (readonly Vec2[])[]): Vec2[][] | null {
  try {
    return outline.decompose(outer, holes);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function extentOf(points: readonly Vec2[]): number {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

/** A border whose corners are moved out of the solid on its left, m, along the mean of the normals of their two edges. */
function moved(points: readonly Vec2[], outwards: number): readonly Vec2[] {
  if (outwards === 0) return points;
  return points.map((p, k) => {
    const before = points.at(k - 1) as Vec2;
    const after = points[(k + 1) % points.length];
    const lengthIn = Math.hypot(p.x - before.x, p.y - before.y);
    const lengthOut = Math.hypot(after.x - p.x, after.y - p.y);
    const x = (p.y - before.y) / lengthIn + (after.y - p.y) / lengthOut;
    const y = (before.x - p.x) / lengthIn + (p.x - after.x) / lengthOut;
    const length = Math.hypot(x, y);
    // where a border turns back on itself, both edges have opposite normals
    return length < SHIFT ? p : { x: p.x + (outwards * x) / length, y: p.y + (outwards * y) / length };
  });
}
