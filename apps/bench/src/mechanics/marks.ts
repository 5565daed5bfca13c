/** What came of the examinations, and how it is shown. */

import { BARE, engineNames } from '../names.js';
import { GLUE, NOTHING, number, table } from '../table.js';
import type { Examination } from './examination.js';
import { examinations } from './index.js';

/** The errors of one engine by examination; null where it could not be examined. */
export interface Marks {
  readonly engine: string;
  readonly version: string;
  readonly errors: Readonly<Record<string, number | null>>;
}

export const passes = ({ limit }: Examination, error: number | null | undefined): boolean =>
  error !== null && error !== undefined && error <= limit;

/** Examinations that an engine passes. */
export const passed = ({ errors }: Marks): number =>
  examinations.filter((examination) => passes(examination, errors[examination.id])).length;

/** Errors below this share of a limit are shown as 0: nobody could measure them in a game. */
const NEGLIGIBLE = 1e-3;

/** An error with its unit: `0.37 %`. */
export function errorText({ unit, limit }: Examination, error: number | null | undefined): string {
  if (error === null || error === undefined) return NOTHING;
  return `${error < NEGLIGIBLE * limit ? 0 : number(error, 2)}${GLUE}${unit}`;
}

const limitText = ({ limit, unit }: Examination): string => `${limit}${GLUE}${unit}`;

/** The page of all marks. */
export function mechanicsReport(marks: readonly Marks[]): string {
  const ordered = Object.keys(engineNames)
    .filter((engine) => engine !== BARE)
    .map((engine) => marks.find((candidate) => candidate.engine === engine))
    .filter((entry) => entry !== undefined);
  return [
    '# Engines in mechanics',
    '',
    'Small scenes whose outcome is known on paper, and how far off each engine ends: 0 is right. What is beyond the limit, from which on it would be',
    'seen in a game, is **bold**. A dash: the engine has not what the scene needs. Steps of 1/60 s, each engine with its own defaults, sleeping off.',
    'The scenes and what is expected of them are in `src/mechanics`; `pnpm --filter @otedama/bench bench:mechanics` runs them again.',
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
        [`right, of ${examinations.length}`, '', ...ordered.map((entry) => String(passed(entry)))],
      ],
    ),
    '',
  ].join('\n');
}
