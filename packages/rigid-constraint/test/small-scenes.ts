/** Every listed scene that these solvers support; the large ones with fewer bodies. */

import type { Scene } from '@otedama/rigid';
import { sceneList } from '@otedama/scenes';

const smaller: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  pyramid: { base: 12 },
  'boxes-in-v': { count: 100 },
  'mixed-rain': { count: 120 },
  confined: { side: 12 },
  smash: { columns: 12, rows: 10 },
  tumbler: { side: 10 },
  washer: { side: 12 },
  spinner: { count: 200 },
  'many-pyramids': { rows: 1, columns: 3 },
  'joint-grid': { side: 12 },
  compounds: { columns: 10, rows: 10 },
  junkyard: { columns: 20, rows: 8 },
};

export const smallScenes: readonly Scene[] = sceneList
  .filter((entry) => !entry.softBodies)
  .map((entry) => entry.create(smaller[entry.name]));
