/** Where the workspace is, and which of its packages are published. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export function workspaceRoot(folder = process.cwd()) {
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return folder;
  if (dirname(folder) === folder) throw new Error('no pnpm-workspace.yaml above the current folder');
  return workspaceRoot(dirname(folder));
}

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
    return [{ folder, path, name: manifest.name, version: manifest.version, entries }];
  });
}
