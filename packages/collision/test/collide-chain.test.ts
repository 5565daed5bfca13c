import { polygon, transform } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { collide } from '../src/collide.js';
import { collideShapes } from '../src/collide-shapes.js';
import { GeometryStore } from '../src/geometry-store.js';
import { Manifold } from '../src/manifold.js';
import type { Shape } from '../src/shape-types.js';
import { randomPolygon, rectangle, seeded } from './helpers/random.js';

interface Point {
  x: number;
  y: number;
}

/**
 * Chain segments of a polyline with the free side on the right. The first and last points are ghost vertices unless the chain is closed.
 */
function chain(points: Point[], isClosed: boolean): Shape[] {
  const shapes: Shape[] = [];
  const n = points.length;
  const at = (i: number): Point => points[(i + n) % n];
  for (let i = isClosed ? 0 : 1; i + (isClosed ? 0 : 2) < n; i++) {
    shapes.push({
      kind: 'chainSegment',
      ghost1: at(i - 1),
      point1: at(i),
      point2: at(i + 1),
      ghost2: at(i + 2),
    });
  }
  return shapes;
}

const boxes = new Float64Array(4);

function place(store: GeometryStore, id: number, x = 0, y = 0, angle = 0): void {
  store.place(id, x, y, Math.cos(angle), Math.sin(angle), boxes, 0);
}

function deepest(m: Manifold): number {
  return m.count === 2 ? Math.min(m.separation0, m.separation1) : m.separation0;
}

const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y;
const cross = (a: Point, b: Point): number => a.x * b.y - a.y * b.x;

/** Flat ground of short segments with the free side up: points from right to left. */
function flatGround(): Point[] {
  return Array.from({ length: 21 }, (_, k) => ({ x: 10 - k, y: 0 }));
}

test('a box sliding over flat ground of segments is only pushed up, and always supported at both corners', () => {
  const store = new GeometryStore();
  const ground = chain(flatGround(), false).map((shape) => store.add(shape));
  for (const id of ground) place(store, id);
  const box = store.add({ kind: 'polygon', vertices: rectangle(0.5, 0.5) });
  const m = new Manifold();
  for (const angle of [0, 1e-4, -1e-4, 1e-9]) {
    for (let x = -5; x < 5; x += 0.00731) {
      place(store, box, x, 0.49, angle);
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (const id of ground) {
        const count = collide(store, id, box, 0.005, m);
        if (count === 0) continue;
        expect(Math.abs(m.normalX)).toBeLessThan(2e-4);
        expect(m.normalY).toBeGreaterThan(0.999);
        expect(deepest(m)).toBeGreaterThan(-0.0102);
        for (const px of count === 2 ? [m.x0, m.x1] : [m.x0]) {
          low = Math.min(low, px);
          high = Math.max(high, px);
        }
      }
      expect(low).toBeLessThan(x - 0.48);
      expect(high).toBeGreaterThan(x + 0.48);
    }
  }
});

test('over a straight slanted chain, bent by rounding alone, nothing is pushed along it', () => {
  const random = seeded(104);
  for (let n = 0; n < 200; n++) {
    const angle = random.uniform(-3, 3);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const at = (x: number, y: number): Point => ({ x: c * x - s * y, y: s * x + c * y });
    const right = random.uniform(0.05, 3);
    const ends = [right + random.uniform(0.05, 3), right, 0, -random.uniform(0.05, 3)];
    const [segment] = chain(
      ends.map((x) => at(x, 0)),
      false,
    );
    const sled: Shape = { kind: 'capsule', point1: { x: -0.5, y: 0 }, point2: { x: 0.5, y: 0 }, radius: 0.2 };
    // turned so little that its side is parallel to the chain, and so much that the one is nearer than the other
    const place = at(random.uniform(-1, right + 1), 0.2);
    const pose = transform.create(place.x, place.y, angle + 4e-10);
    const { normal, points } = collideShapes(segment, transform.identity(), sled, pose, 0.1);
    if (points.length > 0 && Math.abs(dot(normal, { x: c, y: s })) > 1e-6) expect.fail(`sled ${n} is pushed`);
  }
});

