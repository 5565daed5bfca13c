/**
 * Soft step: the default method of this package. Contacts are found once per step. Then follow n substeps of length h = dt/n:
 *
 *     collide, prepare rows
 *     n times:  integrate velocities - warm start, then
 *               if there is a fast hit: relax the rows that are hit
 *               in every fourth:  solve with soft bias - integrate positions - relax without bias
 *               in the others:    relax without bias - integrate positions
 *               if there is a fast hit: give back the impulses of the hit
 *     restitution, store impulses
 *
 * Many short steps with one pass each converge better than one long step with many passes [Macklin et al. 2019, Small Steps in
 * Physics Simulation]. The soft bias removes penetration without the energy that Baumgarte stabilization adds, and the relax pass removes
 * the velocity of the bias again [Catto 2024, Solver2D]. Applying the bias in few substeps only is specific to this engine: the saved
 * passes pay for more substeps, which help a pile more (`DEFAULT_SUBSTEPS`).
 *
 * In every pass joints are solved before contacts, and to one pass over all contacts there are several over the joints, with passes over the
 * contacts of jointed bodies in between (`joints/jointed-contacts.ts`). Joints follow the order of `joint-order.ts`, contacts that of
 * `contact-order.ts`. In a step with joints n is three quarters of the configured substeps (`JOINTED_SUBSTEP_SHARE`).
 *
 * The joint bias is applied in the first substep only, in half as many passes as the relaxation (`BIASED_JOINT_SHARE`). Joints are
 * measured again before the relax pass removes its velocity. An impulse along an arm that has turned in between would act past the pivot:
 * with the old arms a pendulum released at 30 degrees lost 7 % of its energy in a minute, now it loses 0.09 %. Only after a bias that
 * turned bodies far are joints relaxed along the old arms as well (`JointSolver.measure`).
 */
import {
  integratePositions,
  integrateVelocities,
  type Solver,
  type SolverTrace,
  type SolverWorld,
} from '@otedama/rigid';
import { bounceRows } from './blows.js';
import { KERNEL_BLOCK } from './constants.js';
import { ContactOrder } from './contact-order.js';
import { FrameRows } from './frame-rows.js';
import { createJointStep } from './joints/joint-kind.js';
import { noJoints } from './joints/joints-part.js';
import { KeptRows } from './kept-rows.js';
import type { StepShocks } from './shocks.js';
import {
  CONTACT_HERTZ_SHARE,
  JOINTED_SUBSTEP_SHARE,
  LEAST_BOUNCE,
  PUSH_OUT_INTERVAL,
  STATIC_CONTACT_STIFFNESS,
} from './soft-constants.js';
import { type ContactSoftness, makeSoft } from './soft-constraint.js';
import { solveSoftRows, startSoftRows } from './soft-contact.js';
import { relaxRows } from './soft-contact-relax.js';
import { resolveSoftStep, type SoftStepOptions, type SoftStepSettings } from './soft-options.js';
import { clearEmptyRows, listSpecialRows, type SoftRows, storeWatchedRows } from './soft-rows.js';
import type { SoftStepTracing } from './soft-trace.js';
import type { SolverParts } from './solver-parts.js';
import { SqueezedBodies } from './squeezed-bodies.js';
import { MEASURES, MOVES, REPEATS, type VectorKernels } from './vector-kernels.js';
import { VelocityChange } from './velocity-change.js';
import { WatchedRows, watchApproaches } from './watched-rows.js';

/**
 * Soft step solver. Worlds may share one: the results are bit for bit the same, but no rows are kept between steps, so steps are slower.
 */
export interface SoftStep extends Solver {
  readonly name: 'soft-step';
  /** Its settings, with defaults filled in. */
  readonly settings: SoftStepSettings;
}

