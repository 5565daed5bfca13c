/**
 * Milliseconds per step of both methods, by phase. Medians, because other load on the machine affects them little.
 * Usage: pnpm bench [scene ...]
 */

import { loadScene, type Scene, type Solver } from '@otedama/rigid';
import { boxesInV, mixedRain, pyramid, type SceneEntry } from '@otedama/scenes';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';

interface Case {
  name: string;
  entry: SceneEntry;
  values: Record<string, number>;
  steps: number;
}

/** Untimed steps at the start, so that the first contacts and compilation are not measured. */
const WARM_UP = 60;

const cases: Case[] = [
  ...[250, 500, 1000, 2000].map((count) => ({
    name: `mixed-rain-${count}`,
    entry: mixedRain,
    values: { count },
    steps: 600,
  })),
  { name: 'boxes-in-v-200', entry: boxesInV, values: { count: 200 }, steps: 600 },
  { name: 'boxes-in-v-1000', entry: boxesInV, values: { count: 1000 }, steps: 600 },
  { name: 'pyramid-210', entry: pyramid, values: { base: 20 }, steps: 240 },
  { name: 'pyramid-5050', entry: pyramid, values: { base: 100 }, steps: 120 },
];

const wanted = process.argv.slice(2);
console.log('| scene | method | ms/step | of it solving | bodies | contacts |');
console.log('| --- | --- | --: | --: | --: | --: |');
for (const { name, entry, values, steps } of cases) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const scene = entry.create(values);
  for (const solver of [createSequentialImpulses(), createSoftStep()]) measure(name, scene, solver, steps);
}

function measure(name: string, scene: Scene, solver: Solver, steps: number): void {
  const world = loadScene(scene, {
    solver,
    sleeping: false,
    now: () => performance.now(),
  });
  const total: number[] = [];
  const solve: number[] = [];
  for (let step = 0; step < steps; step++) {
    world.step(scene.timeStep);
    if (step < WARM_UP) continue;
    total.push(world.profile.step);
    solve.push(world.profile.solve);
  }
  const { bodies, touchingContacts } = world.stats;
  const columns = [median(total), median(solve)].map((ms) => ms.toFixed(3));
  console.log(`| ${[name, solver.name, ...columns, bodies, touchingContacts].join(' | ')} |`);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}
