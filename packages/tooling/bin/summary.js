#!/usr/bin/env node
/** Adds up the test reports of all packages and apps and prints one closing line. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const total = { passed: 0, failed: 0, skipped: 0 };
for (const parent of ['packages', 'apps']) {
  if (!existsSync(parent)) continue;
  for (const room of readdirSync(parent)) {
    const file = join(parent, room, 'test-output', 'report.json');
    if (!existsSync(file)) continue;
    const report = JSON.parse(readFileSync(file, 'utf8'));
    total.passed += report.numPassedTests;
    total.failed += report.numFailedTests;
    total.skipped += report.numPendingTests + report.numTodoTests;
    console.log(`${room}: ${report.numPassedTests} passed, ${report.numFailedTests} failed`);
  }
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
if (total.passed === 0 || total.failed > 0) process.exit(1);
