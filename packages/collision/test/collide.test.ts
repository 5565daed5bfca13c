import { describe, expect, test, vi } from 'vitest';
import { collide } from '../src/collide.js';
import { collideShapes } from '../src/collide-shapes.js';
import { GeometryStore } from '../src/geometry-store.js';
import { Manifold } from '../src/manifold.js';
import { bruteForceCores, worldCore } from './helpers/brute-force.js';
import { coreKinds, randomCore, rectangle, seeded } from './helpers/random.js';

const boxes = new Float64Array(8);

interface Pose {
  x: number;
  y: number;
  angle: number;
}

function place(store: GeometryStore, id: number, pose: Pose): void {
  store.place(id, pose.x, pose.y, Math.cos(pose.angle), Math.sin(pose.angle), boxes, 0);
}

function deepest(m: Manifold): number {
  return m.count === 2 ? Math.min(m.separation0, m.separation1) : m.separation0;
}

/** Contact points in a fixed order, independent of their order in the manifold. */
function points(m: Manifold): { x: number; y: number; separation: number; id: number }[] {
  const list = [{ x: m.x0, y: m.y0, separation: m.separation0, id: m.id0 }];
  if (m.count === 2) list.push({ x: m.x1, y: m.y1, separation: m.separation1, id: m.id1 });
  return list.slice(0, m.count).sort((p, q) => p.id - q.id);
}

/** The largest of many errors by name, so that a loop looks at numbers and a test states one expectation. */
class Worst {
  readonly of: Record<string, number> = {};
  see(name: string, error: number): void {
    const before = this.of[name];
    // a NaN stays
    if (before === undefined || !(error <= before)) this.of[name] = error;
  }
}

