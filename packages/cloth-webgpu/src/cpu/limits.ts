/**
 * Motion limits of a particle, the last operation that moves it in a substep: what NvCloth calls motion and separation constraints, and
 * Unreal Engine max distance and backstop. At the end of a substep the animation has the particle at s
 * with the unit normal n, both moving uniformly over the frame. The particle, at x = s + u, belongs into a ball around s and out of
 * another one behind it, the backstop, whose centre is s - D n:
 *
 *   |u| <= R     |u + D n| >= r,   D = r + o     R: max distance, r: radius of the backstop, o >= 0: its offset
 *
 * If it is out of the first, it moves straight to its surface; if it is then, or was before, in the second, straight out of it:
 *
 *   u *= R / |u|     w = u + D n,   phi = |w| - r = (|u|^2 + 2 D u . n + o (o + 2 r)) / (|w| + r),   u -= phi w / |w|
 *
 * (The second form of phi does not subtract a large radius from a large distance.) That may lead out of the first ball again. Then it moves
 * to the circle in which both surfaces intersect, of radius rho, in the plane u . n = -a:
 *
 *   a = (R^2 + o (o + 2 r)) / 2 D,   rho^2 = R^2 - a^2,   e = u - n (n . u),   u = -a n + rho e / |e|
 *
 * As s is never in the backstop, the circle exists then, and both limits hold whatever R, r and o are. With R = 0, x = s.
 *
 * Let p(x) be the point that this leads to. What the particle was out of its limits before the substep, when it was at x0 with p0, may come
 * from a skin or a state that was replaced. It does not become a velocity, or the particle would be shot through its ball: of the motion
 * p(y) - y only the part counts that is more than that,
 *
 *   moved += (p(y) - y) max(1 - |p0(x0) - x0| / |p(y) - y|, 0),   y = x* + moved
 *
 * y is where the particle is without what colliders only push out. If x counted, a particle between a collider and its limit would be
 * accelerated in each substep.
 */

import { MIN_LENGTH_SQUARED } from '../constants.js';
import type { SolverState } from './solver-state.js';

/**
 * Regions of the table of limits, 4 floats per particle each: first max distance, offset and radius, then where the skin is (xyz) at the
 * start and at the end of the frame and where it was asked to be; then the same of its normals, NORMALS regions later.
 */
export const START = 1;
export const END = 2;
export const NEXT = 3;
export const NORMALS = 3;

/** Result of `findNearest`: p(x). */
const near = new Float64Array(3);

/**
 * Puts the particle at offset `o` within the limits of `words`, whose regions have `size` floats, at the end of substep `substep` of the
 * frame's `total`. Updates its position and `moved` (xyz), which is x - x* without what only pushes it out. `h`: length of a substep, s.
 */
export function limitMotion(
  words: Float32Array,
  size: number,
  hasBackstop: boolean,
  { position, velocity, predicted }: SolverState,
  h: number,
  o: number,
  substep: number,
  total: number,
  moved: Float64Array,
): void {
  const end = (substep + 1) / total;
  const x = position[o];
  const y = position[o + 1];
  const z = position[o + 2];
  if (findNearest(words, size, hasBackstop, o, end, x, y, z))
    for (let k = 0; k < 3; k++) position[o + k] = near[k];
  const ax = predicted[o] + moved[0];
  const ay = predicted[o + 1] + moved[1];
  const az = predicted[o + 2] + moved[2];
  if (!findNearest(words, size, hasBackstop, o, end, ax, ay, az)) return;
  const dx = near[0] - ax;
  const dy = near[1] - ay;
  const dz = near[2] - az;
  const bx = predicted[o] - h * velocity[o];
  const by = predicted[o + 1] - h * velocity[o + 1];
  const bz = predicted[o + 2] - h * velocity[o + 2];
  let share = 1;
  if (findNearest(words, size, hasBackstop, o, substep / total, bx, by, bz)) {
    const before = length(near[0] - bx, near[1] - by, near[2] - bz);
    share = Math.max(1 - before / length(dx, dy, dz), 0);
  }
  moved[0] += share * dx;
  moved[1] += share * dy;
  moved[2] += share * dz;
}

