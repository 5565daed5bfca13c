/**
 * Seams: contacts of a moving shape with ground that is made of several polygons side by side.
 *
 * A body that lands on a row of tiles in one step, or slides over it with a corner, overlaps several tiles. The axis of least penetration
 * of a single tile may then be that of its side, although the next tile covers this side: the body would be pushed along the ground, or
 * stopped there by a bump of no size. What a tile may push along follows from all tiles together, as their Gauss map. Let n be the normal
 * of a contact, outward from the polygon P, and Q the other polygons nearby that touch P and move with it.
 *
 * - n is the normal of an edge of P. It is right if some of the edge near the moving shape is bare. A part of the edge is covered if the
 *   points at the distance `DEPTH` s in front of it are in some Q, enlarged by s.
 * - n belongs to a vertex of P. With the radius r of P, its point is v = vertex + r n. It is right if no Q that v touches reaches further
 *   along n than v.
 *
 * If n is wrong, the contact is confined to the edge of P with the least penetration among those that are not covered. A shape that is not
 * over that edge has no contact with P: then it has one with the neighbour that is under it.
 *
 * s is the slop, for small shapes less. Polygons count as side by side if gaps and steps between them are no larger than that. A rounded
 * polygon counts as covering what the lines of its edges enclose, up to 0.42 r more at a corner: where the rounded corners of two polygons
 * meet in a notch, the ground is as uneven as it looks, since their sides end below the notch. No polygon is considered whose solidity a hook
 * decides in each step.
 */
import { BOX, collideFace, type GeometryStore, type Manifold, POLYGON } from '@otedama/collision';
import { LINEAR_SLOP } from './constants.js';
import { IntList } from './int-list.js';
import {
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  BOX_STRIDE,
  CONTACT_FACE,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_PRE_SOLVE,
  CONTACT_SENSOR,
  DYNAMIC,
  SHAPE_A,
  SHAPE_B,
  VX,
  VY,
  W,
} from './layout.js';
import type { WorldState } from './world-state.js';

/** Greatest width of a seam, as a share of the extent of the moving shape. With 5 % a shape cannot fall into a gap that counts as closed. */
const WIDTH_SHARE = 0.05;

/** Distance at which the space in front of an edge is probed, as a multiple of the width: more than 1, so that no polygon covers itself. */
const DEPTH = 1.2;

/** Cosine of the angle up to which a normal counts as that of an edge. */
const SAME_DIRECTION = 1 - 1e-9;

/** Polygons that touch the one of the current contact. */
const neighbors = new IntList(16);

/** The current contact: fixed polygon, moving shape, width of a seam, and distance to which an edge matters beside the moving shape, m. */
const current = { fixed: 0, moving: 0, width: 0, reach: 0 };

/** Along an edge: extent of the moving shape and its least separation; the bare part of the edge, m. */
const span = { low: 0, high: 0, separation: 0, bareLow: 0, bareHigh: 0 };

/** Contacts at seams: a part with which a world may be created. */
export interface SeamsPart {
  /**
   * Corrects the manifold of a contact, if it is at a seam.
   * @param slot number of the contact
   * @param count number of points of the manifold
   * @returns the number of points that it has then
   */
  mend(state: WorldState, slot: number, count: number): number;
}

/** Contacts at seams: bodies land on and slide over ground made of several polygons as over one. */
export const seams: SeamsPart = { mend };

function mend(state: WorldState, slot: number, count: number): number {
  const { index } = state.contacts;
  const { geometry, manifold } = state;
  const i = slot * CONTACT_INDEX_STRIDE;
  index[i + CONTACT_FLAGS] &= CONTACT_FACE - 1;
  if (count === 0 || (index[i + CONTACT_FLAGS] & CONTACT_SENSOR) !== 0) return count;
  const { type } = state.bodies;
  const isFlipped = type[index[i + BODY_A]] === DYNAMIC;
  const fixedBody = index[i + (isFlipped ? BODY_B : BODY_A)];
  const movingBody = index[i + (isFlipped ? BODY_A : BODY_B)];
  if (type[fixedBody] === DYNAMIC) return count;
  const fixed = index[i + (isFlipped ? SHAPE_B : SHAPE_A)];
  const moving = index[i + (isFlipped ? SHAPE_A : SHAPE_B)];
  if (!isPolygon(geometry, fixed) || geometry.kind[moving] > BOX) return count;
  current.fixed = fixed;
  current.moving = moving;
  current.width = Math.min(LINEAR_SLOP, WIDTH_SHARE * geometry.extent[moving]);
  current.reach = state.speculativeDistance + 2 * current.width;
  collectNeighbors(state, slot, fixedBody, movingBody);
  if (neighbors.count === 0) return count;
  const sign = isFlipped ? -1 : 1;
  if (isRight(geometry, sign * manifold.normalX, sign * manifold.normalY)) return count;
  const edge = bestEdge(geometry);
  // P is wholly covered where the shape is, which has come deep into the ground
  if (edge < 0) return count;
  const points = collideFace(geometry, fixed, edge, moving, isFlipped, state.speculativeDistance, manifold);
  if (points > 0) index[i + CONTACT_FLAGS] |= CONTACT_FACE * (edge + 1);
  return points;
}

