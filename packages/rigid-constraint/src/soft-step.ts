/**
 * Soft step: the default method of this package. One search for contacts a step, then n substeps of length h = dt/n:
 *
 *     collide, prepare rows
 *     n times:  integrate velocities - warm start, then
 *               where something has hit fast: relax what is hit
 *               in every fourth:  solve with soft bias - integrate positions - relax without bias
 *               in the others:    relax without bias - integrate positions
 *               where something has hit fast: give back the impulses of the hit
 *     restitution, store impulses
 *
 * Many short steps with one pass each converge better than one long step with many passes [Macklin et al. 2019, Small Steps in
 * Physics Simulation]. The soft bias removes overlaps without the energy that Baumgarte's adds, and the relax pass takes its
 * speed back out [Catto 2024, Solver2D]. That few substeps push out is our own: what their passes would cost buys more substeps,
 * which do more for a pile (`DEFAULT_SUBSTEPS`).
 *
 * Joints go before contacts in every pass, in the order of `joint-order.ts`, and contacts in that of `contact-order.ts`. In a step with
 * joints n is three quarters of the substeps asked for (`JOINTED_SUBSTEP_SHARE`).
 *
 * Joints are pushed together in the first substep alone, and are measured anew before the speed of it is taken out. An impulse along an arm
 * that has turned meanwhile acts past the pivot: with the arms of before, a pendulum let go at 30 degrees lost 7 % of its energy in a
 * minute, now 0.09 %.
 */
import {
  requireBoolean,
  requireInteger,
  requireKnownFields,
  requireNonNegative,
  requirePositive,
} from '@otedama/math2d';
import {
  integratePositions,
  integrateVelocities,
  type Solver,
  type SolverTrace,
  type SolverWorld,
} from '@otedama/rigid';
import { BOUNCE_THRESHOLD, KERNEL_BLOCK } from './constants.js';
import { ContactOrder } from './contact-order.js';
import { fillIn } from './fill-in.js';
import { FrameRows } from './frame-rows.js';
import { createJointStep } from './joints/joint-kind.js';
import { noJoints } from './joints/joints-part.js';
import { KeptRows } from './kept-rows.js';
import { Shocks } from './shocks.js';
import {
  CONTACT_DAMPING_RATIO,
  CONTACT_HERTZ,
  CONTACT_HERTZ_SHARE,
  DEFAULT_SUBSTEPS,
  JOINT_DAMPING_RATIO,
  JOINT_HERTZ,
  JOINT_HERTZ_SHARE,
  JOINTED_SUBSTEP_SHARE,
  JOINTS_TIMES_PASSES,
  LEAST_JOINT_PASSES,
  MAXIMUM_PUSH_OUT_SPEED,
  MOST_JOINT_PASSES,
  MOST_SHOCK_JOINT_ROUNDS,
  PUSH_OUT_INTERVAL,
  SHOCK_JOINTS_TIMES_ROUNDS,
  STATIC_CONTACT_STIFFNESS,
} from './soft-constants.js';
import { makeSoft, type Softness } from './soft-constraint.js';
import { bounceRows, relaxRows, solveSoftRows, startSoftRows, watchApproaches } from './soft-contact.js';
import { clearEmptyRows, prepareSoftRows, storeSoftRows } from './soft-rows.js';
import type { SoftStepTracing } from './soft-trace.js';
import type { SolverParts } from './solver-parts.js';
import { SqueezedBodies } from './squeezed-bodies.js';
import { MEASURES, MOVES, REPEATS } from './vector-kernels.js';
import { VelocityChange } from './velocity-change.js';
import { WatchedRows } from './watched-rows.js';

