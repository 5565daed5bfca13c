/**
 * A substep on the CPU, the reference for the GPU kernels (gpu/solver.wgsl.ts). It is XPBD with one sweep per substep [Macklin 2016,
 * alg. 1; Macklin 2019, alg. 1]. Storage is float32; arithmetic between two stores is double.
 *
 *   calm        damping of the pieces that nothing holds (damping.ts), at the start of a step
 *   accelerate  v* = damped v + push, then the air on the faces (air.ts) and a gas (pressure.ts)   (push: gravity and wind)
 *   integrate   x* = x + h v*,   x = x*
 *   sweep       d = x2 - x1,   l = |d|,   s = (l - rest) / ((w1 + w2 + alpha / h^2) l),   x1 += w1 s d,   x2 -= w2 s d
 *   separate    self-collision (self-collision.ts)
 *   finish      tethers (tethers.ts), colliders (colliders.ts), motion limits (limits.ts), then v = v* + (x - x*) / h
 *
 * The sweep projects the constraints C = l - rest = 0 of compliance alpha. Their gradients are n = d / l at x2 and -n at x1, and with the
 * multiplier lambda that each has so far [Macklin 2016, eq. 18, 17]
 *
 *   Dlambda = (-C - alpha / h^2 lambda) / (w1 + w2 + alpha / h^2),   x1 -= w1 Dlambda n,   x2 += w2 Dlambda n
 *
 * A limit is another constraint between the same particles, length <= limit, without compliance; its s counts if it is the larger one.
 *
 * lambda starts at zero in each substep, and a constraint is projected once. So none is stored, and s = -Dlambda / l.
 *
 * finish does not compute v = (x - x_old) / h. Far from the origin a float32 coordinate cannot hold a change of g h^2. The
 * difference of two coordinates would lose it, and the cloth would not fall.
 */

import type { ColliderTable } from '../colliders.js';
import { MIN_LENGTH_SQUARED } from '../constants.js';
import type { Grid } from '../grid.js';
import type { HingeColor, Hinges } from '../hinges.js';
import type { SheetLimits } from '../limits-part.js';
import type { LinkColor, Mesh } from '../mesh.js';
import { type ConstraintPass, passesOf, spread, substepGroups } from '../schedule.js';
import { isOn, type Settings } from '../settings.js';
import type { Sheet } from '../sheet.js';
import { projectHinges } from './bending.js';
import { collide } from './colliders.js';
import type { Damping } from './damping.js';
import type { SolverState } from './solver-state.js';

/** A held particle and the target of its hand. */
export interface HeldParticle {
  readonly particle: number;
  readonly target: Float32Array;
}

/** Computes the velocities v* of a substep, without the air on the faces; `damping`: null if there is none. */
export function accelerate(
  { position, velocity }: SolverState,
  settings: Settings,
  damping: Damping | null,
): void {
  const { pushX, pushY, pushZ, drag } = settings;
  for (let o = 0; o < position.length; o += 4) {
    if (position[o + 3] === 0) continue;
    const share = damping === null ? 0 : damping.shareOf(o / 4, settings);
    const vx = velocity[o] - share * velocity[o];
    const vy = velocity[o + 1] - share * velocity[o + 1];
    const vz = velocity[o + 2] - share * velocity[o + 2];
    velocity[o] = vx - drag * vx + pushX;
    velocity[o + 1] = vy - drag * vy + pushY;
    velocity[o + 2] = vz - drag * vz + pushZ;
  }
}

/**
 * Computes the positions x* of a substep from the velocities v*. `remaining` is the number of substeps left in the frame, including
 * this one. Hands and pins cover 1 / remaining of the way to their targets, so they move uniformly and arrive exactly. A held pin
 * follows the hand. `held` has each particle once. A pinned or held particle has no x*; `predicted` gets its position before the
 * substep.
 */
