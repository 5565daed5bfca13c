/** Cells and rows for tests, with default values for everything that a test does not specify. */

import type { Cell, Quality } from '../src/measure.js';
import type { Row } from '../src/results.js';

export const quality: Quality = {
  deepestOverlap: 0.002,
  endDeepest: 0.001,
  endMean: 0.00153,
  deepPairs: 0,
  lost: 0,
  kineticEnergy: 0,
  topError: -0.06,
  sideDrift: 0.01,
  slideError: null,
};

/** A cell with `steps` steps; each except the first takes `time`, milliseconds. */
export function cellOf(engine: string, scene: string, steps: number, time: number | number[]): Cell {
  const times = Array.from({ length: steps }, (_, i) =>
    i === 0 ? 1000 : typeof time === 'number' ? time : time[i],
  );
  const kind = engine.includes('wasm') || engine.includes('rapier') ? 'wasm' : 'js';
  return {
    engine,
    version: '1.0.0',
    kind,
    scene,
    bodies: 10,
    times,
    read: 0.5,
    load: 1,
    build: 1,
    firstSecond: 1,
    quality,
  };
}

export function rowOf(row: Partial<Row>): Row {
  return {
    scene: 'stack-30',
    engine: 'otedama',
    version: '1.0.0',
    kind: 'js',
    bodies: 31,
    steps: 600,
    best: 1,
    typical: 1,
    median: 1,
    p95: 1,
    read: 0,
    frame: 1,
    frameRatio: 1,
    stepRatio: 1,
    build: 1,
    quality,
    ...row,
  };
}
