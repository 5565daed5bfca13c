import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { foreignDependencies } from './publish.js';
import { run } from './run.js';

const require = createRequire(import.meta.url);

/**
 * Installs tarballs, or folders as links, with npm into `folder`. The installation is offline and uses its own cache, so only the
 * named packages can be installed, and beside them the workspace's copies of what published packages depend on outside of this repository.
 * Peers (Babylon) are not fetched.
 */
export async function installOffline(folder: string, what: readonly string[]): Promise<void> {
  const quiet = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  await run(
    folder,
    'npm',
    'install',
    ...quiet,
    '--cache',
    join(folder, '.npm-cache'),
    ...what,
    ...foreignDependencies,
  );
}

/** Turns the empty `folder` into a project with the tarballs and Babylon installed, the peer that a user would have. */
export async function makeStranger(folder: string, tarballs: readonly string[]): Promise<void> {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await installOffline(folder, tarballs);
  // the workspace's own copy
  mkdirSync(join(folder, 'node_modules', '@babylonjs'), { recursive: true });
  const babylon = dirname(require.resolve('@babylonjs/core/package.json'));
  symlinkSync(babylon, join(folder, 'node_modules', '@babylonjs', 'core'), 'junction');
}
