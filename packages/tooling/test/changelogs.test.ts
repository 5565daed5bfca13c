/** Sections of changelogs without a text, in a workspace with one package. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fillEmptySections, NOTHING_CHANGED } from '../src/changelogs.js';

const root = mkdtempSync(join(tmpdir(), 'otedama-changelogs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = join(root, 'packages', 'toy');
const file = join(folder, 'CHANGELOG.md');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@toys/toy', exports: {} }));

test('empty sections say so, wherever they are, and sections with a text stay', () => {
  writeFileSync(
    file,
    '# @toys/toy\n\n## 0.4.0\n\n## 0.3.0\n\n### Patch Changes\n\n- It rolls.\n\n## 0.2.0\n',
  );
  expect(fillEmptySections(root)).toEqual(['@toys/toy']);
  const filled = readFileSync(file, 'utf8');
  expect(filled).toBe(
    `# @toys/toy\n\n## 0.4.0\n\n${NOTHING_CHANGED}\n\n## 0.3.0\n\n### Patch Changes\n\n- It rolls.\n\n## 0.2.0\n\n${NOTHING_CHANGED}\n`,
  );
  expect(fillEmptySections(root)).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe(filled);
});