describe('against brute force', () => {
  // each pair of kinds in one order: the other one is compared with it
  for (let i = 0; i < coreKinds.length; i++) {
    for (let j = i; j < coreKinds.length; j++) {
      const kindA = coreKinds[i];
      const kindB = coreKinds[j];
      test(`10.1.7: depth, normal, swap and motion of ${kindA}-${kindB}`, () => {
        const random = seeded(1000 * i + j);
        const store = new GeometryStore();
        const [m, swapped, moved] = [new Manifold(), new Manifold(), new Manifold()];
        const worst = new Worst();
        const speculative = 0.5;
        let touching = 0;
        let wrong = 0;
        for (let round = 0; round < 300; round++) {
          const a = store.add(randomCore(random, kindA));
          const b = store.add(randomCore(random, kindB));
          const poseA = { x: random.uniform(-1, 1), y: random.uniform(-1, 1), angle: random.uniform(-4, 4) };
          const spread = random.next() < 0.5 ? 0.6 : 2.2;
          const poseB = {
            x: poseA.x + random.uniform(-spread, spread),
            y: poseA.y + random.uniform(-spread, spread),
            angle: random.uniform(-4, 4),
          };
          place(store, a, poseA);
          place(store, b, poseB);
          const count = collide(store, a, b, speculative, m);
          const coreA = worldCore(store, a);
          const coreB = worldCore(store, b);
          const truth = bruteForceCores(coreA, coreB);
          const radii = store.radius[a] + store.radius[b];
          const expected = truth.distance - radii;
          if (count !== m.count || count > 0 !== expected <= speculative) wrong++;
          if (expected > speculative) {
            store.remove(a);
            store.remove(b);
            continue;
          }
          touching++;
          worst.see('depth', Math.abs(deepest(m) - expected));
          worst.see('length of the normal', Math.abs(Math.hypot(m.normalX, m.normalY) - 1));
          if (Math.abs(truth.distance) > 1e-3) {
            // the direction may differ if its depth is the same
            const gap =
              truth.distance > 0
                ? truth.distance * (m.normalX * truth.nx + m.normalY * truth.ny)
                : gapOf(coreA, coreB, m.normalX, m.normalY);
            worst.see('normal', Math.abs(gap - truth.distance));
          }
          const surfaceA = Math.max(...coreA.map((v) => m.normalX * v.x + m.normalY * v.y)) + store.radius[a];
          const across = (p: { x: number; y: number }): number => m.normalX * p.y - m.normalY * p.x;
          for (const p of points(m)) {
            if (p.separation > speculative) wrong++;
            // the id names a vertex of each, and the point is over one of the two
            const aside = [coreA[p.id >> 8], coreB[p.id & 255]].map((w) => Math.abs(across(p) - across(w)));
            worst.see('aside', Math.min(...aside));
            worst.see('below the deepest', expected - p.separation);
            // the deepest point is midway between the surfaces
            if (p.separation === deepest(m)) {
              const height = m.normalX * p.x + m.normalY * p.y - surfaceA;
              worst.see('middle', Math.abs(height - 0.5 * p.separation));
            }
          }

          if (collide(store, b, a, speculative, swapped) !== count) wrong++;
          worst.see('swap', Math.abs(swapped.normalX + m.normalX));
          worst.see('swap', Math.abs(swapped.normalY + m.normalY));
          const mine = points(m);
          const mirrored = points(swapped)
            .map((p) => ({ ...p, id: ((p.id & 255) << 8) | (p.id >> 8) }))
            .sort((p, q) => p.id - q.id);
          for (let k = 0; k < count; k++) {
            if (mirrored[k].id !== mine[k].id) wrong++;
            worst.see('swap', Math.abs(mirrored[k].separation - mine[k].separation));
            worst.see('swap', Math.abs(mirrored[k].x - mine[k].x));
            worst.see('swap', Math.abs(mirrored[k].y - mine[k].y));
          }

          // the same pair rotated and translated
          const turn = random.uniform(-3, 3);
          const c = Math.cos(turn);
          const s = Math.sin(turn);
          for (const [id, pose] of [
            [a, poseA],
            [b, poseB],
          ] as const) {
            place(store, id, {
              x: c * pose.x - s * pose.y + 10,
              y: s * pose.x + c * pose.y - 20,
              angle: pose.angle + turn,
            });
          }
          if (collide(store, a, b, speculative, moved) !== count) wrong++;
          worst.see('motion', Math.abs(moved.normalX - (c * m.normalX - s * m.normalY)));
          worst.see('motion', Math.abs(moved.normalY - (s * m.normalX + c * m.normalY)));
          const carried = points(moved);
          for (let k = 0; k < count; k++) {
            if (carried[k].id !== mine[k].id) wrong++;
            worst.see('motion', Math.abs(carried[k].separation - mine[k].separation));
            worst.see('motion', Math.abs(carried[k].x - (c * mine[k].x - s * mine[k].y + 10)));
            worst.see('motion', Math.abs(carried[k].y - (s * mine[k].x + c * mine[k].y - 20)));
          }
          store.remove(a);
          store.remove(b);
        }
        expect(wrong).toBe(0);
        expect(worst.of.depth).toBeLessThan(1e-8);
        expect(worst.of['length of the normal']).toBeLessThan(1e-12);
        for (const name of ['normal', 'aside', 'middle']) expect(worst.of[name], name).toBeLessThan(1e-6);
        expect(worst.of['below the deepest']).toBeLessThan(1e-6);
        for (const name of ['swap', 'motion']) expect(worst.of[name], name).toBeLessThan(5e-7);
        expect(touching).toBeGreaterThan(60);
      });
    }
  }
});

