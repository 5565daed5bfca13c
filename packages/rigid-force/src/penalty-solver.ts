/**
 * Penalty method: penetration is allowed, and springs push the bodies apart.
 *
 * A point with the penetration s (> 0) and the normal velocity u (< 0 if approaching) gets the normal force
 *
 *   |u| <= u_s:  F = k s - c u        damped spring, c = 2 z sqrt(k / K), z the damping ratio, 1/K the mass at the point
 *   u < -u_s:    F = k s              loading
 *   u > u_s:     F = e^2 k s          unloading after a hit, the hysteresis of [Walton & Braun 1986]
 *   u > u_s:     F = k s - c u        unloading of a load at rest
 *
 * The force is never negative, so separating surfaces do not pull. A hit at the speed v rebounds at a speed u with
 * u^2 <= e^2 v^2 + (1 - e^2) u_s^2, which is nearly e v because u_s is small. After a hit slower than the restitution threshold, the
 * unloading force is 0.
 *
 * The speed v of the hit is the fastest approach of the contact since it was last loaded. For surfaces that overlap when they meet, it is
 * the speed at which an undamped spring would have met the surface, v^2 = u^2 + k K s^2. A body that would rest at
 * the overlap s_0 and meets the surface at v compresses the spring to s_0 + sqrt(s_0^2 + v^2 / (k K)). An overlap deeper than
 * H v / sqrt(k K) is therefore not due to the hit: it carries a load. If such a spring let go whenever its surfaces part faster than u_s, the
 * load F would accelerate the bodies by h K F within one substep, far above u_s, and the spring would throw them back in the next one. A
 * pile would tremble for ever.
 *
 * Friction is a spring along t that stores its tension and slips at the friction cone [Cundall & Strack 1979]:
 *
 *   T' = T - h k_t u_t,   F_t = T' - c_t u_t,   |F_t| <= mu sum F;   if it slips, T' is set to the limit.
 *
 * All forces of a substep are computed from the same state and then summed, F = sum F_i.
 *
 * Stability. For one point and w = -u, the rate of s, semi-implicit Euler maps (s, w) to w' = w - h K (k s + c w), s' = s + h w', with the
 * characteristic polynomial l^2 - (2 - h c K - h^2 k K) l + (1 - h c K). Both roots are inside the unit circle iff
 *
 *   h^2 k K + 2 h c K < 4,     without damping k h^2 / m < 4, that is h < 2 / omega.
 *
 * With x = h sqrt(k K) this is x^2 + 4 z x < 4. A body in a pile has several contact points at once, and their springs add up. With P
 * points at full stiffness the condition is P (x^2 + 4 z x) < 4, which gives the stiffness limit
 *
 *   k < x^2 / (h^2 K),   x = 2 sqrt(z^2 + 1/P) - 2 z,   K = 1/m + r^2/I
 *
 * with r the largest distance of a point from the centre. By default the springs of a contact get half of the lower limit of its two bodies.
 * One stiffness for the whole world would have to suit its lightest body, and heavy ones would sink in. A given stiffness is the same for
 * all contacts, and is rejected if it reaches the limit of an awake body.
 */

import {
  InputError,
  requireInteger,
  requireKnownFields,
  requireNonNegative,
  requirePositive,
  requireRecord,
} from '@otedama/math2d';
import {
  applyContactImpulse,
  applyGrabSprings,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  type BodyStore,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  ContactRows,
  DAMPING_STRIDE,
  EXTENT,
  FRICTION,
  INV_INERTIA,
  INV_MASS,
  integratePositions,
  integrateVelocities,
  NORMAL_IMPULSE,
  NORMAL_VELOCITY,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  RESTITUTION_THRESHOLD,
  ROLLING_IMPULSE,
  contactRow as row,
  type Solver,
  type SolverCapabilities,
  type SolverWorld,
  STEP_NORMAL_IMPULSE,
  Substeps,
  TANGENT_IMPULSE,
  TANGENT_SPEED,
  VX,
  VY,
  W,
} from '@otedama/rigid';
import {
  DEFAULT_DAMPING_RATIO,
  DEFAULT_PENALTY_SUBSTEPS,
  HIT_OVERLAP,
  MAXIMUM_SUBSTEPS,
  POINTS_PER_BODY,
  SETTLE_SPEED,
  STIFFNESS_SHARE,
  TANGENT_STIFFNESS_RATIO,
} from './constants.js';