/** Settings of the soft step, all optional. */
export interface SoftStepOptions {
  /** Substeps a step, integer 1..64; default 8, of which worlds with joints have three quarters. More are stiffer and cost in proportion. */
  readonly substeps?: number;
  /** Frequency at which an overlap is pushed out, Hz, > 0; default 70, held to a fifth of the substep rate. */
  readonly contactHertz?: number;
  /** Damping ratio of that push, > 0; default 6. Below 1 overlaps bounce. */
  readonly contactDampingRatio?: number;
  /** Largest speed of that push, m/s, >= 0; default 3. */
  readonly maximumPushOutSpeed?: number;
  /**
   * Passes over the joints in a substep, integer 0..64: the more there are, the less rigid joints gape, in proportion. Default 0, which has up to 100
   * joints that are awake take ten, and more of them fewer: 1,000 divided by their number, two at least.
   */
  readonly jointPasses?: number;
  /** Frequency of joints that are meant to be rigid, Hz, > 0; default 240, held to a fifth of the substep rate times the root of the passes. */
  readonly jointHertz?: number;
  /** Damping ratio of rigid joints, > 0; default 2. */
  readonly jointDampingRatio?: number;
  /** Approach speed up to which nothing bounces, m/s, >= 0; default 1. */
  readonly restitutionThreshold?: number;
  /** Start a step from the impulses of the last one; default true. Off only to see what it is worth. */
  readonly warmStarting?: boolean;
}

/** `SoftStepOptions` with every default filled in. */
export type SoftStepSettings = Readonly<Required<SoftStepOptions>>;

/** What the soft step does when it is not told otherwise. */
export const defaultSoftStepSettings: SoftStepSettings = Object.freeze({
  substeps: DEFAULT_SUBSTEPS,
  contactHertz: CONTACT_HERTZ,
  contactDampingRatio: CONTACT_DAMPING_RATIO,
  maximumPushOutSpeed: MAXIMUM_PUSH_OUT_SPEED,
  jointPasses: 0,
  jointHertz: JOINT_HERTZ,
  jointDampingRatio: JOINT_DAMPING_RATIO,
  restitutionThreshold: BOUNCE_THRESHOLD,
  warmStarting: true,
});

/** A solver by soft steps. Worlds that share one keep nothing of it from step to step, and give the same bits more slowly. */
export interface SoftStep extends Solver {
  readonly name: 'soft-step';
  /** What it was made with, defaults filled in. */
  readonly settings: SoftStepSettings;
}

