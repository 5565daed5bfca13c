/** The contact with one given face of a polygon. */
import { expect, test } from 'vitest';
import { GeometryStore } from '../src/geometry-store.js';
import { collide, collideFace } from '../src/index.js';
import { Manifold } from '../src/manifold.js';
import { gapAlong, worldCore } from './helpers/brute-force.js';
import { coreKinds, randomCore, seeded } from './helpers/random.js';

const boxes = new Float64Array(4);
const SPECULATIVE = 0.1;

/** Random pairs of a polygon, with or without a radius, and another shape, both placed. */
function forPairs(
  rounds: number,
  visit: (store: GeometryStore, polygon: number, other: number, isFlipped: boolean) => void,
): void {
  const random = seeded(41);
  const store = new GeometryStore();
  for (let round = 0; round < rounds; round++) {
    const polygon = store.add(randomCore(random, round % 4 === 0 ? 'roundedPolygon' : 'polygon'));
    const other = store.add(randomCore(random, coreKinds[round % coreKinds.length]));
    for (const id of [polygon, other]) {
      const angle = random.uniform(0, 6.3);
      const [x, y] = [random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7)];
      store.place(id, x, y, Math.cos(angle), Math.sin(angle), boxes, 0);
    }
    visit(store, polygon, other, round % 2 === 1);
    store.remove(polygon);
    store.remove(other);
  }
}

/** Unit normal, start and length of an edge. */
function edgeOf(store: GeometryStore, polygon: number, edge: number) {
  const core = worldCore(store, polygon);
  const [p, q] = [core[edge], core[(edge + 1) % core.length]];
  const length = Math.hypot(q.x - p.x, q.y - p.y);
  return { p, nx: (q.y - p.y) / length, ny: (p.x - q.x) / length, length };
}

const pointsOf = (m: Manifold): { x: number; y: number; separation: number; id: number }[] =>
  [
    { x: m.x0, y: m.y0, separation: m.separation0, id: m.id0 },
    { x: m.x1, y: m.y1, separation: m.separation1, id: m.id1 },
  ].slice(0, m.count);

test('where the polygon has the face of least penetration, the contact with this face is the same', () => {
  let same = 0;
  forPairs(2500, (store, polygon, other, isFlipped) => {
    const free = new Manifold();
    if (isFlipped) collide(store, other, polygon, SPECULATIVE, free);
    else collide(store, polygon, other, SPECULATIVE, free);
    const sign = isFlipped ? -1 : 1;
    if (free.count === 0 || free.face !== sign) return;
    for (let edge = 0; edge < store.count[polygon]; edge++) {
      const { nx, ny } = edgeOf(store, polygon, edge);
      if (Math.hypot(nx - sign * free.normalX, ny - sign * free.normalY) > 1e-12) continue;
      const m = new Manifold();
      m.corners = 3;
      expect(collideFace(store, polygon, edge, other, isFlipped, SPECULATIVE, m)).toBe(free.count);
      expect([m.count, m.normalX, m.normalY, m.face, m.corners]).toEqual([
        free.count,
        free.normalX,
        free.normalY,
        sign,
        0,
      ]);
      const expected = pointsOf(free);
      pointsOf(m).forEach((point, k) => {
        expect(point.id).toBe(expected[k].id);
        const error = Math.hypot(point.x - expected[k].x, point.y - expected[k].y);
        expect(error + Math.abs(point.separation - expected[k].separation)).toBeLessThan(1e-12);
      });
      same++;
    }
  });
  expect(same).toBeGreaterThan(500);
});

test('for any face: its normal, points over the face, and the depth of the deepest vertex where this is over it', () => {
  let deep = 0;
  let none = 0;
  forPairs(500, (store, polygon, other, isFlipped) => {
    const radii = store.radius[polygon] + store.radius[other];
    const core = worldCore(store, other);
    for (let edge = 0; edge < store.count[polygon]; edge++) {
      const { p, nx, ny, length } = edgeOf(store, polygon, edge);
      const along = (q: { x: number; y: number }): number => nx * (q.y - p.y) - ny * (q.x - p.x);
      const ways = core.map(along);
      const least = gapAlong([p], core, nx, ny);
      const deepest = core.find((q) => nx * (q.x - p.x) + ny * (q.y - p.y) < least + 1e-12)!;
      const m = new Manifold();
      const count = collideFace(store, polygon, edge, other, isFlipped, SPECULATIVE, m);
      expect(m.count).toBe(count);
      const isBeside = Math.max(...ways) < 0 || Math.min(...ways) > length;
      if (isBeside || least > SPECULATIVE + radii) {
        none++;
        expect(count).toBe(0);
        continue;
      }
      const found = pointsOf(m);
      for (const point of found) {
        expect(along(point)).toBeGreaterThan(-1e-9);
        expect(along(point)).toBeLessThan(length + 1e-9);
        expect(point.separation).toBeGreaterThan(least - radii - 1e-12);
        expect(point.separation).toBeLessThan(SPECULATIVE + 1e-12);
      }
      if (count > 0) {
        const sign = isFlipped ? -1 : 1;
        expect(Math.hypot(m.normalX - sign * nx, m.normalY - sign * ny)).toBeLessThan(1e-12);
      }
      if (along(deepest) < 1e-6 || along(deepest) > length - 1e-6) continue;
      deep++;
      expect(Math.min(...found.map(({ separation }) => separation))).toBeCloseTo(least - radii, 12);
      // midway between both surfaces
      const [lowest] = found.sort((a, b) => a.separation - b.separation);
      const height = nx * (lowest.x - p.x) + ny * (lowest.y - p.y) - store.radius[polygon];
      expect(height).toBeCloseTo(lowest.separation / 2, 12);
    }
  });
  expect(deep).toBeGreaterThan(400);
  expect(none).toBeGreaterThan(400);
});
