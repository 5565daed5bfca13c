/**
 * The watch over a cloth: when a frame measures it or keeps its state, and the last state known to be sane. Answers come back frames later;
 * those to what was asked of a state that has been replaced since are left alone.
 */

import type { Sheet } from '../sheet.js';
import type { ClothState } from '../snapshot.js';
import type { ClothMeasurement } from '../types.js';
import { MEASURE_BYTES } from './measure.wgsl.js';
import { measuredStretch, recordReadback, stateStretches } from './read-back.js';
import { decodeMeasurement, decodeState } from './records.js';
import type { ClothResources } from './resources.js';

/** A state to go back to. */
export interface KeptState {
  readonly state: ClothState;
  readonly measurement: ClothMeasurement;
}

/** How often, in steps; 0 for never. */
export interface WatchIntervals {
  readonly measureInterval: number;
  readonly checkpointInterval: number;
}

/** What a frame is to do for the watch. */
export type WatchDuty = 'measure' | 'keep' | null;

/** What of a cloth belongs to a kept state beside what is on the GPU. */
export type KeptCounters = Pick<ClothState, 'stepCount' | 'pendingSeconds' | 'pins'>;

/** The cloth that is watched. */
export interface Watched {
  isRunning(): boolean;
  /** Told what has been measured. */
  adoptMeasurement(measurement: ClothMeasurement): void;
}

export class Watch {
  /** The last state known to be sane, and its measurement. */
  good: KeptState;
  readonly #sheet: Sheet;
  readonly #intervals: WatchIntervals;
  readonly #watched: Watched;
  #lastMeasured = 0;
  #lastKept = 0;
  #isMeasuring = false;
  #isKeeping = false;
  /** Counts restored states: what was asked of an earlier one no longer matters when it comes back. */
  #epoch = 0;
  /** What maps staging buffers: only allowed after the submit that fills them. */
  readonly #afterSubmit: (() => void)[] = [];

  constructor(good: KeptState, sheet: Sheet, intervals: WatchIntervals, watched: Watched) {
    this.good = good;
    this.#sheet = sheet;
    this.#intervals = intervals;
    this.#watched = watched;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** What is due after `stepCount` steps; what moves is measured whenever an answer is not still on its way. */
  dutyAt(stepCount: number, isMoved: boolean): WatchDuty {
    const { measureInterval, checkpointInterval } = this.#intervals;
    if (checkpointInterval > 0 && !this.#isKeeping && stepCount - this.#lastKept >= checkpointInterval)
      return 'keep';
    const isDue = isMoved || stepCount - this.#lastMeasured >= measureInterval;
    return measureInterval > 0 && !this.#isMeasuring && isDue ? 'measure' : null;
  }

  /** Records the copies of a duty behind the measurement that it needs; `submitted` has to be called then. */
  record(
    duty: WatchDuty,
    encoder: GPUCommandEncoder,
    resources: ClothResources,
    counters: KeptCounters,
  ): void {
    if (duty === 'measure') this.#measure(encoder, resources, counters.stepCount);
    else if (duty === 'keep') this.#keep(encoder, resources, counters);
  }

  /** Reads the measurement back when the GPU has it. */
  #measure(encoder: GPUCommandEncoder, resources: ClothResources, step: number): void {
    this.#isMeasuring = true;
    this.#lastMeasured = step;
    this.#whenRead(recordReadback(resources.device, encoder, [measuredStretch(resources)]), (bytes) => {
      this.#isMeasuring = false;
      this.#watched.adoptMeasurement(decodeMeasurement(bytes, this.#sheet, step));
    });
  }

  /** Reads the state back, to be kept if it is sane. */
  #keep(encoder: GPUCommandEncoder, resources: ClothResources, counters: KeptCounters): void {
    const step = counters.stepCount;
    this.#isKeeping = true;
    this.#lastKept = this.#lastMeasured = step;
    const stretches = [measuredStretch(resources), ...stateStretches(resources, this.#sheet)];
    this.#whenRead(recordReadback(resources.device, encoder, stretches), (bytes) => {
      this.#isKeeping = false;
      const measurement = decodeMeasurement(bytes, this.#sheet, step);
      if (measurement.nonFinite === 0)
        this.good = { state: { ...counters, ...decodeState(bytes, MEASURE_BYTES, this.#sheet) }, measurement };
      this.#watched.adoptMeasurement(measurement);
    });
  }

  #whenRead(read: () => Promise<ArrayBuffer>, use: (bytes: ArrayBuffer) => void): void {
    const epoch = this.#epoch;
    this.#afterSubmit.push(() => {
      read().then(
        (bytes) => {
          if (epoch === this.#epoch && this.#watched.isRunning()) use(bytes);
        },
        () => {
          // a loss is reported by itself; a device without memory for the copy is asked again at the next interval
          if (epoch === this.#epoch) this.#isMeasuring = this.#isKeeping = false;
        },
      );
    });
  }

  /** The frame has been submitted. */
  submitted(): void {
    this.#afterSubmit.splice(0).forEach((run) => {
      run();
    });
  }

  /** The cloth goes on from the state after `step` steps. */
  startFrom(step: number): void {
    this.#epoch++;
    this.#isMeasuring = this.#isKeeping = false;
    this.#lastMeasured = this.#lastKept = step;
  }
}