const length = (x: number, y: number, z: number) =>
  Math.sqrt(Math.max(x * x + y * y + z * z, MIN_LENGTH_SQUARED));

/** The part `done`, 0..1, of the way from one coordinate to another. */
const between = (from: number, to: number, done: number) => (done === 1 ? to : from + (to - from) * done);

/** Computes p(x) for the point (x, y, z) in `near`, when the part `done` of the frame is over. Returns false if it is that point. */
function findNearest(
  words: Float32Array,
  size: number,
  hasBackstop: boolean,
  o: number,
  done: number,
  x: number,
  y: number,
  z: number,
): boolean {
  const start = size * START + o;
  const end = size * END + o;
  const sx = between(words[start], words[end], done);
  const sy = between(words[start + 1], words[end + 1], done);
  const sz = between(words[start + 2], words[end + 2], done);
  const most = words[o];
  near[0] = x - sx;
  near[1] = y - sy;
  near[2] = z - sz;
  const far = length(near[0], near[1], near[2]);
  const isFar = far > most;
  if (isFar) for (let k = 0; k < 3; k++) near[k] *= most / far;
  const isBehind = hasBackstop && words[o + 2] > 0 && leaveBackstop(words, size, o, done);
  if (!isFar && !isBehind) return false;
  near[0] += sx;
  near[1] += sy;
  near[2] += sz;
  return true;
}

/** Moves the point u in `near` out of the backstop. Returns false if it is not in it. */
function leaveBackstop(words: Float32Array, size: number, o: number, done: number): boolean {
  const start = size * (NORMALS + START) + o;
  const end = size * (NORMALS + END) + o;
  let nx = between(words[start], words[end], done);
  let ny = between(words[start + 1], words[end + 1], done);
  let nz = between(words[start + 2], words[end + 2], done);
  const across = length(nx, ny, nz);
  nx /= across;
  ny /= across;
  nz /= across;
  const most = words[o];
  const offset = words[o + 1];
  const radius = words[o + 2];
  const toCenter = radius + offset;
  const ux = near[0];
  const uy = near[1];
  const uz = near[2];
  const along = ux * nx + uy * ny + uz * nz;
  const wx = ux + toCenter * nx;
  const wy = uy + toCenter * ny;
  const wz = uz + toCenter * nz;
  const away = length(wx, wy, wz);
  const beyond = offset * (offset + 2 * radius);
  const phi = (ux * ux + uy * uy + uz * uz + 2 * toCenter * along + beyond) / (away + radius);
  if (!(phi < 0)) return false;
  // a particle in the middle of the ball leaves along the normal
  const isCentral = away * away <= MIN_LENGTH_SQUARED;
  near[0] -= phi * (isCentral ? nx : wx / away);
  near[1] -= phi * (isCentral ? ny : wy / away);
  near[2] -= phi * (isCentral ? nz : wz / away);
  if (!(length(near[0], near[1], near[2]) > most)) return true;
  const a = (most * most + beyond) / (2 * toCenter);
  const rho = Math.sqrt(Math.max((most - a) * (most + a), 0));
  const ex = ux - along * nx;
  const ey = uy - along * ny;
  const ez = uz - along * nz;
  const sideways = length(ex, ey, ez);
  // of all directions to the circle, one straight behind takes none, and goes to the front
  const isStraight = sideways * sideways <= MIN_LENGTH_SQUARED;
  const aside = isStraight ? 0 : rho / sideways;
  const back = isStraight ? offset : a;
  near[0] = aside * ex - back * nx;
  near[1] = aside * ey - back * ny;
  near[2] = aside * ez - back * nz;
  return true;
}
