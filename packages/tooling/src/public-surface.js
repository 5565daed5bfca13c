/**
 * The public surface of the published packages: everything that can be imported from their entries, as the TypeScript compiler sees
 * it. Sources are resolved through the source condition, so no build is needed.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** Declarations of the compiler's own library, parsed and bound once for all programs of the process. */
const library = new Map();

function createHost(options) {
  const host = ts.createCompilerHost(options);
  const folder = dirname(host.getDefaultLibFileName(options));
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    if (dirname(name) !== folder) return getSourceFile(name, ...rest);
    if (!library.has(name)) library.set(name, getSourceFile(name, ...rest));
    return library.get(name);
  };
  return host;
}

/** One program over the entries of all packages. */
export function loadProgram(root, packages, lib = ['ES2023', 'DOM', 'DOM.Iterable']) {
  const config = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile).config;
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, lib }, root);
  // ambient types that a package compiles with, beside its imports
  const ambient = packages
    .map(({ path }) => join(path, 'node_modules/@webgpu/types/dist/index.d.ts'))
    .find((file) => existsSync(file));
  const files = packages.flatMap(({ entries }) => entries.map(({ file }) => file));
  const roots = ambient === undefined ? files : [...files, ambient];
  return ts.createProgram(roots, options, createHost(options));
}

/** The symbol behind an import or export. */
export function resolveAlias(checker, symbol) {
  return (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Exports of an entry as names and symbols, sorted by name. */
export function exportsOf(program, file) {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file));
  return checker
    .getExportsOfModule(module)
    .map((symbol) => ({ name: symbol.name, symbol: resolveAlias(checker, symbol) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Package that contains a declaration; undefined if none does. */
export function packageOf(packages, declaration) {
  const { fileName } = declaration.getSourceFile();
  return packages.find(({ path }) => fileName.startsWith(`${path}/src/`));
}

/** `file:line` of a node, relative to the root. */
export function placeOf(root, node) {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${relative(root, source.fileName)}:${line + 1}`;
}
