import { createRandom, type Random } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { collide } from '../src/collide.js';
import { GeometryStore } from '../src/geometry-store.js';
import { Manifold } from '../src/manifold.js';
import type { Shape } from '../src/shape-types.js';
import { bruteForceCores, worldCore } from './helpers/brute-force.js';
import { rectangle } from './helpers/random.js';

/** Needles, slivers, flat ellipses of up to 64 corners, thin capsules, from a millimetre to a kilometre in size. */
function extremeShape(random: Random): Shape {
  const scale = 10 ** random.uniform(-3, 3);
  const thin = scale * 10 ** random.uniform(-5, 0);
  const radius = random.next() < 0.5 ? 0 : thin;
  switch (random.integer(6)) {
    case 0:
      return { kind: 'circle', radius: scale };
    case 1:
      return { kind: 'capsule', point1: { x: -scale, y: 0 }, point2: { x: scale, y: thin }, radius: thin };
    case 2:
      return { kind: 'segment', point1: { x: -scale, y: 0 }, point2: { x: scale, y: 0 } };
    case 3:
      return { kind: 'polygon', vertices: rectangle(scale, thin), radius };
    case 4: {
      const tip = { x: scale * random.uniform(-0.9, 0.9), y: 2 * thin };
      return {
        kind: 'polygon',
        vertices: [{ x: -scale, y: 0 }, { x: scale, y: random.uniform(0, thin) }, tip],
        radius,
      };
    }
    default: {
      const corners = 3 + random.integer(62);
      const flat = 10 ** random.uniform(-3, 0);
      const vertices = Array.from({ length: corners }, (_, k) => {
        const angle = (2 * Math.PI * k) / corners;
        return { x: scale * Math.cos(angle), y: flat * scale * Math.sin(angle) };
      });
      return { kind: 'polygon', vertices };
    }
  }
}

test('shapes of extreme form and size, also in right-angled poses, have the exact depth or gap', () => {
  const random = createRandom(31);
  const boxes = new Float64Array(4);
  const m = new Manifold();
  let touching = 0;
  for (let round = 0; round < 3000; round++) {
    const store = new GeometryStore();
    const a = store.add(extremeShape(random));
    const b = store.add(extremeShape(random));
    const sizeA = store.extent[a] + store.radius[a];
    const sizeB = store.extent[b] + store.radius[b];
    const isSquare = random.next() < 0.3;
    const angle = (): number => (isSquare ? 0.5 * Math.PI * random.integer(4) : random.uniform(0, 6.3));
    const [turnA, turnB, direction] = [angle(), angle(), angle()];
    const distance = (sizeA + sizeB) * random.uniform(0, 1.1);
    store.place(a, 0, 0, Math.cos(turnA), Math.sin(turnA), boxes, 0);
    const x = distance * Math.cos(direction);
    const y = distance * Math.sin(direction);
    store.place(b, x, y, Math.cos(turnB), Math.sin(turnB), boxes, 0);
    const small = Math.min(sizeA, sizeB);
    const speculative = 0.1 * small;
    const count = collide(store, a, b, speculative, m);
    const truth = bruteForceCores(worldCore(store, a), worldCore(store, b));
    const expected = truth.distance - store.radius[a] - store.radius[b];
    if (Math.abs(expected - speculative) < 1e-6 * speculative) continue;
    if (expected > speculative) {
      expect(count).toBe(0);
      continue;
    }
    touching++;
    expect(count).toBeGreaterThan(0);
    const deepest = count === 2 ? Math.min(m.separation0, m.separation1) : m.separation0;
    expect(Math.abs(deepest - expected) / small).toBeLessThan(1e-8);
    expect(Math.abs(Math.hypot(m.normalX, m.normalY) - 1)).toBeLessThan(1e-9);
    expect(Number.isFinite(m.x0 + m.y0 + (count === 2 ? m.x1 + m.y1 : 0))).toBe(true);
  }
  expect(touching).toBeGreaterThan(750);
});
