/** Projects hinges on the CPU; see hinges.ts for the derivation and the letters. */

import type { Grid } from '../grid.js';
import type { HingePass } from '../hinges.js';
import { BEND_COLUMN, BEND_ROW } from '../schedule.js';
import type { Settings } from '../settings.js';

/** Is told -c s d, kg m, along one axis, of a particle that does not move; `o` is its offset. */
export type FeelHinge = (o: number, axis: number, pull: number) => void;

/** Projects every hinge of one colour. */
export function projectHinges(
  position: Float32Array,
  { countX }: Grid,
  { kind, startX, startY, stepX, stepY, countU, countV, reach }: HingePass,
  { bending }: Settings,
  feel: FeelHinge | null = null,
): void {
  const alpha = bending[kind];
  if (alpha < 0) return;
  for (let v = 0; v < countV; v++)
    for (let u = 0; u < countU; u++) {
      // the first and the last of several lines have only half the width
      const isRim =
        (kind === BEND_ROW && countV > 1 && (v === 0 || v === countV - 1)) ||
        (kind === BEND_COLUMN && countU > 1 && (u === 0 || u === countU - 1));
      const first = startX + stepX * u + (startY + stepY * v) * countX;
      projectHinge(position, first, reach, isRim ? 2 * alpha : alpha, feel);
    }
}

/** The hinge that starts at particle `first`; `compliance` is alpha / h^2, 1/kg. */
function projectHinge(
  position: Float32Array,
  first: number,
  reach: HingePass['reach'],
  compliance: number,
  feel: FeelHinge | null,
): void {
  const a = 4 * first;
  const b = 4 * (first + reach[0]);
  const c = 4 * (first + reach[1]);
  const d = 4 * (first + reach[2]);
  const middle = b === d ? 2 : 1;
  const w1 = position[a + 3];
  const w2 = position[b + 3];
  const w3 = position[c + 3];
  const w4 = position[d + 3];
  const weight = w1 + w3 + middle * (w2 + w4);
  if (weight === 0) return;
  const pinned = Number(w1 === 0) + Number(w2 === 0) + Number(w3 === 0) + Number(w4 === 0);
  const alpha = pinned === 3 ? compliance / 2 : compliance;
  const s = middle / Math.max(alpha + weight / 2, weight);
  for (let axis = 0; axis < 3; axis++) {
    const pull = s * (position[a + axis] - position[b + axis] + (position[c + axis] - position[d + axis]));
    push(position, a, axis, w1, -pull / middle, feel);
    push(position, c, axis, w3, -pull / middle, feel);
    push(position, b, axis, w2, pull, feel);
    if (middle === 1) push(position, d, axis, w4, pull, feel);
  }
}

/** Moves the particle at offset o, of inverse mass w, along one axis. */
function push(
  position: Float32Array,
  o: number,
  axis: number,
  w: number,
  pull: number,
  feel: FeelHinge | null,
): void {
  position[o + axis] += w * pull;
  if (w === 0) feel?.(o, axis, pull);
}
