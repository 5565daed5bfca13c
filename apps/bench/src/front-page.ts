/** The measured part of the root README: how fast, how well, how heavy. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { examinations } from './mechanics/index.js';
import { type Marks, passed } from './mechanics/marks.js';
import { BARE, BOX2D_SIMD, engineNames, isPeer, OURS, RAPIER_SIMD } from './names.js';
import { bestPeer, isComplete, isFallen, type Results, type Row } from './results.js';
import { benchScene } from './scenes.js';

import { GLUE, NOTHING, number, table, times } from './table.js';

/** The scenes of the first table, in its order. */
const TIMED = [
  'pyramid-210',
  'pyramid-5050',
  'rain-1000',
  'rain-4000',
  'tumbler-2025',
  'joint-grid-900',
  'compounds-3000',
  'washer-8100',
];
/** The engines that it shows beside ours; the fastest of those in plain JavaScript stands in a column of its own. */
const SHOWN = [RAPIER_SIMD, BOX2D_SIMD];
/** The scenes of the second table, in which things are to stay where they are laid. */
const STANDING = ['stack-30', 'stack-30-error', 'pyramid-210', 'pyramid-5050'];
/** The engines that it shows: one solver of ours, and all others. */
const JUDGED = Object.keys(engineNames).filter((engine) => engine === OURS || isPeer(engine));

const START = '<!-- measured: written by apps/bench/src/front-page.ts -->';
const END = '<!-- /measured -->';

export const readmeFile: string = fileURLToPath(new URL('../../../README.md', import.meta.url));

const find = (rows: readonly Row[], scene: string, engine: string): Row | undefined =>
  rows.find((row) => row.scene === scene && row.engine === engine);

const titleOf = (scene: string): string => benchScene(scene)?.title ?? scene;

/** Ours in milliseconds, the others in multiples of it, the fastest of a line in bold. */
function howFast(rows: readonly Row[]): string {
  const lines = TIMED.flatMap((scene) => {
    const ours = find(rows, scene, OURS);
    if (ours === undefined) return [];
    const inJavaScript = rows.filter((row) => row.scene === scene && (row.kind === 'js' || row === ours));
    const best = bestPeer(inJavaScript, 'frameRatio');
    const ratios = [...SHOWN.map((engine) => find(rows, scene, engine)), best].map(
      (row) => row?.frameRatio ?? null,
    );
    const least = Math.min(1, ...ratios.map((ratio) => ratio ?? Infinity));
    const bold = (ratio: number, text: string): string => (ratio === least ? `**${text}**` : text);
    const others = ratios.map((ratio) => (ratio === null ? NOTHING : bold(ratio, times(ratio))));
    const named = best === undefined ? '' : `${engineNames[best.engine]} `;
    return [
      [
        titleOf(scene),
        bold(1, `${number(ours.frame, 2)}${GLUE}ms`),
        ...others.slice(0, -1),
        `${named}${others.at(-1)}`,
      ],
    ];
  });
  return table(
    ['', 'Otedama', ...SHOWN.map((engine) => engineNames[engine]), 'fastest other in plain JavaScript'],
    lines,
  );
}

/** What is left of a tower or pyramid at the end. */
function standing(row: Row | undefined): string {
  if (row === undefined) return NOTHING;
  if (!isComplete(row)) return `too${GLUE}slow`;
  if (isFallen(row)) return 'fell';
  return row.quality.endMean === null ? NOTHING : `${number(row.quality.endMean * 1000, 2)}${GLUE}mm`;
}

/** What the engines make of towers, and what they weigh. */
function howWellAndHeavy({ rows, sizes }: Results, mechanics: readonly Marks[]): string {
  const engines = JUDGED.filter((engine) => rows.some((row) => row.engine === engine));
  const lines = STANDING.filter((scene) => find(rows, scene, OURS) !== undefined).map((scene) => [
    `${titleOf(scene)}, after ${(benchScene(scene)?.steps ?? 0) / 60} s`,
    ...engines.map((engine) => standing(find(rows, scene, engine))),
  ]);
  const right = (engine: string): string => {
    const marks = mechanics.find((candidate) => candidate.engine === engine);
    return marks === undefined ? NOTHING : String(passed(marks));
  };
  const weight = (engine: string): string =>
    sizes[engine] === undefined ? NOTHING : `${number(sizes[engine].gzip / 1024)}${GLUE}KiB`;
  return table(
    ['', ...engines.map((engine) => engineNames[engine])],
    [
      [
        `[right in mechanics](apps/bench/results/mechanics.md), of ${examinations.length}`,
        ...engines.map(right),
      ],
      ...lines,
      ['download, minified and gzip', ...engines.map(weight)],
    ],
  );
}

/** The measured part of the README. */
export function measuredPart(results: Results, mechanics: readonly Marks[]): string {
  const { machine, rows, sizes } = results;
  const bare =
    BARE in sizes
      ? [
          `Otedama without joints, queries and measuring, which are loaded one by one where they are called, is ${number(sizes[BARE].gzip / 1024)} KiB.`,
        ]
      : [];
  return [
    START,
    '',
    '**How fast.** A frame is a step of 1/60 s and reading every transform: its milliseconds with Otedama, and how many times as long',
    'the same steps take with the others. The fastest of a line is bold.',
    '',
    howFast(rows),
    '',
    '**How well, how heavy.** How many small scenes end as mechanics says: falls, collisions, friction, joints. Then mean overlap of the touching',
    'boxes at the end, by a checker that shares no code with any engine; “fell” where a box has gone sideways by its own side, “too slow” where the',
    'end was not reached in the time of the benchmark.',
    '',
    howWellAndHeavy(results, mechanics),
    '',
    `Each engine with its own defaults, sleeping off. ${machine}. Machines differ: read the ratios.`,
    ...bare,
    '',
    END,
  ].join('\n');
}

/** The README with its measured part replaced. */
export function withMeasuredPart(readme: string, results: Results, mechanics: readonly Marks[]): string {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start) throw new Error('README.md has lost the marks of its measured part');
  return readme.slice(0, start) + measuredPart(results, mechanics) + readme.slice(end + END.length);
}

export function writeFrontPage(results: Results, mechanics: readonly Marks[]): void {
  writeFileSync(readmeFile, withMeasuredPart(readFileSync(readmeFile, 'utf8'), results, mechanics));
}
