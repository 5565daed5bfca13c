/**
 * Force of the cloth on its pinned and held particles. The first substep of a step is run on a copy of the state. A constraint pulls
 * as much as it would move a particle of 1 kg, over h^2. A self-collision contact or a tether that moves a free particle of mass m by dx
 * within h pulls its other end with -m dx / h^2. A gas presses on the share of the faces that a particle has.
 *
 * Pinned and held particles move as in that substep, by the first of S equal parts of their way. If they moved all the way within h,
 * they would pull at S times their speed.
 */

import { LEAST_SPREAD } from '../constants.js';
import { hingesOf } from '../hinges.js';
import type { Settings } from '../settings.js';
import type { Sheet } from '../sheet.js';
import type { PinForce } from '../types.js';
import { blow } from './air.js';
import { Damping } from './damping.js';
import { computeNormals } from './normals.js';
import { SelfCollision } from './self-collision.js';
import { accelerate, type HeldParticle, integrate, sweep, sweepOf } from './solver.js';
import type { SolverState } from './solver-state.js';
import { applyTethers } from './tethers.js';

/** What else acts in the next step: the pins that particles are tethered to, the held particles, and the triangles, for the air. */
export interface Holding {
  readonly anchors: readonly number[];
  readonly held: readonly HeldParticle[];
  readonly triangles: Uint32Array;
}

/** Forces on all particles whose effective inverse mass is 0, by ascending id. Overwrites `state`. */
export function computePinForces(
  state: SolverState,
  sheet: Sheet,
  settings: Settings,
  { anchors, held, triangles }: Holding,
): PinForce[] {
  const { position } = state;
  const forces = new Map<number, [number, number, number]>();
  for (let id = 0; id < sheet.particleCount; id++) if (position[4 * id + 3] === 0) forces.set(id, [0, 0, 0]);
  const perSquare = settings.inverseH * settings.inverseH;
  const pull = (pin: number, freeOffset: number, move: readonly number[]) => {
    const force = forces.get(pin);
    if (force === undefined) return;
    for (let axis = 0; axis < 3; axis++) force[axis] -= (move[axis] * perSquare) / position[freeOffset + 3];
  };

  sheet.gas?.swell(state, settings.h);
  const damping = new Damping(sheet);
  damping.calm(state, settings);
  accelerate(state, settings, damping);
  if (settings.air > 0) {
    const normals = new Float32Array(position.length);
    computeNormals(position, triangles, normals);
    blow(state, sheet, settings, normals);
  }
  if (sheet.gas) {
    sheet.gas.push(state, settings.h);
    for (const [id, force] of forces)
      for (let axis = 0; axis < 3; axis++) force[axis] += sheet.gas.forceOn(id, axis);
  }
  integrate(state, settings, held, settings.substeps);
  const hinges = hingesOf(sheet);
  sweep(position, sheet, hinges, sweepOf(sheet, hinges), settings, (o, ...pulls) => {
    const force = forces.get(o / 4);
    for (let axis = 0; force && axis < 3; axis++) force[axis] += pulls[axis] * perSquare;
  });
  if (settings.selfDistance > 0)
    new SelfCollision(sheet).separate(state, settings, (o, other, x, y, z) => {
      if (position[o + 3] !== 0) pull(other, o, [x, y, z]);
    });
  applyTethers(position, sheet, anchors, settings.tetherScale, (o, move, pulling) => {
    const shares = split(position, o, move, pulling);
    pulling.forEach((pin, index) => {
      pull(pin, o, shares[index]);
    });
  });
  return [...forces].map(([particle, [x, y, z]]) => ({ particle, force: { x, y, z } }));
}

/** Splits `move` among the one or two anchors, along the directions from the particle to them (least squares). The parts sum to `move`. */
function split(
  position: Float32Array,
  o: number,
  move: readonly number[],
  anchors: readonly number[],
): readonly (readonly number[])[] {
  if (anchors.length === 1) return [move];
  const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const [u, v] = anchors.map((anchor) => {
    const away = [0, 1, 2].map((axis) => position[4 * anchor + axis] - position[o + axis]);
    const length = Math.sqrt(dot(away, away));
    return away.map((component) => component / length);
  });
  const cosine = dot(u, v);
  const determinant = 1 - cosine * cosine;
  if (determinant < LEAST_SPREAD) return [move.map((c) => c / 2), move.map((c) => c / 2)];
  const alongU = (dot(move, u) - cosine * dot(move, v)) / determinant;
  const rest = move.map((component, axis) => component - alongU * u[axis]);
  return [u.map((component) => alongU * component), rest];
}
