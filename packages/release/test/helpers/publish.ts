/** The steps of publishing without sending anything: finds the packages that are not private, builds and packs them. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from '@otedama/tooling/build';
import { run, runNode } from './run.js';

export const root: string = fileURLToPath(new URL('../../../../', import.meta.url));

export interface Published {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

export function publishedPackages(): Published[] {
  return readdirSync(join(root, 'packages')).flatMap((room) => {
    const folder = join(root, 'packages', room);
    if (!existsSync(join(folder, 'package.json'))) return [];
    const manifest = readJson(join(folder, 'package.json'));
    return manifest.private ? [] : [{ name: manifest.name, version: manifest.version, folder }];
  });
}

/** Runs the workspace's pnpm: the one that started this process, or the one of `packageManager`. */
export function runPnpm(folder: string, ...options: string[]): Promise<string> {
  const pnpm = process.env.npm_execpath ?? '';
  return pnpm.includes('pnpm')
    ? runNode(folder, pnpm, ...options)
    : run(folder, 'npx', '--yes', readJson(join(root, 'package.json')).packageManager, ...options);
}

/** Builds `dist` of all published packages and packs them like `pnpm publish`. Returns the paths of the tarballs by package name. */
export async function buildAndPack(destination: string): Promise<Record<string, string>> {
  const published = publishedPackages();
  for (const { folder } of published) buildPackage(folder);
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
