/**
 * Sequential impulses: rigid contacts as velocity constraints, solved row by row with accumulated clamping.
 *
 * A contact must not let its gap fall below zero. As a constraint on the stacked velocities u of two bodies,
 *
 *     J u + b >= 0,    u' = u + M^-1 J^T lambda,    lambda >= 0,    lambda (J u' + b) = 0
 *
 * a single row has the solution lambda = -m_C (J u + b) with the effective mass m_C = 1 / (J M^-1 J^T), clamped at zero. Rows share
 * bodies, so the rows of *all* contacts, with walls and between bodies alike, are solved in turn, and this is repeated. Each row adds to
 * its accumulated lambda, and the accumulated value is clamped [Catto 2005]. This is projected Gauss-Seidel on the linear complementarity
 * problem above. The accumulated impulses of the last step are the start of the next one (warm start); at rest they are the solution
 * already.
 *
 * The target velocity of a row is -b:
 *
 *     gap > 0       -gap / dt        the bodies may come just as close as the gap allows (speculative contact)
 *     hit           0                it stops; restitution follows in a second phase (restitution.ts)
 *     penetration   0                the position pass removes it; or (beta / dt) max(depth - slop, 0) by Baumgarte
 *
 * A speculative row has no effect unless the bodies would pass through each other within the step, so bodies that separate or slide past
 * get no impulse. Its impulse only reduces approach speed, so it adds no energy.
 *
 * Order of a step: contacts at the current poses - velocities by gravity and forces - rows - warm start - velocity passes - expansion
 * passes if there is restitution - positions by the new velocities - position passes.
 */

import { requireKnownFields } from '@otedama/math2d';
import {
  type BodyStore,
  CONTACT_STRIDE,
  gravityInto,
  holdLockedAxes,
  integratePositions,
  integrateVelocities,
  NORMAL_VELOCITY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  ROLLING,
  reboundSpeed,
  SEPARATION,
  type Solver,
  type SolverTrace,
  type SolverWorld,
  VX,
  VY,
  W,
} from '@otedama/rigid';
import {
  FRAME_JOINT_DAMPING_RATIO,
  FRAME_JOINT_HERTZ_SHARE,
  KERNEL_BLOCK,
  MAXIMUM_BLOCK_CONDITION,
} from './constants.js';
import { INV_DET, K11, K12, K22, solveContactRows } from './contact-kernel.js';
import {
  coolRows,
  FrameRows,
  I_A,
  I_B,
  LAMBDA_N,
  LAMBDA_T,
  M_A,
  M_B,
  N_X,
  N_Y,
  P1,
  P2,
  prepareRows,
  RN_A,
  RN_B,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  rowStart,
  storeImpulses,
  TARGET,
  warmStart,
} from './frame-rows.js';
import type { SequentialImpulsesTracing } from './impulses-trace.js';
import { createJointStep } from './joints/joint-kind.js';
import { noJoints } from './joints/joints-part.js';
import { locksOf } from './locked-axes.js';
import { LockedRows } from './locked-rows.js';
import { resolveSettings, type SequentialImpulseOptions, type SequentialImpulseSettings } from './options.js';
import { correctPositions } from './position-correction.js';
import { Bounces, solveExpansionRows } from './restitution.js';
import type { StepRolling } from './rolling-resistance.js';
import { makeSoft } from './soft-constraint.js';
import type { SolverParts } from './solver-parts.js';
import { SqueezedBodies } from './squeezed-bodies.js';
import { baumgarteSpeed, bounceSpeed } from './targets.js';

/** A sequential impulses solver; one for each world. */
export interface SequentialImpulses extends Solver {
  readonly name: 'sequential-impulses';
  /** Its settings, with defaults filled in. */
  readonly settings: SequentialImpulseSettings;
}

