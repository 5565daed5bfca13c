/**
 * Contact of one particle with the colliders. It is the last operation that moves the particle in a substep. Motion by the sweep and the
 * tethers counts as approach too, so no particle enters a collider, except in a wedge between two.
 *
 * phi(x) is the signed distance of x to a collider's surface minus the cloth's thickness, and n is its gradient. A particle was at x0
 * before the substep, with phi0 = phi(x0) to the collider at that time. It is at x now, with phi < 0, so it has approached by phi0 - phi.
 * This approach is undone, up to the surface, as an impact with restitution 0. Penetration from before is removed at no more than
 * PUSH_SPEED and does not change the velocity, so a cloth that starts inside a body does not burst:
 *
 *   b = clamp(phi0 - phi, 0, -phi),   e = min(-phi - b, PUSH_SPEED h),   x += (b + e) n
 *
 * Friction [Macklin 2014, "Unified Particle Physics for Real-Time Applications", eq. 24]: b is the normal impulse times h w, so
 * Coulomb's law limits how much of the motion along the surface may be undone:
 *
 *   d = x - x0 - (motion of the surface),   t = d - n (n . d),   x -= t min(1, friction b / |t|)
 *
 * A capsule with the axis u, of length L, and the radii R0 and R1 at its ends is the union of the spheres around its points s u, 0 <= s <= 1,
 * of radius R = R0 - s D with D = R0 - R1. x is y along the axis and r away from it, so phi(s) = sqrt((y - s L)² + r²) - R is least at
 *
 *   s = y / L - (r / L) D / sqrt(L² - D²),   clamped to 0..1;   for L <= |D|, where a sphere contains the other: the end of that sphere
 *
 * In the substep, the axis of a capsule of radius R changes from u - w to u. Its surface at the fraction s along the axis moves by
 *
 *   (motion of the axis' start) + s w + (w (u . n) - u (w . n)) R / |u|^2
 *
 * `moved` is x - x* without e. The velocity is computed from it.
 *
 * A box of half sizes s at a, rotated by the unit quaternion q and rounded by the thickness [Quilez, "Distance functions": sdBox]:
 *
 *   d = q* (x - a) q,   l = |d| - s (by coordinates),   outside: phi = |max(l, 0)|, n = max(l, 0) sign(d) / phi, rotated by q
 *                                                       inside:  phi = max of l, and n is the normal of that face
 *
 * minus the thickness in both cases. The motion of the surface is that of its nearest point, clamp(d, -s, s), which moves with the box.
 *
 * A distance field (distance-field.ts) at a, rotated by q: d as for a box, u = (d - first node) / cell size, and c = clamp(u, 0, counts - 1)
 * in the cell i = floor(c), at f = c - i:
 *
 *   phi = trilinear interpolation of the eight nodes of the cell at f, + |d - nearest point of the grid|,   n = its gradient at f, normalized
 *
 * In the middle of a body the gradient may be nothing but rounding errors; then n is up, in the axes of the field.
 *
 * The nearest point of the surface is about d - phi n, in the axes of the field.
 */

import { BOX, CAPSULE, COLLIDER_END, COLLIDER_FLOATS, type ColliderTable, FIELD } from '../colliders.js';
import { LEVEL_SLOPE_SQUARED, MIN_LENGTH_SQUARED, PUSH_SPEED } from '../constants.js';
import type { Settings } from '../settings.js';
import type { DistanceField, FieldCollider } from '../types.js';
import type { SolverState } from './solver-state.js';

/** A time within a frame: `done` of `total` substeps after its start. */
interface Moment {
  done: number;
  total: number;
}

/**
 * Result of `probe`: distance phi, normal n and a vector p. For a box or field, p is its nearest point in its own axes. For a capsule, p
 * is u R / |u|^2, and `along` is s + p . n. Overwritten by each call.
 */
const found = { phi: 0, nx: 0, ny: 0, nz: 0, px: 0, py: 0, pz: 0, along: 0 };
const moment: Moment = { done: 0, total: 1 };
/** Result of `turnBy`, and the rotation of a box or field at `moment`. */
const turned = { x: 0, y: 0, z: 0 };
const turn = { x: 0, y: 0, z: 0, w: 1 };
/** The field of the collider that is probed; null for other kinds. */
let field: DistanceField | null = null;
/** Motion of the surface at the nearest point in the substep. */
const surface = { x: 0, y: 0, z: 0 };

