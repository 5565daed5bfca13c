import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { svg } from '../src/chart.js';
import { measuredPart, readmeFile, withMeasuredPart } from '../src/front-page.js';
import { lossesTable } from '../src/losses.js';
import type { Marks } from '../src/mechanics/marks.js';
import { markdown } from '../src/report.js';
import type { Results } from '../src/results.js';
import { readMechanics, readResults, resultsFolder } from '../src/write.js';
import { quality, rowOf } from './rows.js';

/** Removes the padding that a formatter may add to tables. */
const plain = (text: string) => text.replace(/-{2,}/g, '--').replace(/[ \u00a0]+/g, ' ');

test('the front page, the page of results and the chart show the committed results', () => {
  const results = readResults(resultsFolder);
  const readme = readFileSync(readmeFile, 'utf8');
  expect(plain(withMeasuredPart(readme, results, readMechanics()))).toBe(plain(readme));
  expect(markdown(results)).toBe(readFileSync(join(resultsFolder, 'results.md'), 'utf8'));
  expect(svg(results)).toBe(readFileSync(join(resultsFolder, 'results.svg'), 'utf8'));
});

test('the README names the versions that were measured', () => {
  const { rows } = readResults(resultsFolder);
  const version = (engine: string): string => rows.find((row) => row.engine === engine)?.version ?? '';
  const short = (engine: string): string => version(engine).split('.').slice(0, 2).join('.');
  const readme = plain(readFileSync(readmeFile, 'utf8').replaceAll('\n', ' '));
  expect(readme).toContain(
    `Rapier 2D ${short('rapier2d-compat')}, Box2D v3 (\`box2d3-wasm\` ${short('box2d3-wasm (SIMD)')}), ` +
      `Planck ${short('planck')}, Matter ${short('matter-js')} and Phaser Box2D ${short('phaser-box2d')}.`,
  );
  expect(readme).toContain(`Rapier with SIMD use ${version('rapier2d-simd-compat')},`);
});

const box2d = { engine: 'box2d3-wasm (SIMD)', kind: 'wasm' } as const;
const rapier = { engine: 'rapier2d-simd-compat', kind: 'wasm' } as const;

const results: Results = {
  machine: 'a machine',
  repetitions: 1,
  rows: [
    rowOf({ scene: 'rain-1000', frame: 1.234 }),
    rowOf({ ...rapier, scene: 'rain-1000', frameRatio: 1.25, stepRatio: 0.8 }),
    rowOf({ ...box2d, scene: 'rain-1000', frameRatio: 12.6, stepRatio: 2 }),
    rowOf({ scene: 'rain-1000', engine: 'planck', frameRatio: 5, stepRatio: 4 }),
    rowOf({ scene: 'rain-1000', engine: 'matter-js', steps: 90, frameRatio: 3, stepRatio: 3 }),
    rowOf({ scene: 'washer-8100', steps: 120, frame: 44 }),
    rowOf({ ...rapier, scene: 'washer-8100', steps: 120, frameRatio: 0.83 }),
    rowOf({
      scene: 'washer-8100',
      engine: 'phaser-box2d',
      steps: 1,
      best: null,
      frame: null,
      frameRatio: null,
      stepRatio: null,
    }),
    rowOf({ scene: 'stack-30' }),
    rowOf({ ...rapier, scene: 'stack-30', quality: { ...quality, sideDrift: 20, topError: -20 } }),
    rowOf({ ...box2d, scene: 'stack-30', quality: { ...quality, topError: -1.4 } }),
    rowOf({ scene: 'stack-30', engine: 'planck', quality: { ...quality, endMean: null } }),
    rowOf({ scene: 'stack-30', engine: 'matter-js', steps: 599 }),
  ],
  sizes: { otedama: { gzip: 51_200, load: 1, firstSecond: 2 }, 'otedama (bare)': { gzip: 40_960 } },
};

const mechanics: Marks[] = [
  { engine: 'otedama', version: '1.0.0', errors: { fall: 0.5, spin: 2, bounce: null } },
];

test('the front page counts the mechanics tests that an engine passes', () => {
  const part = plain(measuredPart(results, mechanics));
  expect(part).toMatch(/mechanics tests passed\]\(apps\/bench\/results\/mechanics.md\), of \d+ \| 1 \| – \|/);
});

test('the front page compares over the same steps and marks the fastest', () => {
  const part = plain(measuredPart(results, mechanics));
  expect(part).toContain('| rain of 1,000 mixed bodies | **1.2 ms** | 1.3 × | 13 × | Planck 5.0 × |');
  expect(part).toContain('| washer of 8,100 small boxes | 44 ms | **0.83 ×** | – | – |');
});

