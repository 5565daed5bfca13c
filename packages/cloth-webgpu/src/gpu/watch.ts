/**
 * Monitors a cloth: decides which frames measure it or save its state, and holds the last state known to be finite. Read-backs arrive
 * some frames later. A read-back of a state that has been replaced since then is ignored; that of a cloth that was teleported since then
 * is moved along.
 */

import { inTurn, type MotionRows, movedMeasurement, movePoints, moveState } from '../rigid-motion.js';
import type { Sheet } from '../sheet.js';
import type { ClothState } from '../snapshot.js';
import type { TornState } from '../tear-reports.js';
import type { Cloth, ClothMeasurement } from '../types.js';
import type { Attachment } from './attachment.js';
import { MEASURE_BYTES } from './measure.wgsl.js';
import { measuredStretch, particleStretch, readNow, recordReadback, stateStretches } from './read-back.js';
import { decodeMeasurement, decodeState, decodeTorn, decodeWay } from './records.js';
import type { ClothResources } from './resources.js';

/** A checkpoint: a state to go back to, and its measurement. */
export interface KeptState {
  readonly state: ClothState;
  readonly measurement: ClothMeasurement;
}

/** Steps between two measurements and between two checkpoints; 0 for never. */
export interface WatchIntervals {
  readonly measureInterval: number;
  readonly checkpointInterval: number;
}

/** What a frame does for the watch: measure, also keep the state, or nothing. */
export type WatchDuty = 'measure' | 'keep' | null;

/** The part of a kept state that is not on the GPU. */
export type KeptCounters = Pick<ClothState, 'stepCount' | 'pendingSeconds' | 'pins'>;

/** The cloth that is watched. */
export interface Watched {
  status(): Cloth['status'];
  /** Receives each measurement, and the broken edges and the positions if they were read back with it. */
  adoptMeasurement(measurement: ClothMeasurement, torn?: TornState): void;
  /** Receives what a look has found: the farthest way of a particle since the last one, m. */
  noteWay(step: number, farthest: number): void;
}

/** The rigid motion of the cloth since a read-back was recorded; null for none. */
interface Since {
  rows: MotionRows | null;
}

export class Watch {
  #good: KeptState;
  /** How the cloth was moved since `#good` was set; applied when the state is needed, because a cloth may be moved in every frame. */
  readonly #sinceGood: Since = { rows: null };
  /** Whether the next measurement, which is then due at once, also reads back the broken edges and where they are. */
  wantsTears = false;
  readonly #sheet: Sheet;
  readonly #intervals: WatchIntervals;
  readonly #watched: Watched;
  #lastMeasured = 0;
  #lastKept = 0;
  #isMeasuring = false;
  #isKeeping = false;
  /** Counts restored states. A read-back from an earlier epoch is ignored. */
  #epoch = 0;
  /** Of each read-back that has not arrived: how the cloth was moved since then. */
  readonly #pending: Set<Since> = new Set();
  /** Functions that map staging buffers. Mapping is only allowed after the submit that fills them. */
  readonly #afterSubmit: (() => void)[] = [];

  constructor(good: KeptState, sheet: Sheet, intervals: WatchIntervals, watched: Watched) {
    this.#good = good;
    this.#sheet = sheet;
    this.#intervals = intervals;
    this.#watched = watched;
  }

  /** The last state known to be finite, and its measurement. */
  get good(): KeptState {
    const { rows } = this.#sinceGood;
    if (rows !== null) {
      const { state, measurement } = this.#good;
      moveState(rows, state);
      this.good = { state, measurement: movedMeasurement(rows, measurement) };
    }
    return this.#good;
  }

