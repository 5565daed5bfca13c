/** The page of the five methods, from methods.json. */

import { GLUE, number, table } from './table.js';

/** One method with one number of boxes. */
export interface MethodRow {
  readonly method: string;
  readonly count: number;
  /** Milliseconds per step: the mean over the steps, each with its smallest time of several runs. */
  readonly time: number;
  /** Joules and metres, after the last step. */
  readonly kineticEnergy: number;
  readonly deepestOverlap: number;
}

export interface MethodResults {
  readonly machine: string;
  readonly rows: readonly MethodRow[];
}

export function methodsReport({ machine, rows }: MethodResults): string {
  const methods = [...new Set(rows.map(({ method }) => method))];
  const counts = [...new Set(rows.map(({ count }) => count))];
  const most = Math.max(...counts);
  const rowOf = (method: string, count: number): MethodRow => {
    const row = rows.find((candidate) => candidate.method === method && candidate.count === count);
    if (row === undefined) throw new Error(`methods.json has no ${method} with ${count} boxes`);
    return row;
  };
  return [
    '# Five methods on the same heap',
    '',
    'Boxes of 1 m fall into a V and have 10 s to come to rest. The scene is `boxes-in-v`, with 500 steps of 0.02 s and sleeping off. All',
    'methods share the collision detection and have their default settings. A step takes the mean of its times over the whole run, the fall',
    'included. Run it again with `pnpm --filter @otedama/bench bench:methods`.',
    '',
    `Machine: ${machine}. Compare the ratios rather than the milliseconds.`,
    '',
    table(
      [
        'ms per step',
        ...counts.map((count) => `${count}${GLUE}boxes`),
        `kinetic energy of ${most} at the end, J`,
        'deepest overlap, mm',
      ],
      methods.map((method) => {
        const end = rowOf(method, most);
        return [
          method,
          ...counts.map((count) => number(rowOf(method, count).time, 2)),
          number(end.kineticEnergy, 2),
          number(1000 * end.deepestOverlap, 2),
        ];
      }),
    ),
    '',
    'Impulses as forces lose their memory of the last step in one row. Each contact then starts from nothing, and a pile does not come to rest.',
    '',
  ].join('\n');
}
