/**
 * The force of the air on the faces of a cloth, as on flat plates. With u the velocity of a face relative to the wind, n its unit
 * normal and A its area:
 *
 *     F = -rho A |u| (u . n) n
 *
 * This is the normal force on a plate, with coefficient 2 at right angles to the stream [Hoerner, Fluid-Dynamic Drag, 1965]. It covers
 * lift and drag of an inclined plate [Ling, Damodaran, Gay 1996, Aerodynamic force models for animating cloth motion in an air flow].
 * There is no force along the plate; the parameter `drag` acts in that direction too.
 *
 * A particle has a quarter of each cell or a third of each triangle around it, with areas at rest, and their mean normal at the start of
 * the step. Its normal velocity is integrated implicitly, with the force at the end of the substep. So no density, however high,
 * reverses it. With s = h rho A |u| / m:
 *
 *     u'.n = u.n / (1 + s)
 */

import { MOST_AIR } from '../constants.js';
import type { Settings } from '../settings.js';
import type { Sheet } from '../sheet.js';
import type { SolverState } from './solver-state.js';

/** Applies the air of one substep to the velocities of all free particles. `normals`, stride 4, are those at the start of the step. */
export function blow(
  { position, velocity }: SolverState,
  { areas }: Sheet,
  { air, windX, windY, windZ }: Settings,
  normals: Float32Array,
): void {
  for (let o = 0; o < position.length; o += 4) {
    const inverseMass = position[o + 3];
    if (inverseMass === 0) continue;
    const ux = velocity[o] - windX;
    const uy = velocity[o + 1] - windY;
    const uz = velocity[o + 2] - windZ;
    const speed = Math.sqrt(ux * ux + uy * uy + uz * uz);
    const across = ux * normals[o] + uy * normals[o + 1] + uz * normals[o + 2];
    const s = Math.min(air * areas[o >> 2] * inverseMass * speed, MOST_AIR);
    const lost = across * (s / (1 + s));
    velocity[o] -= lost * normals[o];
    velocity[o + 1] -= lost * normals[o + 1];
    velocity[o + 2] -= lost * normals[o + 2];
  }
}
