#!/usr/bin/env node
/**
 * Checks, over the sources of every package and app:
 *   1. a package imports only packages of lower layers, and Babylon only in render-babylon and the apps;
 *   2. packages below render-babylon use no arithmetic whose result ECMAScript leaves to the engine: powers and inexact Math functions.
 * Prints the number of files read and fails if it is 0.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layerProblems } from '../src/layer-rules.js';

const problems = [];
let fileCount = 0;

for (const parent of ['packages', 'apps']) {
  if (!existsSync(parent)) continue;
  for (const room of readdirSync(parent)) {
    for (const folder of ['src', 'test', 'bench']) {
      const start = join(parent, room, folder);
      if (!existsSync(start)) continue;
      for (const file of readdirSync(start, { recursive: true }).map(String)) {
        if (/(?<!\.d)\.ts$/.test(file)) {
          fileCount++;
          const path = join(start, file);
          problems.push(...layerProblems(room, path, readFileSync(path, 'utf8'), folder === 'src'));
        }
      }
    }
  }
}
for (const problem of problems) console.error(problem);
console.log(`layers: ${fileCount} files read, ${problems.length} problems`);
if (problems.length > 0 || fileCount === 0) process.exit(1);
