/** Measures bounds, strain, speed and non-finite particles of a state, in one pass over particles and edges. */

import { boundsOf } from '../bounds.js';
import { edgeCountOf, type Sheet } from '../sheet.js';
import type { ClothMeasurement } from '../types.js';
import { vectorOf } from '../vectors.js';
import type { SolverState } from './solver-state.js';

/** Measures a state after `step` steps. */
export function measureState(
  { position, velocity }: SolverState,
  sheet: Sheet,
  step: number,
): ClothMeasurement {
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const momentum = [0, 0, 0];
  let mass = 0;
  let fastest = 0;
  let nonFinite = 0;
  // the least strain that there is: of two particles in one place
  let largest = -1;
  let sum = 0;
  let torn = 0;
  const edge = (a: number, b: number, rest: number) => {
    if (a === b) {
      torn++;
      return;
    }
    const dx = position[b] - position[a];
    const dy = position[b + 1] - position[a + 1];
    const dz = position[b + 2] - position[a + 2];
    const strain = Math.sqrt(dx * dx + dy * dy + dz * dz) / rest - 1;
    if (!Number.isFinite(strain)) return;
    if (strain > largest) largest = strain;
    sum += Math.abs(strain);
  };
  const [countX, countY] = sheet.isMesh ? [sheet.particleCount, 1] : [sheet.countX, sheet.countY];
  for (let row = 0, o = 0; row < countY; row++) {
    for (let column = 0; column < countX; column++, o += 4) {
      let squared = 0;
      let sane = true;
      for (let axis = 0; axis < 3; axis++) {
        const x = position[o + axis];
        const v = velocity[o + axis];
        if (!Number.isFinite(x) || !Number.isFinite(v)) sane = false;
        else squared += v * v;
      }
      if (!sane) {
        nonFinite++;
        continue;
      }
      const isLoose = sheet.tears?.state.isLoose(o / 4) === true;
      for (let axis = 0; axis < 3 && !isLoose; axis++) {
        min[axis] = Math.min(min[axis], position[o + axis]);
        max[axis] = Math.max(max[axis], position[o + axis]);
      }
      if (position[o + 3] !== 0) {
        if (!isLoose) fastest = Math.max(fastest, squared);
        mass += 1 / position[o + 3];
        for (let axis = 0; axis < 3; axis++) momentum[axis] += velocity[o + axis] / position[o + 3];
      }
      if (sheet.isMesh) continue;
      if (column + 1 < countX) edge(o, o + 4, sheet.spacingX);
      if (row + 1 < countY) edge(o, o + 4 * countX, sheet.spacingY);
    }
  }
  if (sheet.isMesh) {
    const { links, lengths, firstEdge } = sheet;
    for (let k = firstEdge; k < lengths.length; k++) edge(4 * links[2 * k], 4 * links[2 * k + 1], lengths[k]);
  }
  const edges = edgeCountOf(sheet) - torn;
  return {
    step,
    bounds: boundsOf(min, max),
    largestStrain: edges === 0 ? 0 : largest,
    meanStrain: edges === 0 ? 0 : sum / edges,
    largestSpeed: Math.sqrt(fastest),
    meanVelocity: vectorOf(momentum.map((component) => component / Math.max(mass, Number.MIN_VALUE))),
    nonFinite,
    tornEdges: torn,
  };
}
