/**
 * Emits every .ts below src of a package to dist: one .js, one .d.ts and two source maps per file. Every export states its type
 * (isolatedDeclarations). Each file can therefore be emitted without any other file and without built siblings.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { shortenShaders } from './shaders.js';

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
  // removes everything marked @internal from the declarations, such as constructors that only a world calls
  stripInternal: true,
};
export function buildPackage(room) {
  const sources = join(room, 'src');
  const files = readdirSync(sources, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
  if (files.length === 0) throw new Error(`no source in ${sources}`);
  rmSync(join(room, 'dist'), { recursive: true, force: true });

  const wrong = [];
  for (const file of files) {
    const source = readFileSync(join(sources, file), 'utf8');
    const base = join(room, 'dist', file.slice(0, -3));
    const fromDist = relative(dirname(base), join(sources, file));
    mkdirSync(dirname(base), { recursive: true });
    const common = { fileName: fromDist, reportDiagnostics: true };
    const transformers = { before: [shortenShaders] };
    const script = ts.transpileModule(source, { ...common, compilerOptions: scriptOptions, transformers });
    const declaration = ts.transpileDeclaration(source, { ...common, compilerOptions: declarationOptions });
    for (const { messageText } of [...(script.diagnostics ?? []), ...(declaration.diagnostics ?? [])]) {
      wrong.push(`${join(sources, file)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
    }
    const withSource = (map) =>
      JSON.stringify({ ...JSON.parse(map), sources: [fromDist.replaceAll('\\', '/')] });
    writeFileSync(`${base}.js`, script.outputText);
    writeFileSync(`${base}.js.map`, withSource(script.sourceMapText));
    writeFileSync(`${base}.d.ts`, declaration.outputText);
    if (declaration.sourceMapText !== undefined)
      writeFileSync(`${base}.d.ts.map`, withSource(declaration.sourceMapText));
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return files.length;
}
