/**
 * Geometry of all shapes in flat arrays, read by the narrow phase.
 *
 * A shape is a convex core of 1..64 vertices (counter-clockwise) and a radius around it. Edge i runs from vertex i to
 * vertex i + 1 (the last one back to vertex 0), normal i is its outward unit normal. A circle has one vertex and no
 * edge, a capsule and a segment have two vertices and the two edges there and back. A half-space has one vertex on its
 * boundary and one normal. A chain segment has two vertices followed by its two ghosts in slots 2 and 3, and the two
 * normals of its edge; normal 0 points to the free side.
 *
 * `place` writes world vertices and normals from a pose. Nothing here is allocated after the arrays have grown to
 * their final size.
 */
import type { Vec2 } from '@otedama/math2d';
import * as polygon from '@otedama/math2d/polygon';
import { grown } from './grown.js';
import { BOX, CAPSULE, CHAIN_SEGMENT, CIRCLE, HALF_SPACE, POLYGON, SEGMENT } from './shape-kinds.js';
import type { Shape } from './shape-types.js';
import { convexCore } from './shapes.js';

/** Maximum cosine of two edges that count as perpendicular when boxes are recognised. Covers only rounding of the vertices. */
const RIGHT_ANGLE_TOLERANCE = 1e-12;

const ORIGIN: Vec2 = { x: 0, y: 0 };

const KINDS: Readonly<Record<Shape['kind'], number>> = {
  circle: CIRCLE,
  capsule: CAPSULE,
  segment: SEGMENT,
  polygon: POLYGON,
  chainSegment: CHAIN_SEGMENT,
  halfSpace: HALF_SPACE,
};

/**
 * Shapes as flat arrays, the input of `collide`. The vertices and normals of a shape are contiguous. They are stored in its
 * body frame and in the world, for the pose of the last `placeFrom`.
 */
export class GeometryStore {
  /** Kind of each shape, one of the constants of shape-kinds. */
  kind: Uint8Array = new Uint8Array(16);
  /** First vertex of each shape, counted in vertices. */
  first: Int32Array = new Int32Array(16);
  /** Vertices of the core: 1, 2 or 3..64. 0 marks a free id. */
  count: Int32Array = new Int32Array(16);
  /** Radius around the core, metres. */
  radius: Float64Array = new Float64Array(16);
  /** Greatest distance of a core vertex from the centre, metres, at least the radius if the core is a point. */
  extent: Float64Array = new Float64Array(16);
  /** Half sizes of a box along its normals 0 and 1, metres; xy interleaved, length 2 per shape. */
  halfSizes: Float64Array = new Float64Array(32);
  /** Centre of the core in body coordinates, metres; xy interleaved. */
  localCenters: Float64Array = new Float64Array(32);
  /** Centre of the core in world coordinates, metres; xy interleaved. */
  worldCenters: Float64Array = new Float64Array(32);
  /** Vertices in body coordinates, metres; xy interleaved, vertex i of a shape at 2 (first + i). */
  localVertices: Float64Array = new Float64Array(128);
  /** Vertices in world coordinates, metres; laid out like `localVertices`. */
  worldVertices: Float64Array = new Float64Array(128);
  /** Outward unit normals of the edges in body coordinates; laid out like `localVertices`. */
  localNormals: Float64Array = new Float64Array(128);
  /** Outward unit normals of the edges in world coordinates; laid out like `localVertices`. */
  worldNormals: Float64Array = new Float64Array(128);
  /** Ids in use. */
  shapeCount = 0;

  /** All ids are below this number. */
  idCount = 0;
  /** Free ids, which `add` uses next, the last one first. After them, it uses `idCount` and up. */
  readonly freeList: number[] = [];

  private vertexEnd = 0;
  /** Free vertex ranges by the binary logarithm of their length. */
  private readonly freeRanges: number[][] = [[], [], [], [], [], [], []];

