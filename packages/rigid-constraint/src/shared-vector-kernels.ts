/** The kernels of `vector-kernels.ts` on the memory that all solvers of a thread share. */
import { InputError } from '@otedama/math2d';
import {
  ANGULAR_DAMPING,
  BODY_FAST_ROTATION,
  BODY_FROZEN,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  type BodyStore,
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
import type { FrameRows } from './frame-rows.js';
import type { HingeRows } from './joints/hinge-rows.js';
import type { KeptRows } from './kept-rows.js';
import { type KernelLayout, layOut, RECORD_STRIDE } from './kernel-layout.js';
import { createKernelMemory, type KernelMemory, MOTION_AT } from './kernel-memory.js';
import type { ContactSoftness } from './soft-constraint.js';
import type { KernelWorld, VectorKernels, VectorKernelsPart } from './vector-kernels.js';

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

/** Offsets in a body record, in doubles, as in `assembly/vector-kernels.as`. */
const FORCED_X = 0;
const FORCED_Y = 1;
const START_X = 2;
const START_Y = 3;
const SPIN_FORCED = 4;
const SPIN_START = 5;
const DAMPED = 6;
const SPIN_DAMPED = 7;
/** Flags of bodies that only `integration.ts` can move. */
const SPECIAL: number = BODY_LOCK_X | BODY_LOCK_Y | BODY_FROZEN | BODY_FAST_ROTATION;

/**
 * Arrays are lent only if there are at most this many body slots per awake body. If worlds step in turns, copying a slot both ways costs
 * about 10 ns a step; the kernels save about 500 ns a body.
 */
const MOST_SLOTS = 32;

let shared: KernelMemory | null | undefined;

/** Kernels of one solver on the shared memory. */
export class SharedVectorKernels implements VectorKernels {
  others: Int32Array = new Int32Array(64);
  otherCount = 0;
  readonly #memory: KernelMemory;
  /** The layout of the memory, null before the first `hold`, and the `change` of the memory for which it holds. */
  #layout: KernelLayout | null = null;
  #change = 0;
  /** The lists of the held rows. */
  #kept: KeptRows | null = null;
  /** Whether the memory has poses and contacts too. */
  #hasContacts = false;
  /** Whether the slots and rows of the contacts in the memory are those of the list. */
  #isPlaced = false;
  /** Number of bodies that the kernels move. */
  #recordCount = 0;
  /** Record number of an awake body, by slot; -1 for bodies that the kernels do not handle. */
  #recordOf: Int32Array = new Int32Array(64);
  /**
   * Values that the records were written for: h, gravity and the speed limits; and the revision of the bodies, -1 if records must be
   * rewritten.
   */
  readonly #preparedFor = new Float64Array(5);
  #preparedRevision = -1;
  /** Hinge rows: wanted capacity, and the rows of the solver. */
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
    const { lent } = this.#layout!;
    this.#memory.borrowMotion(bodies, lent);
    if (!isNew) this.#memory.borrowOthers(bodies, contacts, lent);
    return true;
  }

  #isLaidOut(count: number, bodies: BodyStore, contacts: ContactStore): boolean {
    const layout = this.#layout;
    return (
      layout !== null &&
      this.#change === this.#memory.change &&
      count <= layout.room.rows &&
      this.#hingeWish <= layout.room.hinges &&
      bodies.capacity === layout.room.bodies &&
      contacts.capacity === layout.room.contacts
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
      const places = this.#layout!.places;
      for (let n = 0; n < touchingCount; n++) {
        places[2 * n] = touching[n];
        places[2 * n + 1] = order.rows[n];
      }
    }
    const { kernels, rates } = this.#memory;
    const { data, kept: rowOf, pose, placed } = this.#layout!.lent;
    kept.freshCount = kernels!.refreshRows(
      data.byteOffset,
      rowOf.byteOffset,
      pose.byteOffset,
      placed.byteOffset,
      this.#layout!.indexAt,
      this.#layout!.dataAt,
      this.#layout!.placesAt,
      this.#layout!.freshAt,
      this.#layout!.looseAt,
      touchingCount,
      share,
    );
    kept.looseCount = rates[LOOSE_COUNT];
    for (let k = 0; k < kept.freshCount; k++) kept.fresh[k] = this.#layout!.fresh[k];
    for (let k = 0; k < kept.looseCount; k++) kept.loose[k] = this.#layout!.loose[k];
  }

  write(rows: FrameRows, order: ContactOrder, world: SolverWorld, share: number, dt: number): void {
    const kept = this.#kept!;
    if (!this.#hasContacts) {
      kept.write(rows, order, world, share, dt);
      return;
    }
    const { kernels, rates } = this.#memory;
    const layout = this.#layout!;
    const { data, index, kept: rowOf, mass, pose, placed } = layout.lent;
    const { looseCount } = kept;
    kept.specialCount = kernels!.writeRows(
      data.byteOffset,
      index.byteOffset,
      rowOf.byteOffset,
      MOTION_AT,
      mass.byteOffset,
      pose.byteOffset,
      placed.byteOffset,
      layout.indexAt,
      layout.dataAt,
      layout.placesAt,
      layout.freshAt,
      layout.looseAt,
      layout.specialAt,
      kept.freshCount,
      share,
      dt,
    );
    kept.looseCount = rates[LOOSE_COUNT];
    for (let k = looseCount; k < kept.looseCount; k++) kept.loose[k] = layout.loose[k];
    for (let k = 0; k < kept.specialCount; k++) kept.special[k] = layout.special[k];
  }

  store(rows: FrameRows, order: ContactOrder, world: SolverWorld, substeps: number): void {
    if (!this.#hasContacts) {
      this.#kept!.store(rows, order, world, substeps);
      return;
    }
    this.#memory.kernels!.storeRows(
      this.#layout!.lent.data.byteOffset,
      this.#layout!.indexAt,
      this.#layout!.dataAt,
      this.#layout!.placesAt,
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
    const records = this.#layout!.records;
    const offsets = this.#layout!.bodies;
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
      k = kernels.driveBodies(
        MOTION_AT,
        this.#layout!.bodiesAt,
        this.#layout!.recordsAt,
        this.#layout!.changesAt,
        k,
        count,
        work,
      );
      if (k < count) this.#freeze(bodies, k);
    }
  }

  /** Freezes the body of record `k`, whose velocity is not finite. */
  #freeze(bodies: BodyStore, k: number): void {
    const r = k * RECORD_STRIDE;
    freeze(bodies, this.#layout!.bodies[k] / BODY_STRIDE);
    this.#layout!.records.fill(0, r, r + DAMPED);
    this.#layout!.records.fill(1, r + DAMPED, r + RECORD_STRIDE);
  }

  repeat(): void {
    const { kernels } = this.#memory;
    kernels!.repeatChanges(
      MOTION_AT,
      this.#layout!.bodiesAt,
      this.#layout!.recordsAt,
      this.#layout!.changesAt,
      this.#recordCount,
    );
  }

  shift(slot: number, x: number, y: number, w: number): boolean {
    const r = this.#recordOf[slot] * RECORD_STRIDE;
    if (r < 0) return false;
    const records = this.#layout!.records;
    records[r + START_X] += x;
    records[r + START_Y] += y;
    records[r + SPIN_START] += w;
    return true;
  }

  move(): void {
    this.#memory.kernels!.moveBodies(MOTION_AT, this.#layout!.bodiesAt, this.#recordCount);
  }

  warmStart(start: number, end: number): void {
    this.#memory.kernels!.warmStartPairs(MOTION_AT, this.#layout!.indexAt, this.#layout!.dataAt, start, end);
  }

  solve(start: number, end: number, lastReversed: number, inverseStep: number, soft: ContactSoftness): void {
    const { rates, kernels } = this.#memory;
    rates[INVERSE_STEP] = inverseStep;
    this.#setSoftness(0, soft);
    kernels!.solvePairs(MOTION_AT, this.#layout!.indexAt, this.#layout!.dataAt, start, end, lastReversed, 0);
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
    kernels!.relaxPairs(MOTION_AT, this.#layout!.indexAt, this.#layout!.dataAt, start, end, lastReversed);
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
        this.#layout!.indexAt,
        this.#layout!.dataAt,
        this.#layout!.bodiesAt,
        this.#layout!.recordsAt,
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
    if (count <= (this.#layout?.room.hinges ?? 0)) return true;
    this.#hingeWish = Math.max(64, 2 * count);
    return false;
  }

  startHinges({ index, data }: HingeRows, start: number, end: number, share: 0 | 1): void {
    const world = MOTION_AT + 8 * this.#layout!.lent.motion.length;
    this.#memory.kernels!.startHinges(MOTION_AT, world, index.byteOffset, data.byteOffset, start, end, share);
  }

  solveHinges({ index, data }: HingeRows, start: number, end: number, soft: Float64Array): void {
    const { rates, kernels } = this.#memory;
    rates.set(soft, BIAS_RATE);
    const world = MOTION_AT + 8 * this.#layout!.lent.motion.length;
    kernels!.solveHinges(MOTION_AT, world, index.byteOffset, data.byteOffset, start, end);
  }

  /** Makes a new layout for the rows and a world. Returns false and changes nothing if there is not enough memory. */
  #layOut(rows: FrameRows, count: number, bodies: BodyStore, contacts: ContactStore): boolean {
    const before = this.#layout?.room.rows ?? 0;
    const layout = layOut(this.#memory, {
      rows: Math.max(64, count > before ? 2 * count : before),
      hinges: this.#hingeWish,
      bodies: bodies.capacity,
      contacts: contacts.capacity,
    });
    if (layout === null) return false;
    this.#layout = layout;
    this.#change = this.#memory.change;
    this.#preparedRevision = -1;
    this.#isPlaced = false;
    rows.adopt(layout.index, layout.data);
    this.#hinges?.adopt(layout.hingeIndex, layout.hingeData);
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