/**
 * Index in the contact data of the speed v of the hit, m/s: negative while the contact is loaded, positive while it is unloaded, 0 without
 * overlap. It takes the place of the rolling impulse, which this solver does not have.
 */
const HIT_SPEED = ROLLING_IMPULSE;

/** Options of `createPenaltySolver`: the springs at the contacts, and how finely they are stepped. All are optional. */
export interface PenaltyOptions {
  /**
   * Stiffness of the spring at each point, N/m, > 0, the same for all contacts. Default: half of the lower stability limit of the two bodies
   * of a contact.
   */
  readonly stiffness?: number;
  /** Damping ratio at rest, >= 0; 1 is critical. More damping lowers the stability limit. Default 0.3. */
  readonly dampingRatio?: number;
  /** Number of substeps per step, 1..1000. The stability limit grows with the square of this number. Default 16. */
  readonly substeps?: number;
  /** Approach speed up to which contacts do not bounce, m/s, >= 0. Default 1. */
  readonly restitutionThreshold?: number;
}

/**
 * Creates a solver with springs at the contacts. Its name in scenes is `penalty`. Throws an `InputError` for options that are unknown or
 * out of range.
 */
export function createPenaltySolver(options: PenaltyOptions = {}): Solver {
  requireRecord('options', options);
  return new PenaltySolver(options);
}

/**
 * Returns the largest stable spring stiffness per point, N/m.
 * @param inverseMass 1/kg, > 0
 * @param inverseInertia 1/(kg m^2), >= 0
 * @param extent largest distance of a contact point from the centre of mass, m, >= 0
 * @param h substep, s, > 0
 * @param dampingRatio of the springs at rest, >= 0; 1 is critical
 * @throws InputError for a number out of its range
 */
export function penaltyStiffnessLimit(
  inverseMass: number,
  inverseInertia: number,
  extent: number,
  h: number,
  dampingRatio: number = DEFAULT_DAMPING_RATIO,
): number {
  requirePositive('inverseMass', inverseMass);
  requireNonNegative('inverseInertia', inverseInertia);
  requireNonNegative('extent', extent);
  requirePositive('h', h);
  requireNonNegative('dampingRatio', dampingRatio);
  return stiffnessLimit(inverseMass, inverseInertia, extent, h, dampingRatio);
}

/** The same within a step, where the numbers are known to be in their ranges. */
function stiffnessLimit(
  inverseMass: number,
  inverseInertia: number,
  extent: number,
  h: number,
  dampingRatio: number,
): number {
  const x = stableAngle(dampingRatio);
  const K = inverseMass + extent * extent * inverseInertia;
  return (x * x) / (h * h * K);
}

/** The x of the stability limit: the largest h sqrt(k K). */
function stableAngle(z: number): number {
  return 2 * Math.sqrt(z * z + 1 / POINTS_PER_BODY) - 2 * z;
}

class PenaltySolver implements Solver {
  readonly name = 'penalty';
  readonly capabilities: SolverCapabilities = {
    restitution: true,
    friction: true,
    tangentSpeed: true,
    rollingResistance: false,
    joints: ['grab'],
  };
  /** Options, including defaults. `stiffness` is absent if it is automatic. */
  readonly settings: Readonly<PenaltyOptions>;
  readonly #stiffness: number | undefined;
  readonly #dampingRatio: number;
  readonly #substeps: Substeps;
  readonly #restitutionThreshold: number;
  readonly #rows = new ContactRows();
  readonly #impulse = new Float64Array(3);
  /** The given stiffness, N/m, 0 if it is automatic, and the x of the stability limit. In an array, because numbers would be allocated. */
  readonly #spring = new Float64Array(2);
  /** K of each body at its most distant point, 1/kg: the largest response that a spring on it can meet. 0 for bodies that do not move. */
  #responses = new Float64Array(64);

  constructor(options: PenaltyOptions) {
    const {
      stiffness,
      dampingRatio = DEFAULT_DAMPING_RATIO,
      substeps = DEFAULT_PENALTY_SUBSTEPS,
      restitutionThreshold = RESTITUTION_THRESHOLD,
    } = options;
    requireKnownFields(options, '', ['stiffness', 'dampingRatio', 'substeps', 'restitutionThreshold']);
    if (stiffness !== undefined) requirePositive('stiffness', stiffness);
    this.#stiffness = stiffness;
    this.#dampingRatio = requireNonNegative('dampingRatio', dampingRatio);
    this.#spring.set([stiffness ?? 0, stableAngle(dampingRatio)]);
    this.#substeps = new Substeps(requireInteger('substeps', substeps, 1, MAXIMUM_SUBSTEPS));
    this.#restitutionThreshold = requireNonNegative('restitutionThreshold', restitutionThreshold);
    this.settings = Object.freeze({
      ...(stiffness === undefined ? {} : { stiffness }),
      dampingRatio,
      substeps: this.#substeps.count,
      restitutionThreshold,
    });
  }

