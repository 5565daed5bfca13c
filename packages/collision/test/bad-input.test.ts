import { InputError, transform } from '@otedama/math2d';
import { describe, expect, it } from 'vitest';
import {
  castRay,
  castShape,
  closestPoint,
  collideShapes,
  containsPoint,
  convexCore,
  distance,
  distanceToPoint,
  overlapAabb,
  overlapShapes,
  penetration,
  separateShapes,
  separation,
  timeOfImpact,
} from '../src/index.js';

const ball = { kind: 'circle', radius: 0.5 } as const;
const floor = { kind: 'halfSpace', normal: { x: 0, y: 1 } } as const;
const here = transform.identity();
const point = { x: 1, y: 2 };
const ray = { origin: point, translation: point };
const still = { localCenter: point, center1: point, center2: point, angle1: 0, angle2: 0 };
const core = convexCore(ball)!;

/** What plain JavaScript may pass in place of a transform: a point, a list, an angle, nothing. */
const noTransforms = [
  point,
  [0, 0, 1, 0],
  { x: 0, y: 0, angle: 1 },
  undefined,
  null,
  7,
  { ...here, x: Number.NaN },
];

function complaint(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof InputError) return `${error.field}: ${error.expected}`;
    throw error;
  }
  return 'silence';
}

describe('queries on plain objects refuse', () => {
  const calls: readonly (readonly [string, (wrong: never) => unknown])[] = [
    ['transform', (wrong) => castRay(ball, wrong, ray)],
    ['transform', (wrong) => containsPoint(ball, wrong, point)],
    ['transform', (wrong) => distanceToPoint(floor, wrong, point)],
    ['transform', (wrong) => closestPoint(ball, wrong, point)],
    ['transform', (wrong) => overlapAabb(ball, wrong, { minX: 0, minY: 0, maxX: 1, maxY: 1 })],
    ...[ball, floor].flatMap((shape) => [
      ['transformA', (wrong: never) => overlapShapes(shape, wrong, ball, here)] as const,
      ['transformB', (wrong: never) => overlapShapes(shape, here, ball, wrong)] as const,
      ['transformA', (wrong: never) => separateShapes(shape, wrong, ball, here)] as const,
      ['transformB', (wrong: never) => separateShapes(shape, here, ball, wrong)] as const,
      ['transformA', (wrong: never) => castShape(shape, wrong, ball, here, point)] as const,
      ['transformB', (wrong: never) => castShape(shape, here, ball, wrong, point)] as const,
      ['transformA', (wrong: never) => collideShapes(shape, wrong, ball, here)] as const,
      ['transformB', (wrong: never) => collideShapes(shape, here, ball, wrong)] as const,
    ]),
    ...[distance, separation, penetration].flatMap((query) => [
      ['transformA', (wrong: never) => query(core, wrong, core, here)] as const,
      ['transformB', (wrong: never) => query(core, here, core, wrong)] as const,
    ]),
  ];

  it('what is no transform', () => {
    for (const [field, call] of calls) {
      for (const wrong of noTransforms)
        expect(
          complaint(() => call(wrong as never)),
          `${call}`,
        ).toBe(`${field}: a transform { x, y, c, s }, as transform.create(x, y, angle) makes`);
      expect(complaint(() => call(here as never))).toBe('silence');
    }
  });

  it.each([
    ['ray', () => castRay(ball, here, undefined as never)],
    ['ray.origin', () => castRay(ball, here, point as never)],
    ['ray.translation', () => castRay(ball, here, { origin: point, direction: point } as never)],
    ['p', () => containsPoint(ball, here, [1, 2] as never)],
    ['p', () => distanceToPoint(ball, here, undefined as never)],
    ['translation', () => castShape(ball, here, ball, here, undefined as never)],
    ['box.minX', () => overlapAabb(ball, here, { x: 0, y: 0 } as never)],
    ['coreA', () => distance(ball as never, here, core, here)],
    ['coreB', () => separation(core, here, { vertices: [point] } as never, here)],
    [
      'options.maximumFraction',
      () => castShape(ball, here, ball, here, point, { maximumFraction: 1 } as never),
    ],
    ['options', () => castShape(ball, here, ball, here, point, 0.5 as never)],
    ['options.maximumTime', () => timeOfImpact(ball, still, ball, still, { maximumTime: 1 } as never)],
    ['sweepA', () => timeOfImpact(ball, undefined as never, ball, still)],
    ['sweepB.localCenter', () => timeOfImpact(ball, still, ball, here as never)],
    ['sweepB.angle2', () => timeOfImpact(ball, still, ball, { ...still, angle2: undefined } as never)],
  ])('what is no %s', (field, call) => {
    expect(complaint(call)).toMatch(new RegExp(`^${field}`.replace('.', '\\.')));
  });
});
