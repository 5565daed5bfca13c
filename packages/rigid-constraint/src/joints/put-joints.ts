/**
 * Joints of bodies that are moved without velocity (`embedded-bodies.ts`): bodies that were put into others, and bodies of joints that were
 * torn apart, as by a teleport. In a substep with bias these joints are solved with bias together with the contacts of their bodies, as
 * often as these. Once the bodies have been moved, the joints return to the impulses lambda_0 with which the substep started:
 *
 *     v += M^-1 J^T (lambda_0 - lambda),     lambda := lambda_0
 *
 * Left to the relax pass, the velocity with which a torn joint closes hits other bodies: a limb that was teleported 3 m away from a ragdoll
 * on the ground threw it at 35 m/s.
 */
import {
  type BodyStore,
  HERTZ,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_FLAGS,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_LIMIT,
  JOINT_MOTOR,
  JOINT_SPRING,
  JOINT_STRIDE,
  type JointKind,
  type JointStore,
  jointKinds,
  LENGTH,
  type SolverWorld,
  UPPER,
} from '@otedama/rigid';
import { MOST_JOINT_PASSES, PUT_JOINT_VISITS, TORN_GAP, TORN_SPEED } from '../soft-constants.js';
import { type HingeRows, keepHinges, limitHinge, solveHinges, takeBackHinge } from './hinge-rows.js';
import { JointFrame } from './joint-frame.js';
import { JointGroups } from './joint-groups.js';
import { limitJoints, solveJoints, takeBackJoints } from './joint-kernel.js';
import type { JointSequence } from './joint-order.js';
import { BIAS, JOINT_ROW_STRIDE, type JointRows, LAMBDA } from './joint-rows.js';
import { PartedGroups } from './parted-groups.js';

/** Bit mask of kinds. */
function numbersOf(...names: readonly JointKind[]): number {
  return names.reduce((bits, kind) => bits | (1 << jointKinds.indexOf(kind)), 0);
}

/** Kinds that hold two points together, and kinds that do so across an axis only. */
const POINTS: number = numbersOf('revolute', 'weld');
const SLIDERS: number = numbersOf('prismatic', 'wheel', 'groove');
const WELD: number = numbersOf('weld');
const DISTANCE: number = numbersOf('distance');
const ROPE: number = numbersOf('rope');
/** Flags of a distance joint that is not rigid. */
const SOFT: number = JOINT_SPRING | JOINT_LIMIT | JOINT_MOTOR;

/** Whether the rigid part of a joint is open by more than `TORN_GAP`. `frame` is the one of the joint. */
export function isTorn({ index, data }: JointStore, slot: number, frame: JointFrame): boolean {
  const i = slot * JOINT_INDEX_STRIDE;
  const j = slot * JOINT_STRIDE;
  const kind = 1 << index[i + JOINT_KIND];
  const { dx, dy } = frame;
  const square = dx * dx + dy * dy;
  if (square <= TORN_GAP * TORN_GAP && kind !== DISTANCE) return false;
  if ((kind & POINTS) !== 0) return kind !== WELD || data[j + HERTZ] === 0;
  if ((kind & SLIDERS) !== 0) return Math.abs(frame.axisX * dy - frame.axisY * dx) > TORN_GAP;
  if (kind === ROPE) return Math.sqrt(square) - data[j + UPPER] > TORN_GAP;
  if (kind !== DISTANCE || (index[i + JOINT_FLAGS] & SOFT) !== 0) return false;
  return Math.abs(Math.sqrt(square) - data[j + LENGTH]) > TORN_GAP;
}

/** The joints of one solver that are solved without leaving velocity. */
export class PutJoints {
  readonly groups: JointGroups = new JointGroups();
  readonly parted: PartedGroups = new PartedGroups();
  /** The torn joints of this step, `tornCount` of them: places in the joint store. */
  torn: Int32Array = new Int32Array(8);
  tornCount = 0;
  /** The joints that `list` has found. */
  count = 0;
  /** Hinge rows, and first and last general row + 1, of these joints. */
  #hinges = new Int32Array(8);
  #hingeCount = 0;
  #ranges = new Int32Array(16);
  #rangeCount = 0;
  /** Impulses at the start of a substep: first of hinges, then of general rows. */
  #kept = new Float64Array(32);
  readonly #hingeRows: HingeRows;
  readonly #rows: JointRows;
  readonly #frame = new JointFrame();
  #order: JointSequence | null = null;
  #firstRow: Int32Array = new Int32Array(0);

  constructor(hingeRows: HingeRows, rows: JointRows) {
    this.#hingeRows = hingeRows;
    this.#rows = rows;
  }