  step(world: SolverWorld, dt: number): void {
    const h = this.#substeps.begin(dt);
    if (this.#stiffness === undefined) this.#findResponses(world.bodies);
    else this.#requireStable(world.bodies, h, this.#stiffness);
    for (let substep = 0; substep < this.#substeps.count; substep++) this.#stepOnce(world, h, substep);
  }

  #stepOnce(world: SolverWorld, h: number, substep: number): void {
    this.#substeps.collide(world, h);
    this.#rows.prepare(world);
    this.#forces(world, h, substep);
    this.#apply(world);
    integrateVelocities(world.bodies, world.gravityX, world.gravityY, h);
    applyGrabSprings(world, h);
    integratePositions(world.bodies, h);
  }

  #findResponses({ mass, damping, slots }: BodyStore): void {
    if (this.#responses.length < slots) this.#responses = new Float64Array(2 * slots);
    for (let slot = 0; slot < slots; slot++) {
      const inverseMass = mass[slot * BODY_STRIDE + INV_MASS];
      const extent = damping[slot * DAMPING_STRIDE + EXTENT];
      this.#responses[slot] =
        inverseMass === 0 ? 0 : inverseMass + extent * extent * mass[slot * BODY_STRIDE + INV_INERTIA];
    }
  }

  /** Throws, before anything moves, if the given stiffness is not stable for an awake body. */
  #requireStable({ mass, damping, awake, awakeCount }: BodyStore, h: number, stiffness: number): void {
    let limit = Infinity;
    let lightest = -1;
    for (let k = 0; k < awakeCount; k++) {
      const o = awake[k] * BODY_STRIDE;
      if (mass[o + INV_MASS] === 0) continue;
      const extent = damping[awake[k] * DAMPING_STRIDE + EXTENT];
      const own = stiffnessLimit(mass[o + INV_MASS], mass[o + INV_INERTIA], extent, h, this.#dampingRatio);
      if (own < limit) {
        limit = own;
        lightest = awake[k];
      }
    }
    if (stiffness < limit) return;
    const kilograms = 1 / mass[lightest * BODY_STRIDE + INV_MASS];
    throw new InputError(
      'stiffness',
      stiffness,
      `below ${limit} N/m, where springs of a body of ${kilograms} kg become unstable at a substep of ${h} s`,
    );
  }

  /** Computes the forces F of all points from the current state. Stores them in the contacts as impulses n h F of a whole step. */
  #forces(world: SolverWorld, h: number, substep: number): void {
    const { index, data, touching, touchingCount } = world.contacts;
    const motion = world.bodies.motion;
    const rows = this.#rows.data;
    const z = this.#dampingRatio;
    const threshold = this.#restitutionThreshold;
    const given = this.#spring[0];
    const x = this.#spring[1];
    const responses = this.#responses;
    const substeps = this.#substeps.count;
    const trace = world.trace;
    for (let n = 0; n < touchingCount; n++) {
      const slot = touching[n];
      const i = slot * CONTACT_INDEX_STRIDE;
      const c = slot * CONTACT_STRIDE;
      const o = n * row.ROW_STRIDE;
      const a = index[i + BODY_A] * BODY_STRIDE;
      const b = index[i + BODY_B] * BODY_STRIDE;
      const count = index[i + COUNT];
      if (rows[o + row.KTT] === 0) continue;
      const most = Math.max(responses[index[i + BODY_A]], responses[index[i + BODY_B]]);
      const k = given > 0 ? given : STIFFNESS_SHARE * ((x * x) / (h * h * most));
      const kt = TANGENT_STIFFNESS_RATIO * k;
      const nx = data[c + NX];
      const ny = data[c + NY];
      const e = data[c + RESTITUTION];
      const vx = motion[b + VX] - motion[a + VX];
      const vy = motion[b + VY] - motion[a + VY];
      const wa = motion[a + W];
      const wb = motion[b + W];
      let sum = 0;
      const stored = data[c + HIT_SPEED];
      let v = Math.abs(stored);
      let fastest = 0;
      let overlaps = false;
      for (let point = 0; point < count; point++) {
        const p = c + POINT0 + point * POINT_STRIDE;
        const s = -rows[o + row.GAP + point];
        const u = nx * vx + ny * vy + wb * rows[o + row.R2N + 2 * point] - wa * rows[o + row.R1N + 2 * point];
        const K = point === 0 ? rows[o + row.K11] : rows[o + row.K22];
        let force = 0;
        if (s > 0) {
          overlaps = true;
          const kKss = k * K * s * s;
          if (stored === 0) v = Math.max(v, Math.sqrt(u * u + kKss));
          fastest = Math.min(fastest, u);
          const isLoad = kKss > HIT_OVERLAP * HIT_OVERLAP * v * v;
          if (u < -SETTLE_SPEED) force = k * s;
          else if (u <= SETTLE_SPEED || isLoad) force = Math.max(k * s - 2 * z * Math.sqrt(k / K) * u, 0);
          else if (v > threshold) force = e * e * k * s;
        }
        sum += force;
        const impulse = h * force;
        data[p + NORMAL_IMPULSE] = substeps * impulse;
        data[p + STEP_NORMAL_IMPULSE] += impulse;
        if (u < data[p + NORMAL_VELOCITY]) data[p + NORMAL_VELOCITY] = u;
        if (trace !== null) {
          trace.row({
            ...tracedSpring(substep, slot, h),
            row: 'normal',
            point,
            gap: -s,
            velocity: u,
            target: u + K * impulse,
            mass: 1 / K,
            impulse,
            low: 0,
            high: Infinity,
          });
        }
      }
      if (!overlaps) data[c + HIT_SPEED] = 0;
      else if (fastest < 0) data[c + HIT_SPEED] = stored > 0 ? fastest : Math.min(-v, fastest);
      else data[c + HIT_SPEED] = v;
      const p0 = c + POINT0;
      const ut =
        ny * vx - nx * vy + wb * rows[o + row.R2T] - wa * rows[o + row.R1T] - data[c + TANGENT_SPEED];
      const limit = data[c + FRICTION] * sum;
      // the first point has the tension of both, but the points may have changed places
      const p1 = p0 + POINT_STRIDE;
      const stretched = data[p0 + TANGENT_IMPULSE] + data[p1 + TANGENT_IMPULSE];
      let T = stretched / (substeps * h) - h * kt * ut;
      const wanted = T - 2 * z * Math.sqrt(kt / rows[o + row.KTT]) * ut;
      const tangent = wanted > limit ? limit : Math.max(wanted, -limit);
      if (tangent !== wanted) T = tangent;
      data[p0 + TANGENT_IMPULSE] = substeps * h * T;
      data[p1 + TANGENT_IMPULSE] = 0;
      rows[o + row.ROW_SCRATCH] = h * tangent;
      if (trace !== null) {
        const belt = data[c + TANGENT_SPEED];
        const response = rows[o + row.KTT];
        trace.row({
          ...tracedSpring(substep, slot, h),
          row: 'friction',
          point: count === 2 ? -1 : 0,
          gap: rows[o + row.GAP],
          velocity: ut + belt,
          target: ut + belt + response * h * wanted,
          mass: 1 / response,
          impulse: h * tangent,
          low: -h * limit,
          high: h * limit,
        });
      }
    }
  }

