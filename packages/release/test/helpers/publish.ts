/** The steps of publishing without sending anything: the packages that are not private, how they are built and packed. */

import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from '@otedama/tooling/build';
import { type PublishedPackage, publishedPackages, workspaceRoot } from '@otedama/tooling/workspace';
import { run, runNode } from './run.js';

export const root: string = workspaceRoot(import.meta.dirname);
export const published: readonly PublishedPackage[] = publishedPackages(root);

/** Folders of the workspace's copies of what published packages depend on outside of this repository. */
export const foreignDependencies: readonly string[] = published.flatMap(({ path }) => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  return Object.keys(dependencies)
    .filter((name) => !published.some((ours) => ours.name === name))
    .map((name) => realpathSync(join(path, 'node_modules', name)));
});

/** Runs the workspace's pnpm: the one that started this process, or the one of `packageManager`. */
export function runPnpm(folder: string, ...options: string[]): Promise<string> {
  const pnpm = process.env.npm_execpath ?? '';
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return pnpm.includes('pnpm')
    ? runNode(folder, pnpm, ...options)
    : run(folder, 'npx', '--yes', packageManager, ...options);
}

/** Builds `dist` of all published packages and packs them like `pnpm publish`. Returns the paths of the tarballs by package name. */
export async function buildAndPack(destination: string): Promise<Record<string, string>> {
  for (const { path } of published) buildPackage(path);
  const filters = published.map(({ name }) => `--filter=${name}`);
  const report = await runPnpm(
    root,
    ...filters,
    '--recursive',
    'pack',
    '--json',
    '--pack-destination',
    destination,
  );
  const packed: { name: string; filename: string }[] = JSON.parse(report);
  return Object.fromEntries(packed.map(({ name, filename }) => [name, filename]));
}
