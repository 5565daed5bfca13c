/** The results of the mechanics tests, and the page that shows them. */

import { BARE, engineNames } from '../names.js';
import { GLUE, NOTHING, number, table } from '../table.js';
import type { Examination } from './examination.js';
import { examinations } from './index.js';

/** The errors of one engine by test; null if it could not be tested. */
export interface Marks {
  readonly engine: string;
  readonly version: string;
  readonly errors: Readonly<Record<string, number | null>>;
}

export const passes = ({ limit }: Examination, error: number | null | undefined): boolean =>
  error !== null && error !== undefined && error <= limit;

/** Number of tests that an engine passes. */
export const passed = ({ errors }: Marks): number =>
  examinations.filter((examination) => passes(examination, errors[examination.id])).length;

/** Errors below this fraction of a limit are shown as 0, because they are irrelevant in a game. */
const NEGLIGIBLE = 1e-3;

/** An error with its unit: `0.37 %`. */
export function errorText({ unit, limit }: Examination, error: number | null | undefined): string {
  if (error === null || error === undefined) return NOTHING;
  return `${error < NEGLIGIBLE * limit ? 0 : number(error, 2)}${GLUE}${unit}`;
}

const limitText = ({ limit, unit }: Examination): string => `${limit}${GLUE}${unit}`;

/** The page with all results. */
export function mechanicsReport(marks: readonly Marks[]): string {
  const ordered = Object.keys(engineNames)
    .filter((engine) => engine !== BARE)
    .map((engine) => marks.find((candidate) => candidate.engine === engine))
    .filter((entry) => entry !== undefined);
  return [
    '# Engines in mechanics',
    '',
    'Small scenes with a known outcome, and the error of each engine; 0 is exact. An error above the limit would be visible in a game and is',
    '**bold**. A dash means that the engine lacks a feature that the scene needs. Steps are 1/60 s long. Each engine uses its own default settings,',
    'with sleeping off; only Phaser Box2D bounces from 1 m/s on, like Box2D, instead of 10. The authors of Otedama chose the scenes and the limits,',
    'and developed it with them. The scenes and their expected outcomes are in `src/mechanics`. Run them again with',
    '`pnpm --filter @otedama/bench bench:mechanics`.',
    '',
    table(
      ['', 'limit', ...ordered.map(({ engine, version }) => `${engineNames[engine]} ${version}`)],
      [
        ...examinations.map((examination) => [
          examination.title,
          limitText(examination),
          ...ordered.map(({ errors }) => {
            const error = errors[examination.id];
            const text = errorText(examination, error);
            return text === NOTHING || passes(examination, error) ? text : `**${text}**`;
          }),
        ]),
        [`passed, of ${examinations.length}`, '', ...ordered.map((entry) => String(passed(entry)))],
      ],
    ),
    '',
  ].join('\n');
}