  /** Adds a validated shape and returns its id. Freed ids are reused, last in, first out. Place the shape before use. */
  add(shape: Shape): number {
    const id = this.freeList.pop() ?? this.idCount;
    this.replace(id, shape);
    return id;
  }

  /** Frees an id and its vertices. */
  remove(id: number): void {
    this.replace(id, null);
    this.freeList.push(id);
  }

  /**
   * Stores a shape under an id that the caller chooses, or frees the id (null). The shape that had the id is removed. Used to restore a
   * state; set `freeList` and `idCount` afterwards.
   */
  replace(id: number, shape: Shape | null): void {
    if (this.count[id] > 0) {
      const slots = this.kind[id] === CHAIN_SEGMENT ? 4 : this.count[id];
      this.freeRanges[sizeClass(slots)].push(this.first[id]);
      this.count[id] = 0;
      this.shapeCount--;
    }
    if (id >= this.idCount) this.idCount = id + 1;
    if (shape !== null) this.write(id, shape);
  }

  private write(id: number, shape: Shape): void {
    while (id >= this.kind.length) this.growShapes(2 * this.kind.length);
    this.shapeCount++;
    this.kind[id] = KINDS[shape.kind];
    if (shape.kind === 'halfSpace') {
      this.radius[id] = 0;
      this.writeCore(id, [shape.position ?? ORIGIN]);
      const { x, y } = shape.normal;
      const length = Math.sqrt(x * x + y * y);
      const slot = 2 * this.first[id];
      this.localNormals[slot] = x / length;
      this.localNormals[slot + 1] = y / length;
      return;
    }
    const { vertices, radius } = convexCore(shape)!;
    this.radius[id] = radius;
    this.writeCore(id, vertices, shape.kind === 'chainSegment' ? [shape.ghost1, shape.ghost2] : []);
    if (shape.kind === 'polygon') this.#recognizeBox(id);
  }

  /** `placeFrom` with the pose as plain numbers: origin (x, y) in metres, rotation (cosine, sine). It makes an array, so no step calls it. */
  place(
    id: number,
    x: number,
    y: number,
    c: number,
    s: number,
    boxes: Float64Array,
    boxOffset: number,
  ): void {
    this.placeFrom(id, Float64Array.of(x, y, c, s), 0, boxes, boxOffset);
  }

