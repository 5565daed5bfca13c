/**
 * When two moving bodies that are apart will touch in the step that begins, if they fly freely until then: conservative advancement
 * (`time-of-impact.ts`) along the motion of B as seen from A.
 *
 * The motion is that of free bodies, x + v dt, without forces, which are alike for both bodies mostly. A turn by w dt = 2 q is taken as that
 * with cosine (1 - q^2) / (1 + q^2) and sine 2 q / (1 + q^2), which is right to (w dt)^3 / 12, 0.01 rad for half a radian.
 */
import { separatePlaced } from '@otedama/collision';
import { LINEAR_SLOP } from './constants.js';
import { isWayFree } from './free-way.js';
import {
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  BOX_STRIDE,
  CONTACT_INDEX_STRIDE,
  DAMPING_STRIDE,
  EXTENT,
  LX,
  LY,
  PLACED_C,
  PLACED_CX,
  PLACED_CY,
  PLACED_S,
  SHAPE_A,
  SHAPE_B,
  VX,
  VY,
  W,
} from './layout.js';
import type { SweepMotion } from './sweep-motion.js';
import { advance } from './time-of-impact.js';
import type { SweepingState } from './world-state.js';

/**
 * Finds when two bodies that are apart will touch in the step, if nothing is in their way.
 * @returns whether they will. `relative` is then the motion of B as seen from A, at that time
 */
export function findMeeting(state: SweepingState, slot: number): boolean {
  const { sweeps, bodies, geometry } = state;
  const { index } = state.contacts;
  const i = slot * CONTACT_INDEX_STRIDE;
  const bodyA = index[i + BODY_A];
  const bodyB = index[i + BODY_B];
  if (!mayMeet(state, slot, bodyA, bodyB)) return false;
  const a = index[i + SHAPE_A];
  const b = index[i + SHAPE_B];
  const oB = bodyB * BODY_STRIDE;
  const path = aim(state, bodyA * BODY_STRIDE, oB);
  sweeps.target = 0;
  sweeps.tolerance = LINEAR_SLOP;
  sweeps.cap = 1;
  separatePlaced(geometry, a, b, sweeps.separation);
  if (sweeps.separation.separation <= LINEAR_SLOP) return false;
  const isMet = advance(state, a, b, path);
  geometry.placeFrom(b, bodies.placed, oB, sweeps.box, 0);
  return isMet && isWayFree(state, bodyA) && isWayFree(state, bodyB);
}

/**
 * Whether the way of B as seen from A may lead from one shape to the other. These tests dismiss most pairs: one axis separates them
 * throughout.
 */
function mayMeet(state: SweepingState, slot: number, bodyA: number, bodyB: number): boolean {
  const { bodies, geometry, sweeps, contacts } = state;
  const { motion, damping } = bodies;
  const { tight } = state.shapes;
  const dt = sweeps.duration;
  const oA = bodyA * BODY_STRIDE;
  const oB = bodyB * BODY_STRIDE;
  const x = dt * (motion[oB + VX] - motion[oA + VX]);
  const y = dt * (motion[oB + VY] - motion[oA + VY]);
  const spin =
    dt *
    (Math.abs(motion[oA + W]) * damping[bodyA * DAMPING_STRIDE + EXTENT] +
      Math.abs(motion[oB + W]) * damping[bodyB * DAMPING_STRIDE + EXTENT]);
  if (Math.abs(x) + Math.abs(y) + spin <= 2 * state.speculativeDistance) return false;

  const a = contacts.index[slot * CONTACT_INDEX_STRIDE + SHAPE_A];
  const b = contacts.index[slot * CONTACT_INDEX_STRIDE + SHAPE_B];
  const p = a * BOX_STRIDE;
  const q = b * BOX_STRIDE;
  if (
    tight[p] - spin > tight[q + 2] + Math.max(0, x) ||
    tight[q] + Math.min(0, x) > tight[p + 2] + spin ||
    tight[p + 1] - spin > tight[q + 3] + Math.max(0, y) ||
    tight[q + 1] + Math.min(0, y) > tight[p + 3] + spin
  )
    return false;

  const room = geometry.radius[a] + geometry.radius[b] + spin;
  axis.x = x;
  axis.y = y;
  axis.room = room;
  if (passes(state, a, b)) return false;
  axis.x = -x;
  axis.y = -y;
  return !passes(state, b, a);
}

/**
 * Motion of the second shape of `passes` as seen from the first one, and the distance to which their vertices may come without a touch, m.
 */
const axis = { x: 0, y: 0, room: 0 };

/**
 * Whether two shapes stay apart along the edge normal of the first one that points most towards the second, a circle's along the line of
 * centres.
 */
function passes({ geometry }: SweepingState, one: number, two: number): boolean {
  const { first, count, worldVertices: vertices, worldNormals: normals, worldCenters: centers } = geometry;
  const dx = centers[2 * two] - centers[2 * one];
  const dy = centers[2 * two + 1] - centers[2 * one + 1];
  let edge = 2 * first[one];
  let length = 1;
  let nx = dx;
  let ny = dy;
  if (count[one] === 1) {
    length = Math.sqrt(dx * dx + dy * dy);
  } else {
    let most = -Infinity;
    for (let e = edge, end = e + 2 * count[one]; e < end; e += 2) {
      const along = normals[e] * dx + normals[e + 1] * dy;
      if (along <= most) continue;
      most = along;
      edge = e;
    }
    nx = normals[edge];
    ny = normals[edge + 1];
  }
  let gap = Infinity;
  for (let w = 2 * first[two], end = w + 2 * count[two]; w < end; w += 2)
    gap = Math.min(gap, nx * (vertices[w] - vertices[edge]) + ny * (vertices[w + 1] - vertices[edge + 1]));
  return gap + nx * axis.x + ny * axis.y > axis.room * length;
}

/** The motion of body B in the step as seen from body A where it is placed, each given by its offset. */
function aim({ bodies, sweeps }: SweepingState, oA: number, oB: number): SweepMotion {
  const { motion, placed, pose } = bodies;
  const { duration: dt, relative: path } = sweeps;
  path.lx = pose[oB + LX];
  path.ly = pose[oB + LY];
  path.x1 = placed[oB + PLACED_CX];
  path.y1 = placed[oB + PLACED_CY];
  path.c1 = placed[oB + PLACED_C];
  path.s1 = placed[oB + PLACED_S];
  const dx = path.x1 - placed[oA + PLACED_CX] + dt * (motion[oB + VX] - motion[oA + VX]);
  const dy = path.y1 - placed[oA + PLACED_CY] + dt * (motion[oB + VY] - motion[oA + VY]);
  // turned back with A
  let q = -0.5 * dt * motion[oA + W];
  let s = (2 * q) / (1 + q * q);
  let c = 1 - q * s;
  path.x2 = placed[oA + PLACED_CX] + (c * dx - s * dy);
  path.y2 = placed[oA + PLACED_CY] + (s * dx + c * dy);
  q += 0.5 * dt * motion[oB + W];
  s = (2 * q) / (1 + q * q);
  c = 1 - q * s;
  path.c2 = c * path.c1 - s * path.s1;
  path.s2 = s * path.c1 + c * path.s1;
  path.close();
  return path;
}
