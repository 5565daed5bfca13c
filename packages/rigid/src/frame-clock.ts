/**
 * Turns frames of any length into steps of fixed length: an accumulator with a clamp, a time scale, pause and single steps. It does
 * not hold a world and does not read a clock.
 */
import {
  InputError,
  refuseUnknownProperties,
  requireBoolean,
  requireFinite,
  requireKnownFields,
  requireNonNegative,
  requirePositive,
} from '@otedama/math2d';
import { requireFunction, requireTimeStep } from './validate.js';

/** Options of a frame clock. */
export interface FrameClockDefinition {
  /** Length of a step, s, > 0, at most 1: for 60 steps a second, `1 / 60`. Default 1/60. */
  readonly timeStep?: number;
  /**
   * Longest frame time that is simulated, s, at least `timeStep`. The rest of a longer frame is dropped, so that a slow machine slows the
   * simulation down instead of falling further and further behind. Default 0.1, or the time step if that is longer.
   */
  readonly maximumFrame?: number;
  /** Simulated seconds per second, >= 0. Default 1. */
  readonly timeScale?: number;
  /** Whether the clock starts paused. Default false. */
  readonly isPaused?: boolean;
}

/**
 * Fraction of a step that may be missing when a step is taken. Without it, rounding would make frames of exactly one step give 0
 * and 2 steps alternately.
 */
const ROUNDING_SHARE = 1e-6;

/**
 * Milliseconds, or points in time, where seconds since the frame before are meant, would make every frame the longest: the game would run six
 * times as fast, without a word. A single frame of that size is one after a pause. So many in a row are none: frames of 2 to 50, which are
 * milliseconds at 20 to 500 Hz, or frames that grow each time, which are points in time. Timers of a page in the background may come once
 * a second or once a minute for hours.
 */
const DOUBTFUL_FRAMES = 60;
const LEAST_DOUBTFUL = 2;
const MOST_MILLISECONDS = 50;

/**
 * A frame may seem to end before it began: a page that reads `performance.now()` before its first frame has a later time than the one that
 * `requestAnimationFrame` passes to that frame, by up to the time for which the page was busy. Such a frame has no length. Several in a row,
 * or one of this many seconds, are `last - now` in place of `now - last`.
 */
const LONGEST_BACK = 1;

/** Turns frames of any length into steps of fixed length: it accumulates time and uses it up in whole steps. */
export class FrameClock {
  static {
    const option = 'another clock, which takes it as an option';
    refuseUnknownProperties(FrameClock, 'clock', {}, { timeStep: option, maximumFrame: option });
  }

  readonly #timeStep: number;
  readonly #maximumFrame: number;
  #isPaused: boolean;
  #timeScale: number;
  #accumulator = 0;
  #requested = 0;
  #steps = 0;
  #lastFrame = 0;
  #doubtfulFrames = 0;
  #wasBack = false;

  /** Throws an `InputError` for unknown options, and options out of range. */
  constructor(definition: FrameClockDefinition = {}) {
    requireKnownFields(definition, '', ['timeStep', 'maximumFrame', 'timeScale', 'isPaused']);
    this.#timeStep = requireTimeStep('timeStep', definition.timeStep ?? 1 / 60);
    this.#maximumFrame = requirePositive(
      'maximumFrame',
      definition.maximumFrame ?? Math.max(0.1, this.#timeStep),
    );
    if (this.#maximumFrame < this.#timeStep) {
      const expected = `at least the time step, which is ${this.#timeStep} s`;
      throw new InputError('maximumFrame', this.#maximumFrame, expected);
    }
    this.#timeScale = requireNonNegative('timeScale', definition.timeScale ?? 1);
    this.#isPaused = requireBoolean('isPaused', definition.isPaused ?? false);
  }

  /** Length of a step, s. It does not change: another length needs another clock. */
  get timeStep(): number {
    return this.#timeStep;
  }

  /** Longest frame time that is simulated, s. It does not change. */
  get maximumFrame(): number {
    return this.#maximumFrame;
  }

  /** Whether the clock is paused. Single steps still work. Values other than true and false throw an `InputError`. */
  get isPaused(): boolean {
    return this.#isPaused;
  }
  set isPaused(value: boolean) {
    this.#isPaused = requireBoolean('isPaused', value);
  }

  /** Simulated seconds per second, >= 0; 0 stops time, 0.25 is slow motion. Other values throw an `InputError`. */
  get timeScale(): number {
    return this.#timeScale;
  }
  set timeScale(value: number) {
    this.#timeScale = requireNonNegative('timeScale', value);
  }

  /**
   * Position of the current frame between the last two steps, 0 to 1: draw previous + alpha (current - previous). It is 1 while
   * paused, so that the drawing shows the exact state of the world.
   */
  get alpha(): number {
    if (this.isPaused) return 1;
    return Math.min(1, Math.max(0, this.#accumulator / this.timeStep));
  }

  /** Number of steps since the clock was created or reset. */
  get steps(): number {
    return this.#steps;
  }

  /** Requests one step at the next `advance`, whether paused or not. */
  requestStep(): void {
    this.#requested++;
  }

  /** Discards the accumulated time and the requested steps. */
  reset(): void {
    this.#accumulator = 0;
    this.#requested = 0;
    this.#steps = 0;
  }

  /**
   * Lets a frame of `frame` seconds (>= 0) pass and calls `step` once for each step that is due. Measure it between two times that
   * `requestAnimationFrame` passed. `performance.now()` may be later than the time of the frame after it: a single frame that goes back, by
   * less than 1 s, counts as 0.
   * @param step receives the length of a step, s. When it throws, or pauses the clock, the steps that were due after it stay due.
   * @returns the number of steps taken
   * @throws InputError for a frame that is not a number, or below 0 again or by 1 s or more, and for the 61st frame in a row that looks like
   *   milliseconds or like a point in time
   */
  advance(frame: number, step: (timeStep: number) => void): number {
    requireFinite('frame', frame);
    requireFunction('step', step);
    this.#requireForward(frame);
    this.#requireSeconds(frame);
    const { timeStep } = this;
    let taken = 0;
    while (this.#requested > 0) {
      this.#requested--;
      this.#steps++;
      taken++;
      step(timeStep);
    }
    if (this.isPaused) return taken;
    this.#accumulator += Math.min(Math.max(0, frame), this.maximumFrame) * this.#timeScale;
    // a step may pause the clock: the remaining steps stay due
    while (!this.isPaused && this.#accumulator >= timeStep * (1 - ROUNDING_SHARE)) {
      this.#accumulator = Math.max(0, this.#accumulator - timeStep);
      this.#steps++;
      taken++;
      step(timeStep);
    }
    return taken;
  }

  #requireForward(frame: number): void {
    const isBack = frame < 0;
    if (isBack && (this.#wasBack || frame <= -LONGEST_BACK)) {
      const expected = 'a finite number >= 0, the seconds since the frame before: now - last, not last - now';
      throw new InputError('frame', frame, expected);
    }
    this.#wasBack = isBack;
  }

  #requireSeconds(frame: number): void {
    const isDoubtful =
      frame > this.maximumFrame &&
      frame >= LEAST_DOUBTFUL &&
      (frame <= MOST_MILLISECONDS || frame > this.#lastFrame);
    this.#lastFrame = frame;
    this.#doubtfulFrames = isDoubtful ? this.#doubtfulFrames + 1 : 0;
    if (this.#doubtfulFrames <= DOUBTFUL_FRAMES) return;
    throw new InputError(
      'frame',
      frame,
      'seconds since the frame before (this looks like milliseconds, or a point in time)',
    );
  }
}
