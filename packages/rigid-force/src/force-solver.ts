/**
 * The force-based method: collision impulses applied as forces.
 *
 * A contact that changes the momentum by an impulse J within a step h acts on the body like the force F = J/h and the torque T = R x F at
 * its point. The sum of these, gravity and all other forces moves the body by semi-implicit Euler,
 *
 *   v' = v + h (g + sum F / m),   w' = w + h (sum T / I),   x' = x + h v',   angle' = angle + h w'.
 *
 * J follows from the target velocity of the contact (contact-impulse.ts) and the velocity of the body under all forces found so far. Each
 * contact therefore accounts for the forces of the contacts before it. Separating points (n.v_p > 0) get no force. Since h F = J, adding a
 * force means adding an impulse to the velocity. A substep is one sweep over the contacts, which is never repeated. For a single contact
 * one sweep is exact. In a stack, each contact sees only the impulses of the sweep so far. Two mechanisms spread the load, both over time
 * instead of by iteration:
 *
 *   substeps   The step is divided into several substeps, each with its own sweep and its own gaps.
 *   memory     A contact starts from its force of the previous substep, and the sweep computes the change (warm starting). Resting forces
 *              thus build up over the steps. `memory: false` turns this off.
 *
 * A hit at the speed v rebounds at e v (rebound-speed.ts of `rigid`).
 *
 * Penetration is not removed by forces. A sweep over the positions pushes bodies apart along the normal (push-out.ts). It adds no normal
 * velocity and no momentum. Each contact sees the displacements of the earlier ones, so that two walls do not both move a body by the full
 * depth.
 */

import {
  requireBoolean,
  requireInRange,
  requireInteger,
  requireKnownFields,
  requireNonNegative,
} from '@otedama/math2d';
import {
  applyContactImpulse,
  applyGrabSprings,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  ContactRows,
  FRICTION,
  gravityInto,
  holdLockedAxes,
  integratePositions,
  integrateVelocities,
  NORMAL_IMPULSE,
  NORMAL_VELOCITY,
  NX,
  NY,
  POINT0,
  POINT1,
  RESTITUTION,
  RESTITUTION_THRESHOLD,
  ROLLING,
  ROLLING_IMPULSE,
  reboundSpeed,
  contactRow as row,
  type Solver,
  type SolverCapabilities,
  type SolverWorld,
  STEP_NORMAL_IMPULSE,
  Substeps,
  TANGENT_IMPULSE,
  TANGENT_SPEED,
  traceContactRows,
  VX,
  VY,
  W,
} from '@otedama/rigid';
import { DEFAULT_PUSH_OUT, DEFAULT_SUBSTEPS, MAXIMUM_SUBSTEPS } from './constants.js';
import * as problemOf from './contact-impulse.js';
import { B, J1, J2, PROBLEM_SIZE, solveContact } from './contact-impulse.js';
import { pushOut } from './push-out.js';

/** Options of `createForceSolver`: how finely it steps, what it remembers, when bodies bounce. All are optional. */
export interface ForceOptions {
  /** Number of substeps per step, 1..1000; each one is one sweep over the contacts. Default 8. */
  readonly substeps?: number;
  /** Whether contacts start from their force of the previous substep. Default true. */
  readonly memory?: boolean;
  /** Approach speed up to which contacts do not bounce, m/s, >= 0. Default 1. */
  readonly restitutionThreshold?: number;
  /** Fraction of the penetration (beyond the slop) that a substep removes, 0..1. Default 0.2. */
  readonly pushOut?: number;
}

/**
 * Creates a solver that applies collision impulses as forces. Its name in scenes is `force`. Throws an `InputError` for options that are
 * unknown or out of range.
 */
export function createForceSolver(options: ForceOptions = {}): Solver {
  return new ForceSolver(options);
}

class ForceSolver implements Solver {
  readonly name = 'force';
  readonly capabilities: SolverCapabilities = {
    restitution: true,
    friction: true,
    tangentSpeed: true,
    rollingResistance: true,
    joints: ['grab'],
  };
  /** Options, including defaults. */
  readonly settings: Readonly<Required<ForceOptions>>;
  readonly #substeps: Substeps;
  readonly #memory: boolean;
  readonly #restitutionThreshold: number;
  readonly #pushOut: number;
  readonly #rows = new ContactRows();
  /** The contact that is being solved (contact-impulse.ts), its impulses with and without restitution, and their change. */
  readonly #problem = new Float64Array(PROBLEM_SIZE);
  readonly #impulse = new Float64Array(3);
  readonly #plastic = new Float64Array(3);
  readonly #change = new Float64Array(3);

