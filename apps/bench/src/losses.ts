/** Where other engines are better than Otedama in the results, in every scene and column. */

import type { Quality } from './measure.js';
import { engineNames, isPeer, OURS } from './names.js';
import { isComplete, isFallen, type Row } from './results.js';
import { benchScenes } from './scenes.js';
import { number, table } from './table.js';

/** A value of a row, from which on it matters, and how it is shown. */
interface Measure {
  readonly name: string;
  readonly value: (quality: Quality) => number | null;
  /** A smaller value of Otedama is as good as none. */
  readonly matters: number;
  readonly scale: number;
  /** Families of scenes in which the value judges an engine; default: all. */
  readonly families?: readonly string[];
}

/** Scenes whose bodies should come to rest. */
const RESTING = ['pyramid', 'pyramids', 'rain', 'stack'];

const MEASURES: readonly Measure[] = [
  { name: 'mean overlap, mm', value: ({ endMean }) => endMean, matters: 1e-4, scale: 1000 },
  { name: 'deepest ever, mm', value: ({ deepestOverlap }) => deepestOverlap, matters: 1e-4, scale: 1000 },
  { name: 'pairs > 5 cm', value: ({ deepPairs }) => deepPairs, matters: 1, scale: 1 },
  { name: 'lost', value: ({ lost }) => lost, matters: 1, scale: 1 },
  {
    name: 'kinetic energy, J',
    value: ({ kineticEnergy }) => kineticEnergy,
    matters: 0.01,
    scale: 1,
    families: RESTING,
  },
  { name: 'slide error, %', value: ({ slideError }) => slideError, matters: 1e-3, scale: 100 },
];

/** A value below this share of Otedama's is told: the runs of a heap differ by chance. */
const CLEARLY = 0.8;

/** The table of all of them; null if there are none. Engines that were cut off, or whose tower fell, are not compared. */
export function lossesTable(rows: readonly Row[]): string | null {
  const lines = benchScenes.flatMap(({ id, family }) => {
    const here = rows.filter(({ scene }) => scene === id);
    const ours = here.find(({ engine }) => engine === OURS);
    if (ours === undefined) return [];
    return MEASURES.flatMap(({ name, value, matters, scale, families }) => {
      const own = value(ours.quality);
      if (own === null || own < matters || families?.includes(family) === false) return [];
      const better = here.filter((row) => {
        const other = value(row.quality);
        return (
          isPeer(row.engine) && isComplete(row) && !isFallen(row) && other !== null && other < CLEARLY * own
        );
      });
      if (better.length === 0) return [];
      const text = (row: Row): string => number(scale * (value(row.quality) as number), 2);
      return [
        [id, name, text(ours), better.map((row) => `${engineNames[row.engine]} ${text(row)}`).join('; ')],
      ];
    });
  });
  return lines.length === 0 ? null : table(['scene', 'column', 'Otedama', 'better'], lines);
}
