import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cos, type Mat2, mat2, sin, type Vec2, vec2 } from '../src/index.js';

const m = mat2.create;
const close = (a: Mat2 | null, b: Mat2, tolerance = 1e-7): void => {
  expect(a).not.toBeNull();
  for (const key of ['m00', 'm01', 'm10', 'm11'] as const) {
    expect(Math.abs((a as Mat2)[key] - b[key])).toBeLessThan(tolerance);
  }
};
const entry = fc.double({ min: -10, max: 10, noNaN: true });
const plainEntry = fc.integer({ min: -1000, max: 1000 }).map((n) => n / 100);
const plainMatrix = fc
  .tuple(plainEntry, plainEntry, plainEntry, plainEntry)
  .map(([a, b, c, d]) => m(a, b, c, d));
/** Includes the smallest representable numbers. */
const anyMatrix = fc.tuple(entry, entry, entry, entry).map(([a, b, c, d]) => m(a, b, c, d));

describe('10.4.1 square roots', () => {
  const cases: [Mat2, Mat2][] = [
    [m(33, 24, 48, 57), m(5, 2, 4, 7)],
    [m(2, 1, 1, 2), m(1.3660254, 0.3660254, 0.3660254, 1.3660254)],
    [m(5, 2, 2, 1), m(2.1213203, 0.70710678, 0.70710678, 0.70710678)],
    [m(4, 0, 0, 9), m(2, 0, 0, 3)],
  ];
  cases.forEach(([a, root], k) => {
    test(`10.4.1 case ${k + 1} by both methods`, () => {
      close(mat2.squareRoot(a), root);
      close(mat2.squareRootByDiagonalization(a), root);
    });
  });

  test('both agree and square back to the input on 1,000 symmetric positive matrices', () => {
    fc.assert(
      fc.property(plainMatrix, (b) => {
        const a = mat2.multiply(mat2.transpose(b), b);
        const det = mat2.determinant(b);
        // the smaller eigenvalue of A loses digits in proportion to the square of B's condition number
        fc.pre(Math.abs(det) > 1);
        const x = mat2.squareRoot(a);
        close(x, mat2.squareRootByDiagonalization(a) as Mat2, 1e-9);
        close(mat2.multiply(x as Mat2, x as Mat2), a, 1e-9);
      }),
      { numRuns: 1000, seed: 1 },
    );
  });

  test('a matrix without a real root of this form gives null', () => {
    for (const root of [mat2.squareRoot, mat2.squareRootByDiagonalization]) {
      expect(root(m(1, 0, 0, -1))).toBeNull();
      expect(root(m(-1, 0, 0, -1))).toBeNull();
      expect(root(m(0, 0, 0, 0))).toBeNull();
    }
  });
});

test('10.4.2 inverse, not its transpose', () => {
  close(mat2.inverse(m(1, 2, 3, 4)), m(-2, 1, 1.5, -0.5), 1e-12);
  expect(mat2.inverse(m(1, 2, 2, 4))).toBeNull();
});

describe('polar decomposition', () => {
  test('10.4.3 the three examples', () => {
    const a = mat2.polarDecomposition(m(2, 1, 0, 1));
    expect(a.angle).toBeCloseTo(-0.32175055, 8);
    expect(a.rotation.c).toBeCloseTo(0.9486833, 7);
    expect(a.rotation.s).toBeCloseTo(-0.31622777, 8);
    close(a.stretch, m(1.8973666, 0.63245553, 0.63245553, 1.2649111));
    expect(mat2.polarDecomposition(m(1, -0.5, 0.3, 1.2)).angle).toBeCloseTo(0.348771, 8);
    const c = mat2.polarDecomposition(m(0, -3, 2, 0));
    expect(c.angle).toBeCloseTo(Math.PI / 2, 14);
    close(c.stretch, m(2, 0, 0, 3), 1e-14);
  });

  test('10.4.3 always R^T R = 1, S symmetric, R S = A', () => {
    fc.assert(
      fc.property(anyMatrix, (a) => {
        const { rotation, stretch } = mat2.polarDecomposition(a, 0.3);
        const { c, s } = rotation;
        expect(Math.abs(c * c + s * s - 1)).toBeLessThan(1e-14);
        expect(stretch.m01).toBe(stretch.m10);
        // undetermined if A is (nearly) a reflection with equal stretches
        fc.pre(Math.hypot(a.m10 - a.m01, a.m00 + a.m11) > 1e-6);
        close(mat2.multiply(m(c, -s, s, c), stretch), a, 1e-12);
      }),
      { numRuns: 2000, seed: 2 },
    );
  });

  test('matches the decomposition by either square root for det A > 0', () => {
    fc.assert(
      fc.property(plainMatrix, (a) => {
        fc.pre(mat2.determinant(a) > 1);
        const { rotation, stretch } = mat2.polarDecomposition(a);
        for (const root of [mat2.squareRoot, mat2.squareRootByDiagonalization]) {
          const other = mat2.polarDecompositionByRoot(a, root);
          close(other?.rotation ?? null, m(rotation.c, -rotation.s, rotation.s, rotation.c), 1e-6);
          close(other?.stretch ?? null, stretch, 1e-6);
        }
      }),
      { numRuns: 500, seed: 3 },
    );
  });

  test('10.4.4 negative determinants give proper rotations, undetermined ones keep the previous angle', () => {
    expect(mat2.polarDecomposition(m(1, 0.2, 0.1, -0.5)).angle).toBeCloseTo(-0.19739556, 8);
    for (const a of [m(1, 0, 0, -1), m(0, 0, 0, 0)]) {
      expect(mat2.polarDecomposition(a, 0.7).angle).toBe(0.7);
      expect(mat2.rotationAngle(a, 0.7)).toBe(0.7);
      expect(mat2.polarDecomposition(a, 0.7).rotation.c).toBeCloseTo(Math.cos(0.7), 15);
    }
  });
});

