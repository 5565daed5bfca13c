import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clamp,
  createRandom,
  followAngle,
  Hash,
  InputError,
  requireFinite,
  requireFiniteVec2,
  requireInRange,
  requireInteger,
  requireNonNegative,
  requirePositive,
  rotation,
  segment,
  transform,
  vec2,
  wrapAngle,
} from '../src/index.js';

const number = fc.double({ min: -1e3, max: 1e3, noNaN: true });
const vector = fc.record({ x: number, y: number });

describe('vectors', () => {
  test('normalize gives length 1 at any size; the zero vector is unchanged', () => {
    for (const k of [5e-324, 1e-300, 1, 1e300]) {
      expect(vec2.length(vec2.normalize({ x: 3 * k, y: -4 * k }))).toBeCloseTo(1, 15);
    }
    expect(vec2.normalize({ x: 0, y: 0 })).toEqual({ x: 0, y: 0 });
  });

  test('functions do not modify their arguments', () => {
    const a = Object.freeze({ x: 1, y: 2 });
    const b = Object.freeze({ x: 3, y: 4 });
    expect(vec2.add(a, b)).toEqual({ x: 4, y: 6 });
    expect(vec2.subtract(a, b)).toEqual({ x: -2, y: -2 });
    expect(vec2.lerp(a, b, 0.5)).toEqual({ x: 2, y: 3 });
    expect(vec2.distance(a, b)).toBeCloseTo(Math.SQRT2 * 2, 15);
  });

  test('dot and cross with the turned vector are |a|^2 times cosine and sine', () => {
    fc.assert(
      fc.property(vector, number, (a, angle) => {
        const q = rotation.fromAngle(angle);
        const turned = vec2.rotate(a, q);
        const square = vec2.lengthSquared(a);
        expect(Math.abs(vec2.dot(a, turned) - square * q.c)).toBeLessThanOrEqual(1e-14 * square);
        expect(Math.abs(vec2.cross(a, turned) - square * q.s)).toBeLessThanOrEqual(1e-14 * square);
      }),
      { seed: 5 },
    );
  });

  test('rotating forward and back', () => {
    fc.assert(
      fc.property(vector, number, (v, angle) => {
        const q = rotation.fromAngle(angle);
        const back = vec2.inverseRotate(vec2.rotate(v, q), q);
        expect(vec2.distance(back, v)).toBeLessThan(1e-12);
      }),
      { seed: 1 },
    );
  });
});

describe('rotations and transforms', () => {
  test('angles are preserved by conversion to a rotation and back', () => {
    fc.assert(
      fc.property(number, (angle) => {
        const found = rotation.toAngle(rotation.fromAngle(angle));
        expect(Math.abs(Math.sin((found - angle) / 2))).toBeLessThan(1e-12);
        expect(Math.abs(found)).toBeLessThanOrEqual(Math.PI);
      }),
      { seed: 2 },
    );
  });

  test('10,000 steps of integrate keep unit length and the angle', () => {
    for (const [step, error] of [
      [1e-3, 1e-12],
      [0.05, 1e-11],
      [0.2, 1e-9],
      [1.5, 1e-9],
    ]) {
      let q = rotation.identity();
      for (let i = 0; i < 10_000; i++) q = rotation.integrate(q, step);
      expect(Math.abs(q.c * q.c + q.s * q.s - 1)).toBeLessThan(1e-15);
      const exact = rotation.fromAngle(10_000 * step);
      const angle = rotation.toAngle(rotation.multiply(q, rotation.inverse(exact)));
      expect(Math.abs(angle)).toBeLessThan(error);
    }
  });

  test('normalize keeps the angle of a rotation of any length; length 0 becomes the identity', () => {
    for (const k of [1e-100, 0.5, 1e100]) {
      const { c, s } = rotation.normalize({ c: -3 * k, s: 4 * k });
      expect(c).toBeCloseTo(-0.6, 15);
      expect(s).toBeCloseTo(0.8, 15);
    }
    expect(rotation.normalize({ c: 0, s: 0 })).toEqual(rotation.identity());
  });

  test('integrateInPlace equals integrate, on an array', () => {
    const values = new Float64Array([9, 0.6, 0.8, 9]);
    rotation.integrateInPlace(values, 1, -0.3);
    const expected = rotation.integrate({ c: 0.6, s: 0.8 }, -0.3);
    expect([...values]).toEqual([9, expected.c, expected.s, 9]);
  });

  test('a product of transforms applies one after the other, an inverse undoes it', () => {
    const motion = fc.tuple(number, number, number).map(([x, y, angle]) => transform.create(x, y, angle));
    fc.assert(
      fc.property(motion, motion, vector, (a, b, p) => {
        const once = transform.apply(transform.multiply(a, b), p);
        const twice = transform.apply(a, transform.apply(b, p));
        expect(vec2.distance(once, twice)).toBeLessThan(1e-11);
        expect(vec2.distance(transform.applyInverse(a, transform.apply(a, p)), p)).toBeLessThan(1e-11);
        const still = transform.multiply(a, transform.inverse(a));
        expect(Math.abs(still.x) + Math.abs(still.y) + Math.abs(still.c - 1)).toBeLessThan(1e-11);
      }),
      { seed: 3 },
    );
  });
});

