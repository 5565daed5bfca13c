/**
 * Contact of one particle with the colliders, the last thing that moves it in a substep: what the sweep and the tethers
 * did counts as an approach too, so no particle ends inside.
 *
 * phi(x) is the signed distance of x to a collider's surface less the cloth's thickness, n its gradient. A particle
 * that was at x0 before the substep, with phi0 = phi(x0) to the collider as it was then, and is at x now, with
 * phi < 0, has come phi0 - phi closer. That much, up to the surface, is undone as an impact without a bounce; what it was inside
 * before is undone at no more than PUSH_SPEED and adds nothing to its velocity, so that a cloth made inside a body does not burst:
 *
 *   b = clamp(phi0 - phi, 0, -phi),   e = min(-phi - b, PUSH_SPEED h),   x += (b + e) n
 *
 * Friction [Macklin 2014, "Unified Particle Physics for Real-Time Applications", eq. 24]: b is the normal impulse times h w, so
 * Coulomb's law bounds what may be undone of the motion along the surface,
 *
 *   d = x - x0 - (motion of the surface),   t = d - n (n . d),   x -= t min(1, friction b / |t|)
 *
 * `moved` is x - x* without e: what the velocity is worked out from.
 */

import { CAPSULE, COLLIDER_FLOATS, type ColliderTable } from '../colliders.js';
import { MIN_LENGTH_SQUARED, PUSH_SPEED } from '../constants.js';
import type { Settings } from '../settings.js';
import type { SolverState } from './solver-state.js';

/** Where colliders are within a frame: `done` of `total` substeps after its start. */
interface Moment {
  done: number;
  total: number;
}

/** What `probe` found: distance, normal, and how far along its axis the nearest point is. Written anew by each call. */
const found = { phi: 0, nx: 0, ny: 0, nz: 0, along: 0 };
const moment: Moment = { done: 0, total: 1 };

/** Moves the particle at offset o out of all colliders at the end of substep `substep` of `total`, and `moved` (xyz) with it. */
export function collide(
  { position, velocity, predicted }: SolverState,
  settings: Settings,
  { words, list }: ColliderTable,
  o: number,
  substep: number,
  total: number,
  moved: Float64Array,
): void {
  const { h, thickness } = settings;
  moment.total = total;
  for (let c = 0; c < COLLIDER_FLOATS * list.length; c += COLLIDER_FLOATS) {
    moment.done = substep + 1;
    probe(words, c, position[o], position[o + 1], position[o + 2], thickness);
    const { phi, nx, ny, nz, along } = found;
    if (phi >= 0) continue;
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
    const dx = moved[0] + h * velocity[o] - surfaceMotion(words, c, along);
    const dy = moved[1] + h * velocity[o + 1] - surfaceMotion(words, c + 1, along);
    const dz = moved[2] + h * velocity[o + 2] - surfaceMotion(words, c + 2, along);
    const through = dx * nx + dy * ny + dz * nz;
    const tx = dx - through * nx;
    const ty = dy - through * ny;
    const tz = dz - through * nz;
    const slip = Math.sqrt(Math.max(tx * tx + ty * ty + tz * tz, MIN_LENGTH_SQUARED));
    const held = Math.min((words[c + 11] * b) / slip, 1);
    moved[0] -= held * tx;
    moved[1] -= held * ty;
    moved[2] -= held * tz;
    position[o] += (b + e) * nx - held * tx;
    position[o + 1] += (b + e) * ny - held * ty;
    position[o + 2] += (b + e) * nz - held * tz;
  }
}

/** Coordinate `k` of the table at the moment. */
function placeAt(words: Float32Array, k: number): number {
  const { done, total } = moment;
  const start = words[k];
  const end = words[k + 8];
  return done === total ? end : start + (end - start) * (done / total);
}

/** How far a coordinate of the surface moves in a substep, at the share `along` of the axis. */
function surfaceMotion(words: Float32Array, k: number, along: number): number {
  const a = words[k + 8] - words[k];
  const b = words[k + 12] - words[k + 4];
  return (a + (b - a) * along) / moment.total;
}

/** Distance and normal of the point (x, y, z) to the collider at word c, at the moment. */
function probe(words: Float32Array, c: number, x: number, y: number, z: number, thickness: number): void {
  const ax = x - placeAt(words, c);
  const ay = y - placeAt(words, c + 1);
  const az = z - placeAt(words, c + 2);
  let bx = placeAt(words, c + 4);
  let by = placeAt(words, c + 5);
  let bz = placeAt(words, c + 6);
  if (words[c + 3] !== CAPSULE) {
    const length = Math.sqrt(Math.max(bx * bx + by * by + bz * bz, MIN_LENGTH_SQUARED));
    found.nx = bx / length;
    found.ny = by / length;
    found.nz = bz / length;
    found.phi = ax * found.nx + ay * found.ny + az * found.nz - thickness;
    found.along = 0;
    return;
  }
  bx -= x - ax;
  by -= y - ay;
  bz -= z - az;
  const squared = Math.max(bx * bx + by * by + bz * bz, MIN_LENGTH_SQUARED);
  const along = Math.min(Math.max((ax * bx + ay * by + az * bz) / squared, 0), 1);
  const dx = ax - along * bx;
  const dy = ay - along * by;
  const dz = az - along * bz;
  const lengthSquared = dx * dx + dy * dy + dz * dz;
  const length = Math.sqrt(Math.max(lengthSquared, MIN_LENGTH_SQUARED));
  // from the axis itself it is up and out
  const isOnAxis = lengthSquared < MIN_LENGTH_SQUARED;
  found.nx = isOnAxis ? 0 : dx / length;
  found.ny = isOnAxis ? 1 : dy / length;
  found.nz = isOnAxis ? 0 : dz / length;
  found.phi = length - words[c + 7] - thickness;
  found.along = along;
}
