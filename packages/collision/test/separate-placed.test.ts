import { createRandom, polygon, type Transform, transform } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { GeometryStore, PlacedSeparation, type Shape, separatePlaced, separateShapes } from '../src/index.js';

const random = createRandom(7);

function randomShape(): Shape {
  const size = 0.2 + 2 * random.next();
  const radius = random.next() < 0.5 ? 0.3 * random.next() : 0;
  switch (Math.floor(random.next() * 5)) {
    case 0:
      return { kind: 'circle', center: { x: random.next() - 0.5, y: random.next() - 0.5 }, radius: size };
    case 1:
      return { kind: 'capsule', point1: { x: -size, y: 0 }, point2: { x: size, y: 0.3 }, radius: 0.2 };
    case 2:
      return { kind: 'segment', point1: { x: -size, y: 0 }, point2: { x: size, y: 1 } };
    case 3:
      return { kind: 'polygon', vertices: polygon.rectangle(size, 0.5 + random.next()), radius };
    default:
      return { kind: 'polygon', vertices: polygon.regular(size, 3 + Math.floor(random.next() * 6)), radius };
  }
}

function randomTransform(spread: number): Transform {
  return transform.create(
    spread * (random.next() - 0.5),
    spread * (random.next() - 0.5),
    7 * (random.next() - 0.5),
  );
}

function placed(
  shapeA: Shape,
  transformA: Transform,
  shapeB: Shape,
  transformB: Transform,
): PlacedSeparation {
  const store = new GeometryStore();
  const boxes = new Float64Array(8);
  const a = store.add(shapeA);
  const b = store.add(shapeB);
  store.place(a, transformA.x, transformA.y, transformA.c, transformA.s, boxes, 0);
  store.place(b, transformB.x, transformB.y, transformB.c, transformB.s, boxes, 4);
  const out = new PlacedSeparation();
  separatePlaced(store, a, b, out);
  return out;
}

test('5,000 random pairs, apart and overlapping: the distance or depth of GJK and EPA, and a normal that confirms it', () => {
  let apart = 0;
  let overlapping = 0;
  for (let k = 0; k < 5_000; k++) {
    const shapes = [randomShape(), randomShape()] as const;
    const poses = [randomTransform(6), randomTransform(6)] as const;
    const expected = separateShapes(shapes[0], poses[0], shapes[1], poses[1]);
    const found = placed(shapes[0], poses[0], shapes[1], poses[1]);
    expect(found.separation).toBeCloseTo(expected.separation, 9);
    expect(Math.hypot(found.normalX, found.normalY)).toBeCloseTo(1, 12);
    if (expected.separation > 1e-3) {
      apart++;
      expect(found.normalX * expected.normal.x + found.normalY * expected.normal.y).toBeGreaterThan(1 - 1e-6);
    } else if (expected.separation < -1e-3) {
      overlapping++;
      // moving B along the normal by the depth separates the shapes
      const t = -found.separation + 1e-9;
      const moved = { ...poses[1], x: poses[1].x + t * found.normalX, y: poses[1].y + t * found.normalY };
      expect(separateShapes(shapes[0], poses[0], shapes[1], moved).separation).toBeGreaterThan(-1e-8);
    }
  }
  expect(apart).toBeGreaterThan(1000);
  expect(overlapping).toBeGreaterThan(1000);
});

test('half-spaces on either side', () => {
  const floor: Shape = { kind: 'halfSpace', normal: { x: 0, y: 1 } };
  const ball: Shape = { kind: 'circle', radius: 0.5 };
  const still = transform.create(0, 0, 0);
  const up = transform.create(3, 2, 0);
  expect(placed(floor, still, ball, up)).toEqual({ separation: 1.5, normalX: 0, normalY: 1 });
  const flipped = placed(ball, up, floor, still);
  expect(flipped.separation).toBe(1.5);
  expect(flipped.normalY).toBe(-1);
  expect(placed(floor, still, floor, up).separation).toBe(Number.POSITIVE_INFINITY);
});

test('a half-space and any shape: the height of the lowest point of the shape over the line', () => {
  for (let k = 0; k < 500; k++) {
    const normal = { x: random.next() - 0.5, y: random.next() - 0.5 };
    const plane: Shape = { kind: 'halfSpace', normal, position: { x: random.next(), y: random.next() } };
    const shape = randomShape();
    const poses = [randomTransform(3), randomTransform(6)] as const;
    const { separation } = separateShapes(plane, poses[0], shape, poses[1]);
    expect(placed(plane, poses[0], shape, poses[1]).separation).toBeCloseTo(separation, 9);
    expect(placed(shape, poses[1], plane, poses[0]).separation).toBeCloseTo(separation, 9);
  }
});

test('flat cores on one line, at any angle and far out: end to end they are at a distance, not overlapping', () => {
  const circle: Shape = { kind: 'circle', radius: 0.5 };
  const capsule: Shape = {
    kind: 'capsule',
    point1: { x: -0.5, y: 0 },
    point2: { x: 0.5, y: 0 },
    radius: 0.4,
  };
  const segment: Shape = { kind: 'segment', point1: { x: -1, y: 0 }, point2: { x: 1, y: 0 } };
  /** Pairs with the distance at which they touch end to end, and the sum of their radii. */
  const pairs: [Shape, Shape, number, number][] = [
    [capsule, circle, 1.4, 0.9],
    [circle, capsule, 1.4, 0.9],
    [capsule, capsule, 1.8, 0.8],
    [segment, capsule, 1.9, 0.4],
    [segment, segment, 2, 0],
    [segment, circle, 1.5, 0.5],
  ];
  for (let k = 0; k < 600; k++) {
    const [a, b, touch, radii] = pairs[k % pairs.length];
    const angle = k < 24 ? (Math.PI / 2) * (k % 4) : 7 * (random.next() - 0.5);
    const { c, s } = transform.create(0, 0, angle);
    const far = k % 3 === 0 ? 1e4 * random.next() : 0;
    const gap = 1e-3 + 3 * random.next();
    const start = transform.create(far, -far, angle);
    const found = placed(a, start, b, {
      ...start,
      x: start.x + (touch + gap) * c,
      y: start.y + (touch + gap) * s,
    });
    expect(found.separation).toBeCloseTo(gap, 9);
    expect(found.normalX).toBeCloseTo(c, 6);
    expect(found.normalY).toBeCloseTo(s, 6);
    // the core of one is inside the core of the other
    const into = placed(a, start, b, { ...start, x: start.x + 0.3 * c, y: start.y + 0.3 * s });
    expect(into.separation).toBeCloseTo(-radii, 9);
  }
});
