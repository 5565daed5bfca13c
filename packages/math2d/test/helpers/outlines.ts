/** Outlines to decompose, checks of a decomposition, and the minimum number of parts computed with another method. */
import { expect } from 'vitest';
import { cos, createRandom, outline, polygon, type Random, sin, type Vec2 } from '../../src/index.js';
import { orientation } from '../../src/orientation.js';

export const list = (...points: [number, number][]): Vec2[] => points.map(([x, y]) => ({ x, y }));

export function star(spikes: number, inner = 0.4): Vec2[] {
  return Array.from({ length: 2 * spikes }, (_, k) => {
    const radius = k % 2 === 0 ? 1 : inner;
    return { x: radius * cos((Math.PI * k) / spikes), y: radius * sin((Math.PI * k) / spikes) };
  });
}

/** A band between the spirals r and r + 0.5, where r is the number of turns so far. */
export function spiral(turns: number, perTurn: number): Vec2[] {
  const along = Array.from({ length: turns * perTurn + 1 }, (_, k) => k / perTurn);
  const at = (t: number, shift: number): Vec2 => ({
    x: (t + shift) * cos(2 * Math.PI * t),
    y: (t + shift) * sin(2 * Math.PI * t),
  });
  return [...along.map((t) => at(t, 1.5)), ...along.reverse().map((t) => at(t, 1))];
}

/** A bar with teeth of equal height, so that tips and gaps are on two lines. */
export function comb(teeth: number): Vec2[] {
  const points = list([0, 0], [2 * teeth - 1, 0]);
  for (let k = teeth - 1; k >= 0; k--) {
    points.push({ x: 2 * k + 1, y: 3 }, { x: 2 * k, y: 3 });
    if (k > 0) points.push({ x: 2 * k, y: 1 }, { x: 2 * k - 1, y: 1 });
  }
  return points;
}

/** A ring around the origin with a random radius at every point. */
export function ragged(count: number, random: Random): Vec2[] {
  return Array.from({ length: count }, (_, k) => {
    const radius = random.uniform(0.7, 1);
    return { x: radius * cos((2 * Math.PI * k) / count), y: radius * sin((2 * Math.PI * k) / count) };
  });
}

/**
 * A simple polygon through random points: a random tour whose crossings are removed by reversing the part in between.
 * @param grid side of a square grid on which the points are placed, so that many are collinear; 0 places them anywhere in a square
 */
export function tangle(count: number, random: Random, grid = 0): Vec2[] {
  for (;;) {
    const coordinate = (): number => (grid > 0 ? random.integer(grid) : random.uniform(0, 1));
    const points = Array.from({ length: count }, () => ({ x: coordinate(), y: coordinate() }));
    const crosses = (a: Vec2, b: Vec2, c: Vec2, d: Vec2): boolean =>
      orientation(a, b, c) > 0 !== orientation(a, b, d) > 0 &&
      orientation(c, d, a) > 0 !== orientation(c, d, b) > 0;
    for (let turned = 1, round = 0; turned > 0 && round < 100; round++) {
      turned = 0;
      for (let i = 0; i < count; i++) {
        for (let j = i + 2; j < count; j++) {
          if (!crosses(points[i], points[i + 1], points[j], points[(j + 1) % count])) continue;
          points.splice(i + 1, j - i, ...points.slice(i + 1, j + 1).reverse());
          turned++;
        }
      }
    }
    try {
      outline.simplify(points, 0);
      return points;
    } catch {
      // it touches itself: try another one
    }
  }
}

/** Whether a point that is not on an edge is inside, by the parity of the number of edges above it. */
export function holds(points: readonly Vec2[], p: Vec2): boolean {
  let isInside = false;
  for (let k = 0; k < points.length; k++) {
    const a = points[k];
    const b = points[(k + 1) % points.length];
    if (a.x > p.x === b.x > p.x) continue;
    if (orientation(a, b, p) > 0 === b.x < a.x) isInside = !isInside;
  }
  return isInside;
}

/**
 * Checks a decomposition: the parts are convex, use the outline's points, fill it without gap or overlap, and are not more than promised.
 */
