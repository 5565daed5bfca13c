import type { Random } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import { collide } from '../src/collide.js';
import { collideCores } from '../src/collide-cores.js';
import { GeometryStore } from '../src/geometry-store.js';
import { Manifold } from '../src/manifold.js';
import { bytesPerCall } from './helpers/allocation.js';
import { type CoreKind, coreKinds, randomCore, rectangle, seeded } from './helpers/random.js';

const boxes = new Float64Array(4);

function place(store: GeometryStore, id: number, x: number, y: number, angle: number): void {
  store.place(id, x, y, Math.cos(angle), Math.sin(angle), boxes, 0);
}

/** The result without the cached search state; points beyond the count are ignored. */
function result(m: Manifold): number[] {
  const first = [m.count, m.normalX, m.normalY, m.x0, m.y0, m.separation0, m.id0];
  if (m.count === 0) return [0];
  return m.count === 1 ? first : [...first, m.x1, m.y1, m.separation1, m.id1];
}

function areSame(values: readonly number[], others: readonly number[]): boolean {
  return values.length === others.length && values.every((value, k) => Object.is(value, others[k]));
}

/**
 * Values of `cachedEdge` for two shapes: all edges of both, each with all vertices of the other or with a random one, and some edges and
 * vertices that they do not have, left by shapes that had the slot before.
 */
function* starts(store: GeometryStore, a: number, b: number, random: Random | null): Generator<number> {
  for (const [one, two, mask] of [
    [a, b, 0],
    [b, a, -1],
  ]) {
    const vertices = store.count[two] + 2;
    for (let edge = 0; edge < store.count[one] + 3; edge++) {
      if (random !== null) yield (edge + 256 * random.integer(vertices)) ^ mask;
      else for (let vertex = 0; vertex < vertices; vertex++) yield (edge + 256 * vertex) ^ mask;
    }
  }
}

describe('the remembered edge and vertex', () => {
  for (const kindA of ['polygon', 'roundedPolygon', 'capsule'] as CoreKind[]) {
    for (const kindB of ['polygon', 'roundedBox', 'segment', 'circle'] as CoreKind[]) {
      test(`change no bit of ${kindA}-${kindB}`, () => {
        const random = seeded(21);
        const store = new GeometryStore();
        const m = new Manifold();
        for (let round = 0; round < 150; round++) {
          const a = store.add(randomCore(random, kindA));
          const b = store.add(randomCore(random, kindB));
          const far = round % 4 === 3 ? 1e7 : 0;
          place(store, a, far, far, random.uniform(0, 6.3));
          place(store, b, far + random.uniform(-1, 1), far + random.uniform(-1, 1), random.uniform(0, 6.3));
          m.cachedEdge = 0;
          collide(store, a, b, 0.1, m);
          const expected = result(m);
          for (const start of starts(store, a, b, random)) {
            m.cachedEdge = start;
            collide(store, a, b, 0.1, m);
            if (!areSame(result(m), expected)) expect(result(m)).toEqual(expected);
          }
          store.remove(a);
          store.remove(b);
        }
      });
    }
  }

  test('change no bit for tied edges: regular polygons and circles in regular poses', () => {
    const store = new GeometryStore();
    const m = new Manifold();
    const regular = (n: number): number => {
      if (n === 1) return store.add({ kind: 'circle', radius: 0.5 });
      const vertices = Array.from({ length: n }, (_, k) => ({
        x: Math.cos((2 * Math.PI * k) / n),
        y: Math.sin((2 * Math.PI * k) / n),
      }));
      return store.add({ kind: 'polygon', vertices });
    };
    for (const [n, k] of [
      [3, 3],
      [6, 6],
      [8, 6],
      [64, 64],
      [6, 3],
      [4, 1],
      [1, 6],
    ]) {
      const a = regular(n);
      const b = regular(k);
      for (const [x, y] of [
        [0, 0],
        [1, 0],
        [1.5, 0],
        [0, 1.5],
        [1, 1],
      ]) {
        place(store, a, 0, 0, 0);
        place(store, b, x, y, 0);
        m.cachedEdge = 0;
        collide(store, a, b, 0.1, m);
        const expected = result(m);
        for (const start of starts(store, a, b, null)) {
          m.cachedEdge = start;
          collide(store, a, b, 0.1, m);
          if (!areSame(result(m), expected)) expect(result(m)).toEqual(expected);
        }
      }
    }
  });
});

test('the closed-form box manifold equals the manifold of the general path', () => {
  const random = seeded(4);
  const store = new GeometryStore();
  const m = new Manifold();
  const general = new Manifold();
  let touching = 0;
  let worst = 0;
  for (let round = 0; round < 4_000; round++) {
    const kindA: CoreKind = round % 2 === 0 ? 'box' : 'roundedBox';
    const a = store.add(randomCore(random, kindA));
    const b = store.add(randomCore(random, round % 3 === 0 ? 'box' : 'roundedBox'));
    const quarter = round % 5 === 0 ? 0.5 * Math.PI * random.integer(4) : random.uniform(0, 6.3);
    place(store, a, 0, 0, random.uniform(0, 6.3));
    place(store, b, random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), quarter);
    general.speculativeDistance = 0.1;
    general.cachedEdge = 0;
    const count = collideCores(store, a, b, general);
    general.count = count;
    if (collide(store, a, b, 0.1, m) !== count) expect(m.count).toBe(count);
    const mine = result(m);
    const wanted = result(general);
    for (let k = 0; k < wanted.length; k++) worst = Math.max(worst, Math.abs(mine[k] - wanted[k]));
    if (count > 0) touching++;
    store.remove(a);
    store.remove(b);
  }
  expect(worst).toBeLessThan(1e-13);
  expect(touching).toBeGreaterThan(2000);
});

