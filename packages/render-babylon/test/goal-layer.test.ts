/** Outlines of shapes as points, and the layer of goal shapes. */

import { polygon } from '@otedama/math2d';
import { expect, test } from 'vitest';
import {
  createGoalLayer,
  type DrawnWorld,
  type Painter,
  type ShapeGeometry,
  shapeDistance,
  shapeOutline,
} from '../src/index.js';

const hexagon = polygon.regular(1, 6);
const side = 1;
/** Shapes and their areas: hull + perimeter r + pi r^2. */
const closed: readonly (readonly [ShapeGeometry, number])[] = [
  [{ kind: 'circle', center: { x: 2, y: 1 }, radius: 0.7 }, Math.PI * 0.49],
  [
    { kind: 'capsule', point1: { x: -1, y: 0 }, point2: { x: 1, y: 0.5 }, radius: 0.4 },
    2 * Math.hypot(2, 0.5) * 0.4 + Math.PI * 0.16,
  ],
  [{ kind: 'polygon', vertices: hexagon }, 1.5 * Math.sqrt(3)],
  [{ kind: 'polygon', vertices: hexagon, radius: 0.3 }, 1.5 * Math.sqrt(3) + 6 * side * 0.3 + Math.PI * 0.09],
  [{ kind: 'polygon', vertices: polygon.rectangle(2, 0.5), radius: 0.1 }, 1 + 5 * 0.1 + Math.PI * 0.01],
];

for (const [shape, wanted] of closed) {
  test(`outline of a ${shape.kind}${'radius' in shape ? ` of radius ${shape.radius}` : ''}: on the boundary, once round`, () => {
    const { points, isClosed } = shapeOutline(shape);
    expect(isClosed).toBe(true);
    for (const p of points) expect(shapeDistance(shape, p)).toBeCloseTo(0, 12);
    const around = [...points, points[0]];
    for (let k = 1; k < around.length; k++) {
      expect(around[k], 'no point twice').not.toEqual(around[k - 1]);
    }
    // arcs of a 48th of a turn, or a little less
    const corners = 'vertices' in shape ? shape.vertices.length : shape.kind === 'capsule' ? 2 : 0;
    if ('radius' in shape) expect(points.length).toBeLessThanOrEqual(48 + 2 * corners);
    // they lose 0.3 % of a disc
    const area = polygon.area(points.map((p) => ({ ...p })));
    expect(area).toBeLessThanOrEqual(wanted * (1 + 1e-12));
    expect(area).toBeGreaterThan(wanted * 0.997);
  });
}

test('outlines of segments and half-spaces are open lines', () => {
  const ends = [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ] as const;
  expect(shapeOutline({ kind: 'segment', point1: ends[0], point2: ends[1] })).toEqual({
    points: ends,
    isClosed: false,
  });
  const plane: ShapeGeometry = { kind: 'halfSpace', normal: { x: 3, y: 4 }, position: { x: 5, y: 6 } };
  const { points, isClosed } = shapeOutline(plane);
  expect(isClosed).toBe(false);
  for (const { x, y } of points) expect(3 * (x - 5) + 4 * (y - 6)).toBeCloseTo(0, 9);
});

test('the goal layer draws dashed outlines and connects each particle to its goal', () => {
  const drawn: { kind: string; numbers: number[] }[] = [];
  const note =
    (kind: string) =>
    (...values: unknown[]): void => {
      drawn.push({ kind, numbers: values.filter((value) => typeof value === 'number') });
    };
  const painter: Painter = {
    line: note('line'),
    point: note('point'),
    box: note('box'),
    circle: note('circle'),
    arrow: note('arrow'),
  };
  const square = [
    { x: 0, y: 0 },
    { x: 12, y: 0 },
    { x: 12, y: 12 },
    { x: 0, y: 12 },
  ];
  let shapes = [{ outlines: [square], particles: [{ x: 1, y: 1 }], goals: [{ x: 2, y: 1 }] }];
  const layer = createGoalLayer(() => shapes);
  const world = {} as DrawnWorld;
  layer.draw(world, painter, { metersPerPixel: 0.1, fraction: 1 });
  const lines = drawn.filter(({ kind }) => kind === 'line').map(({ numbers }) => numbers);
  // a side of 120 pixels has ten dashes
  expect(lines).toHaveLength(4 * 10 + 1);
  expect(lines[40].slice(0, 4)).toEqual([1, 1, 2, 1]);
  expect(drawn.filter(({ kind }) => kind === 'point')).toHaveLength(2);
  const painted = lines.slice(0, 40).reduce((sum, [x1, y1, x2, y2]) => sum + Math.hypot(x2 - x1, y2 - y1), 0);
  expect(painted).toBeCloseTo((48 * 7) / 12, 9);
  // the first dash of the first side, and the last one of the second, which ends before its corner
  expect(lines[0].slice(0, 4)).toEqual([0, 0, expect.closeTo(0.7), 0]);
  expect(lines[19].slice(0, 4)).toEqual([12, expect.closeTo(10.8), 12, expect.closeTo(11.5)]);
  shapes = [];
  drawn.length = 0;
  layer.draw(world, painter, { metersPerPixel: 0.1, fraction: 1 });
  expect(drawn).toEqual([]);
});
