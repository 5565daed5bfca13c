/**
 * Foreseen contacts: hits of fast moving bodies on each other. A solver finds a contact if shapes are within the speculative distance of each
 * other at the start of a step, 2 cm. At 20 m/s a body moves 33 cm in a step, so two bodies would enter each other by up to that, and the
 * push-out would take many steps. Static bodies stop such a body by a sweep (`continuous.ts`). Two moving bodies must not be stopped, since
 * each has to pass its momentum on within the step. So their contact is found before the step, where they will meet:
 *
 * - The fat boxes of fast bodies reach over the way ahead, so that the pair is known (`look-ahead.ts`).
 * - Conservative advancement (`time-of-impact.ts`) along the motion of B as seen from A finds the pose at which they all but touch, to within
 *   the slop, if they do.
 * - The manifold there has the normal of the faces that will meet. Its anchors are taken back to the start of the step with their bodies.
 *
 * The gap of the contact at the start is that between the two points that will meet, and the solver lets them come together and no
 * further. Bodies that pass each other have no contact, however near they pass: the nearest faces at the start of the step do not matter.
 *
 * The motion is that of free bodies, x + v dt, without forces, which are alike for both bodies mostly. A turn by w dt = 2 q is taken as that
 * with cosine (1 - q^2) / (1 + q^2) and sine 2 q / (1 + q^2), which is right to (w dt)^3 / 12, 0.01 rad for half a radian. Another hit in the
 * same step may change the motion. Then the contact is where nothing presses, or a hit is seen one step later, as it would be without
 * foresight.
 *
 * Contacts with restitution are not foreseen. The soft step lets a body bounce at the end of the step only and holds it in contact until then
 * (`owed-time.ts`), and a tower that a ball hits in the middle of a step would be shaken three times as much.
 *
 * A foreseen contact lasts for one step. It is found anew in each, so nothing of it has to be stored.
 */
import { collide, separatePlaced } from '@otedama/collision';
import { LINEAR_SLOP } from './constants.js';
import { adopt } from './contact-manifold.js';
import {
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  BOX_STRIDE,
  BX,
  BY,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_PRE_SOLVE,
  CONTACT_SENSOR,
  CONTACT_STRIDE,
  DAMPING_STRIDE,
  DYNAMIC,
  EXTENT,
  LX,
  LY,
  PLACED_C,
  PLACED_CX,
  PLACED_CY,
  PLACED_S,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  ROLLING_FACE,
  SHAPE_A,
  SHAPE_B,
  VX,
  VY,
  W,
} from './layout.js';
import { reachAhead } from './look-ahead.js';
import type { SweepMotion } from './sweep-motion.js';
import { advance } from './time-of-impact.js';
import type { SweepingState } from './world-state.js';

/** Begins a step with foresight. */
export function lookAhead(state: SweepingState): void {
  const { sweeps } = state;
  sweeps.foresees = true;
  sweeps.foreseen.count = 0;
  reachAhead(state);
}

/**
 * Finds the contact of two bodies that will touch in the step. Called for each contact whose manifold is computed and has no points.
 * @returns whether it has points now
 */
export function foresee(state: SweepingState, slot: number): boolean {
  const { sweeps, bodies, geometry, manifold } = state;
  const { index, data, cachedEdge } = state.contacts;
  const i = slot * CONTACT_INDEX_STRIDE;
  const bodyA = index[i + BODY_A];
  const bodyB = index[i + BODY_B];
  if (!sweeps.foresees || bodies.type[bodyA] !== DYNAMIC || bodies.type[bodyB] !== DYNAMIC) return false;
  if ((index[i + CONTACT_FLAGS] & (CONTACT_SENSOR | CONTACT_PRE_SOLVE)) !== 0) return false;
  if (!mayMeet(state, slot, bodyA, bodyB) || data[slot * CONTACT_STRIDE + RESTITUTION] > 0) return false;
  const a = index[i + SHAPE_A];
  const b = index[i + SHAPE_B];
  const oB = bodyB * BODY_STRIDE;
  const path = aim(state, bodyA * BODY_STRIDE, oB);
  sweeps.target = 0;
  sweeps.tolerance = LINEAR_SLOP;
  sweeps.cap = 1;
  separatePlaced(geometry, a, b, sweeps.separation);
  let count = 0;
  if (sweeps.separation.separation > LINEAR_SLOP && advance(state, a, b, path)) {
    manifold.cachedEdge = cachedEdge[slot];
    count = collide(geometry, a, b, state.speculativeDistance, manifold);
  }
  geometry.placeFrom(b, bodies.placed, oB, sweeps.box, 0);
  if (count === 0) return false;
  adopt(state, slot, count);
  takeBack(state, slot, count, path);
  sweeps.foreseen.push(slot);
  return true;
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

/**
 * Takes the anchors of B back from where it will be at the time of the path to where it is placed. The arms of a rolling contact stay there.
 */
function takeBack({ contacts, sweeps }: SweepingState, slot: number, count: number, path: SweepMotion): void {
  const { data } = contacts;
  const { pose } = sweeps;
  path.writePose(pose);
  const c = path.c1 * pose[2] + path.s1 * pose[3];
  const s = path.c1 * pose[3] - path.s1 * pose[2];
  const dx = path.time * (path.x2 - path.x1);
  const dy = path.time * (path.y2 - path.y1);
  const d = slot * CONTACT_STRIDE;
  data[d + ROLLING_FACE] = 0;
  for (let p = d + POINT0, end = p + count * POINT_STRIDE; p < end; p += POINT_STRIDE) {
    const x = data[p + BX] - dx;
    const y = data[p + BY] - dy;
    data[p + BX] = c * x + s * y;
    data[p + BY] = c * y - s * x;
  }
}

/** Ends the step: the next one finds the contacts anew, also if their bodies are where they were placed. */
export function lookBack(state: SweepingState): void {
  const { bodies, contacts, sweeps, replacedBodies } = state;
  const { foreseen } = sweeps;
  sweeps.foresees = false;
  for (let k = 0; k < foreseen.count; k++) {
    const i = foreseen.items[k] * CONTACT_INDEX_STRIDE;
    const bodyA = contacts.index[i + BODY_A];
    if ((bodies.replaced[bodyA] | bodies.replaced[contacts.index[i + BODY_B]]) !== 0) continue;
    bodies.replaced[bodyA] = 1;
    replacedBodies.push(bodyA);
  }
}
