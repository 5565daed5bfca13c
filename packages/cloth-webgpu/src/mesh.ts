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
import { ClothError, requireFields, requireInteger, requireNumber } from './errors.js';
import { Geodesics } from './geodesics.js';
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
  readonly triangles: Uint32Array;
  /** Texture coordinates, two per particle. */
  readonly uvs: Float32Array;
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
}

/** Largest finite float32. */
const MAX_FLOAT32 = 3.4028234663852886e38;

/** Checks a mesh and computes the other data. Throws a `ClothError` naming the field and the index. */
export function createMesh(given: TriangleMesh): Mesh {
  const field = 'definition.mesh';
  requireFields(field, given, ['positions', 'triangles', 'uvs']);
  const positions = numbersOf(`${field}.positions`, given.positions, 3, (name, value) =>
    requireNumber(name, value, -MAX_FLOAT32, MAX_FLOAT32),
  );
  const particleCount = positions.length / 3;
  if (particleCount > MAX_VERTICES)
    throw new ClothError(`${field}.positions.length`, positions.length, `at most 3 * ${MAX_VERTICES}`);
  const triangles = Uint32Array.from(
    numbersOf(`${field}.triangles`, given.triangles, 3, (name, value) =>
      requireInteger(name, value, 0, particleCount - 1),
    ),
  );
  const uvs =
    given.uvs === undefined
      ? new Float64Array(2 * particleCount)
      : numbersOf(`${field}.uvs`, given.uvs, 2, (name, value) => requireNumber(name, value, -1e30, 1e30));
  if (uvs.length !== 2 * particleCount)
    throw new ClothError(`${field}.uvs.length`, uvs.length, `${2 * particleCount} (two a vertex)`);

  const places = Float32Array.from(positions);
  const areas = particleAreas(places, triangles, particleCount);
  const { edges, across } = joinTriangles(places, triangles);
  const fans = incidence(triangles, particleCount, 3);
  for (let id = 0; id < particleCount; id++)
    if (fans.starts[id] === fans.starts[id + 1])
      throw new ClothError(`${field}.positions[${3 * id}]`, positions[3 * id], 'a vertex of some triangle');

  const isEdge = new Set(edges.keys());
  const bends = new Map<number, readonly [number, number]>();
  for (const { corners } of across) {
    const key = keyOf(corners[0], corners[1]);
    if (corners[0] !== corners[1] && !isEdge.has(key)) bends.set(key, corners);
  }
  const ordered = [
    ...byColor(MESH_BEND, [...bends.values()], particleCount),
    ...byColor(MESH_STRETCH, [...edges.values()], particleCount),
  ];
  const links = Uint32Array.from(ordered.flatMap(({ pairs }) => pairs).flat());
  const lengths = Float32Array.from({ length: links.length / 2 }, (_, k) =>
    distance(places, links[2 * k], links[2 * k + 1]),
  );
  let first = 0;
  const colors = ordered.map(({ kind, pairs }) => {
    first += pairs.length;
    return { kind, first: first - pairs.length, count: pairs.length };
  });
  const firstEdge = bends.size;
  const edgeCount = edges.size;
  const edgeLengths = lengths.subarray(firstEdge);
  const shortcuts = across.filter(({ unfolded }) => unfolded > 0);
  return {
    isMesh: true,
    particleCount,
    triangles,
    uvs: Float32Array.from(uvs),
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
      [...links.subarray(2 * firstEdge), ...shortcuts.flatMap(({ corners }) => corners)],
      [...edgeLengths, ...shortcuts.map(({ unfolded }) => unfolded)],
      particleCount,
    ),
  };
}

/** Copies a list. Checks each number, and that the length is a multiple of `stride` above 0. */
export function numbersOf(
  field: string,
  given: ArrayLike<number>,
  stride: number,
  check: (field: string, value: number) => void,
): Float64Array {
  const length = (given as ArrayLike<number> | null | undefined)?.length;
  if (
    typeof given !== 'object' ||
    !Number.isInteger(length) ||
    length === 0 ||
    (length as number) % stride !== 0
  )
    throw new ClothError(`${field}.length`, length, `a multiple of ${stride} above 0`);
  for (let k = 0; k < given.length; k++) check(`${field}[${k}]`, given[k]);
  return Float64Array.from(given);
}

/** The key of the edge between two particles, whichever comes first. */
export const keyOf = (a: number, b: number): number => Math.min(a, b) * 2 ** 26 + Math.max(a, b);

