/**
 * Computes the distance field of a closed triangle mesh.
 *
 * Distances: nodes within a cell of a triangle get their distance to it, which is exact. Then each node takes over the nearest triangle of
 * its neighbours if it is nearer than its own (exact to a tenth of a cell), in sweeps along the eight diagonals of the grid [Tsai, "Rapid
 * and accurate computation of the distance function using grids", 2002; Zhao, "A fast sweeping method for Eikonal equations", 2005]. The
 * point of a triangle nearest to a node is found by the regions of its corners, edges and face [Ericson, Real-Time Collision Detection,
 * 5.1.5].
 *
 * Signs: a node is inside if a line from it along x crosses the surface an odd number of times. Each line is followed like a scan line. An
 * edge covers the lines from its lower end up to, not including, its upper end. A triangle covers those between two of its edges in
 * the same way. The two triangles of an edge compute the same crossing, bit for bit, so no line slips between them or is counted twice.
 */

import { LARGEST_INPUT, MOST_FIELD_NODES } from './constants.js';
import { ClothError, requireFields, requireNumber } from './errors.js';
import { meshLists } from './mesh-lists.js';
import { PairTable } from './pair-table.js';
import { type Box, boxOf } from './triangles.js';
import type { BakeOptions, DistanceField, TriangleMesh } from './types.js';
import { vectorOf } from './vectors.js';
import { weldVertices } from './weld.js';

/** Default number of cells along the longest side of a mesh, and around it. */
const DEFAULT_CELLS = 64;
const DEFAULT_MARGIN_CELLS = 3;

/** Vertices nearer than this share of the longest side are one: builders round the two sides of a seam differently. */
const WELD_SHARE = 1e-6;

/** The nodes of a cell, by bits for the axes along which they are apart from the first. */
const SIDES = [0, 1, 2, 3, 4, 5, 6, 7];

/**
 * The signed distance to the surface of a mesh, at the nodes of a grid around it. Detail smaller than a cell is lost, and edges are
 * rounded by about a cell. Takes about half a second with the default of 64 cells, and grows with the number of nodes.
 *
 * Throws a `ClothError` for a mesh with a hole or a border, which has no inside. Several closed parts are allowed, also one inside
 * another, which is then hollow. The direction of the triangles does not matter.
 */
export function bakeDistanceField(mesh: TriangleMesh, options: BakeOptions = {}): DistanceField {
  requireFields('options', options, ['cellSize', 'margin']);
  const { positions: given } = meshLists('mesh', mesh);
  const welded = weldVertices(mesh, WELD_SHARE * longestOf(boxOf(given))).mesh;
  const positions = Float64Array.from(welded.positions);
  const triangles = Uint32Array.from(welded.triangles);
  const { low, high } = boxOf(positions);
  requireClosed(positions, triangles);

  const cellSize = options.cellSize ?? longestOf({ low, high }) / DEFAULT_CELLS;
  requireNumber('options.cellSize', cellSize, Number.MIN_VALUE, LARGEST_INPUT);
  const margin = options.margin ?? DEFAULT_MARGIN_CELLS * cellSize;
  requireNumber('options.margin', margin, 0, LARGEST_INPUT);
  const origin = low.map((coordinate) => coordinate - margin);
  // a flat surface, of two sides without an inside, still needs a cell
  const counts = high.map(
    (coordinate, axis) => Math.max(Math.ceil((coordinate + margin - origin[axis]) / cellSize), 1) + 1,
  );
  for (const [axis, count] of counts.entries())
    if (count > MOST_FIELD_NODES)
      throw new ClothError(
        'options.cellSize',
        cellSize,
        `at least ${((high[axis] - low[axis] + 2 * margin) / (MOST_FIELD_NODES - 2)).toPrecision(3)}, for at most ${MOST_FIELD_NODES} nodes a side`,
      );

  const grid = new BakeGrid(positions, triangles, origin, cellSize, counts);
  grid.startNearTriangles();
  for (let corner = 0; corner < 8; corner++) grid.sweep(corner);
  return Object.freeze({
    origin: Object.freeze(vectorOf(origin)),
    cellSize,
    counts: Object.freeze(vectorOf(counts)),
    distances: grid.signedDistances(),
  });
}

const longestOf = ({ low, high }: Box) => Math.max(...high.map((coordinate, axis) => coordinate - low[axis]));

/** Refuses a surface with a border. */
function requireClosed(positions: Float64Array, triangles: Uint32Array): void {
  const edges = new PairTable(triangles.length);
  const sides = new Uint8Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) sides[edges.add(triangles[t + k], triangles[t + ((k + 1) % 3)])] ^= 1;
  const open = sides.subarray(0, edges.count).indexOf(1);
  if (open < 0) return;
  const place = (end: number) => {
    const o = 3 * edges.ends[2 * open + end];
    return `(${Array.from(positions.subarray(o, o + 3), (x) => +x.toPrecision(4)).join(', ')})`;
  };
  throw new ClothError(
    'mesh.triangles',
    `an edge of an odd number of triangles, from ${place(0)} to ${place(1)}`,
    'a closed surface',
  );
}