/** Creates a sequential impulses solver from the given parts, by default without joints. Options out of range throw an `InputError`. */
export function createBareSequentialImpulses(
  options: SequentialImpulseOptions = {},
  parts: Pick<SolverParts<SequentialImpulsesTracing>, 'joints' | 'rolling' | 'tracing'> = {},
): SequentialImpulses {
  requireKnownFields(parts, 'parts', ['joints', 'rolling', 'tracing']);
  const { joints: jointsPart = noJoints, rolling: rollingPart = null, tracing = null } = parts;
  const settings = resolveSettings(options);
  const rows = new FrameRows();
  const bounces = new Bounces();
  const locked = new LockedRows();
  const rolling = rollingPart === null ? null : rollingPart.create();
  const joints = jointsPart.create();
  const jointStep = createJointStep();
  const squeezed = new SqueezedBodies();

  const lists: ImpulseRows = { rows, bounces, locked, rolling };
  /** The recorder of this step, if the solver can report to it; otherwise null. */
  let trace: SolverTrace | null = null;

  /** The velocity passes of compression or of expansion. Returns `pass`, the number of passes over contact rows, after them. */
  function solveVelocities(world: SolverWorld, isExpansion: boolean, pass: number, dt: number): number {
    const { motion } = world.bodies;
    let passes = pass;
    for (let iteration = 0; iteration < settings.velocityIterations; iteration++) {
      if (joints.count > 0) joints.solve(world);
      rolling?.solve(rows, world);
      if (trace === null) inBlocks(isExpansion ? solveExpansionRows : solveContactRows, rows, motion);
      else if (isExpansion) tracing!.solveExpansionRows(rows, motion, passes, dt, trace);
      else tracing!.solveContactRows(rows, motion, passes, dt, trace);
      passes++;
      if (locked.count > 0) solveLocked(world, isExpansion, passes++, dt);
    }
    return passes;
  }

  /** Holds the locked axes after a pass, and solves the rows of locked bodies again. */
  function solveLocked(world: SolverWorld, isExpansion: boolean, pass: number, dt: number): void {
    const { motion } = world.bodies;
    holdLockedAxes(world.bodies);
    if (trace === null) locked.solve(rows, motion, isExpansion, 0, locked.count);
    else tracing!.solveLockedRows(rows, locked, motion, isExpansion, pass, dt, trace);
  }

  return {
    name: 'sequential-impulses',
    settings,
    capabilities: {
      restitution: true,
      friction: true,
      tangentSpeed: true,
      rollingResistance: rollingPart !== null,
      joints: jointsPart.kinds,
    },
    step(world: SolverWorld, dt: number): void {
      world.collide();
      const { bodies, contacts } = world;
      integrateVelocities(bodies, world.gravityX, world.gravityY, dt);

      const count = contacts.touchingCount;
      rows.reset(count);
      bounces.reset();
      locked.reset();
      rolling?.reset();
      const motion = bodies.motion;
      for (let start = 0; start < count; start += KERNEL_BLOCK) {
        const end = Math.min(start + KERNEL_BLOCK, count);
        prepareRows(rows, world, start, end);
        if (!settings.warmStarting) coolRows(rows, start, end);
        aimRows(lists, world, settings, dt, start, end);
      }
      inBlocks(warmStart, rows, motion);
      rolling?.warmStart(rows, world);
      const hertz = (FRAME_JOINT_HERTZ_SHARE * Math.sqrt(settings.velocityIterations)) / dt;
      jointStep.h = dt;
      jointStep.inverseStep = 1 / dt;
      jointStep.impulseShare = settings.warmStarting ? 1 : 0;
      makeSoft(jointStep.rigid, hertz, FRAME_JOINT_DAMPING_RATIO, dt);
      joints.prepare(world, jointStep);
      joints.start(world);

      trace = tracing === null ? null : world.trace;
      const passes = solveVelocities(world, false, 0, dt);
      if (bounces.beginExpansion(rows)) solveVelocities(world, true, passes, dt);
      storeImpulses(rows, world);

      integratePositions(bodies, dt);
      if (joints.count > 0) {
        // remove the velocity of the joint bias
        joints.relax(world);
        joints.store(world, 1);
      }
      squeezed.update(null, joints, world, dt, 1);
      if (settings.positionCorrection === 'projection')
        projectPositions(rows, bodies, locked.count > 0, settings);
    },
  };
}

/** The rows of one solver, and the lists of those that are treated in their own way. */
interface ImpulseRows {
  readonly rows: FrameRows;
  readonly bounces: Bounces;
  readonly locked: LockedRows;
  /** Null for a solver without rolling resistance. */
  readonly rolling: StepRolling | null;
}

/** A kernel over rows `start` to `end`. */
type Kernel = (
  data: Float64Array,
  index: Int32Array,
  motion: Float64Array,
  start: number,
  end: number,
) => void;

/** One pass of a kernel over all rows. */
function inBlocks(kernel: Kernel, rows: FrameRows, motion: Float64Array): void {
  const { data, index, count } = rows;
  for (let start = 0; start < count; start += KERNEL_BLOCK) {
    kernel(data, index, motion, start, Math.min(start + KERNEL_BLOCK, count));
  }
}

/** Position passes until no penetration exceeds the slop, or the maximum number is reached. */
function projectPositions(
  rows: FrameRows,
  bodies: BodyStore,
  isAnyLocked: boolean,
  settings: SequentialImpulseSettings,
): void {
  const { motion } = bodies;
  const { data, index, count } = rows;
  for (let iteration = 0; iteration < settings.positionIterations; iteration++) {
    let corrected = 0;
    for (let start = 0; start < count; start += KERNEL_BLOCK) {
      const end = Math.min(start + KERNEL_BLOCK, count);
      corrected += correctPositions(data, index, motion, start, end, settings.walls, settings.bodies);
    }
    if (corrected === 0) return;
    if (isAnyLocked) holdLockedAxes(bodies);
  }
}

