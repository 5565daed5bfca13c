/**
 * The order in which the joints of a step are solved: coloured as the contacts are, and for the reasons that `contact-order.ts` gives. No
 * two joints of a colour act on the same moving body, so that the order within a colour is free: free hinges go first, in pairs of rows that
 * the lanes of one vector register take, and the joints in general rows behind them. Colours go forwards in one step and backwards in the next.
 * Joints that find no colour free come last, in general rows and in the order of the store's active list.
 *
 * They are coloured when joints or bodies have come, gone, fallen asleep or woken, and otherwise stay what they were (`JointStore.revision`): a net of
 * 1,740 hinges takes 8 % less time so.
 *
 * What a joint is made of has no say in its colour: a hinge with limits that it never reaches moves as one without.
 *
 * Measured, with one pass a substep, on chains of 10 and 30 links under a ball of 50 times their mass: hinges created from top to bottom, from
 * bottom to top or in any order part by 8.1 mm and 10.9 mm in the mean, whichever it is. Solved in the order of creation it was 8.1 to 8.7 mm and 10.7 to 11.6 mm.
 */
import {
  BODY_FAST_ROTATION,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  BREAK_FORCE,
  BREAK_TORQUE,
  INV_INERTIA,
  INV_MASS,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_FLAGS,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_LIMIT,
  JOINT_MOTOR,
  JOINT_SPRING,
  JOINT_STRIDE,
  type JointStore,
  jointKinds,
  type SolverWorld,
} from '@otedama/rigid';

/** Colours: the bits of a mask. */
const COLORS = 32;
/** Groups of joints: two of each colour, free hinges and others, and what found none free. */
const WITHOUT_COLOR: number = 2 * COLORS;
const GROUPS: number = WITHOUT_COLOR + 2;

const REVOLUTE = jointKinds.indexOf('revolute');
const FILTER = jointKinds.indexOf('filter');
const ON_ANGLE: number = JOINT_SPRING | JOINT_MOTOR | JOINT_LIMIT;
/** Break force or torque of a joint that was given none, N or N m: JSON knows no infinity. */
const UNBREAKABLE = Number.MAX_VALUE;
/** Bodies of which the hinges are no free ones. */
const BOUND: number = BODY_FAST_ROTATION | BODY_LOCK_X | BODY_LOCK_Y;

/** The active joints that move something, in an order in which they are solved: runs of free hinges followed by other joints. */
export class JointSequence {
  /** Joint of each row of free hinges, -1 in one that is left empty; `hingeCount` of them, an even number. */
  hinges: Int32Array = new Int32Array(0);
  hingeCount = 0;
  /** The other joints, `otherCount` of them. */
  others: Int32Array = new Int32Array(0);
  otherCount = 0;
  /** Number of hinge rows and of other joints at the end of run k, at 2 k; either part of a run may be empty. */
  readonly runs: Int32Array = new Int32Array(GROUPS + 2);
  runCount = 0;
  /** Places in `hinges` and then in `others` of the joints that may break; `weakHinges` and `weak` of them. */
  weakPlaces: Int32Array = new Int32Array(0);
  weakHinges = 0;
  weak = 0;
  /** The place where the next joint of a group goes. */
  readonly #places = new Int32Array(GROUPS);

  /**
   * @param groups group of each of the active joints, -1 for one that does nothing
   * @param sizes joints of each group
   */
  fill(joints: JointStore, groups: Int32Array, sizes: Int32Array, isForward: boolean): void {
    const { active, activeCount } = joints;
    if (activeCount > this.others.length) {
      this.others = new Int32Array(2 * activeCount);
      this.weakPlaces = new Int32Array(2 * activeCount);
      // one for a colour
      this.hinges = new Int32Array(2 * activeCount + COLORS);
    }
    this.#placeGroups(sizes, isForward);
    const { hinges, others } = this;
    const places = this.#places;
    for (let k = 0; k < activeCount; k++) {
      const group = groups[k];
      if (group < 0) continue;
      const place = places[group]++;
      if ((group & 1) === 0) hinges[place] = active[k];
      else others[place] = active[k];
    }
    this.weak = 0;
    this.#listWeak(joints, hinges, this.hingeCount);
    this.weakHinges = this.weak;
    this.#listWeak(joints, others, this.otherCount);
  }