test('the front page tells what a step alone takes, and what others do better', () => {
  const part = plain(measuredPart(results, mechanics));
  expect(part).toContain(
    'steps alone take 0.80 to 1.0 times as long in Rapier with SIMD and 2.0 times as long in Box2D v3 with SIMD.',
  );
  expect(part).not.toMatch(
    /Smaller downloads|Loaded sooner|Calmer|Less overlap|thrown out|that Otedama fails/,
  );
  const moving = { ...quality, kineticEnergy: 3, deepestOverlap: 0.1, endMean: 0.01, lost: 2 };
  const others = {
    ...results,
    rows: [rowOf({ scene: 'rain-1000', quality: moving }), ...results.rows.slice(1)],
    sizes: {
      otedama: { gzip: 51_200, load: 60 },
      planck: { gzip: 50_000, load: 50 },
      'matter-js': { gzip: 60_000, load: 40 },
    },
  };
  const failing: Marks[] = [
    ...mechanics.map((marks) => ({ ...marks, errors: { ...marks.errors, spin: 2, fall: 0.5 } })),
    { engine: 'planck', version: '1.0.0', errors: { fall: 2, spin: 0 } },
  ];
  const praise = plain(measuredPart(others, failing));
  expect(praise).toContain('**What others do better** - Smaller downloads: Planck.'.replace(' - ', '\n\n- '));
  expect(praise).toContain('Less overlap at the end, rain of 1,000 mixed bodies: Rapier with SIMD,');
  expect(praise).toContain('Less overlap at the worst moment, rain of 1,000 mixed bodies: Rapier with SIMD,');
  expect(praise).toContain(
    'No body thrown out of the rain of 1,000 mixed bodies (in Otedama 2 bodies are): Rapier',
  );
  expect(praise).toContain(
    'A mechanics test that Otedama fails (“a free body at 10 rad/s turns by ω t in 20 s”, off by 2 %): Planck.',
  );
  expect(praise).not.toContain('“a body falls');
  expect(praise).toContain('Loaded sooner: Matter (in 40 ms, Otedama 60 ms).');
  expect(praise).toContain(
    'Calmer after the rain of 1,000 mixed bodies: Rapier with SIMD, Box2D v3 with SIMD and Planck (at most 0 J, Otedama 3 J).',
  );
});

test('the front page states the outcome of a tower, and counts no fall in scenes that should fall', () => {
  const part = plain(measuredPart(results, mechanics));
  expect(part).toContain(
    '| tower of 30 unit boxes, after 10 s | 1.5 mm | fell | 1.5 mm | – | too slow | – |',
  );
  expect(part.match(/\| fell/g)).toHaveLength(1);
  expect(part).toContain('| download, minified and gzipped | 50 KiB | – | – | – | – | – |');
  expect(part).toContain('is 40 KiB:');
});

test('the results page starts with our engine against the best peer', () => {
  const page = plain(markdown(results));
  expect(page).toContain('| rain-1000 | 0.80 (Rapier, SIMD) | 1.3 | 0.50 | 0.25 (Planck) |');
  expect(page).toContain('| washer-8100 | 1.2 (Rapier, SIMD) | 1.0 | – | – |');
});

test('the results page lists every value in which another engine is clearly better, and only those', () => {
  const planck = { scene: 'rain-1000', engine: 'planck' };
  const drum = { scene: 'tumbler-2025', steps: 400 };
  const lossesOf = (...rows: Parameters<typeof rowOf>[0][]): string | null => {
    const text = lossesTable(rows.map(rowOf));
    return text === null ? null : plain(text);
  };
  const heap = { scene: 'rain-1000', quality: { ...quality, kineticEnergy: 2, deepestOverlap: 0.3 } };
  const better = { ...planck, quality: { ...quality, kineticEnergy: 0.05, deepestOverlap: 0.29 } };
  expect(lossesOf(heap, better)).toContain('| rain-1000 | kinetic energy, J | 2 | Planck 0.05 |');
  expect(lossesOf(heap, better)).not.toContain('deepest');
  // a run that was cut off, an energy that is as good as none, and a drum that never rests
  expect(lossesOf(heap, { ...better, steps: 90 })).toBeNull();
  const calm = { ...heap, quality: { ...quality, kineticEnergy: 0.009 } };
  expect(lossesOf(calm, { ...better, quality })).toBeNull();
  expect(lossesOf({ ...heap, ...drum }, { ...better, ...drum })).toBeNull();
  // a tower that fell overlaps less
  const fallen = { engine: 'planck', quality: { ...quality, endMean: 0.0002, sideDrift: 12 } };
  expect(lossesOf({}, fallen)).toBeNull();
  expect(lossesOf({}, { ...fallen, quality: { ...fallen.quality, sideDrift: 0 } })).toContain('Planck 0.2');
});

test('the results page states how far a cell got, and no time for a single step', () => {
  const page = plain(markdown(results));
  expect(page).toContain('| Phaser Box2D 1.0.0 | – | – | – | – | 1 | 1 | 1 | 0 | 1 of 120 |');
  expect(page).toContain('| Phaser Box2D | 1, cut off | 1.53 |');
  expect(page).toContain('| Rapier, SIMD | 600, fell | 1.53 |');
  expect(page).toContain('| Planck | 600 | – |');
});

test('no bar or label exceeds the chart', () => {
  const chart = svg(results);
  expect(chart).not.toMatch(/NaN|Infinity|undefined|null/);
  expect(chart).toContain('only 1 of 120 steps');
  expect(chart).toContain('3.0\u00a0×, first 90 steps');
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(chart) as RegExpExecArray;
  const bars = chart.slice(chart.indexOf('rain of'));
  const found = [...bars.matchAll(/<rect x="([^"]+)" y="([^"]+)" width="([^"]+)"/g)];
  expect(found).toHaveLength(10);
  for (const [, x, y, length] of found) {
    expect(Number(x)).toBeGreaterThan(160);
    expect(Number(length)).toBeGreaterThanOrEqual(0);
    expect(Number(x) + Number(length)).toBeLessThan(Number(width) - 100);
    expect(Number(y)).toBeLessThan(Number(height) - 20);
  }
});