/** Moves the particle at offset o out of all colliders at the end of substep `substep` of `total`, and updates `moved` (xyz). */
export function collide(
  { position, velocity, predicted }: SolverState,
  settings: Settings,
  { words, list, reactions }: ColliderTable,
  o: number,
  substep: number,
  total: number,
  moved: Float64Array,
): void {
  const { h, thickness } = settings;
  moment.total = total;
  for (let c = 0; c < COLLIDER_FLOATS * list.length; c += COLLIDER_FLOATS) {
    moment.done = substep + 1;
    field = words[c + 3] === FIELD ? (list[c / COLLIDER_FLOATS] as FieldCollider).field : null;
    probe(words, c, position[o], position[o + 1], position[o + 2], thickness);
    const { phi, nx, ny, nz } = found;
    if (phi >= 0) continue;
    findSurfaceMotion(words, c);
    moment.done = substep;
    probe(
      words,
      c,
      predicted[o] - h * velocity[o],
      predicted[o + 1] - h * velocity[o + 1],
      predicted[o + 2] - h * velocity[o + 2],
      thickness,
    );
    const b = Math.min(Math.max(found.phi - phi, 0), -phi);
    const e = Math.min(-phi - b, PUSH_SPEED * h);
    moved[0] += b * nx;
    moved[1] += b * ny;
    moved[2] += b * nz;
    const dx = moved[0] + h * velocity[o] - surface.x;
    const dy = moved[1] + h * velocity[o + 1] - surface.y;
    const dz = moved[2] + h * velocity[o + 2] - surface.z;
    const through = dx * nx + dy * ny + dz * nz;
    const tx = dx - through * nx;
    const ty = dy - through * ny;
    const tz = dz - through * nz;
    const slip = Math.sqrt(Math.max(tx * tx + ty * ty + tz * tz, MIN_LENGTH_SQUARED));
    const held = Math.min((words[c + COLLIDER_END + 3] * b) / slip, 1);
    moved[0] -= held * tx;
    moved[1] -= held * ty;
    moved[2] -= held * tz;
    position[o] += (b + e) * nx - held * tx;
    position[o + 1] += (b + e) * ny - held * ty;
    position[o + 2] += (b + e) * nz - held * tz;
    reactions?.add(
      words,
      c,
      (substep + 1) / total,
      position,
      o,
      settings.inverseH,
      b * nx - held * tx,
      b * ny - held * ty,
      b * nz - held * tz,
    );
  }
}

/** Coordinate `k` of the table at `moment`. */
function placeAt(words: Float32Array, k: number): number {
  const { done, total } = moment;
  const start = words[k];
  const end = words[k + COLLIDER_END];
  return done === total ? end : start + (end - start) * (done / total);
}

/** Change of coordinate `k` of the table in the frame. */
function travel(words: Float32Array, k: number): number {
  return words[k + COLLIDER_END] - words[k];
}

/**
 * Computes the motion of the surface, at the nearest point in `found`, in the substep that ends at `moment`. For a box or field, `moment`
 * is at the start of the substep afterwards.
 */
function findSurfaceMotion(words: Float32Array, c: number): void {
  const { px, py, pz, nx, ny, nz, along } = found;
  const { total } = moment;
  surface.x = travel(words, c) / total;
  surface.y = travel(words, c + 1) / total;
  surface.z = travel(words, c + 2) / total;
  if (words[c + 3] === CAPSULE) {
    const wx = (travel(words, c + 4) - travel(words, c)) / total;
    const wy = (travel(words, c + 5) - travel(words, c + 1)) / total;
    const wz = (travel(words, c + 6) - travel(words, c + 2)) / total;
    const back = wx * nx + wy * ny + wz * nz;
    surface.x += wx * along - px * back;
    surface.y += wy * along - py * back;
    surface.z += wz * along - pz * back;
  } else if (words[c + 3] === BOX || words[c + 3] === FIELD) {
    findTurn(words, c);
    turnBy(px, py, pz, 1);
    surface.x += turned.x;
    surface.y += turned.y;
    surface.z += turned.z;
    moment.done--;
    findTurn(words, c);
    turnBy(px, py, pz, 1);
    surface.x -= turned.x;
    surface.y -= turned.y;
    surface.z -= turned.z;
  }
}

/** Computes the rotation of the box or field at word c, at `moment`. */
function findTurn(words: Float32Array, c: number): void {
  const x = placeAt(words, c + 8);
  const y = placeAt(words, c + 9);
  const z = placeAt(words, c + 10);
  const w = placeAt(words, c + 11);
  const length = Math.sqrt(Math.max(x * x + y * y + z * z + w * w, MIN_LENGTH_SQUARED));
  turn.x = x / length;
  turn.y = y / length;
  turn.z = z / length;
  turn.w = w / length;
}