/** The nodes while they are computed. */
class BakeGrid {
  readonly #positions: Float64Array;
  readonly #triangles: Uint32Array;
  readonly #origin: readonly number[];
  readonly #cellSize: number;
  readonly #counts: readonly number[];
  /** Nearest triangle that was found for a node, -1 for none, and the distance to it. */
  readonly #nearest: Int32Array;
  readonly #distance: Float64Array;

  constructor(
    positions: Float64Array,
    triangles: Uint32Array,
    origin: readonly number[],
    cellSize: number,
    counts: readonly number[],
  ) {
    this.#positions = positions;
    this.#triangles = triangles;
    this.#origin = origin;
    this.#cellSize = cellSize;
    this.#counts = counts;
    const nodes = counts[0] * counts[1] * counts[2];
    this.#nearest = new Int32Array(nodes).fill(-1);
    this.#distance = new Float64Array(nodes).fill(Infinity);
  }

  /** Computes the distances of the nodes within a cell of a triangle. */
  startNearTriangles(): void {
    const triangles = this.#triangles;
    for (let t = 0; t < triangles.length; t += 3) {
      const [fromX, toX] = this.#range(t, 0, 1);
      const [fromY, toY] = this.#range(t, 1, 1);
      const [fromZ, toZ] = this.#range(t, 2, 1);
      for (let k = fromZ; k <= toZ; k++)
        for (let j = fromY; j <= toY; j++) for (let i = fromX; i <= toX; i++) this.#offer(i, j, k, t);
    }
  }