/** Makes a solver by soft steps of the parts given, by default without joints. Options out of range are an `InputError`. */
export function createBareSoftStep(
  options: SoftStepOptions = {},
  {
    joints: jointsPart = noJoints,
    rolling: rollingPart = null,
    hits: hitsPart = null,
    tracing = null,
    kernels: kernelsPart = null,
  }: SolverParts<SoftStepTracing> = {},
): SoftStep {
  const settings = resolveSoftStep(options);
  const rows = new FrameRows();
  const rolling = rollingPart === null ? null : rollingPart.create();
  const kept = new KeptRows();
  const joints = jointsPart.create();
  const jointStep = createJointStep();
  const change = new VelocityChange();
  const soft: Softness = { biasRate: 0, massScale: 0, impulseScale: 0 };
  const staticSoft: Softness = { biasRate: 0, massScale: 0, impulseScale: 0 };
  const order = new ContactOrder();
  const kernels = kernelsPart === null ? null : kernelsPart.create();
  /** Whether the contacts and their order are those of the step before. */
  let isSame = false;
  /** Row n of a pass is row `lastReversed - n` up to `lastReversed`, and row n behind it: between moving bodies, the way back in every other step. */
  let lastReversed = -1;
  /** Whether rows and velocities are in the memory of the kernels. */
  let isHeld = false;
  const watched = new WatchedRows();
  const hits = hitsPart === null ? null : hitsPart.create();
  const squeezed = new SqueezedBodies();
  const shocks = new Shocks();
  /** Passes that a recorder was told of for shocks in this step. */
  let shockPasses = 0;
  // What follows from the length of a step and from whether there are joints, kept from one to the next: a number that is computed is
  // allocated when it is handed on.
  const jointedSubsteps = Math.ceil(settings.substeps * JOINTED_SUBSTEP_SHARE);
  let length = 0;
  let substeps = 0;
  let inverseSubsteps = 0;
  let share = 0;
  let h = 0;
  let inverseStep = 0;
  let cap = 0;
  let staticCap = 0;
  /** Passes over the joints in a substep. */
  let jointPasses = 1;
  /** Substeps from one that pushes out to the next. */
  let interval = 1;

  /** Sets what follows from the length of a step, s, the number of its substeps, and that of passes over joints in each. */
  function setLength(dt: number, count: number, passes: number): void {
    length = dt;
    substeps = count;
    jointPasses = passes;
    interval = Math.min(PUSH_OUT_INTERVAL, Math.ceil(substeps / 2));
    inverseSubsteps = 1 / substeps;
    share = settings.warmStarting ? inverseSubsteps : 0;
    h = dt / substeps;
    inverseStep = substeps / dt;
    const hertz = Math.min(settings.contactHertz, CONTACT_HERTZ_SHARE * inverseStep);
    makeSoft(soft, hertz, settings.contactDampingRatio, h);
    makeSoft(staticSoft, STATIC_CONTACT_STIFFNESS * hertz, settings.contactDampingRatio, h);
    // a soft row answers with a share of the speed it is asked for, and in one substep of several
    const pushOutSpeed = settings.maximumPushOutSpeed * interval;
    cap = pushOutSpeed / soft.massScale;
    staticCap = pushOutSpeed / staticSoft.massScale;
    jointStep.h = h;
    jointStep.inverseStep = inverseStep;
    jointStep.impulseShare = share;
    const largestHertz = JOINT_HERTZ_SHARE * Math.sqrt(passes) * inverseStep;
    const jointHertz = Math.min(settings.jointHertz, largestHertz);
    makeSoft(jointStep.rigid, jointHertz, settings.jointDampingRatio, h);
  }

  /** The step behind the search for contacts and their order. */
  function advance(world: SolverWorld): void {
    const { bodies, contacts, trace } = world;
    const { count, moving } = order;
    watched.reset(count);
    rolling?.reset();
    rows.reset(count);
    const isCleared = isSame && !rows.isLost;
    kept.refresh(rows, order, world, share);
    const { freshCount } = kept;
    for (let start = 0; start < freshCount; start += KERNEL_BLOCK) {
      const end = Math.min(start + KERNEL_BLOCK, freshCount);
      prepareSoftRows(rows, order, watched, rolling, world, kept, start, end, share, length);
    }
    if (!isCleared) clearEmptyRows(rows, order, world);
    rolling?.scale(rows, world, inverseSubsteps);
    const fast = isHeld ? kernels : null;
    joints.prepare(world, jointStep, fast);

    shockPasses = 0;
    shocks.find(rows, order, kept, world, length);
    const { motion } = bodies;
    const hasJoints = joints.count > 0;
    if (fast !== null) fast.prepareBodies(bodies, world.gravityX, world.gravityY, h);
    // all bodies, or those that the kernels leave
    const others = fast === null ? bodies.awake : fast.others;
    const otherCount = fast === null ? bodies.awakeCount : fast.otherCount;
    // in one go, where nothing has to be done between the passes
    const isPlain =
      fast !== null &&
      !hasJoints &&
      otherCount === 0 &&
      watched.count === 0 &&
      (rolling === null || rolling.count === 0) &&
      shocks.count === 0 &&
      trace === null;
    if (isPlain) {
      fast.run(
        bodies,
        moving,
        count,
        lastReversed,
        substeps,
        interval,
        inverseStep,
        cap,
        soft,
        staticCap,
        staticSoft,
      );
    }
    // the kernels move their bodies when they drive them next
    let isToMove = false;
    for (let substep = isPlain ? substeps : 0; substep < substeps; substep++) {
      const isPushOut = substep % interval === 0;
      const isJointPushOut = hasJoints && substep === 0;
      // joints turn with their bodies: what they have done to a body is not what they will do next
      const isByBodies = !hasJoints && substep > 0;
      if (isByBodies) change.measure(bodies, others, otherCount);
      const isWatched = watched.count > 0;
      if (fast !== null) {
        const work = isByBodies ? (isWatched ? MEASURES : REPEATS) : 0;
        fast.drive(bodies, isToMove ? work | MOVES : work);
        isToMove = false;
      }
      integrateVelocities(bodies, world.gravityX, world.gravityY, h, others, otherCount);
      watchApproaches(rows, watched, contacts.data, motion);
      hits?.watch(rows, watched, contacts.data, substep);
      if (isByBodies) {
        change.repeat(bodies, others, otherCount);
        if (fast !== null && isWatched) fast.repeat();
      } else {
        if (hasJoints) joints.start(world);
        else change.begin(bodies, others, otherCount);
        startWarm(motion, count);
        rolling?.warmStart(rows, world);
      }

      const isStruck = shocks.count > 0 && strike(world, substep, hasJoints);
      if (isPushOut) {
        if (hasJoints) {
          if (isJointPushOut) joints.solve(world);
          else joints.relax(world);
        }
        solve(motion, 0, moving, cap, soft, substep, trace);
        solve(motion, moving, count, staticCap, staticSoft, substep, trace);
        watched.note(rows, false);
        if (fast !== null) fast.move();
        integratePositions(bodies, h, others, otherCount);
        if (isJointPushOut) joints.measure(world);
      }
      if (hasJoints && (isJointPushOut || !isPushOut)) relaxJoints(world);
      rolling?.solve(rows, world);
      relax(motion, count, substep, trace);
      watched.note(rows, true);
      if (isStruck) giveBack(world, substep, hasJoints);
      if (!isPushOut) {
        isToMove = true;
        integratePositions(bodies, h, others, otherCount);
      }
    }
    if (fast !== null && isToMove) fast.move();
    const threshold = settings.restitutionThreshold;
    const lastPass = 2 * substeps + shockPasses;
    const tell =
      trace === null ? null : (tracing?.tellHits(rows, motion, lastPass, inverseStep, trace) ?? null);
    hits?.solve(rows, watched, world, h, substeps, threshold, tell);
    if (tracing === null || trace === null) {
      bounceRows(rows, watched, 0, watched.count, contacts.data, bodies, threshold);
    } else {
      tracing.bounceRows(rows, watched, contacts.data, bodies, threshold, lastPass, inverseStep, trace);
    }
    joints.store(world, substeps);
    squeezed.update(rows, joints, world, length, substeps);
    storeSoftRows(rows, order, watched, world, substeps);
    rolling?.scale(rows, world, substeps);
  }

  /** The passes of a substep over the joints without bias. */
  function relaxJoints(world: SolverWorld): void {
    for (let pass = 0; pass < jointPasses; pass++) joints.relax(world);
  }

  /** Relaxes what is hit in a substep before its passes; whether anything is. */
  function strike(world: SolverWorld, substep: number, hasJoints: boolean): boolean {
    const { trace } = world;
    let rounds = 0;
    if (hasJoints) {
      joints.keep();
      const share = Math.ceil(SHOCK_JOINTS_TIMES_ROUNDS / joints.count);
      rounds = Math.min(share, MOST_SHOCK_JOINT_ROUNDS);
    }
    const tell =
      tracing === null || trace === null
        ? null
        : (k: number) => {
            const pass = 2 * substep + shockPasses++;
            tracing.relaxRows(rows, world.bodies.motion, 'shock', k, k + 1, -1, pass, inverseStep, trace);
          };
    return shocks.strike(rows, world, inverseStep, relaxOnce, rounds, tell);
  }

  /** Ends a substep in which something was hit. */
  function giveBack(world: SolverWorld, substep: number, hasJoints: boolean): void {
    const { trace } = world;
    const pass = 2 * substep + 1 + ++shockPasses;
    const tell =
      tracing === null || trace === null
        ? null
        : (k: number, work: () => void) => {
            tracing.giveBack(rows, world.bodies.motion, k, pass, inverseStep, trace, work);
          };
    shocks.giveBack(rows, hasJoints ? null : shiftStart, tell);
    if (hasJoints) joints.giveBack(world);
  }

  /** One pass over the joints. */
  function relaxOnce(world: SolverWorld): void {
    joints.relax(world);
  }

  /** Changes the velocity that contacts started from in a substep. */
  function shiftStart(slot: number, x: number, y: number, w: number): void {
    if (isHeld && kernels?.shift(slot, x, y, w) === true) return;
    change.shift(slot, x, y, w);
  }

  /** Applies the starting impulses of all rows. */
  function startWarm(motion: Float64Array, count: number): void {
    if (kernels !== null && isHeld) {
      kernels.warmStart(0, count);
      return;
    }
    const { data, index } = rows;
    for (let k = 0; k < count; k += KERNEL_BLOCK) {
      startSoftRows(data, index, motion, k, Math.min(k + KERNEL_BLOCK, count));
    }
  }

  /** One pass with bias over the rows of one softness, `start` to `end`. */
  function solve(
    motion: Float64Array,
    start: number,
    end: number,
    largestBias: number,
    softness: Softness,
    substep: number,
    trace: SolverTrace | null,
  ): void {
    if (tracing !== null && trace !== null) {
      tracing.solveSoftRows(
        rows,
        motion,
        start,
        end,
        lastReversed,
        inverseStep,
        largestBias,
        softness,
        2 * substep + shockPasses,
        trace,
      );
    } else if (kernels !== null && isHeld) {
      kernels.solve(start, end, lastReversed, inverseStep, largestBias, softness);
    } else {
      const { data, index } = rows;
      for (let k = start; k < end; k += KERNEL_BLOCK) {
        const blockEnd = Math.min(k + KERNEL_BLOCK, end);
        solveSoftRows(data, index, motion, k, blockEnd, lastReversed, inverseStep, largestBias, softness);
      }
    }
  }

  /** One pass without bias over all rows. */
  function relax(motion: Float64Array, count: number, substep: number, trace: SolverTrace | null): void {
    if (tracing !== null && trace !== null) {
      tracing.relaxRows(
        rows,
        motion,
        'relax',
        0,
        count,
        lastReversed,
        2 * substep + 1 + shockPasses,
        inverseStep,
        trace,
      );
    } else if (kernels !== null && isHeld) {
      kernels.relax(0, count, lastReversed, inverseStep);
    } else {
      const { data, index } = rows;
      for (let k = 0; k < count; k += KERNEL_BLOCK) {
        relaxRows(data, index, motion, k, Math.min(k + KERNEL_BLOCK, count), lastReversed, inverseStep);
      }
    }
  }

  return {
    name: 'soft-step',
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
      const isJointed = jointsPart.kinds.length > 0 && world.joints.activeCount > 0;
      const count = isJointed ? jointedSubsteps : settings.substeps;
      const passes = isJointed ? jointPassesOf(settings.jointPasses, world.joints.activeCount) : 1;
      if (dt !== length || count !== substeps || passes !== jointPasses) setLength(dt, count, passes);
      isSame = kept.isSame(world, rows);
      if (!isSame) order.update(world);
      lastReversed = (world.stats.steps & 1) === 0 ? -1 : order.moving - 1;
      try {
        isHeld = kernels?.hold(rows, order.count, world.bodies) === true;
        advance(world);
      } finally {
        kernels?.release();
      }
    },
  };
}