test('a half-space touches the lowest vertex of any shape and the lower one beside it, by their heights', () => {
  const random = seeded(77);
  const store = new GeometryStore();
  const m = new Manifold();
  const swapped = new Manifold();
  const found = [0, 0, 0];
  for (let round = 0; round < 700; round++) {
    const a = store.add({
      kind: 'halfSpace',
      normal: { x: random.uniform(-1, 1), y: 1 },
      position: { x: 0.2, y: 0.1 },
    });
    const b = store.add(randomCore(random, coreKinds[round % coreKinds.length]));
    place(store, a, { x: random.uniform(-1, 1), y: random.uniform(-1, 1), angle: random.uniform(-3, 3) });
    place(store, b, { x: random.uniform(-1, 1), y: random.uniform(-1, 1), angle: random.uniform(-3, 3) });
    const speculative = random.uniform(0, 0.3);
    const count = collide(store, a, b, speculative, m);
    found[count]++;
    const w = 2 * store.first[a];
    const [nx, ny] = [store.worldNormals[w], store.worldNormals[w + 1]];
    const core = worldCore(store, b);
    const height = (p: { x: number; y: number }): number =>
      nx * (p.x - store.worldVertices[w]) + ny * (p.y - store.worldVertices[w + 1]);
    const separations = core.map((p) => height(p) - store.radius[b]);
    const lowest = separations.indexOf(Math.min(...separations));
    const beside = [lowest + core.length - 1, lowest + 1].map((k) => k % core.length);
    const second =
      core.length > 1 ? Math.min(...beside.map((k) => separations[k])) : Number.POSITIVE_INFINITY;
    const expected = [separations[lowest], second].filter((s) => s <= speculative);
    expect(
      points(m)
        .map((p) => p.separation)
        .sort((p, q) => p - q),
    ).toEqual(expected.map((s) => expect.closeTo(s, 12)));
    for (const p of points(m)) {
      expect([m.normalX, m.normalY, m.face]).toEqual([nx, ny, 1]);
      expect(p.separation).toBeCloseTo(separations[p.id], 12);
      // under its vertex, midway between the plane and the surface
      expect(height(p)).toBeCloseTo(p.separation / 2, 12);
      expect(nx * (p.y - core[p.id].y) - ny * (p.x - core[p.id].x)).toBeCloseTo(0, 12);
    }
    // counter-clockwise, whichever of them is the lower one
    if (count === 2) expect(m.id1).toBe((m.id0 + 1) % core.length);
    expect(collide(store, b, a, speculative, swapped)).toBe(count);
    if (count > 0) expect([swapped.normalX, swapped.normalY, swapped.face]).toEqual([-nx, -ny, -1]);
    store.remove(a);
    store.remove(b);
  }
  for (const times of found) expect(times).toBeGreaterThan(50);
});

function gapOf(a: { x: number; y: number }[], b: { x: number; y: number }[], nx: number, ny: number): number {
  const low = Math.min(...b.map((w) => nx * w.x + ny * w.y));
  return low - Math.max(...a.map((v) => nx * v.x + ny * v.y));
}

