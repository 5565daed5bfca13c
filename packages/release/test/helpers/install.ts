import { join } from 'node:path';
import { run } from './run.js';

/**
 * Installs tarballs, or folders as links, with npm into `folder`, offline and with a cache of its own, so that nothing
 * but what is named can arrive. Peers (Babylon) are not fetched.
 */
export async function installOffline(folder: string, what: readonly string[]): Promise<void> {
  const quiet = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  await run(folder, 'npm', 'install', ...quiet, '--cache', join(folder, '.npm-cache'), ...what);
}
