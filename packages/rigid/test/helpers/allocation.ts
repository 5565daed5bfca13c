/**
 * Run by allocation.test.ts in a process of its own: prints, as JSON, bytes allocated by 1,000 steps of 1,000 boxes
 * that move at the speed given as argument, m/s; where they move, every motion is followed.
 */
import { argv, memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createWorld, type Solver, type World } from '../../src/index.js';
import { carrySolver } from './carry-solver.js';
import { box } from './shapes.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** 1,000 boxes on a floor, in touching columns of 10. */
function heap(solver: Solver, placementTolerance: number): World {
  const world = createWorld({ solver, sleeping: false, placementTolerance });
  world.createBody({ type: 'kinematic', position: { x: 0, y: -1 }, shapes: [box(400, 2)] });
  for (let column = 0; column < 100; column++) {
    for (let row = 0; row < 10; row++) {
      world.createBody({ position: { x: column - 50, y: 0.5 + row }, shapes: [box(1, 1)] });
    }
  }
  return world;
}

/**
 * Bytes allocated on the heap by 1,000 steps: the sum of the increases, so that a collection in between hides nothing. The fewest of
 * up to twelve rounds, since compiling takes memory and code that is not compiled yet allocates numbers.
 */
function allocatedBytes(world: World): number {
  const dt = 1 / 60;
  const samples = new Float64Array(6);
  let fewest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 12 && fewest >= LIMIT; round++) {
    collectGarbage();
    samples[0] = memoryUsage().heapUsed;
    for (let sample = 1; sample < samples.length; sample++) {
      for (let k = 0; k < 200; k++) world.step(dt);
      samples[sample] = memoryUsage().heapUsed;
    }
    let sum = 0;
    for (let k = 1; k < samples.length; k++) sum += Math.max(0, samples[k] - samples[k - 1]);
    fewest = Math.min(fewest, sum);
  }
  return fewest;
}

const LIMIT = 64 * 1024;

function measure(speed: number): object {
  const world = heap(carrySolver(speed), speed > 0 ? 0 : 0.001);
  for (let k = 0; k < 500; k++) world.step(1 / 60);
  const { touchingContacts: touching, rebuiltManifolds: rebuilt } = world.stats;
  collectGarbage();
  const before = memoryUsage().arrayBuffers;
  const bytes = allocatedBytes(world);
  return { touching, rebuilt, bytes, buffers: memoryUsage().arrayBuffers - before };
}

console.log(JSON.stringify(measure(Number(argv[2]))));
