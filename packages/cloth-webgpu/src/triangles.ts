/** Lengths and areas of the triangles of a mesh. Positions are xyz, metres; ids are those of vertices. */

/** Distance of two vertices, m. */
export const distance = (positions: Float32Array, a: number, b: number): number =>
  Math.sqrt(squaredDistance(positions, a, b));

/** The corners of a box with the least and the largest coordinates, m. */
export interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** The box around points. */
export function boxOf(positions: ArrayLike<number>): Box {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let o = 0; o < positions.length; o++) {
    low[o % 3] = Math.min(low[o % 3], positions[o]);
    high[o % 3] = Math.max(high[o % 3], positions[o]);
  }
  return { low, high };
}

/** Square of the distance of two vertices, m². */
export function squaredDistance(positions: Float32Array | Float64Array, a: number, b: number): number {
  const dx = positions[3 * a] - positions[3 * b];
  const dy = positions[3 * a + 1] - positions[3 * b + 1];
  const dz = positions[3 * a + 2] - positions[3 * b + 2];
  return dx * dx + dy * dy + dz * dz;
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

/**
 * Two triangles with the particles x1, x2, x4 and x3, x4, x2, turned about their common edge into one plane, metres: the length e of the
 * edge, the heights h of x1 and x3 above it, and how far from x2 along it the feet of these heights are, p.
 */
interface Unfolded {
  readonly e: number;
  readonly p1: number;
  readonly h1: number;
  readonly p3: number;
  readonly h3: number;
}

/** Length of the straight line from x1 to x3 across the unfolded triangles, m; `Infinity` if it leaves them. */
export function lengthAcross(positions: Float32Array, folds: Uint32Array, k: number): number {
  const { e, p1, h1, p3, h3 } = unfold(positions, folds, k);
  const crossing = p1 + ((p3 - p1) * h1) / (h1 + h3);
  const isInside = crossing > 0 && crossing < e;
  return isInside ? Math.sqrt((p1 - p3) * (p1 - p3) + (h1 + h3) * (h1 + h3)) : Number.POSITIVE_INFINITY;
}

/** Unfolds the triangles with the particles x1..x4, whose ids start at `folds[k]`. */
export function unfold(positions: Float32Array, folds: Uint32Array, k: number): Unfolded {
  const [x1, x2, x3, x4] = folds.subarray(k, k + 4);
  const e = distance(positions, x2, x4);
  const along = (corner: number) => {
    const [near, far] = [distance(positions, x2, corner), distance(positions, x4, corner)];
    return (near * near - far * far + e * e) / (2 * e);
  };
  const above = (corner: number) => (2 * areaOf(positions, x2, x4, corner)) / e;
  return { e, p1: along(x1), h1: above(x1), p3: along(x3), h3: above(x3) };
}
