/**
 * The passes of `soft-contact.ts` and `soft-contact-relax.ts` over two rows at once, those of `joints/hinge-rows.ts` over two hinges, and the
 * integration of bodies between them, in WebAssembly with vector registers; and what `kept-rows.ts` does with rows that are kept. They give
 * the same bits in about half the time, for hinges in a quarter. The source is `assembly/vector-kernels.as`.
 *
 * The module has its own memory (`kernel-memory.ts`). Rows are stored there, and the velocities and poses of the bodies and the numbers of
 * the contacts are lent to it: all other code uses them there. One memory serves all worlds of a thread, because worlds step one after the
 * other and a browser limits the number of memories of a page. If another world steps in between, the arrays are given back and the kept
 * rows are lost. Poses and contacts are lent only from the second of successive steps of a world on: worlds that step in turns have no kept
 * rows, and would only copy them.
 *
 * The kernels integrate bodies that are dynamic, free in all directions and subject to the general speed limits. The others are listed
 * for the functions that handle every case.
 *
 * If WebAssembly is not allowed (a Content-Security-Policy without 'wasm-unsafe-eval') or has no vector instructions, there are no
 * kernels, and the passes in JavaScript are used.
 */
import { InputError } from '@otedama/math2d';
import {
  ANGULAR_DAMPING,
  BODY_FAST_ROTATION,
  BODY_FROZEN,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  type BodyStore,
  CONTACT_STRIDE,
  type ContactStore,
  DAMPING_STRIDE,
  DYNAMIC,
  FX,
  FY,
  freeze,
  GRAVITY_SCALE,
  INV_INERTIA,
  INV_MASS,
  LINEAR_DAMPING,
  type SolverWorld,
  TORQUE,
} from '@otedama/rigid';
import type { ContactOrder } from './contact-order.js';
import { type FrameRows, ROW_INDEX_STRIDE, ROW_STRIDE } from './frame-rows.js';
import type { HingeKernels } from './joints/hinge-kernels.js';
import { HINGE_INDEX_STRIDE, HINGE_STRIDE, type HingeRows } from './joints/hinge-rows.js';
import type { KeptRows, RowKeeper } from './kept-rows.js';
import { createKernelMemory, type KernelMemory, type LentArrays, MOTION_AT } from './kernel-memory.js';
import type { ContactSoftness } from './soft-constraint.js';

/** The part of a world whose arrays the kernels use. */
export type KernelWorld = Pick<SolverWorld, 'bodies' | 'contacts'>;

/** Passes over pairs of rows and over bodies, for one solver. */
export interface VectorKernels extends HingeKernels, RowKeeper {
  /** Slots of the awake bodies that `drive`, `repeat` and `move` do not handle; the first `otherCount` are valid. */
  readonly others: Int32Array;
  /** Number of slots in `others`. */
  readonly otherCount: number;
  /**
   * Gives `rows` room for `count` rows, whose lists are `kept`, and takes arrays of a world. `release` must be called in any case.
   * Returns false and does neither if too few bodies are awake for the kernels to save time, or if there is not enough memory. Throws
   * `InputError` inside the step of another world.
   */
  hold(rows: FrameRows, kept: KeptRows, count: number, world: KernelWorld): boolean;
  /** Sets the constants of a step with substeps of h, s: gravity in m/s^2. */
  prepareBodies(bodies: BodyStore, gravityX: number, gravityY: number, h: number): void;
  /** `integratePositions` of a substep. */
  move(): void;
  /**
   * `integrateVelocities` of a substep, and optional work in the same loop: `MOVES` calls `move` first; `MEASURES` stores the velocity
   * change by contacts since the last call for `repeat`; `REPEATS` measures it and adds it again at once. `work` is a sum of these, or 0.
   */
  drive(bodies: BodyStore, work: number): void;
  /** `VelocityChange.repeat`, after a `drive` that measures. */
  repeat(): void;
  /**
   * `VelocityChange.shift`. Returns false and does nothing if the kernels do not handle the body.
   * @param slot slot of the body, an integer, 0 or more
   * @param x m/s
   * @param y m/s
   * @param w rad/s
   */
  shift(slot: number, x: number, y: number, w: number): boolean;
  /** Ends the step. The velocities stay in the memory until another world needs it. Does nothing if no step is running. */
  release(): void;
  /** `startSoftRows` for rows `start` to `end`, both even. */
  warmStart(start: number, end: number): void;
  /** `solveSoftRows` for rows `start` to `end`, both even, with an odd `lastReversed`; 1/h in 1/s. */
  solve(start: number, end: number, lastReversed: number, inverseStep: number, soft: ContactSoftness): void;
  /** `relaxRows` for rows `start` to `end`, both even, with an odd `lastReversed`; 1/h in 1/s. */
  relax(start: number, end: number, lastReversed: number, inverseStep: number): void;
  /**
   * All substeps of a step without joints, watched rows and other bodies: the same work as the functions above in one call. This saves a
   * small world 5 % of its step. Rows up to `moving` use `soft`, those up to `end` use `staticSoft`.
   */
  run(
    bodies: BodyStore,
    moving: number,
    end: number,
    lastReversed: number,
    substeps: number,
    interval: number,
    inverseStep: number,
    soft: ContactSoftness,
    staticSoft: ContactSoftness,
  ): void;
}