/** Rotates v = (x, y, z) by `turn`, or by its inverse if `sense` is -1: v + w t + u x t with u = (x, y, z) of `turn` and t = 2 u x v. */
function turnBy(x: number, y: number, z: number, sense: 1 | -1): void {
  const ux = sense * turn.x;
  const uy = sense * turn.y;
  const uz = sense * turn.z;
  const tx = 2 * (uy * z - uz * y);
  const ty = 2 * (uz * x - ux * z);
  const tz = 2 * (ux * y - uy * x);
  turned.x = x + turn.w * tx + (uy * tz - uz * ty);
  turned.y = y + turn.w * ty + (uz * tx - ux * tz);
  turned.z = z + turn.w * tz + (ux * ty - uy * tx);
}

/** Distance and normal of the point (x, y, z) to the collider at word c, at `moment`. */
function probe(words: Float32Array, c: number, x: number, y: number, z: number, thickness: number): void {
  const ax = x - placeAt(words, c);
  const ay = y - placeAt(words, c + 1);
  const az = z - placeAt(words, c + 2);
  if (words[c + 3] === CAPSULE) probeCapsule(words, c, ax, ay, az);
  else if (words[c + 3] === BOX) probeBox(words, c, ax, ay, az);
  else if (field !== null) probeField(words, c, ax, ay, az, field);
  else {
    const bx = placeAt(words, c + 4);
    const by = placeAt(words, c + 5);
    const bz = placeAt(words, c + 6);
    const length = Math.sqrt(Math.max(bx * bx + by * by + bz * bz, MIN_LENGTH_SQUARED));
    found.nx = bx / length;
    found.ny = by / length;
    found.nz = bz / length;
    found.phi = ax * found.nx + ay * found.ny + az * found.nz;
  }
  found.phi -= thickness;
}

/** Distance and normal to the capsule at word c of the point (ax, ay, az), which is relative to the start of the axis. */
function probeCapsule(words: Float32Array, c: number, ax: number, ay: number, az: number): void {
  const bx = placeAt(words, c + 4) - placeAt(words, c);
  const by = placeAt(words, c + 5) - placeAt(words, c + 1);
  const bz = placeAt(words, c + 6) - placeAt(words, c + 2);
  const squared = Math.max(bx * bx + by * by + bz * bz, MIN_LENGTH_SQUARED);
  let along = (ax * bx + ay * by + az * bz) / squared;
  const D = words[c + 7] - words[c + COLLIDER_END + 7];
  if (D !== 0) along = alongTapered(ax - along * bx, ay - along * by, az - along * bz, along, squared, D);
  along = Math.min(Math.max(along, 0), 1);
  const R = words[c + 7] - along * D;
  const dx = ax - along * bx;
  const dy = ay - along * by;
  const dz = az - along * bz;
  const lengthSquared = dx * dx + dy * dy + dz * dz;
  const length = Math.sqrt(Math.max(lengthSquared, MIN_LENGTH_SQUARED));
  // on the axis itself, the normal is up
  const isOnAxis = lengthSquared < MIN_LENGTH_SQUARED;
  found.nx = isOnAxis ? 0 : dx / length;
  found.ny = isOnAxis ? 1 : dy / length;
  found.nz = isOnAxis ? 0 : dz / length;
  found.phi = length - R;
  const share = R / squared;
  found.px = share * bx;
  found.py = share * by;
  found.pz = share * bz;
  found.along = along + found.px * found.nx + found.py * found.ny + found.pz * found.nz;
}

/** s of a tapered capsule, see above, before it is clamped. (x, y, z) leads from its axis to the point, at the fraction `along` of it. */
function alongTapered(x: number, y: number, z: number, along: number, squared: number, D: number): number {
  const room = squared - D * D;
  if (room <= 0) return D > 0 ? 0 : 1;
  return along - (Math.sqrt((x * x + y * y + z * z) / squared) * D) / Math.sqrt(room);
}

