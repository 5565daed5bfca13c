/**
 * The parts of a cloth that tears, and their dependencies. With E edges, part n is edge n if n < E, else triangle n - E. A triangle stands
 * for its face: in a grid the cell, in a mesh the triangle itself.
 */

import { type Incidence, incidence } from './coloring.js';
import type { Grid } from './grid.js';
import type { Mesh } from './mesh.js';
import { PairTable } from './pair-table.js';
import { LONG_REACH } from './schedule.js';
import type { Sheet } from './sheet.js';
import { areaOf } from './triangles.js';

/** No edge, no triangle. */
export const NONE = 0xffffffff;

/** Entries per face in `rims`. A triangle of a mesh has its first edge twice. */
export const RIM = 4;

/** Entries per link in `spans`. */
export const SPAN: number = LONG_REACH;

/** The fixed relations between the parts of a cloth. */
export interface Parts {
  /** Edges of each particle. */
  readonly spokes: Incidence;
  /** Edges of the face of each triangle, RIM per triangle. */
  readonly rims: Uint32Array;
  /** The two faces of each edge, as triangles; NONE if there is no face. */
  readonly sides: Uint32Array;
  /** For each link that is not an edge, and then for each hinge: the parts that it needs, SPAN of them, some more than once. */
  readonly spans: Uint32Array;
  /** A third of the rest area of each triangle, for the air, m². */
  readonly shares: Float32Array;
}

/** The parts of a sheet; `mesh` is the same sheet as `asLinks` returns it. */
export function partsOf(sheet: Sheet, mesh: Mesh): Parts {
  const { links, firstEdge, edgeCount, triangles, particleCount } = mesh;
  const { ids } = mesh.hinges;
  const ends = links.subarray(2 * firstEdge);
  const edges = new PairTable(edgeCount);
  for (let e = 0; e < edgeCount; e++) edges.add(ends[2 * e], ends[2 * e + 1]);
  const edgeOf = (a: number, b: number) => edges.find(a, b);

  const count = triangles.length / 3;
  const rims = new Uint32Array(RIM * count);
  const sides = new Uint32Array(2 * edgeCount).fill(NONE);
  const shares = new Float32Array(count);
  for (let t = 0; t < count; t++) {
    const isSecond = !sheet.isMesh && t % 2 === 1;
    const c = 3 * (isSecond ? t - 1 : t);
    const corners = sheet.isMesh
      ? [triangles[c], triangles[c + 1], triangles[c + 2]]
      : [triangles[c], triangles[c + 1], triangles[c + 2], triangles[c + 5]];
    const rim = corners.map((corner, k) => edgeOf(corner, corners[(k + 1) % corners.length]));
    for (let k = 0; k < RIM; k++) rims[RIM * t + k] = rim[k % rim.length];
    shares[t] = areaOf(mesh.positions, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]) / 3;
    if (!isSecond) for (const e of rim) sides[2 * e + Number(sides[2 * e] !== NONE)] = t;
  }

  const spans = new Uint32Array(SPAN * (firstEdge + ids.length / 4));
  const setSpan = (k: number, span: readonly number[]) => {
    for (let n = 0; n < SPAN; n++) spans[SPAN * k + n] = span[n % span.length];
  };
  const spanOf = sheet.isMesh ? spansInMesh(triangles, ends, sides) : spansInGrid(sheet, edgeOf);
  const { pairs, ways } = mesh.longLinks;
  for (let k = 0; k < firstEdge; k++) {
    const [a, b] = [links[2 * k], links[2 * k + 1]];
    const first = (LONG_REACH + 1) * pairs.find(a, b);
    const edgeAlong = (n: number) => edgeOf(ways[first + n], ways[first + n + 1]);
    setSpan(k, k < pairs.count ? Array.from({ length: LONG_REACH }, (_, n) => edgeAlong(n)) : spanOf(a, b));
  }
  for (let k = 0; k < ids.length; k += 4) {
    const e = edgeOf(ids[k + 1], ids[k + 3]);
    const span = sheet.isMesh
      ? [edgeCount + sides[2 * e], edgeCount + sides[2 * e + 1]]
      : spanOf(ids[k], ids[k + 2]);
    setSpan(firstEdge + k / 4, span);
  }
  return { spokes: incidence(ends, particleCount), rims, sides, spans, shares };
}

/** Returns the parts that a link needs. */
type SpanOf = (a: number, b: number) => readonly number[];

/** For a link along a line the edges along it, for a diagonal its cell. A hinge has its x1 and x3 for a and b. */
function spansInGrid({ countX, columns, rows }: Grid, edgeOf: (a: number, b: number) => number): SpanOf {
  const edgeCount = columns * (rows + 1) + (columns + 1) * rows;
  return (a, b) => {
    const column = Math.min(a % countX, b % countX);
    const row = Math.floor(Math.min(a, b) / countX);
    const isDiagonal = a % countX !== b % countX && Math.floor(a / countX) !== Math.floor(b / countX);
    const cell = edgeCount + 2 * (column + row * columns);
    if (isDiagonal) return [cell];
    const step = Math.abs(b - a) < countX ? 1 : countX;
    return Array.from({ length: (b - a) / step }, (_, k) => edgeOf(a + k * step, a + (k + 1) * step));
  };
}

/** For a bending link the two triangles whose opposite corners it joins. */
function spansInMesh(triangles: Uint32Array, ends: Uint32Array, sides: Uint32Array): SpanOf {
  const edgeCount = ends.length / 2;
  const pairs = new PairTable(edgeCount);
  const spans = new Uint32Array(2 * edgeCount);
  for (let e = 0; e < edgeCount; e++) {
    const [first, second] = sides.subarray(2 * e, 2 * e + 2);
    if (second === NONE) continue;
    const opposite = (t: number) =>
      triangles[3 * t] + triangles[3 * t + 1] + triangles[3 * t + 2] - ends[2 * e] - ends[2 * e + 1];
    const pair = pairs.add(opposite(first), opposite(second));
    spans[2 * pair] = edgeCount + first;
    spans[2 * pair + 1] = edgeCount + second;
  }
  return (a, b) => {
    const pair = pairs.find(a, b);
    return [spans[2 * pair], spans[2 * pair + 1]];
  };
}
