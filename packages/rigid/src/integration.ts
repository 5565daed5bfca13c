/**
 * Motion of free bodies: the parts of a step that all solvers share.
 *
 * Semi-implicit Euler over a substep h:
 *
 *     v' = (v + h (g s + F / m)) / (1 + h d)      w' = (w + h T / I) / (1 + h d_w)
 *     p' = p + h v'                               q' = q rotated by h w'
 *
 * Damping v' = -d v is integrated implicitly, so it is stable for every d h. Poses do not change during the substeps.
 * Displacement and rotation since the last finalised pose accumulate in `DX DY DC DS`. They stay precise far from the origin, and
 * a solver can evaluate separations from small numbers [Catto 2024, Solver2D]. `finalizePoses` adds them to the pose.
 */
import type { BodyStore } from './body-store.js';
import {
  CREEP_MASK,
  CREEP_SPEED,
  MAXIMUM_MAGNITUDE,
  MAXIMUM_TURNS,
  SERIES_ROTATION_LIMIT,
  STALE_TURN,
  SWEEP_CANDIDATE_SHARE,
} from './constants.js';
import {
  ANGULAR_DAMPING,
  BODY_FAST_ROTATION,
  BODY_FROZEN,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  C,
  CX,
  CY,
  DAMPING_STRIDE,
  DC,
  DS,
  DX,
  DY,
  DYNAMIC,
  EXTENT,
  FX,
  FY,
  GRAVITY_SCALE,
  INV_INERTIA,
  INV_MASS,
  LINEAR_DAMPING,
  LX,
  LY,
  PLACED_C,
  PLACED_CX,
  PLACED_CY,
  PLACED_S,
  PREVIOUS_STRIDE,
  S,
  TORQUE,
  TURN_C,
  TURN_S,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';

/**
 * Updates the velocities of the awake dynamic bodies by gravity, forces and damping, and clamps them to the speed limits of the
 * store. A body whose velocity is not finite is frozen here, before it can affect its neighbours.
 * @param gravityX m/s^2
 * @param gravityY m/s^2
 * @param h substep, s
 * @param slots slot indices of the bodies to integrate; default: all awake bodies
 * @param count number of bodies in `slots`
 */
export function integrateVelocities(
  bodies: BodyStore,
  gravityX: number,
  gravityY: number,
  h: number,
  slots: Int32Array = bodies.awake,
  count: number = bodies.awakeCount,
): void {
  const { motion, mass, damping, type, flags } = bodies;
  const maximumSpeedSquared = bodies.maximumLinearSpeed * bodies.maximumLinearSpeed;
  const maximumSpin = bodies.maximumAngularSpeed;
  for (let k = 0; k < count; k++) {
    const slot = slots[k];
    if (type[slot] !== DYNAMIC) continue;
    const o = slot * BODY_STRIDE;
    const d = slot * DAMPING_STRIDE;
    const invMass = mass[o + INV_MASS];
    const scale = mass[o + GRAVITY_SCALE];
    const linearDamping = damping[d + LINEAR_DAMPING];
    const angularDamping = damping[d + ANGULAR_DAMPING];
    const linear = linearDamping === 0 ? 1 : 1 / (1 + h * linearDamping);
    const angular = angularDamping === 0 ? 1 : 1 / (1 + h * angularDamping);
    let vx = (motion[o + VX] + h * (gravityX * scale + mass[o + FX] * invMass)) * linear;
    let vy = (motion[o + VY] + h * (gravityY * scale + mass[o + FY] * invMass)) * linear;
    const w = (motion[o + W] + h * mass[o + TORQUE] * mass[o + INV_INERTIA]) * angular;
    const bits = flags[slot];
    if ((bits & (BODY_LOCK_X | BODY_LOCK_Y | BODY_FROZEN)) !== 0) {
      if ((bits & BODY_FROZEN) !== 0) continue;
      if ((bits & BODY_LOCK_X) !== 0) vx = 0;
      if ((bits & BODY_LOCK_Y) !== 0) vy = 0;
    }
    const sum = vx + vy + w;
    if (sum - sum !== 0) {
      freeze(bodies, slot);
      continue;
    }
    motion[o + VX] = vx;
    motion[o + VY] = vy;
    motion[o + W] = w;
    if (
      vx * vx + vy * vy > maximumSpeedSquared ||
      ((w > maximumSpin || w < -maximumSpin) && (bits & BODY_FAST_ROTATION) === 0)
    ) {
      limitVelocity(bodies, slot);
    }
  }
}

/** Ratios of successive terms of the two series: 1 / (2 k (2 k + 1)) and 1 / ((2 k - 1) 2 k). */
const BY_6 = 1 / 6;
const BY_20 = 1 / 20;
const BY_42 = 1 / 42;
const BY_72 = 1 / 72;
const BY_110 = 1 / 110;
const BY_12 = 1 / 12;
const BY_30 = 1 / 30;
const BY_56 = 1 / 56;
const BY_90 = 1 / 90;

/**
 * Adds the velocities of the awake bodies over a substep to their displacement and rotation.
 * @param h substep, s
 * @param slots slot indices of the bodies to move; default: all awake bodies
 * @param count number of bodies in `slots`
 */
export function integratePositions(
  bodies: BodyStore,
  h: number,
  slots: Int32Array = bodies.awake,
  count: number = bodies.awakeCount,
): void {
  const { motion, flags } = bodies;
  bodies.isSettled = false;
  for (let k = 0; k < count; k++) {
    const slot = slots[k];
    const o = slot * BODY_STRIDE;
    const bits = flags[slot];
    if ((bits & (BODY_LOCK_X | BODY_LOCK_Y)) !== 0) {
      if ((bits & BODY_LOCK_X) !== 0) motion[o + VX] = 0;
      if ((bits & BODY_LOCK_Y) !== 0) motion[o + VY] = 0;
    }
    motion[o + DX] += h * motion[o + VX];
    motion[o + DY] += h * motion[o + VY];
    let angle = h * motion[o + W];
    if (angle === 0) continue;
    let turns = 1;
    if (angle > SERIES_ROTATION_LIMIT || angle < -SERIES_ROTATION_LIMIT) {
      turns = Math.ceil(Math.abs(angle) / SERIES_ROTATION_LIMIT);
      if (turns > MAXIMUM_TURNS) {
        turns = MAXIMUM_TURNS;
        angle = (angle > 0 ? MAXIMUM_TURNS : -MAXIMUM_TURNS) * SERIES_ROTATION_LIMIT;
      }
      angle /= turns;
    }
    // sine and cosine of a small angle by their series; multiplications, because a division takes as long as several of them
    const q = angle * angle;
    const sine =
      angle * (1 - q * BY_6 * (1 - q * BY_20 * (1 - q * BY_42 * (1 - q * BY_72 * (1 - q * BY_110)))));
    const cosine = 1 - q * 0.5 * (1 - q * BY_12 * (1 - q * BY_30 * (1 - q * BY_56 * (1 - q * BY_90))));
    for (let turn = 0; turn < turns; turn++) {
      const c = motion[o + DC];
      const s = motion[o + DS];
      const dc = cosine * c - sine * s;
      const ds = sine * c + cosine * s;
      // one Newton step of 1 / sqrt(k) at k = 1
      const f = 1.5 - 0.5 * (dc * dc + ds * ds);
      motion[o + DC] = dc * f;
      motion[o + DS] = ds * f;
    }
  }
}

/**
 * Adds the displacement and rotation of the awake bodies to their poses and resets them. Marks bodies as stale that are farther
 * from their placed pose than the tolerance (`refit.ts`). A body above the speed limits is clamped to them. A body whose velocity
 * or displacement is not finite is frozen at its last pose. Also lists the bodies that a refit and a sweep must check
 * (`refitCandidates`, `sweepCandidates`), and before the first movement of a step notes the poses at its start (`previous`).
 * @param turn number of the step, an integer, which selects the creeping bodies that are checked. Default 0.
 * @returns how many poses changed
 */
export function finalizePoses(bodies: BodyStore, turn = 0): number {
  const { motion, pose, placed, damping, stale, awake, awakeCount, placementTolerance } = bodies;
  const { firstEdge, refitCandidates, sweepLimit, sweepCandidates, maximumTranslation } = bodies;
  const { previous, movements } = bodies;
  const maximumSpeedSquared = bodies.maximumLinearSpeed * bodies.maximumLinearSpeed;
  let changed = 0;
  let refitCandidateCount = 0;
  let sweepCandidateCount = 0;
  for (let k = 0; k < awakeCount; k++) {
    const slot = awake[k];
    const o = (slot * BODY_STRIDE) | 0;
    let dx = motion[(o + DX) | 0];
    let dy = motion[(o + DY) | 0];
    const dc = motion[(o + DC) | 0];
    const ds = motion[(o + DS) | 0];
    let vx = motion[(o + VX) | 0];
    let vy = motion[(o + VY) | 0];
    let w = motion[(o + W) | 0];
    const oldC = pose[(o + C) | 0];
    const oldS = pose[(o + S) | 0];
    if (movements === 0) {
      const p = (slot * PREVIOUS_STRIDE) | 0;
      previous[p] = pose[(o + X) | 0];
      previous[(p + 1) | 0] = pose[(o + Y) | 0];
      previous[(p + 2) | 0] = oldC;
      previous[(p + 3) | 0] = oldS;
    }
    const sum = dx + dy + dc + ds + vx + vy + w;
    const isSound = sum - sum === 0;
    if (!isSound || (dx === 0 && dy === 0 && ds === 0 && dc === 1)) {
      if (!isSound) freeze(bodies, slot);
      if (stale[slot] !== 0) refitCandidates[refitCandidateCount++] = slot;
      continue;
    }
    changed++;
    if (
      Math.abs(dx) + Math.abs(dy) > maximumTranslation ||
      vx * vx + vy * vy > maximumSpeedSquared ||
      Math.abs(w) > MAXIMUM_MAGNITUDE
    ) {
      restrain(bodies, slot);
      dx = motion[(o + DX) | 0];
      dy = motion[(o + DY) | 0];
      vx = motion[(o + VX) | 0];
      vy = motion[(o + VY) | 0];
      w = motion[(o + W) | 0];
    }
    motion[(o + DX) | 0] = 0;
    motion[(o + DY) | 0] = 0;
    motion[(o + DC) | 0] = 1;
    motion[(o + DS) | 0] = 0;
    const extent = damping[(slot * DAMPING_STRIDE + EXTENT) | 0];
    if (
      Math.abs(dx) + Math.abs(dy) + Math.abs(ds) * extent > SWEEP_CANDIDATE_SHARE * sweepLimit[slot] ||
      dc <= 0
    ) {
      sweepCandidates[sweepCandidateCount++] = slot;
    }
    let c = dc * oldC - ds * oldS;
    let s = ds * oldC + dc * oldS;
    const f = 1.5 - 0.5 * (c * c + s * s);
    c *= f;
    s *= f;
    const cx = pose[(o + CX) | 0] + dx;
    const cy = pose[(o + CY) | 0] + dy;
    const lx = pose[(o + LX) | 0];
    const ly = pose[(o + LY) | 0];
    pose[(o + CX) | 0] = cx;
    pose[(o + CY) | 0] = cy;
    pose[(o + C) | 0] = c;
    pose[(o + S) | 0] = s;
    pose[(o + X) | 0] = cx - (c * lx - s * ly);
    pose[(o + Y) | 0] = cy - (s * lx + c * ly);
    const pc = placed[(o + PLACED_C) | 0];
    const ps = placed[(o + PLACED_S) | 0];
    const turnC = c * pc + s * ps;
    const turnS = s * pc - c * ps;
    placed[(o + TURN_C) | 0] = turnC;
    placed[(o + TURN_S) | 0] = turnS;
    const way =
      Math.abs(cx - placed[(o + PLACED_CX) | 0]) +
      Math.abs(cy - placed[(o + PLACED_CY) | 0]) +
      Math.abs(turnS) * extent;
    if (way <= placementTolerance && turnC > 0) {
      stale[slot] = 0;
      continue;
    }
    stale[slot] = 1;
    // most stale bodies creep, and are skipped here instead of being listed first; the rule is the one of `refit`
    const isPassedOver =
      ((turn + slot) & CREEP_MASK) !== 0 &&
      Math.abs(vx) + Math.abs(vy) + Math.abs(w) * extent <= CREEP_SPEED &&
      turnC > 0 &&
      Math.abs(turnS) <= STALE_TURN &&
      firstEdge[slot] >= 0 &&
      placementTolerance !== 0;
    if (!isPassedOver) refitCandidates[refitCandidateCount++] = slot;
  }
  bodies.refitCandidateCount = refitCandidateCount;
  if (changed > 0) {
    bodies.movements++;
    bodies.sweepCandidateCount = sweepCandidateCount;
  }
  return changed;
}

/**
 * Removes the velocity and the displacement since the last finalised pose of the awake bodies along their locked axes. For
 * solvers that change velocities again before they integrate positions, or that move bodies in another way.
 */
export function holdLockedAxes({ motion, flags, awake, awakeCount }: BodyStore): void {
  for (let k = 0; k < awakeCount; k++) {
    const bits = flags[awake[k]];
    if ((bits & (BODY_LOCK_X | BODY_LOCK_Y)) === 0) continue;
    const o = awake[k] * BODY_STRIDE;
    if ((bits & BODY_LOCK_X) !== 0) {
      motion[o + VX] = 0;
      motion[o + DX] = 0;
    }
    if ((bits & BODY_LOCK_Y) !== 0) {
      motion[o + VY] = 0;
      motion[o + DY] = 0;
    }
  }
}

/**
 * Halts the bodies that are not simulated and whose velocity or displacement is not finite. Such a value times an inverse mass of
 * 0 is not 0, so bodies that never move would keep it, and pass it on to all bodies that they touch.
 */
export function haltUnsound({ motion, awakeIndex, slots }: BodyStore): void {
  for (let slot = 0; slot < slots; slot++) {
    if (awakeIndex[slot] >= 0) continue;
    let sum = 0;
    for (let k = slot * BODY_STRIDE; k < (slot + 1) * BODY_STRIDE; k++) sum += motion[k];
    if (sum - sum !== 0) halt(motion, slot);
  }
}

/** Clears the velocity, displacement and rotation of a body. */
export function halt(motion: Float64Array, slot: number): void {
  const o = slot * BODY_STRIDE;
  motion.fill(0, o, o + BODY_STRIDE);
  motion[o + DC] = 1;
}

/**
 * Clamps a dynamic body to the speed limits once more. The velocity that a solver computes for a joint that was torn apart can be
 * above them, and would tear the joint further apart in the next step. The body is marked, because the impulses computed for it
 * are useless. Kinematic bodies are not clamped.
 */
function restrain(bodies: BodyStore, slot: number): void {
  if (bodies.type[slot] !== DYNAMIC) return;
  bodies.restrained[slot] = 1;
  bodies.hasRestrained = true;
  limitVelocity(bodies, slot);
  shorten(bodies.motion, slot * BODY_STRIDE + DX, bodies.maximumTranslation);
}

/**
 * Clamps the velocity and spin of a body to the limits. A body with fast rotation is clamped to the largest spin that the API
 * accepts.
 */
export function limitVelocity(bodies: BodyStore, slot: number): void {
  const { motion, flags, maximumLinearSpeed, maximumAngularSpeed } = bodies;
  const o = slot * BODY_STRIDE;
  shorten(motion, o + VX, maximumLinearSpeed);
  const w = motion[o + W];
  // two branches, because a variable that holds either limit would be allocated
  if ((flags[slot] & BODY_FAST_ROTATION) === 0) {
    if (Math.abs(w) > maximumAngularSpeed) motion[o + W] = w > 0 ? maximumAngularSpeed : -maximumAngularSpeed;
  } else if (Math.abs(w) > MAXIMUM_MAGNITUDE) {
    motion[o + W] = w > 0 ? MAXIMUM_MAGNITUDE : -MAXIMUM_MAGNITUDE;
  }
}

/** Shortens the vector at `offset` to a maximum length. */
function shorten(vectors: Float64Array, offset: number, length: number): void {
  const x = vectors[offset];
  const y = vectors[offset + 1];
  const squared = x * x + y * y;
  if (squared <= length * length) return;
  const shrink = length / Math.sqrt(squared);
  vectors[offset] = x * shrink;
  vectors[offset + 1] = y * shrink;
}

/**
 * Freezes the body in a slot: it keeps its last finalised pose, with infinite mass, and is marked. The world reports it after the
 * step.
 */
export function freeze(bodies: BodyStore, slot: number): void {
  const { motion, mass } = bodies;
  halt(motion, slot);
  haltUnsound(bodies);
  const o = slot * BODY_STRIDE;
  mass.fill(0, o + INV_MASS, o + INV_INERTIA + 1);
  mass.fill(0, o + FX, o + TORQUE + 1);
  bodies.flags[slot] |= BODY_FROZEN;
  bodies.isDisturbed = true;
  bodies.revision++;
}
