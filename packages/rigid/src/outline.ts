/**
 * Outlines of shapes as polygons in the body frame, for fields that act on areas and edges. Polygons are used as they are. Round
 * corners and caps are replaced by chords whose inner points are a little outside the arc, so that the area is exact.
 *
 * A corner with the angle t gets m chords over equal angles d = t / m. Its end points are on the arc of radius r, where the
 * straight edges begin, and its inner points are at the radius R. The triangles about the centre have the area of the sector, r^2
 * t / 2, if
 *
 *     (m - 2) R^2 sin d + 2 r R sin d = r^2 t.
 */
import { BOX, CAPSULE, type GeometryStore, POLYGON, type Shape } from '@otedama/collision';
import { atan2, cos, sin } from '@otedama/math2d';
import type { WorldState } from './world-state.js';

/** Maximum angle of a chord, rad. */
const CHORD = Math.PI / 16;

/**
 * Vertices of a shape counter-clockwise, xy interleaved, body frame, m. Empty for circles, which are handled exactly, and for
 * shapes without area.
 */
function outlineOf(geometry: GeometryStore, shape: number): Float64Array {
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

/** R / r of the head of this file: the positive root, in a form that also holds for m = 2. */
function innerReach(m: number, d: number): number {
  const q = (m * d) / sin(d);
  return q / (1 + Math.sqrt(1 + (m - 2) * q));
}

/** Outlines of the shapes of a world, computed at the first request. */
export class OutlineCache {
  readonly #outlines: Float64Array[] = [];
  readonly #shapes: (Shape | null)[] = [];

  /** Returns the outline of the shape with an id. The id may have belonged to another shape at the last request. */
  get({ geometry, shapeGeometry }: WorldState, id: number): Float64Array {
    const shape = shapeGeometry[id];
    if (this.#shapes[id] !== shape) {
      this.#outlines[id] = outlineOf(geometry, id);
      this.#shapes[id] = shape;
    }
    return this.#outlines[id];
  }
}