export function integrate(
  state: SolverState,
  settings: Settings,
  held: readonly HeldParticle[],
  remaining: number,
): void {
  const { position, velocity, predicted } = state;
  const { h } = settings;
  const round = Math.fround;
  for (let o = 0; o < position.length; o += 4) {
    if (position[o + 3] === 0) continue;
    position[o] = predicted[o] = round(position[o] + h * velocity[o]);
    position[o + 1] = predicted[o + 1] = round(position[o + 1] + h * velocity[o + 1]);
    position[o + 2] = predicted[o + 2] = round(position[o + 2] + h * velocity[o + 2]);
  }
  for (let o = 0; o < position.length; o += 4) {
    const isPin = position[o + 3] === 0 && velocity[o + 3] === 0;
    if (isPin && !held.some(({ particle }) => 4 * particle === o)) {
      for (let axis = 0; axis < 3; axis++) {
        predicted[o + axis] = position[o + axis];
        position[o + axis] = towards(position[o + axis], velocity[o + axis], remaining);
      }
    }
  }
  for (const { particle, target } of held) {
    const o = 4 * particle;
    const isPin = velocity[o + 3] === 0;
    for (let axis = 0; axis < 3; axis++) {
      const from = position[o + axis];
      predicted[o + axis] = from;
      position[o + axis] = towards(from, target[axis], remaining);
      velocity[o + axis] = isPin ? target[axis] : (position[o + axis] - from) * settings.inverseH;
    }
  }
}

/** The next of `remaining` equal steps from one coordinate to another. */
function towards(from: number, to: number, remaining: number): number {
  return remaining === 1 ? to : from + (to - from) * Math.fround(1 / remaining);
}

/** Is told the pull of a constraint on the particle at offset o, which moves by its inverse mass times this, kg m. */
export type Feel = (o: number, x: number, y: number, z: number) => void;

/** The colours of a substep, in order. */
export type Sweep = readonly (ConstraintPass | LinkColor | HingeColor)[];

/** The colours of a sheet; those of hinges belong to `hinges`. */
export function sweepOf(sheet: Sheet, hinges: Hinges): Sweep {
  if (sheet.isMesh) return sheet.colors;
  const [early, late] = substepGroups(sheet);
  return [...passesOf(sheet, early), ...hinges.colors, ...passesOf(sheet, late)];
}

/** Projects all constraints once. */
export function sweep(
  position: Float32Array,
  sheet: Sheet,
  hinges: Hinges,
  colors: Sweep,
  settings: Settings,
  feel: Feel | null = null,
): void {
  for (const color of colors)
    if ('reachX' in color) projectPass(position, sheet as Grid, color, settings, feel);
    else if (color.areHinges) projectHinges(position, hinges, color, settings, feel);
    else projectLinks(position, sheet as Mesh, color, settings, feel);
}

/** Projects every constraint of one colour of a grid. */
function projectPass(
  position: Float32Array,
  grid: Grid,
  pass: ConstraintPass,
  settings: Settings,
  feel: Feel | null = null,
): void {
  if (!isOn(settings, pass.kind)) return;
  const { reachX, reachY, cross } = pass;
  const { countX } = grid;
  projectLines(position, countX, pass, settings, feel, 0, 4 * (reachX + reachY * countX));
  if (cross) projectLines(position, countX, pass, settings, feel, 4 * reachX, 4 * (reachY * countX - reachX));
}

/** Projects the constraints of a colour that start `first` floats after their block, each with the particle `reach` floats further. */
function projectLines(
  position: Float32Array,
  countX: number,
  { kind, startX, startY, countU, countV, reachX, reachY }: ConstraintPass,
  settings: Settings,
  feel: Feel | null,
  first: number,
  reach: number,
): void {
  const rest = settings.rest[kind];
  const compliance = complianceOf(settings, kind);
  const limit = limitOf(settings, kind) * rest;
  for (let v = 0; v < countV; v++) {
    const j = startY + spread(v, reachY);
    // i = startX + spread(u, reachX), without a division for each constraint
    for (let u = 0, i = startX, left = reachX; u < countU; u++, i++, left--) {
      if (u > 0 && left === 0) {
        i += reachX;
        left = reachX;
      }
      const o = 4 * (i + j * countX) + first;
      project(position, o, o + reach, rest, compliance, limit, feel);
    }
  }
}

