/**
 * Whether a cloth is at rest and may sleep: no step is computed then, until something acts on it. It is looked at 13 and 17 sixtieths of a
 * second apart by turns: how far has the particle moved that has moved farthest since the last look? What matters is the way, not the speed:
 * a particle between layers may tremble by a tenth of a millimetre at 0.1 m/s, which nobody sees. What swings comes back to the same place
 * at equal times; but it would be there at all of these looks only if it came back in every sixtieth. After three looks in a row without a
 * particle that moved on at SLEEP_SPEED or more, the cloth sleeps from the next look on.
 *
 * On a GPU a look is a measurement that arrives some frames later. What it says counts at the next look, and not before. So both backends
 * fall asleep in the same step, unless the device is 0.2 s behind; then the cloth stays awake for a second more.
 */

import { SLEEP_SPEED } from './constants.js';

/** Times from one look to the next, by turns, s. */
const GAPS = [13 / 60, 17 / 60] as const;

/** Number of looks in a row at a cloth at rest. */
const LOOKS = 3;

export class Rest {
  /** `stepCount` at which it fell asleep; `Infinity` while it is awake. */
  since: number = Number.POSITIVE_INFINITY;
  readonly #stepSeconds: number;
  readonly #gaps: readonly number[];
  /** Steps until the next look. */
  #wait = 0;
  #looks = 0;
  /** How many looks in a row found it at rest. */
  #calm = 0;
  /** `stepCount` at the last look and at the one before, and whether it is known to have been at rest between them. */
  #lookedAt = -1;
  #before = -1;
  #isCalm = false;

  constructor(stepSeconds: number) {
    this.#stepSeconds = stepSeconds;
    this.#gaps = GAPS.map((gap) => Math.ceil(gap / stepSeconds));
    this.wake();
  }

  get isAsleep(): boolean {
    return this.since < Number.POSITIVE_INFINITY;
  }

  /** Call before the `steps` steps of a frame after `stepCount` ones: it may fall asleep. Returns whether to look at it after them. */
  pass(steps: number, stepCount: number): boolean {
    this.#wait -= steps;
    if (this.#wait > 0) return false;
    this.#calm = this.#isCalm ? this.#calm + 1 : 0;
    if (this.#calm === LOOKS) {
      this.since = stepCount;
      return false;
    }
    this.#isCalm = false;
    this.#before = this.#lookedAt;
    this.#lookedAt = stepCount + steps;
    this.#wait = this.#gaps[this.#looks++ % GAPS.length];
    return true;
  }

  /** Takes what a look after `step` steps has found: the farthest way of a particle since the last look, m. */
  note(step: number, farthest: number): void {
    if (step !== this.#lookedAt || this.#before < 0) return;
    this.#isCalm = farthest < SLEEP_SPEED * this.#stepSeconds * (this.#lookedAt - this.#before);
  }

  /** Something acts on it: it starts anew. */
  wake(): void {
    this.since = Number.POSITIVE_INFINITY;
    this.#wait = this.#gaps[0];
    this.#looks = 1;
    this.#calm = 0;
    this.#lookedAt = this.#before = -1;
    this.#isCalm = false;
  }
}