/** Solves rows in vector registers, with the same bits as without; the value is `vectorKernels`. */
export interface VectorKernelsPart {
  /** Kernels for one solver, or null if the engine does not support them. */
  readonly create: () => VectorKernels | null;
}

/** Work bits of `drive`. */
export const MOVES = 1;
export const MEASURES = 2;
export const REPEATS = 4;

/**
 * Offsets in the `rates`, as in `assembly/vector-kernels.as` but in doubles: 1/h, push-out speed limit, beta, s_m, s_i, h, speed limit, and
 * the substep in which `runSubsteps` returned. Limit, beta, s_m and s_i against bodies of infinite mass are `STATIC_SOFTNESS` later. The
 * limit of the spin and
 * the number of loose rows come last.
 */
const INVERSE_STEP = 0;
const CAP = 1;
const BIAS_RATE = 2;
const MASS_SCALE = 3;
const IMPULSE_SCALE = 4;
const STEP = 5;
const MAXIMUM_SPEED = 6;
const SUBSTEP = 7;
const STATIC_SOFTNESS = 8;
const MAXIMUM_SPIN = 13;
const LOOSE_COUNT = 14;

/** Doubles per body record, and offsets in doubles, as in `assembly/vector-kernels.as`. */
const RECORD_STRIDE = 8;
const FORCED_X = 0;
const FORCED_Y = 1;
const START_X = 2;
const START_Y = 3;
const SPIN_FORCED = 4;
const SPIN_START = 5;
const DAMPED = 6;
const SPIN_DAMPED = 7;
/** Doubles per velocity change of a body. */
const CHANGE_STRIDE = 4;
/** Size of a cache line of nearly all processors, in bytes. */
const CACHE_LINE = 64;
/** Flags of bodies that only `integration.ts` can move. */
const SPECIAL: number = BODY_LOCK_X | BODY_LOCK_Y | BODY_FROZEN | BODY_FAST_ROTATION;

/**
 * Arrays are lent only if there are at most this many body slots per awake body. If worlds step in turns, copying a slot both ways costs
 * about 10 ns a step; the kernels save about 500 ns a body.
 */
const MOST_SLOTS = 32;

/** Before the first layout. */
const nothingLent: LentArrays = {
  motion: new Float64Array(0),
  pose: new Float64Array(0),
  placed: new Float64Array(0),
  data: new Float64Array(0),
  kept: new Int32Array(0),
};

let shared: KernelMemory | null | undefined;

