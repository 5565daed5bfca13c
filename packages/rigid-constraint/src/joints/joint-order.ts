/**
 * The order in which the joints of a step are solved. Joints are coloured like contacts, for the reasons given in `contact-order.ts`. No
 * two joints of a colour act on the same moving body, so the order within a colour is free. Free hinges come first, in pairs of rows that
 * fit the lanes of one vector register; joints with general rows follow. Colours are solved forwards in one step and backwards in the
 * next. Joints without a free colour come last, in general rows and in the order of the store's active list.
 *
 * Joints are coloured again only after joints or bodies were added, removed, fell asleep or woke up (`JointStore.revision`). This saves 8
 * % of the time of a net of 1,740 hinges.
 *
 * The settings of a joint do not affect its colour: a hinge with limits that it never reaches moves like one without limits.
 *
 * Measured with one pass per substep on chains of 10 and 30 links under a ball of 50 times their mass: hinges open by a mean of 8.1 mm
 * and 10.9 mm, whether they were created from top to bottom, from bottom to top or in any other order. Solved in creation order they
 * opened by 8.1 to 8.7 mm and 10.7 to 11.6 mm.
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
/** Groups of joints: two for each colour, free hinges and others; then two for joints without a free colour. */
const WITHOUT_COLOR: number = 2 * COLORS;
const GROUPS: number = WITHOUT_COLOR + 2;

const REVOLUTE = jointKinds.indexOf('revolute');
const FILTER = jointKinds.indexOf('filter');
const ON_ANGLE: number = JOINT_SPRING | JOINT_MOTOR | JOINT_LIMIT;
/** Break force or torque of a joint that cannot break, N or N m. JSON has no infinity. */
const UNBREAKABLE = Number.MAX_VALUE;
/** Flags of bodies whose hinges are not free hinges. */
const BOUND: number = BODY_FAST_ROTATION | BODY_LOCK_X | BODY_LOCK_Y;

/** The active joints that act on a moving body, in solver order: runs of free hinges, each followed by other joints. */
export class JointSequence {
  /** Joint of each free hinge row, -1 for an empty row; `hingeCount` of them, an even number. */
  hinges: Int32Array = new Int32Array(0);
  hingeCount = 0;
  /** The other joints, `otherCount` of them. */
  others: Int32Array = new Int32Array(0);
  otherCount = 0;
  /** Number of hinge rows and of other joints up to the end of run k, at 2 k. Either part of a run may be empty. */
  readonly runs: Int32Array = new Int32Array(GROUPS + 2);
  runCount = 0;
  /** Places in `hinges`, then places in `others`, of the joints that can break; `weakHinges` hinges, `weak` in all. */
  weakPlaces: Int32Array = new Int32Array(0);
  weakHinges = 0;
  weak = 0;
  /** Place of the next joint of each group. */
  readonly #places = new Int32Array(GROUPS);

  /**
   * @param groups group of each active joint, -1 for a joint that does nothing
   * @param sizes number of joints in each group
   */
  fill(joints: JointStore, groups: Int32Array, sizes: Int32Array, isForward: boolean): void {
    const { active, activeCount } = joints;
    if (activeCount > this.others.length) {
      this.others = new Int32Array(2 * activeCount);
      this.weakPlaces = new Int32Array(2 * activeCount);
      // one empty row for each colour
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

  /** Lists the places of the joints that can break. */
  #listWeak({ data }: JointStore, slots: Int32Array, count: number): void {
    for (let place = 0; place < count; place++) {
      const j = slots[place] * JOINT_STRIDE;
      // an empty row
      if (j < 0) continue;
      if (data[j + BREAK_FORCE] < UNBREAKABLE || data[j + BREAK_TORQUE] < UNBREAKABLE) {
        this.weakPlaces[this.weak++] = place;
      }
    }
  }

  /** Converts the sizes of the groups to their first places, and finds the runs. */
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

/** The two orders of the joints of a world, forwards and backwards. They are rebuilt when joints or bodies have changed. */
export class JointOrder {
  readonly #forward = new JointSequence();
  readonly #backward = new JointSequence();
  /** Group of each joint in the active list, -1 for a joint that does nothing. */
  #groups = new Int32Array(0);
  /** Colours taken at each moving body, one bit each. */
  #taken = new Int32Array(64);
  /** Number of joints in each group. */
  readonly #sizes = new Int32Array(GROUPS);
  /** Store and revisions that the orders were built from. */
  #joints: object | null = null;
  #jointRevision = -1;
  #bodyRevision = -1;

  /**
   * Returns the order of this step.
   * @param separatesHinges false puts free hinges among the other joints; must be the same in all calls
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

  /** Finds the group of each joint, and counts the joints of each group. */
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
      // A revolute joint without spring, motor or limit. Bodies that may turn by half a turn in a step need their angle updated in each
      // substep, and locked axes need general rows.
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
