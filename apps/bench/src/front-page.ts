/** The measured part of the root README: speed, accuracy and size. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Measured, Quality } from './measure.js';
import { examinations } from './mechanics/index.js';
import { errorText, type Marks, passed, passes } from './mechanics/marks.js';
import { BARE, BOX2D_SIMD, engineNames, isPeer, OURS, RAPIER_SIMD } from './names.js';
import { bestPeer, isComplete, isFallen, type Results, type Row } from './results.js';
import { benchScene, benchScenes } from './scenes.js';
import { GLUE, NOTHING, number, share, table, times } from './table.js';

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
/** The other engines in this table. The fastest plain JavaScript engine has its own column. */
const SHOWN = [RAPIER_SIMD, BOX2D_SIMD];
/** The scenes of the second table, whose bodies should stay in place. */
const STANDING = ['stack-30', 'stack-30-error', 'pyramid-210', 'pyramid-5050'];
/** A time below this share of ours is told; less of a difference may be noise. */
const CLEARLY = 0.8;
/** The scene whose bodies still have to come to rest at its end. */
const HEAP = 'rain-1000';
/** An overlap below this share of ours is told. */
const LESS = 0.8;
/** The engines of the second table: Otedama with its default solver, and all other engines. */
const JUDGED = Object.keys(engineNames).filter((engine) => engine === OURS || isPeer(engine));

const START = '<!-- measured: written by apps/bench/src/front-page.ts -->';
const END = '<!-- /measured -->';

export const readmeFile: string = fileURLToPath(new URL('../../../README.md', import.meta.url));

const find = (rows: readonly Row[], scene: string, engine: string): Row | undefined =>
  rows.find((row) => row.scene === scene && row.engine === engine);

const titleOf = (scene: string): string => benchScene(scene)?.title ?? scene;

/** The speed table: Otedama in milliseconds, the others as multiples of that, the fastest of each row in bold. */
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
    [
      '',
      'Otedama',
      ...SHOWN.map((engine) => engineNames[engine]),
      'fastest other engine in plain JavaScript',
    ],
    lines,
  );
}

/** The smallest and the largest of some values, as "1.5 to 3"; null if there are none. */
function range(values: readonly (number | null)[], text: (value: number) => string): string | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const [least, most] = [text(Math.min(...known)), text(Math.max(...known))];
  return least === most ? least : `${least} to ${most}`;
}

/** Steps alone in the scenes of the first table. Frames contain the cost of reading, which depends on how an engine hands out its state. */
function stepsAlone(rows: readonly Row[]): string[] {
  const perScene = (value: (row: Row) => number | null, text: (value: number) => string) =>
    SHOWN.flatMap((engine) => {
      const values = TIMED.map((scene) => find(rows, scene, engine)).map((row) => (row ? value(row) : null));
      const told = range(values, text);
      return told === null ? [] : [{ told, name: inText(engine) }];
    });
  const steps = perScene(({ stepRatio }) => stepRatio, share);
  const reads = perScene(
    ({ read, frame }) => (frame === null ? null : (100 * read) / frame),
    (percent) => percent.toFixed(0),
  );
  if (steps.length === 0) return [];
  const readText = reads.map(({ told, name }) => `${told}${GLUE}% of a frame of ${name}`).join(' and ');
  return [
    `Reading is ${readText}: they hand out one body per`,
    'call into WASM, while Otedama writes all of them to one array. Compared with Otedama,',
    `steps alone take ${steps.map(({ told, name }) => `${told} times as long in ${name}`).join(' and ')}.`,
    '',
  ];
}

