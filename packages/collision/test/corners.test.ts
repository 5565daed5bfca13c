import { polygon } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { ACROSS_NORMAL, ACROSS_TANGENT, collide, GeometryStore, Manifold, type Shape } from '../src/index.js';
import { coreKinds, randomCore, rectangle, seeded } from './helpers/random.js';

const WIDTH = 0.005;
const NONE = 0;
const bounds = new Float64Array(4);

interface Pose {
  x: number;
  y: number;
  angle?: number;
}

/** The contact of two shapes, the second one at a pose. */
function contact(a: Shape, b: Shape, { x, y, angle = 0 }: Pose, cornerWidth = WIDTH): Manifold {
  const store = new GeometryStore();
  store.place(store.add(a), 0, 0, 1, 0, bounds, 0);
  store.place(store.add(b), x, y, Math.cos(angle), Math.sin(angle), bounds, 0);
  const manifold = new Manifold();
  manifold.cornerWidth = cornerWidth;
  collide(store, 0, 1, 0.02, manifold);
  return manifold;
}

const box: Shape = { kind: 'polygon', vertices: rectangle(0.5, 0.5) };
const rounded: Shape = { kind: 'polygon', vertices: rectangle(0.4, 0.4), radius: 0.1 };
const rod: Shape = { kind: 'capsule', point1: { x: -0.4, y: 0 }, point2: { x: 0.4, y: 0 }, radius: 0.1 };
const plank = (height: number): Shape => ({ kind: 'polygon', vertices: rectangle(0.5, height / 2) });
const ball = (radius: number): Shape => ({ kind: 'circle', radius });
const hexagon: Shape = { kind: 'polygon', vertices: polygon.regular(1, 6) };
const turned = (degrees: number, x: number, y: number): Pose => {
  const angle = (degrees * Math.PI) / 180;
  // pose of a unit box with its lower left corner at (x, y)
  const [c, s] = [Math.cos(angle) / 2, Math.sin(angle) / 2];
  return { x: x + c - s, y: y + s + c, angle };
};
const chain: Shape = {
  kind: 'chainSegment',
  point1: { x: 0.5, y: 0.5 },
  point2: { x: -0.5, y: 0.5 },
  ghost1: { x: 0.5, y: -0.5 },
  ghost2: { x: -1.5, y: 0.5 },
};

// the second shape is on top of the first one, its lower left end beside the upper right end at (0.5, 0.5)
const cases: [what: string, a: Shape, b: Shape, pose: Pose, corners: number, face?: 'x' | 'y'][] = [
  ['box before box, 1 mm in and 3 mm too low', box, box, { x: 0.999, y: 0.997 }, ACROSS_TANGENT, 'x'],
  ['1 mm apart and 3 mm too low', box, box, { x: 1.001, y: 0.997 }, ACROSS_TANGENT, 'x'],
  ['3 mm in and 1 mm too low', box, box, { x: 0.997, y: 0.999 }, ACROSS_TANGENT, 'y'],
  ['apart both ways', box, box, { x: 1.001, y: 1.002 }, ACROSS_NORMAL | ACROSS_TANGENT],
  ['6 mm too low', box, box, { x: 1, y: 0.994 }, NONE],
  ['right on top', box, box, { x: 0.5, y: 0.997 }, NONE],
  ['turned by 10 degrees', box, box, turned(10, 0.501, 0.497), ACROSS_TANGENT],
  ['turned by 20 degrees', box, box, turned(20, 0.501, 0.497), NONE],
  ['a plank of 25 mm', box, plank(0.025), { x: 1.001, y: 0.5095 }, ACROSS_TANGENT, 'x'],
  ['a plank of 23 mm', box, plank(0.023), { x: 1.001, y: 0.5085 }, NONE],
  ['a rounded box', box, rounded, { x: 0.95, y: 0.997 }, ACROSS_NORMAL, 'y'],
  ['a rounded box too low', box, rounded, { x: 0.95, y: 0.994 }, NONE],
  ['a rounded box on a rounded one', rounded, rounded, { x: 0.85, y: 0.997 }, ACROSS_NORMAL, 'y'],
  ['a lying capsule', box, rod, { x: 0.95, y: 0.597 }, ACROSS_NORMAL, 'y'],
  ['a ball', box, ball(0.5), { x: 0.6, y: 0.997 }, ACROSS_NORMAL, 'y'],
  ['a ball too low', box, ball(0.5), { x: 0.6, y: 0.994 }, NONE],
  ['a ball before its face', box, ball(0.5), { x: 0.49, y: 0.997 }, NONE],
  ['a ball of 17 mm', box, ball(0.017), { x: 0.507, y: 0.513 }, ACROSS_NORMAL, 'y'],
  ['a ball of 15 mm', box, ball(0.015), { x: 0.507, y: 0.511 }, NONE],
  ['blunt corners', hexagon, hexagon, { x: 0.997, y: Math.sqrt(3) - 0.001 }, NONE],
  ['a chain, which knows what comes next', chain, box, { x: 1.001, y: 0.997 }, NONE],
];

