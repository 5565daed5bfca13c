import { expect, test } from 'vitest';
import { clearView, groundedView, regionOf } from '../src/home-view.js';

/** 500 px high at 0.04 m per pixel: 20 m. Text covers the upper 60 px, 2.4 m. */
const room = { height: 500, covered: { above: 60, below: 0 }, metersPerPixel: 0.04 };
const view = { x: 3, y: 0, halfHeight: 10 };

/** Position of a height on the canvas under another view, in pixels from the upper edge. */
const pixelsDown = (y: number, seen: typeof view): number =>
  250 - (y - seen.y) / (room.metersPerPixel * (seen.halfHeight / view.halfHeight));

test('a view in which nothing lies under the words stays as it is', () => {
  expect(clearView(view, -9, 7, room)).toBe(view);
});

test('what lies under them is moved down while there is room below', () => {
  const clear = clearView(view, -5, 9, room);
  expect(clear.halfHeight).toBe(10);
  expect(clear.x).toBe(3);
  expect(pixelsDown(9, clear)).toBeCloseTo(60 + 12, 9);
  expect(pixelsDown(-5, clear)).toBeLessThan(500 - 12);
});

test('what fills the view is seen from farther away, whole', () => {
  const clear = clearView(view, -10, 10, room);
  expect(clear.halfHeight).toBeGreaterThan(10);
  expect(clear.x).toBe(3);
  expect(pixelsDown(10, clear)).toBeCloseTo(60 + 12, 9);
  expect(pixelsDown(-10, clear)).toBeCloseTo(500 - 12, 9);
});

test('what lies under words at the lower edge is moved up, or seen from farther away', () => {
  const hinted = { ...room, covered: { above: 60, below: 50 } };
  expect(clearView(view, -7, 7, hinted)).toBe(view);
  const clear = clearView(view, -9, 3, hinted);
  expect(clear.halfHeight).toBe(10);
  expect(pixelsDown(-9, clear)).toBeCloseTo(500 - 50 - 12, 9);
  const whole = clearView(view, -10, 10, hinted);
  expect(pixelsDown(10, whole)).toBeCloseTo(60 + 12, 9);
  expect(pixelsDown(-10, whole)).toBeCloseTo(500 - 50 - 12, 9);
});

test('a canvas that shows more height than the view shows little more of the ground, and much more above', () => {
  const tall = groundedView(view, 10);
  const [below, above] = [view.y - 10 - (tall.y - 15), tall.y + 15 - (view.y + 10)];
  expect(below + above).toBeCloseTo(10, 9);
  expect(below).toBeGreaterThan(0);
  expect(above).toBeGreaterThan(3 * below);
  expect(groundedView(view, 0)).toEqual(view);
});

test('a rectangle for a link has short numbers, exact to a thousandth of its size, however large or small it is', () => {
  for (const scale of [1e-3, 1, 1e4]) {
    const bounds = {
      minX: -1.23456789 * scale,
      maxX: 2.87654321 * scale,
      minY: 0.11111111 * scale,
      maxY: 1.98765432 * scale,
    };
    const region = regionOf(bounds);
    const near = (value: number, exact: number) =>
      expect(Math.abs(value - exact), `${exact}`).toBeLessThan(1e-3 * scale);
    near(region.x, (bounds.minX + bounds.maxX) / 2);
    near(region.y, (bounds.minY + bounds.maxY) / 2);
    near(region.halfWidth, (bounds.maxX - bounds.minX) / 2);
    near(region.halfHeight, (bounds.maxY - bounds.minY) / 2);
    for (const value of Object.values(region)) expect(String(value).length).toBeLessThanOrEqual(9);
  }
});