/** Kernels of one solver on the shared memory. */
export class SharedVectorKernels implements VectorKernels {
  others: Int32Array = new Int32Array(64);
  otherCount = 0;
  readonly #memory: KernelMemory;
  #change = 0;
  /** Arrays in the memory for those of the world. */
  #lent: LentArrays = nothingLent;
  /**
   * Slot and row of each touching contact, two integers each; and the lists of `KeptRows`: places in the memory, in bytes, and views.
   * `#isPlaced` is false if slots and rows must be written again.
   */
  #placesAt = 0;
  #places: Int32Array = new Int32Array(0);
  #freshAt = 0;
  #fresh: Int32Array = new Int32Array(0);
  #looseAt = 0;
  #loose: Int32Array = new Int32Array(0);
  #isPlaced = false;
  /** The lists of the held rows. */
  #kept: KeptRows | null = null;
  /** Whether the memory has poses and contacts too. */
  #hasContacts = false;
  /** Offsets of index and data, in bytes, and the capacity in rows. */
  #indexAt = 0;
  #dataAt = 0;
  #capacity = 0;
  /** Bodies that the kernels move: offset and view of their offsets in the motion, and their number. */
  #bodiesAt = 0;
  #bodies: Int32Array = new Int32Array(0);
  #recordCount = 0;
  /** Offset and view of their records, and offset of their velocity changes. */
  #recordsAt = 0;
  #records: Float64Array = new Float64Array(0);
  #changesAt = 0;
  /** Record number of an awake body, by slot; -1 for bodies that the kernels do not handle. */
  #recordOf: Int32Array = new Int32Array(64);
  /**
   * Values that the records were written for: h, gravity and the speed limits; and the revision of the bodies, -1 if records must be
   * rewritten.
   */
  readonly #preparedFor = new Float64Array(5);
  #preparedRevision = -1;
  /** Hinge rows: current capacity, wanted capacity, and the rows of the solver. */
  #hingeCapacity = 0;
  #hingeWish = 0;
  #hinges: HingeRows | null = null;

  constructor(memory: KernelMemory) {
    this.#memory = memory;
  }

  hold(rows: FrameRows, kept: KeptRows, count: number, { bodies, contacts }: KernelWorld): boolean {
    this.release();
    this.#kept = kept;
    if (this.#memory.holder !== null) {
      throw new InputError('world.step', 'called by the recorder of another world', 'a call between steps');
    }
    this.#memory.holder = this;
    // another solver, or this one for another world, may have used the memory since
    const isNew = this.#memory.user !== bodies;
    this.#hasContacts = !isNew;
    if (isNew) {
      this.#memory.giveBack();
      this.#memory.user = bodies;
      this.#preparedRevision = -1;
      this.#isPlaced = false;
      rows.isLost = true;
    }
    if (
      MOST_SLOTS * bodies.awakeCount < bodies.capacity ||
      (!this.#isLaidOut(count, bodies, contacts) && !this.#layOut(rows, count, bodies, contacts))
    ) {
      this.#isPlaced = false;
      return false;
    }
    this.#memory.borrowMotion(bodies, this.#lent);
    if (!isNew) this.#memory.borrowOthers(bodies, contacts, this.#lent);
    return true;
  }

  #isLaidOut(count: number, bodies: BodyStore, contacts: ContactStore): boolean {
    return (
      this.#change === this.#memory.change &&
      count <= this.#capacity &&
      this.#hingeWish <= this.#hingeCapacity &&
      bodies.motion.length === this.#lent.motion.length &&
      contacts.data.length === this.#lent.data.length
    );
  }

  refresh(rows: FrameRows, order: ContactOrder, world: SolverWorld, share: number, isSame: boolean): void {
    const kept = this.#kept!;
    if (!this.#hasContacts) {
      this.#isPlaced = false;
      kept.refresh(rows, order, world, share);
      return;
    }
    const { contacts } = world;
    const { touching, touchingCount } = contacts;
    if (rows.isLost) contacts.kept.fill(-1);
    rows.isLost = false;
    if (!isSame || !this.#isPlaced) {
      this.#isPlaced = true;
      const places = this.#places;
      for (let n = 0; n < touchingCount; n++) {
        places[2 * n] = touching[n];
        places[2 * n + 1] = order.rows[n];
      }
    }
    const { kernels, rates } = this.#memory;
    const { data, kept: rowOf, pose, placed } = this.#lent;
    kept.freshCount = kernels!.refreshRows(
      data.byteOffset,
      rowOf.byteOffset,
      pose.byteOffset,
      placed.byteOffset,
      this.#indexAt,
      this.#dataAt,
      this.#placesAt,
      this.#freshAt,
      this.#looseAt,
      touchingCount,
      share,
    );
    kept.looseCount = rates[LOOSE_COUNT];
    for (let k = 0; k < kept.freshCount; k++) kept.fresh[k] = this.#fresh[k];
    for (let k = 0; k < kept.looseCount; k++) kept.loose[k] = this.#loose[k];
  }