  /** Starts a step. Makes room for its joints, because joints that are torn after hours must not allocate. */
  reset(order: JointSequence, firstRow: Int32Array): void {
    this.#order = order;
    this.#firstRow = firstRow;
    this.tornCount = 0;
    this.count = 0;
    this.#hingeCount = 0;
    this.#rangeCount = 0;
    const { hingeCount, otherCount } = order;
    if (hingeCount + otherCount <= this.torn.length) return;
    const size = 2 * (hingeCount + otherCount);
    this.torn = new Int32Array(size);
    this.#hinges = new Int32Array(size);
    this.#ranges = new Int32Array(2 * size);
  }

  /** Adds a torn joint. */
  add(slot: number): void {
    this.torn[this.tornCount++] = slot;
  }

  /** Adds the hinges that are torn. */
  addHinges({ bodies, joints }: SolverWorld): void {
    const { hinges, hingeCount } = this.#order!;
    const frame = this.#frame;
    for (let k = 0; k < hingeCount; k++) {
      const slot = hinges[k];
      if (slot < 0) continue;
      const i = slot * JOINT_INDEX_STRIDE;
      const a = joints.index[i + JOINT_BODY_A];
      frame.load(bodies, joints.data, slot * JOINT_STRIDE, a, joints.index[i + JOINT_BODY_B]);
      if (isTorn(joints, slot, frame)) this.add(slot);
    }
  }

  /**
   * Lists the joints of the bodies that are moved without velocity.
   * @param groupOf, isPut by body slot its group of jointed bodies or -1, by group whether its bodies are moved so
   */
  list({ joints: { index } }: SolverWorld, groupOf: Int32Array, isPut: Uint8Array): void {
    const { hinges, hingeCount, others, otherCount } = this.#order!;
    for (let k = 0; k < hingeCount + otherCount; k++) {
      const slot = k < hingeCount ? hinges[k] : others[k - hingeCount];
      if (slot < 0) continue;
      const a = index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_A];
      const groupA = a < 0 ? -1 : groupOf[a];
      const groupB = groupOf[index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_B]];
      if ((groupA < 0 || isPut[groupA] === 0) && (groupB < 0 || isPut[groupB] === 0)) continue;
      this.count++;
      if (k < hingeCount) {
        this.#hinges[this.#hingeCount++] = k;
      } else {
        this.#ranges[this.#rangeCount++] = this.#firstRow[k - hingeCount];
        this.#ranges[this.#rangeCount++] = this.#firstRow[k - hingeCount + 1];
      }
    }
    const length = 2 * hingeCount + this.#rows.count;
    if (length > this.#kept.length) this.#kept = new Float64Array(2 * length);
  }

  /** Notes the impulses before a pass with bias, and limits the bias of what is torn. */
  keep(): void {
    if (this.count === 0) return;
    const { hingeCount } = this.#order!;
    const { data, count } = this.#rows;
    keepHinges(this.#hingeRows, hingeCount, this.#kept);
    for (let row = 0; row < count; row++) {
      this.#kept[2 * hingeCount + row] = data[row * JOINT_ROW_STRIDE + LAMBDA];
    }
    for (let n = 0; n < this.#hingeCount; n++) limitHinge(this.#hingeRows, this.#hinges[n], TORN_SPEED);
    for (let n = 0; n < this.#rangeCount; n += 2) {
      limitJoints(this.#rows, this.#ranges[n], this.#ranges[n + 1], TORN_SPEED);
    }
  }

  /**
   * Solves the joints with bias, several times if they are few.
   * @param rounds number of calls in the substep
   */
  push({ motion }: BodyStore, rounds: number): void {
    const share = Math.floor(PUT_JOINT_VISITS / (rounds * this.count));
    const passes = Math.max(1, Math.min(share, MOST_JOINT_PASSES));
    for (let pass = 0; pass < passes; pass++) {
      for (let n = 0; n < this.#hingeCount; n++) {
        const k = this.#hinges[n];
        solveHinges(this.#hingeRows, motion, k, k + 1, this.#hingeRows.bias);
      }
      for (let n = 0; n < this.#rangeCount; n += 2) {
        solveJoints(this.#rows, motion, BIAS, this.#ranges[n], this.#ranges[n + 1]);
      }
    }
  }

  /** Returns the joints to the noted impulses. */
  takeBack({ motion }: BodyStore): void {
    if (this.count === 0) return;
    const first = 2 * this.#order!.hingeCount;
    for (let n = 0; n < this.#hingeCount; n++) {
      takeBackHinge(this.#hingeRows, motion, this.#hinges[n], this.#kept);
    }
    for (let n = 0; n < this.#rangeCount; n += 2) {
      takeBackJoints(this.#rows, motion, this.#kept, first, this.#ranges[n], this.#ranges[n + 1]);
    }
  }
}
