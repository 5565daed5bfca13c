/** Places of the numbers of a row: none is shared, and a pass without bias fetches few cache lines. */
import { expect, test } from 'vitest';
import * as fields from '../src/frame-rows.js';
import { INVERSE_12, INVERSE_DIAGONAL, OPEN, RHO_A, RHO_B, RT_A, RT_B } from '../src/soft-row-fields.js';

const { LANES, OWN, P1, P2, RN_A, RN_B, LAMBDA_N, LAMBDA_T, MASS_N, MASS_T } = fields;
const frame = [
  fields.N_X,
  fields.N_Y,
  fields.MU,
  fields.BELT,
  fields.M_A,
  fields.I_A,
  fields.M_B,
  fields.I_B,
];

/** Cache lines of 64 bytes with these numbers of a pair of rows, which begins at a line; a number takes 8 bytes in each row. */
const lines = (numbers: readonly number[]): number =>
  new Set(numbers.map((place) => Math.floor((place * 8) / 64))).size;

test('every number of a row has its own place, and no place is left', () => {
  const point = [RN_A, RN_B, fields.RD_A, fields.RD_B, fields.GAP, MASS_N, MASS_T, LAMBDA_N, LAMBDA_T].concat(
    fields.TARGET,
  );
  const all = [
    ...frame,
    ...[0, 1, 2, 3].map((k) => OWN + k * LANES),
    ...point.map((place) => P1 + place),
    ...point.map((place) => P2 + place),
  ];
  expect(all.map((place) => place / LANES).sort((a, b) => a - b)).toEqual(
    Array.from({ length: fields.ROW_STRIDE }, (_, k) => k),
  );
});

test('the soft step stores its numbers where others have the block, the targets and the friction row of point 2', () => {
  expect([INVERSE_12, OPEN, RT_A, RT_B]).toEqual([0, 1, 2, 3].map((k) => OWN + k * LANES));
  expect(INVERSE_DIAGONAL).toBe(fields.TARGET);
  expect([RHO_A, RHO_B]).toEqual([P2 + LAMBDA_T, P2 + MASS_T]);
});

test('the impulses of a closed row are in one cache line for each of its points, so a warm start of one point fetches four lines', () => {
  expect(lines([RN_A, RN_B, LAMBDA_N, LAMBDA_T].map((k) => P1 + k))).toBe(1);
  const start = [...frame, RT_A, RT_B, ...[RN_A, RN_B, LAMBDA_N, LAMBDA_T].map((k) => P1 + k)];
  expect(lines(start)).toBe(4);
});

test('a pass without bias fetches five cache lines of a pair of closed rows with one point, and six with two', () => {
  const single = [
    ...frame,
    OPEN,
    RT_A,
    RT_B,
    ...[RN_A, RN_B, LAMBDA_N, LAMBDA_T, MASS_N, MASS_T].map((k) => P1 + k),
  ];
  expect(lines(single)).toBe(5);
  const double = [
    ...[...frame, OPEN, RT_A, RT_B, INVERSE_12, P1 + MASS_T, P1 + LAMBDA_T],
    ...[P1, P2].flatMap((p) => [RN_A, RN_B, LAMBDA_N, INVERSE_DIAGONAL].map((k) => p + k)),
  ];
  expect(lines(double)).toBe(6);
});
