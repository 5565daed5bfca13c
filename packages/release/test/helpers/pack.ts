/** Packs the published packages once for all test files of a run. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildAndPack, publishedPackages } from './publish.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the tarball of each published package, by its name; `inject('tarballs')` in a test. */
    tarballs: Record<string, string>;
  }
}

export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'otedama-tarballs-'));
  const tarballs: Record<string, string> = {};
  for (const entry of publishedPackages()) tarballs[entry.name] = await buildAndPack(entry, folder);
  project.provide('tarballs', tarballs);
  return () => rmSync(folder, { recursive: true, force: true });
}