function distance(positions: Float32Array, a: number, b: number): number {
  const dx = positions[3 * a] - positions[3 * b];
  const dy = positions[3 * a + 1] - positions[3 * b + 1];
  const dz = positions[3 * a + 2] - positions[3 * b + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function particleAreas(positions: Float32Array, triangles: Uint32Array, particleCount: number): Float32Array {
  const areas = new Float64Array(particleCount);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const sides = [distance(positions, a, b), distance(positions, b, c), distance(positions, c, a)];
    const area = areaOf(positions, a, b, c);
    const longest = Math.max(...sides);
    if (!(2 * area > LEAST_HEIGHT * longest * longest))
      throw new ClothError(
        `definition.mesh.triangles[${t}]`,
        `${a}, ${b}, ${c}`,
        'three corners that are not on one line',
      );
    for (const id of [a, b, c]) areas[id] += area / 3;
  }
  return Float32Array.from(areas);
}

/** Area of the triangle between three vertices, m². */
export function areaOf(positions: Float32Array, a: number, b: number, c: number): number {
  const [ux, uy, uz] = [0, 1, 2].map((k) => positions[3 * b + k] - positions[3 * a + k]);
  const [vx, vy, vz] = [0, 1, 2].map((k) => positions[3 * c + k] - positions[3 * a + k]);
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

/**
 * Two triangles that share an edge: the corners opposite it, and the distance of these corners when the triangles are unfolded. The
 * distance is 0 if the straight line between them leaves the triangles.
 */
interface Across {
  readonly corners: readonly [number, number];
  readonly unfolded: number;
}

/** Finds all edges, each once, and the pair of triangles at each inner edge. */
function joinTriangles(
  positions: Float32Array,
  triangles: Uint32Array,
): { edges: Map<number, readonly [number, number]>; across: Across[] } {
  const edges = new Map<number, readonly [number, number]>();
  /** By edge: the opposite corner of its only triangle, or -1 if it has two triangles. */
  const opposite = new Map<number, number>();
  const across: Across[] = [];
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      const c = triangles[t + ((k + 2) % 3)];
      const key = keyOf(a, b);
      const edge = edges.get(key);
      if (edge === undefined) {
        edges.set(key, [a, b]);
        opposite.set(key, c);
        continue;
      }
      const refuse = (expected: string) =>
        new ClothError(`definition.mesh.triangles[${t + k}]`, `edge ${a} to ${b}`, expected);
      const d = opposite.get(key) as number;
      if (d < 0) throw refuse('at most two triangles at an edge');
      if (edge[0] === a) throw refuse('both triangles of an edge to turn the same way round');
      opposite.set(key, -1);
      across.push({ corners: [c, d], unfolded: unfoldedDistance(positions, a, b, c, d) });
    }
  return { edges, across };
}

/**
 * Distance from c to d across the edge from a to b, with both triangles in one plane: a at the origin, b at (e, 0), c above and d below.
 * 0 if the line from c to d does not cross the edge.
 */
function unfoldedDistance(positions: Float32Array, a: number, b: number, c: number, d: number): number {
  const e = distance(positions, a, b);
  const flat = (corner: number) => {
    const fromA = distance(positions, a, corner);
    const fromB = distance(positions, b, corner);
    return [(fromA * fromA - fromB * fromB + e * e) / (2 * e), (2 * areaOf(positions, a, b, corner)) / e];
  };
  const [cx, cy] = flat(c);
  const [dx, dy] = flat(d);
  const crossing = cx + ((dx - cx) * cy) / (cy + dy);
  return crossing > 0 && crossing < e ? Math.sqrt((cx - dx) * (cx - dx) + (cy + dy) * (cy + dy)) : 0;
}

/** Groups the pairs of one kind by colour. */
function byColor(
  kind: number,
  pairs: readonly (readonly [number, number])[],
  particleCount: number,
): { kind: number; pairs: (readonly [number, number])[] }[] {
  const colors = colorLinks(pairs.flat(), particleCount);
  const groups: { kind: number; pairs: (readonly [number, number])[] }[] = [];
  colors.forEach((color, k) => {
    groups[color] ??= { kind, pairs: [] };
    groups[color].pairs.push(pairs[k]);
  });
  // a colour that all links have left is a hole in the array
  return groups.filter((group) => group !== undefined);
}
