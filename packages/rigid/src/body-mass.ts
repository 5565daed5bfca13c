/**
 * Mass of a body from its shapes (parallel axis theorem):
 *
 *     M = sum m_i     c = sum m_i c_i / M     I = sum (I_i + m_i |c_i - c|^2)
 */

import { type GeometryStore, HALF_SPACE, type MassProperties, massProperties } from '@otedama/collision';
import { LEAST_MASS, LINEAR_SLOP, MAXIMUM_MAGNITUDE } from './constants.js';
import {
  BODY_FIXED_ROTATION,
  BODY_FROZEN,
  BODY_STRIDE,
  C,
  CX,
  CY,
  DAMPING_STRIDE,
  DYNAMIC,
  EXTENT,
  INERTIA,
  INERTIA_DOUBLINGS,
  INERTIA_DOUBLINGS_STEP,
  INV_INERTIA,
  INV_MASS,
  LX,
  LY,
  MASS,
  S,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import type { WorldState } from './world-state.js';

/**
 * Mass, centre and inertia of a shape at density 1. The mass and inertia at another density are these times it, to the bit. They are kept,
 * because a body looks at all its shapes whenever one of them comes, goes or changes.
 */
function momentsOf({ shapeGeometry, shapeMoments }: WorldState, shape: number): MassProperties {
  shapeMoments[shape] ??= massProperties(shapeGeometry[shape]!, 1);
  return shapeMoments[shape];
}

/**
 * Updates mass, inertia, centre and extent of a body from its type, flags and shapes. The velocity of the material points does
 * not change, so the velocity of the centre changes if the centre moves. Static and kinematic bodies have no mass and rotate
 * about their origin. A dynamic body whose shapes have no mass, or less than `LEAST_MASS`, gets 1 kg and does not rotate.
 * @param added the only shape that is new, the last one of the body, or -1. A body without mass then does not visit the others
 */
export function updateMass(state: WorldState, slot: number, added = -1): void {
  const { bodies, shapes } = state;
  const { mass, pose, motion, flags } = bodies;
  const o = slot * BODY_STRIDE;
  let total = 0;
  let inertia = 0;
  let lx = 0;
  let ly = 0;
  if (bodies.type[slot] === DYNAMIC) {
    const first = bodies.firstShape[slot];
    for (let shape = first; shape >= 0; shape = shapes.next[shape]) {
      const density = shapes.density[shape];
      if (density === 0) continue;
      const { mass, center } = momentsOf(state, shape);
      total += density * mass;
      lx += density * mass * center.x;
      ly += density * mass * center.y;
    }
    if (total < LEAST_MASS) {
      total = 0;
      lx = 0;
      ly = 0;
    } else {
      lx /= total;
      ly /= total;
      for (let shape = first; shape >= 0; shape = shapes.next[shape]) {
        const density = shapes.density[shape];
        if (density === 0) continue;
        const { mass, center, inertia: second } = momentsOf(state, shape);
        const rx = center.x - lx;
        const ry = center.y - ly;
        inertia += density * second + density * mass * (rx * rx + ry * ry);
      }
    }
    const given = state.givenMass.get(slot);
    if (given !== undefined) {
      if (total > 0) inertia *= given / total;
      total = given;
    } else if (total === 0) total = 1;
  }
  const isFrozen = (flags[slot] & BODY_FROZEN) !== 0;
  const turns = inertia > 0 && (flags[slot] & BODY_FIXED_ROTATION) === 0;
  mass[o + MASS] = total;
  mass[o + INERTIA] = inertia;
  mass[o + INV_MASS] = total > 0 && !isFrozen ? 1 / total : 0;
  mass[o + INV_INERTIA] = turns && !isFrozen ? 1 / inertia : 0;
  for (let k = flags[slot] & INERTIA_DOUBLINGS; k > 0; k -= INERTIA_DOUBLINGS_STEP) {
    mass[o + INV_INERTIA] *= 0.5;
  }

  const c = pose[o + C];
  const s = pose[o + S];
  const cx = pose[o + X] + (c * lx - s * ly);
  const cy = pose[o + Y] + (s * lx + c * ly);
  motion[o + VX] -= motion[o + W] * (cy - pose[o + CY]);
  motion[o + VY] += motion[o + W] * (cx - pose[o + CX]);
  pose[o + LX] = lx;
  pose[o + LY] = ly;
  pose[o + CX] = cx;
  pose[o + CY] = cy;
  const d = slot * DAMPING_STRIDE + EXTENT;
  const isOnlyAdded = added >= 0 && bodies.type[slot] !== DYNAMIC;
  const first = isOnlyAdded ? added : bodies.firstShape[slot];
  bodies.damping[d] = extentAbout(state, first, lx, ly, isOnlyAdded ? bodies.damping[d] : 0);
  bodies.sweepLimit[slot] = sweepLimit(state, slot);
  if (bodies.firstEdge[slot] >= 0) state.contacts.forget();
}

/**
 * Largest distance from a point of the body frame to a point of a shape, of those from `first` on in the list of the body, and at least
 * `extent`; 1e12 for half-spaces.
 */
function extentAbout(state: WorldState, first: number, lx: number, ly: number, extent: number): number {
  const { geometry, shapes } = state;
  let largest = extent;
  for (let shape = first; shape >= 0; shape = shapes.next[shape]) {
    if (geometry.kind[shape] === HALF_SPACE) return MAXIMUM_MAGNITUDE;
    const end = geometry.first[shape] + geometry.count[shape];
    for (let k = geometry.first[shape]; k < end; k++) {
      const rx = geometry.localVertices[2 * k] - lx;
      const ry = geometry.localVertices[2 * k + 1] - ly;
      largest = Math.max(largest, Math.sqrt(rx * rx + ry * ry) + geometry.radius[shape]);
    }
  }
  return largest;
}

/** Motion in a step above which a body is swept: half the inner radius of its thinnest shape, at least the slop. See `fast-bodies.ts`. */
function sweepLimit(state: WorldState, slot: number): number {
  const { bodies, shapes } = state;
  if (bodies.type[slot] !== DYNAMIC) return Infinity;
  let inner = Infinity;
  for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
    inner = Math.min(inner, shapes.inner[shape]);
  }
  return Math.max(LINEAR_SLOP, 0.5 * inner);
}

/** Radius of the largest circle inside a shape about the centre of its core, m; infinite for a half-space. */
export function innerRadius(geometry: GeometryStore, shape: number): number {
  const { first, count, radius, localVertices, localNormals, localCenters } = geometry;
  if (geometry.kind[shape] === HALF_SPACE) return Infinity;
  let height = Infinity;
  const end = 2 * (first[shape] + count[shape]);
  for (let k = 2 * first[shape]; k < end; k += 2) {
    height = Math.min(
      height,
      localNormals[k] * (localVertices[k] - localCenters[2 * shape]) +
        localNormals[k + 1] * (localVertices[k + 1] - localCenters[2 * shape + 1]),
    );
  }
  return Math.max(0, height) + radius[shape];
}
