import { aabb, polygon, type Transform, transform, type Vec2, vec2 } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import {
  castRay,
  castShape,
  convexCore,
  distanceToPoint,
  type RayHit,
  type Shape,
  type Sweep,
  separateShapes,
  sweepTransform,
  timeOfImpact,
} from '../src/index.js';
import { coreKinds, randomCore, seeded } from './helpers/random.js';

const still = transform.identity();
const at = (x: number, y: number, angle = 0) => transform.create(x, y, angle);
const v = (x: number, y: number): Vec2 => ({ x, y });
const box: Shape = { kind: 'polygon', vertices: polygon.rectangle(2, 2) };
const ball = (radius: number): Shape => ({ kind: 'circle', radius });
const upright: Shape = { kind: 'segment', point1: v(0, -1), point2: v(0, 1) };
const ray = (shape: Shape, from: Vec2, to: Vec2, solid?: boolean): RayHit =>
  castRay(
    shape,
    still,
    { origin: from, translation: vec2.subtract(to, from) },
    solid === undefined ? {} : { solid },
  );

describe('a ray hits a shape where it first meets its surface', () => {
  test.each(coreKinds)('a random %s, moved and turned', (kind) => {
    const random = seeded(17);
    let hits = 0;
    let nearest = Number.POSITIVE_INFINITY;
    let nearestBefore = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 150; n++) {
      const shape = randomCore(random, kind);
      const place = at(random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(0, 6));
      // from outside, toward a place near the middle
      const angle = random.uniform(0, 2 * Math.PI);
      const origin = v(place.x + 4 * Math.cos(angle), place.y + 4 * Math.sin(angle));
      const aim = v(place.x + random.uniform(-1, 1), place.y + random.uniform(-1, 1));
      const translation = vec2.scale(vec2.subtract(aim, origin), 2);
      const { hit, fraction, point, normal } = castRay(shape, place, { origin, translation });
      const along = (f: number) => v(origin.x + f * translation.x, origin.y + f * translation.y);
      const distanceAt = (at: Vec2) => distanceToPoint(shape, place, at).distance;
      if (!hit) {
        for (let k = 0; k <= 100; k++) nearest = Math.min(nearest, distanceAt(along(k / 100)));
        continue;
      }
      hits++;
      expect(Math.hypot(point.x - along(fraction).x, point.y - along(fraction).y)).toBeLessThan(1e-9);
      expect(Math.abs(distanceToPoint(shape, place, point).distance)).toBeLessThan(1e-9);
      // nothing is met before
      for (let k = 0; k < 50; k++)
        nearestBefore = Math.min(nearestBefore, distanceAt(along((k / 50) * fraction)));
      // the normal leads away from the shape, against the ray
      expect(Math.hypot(normal.x, normal.y)).toBeCloseTo(1, 12);
      expect(vec2.dot(normal, translation)).toBeLessThan(0);
      const away = v(point.x + 0.01 * normal.x, point.y + 0.01 * normal.y);
      expect(distanceToPoint(shape, place, away).distance).toBeCloseTo(0.01, 9);
    }
    expect(hits).toBeGreaterThan(40);
    expect(nearest).toBeGreaterThan(-1e-9);
    expect(nearestBefore).toBeGreaterThan(0);
  });
});

