/** Checks the lengths of the frames that a cloth is advanced by: seconds, not milliseconds, and not backwards. */

import { ClothError, requireNumber } from './errors.js';

/**
 * Milliseconds where seconds are meant would make every frame the longest: the cloth would run several times as fast, without a word. A
 * single frame of that size is one after a pause, and timers of a page in the background may come once a second or once a minute for hours.
 * So many frames in a row of 2 to 50 are milliseconds at 20 to 500 Hz.
 */
const DOUBTFUL_FRAMES = 60;
const LEAST_DOUBTFUL = 2;
const MOST_MILLISECONDS = 50;

/**
 * A frame may seem to end before it began, if a page reads `performance.now()` before its first frame: `requestAnimationFrame` passes the
 * time at which that frame was due, which may be earlier. Such a frame has no length. Several in a row, or one of this many seconds, are
 * `last - now` in place of `now - last`.
 */
const LONGEST_BACK = 1;

export class FrameTimes {
  #doubtfulFrames = 0;
  #wasBack = false;

  /** Throws a `ClothError` for a length, s, that cannot be right after those before. */
  check(deltaSeconds: number): void {
    const isBack = typeof deltaSeconds === 'number' && deltaSeconds < 0 && deltaSeconds > -LONGEST_BACK;
    if (!isBack || this.#wasBack) requireNumber('deltaSeconds', deltaSeconds, 0);
    this.#wasBack = isBack;
    if (deltaSeconds < LEAST_DOUBTFUL || deltaSeconds > MOST_MILLISECONDS) this.#doubtfulFrames = 0;
    else if (++this.#doubtfulFrames > DOUBTFUL_FRAMES)
      throw new ClothError('deltaSeconds', deltaSeconds, 'seconds, not milliseconds');
  }
}
