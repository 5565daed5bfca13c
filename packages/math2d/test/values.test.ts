import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Aabb,
  aabb,
  atan2,
  cos,
  createRandom,
  Hash,
  InputError,
  requireBoolean,
  requireFinite,
  requireInRange,
  requireInteger,
  requireKnownFields,
  requireOneOf,
  requirePositive,
  requireRecord,
  rotation,
  sin,
  sinCos,
  transform,
  type Vec2,
  vec2,
  wrapAngle,
} from '../src/index.js';

describe('vectors, rotations, transforms', () => {
  test('normalize gives unit length at any size, and the zero vector for the zero vector', () => {
    for (const size of [1e-300, 1e-9, 1, 1e9, 1e300]) {
      const { x, y } = vec2.normalize({ x: 3 * size, y: -4 * size });
      expect(x).toBeCloseTo(0.6, 15);
      expect(y).toBeCloseTo(-0.8, 15);
    }
    expect(vec2.normalize({ x: 0, y: 0 })).toEqual({ x: 0, y: 0 });
  });

  test('spin times offset, cross and perpendicular follow the conventions', () => {
    expect(vec2.crossScalar(2, { x: 1, y: 3 })).toEqual({ x: -6, y: 2 });
    expect(vec2.cross({ x: 1, y: 0 }, { x: 0, y: 1 })).toBe(1);
    expect(vec2.perpendicular({ x: 1, y: 2 })).toEqual({ x: -2, y: 1 });
  });

  test.each([
    [0.8, 2e-9],
    [0.2, 1e-14],
  ])('a rotation by %f rad at once is accurate to %f rad', (turn, most) => {
    for (const d of [turn, -turn, 0.9 * turn]) {
      for (let angle = -3; angle < 3; angle += 0.25) {
        const { c, s } = rotation.multiply(
          rotation.inverse(rotation.fromAngle(angle + d)),
          rotation.integrate(rotation.fromAngle(angle), d),
        );
        expect(Math.abs(s)).toBeLessThan(most);
        expect(Math.abs(c - 1)).toBeLessThan(1e-15);
      }
    }
  });

  test('a rotation integrated 600 times at 5 rad/s is accurate to 1e-9 rad and of unit length', () => {
    let q = rotation.identity();
    for (let step = 0; step < 600; step++) q = rotation.integrate(q, 5 / 60);
    expect(Math.abs(wrapAngle(rotation.toAngle(q) - 50))).toBeLessThan(1e-9);
    expect(Math.abs(q.c * q.c + q.s * q.s - 1)).toBeLessThan(1e-14);
  });

  test('a transform and its inverse undo each other, products apply from the right', () => {
    const a = transform.create(3, -2, 0.7);
    const b = transform.create(-1, 5, -2.1);
    const p = { x: 0.3, y: 0.9 };
    const there = transform.apply(a, transform.apply(b, p));
    const product = transform.apply(transform.multiply(a, b), p);
    expect(product.x).toBeCloseTo(there.x, 14);
    expect(product.y).toBeCloseTo(there.y, 14);
    for (const back of [
      transform.applyInverse(a, transform.apply(a, p)),
      transform.apply(transform.inverse(a), transform.apply(a, p)),
    ]) {
      expect(back.x).toBeCloseTo(p.x, 14);
      expect(back.y).toBeCloseTo(p.y, 14);
    }
  });
});

test('the identity transform moves nothing', () => {
  const p = { x: 3, y: -4 };
  expect(transform.apply(transform.identity(), p)).toEqual(p);
  const t = transform.create(1, 2, 0.5);
  expect(transform.multiply(transform.identity(), t)).toEqual(t);
});

