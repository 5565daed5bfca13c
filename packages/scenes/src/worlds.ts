/** Gravity and time step of a scene: those of the articles, and those of the benchmarks, which all other scenes use too. */

import type { Vec2 } from '@otedama/math2d';
import { ARTICLES_GRAVITY, ARTICLES_TIME_STEP, BENCHMARK_GRAVITY, BENCHMARK_TIME_STEP } from './constants.js';

interface WorldFields {
  readonly gravity: Vec2;
  readonly timeStep: number;
}

/** Gravity (m/s^2) and time step (s) of the articles, in fresh objects. */
export function articlesWorld(): WorldFields {
  return { gravity: { x: 0, y: ARTICLES_GRAVITY }, timeStep: ARTICLES_TIME_STEP };
}

/** Gravity (m/s^2 along y) and time step (s) of the benchmark scenes, in fresh objects. */
export function benchmarkWorld(gravity: number = BENCHMARK_GRAVITY): WorldFields {
  return { gravity: { x: 0, y: gravity }, timeStep: BENCHMARK_TIME_STEP };
}