test('a ball over any polyline has the distance to its nearest feature on the free side', () => {
  const random = seeded(5);
  const m = new Manifold();
  let touching = 0;
  for (let round = 0; round < 80; round++) {
    // from right to left, so that the free side is up; slopes up to 60 degrees
    const line = Array.from({ length: 12 }, (_, k) => ({ x: 6 - k, y: random.uniform(-0.8, 0.8) }));
    const store = new GeometryStore();
    const ids = chain(line, false).map((shape) => store.add(shape));
    for (const id of ids) place(store, id);
    const ball = store.add({ kind: 'circle', radius: 0.3 });
    for (let k = 0; k < 20; k++) {
      const x = random.uniform(-2.5, 3.5);
      let height = 0;
      for (let i = 0; i + 1 < line.length; i++) {
        if (line[i].x >= x && line[i + 1].x < x) {
          height = line[i].y + ((line[i].x - x) / (line[i].x - line[i + 1].x)) * (line[i + 1].y - line[i].y);
        }
      }
      const y = height + random.uniform(0.01, 0.6);
      let truth = Number.POSITIVE_INFINITY;
      for (let i = 1; i + 2 < line.length; i++) {
        const p = line[i];
        const q = line[i + 1];
        const ex = q.x - p.x;
        const ey = q.y - p.y;
        const f = Math.max(0, Math.min(1, ((x - p.x) * ex + (y - p.y) * ey) / (ex * ex + ey * ey)));
        truth = Math.min(truth, Math.hypot(x - p.x - f * ex, y - p.y - f * ey));
      }
      place(store, ball, x, y);
      let found = Number.POSITIVE_INFINITY;
      ids.forEach((id, k) => {
        if (collide(store, id, ball, 0.5, m) === 0) return;
        found = Math.min(found, m.separation0);
        // along the normal of its segment, or between the normals of two segments at a convex joint
        const d = { x: m.normalX, y: m.normalY };
        const [before, own, after] = [k, k + 1, k + 2].map((i) => ({
          x: line[i + 1].x - line[i].x,
          y: line[i + 1].y - line[i].y,
        }));
        const isOwn = Math.abs(dot(d, own)) < 1e-9;
        const isAtStart = cross(before, own) > 0 && dot(d, before) > -1e-9 && dot(d, own) < 1e-9;
        const isAtEnd = cross(own, after) > 0 && dot(d, own) > -1e-9 && dot(d, after) < 1e-9;
        expect([isOwn, isAtStart, isAtEnd]).toContain(true);
        expect(m.face).toBe(isOwn ? 1 : 0);
        // midway between the surfaces: the ball's is its radius behind the centre
        const behind = 0.3 + 0.5 * m.separation0;
        expect(Math.hypot(x - behind * d.x - m.x0, y - behind * d.y - m.y0)).toBeLessThan(1e-12);
      });
      expect(found).toBeCloseTo(truth - 0.3, 9);
      touching++;
    }
  }
  expect(touching).toBe(1600);
});

test('a closed convex chain collides like the polygon it outlines', () => {
  const random = seeded(11);
  const m = new Manifold();
  const truth = new Manifold();
  let touching = 0;
  for (let round = 0; round < 1500; round++) {
    const outline = randomPolygon(random, 3 + random.integer(6), 1);
    const store = new GeometryStore();
    const ids = chain(outline, true).map((shape) => store.add(shape));
    const solid = store.add({ kind: 'polygon', vertices: outline });
    const body = store.add(
      round % 3 === 0
        ? { kind: 'capsule', point1: { x: -0.3, y: 0 }, point2: { x: 0.3, y: 0.1 }, radius: 0.2 }
        : {
            kind: 'polygon',
            vertices: randomPolygon(random, 3 + random.integer(6), 0.5),
            radius: round % 3 === 1 ? 0.1 : 0,
          },
    );
    for (const id of [...ids, solid]) place(store, id);
    const direction = random.uniform(0, 6.3);
    const distance = random.uniform(0.5, 2);
    const angle = random.uniform(0, 6.3);
    place(store, body, distance * Math.cos(direction), distance * Math.sin(direction), angle);
    const speculative = 0.1;
    const count = collide(store, solid, body, speculative, truth);
    const found = ids.map((id) => {
      const points = collide(store, id, body, speculative, m);
      return points > 0 ? { depth: deepest(m), nx: m.normalX, ny: m.normalY } : null;
    });
    if (count === 0) {
      for (const f of found) expect(f).toBeNull();
      continue;
    }
    if (deepest(truth) < -0.05) continue;
    touching++;
    const same = found.filter(
      (f) =>
        f !== null &&
        Math.abs(f.depth - deepest(truth)) < 1e-9 &&
        f.nx * truth.normalX + f.ny * truth.normalY > 1 - 1e-9,
    );
    expect(same.length).toBeGreaterThan(0);
    // no other segment pushes harder
    for (const f of found) {
      if (f !== null) expect(f.depth).toBeGreaterThan(deepest(truth) - 1e-9);
    }
  }
  expect(touching).toBeGreaterThan(120);
});

