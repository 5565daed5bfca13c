/** Runs the benchmarks and writes bench/results. */
import { writeFileSync } from 'node:fs';
import { machineLine } from './harness.js';
import { narrowPhaseReport } from './narrow-phase.js';

const report = `# Collision benchmarks\n\n${machineLine()}\n\n## Narrow phase\n\n${narrowPhaseReport()}\n`;
writeFileSync(new URL('results/collision.md', import.meta.url), report);
console.log(report);