  constructor(options: ForceOptions) {
    requireKnownFields(options, '', ['substeps', 'memory', 'restitutionThreshold', 'pushOut']);
    const {
      substeps = DEFAULT_SUBSTEPS,
      memory = true,
      restitutionThreshold = RESTITUTION_THRESHOLD,
      pushOut = DEFAULT_PUSH_OUT,
    } = options;
    this.#substeps = new Substeps(requireInteger('substeps', substeps, 1, MAXIMUM_SUBSTEPS));
    this.#memory = requireBoolean('memory', memory);
    this.#restitutionThreshold = requireNonNegative('restitutionThreshold', restitutionThreshold);
    this.#pushOut = requireInRange('pushOut', pushOut, 0, 1);
    this.settings = Object.freeze({
      substeps: this.#substeps.count,
      memory: this.#memory,
      restitutionThreshold,
      pushOut: this.#pushOut,
    });
  }

  step(world: SolverWorld, dt: number): void {
    const h = this.#substeps.begin(dt);
    for (let substep = 0; substep < this.#substeps.count; substep++) this.#stepOnce(world, h, substep);
  }

  #stepOnce(world: SolverWorld, h: number, substep: number): void {
    this.#substeps.collide(world, h);
    integrateVelocities(world.bodies, world.gravityX, world.gravityY, h);
    applyGrabSprings(world, h);
    this.#rows.prepare(world);
    this.#recall(world);
    holdLockedAxes(world.bodies);
    this.#sweep(world, h, substep);
    integratePositions(world.bodies, h);
    if (this.#pushOut > 0) pushOut(world, this.#pushOut);
    holdLockedAxes(world.bodies);
  }

  /** Warm starting: applies the stored impulses of all contacts, or clears them if `memory` is off. */
  #recall(world: SolverWorld): void {
    const { index, data, touching, touchingCount } = world.contacts;
    const motion = world.bodies.motion;
    const rows = this.#rows.data;
    const change = this.#change;
    const substeps = this.#substeps.count;
    for (let k = 0; k < touchingCount; k++) {
      const i = touching[k] * CONTACT_INDEX_STRIDE;
      const c = touching[k] * CONTACT_STRIDE;
      const o = k * row.ROW_STRIDE;
      const p0 = c + POINT0;
      const p1 = c + POINT1;
      if (!this.#memory) {
        data[p0 + NORMAL_IMPULSE] = 0;
        data[p1 + NORMAL_IMPULSE] = 0;
        data[p0 + TANGENT_IMPULSE] = 0;
        data[p1 + TANGENT_IMPULSE] = 0;
        data[c + ROLLING_IMPULSE] = 0;
        continue;
      }
      const a = index[i + BODY_A] * BODY_STRIDE;
      const b = index[i + BODY_B] * BODY_STRIDE;
      change[J1] = data[p0 + NORMAL_IMPULSE] / substeps;
      change[J2] = data[p1 + NORMAL_IMPULSE] / substeps;
      change[B] = (data[p0 + TANGENT_IMPULSE] + data[p1 + TANGENT_IMPULSE]) / substeps;
      applyContactImpulse(motion, rows, o, a, b, data, c, change);
      const roll = data[c + ROLLING_IMPULSE];
      motion[a + W] -= rows[o + row.I1] * roll;
      motion[b + W] += rows[o + row.I2] * roll;
    }
  }

