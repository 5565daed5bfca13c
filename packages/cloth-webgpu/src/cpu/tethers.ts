/**
 * Tethers [Kim 2012, "Long Range Attachments"]: after the sweep, a particle that is farther from a pin than at rest is moved
 * back. The sweep does not move pins, so each particle can be processed independently.
 *
 * The particle moves to the nearest point of the ball |x - p| <= r around the pin p whose tether is violated most. If the
 * result violates the ball |x - q| <= s of another pin, the particle moves to the circle in which both spheres intersect:
 *
 *   d = |q - p|,  n = (q - p) / d,  a = (d^2 + r^2 - s^2) / 2d,  rho^2 = r^2 - a^2,  c = p + a n
 *   e = (x - c) - n (n . (x - c)),  x = c + rho e / |e|
 *
 * With one or two pins, the tethers then hold up to rounding; a third round would only repeat roundings. So there is no tolerance: next to
 * the straight line between two pins at rest distance, an excess of 1e-6 of the length is a deflection of 1e-3 of it, and the cloth there
 * would tremble by that much. With more pins, the tethers hold as well as TETHER_ROUNDS rounds achieve.
 *
 * If the balls do not all intersect, this method throws the particle back and forth between the pins, and it is arbitrary which pin
 * comes last. If three or more balls only just intersect, as those of the corners of a taut sheet do, their intersection is so thin that a
 * small excess moves the particle far, and in another direction than the tethers pull. Each substep would then throw it, and a sheet of
 * 24 x 24 cells between four corners would never rest: it would move by up to 2 cm a step. In both cases all tethers pull at once instead,
 * each by its excess e = max(|x - p| - r, 0):
 *
 *   x -= sum of e^2 (x - p) / |x - p| / (k sum of e),   k = 1 in the first TETHER_FULL_ROUNDS of three or more, else 2
 *
 * With k = 1 a single tether holds at once, but a particle between two that pull against each other changes sides, as far from the middle
 * as before. With k = 2 it comes to rest in the middle. This leads to the minimum of the sum of e^3. Particles that differ only by rounding
 * move alike, and no round moves one by more than its largest excess.
 */

import {
  MIN_LENGTH_SQUARED,
  TETHER_FULL_ROUNDS,
  TETHER_GIVE,
  TETHER_ROUNDS,
  TETHER_SLACK,
  TETHER_THROW,
} from '../constants.js';
import { restSquared, type Sheet } from '../sheet.js';

/** Called for each pull: one or two anchors have just moved the particle at offset o by `move` (xyz, metres). */
export type PullListener = (o: number, move: readonly number[], anchors: readonly number[]) => void;

/** Position of the current particle before its tethers, or before a round of them. */
const start = new Float32Array(3);

/** Moves every free particle back to within `scale` times its rest distance from each anchor. */
export function applyTethers(
  position: Float32Array,
  sheet: Sheet,
  anchors: readonly number[],
  scale: number,
  onPull?: PullListener,
): void {
  if (scale === 0 || anchors.length === 0) return;
  for (let id = 0; id < sheet.particleCount; id++)
    if (position[4 * id + 3] !== 0) applyTether(position, sheet, anchors, scale, id, onPull);
}

/** Distance of particle `id` from a pin at rest, metres: along the surface of a mesh. */
export function anchorDistance(sheet: Sheet, id: number, anchor: number): number {
  return sheet.isMesh ? sheet.geodesics.from(anchor)[id] : Math.sqrt(restSquared(sheet, id, anchor));
}

/** Moves one particle back to within `scale` times its rest distance from each anchor, whatever its inverse mass. */
export function applyTether(
  position: Float32Array,
  sheet: Sheet,
  anchors: readonly number[],
  scale: number,
  id: number,
  onPull?: PullListener,
): void {
  const o = 4 * id;
  for (let axis = 0; axis < 3; axis++) start[axis] = position[o + axis];
  const holds = pullInTurn(position, sheet, anchors, scale, id);
  if (holds && onPull === undefined) return;
  position.set(start, o);
  const pull = holds ? pullInTurn : pullTogether;
  pull(position, sheet, anchors, scale, id, onPull);
}