describe('rays', () => {
  test.each([
    [v(-3, 0), v(3, 0), v(-1, 0)],
    [v(3, 0), v(-3, 0), v(1, 0)],
    [v(0, -3), v(0, 3), v(0, -1)],
    [v(0, 3), v(0, -3), v(0, 1)],
  ])('Q2 from each side a ray through [-1, 1]^2 enters at 1/3', (from, to, side) => {
    const box1 = { minX: -1, minY: -1, maxX: 1, maxY: 1 };
    for (const hit of [ray(box, from, to), aabb.rayCast(box1, from, vec2.subtract(to, from))]) {
      expect(hit?.fraction).toBeCloseTo(1 / 3, 15);
      expect(hit?.normal).toEqual(side);
      expect(hit?.point.x).toBeCloseTo(side.x, 15);
      expect(hit?.point.y).toBeCloseTo(side.y, 15);
    }
  });

  test('Q3 a ray through the corner (-1, -1): fraction 0.25', () => {
    expect(ray(box, v(-2, -2), v(2, 2))).toMatchObject({ hit: true, fraction: 0.25 });
  });

  test.each([
    ['parallel at y = 2', v(-3, 2), v(3, 2)],
    ['parallel at y = 1.5', v(-3, 1.5), v(3, 1.5)],
    ['too short', v(-3, 0), v(-2.5, 0)],
    ['of length 0', v(-3, 0), v(-3, 0)],
    ['leaving from the outline', v(1, 0), v(3, 0)],
  ])('Q4 no hit: %s', (_, from, to) => {
    const hit = ray(box, from, to);
    expect(hit.hit).toBe(false);
    expect(hit.fraction).toBe(1);
    expect(hit.normal).toEqual(v(0, 0));
    expect(hit.point).toEqual(to);
  });

  test('Q5 a ray along the side y = 1 hits at 0.25', () => {
    expect(ray(box, v(-2, 1), v(2, 1))).toMatchObject({ hit: true, fraction: 0.25, normal: v(-1, 0) });
  });

  test('Q6 a ray that ends on the face hits at 1', () => {
    expect(ray(box, v(-2, 0), v(-1, 0))).toMatchObject({ hit: true, fraction: 1 });
  });

  test.each([box, ball(1), { kind: 'halfSpace', normal: v(0, 1), position: v(0, 1) }] as Shape[])(
    'Q7 a ray that starts inside a $kind: no hit, or at once if solid',
    (shape) => {
      expect(ray(shape, v(0.1, 0), v(5, 0)).hit).toBe(false);
      expect(ray(shape, v(0.1, 0), v(5, 0), false).hit).toBe(false);
      expect(ray(shape, v(0.1, 0), v(5, 0), true)).toEqual({
        hit: true,
        fraction: 0,
        point: v(0.1, 0),
        normal: v(0, 0),
      });
    },
  );

  test('Q8 [2, 4] x [3, 5] from (0, 4) to (6, 4): fraction 1/3 at (2, 4)', () => {
    const shape: Shape = { kind: 'polygon', vertices: polygon.rectangle(2, 2) };
    const hit = castRay(shape, at(3, 4), { origin: v(0, 4), translation: v(6, 0) });
    expect(hit.fraction).toBeCloseTo(1 / 3, 15);
    expect(hit.point).toEqual(v(2, 4));
  });

  test.each<[string, Shape, number]>([
    ['circle at (1, 0)', { kind: 'circle', radius: 1, center: v(1, 0) }, 0.5],
    ['box', box, 0.375],
    ['segment', upright, 0.5],
  ])('Q9 (-4, 0) + (8, 0) against the %s', (_, shape, fraction) => {
    expect(ray(shape, v(-4, 0), v(4, 0))).toMatchObject({ hit: true, fraction, normal: v(-1, 0) });
  });

  test('Q16 rays against the segment y -1..1', () => {
    expect(ray(upright, v(1, -1), v(1, 1)).hit).toBe(false);
    expect(ray(upright, v(0, 0), v(0, 1))).toMatchObject({ hit: true, fraction: 0 });
    expect(ray(upright, v(0, -2), v(0, -1))).toMatchObject({ hit: true, fraction: 1, normal: v(0, -1) });
    expect(ray(upright, v(-1, 1.5), v(1, 1.5)).hit).toBe(false);
    expect(ray(upright, v(0, 2), v(0, 3)).hit).toBe(false);
    expect(ray(upright, v(1, 1), v(-1, 1))).toMatchObject({ hit: true, fraction: 0.5, normal: v(1, 0) });
  });

  test('the outline is hit where a ray only touches it, and not where the ray leaves it', () => {
    // tangent to a circle, along the line of a segment with a translation of any length, and through the ends of a segment
    expect(ray(ball(1), v(-2, 1), v(2, 1))).toMatchObject({ hit: true, fraction: 0.5, normal: v(0, 1) });
    expect(ray(upright, v(0, -5), v(0, 3))).toMatchObject({ hit: true, fraction: 0.5, normal: v(0, -1) });
    for (const y of [-1, 1]) {
      expect(ray(upright, v(-1, y), v(1, y))).toMatchObject({ hit: true, fraction: 0.5, normal: v(-1, 0) });
    }
    const rounded: Shape = { kind: 'polygon', vertices: polygon.rectangle(2, 2), radius: 1 };
    const ground: Shape = { kind: 'halfSpace', normal: v(1, 0), position: v(2, 0) };
    for (const shape of [rounded, ground, ball(2)]) {
      expect(ray(shape, v(2, 0), v(5, 1)).hit, shape.kind).toBe(false);
      expect(ray(shape, v(3, 0), v(2, 0)), shape.kind).toMatchObject({ hit: true, fraction: 1 });
    }
  });

  test('Q18 a unit box met by a ray of length 10 from x = -5', () => {
    const unit: Shape = { kind: 'polygon', vertices: polygon.rectangle(1, 1) };
    expect(ray(unit, v(-5, 0), v(5, 0)).point.x).toBeCloseTo(-0.5, 14);
    const cast = castShape(unit, still, ball(0.1), at(-5, 0), v(10, 0));
    expect(cast.point.x).toBeCloseTo(-0.5, 12);
    expect(cast.fraction).toBeCloseTo(0.44, 12);
    expect(cast.normal).toEqual(v(-1, 0));
  });

  test('a chain segment is hit from its right only', () => {
    const chain: Shape = {
      kind: 'chainSegment',
      ghost1: v(2, 0),
      point1: v(1, 0),
      point2: v(-1, 0),
      ghost2: v(-2, 0),
    };
    expect(ray(chain, v(0, 1), v(0, -1))).toMatchObject({ hit: true, fraction: 0.5, normal: v(0, 1) });
    expect(ray(chain, v(0, -1), v(0, 1)).hit).toBe(false);
  });

  test('no ray passes between two segments at their common end', () => {
    const random = seeded(23);
    for (let n = 0; n < 1000; n++) {
      const place = at(random.uniform(-50, 50), random.uniform(-50, 50), random.uniform(-3, 3));
      const joint = v(random.uniform(-9, 9), random.uniform(-9, 9));
      const right = v(joint.x + random.uniform(1, 5), joint.y + random.uniform(-1, 1));
      const left = v(joint.x - random.uniform(1, 5), joint.y + random.uniform(-1, 1));
      const origin = transform.apply(place, v(joint.x + random.uniform(-1, 1), joint.y + 5));
      const translation = vec2.scale(vec2.subtract(transform.apply(place, joint), origin), 2);
      const pairs: [Shape, Shape][] = [
        [
          { kind: 'segment', point1: right, point2: joint },
          { kind: 'segment', point1: joint, point2: left },
        ],
        [
          { kind: 'chainSegment', ghost1: v(20, 0), point1: right, point2: joint, ghost2: left },
          { kind: 'chainSegment', ghost1: right, point1: joint, point2: left, ghost2: v(-20, 0) },
        ],
      ];
      for (const pair of pairs) {
        const hits = pair.map((shape) => castRay(shape, place, { origin, translation }).hit);
        if (!hits.includes(true)) expect.fail(`ray ${n} passes between two of kind ${pair[0].kind}`);
      }
    }
  });

  test('a ray along the line of a slanted segment hits none that it does not reach', () => {
    const random = seeded(24);
    for (let n = 0; n < 500; n++) {
      const angle = random.uniform(-3, 3);
      const along = (length: number) => v(length * Math.cos(angle), length * Math.sin(angle));
      const line: Shape = { kind: 'segment', point1: along(3), point2: along(2) };
      if (ray(line, along(-1), along(1)).hit) expect.fail(`ray ${n} hits from afar`);
      const { hit, fraction } = ray(line, along(-1), along(5));
      // rounding decides whether it passes beside the segment
      if (hit && Math.abs(fraction - 0.5) > 1e-12) expect.fail(`ray ${n}: ${fraction}`);
    }
  });

  test('a half-space is hit on its line, for a normal of any length', () => {
    const ground: Shape = { kind: 'halfSpace', normal: v(0, 1e200), position: v(7, 1) };
    expect(ray(ground, v(0, 3), v(4, -1))).toMatchObject({
      hit: true,
      fraction: 0.5,
      normal: v(0, 1),
      point: v(2, 1),
    });
    expect(ray(ground, v(0, 3), v(1, 3)).hit).toBe(false);
  });

  test('maxFraction shortens or extends a ray', () => {
    const short = castRay(box, still, { origin: v(-3, 0), translation: v(1, 0), maxFraction: 2 });
    expect(short).toMatchObject({ hit: true, fraction: 2 });
    expect(castRay(box, still, { origin: v(-3, 0), translation: v(6, 0), maxFraction: 0.3 }).hit).toBe(false);
  });

  test('rays match marching along the signed distance for every kind', () => {
    const random = seeded(61);
    let hits = 0;
    for (let i = 0; i < 1500; i++) {
      const shape = randomCore(random, coreKinds[i % coreKinds.length]);
      const place = at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-3, 3));
      const angle = random.uniform(0, 6.3);
      const origin = v(5 * Math.cos(angle), 5 * Math.sin(angle));
      const translation = v(random.uniform(-2, 2) - origin.x, random.uniform(-2, 2) - origin.y);
      const found = castRay(shape, place, { origin, translation, maxFraction: 2 });
      // casting a point is a ray cast: sphere tracing with GJK shares no code with castRay
      const speck: Shape = { kind: 'circle', radius: 1e-300 };
      let fraction = 0;
      let isHit = false;
      for (let k = 0; k < 2000 && fraction <= 2 && !isHit; k++) {
        const p = at(origin.x + fraction * translation.x, origin.y + fraction * translation.y);
        const gap = separateShapes(shape, place, speck, p).separation;
        isHit = gap < 1e-9;
        fraction += gap / vec2.length(translation);
      }
      if (Math.abs(fraction - found.fraction) > 1e-4 && isHit !== found.hit) expect.fail(`ray ${i}`);
      if (!found.hit) continue;
      hits++;
      if (!(Math.abs(fraction - found.fraction) < 1e-4))
        expect.fail(`ray ${i}: ${found.fraction}, ${fraction}`);
      if (!(vec2.dot(found.normal, translation) <= 0)) expect.fail(`ray ${i}: normal`);
      if (!(Math.abs(vec2.length(found.normal) - 1) < 1e-14)) expect.fail(`ray ${i}: length of the normal`);
    }
    expect(hits).toBeGreaterThan(400);
  });
});