/** Computes the manifold of a contact that is confined to an edge, for a world that is restored. @returns the number of its points */
export function findConfined(state: WorldState, slot: number, out: Manifold): number {
  const { index } = state.contacts;
  const i = slot * CONTACT_INDEX_STRIDE;
  const edge = Math.floor(index[i + CONTACT_FLAGS] / CONTACT_FACE) - 1;
  const isFlipped = state.bodies.type[index[i + BODY_A]] === DYNAMIC;
  const fixed = index[i + (isFlipped ? SHAPE_B : SHAPE_A)];
  const moving = index[i + (isFlipped ? SHAPE_A : SHAPE_B)];
  return collideFace(state.geometry, fixed, edge, moving, isFlipped, state.speculativeDistance, out);
}

function isPolygon({ kind }: GeometryStore, shape: number): boolean {
  return kind[shape] === BOX || kind[shape] === POLYGON;
}

/** Lists the polygons Q: those near the moving shape that touch P and do not move relative to it. */
function collectNeighbors(state: WorldState, slot: number, fixedBody: number, movingBody: number): void {
  const { contacts, bodies, geometry } = state;
  const { index, edgeNext, edgeOther } = contacts;
  const { tight } = state.shapes;
  const { fixed, moving } = current;
  const b = fixed * BOX_STRIDE;
  const distance = 2 * current.width;
  neighbors.count = 0;
  for (let edge = bodies.firstEdge[movingBody]; edge >= 0; edge = edgeNext[edge]) {
    const other = edgeOther[edge];
    if (bodies.type[other] === DYNAMIC || edge >> 1 === slot) continue;
    const i = (edge >> 1) * CONTACT_INDEX_STRIDE;
    if ((index[i + CONTACT_FLAGS] & (CONTACT_SENSOR | CONTACT_PRE_SOLVE)) !== 0) continue;
    const isFirst = index[i + SHAPE_A] === moving;
    if (!isFirst && index[i + SHAPE_B] !== moving) continue;
    const shape = index[i + (isFirst ? SHAPE_B : SHAPE_A)];
    const a = shape * BOX_STRIDE;
    if (
      tight[a] - distance <= tight[b + 2] &&
      tight[b] - distance <= tight[a + 2] &&
      tight[a + 1] - distance <= tight[b + 3] &&
      tight[b + 1] - distance <= tight[a + 3] &&
      isPolygon(geometry, shape) &&
      (other === fixedBody || moveAlike(bodies.motion, other * BODY_STRIDE, fixedBody * BODY_STRIDE))
    ) {
      neighbors.push(shape);
    }
  }
}

/** Whether two bodies that no force moves keep their places relative to each other: same velocity, no rotation. */
function moveAlike(motion: Float64Array, a: number, b: number): boolean {
  return (
    motion[a + VX] === motion[b + VX] &&
    motion[a + VY] === motion[b + VY] &&
    motion[a + W] === 0 &&
    motion[b + W] === 0
  );
}

/** Whether P and its neighbours together may push along n. */
function isRight(geometry: GeometryStore, nx: number, ny: number): boolean {
  const { worldVertices: vertices, worldNormals: normals } = geometry;
  const first = geometry.first[current.fixed];
  const count = geometry.count[current.fixed];
  let v = 0;
  let furthest = -Infinity;
  for (let k = 0; k < count; k++) {
    const p = 2 * (first + k);
    if (nx * normals[p] + ny * normals[p + 1] > SAME_DIRECTION) return isBare(geometry, k);
    const reach = nx * vertices[p] + ny * vertices[p + 1];
    if (reach > furthest) {
      furthest = reach;
      v = p;
    }
  }
  const radius = geometry.radius[current.fixed];
  const x = vertices[v] + radius * nx;
  const y = vertices[v + 1] + radius * ny;
  for (let k = 0; k < neighbors.count; k++) {
    const q = neighbors.items[k];
    const end = 2 * (geometry.first[q] + geometry.count[q]);
    const room = current.width + geometry.radius[q];
    const beyond = current.width - geometry.radius[q];
    let isTouching = true;
    let isBeyond = false;
    for (let w = 2 * geometry.first[q]; w < end; w += 2) {
      const dx = vertices[w] - x;
      const dy = vertices[w + 1] - y;
      if (normals[w] * dx + normals[w + 1] * dy < -room) isTouching = false;
      if (nx * dx + ny * dy > beyond) isBeyond = true;
    }
    if (isTouching && isBeyond) return false;
  }
  return true;
}

