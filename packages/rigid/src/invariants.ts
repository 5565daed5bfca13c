/**
 * Measures what a world should conserve or keep small, independently of the solver: energies, momenta, overlap, joint error. Meant
 * for tests, plots and comparisons; it allocates memory and is slow.
 */
import { collide, GeometryStore, Manifold } from '@otedama/collision';
import type { Vec2 } from '@otedama/math2d';
import type { BodyShape } from './body-shape.js';
import { shouldCollide } from './filter.js';
import { jointErrorOf } from './joint-error.js';
import {
  BODY_ENABLED,
  BODY_STRIDE,
  BOX_STRIDE,
  C,
  CX,
  CY,
  DYNAMIC,
  GRAVITY_SCALE,
  INERTIA,
  MASS,
  S,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import { SHAPE_SENSOR } from './shape-flags.js';
import type { WorldState } from './world-state.js';

/** A measurement of a world. Sums are taken over enabled dynamic bodies. */
export interface Invariants {
  /** Sum of (m v^2 + I w^2) / 2, J. */
  readonly kineticEnergy: number;
  /** Sum of -m s g . c with the gravity scale s and the centre c, J; 0 at the origin. */
  readonly potentialEnergy: number;
  /** Sum of m v, N s. */
  readonly linearMomentum: Vec2;
  /** Sum of m (c x v) + I w, about the origin, N m s. */
  readonly angularMomentum: number;
  /** Deepest overlap of two solid shapes that collide, m, >= 0, from the exact current poses. */
  readonly deepestOverlap: number;
  /** The two shapes with the deepest overlap; null if nothing overlaps. */
  readonly deepestPair: readonly [BodyShape, BodyShape] | null;
  /** Mean overlap of all overlapping pairs, m. */
  readonly meanOverlap: number;
  /** Largest distance by which the anchors of a rigid joint are apart, m. */
  readonly jointError: number;
}

/** Measures a world; see `World.invariants`. */
export function measureInvariants(state: WorldState): Invariants {
  const { bodies } = state;
  const { motion, pose, mass, flags, type } = bodies;
  let kineticEnergy = 0;
  let potentialEnergy = 0;
  let momentumX = 0;
  let momentumY = 0;
  let angularMomentum = 0;
  for (let slot = 0; slot < bodies.slots; slot++) {
    if ((flags[slot] & BODY_ENABLED) === 0 || type[slot] !== DYNAMIC) continue;
    const o = slot * BODY_STRIDE;
    const m = mass[o + MASS];
    const vx = motion[o + VX];
    const vy = motion[o + VY];
    const w = motion[o + W];
    const cx = pose[o + CX];
    const cy = pose[o + CY];
    kineticEnergy += 0.5 * (m * (vx * vx + vy * vy) + mass[o + INERTIA] * w * w);
    potentialEnergy -= m * mass[o + GRAVITY_SCALE] * (state.gravityX * cx + state.gravityY * cy);
    momentumX += m * vx;
    momentumY += m * vy;
    angularMomentum += m * (cx * vy - cy * vx) + mass[o + INERTIA] * w;
  }
  let jointError = 0;
  for (let slot = 0; slot < state.joints.slots; slot++) {
    if (state.jointHandles[slot]) jointError = Math.max(jointError, jointErrorOf(state, slot));
  }
  return {
    kineticEnergy,
    potentialEnergy,
    linearMomentum: { x: momentumX, y: momentumY },
    angularMomentum,
    ...measureOverlaps(state),
    jointError,
  };
}

/**
 * Measures the overlaps of all pairs at the exact current poses. All shapes are placed in a separate store, and a sweep along x
 * finds the pairs, so that only the contact kernels are shared with the step.
 */
function measureOverlaps(
  state: WorldState,
): Pick<Invariants, 'deepestOverlap' | 'deepestPair' | 'meanOverlap'> {
  const { shapes, bodies } = state;
  const geometry = new GeometryStore();
  const ids: number[] = [];
  const own: number[] = [];
  const boxes = new Float64Array(shapes.count * BOX_STRIDE + BOX_STRIDE);
  for (let id = 0; id < shapes.slots; id++) {
    const slot = shapes.body[id];
    if (slot < 0 || (bodies.flags[slot] & BODY_ENABLED) === 0 || (shapes.flags[id] & SHAPE_SENSOR) !== 0)
      continue;
    const o = slot * BODY_STRIDE;
    const { pose } = bodies;
    const copy = geometry.add(state.shapeGeometry[id]!);
    geometry.place(copy, pose[o + X], pose[o + Y], pose[o + C], pose[o + S], boxes, copy * BOX_STRIDE);
    own[copy] = id;
    ids.push(copy);
  }
  ids.sort((a, b) => boxes[a * BOX_STRIDE] - boxes[b * BOX_STRIDE] || a - b);
  const manifold = new Manifold();
  let deepestOverlap = 0;
  let deepestPair: [BodyShape, BodyShape] | null = null;
  let sum = 0;
  let count = 0;
  let open: number[] = [];
  for (const b of ids) {
    const minX = boxes[b * BOX_STRIDE];
    open = open.filter((a) => boxes[a * BOX_STRIDE + 2] >= minX);
    for (const a of open) {
      if (boxes[a * BOX_STRIDE + 1] > boxes[b * BOX_STRIDE + 3]) continue;
      if (boxes[b * BOX_STRIDE + 1] > boxes[a * BOX_STRIDE + 3]) continue;
      if (!shouldCollide(state, own[a], own[b])) continue;
      const points = collide(geometry, a, b, 0, manifold);
      if (points === 0) continue;
      const depth = -Math.min(manifold.separation0, points > 1 ? manifold.separation1 : manifold.separation0);
      if (depth <= 0) continue;
      sum += depth;
      count++;
      if (depth <= deepestOverlap) continue;
      deepestOverlap = depth;
      deepestPair = [state.shapeHandles[own[a]]!, state.shapeHandles[own[b]]!];
    }
    open.push(b);
  }
  return { deepestOverlap, deepestPair, meanOverlap: count > 0 ? sum / count : 0 };
}
