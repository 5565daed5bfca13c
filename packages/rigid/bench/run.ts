/**
 * Cost of a step without solving: 1,000 and 5,050 touching boxes that all keep the same velocity. Medians of 300 steps by phase, in
 * milliseconds. Takes no arguments.
 */
import { polygon } from '@otedama/math2d';
import { createWorld } from '../src/index.js';
import { carrySolver } from '../test/helpers/carry-solver.js';

function measure(base: number, speed: number): string {
  const world = createWorld({ solver: carrySolver(speed), sleeping: false, now: () => performance.now() });
  world.createBody({ type: 'kinematic', position: { x: 0, y: -1 }, shapes: [box(1000, 2)] });
  for (let row = 0; row < base; row++) {
    for (let k = 0; k < base - row; k++) {
      world.createBody({ position: { x: k - (base - row) / 2, y: 0.5 + row }, shapes: [box(1, 1)] });
    }
  }
  const samples: Record<string, number[]> = {};
  for (let k = 0; k < 600; k++) {
    world.step(1 / 60);
    if (k < 300) continue;
    for (const [phase, value] of Object.entries(world.profile)) {
      samples[phase] = [...(samples[phase] ?? []), value];
    }
  }
  const cells = Object.entries(samples).map(([phase, values]) => `${phase} ${median(values).toFixed(3)}`);
  const { bodies, touchingContacts } = world.stats;
  return `${bodies} bodies, ${touchingContacts} contacts, ${speed} m/s: ${cells.join('  ')}`;
}

function box(width: number, height: number) {
  return { kind: 'polygon' as const, vertices: polygon.rectangle(width, height) };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

for (const base of [45, 100]) {
  for (const speed of [0, 0.3]) console.log(measure(base, speed));
}
