/** Projects hinges on the CPU; see hinges.ts for the derivation and the letters. */

import { MIN_LENGTH_SQUARED } from '../constants.js';
import { HINGE_SHAPE, type HingeColor, type Hinges } from '../hinges.js';
import type { Settings } from '../settings.js';
import type { Feel } from './solver.js';

/** The direction n of the current hinge. */
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

/**
 * Projects hinge k; `compliance` is alpha / h^2 without the factor of the hinge. It is written out for the four particles: in loops over
 * them it takes twice as long.
 */
function projectHinge(
  position: Float32Array,
  { ids, shapes }: Hinges,
  k: number,
  compliance: number,
  feel: Feel | null,
): void {
  const x1 = 4 * ids[4 * k];
  const x2 = 4 * ids[4 * k + 1];
  const x3 = 4 * ids[4 * k + 2];
  const x4 = 4 * ids[4 * k + 3];
  const shape = HINGE_SHAPE * k;
  const c1 = shapes[shape];
  const c2 = shapes[shape + 1];
  const c3 = shapes[shape + 2];
  const c4 = shapes[shape + 3];
  const rest = shapes[shape + 5];
  const w1 = position[x1 + 3];
  const w2 = position[x2 + 3];
  const w3 = position[x3 + 3];
  const w4 = position[x4 + 3];
  const weight = w1 * c1 * c1 + w2 * c2 * c2 + w3 * c3 * c3 + w4 * c4 * c4;
  if (weight === 0) return;
  const pinned = Number(w1 === 0) + Number(w2 === 0) + Number(w3 === 0) + Number(w4 === 0);
  const alpha = (pinned === 3 ? 0.5 : 1) * shapes[shape + 4] * compliance;
  const s = 1 / Math.max(alpha + weight / 2, weight);

  // d = u + v + c4 e with u = c1 (x1 - x2), v = c3 (x3 - x2), e = x4 - x2: as the sum of c is 0, c2 is not needed
  const ux = c1 * (position[x1] - position[x2]);
  const uy = c1 * (position[x1 + 1] - position[x2 + 1]);
  const uz = c1 * (position[x1 + 2] - position[x2 + 2]);
  const vx = c3 * (position[x3] - position[x2]);
  const vy = c3 * (position[x3 + 1] - position[x2 + 1]);
  const vz = c3 * (position[x3 + 2] - position[x2 + 2]);
  const ex = position[x4] - position[x2];
  const ey = position[x4 + 1] - position[x2 + 1];
  const ez = position[x4 + 2] - position[x2 + 2];
  let x = ux + vx + c4 * ex;
  let y = uy + vy + c4 * ey;
  let z = uz + vz + c4 * ez;
  if (rest !== 0) {
    findNormal(ex, ey, ez, ux - vx, uy - vy, uz - vz);
    x -= rest * normal[0];
    y -= rest * normal[1];
    z -= rest * normal[2];
  }
  const move1 = -s * c1 * w1;
  const move2 = -s * c2 * w2;
  const move3 = -s * c3 * w3;
  const move4 = -s * c4 * w4;
  position[x1] += move1 * x;
  position[x1 + 1] += move1 * y;
  position[x1 + 2] += move1 * z;
  position[x2] += move2 * x;
  position[x2 + 1] += move2 * y;
  position[x2 + 2] += move2 * z;
  position[x3] += move3 * x;
  position[x3 + 1] += move3 * y;
  position[x3 + 2] += move3 * z;
  // of a line, x4 is x2, and its c is 0
  position[x4] += move4 * x;
  position[x4 + 1] += move4 * y;
  position[x4 + 2] += move4 * z;
  if (feel === null) return;
  feel(x1, -s * c1 * x, -s * c1 * y, -s * c1 * z);
  feel(x2, -s * c2 * x, -s * c2 * y, -s * c2 * z);
  feel(x3, -s * c3 * x, -s * c3 * y, -s * c3 * z);
  feel(x4, -s * c4 * x, -s * c4 * y, -s * c4 * z);
}

/** Finds the direction n of e x a with a = u - v. Returns the same array at every call. */
export function findNormal(
  ex: number,
  ey: number,
  ez: number,
  ax: number,
  ay: number,
  az: number,
): Float64Array {
  const x = ey * az - ez * ay;
  const y = ez * ax - ex * az;
  const z = ex * ay - ey * ax;
  const inverse = 1 / Math.sqrt(Math.max(x * x + y * y + z * z, MIN_LENGTH_SQUARED));
  normal[0] = x * inverse;
  normal[1] = y * inverse;
  normal[2] = z * inverse;
  return normal;
}
