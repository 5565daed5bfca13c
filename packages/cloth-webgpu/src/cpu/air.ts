/**
 * The air on the faces of a cloth, as on flat plates: with u the velocity of a face against the wind, n its unit normal and A its area,
 *
 *     F = -rho A |u| (u . n) n
 *
 * This is the force across a plate (normal force coefficient 2 at right angles to the stream [Hoerner, Fluid-Dynamic Drag, 1965], and lift and
 * drag of an inclined one in one [Ling, Damodaran, Gay 1996, Aerodynamic force models for animating cloth motion in an air flow]).
 * Nothing acts along the plate; `drag` does.
 *
 * A particle has a quarter of each cell or a third of each triangle around it, at rest, and the mean normal of them as it was when the step began. Its velocity across changes
 * by the end of a substep's force, so that no density, however high, turns it round: with s = h rho A |u| / m
 *
 *     u'.n = u.n / (1 + s)
 */

import { MOST_AIR } from '../constants.js';
import type { Settings } from '../settings.js';
import type { Sheet } from '../sheet.js';
import type { SolverState } from './solver-state.js';

/** Changes the velocities of all free particles by what the air does in a substep. `normals`, stride 4, are those at the step's begin. */
export function blow(
  { position, velocity }: SolverState,
  sheet: Sheet,
  settings: Settings,
  normals: Float32Array,
): void {
  const { air } = settings;
  if (sheet.isMesh) {
    for (let id = 0; id < sheet.particleCount; id++)
      blowOn(position, velocity, 4 * id, air * sheet.areas[id], settings, normals);
    return;
  }
  const { countX, countY, columns, rows } = sheet;
  for (let row = 0, o = 0; row < countY; row++) {
    const down = row === 0 || row === rows ? 0.5 : 1;
    for (let column = 0; column < countX; column++, o += 4) {
      const share = column === 0 || column === columns ? 0.5 * down : down;
      blowOn(position, velocity, o, air * share, settings, normals);
    }
  }
}

/** The same for the particle at offset o; `air` is for its share of the area. */
function blowOn(
  position: Float32Array,
  velocity: Float32Array,
  o: number,
  air: number,
  { windX, windY, windZ }: Settings,
  normals: Float32Array,
): void {
  const inverseMass = position[o + 3];
  if (inverseMass === 0) return;
  const ux = velocity[o] - windX;
  const uy = velocity[o + 1] - windY;
  const uz = velocity[o + 2] - windZ;
  const speed = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const across = ux * normals[o] + uy * normals[o + 1] + uz * normals[o + 2];
  const s = Math.min(air * inverseMass * speed, MOST_AIR);
  const lost = across * (s / (1 + s));
  velocity[o] -= lost * normals[o];
  velocity[o + 1] -= lost * normals[o + 1];
  velocity[o + 2] -= lost * normals[o + 2];
}