/** Applies the tethers one by one, the most violated first. Returns false if they cannot all hold, or move the particle too far. */
function pullInTurn(
  position: Float32Array,
  sheet: Sheet,
  anchors: readonly number[],
  scale: number,
  id: number,
  onPull?: PullListener,
): boolean {
  const o = 4 * id;
  let previous = -1;
  let first = 0;
  for (let round = 0; ; round++) {
    let worst = -1;
    let worstExcess = 0;
    let worstRadius = 0;
    const slack = round > 1 || anchors.length > 2 ? TETHER_SLACK : 0;
    for (let k = 0; k < anchors.length; k++) {
      const radius = scale * anchorDistance(sheet, id, anchors[k]);
      const excess = distance(position, o, 4 * anchors[k]) - radius;
      if (excess > slack * radius && excess > worstExcess) {
        worst = anchors[k];
        worstExcess = excess;
        worstRadius = radius;
      }
    }
    if (worst < 0 || worst === previous || round === TETHER_ROUNDS) {
      const far = anchors.length < 3 ? Number.POSITIVE_INFINITY : TETHER_THROW * first;
      return worstExcess <= TETHER_GIVE * worstRadius && distance(position, o, 0, start) <= far;
    }
    if (round === 0) first = worstExcess;
    const before = onPull && [position[o], position[o + 1], position[o + 2]];
    if (previous < 0) toSphere(position, o, 4 * worst, worstRadius);
    else
      toCircle(
        position,
        o,
        4 * previous,
        scale * anchorDistance(sheet, id, previous),
        4 * worst,
        worstRadius,
      );
    if (before !== undefined) {
      const move = before.map((coordinate, axis) => position[o + axis] - coordinate);
      onPull?.(o, move, previous < 0 ? [worst] : [previous, worst]);
    }
    previous = worst;
  }
}

/** Applies all tethers at once, in TETHER_ROUNDS rounds. */
function pullTogether(
  position: Float32Array,
  sheet: Sheet,
  anchors: readonly number[],
  scale: number,
  id: number,
  onPull?: PullListener,
): void {
  const o = 4 * id;
  for (let round = 0; round < TETHER_ROUNDS; round++) {
    for (let axis = 0; axis < 3; axis++) start[axis] = position[o + axis];
    const relaxed = anchors.length > 2 && round < TETHER_FULL_ROUNDS ? 1 : 2;
    let sum = 0;
    for (let k = 0; k < anchors.length; k++) sum += excessOf(position, sheet, anchors[k], scale, id);
    for (let k = 0; k < anchors.length; k++) {
      const excess = excessOf(position, sheet, anchors[k], scale, id);
      if (excess === 0) continue;
      const p = 4 * anchors[k];
      const share = (excess * excess) / (relaxed * sum * distance(position, p, 0, start));
      for (let axis = 0; axis < 3; axis++) position[o + axis] += share * (position[p + axis] - start[axis]);
      onPull?.(
        o,
        [0, 1, 2].map((axis) => share * (position[p + axis] - start[axis])),
        [anchors[k]],
      );
    }
  }
}

/** Excess length of the tether from an anchor to the particle at position `start`, metres; 0 if it is not too long. */
function excessOf(position: Float32Array, sheet: Sheet, anchor: number, scale: number, id: number): number {
  return Math.max(distance(position, 4 * anchor, 0, start) - scale * anchorDistance(sheet, id, anchor), 0);
}

function distance(position: Float32Array, a: number, b: number, others: Float32Array = position): number {
  const dx = position[a] - others[b];
  const dy = position[a + 1] - others[b + 1];
  const dz = position[a + 2] - others[b + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function toSphere(position: Float32Array, o: number, p: number, radius: number): void {
  const factor = radius / distance(position, o, p);
  for (let axis = 0; axis < 3; axis++)
    position[o + axis] = position[p + axis] + (position[o + axis] - position[p + axis]) * factor;
}

function toCircle(position: Float32Array, o: number, p: number, r: number, q: number, s: number): void {
  const d = distance(position, q, p);
  if (d * d < MIN_LENGTH_SQUARED) {
    toSphere(position, o, q, s);
    return;
  }
  const nx = (position[q] - position[p]) / d;
  const ny = (position[q + 1] - position[p + 1]) / d;
  const nz = (position[q + 2] - position[p + 2]) / d;
  const a = (d * d + (r - s) * (r + s)) / (2 * d);
  const rho = Math.sqrt(Math.max((r - a) * (r + a), 0));
  const cx = position[p] + a * nx;
  const cy = position[p + 1] + a * ny;
  const cz = position[p + 2] + a * nz;
  let ex = position[o] - cx;
  let ey = position[o + 1] - cy;
  let ez = position[o + 2] - cz;
  const along = nx * ex + ny * ey + nz * ez;
  ex -= nx * along;
  ey -= ny * along;
  ez -= nz * along;
  const squared = ex * ex + ey * ey + ez * ez;
  const factor = squared < MIN_LENGTH_SQUARED ? 0 : rho / Math.sqrt(squared);
  position[o] = cx + factor * ex;
  position[o + 1] = cy + factor * ey;
  position[o + 2] = cz + factor * ez;
}