  store(rows: FrameRows, order: ContactOrder, world: SolverWorld, substeps: number): void {
    if (!this.#hasContacts) {
      this.#kept!.store(rows, order, world, substeps);
      return;
    }
    this.#memory.kernels!.storeRows(
      this.#lent.data.byteOffset,
      this.#indexAt,
      this.#dataAt,
      this.#placesAt,
      world.contacts.touchingCount,
      substeps,
    );
  }

  release(): void {
    if (this.#memory.holder === this) this.#memory.holder = null;
  }

  prepareBodies(bodies: BodyStore, gravityX: number, gravityY: number, h: number): void {
    const { mass, damping, type, flags, awake, awakeCount, maximumAngularSpeed } = bodies;
    if (this.#arePrepared(bodies, gravityX, gravityY, h)) return;
    const { rates } = this.#memory;
    rates[STEP] = h;
    rates[MAXIMUM_SPEED] = bodies.maximumLinearSpeed;
    rates[MAXIMUM_SPIN] = maximumAngularSpeed;
    if (awakeCount > this.others.length) this.others = new Int32Array(2 * awakeCount);
    const records = this.#records;
    const offsets = this.#bodies;
    if (bodies.slots > this.#recordOf.length) this.#recordOf = new Int32Array(2 * bodies.slots);
    const recordOf = this.#recordOf;
    let count = 0;
    let otherCount = 0;
    for (let k = 0; k < awakeCount; k++) {
      const slot = awake[k];
      if (type[slot] !== DYNAMIC || (flags[slot] & SPECIAL) !== 0) {
        recordOf[slot] = -1;
        this.others[otherCount++] = slot;
        continue;
      }
      const o = (slot * BODY_STRIDE) | 0;
      const d = slot * DAMPING_STRIDE;
      const r = (count * RECORD_STRIDE) | 0;
      const invMass = mass[(o + INV_MASS) | 0];
      const scale = mass[(o + GRAVITY_SCALE) | 0];
      const linearDamping = damping[d + LINEAR_DAMPING];
      const angularDamping = damping[d + ANGULAR_DAMPING];
      records[(r + FORCED_X) | 0] = h * (gravityX * scale + mass[(o + FX) | 0] * invMass);
      records[(r + FORCED_Y) | 0] = h * (gravityY * scale + mass[(o + FY) | 0] * invMass);
      records[(r + DAMPED) | 0] = linearDamping === 0 ? 1 : 1 / (1 + h * linearDamping);
      records[(r + SPIN_FORCED) | 0] = h * mass[(o + TORQUE) | 0] * mass[(o + INV_INERTIA) | 0];
      records[(r + SPIN_DAMPED) | 0] = angularDamping === 0 ? 1 : 1 / (1 + h * angularDamping);
      offsets[count] = o;
      recordOf[slot] = count;
      count++;
    }
    this.#recordCount = count;
    this.otherCount = otherCount;
  }

  /** Whether the records are still valid, as in most steps. If not, stores the values that they will be written for. */
  #arePrepared(bodies: BodyStore, gravityX: number, gravityY: number, h: number): boolean {
    const noted = this.#preparedFor;
    const revision = bodies.isDisturbed ? -1 : bodies.revision;
    const isSame =
      revision === this.#preparedRevision &&
      revision >= 0 &&
      noted[0] === h &&
      noted[1] === gravityX &&
      noted[2] === gravityY &&
      noted[3] === bodies.maximumLinearSpeed &&
      noted[4] === bodies.maximumAngularSpeed;
    if (isSame) return true;
    this.#preparedRevision = revision;
    noted[0] = h;
    noted[1] = gravityX;
    noted[2] = gravityY;
    noted[3] = bodies.maximumLinearSpeed;
    noted[4] = bodies.maximumAngularSpeed;
    return false;
  }

  drive(bodies: BodyStore, work: number): void {
    const kernels = this.#memory.kernels!;
    const count = this.#recordCount;
    for (let k = 0; k < count; k++) {
      k = kernels.driveBodies(MOTION_AT, this.#bodiesAt, this.#recordsAt, this.#changesAt, k, count, work);
      if (k < count) this.#freeze(bodies, k);
    }
  }

  /** Freezes the body of record `k`, whose velocity is not finite. */
  #freeze(bodies: BodyStore, k: number): void {
    const r = k * RECORD_STRIDE;
    freeze(bodies, this.#bodies[k] / BODY_STRIDE);
    this.#records.fill(0, r, r + DAMPED);
    this.#records.fill(1, r + DAMPED, r + RECORD_STRIDE);
  }

  repeat(): void {
    const { kernels } = this.#memory;
    kernels!.repeatChanges(MOTION_AT, this.#bodiesAt, this.#recordsAt, this.#changesAt, this.#recordCount);
  }

  shift(slot: number, x: number, y: number, w: number): boolean {
    const r = this.#recordOf[slot] * RECORD_STRIDE;
    if (r < 0) return false;
    const records = this.#records;
    records[r + START_X] += x;
    records[r + START_Y] += y;
    records[r + SPIN_START] += w;
    return true;
  }

  move(): void {
    this.#memory.kernels!.moveBodies(MOTION_AT, this.#bodiesAt, this.#recordCount);
  }

  warmStart(start: number, end: number): void {
    this.#memory.kernels!.warmStartPairs(MOTION_AT, this.#indexAt, this.#dataAt, start, end);
  }

  solve(start: number, end: number, lastReversed: number, inverseStep: number, soft: ContactSoftness): void {
    const { rates, kernels } = this.#memory;
    rates[INVERSE_STEP] = inverseStep;
    this.#setSoftness(0, soft);
    kernels!.solvePairs(MOTION_AT, this.#indexAt, this.#dataAt, start, end, lastReversed, 0);
  }

  #setSoftness(at: number, soft: ContactSoftness): void {
    const { rates } = this.#memory;
    rates[at + CAP] = soft.cap;
    rates[at + BIAS_RATE] = soft.biasRate;
    rates[at + MASS_SCALE] = soft.massScale;
    rates[at + IMPULSE_SCALE] = soft.impulseScale;
  }

  relax(start: number, end: number, lastReversed: number, inverseStep: number): void {
    const { rates, kernels } = this.#memory;
    rates[INVERSE_STEP] = inverseStep;
    kernels!.relaxPairs(MOTION_AT, this.#indexAt, this.#dataAt, start, end, lastReversed);
  }

  run(
    bodies: BodyStore,
    moving: number,
    end: number,
    lastReversed: number,
    substeps: number,
    interval: number,
    inverseStep: number,
    soft: ContactSoftness,
    staticSoft: ContactSoftness,
  ): void {
    const { rates } = this.#memory;
    const kernels = this.#memory.kernels!;
    rates[INVERSE_STEP] = inverseStep;
    this.#setSoftness(0, soft);
    this.#setSoftness(STATIC_SOFTNESS, staticSoft);
    let substep = 0;
    let body = 0;
    while (body >= 0) {
      body = kernels.runSubsteps(
        MOTION_AT,
        this.#indexAt,
        this.#dataAt,
        this.#bodiesAt,
        this.#recordsAt,
        moving,
        end,
        lastReversed,
        this.#recordCount,
        substeps,
        interval,
        substep,
        body,
      );
      if (body < 0) return;
      this.#freeze(bodies, body++);
      substep = rates[SUBSTEP];
    }
  }

  holdHinges(rows: HingeRows, count: number): boolean {
    this.#hinges = rows;
    if (count <= this.#hingeCapacity) return true;
    this.#hingeWish = Math.max(64, 2 * count);
    return false;
  }

  startHinges({ index, data }: HingeRows, start: number, end: number, share: 0 | 1): void {
    const world = MOTION_AT + 8 * this.#lent.motion.length;
    this.#memory.kernels!.startHinges(MOTION_AT, world, index.byteOffset, data.byteOffset, start, end, share);
  }

  solveHinges({ index, data }: HingeRows, start: number, end: number, soft: Float64Array): void {
    const { rates, kernels } = this.#memory;
    rates.set(soft, BIAS_RATE);
    const world = MOTION_AT + 8 * this.#lent.motion.length;
    kernels!.solveHinges(MOTION_AT, world, index.byteOffset, data.byteOffset, start, end);
  }

  /**
   * Lays out the memory: motion, with one more body for empty rows; poses; records, velocity changes and offsets of the bodies; numbers of
   * the contacts; index and data of the rows, and lists of them; index and data of the hinges. What is lent is given back before.
   */
  #layOut(rows: FrameRows, count: number, bodies: BodyStore, contacts: ContactStore): boolean {
    const memory = this.#memory;
    const rowCount = Math.max(64, count > this.#capacity ? 2 * count : this.#capacity);
    const bodyCount = bodies.capacity;
    const motionLength = BODY_STRIDE * bodyCount;
    const contactCount = contacts.capacity;
    let end = MOTION_AT;
    /** Place of the next part, at a cache line. */
    const take = (bytes: number): number => {
      const start = end;
      end = CACHE_LINE * Math.ceil((end + bytes) / CACHE_LINE);
      return start;
    };
    const motionAt = take(8 * (motionLength + BODY_STRIDE));
    const poseAt = take(8 * motionLength);
    const placedAt = take(8 * motionLength);
    const recordsAt = take(8 * RECORD_STRIDE * bodyCount);
    const changesAt = take(8 * CHANGE_STRIDE * bodyCount);
    const bodiesAt = take(4 * bodyCount);
    const contactsAt = take(8 * CONTACT_STRIDE * contactCount);
    const keptAt = take(4 * contactCount);
    const indexAt = take(4 * ROW_INDEX_STRIDE * rowCount);
    const dataAt = take(8 * ROW_STRIDE * rowCount);
    const placesAt = take(8 * rowCount);
    const freshAt = take(4 * rowCount);
    const looseAt = take(4 * rowCount);
    const hingeIndexAt = take(4 * HINGE_INDEX_STRIDE * this.#hingeWish);
    const hingeDataAt = take(8 * HINGE_STRIDE * this.#hingeWish);
    if (!memory.reserve(end)) return false;
    memory.giveBack();
    this.#preparedRevision = -1;
    this.#isPlaced = false;
    const { buffer } = memory;
    this.#change = memory.change;
    this.#capacity = rowCount;
    this.#indexAt = indexAt;
    this.#dataAt = dataAt;
    this.#recordsAt = recordsAt;
    this.#records = new Float64Array(buffer, recordsAt, RECORD_STRIDE * bodyCount);
    this.#changesAt = changesAt;
    this.#bodiesAt = bodiesAt;
    this.#bodies = new Int32Array(buffer, bodiesAt, bodyCount);
    this.#lent = {
      motion: new Float64Array(buffer, motionAt, motionLength),
      pose: new Float64Array(buffer, poseAt, motionLength),
      placed: new Float64Array(buffer, placedAt, motionLength),
      data: new Float64Array(buffer, contactsAt, CONTACT_STRIDE * contactCount),
      kept: new Int32Array(buffer, keptAt, contactCount),
    };
    this.#placesAt = placesAt;
    this.#places = new Int32Array(buffer, placesAt, 2 * rowCount);
    this.#freshAt = freshAt;
    this.#fresh = new Int32Array(buffer, freshAt, rowCount);
    this.#looseAt = looseAt;
    this.#loose = new Int32Array(buffer, looseAt, rowCount);
    rows.adopt(
      new Int32Array(buffer, indexAt, ROW_INDEX_STRIDE * rowCount),
      new Float64Array(buffer, dataAt, ROW_STRIDE * rowCount),
    );
    this.#hingeCapacity = this.#hingeWish;
    this.#hinges?.adopt(
      new Int32Array(buffer, hingeIndexAt, HINGE_INDEX_STRIDE * this.#hingeCapacity),
      new Float64Array(buffer, hingeDataAt, HINGE_STRIDE * this.#hingeCapacity),
    );
    return true;
  }
}

/** Passes over rows in vector registers, where the engine runs them. */
export const vectorKernels: VectorKernelsPart = {
  create() {
    if (shared === undefined) shared = createKernelMemory(globalThis);
    return shared === null ? null : new SharedVectorKernels(shared);
  },
};
