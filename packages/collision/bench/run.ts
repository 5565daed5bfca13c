/** Runs the benchmarks and writes bench/results. */
import { writeFileSync } from 'node:fs';
import { broadPhaseReport } from './broad-phase.js';
import { machineLine } from './harness.js';
import { narrowPhaseReport } from './narrow-phase.js';
import { queryReport } from './queries.js';

const report = `# Collision benchmarks

${machineLine()}. Fastest of 25 rounds, variants interleaved.

## Broad phase

${broadPhaseReport()}

## Narrow phase

${narrowPhaseReport()}

## Queries on shape literals

${queryReport()}
`;
writeFileSync(new URL('results/collision.md', import.meta.url), report);
console.log(report);
