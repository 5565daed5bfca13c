/**
 * Outlines of shapes as polygons in the body frame, for fields that act on areas and edges. Polygons are themselves; round corners and caps
 * become chords whose inner points lie a little farther out, so that their area is the true one.
 *
 * A corner of the angle t is drawn with m chords over equal angles d = t / m. Its ends lie on the arc of radius r, where the straight edges
 * begin, its inner points at R. The triangles about the centre have the area of the sector, r^2 t / 2, for
 *
 *     (m - 2) R^2 sin d + 2 r R sin d = r^2 t.
 */
import { BOX, CAPSULE, type GeometryStore, POLYGON, type Shape } from '@otedama/collision';
import { atan2, cos, sin } from '@otedama/math2d';
import type { WorldState } from './world-state.js';

/** Angle of a chord at most, rad. */
const CHORD = Math.PI / 16;

/**
 * Vertices of a shape counter-clockwise, xy interleaved, body frame, m. Empty for circles, which are dealt with exactly, and for shapes without
 * area.
 */
export function outlineOf(geometry: GeometryStore, shape: number): Float64Array {
  const kind = geometry.kind[shape];
  if (kind !== CAPSULE && kind !== POLYGON && kind !== BOX) return new Float64Array(0);
  const { localVertices: vertices, localNormals: normals } = geometry;
  const start = 2 * geometry.first[shape];
  const count = geometry.count[shape];
  const radius = geometry.radius[shape];
  if (radius === 0) return vertices.slice(start, start + 2 * count);
  const points: number[] = [];
  for (let k = 0; k < count; k++) {
    const v = start + 2 * k;
    const before = start + 2 * ((k + count - 1) % count);
    const nx = normals[before];
    const ny = normals[before + 1];
    const cross = nx * normals[v + 1] - ny * normals[v];
    const dot = nx * normals[v] + ny * normals[v + 1];
    // the two normals of a capsule are opposite: half a turn, whatever the sign of zero
    const angle = count === 2 ? Math.PI : atan2(cross, dot);
    const chords = Math.max(2, Math.ceil(angle / CHORD));
    const step = angle / chords;
    const reach = radius * innerReach(chords, step);
    for (let i = 0; i <= chords; i++) {
      const c = cos(i * step);
      const s = sin(i * step);
      const r = i === 0 || i === chords ? radius : reach;
      points.push(vertices[v] + r * (c * nx - s * ny), vertices[v + 1] + r * (s * nx + c * ny));
    }
  }
  return Float64Array.from(points);
}

/** R / r of the head of the file: the positive root, written so that m = 2 is no exception. */
function innerReach(m: number, d: number): number {
  const q = (m * d) / sin(d);
  return q / (1 + Math.sqrt(1 + (m - 2) * q));
}

/** Outlines of the shapes of a world, made when first asked for. */
export class OutlineCache {
  readonly #outlines: Float64Array[] = [];
  readonly #shapes: (Shape | null)[] = [];

  /** The outline of the shape with an id, which may have been that of another shape when it was asked for last. */
  get({ geometry, shapeGeometry }: WorldState, id: number): Float64Array {
    const shape = shapeGeometry[id];
    if (this.#shapes[id] !== shape) {
      this.#outlines[id] = outlineOf(geometry, id);
      this.#shapes[id] = shape;
    }
    return this.#outlines[id];
  }
}