describe('shape casts', () => {
  const wall: Shape = { kind: 'segment', point1: v(2, -1), point2: v(2, 1) };

  test('Q1 the segment x = 2 moved by (-2, 0) meets the square at 0.5; time of impact agrees', () => {
    const cast = castShape(box, still, wall, still, v(-2, 0));
    expect(cast.hit).toBe(true);
    expect(cast.fraction).toBeCloseTo(0.5, 12);
    expect(cast.normal).toEqual(v(1, 0));
    const rest: Sweep = { localCenter: v(0, 0), center1: v(0, 0), center2: v(0, 0), angle1: 0, angle2: 0 };
    const impact = timeOfImpact(box, rest, wall, { ...rest, center2: v(-2, 0) });
    expect(impact.state).toBe('hit');
    expect(Math.abs(impact.time - 0.5)).toBeLessThan(1e-6);
  });

  test('Q11 balls of radius 0.5, 10 apart, closing at 10 m/s: 0.9 s', () => {
    const cast = castShape(ball(0.5), still, ball(0.5), at(10, 0), v(-10, 0));
    expect(cast.fraction).toBeCloseTo(0.9, 12);
    expect(cast.point.x).toBeCloseTo(0.5, 11);
  });

  test('Q13 initial overlap: time 0, or ignored if the motion separates the shapes', () => {
    const cast = (motion: Vec2, ignoreInitialOverlap: boolean) =>
      castShape(ball(1), still, ball(1), at(1, 1), motion, { ignoreInitialOverlap });
    expect(cast(v(1, 0), false)).toMatchObject({ hit: true, fraction: 0 });
    expect(castShape(ball(1), still, ball(1), at(1, 1), v(1, 0))).toMatchObject({ hit: true, fraction: 0 });
    expect(cast(v(1, 0), true).hit).toBe(false);
    expect(cast(v(-1, 0), true)).toMatchObject({ hit: true, fraction: 0 });
  });

  test('Q15 a ball and the segment x = 1, both argument orders: 0.5', () => {
    const line: Shape = { kind: 'segment', point1: v(1, -1), point2: v(1, 1) };
    const ballMoves = castShape(line, still, ball(0.5), still, v(1, 0));
    const lineMoves = castShape(ball(0.5), still, line, still, v(-1, 0));
    expect(ballMoves.fraction).toBeCloseTo(0.5, 12);
    expect(lineMoves.fraction).toBeCloseTo(0.5, 12);
    expect(ballMoves.normal).toEqual(v(-1, 0));
    expect(lineMoves.normal).toEqual(v(1, 0));
  });

  test('shapes that touch and slide along each other do not hit if initial overlaps are ignored, also corner at corner', () => {
    for (let k = 0; k < 8; k++) {
      const turn = at(0, 0, (k * Math.PI) / 7);
      const placed = transform.multiply(turn, at(2, 2));
      for (const motion of [v(0, -3), v(-3, 0), v(0, 3), v(3, 1), v(-1, 1)]) {
        const along = vec2.rotate(motion, turn);
        expect(castShape(box, turn, box, placed, along, { ignoreInitialOverlap: true }).hit).toBe(false);
      }
      expect(
        castShape(box, turn, box, placed, vec2.rotate(v(-1, -1), turn), { ignoreInitialOverlap: true }).hit,
      ).toBe(true);
    }
  });

  test('a cast stops at its target distance and its maximum fraction, and no motion hits nothing', () => {
    expect(castShape(box, still, ball(0.5), at(4, 0), v(-10, 0), { target: 0.5 }).fraction).toBeCloseTo(
      0.2,
      12,
    );
    expect(castShape(box, still, ball(0.5), at(4, 0), v(-10, 0), { maxFraction: 0.2 }).hit).toBe(false);
    expect(castShape(box, still, ball(0.5), at(4, 0), v(-2.5, 0)).fraction).toBe(1);
    expect(castShape(box, still, ball(0.5), at(4, 0), v(0, 0)).hit).toBe(false);
    expect(castShape(box, still, ball(0.5), at(4, 0), v(0, 5)).hit).toBe(false);
    // it would hit at 1.25
    expect(castShape(box, still, ball(0.5), at(4, 0), v(-2, 0))).toEqual({
      hit: false,
      fraction: 1,
      point: v(0, 0),
      normal: v(0, 0),
    });
    // nearer than the target already
    for (const motion of [v(-10, 0), v(10, 0)]) {
      expect(castShape(box, still, ball(0.5), at(1.7, 0), motion, { target: 0.5 })).toMatchObject({
        hit: true,
        fraction: 0,
      });
    }
  });

  test.each([10, 0.1])(
    'a ball that meets another one off its centre has the normal of the touch, way %d m',
    (way) => {
      // the centres are 0.6 apart across the way and 1 at the touch, so 0.8 along the way
      const { fraction, normal, point } = castShape(
        ball(0.5),
        still,
        ball(0.5),
        at(0.8 + way / 2, 0.6),
        v(-way, 0),
      );
      expect(fraction).toBeCloseTo(0.5, 10);
      expect([normal.x, normal.y]).toEqual([expect.closeTo(0.8, 10), expect.closeTo(0.6, 10)]);
      expect([point.x, point.y]).toEqual([expect.closeTo(0.4, 10), expect.closeTo(0.3, 10)]);
    },
  );

  test('a half-space is hit in either argument position', () => {
    const ground: Shape = { kind: 'halfSpace', normal: v(0, 1) };
    const down = castShape(ground, still, box, at(0, 5, Math.PI / 4), v(1, -10));
    expect(down.fraction).toBeCloseTo((5 - Math.SQRT2) / 10, 12);
    expect(down.normal).toEqual(v(0, 1));
    expect(castShape(box, at(0, 5, Math.PI / 4), ground, still, v(0, 10)).fraction).toBeCloseTo(
      (5 - Math.SQRT2) / 10,
      12,
    );
  });

  test('at the hit fraction the shapes touch, before it they do not, for pairs of all kinds', () => {
    const random = seeded(15);
    let hits = 0;
    for (let i = 0; i < 3000; i++) {
      const a = randomCore(random, coreKinds[i % 7]);
      const b = randomCore(random, coreKinds[random.integer(7)]);
      const placeA = at(0, 0, random.uniform(-3, 3));
      const angle = random.uniform(0, 6.3);
      const placeB = at(4 * Math.cos(angle), 4 * Math.sin(angle), random.uniform(-3, 3));
      const motion = v(
        2 * (random.uniform(-1.5, 1.5) - placeB.x),
        2 * (random.uniform(-1.5, 1.5) - placeB.y),
      );
      const cast = castShape(a, placeA, b, placeB, motion);
      const gap = (f: number): number =>
        separateShapes(a, placeA, b, { ...placeB, x: placeB.x + f * motion.x, y: placeB.y + f * motion.y })
          .separation;
      if (cast.hit) {
        hits++;
        if (!(Math.abs(gap(cast.fraction)) < 1e-10)) expect.fail(`pair ${i}: gap ${gap(cast.fraction)}`);
        if (!(gap(0.999 * cast.fraction) > 0)) expect.fail(`pair ${i}: touches before`);
      } else {
        for (let f = 0; f <= 1; f += 0.05) if (!(gap(f) > 0)) expect.fail(`pair ${i}: missed at ${f}`);
      }
    }
    expect(hits).toBeGreaterThan(400);
  });
});

