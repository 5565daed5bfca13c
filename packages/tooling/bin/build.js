#!/usr/bin/env node
// Emits src/**/*.ts of the package in the current folder to dist: one .js, .d.ts and two maps a file.
// Every export states its type (isolatedDeclarations), so no file needs another one, or a built sibling, to be emitted.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const files = readdirSync('src', { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
if (files.length === 0) throw new Error('otedama-build: no source in ./src');

const scriptOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  sourceMap: true,
};
const declarationOptions = {
  ...scriptOptions,
  declaration: true,
  declarationMap: true,
  isolatedDeclarations: true,
  // what is marked @internal, such as constructors that only a world calls, is not in the declarations
  stripInternal: true,
};
rmSync('dist', { recursive: true, force: true });

let failed = false;
const report = (file, diagnostics = []) => {
  for (const diagnostic of diagnostics) {
    failed = true;
    console.error(`src/${file}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')}`);
  }
};
for (const file of files) {
  const source = readFileSync(join('src', file), 'utf8');
  const base = join('dist', file.slice(0, -3));
  const folder = dirname(base);
  const fromDist = relative(folder, join('src', file));
  mkdirSync(folder, { recursive: true });
  const common = { fileName: fromDist, reportDiagnostics: true };
  const script = ts.transpileModule(source, { ...common, compilerOptions: scriptOptions });
  const declaration = ts.transpileDeclaration(source, { ...common, compilerOptions: declarationOptions });
  report(file, script.diagnostics);
  report(file, declaration.diagnostics);
  const withSource = (map) =>
    JSON.stringify({ ...JSON.parse(map), sources: [fromDist.replaceAll('\\', '/')] });
  writeFileSync(`${base}.js`, script.outputText);
  writeFileSync(`${base}.js.map`, withSource(script.sourceMapText));
  writeFileSync(`${base}.d.ts`, declaration.outputText);
  if (declaration.sourceMapText !== undefined)
    writeFileSync(`${base}.d.ts.map`, withSource(declaration.sourceMapText));
}
if (failed) process.exit(1);
console.log(`built ${files.length} files`);