  set good(good: KeptState) {
    this.#good = good;
    this.#sinceGood.rows = null;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** What is due after `stepCount` steps. If `isMoved`, a measurement is due whenever none is pending; if `looks`, in any case. */
  dutyAt(stepCount: number, isMoved: boolean, looks: boolean): WatchDuty {
    const { measureInterval, checkpointInterval } = this.#intervals;
    if (checkpointInterval > 0 && !this.#isKeeping && stepCount - this.#lastKept >= checkpointInterval)
      return 'keep';
    if (looks || (this.wantsTears && !this.#isMeasuring)) return 'measure';
    const isDue = isMoved || stepCount - this.#lastMeasured >= measureInterval;
    return measureInterval > 0 && !this.#isMeasuring && isDue ? 'measure' : null;
  }

  /** Records the copies of a duty. The measurement, or a look, must be recorded before, and `submitted` must be called after the submit. */
  record(
    duty: WatchDuty,
    encoder: GPUCommandEncoder,
    resources: ClothResources,
    counters: KeptCounters,
    looks: boolean,
  ): void {
    if (duty === 'measure') this.#measure(encoder, resources, counters.stepCount, looks);
    else if (duty === 'keep') this.#keep(encoder, resources, counters, looks);
  }

  /** Records the read-back of the measurement. */
  #measure(encoder: GPUCommandEncoder, resources: ClothResources, step: number, looks: boolean): void {
    this.#isMeasuring = true;
    this.#lastMeasured = step;
    const broken = this.wantsTears ? this.#sheet.tears?.gpu.stretch(resources) : undefined;
    const torn = broken ? [particleStretch(resources.position, this.#sheet), broken] : [];
    const stretches = [measuredStretch(resources), ...torn];
    this.#whenRead(recordReadback(resources.device, encoder, stretches), (bytes, rows) => {
      this.#isMeasuring = false;
      if (looks) this.#watched.noteWay(step, decodeWay(bytes));
      const tears = broken && decodeTorn(bytes, MEASURE_BYTES, this.#sheet);
      if (tears && rows !== null) movePoints(rows, tears.position);
      this.#watched.adoptMeasurement(after(rows, decodeMeasurement(bytes, this.#sheet, step)), tears);
    });
  }

  /** Records the read-back of the state, which is kept if it is finite. */
  #keep(encoder: GPUCommandEncoder, resources: ClothResources, counters: KeptCounters, looks: boolean): void {
    const step = counters.stepCount;
    this.#isKeeping = true;
    this.#lastKept = this.#lastMeasured = step;
    const stretches = [measuredStretch(resources), ...stateStretches(resources, this.#sheet)];
    this.#whenRead(recordReadback(resources.device, encoder, stretches), (bytes, rows) => {
      this.#isKeeping = false;
      if (looks) this.#watched.noteWay(step, decodeWay(bytes));
      const measurement = after(rows, decodeMeasurement(bytes, this.#sheet, step));
      const state = { ...counters, ...decodeState(bytes, MEASURE_BYTES, this.#sheet) };
      if (rows !== null) moveState(rows, state);
      if (measurement.nonFinite === 0) this.good = { state, measurement };
      const { broken, position } = state;
      this.#watched.adoptMeasurement(measurement, broken && { broken, position });
    });
  }

  #whenRead(
    read: () => Promise<ArrayBuffer>,
    use: (bytes: ArrayBuffer, rows: MotionRows | null) => void,
  ): void {
    const epoch = this.#epoch;
    this.#afterSubmit.push(() => {
      const since = this.#attend();
      read().then(
        (bytes) => {
          const rows = this.#arrived(since);
          if (epoch === this.#epoch && this.#watched.status() === 'running') use(bytes, rows);
        },
        () => {
          this.#arrived(since);
          // a device loss is reported elsewhere; if the device had no memory for the copy, the next interval tries again
          if (epoch === this.#epoch) this.#isMeasuring = this.#isKeeping = false;
        },
      );
    });
  }

  /** Call after the submit of a frame: starts the pending read-backs. */
  submitted(): void {
    this.#afterSubmit.splice(0).forEach((run) => {
      run();
    });
  }

  /** Measures the state after `step` steps, in submits of its own. */
  async measureNow(attachment: Attachment, step: number): Promise<ClothMeasurement> {
    const { resources, framePlan } = attachment;
    attachment.run('cloth measure', framePlan.measure);
    const epoch = this.#epoch;
    const since = this.#attend();
    const bytes = await readNow(resources.device, [measuredStretch(resources)]).finally(() =>
      this.#arrived(since),
    );
    const measurement = decodeMeasurement(bytes, this.#sheet, step);
    if (epoch === this.#epoch && this.#watched.status() === 'running')
      this.#watched.adoptMeasurement(after(since.rows, measurement));
    return measurement;
  }

  /** A read-back is submitted: from now on it is told how the cloth is moved, until it has arrived. */
  #attend(): Since {
    const since: Since = { rows: null };
    this.#pending.add(since);
    return since;
  }

  /** A read-back has arrived or failed. Returns the motion of the cloth since it was submitted; null for none. */
  #arrived(since: Since): MotionRows | null {
    this.#pending.delete(since);
    return since.rows;
  }

  /** Call when the whole cloth is moved: the kept state and the read-backs to come move along. */
  carry(rows: MotionRows): void {
    for (const since of [...this.#pending, this.#sinceGood])
      since.rows = since.rows === null ? rows : inTurn(since.rows, rows);
  }

  /** Call when the cloth continues from the state after `step` steps. */
  startFrom(step: number): void {
    this.#epoch++;
    this.#isMeasuring = this.#isKeeping = this.wantsTears = false;
    this.#lastMeasured = this.#lastKept = step;
  }
}

const after = (rows: MotionRows | null, measurement: ClothMeasurement) =>
  rows === null ? measurement : movedMeasurement(rows, measurement);