describe('given cases', () => {
  const contact = (
    shapeA: Parameters<GeometryStore['add']>[0],
    poseA: Pose,
    shapeB: Parameters<GeometryStore['add']>[0],
    poseB: Pose,
    speculative = 0,
  ): Manifold => {
    const store = new GeometryStore();
    const a = store.add(shapeA);
    const b = store.add(shapeB);
    place(store, a, poseA);
    place(store, b, poseB);
    const m = new Manifold();
    collide(store, a, b, speculative, m);
    return m;
  };
  const at = (x: number, y: number, angle = 0): Pose => ({ x, y, angle });
  const unitSquare = { kind: 'polygon', vertices: rectangle(0.5, 0.5) } as const;

  test('10.1.4: unit squares at (0, 0) and (0.9, 0.1): depth 0.1, normal (1, 0), mirrored on swap; apart at 1.001', () => {
    const m = contact(unitSquare, at(0, 0), unitSquare, at(0.9, 0.1));
    expect(m.count).toBe(2);
    expect(deepest(m)).toBeCloseTo(-0.1, 12);
    expect([m.normalX, m.normalY]).toEqual([1, 0]);
    const swapped = contact(unitSquare, at(0.9, 0.1), unitSquare, at(0, 0));
    expect(swapped.normalX).toBe(-1);
    expect(contact(unitSquare, at(0, 0), unitSquare, at(1.001, 0)).count).toBe(0);
  });

  test('10.1.5: a square of half side 0.7071 and one on its corner: depth 0.10710678 at (0.6, 0), also turned by 0.7', () => {
    const half = Math.SQRT1_2;
    const square = { kind: 'polygon', vertices: rectangle(half, half) } as const;
    const diamond = {
      kind: 'polygon',
      vertices: [0, 1, 2, 3].map((k) => ({ x: [1, 0, -1, 0][k], y: [0, 1, 0, -1][k] })),
    } as const;
    const m = contact(square, at(0, 0), diamond, at(1.6, 0));
    expect(m.count).toBe(1);
    expect(m.separation0).toBeCloseTo(-0.10710678, 8);
    expect(m.normalX).toBeCloseTo(1, 12);
    // the vertex itself is (0.6, 0); the point is midway between it and the face
    expect(m.x0 - 0.5 * -m.separation0).toBeCloseTo(0.6, 8);
    expect(m.y0).toBeCloseTo(0, 12);
    const turned = contact(square, at(0, 0, 0.7), diamond, at(1.6 * Math.cos(0.7), 1.6 * Math.sin(0.7), 0.7));
    expect(turned.separation0).toBeCloseTo(-0.10710678, 8);
    expect(turned.normalX).toBeCloseTo(0.76484219, 8);
    expect(turned.normalY).toBeCloseTo(0.64421769, 8);
  });

  test('G5: boxes of half size 0.5 at a distance of 0.9: two points of separation -0.1', () => {
    const m = contact(unitSquare, at(0, 0), unitSquare, at(0.9, 0));
    expect(m.count).toBe(2);
    expect(m.separation0).toBeCloseTo(-0.1, 12);
    expect(m.separation1).toBeCloseTo(-0.1, 12);
    expect(Math.abs(m.normalX)).toBe(1);
    expect(m.x0).toBeCloseTo(0.45, 12);
    expect(Math.abs(m.y0 - m.y1)).toBeCloseTo(1, 12);
  });

  test('G9: large capsule against a large triangle', () => {
    const capsule = { kind: 'capsule', point1: { x: 0, y: -5 }, point2: { x: 0, y: 5 }, radius: 10 } as const;
    const triangle = {
      kind: 'polygon',
      vertices: [
        { x: 64, y: 507 },
        { x: 440, y: 326 },
        { x: 1072, y: 507 },
      ],
    } as const;
    expect(contact(capsule, at(381.592, 348.491), triangle, at(0, 0)).count).toBeGreaterThan(0);
    expect(contact(triangle, at(0, 0), capsule, at(381.592, 348.491)).count).toBeGreaterThan(0);
  });

  test('G11: ball touching the underside of a box, both argument orders', () => {
    const ball = { kind: 'circle', radius: 0.5 } as const;
    const m = contact(ball, at(0.0517938, 3.05178815), unitSquare, at(0, 4));
    expect(m.count).toBe(1);
    expect(m.normalY).toBeCloseTo(1, 12);
    expect(m.separation0).toBeCloseTo(3.5 - 3.55178815, 12);
    const swapped = contact(unitSquare, at(0, 4), ball, at(0.0517938, 3.05178815));
    expect(swapped.count).toBe(1);
    expect(swapped.normalY).toBeCloseTo(-1, 12);
  });

  test('G16: identical squares have two points of the full depth', () => {
    const m = contact(unitSquare, at(0, 0), unitSquare, at(0, 0));
    expect(m.count).toBe(2);
    expect(m.separation0).toBe(-1);
    expect(m.separation1).toBe(-1);
  });

  test('G17: squares that share one edge touch at its two ends', () => {
    const m = contact(unitSquare, at(0, 0), unitSquare, at(1, 0));
    expect(m.count).toBe(2);
    expect(points(m).map((p) => p.separation)).toEqual([0, 0]);
    expect([m.x0, m.x1]).toEqual([0.5, 0.5]);
    expect([m.y0, m.y1].sort()).toEqual([-0.5, 0.5]);
  });

  test('D-G2: edges shifted by 2 have the true depth of 0.05 and points inside the overlap', () => {
    const large = { kind: 'polygon', vertices: rectangle(Math.SQRT2, Math.SQRT2) } as const;
    const small = { kind: 'polygon', vertices: rectangle(Math.SQRT1_2, Math.SQRT1_2) } as const;
    const m = contact(large, at(0, 0), small, at(2, 1.5 * Math.SQRT2 - 0.05));
    expect(m.count).toBe(2);
    expect(m.separation0).toBeCloseTo(-0.05, 12);
    expect(m.separation1).toBeCloseTo(-0.05, 12);
    for (const p of points(m)) {
      expect(p.x).toBeGreaterThan(2 - Math.SQRT1_2 - 1e-9);
      expect(p.x).toBeLessThan(Math.SQRT2 + 1e-9);
    }
  });

  test('D-G3: a scaled scene has the scaled contact', () => {
    for (const scale of [1e-3, 1, 1e3]) {
      const square = { kind: 'polygon', vertices: rectangle(0.5 * scale, 0.5 * scale) } as const;
      const m = contact(square, at(0, 0), square, at(0.1 * scale, 0.999 * scale, 0.01));
      expect(m.count).toBe(1);
      const flat = contact(square, at(0, 0), square, at(0.1 * scale, 0.99 * scale, 0.01), 0.02 * scale);
      expect(flat.count).toBe(2);
      expect(flat.separation0 / scale).toBeCloseTo(
        contact(unitSquare, at(0, 0), unitSquare, at(0.1, 0.99, 0.01), 0.02).separation0,
        10,
      );
    }
  });

  test('collinear capsules end to end: the axis is their line', () => {
    const capsule = {
      kind: 'capsule',
      point1: { x: -1, y: 0 },
      point2: { x: 1, y: 0 },
      radius: 0.25,
    } as const;
    for (const offset of [0, 1e7]) {
      const m = contact(capsule, at(offset, offset), capsule, at(offset + 2.4, offset));
      expect(m.count).toBe(1);
      expect(m.normalX).toBeCloseTo(1, 7);
      expect(m.separation0).toBeCloseTo(-0.1, 7);
    }
  });

  test('concentric circles and crossing segments still have a normal, mirrored on swap', () => {
    const circle = { kind: 'circle', radius: 1 } as const;
    const store = new GeometryStore();
    const a = store.add(circle);
    const b = store.add(circle);
    place(store, a, at(3, 4));
    place(store, b, at(3, 4));
    const m = new Manifold();
    expect(collide(store, a, b, 0, m)).toBe(1);
    const { normalX, normalY } = m;
    expect(m.separation0).toBe(-2);
    collide(store, b, a, 0, m);
    expect(m.normalX + normalX).toBe(0);
    expect(m.normalY + normalY).toBe(0);
  });

  test('half-space: both lower corners of a box, in either order of arguments', () => {
    const ground = { kind: 'halfSpace', normal: { x: 0, y: 2 } } as const;
    const m = contact(ground, at(0, 0), unitSquare, at(0, 0.45));
    expect(m.count).toBe(2);
    expect([m.normalX, m.normalY]).toEqual([0, 1]);
    expect(m.separation0).toBeCloseTo(-0.05, 12);
    expect(m.y0).toBeCloseTo(-0.025, 12);
    expect(m.y1).toBeCloseTo(-0.025, 12);
    expect([m.x0, m.x1].sort()).toEqual([-0.5, 0.5]);
    const capsule = {
      kind: 'capsule',
      point1: { x: -1, y: 0 },
      point2: { x: 1, y: 0 },
      radius: 0.25,
    } as const;
    const lying = contact(ground, at(0, 0), capsule, at(0, 0.2));
    expect([lying.count, lying.separation0, lying.separation1]).toEqual([
      2,
      expect.closeTo(-0.05),
      expect.closeTo(-0.05),
    ]);
    expect([lying.y0, lying.y1]).toEqual([expect.closeTo(-0.025), expect.closeTo(-0.025)]);
    const swapped = contact(unitSquare, at(0, 0.45), ground, at(0, 0));
    expect(swapped.normalY).toBe(-1);
    expect(swapped.id0 & 255).toBe(0);
    expect(contact(ground, at(0, 0), unitSquare, at(0, 0.51)).count).toBe(0);
    expect(contact(ground, at(0, 0), unitSquare, at(0, 0.51), 0.02).count).toBe(2);
    expect(contact(ground, at(0, 0), unitSquare, at(0, Math.SQRT1_2 - 0.01, Math.PI / 4)).count).toBe(1);
  });

  test('a contact as an object keeps no shape', () => {
    const add = vi.spyOn(GeometryStore.prototype, 'add');
    const remove = vi.spyOn(GeometryStore.prototype, 'remove');
    const still = { x: 0, y: 0, c: 1, s: 0 };
    collideShapes(unitSquare, still, { kind: 'circle', radius: 1 }, still);
    const added = add.mock.results.map(({ value }) => value as number);
    const removed = remove.mock.calls.map(([id]) => id);
    vi.restoreAllMocks();
    expect(added).toHaveLength(2);
    expect(removed.sort()).toEqual(added.sort());
  });

  test('G5: the same contact as an object', () => {
    const transform = (x: number) => ({ x, y: 0, c: 1, s: 0 });
    const { normal, points: found } = collideShapes(unitSquare, transform(0), unitSquare, transform(0.9));
    expect(normal).toEqual({ x: 1, y: 0 });
    expect(found.map((p) => p.separation)).toEqual([expect.closeTo(-0.1, 12), expect.closeTo(-0.1, 12)]);
    expect(found[0].point.x).toBeCloseTo(0.45, 12);
    expect(found[0].id).not.toBe(found[1].id);
    expect(collideShapes(unitSquare, transform(0), unitSquare, transform(2))).toEqual({
      normal: { x: 0, y: 0 },
      points: [],
    });
    const flat = { kind: 'capsule', point1: { x: 0, y: 0 }, point2: { x: 0, y: 1 }, radius: -1 } as const;
    expect(() => collideShapes(unitSquare, transform(0), flat, transform(0))).toThrow(/shapeB.radius/);
  });
});

