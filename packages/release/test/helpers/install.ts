import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from './run.js';

const require = createRequire(import.meta.url);

/**
 * Installs tarballs, or folders as links, with npm into `folder`, offline and with a cache of its own, so that nothing
 * but what is named can arrive. Peers (Babylon) are not fetched.
 */
export async function installOffline(folder: string, what: readonly string[]): Promise<void> {
  const quiet = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  await run(folder, 'npm', 'install', ...quiet, '--cache', join(folder, '.npm-cache'), ...what);
}

/** Makes `folder`, which is empty, a project that has installed the tarballs, and Babylon, the peer that a stranger would have. */
export async function makeStranger(folder: string, tarballs: readonly string[]): Promise<void> {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await installOffline(folder, tarballs);
  // the workspace's own copy
  mkdirSync(join(folder, 'node_modules', '@babylonjs'), { recursive: true });
  const babylon = dirname(require.resolve('@babylonjs/core/package.json'));
  symlinkSync(babylon, join(folder, 'node_modules', '@babylonjs', 'core'), 'junction');
}
