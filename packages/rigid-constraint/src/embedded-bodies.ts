/**
 * Bodies that were put into others: created, moved or made solid where others are, such as ten that are created in one place.
 *
 * The pass with bias gives rows the speed at which overlaps are removed, and the relax pass takes it away again. But the rows of a body
 * inside several others ask for different velocities, and one pass leaves a share of the speed. The next substep starts from the impulses
 * that belong to it, so the bodies then separate at twice that share; and because contacts do not pull, relaxing can only take back what
 * this start added. The share stays, and each substep with bias adds another one. So three bodies in one place flew apart at 5 m/s, ten at
 * 27 m/s, and from a floor at 45 m/s.
 *
 * So the velocity of the bias of these rows is not left to the relax pass. Once it has moved the bodies, the rows return to the impulses
 * lambda_0 with which the substep started:
 *
 *     v += M^-1 J^T (lambda_0 - lambda),     lambda := lambda_0
 *
 * A few more rounds over these rows with bias move the bodies apart sooner. Of 120 heaps of 3 to 42 bodies the fastest body has 0.2 m/s in
 * the mean (20 m/s without this file), and they are apart after 1 s.
 *
 * This is the split impulse [Catto 2009, GDC, Modeling and Solving Constraints] for the rows of these bodies only. All others keep the
 * impulses of the pass with bias, which bring a pile to rest sooner. The world marks contacts that are deep although no motion has led to
 * that (`CONTACT_EMBEDDED`): a body that lands overlaps others as well if it is fast, and must not be taken for one that was put there. A
 * contact remains embedded until its overlap is below `EMBEDDED_END`, or until it has not become smaller for some time: bodies that cannot
 * come apart, as in too small a box, rest only with impulses that their overlap keeps up. A world without such contacts pays nothing.
 *
 * Bodies with joints are moved with all bodies that joints hold together with them (`joints/joint-groups.ts`). Their joints are solved in
 * every round and return to their impulses too (`joints/put-joints.ts`), and two groups that have no hold elsewhere are moved apart as wholes
 * (`joints/parted-groups.ts`). Their contacts remain embedded until they are apart: ragdolls that hook into each other come free late, and
 * thrown apart after some time they would get 20 m/s. Ten ragdolls that were created in one place got 260 m/s and were torn 6 m apart. Now
 * they get 0.3 m/s, and their joints open by 2 cm.
 *
 * Groups with a torn joint are solved in the same way (`TORN_GAP`).
 */
import {
  BODY_STRIDE,
  type BodyStore,
  CONTACT_BEGUN,
  CONTACT_EMBEDDED,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  DAMPING_STRIDE,
  EMBEDDED_DEPTH,
  EMBEDDED_GAP,
  EXTENT,
  holdLockedAxes,
  INV_MASS,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_INDEX_STRIDE,
  type SolverTrace,
  type SolverWorld,
  VX,
  VY,
  W,
} from '@otedama/rigid';
import { gapOf } from './contact-gap.js';
import type { ContactOrder } from './contact-order.js';
import {
  type FrameRows,
  LAMBDA_N,
  P1,
  P2,
  pushBodies,
  RN_A,
  RN_B,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  rowStart,
} from './frame-rows.js';
import type { JointGroups } from './joints/joint-groups.js';
import type { PutJoints } from './joints/put-joints.js';
import {
  EMBEDDED_END,
  EMBEDDED_MASK,
  EMBEDDED_ROUNDS,
  EMBEDDED_VISITS,
  PUT_REACH,
} from './soft-constants.js';
import type { ContactSoftness } from './soft-constraint.js';
import { solveSoftRows } from './soft-contact.js';
import type { SoftStepTracing } from './soft-trace.js';

/** States of a group: one of its bodies is embedded, one of its joints is torn, or bodies of such groups press on it. */
const PUT = 1;
const TORN = 2;
const PRESSED = 3;

/** Doubles per body in the velocities that are noted: x and y, m/s; angular, rad/s. */
const VELOCITY_STRIDE = 3;

