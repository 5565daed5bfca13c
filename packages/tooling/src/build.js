/**
 * Emits every .ts below src of a package to dist: one .js, one .d.ts and two source maps per file. Every export states its type
 * (isolatedDeclarations). Declarations can therefore be emitted without any other file, and scripts without built siblings: of other files,
 * only the constant numbers are read, and only in the package itself.
 *
 * A package is not bundled into one file. Bundlers drop a file that nothing is used of, but not what a file does at its top level, such as
 * making tables and classes: of `dist` in one file, a bare world would be twice as large.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { inlineConstants } from './inline-constants.js';
import { shortenShaders } from './shaders.js';

const options = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  sourceMap: true,
  declaration: true,
  declarationMap: true,
  isolatedDeclarations: true,
  // removes everything marked @internal from the declarations, such as constructors that only a world calls
  stripInternal: true,
  // each file stands alone: no import and no library is read, and types are checked elsewhere
  noResolve: true,
  noLib: true,
  noCheck: true,
  types: [],
};

export function buildPackage(room, dist = join(room, 'dist')) {
  const sources = join(room, 'src');
  const files = readdirSync(sources, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => join(sources, file));
  if (files.length === 0) throw new Error(`no source in ${sources}`);
  rmSync(dist, { recursive: true, force: true });

  const program = ts.createProgram(files, { ...options, rootDir: sources, outDir: dist });
  const { peerDependencies = {} } = JSON.parse(readFileSync(join(room, 'package.json'), 'utf8'));
  const own = program.getSourceFiles();
  const before = [inlineConstants(program), shortenShaders('@babylonjs/core' in peerDependencies, own)];
  const { diagnostics } = program.emit(undefined, undefined, undefined, false, { before });
  const wrong = [...program.getSyntacticDiagnostics(), ...diagnostics].map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  );
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return files.length;
}
