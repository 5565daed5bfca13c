/**
 * A cloth from a triangle mesh: checks the mesh and precomputes the data that a substep needs. Constraints are called links.
 *
 *   stretch   every edge keeps its length
 *   bending   the two corners opposite an inner edge keep their distance [Mueller, Ten Minute Physics 14]. Two corners never have
 *             more than one link: none for bending if an edge already joins them, and one if they are opposite two edges
 *
 *   limit     long links, which only pull (long-links.ts), if there is a strain limit
 *
 * Links are sorted by kind and colour (coloring.ts), in the order of a substep, from the longest to the shortest: stretch is projected last.
 * `UV` seams must be welded before (weld.ts): vertices at the same position are separate particles, and nothing holds them together.
 */

import { type Incidence, incidence, sortByColor } from './coloring.js';
import { LEAST_HEIGHT, MAX_VERTICES } from './constants.js';
import { ClothError } from './errors.js';
import { Geodesics } from './geodesics.js';
import type { HingeColor, Hinges } from './hinges.js';
import type { SheetLimits } from './limits-part.js';
import { type LongLinks, longLinksOf } from './long-links.js';
import { meshHinges } from './mesh-hinges.js';
import { meshLists } from './mesh-lists.js';
import { PairTable } from './pair-table.js';
import { type Pieces, piecesOf } from './pieces.js';
import type { SheetGas } from './pressure-part.js';
import type { SheetReactions } from './reactions-part.js';
import type { SheetTears } from './tearing-part.js';
import { areaOf, distance, lengthAcross } from './triangles.js';
import type { TriangleMesh } from './types.js';

/** Kinds of links: indices of their compliance and limit. A grid has other constraints of these kinds. */
export const MESH_STRETCH = 0;
export const MESH_BEND = 3;
export const MESH_TAUT_BEND = 4;
export const MESH_LONG = 5;

/** Largest quotient of the way along two triangles and the straight line, of which a bending link measures stretch. */
const FLAT = 1.001;

/** The links of one colour, from `first` up to, not including, `first + count`. No two of them share a particle. */
export interface LinkColor {
  readonly kind: number;
  readonly first: number;
  readonly count: number;
  readonly areHinges?: undefined;
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
  /** Whether it bends by hinges (hinges.ts) and not by links. */
  readonly isHinged: boolean;
  /** Whether its edges have a strain limit, and so long links. */
  readonly isLimited: boolean;
  readonly hinges: Hinges;
  readonly longLinks: LongLinks;
  /** The colours in the order of a substep. */
  readonly colors: readonly (LinkColor | HingeColor)[];
  /** Index of the first link that is an edge. All links from there to the last are edges. */
  readonly firstEdge: number;
  readonly edgeCount: number;
  /** Mean length of an edge, metres. */
  readonly meanEdge: number;
  /** A particle's share of the area at rest, a third of each triangle around it, m². */
  readonly areas: Float32Array;
  /** What edges join. */
  readonly pieces: Pieces;
  /** The triangles around each particle. */
  readonly fans: Incidence;
  readonly geodesics: Geodesics;
  /** Of a cloth that tears. */
  readonly tears?: SheetTears;
  /** Of a closed mesh with a gas in it. */
  readonly gas?: SheetGas;
  /** Of a cloth whose colliders feel it. */
  readonly reactions?: SheetReactions;
  /** Of a cloth that follows an animation. */
  readonly limits?: SheetLimits;
}