/** The embedded bodies of a step. */
export class EmbeddedBodies {
  /** Whether there are rows or joints to solve here. */
  isActive = false;
  /** Number of rows of embedded bodies. */
  #count = 0;
  /** Number of embedded contacts. */
  #contacts = 0;
  /** Number of rows between moving bodies, which come first, in the step and among those of embedded bodies. */
  #moving = 0;
  #movingCount = 0;
  /** The rows of embedded bodies, in ascending order. */
  #rows = new Int32Array(0);
  /** Normal impulses of both points of each row at the start of a substep, N s. */
  #start = new Float64Array(0);
  /** By body slot, and for the body after the last one: whether it has an embedded contact and can be moved. */
  #isEmbedded = new Uint8Array(64);
  /** By group: `PUT`, `TORN`, `PRESSED` or 0. */
  #states = new Uint8Array(0);
  /** By group: the share of their way that its bodies move in this substep, 0..1. */
  #shares = new Float64Array(0);
  /** The bodies that are moved without velocity: those of the groups, and those of the rows. */
  #moved = new Int32Array(64);
  #movedCount = 0;
  /** By body slot: whether it is among them. */
  #isMoved = new Uint8Array(64);
  /** Velocities of the moved bodies before and after the passes with bias. */
  #before = new Float64Array(64 * VELOCITY_STRIDE);
  #after = new Float64Array(64 * VELOCITY_STRIDE);
  /** The joints of the step, and the groups that they hold together; null if there are none. */
  #joints: PutJoints | null = null;
  #groups: JointGroups | null = null;