describe('shape casts between thin and touching shapes', () => {
  const line: Shape = { kind: 'segment', point1: v(-1, 0), point2: v(1, 0) };
  const unit: Shape = { kind: 'polygon', vertices: polygon.rectangle(1, 1) };

  const signs = [
    [1, 1],
    [-1, -1],
    [1, 0],
    [0, -1],
  ] as const;

  test('a segment meets a parallel one at any distance from the origin, placed by its pose or by its points', () => {
    const random = seeded(3);
    const baked = ({ x, y, c, s }: Transform): Shape => ({
      kind: 'segment',
      point1: v(x - c, y - s),
      point2: v(x + c, y + s),
    });
    for (const far of [0, 1e4, 1e6, 1e8]) {
      for (let i = 0; i < 400; i++) {
        const [signX, signY] = signs[i % signs.length];
        const rest = at(signX * far, signY * far + random.uniform(-1, 1), random.uniform(-9, 9));
        const { c, s } = rest;
        const start = { x: rest.x - 2 * s, y: rest.y + 2 * c, c, s };
        const motion = v(4 * s + random.uniform(-0.5, 0.5), -4 * c + random.uniform(-0.5, 0.5));
        if (!castShape(line, rest, line, start, motion).hit) expect.fail(`${far}: ${i}`);
        if (!castShape(baked(rest), still, line, start, motion).hit) expect.fail(`${far}: ${i}, one baked`);
        if (!castShape(baked(rest), still, baked(start), still, motion).hit)
          expect.fail(`${far}: ${i}, both baked`);
      }
    }
  });

  test('a way that ends at the touch hits, however much larger than the way the shapes are', () => {
    const random = seeded(8);
    for (let i = 0; i < 1000; i++) {
      const size = [1, 1e3, 1e6][i % 3];
      // the first vertex at the origin of the body, and the other ones far from it
      const slab: Shape = {
        kind: 'polygon',
        vertices: polygon
          .rectangle(size, size)
          .map(({ x, y }) => v(x + size / 2, y - size / 2))
          .reverse(),
        radius: 0,
      };
      const turn = at(0, 0, random.uniform(-3, 3));
      const way = random.uniform(1e-3, 1);
      const start = vec2.rotate(v(size * random.next(), way + 0.5), turn);
      const motion = vec2.rotate(v(0, -way), turn);
      if (!castShape(slab, turn, ball(0.5), at(start.x, start.y), motion).hit)
        expect.fail(`a ball meets a slab: ${i}`);
    }
  });

  test('the normal is against the motion and separates the shapes, also where corners meet exactly', () => {
    const random = seeded(4);
    const whole = (range: number): Vec2 =>
      v(random.integer(2 * range + 1) - range, random.integer(2 * range + 1) - range);
    const shape = (): Shape => {
      for (;;) {
        const vertices = polygon.convexHull([whole(2), whole(2), whole(2), whole(2)]);
        if (vertices.length > 2) return { kind: 'polygon', vertices };
        if (vertices.length === 2) return { kind: 'segment', point1: vertices[0], point2: vertices[1] };
      }
    };
    const extent = (of: Shape, place: Transform, n: Vec2): number =>
      Math.max(...convexCore(of)!.vertices.map((p) => vec2.dot(n, p) + n.x * place.x + n.y * place.y));
    let hits = 0;
    for (let i = 0; i < 6000; i++) {
      const a = shape();
      const b = shape();
      const start = whole(6);
      const motion = whole(8);
      const { hit, fraction, normal } = castShape(a, still, b, at(start.x, start.y), motion);
      if (!hit || fraction === 0) continue;
      hits++;
      if (!(vec2.dot(normal, motion) < 0)) expect.fail(`cast ${i}: normal along the motion`);
      const end = at(start.x + fraction * motion.x, start.y + fraction * motion.y);
      const overlap = extent(a, still, normal) + extent(b, end, vec2.negate(normal));
      if (!(Math.abs(overlap) < 1e-9)) expect.fail(`cast ${i}: overlap ${overlap} along the normal`);
    }
    expect(hits).toBeGreaterThan(500);
  });

  test.each([
    ['touch at a corner', 1, 1, 0],
    ['touch along a side', 1, 0, 0],
    ['overlap equally on both axes', 0.5, 0.5, 0],
    ['overlap equally on both axes of a rotated square', 0.5, 0.5, Math.PI / 2],
  ])('squares that %s: an initial overlap is hit only if it gets deeper', (_, x, y, angle) => {
    const place = at(x, y, angle);
    const gap = (motion: Vec2): number =>
      separateShapes(unit, still, unit, { ...place, x: x + motion.x, y: y + motion.y }).separation;
    for (const dx of [-0.1, 0, 0.1]) {
      for (const dy of [-0.1, 0, 0.1]) {
        const cast = castShape(unit, still, unit, place, v(dx, dy), { ignoreInitialOverlap: true });
        const isDeeper = gap(v(dx, dy)) < gap(v(0, 0)) - 1e-9;
        expect({ dx, dy, hit: cast.hit }).toEqual({ dx, dy, hit: isDeeper });
      }
    }
  });
});