test('a segment collides from its free side only, in either order of arguments', () => {
  const store = new GeometryStore();
  const wall = store.add({
    kind: 'chainSegment',
    ghost1: { x: 6, y: 0 },
    point1: { x: 5, y: 0 },
    point2: { x: -5, y: 0 },
    ghost2: { x: -6, y: 0 },
  });
  const box = store.add({ kind: 'polygon', vertices: rectangle(0.5, 0.5) });
  const ball = store.add({ kind: 'circle', radius: 0.5 });
  place(store, wall);
  const m = new Manifold();
  for (const id of [box, ball]) {
    place(store, id, 0, 0.45);
    expect(collide(store, wall, id, 0.01, m)).toBeGreaterThan(0);
    expect(m.normalY).toBe(1);
    expect(collide(store, id, wall, 0.01, m)).toBeGreaterThan(0);
    expect(m.normalY).toBe(-1);
    place(store, id, 0, -0.1);
    expect(collide(store, wall, id, 0.01, m)).toBe(0);
  }
});

test('a box in a corner of two segments is in contact with both', () => {
  const store = new GeometryStore();
  // along the floor to the left, then up the wall: the free side is inside the corner
  const line = [
    { x: 5, y: 1 },
    { x: 4, y: 0 },
    { x: 0, y: 0 },
    { x: 0, y: 4 },
    { x: -1, y: 5 },
  ];
  const ids = chain(line, false).map((shape) => store.add(shape));
  const box = store.add({ kind: 'polygon', vertices: rectangle(0.5, 0.5) });
  for (const id of ids) place(store, id);
  place(store, box, 0.495, 0.49, 0);
  const m = new Manifold();
  expect(collide(store, ids[0], box, 0.01, m)).toBe(2);
  expect([m.normalX, m.normalY]).toEqual([expect.closeTo(0), 1]);
  expect(deepest(m)).toBeCloseTo(-0.01, 12);
  expect(collide(store, ids[1], box, 0.01, m)).toBe(2);
  expect([m.normalX, m.normalY]).toEqual([1, expect.closeTo(0)]);
  expect(deepest(m)).toBeCloseTo(-0.005, 12);
});