describe('boxes', () => {
  test('boxes overlap, contain and hold points as the sets of their points do, borders included', () => {
    const ends = [0, 1, 2];
    const intervals = ends.flatMap((from) => ends.filter((to) => to >= from).map((to) => [from, to]));
    const boxes = intervals.flatMap(([minX, maxX]) =>
      intervals.map(([minY, maxY]) => aabb.create(minX, minY, maxX, maxY)),
    );
    const points = ends.flatMap((x) => ends.map((y) => ({ x, y })));
    const isIn = (p: Vec2, { minX, minY, maxX, maxY }: Aabb): boolean =>
      minX <= p.x && p.x <= maxX && minY <= p.y && p.y <= maxY;
    // with bounds that are integers, two boxes share a point if they share an integer point
    const sets = boxes.map((box) => new Set(points.filter((p) => isIn(p, box))));
    boxes.forEach((a, i) => {
      expect(aabb.isValid(a)).toBe(true);
      for (const p of points) expect(aabb.containsPoint(a, p)).toBe(sets[i].has(p));
      boxes.forEach((b, j) => {
        const shared = points.filter((p) => sets[i].has(p) && sets[j].has(p)).length;
        expect(aabb.overlaps(a, b)).toBe(shared > 0);
        expect(aabb.contains(a, b)).toBe(shared === sets[j].size);
      });
    });
  });

  test('G27 a lower bound above its upper one is invalid; apart is neither overlap nor containment', () => {
    for (const bounds of [
      [1, 0, 0, 1],
      [0, 1, 1, 0],
      ...[0, 1, 2, 3].map((k) => [0, 0, 1, 1].with(k, Number.NaN)),
    ])
      expect(aabb.isValid(aabb.create(bounds[0], bounds[1], bounds[2], bounds[3])), `${bounds}`).toBe(false);
    const a = aabb.create(-1, -1, 1, 1);
    const b = aabb.create(2, 2, 4, 4);
    expect(aabb.overlaps(a, b)).toBe(false);
    expect(aabb.contains(a, b)).toBe(false);
  });

  test('the union of two boxes is the smallest box around both', () => {
    const corners = [vec2.create(-3, 2), vec2.create(1, 4), vec2.create(0, -5), vec2.create(7, 3)];
    const a = aabb.fromPoints(corners.slice(0, 2));
    const b = aabb.fromPoints(corners.slice(2));
    for (const both of [aabb.union(a, b), aabb.union(b, a)]) expect(both).toEqual(aabb.fromPoints(corners));
  });

  test('T2 centre, half extents and perimeter', () => {
    const a = aabb.create(6, 4, 10, 6);
    expect(aabb.center(a)).toEqual({ x: 8, y: 5 });
    expect(aabb.extents(a)).toEqual({ x: 2, y: 1 });
    expect(aabb.perimeter(a)).toBe(12);
  });

  test('box around points: the smallest that contains them, invalid without points', () => {
    const points = [vec2.create(3, -1), vec2.create(-2, 5), vec2.create(0, 0)];
    expect(aabb.fromPoints(points)).toEqual(aabb.create(-2, -1, 3, 5));
    expect(aabb.fromPoints(points.slice(0, 1))).toEqual(aabb.create(3, -1, 3, -1));
    expect(aabb.isValid(aabb.fromPoints([]))).toBe(false);
  });

  test('Q2 Q3 Q4 Q5 Q6 Q8 rays against boxes', () => {
    const unit = aabb.create(-1, -1, 1, 1);
    const cast = (x1: number, y1: number, x2: number, y2: number, box = unit) =>
      aabb.rayCast(box, { x: x1, y: y1 }, { x: x2 - x1, y: y2 - y1 });
    const hit = cast(-3, 0, 3, 0);
    expect(hit?.fraction).toBeCloseTo(1 / 3, 15);
    expect(hit?.normal).toEqual({ x: -1, y: 0 });
    expect(hit?.point.x).toBeCloseTo(-1, 15);
    expect(cast(3, 0, -3, 0)?.normal).toEqual({ x: 1, y: 0 });
    expect(cast(0, -3, 0, 3)?.normal).toEqual({ x: 0, y: -1 });
    expect(cast(0, 3, 0, -3)?.normal).toEqual({ x: 0, y: 1 });
    expect(cast(-2, -2, 2, 2)?.fraction).toBe(0.25);
    expect(cast(-3, 2, 3, 2)).toBeNull();
    expect(cast(-3, 1.5, 3, 1.5)).toBeNull();
    expect(cast(-3, 0, -2.5, 0)).toBeNull();
    expect(cast(-3, 0, -3, 0)).toBeNull();
    expect(cast(-2, 1, 2, 1)?.fraction).toBe(0.25);
    expect(cast(-2, 0, -1, 0)?.fraction).toBe(1);
    const eight = cast(0, 4, 6, 4, aabb.create(2, 3, 4, 5));
    expect(eight?.fraction).toBeCloseTo(1 / 3, 15);
    expect(eight?.point).toEqual({ x: 2, y: 4 });
  });
});

