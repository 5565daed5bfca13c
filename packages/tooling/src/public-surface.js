/**
 * The public surface of the published packages: what can be imported from their entries, as the TypeScript compiler sees it.
 * Sources are read through the source condition, so nothing has to be built.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

/** Folders and entry files of the packages that are published, by name of their folder. */
export function publishedPackages(root) {
  const folders = readdirSync(join(root, 'packages')).sort();
  return folders.flatMap((folder) => {
    const path = join(root, 'packages', folder);
    if (!existsSync(join(path, 'package.json'))) return [];
    const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    if (manifest.private) return [];
    const entries = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
      typeof target === 'string'
        ? []
        : [{ specifier: join(manifest.name, subpath), file: resolve(path, target['@otedama/source']) }],
    );
    return [{ folder, path, name: manifest.name, entries }];
  });
}

/** One program over the entries of all packages. */
export function loadProgram(root, packages, lib = ['ES2023', 'DOM', 'DOM.Iterable']) {
  const config = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile).config;
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, lib }, root);
  // what a package compiles with beside its imports
  const ambient = packages
    .map(({ path }) => join(path, 'node_modules/@webgpu/types/dist/index.d.ts'))
    .find((file) => existsSync(file));
  const files = packages.flatMap(({ entries }) => entries.map(({ file }) => file));
  return ts.createProgram(ambient === undefined ? files : [...files, ambient], options);
}

/** Symbol that an import or export stands for. */
export function resolveAlias(checker, symbol) {
  return (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Names and symbols that an entry exports, by name. */
export function exportsOf(program, file) {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file));
  return checker
    .getExportsOfModule(module)
    .map((symbol) => ({ name: symbol.name, symbol: resolveAlias(checker, symbol) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Package that a declaration belongs to, undefined for what comes from elsewhere. */
export function packageOf(packages, declaration) {
  const { fileName } = declaration.getSourceFile();
  return packages.find(({ path }) => fileName.startsWith(`${path}/src/`));
}

/** `file:line` of a node, from the root. */
export function placeOf(root, node) {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${relative(root, source.fileName)}:${line + 1}`;
}

/** Root of the workspace: the nearest folder upwards with a `pnpm-workspace.yaml`. */
export function workspaceRoot(folder = process.cwd()) {
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return folder;
  if (dirname(folder) === folder) throw new Error('no pnpm-workspace.yaml above the current folder');
  return workspaceRoot(dirname(folder));
}
