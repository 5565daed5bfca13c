/**
 * A cloth from a triangle mesh: checks the mesh and precomputes the data that a substep needs. Constraints are called links.
 *
 *   stretch   every edge keeps its length
 *   bending   the two corners opposite an inner edge keep their distance [Mueller, Ten Minute Physics 14]. Two corners never have
 *             more than one link: none for bending if an edge already joins them, and one if they are opposite two edges
 *
 * Links are sorted by kind and colour (coloring.ts), in the order of a substep. Bending comes first, so stretch is projected last.
 * `UV` seams must be welded before (weld.ts): vertices at the same position are separate particles, and nothing holds them together.
 */

import { colorLinks, type Incidence, incidence } from './coloring.js';
import { LEAST_HEIGHT, MAX_VERTICES } from './constants.js';
import { ClothError } from './errors.js';
import { Geodesics } from './geodesics.js';
import { meshLists } from './mesh-lists.js';
import { PairTable } from './pair-table.js';
import type { SheetReactions } from './reactions-part.js';
import type { SheetTears } from './tearing-part.js';
import type { TriangleMesh } from './types.js';

/** Kinds of links: indices of their compliance. They are the kinds that a grid has along rows. */
export const MESH_STRETCH = 0;
export const MESH_BEND = 3;

/** The links of one colour, from `first` up to, not including, `first + count`. No two of them share a particle. */
export interface LinkColor {
  readonly kind: number;
  readonly first: number;
  readonly count: number;
}

/** The data of a mesh, fixed for the life of the cloth. */
export interface Mesh {
  readonly isMesh: true;
  readonly particleCount: number;
  /** Three particle ids per triangle. */
  readonly triangles: Uint32Array<ArrayBuffer>;
  /** Texture coordinates, two per particle. */
  readonly uvs: Float32Array<ArrayBuffer>;
  /** Positions at rest, xyz, metres. */
  readonly positions: Float32Array;
  /** Two particle ids per link; `lengths` has the length of each link at rest, metres. */
  readonly links: Uint32Array;
  readonly lengths: Float32Array;
  /** The colours in the order of a substep. */
  readonly colors: readonly LinkColor[];
  /** Index of the first link that is an edge. All links from there to the last are edges. */
  readonly firstEdge: number;
  readonly edgeCount: number;
  /** Mean length of an edge, metres. */
  readonly meanEdge: number;
  /** A particle's share of the area at rest, a third of each triangle around it, m². */
  readonly areas: Float32Array;
  /** The triangles around each particle. */
  readonly fans: Incidence;
  readonly geodesics: Geodesics;
  /** Of a cloth that tears. */
  readonly tears?: SheetTears;
  /** Of a cloth whose colliders feel it. */
  readonly reactions?: SheetReactions;
}

/** Checks a mesh and computes the other data. Throws a `ClothError` naming the field and the index. */
export function createMesh(given: TriangleMesh): Mesh {
  const field = 'definition.mesh';
  const { positions, triangles, uvs } = meshLists(field, given);
  const particleCount = positions.length / 3;
  if (particleCount > MAX_VERTICES)
    throw new ClothError(`${field}.positions.length`, positions.length, `at most 3 * ${MAX_VERTICES}`);
  const places = Float32Array.from(positions);
  const areas = particleAreas(places, triangles, particleCount);
  const { edges, corners, unfolded } = joinTriangles(places, triangles);
  const fans = incidence(triangles, particleCount, 3);
  for (let id = 0; id < particleCount; id++)
    if (fans.starts[id] === fans.starts[id + 1])
      throw new ClothError(`${field}.positions[${3 * id}]`, positions[3 * id], 'a vertex of some triangle');

  const bends = bendingPairs(corners, edges);
  const links = new Uint32Array(2 * (bends.count + edges.count));
  const colors = [
    ...sortByColor(MESH_BEND, bends, particleCount, links, 0),
    ...sortByColor(MESH_STRETCH, edges, particleCount, links, bends.count),
  ];
  const lengths = new Float32Array(links.length / 2);
  for (let k = 0; k < lengths.length; k++) lengths[k] = distance(places, links[2 * k], links[2 * k + 1]);
  const firstEdge = bends.count;
  const edgeCount = edges.count;
  const edgeLengths = lengths.subarray(firstEdge);
  return {
    isMesh: true,
    particleCount,
    triangles,
    uvs: uvs === undefined ? new Float32Array(2 * particleCount) : Float32Array.from(uvs),
    positions: places,
    links,
    lengths,
    colors,
    firstEdge,
    edgeCount,
    meanEdge: edgeLengths.reduce((sum, length) => sum + length, 0) / edgeCount,
    areas,
    fans,
    geodesics: new Geodesics(
      ...waysOf(links.subarray(2 * firstEdge), edgeLengths, corners, unfolded),
      particleCount,
    ),
  };
}