  /** The nodes along an axis from the lowest to the highest corner of a triangle, and `beyond` more on both sides. */
  #range(t: number, axis: number, beyond: number): [from: number, to: number] {
    const [a, b, c] = [0, 1, 2].map((corner) => this.#positions[3 * this.#triangles[t + corner] + axis]);
    const nodeOf = (x: number) => (x - this.#origin[axis]) / this.#cellSize;
    const from = Math.ceil(nodeOf(Math.min(a, b, c))) - beyond;
    const to = Math.floor(nodeOf(Math.max(a, b, c))) + beyond;
    return [Math.max(from, 0), Math.min(to, this.#counts[axis] - 1)];
  }

  /** Makes a triangle the nearest of a node if it is. */
  #offer(i: number, j: number, k: number, t: number): void {
    const counts = this.#counts;
    const origin = this.#origin;
    const h = this.#cellSize;
    const node = (k * counts[1] + j) * counts[0] + i;
    const [x, y, z] = [origin[0] + i * h, origin[1] + j * h, origin[2] + k * h];
    const distance = distanceTo(this.#positions, this.#triangles, t, x, y, z);
    if (distance >= this.#distance[node]) return;
    this.#distance[node] = distance;
    this.#nearest[node] = t;
  }

  /** Offers every node the nearest triangles of the neighbours that the sweep has passed. Bits of `corner`: the axes that it goes down. */
  sweep(corner: number): void {
    const [countX, countY, countZ] = this.#counts;
    const nearest = this.#nearest;
    const distances = this.#distance;
    const ways = SIDES.map(
      (side) => this.#cellSize * Math.sqrt((side & 1) + ((side >> 1) & 1) + (side >> 2)),
    );
    const [stepX, stepY, stepZ] = [0, 1, 2].map((axis) => 1 - 2 * ((corner >> axis) & 1));
    const first = (step: number, count: number) => (step > 0 ? 0 : count - 1);
    for (let k = first(stepZ, countZ); k >= 0 && k < countZ; k += stepZ)
      for (let j = first(stepY, countY); j >= 0 && j < countY; j += stepY)
        for (let i = first(stepX, countX); i >= 0 && i < countX; i += stepX) {
          const node = (k * countY + j) * countX + i;
          let refused = -1;
          for (let side = 1; side < 8; side++) {
            const i2 = i - (side & 1) * stepX;
            const j2 = j - ((side >> 1) & 1) * stepY;
            const k2 = k - (side >> 2) * stepZ;
            if (i2 < 0 || i2 >= countX || j2 < 0 || j2 >= countY || k2 < 0 || k2 >= countZ) continue;
            const other = (k2 * countY + j2) * countX + i2;
            const t = nearest[other];
            if (t < 0 || t === nearest[node] || t === refused) continue;
            // it cannot be nearer by more than the way between the two
            if (distances[other] - ways[side] < distances[node]) this.#offer(i, j, k, t);
            refused = t;
          }
        }
  }

  /** The distances, negative inside. */
  signedDistances(): Float32Array<ArrayBuffer> {
    const [countX] = this.#counts;
    const crossings = this.#crossings();
    const signed = new Float32Array(this.#distance.length);
    for (let row = 0; row < signed.length; row += countX) {
      let inside = 0;
      for (let node = row; node < row + countX; node++) {
        inside ^= crossings[node];
        signed[node] = inside === 0 ? this.#distance[node] : -this.#distance[node];
      }
    }
    return signed;
  }

  /** For each node, whether its line along x crosses the surface an odd number of times between the node before and itself. */
  #crossings(): Uint8Array {
    const positions = this.#positions;
    const triangles = this.#triangles;
    const [countX, countY] = this.#counts;
    const [originX, originY, originZ] = this.#origin;
    const h = this.#cellSize;
    const odd = new Uint8Array(this.#distance.length);
    for (let t = 0; t < triangles.length; t += 3) {
      const [fromY, toY] = this.#range(t, 1, 0);
      const [fromZ, toZ] = this.#range(t, 2, 0);
      for (let k = fromZ; k <= toZ; k++) {
        const z = originZ + k * h;
        const cut = cutAt(positions, triangles, t, z);
        if (cut === null) continue;
        const [x1, y1, x2, y2] = cut;
        for (let j = fromY; j <= toY; j++) {
          const y = originY + j * h;
          if (y1 <= y === y2 <= y) continue;
          const x = x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
          const i = Math.min(Math.max(Math.ceil((x - originX) / h), 0), countX - 1);
          odd[(k * countY + j) * countX + i] ^= 1;
        }
      }
    }
    return odd;
  }
}

/** The points (x, y) at which two edges of a triangle reach height z; null if none does. */
function cutAt(
  positions: Float64Array,
  triangles: Uint32Array,
  t: number,
  z: number,
): [x1: number, y1: number, x2: number, y2: number] | null {
  const points: number[] = [];
  for (let side = 0; side < 3; side++) {
    const a = 3 * triangles[t + side];
    const b = 3 * triangles[t + ((side + 1) % 3)];
    if (positions[a + 2] <= z === positions[b + 2] <= z) continue;
    // from the lower to the higher end, whichever way the triangle goes, for the same bits in both triangles of the edge
    const [low, high] = positions[a + 2] < positions[b + 2] ? [a, b] : [b, a];
    const share = (z - positions[low + 2]) / (positions[high + 2] - positions[low + 2]);
    points.push(
      positions[low] + share * (positions[high] - positions[low]),
      positions[low + 1] + share * (positions[high + 1] - positions[low + 1]),
    );
  }
  return points.length === 4 ? (points as [number, number, number, number]) : null;
}

/** Distance of a point to the triangle at `t`. */
function distanceTo(
  positions: Float64Array,
  triangles: Uint32Array,
  t: number,
  x: number,
  y: number,
  z: number,
): number {
  const a = 3 * triangles[t];
  const b = 3 * triangles[t + 1];
  const c = 3 * triangles[t + 2];
  const abX = positions[b] - positions[a];
  const abY = positions[b + 1] - positions[a + 1];
  const abZ = positions[b + 2] - positions[a + 2];
  const acX = positions[c] - positions[a];
  const acY = positions[c + 1] - positions[a + 1];
  const acZ = positions[c + 2] - positions[a + 2];
  const pX = x - positions[a];
  const pY = y - positions[a + 1];
  const pZ = z - positions[a + 2];
  // the nearest point is a + v ab + w ac
  const d1 = abX * pX + abY * pY + abZ * pZ;
  const d2 = acX * pX + acY * pY + acZ * pZ;
  const abSquared = abX * abX + abY * abY + abZ * abZ;
  const abAc = abX * acX + abY * acY + abZ * acZ;
  const acSquared = acX * acX + acY * acY + acZ * acZ;
  // the same products with the vector from b and from c
  const d3 = d1 - abSquared;
  const d4 = d2 - abAc;
  const d5 = d1 - abAc;
  const d6 = d2 - acSquared;
  const vc = d1 * d4 - d3 * d2;
  const vb = d5 * d2 - d1 * d6;
  const va = d3 * d6 - d5 * d4;
  let v = 0;
  let w = 0;
  if (d1 <= 0 && d2 <= 0) {
    // corner a
  } else if (d3 >= 0 && d4 <= d3) v = 1;
  else if (d6 >= 0 && d5 <= d6) w = 1;
  else if (vc <= 0 && d1 >= 0 && d3 <= 0) v = d1 / (d1 - d3);
  else if (vb <= 0 && d2 >= 0 && d6 <= 0) w = d2 / (d2 - d6);
  else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    v = 1 - w;
  } else {
    const share = 1 / (va + vb + vc);
    v = vb * share;
    w = vc * share;
  }
  const dx = pX - v * abX - w * acX;
  const dy = pY - v * abY - w * acY;
  const dz = pZ - v * abZ - w * acZ;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
