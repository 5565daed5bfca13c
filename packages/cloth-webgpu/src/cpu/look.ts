/** How far the free particles of a cloth have moved since the last look at it; see rest.ts. */

import type { Sheet } from '../sheet.js';

export class Look {
  readonly #sheet: Sheet;
  /** Positions at the last look, stride 4. */
  readonly #before: Float32Array;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
    this.#before = new Float32Array(4 * sheet.particleCount);
  }

  /** Looks at the positions. Returns the farthest way since the last look, m; without particles that have lost all their edges. */
  at(position: Float32Array): number {
    const before = this.#before;
    let farthest = 0;
    for (let o = 0; o < position.length; o += 4) {
      if (position[o + 3] === 0 || this.#sheet.tears?.state.isLoose(o / 4) === true) continue;
      const x = position[o] - before[o];
      const y = position[o + 1] - before[o + 1];
      const z = position[o + 2] - before[o + 2];
      const squared = x * x + y * y + z * z;
      // not Math.max: what is no number is no rest
      if (!(squared <= farthest)) farthest = squared;
    }
    before.set(position);
    return Math.sqrt(farthest);
  }
}
