/**
 * ms per step of every method for 10 to 200 boxes in the V, in one run: CPU time, averaged over 10 s of simulated time, sleeping off. The
 * final state is printed beside it.
 */

import { loadScene, type Solver } from '@otedama/rigid';
import { createSequentialImpulses, createSoftStep } from '@otedama/rigid-constraint';
import { createForceSolver, createPenaltySolver } from '@otedama/rigid-force';
import { createShapeMatching } from '@otedama/rigid-shapematch';
import { findScene } from '@otedama/scenes';

const methods: Readonly<Record<string, () => Solver>> = {
  'rigid-force: force': createForceSolver,
  'rigid-force: force, no memory': () => createForceSolver({ memory: false }),
  'rigid-force: penalty': createPenaltySolver,
  'rigid-shapematch: shape matching': createShapeMatching,
  'rigid-constraint: soft step': createSoftStep,
  'rigid-constraint: sequential impulses': createSequentialImpulses,
};
const STEPS = 500;
const TIME_STEP = 0.02;

for (const [name, create] of Object.entries(methods)) {
  const cells: string[] = [];
  let end = '';
  for (const count of [10, 50, 100, 200]) {
    const world = loadScene(findScene('boxes-in-v').create({ count }), { solver: create(), sleeping: false });
    const start = process.cpuUsage();
    for (let k = 0; k < STEPS; k++) world.step(TIME_STEP);
    const { user, system } = process.cpuUsage(start);
    cells.push(((user + system) / 1000 / STEPS).toFixed(2));
    const { kineticEnergy, deepestOverlap } = world.invariants();
    end = `${kineticEnergy.toPrecision(2)} J, overlap ${deepestOverlap.toFixed(4)} m`;
  }
  console.log(`| ${name} | ${cells.join(' | ')} | ${end} |`);
}
