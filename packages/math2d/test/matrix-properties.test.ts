import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Mat2, mat2 } from '../src/index.js';

function expectMatrix(actual: Mat2 | null, expected: number[], digits = 7): void {
  expect(actual).not.toBeNull();
  if (actual === null) return;
  const values = [actual.m00, actual.m01, actual.m10, actual.m11];
  values.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i], digits);
  });
}

const element = fc.double({ min: -100, max: 100, noNaN: true });
/** Numbers whose square does not underflow. */
const ordinary = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value / 10_000);
const ordinaryMatrix = fc
  .tuple(ordinary, ordinary, ordinary, ordinary)
  .map(([a, b, c, d]) => mat2.create(a, b, c, d));
const matrix = fc.tuple(element, element, element, element).map(([a, b, c, d]) => mat2.create(a, b, c, d));
const sizeOf = (a: Mat2): number =>
  Math.max(Math.abs(a.m00), Math.abs(a.m01), Math.abs(a.m10), Math.abs(a.m11));
const difference = (a: Mat2, b: Mat2): number => sizeOf(mat2.add(a, mat2.scale(b, -1)));

describe('square roots', () => {
  test.each([
    [
      [33, 24, 48, 57],
      [5, 2, 4, 7],
    ],
    [
      [2, 1, 1, 2],
      [1.3660254, 0.3660254, 0.3660254, 1.3660254],
    ],
    [
      [5, 2, 2, 1],
      [2.1213203, 0.70710678, 0.70710678, 0.70710678],
    ],
    [
      [4, 0, 0, 9],
      [2, 0, 0, 3],
    ],
  ])('10.4.1 root of %j by both methods', ([m00, m01, m10, m11], root) => {
    const a = mat2.create(m00, m01, m10, m11);
    expectMatrix(mat2.squareRoot(a), root);
    expectMatrix(mat2.squareRootByDiagonalization(a), root);
  });

  test('the square of the root of A^T A is A^T A', () => {
    fc.assert(
      fc.property(ordinaryMatrix, (a) => {
        const square = mat2.multiply(mat2.transpose(a), a);
        fc.pre(mat2.determinant(square) > 1e-6 * mat2.trace(square) ** 2);
        for (const root of [mat2.squareRoot(square), mat2.squareRootByDiagonalization(square)]) {
          expect(root).not.toBeNull();
          if (root !== null)
            expect(difference(mat2.multiply(root, root), square)).toBeLessThan(1e-9 * sizeOf(square));
        }
      }),
      { seed: 104 },
    );
  });

  test('by diagonalisation, a small eigenvalue keeps its digits beside a large one', () => {
    const small = 1e-13;
    const root = mat2.squareRootByDiagonalization(mat2.create(1, 1, 0, small));
    expect(root!.m11 / Math.sqrt(small)).toBeCloseTo(1, 9);
  });

  test.each([[[1, 0, 0, -1]], [[0, 1, 0, 0]], [[-4, 0, 0, -4]], [[Number.NaN, 0, 0, 1]]])(
    '%j has no real principal root',
    ([m00, m01, m10, m11]) => {
      expect(mat2.squareRoot(mat2.create(m00, m01, m10, m11))).toBeNull();
      expect(mat2.squareRootByDiagonalization(mat2.create(m00, m01, m10, m11))).toBeNull();
    },
  );
});

test('a product applies one matrix after the other', () => {
  const vector = fc.record({ x: ordinary, y: ordinary });
  fc.assert(
    fc.property(ordinaryMatrix, ordinaryMatrix, vector, (a, b, v) => {
      const once = mat2.apply(mat2.multiply(a, b), v);
      const twice = mat2.apply(a, mat2.apply(b, v));
      expect(Math.abs(once.x - twice.x) + Math.abs(once.y - twice.y)).toBeLessThan(1e-8);
    }),
    { seed: 1041 },
  );
});

test('products, transpose, trace and determinant', () => {
  const a = mat2.create(1, 2, 3, 4);
  const b = mat2.create(5, 6, 7, 8);
  expect(mat2.multiply(a, b)).toEqual(mat2.create(19, 22, 43, 50));
  expect(mat2.transpose(a)).toEqual(mat2.create(1, 3, 2, 4));
  expect(mat2.determinant(a)).toBe(-2);
  expect(mat2.trace(a)).toBe(5);
  expect(mat2.apply(a, { x: 1, y: 10 })).toEqual({ x: 21, y: 43 });
  expect(mat2.outerProduct({ x: 1, y: 2 }, { x: 3, y: 5 })).toEqual(mat2.create(3, 5, 6, 10));
});

