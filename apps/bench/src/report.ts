// Turns the measured cells into a markdown page, a JSON file and an SVG chart.

import { cpus, totalmem } from 'node:os';
import type { Cell } from './measure.js';
import { type BenchScene, benchScenes } from './scenes.js';

/** Several runs of one engine on one scene, put together: best and median of the repetitions' means. */
export interface Row {
  scene: string;
  engine: string;
  version: string;
  kind: 'js' | 'wasm';
  bodies: number;
  steps: number;
  /** Milliseconds a step over all steps done: smallest and middle of the repetitions' means. */
  best: number;
  typical: number;
  median: number;
  p95: number;
  read: number;
  /** Step + reading every transform: what a frame costs its user, milliseconds. */
  frame: number;
  /** Frame and step against the best peer, over the steps that both did; NaN without a peer. */
  frameRatio: number;
  stepRatio: number;
  quality: Cell;
}

export function machineLine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${cpus().length} x ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node} (V8 ${process.versions.v8}), ${process.platform} ${process.arch}`;
}

const middle = (values: number[]): number =>
  values.slice().sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Runs of one engine on one scene. */
interface Runs {
  readonly engine: string;
  readonly cells: Cell[];
  readonly steps: number;
  readonly read: number;
}

/** Smallest mean of a step over the first `steps` steps, the very first left out. */
const bestMean = ({ cells }: Runs, steps: number): number =>
  Math.min(...cells.map((cell) => mean(cell.times.slice(1, steps))));

const isOurs = (engine: string): boolean => engine.startsWith('otedama');

export function rowsOf(cells: Cell[]): Row[] {
  const rows: Row[] = [];
  for (const scene of benchScenes) {
    const here = cells.filter((cell) => cell.scene === scene.id);
    const all = [...new Set(here.map((cell) => cell.engine))].map((engine): Runs => {
      const runs = here.filter((cell) => cell.engine === engine);
      return {
        engine,
        cells: runs,
        steps: Math.min(...runs.map((cell) => cell.steps)),
        read: Math.min(...runs.map((cell) => cell.read)),
      };
    });
    // the best peer is one that got furthest: what was cut off by the time budget is slow
    const furthest = Math.max(...all.filter(({ engine }) => !isOurs(engine)).map(({ steps }) => steps));
    const finished = all.filter(({ engine, steps }) => !isOurs(engine) && steps === furthest);
    const least = (cost: (runs: Runs) => number): Runs | undefined =>
      finished.reduce<Runs | undefined>((a, b) => (a === undefined || cost(b) < cost(a) ? b : a), undefined);
    const bestFrame = least((runs) => bestMean(runs, furthest) + runs.read);
    const bestStep = least((runs) => bestMean(runs, furthest));
    for (const runs of all) {
      const quality = runs.cells[0] as Cell;
      const best = bestMean(runs, runs.steps);
      const ratio = (peer: Runs | undefined, reading: 0 | 1): number => {
        if (peer === undefined) return Number.NaN;
        const window = Math.min(runs.steps, peer.steps);
        return (
          (bestMean(runs, window) + reading * runs.read) / (bestMean(peer, window) + reading * peer.read)
        );
      };
      rows.push({
        scene: scene.id,
        engine: runs.engine,
        version: quality.version,
        kind: quality.kind,
        bodies: quality.bodies,
        steps: quality.steps,
        best,
        typical: middle(runs.cells.map((cell) => mean(cell.times.slice(1)))),
        median: middle(runs.cells.map((cell) => cell.median)),
        p95: middle(runs.cells.map((cell) => cell.p95)),
        read: runs.read,
        frame: best + runs.read,
        frameRatio: ratio(bestFrame, 1),
        stepRatio: ratio(bestStep, 0),
        quality,
      });
    }
  }
  return rows;
}

/** Slope of log(ms) over log(bodies) for the scenes of one family, least squares. */
export function growthExponent(rows: Row[], engine: string, family: string): number {
  const points = rows
    .filter((row) => row.engine === engine && sceneOf(row.scene)?.family === family)
    .map((row) => [Math.log(row.bodies), Math.log(row.best)] as const);
  if (points.length < 2) return Number.NaN;
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

const sceneOf = (id: string): BenchScene | undefined => benchScenes.find((scene) => scene.id === id);

/** JSON turns what is not finite into null. */
const number = (value: number | null): string => {
  if (value === null || !Number.isFinite(value)) return 'not finite';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1000 || size < 0.001) return value.toExponential(1);
  return String(Number(value.toPrecision(3)));
};

export interface Sizes {
  /** Times of what was not run itself (the bare world) are not there. */
  [engine: string]: { gzip: number; load?: number; firstSecond?: number };
}

export function markdown(rows: Row[], sizes: Sizes, repetitions: number): string {
  const lines: string[] = [
    '# Engines side by side',
    '',
    `Machine: ${machineLine()}.`,
    `One process a cell, engines interleaved, ${repetitions} repetitions, dt 1/60 s, each engine with its default iterations, sleeping off,`,
    'each warmed up on two other scenes and on the scene itself (what the first second costs cold stands in the last table).',
    'Machines differ and drift: read the ratios, not the milliseconds. Quality is measured by a separate checker on the transforms alone.',
    '',
    '`frame` = step + reading every transform, best repetition; `ratio` = against the best peer (1.00 = as fast), over the steps that both did within the time budget.',
    '',
  ];
  for (const scene of benchScenes) {
    const here = rows.filter((row) => row.scene === scene.id);
    if (here.length === 0) continue;
    lines.push(`## ${scene.id}: ${scene.title}`, '');
    lines.push(
      '| engine | ms/step best | typical | median | p95 | read all | frame | ratio frame | ratio step | steps | max overlap m | end mean m | > 5 cm | lost | KE end J | top error m | side drift m | slide error % |',
      `|---|${'--:|'.repeat(17)}`,
    );
    for (const row of here.slice().sort((a, b) => a.frameRatio - b.frameRatio)) {
      const { quality } = row;
      lines.push(
        `| ${[
          `${row.engine} ${row.version}`,
          number(row.best),
          number(row.typical),
          number(row.median),
          number(row.p95),
          number(row.read),
          number(row.frame),
          number(row.frameRatio),
          number(row.stepRatio),
          row.steps,
          number(quality.deepestOverlap),
          number(quality.endMean),
          quality.deepPairs,
          quality.lost,
          number(quality.kineticEnergy),
          number(quality.topError),
          number(quality.sideDrift),
          quality.slideError === null ? '-' : number(100 * quality.slideError),
        ].join(' | ')} |`,
      );
    }
    lines.push('');
  }
  const engines = [...new Set(rows.map((row) => row.engine))];
  lines.push('## Growth, size and start', '');
  lines.push(
    '| engine | exponent of ms over bodies, rain into the V | gzip KiB | load ms | first second of the pyramid of 210, cold, ms |',
    '|---|--:|--:|--:|--:|',
  );
  for (const engine of [...engines, ...Object.keys(sizes).filter((name) => !engines.includes(name))]) {
    const size = sizes[engine];
    lines.push(
      `| ${engine} | ${rows.some((row) => row.engine === engine && sceneOf(row.scene)?.family === 'rain') ? number(growthExponent(rows, engine, 'rain')) : '-'} | ${size ? number(size.gzip / 1024) : '-'} | ${size?.load !== undefined ? number(size.load) : '-'} | ${size?.firstSecond !== undefined ? number(size.firstSecond) : '-'} |`,
    );
  }
  lines.push('');
  return lines.join('\n');
}