/** The bare edge of P below the moving shape with the least penetration, or -1. */
function bestEdge(geometry: GeometryStore): number {
  let best = -1;
  let separation = -Infinity;
  for (let k = 0; k < geometry.count[current.fixed]; k++) {
    measure(geometry, k);
    if (span.separation <= separation || !isBare(geometry, k)) continue;
    separation = span.separation;
    best = k;
  }
  return best;
}

/** Measures the moving shape along edge k of P, from its first vertex: extent and least separation. @returns the length of the edge */
function measure(store: GeometryStore, k: number): number {
  const { worldVertices: vertices, worldNormals: normals } = store;
  const { fixed, moving } = current;
  const p = 2 * (store.first[fixed] + k);
  const next = 2 * (store.first[fixed] + (k + 1 < store.count[fixed] ? k + 1 : 0));
  const nx = normals[p];
  const ny = normals[p + 1];
  const radius = store.radius[moving] + store.radius[fixed];
  span.low = Infinity;
  span.high = -Infinity;
  span.separation = Infinity;
  const end = 2 * (store.first[moving] + store.count[moving]);
  for (let w = 2 * store.first[moving]; w < end; w += 2) {
    const dx = vertices[w] - vertices[p];
    const dy = vertices[w + 1] - vertices[p + 1];
    const t = nx * dy - ny * dx;
    span.low = Math.min(span.low, t - store.radius[moving]);
    span.high = Math.max(span.high, t + store.radius[moving]);
    span.separation = Math.min(span.separation, nx * dx + ny * dy - radius);
  }
  return nx * (vertices[next + 1] - vertices[p + 1]) - ny * (vertices[next] - vertices[p]);
}

/** Whether some of edge k of P near the moving shape is not covered. */
function isBare(geometry: GeometryStore, k: number): boolean {
  const length = measure(geometry, k);
  const { reach, width } = current;
  span.bareLow = Math.max(0, Math.min(span.low - reach, length - reach));
  span.bareHigh = Math.min(length, Math.max(span.high + reach, reach));
  // a polygon that covers an end of the bare part may let another one cover more
  for (let round = 0; round < neighbors.count; round++) {
    const before = span.bareHigh - span.bareLow;
    for (let n = 0; n < neighbors.count; n++) cover(geometry, k, neighbors.items[n]);
    const bare = span.bareHigh - span.bareLow;
    if (bare <= 0.1 * width) return false;
    if (bare === before) return true;
  }
  return true;
}

/** Takes the part of edge k of P that polygon `q` covers off the ends of its bare part. */
function cover(
  { worldVertices: vertices, worldNormals: normals, first, count, radius }: GeometryStore,
  k: number,
  q: number,
): void {
  const { fixed, width } = current;
  const p = 2 * (first[fixed] + k);
  const nx = normals[p];
  const ny = normals[p + 1];
  const height = radius[fixed] + DEPTH * width;
  const x = vertices[p] + height * nx;
  const y = vertices[p + 1] + height * ny;
  let low = -Infinity;
  let high = Infinity;
  const end = 2 * (first[q] + count[q]);
  for (let w = 2 * first[q]; w < end; w += 2) {
    // m . (point - w) <= width + radius along the line x + t (-ny, nx)
    const mx = normals[w];
    const my = normals[w + 1];
    const room = width + radius[q] - (mx * (x - vertices[w]) + my * (y - vertices[w + 1]));
    const slope = my * nx - mx * ny;
    if (slope > 0) high = Math.min(high, room / slope);
    else if (slope < 0) low = Math.max(low, room / slope);
    else if (room < 0) return;
  }
  if (low <= span.bareLow) span.bareLow = Math.max(span.bareLow, Math.min(high, span.bareHigh));
  if (high >= span.bareHigh) span.bareHigh = Math.min(span.bareHigh, Math.max(low, span.bareLow));
}
