/**
 * Which of the states that arrive is shown at a time. They are sent at even intervals but arrive unevenly: a timer of a worker is late, a
 * message waits for a frame. Shown as they arrive, an even motion would stagger. So their times of arrival are smoothed by an alpha-beta
 * filter. With the smoothed time a of the last arrival and the interval I, the next one is expected at a + I. It arrives at t,
 * with the error r = t - (a + I):
 *
 *     a <- a + I + g r
 *     I <- I + h r,     h = g^2 / (2 - g)     [Benedict, Bordner 1962]
 *
 * What is shown at a time is d intervals old, so that a state that is late by up to d - 1 intervals is there when it is needed:
 *
 *     age = d - (time - a) / I     in intervals, counted back from the last state
 *
 * An error of more than PAUSE says that the sender paused. Then the shown state was the last one, and must go on from there: age = 1, as the
 * new one counts.
 */

/** Share g of an error that moves the clock. More follows faster, and staggers more. */
const GAIN = 0.1;
const INTERVAL_GAIN = (GAIN * GAIN) / (2 - GAIN);
/** Age d of what is shown, intervals. */
const DELAY = 1.5;
/** Error of an arrival that is a pause, ms. */
const PAUSE = 250;

/** Times in ms. */
export class ArrivalClock {
  private arrival = 0;
  private interval: number;
  private count = 0;
  /** What was shown last, counted from the first arrival. */
  private shown = 0;

  /** @param interval time between two arrivals that is expected at first, ms, > 0 */
  constructor(interval: number) {
    this.interval = interval;
  }

  /** A state has arrived. */
  arrive(time: number): void {
    const error = time - (this.arrival + this.interval);
    if (this.count++ === 0) this.arrival = time;
    else if (error > PAUSE) this.arrival = time - (DELAY - 1) * this.interval;
    else {
      this.arrival += this.interval + GAIN * error;
      // many at once do not come without time between them
      this.interval = Math.max(this.interval / 2, this.interval + INTERVAL_GAIN * error);
    }
  }

  /**
   * How old what is shown is, in intervals: 0 is the last state that has arrived, 1 the one before; at most `kept` - 1. A correction that
   * would lead back makes it stand still.
   */
  age(time: number, kept: number): number {
    const age = DELAY - (time - this.arrival) / this.interval;
    const least = this.count - Math.max(0, Math.min(kept - 1, age));
    this.shown = Math.max(this.shown, least);
    return this.count - this.shown;
  }
}