/**
 * Writes targets and 2 x 2 blocks of rows `start` to `end`, and lists the rows with restitution and those of locked bodies. Velocities
 * are those after gravity, before any impulse.
 */
function aimRows(
  { rows, bounces, locked, rolling }: ImpulseRows,
  world: SolverWorld,
  settings: SequentialImpulseSettings,
  dt: number,
  start: number,
  end: number,
): void {
  const { index, data } = rows;
  const { motion } = world.bodies;
  const contactData = world.contacts.data;
  const baumgarte = settings.positionCorrection === 'baumgarte';
  for (let k = start; k < end; k++) {
    const o = rowStart(k);
    const ri = k * ROW_INDEX_STRIDE;
    const a = index[ri + ROW_A];
    const b = index[ri + ROW_B];
    const count = index[ri + ROW_COUNT];
    const c = index[ri + ROW_SLOT] * CONTACT_STRIDE;
    const tuning = data[o + M_A] === 0 || data[o + M_B] === 0 ? settings.walls : settings.bodies;
    const locks = locksOf(world.bodies, a, b);
    if (locks !== 0) locked.add(k, locks);
    const restitution = contactData[c + RESTITUTION];
    const pull = restitution > 0 ? gravityInto(world, index[ri + ROW_SLOT]) : 0;
    const ux = motion[b + VX] - motion[a + VX];
    const uy = motion[b + VY] - motion[a + VY];
    const un = ux * data[o + N_X] + uy * data[o + N_Y];
    let vn1 = 0;
    let vn2 = 0;
    let bounce1 = 0;
    let bounce2 = 0;
    for (let j = 0; j < count; j++) {
      const q = o + P1 + j * (P2 - P1);
      const p = c + POINT0 + j * POINT_STRIDE;
      const vn = un + motion[b + W] * data[q + RN_B] - motion[a + W] * data[q + RN_A];
      contactData[p + NORMAL_VELOCITY] = vn;
      const gap = contactData[p + SEPARATION];
      let target = 0;
      if (gap > 0) target = -gap / dt;
      else if (baumgarte) target = baumgarteSpeed(-gap, tuning.correctionShare, tuning.slop, dt);
      let bounce = 0;
      if (restitution > 0 && gap + vn * dt < 0) {
        // hit within this step; v is the speed before gravity acted
        const v = -vn - pull * dt;
        bounce = bounceSpeed(v, restitution, tuning.restitutionThreshold, settings.restitutionRule);
        if (bounce > 0) {
          bounce = reboundSpeed(bounce / v, v, gap, pull, dt);
          if (target < 0) target = 0;
        }
      }
      // a point that separates faster than the threshold must not start with the impulse of its last hit
      if (vn > tuning.restitutionThreshold) {
        data[q + LAMBDA_N] = 0;
        data[q + LAMBDA_T] = 0;
      }
      data[q + TARGET] = target;
      if (j === 0) {
        vn1 = vn;
        bounce1 = bounce;
      } else {
        vn2 = vn;
        bounce2 = bounce;
      }
    }
    if (rolling !== null && contactData[c + ROLLING] !== 0)
      rolling.add(rows, world, k, settings.warmStarting);
    if (bounce1 > 0 || bounce2 > 0) bounces.add(k, -vn1, bounce1, -vn2, bounce2);
    data[o + INV_DET] = 0;
    if (count === 2 && settings.blockSolver) prepareBlock(data, o);
  }
}

/** Writes K of the two normal rows at `o`; 1 / det stays 0 if K is too badly conditioned to be inverted. */
function prepareBlock(data: Float64Array, o: number): void {
  const m = data[o + M_A] + data[o + M_B];
  const iA = data[o + I_A];
  const iB = data[o + I_B];
  const a1 = data[o + P1 + RN_A];
  const a2 = data[o + P2 + RN_A];
  const b1 = data[o + P1 + RN_B];
  const b2 = data[o + P2 + RN_B];
  const k11 = m + iA * a1 * a1 + iB * b1 * b1;
  const k12 = m + iA * a1 * a2 + iB * b1 * b2;
  const k22 = m + iA * a2 * a2 + iB * b2 * b2;
  const det = k11 * k22 - k12 * k12;
  if (k11 * k11 >= MAXIMUM_BLOCK_CONDITION * det) return;
  data[o + K11] = k11;
  data[o + K12] = k12;
  data[o + K22] = k22;
  data[o + INV_DET] = 1 / det;
}