  /** Applies the stored impulses of one substep to the bodies. */
  #apply(world: SolverWorld): void {
    const { index, data, touching, touchingCount } = world.contacts;
    const motion = world.bodies.motion;
    const rows = this.#rows.data;
    const impulse = this.#impulse;
    const substeps = this.#substeps.count;
    for (let n = 0; n < touchingCount; n++) {
      const i = touching[n] * CONTACT_INDEX_STRIDE;
      const c = touching[n] * CONTACT_STRIDE;
      const o = n * row.ROW_STRIDE;
      const a = index[i + BODY_A] * BODY_STRIDE;
      const b = index[i + BODY_B] * BODY_STRIDE;
      const p0 = c + POINT0;
      impulse[0] = data[p0 + NORMAL_IMPULSE] / substeps;
      // 0 if the contact has one point
      impulse[1] = data[p0 + POINT_STRIDE + NORMAL_IMPULSE] / substeps;
      impulse[2] = rows[o + row.ROW_SCRATCH];
      applyContactImpulse(motion, rows, o, a, b, data, c, impulse);
    }
  }
}

/** What the traced rows of all springs of a substep have in common. */
function tracedSpring(substep: number, slot: number, duration: number) {
  return { pass: substep, phase: 'spring', slot, massScale: 1, impulseScale: 0, before: 0, duration };
}
