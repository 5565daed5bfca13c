/** Creates the page of all results from results.json. */

import { lossesTable } from './losses.js';
import { COMPARED_STEPS, STRETCH } from './measure.js';
import { BARE, BOX2D_SIMD, engineNames, IN_JAVASCRIPT, OURS, RAPIER_SIMD } from './names.js';
import { bestPeer, growthExponent, isComplete, isFallen, type Results, type Row } from './results.js';
import { type BenchScene, benchScene, benchScenes } from './scenes.js';
import { NOTHING, number, share, table } from './table.js';

const nameOf = (engine: string): string => (engine === BARE ? 'Otedama, bare' : engineNames[engine]);

/** The measured scenes with their rows. */
const measuredScenes = (rows: readonly Row[]): { scene: BenchScene; here: Row[] }[] =>
  benchScenes
    .map((scene) => ({ scene, here: rows.filter((row) => row.scene === scene.id) }))
    .filter(({ here }) => here.length > 0);

/** Otedama's time divided by that of `peer`, with the name of the peer if the column header does not give it. */
function against(peer: Row | undefined, ratio: 'frameRatio' | 'stepRatio', isNamed: boolean): string {
  const value = peer?.[ratio] ?? null;
  if (peer === undefined || value === null) return NOTHING;
  return `${share(1 / value)}${isNamed ? ` (${nameOf(peer.engine)})` : ''}`;
}

/** The table that compares Otedama with the most relevant other engines, on every scene. */
function summary(rows: readonly Row[]): string {
  return table(
    [
      'Otedama ÷ another',
      'frame, best peer',
      `step, ${nameOf(RAPIER_SIMD)}`,
      `step, ${nameOf(BOX2D_SIMD)}`,
      'step, best in plain JavaScript',
      `step, ${nameOf(IN_JAVASCRIPT)}`,
    ],
    measuredScenes(rows).map(({ scene, here }) => {
      const of = (name: string) => here.find(({ engine }) => engine === name);
      const inJavaScript = here.filter(({ kind, engine }) => kind === 'js' || engine === OURS);
      return [
        scene.id,
        against(bestPeer(here, 'frameRatio'), 'frameRatio', true),
        against(of(RAPIER_SIMD), 'stepRatio', false),
        against(of(BOX2D_SIMD), 'stepRatio', false),
        against(bestPeer(inJavaScript, 'stepRatio'), 'stepRatio', true),
        against(of(IN_JAVASCRIPT), 'stepRatio', false),
      ];
    }),
  );
}

function growthSizeAndStart({ rows, sizes }: Results): string {
  return table(
    ['engine', 'exponent of growth', 'gzip, KiB', 'load, ms', 'first second of the pyramid of 210, cold, ms'],
    [...Object.keys(engineNames), BARE]
      .filter((engine) => engine in sizes)
      .map((engine) => {
        const size = sizes[engine];
        return [
          nameOf(engine),
          number(growthExponent(rows, engine)),
          number(size.gzip / 1024),
          number(size.load),
          number(size.firstSecond),
        ];
      }),
  );
}

const timesTable = (rows: readonly Row[]): string =>
  table(
    [
      'engine',
      'frame, ms',
      '÷ Otedama',
      'step, ms',
      '÷ Otedama',
      'typical',
      'median',
      'p95',
      'read all, ms',
      'steps',
    ],
    rows.map((row) => [
      `${nameOf(row.engine)} ${row.version}`,
      number(row.frame),
      number(row.frameRatio),
      number(row.best),
      number(row.stepRatio),
      number(row.typical),
      number(row.median),
      number(row.p95),
      number(row.read),
      isComplete(row) ? String(row.steps) : `${row.steps} of ${benchScene(row.scene)?.steps}`,
    ]),
  );

const millimeters = (meters: number | null): string => number(meters === null ? null : meters * 1000);

const qualityTable = (rows: readonly Row[]): string =>
  table(
    [
      'engine',
      'after steps',
      'mean overlap, mm',
      'deepest, mm',
      'deepest ever, mm',
      '> 5 cm',
      'lost',
      'kinetic energy, J',
      'top, mm',
      'side drift, mm',
      'slide error, %',
    ],
    rows.map((row) => {
      const { quality, steps } = row;
      const note = `${isComplete(row) ? '' : ', cut off'}${isFallen(row) ? ', fell' : ''}`;
      return [
        nameOf(row.engine),
        `${steps}${note}`,
        millimeters(quality.endMean),
        millimeters(quality.endDeepest),
        millimeters(quality.deepestOverlap),
        String(quality.deepPairs),
        String(quality.lost),
        number(quality.kineticEnergy),
        millimeters(quality.topError),
        millimeters(quality.sideDrift),
        number(quality.slideError === null ? null : 100 * quality.slideError),
      ];
    }),
  );

/** Fastest first; rows without a comparison last. */
const byCost = (a: Row, b: Row): number =>
  (a.frameRatio ?? Infinity) - (b.frameRatio ?? Infinity) || (a.frame ?? Infinity) - (b.frame ?? Infinity);

export function markdown(results: Results): string {
  const { machine, repetitions, rows } = results;
  const losses = lossesTable(rows);
  const lines: string[] = [
    '# Engines side by side',
    '',
    `Machine: ${machine}. Machines differ and their speed drifts, so compare the ratios rather than the milliseconds.`,
    '',
    'Every engine runs every scene in a process of its own (in a page, in a worker of its own). The runs of the engines alternate, with',
    `${repetitions} ${repetitions === 1 ? 'repetition' : 'repetitions'}. Steps are 1/60 s long. Each engine uses its default number of iterations, with sleeping off, and warms up on two other`,
    'scenes and on the scene itself. A frame is one step plus reading every transform; its time is the mean of the best repetition. A ratio compares',
    `the steps that both engines did, and is a dash if there are fewer than ${COMPARED_STEPS}. An engine that would not reach the end of a scene within ${STRETCH} times`,
    'its time budget is cut off earlier. Its quality is then that of an earlier moment, and the row says so.',
    '',
    '## Otedama and the best of the others',
    '',
    'The time of Otedama divided by the time of another engine. Below 1, Otedama is faster.',
    '',
    summary(rows),
    '',
    ...(losses === null
      ? []
      : [
          '## What other engines do better',
          '',
          'Every value of the tables below that is at most 80 % of that of Otedama, among the engines that reached the end of the scene and whose',
          'tower did not fall. Small values are left out: overlaps below 0.1 mm and energies below 0.01 J.',
          '',
          losses,
          '',
        ]),
    ...(Object.keys(results.sizes).length === 0
      ? []
      : [
          '## Growth, size and start',
          '',
          'The exponent tells how the milliseconds per step grow with the number of bodies: from 250 to 4,000 in the rain scenes, for engines that',
          'finished all of them.',
          '',
          growthSizeAndStart(results),
          '',
        ]),
    '## All scenes at a glance',
    '',
    '![Time of a frame by scene and engine, as a multiple of the time of Otedama](results.svg)',
    '',
  ];
  for (const { scene, here } of measuredScenes(rows)) {
    const sorted = here.slice().sort(byCost);
    lines.push(`## ${scene.id}: ${scene.title}`, '', timesTable(sorted), '', qualityTable(sorted), '');
  }
  return lines.join('\n');
}
