/**
 * Rest data of a soft body: overlapping regions, each with the masses and moments that its fit needs.
 *
 * A particle that belongs to n regions has the mass m / n in each of them. Every region's fit conserves the momentum of the region, so
 * their sum conserves the momentum of the body. Per region, with q_i the rest position relative to the region's centre of mass:
 *
 *   linear       q~ = (qx, qy)
 *   quadratic    q~ = (qx, qy, qx^2 - <qx^2>, qy^2 - <qy^2>, qx qy - <qx qy>)          [Mueller 2005, eq. 15]
 *
 * The means <> are mass-weighted. Subtracting them makes sum m q~ = 0. Otherwise the goals would move the centre (the paper omits this
 * term). A_qq = sum m q~ q~^T is inverted once. If it is singular (too few or collinear particles), a quadratic region falls back to
 * linear modes, and a linear region to rotation alone.
 */

import type { Vec2 } from '@otedama/math2d';
import type { SoftBody } from '@otedama/rigid';
import { REGION_MARGIN, SINGULAR_PIVOT } from './constants.js';
import { WHOLE_STRIDE } from './soft-body-spin.js';

/** Largest number of basis functions of a region. */
export const MAXIMUM_BASIS = 5;

/** A part of a soft body that is matched separately. */
export interface SoftRegion {
  /** Indices of the particles. */
  readonly members: Int32Array;
  /** Mass per member, kg: the particle mass divided by the number of its regions. */
  readonly masses: Float64Array;
  /** Total mass, kg. */
  readonly mass: number;
  /** q~, `size` numbers per member. */
  readonly basis: Float64Array;
  /** Number of basis functions: 2 or 5. */
  readonly size: number;
  /** A_qq^-1, size x size, row by row; null if only the rotation can be fitted. */
  readonly inverse: Float64Array | null;
}

/** Solver data of a soft body. Vectors are xy interleaved, one pair per particle. */
export interface SoftShape {
  /** Body slots of the particles. */
  readonly slots: Int32Array;
  readonly masses: Float64Array;
  readonly mass: number;
  /** Number of skin particles. They come first, in counter-clockwise order. */
  readonly skin: number;
  /** Area within the skin particles at rest, m^2. */
  readonly restArea: number;
  readonly regions: readonly SoftRegion[];
  /** Number of regions of each particle. */
  readonly shares: Float64Array;
  /** 1 for particles that the solver moves, 0 for particles that pin the body. */
  readonly isFree: Uint8Array;
  /** Whether the solver moves any of them. */
  isMoved: boolean;
  /** Positions, velocities and corrections within a substep. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly correction: Float64Array;
  /** Elastic part of the corrections. */
  readonly elastic: Float64Array;
  /** Motion of the whole body within a substep (soft-body-spin.ts). */
  readonly whole: Float64Array;
}

/** Builds the rest data of a soft body. */
export function createSoftShape(body: SoftBody): SoftShape {
  const { layout, modes, clusterSize, mass } = body.plan;
  const { points, skin } = layout;
  const masses = Float64Array.from(layout.masses);
  const groups = divide(points, clusterSize);
  const shares = new Float64Array(points.length);
  for (const group of groups) for (const i of group) shares[i]++;
  const size = modes === 'quadratic' ? 5 : 2;
  const regions = groups.map((group) => createRegion(group, points, masses, shares, size));
  return {
    slots: Int32Array.from(body.particles, (particle) => particle.id),
    masses,
    mass,
    skin,
    restArea: body.restArea,
    regions,
    shares,
    isFree: new Uint8Array(points.length),
    isMoved: false,
    position: new Float64Array(2 * points.length),
    velocity: new Float64Array(2 * points.length),
    correction: new Float64Array(2 * points.length),
    elastic: new Float64Array(2 * points.length),
    whole: new Float64Array(WHOLE_STRIDE),
  };
}

/**
 * Divides the particles into squares of side `size`, on a grid with a spacing of at most `size` / 2. A particle may be in several squares.
 */