test('a ray hits a box at the first of its points in the box, on the side that it names', () => {
  const box = aabb.create(2, 1, 5, 6);
  const grid = fc.record({ x: fc.integer({ min: 0, max: 7 }), y: fc.integer({ min: 0, max: 7 }) });
  fc.assert(
    fc.property(grid, grid, (origin, end) => {
      const translation = vec2.subtract(end, origin);
      const at = (fraction: number) =>
        vec2.create(origin.x + fraction * translation.x, origin.y + fraction * translation.y);
      // 420 is divisible by all differences of these coordinates, so every entry is one of the samples
      const samples = Array.from({ length: 421 }, (_, k) => k / 420);
      const isInside = aabb.contains(aabb.expand(box, -1e-9), aabb.fromPoints([origin]));
      const first = samples.find((fraction) => aabb.containsPoint(aabb.expand(box, 1e-9), at(fraction)));
      const hit = aabb.rayCast(box, origin, translation);
      fc.pre(first !== 0 || isInside);
      if (first === undefined || isInside) expect(hit).toBeNull();
      else {
        expect(hit?.fraction).toBeCloseTo(first, 6);
        const { point, normal } = hit!;
        expect(vec2.dot(normal, translation)).toBeLessThan(0);
        const side =
          normal.x !== 0 ? (normal.x < 0 ? box.minX : box.maxX) : normal.y < 0 ? box.minY : box.maxY;
        expect(normal.x !== 0 ? point.x : point.y).toBeCloseTo(side, 12);
      }
    }),
    { seed: 27, numRuns: 1000 },
  );
});

describe('G28 bit-identical on every platform', () => {
  test('sine, cosine and arc tangent of pinned arguments are bit-identical to pinned values', () => {
    const hash = new Hash();
    for (let k = -5000; k <= 5000; k++) {
      hash.addNumber(sin(k * 0.0137)).addNumber(cos(k * 7.31));
      hash.addNumber(atan2(k * 0.37, 3 - k * 0.11));
    }
    expect(hash.digest()).toBe('0b0afbc0df8fae39');
  });

  test('sinCos is sin and cos', () => {
    const random = createRandom(3);
    for (let k = 0; k < 10_000; k++) {
      const angle = random.uniform(-1000, 1000);
      expect(sinCos(angle)).toEqual({ sin: sin(angle), cos: cos(angle) });
    }
  });

  test('special arguments of atan2 give the values that ECMAScript specifies', () => {
    const numbers = [0, -0, 1, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const y of numbers) {
      for (const x of numbers) expect(atan2(y, x)).toBeCloseTo(Math.atan2(y, x), 15);
    }
    expect(Object.is(atan2(-0, 1), -0)).toBe(true);
    expect(atan2(Number.NaN, 1)).toBeNaN();
    expect(sin(Number.POSITIVE_INFINITY)).toBeNaN();
    expect(cos(Number.NaN)).toBeNaN();
  });

  test('random numbers are pinned, in range, and can be restored', () => {
    const random = createRandom(42);
    expect([random.next(), random.next(), random.integer(100)]).toEqual([
      0.35352955432608724, 0.06325051211751997, 47,
    ]);
    const state = random.save();
    const after = [random.next(), random.uniform(-2, 3)];
    random.restore(state);
    expect([random.next(), random.uniform(-2, 3)]).toEqual(after);
    const counts = new Array(10).fill(0);
    for (let k = 0; k < 100_000; k++) counts[random.integer(10)]++;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });

  test('a hash distinguishes bits, not the sign of zero, and does not depend on chunking', () => {
    const digest = (...values: number[]): string => new Hash().addNumbers(values).digest();
    expect(digest(1, 2)).not.toBe(digest(2, 1));
    expect(digest(1)).not.toBe(digest(1 + Number.EPSILON));
    expect(digest(0)).toBe(digest(-0));
    expect(digest(1, 2, 3)).toBe(new Hash().addNumber(1).addNumbers([2, 3]).digest());
    expect(digest()).not.toBe(digest(0));
    expect(digest(1, 2, 3)).toBe('53b57490ddfd4f24');
    expect(new Hash().addNumbers([7, 8]).reset().addNumbers([1, 2, 3]).digest()).toBe(digest(1, 2, 3));
    // NaNs with other bits
    const [quiet, signed] = new Float64Array(new Uint32Array([1, 0x7ff80000, 0, 0xfff80000]).buffer);
    expect([digest(quiet), digest(signed)]).toEqual([digest(Number.NaN), digest(Number.NaN)]);
    expect(digest(Number.NaN)).not.toBe(digest(Number.POSITIVE_INFINITY));
  });
});