  /**
   * Writes the world centre, vertices and normals of a shape whose body has the pose (x, y, cosine, sine) at
   * `poses[poseOffset..]`, and its tight box (minX, minY, maxX, maxY; radius included; infinite for a half-space) at
   * `boxes[boxOffset..]`.
   */
  placeFrom(
    id: number,
    poses: Float64Array,
    poseOffset: number,
    boxes: Float64Array,
    boxOffset: number,
  ): void {
    const x = poses[poseOffset];
    const y = poses[poseOffset + 1];
    const c = poses[poseOffset + 2];
    const s = poses[poseOffset + 3];
    const start = 2 * this.first[id];
    const kind = this.kind[id];
    const radius = this.radius[id];
    const vertices = this.worldVertices;
    const normals = this.worldNormals;
    const localNormals = this.localNormals;

    const localX = this.localCenters[2 * id];
    const localY = this.localCenters[2 * id + 1];
    const centerX = x + (c * localX - s * localY);
    const centerY = y + (s * localX + c * localY);
    this.worldCenters[2 * id] = centerX;
    this.worldCenters[2 * id + 1] = centerY;

    if (kind === BOX) {
      // u = half size 0 along normal 0, v = half size 1 along normal 1: the vertices are the four sums +-u +-v.
      const nx = c * localNormals[start] - s * localNormals[start + 1];
      const ny = s * localNormals[start] + c * localNormals[start + 1];
      const u = this.halfSizes[2 * id];
      const v = this.halfSizes[2 * id + 1];
      const ux = u * nx;
      const uy = u * ny;
      const vx = -v * ny;
      const vy = v * nx;
      vertices[start] = centerX + (ux - vx);
      vertices[start + 1] = centerY + (uy - vy);
      vertices[start + 2] = centerX + (ux + vx);
      vertices[start + 3] = centerY + (uy + vy);
      vertices[start + 4] = centerX - (ux - vx);
      vertices[start + 5] = centerY - (uy - vy);
      vertices[start + 6] = centerX - (ux + vx);
      vertices[start + 7] = centerY - (uy + vy);
      normals[start] = nx;
      normals[start + 1] = ny;
      normals[start + 2] = -ny;
      normals[start + 3] = nx;
      normals[start + 4] = -nx;
      normals[start + 5] = -ny;
      normals[start + 6] = ny;
      normals[start + 7] = -nx;
      const halfX = Math.abs(ux) + Math.abs(vx) + radius;
      const halfY = Math.abs(uy) + Math.abs(vy) + radius;
      boxes[boxOffset] = centerX - halfX;
      boxes[boxOffset + 1] = centerY - halfY;
      boxes[boxOffset + 2] = centerX + halfX;
      boxes[boxOffset + 3] = centerY + halfY;
      return;
    }

    if (kind === CIRCLE) {
      vertices[start] = centerX;
      vertices[start + 1] = centerY;
      boxes[boxOffset] = centerX - radius;
      boxes[boxOffset + 1] = centerY - radius;
      boxes[boxOffset + 2] = centerX + radius;
      boxes[boxOffset + 3] = centerY + radius;
      return;
    }

    const local = this.localVertices;
    const count = this.count[id];
    // offsets of the extreme vertices, chosen without branches: for one vertex in two, these would be guessed wrongly
    let left = start;
    let right = start;
    let low = start;
    let high = start;
    for (let k = start, end = start + 2 * count; k < end; k += 2) {
      const lx = local[k];
      const ly = local[k + 1];
      const wx = x + (c * lx - s * ly);
      const wy = y + (s * lx + c * ly);
      vertices[k] = wx;
      vertices[k + 1] = wy;
      left += (k - left) * +(wx < vertices[left]);
      right += (k - right) * +(wx > vertices[right]);
      low += (k - low) * +(wy < vertices[low + 1]);
      high += (k - high) * +(wy > vertices[high + 1]);
      const mx = localNormals[k];
      const my = localNormals[k + 1];
      normals[k] = c * mx - s * my;
      normals[k + 1] = s * mx + c * my;
    }
    if (kind === HALF_SPACE) {
      boxes[boxOffset] = -Infinity;
      boxes[boxOffset + 1] = -Infinity;
      boxes[boxOffset + 2] = Infinity;
      boxes[boxOffset + 3] = Infinity;
      return;
    }
    if (kind === CHAIN_SEGMENT) {
      for (let k = start + 4; k < start + 8; k += 2) {
        const lx = local[k];
        const ly = local[k + 1];
        vertices[k] = x + (c * lx - s * ly);
        vertices[k + 1] = y + (s * lx + c * ly);
      }
    }
    boxes[boxOffset] = vertices[left] - radius;
    boxes[boxOffset + 1] = vertices[low + 1] - radius;
    boxes[boxOffset + 2] = vertices[right] + radius;
    boxes[boxOffset + 3] = vertices[high + 1] + radius;
  }

  /**
   * Whether a placed shape touches the box at `boxes[offset..]`. Tests the separating axes of the shape's edges; the shape's own
   * box must be known to touch the box. Exact for half-spaces and unrounded cores, conservative at rounded corners.
   */
  touchesBox(id: number, boxes: Float64Array, offset: number): boolean {
    const vertices = this.worldVertices;
    const normals = this.worldNormals;
    const cx = 0.5 * (boxes[offset] + boxes[offset + 2]);
    const cy = 0.5 * (boxes[offset + 1] + boxes[offset + 3]);
    const hx = boxes[offset + 2] - cx;
    const hy = boxes[offset + 3] - cy;
    const radius = this.radius[id];
    const start = 2 * this.first[id];
    for (let k = start, end = start + 2 * this.count[id]; k < end; k += 2) {
      const nx = normals[k];
      const ny = normals[k + 1];
      const height = nx * (cx - vertices[k]) + ny * (cy - vertices[k + 1]);
      if (height - hx * Math.abs(nx) - hy * Math.abs(ny) > radius) return false;
    }
    return true;
  }

