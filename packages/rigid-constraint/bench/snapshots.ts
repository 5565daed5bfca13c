/**
 * Cost of snapshots: bytes per body, and milliseconds of processor time (other load affects it little) to take one without shapes and to
 * restore it eight steps later, as a rollback does. A step is timed for comparison.
 */

import { cpuUsage } from 'node:process';
import { loadScene, restoreSnapshot, takeSnapshot } from '@otedama/rigid';
import { boxesInV, mixedRain, pyramid, type SceneEntry } from '@otedama/scenes';
import { createSoftStep } from '../src/index.js';

interface Case {
  name: string;
  entry: SceneEntry;
  values: Record<string, number>;
  steps: number;
  sleeping: boolean;
}

const cases: Case[] = [
  { name: 'pyramid, at rest', entry: pyramid, values: { base: 100 }, steps: 240, sleeping: false },
  { name: 'rain, falling', entry: mixedRain, values: { count: 1000 }, steps: 60, sleeping: false },
  { name: 'rain, in a pile', entry: mixedRain, values: { count: 1000 }, steps: 900, sleeping: false },
  { name: 'rain, asleep', entry: mixedRain, values: { count: 250 }, steps: 900, sleeping: true },
  { name: 'boxes, in a pile', entry: boxesInV, values: { count: 1000 }, steps: 600, sleeping: false },
];

/** Steps that a rollback goes back. */
const BACK = 8;

console.log(
  '| scene | bodies | awake | contacts | bytes a body | without shapes | take, ms | restore, ms | step, ms |',
);
console.log('| --- | --: | --: | --: | --: | --: | --: | --: | --: |');
for (const { name, entry, values, steps, sleeping } of cases) {
  const scene = entry.create(values);
  const world = loadScene(scene, { solver: createSoftStep(), sleeping });
  for (let step = 0; step < steps; step++) world.step(scene.timeStep);
  const { awakeBodies, contacts } = world.stats;
  const bodies = world.bodies.filter((body) => body.type === 'dynamic').length;
  const whole = takeSnapshot(world);
  const small = takeSnapshot(world, { shapes: false });
  const memory = new Uint8Array(2 * whole.length);
  const take = milliseconds(() => takeSnapshot(world, { shapes: false, into: memory }));
  const step = milliseconds(() => world.step(scene.timeStep));
  const restore = milliseconds(
    () => restoreSnapshot(world, small),
    () => {
      for (let k = 0; k < BACK; k++) world.step(scene.timeStep);
    },
  );
  const size = (bytes: Uint8Array): string => (bytes.length / bodies).toFixed(0);
  const times = [take, restore, step].map((ms) => ms.toFixed(2));
  console.log(`| ${[name, bodies, awakeBodies, contacts, size(whole), size(small), ...times].join(' | ')} |`);
}

/** Processor time of an action, ms: the smallest mean of five rounds. @param before runs before each action, not timed */
function milliseconds(action: () => void, before?: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 6; round++) {
    let spent = 0;
    const count = 30;
    for (let k = 0; k < count; k++) {
      before?.();
      const start = cpuUsage();
      action();
      const { user, system } = cpuUsage(start);
      spent += user + system;
    }
    if (round > 0) least = Math.min(least, spent / 1000 / count);
  }
  return least;
}