describe('input errors name field, value and range', () => {
  test('each check throws an InputError with all three', () => {
    const cases: [() => unknown, string, unknown][] = [
      [() => requireFinite('a.x', Number.NaN), 'a.x', Number.NaN],
      [() => requirePositive('radius', 0), 'radius', 0],
      [() => requireInRange('restitution', 1.5, 0, 1), 'restitution', 1.5],
      [() => requireInteger('count', 2.5, 0, 9), 'count', 2.5],
      [() => requireBoolean('bullet', 1), 'bullet', 1],
      [() => requireOneOf('type', 'ghost', ['static', 'dynamic']), 'type', 'ghost'],
      [() => requireKnownFields({ radius: 1, raduis: 2 }, 'shapes[0]', ['radius']), 'shapes[0].raduis', 2],
      [() => requireKnownFields({ raduis: 2 }, '', []), 'raduis', 2],
      [() => requireKnownFields(4 as never, '', ['radius']), 'definition', 4],
      [() => requireKnownFields(null as never, 'shapes[0]', ['radius']), 'shapes[0]', null],
      [() => requireRecord('filter', undefined), 'filter', undefined],
    ];
    for (const [call, field, value] of cases) {
      try {
        call();
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        expect((error as InputError).field).toBe(field);
        expect((error as InputError).value).toBe(value);
        expect((error as InputError).message).toContain((error as InputError).expected);
      }
    }
    expect(() => requireKnownFields([], 'shapes[0]', [])).toThrow('shapes[0]: expected an object, got []');
    expect(requireInRange('x', 1, 0, 1)).toBe(1);
    expect([requireBoolean('bullet', false), requireBoolean('bullet', true)]).toEqual([false, true]);
  });

  test('a value that refers to itself, as meshes do, or that JSON cannot hold, is shown by its class', () => {
    class Mesh {
      readonly children: Mesh[] = [this];
    }
    const shown = (value: unknown) => new InputError('body', value, 'a body').message;
    expect(shown(new Mesh())).toBe('body: expected a body, got Mesh');
    expect(shown(3n)).toBe('body: expected a body, got BigInt');
    expect(shown({ x: 1 })).toBe('body: expected a body, got {"x":1}');
  });

  test('a function passed instead of its result is shown by its name, not its source', () => {
    const createMethod = () => ({ name: 'method' });
    expect(new InputError('solver', createMethod, 'a solver').message).toBe(
      'solver: expected a solver, got the function createMethod',
    );
  });
});