/** Creates a soft step solver from the given parts, by default without joints. Options out of range throw an `InputError`. */
export function createBareSoftStep(
  options: SoftStepOptions = {},
  {
    joints: jointsPart = noJoints,
    rolling: rollingPart = null,
    hits: hitsPart = null,
    shocks: shocksPart = null,
    embedded: embeddedPart = null,
    tracing = null,
    kernels: kernelsPart = null,
  }: SolverParts<SoftStepTracing> = {},
): SoftStep {
  const settings = resolveSoftStep(options);
  const rows = new FrameRows();
  const rolling = rollingPart === null ? null : rollingPart.create();
  const kept = new KeptRows();
  const joints = jointsPart.create();
  const jointStep = createJointStep(true);
  const change = new VelocityChange();
  const soft: ContactSoftness = { biasRate: 0, massScale: 0, impulseScale: 0, cap: 0 };
  const staticSoft: ContactSoftness = { biasRate: 0, massScale: 0, impulseScale: 0, cap: 0 };
  const order = new ContactOrder();
  const embedded = embeddedPart === null ? null : embeddedPart.create();
  const kernels = kernelsPart === null ? null : kernelsPart.create();
  /** Whether contacts and their order are unchanged since the last step. */
  let isSame = false;
  /**
   * Row n of a pass is row `lastReversed - n` for n <= `lastReversed`, else row n. In every other step this reverses the rows between
   * moving bodies.
   */
  let lastReversed = -1;
  /** The vector kernels, if their memory has the rows and velocities of this step; otherwise null. */
  let fast: VectorKernels | null = null;
  /** The recorder of this step, if the solver can report to it; otherwise null. */
  let trace: SolverTrace | null = null;
  const watched = new WatchedRows();
  const softRows: SoftRows = { rows, order, kept, watched, rolling, embedded };
  const hits = hitsPart === null ? null : hitsPart.create();
  const squeezed = new SqueezedBodies();
  const shocks = shocksPart === null ? null : shocksPart.create();
  /** Passes over some rows only, of shocks and of embedded bodies, reported to a recorder in this step. */
  let extraPasses = 0;
  // Values that depend on the step length and on whether there are joints. They are kept between steps, because a computed number is
  // allocated when it is passed on.
  const threshold = Math.max(settings.restitutionThreshold, LEAST_BOUNCE);
  const jointedSubsteps = Math.ceil(settings.substeps * JOINTED_SUBSTEP_SHARE);
  let length = 0;
  let substeps = 0;
  let inverseSubsteps = 0;
  let share = 0;
  let h = 0;
  let inverseStep = 0;
  /** Joint passes per substep. */
  let jointPasses = 1;
  /** Whether a motor starts in this step. */
  let startsMotor = false;
  /** Substeps from one with bias to the next. */
  let interval = 1;

  /** Sets the values that depend on the step length `dt`, s, the number of substeps, and the joint passes per substep. */
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
    // a soft row reaches only a share of the requested speed, and only in one substep out of `interval`
    const pushOutSpeed = settings.maximumPushOutSpeed * interval;
    soft.cap = pushOutSpeed / soft.massScale;
    staticSoft.cap = pushOutSpeed / staticSoft.massScale;
    jointStep.h = h;
    jointStep.inverseStep = inverseStep;
    jointStep.impulseShare = share;
    jointsPart.soften(jointStep, settings, passes);
  }

  /** Makes the rows of the step from contacts that are found and ordered, and finds its shocks. */
  function prepare(world: SolverWorld): void {
    const { count } = order;
    watched.reset(count);
    rolling?.reset();
    embedded?.reset(order, world, joints.put);
    rows.reset(count);
    const isCleared = isSame && !rows.isLost;
    const keeper = fast ?? kept;
    keeper.refresh(rows, order, world, share, isSame);
    keeper.write(rows, order, world, share, length);
    listSpecialRows(softRows, world, share > 0);
    if (!isCleared) clearEmptyRows(rows, order, world);
    rolling?.scale(rows, world, inverseSubsteps);
    joints.prepare(world, jointStep, fast, softRows);
    startsMotor = joints.startsMotor(world, threshold);
    // what a motor hits in this step does not approach yet
    watched.choose(rows, order, world, length, startsMotor ? Number.NEGATIVE_INFINITY : threshold);
    embedded?.list(rows, order, world, length);
    extraPasses = 0;
    shocks?.find(rows, order, kept, world, length);
  }

  /** The substeps: the passes in the order of the header. */
  function advance(world: SolverWorld): void {
    const { bodies } = world;
    const { count, moving } = order;
    const isShocked = shocks !== null && shocks.count > 0;
    const isEmbedded = embedded?.isActive === true;
    const { motion } = bodies;
    const hasJoints = joints.count > 0;
    if (fast !== null) fast.prepareBodies(bodies, world.gravityX, world.gravityY, h);
    // all bodies, or those that the kernels do not integrate
    const others = fast === null ? bodies.awake : fast.others;
    const otherCount = fast === null ? bodies.awakeCount : fast.otherCount;
    // one call for all substeps, if the kernels can do it and nothing has to happen between the passes
    let substep = 0;
    const isPlain =
      !hasJoints &&
      otherCount === 0 &&
      watched.count === 0 &&
      !rolling?.count &&
      !isShocked &&
      !isEmbedded &&
      trace === null;
    if (fast !== null && isPlain) {
      fast.run(bodies, moving, count, lastReversed, substeps, interval, inverseStep, soft, staticSoft);
      substep = substeps;
    }
    // the kernels integrate the positions of their bodies at their next `drive`
    let isToMove = false;
    for (; substep < substeps; substep++) {
      const isPushOut = substep % interval === 0;
      const isJointPushOut = hasJoints && substep === 0;
      // joint arms turn with the bodies, so the velocity change of the last substep cannot be repeated
      const isByBodies = !hasJoints && substep > 0;
      if (isByBodies) change.measure(bodies, others, otherCount);
      const isWatched = watched.count > 0;
      if (fast !== null) {
        const work = isByBodies ? (isWatched ? MEASURES : REPEATS) : 0;
        fast.drive(bodies, isToMove ? work | MOVES : work);
        isToMove = false;
      }
      integrateVelocities(bodies, world.gravityX, world.gravityY, h, others, otherCount);
      watchApproaches(rows, watched, world, 0);
      hits?.watch(rows, watched, world, substep, h);
      if (isByBodies) {
        change.repeat(bodies, others, otherCount);
        if (fast !== null && isWatched) fast.repeat();
      } else {
        if (hasJoints) joints.start(world);
        else change.begin(bodies, others, otherCount);
        startWarm(motion, count);
        rolling?.warmStart(rows, world);
      }

      if (startsMotor && substep === 0) joints.startMotors(rows, watched, world, jointPasses);
      const isStruck = isShocked && strike(shocks, world, substep, hasJoints);
      if (isPushOut) {
        if (isEmbedded) embedded.keep(rows, bodies);
        if (hasJoints) {
          if (isJointPushOut) {
            extraPasses += joints.passWithContacts(
              rows,
              world,
              true,
              jointPasses,
              relaxRows,
              inverseStep,
              extraPasses,
              tracing,
              trace,
            );
          } else joints.relax(world);
        }
        solve(motion, 0, moving, soft, substep);
        solve(motion, moving, count, staticSoft, substep);
        if (isEmbedded) {
          const pass = 2 * substep + 1 + extraPasses;
          extraPasses += embedded.push(rows, bodies, inverseStep, soft, staticSoft, pass, tracing, trace);
        }
        watched.note(rows, false);
        if (fast !== null) fast.move();
        integratePositions(bodies, h, others, otherCount);
        if (isEmbedded) {
          embedded.takeBack(rows, bodies, inverseStep, 2 * substep + ++extraPasses, tracing, trace);
        }
        if (isJointPushOut) joints.measure(world);
      }
      if (hasJoints && (isJointPushOut || !isPushOut)) {
        extraPasses += joints.passWithContacts(
          rows,
          world,
          false,
          jointPasses,
          relaxRows,
          inverseStep,
          2 * substep + 1 + extraPasses,
          tracing,
          trace,
        );
      }
      rolling?.solve(rows, world);
      relax(motion, count, substep);
      if (isPushOut) watchApproaches(rows, watched, world, h);
      watched.note(rows, true);
      if (isStruck) giveBack(shocks, world, substep, hasJoints);
      if (!isPushOut) {
        isToMove = true;
        integratePositions(bodies, h, others, otherCount);
      }
    }
    if (fast !== null && isToMove) fast.move();
  }

  /** Ends the step after its substeps: restitution, and impulses back to contacts and joints. */
  function finish(world: SolverWorld): void {
    const lastPass = 2 * substeps + extraPasses;
    const tell =
      trace === null ? null : tracing!.tellHits(rows, world.bodies.motion, lastPass, inverseStep, trace);
    hits?.solve(rows, watched, world, substeps, threshold, tell);
    if (trace === null) bounceRows(rows, watched, world, threshold, 0, watched.count);
    else tracing!.bounceRows(rows, watched, world, threshold, lastPass, inverseStep, trace);
    joints.store(world, substeps);
    squeezed.update(rows, joints, world, length, substeps);
    (fast ?? kept).store(rows, order, world, substeps);
    storeWatchedRows(rows, watched, world, substeps);
    rolling?.scale(rows, world, substeps);
  }

  /** Relaxes the rows that are hit, before the passes of a substep. Returns whether there were any. */
  function strike(shocks: StepShocks, world: SolverWorld, substep: number, hasJoints: boolean): boolean {
    if (hasJoints) joints.keep();
    const { motion } = world.bodies;
    const tell =
      trace === null
        ? null
        : tracing!.tellShock(rows, motion, () => 2 * substep + extraPasses++, inverseStep, trace);
    return shocks.strike(rows, world, inverseStep, relaxOnce, joints.count, tell);
  }

  /** Ends a substep with a shock. */
  function giveBack(shocks: StepShocks, world: SolverWorld, substep: number, hasJoints: boolean): void {
    const pass = 2 * substep + 1 + ++extraPasses;
    const { motion } = world.bodies;
    const tell = trace === null ? null : tracing!.tellReturn(rows, motion, pass, inverseStep, trace);
    shocks.giveBack(rows, hasJoints ? null : shiftStart, tell);
    if (hasJoints) joints.giveBack(world);
  }

  /** One pass over the joints. */
  function relaxOnce(world: SolverWorld): void {
    joints.relax(world);
  }

  /** Changes the start velocity of the contacts of a substep, for one body. */
  function shiftStart(slot: number, x: number, y: number, w: number): void {
    if (fast?.shift(slot, x, y, w) === true) return;
    change.shift(slot, x, y, w);
  }

  /** Applies the starting impulses of all rows (warm start). */
  function startWarm(motion: Float64Array, count: number): void {
    if (fast !== null) {
      fast.warmStart(0, count);
      return;
    }
    const { data, index } = rows;
    for (let k = 0; k < count; k += KERNEL_BLOCK) {
      startSoftRows(data, index, motion, k, Math.min(k + KERNEL_BLOCK, count));
    }
  }

  /** One pass with bias over rows `start` to `end`, all of the same softness. */
  function solve(
    motion: Float64Array,
    start: number,
    end: number,
    softness: ContactSoftness,
    substep: number,
  ): void {
    if (trace !== null) {
      tracing!.solveSoftRows(
        rows,
        motion,
        start,
        end,
        lastReversed,
        inverseStep,
        softness,
        2 * substep + extraPasses,
        trace,
      );
    } else if (fast !== null) {
      fast.solve(start, end, lastReversed, inverseStep, softness);
    } else {
      const { data, index } = rows;
      for (let k = start; k < end; k += KERNEL_BLOCK) {
        const blockEnd = Math.min(k + KERNEL_BLOCK, end);
        solveSoftRows(data, index, motion, k, blockEnd, lastReversed, inverseStep, softness);
      }
    }
  }

  /** One pass without bias over all rows. */
  function relax(motion: Float64Array, count: number, substep: number): void {
    if (trace !== null) {
      tracing!.relaxRows(
        rows,
        motion,
        'relax',
        0,
        count,
        lastReversed,
        2 * substep + 1 + extraPasses,
        inverseStep,
        trace,
      );
    } else if (fast !== null) {
      fast.relax(0, count, lastReversed, inverseStep);
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
      world.collide(false, true);
      const isJointed = jointsPart.kinds.length > 0 && world.joints.activeCount > 0;
      const count = isJointed ? jointedSubsteps : settings.substeps;
      const passes = jointsPart.passesOf(settings.jointPasses, world.joints.activeCount);
      if (dt !== length || count !== substeps || passes !== jointPasses) setLength(dt, count, passes);
      isSame = kept.isSame(world, rows);
      if (!isSame) order.update(world);
      lastReversed = (world.stats.steps & 1) === 0 ? -1 : order.moving - 1;
      trace = tracing === null ? null : world.trace;
      try {
        fast = kernels?.hold(rows, kept, order.count, world) ? kernels : null;
        prepare(world);
        advance(world);
        finish(world);
      } finally {
        kernels?.release();
      }
    },
  };
}
