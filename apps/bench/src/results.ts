/** Converts measured cells to stored results: one row per engine and scene, with its cost relative to Otedama over the same steps. */

import { type Cell, COMPARED_STEPS, type Measured, type Quality } from './measure.js';
import { isPeer, OURS } from './names.js';
import { benchScene, benchScenes } from './scenes.js';

/** All repetitions of one engine on one scene. Times are those of the repetitions with the most steps; null if too few steps were done. */
export interface Row {
  scene: string;
  engine: string;
  version: string;
  kind: 'js' | 'wasm';
  bodies: number;
  /** Number of steps done and timed; quality is measured after the last one. Fewer than the scene's steps if the run was cut off. */
  steps: number;
  /**
   * Milliseconds per step without the first one: smallest and median mean of the repetitions, median of their medians and 95th
   * percentiles.
   */
  best: Measured;
  typical: Measured;
  median: Measured;
  p95: Measured;
  /** Milliseconds to read every transform, minimum of the repetitions. */
  read: number;
  /** Step plus reading every transform: the cost of a frame for the user, milliseconds. */
  frame: Measured;
  /**
   * Frame and step time as multiples of Otedama's over the steps that both did: 2 means twice as long. null if these are fewer than
   * `COMPARED_STEPS`.
   */
  frameRatio: Measured;
  stepRatio: Measured;
  /** Milliseconds to build the scene, minimum of the repetitions. */
  build: number;
  quality: Quality;
}

export interface Size {
  /** Bytes. */
  readonly gzip: number;
  /** Milliseconds; absent if the engine itself was not run (the bare world). */
  readonly load?: number;
  readonly firstSecond?: number;
}

export interface Results {
  readonly machine: string;
  readonly repetitions: number;
  readonly rows: readonly Row[];
  readonly sizes: Readonly<Record<string, Size>>;
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const quantile = (values: number[], share: number): number =>
  values.slice().sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))];
const middle = (values: number[]): number => quantile(values, 0.5);
const least = (values: number[]): number => Math.min(...values);

/** Smallest mean step time over the first `steps` steps without the very first, of the repetitions that did them. */
const bestMean = (cells: readonly Cell[], steps: number): number =>
  least(cells.filter(({ times }) => times.length >= steps).map(({ times }) => mean(times.slice(1, steps))));

const stepsOf = (cells: readonly Cell[]): number => Math.max(...cells.map(({ times }) => times.length));
const readOf = (cells: readonly Cell[]): number => least(cells.map(({ read }) => read));

function rowOf(cells: readonly Cell[], ours: readonly Cell[]): Row {
  const steps = stepsOf(cells);
  const furthest = cells.filter(({ times }) => times.length === steps);
  const timed = (time: () => number): Measured => (steps > 1 ? time() : null);
  const overRepetitions = (time: (times: number[]) => number): Measured =>
    timed(() => middle(furthest.map(({ times }) => time(times.slice(1)))));
  const shared = ours.length > 0 ? Math.min(steps, stepsOf(ours)) : 0;
  const ratio = (cost: (cells: readonly Cell[]) => number): Measured =>
    shared < COMPARED_STEPS ? null : cost(cells) / cost(ours);
  const read = readOf(cells);
  const { engine, version, kind, scene, bodies, quality } = furthest[0];
  return {
    scene,
    engine,
    version,
    kind,
    bodies,
    steps,
    best: timed(() => bestMean(cells, steps)),
    typical: overRepetitions(mean),
    median: overRepetitions(middle),
    p95: overRepetitions((times) => quantile(times, 0.95)),
    read,
    frame: timed(() => bestMean(cells, steps) + read),
    frameRatio: ratio((of) => bestMean(of, shared) + readOf(of)),
    stepRatio: ratio((of) => bestMean(of, shared)),
    build: least(cells.map(({ build }) => build)),
    quality,
  };
}

/** Rows of all scenes, each with the engines in the order of the cells. */
export function rowsOf(cells: readonly Cell[]): Row[] {
  return benchScenes.flatMap(({ id }) => {
    const here = cells.filter(({ scene }) => scene === id);
    const of = (name: string): Cell[] => here.filter(({ engine }) => engine === name);
    return [...new Set(here.map(({ engine }) => engine))].map((engine) => rowOf(of(engine), of(OURS)));
  });
}

/**
 * The best peer in comparison with Otedama, among `rows` of one scene: the one with the smallest ratio of those that did as many steps as
 * Otedama (or, if none did, the most steps). A run that was cut off early has only done the cheap beginning.
 */
export function bestPeer(rows: readonly Row[], ratio: 'frameRatio' | 'stepRatio'): Row | undefined {
  const compared = rows.filter((row) => isPeer(row.engine) && row[ratio] !== null);
  const ours = rows.find(({ engine }) => engine === OURS)?.steps ?? 0;
  const reach = Math.min(ours, Math.max(...compared.map(({ steps }) => steps)));
  return compared
    .filter(({ steps }) => steps >= reach)
    .sort((a, b) => (a[ratio] as number) - (b[ratio] as number))[0];
}

/** Whether the row's engine did all steps of the scene. */
export const isComplete = ({ scene, steps }: Row): boolean => steps >= (benchScene(scene)?.steps ?? Infinity);

/** Families of scenes whose bodies should stay in place. */
const STANDING: readonly string[] = ['stack', 'pyramid', 'pyramids'];
/** A box that has shifted sideways by its own side counts as fallen, m. */
const BOX_SIDE = 1;

/** Whether a tower or pyramid has fallen; false for scenes in which bodies are supposed to fall. */
export function isFallen({ scene, quality: { sideDrift } }: Row): boolean {
  return STANDING.includes(benchScene(scene)?.family ?? '') && (sideDrift === null || sideDrift > BOX_SIDE);
}

/** The scenes that differ only in their number of bodies. */
const GROWING = 'rain';

/** Slope of log(ms per step) over log(bodies) in these scenes, least squares; null unless the engine finished all of them. */
export function growthExponent(rows: readonly Row[], engine: string): Measured {
  const points: (readonly [number, number])[] = [];
  for (const scene of benchScenes) {
    if (scene.family !== GROWING) continue;
    const row = rows.find((candidate) => candidate.scene === scene.id && candidate.engine === engine);
    if (row === undefined || row.best === null || !isComplete(row)) return null;
    points.push([Math.log(row.bodies), Math.log(row.best)]);
  }
  const mx = mean(points.map(([x]) => x));
  const my = mean(points.map(([, y]) => y));
  let xy = 0;
  let xx = 0;
  for (const [x, y] of points) {
    xy += (x - mx) * (y - my);
    xx += (x - mx) ** 2;
  }
  return xy / xx;
}