export function expectCut(
  points: Vec2[],
  holes: Vec2[][] = [],
  parts = outline.decompose(points, holes),
): Vec2[][] {
  const rings = [points, ...holes];
  const key = ({ x, y }: Vec2): string => `${x} ${y}`;
  const own = new Set(rings.flat().map(key));
  for (const part of parts) {
    polygon.validateConvex(part, 'part');
    expect(part.every((p) => own.has(key(p)))).toBe(true);
  }
  const size = polygon.area(points) - holes.reduce((sum, hole) => sum + polygon.area(hole), 0);
  const filled = parts.reduce((sum, part) => sum + polygon.area(part), 0);
  expect(Math.abs(filled - size)).toBeLessThan(1e-11 * polygon.area(points));

  // no edge of a part crosses the outline
  const edges = rings.flatMap((ring) => ring.map((a, k) => [a, ring[(k + 1) % ring.length]]));
  if (points.length <= 200) {
    const side = (a: Vec2, b: Vec2, c: Vec2): number => Math.sign(orientation(a, b, c));
    for (const part of parts) {
      for (let k = 0; k < part.length; k++) {
        const [p, q] = [part[k], part[(k + 1) % part.length]];
        const crossed = edges.filter(
          ([a, b]) => side(p, q, a) * side(p, q, b) < 0 && side(a, b, p) * side(a, b, q) < 0,
        );
        expect(crossed).toEqual([]);
      }
    }
  }
  // a point inside the outline is in exactly one part, any other in none
  const random = createRandom(5);
  const [{ x: left, y: bottom }] = points;
  const reach = Math.max(...points.map((p) => Math.max(Math.abs(p.x - left), Math.abs(p.y - bottom))));
  for (let k = 0; k < 200; k++) {
    const p = { x: left + reach * random.uniform(-1, 1), y: bottom + reach * random.uniform(-1, 1) };
    const count = parts.filter((part) => holds(part, p)).length;
    expect(count).toBe(holds(points, p) && !holes.some((hole) => holds(hole, p)) ? 1 : 0);
  }
  for (const part of parts) {
    const center = polygon.centroid(part);
    expect(holds(points, center) && !holes.some((hole) => holds(hole, center))).toBe(true);
  }

  // 2 r + 1 - h, plus one for every 62 corners, because a part has at most 64
  const reflex = rings
    .map((ring, h) => {
      const corners = outline.simplify(ring, 0);
      const sense = h > 0 ? -1 : 1;
      return corners.filter(
        (p, k) => sense * orientation(corners.at(k - 1)!, p, corners[(k + 1) % corners.length]) < 0,
      ).length;
    })
    .reduce((sum, count) => sum + count);
  const corners = rings.flat().length;
  const apart = Math.floor(corners / (polygon.MAXIMUM_VERTICES - 2));
  expect(parts.length).toBeLessThanOrEqual(2 * reflex + 1 - holes.length + apart);
  return parts;
}

/**
 * The minimum number of convex parts that diagonals can produce from a counter-clockwise outline, by dynamic programming. For the points
 * i..j it is one part along the diagonal i j, a convex chain from i to j, plus the minimum numbers beyond the chain's edges. O(n^6).
 */
export function leastParts(points: readonly Vec2[]): number {
  const n = points.length;
  const turns = (a: number, b: number, c: number): boolean =>
    orientation(points[a], points[b], points[c]) >= 0;
  const sees = (i: number, j: number): boolean => {
    if (j === i + 1 || (i === 0 && j === n - 1)) return true;
    const [p, q] = [points[i], points[j]];
    const before = orientation(points[(i + n - 1) % n], p, q) > 0;
    const after = orientation(p, points[i + 1], q) > 0;
    if (!(turns((i + n - 1) % n, i, i + 1) ? before && after : before || after)) return false;
    return points.every((a, k) => {
      const m = (k + 1) % n;
      const side = orientation(p, q, a);
      const isOn = k !== i && k !== j && side === 0;
      if (isOn && (a.x - p.x) * (a.x - q.x) + (a.y - p.y) * (a.y - q.y) < 0) return false;
      if (k === i || k === j || m === i || m === j) return true;
      const b = points[m];
      const isAcross = Math.sign(side) * Math.sign(orientation(p, q, b)) < 0;
      return !(isAcross && orientation(a, b, p) > 0 !== orientation(a, b, q) > 0);
    });
  };
  const table = (): number[][] => points.map(() => new Array<number>(n).fill(Number.POSITIVE_INFINITY));
  const least = table();
  for (let width = 1; width < n; width++) {
    for (let i = 0; i + width < n; i++) {
      const j = i + width;
      if (width === 1) least[i][j] = 0;
      if (width === 1 || !sees(i, j)) continue;
      for (let a = i + 1; a < j; a++) {
        if (least[i][a] === Number.POSITIVE_INFINITY || !turns(j, i, a)) continue;
        // cost[b][c] of the best chain i, a, ..., b, c
        const cost = table();
        cost[i][a] = least[i][a];
        for (let c = a; c < j; c++) {
          for (let b = i; b < c; b++) {
            for (let e = c + 1; e <= j && cost[b][c] < Number.POSITIVE_INFINITY; e++) {
              if (!turns(b, c, e)) continue;
              const sum = cost[b][c] + least[c][e];
              cost[c][e] = Math.min(cost[c][e], sum);
              if (e === j && turns(c, j, i)) least[i][j] = Math.min(least[i][j], sum + 1);
            }
          }
        }
      }
    }
  }
  return least[0][n - 1];
}
