/** Projects hinges on the CPU; see hinges.ts for the derivation and the letters. */

import { MIN_LENGTH_SQUARED } from '../constants.js';
import { HINGE_SHAPE, type HingeColor, type Hinges } from '../hinges.js';
import type { Settings } from '../settings.js';
import type { Feel } from './solver.js';

/** d and the direction n of the current hinge. */
const bent = new Float64Array(3);
const normal = new Float64Array(3);

/** Projects every hinge of one colour. */
export function projectHinges(
  position: Float32Array,
  hinges: Hinges,
  { kind, first, count }: HingeColor,
  { compliance }: Settings,
  feel: Feel | null = null,
): void {
  if (compliance[kind] < 0) return;
  for (let k = first; k < first + count; k++) projectHinge(position, hinges, k, compliance[kind], feel);
}

/** Projects hinge k; `compliance` is alpha / h^2 without the factor of the hinge. */
function projectHinge(
  position: Float32Array,
  hinges: Hinges,
  k: number,
  compliance: number,
  feel: Feel | null,
): void {
  const { ids, shapes } = hinges;
  const shape = HINGE_SHAPE * k;
  let weight = 0;
  let pinned = 0;
  for (let n = 0; n < 4; n++) {
    const w = position[4 * ids[4 * k + n] + 3];
    weight += w * shapes[shape + n] * shapes[shape + n];
    pinned += Number(w === 0);
  }
  if (weight === 0) return;
  const alpha = (pinned === 3 ? 0.5 : 1) * shapes[shape + 4] * compliance;
  const s = 1 / Math.max(alpha + weight / 2, weight);
  const rest = shapes[shape + 5];
  findBend(position, 4, hinges, k, rest === 0);
  const x = bent[0] - rest * normal[0];
  const y = bent[1] - rest * normal[1];
  const z = bent[2] - rest * normal[2];
  for (let n = 0; n < 4; n++) {
    const o = 4 * ids[4 * k + n];
    const share = -s * shapes[shape + n];
    const move = share * position[o + 3];
    position[o] += move * x;
    position[o + 1] += move * y;
    position[o + 2] += move * z;
    feel?.(o, share * x, share * y, share * z);
  }
}

/** Component of d along n of hinge k, m: its r, if the positions are those at rest. They have `stride` numbers per particle. */
export function bendOf(position: Float32Array, stride: number, hinges: Hinges, k: number): number {
  findBend(position, stride, hinges, k);
  return bent[0] * normal[0] + bent[1] * normal[1] + bent[2] * normal[2];
}

/**
 * Finds d = u + v + c4 e and, unless the hinge is flat at rest, the direction of n = e x (u - v), with u = c1 (x1 - x2), v = c3 (x3 - x2) and e = x4 - x2. As the sum of c
 * is 0, c2 is not needed.
 */
function findBend(
  position: Float32Array,
  stride: number,
  { ids, shapes }: Hinges,
  k: number,
  isFlat = false,
): void {
  const x1 = stride * ids[4 * k];
  const x2 = stride * ids[4 * k + 1];
  const x3 = stride * ids[4 * k + 2];
  const x4 = stride * ids[4 * k + 3];
  const c1 = shapes[HINGE_SHAPE * k];
  const c3 = shapes[HINGE_SHAPE * k + 2];
  const c4 = shapes[HINGE_SHAPE * k + 3];
  const ux = c1 * (position[x1] - position[x2]);
  const uy = c1 * (position[x1 + 1] - position[x2 + 1]);
  const uz = c1 * (position[x1 + 2] - position[x2 + 2]);
  const vx = c3 * (position[x3] - position[x2]);
  const vy = c3 * (position[x3 + 1] - position[x2 + 1]);
  const vz = c3 * (position[x3 + 2] - position[x2 + 2]);
  const ex = position[x4] - position[x2];
  const ey = position[x4 + 1] - position[x2 + 1];
  const ez = position[x4 + 2] - position[x2 + 2];
  bent[0] = ux + vx + c4 * ex;
  bent[1] = uy + vy + c4 * ey;
  bent[2] = uz + vz + c4 * ez;
  if (isFlat) return;
  const nx = ey * (uz - vz) - ez * (uy - vy);
  const ny = ez * (ux - vx) - ex * (uz - vz);
  const nz = ex * (uy - vy) - ey * (ux - vx);
  const inverse = 1 / Math.sqrt(Math.max(nx * nx + ny * ny + nz * nz, MIN_LENGTH_SQUARED));
  normal[0] = nx * inverse;
  normal[1] = ny * inverse;
  normal[2] = nz * inverse;
}
