/** What the marks of a painter are made of, and where their numbers are near the view. */

import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import type { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import { expect, test, vi } from 'vitest';
import { LINE_FLOATS } from '../src/constants.js';
import { LinePainter } from '../src/index.js';
import { LocalOrigin } from '../src/local-origin.js';
import { nullScene } from './null-scene.js';

const red = [1, 0.25, 0.125] as const;

/** The lines that a mark is made of: x1, y1, x2, y2. */
function linesOf(draw: (painter: LinePainter) => void): number[][] {
  const painter = new LinePainter(nullScene());
  const line = vi.spyOn(painter, 'line');
  draw(painter);
  expect(painter.count).toBe(line.mock.calls.length);
  return line.mock.calls.map((call) => call.slice(0, 4) as number[]);
}

/** Whether each line begins where the one before it ends, and the first where the last ends. */
const isClosed = (lines: readonly number[][]): boolean =>
  lines.every(([x, y], k) => {
    const [, , endX, endY] = lines.at(k - 1)!;
    return Math.hypot(endX - x, endY - y) < 1e-12;
  });

test('a box has four sides, a circle 32 chords, a point no length', () => {
  const box = linesOf((painter) => painter.box(1, 2, 4, 7, red));
  expect(isClosed(box)).toBe(true);
  expect(box.map(([x, y]) => [x, y])).toEqual([
    [1, 2],
    [4, 2],
    [4, 7],
    [1, 7],
  ]);
  const circle = linesOf((painter) => painter.circle(3, -2, 0.5, red));
  expect(circle).toHaveLength(32);
  expect(isClosed(circle)).toBe(true);
  for (const [x1, y1, x2, y2] of circle) {
    expect(Math.hypot(x1 - 3, y1 + 2)).toBeCloseTo(0.5, 12);
    expect(Math.hypot(x2 - x1, y2 - y1)).toBeCloseTo(2 * 0.5 * Math.sin(Math.PI / 32), 12);
  }
  expect(linesOf((painter) => painter.point(3, 4, red))).toEqual([[3, 4, 3, 4]]);
});

test('the head of an arrow is at its second end, as long as given but at most half of it, and half as wide to each side', () => {
  for (const [head, length] of [
    [0.2, 0.2],
    [9, 2.5],
  ]) {
    const [shaft, ...sides] = linesOf((painter) => painter.arrow(1, 2, 4, 6, red, 1, head));
    expect(shaft).toEqual([1, 2, 4, 6]);
    expect(sides).toHaveLength(2);
    const across = sides.map(([x, y, tipX, tipY]) => {
      expect([tipX, tipY]).toEqual([4, 6]);
      // along the arrow, whose direction is (0.6, 0.8), and across it
      expect(0.6 * (4 - x) + 0.8 * (6 - y)).toBeCloseTo(length, 12);
      return 0.6 * (y - 6) - 0.8 * (x - 4);
    });
    expect(across.sort((a, b) => a - b)).toEqual([expect.closeTo(-length / 2), expect.closeTo(length / 2)]);
  }
  expect(linesOf((painter) => painter.arrow(1, 2, 1, 2, red))).toEqual([[1, 2, 1, 2]]);
});

test('lines are 1 pixel wide and opaque unless something else is asked for, dots 6 wide; heads are 0.1 m long', () => {
  const painter = new LinePainter(nullScene());
  const { batch } = painter as unknown as { batch: { poses: Float32Array } };
  /** Opacity and width of the lines of a mark. */
  const looks = (draw: () => void): number[][] => {
    painter.clear();
    expect(painter.count).toBe(0);
    draw();
    const lines = Array.from({ length: painter.count }, (_, k) => [
      ...batch.poses.subarray(LINE_FLOATS * k + 7, LINE_FLOATS * k + 9),
    ]);
    return [...new Map(lines.map((look) => [String(look), look])).values()];
  };
  expect(looks(() => painter.line(0, 0, 1, 0, red))).toEqual([[1, 1]]);
  expect(looks(() => painter.box(0, 0, 1, 1, red))).toEqual([[1, 1]]);
  expect(looks(() => painter.circle(0, 0, 1, red))).toEqual([[1, 1]]);
  expect(looks(() => painter.arrow(0, 0, 1, 0, red))).toEqual([[1, 1]]);
  expect(looks(() => painter.point(0, 0, red))).toEqual([[1, 6]]);
  expect(looks(() => painter.box(0, 0, 1, 1, red, 2, 0.5))).toEqual([[0.5, 2]]);
  expect(looks(() => painter.circle(0, 0, 1, red, 3, 0.25))).toEqual([[0.25, 3]]);
  expect(looks(() => painter.point(0, 0, red, 4, 0.75))).toEqual([[0.75, 4]]);
  expect(looks(() => painter.arrow(0, 0, 1, 0, red, 2.5))).toEqual([[1, 2.5]]);
  const [, head] = linesOf((other) => other.arrow(0, 0, 1, 0, red));
  expect(head[0]).toBeCloseTo(0.9, 12);
});

test('a painter draws in its order, for the cameras of its mask, until it is disposed of', () => {
  const scene = nullScene();
  const painter = new LinePainter(scene, 'marks', 7);
  painter.layerMask = 0x40;
  expect(scene.meshes.map(({ alphaIndex, layerMask }) => [alphaIndex, layerMask])).toEqual([[7, 0x40]]);
  expect(scene.materials).toHaveLength(1);
  painter.dispose();
  expect([scene.meshes.length, scene.materials.length]).toEqual([0, 0]);
  expect(() => new LinePainter(scene, 'marks', Number.NaN)).toThrow('order');
});

test('lines are written relative to a point near the view, so that they are exact far out', () => {
  const painter = new LinePainter(nullScene());
  painter.clear({ x: 1_000_300, y: -2_000_700 });
  painter.line(1_000_300.25, -2_000_700.5, 1_000_301, -2_000_700, red, 3, 0.5);
  painter.line(1_000_300, -2_000_700, 1_000_300, -2_000_700, [0, 1, 0]);
  const { poses } = (painter as unknown as { batch: { poses: Float32Array } }).batch;
  const [x1, y1, x2, y2, ...look] = poses.subarray(0, 9);
  // a multiple of 1024 m, at most 512 m away
  expect([x1, y1]).toEqual([1_000_300.25 - 977 * 1024, -2_000_700.5 + 1954 * 1024]);
  expect([x2 - x1, y2 - y1]).toEqual([0.75, 0.5]);
  expect(look).toEqual([1, 0.25, 0.125, 0.5, 3]);
  expect(poses[12]).toBe(x1 - 0.25);
});

test.each([false, true])(
  'with the matrix of a local origin, points are seen where they are; floating origin: %s',
  (isFloating) => {
    const scene = new Scene(nullScene().getEngine() as NullEngine, { useFloatingOrigin: isFloating });
    const target = new Vector3(5000.5, -7000.25, 0);
    const camera = new ArcRotateCamera('camera', 1.1, 0.9, 30, target, scene);
    scene.activeCamera = camera;
    scene.updateTransformMatrix(true);
    const origin = new LocalOrigin();
    origin.moveInto({ minX: target.x - 20, maxX: target.x + 22, minY: target.y - 30, maxY: target.y + 28 });
    expect([origin.x, origin.y]).toEqual([5 * 1024, -7 * 1024]);
    const matrix = origin.matrixFor(scene);
    for (const [dx, dy] of [
      [0, 0],
      [4, 1],
      [-3, 6],
    ]) {
      const seen = Vector3.TransformCoordinates(
        new Vector3(target.x + dx - origin.x, target.y + dy - origin.y, 0),
        matrix,
      );
      // the same camera and points around the origin of the world
      const near = nullScene();
      near.activeCamera = new ArcRotateCamera('camera', 1.1, 0.9, 30, Vector3.Zero(), near);
      near.updateTransformMatrix(true);
      const expected = Vector3.TransformCoordinates(new Vector3(dx, dy, 0), near.getTransformMatrix());
      for (const axis of ['x', 'y', 'z'] as const) expect(seen[axis]).toBeCloseTo(expected[axis], 3);
    }
  },
);
