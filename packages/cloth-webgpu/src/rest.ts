/**
 * Whether a cloth is at rest and may sleep: no step is computed then, until something acts on it. It is looked at 13 and 17 sixtieths of a
 * second apart by turns. What swings turns round at equal times, and is at rest for a moment then; but it would be so at all of these looks
 * only if it turned round in every sixtieth. After four looks that found no particle faster than SLEEP_SPEED, it sleeps from the fifth on.
 *
 * On a GPU a look is a measurement that arrives some frames later. What it says counts at the next look, and not before. So both backends
 * fall asleep in the same step, unless the device is 0.2 s behind; then the cloth stays awake for a second more.
 */

import { SLEEP_SPEED } from './constants.js';

/** Times from one look to the next, by turns, s. */
const GAPS = [13 / 60, 17 / 60] as const;

/** Number of looks in a row at a cloth at rest. */
const LOOKS = 4;

export class Rest {
  /** `stepCount` at which it fell asleep; `Infinity` while it is awake. */
  since: number = Number.POSITIVE_INFINITY;
  readonly #gaps: readonly number[];
  /** Steps until the next look. */
  #wait = 0;
  #looks = 0;
  /** How many looks in a row found it at rest. */
  #calm = 0;
  /** `stepCount` at the last look, and whether it is known to be at rest there. */
  #lookedAt = -1;
  #isCalm = false;

  constructor(stepSeconds: number) {
    this.#gaps = GAPS.map((gap) => Math.ceil(gap / stepSeconds));
    this.wake();
  }

  get isAsleep(): boolean {
    return this.since < Number.POSITIVE_INFINITY;
  }

  /** Call before the `steps` steps of a frame after `stepCount` ones: it may fall asleep. Returns whether to measure after them. */
  pass(steps: number, stepCount: number): boolean {
    this.#wait -= steps;
    if (this.#wait > 0) return false;
    this.#calm = this.#isCalm ? this.#calm + 1 : 0;
    if (this.#calm === LOOKS) {
      this.since = stepCount;
      return false;
    }
    this.#isCalm = false;
    this.#lookedAt = stepCount + steps;
    this.#wait = this.#gaps[this.#looks++ % GAPS.length];
    return true;
  }

  /** Takes a measurement after `step` steps: the largest speed of a particle, m/s. */
  note(step: number, largestSpeed: number): void {
    if (step === this.#lookedAt) this.#isCalm = largestSpeed < SLEEP_SPEED;
  }

  /** Something acts on it: it starts anew. */
  wake(): void {
    this.since = Number.POSITIVE_INFINITY;
    this.#wait = this.#gaps[0];
    this.#looks = 1;
    this.#calm = 0;
    this.#lookedAt = -1;
    this.#isCalm = false;
  }
}