/** What the tables say in favour of other engines. */
function inFavourOfOthers({ rows, sizes }: Results, mechanics: readonly Marks[]): string[] {
  const peers = JUDGED.filter(isPeer);
  const list = (texts: readonly string[]): string =>
    texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
  const ours = sizes[OURS];
  const sentences: string[] = [];
  const smaller = peers.filter((engine) => sizes[engine]?.gzip < ours?.gzip);
  if (smaller.length > 0) sentences.push(`Smaller downloads: ${list(smaller.map(inText))}`);
  const loadOf = (engine: string): number | null => sizes[engine]?.load ?? null;
  const sooner = peers.filter((engine) => (loadOf(engine) ?? Infinity) < CLEARLY * (loadOf(OURS) ?? 0));
  if (sooner.length > 0) {
    const time = range(sooner.map(loadOf), (value) => number(value, 2));
    sentences.push(
      `Loaded sooner: ${list(sooner.map(inText))} (in ${time}${GLUE}ms, Otedama ${number(ours.load, 2)}${GLUE}ms)`,
    );
  }
  const energy = (engine: string): number | null => {
    const row = find(rows, HEAP, engine);
    return row !== undefined && isComplete(row) ? row.quality.kineticEnergy : null;
  };
  const own = energy(OURS);
  const calmer = peers.filter((engine) => own !== null && (energy(engine) ?? Infinity) < own);
  if (own !== null && calmer.length > 0) {
    const most = number(Math.max(...calmer.map((engine) => energy(engine) as number)), 1);
    sentences.push(
      `Calmer after the ${titleOf(HEAP)}: ${list(calmer.map(inText))} (at most ${most}${GLUE}J, Otedama ${number(own, 2)}${GLUE}J)`,
    );
  }
  for (const [told, value] of [
    ['Less overlap at the end', ({ endMean }) => endMean],
    ['Less overlap at the worst moment', ({ deepestOverlap }) => deepestOverlap],
  ] as const satisfies readonly (readonly [string, (quality: Quality) => Measured])[]) {
    for (const scene of [...STANDING, HEAP]) {
      const mine = find(rows, scene, OURS);
      const limit = mine === undefined ? null : value(mine.quality);
      const names = peers.filter((engine) => {
        const row = find(rows, scene, engine);
        if (row === undefined || limit === null || !isComplete(row) || isFallen(row)) return false;
        return (value(row.quality) ?? Infinity) < LESS * limit;
      });
      if (names.length > 0) sentences.push(`${told}, ${titleOf(scene)}: ${list(names.map(inText))}`);
    }
  }
  for (const { id, title } of benchScenes) {
    const lost = find(rows, id, OURS)?.quality.lost ?? 0;
    const keepers = peers.filter((engine) => {
      const row = find(rows, id, engine);
      return row !== undefined && isComplete(row) && row.quality.lost < lost;
    });
    if (keepers.length > 0) {
      const bodies = lost === 1 ? 'one body is' : `${lost} bodies are`;
      sentences.push(
        `No body thrown out of the ${title} (in Otedama ${bodies}): ${list(keepers.map(inText))}`,
      );
    }
  }
  const failures = (engine: string): Marks['errors'] =>
    mechanics.find((candidate) => candidate.engine === engine)?.errors ?? {};
  for (const examination of examinations) {
    const { id, title } = examination;
    if (!(id in failures(OURS)) || passes(examination, failures(OURS)[id])) continue;
    const better = peers.filter((engine) => passes(examination, failures(engine)[id]));
    if (better.length > 0) {
      const own = errorText(examination, failures(OURS)[id]);
      sentences.push(
        `A mechanics test that Otedama fails (“${title}”, off by ${own}): ${list(better.map(inText))}`,
      );
    }
  }
  return sentences.length === 0
    ? []
    : ['**What others do better**', '', ...sentences.map((text) => `- ${text}.`), ''];
}

/** The name of an engine within a sentence. */
const inText = (engine: string): string => engineNames[engine].replace(', ', ' with ');

/** The table cell for the final state of a tower or pyramid. */
function standing(row: Row | undefined): string {
  if (row === undefined) return NOTHING;
  if (!isComplete(row)) return `too${GLUE}slow`;
  if (isFallen(row)) return 'fell';
  return row.quality.endMean === null ? NOTHING : `${number(row.quality.endMean * 1000, 2)}${GLUE}mm`;
}

/** The table of accuracy and size. */
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
        `[mechanics tests passed](apps/bench/results/mechanics.md), of ${examinations.length}`,
        ...engines.map(right),
      ],
      ...lines,
      ['download, minified and gzipped', ...engines.map(weight)],
    ],
  );
}

/** The measured part of the README. */
export function measuredPart(results: Results, mechanics: readonly Marks[]): string {
  const { machine, rows, sizes } = results;
  const bare =
    BARE in sizes
      ? [
          `The \`bare\` entry of Otedama is ${number(sizes[BARE].gzip / 1024)} KiB: there, joints, queries and measurements are separate functions, and a page`,
          'loads only those that it calls.',
        ]
      : [];
  return [
    START,
    '',
    '**Speed.** A frame is one step of 1/60 s plus reading every transform. The table shows milliseconds per frame for Otedama. For the other',
    'engines it shows how many times as long the same steps take. The fastest engine in each row is bold.',
    '',
    howFast(rows),
    '',
    ...stepsAlone(rows),
    '**Accuracy and size.** The first row counts the small scenes that end as mechanics predicts: falls, collisions, friction, joints. The next',
    'rows show the mean overlap of touching boxes at the end, measured by a checker that shares no code with any engine. “fell” means that a box',
    'moved sideways by more than its own width; “too slow”, that the engine did not reach the end in the time allowed by the benchmark. Boxes of',
    'Planck rest 15 mm apart, so they overlap only under load.',
    '',
    howWellAndHeavy(results, mechanics),
    '',
    ...inFavourOfOthers(results, mechanics),
    'The table of features shows more: Rapier takes polygons with any number of corners, height fields and voxels, and has multibodies; Box2D',
    'can use several threads. Rapier has a sister for 3D, Box2D is at home in C, and both have been used by many people for years.',
    '',
    'Each engine uses its own default settings and one thread, with sleeping off; [the benchmark](apps/bench) has the rules. The authors of Otedama',
    'chose the scenes and the tests, and developed it with them. Machines differ, so compare the ratios rather than the milliseconds.',
    `Measured on: ${machine}.`,
    ...bare,
    '',
    END,
  ].join('\n');
}

/** The README with its measured part replaced. */
export function withMeasuredPart(readme: string, results: Results, mechanics: readonly Marks[]): string {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start) throw new Error('README.md has lost the markers of its measured part');
  return readme.slice(0, start) + measuredPart(results, mechanics) + readme.slice(end + END.length);
}

export function writeFrontPage(results: Results, mechanics: readonly Marks[]): void {
  writeFileSync(readmeFile, withMeasuredPart(readFileSync(readmeFile, 'utf8'), results, mechanics));
}