describe('time of impact', () => {
  const sweep = (x1: number, y1: number, angle1: number, x2: number, y2: number, angle2: number): Sweep => ({
    localCenter: v(0, 0),
    center1: v(x1, y1),
    center2: v(x2, y2),
    angle1,
    angle2,
  });
  const rest = sweep(0, 0, 0, 0, 0, 0);

  test('a rod rotating about its centre hits a ball beside it at the analytical angle', () => {
    const rod: Shape = { kind: 'segment', point1: v(-2, 0), point2: v(2, 0) };
    const found = timeOfImpact(
      rod,
      sweep(0, 0, 0, 0, 0, Math.PI / 2),
      ball(0.5),
      sweep(0, 1.5, 0, 0, 1.5, 0),
    );
    // the gap between the centre of the ball and the axis of the rod is 1.5 cos(angle)
    expect(found.state).toBe('hit');
    expect(found.time).toBeCloseTo(Math.acos(1 / 3) / (Math.PI / 2), 5);
  });

  test('a spinning box does not pass through a thin wall at any speed', () => {
    const thin: Shape = { kind: 'polygon', vertices: polygon.rectangle(0.01, 4) };
    const small: Shape = { kind: 'polygon', vertices: polygon.rectangle(0.2, 0.2) };
    const found = timeOfImpact(thin, rest, small, sweep(-300, 0, 0, 300, 0, 20));
    expect(found.state).toBe('hit');
    expect(found.time).toBeGreaterThan((300 - 0.15) / 600);
    expect(found.time).toBeLessThan((300 - 0.1) / 600);
  });

  test('shapes that overlap initially, pass by, or stay apart', () => {
    expect(timeOfImpact(box, rest, box, sweep(2, 0, 0, 5, 0, 0))).toMatchObject({ state: 'hit', time: 0 });
    expect(timeOfImpact(box, rest, ball(0.5), sweep(1.2, 0, 0, 5, 0, 0)).state).toBe('overlapped');
    expect(timeOfImpact(box, rest, ball(0.5), sweep(-5, 1.6, 0, 5, 1.6, 0)).state).toBe('separated');
    const late = timeOfImpact(box, rest, ball(0.5), sweep(5, 0, 0, 0, 0, 0), { maxTime: 0.5 });
    expect(late).toMatchObject({ state: 'separated', time: 0.5 });
  });

  test('the target distance leaves a gap of that size', () => {
    const motion = sweep(5, 0, 0, 0, 0, 3);
    const found = timeOfImpact(box, rest, box, motion, { target: 0.01, tolerance: 1e-4 });
    const left = separateShapes(box, still, box, sweepTransform(motion, found.time)).separation;
    expect(left).toBeGreaterThanOrEqual(0.01);
    expect(left).toBeLessThanOrEqual(0.0101);
  });

  test('nothing touches before the time found, for random sweeps with spin', () => {
    const random = seeded(33);
    let hits = 0;
    let most = 0;
    for (let i = 0; i < 300; i++) {
      const a = randomCore(random, coreKinds[i % 7]);
      const b = randomCore(random, coreKinds[random.integer(7)]);
      const u = (): number => random.uniform(-1, 1);
      const sweepA: Sweep = {
        ...sweep(u(), u(), u(), u(), u(), 3 * u()),
        localCenter: v(0.2 * u(), 0.2 * u()),
      };
      const sweepB: Sweep = {
        ...sweep(4, 3 * u(), u(), -4, 3 * u(), 3 * u()),
        localCenter: v(0.2 * u(), 0.2 * u()),
      };
      const gap = (t: number): number =>
        separateShapes(a, sweepTransform(sweepA, t), b, sweepTransform(sweepB, t)).separation;
      const found = timeOfImpact(a, sweepA, b, sweepB);
      most = Math.max(most, found.rounds);
      expect(['hit', 'separated']).toContain(found.state);
      for (let k = 0; k < 100; k++) if (!(gap((k / 100) * found.time) > 0)) expect.fail(`sweep ${i}`);
      if (found.state !== 'hit') continue;
      hits++;
      expect(Math.abs(gap(found.time))).toBeLessThanOrEqual(1.000001e-6);
    }
    expect(hits).toBeGreaterThan(100);
    expect(most).toBeLessThan(200);
  });

  test('a half-space that turns would reach everywhere, so nothing is known of any time', () => {
    const plane: Shape = { kind: 'halfSpace', normal: v(0, 1) };
    const above = sweep(0, 5, 0, 0, 5, 0);
    expect(timeOfImpact(plane, sweep(0, 0, 0, 0, 0, 0.1), ball(1), above)).toMatchObject({
      state: 'failed',
      time: 0,
    });
    expect(timeOfImpact(plane, rest, ball(1), above).state).toBe('separated');
  });

  test('times are from 0 to 1', () => {
    expect(() => sweepTransform(rest, 1.5)).toThrow('time');
    expect(() => timeOfImpact(box, rest, box, sweep(5, 0, 0, 0, 0, 0), { maxTime: 1.5 })).toThrow(
      'options.maxTime',
    );
  });

  test('the pose of a sweep rotates about the centre of mass', () => {
    const motion: Sweep = { ...sweep(1, 2, 0, 3, 2, Math.PI), localCenter: v(1, 0) };
    expect(sweepTransform(motion, 0)).toMatchObject({ x: 0, y: 2, c: 1, s: 0 });
    const end = sweepTransform(motion, 1);
    expect(end.x).toBeCloseTo(4, 14);
    expect(end.y).toBeCloseTo(2, 14);
    // from any angle, in the sense from the first to the second: half-way between -0.3 and -1.1 the centre of mass is (2, 4)
    const bent: Sweep = {
      localCenter: v(3, 1),
      center1: v(1, 5),
      center2: v(3, 3),
      angle1: -0.3,
      angle2: -1.1,
    };
    const { x, y, c, s } = sweepTransform(bent, 0.5);
    expect([c, s]).toEqual([expect.closeTo(Math.cos(0.7), 14), expect.closeTo(-Math.sin(0.7), 14)]);
    const center = transform.apply({ x, y, c, s }, v(3, 1));
    expect([center.x, center.y]).toEqual([expect.closeTo(2, 14), expect.closeTo(4, 14)]);
  });
});
