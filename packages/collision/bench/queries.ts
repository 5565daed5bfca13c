/** Queries on pairs of shape literals: GJK with and without a cache, EPA, rays, casts, time of impact. */
import { createRandom, polygon, transform, type Vec2 } from '@otedama/math2d';
import {
  castRay,
  castShape,
  convexCore,
  distance,
  type Shape,
  type SimplexCache,
  type Sweep,
  separation,
  timeOfImpact,
} from '../src/index.js';
import { measure, table } from './harness.js';

const PAIRS = 2000;

/** Regular polygons of 3 to 8 vertices and unit radius in random poses, centres `apart` metres from each other. */
function pairs(seed: number, apart: number) {
  const random = createRandom(seed);
  return Array.from({ length: PAIRS }, () => {
    const make = (): Shape => ({ kind: 'polygon', vertices: polygon.regular(1, 3 + random.integer(6)) });
    const a = make();
    const b = make();
    const direction = random.uniform(-3, 3);
    const placeA = transform.create(0, 0, random.uniform(-3, 3));
    const placeB = transform.create(
      apart * Math.cos(direction),
      apart * Math.sin(direction),
      random.uniform(-3, 3),
    );
    return { a, b, coreA: convexCore(a)!, coreB: convexCore(b)!, placeA, placeB };
  });
}

const far = pairs(1, 3);
const near = pairs(2, 0.8);
const caches: SimplexCache[] = far.map(() => ({ pairs: [] }));
const towards = (p: Vec2): Vec2 => ({ x: -2 * p.x, y: -2 * p.y });
const sweep = (x: number, y: number, toX: number, toY: number, turn: number): Sweep => ({
  localCenter: { x: 0, y: 0 },
  center1: { x, y },
  center2: { x: toX, y: toY },
  angle1: 0,
  angle2: turn,
});

/** Markdown table of nanoseconds a query. */
export function queryReport(): string {
  const sum = (list: typeof far, query: (pair: (typeof far)[number], i: number) => number) => () =>
    list.reduce((total, pair, i) => total + query(pair, i), 0);
  const variants = [
    {
      name: 'distance, polygons apart',
      run: sum(far, (p) => distance(p.coreA, p.placeA, p.coreB, p.placeB).distance),
    },
    {
      name: 'distance, simplex kept',
      run: sum(far, (p, i) => distance(p.coreA, p.placeA, p.coreB, p.placeB, { cache: caches[i] }).distance),
    },
    {
      name: 'separation, polygons overlapping (GJK and EPA)',
      run: sum(near, (p) => separation(p.coreA, p.placeA, p.coreB, p.placeB).separation),
    },
    {
      name: 'ray against a polygon',
      run: sum(
        far,
        (p) => castRay(p.a, p.placeA, { origin: p.placeB, translation: towards(p.placeB) }).fraction,
      ),
    },
    {
      name: 'shape cast, polygons',
      run: sum(far, (p) => castShape(p.a, p.placeA, p.b, p.placeB, towards(p.placeB)).fraction),
    },
    {
      name: 'time of impact, a radian of turn',
      run: sum(
        far,
        ({ a, b, placeB: { x, y } }) => timeOfImpact(a, sweep(0, 0, 0, 0, 0), b, sweep(x, y, -x, -y, 1)).time,
      ),
    },
  ];
  const times = measure(variants, PAIRS);
  let rounds = 0;
  let cold = 0;
  let warm = 0;
  far.forEach(({ a, b, coreA, coreB, placeA, placeB: place }, i) => {
    cold += distance(coreA, placeA, coreB, place).iterations;
    warm += distance(coreA, placeA, coreB, place, { cache: caches[i] }).iterations;
    rounds += timeOfImpact(a, sweep(0, 0, 0, 0, 0), b, sweep(place.x, place.y, -place.x, -place.y, 1)).rounds;
  });
  const mean = (total: number): string => (total / PAIRS).toFixed(1);
  const counts = [mean(cold), mean(warm), '', '', '', mean(rounds)];
  return table(
    ['query', 'rounds', 'ns'],
    variants.map(({ name }, i) => [name, counts[i], times[i].toFixed(0)]),
  );
}