function divide(points: readonly Vec2[], size: number): number[][] {
  const all = points.map((_, i) => i);
  if (size === Infinity) return [all];
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const columns = Math.max(1, Math.ceil((2 * (right - left)) / size) - 1);
  const rows = Math.max(1, Math.ceil((2 * (top - bottom)) / size) - 1);
  const groups: number[][] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x =
        columns === 1
          ? (left + right) / 2
          : left + size / 2 + (column * (right - left - size)) / (columns - 1);
      const y =
        rows === 1 ? (bottom + top) / 2 : bottom + size / 2 + (row * (top - bottom - size)) / (rows - 1);
      const reach = size / 2 + REGION_MARGIN * size;
      const group = all.filter(
        (i) => Math.abs(points[i].x - x) <= reach && Math.abs(points[i].y - y) <= reach,
      );
      if (group.length > 0) groups.push(group);
    }
  }
  const covered = new Set(groups.flat());
  const rest = all.filter((i) => !covered.has(i));
  // A size larger than the body gives one region. A particle outside of all squares joins the first one.
  if (groups.length === 0) return [all];
  groups[0].push(...rest);
  return groups;
}

function createRegion(
  group: readonly number[],
  points: readonly Vec2[],
  bodyMasses: Float64Array,
  shares: Float64Array,
  size: number,
): SoftRegion {
  const masses = Float64Array.from(group, (i) => bodyMasses[i] / shares[i]);
  const mass = masses.reduce((sum, m) => sum + m, 0);
  const mean = (f: (p: Vec2) => number): number =>
    group.reduce((sum, i, k) => sum + masses[k] * f(points[i]), 0) / mass;
  const cx = mean((p) => p.x);
  const cy = mean((p) => p.y);
  const xx = mean((p) => (p.x - cx) * (p.x - cx));
  const yy = mean((p) => (p.y - cy) * (p.y - cy));
  const xy = mean((p) => (p.x - cx) * (p.y - cy));
  const fill = (count: number): Float64Array =>
    Float64Array.from(
      group.flatMap((i) => {
        const x = points[i].x - cx;
        const y = points[i].y - cy;
        return [x, y, x * x - xx, y * y - yy, x * y - xy].slice(0, count);
      }),
    );
  for (const count of size === 5 ? [5, 2] : [2]) {
    const basis = fill(count);
    const inverse = invert(moments(basis, masses, count), count);
    if (inverse !== null)
      return { members: Int32Array.from(group), masses, mass, basis, size: count, inverse };
  }
  return { members: Int32Array.from(group), masses, mass, basis: fill(2), size: 2, inverse: null };
}

/** A_qq = sum m q~ q~^T, row by row. */
function moments(basis: Float64Array, masses: Float64Array, n: number): Float64Array {
  const result = new Float64Array(n * n);
  for (let k = 0; k < masses.length; k++) {
    for (let r = 0; r < n; r++) {
      for (let c = 0; c < n; c++) result[r * n + c] += masses[k] * basis[k * n + r] * basis[k * n + c];
    }
  }
  return result;
}

/** Inverse of a symmetric matrix by elimination, or null if it is singular to `SINGULAR_PIVOT`. */
function invert(matrix: Float64Array, n: number): Float64Array | null {
  const a = matrix.slice();
  const inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++) inverse[i * n + i] = 1;
  for (let i = 0; i < n; i++) {
    const pivot = a[i * n + i];
    if (!(pivot > SINGULAR_PIVOT * matrix[i * n + i])) return null;
    for (let c = 0; c < n; c++) {
      a[i * n + c] /= pivot;
      inverse[i * n + c] /= pivot;
    }
    for (let r = 0; r < n; r++) {
      const f = a[r * n + i];
      if (r === i || f === 0) continue;
      for (let c = 0; c < n; c++) {
        a[r * n + c] -= f * a[i * n + c];
        inverse[r * n + c] -= f * inverse[i * n + c];
      }
    }
  }
  return inverse;
}
