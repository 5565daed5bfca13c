/** Narrow phase: nanoseconds a pair. */

import { broadPhases } from '../src/broad-phases.js';
import { collide } from '../src/collide.js';
import { collideCores } from '../src/collide-cores.js';
import { Manifold } from '../src/manifold.js';
import { PairBuffer } from '../src/pair-buffer.js';
import { measure, table } from './harness.js';
import { pile, pyramid, type Scene } from './scenes.js';

const SPECULATIVE_DISTANCE = 0.02;
/** Pairs a kernel is called for in one go, as an engine would. */
const REPEATS = 4;

type Collide = typeof collide;

function pairsOf(scene: Scene): PairBuffer {
  const out = new PairBuffer();
  const grid = broadPhases.grid(scene.boxes);
  const moved = new Int32Array(scene.count);
  for (let id = 0; id < scene.count; id++) {
    grid.add(id);
    moved[id] = id;
  }
  grid.findPairs(moved, scene.count, out);
  return out;
}

/** The pairs for which `wanted` accepts the number of contact points. */
function select(
  scene: Scene,
  all: PairBuffer,
  wanted: (count: number, a: number, b: number) => boolean,
): Int32Array {
  const manifold = new Manifold();
  const kept: number[] = [];
  for (let k = 0; k < all.count; k++) {
    const a = all.pairs[2 * k];
    const b = all.pairs[2 * k + 1];
    manifold.cachedEdge = 0;
    if (wanted(collide(scene.store, a, b, SPECULATIVE_DISTANCE, manifold), a, b)) kept.push(a, b);
  }
  return Int32Array.from(kept);
}

function pass(scene: Scene, pairs: Int32Array, kernel: Collide, cache: Int32Array | null): number {
  const manifold = new Manifold();
  let sum = 0;
  const count = pairs.length >> 1;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (let k = 0; k < count; k++) {
      manifold.cachedEdge = cache === null ? 0 : cache[k];
      const points = kernel(scene.store, pairs[2 * k], pairs[2 * k + 1], SPECULATIVE_DISTANCE, manifold);
      if (cache !== null) cache[k] = manifold.cachedEdge;
      if (points > 0) sum += manifold.separation0;
    }
  }
  return sum;
}

const general: Collide = (store, a, b, speculativeDistance, out) => {
  out.speculativeDistance = speculativeDistance;
  return collideCores(store, a, b, out);
};

export function narrowPhaseReport(): string {
  const rows: string[][] = [];
  const add = (
    name: string,
    scene: Scene,
    pairs: Int32Array,
    kernels: [string, Collide, boolean][],
  ): void => {
    const variants = kernels.map(([label, kernel, cached]) => {
      const cache = cached ? new Int32Array(pairs.length >> 1) : null;
      return { name: label, run: () => pass(scene, pairs, kernel, cache) };
    });
    const times = measure(variants, (REPEATS * pairs.length) / 2);
    kernels.forEach(([label], k) => {
      rows.push([name, label, String(pairs.length >> 1), times[k].toFixed(0)]);
    });
  };

  const boxes = pyramid(100);
  const boxPairs = select(boxes, pairsOf(boxes), (count) => count > 0);
  add('pyramid, touching boxes', boxes, boxPairs, [
    ['boxes in closed form', collide, true],
    ['separating axes, start kept', general, true],
    ['separating axes, no start', general, false],
  ]);
  const polygons = pile(4000, 'polygons');
  const polygonPairs = pairsOf(polygons);
  for (const [name, wanted] of [
    ['pile of polygons, touching', (count: number) => count > 0],
    ['pile of polygons, apart', (count: number) => count === 0],
  ] as const) {
    add(name, polygons, select(polygons, polygonPairs, wanted), [
      ['separating axes, start kept', collide, true],
      ['separating axes, no start', collide, false],
    ]);
  }
  const mixed = pile(4000, 'mixed');
  const mixedPairs = pairsOf(mixed);
  const names = ['circle', 'capsule', '', 'polygon', 'polygon'];
  for (const [high, low] of [
    ['circle', 'circle'],
    ['polygon', 'circle'],
    ['capsule', 'circle'],
    ['capsule', 'capsule'],
    ['polygon', 'capsule'],
  ]) {
    const isKind = (a: number, b: number): boolean => {
      const kinds = [names[mixed.store.kind[a]], names[mixed.store.kind[b]]];
      return (kinds[0] === high && kinds[1] === low) || (kinds[0] === low && kinds[1] === high);
    };
    add(
      `mixed pile, ${high}-${low}`,
      mixed,
      select(mixed, mixedPairs, (_, a, b) => isKind(a, b)),
      [['all, start kept', collide, true]],
    );
  }
  add(
    'mixed pile, all kinds',
    mixed,
    select(mixed, mixedPairs, () => true),
    [['all, start kept', collide, true]],
  );
  return table(['pairs', 'kernel', 'number', 'ns a pair'], rows);
}