  /** One sweep: solves every contact once, with the velocities left by the contacts before it. */
  #sweep(world: SolverWorld, h: number, substep: number): void {
    const { index, data, touching, touchingCount } = world.contacts;
    const motion = world.bodies.motion;
    const rows = this.#rows.data;
    const impulse = this.#impulse;
    const plastic = this.#plastic;
    const problem = this.#problem;
    const change = this.#change;
    const threshold = this.#restitutionThreshold;
    const substeps = this.#substeps.count;
    const trace = world.trace;
    for (let k = 0; k < touchingCount; k++) {
      const slot = touching[k];
      const i = slot * CONTACT_INDEX_STRIDE;
      const c = slot * CONTACT_STRIDE;
      const o = k * row.ROW_STRIDE;
      const p0 = c + POINT0;
      const p1 = c + POINT1;
      const two = index[i + COUNT] === 2;
      const a = index[i + BODY_A] * BODY_STRIDE;
      const b = index[i + BODY_B] * BODY_STRIDE;
      const nx = data[c + NX];
      const ny = data[c + NY];
      const e = data[c + RESTITUTION];
      const k11 = rows[o + row.K11];
      const k1t = rows[o + row.K1T];
      const ktt = rows[o + row.KTT];
      if (ktt === 0) continue;
      const k12 = two ? rows[o + row.K12] : 0;
      const k22 = two ? rows[o + row.K22] : 0;
      const k2t = two ? rows[o + row.K2T] : 0;

      const wa = motion[a + W];
      const wb = motion[b + W];
      const vx = motion[b + VX] - motion[a + VX];
      const vy = motion[b + VY] - motion[a + VY];
      const un = nx * vx + ny * vy;
      const present1 = un + wb * rows[o + row.R2N] - wa * rows[o + row.R1N];
      const present2 = two ? un + wb * rows[o + row.R2N + 2] - wa * rows[o + row.R1N + 2] : 0;
      const presentT =
        ny * vx - nx * vy + wb * rows[o + row.R2T] - wa * rows[o + row.R1T] - data[c + TANGENT_SPEED];
      const gap1 = rows[o + row.GAP];
      const gap2 = rows[o + row.GAP + 1];

      // Target velocities of the points: bounce, reach the surface at the end of the substep, or stop approaching.
      const isFast = e > 0 && Math.min(present1, present2) < -threshold;
      const pull = isFast ? gravityInto(world, slot) : 0;
      // the speeds before gravity acted in this substep
      const v1 = -present1 - h * pull;
      const v2 = -present2 - h * pull;
      const bounce1 = isFast && v1 > threshold && gap1 + h * present1 < 0;
      const bounce2 = isFast && two && v2 > threshold && gap2 + h * present2 < 0;
      const bounces = bounce1 || bounce2;
      const rest1 = gap1 > 0 ? -gap1 / h : 0;
      const rest2 = gap2 > 0 ? -gap2 / h : 0;
      const g1 = bounce1 ? reboundSpeed(e, v1, gap1, pull, h) : rest1;
      const g2 = bounce2 ? reboundSpeed(e, v2, gap2, pull, h) : rest2;
      if (present1 < data[p0 + NORMAL_VELOCITY]) data[p0 + NORMAL_VELOCITY] = present1;
      if (two && present2 < data[p1 + NORMAL_VELOCITY]) data[p1 + NORMAL_VELOCITY] = present2;

      // the velocities without this contact
      const old1 = data[p0 + NORMAL_IMPULSE] / substeps;
      const old2 = data[p1 + NORMAL_IMPULSE] / substeps;
      const oldT = (data[p0 + TANGENT_IMPULSE] + data[p1 + TANGENT_IMPULSE]) / substeps;
      const u1 = present1 - k11 * old1 - k12 * old2 - k1t * oldT;
      const u2 = present2 - k12 * old1 - k22 * old2 - k2t * oldT;
      const ut = presentT - k1t * old1 - k2t * old2 - ktt * oldT;

      problem[problemOf.K_11] = k11;
      problem[problemOf.K_12] = k12;
      problem[problemOf.K_22] = k22;
      problem[problemOf.K_1T] = k1t;
      problem[problemOf.K_2T] = k2t;
      problem[problemOf.K_TT] = ktt;
      problem[problemOf.U_1] = u1;
      problem[problemOf.U_2] = u2;
      problem[problemOf.U_T] = ut;
      problem[problemOf.G_1] = g1;
      problem[problemOf.G_2] = g2;
      problem[problemOf.MU] = data[c + FRICTION];
      problem[problemOf.REST_1] = rest1;
      problem[problemOf.REST_2] = rest2;
      solveContact(impulse, plastic, problem, two, bounces);

      const new1 = impulse[J1];
      const new2 = impulse[J2];
      const newT = impulse[B];
      const total = new1 + new2;
      const share = total > 0 ? new1 / total : 1;
      // The force of a hit ends with the hit. Only forces of lasting contacts are kept for the next substep. They are stored as
      // impulses of a whole step.
      const lasts = bounces ? 0 : substeps;
      data[p0 + NORMAL_IMPULSE] = lasts * new1;
      data[p1 + NORMAL_IMPULSE] = lasts * new2;
      data[p0 + TANGENT_IMPULSE] = lasts * share * newT;
      data[p1 + TANGENT_IMPULSE] = lasts * (1 - share) * newT;
      data[p0 + STEP_NORMAL_IMPULSE] += new1;
      data[p1 + STEP_NORMAL_IMPULSE] += new2;
      change[J1] = new1 - old1;
      change[J2] = new2 - old2;
      change[B] = newT - oldT;
      applyContactImpulse(motion, rows, o, a, b, data, c, change);
      if (data[c + ROLLING] > 0) resistRolling(motion, rows, o, a, b, data, c, data[c + ROLLING] * total);

      if (trace !== null) {
        traceContactRows(trace, world, rows, {
          pass: substep,
          phase: 'sweep',
          slot,
          row: o,
          duration: h,
          velocities: [present1, present2, presentT],
          targets: [g1, g2, 0],
          before: [old1, old2, oldT],
          after: [new1, new2, newT],
          isVisited: [true, true],
        });
      }
    }
  }
}

/** Applies an angular impulse against the relative angular velocity. The accumulated impulse is at most `limit` (N m s). */
function resistRolling(
  motion: Float64Array,
  rows: Float64Array,
  o: number,
  a: number,
  b: number,
  data: Float64Array,
  c: number,
  limit: number,
): void {
  const i1 = rows[o + row.I1];
  const i2 = rows[o + row.I2];
  if (i1 + i2 === 0) return;
  const old = data[c + ROLLING_IMPULSE];
  const wanted = old - (motion[b + W] - motion[a + W]) / (i1 + i2);
  const roll = wanted > limit ? limit : Math.max(wanted, -limit);
  data[c + ROLLING_IMPULSE] = roll;
  motion[a + W] -= i1 * (roll - old);
  motion[b + W] += i2 * (roll - old);
}