describe('segments', () => {
  test('closest points are nearer than every other pair, also for parallel and degenerate segments', () => {
    const grid = fc.record({ x: fc.integer({ min: -3, max: 3 }), y: fc.integer({ min: -3, max: 3 }) });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(grid, grid, grid, grid, share, share, (p1, q1, p2, q2, s, t) => {
        const found = segment.closestPoints(p1, q1, p2, q2);
        expect(vec2.distanceSquared(found.point1, found.point2)).toBeCloseTo(found.distanceSquared, 12);
        const other = vec2.distanceSquared(vec2.lerp(p1, q1, s), vec2.lerp(p2, q2, t));
        expect(found.distanceSquared).toBeLessThanOrEqual(other + 1e-12);
      }),
      { seed: 4, numRuns: 2000 },
    );
  });

  test('crossing, touching, parallel and separate segments', () => {
    const o = { x: 0, y: 0 };
    expect(segment.intersection({ x: -1, y: 0 }, { x: 1, y: 0 }, { x: 0, y: -1 }, { x: 0, y: 1 })).toEqual(o);
    expect(segment.intersection(o, { x: 1, y: 0 }, o, { x: 0, y: 1 })).toEqual(o);
    expect(segment.intersection(o, { x: 1, y: 0 }, { x: 0, y: 1 }, { x: 1, y: 1 })).toBeNull();
    expect(segment.intersection(o, { x: 1, y: 0 }, { x: 2, y: -1 }, { x: 2, y: 1 })).toBeNull();
  });

  test('segments one after the other on a slanted line do not meet, and nothing passes between two with a common end', () => {
    const slope = fc.integer({ min: -2_000_000, max: 2_000_000 }).map((millionths) => millionths / 1e6);
    fc.assert(
      fc.property(slope, slope, slope, (a, b, c) => {
        const along = (x: number) => ({ x, y: a * x });
        expect(segment.intersection(along(0.1), along(0.7), along(1.1), along(2.3))).toBeNull();
        const joint = along(0.7);
        const left = { x: -1, y: b };
        const right = { x: 2, y: c };
        const from = { x: joint.x + 0.1 * b, y: joint.y + 5 };
        const to = vec2.subtract(vec2.scale(joint, 2), from);
        const [one, two] = [left, right].map((end) => segment.intersection(from, to, end, joint));
        expect(one ?? two).not.toBeNull();
      }),
      { seed: 6, numRuns: 1000 },
    );
  });
});