test.each(cases)('%s', (_, a, b, pose, corners, face) => {
  const found = contact(a, b, pose);
  if (a !== chain) expect(found.count).toBeGreaterThan(0);
  expect(found.corners).toBe(corners);
  if (face !== undefined) expect(Math.abs(face === 'x' ? found.faceX : found.faceY)).toBeCloseTo(1, 12);
  expect(contact(a, b, pose, 0).corners).toBe(NONE);
});

/** Two shapes of random kinds, sizes and rotations. B has a vertex, or its surface, near a vertex of A. */
function nearCorners(seed: number) {
  const random = seeded(seed);
  const store = new GeometryStore();
  const kind = () => coreKinds[random.integer(coreKinds.length)];
  const quarter = () => (Math.PI / 2) * random.integer(4) + random.uniform(-0.1, 0.1);
  const place = (id: number, x: number, y: number, angle: number) =>
    store.place(id, x, y, Math.cos(angle), Math.sin(angle), bounds, 0);
  const [a, b] = [store.add(randomCore(random, kind())), store.add(randomCore(random, kind()))];
  const angle = quarter();
  place(a, 0, 0, quarter());
  place(b, 0, 0, angle);
  const vertexOf = (id: number) => 2 * (store.first[id] + random.integer(store.count[id]));
  const [v, w] = [vertexOf(a), vertexOf(b)];
  const radii = store.radius[a] + store.radius[b];
  const direction = random.uniform(0, 2 * Math.PI);
  const near = radii === 0 ? 0.01 * random.next() : radii + random.uniform(-0.01, 0.02);
  const x = store.worldVertices[v] - store.worldVertices[w] + near * Math.cos(direction);
  const y = store.worldVertices[v + 1] - store.worldVertices[w + 1] + near * Math.sin(direction);
  return { store, x, y, moveTo: (toX: number, toY: number) => place(b, toX, toY, angle) };
}

test('which shape comes first makes no difference to what a corner is', () => {
  let corners = 0;
  const [one, other] = [new Manifold(), new Manifold()];
  one.cornerWidth = other.cornerWidth = WIDTH;
  for (let seed = 0; seed < 5_000; seed++) {
    const { store, x, y, moveTo } = nearCorners(seed);
    moveTo(x, y);
    if (collide(store, 0, 1, 0.02, one) === 0) continue;
    collide(store, 1, 0, 0.02, other);
    // if two faces are equally near, either may be reported
    if (Math.abs(one.normalX + other.normalX) + Math.abs(one.normalY + other.normalY) > 1e-6) continue;
    expect(other.corners, `seed ${seed}`).toBe(one.corners);
    if (one.corners === 0) continue;
    corners++;
    expect(Math.abs(one.faceX * other.faceY - one.faceY * other.faceX), `seed ${seed}`).toBeLessThan(1e-6);
  }
  expect(corners).toBeGreaterThan(150);
});

test('shapes set apart by the width of corners pass each other: 10 mm on they meet by half of it at most, which is their tilt', () => {
  const manifold = new Manifold();
  const overlapNow = (store: GeometryStore) => {
    const count = collide(store, 0, 1, 0, manifold);
    return Math.max(0, count > 0 ? -manifold.separation0 : 0, count > 1 ? -manifold.separation1 : 0);
  };
  manifold.cornerWidth = WIDTH;
  let passed = 0;
  let met = 0;
  for (let seed = 0; seed < 5_000; seed++) {
    const { store, x, y, moveTo } = nearCorners(seed);
    moveTo(x, y);
    if (collide(store, 0, 1, 0.02, manifold) === 0) continue;
    const { corners, faceX, faceY } = manifold;
    for (const bit of [ACROSS_NORMAL, ACROSS_TANGENT]) {
      if ((corners & bit) === 0) continue;
      const [fx, fy] = bit === ACROSS_NORMAL ? [faceX, faceY] : [-faceY, faceX];
      const deepest = (apart: number) =>
        Math.max(
          ...[-0.01, 0.01].map((slide) => {
            moveTo(x + apart * fx - slide * fy, y + apart * fy + slide * fx);
            return overlapNow(store);
          }),
        );
      // one of the two directions along f separates B from A
      expect(Math.min(deepest(WIDTH), deepest(-WIDTH)), `seed ${seed}`).toBeLessThan(0.5 * 0.01);
      passed++;
      if (Math.max(deepest(WIDTH), deepest(-WIDTH)) > 0.5 * 0.01) met++;
    }
  }
  expect(passed).toBeGreaterThan(150);
  expect(met).toBeGreaterThan(30);
});