describe('shape matching of a square of radius 1', () => {
  const square: Vec2[] = [0, 1, 2, 3].map((k) => ({ x: cos((k * Math.PI) / 2), y: sin((k * Math.PI) / 2) }));
  /** Centre and angle of the rigid fit of the square to the moved points, with equal weights. */
  const fit = (moved: Vec2[]): { center: Vec2; angle: number } => {
    const center = vec2.scale(moved.reduce(vec2.add), 0.25);
    const a = moved.map((p, k) => mat2.outerProduct(vec2.subtract(p, center), square[k])).reduce(mat2.add);
    return { center, angle: mat2.rotationAngle(a) };
  };

  test('10.4.5 turned by 30 degrees and moved', () => {
    const q = { c: cos(Math.PI / 6), s: sin(Math.PI / 6) };
    const moved = square.map((p) => vec2.add(vec2.rotate(p, q), { x: 3, y: -2 }));
    const { center, angle } = fit(moved);
    expect(angle).toBeCloseTo(0.52359878, 8);
    expect(center.x).toBeCloseTo(3, 14);
    expect(center.y).toBeCloseTo(-2, 14);
  });

  test('10.4.6 one vertex moved by (0, -0.1)', () => {
    const { center, angle } = fit([{ x: 1, y: -0.1 }, ...square.slice(1)]);
    expect(center.y).toBeCloseTo(-0.025, 14);
    expect(angle).toBeCloseTo(-0.024994794, 9);
    const goal = vec2.add(vec2.rotate(square[0], { c: cos(angle), s: sin(angle) }), center);
    expect(goal.x).toBeCloseTo(0.99968765, 8);
    expect(goal.y).toBeCloseTo(-0.049992191, 8);
  });

  test('10.4.7 lower vertices of a flat square raised by 0.1', () => {
    const q = { c: Math.SQRT1_2, s: Math.SQRT1_2 };
    const flat = square.map((p) => vec2.rotate(p, q));
    const raise = (p: Vec2, lift: boolean): Vec2 => (lift ? { x: p.x, y: p.y + 0.1 } : p);
    const both = fit(flat.map((p) => raise(p, p.y < 0)));
    expect(both.center.y).toBeCloseTo(0.05, 14);
    expect(both.angle - Math.PI / 4).toBeCloseTo(0, 14);
    const left = fit(flat.map((p) => raise(p, p.y < 0 && p.x < 0)));
    expect(left.center.y).toBeCloseTo(0.025, 14);
    expect(left.angle - Math.PI / 4).toBeCloseTo(-0.017993851, 9);
  });
});

test('a rotation is undetermined up to rounding errors of the largest element, and then 0 unless another is given', () => {
  for (const size of [1e-9, 1, 1e9]) {
    const flip = (difference: number): Mat2 => m(size, size * difference, 0, -size);
    expect(mat2.rotationAngle(flip(1e-13), 0.5)).toBe(0.5);
    expect(mat2.rotationAngle(flip(-1e-13))).toBe(0);
    expect(Math.abs(mat2.rotationAngle(flip(1e-11), 0.5))).toBeCloseTo(Math.PI / 2, 9);
  }
});

test('the identity matrix leaves vectors and matrices as they are', () => {
  const a = m(1, 2, 3, 4);
  expect(mat2.multiply(mat2.identity(), a)).toEqual(a);
  expect(mat2.multiply(a, mat2.identity())).toEqual(a);
});
