/**
 * Bodies as flat arrays. A body is a slot. Freed slots are reused under a new generation, the last freed slot first.
 *
 * Arrays are replaced when they grow, and a solver may use others in their place: code that holds an array while a body is created or a
 * step is done must read the field again. Layouts are in `layout.ts`.
 */
import { MAXIMUM_LINEAR_SPEED } from './constants.js';
import { doubleArrays, INITIAL_CAPACITY } from './grow.js';
import { halt } from './integration.js';
import {
  BODY_ALIVE,
  BODY_STRIDE,
  C,
  DAMPING_STRIDE,
  FX,
  GRAVITY_SCALE,
  PLACED_C,
  PREVIOUS_STRIDE,
  STATIC,
  TORQUE,
  TURN_C,
} from './layout.js';

/**
 * Bodies of a world. Solvers read `pose`, `mass`, `damping`, `type`, `flags`, `awake` and write `motion`, never `pose`: the poses of the
 * start of a step are noted when its motion is first added to them.
 */
export class BodyStore {
  /** Number of slots that are allocated. */
  capacity: number = INITIAL_CAPACITY;
  /** Number of slots that are or were in use: every slot is below it. */
  slots = 0;
  /** Number of bodies. */
  count = 0;
  /** Stride 8: `VX VY W _ DX DY DC DS`. */
  motion: Float64Array = new Float64Array(INITIAL_CAPACITY * BODY_STRIDE);
  /** Stride 8: `X Y C S CX CY LX LY`. */
  pose: Float64Array = new Float64Array(INITIAL_CAPACITY * BODY_STRIDE);
  /** Stride 8: `INV_MASS INV_INERTIA MASS INERTIA FX FY TORQUE GRAVITY_SCALE`. */
  mass: Float64Array = new Float64Array(INITIAL_CAPACITY * BODY_STRIDE);
  /** Stride 4: `LINEAR_DAMPING ANGULAR_DAMPING SLEEP_TIME EXTENT`. */
  damping: Float64Array = new Float64Array(INITIAL_CAPACITY * DAMPING_STRIDE);
  /** Stride 8: `PLACED_X PLACED_Y PLACED_C PLACED_S PLACED_CX PLACED_CY TURN_C TURN_S`. */
  placed: Float64Array = new Float64Array(INITIAL_CAPACITY * BODY_STRIDE);
  /** Stride 4: pose `X Y C S` at the start of the last step. */
  previous: Float64Array = new Float64Array(INITIAL_CAPACITY * PREVIOUS_STRIDE);
  /** Motion of the fastest point of a body in a step above which the body is swept, m; follows from its shapes. */
  sweepLimit: Float64Array = new Float64Array(INITIAL_CAPACITY);
  /** `STATIC`, `KINEMATIC` or `DYNAMIC`. */
  type: Uint8Array = new Uint8Array(INITIAL_CAPACITY);
  /** `BODY_*` bits. */
  flags: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Changed each time the slot is freed. A handle with another generation is invalid. */
  generation: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /**
   * Highest generation that the slot has had. A restored snapshot sets `generation` back but not this, so no generation is used
   * twice.
   */
  newest: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** 1 if the last refit placed the body: its vertices, boxes and manifolds were computed again. */
  replaced: Uint8Array = new Uint8Array(INITIAL_CAPACITY);
  /**
   * 1 (a flag, no unit) if the body has moved from its placed pose by more than the tolerance, 2 while it waits to be placed; see
   * `refit.ts`.
   */
  stale: Uint8Array = new Uint8Array(INITIAL_CAPACITY);
  /**
   * Slots that are simulated (enabled, dynamic or kinematic, not asleep), `awakeCount` of them. Their order depends only on the
   * history of the world.
   */
  awake: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Number of slots in `awake`. */
  awakeCount = 0;
  /**
   * Count that is raised when a body starts or stops being simulated, is frozen, or gets another damping or gravity scale. Data that
   * a solver derived from these is valid as long as the revision is the same.
   */
  revision = 0;
  /**
   * Stale awake slots that the last `finalizePoses` found, `refitCandidateCount` of them, in the order of `awake`. Creeping
   * bodies that the refit would skip in this step are left out (`refit.ts`).
   */
  refitCandidates: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Number of slots in `refitCandidates`. */
  refitCandidateCount = 0;
  /** Number of calls of `finalizePoses` in the current step that changed a pose. */
  movements = 0;
  /**
   * Slots that the last of the `movements` moved by more than 0.99 of their `sweepLimit` or rotated by a quarter turn or more,
   * `sweepCandidateCount` of them, in the order of `awake`. The motion is measured as |dx| + |dy| + |sin of the turn| extent, m.
   */
  sweepCandidates: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Number of slots in `sweepCandidates`. */
  sweepCandidateCount = 0;
  /** Position of a slot in `awake`, or -1. */
  awakeIndex: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Id of the first shape of a body, -1 for none. `ShapeStore.next` links the others, in order of creation. */
  firstShape: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Id of the last shape of a body, -1 for none. */
  lastShape: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Number of the first contact edge (2 * contact + side) of a body, or -1 for none. */
  firstEdge: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Linear speed limit, m/s. */
  maximumLinearSpeed: number = MAXIMUM_LINEAR_SPEED;
  /** Angular speed limit of the current step, rad/s. The world sets it before the solver runs. */
  maximumAngularSpeed: number = Infinity;
  /** Largest displacement of a dynamic body in the current step, m. The world sets it before the solver runs. */
  maximumTranslation: number = Infinity;
  /** By slot: 1 for bodies that exceeded the speed limits when the poses of the current step were finalised. */
  restrained: Uint8Array = new Uint8Array(INITIAL_CAPACITY);
  /** Whether any entry of `restrained` is set. */
  hasRestrained = false;
  /** Displacement above which a body is placed again, m. */
  placementTolerance = 0;
  /** Whether a body may have received a force, or been frozen, since the end of the last step. */
  isDisturbed = false;
  /**
   * Whether every awake body is at its pose, with no displacement or rotation in `DX DY DC DS`. This is true from the end of a
   * step until the next one calls `collide` or `integratePositions`, or a body becomes awake. While it is true, the first
   * `collide` of a step does not have to check for displacements. Code that writes displacements before that must set this to
   * false.
   */
  isSettled = false;
  /** Freed slots, a stack. */
  free: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Number of slots in `free`. */
  freeCount = 0;