/** Checks a mesh and computes the other data. Throws a `ClothError` naming the field and the index. */
export function createMesh(given: TriangleMesh, isHinged = false, isLimited = false): Mesh {
  const field = 'definition.mesh';
  const { positions, triangles, uvs } = meshLists(field, given);
  const particleCount = positions.length / 3;
  if (particleCount > MAX_VERTICES)
    throw new ClothError(`${field}.positions.length`, positions.length, `at most 3 * ${MAX_VERTICES}`);
  const places = Float32Array.from(positions);
  const areas = particleAreas(places, triangles, particleCount);
  const { edges, folds } = joinTriangles(triangles);
  const fans = incidence(triangles, particleCount, 3);
  for (let id = 0; id < particleCount; id++)
    if (fans.starts[id] === fans.starts[id + 1])
      throw new ClothError(`${field}.positions[${3 * id}]`, positions[3 * id], 'a vertex of some triangle');

  const none = new Uint32Array(0);
  const hinges = meshHinges(places, isHinged ? folds : none);
  const { taut, slack } = bendingPairs(places, folds, edges, isHinged, isLimited);
  const longLinks = longLinksOf(places, edges, particleCount, isLimited);
  const longs = longLinks.pairs;
  const firstSlack = longs.count + taut.count;
  const firstEdge = firstSlack + slack.count;
  const links = new Uint32Array(2 * (firstEdge + edges.count));
  const colorsOf = (kind: number, { ends, count }: PairTable, first: number): LinkColor[] =>
    sortByColor(ends.subarray(0, 2 * count), 2, particleCount, links, first).map((color) => ({
      kind,
      ...color,
    }));
  const colors = [
    ...hinges.colors,
    ...colorsOf(MESH_LONG, longs, 0),
    ...colorsOf(MESH_TAUT_BEND, taut, longs.count),
    ...colorsOf(MESH_BEND, slack, firstSlack),
    ...colorsOf(MESH_STRETCH, edges, firstEdge),
  ];
  const lengths = new Float32Array(links.length / 2);
  for (let k = 0; k < lengths.length; k++) {
    const [a, b] = [links[2 * k], links[2 * k + 1]];
    lengths[k] = k < longs.count ? longLinks.lengths[longs.find(a, b)] : distance(places, a, b);
  }
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
    isHinged,
    isLimited,
    hinges,
    longLinks,
    colors,
    firstEdge,
    edgeCount,
    meanEdge: edgeLengths.reduce((sum, length) => sum + length, 0) / edgeCount,
    areas,
    pieces: piecesOf(triangles, particleCount),
    fans,
    geodesics: new Geodesics(
      ...waysOf(places, links.subarray(2 * firstEdge), edgeLengths, folds),
      particleCount,
    ),
  };
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

/** Finds all edges, each once, and for each inner edge the particles of its two triangles: its ends are x2 and x4, see mesh-hinges.ts. */
function joinTriangles(triangles: Uint32Array): { edges: PairTable; folds: Uint32Array } {
  const edges = new PairTable(triangles.length);
  /** By edge: the opposite corner of its only triangle, or -1 if it has two triangles. */
  const opposite = new Int32Array(triangles.length);
  const folds: number[] = [];
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
      folds.push(c, a, d, b);
    }
  return { edges, folds: Uint32Array.from(folds) };
}

/**
 * The opposite corners of the inner edges, each pair once, without those that an edge joins already: with a strain limit, first
 * those that are as far apart as along the surface, which have the limit of the edges too; then others, unless there are hinges.
 */
function bendingPairs(
  positions: Float32Array,
  folds: Uint32Array,
  edges: PairTable,
  isHinged: boolean,
  isLimited: boolean,
): { taut: PairTable; slack: PairTable } {
  const taut = new PairTable(isLimited ? folds.length / 4 : 0);
  const slack = new PairTable(folds.length / 4);
  for (let k = 0; k < folds.length; k += 4) {
    const [c, d] = [folds[k], folds[k + 2]];
    if (c === d || edges.find(c, d) >= 0) continue;
    const isTaut = isLimited && lengthAcross(positions, folds, k) < FLAT * distance(positions, c, d);
    if (isTaut) taut.add(c, d);
    else if (!isHinged) slack.add(c, d);
  }
  return { taut, slack };
}

/** Ways along which tethers are measured: all edges, and the straight lines across inner edges. With their lengths, metres. */
function waysOf(
  positions: Float32Array,
  edges: Uint32Array,
  edgeLengths: Float32Array,
  folds: Uint32Array,
): [ways: Uint32Array, lengths: Float64Array] {
  const most = edgeLengths.length + folds.length / 4;
  const ways = new Uint32Array(2 * most);
  const lengths = new Float64Array(most);
  ways.set(edges);
  lengths.set(edgeLengths);
  let count = edgeLengths.length;
  for (let k = 0; k < folds.length; k += 4) {
    const length = lengthAcross(positions, folds, k);
    if (length === Number.POSITIVE_INFINITY) continue;
    ways[2 * count] = folds[k];
    ways[2 * count + 1] = folds[k + 2];
    lengths[count++] = length;
  }
  return [ways.subarray(0, 2 * count), lengths.subarray(0, count)];
}
