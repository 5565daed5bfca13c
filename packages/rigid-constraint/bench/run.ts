// Milliseconds a step of sequential impulses, by phase. Usage: pnpm bench [scene ...]

import { createWorld } from '@otedama/rigid';
import { boxesInV, mixedRain, pyramid, type SceneEntry } from '@otedama/scenes';
import { createSequentialImpulses } from '../src/index.js';

interface Case {
  name: string;
  entry: SceneEntry;
  values: Record<string, number>;
  steps: number;
}

/** Steps before the clock runs, so that the first contacts and the compiler are out of the way. */
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
console.log('| scene | ms/step | collide | solve | bodies | contacts |');
console.log('| --- | --: | --: | --: | --: | --: |');
for (const { name, entry, values, steps } of cases) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const scene = entry.create(values);
  const world = createWorld({
    gravity: scene.gravity,
    solver: createSequentialImpulses(),
    now: () => performance.now(),
  });
  for (const body of scene.bodies) world.createBody({ allowSleep: false, ...body });
  let total = 0;
  let solve = 0;
  for (let step = 0; step < steps; step++) {
    world.step(scene.timeStep);
    if (step < WARM_UP) continue;
    total += world.profile.step;
    solve += world.profile.solve;
  }
  const timed = steps - WARM_UP;
  const { bodies, touchingContacts } = world.stats;
  const columns = [total / timed, (total - solve) / timed, solve / timed].map((ms) => ms.toFixed(3));
  console.log(`| ${[name, ...columns, bodies, touchingContacts].join(' | ')} |`);
}