  /** Allocates a vertex range and writes the vertices, edge normals, centre and extent of a core. */
  private writeCore(id: number, points: readonly Vec2[], ghosts: readonly Vec2[] = []): void {
    const count = points.length;
    const size = sizeClass(count + ghosts.length);
    let first = this.freeRanges[size].pop();
    if (first === undefined) {
      first = this.vertexEnd;
      this.vertexEnd += 1 << size;
      if (2 * this.vertexEnd > this.localVertices.length) this.growVertices(4 * this.vertexEnd);
    }
    this.first[id] = first;
    this.count[id] = count;
    const vertices = this.localVertices;
    const normals = this.localNormals;
    let slot = 2 * first;
    for (const list of [points, ghosts]) {
      for (const point of list) {
        vertices[slot++] = point.x;
        vertices[slot++] = point.y;
      }
    }
    const center = polygon.centroid(points);
    let extent = 0;
    for (let i = 0; i < count; i++) {
      const p = points[i];
      const q = points[i + 1 < count ? i + 1 : 0];
      const ex = q.x - p.x;
      const ey = q.y - p.y;
      const length = Math.sqrt(ex * ex + ey * ey);
      const nx = length > 0 ? ey / length : 0;
      const ny = length > 0 ? -ex / length : 0;
      normals[2 * (first + i)] = nx;
      normals[2 * (first + i) + 1] = ny;
      const rx = p.x - center.x;
      const ry = p.y - center.y;
      extent = Math.max(extent, Math.sqrt(rx * rx + ry * ry));
    }
    this.localCenters[2 * id] = center.x;
    this.localCenters[2 * id + 1] = center.y;
    this.extent[id] = extent > 0 ? extent : this.radius[id];
  }

  /** Sets the kind of a polygon with four right angles to BOX and stores its half sizes. */
  #recognizeBox(id: number): void {
    if (this.count[id] !== 4) return;
    const n = 2 * this.first[id];
    const m = this.localNormals;
    const v = this.localVertices;
    const isRight = (i: number, j: number): boolean =>
      Math.abs(m[n + i] * m[n + j] + m[n + i + 1] * m[n + j + 1]) <= RIGHT_ANGLE_TOLERANCE;
    if (!isRight(0, 2) || !isRight(2, 4) || !isRight(4, 6)) return;
    this.kind[id] = BOX;
    // half the distance of two opposite vertices, measured along normals 0 and 1
    const dx = 0.5 * (v[n + 2] - v[n + 6]);
    const dy = 0.5 * (v[n + 3] - v[n + 7]);
    this.halfSizes[2 * id] = m[n] * dx + m[n + 1] * dy;
    this.halfSizes[2 * id + 1] = m[n + 2] * dx + m[n + 3] * dy;
  }

  private growShapes(capacity: number): void {
    this.kind = grown(this.kind, capacity);
    this.first = grown(this.first, capacity);
    this.count = grown(this.count, capacity);
    this.radius = grown(this.radius, capacity);
    this.extent = grown(this.extent, capacity);
    this.halfSizes = grown(this.halfSizes, 2 * capacity);
    this.localCenters = grown(this.localCenters, 2 * capacity);
    this.worldCenters = grown(this.worldCenters, 2 * capacity);
  }

  private growVertices(length: number): void {
    this.localVertices = grown(this.localVertices, length);
    this.worldVertices = grown(this.worldVertices, length);
    this.localNormals = grown(this.localNormals, length);
    this.worldNormals = grown(this.worldNormals, length);
  }
}

/** Binary logarithm of the range length that holds `count` vertices. */
function sizeClass(count: number): number {
  return count <= 1 ? 0 : 32 - Math.clz32(count - 1);
}