test('on rough ground no segment reports more than the actual depth, and some segment supports the shape', () => {
  const random = seeded(23);
  const m = new Manifold();
  let contacts = 0;
  for (let round = 0; round < 1000; round++) {
    // from right to left, so that the free side is up; slopes up to 60 degrees, convex and concave joints, some flat
    const line = Array.from({ length: 14 }, (_, k) => ({
      x: 7 - k,
      y: random.next() < 0.3 ? 0 : random.uniform(-0.8, 0.8),
    }));
    const height = (x: number): number => {
      const i = Math.min(12, Math.max(0, Math.floor(7 - x)));
      return line[i].y + (line[i].x - x) * (line[i + 1].y - line[i].y);
    };
    const store = new GeometryStore();
    const ids = chain(line, false).map((shape) => {
      // a shape in between, so that no segment has its neighbours beside it in memory
      store.add({ kind: 'circle', radius: 1 });
      return store.add(shape);
    });
    for (const id of ids) place(store, id);
    const vertices = randomPolygon(random, 3 + random.integer(6), random.uniform(0.2, 1.2));
    const body = store.add({ kind: 'polygon', vertices });
    const x = random.uniform(-2.5, 2.5);
    const angle = random.uniform(0, 6.3);
    place(store, body, x, 0, angle);
    // vertical clearance: body vertices above the ground, and ground vertices below the body
    const core = Array.from({ length: store.count[body] }, (_, k) => ({
      x: store.worldVertices[2 * (store.first[body] + k)],
      y: store.worldVertices[2 * (store.first[body] + k) + 1],
    }));
    let clearance = Number.POSITIVE_INFINITY;
    for (let k = 0; k < core.length; k++) {
      const p = core[k];
      const q = core[(k + 1) % core.length];
      clearance = Math.min(clearance, p.y - height(p.x));
      for (const g of line) {
        if ((p.x < g.x && g.x < q.x) || (q.x < g.x && g.x < p.x)) {
          clearance = Math.min(clearance, p.y + ((g.x - p.x) / (q.x - p.x)) * (q.y - p.y) - g.y);
        }
      }
    }
    const depth = random.uniform(0.001, 0.02);
    place(store, body, x, -clearance - depth, angle);
    let deepestFound = 0;
    for (const id of ids) {
      if (collide(store, id, body, 0, m) === 0) continue;
      contacts++;
      expect(m.normalY).toBeGreaterThan(0);
      expect(deepest(m)).toBeGreaterThan(-depth - 1e-9);
      deepestFound = Math.min(deepestFound, deepest(m));
    }
    // along a normal 60 degrees from the vertical, half of the vertical depth remains
    expect(deepestFound).toBeLessThan(-0.45 * depth);
  }
  expect(contacts).toBeGreaterThan(1000);
});

test.each([0, 1e-12, 0.001, 0.1, 1])(
  'a polygon sunk deeply into a hill that falls by %d m is pushed out while its centre is above the ground',
  (fall) => {
    // its upper faces may be nearer to the ground than its lowest corner, but pushing out along them would push it through
    const hill = [15, 10, 5, -5, -10, -15].map((x) => ({ x, y: -fall * Math.abs(Math.abs(x) / 5 - 1) }));
    const store = new GeometryStore();
    const ids = chain(hill, false).map((shape) => store.add(shape));
    for (const id of ids) place(store, id);
    const random = seeded(1);
    const bodies = [3, 4, 5].map((sides) =>
      store.add({ kind: 'polygon', vertices: polygon.regular(0.8, sides) }),
    );
    const m = new Manifold();
    for (let i = 0; i < 2000; i++) {
      const body = bodies[random.integer(3)];
      place(store, body, random.uniform(-4, 4), random.uniform(0.001, 0.3), random.uniform(0, 6.3));
      let points = 0;
      for (const id of ids) {
        const count = collide(store, id, body, 0, m);
        points += count;
        if (count > 0) expect(m.normalY).toBeGreaterThan(0);
      }
      if (points === 0) expect.fail(`position ${i}: no contact`);
    }
  },
);

test('a ball beyond a convex end: the normal leads from the end to its centre, at every angle of the corner', () => {
  // free above; at both ends the chain goes on downwards
  const segment = {
    kind: 'chainSegment',
    ghost1: { x: 1, y: -1 },
    point1: { x: 1, y: 0 },
    point2: { x: -1, y: 0 },
    ghost2: { x: -1, y: -1 },
  } as const;
  const still = { x: 0, y: 0, c: 1, s: 0 };
  for (const side of [1, -1]) {
    for (const angle of [0.3, 0.7, 1.1, 1.5]) {
      const n = { x: side * Math.cos(angle), y: Math.sin(angle) };
      const center = { x: side + 0.4 * n.x, y: 0.4 * n.y };
      const { normal, points } = collideShapes(
        segment,
        still,
        { kind: 'circle', center, radius: 0.5 },
        still,
      );
      expect(normal.x).toBeCloseTo(n.x, 12);
      expect(normal.y).toBeCloseTo(n.y, 12);
      expect(points.map(({ separation }) => separation)).toEqual([expect.closeTo(-0.1, 12)]);
    }
  }
});
