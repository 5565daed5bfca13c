/** From measured cells to what is kept of them: one row an engine and scene, with its cost against ours over the same steps. */

import { type Cell, COMPARED_STEPS, type Measured, type Quality } from './measure.js';
import { isPeer, OURS } from './names.js';
import { benchScene, benchScenes } from './scenes.js';

/** All repetitions of one engine on one scene. Times are of the repetitions that got furthest; null where too few steps were done. */
export interface Row {
  scene: string;
  engine: string;
  version: string;
  kind: 'js' | 'wasm';
  bodies: number;
  /** Steps done and timed; quality is of the moment after the last of them. Fewer than the scene has: cut off. */
  steps: number;
  /** Milliseconds a step, the first left out: smallest and middle mean of the repetitions, middle median and 95th percentile. */
  best: Measured;
  typical: Measured;
  median: Measured;
  p95: Measured;
  /** Milliseconds to read every transform, least of the repetitions. */
  read: number;
  /** Step + reading every transform: what a frame costs its user, milliseconds. */
  frame: Measured;
  /**
   * Frame and step, as multiples of ours over the steps that both did: 2 takes twice as long as ours. null where these are fewer
   * than `COMPARED_STEPS`.
   */
  frameRatio: Measured;
  stepRatio: Measured;
  /** Milliseconds to build the scene, least of the repetitions. */
  build: number;
  quality: Quality;
}

export interface Size {
  /** Bytes. */
  readonly gzip: number;
  /** Milliseconds; what was not run itself (the bare world) has none. */
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

/** Smallest mean of a step over the first `steps` steps, the very first left out, of the repetitions that did them. */
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
 * The peer that does best against ours, among `rows` of one scene: of those that got as far as ours (or, if none did, furthest), the
 * one of the smallest ratio. What was cut off early has only done the cheap beginning.
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

/** Families of scenes whose bodies are to stay where they are laid. */
const STANDING: readonly string[] = ['stack', 'pyramid', 'pyramids'];
/** A box that has gone sideways by its own side does not stand any more, m. */
const BOX_SIDE = 1;

/** Whether a tower or pyramid has fallen; false on scenes where things are meant to fall. */
export function isFallen({ scene, quality: { sideDrift } }: Row): boolean {
  return STANDING.includes(benchScene(scene)?.family ?? '') && (sideDrift === null || sideDrift > BOX_SIDE);
}

/** The scenes that differ in nothing but their number of bodies. */
const GROWING = 'rain';

/** Slope of log(ms a step) over log(bodies) in these scenes, least squares; null unless the engine did all of them to the end. */
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
