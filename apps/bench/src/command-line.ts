/** The options of the benchmark's command line. */

import { parseArgs } from 'node:util';

/** What a run measures, and where its results go. */
export interface CommandLine {
  readonly engines: readonly string[];
  readonly scenes: readonly string[];
  /** Rounds; each runs every engine on every scene. */
  readonly repetitions: number;
  /** Time budget of a cell, ms. */
  readonly budget: number;
  readonly out: string;
}

/** What a command line may name: all engines and scenes, and the folder of the results if it names none. */
export type Known = Pick<CommandLine, 'engines' | 'scenes' | 'out'>;

/** How the benchmark is called. */
export const usage = ({ engines, scenes }: Known): string =>
  [
    'pnpm --filter @otedama/bench bench [--engine a,b] [--scene x,y] [--repeat 3] [--budget 10000] [--out results]',
    `  --engine  one or more of ${engines.join(',')}; all without it`,
    `  --scene   one or more of ${scenes.join(',')}; all without it`,
    '  --repeat  rounds, each with every engine on every scene',
    '  --budget  time budget of an engine on a scene, ms',
    '  --out     folder of the results',
  ].join('\n');

/** Reads a command line; null if it asks for help. @throws Error with a sentence that says what was expected */
export function readCommandLine(words: readonly string[], known: Known): CommandLine | null {
  const { values } = parseArgs({
    args: [...words],
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      engine: { type: 'string' },
      scene: { type: 'string' },
      repeat: { type: 'string', default: '3' },
      budget: { type: 'string', default: '10000' },
      out: { type: 'string', default: known.out },
    },
  });
  if (values.help) return null;
  const engines = values.engine?.split(',') ?? known.engines;
  const scenes = values.scene?.split(',') ?? known.scenes;
  for (const [option, names, all] of [
    ['engine', engines, known.engines],
    ['scene', scenes, known.scenes],
  ] as const) {
    const unknown = names.find((name) => !all.includes(name));
    if (unknown !== undefined) {
      throw new Error(`--${option} ${unknown}: expected one or more of ${all.join(',')}`);
    }
  }
  const repetitions = Number(values.repeat);
  if (!Number.isInteger(repetitions) || repetitions < 1) {
    throw new Error(`--repeat ${values.repeat}: expected a whole number above 0`);
  }
  const budget = Number(values.budget);
  if (!(budget > 0 && budget < Number.POSITIVE_INFINITY)) {
    throw new Error(`--budget ${values.budget}: expected a number of milliseconds above 0`);
  }
  return { engines, scenes, repetitions, budget, out: values.out };
}
