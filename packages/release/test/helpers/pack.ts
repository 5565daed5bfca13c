/** Packs the published packages and installs them, once for all test files of a run. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeStranger } from './install.js';
import { buildAndPack } from './publish.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the tarball of each published package, by package name; `inject('tarballs')` in a test. */
    tarballs: Record<string, string>;
    /**
     * A project outside the workspace with the packages installed. Programs in its subfolders can import them. Tests must not change
     * it.
     */
    stranger: string;
  }
}

export async function setup(project: TestProject): Promise<() => void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'otedama-stranger-')));
  const [packed, stranger] = ['tarballs', 'project'].map((name) => join(folder, name));
  mkdirSync(packed);
  mkdirSync(stranger);
  const tarballs = await buildAndPack(packed);
  await makeStranger(stranger, Object.values(tarballs));
  project.provide('tarballs', tarballs);
  project.provide('stranger', stranger);
  return () => rmSync(folder, { recursive: true, force: true });
}