/** Distance and normal to the box at word c of the point (ax, ay, az), which is relative to the centre. */
function probeBox(words: Float32Array, c: number, ax: number, ay: number, az: number): void {
  findTurn(words, c);
  turnBy(ax, ay, az, -1);
  const { x, y, z } = turned;
  const lx = Math.abs(x) - words[c + 4];
  const ly = Math.abs(y) - words[c + 5];
  const lz = Math.abs(z) - words[c + 6];
  let ox = Math.max(lx, 0);
  let oy = Math.max(ly, 0);
  let oz = Math.max(lz, 0);
  found.px = (x < 0 ? -1 : 1) * (Math.abs(x) - ox);
  found.py = (y < 0 ? -1 : 1) * (Math.abs(y) - oy);
  found.pz = (z < 0 ? -1 : 1) * (Math.abs(z) - oz);
  const squared = ox * ox + oy * oy + oz * oz;
  if (squared >= MIN_LENGTH_SQUARED) found.phi = Math.sqrt(squared);
  else {
    // inside: push out through the nearest face, the first one if there are several
    found.phi = Math.max(lx, ly, lz);
    ox = lx === found.phi ? 1 : 0;
    oy = ox === 0 && ly === found.phi ? 1 : 0;
    oz = 1 - ox - oy;
  }
  const length = Math.sqrt(Math.max(ox * ox + oy * oy + oz * oz, MIN_LENGTH_SQUARED));
  turnBy((x < 0 ? -ox : ox) / length, (y < 0 ? -oy : oy) / length, (z < 0 ? -oz : oz) / length, 1);
  found.nx = turned.x;
  found.ny = turned.y;
  found.nz = turned.z;
}

/** Distance and normal to the field at word c of the point (ax, ay, az), which is relative to its position. */
function probeField(
  words: Float32Array,
  c: number,
  ax: number,
  ay: number,
  az: number,
  { counts, distances }: DistanceField,
): void {
  findTurn(words, c);
  turnBy(ax, ay, az, -1);
  const { x, y, z } = turned;
  const cellSize = words[c + 7];
  const ux = (x - words[c + 4]) / cellSize;
  const uy = (y - words[c + 5]) / cellSize;
  const uz = (z - words[c + 6]) / cellSize;
  const cx = Math.min(Math.max(ux, 0), counts.x - 1);
  const cy = Math.min(Math.max(uy, 0), counts.y - 1);
  const cz = Math.min(Math.max(uz, 0), counts.z - 1);
  const i = Math.min(Math.floor(cx), counts.x - 2);
  const j = Math.min(Math.floor(cy), counts.y - 2);
  const k = Math.min(Math.floor(cz), counts.z - 2);
  const fx = cx - i;
  const fy = cy - j;
  const fz = cz - k;
  const layer = counts.x * counts.y;
  const node = k * layer + j * counts.x + i;
  // the nodes of the cell by their place along y and z; e is the difference along x
  const v00 = distances[node];
  const v10 = distances[node + counts.x];
  const v01 = distances[node + layer];
  const v11 = distances[node + layer + counts.x];
  const e00 = distances[node + 1] - v00;
  const e10 = distances[node + counts.x + 1] - v10;
  const e01 = distances[node + layer + 1] - v01;
  const e11 = distances[node + layer + counts.x + 1] - v11;
  const x00 = v00 + e00 * fx;
  const x10 = v10 + e10 * fx;
  const x01 = v01 + e01 * fx;
  const x11 = v11 + e11 * fx;
  const y0 = x00 + (x10 - x00) * fy;
  const y1 = x01 + (x11 - x01) * fy;
  const g0 = e00 + (e10 - e00) * fy;
  const g1 = e01 + (e11 - e01) * fy;
  let gx = g0 + (g1 - g0) * fz;
  let gy = x10 - x00 + (x11 - x01 - (x10 - x00)) * fz;
  let gz = y1 - y0;
  const squared = gx * gx + gy * gy + gz * gz;
  const length = Math.sqrt(Math.max(squared, MIN_LENGTH_SQUARED));
  // in the middle between two walls, the normal is up
  const isLevel = squared < LEVEL_SLOPE_SQUARED * (cellSize * cellSize);
  gx = isLevel ? 0 : gx / length;
  gy = isLevel ? 1 : gy / length;
  gz = isLevel ? 0 : gz / length;
  const ox = (ux - cx) * cellSize;
  const oy = (uy - cy) * cellSize;
  const oz = (uz - cz) * cellSize;
  found.phi = y0 + (y1 - y0) * fz + Math.sqrt(ox * ox + oy * oy + oz * oz);
  found.px = x - found.phi * gx;
  found.py = y - found.phi * gy;
  found.pz = z - found.phi * gz;
  turnBy(gx, gy, gz, 1);
  found.nx = turned.x;
  found.ny = turned.y;
  found.nz = turned.z;
}
