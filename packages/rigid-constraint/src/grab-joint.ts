// Grab joint: a point of body B is pulled softly to a point of the world (pointer drag).
//
//     C = c_B + r - target        Cdot = v_B + w_B x r        J = [1  r x]
//
//     K = J M^-1 J^T = [[m + i r.y^2, -i r.x r.y], [-i r.x r.y, m + i r.x^2]]
//
// The row is soft (soft-constraint.ts) and its impulse is limited to the largest force times the step, so a body
// that is stuck does not tear its surroundings apart.

import {
  ANCHOR_AX,
  ANCHOR_AY,
  ANCHOR_BX,
  ANCHOR_BY,
  BODY_STRIDE,
  C,
  CX,
  CY,
  DAMPING_RATIO,
  GRAB,
  HERTZ,
  IMPULSE_X,
  IMPULSE_Y,
  INV_INERTIA,
  INV_MASS,
  JOINT_BODY_B,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_STRIDE,
  LX,
  LY,
  MAXIMUM_FORCE,
  S,
  type SolverWorld,
  VX,
  VY,
  W,
} from '@otedama/rigid';
import { makeSoft, type Softness } from './soft-constraint.js';

/** Doubles a grab row: anchor arm, inverse of K, bias velocity, softness, largest impulse. */
const GRAB_STRIDE = 12;
const R_X = 0;
const R_Y = 1;
const INV_XX = 2;
const INV_XY = 3;
const INV_YY = 4;
const BIAS_X = 5;
const BIAS_Y = 6;
const MASS_SCALE = 7;
const IMPULSE_SCALE = 8;
const LARGEST = 9;

/** The grab joints of a step. */
export class GrabRows {
  #count = 0;
  #slots = new Int32Array(4);
  #data = new Float64Array(4 * GRAB_STRIDE);
  readonly #soft: Softness = { biasRate: 0, massScale: 0, impulseScale: 0 };

  /** Makes the rows for a step of `h` seconds. */
  prepare(world: SolverWorld, h: number, warmStarting: boolean): void {
    const { joints, bodies } = world;
    this.#count = 0;
    for (let k = 0; k < joints.activeCount; k++) {
      const slot = joints.active[k];
      if (joints.index[slot * JOINT_INDEX_STRIDE + JOINT_KIND] !== GRAB) continue;
      const body = joints.index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_B];
      if (bodies.awakeIndex[body] < 0 || bodies.mass[body * BODY_STRIDE + INV_MASS] === 0) continue;
      this.#add(world, slot, body, h, warmStarting);
    }
  }

  #add(world: SolverWorld, slot: number, body: number, h: number, warmStarting: boolean): void {
    if (this.#count === this.#slots.length) this.#grow();
    const joint = world.joints.data;
    const { pose, mass, motion } = world.bodies;
    const j = slot * JOINT_STRIDE;
    const o = body * BODY_STRIDE;
    const q = this.#count * GRAB_STRIDE;
    const data = this.#data;
    this.#slots[this.#count++] = slot;

    const lx = joint[j + ANCHOR_BX] - pose[o + LX];
    const ly = joint[j + ANCHOR_BY] - pose[o + LY];
    const rx = pose[o + C] * lx - pose[o + S] * ly;
    const ry = pose[o + S] * lx + pose[o + C] * ly;
    const m = mass[o + INV_MASS];
    const i = mass[o + INV_INERTIA];
    const kxx = m + i * ry * ry;
    const kxy = -i * rx * ry;
    const kyy = m + i * rx * rx;
    const invDet = 1 / (kxx * kyy - kxy * kxy);
    const soft = makeSoft(this.#soft, joint[j + HERTZ], joint[j + DAMPING_RATIO], h);
    data[q + R_X] = rx;
    data[q + R_Y] = ry;
    data[q + INV_XX] = kyy * invDet;
    data[q + INV_XY] = -kxy * invDet;
    data[q + INV_YY] = kxx * invDet;
    data[q + BIAS_X] = soft.biasRate * (pose[o + CX] + rx - joint[j + ANCHOR_AX]);
    data[q + BIAS_Y] = soft.biasRate * (pose[o + CY] + ry - joint[j + ANCHOR_AY]);
    data[q + MASS_SCALE] = soft.massScale;
    data[q + IMPULSE_SCALE] = soft.impulseScale;
    data[q + LARGEST] = joint[j + MAXIMUM_FORCE] * h;
    if (!warmStarting) {
      joint[j + IMPULSE_X] = 0;
      joint[j + IMPULSE_Y] = 0;
    }
    applyImpulse(motion, o, m, i, rx, ry, joint[j + IMPULSE_X], joint[j + IMPULSE_Y]);
  }

  #grow(): void {
    const slots = this.#slots;
    const data = this.#data;
    this.#slots = new Int32Array(slots.length * 2);
    this.#slots.set(slots);
    this.#data = new Float64Array(data.length * 2);
    this.#data.set(data);
  }

  /** One pass over the rows. */
  solve(world: SolverWorld): void {
    const joint = world.joints.data;
    const { mass, motion } = world.bodies;
    const data = this.#data;
    for (let k = 0; k < this.#count; k++) {
      const slot = this.#slots[k];
      const j = slot * JOINT_STRIDE;
      const o = world.joints.index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_B] * BODY_STRIDE;
      const q = k * GRAB_STRIDE;
      const rx = data[q + R_X];
      const ry = data[q + R_Y];
      const ex = motion[o + VX] - motion[o + W] * ry + data[q + BIAS_X];
      const ey = motion[o + VY] + motion[o + W] * rx + data[q + BIAS_Y];
      const oldX = joint[j + IMPULSE_X];
      const oldY = joint[j + IMPULSE_Y];
      const massScale = data[q + MASS_SCALE];
      const keep = 1 - data[q + IMPULSE_SCALE];
      let x = keep * oldX - massScale * (data[q + INV_XX] * ex + data[q + INV_XY] * ey);
      let y = keep * oldY - massScale * (data[q + INV_XY] * ex + data[q + INV_YY] * ey);
      const largest = data[q + LARGEST];
      const squared = x * x + y * y;
      if (squared > largest * largest) {
        const shrink = largest / Math.sqrt(squared);
        x *= shrink;
        y *= shrink;
      }
      joint[j + IMPULSE_X] = x;
      joint[j + IMPULSE_Y] = y;
      applyImpulse(motion, o, mass[o + INV_MASS], mass[o + INV_INERTIA], rx, ry, x - oldX, y - oldY);
    }
  }
}

function applyImpulse(
  motion: Float64Array,
  o: number,
  m: number,
  i: number,
  rx: number,
  ry: number,
  x: number,
  y: number,
): void {
  motion[o + VX] += m * x;
  motion[o + VY] += m * y;
  motion[o + W] += i * (rx * y - ry * x);
}
