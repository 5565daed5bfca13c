/** Every name in the tables of "Coming from ..." exists in the declarations of the package that its column is about. */

import { readFileSync } from 'node:fs';
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

/** Folders whose declarations contain the names of a column that are too many, or too slow, to be type-checked. */
const folders: Readonly<Record<string, string>> = {
  'Box2D v3': 'box2d3-wasm/build/dist/es/compat',
  'Babylon.js with Havok': '@babylonjs/core',
};
const parts: Readonly<Record<string, readonly string[]>> = {
  'Box2D v3': ['Box2D.compat.d.ts'],
  'Babylon.js with Havok': [
    ...['Body', 'Shape', 'Aggregate', 'Constraint', 'Engine'].map((part) => `Physics/v2/physics${part}.d.ts`),
    'Physics/v2/characterController.d.ts',
    'Physics/v2/Plugins/havokPlugin.d.ts',
    'Physics/physicsHelper.d.ts',
    'Physics/joinedPhysicsEngineComponent.types.d.ts',
    'Debug/physicsViewer.pure.d.ts',
  ],
};

/** The names that a column's declarations declare, and `Owner.member` for the members of their classes and interfaces. */
function declared(column: string): Set<string> {
  const names = new Set<string>();
  for (const part of parts[column] ?? []) {
    const file = join(app, 'node_modules', folders[column] ?? '', part);
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true);
    const visit = (node: ts.Node, owner: string): void => {
      const { name } = node as { name?: ts.Node };
      const text = name !== undefined && ts.isIdentifier(name) ? name.text : '';
      if (text !== '') names.add(text).add(`${owner}.${text}`);
      const isOwner = ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node);
      ts.forEachChild(node, (child) => visit(child, isOwner ? text : owner));
    };
    visit(source, '');
  }
  return names;
}

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
  return found.filter(({ column }) => column in modules || column in folders);
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
  const inText = new Map(Object.keys(folders).map((column) => [column, declared(column)]));
  expect(inText.get('Box2D v3')?.has('b2World_NoSuchThing')).toBe(false);
  expect(inText.get('Babylon.js with Havok')?.has('PhysicsBody.castRay')).toBe(false);
  const missing = all.filter(
    (mention) => !(inText.get(mention.column)?.has(mention.name) ?? exists(mention)),
  );
  expect(missing.map(({ column, name }) => `${column}: ${name}`)).toEqual([]);
});