/** A bar chart of the frame cost, one group a scene, logarithmic, ratio to the best peer. */
export function svg(rows: Row[]): string {
  const scenes = benchScenes.filter((scene) => rows.some((row) => row.scene === scene.id));
  const engines = [...new Set(rows.map((row) => row.engine))];
  const palette = ['#1d4ed8', '#60a5fa', '#b45309', '#f59e0b', '#15803d', '#9333ea', '#dc2626', '#64748b'];
  const barHeight = 12;
  const groupHeight = engines.length * barHeight + 26;
  const left = 190;
  const width = 900;
  const height = scenes.length * groupHeight + 60;
  const scale = (ratio: number): number => ((Math.log10(ratio) + 1) / 3) * (width - left - 80);
  const out: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11">`,
    '<title>Cost of a frame by engine and scene, against the best peer</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="16" y="24" font-size="15" font-weight="600">Cost of a frame (step + reading every transform), best peer = 1, logarithmic</text>`,
  ];
  for (const ratio of [0.1, 0.3, 1, 3, 10, 30]) {
    const x = left + scale(ratio);
    out.push(
      `<line x1="${x}" y1="36" x2="${x}" y2="${height - 16}" stroke="${ratio === 1 ? '#111' : '#ddd'}"/>`,
      `<text x="${x + 3}" y="46" fill="#555">${ratio}</text>`,
    );
  }
  let y = 56;
  for (const scene of scenes) {
    const here = rows.filter((row) => row.scene === scene.id);
    out.push(`<text x="16" y="${y + 12}" font-weight="600">${scene.id}</text>`);
    engines.forEach((engine, i) => {
      const row = here.find((candidate) => candidate.engine === engine);
      if (row === undefined) return;
      const ratio = row.frameRatio;
      const end = Math.max(2, scale(Math.min(ratio, 60)));
      const top = y + i * barHeight;
      out.push(
        `<text x="${left - 6}" y="${top + 10}" text-anchor="end">${engine}</text>`,
        `<rect x="${left}" y="${top + 2}" width="${end}" height="${barHeight - 3}" fill="${palette[i % palette.length]}"/>`,
        `<text x="${left + end + 4}" y="${top + 10}" fill="#333">${number(ratio)}</text>`,
      );
    });
    y += groupHeight;
  }
  out.push('</svg>', '');
  return out.join('\n');
}