  /** Lists the places of the joints that may break. */
  #listWeak({ data }: JointStore, slots: Int32Array, count: number): void {
    for (let place = 0; place < count; place++) {
      const j = slots[place] * JOINT_STRIDE;
      // a place that is left empty
      if (j < 0) continue;
      if (data[j + BREAK_FORCE] < UNBREAKABLE || data[j + BREAK_TORQUE] < UNBREAKABLE) {
        this.weakPlaces[this.weak++] = place;
      }
    }
  }

  /** Makes of the sizes of the groups the places where they begin, and the runs. */
  #placeGroups(sizes: Int32Array, isForward: boolean): void {
    const places = this.#places;
    const { runs, hinges } = this;
    let hinge = 0;
    let other = 0;
    let run = 0;
    for (let k = 0; k <= COLORS; k++) {
      const group = 2 * (isForward || k === COLORS ? k : COLORS - 1 - k);
      const otherSize = sizes[group + 1];
      places[group] = hinge;
      places[group + 1] = other;
      hinge += sizes[group];
      other += otherSize;
      if ((hinge & 1) !== 0) hinges[hinge++] = -1;
      runs[run] = hinge;
      runs[run + 1] = other;
      if (otherSize > 0) run += 2;
    }
    runs[run] = hinge;
    runs[run + 1] = other;
    this.runCount = run / 2 + 1;
    this.hingeCount = hinge;
    this.otherCount = other;
  }
}

/** The two orders of the joints of a world, forwards and backwards; they are made anew when there is something new to them. */
export class JointOrder {
  readonly #forward = new JointSequence();
  readonly #backward = new JointSequence();
  /** Group of each joint in the active list, -1 for one that does nothing. */
  #groups = new Int32Array(0);
  /** Colours taken at each moving body, a bit each. */
  #taken = new Int32Array(64);
  /** Joints of each group. */
  readonly #sizes = new Int32Array(GROUPS);
  /** What the orders were made of. */
  #joints: object | null = null;
  #jointRevision = -1;
  #bodyRevision = -1;

  /**
   * The order of this step.
   * @param separatesHinges false has free hinges among the other joints; the same in all calls
   */
  update(world: SolverWorld, separatesHinges: boolean): JointSequence {
    const { joints, bodies } = world;
    const isSame =
      joints === this.#joints &&
      joints.revision === this.#jointRevision &&
      bodies.revision === this.#bodyRevision;
    if (!isSame) {
      this.#joints = joints;
      this.#jointRevision = joints.revision;
      this.#bodyRevision = bodies.revision;
      const { activeCount } = joints;
      if (activeCount > this.#groups.length) this.#groups = new Int32Array(2 * activeCount);
      this.#color(world, separatesHinges);
      this.#forward.fill(joints, this.#groups, this.#sizes, true);
      this.#backward.fill(joints, this.#groups, this.#sizes, false);
    }
    return (world.stats.steps & 1) === 0 ? this.#forward : this.#backward;
  }

  /** Gives each joint its group, and counts them. */
  #color({ joints, bodies }: SolverWorld, separatesHinges: boolean): void {
    const { active, activeCount, index } = joints;
    const { mass, flags, awakeIndex } = bodies;
    if (bodies.slots > this.#taken.length) this.#taken = new Int32Array(2 * bodies.slots);
    const taken = this.#taken;
    const groups = this.#groups;
    const sizes = this.#sizes;
    taken.fill(0, 0, bodies.slots);
    sizes.fill(0);
    for (let k = 0; k < activeCount; k++) {
      const i = active[k] * JOINT_INDEX_STRIDE;
      const a = index[i + JOINT_BODY_A];
      const b = index[i + JOINT_BODY_B];
      const oB = b * BODY_STRIDE;
      const isMovingB = mass[oB + INV_MASS] + mass[oB + INV_INERTIA] > 0;
      let isMovingA = false;
      let isAwake = awakeIndex[b] >= 0;
      let bits = flags[b];
      let used = isMovingB ? taken[b] : 0;
      if (a >= 0) {
        const oA = a * BODY_STRIDE;
        isMovingA = mass[oA + INV_MASS] + mass[oA + INV_INERTIA] > 0;
        isAwake = isAwake || awakeIndex[a] >= 0;
        bits |= flags[a];
        if (isMovingA) used |= taken[a];
      }
      const kind = index[i + JOINT_KIND];
      groups[k] = -1;
      if (kind === FILTER || !isAwake || !(isMovingA || isMovingB)) continue;
      const free = ~used;
      const bit = free & -free;
      if (isMovingA) taken[a] |= bit;
      if (isMovingB) taken[b] |= bit;
      // a revolute joint with nothing on its angle; that of a body that may turn by half a turn in a step is followed by substeps, and locks are heeded in
      // general rows
      const isFreeHinge =
        separatesHinges &&
        kind === REVOLUTE &&
        (index[i + JOINT_FLAGS] & ON_ANGLE) === 0 &&
        (bits & BOUND) === 0;
      let group = WITHOUT_COLOR + 1;
      if (bit !== 0) group = 2 * (31 - Math.clz32(bit)) + (isFreeHinge ? 0 : 1);
      groups[k] = group;
      sizes[group]++;
    }
  }
}