  /** Allocates a slot with zero motion, identity pose, no mass, type static, and only the flag `BODY_ALIVE`. */
  allocate(): number {
    const slot = this.freeCount > 0 ? this.free[--this.freeCount] : this.slots++;
    this.reserve(slot + 1);
    const o = slot * BODY_STRIDE;
    halt(this.motion, slot);
    this.pose.fill(0, o, o + BODY_STRIDE);
    this.pose[o + C] = 1;
    this.mass.fill(0, o, o + BODY_STRIDE);
    this.mass[o + GRAVITY_SCALE] = 1;
    this.placed.fill(0, o, o + BODY_STRIDE);
    this.placed[o + PLACED_C] = 1;
    this.placed[o + TURN_C] = 1;
    const d = slot * DAMPING_STRIDE;
    this.damping.fill(0, d, d + DAMPING_STRIDE);
    this.settlePose(slot);
    this.type[slot] = STATIC;
    this.flags[slot] = BODY_ALIVE;
    this.awakeIndex[slot] = -1;
    this.firstShape[slot] = -1;
    this.lastShape[slot] = -1;
    this.firstEdge[slot] = -1;
    this.count++;
    return slot;
  }

  /** Sets the previous pose of a body, given by its slot number, to its pose, so that nothing is interpolated after a jump. */
  settlePose(slot: number): void {
    const { pose, previous } = this;
    for (let k = 0; k < PREVIOUS_STRIDE; k++)
      previous[slot * PREVIOUS_STRIDE + k] = pose[slot * BODY_STRIDE + k];
  }

  /** Frees a slot. The caller has removed shapes, contacts and joints. */
  release(slot: number): void {
    this.setAwake(slot, false);
    this.flags[slot] = 0;
    this.generation[slot] = ++this.newest[slot];
    this.free[this.freeCount++] = slot;
    this.count--;
  }

  /** Adds a slot at the end of `awake`, or removes it by moving the last one to its place. Removal clears its pending forces. */
  setAwake(slot: number, awake: boolean): void {
    const position = this.awakeIndex[slot];
    if (awake === position >= 0) return;
    this.revision++;
    if (awake) {
      this.isSettled = false;
      this.awakeIndex[slot] = this.awakeCount;
      this.awake[this.awakeCount++] = slot;
    } else {
      const last = this.awake[--this.awakeCount];
      this.awake[position] = last;
      this.awakeIndex[last] = position;
      this.awakeIndex[slot] = -1;
      this.mass.fill(0, slot * BODY_STRIDE + FX, slot * BODY_STRIDE + TORQUE + 1);
    }
  }

  /** Makes room for a number of slots. */
  reserve(slots: number): void {
    while (slots > this.capacity) {
      doubleArrays(this);
      this.capacity *= 2;
    }
  }
}