describe('polar decomposition', () => {
  test('10.4.3 always R^T R = 1, S symmetric, R S = A; the angle is that of R', () => {
    fc.assert(
      fc.property(matrix, element, (a, previousAngle) => {
        const { angle, rotation, stretch } = mat2.polarDecomposition(a, previousAngle);
        const { c, s } = rotation;
        const size = sizeOf(a);
        expect(Math.abs(c * c + s * s - 1)).toBeLessThan(1e-14);
        expect(Math.abs(Math.cos(angle) - c) + Math.abs(Math.sin(angle) - s)).toBeLessThan(1e-13);
        expect(stretch.m01).toBe(stretch.m10);
        expect(difference(mat2.multiply(mat2.create(c, -s, s, c), stretch), a)).toBeLessThanOrEqual(
          1e-11 * size + 1e-320,
        );
      }),
      { seed: 1043, numRuns: 1000 },
    );
  });

  test('the angle of a rotation of any size is its angle, quarter turns included', () => {
    for (const size of [1e-9, 1, 1e9]) {
      for (let k = -7; k <= 8; k++) {
        const angle = (Math.PI * k) / 8;
        const [c, s] = [size * Math.cos(angle), size * Math.sin(angle)];
        expect(mat2.rotationAngle(mat2.create(c, -s, s, c), 9)).toBeCloseTo(angle, 14);
      }
    }
  });

  test('no rotation is nearer to A than R', () => {
    fc.assert(
      fc.property(matrix, element, (a, other) => {
        const { c, s } = mat2.polarDecomposition(a).rotation;
        const along = (cosine: number, sine: number): number =>
          cosine * (a.m00 + a.m11) + sine * (a.m10 - a.m01);
        expect(along(Math.cos(other), Math.sin(other))).toBeLessThanOrEqual(along(c, s) + 1e-12 * sizeOf(a));
      }),
      { seed: 1044, numRuns: 1000 },
    );
  });

  test('matches the root of A^T A for det A > 0', () => {
    fc.assert(
      fc.property(ordinaryMatrix, (a) => {
        fc.pre(mat2.determinant(a) > 1e-3 * sizeOf(a) ** 2);
        const direct = mat2.polarDecomposition(a);
        const byRoot = mat2.polarDecompositionByRoot(a);
        expect(byRoot).not.toBeNull();
        if (byRoot === null) return;
        expect(difference(direct.stretch, byRoot.stretch)).toBeLessThan(1e-9 * sizeOf(a));
        expect(Math.abs(byRoot.rotation.m00 - direct.rotation.c)).toBeLessThan(1e-9);
      }),
      { seed: 1045 },
    );
  });

  test('a singular matrix has no decomposition by a root', () => {
    for (const singular of [mat2.create(0, 0, 0, 0), mat2.create(1, 2, 2, 4), mat2.create(0, 3, 0, 0)]) {
      expect(mat2.polarDecompositionByRoot(singular)).toBeNull();
    }
  });

  test('10.4.4 det < 0 gives a proper rotation; without a nearest rotation the previous angle stays', () => {
    expect(mat2.rotationAngle(mat2.create(1, 0.2, 0.1, -0.5))).toBeCloseTo(-0.19739556, 8);
    const turned = 0.3; // a rotated mirrored square: also undetermined, but not to the last bit
    const { c, s } = { c: Math.cos(turned), s: Math.sin(turned) };
    for (const open of [mat2.create(1, 0, 0, -1), mat2.create(0, 0, 0, 0), mat2.create(c, s, s, -c)]) {
      expect(mat2.rotationAngle(open, 0.7)).toBe(0.7);
      const { angle, rotation, stretch } = mat2.polarDecomposition(open, 0.7);
      expect(angle).toBe(0.7);
      expect(rotation.c).toBeCloseTo(Math.cos(0.7), 15);
      for (const value of Object.values(stretch)) expect(value).not.toBeNaN();
    }
  });

  test('tiny and huge matrices turn like those of size 1', () => {
    for (const k of [1e-150, 1, 1e150]) {
      expect(mat2.rotationAngle(mat2.scale(mat2.create(2, 1, 0, 1), k))).toBeCloseTo(-0.32175055, 8);
    }
  });
});
