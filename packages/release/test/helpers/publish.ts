/** What publishing would do, short of sending anything: the packages that are not private, built and packed. */

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, runNode } from './run.js';

export const root: string = fileURLToPath(new URL('../../../../', import.meta.url));
const require = createRequire(import.meta.url);
const buildCommand = join(dirname(require.resolve('@otedama/tooling/package.json')), 'bin', 'build.js');

export interface Published {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

export function publishedPackages(): Published[] {
  return readdirSync(join(root, 'packages')).flatMap((room) => {
    const folder = join(root, 'packages', room);
    const manifest = readJson(join(folder, 'package.json'));
    return manifest.private ? [] : [{ name: manifest.name, version: manifest.version, folder }];
  });
}

/** Runs the workspace's own pnpm: the one that runs us, or the one of `packageManager`. */
export function runPnpm(folder: string, ...options: string[]): Promise<string> {
  const pnpm = process.env.npm_execpath ?? '';
  return pnpm.includes('pnpm')
    ? runNode(folder, pnpm, ...options)
    : run(folder, 'npx', '--yes', readJson(join(root, 'package.json')).packageManager, ...options);
}

/** Builds `dist` of a package and packs it as `pnpm publish` would. Returns the tarball's path. */
export async function buildAndPack({ folder }: Published, destination: string): Promise<string> {
  await runNode(folder, buildCommand);
  const report = await runPnpm(folder, 'pack', '--json', '--pack-destination', destination);
  return JSON.parse(report).filename;
}