test.each([
  // on a circle of radius 5: right angles where the diameter along x is seen from
  ['opposite', [-5, 0, 0, -5, 5, 0, 3, 4], [4, 2, 2, 1]],
  ['neighbouring', [0, 0, 4, 0, 4, 2, 0, 4], [2, 3, 1, 2]],
] as const)(
  'a quadrilateral with two %s right angles is no box, at whichever corners they are',
  (_, coordinates, [x, y, mx, my]) => {
    const corners = [0, 1, 2, 3].map((k) => ({ x: coordinates[2 * k], y: coordinates[2 * k + 1] }));
    const still = { x: 0, y: 0, c: 1, s: 0 };
    // beside the middle (x, y) of a slanted edge with the normal m / |m|
    const n = { x: mx / Math.sqrt(5), y: my / Math.sqrt(5) };
    const ball = { kind: 'circle', center: { x: x + 0.7 * n.x, y: y + 0.7 * n.y }, radius: 0.5 } as const;
    const box = { kind: 'polygon', vertices: rectangle(0.5, 0.5) } as const;
    const beside = { x: x + 0.7 * n.x, y: y + 0.7 * n.y, c: n.x, s: n.y };
    for (let first = 0; first < 4; first++) {
      const quadrilateral = {
        kind: 'polygon',
        vertices: [...corners.slice(first), ...corners.slice(0, first)],
      } as const;
      for (const [other, pose, points] of [
        [ball, still, 1],
        [box, beside, 2],
      ] as const) {
        const { normal, points: found } = collideShapes(quadrilateral, still, other, pose, 1);
        expect(normal.x).toBeCloseTo(n.x, 12);
        expect(normal.y).toBeCloseTo(n.y, 12);
        expect(found).toHaveLength(points);
        for (const { separation } of found) expect(separation).toBeCloseTo(0.2, 12);
      }
    }
  },
);