  /**
   * Empties the lists, and makes room for the rows of `order`: bodies that are put somewhere after hours must not allocate.
   * @param joints null for a solver without joints
   */
  reset(order: ContactOrder, world: SolverWorld, joints: PutJoints | null): void {
    const { bodies } = world;
    this.isActive = false;
    this.#count = 0;
    this.#movingCount = 0;
    this.#contacts = 0;
    this.#moving = order.moving;
    this.#joints = null;
    this.#groups = null;
    for (let n = 0; n < this.#movedCount; n++) this.#isMoved[this.#moved[n]] = 0;
    this.#movedCount = 0;
    if (this.#isEmbedded.length <= bodies.capacity) {
      this.#isEmbedded = new Uint8Array(bodies.capacity + 1);
      this.#isMoved = new Uint8Array(bodies.capacity);
      this.#moved = new Int32Array(bodies.capacity);
      this.#before = new Float64Array(VELOCITY_STRIDE * bodies.capacity);
      this.#after = new Float64Array(VELOCITY_STRIDE * bodies.capacity);
    }
    if (this.#rows.length < order.count) {
      this.#rows = new Int32Array(2 * order.count);
      this.#start = new Float64Array(4 * order.count);
    }
    if (joints === null || world.joints.activeCount === 0) return;
    this.#joints = joints;
    joints.groups.reserve(world);
    joints.parted.reserve(order.count, world);
    if (this.#states.length >= world.joints.slots) return;
    this.#states = new Uint8Array(world.joints.capacity);
    this.#shares = new Float64Array(world.joints.capacity);
  }

  /** Empties the list of embedded bodies, and finds the groups of jointed ones. */
  #begin(world: SolverWorld): void {
    this.#isEmbedded.fill(0);
    if (this.#joints === null) return;
    this.#groups = this.#joints.groups;
    this.#groups.update(world);
  }

  /** Group of a body, or -1. */
  #groupOf(body: number): number {
    return this.#groups === null ? -1 : this.#groups.of[body];
  }

  /**
   * Adds an embedded contact, or ends it if its bodies are apart or do not come apart. Returns whether it is embedded in this step.
   * @param a, b offsets of its bodies
   */
  add(world: SolverWorld, slot: number, a: number, b: number): boolean {
    const { bodies, contacts, stats } = world;
    const { index, data } = contacts;
    if (this.#contacts === 0) this.#begin(world);
    const bodyA = a / BODY_STRIDE;
    const bodyB = b / BODY_STRIDE;
    const gap = gapOf(contacts, slot);
    let isOver = gap > -EMBEDDED_END;
    if ((stats.steps & EMBEDDED_MASK) === 0 && this.#groupOf(bodyA) < 0 && this.#groupOf(bodyB) < 0) {
      const last = slot * CONTACT_STRIDE + EMBEDDED_GAP;
      if (data[last] < 0 && gap <= data[last]) isOver = true;
      data[last] = gap;
    }
    if (isOver) {
      index[slot * CONTACT_INDEX_STRIDE + CONTACT_FLAGS] &= ~CONTACT_EMBEDDED;
      return false;
    }
    this.#contacts++;
    if (bodies.mass[a + INV_MASS] > 0) this.#isEmbedded[bodyA] = 1;
    if (bodies.mass[b + INV_MASS] > 0) this.#isEmbedded[bodyB] = 1;
    return true;
  }

  /**
   * Lists the rows of the embedded bodies and of their groups, and moves groups apart. Contacts that begin as deep as embedded ones become
   * embedded too: there these bodies were pushed into others.
   * @param dt the step, s
   */
  list(rows: FrameRows, order: ContactOrder, world: SolverWorld, dt: number): void {
    const joints = this.#joints;
    if (this.#contacts === 0 && (joints === null || joints.tornCount === 0)) return;
    this.isActive = true;
    const { index } = rows;
    const { bodies, contacts } = world;
    const isEmbedded = this.#isEmbedded;
    if (this.#contacts === 0) this.#begin(world);
    const groups = this.#groups;
    if (groups !== null) {
      this.#findPut(world, joints!, groups);
      if (this.#contacts > 0) joints!.parted.part(rows, order, world, groups, dt);
    }
    for (let k = 0; k < order.count; k++) {
      const ri = k * ROW_INDEX_STRIDE;
      const a = index[ri + ROW_A] / BODY_STRIDE;
      const b = index[ri + ROW_B] / BODY_STRIDE;
      if ((isEmbedded[a] | isEmbedded[b]) === 0) continue;
      this.#rows[this.#count++] = k;
      if (k < this.#moving) this.#movingCount++;
      const groupA = this.#press(bodies, a);
      const groupB = this.#press(bodies, b);
      const slot = index[ri + ROW_SLOT];
      const flags = contacts.index[slot * CONTACT_INDEX_STRIDE + CONTACT_FLAGS];
      const isNew = (flags & CONTACT_BEGUN) === 0 || groupA >= 0 || groupB >= 0;
      if (isNew && gapOf(contacts, slot) < -EMBEDDED_DEPTH) {
        contacts.embed(slot);
        contacts.kept[slot] = -1;
      }
    }
    if (groups === null) return;
    const { of } = groups;
    for (let k = 0; k < bodies.awakeCount; k++) {
      const body = bodies.awake[k];
      if (of[body] >= 0 && this.#states[of[body]] !== 0) this.#moved[this.#movedCount++] = body;
    }
    joints!.list(world, of, this.#states);
  }

  /** Adds a body of a row to the moved ones, or its group to the pressed ones. Returns its group, or -1. */
  #press({ mass }: BodyStore, body: number): number {
    const group = this.#groupOf(body);
    if (group >= 0) {
      if (this.#states[group] === 0) this.#states[group] = PRESSED;
    } else if (this.#isMoved[body] === 0 && mass[body * BODY_STRIDE + INV_MASS] > 0) {
      this.#isMoved[body] = 1;
      this.#moved[this.#movedCount++] = body;
    }
    return group;
  }

  /** Finds the groups with embedded bodies or torn joints, and marks all their bodies as embedded. */
  #findPut(world: SolverWorld, joints: PutJoints, { of, count }: JointGroups): void {
    const { awake, awakeCount } = world.bodies;
    const { index } = world.joints;
    const states = this.#states;
    states.fill(0, 0, count);
    for (let n = 0; n < joints.tornCount; n++) {
      const i = joints.torn[n] * JOINT_INDEX_STRIDE;
      const a = index[i + JOINT_BODY_A];
      const group = Math.max(a < 0 ? -1 : of[a], of[index[i + JOINT_BODY_B]]);
      if (group >= 0) states[group] = TORN;
    }
    for (let k = 0; k < awakeCount; k++) {
      const group = of[awake[k]];
      if (group >= 0 && this.#isEmbedded[awake[k]] !== 0) states[group] = PUT;
    }
    for (let k = 0; k < awakeCount; k++) {
      const group = of[awake[k]];
      if (group >= 0 && states[group] !== 0) this.#isEmbedded[awake[k]] = 1;
    }
  }

  /** Notes the impulses before a pass with bias over joints and contacts. */
  keep({ data }: FrameRows, bodies: BodyStore): void {
    this.#joints?.keep();
    this.#note(bodies.motion, this.#before);
    for (let n = 0; n < this.#count; n++) {
      const o = rowStart(this.#rows[n]);
      this.#start[2 * n] = data[o + P1 + LAMBDA_N];
      this.#start[2 * n + 1] = data[o + P2 + LAMBDA_N];
    }
  }

  /**
   * Solves the rows with bias some more times. Not before the pass over all rows: that would see these velocities, and pass them on to
   * bodies that keep them. The joints follow in each round. If there are torn ones, the rows against bodies of infinite mass come last: the
   * joints would close through the floor. Returns the number of passes.
   * @param inverseStep 1/h, 1/s
   * @param soft, staticSoft of the rows between moving bodies, and of those against bodies of infinite mass
   * @param pass, tracing, recorder number of the first pass, and where it is reported, if anywhere
   */
  push(
    rows: FrameRows,
    bodies: BodyStore,
    inverseStep: number,
    soft: ContactSoftness,
    staticSoft: ContactSoftness,
    pass: number,
    tracing: SoftStepTracing | null,
    recorder: SolverTrace | null,
  ): number {
    const { motion } = bodies;
    const joints = this.#joints;
    let rounds = Math.min(EMBEDDED_ROUNDS, Math.floor(EMBEDDED_VISITS / this.#count));
    if (joints !== null && joints.count > 0) {
      // the last round of joints must follow the contacts
      rounds = Math.max(1, Math.min(rounds, Math.floor(EMBEDDED_VISITS / (this.#count + joints.count))));
    }
    const last = joints !== null && joints.tornCount > 0 ? this.#movingCount : this.#count;
    for (let round = 0; round < rounds; round++) {
      const at = pass + round;
      this.#solveRows(rows, motion, 0, last, inverseStep, soft, staticSoft, at, tracing, recorder);
      joints?.push(bodies, rounds);
      this.#solveRows(rows, motion, last, this.#count, inverseStep, soft, staticSoft, at, tracing, recorder);
    }
    this.#shorten(bodies, inverseStep);
    return rounds;
  }

  /** Solves rows `start` to `end` of the list with bias. */
  #solveRows(
    rows: FrameRows,
    motion: Float64Array,
    start: number,
    end: number,
    inverseStep: number,
    soft: ContactSoftness,
    staticSoft: ContactSoftness,
    pass: number,
    tracing: SoftStepTracing | null,
    recorder: SolverTrace | null,
  ): void {
    const { data, index } = rows;
    for (let n = start; n < end; n++) {
      const k = this.#rows[n];
      const own = k < this.#moving ? soft : staticSoft;
      if (recorder === null) solveSoftRows(data, index, motion, k, k + 1, -1, inverseStep, own);
      else tracing!.solveSoftRows(rows, motion, k, k + 1, -1, inverseStep, own, pass, recorder);
    }
  }

  /** Stores the velocities of the moved bodies. */
  #note(motion: Float64Array, velocities: Float64Array): void {
    for (let n = 0; n < this.#movedCount; n++) {
      const o = this.#moved[n] * BODY_STRIDE;
      velocities[VELOCITY_STRIDE * n] = motion[o + VX];
      velocities[VELOCITY_STRIDE * n + 1] = motion[o + VY];
      velocities[VELOCITY_STRIDE * n + 2] = motion[o + W];
    }
  }

  /**
   * Shortens the ways of the moved bodies in this substep, so that no point of them moves by more than `PUT_REACH`. All bodies of a group
   * move by the same share of their ways. Bodies with torn joints may have far to go.
   */
  #shorten({ motion, damping }: BodyStore, inverseStep: number): void {
    const before = this.#before;
    const shares = this.#shares;
    const largest = PUT_REACH * inverseStep;
    this.#note(motion, this.#after);
    shares.fill(1);
    for (let n = 0; n < this.#movedCount; n++) {
      const body = this.#moved[n];
      const o = body * BODY_STRIDE;
      const v = VELOCITY_STRIDE * n;
      const x = motion[o + VX] - before[v];
      const y = motion[o + VY] - before[v + 1];
      const turn = motion[o + W] - before[v + 2];
      const speed = Math.sqrt(x * x + y * y) + Math.abs(turn) * damping[body * DAMPING_STRIDE + EXTENT];
      if (speed <= largest) continue;
      const share = largest / speed;
      const group = this.#groupOf(body);
      if (group >= 0) {
        if (this.#states[group] !== TORN && share < shares[group]) shares[group] = share;
        continue;
      }
      motion[o + VX] = before[v] + share * x;
      motion[o + VY] = before[v + 1] + share * y;
      motion[o + W] = before[v + 2] + share * turn;
    }
    for (let n = 0; n < this.#movedCount; n++) {
      const group = this.#groupOf(this.#moved[n]);
      if (group < 0 || shares[group] === 1) continue;
      const share = shares[group];
      const o = this.#moved[n] * BODY_STRIDE;
      const v = VELOCITY_STRIDE * n;
      motion[o + VX] = before[v] + share * (motion[o + VX] - before[v]);
      motion[o + VY] = before[v + 1] + share * (motion[o + VY] - before[v + 1]);
      motion[o + W] = before[v + 2] + share * (motion[o + W] - before[v + 2]);
    }
  }

  /** Gives the moved bodies the velocities from before `#shorten`. */
  #lengthen(motion: Float64Array): void {
    for (let n = 0; n < this.#movedCount; n++) {
      const o = this.#moved[n] * BODY_STRIDE;
      motion[o + VX] = this.#after[VELOCITY_STRIDE * n];
      motion[o + VY] = this.#after[VELOCITY_STRIDE * n + 1];
      motion[o + W] = this.#after[VELOCITY_STRIDE * n + 2];
    }
  }

  /**
   * Returns the rows and joints to these impulses, in one pass.
   * @param inverseStep, pass, tracing, recorder as in `push`
   */
  takeBack(
    rows: FrameRows,
    bodies: BodyStore,
    inverseStep: number,
    pass: number,
    tracing: SoftStepTracing | null,
    recorder: SolverTrace | null,
  ): void {
    const { motion } = bodies;
    this.#lengthen(motion);
    this.#joints?.takeBack(bodies);
    for (let n = 0; n < this.#count; n++) {
      if (recorder === null) this.#takeBackRow(rows, motion, n);
      else this.#takeBackTraced(rows, motion, n, inverseStep, pass, tracing!, recorder);
    }
    // the velocity of the bias along a locked axis was gone already
    holdLockedAxes(bodies);
  }

  // a function of its own, because a function that makes a closure allocates even when it makes none
  #takeBackTraced(
    rows: FrameRows,
    motion: Float64Array,
    n: number,
    inverseStep: number,
    pass: number,
    tracing: SoftStepTracing,
    recorder: SolverTrace,
  ): void {
    const work = (): void => this.#takeBackRow(rows, motion, n);
    tracing.giveBack(rows, motion, this.#rows[n], pass, inverseStep, recorder, work);
  }

  #takeBackRow({ data, index }: FrameRows, motion: Float64Array, n: number): void {
    const k = this.#rows[n];
    const o = rowStart(k);
    const a = index[k * ROW_INDEX_STRIDE + ROW_A];
    const b = index[k * ROW_INDEX_STRIDE + ROW_B];
    let lambda = 0;
    let torqueA = 0;
    let torqueB = 0;
    for (let j = 0; j < index[k * ROW_INDEX_STRIDE + ROW_COUNT]; j++) {
      const p = o + (j === 0 ? P1 : P2);
      const d = this.#start[2 * n + j] - data[p + LAMBDA_N];
      data[p + LAMBDA_N] = this.#start[2 * n + j];
      lambda += d;
      torqueA += data[p + RN_A] * d;
      torqueB += data[p + RN_B] * d;
    }
    pushBodies(data, motion, o, a, b, lambda, 0, torqueA, torqueB);
  }
}

/** What a step calls of the embedded bodies; implemented by `EmbeddedBodies`. */
export type StepEmbedded = Pick<
  EmbeddedBodies,
  'isActive' | 'reset' | 'add' | 'list' | 'keep' | 'push' | 'takeBack'
>;

/** Lets bodies that were put into others move apart slowly; the value is `embedded`. Without it they fly apart. */
export interface EmbeddedPart {
  /** Creates the list of one solver. */
  create(): StepEmbedded;
}

/** Bodies that were put into others: they move apart slowly. */
export const embedded: EmbeddedPart = { create: () => new EmbeddedBodies() };
