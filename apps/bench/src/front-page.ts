// The measured part of the root README, written from results.json: `pnpm --filter @otedama/bench front-page`, and by the bench itself
// whenever it writes to results/. A test keeps the page and the results together.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchScenes } from './scenes.js';
import { BARE } from './sizes.js';

/** The scenes of the front page, in its order. */
const shownScenes = [
  'pyramid-210',
  'pyramid-5050',
  'rain-1000',
  'rain-4000',
  'tumbler-2025',
  'stack-30',
  'stack-30-error',
];
/** Names of the engines as people know them, ours first. */
const engineNames: Readonly<Record<string, string>> = {
  otedama: 'Otedama',
  'rapier2d-simd-compat': 'Rapier, SIMD',
  'rapier2d-compat': 'Rapier',
  'box2d3-wasm (SIMD)': 'Box2D v3, WASM SIMD',
  planck: 'Planck',
  'matter-js': 'Matter',
  'phaser-box2d': 'Phaser Box2D',
};
/** A tower or pyramid whose top is lower than it should be by more than this has fallen, m. */
const FALLEN = 1;
const START = '<!-- measured: written by apps/bench/src/front-page.ts -->';
const END = '<!-- /measured -->';

export const readmeFile: string = fileURLToPath(new URL('../../../README.md', import.meta.url));
export const resultsFile: string = fileURLToPath(new URL('../results/results.json', import.meta.url));

/** JSON turns what is not finite into null. */
type Measured = number | null;

export interface Results {
  readonly machine: string;
  readonly rows: readonly {
    readonly scene: string;
    readonly engine: string;
    readonly steps: number;
    readonly frame: number;
    readonly quality: { readonly endMean: Measured; readonly lost: number; readonly topError: Measured };
  }[];
  readonly sizes: Readonly<Record<string, { readonly gzip: number; readonly load?: number }>>;
}

const digits = (value: number): string => String(Number(value.toPrecision(value < 1 ? 2 : 3)));

/** A table in Markdown, columns padded to one width, all but the first aligned to the right. */
function table(header: readonly string[], body: readonly (readonly string[])[]): string {
  const widths = header.map((title, i) => Math.max(3, title.length, ...body.map((row) => row[i].length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(header), `| ${rule.join(' | ')} |`, ...body.map(line)].join('\n');
}

/** The measured part of the README. */
export function measuredPart({ machine, rows, sizes }: Results): string {
  const engines = Object.keys(engineNames).filter((engine) => rows.some((row) => row.engine === engine));
  const scenes = benchScenes
    .filter(({ id }) => shownScenes.includes(id) && rows.some(({ scene }) => scene === id))
    .sort((a, b) => shownScenes.indexOf(a.id) - shownScenes.indexOf(b.id));
  const cell = (scene: string, engine: string, full: number): string => {
    const row = rows.find((candidate) => candidate.scene === scene && candidate.engine === engine);
    if (row === undefined) return '–';
    const { endMean, lost, topError } = row.quality;
    const isFallen = topError !== null && topError < -FALLEN;
    const overlap = endMean === null ? 'not finite' : `${digits(endMean * 1000)} mm`;
    const note = `${row.steps < full ? ' (cut off)' : ''}${isFallen ? ' (fell)' : ''}${lost > 0 ? ` (${lost} lost)` : ''}`;
    return `${digits(row.frame)} ms, ${overlap}${note}`;
  };
  const weight = (engine: string) => `${digits(sizes[engine].gzip / 1024)} KiB`;
  const weights = engines.map((engine) => {
    if (sizes[engine] === undefined) return '–';
    return engine === 'otedama' && BARE in sizes ? `${weight(engine)}, bare ${weight(BARE)}` : weight(engine);
  });
  const body = [
    ...scenes.map(({ id, title, steps }) => [title, ...engines.map((engine) => cell(id, engine, steps))]),
    ['download, minified and gzip', ...weights],
  ];
  return [
    START,
    '',
    table(['', ...engines.map((engine) => engineNames[engine])], body),
    '',
    `A frame is a step of 1/60 s and reading every transform, each engine with its own defaults, sleeping off; beside it the mean overlap of touching`,
    `bodies at the end, measured by a checker that shares no code with any engine. ${machine}. Machines differ: read the ratios.`,
    ...(BARE in sizes
      ? [
          'The bare world is the same without joints, queries and measuring, which are loaded one by one where they are called.',
        ]
      : []),
    '',
    END,
  ].join('\n');
}

/** The README with its measured part replaced. */
export function withMeasuredPart(readme: string, results: Results): string {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start) throw new Error('README.md has lost the marks of its measured part');
  return readme.slice(0, start) + measuredPart(results) + readme.slice(end + END.length);
}

export const readResults = (): Results => JSON.parse(readFileSync(resultsFile, 'utf8')) as Results;

export function writeFrontPage(): void {
  writeFileSync(readmeFile, withMeasuredPart(readFileSync(readmeFile, 'utf8'), readResults()));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFrontPage();