test('a million units from the origin, and ten million, the contact is as precise as the coordinates', () => {
  const random = seeded(9);
  const store = new GeometryStore();
  const near = new Manifold();
  const far = new Manifold();
  for (const offset of [1e6, 1e7]) {
    for (const kindA of coreKinds) {
      for (const kindB of coreKinds) {
        for (let round = 0; round < 20; round++) {
          const a = store.add(randomCore(random, kindA));
          const b = store.add(randomCore(random, kindB));
          // poses on the grid of representable far coordinates, so that both runs have the same scene
          const lattice = (v: number): number => Math.round(v * 1024) / 1024;
          const x = lattice(random.uniform(-1.2, 1.2));
          const y = lattice(random.uniform(-1.2, 1.2));
          const angle = random.uniform(0, 6.3);
          place(store, a, 0, 0, 0.3);
          place(store, b, x, y, angle);
          collide(store, a, b, 0.5, near);
          place(store, a, offset, -offset, 0.3);
          place(store, b, offset + x, -offset + y, angle);
          collide(store, a, b, 0.5, far);
          const deepest = (m: Manifold): number =>
            m.count === 2 ? Math.min(m.separation0, m.separation1) : m.separation0;
          if (near.count > 0 && deepest(near) < 0.49) {
            expect(far.count).toBeGreaterThan(0);
            expect(Math.abs(deepest(far) - deepest(near))).toBeLessThan(offset * 4e-15);
          }
          store.remove(a);
          store.remove(b);
        }
      }
    }
  }
});

describe('feature ids', () => {
  test('stay constant while a box slides, rocks and settles on another', () => {
    const store = new GeometryStore();
    const ground = store.add({ kind: 'polygon', vertices: rectangle(2, 0.5) });
    const box = store.add({ kind: 'polygon', vertices: rectangle(0.5, 0.5) });
    const m = new Manifold();
    const random = seeded(2);
    place(store, ground, 0, 0, 0);
    const seen = new Set<string>();
    for (let k = 0; k < 2000; k++) {
      // across the whole ground, and past both ends
      place(
        store,
        box,
        -2.3 + 4.6 * (k / 2000),
        0.995 + random.uniform(-1e-3, 1e-3),
        random.uniform(-1e-3, 1e-3),
      );
      expect(collide(store, ground, box, 0.02, m)).toBe(2);
      seen.add(`${m.id0} ${m.id1}`);
    }
    expect(seen.size).toBe(1);
  });

  test('stay constant while any polygon shakes in place, except while a new feature touches', () => {
    const random = seeded(13);
    const store = new GeometryStore();
    const m = new Manifold();
    let kept = 0;
    let total = 0;
    for (let round = 0; round < 300; round++) {
      const a = store.add(randomCore(random, coreKinds[1 + random.integer(6)]));
      const b = store.add(randomCore(random, coreKinds[1 + random.integer(6)]));
      const x = random.uniform(-1.2, 1.2);
      const y = random.uniform(-1.2, 1.2);
      const angle = random.uniform(0, 6.3);
      place(store, a, 0, 0, 0);
      place(store, b, x, y, angle);
      collide(store, a, b, 0.02, m);
      const { count, id0, id1 } = m;
      for (let k = 0; k < 20 && count > 0; k++) {
        place(
          store,
          b,
          x + random.uniform(-1e-5, 1e-5),
          y + random.uniform(-1e-5, 1e-5),
          angle + random.uniform(-1e-5, 1e-5),
        );
        collide(store, a, b, 0.02, m);
        total++;
        if (m.count === count && m.id0 === id0 && (count === 1 || m.id1 === id1)) kept++;
      }
    }
    expect(total).toBeGreaterThan(2000);
    expect(kept / total).toBeGreaterThan(0.99);
  });
});

test('consecutive steps allocate nothing', () => {
  const random = seeded(8);
  const store = new GeometryStore();
  const count = 200;
  const poses = new Float64Array(4 * count);
  const tight = new Float64Array(4 * count);
  const shapes = coreKinds.map((kind) => kind);
  for (let id = 0; id < count; id++) {
    if (id === 0) store.add({ kind: 'halfSpace', normal: { x: 0, y: 1 } });
    else if (id % 20 === 1) {
      const [ghost1, point1, point2, ghost2] = [3, 1, -1, -3].map((x) => ({ x, y: -0.2 * x * x }));
      store.add({ kind: 'chainSegment', ghost1, point1, point2, ghost2 });
    } else store.add(randomCore(random, shapes[id % shapes.length]));
    const angle = random.uniform(0, 6.3);
    poses.set([random.uniform(0, 8), random.uniform(0, 8), Math.cos(angle), Math.sin(angle)], 4 * id);
  }
  const m = new Manifold();
  const settings = { speculativeDistance: 0.02 };
  let contacts = 0;
  const run = (): void => {
    for (let id = 0; id < count; id++) store.placeFrom(id, poses, 4 * id, tight, 4 * id);
    for (let a = 0; a < count; a++) {
      for (let b = a + 1; b < count; b++) {
        m.cachedEdge = 0;
        contacts += collide(store, a, b, settings.speculativeDistance, m);
      }
    }
  };
  const calls = (count * (count - 1)) / 2;
  expect(bytesPerCall(calls, run)).toBeLessThan(1);
  expect(contacts).toBeGreaterThan(1000);
});
