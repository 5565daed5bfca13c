/** The check of the public surface, as the command `otedama-surface` runs it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiText } from './api-text.js';
import { checkDocs } from './doc-rules.js';
import { loadProgram } from './public-surface.js';
import { publishedPackages } from './workspace.js';

/** Checks the workspace at `root`, or with `isWriting` writes its api.d.ts files. `print` gets each finding. Returns whether all is well. */
export function checkSurface(root, { isWriting = false, lib, print }) {
  const packages = publishedPackages(root);
  const program = loadProgram(root, packages, lib);
  const apiText = createApiText(program, packages);

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
    print(`packages/${entry.folder}/api.d.ts is not the public surface of ${entry.name}:`);
    for (const line of old) if (!now.has(line)) print(`  - ${line}`);
    for (const line of now) if (!old.has(line)) print(`  + ${line}`);
  }
  if (problems > 0) print('If the change is meant: pnpm api, read the difference, commit it.');
  const docs = checkDocs(root, program, packages);
  for (const { rule, place, name, text } of docs.problems) print(`${place}: ${name} ${text} (${rule})`);
  if (docs.problems.length > 0) print('The rules are in packages/tooling/src/doc-rules.js.');
  problems += docs.problems.length;
  print(
    `surface: ${packages.length} packages, ${lineCount} lines, ${docs.count} documented symbols, ${problems} problems`,
  );
  return problems === 0 && lineCount > 0 && docs.count > 0;
}