/** Passes over so many joints in a substep. @param wish what the settings say */
function jointPassesOf(wish: number, count: number): number {
  if (wish > 0) return wish;
  const share = Math.floor(JOINTS_TIMES_PASSES / count);
  return Math.max(LEAST_JOINT_PASSES, Math.min(MOST_JOINT_PASSES, share));
}

/** @throws InputError for a setting that is unknown or out of its range */
function resolveSoftStep(options: SoftStepOptions): SoftStepSettings {
  requireKnownFields(options, '', Object.keys(defaultSoftStepSettings));
  const settings = fillIn(defaultSoftStepSettings, options);
  requireInteger('substeps', settings.substeps, 1, 64);
  requirePositive('contactHertz', settings.contactHertz);
  requirePositive('contactDampingRatio', settings.contactDampingRatio);
  requireNonNegative('maximumPushOutSpeed', settings.maximumPushOutSpeed);
  requireInteger('jointPasses', settings.jointPasses, 0, 64);
  requirePositive('jointHertz', settings.jointHertz);
  requirePositive('jointDampingRatio', settings.jointDampingRatio);
  requireNonNegative('restitutionThreshold', settings.restitutionThreshold);
  requireBoolean('warmStarting', settings.warmStarting);
  return Object.freeze(settings);
}
