/** Property tests draw the same cases in every run: one that draws others each time fails now and then. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');

const isSeed = (property: ts.ObjectLiteralElementLike): boolean => property.name?.getText() === 'seed';

/** Calls of `fc.assert` in a text: their lines, and whether the options have a seed. */
function assertions(text: string): { line: number; isSeeded: boolean }[] {
  const tree = ts.createSourceFile('test.ts', text, ts.ScriptTarget.ES2023, true);
  const found: { line: number; isSeeded: boolean }[] = [];
  (function visit(node: ts.Node): void {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'fc.assert') return;
    const options = node.arguments.at(1);
    const isSeeded = options !== undefined && ts.isObjectLiteralExpression(options);
    found.push({
      line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      isSeeded: isSeeded && options.properties.some(isSeed),
    });
  })(tree);
  return found;
}

test('every property test of the workspace has a seed', () => {
  expect(assertions('fc.assert(fc.property());\nfc.assert(fc.property(), { seed: 1 });')).toEqual([
    { line: 1, isSeeded: false },
    { line: 2, isSeeded: true },
  ]);
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((room) => join(root, parent, room, 'test')),
  );
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))))
    .filter((file) => file.endsWith('.ts'));
  const all = files
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => text.includes('fc.assert'))
    .flatMap(({ file, text }) => assertions(text).map((found) => ({ file: relative(root, file), ...found })));
  expect(all.length).toBeGreaterThan(30);
  expect(all.filter(({ isSeeded }) => !isSeeded)).toEqual([]);
});
