/** What a package's README must hold on its first screen, and that the size it states is the size it has. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSize } from '@otedama/tooling/size';
import { describe, expect, test } from 'vitest';
import { publishedPackages } from './helpers/publish.js';

/** Lines of a first screen, with room for the longest example. */
const SCREEN = 85;

describe.each(publishedPackages())('$name', ({ name, folder }) => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  const place = (pattern: RegExp) => {
    const found = pattern.exec(text);
    return found === null ? Number.NaN : text.slice(0, found.index).split('\n').length;
  };

  test('what, install, example, what it can do, size, limits, references, in this order on the first screen', () => {
    const parts = [
      /^# @otedama\//m,
      /^[A-Z0-9][^\n]{60,}/m,
      new RegExp(`^npm install .*${name}`, 'm'),
      /^```(ts|js)/m,
      /^\|/m,
      /^\*\*Size\*\*: /m,
      /^\*\*Limits\*\*: /m,
      /^\*\*References\*\*: ?/m,
    ];
    const places = parts.map(place);
    expect(places).toEqual(places.slice().sort((a, b) => a - b));
    expect(places.every((line) => line <= SCREEN)).toBe(true);
  });

  test('the size it states is what it weighs', () => {
    const stated = Number(/^\*\*Size\*\*: ([\d.]+) KiB minified and gzipped, all of it/m.exec(text)?.[1]);
    const here = fileURLToPath(new URL('..', import.meta.url));
    const { gzip } = bundleSize(`export * from '${name}';`, here, {
      conditions: ['@otedama/source'],
      external: publishedPackages()
        .map((other) => other.name)
        .filter((other) => other !== name)
        .concat('@babylonjs/*'),
    });
    // within a fifth: a README need not follow every byte
    expect(Math.abs(gzip / 1024 - stated) / stated, `${(gzip / 1024).toFixed(1)} KiB`).toBeLessThan(0.2);
  });
});
