import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measuredPart, readmeFile, readResults, withMeasuredPart } from '../src/front-page.js';

/** The formatter may pad a table in its own way. */
const plain = (text: string) => text.replace(/-{2,}/g, '--').replace(/ +/g, ' ');

test('the front page shows the committed results', () => {
  const readme = readFileSync(readmeFile, 'utf8');
  expect(plain(withMeasuredPart(readme, readResults()))).toBe(plain(readme));
});

test('what was cut off, fell, got lost or is not finite is said', () => {
  const row = { scene: 'rain-1000', engine: 'otedama', steps: 600, frame: 1.234 };
  const part = measuredPart({
    machine: 'a machine',
    rows: [
      { ...row, quality: { endMean: 0.00153, lost: 0, topError: -0.06 } },
      { ...row, engine: 'planck', steps: 90, quality: { endMean: null, lost: 3, topError: -8 } },
    ],
    sizes: { otedama: { gzip: 51_200, load: 1 }, 'otedama (bare)': { gzip: 40_960 } },
  });
  expect(plain(part)).toContain('| 1.23 ms, 1.53 mm | 1.23 ms, not finite (cut off) (fell) (3 lost) |');
  expect(plain(part)).toContain('| 50 KiB, bare 40 KiB | – |');
});