const distance = (positions: Float32Array, a: number, b: number) =>
  Math.sqrt(squaredDistance(positions, a, b));

/** Square of the distance of two vertices, m². */
export function squaredDistance(positions: Float32Array | Float64Array, a: number, b: number): number {
  const dx = positions[3 * a] - positions[3 * b];
  const dy = positions[3 * a + 1] - positions[3 * b + 1];
  const dz = positions[3 * a + 2] - positions[3 * b + 2];
  return dx * dx + dy * dy + dz * dz;
}

function particleAreas(positions: Float32Array, triangles: Uint32Array, particleCount: number): Float32Array {
  const areas = new Float64Array(particleCount);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t];
    const b = triangles[t + 1];
    const c = triangles[t + 2];
    const area = areaOf(positions, a, b, c);
    const longest = Math.max(distance(positions, a, b), distance(positions, b, c), distance(positions, c, a));
    if (!(2 * area > LEAST_HEIGHT * longest * longest))
      throw new ClothError(
        `definition.mesh.triangles[${t}]`,
        `${a}, ${b}, ${c}`,
        'three corners that are not on one line',
      );
    areas[a] += area / 3;
    areas[b] += area / 3;
    areas[c] += area / 3;
  }
  return Float32Array.from(areas);
}

/** Area of the triangle between three vertices, m². */
export function areaOf(positions: Float32Array, a: number, b: number, c: number): number {
  const ux = positions[3 * b] - positions[3 * a];
  const uy = positions[3 * b + 1] - positions[3 * a + 1];
  const uz = positions[3 * b + 2] - positions[3 * a + 2];
  const vx = positions[3 * c] - positions[3 * a];
  const vy = positions[3 * c + 1] - positions[3 * a + 1];
  const vz = positions[3 * c + 2] - positions[3 * a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

/** The edges of a mesh, and what lies across the inner ones. */
interface JoinedTriangles {
  readonly edges: PairTable;
  /** For each inner edge: the corners opposite it, two particle ids. */
  readonly corners: Uint32Array;
  /**
   * For each inner edge: the distance of these corners when its triangles are unfolded, metres; 0 if the straight line between them leaves
   * the triangles.
   */
  readonly unfolded: Float64Array;
}

/** Finds all edges, each once, and the pair of triangles at each inner edge. */
function joinTriangles(positions: Float32Array, triangles: Uint32Array): JoinedTriangles {
  const edges = new PairTable(triangles.length);
  /** By edge: the opposite corner of its only triangle, or -1 if it has two triangles. */
  const opposite = new Int32Array(triangles.length);
  const corners = new Uint32Array(triangles.length);
  const unfolded = new Float64Array(triangles.length / 2);
  let inner = 0;
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      const c = triangles[t + ((k + 2) % 3)];
      const known = edges.count;
      const edge = edges.add(a, b);
      if (edge === known) {
        opposite[edge] = c;
        continue;
      }
      const refuse = (expected: string) =>
        new ClothError(`definition.mesh.triangles[${t + k}]`, `edge ${a} to ${b}`, expected);
      const d = opposite[edge];
      if (d < 0) throw refuse('at most two triangles at an edge');
      if (edges.ends[2 * edge] === a) throw refuse('both triangles of an edge to turn the same way round');
      opposite[edge] = -1;
      corners[2 * inner] = c;
      corners[2 * inner + 1] = d;
      unfolded[inner++] = unfoldedDistance(positions, a, b, c, d);
    }
  return { edges, corners: corners.subarray(0, 2 * inner), unfolded: unfolded.subarray(0, inner) };
}

/** The opposite corners of the inner edges, each pair once, without those that an edge joins already. */
function bendingPairs(corners: Uint32Array, edges: PairTable): PairTable {
  const bends = new PairTable(corners.length / 2);
  for (let k = 0; k < corners.length; k += 2) {
    const c = corners[k];
    const d = corners[k + 1];
    if (c !== d && edges.find(c, d) < 0) bends.add(c, d);
  }
  return bends;
}

/** Ways along which tethers are measured: all edges, and the straight lines across inner edges. With their lengths, metres. */
function waysOf(
  edges: Uint32Array,
  edgeLengths: Float32Array,
  corners: Uint32Array,
  unfolded: Float64Array,
): [ways: Uint32Array, lengths: Float64Array] {
  const most = edgeLengths.length + unfolded.length;
  const ways = new Uint32Array(2 * most);
  const lengths = new Float64Array(most);
  ways.set(edges);
  lengths.set(edgeLengths);
  let count = edgeLengths.length;
  for (let k = 0; k < unfolded.length; k++) {
    if (unfolded[k] === 0) continue;
    ways[2 * count] = corners[2 * k];
    ways[2 * count + 1] = corners[2 * k + 1];
    lengths[count++] = unfolded[k];
  }
  return [ways.subarray(0, 2 * count), lengths.subarray(0, count)];
}

/**
 * Distance from c to d across the edge from a to b, with both triangles in one plane: a at the origin, b at (e, 0), c above and d below.
 * 0 if the line from c to d does not cross the edge.
 */
function unfoldedDistance(positions: Float32Array, a: number, b: number, c: number, d: number): number {
  const e = distance(positions, a, b);
  const cx = along(distance(positions, a, c), distance(positions, b, c), e);
  const cy = (2 * areaOf(positions, a, b, c)) / e;
  const dx = along(distance(positions, a, d), distance(positions, b, d), e);
  const dy = (2 * areaOf(positions, a, b, d)) / e;
  const crossing = cx + ((dx - cx) * cy) / (cy + dy);
  return crossing > 0 && crossing < e ? Math.sqrt((cx - dx) * (cx - dx) + (cy + dy) * (cy + dy)) : 0;
}

/** Where a corner is along an edge of length e, from its distances to both ends. */
function along(fromA: number, fromB: number, e: number): number {
  return (fromA * fromA - fromB * fromB + e * e) / (2 * e);
}

/**
 * Writes the pairs of one kind to `links`, from link `first`, sorted by colour; pairs of one colour keep their order. Returns the colours.
 */
function sortByColor(
  kind: number,
  { ends, count }: PairTable,
  particleCount: number,
  links: Uint32Array,
  first: number,
): LinkColor[] {
  const colors = colorLinks(ends.subarray(0, 2 * count), particleCount);
  const counts: number[] = [];
  for (const color of colors) counts[color] = (counts[color] ?? 0) + 1;
  const groups: LinkColor[] = [];
  const next: number[] = [];
  // a colour that all links have left is a hole in the array
  counts.forEach((size, color) => {
    next[color] = first;
    groups.push({ kind, first, count: size });
    first += size;
  });
  for (let k = 0; k < count; k++) {
    const link = next[colors[k]]++;
    links[2 * link] = ends[2 * k];
    links[2 * link + 1] = ends[2 * k + 1];
  }
  return groups;
}
