/** Every name in the tables of "Coming from ..." exists in the declarations of the package that its column is about. */

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { guides } from './helpers/extract.js';

const app = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Modules whose declarations may contain the names of a column. */
const modules: Readonly<Record<string, readonly string[]>> = {
  Matter: ['matter-js'],
  Planck: ['planck', 'planck/with-testbed'],
  Rapier: ['@dimforge/rapier2d-compat'],
  Otedama: ['@otedama/rigid', '@otedama/rigid-constraint', '@otedama/render-babylon', '@otedama/math2d'],
};

interface Mention {
  readonly column: string;
  readonly name: string;
}

/** Code in table cells that looks like a name or `Owner.member`. */
function mentions(text: string): Mention[] {
  const found: Mention[] = [];
  let header: string[] = [];
  for (const line of text.split('\n')) {
    const cells = line.split('|').slice(1, -1);
    if (cells.length === 0) header = [];
    else if (header.length === 0) header = cells.map((cell) => cell.trim());
    else {
      cells.forEach((cell, i) => {
        for (const [, name] of cell.matchAll(/`([A-Za-z]\w*(?:\.\w+)?)`/g))
          found.push({ column: header[i], name });
      });
    }
  }
  return found.filter(({ column }) => column in modules);
}

test('the names of the compared engines, and ours, exist', () => {
  const text = guides.find(({ name }) => name === 'coming-from')?.text ?? '';
  const all = mentions(text);
  expect(all.length).toBeGreaterThan(200);

  const specifiers = Object.values(modules).flat();
  const file = join(app, 'test', 'every-name.ts');
  const source = specifiers.map((name, i) => `import * as m${i} from '${name}';\nm${i};`).join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    customConditions: ['@otedama/source'],
    allowSyntheticDefaultImports: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    types: ['@webgpu/types'],
    // the tables name nothing of Babylon.js, and its declarations would take most of the time
    paths: { '@babylonjs/*': [file] },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2023) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  const checker = program.getTypeChecker();
  const imports = program.getSourceFile(file)!.statements.filter(ts.isImportDeclaration);
  const exportsOf = new Map(
    imports.map((statement, i) => {
      const symbol = checker.getSymbolAtLocation(statement.moduleSpecifier);
      if (symbol === undefined) throw new Error(`no declarations of ${specifiers[i]}`);
      return [specifiers[i], checker.getExportsOfModule(symbol)] as const;
    }),
  );

  const exists = ({ column, name }: Mention): boolean => {
    const [owner, member] = name.split('.');
    for (const specifier of modules[column]) {
      for (const exported of exportsOf.get(specifier)!) {
        if (exported.name !== owner) continue;
        if (member === undefined) return true;
        const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
        if (checker.getDeclaredTypeOfSymbol(symbol).getProperty(member) !== undefined) return true;
        if (symbol.valueDeclaration !== undefined) {
          const value = checker.getTypeOfSymbolAtLocation(symbol, symbol.valueDeclaration);
          if (value.getProperty(member) !== undefined) return true;
        }
        if (symbol.exports?.has(member as ts.__String)) return true;
      }
    }
    return false;
  };
  expect(exists({ column: 'Matter', name: 'Body.noSuchThing' })).toBe(false);
  const missing = all.filter((mention) => !exists(mention));
  expect(missing.map(({ column, name }) => `${column}: ${name}`)).toEqual([]);
});
