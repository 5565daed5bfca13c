#!/usr/bin/env node
/**
 * Checks the public surface of the published packages:
 *   1. it equals the committed packages/X/api.d.ts, so that a change of the surface shows in review;
 *   2. its documentation is complete, by the rules in src/doc-rules.js.
 * With --write, the files are written instead of compared. Prints how much was checked and fails if nothing was.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiText } from '../src/api-text.js';
import { checkDocs } from '../src/doc-rules.js';
import { loadProgram, publishedPackages, workspaceRoot } from '../src/public-surface.js';

const root = workspaceRoot();
const packages = publishedPackages(root);
const program = loadProgram(root, packages);
const apiText = createApiText(program, packages);
const isWriting = process.argv.includes('--write');

let lineCount = 0;
let problems = 0;
for (const entry of packages) {
  const text = apiText(entry);
  lineCount += text.split('\n').length;
  const file = join(entry.path, 'api.d.ts');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text === before) continue;
  if (isWriting) {
    writeFileSync(file, text);
    continue;
  }
  problems++;
  const [old, now] = [before, text].map((whole) => new Set(whole.split('\n')));
  console.error(`packages/${entry.folder}/api.d.ts is not the public surface of ${entry.name}:`);
  for (const line of old) if (!now.has(line)) console.error(`  - ${line}`);
  for (const line of now) if (!old.has(line)) console.error(`  + ${line}`);
}
if (problems > 0) console.error('If the change is meant: pnpm api, read the difference, commit it.');
const docs = checkDocs(root, program, packages);
for (const { rule, place, name, text } of docs.problems) console.error(`${place}: ${name} ${text} (${rule})`);
if (docs.problems.length > 0) console.error('The rules are in packages/tooling/src/doc-rules.js.');
problems += docs.problems.length;
console.log(
  `surface: ${packages.length} packages, ${lineCount} lines, ${docs.count} documented symbols, ${problems} problems`,
);
if (problems > 0 || lineCount === 0 || docs.count === 0) process.exit(1);