describe('numbers', () => {
  test('wrapAngle and clamp', () => {
    expect(wrapAngle(Math.PI)).toBe(Math.PI);
    expect(wrapAngle(-0.1)).toBe(-0.1);
    fc.assert(
      fc.property(number, (angle) => {
        const wrapped = wrapAngle(angle);
        expect(Math.abs(wrapped)).toBeLessThanOrEqual(Math.PI);
        expect(Math.abs(Math.sin((wrapped - angle) / 2))).toBeLessThan(1e-12);
      }),
      { seed: 6 },
    );
    expect([clamp(-2, 0, 1), clamp(0.5, 0, 1), clamp(3, 0, 1), clamp(Number.NaN, 0, 1)]).toEqual([
      0,
      0.5,
      1,
      Number.NaN,
    ]);
  });

  test('followAngle returns the angle of the direction nearest to the previous one, including full turns', () => {
    fc.assert(
      fc.property(number, fc.double({ min: -3, max: 3, noNaN: true }), (before, turn) => {
        const angles = Float64Array.of(7, before, 8);
        followAngle(angles, 1, Float64Array.of(2 * Math.cos(before + turn), 2 * Math.sin(before + turn)));
        expect(Math.abs(angles[1] - (before + turn))).toBeLessThan(1e-12);
        expect([angles[0], angles[2]]).toEqual([7, 8]);
      }),
      { seed: 7 },
    );
  });

  test('random numbers are the same on every platform (pinned), and adjacent seeds start differently', () => {
    const first = createRandom(1);
    expect([
      first.integer(1000),
      first.integer(1000),
      first.next(),
      first.uniform(-1, 1),
    ]).toMatchInlineSnapshot(`
      [
        713,
        12,
        0.0008196849375963211,
        0.7511081174015999,
      ]
    `);
    expect(createRandom(1).next()).toBe(createRandom(1).next());
    expect(createRandom(1).next()).not.toBe(createRandom(2).next());
    expect(() => createRandom(-1)).toThrow(InputError);
  });

  test('random numbers fill their range evenly', () => {
    const random = createRandom(7);
    const counts = new Array(10).fill(0);
    let sum = 0;
    for (let i = 0; i < 100_000; i++) {
      counts[random.integer(10)]++;
      const u = random.next();
      expect(u >= 0 && u < 1).toBe(true);
      sum += u;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
    expect(Math.abs(sum / 100_000 - 0.5)).toBeLessThan(0.004);
  });

  test('a restored generator continues where it was', () => {
    const random = createRandom(3);
    random.next();
    const state = random.save();
    const expected = [random.next(), random.next()];
    random.restore(state);
    expect([random.next(), random.next()]).toEqual(expected);
  });

  test('the hash is the same on every platform (pinned) and depends on every bit, the order and the length', () => {
    const of = (...values: number[]): string => new Hash().addNumbers(values).digest();
    expect(of(1, -2.5, 1e300, Number.NaN)).toMatchInlineSnapshot(`"406e52727e6040cd"`);
    const seen = new Set([of(), of(0), of(0, 0), of(1, 2), of(2, 1), of(1 + 2 ** -52), of(1), of(5e-324)]);
    expect(seen.size).toBe(8);
    expect(of(-0)).toBe(of(0));
    expect(new Hash().addIntegers(new Int32Array([1, -2])).digest()).toBe(
      new Hash().addInteger(1).addInteger(-2).digest(),
    );
    expect(new Hash().addNumbers(new Float64Array([9, 4, 9]), 1, 2).digest()).toBe(of(4));
  });

  test('the hash of one flipped bit differs in about half of its bits', () => {
    const bitsOf = (text: string): bigint => BigInt(`0x${text}`);
    let changed = 0;
    for (let i = 0; i < 200; i++) {
      const a = bitsOf(new Hash().addInteger(i).addInteger(7).digest());
      const b = bitsOf(
        new Hash()
          .addInteger(i ^ (1 << (i % 31)))
          .addInteger(7)
          .digest(),
      );
      changed += (a ^ b).toString(2).replaceAll('0', '').length;
    }
    expect(changed / 200).toBeGreaterThan(28);
    expect(changed / 200).toBeLessThan(36);
  });
});

describe('errors', () => {
  test('an InputError names field, value and the expected range', () => {
    const error = new InputError('bodies[3].mass', -1, 'a finite number > 0');
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('InputError');
    expect(error.message).toBe('bodies[3].mass: expected a finite number > 0, got -1');
    expect([error.field, error.value, error.expected]).toEqual(['bodies[3].mass', -1, 'a finite number > 0']);
  });

  test('checks return valid values and reject others', () => {
    expect(requireFinite('a', -3)).toBe(-3);
    expect(requirePositive('a', 3)).toBe(3);
    expect(requireNonNegative('a', 0)).toBe(0);
    expect(requireInRange('a', 1, 0, 1)).toBe(1);
    expect(requireInteger('a', 5, 0, 9)).toBe(5);
    expect(requireFiniteVec2('a', { x: 1, y: 2 })).toEqual({ x: 1, y: 2 });
    const wrong: (() => unknown)[] = [
      () => requireFinite('a', Number.POSITIVE_INFINITY),
      () => requireFinite('a', '1' as unknown as number),
      () => requirePositive('a', 0),
      () => requirePositive('a', Number.NaN),
      () => requireNonNegative('a', -1e-9),
      () => requireInRange('a', 1.1, 0, 1),
      () => requireInteger('a', 1.5, 0, 9),
      () => requireFiniteVec2('a', null as unknown as { x: number; y: number }),
      () => requireFiniteVec2('a', { x: 1, y: Number.NaN }),
    ];
    for (const check of wrong) expect(check).toThrow(InputError);
    expect(wrong.at(-1)).toThrow(/^a\.y/);
  });
});
