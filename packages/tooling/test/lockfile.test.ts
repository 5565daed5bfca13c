import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceRoot } from '../src/workspace.js';

// A lockfile written without access to the registry keeps only the binaries of the machine that wrote it.
test('every tool with a binary for Linux has one for macOS and for Windows in the lockfile', () => {
  const lock = readFileSync(join(workspaceRoot(), 'pnpm-lock.yaml'), 'utf8');
  const packages = lock.slice(lock.indexOf('\npackages:'), lock.indexOf('\nsnapshots:'));
  const names = new Set([...packages.matchAll(/^ {2}'?(.+)@[^@]+:$/gm)].map(([, name]) => name));
  const onLinux = [...names].filter((name) => /\blinux-(x64|64)(-gnu)?$/.test(name));
  expect(onLinux.length).toBeGreaterThanOrEqual(5);
  for (const name of onLinux) {
    const [, stem] = /^(.*?)linux-/.exec(name) ?? [];
    const elsewhere = [...names].filter((other) => other.startsWith(stem));
    expect(elsewhere, name).toContainEqual(expect.stringMatching(/darwin-arm64$/));
    expect(elsewhere, name).toContainEqual(expect.stringMatching(/win(32|dows)-(x64|64)(-msvc)?$/));
  }
});