/** Projects every constraint of one colour of a mesh. */
function projectLinks(
  position: Float32Array,
  { links, lengths }: Mesh,
  { kind, first, count }: LinkColor,
  settings: Settings,
  feel: Feel | null = null,
): void {
  if (!isOn(settings, kind)) return;
  const alpha = complianceOf(settings, kind);
  const limit = limitOf(settings, kind);
  for (let k = first; k < first + count; k++) {
    const rest = lengths[k];
    project(position, 4 * links[2 * k], 4 * links[2 * k + 1], rest, alpha, limit * rest, feel);
  }
}

/** alpha / h^2 of a kind, 1/kg; infinite if only the limit acts. */
const complianceOf = ({ compliance }: Settings, kind: number) =>
  compliance[kind] < 0 ? Number.POSITIVE_INFINITY : compliance[kind];

/** Most length of a kind, as a factor on the length at rest. */
const limitOf = ({ limit }: Settings, kind: number) => limit[kind] || Number.POSITIVE_INFINITY;

/**
 * Projects one distance constraint between the particles at offsets a and b. `compliance` is alpha / h^2, 1/kg, and `limit` the largest
 * length, m.
 */
function project(
  position: Float32Array,
  a: number,
  b: number,
  rest: number,
  compliance: number,
  limit: number,
  feel: Feel | null = null,
): void {
  const w1 = position[a + 3];
  const w2 = position[b + 3];
  const dx = position[b] - position[a];
  const dy = position[b + 1] - position[a + 1];
  const dz = position[b + 2] - position[a + 2];
  if (w1 + w2 === 0) return;
  // two particles at the same position have dx = dy = dz = 0, so they are not moved
  const length = Math.sqrt(Math.max(dx * dx + dy * dy + dz * dz, MIN_LENGTH_SQUARED));
  let s = (length - rest) / ((w1 + w2 + compliance) * length);
  if (length > limit) s = Math.max(s, (length - limit) / ((w1 + w2) * length));
  position[a] += w1 * s * dx;
  position[a + 1] += w1 * s * dy;
  position[a + 2] += w1 * s * dz;
  position[b] -= w2 * s * dx;
  position[b + 1] -= w2 * s * dy;
  position[b + 2] -= w2 * s * dz;
  if (feel === null) return;
  feel(a, s * dx, s * dy, s * dz);
  feel(b, -s * dx, -s * dy, -s * dz);
}

/** x - x* of the current particle. */
const moved = new Float64Array(3);

/**
 * Last part of substep number `substep` of the frame's `total`, after the tethers: resolves contacts with the colliders, puts the
 * particles within their limits, and computes the new velocity.
 */
export function finish(
  state: SolverState,
  settings: Settings,
  colliders: ColliderTable,
  substep: number,
  total: number,
  limits?: SheetLimits,
): void {
  const { position, velocity, predicted } = state;
  const { inverseH } = settings;
  const collides = colliders.list.length > 0;
  for (let o = 0; o < position.length; o += 4) {
    if (position[o + 3] === 0) continue;
    moved[0] = position[o] - predicted[o];
    moved[1] = position[o + 1] - predicted[o + 1];
    moved[2] = position[o + 2] - predicted[o + 2];
    if (collides) collide(state, settings, colliders, o, substep, total, moved);
    limits?.apply(state, settings, o, substep, total, moved);
    velocity[o] += moved[0] * inverseH;
    velocity[o + 1] += moved[1] * inverseH;
    velocity[o + 2] += moved[2] * inverseH;
  }
}
