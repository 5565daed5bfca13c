import { describe, expect, test } from 'vitest';
import { LabelPlaces, sharedArea } from '../src/teaching/label-places.js';

const WIDTH = 400;
const HEIGHT = 300;
const right = { x: 1, y: 0 };

describe('labels of a figure', () => {
  test('stand on the wanted side where there is room', () => {
    const places = new LabelPlaces(WIDTH, HEIGHT);
    expect(places.beside({ x: 100, y: 100 }, 'a', right)).toMatchObject({
      at: { x: 113, y: 104 },
      anchor: 'start',
    });
    expect(places.beside({ x: 300, y: 100 }, 'b', { x: -2, y: 0 }).anchor).toBe('end');
    const above = places.beside({ x: 200, y: 100 }, 'c', { x: 0, y: 3 });
    expect(above.anchor).toBe('middle');
    expect(above.at.y).toBeLessThan(100);
  });

  test('of one point, and of many near each other, do not lie over each other', () => {
    const places = new LabelPlaces(WIDTH, HEIGHT);
    const kept = { left: 190, top: 140, right: 230, bottom: 160 };
    places.reserve(kept);
    const found = [kept];
    for (let k = 0; k < 8; k++) {
      const point = { x: 200 + 4 * (k >> 1), y: 150 };
      found.push(places.beside(point, `a${k}`, right).bounds);
    }
    found.forEach((a, k) => {
      for (const b of found.slice(k + 1)) expect(sharedArea(a, b)).toBe(0);
    });
  });

  test('stay in the picture', () => {
    const places = new LabelPlaces(WIDTH, HEIGHT);
    for (const x of [0, WIDTH]) {
      for (const y of [0, HEIGHT]) {
        const { bounds } = places.beside({ x, y }, 'w = a3 − b1', { x: x - 200, y: 150 - y });
        expect(bounds.left).toBeGreaterThanOrEqual(0);
        expect(bounds.top).toBeGreaterThanOrEqual(0);
        expect(bounds.right).toBeLessThanOrEqual(WIDTH);
        expect(bounds.bottom).toBeLessThanOrEqual(HEIGHT);
      }
    }
  });

  test('where everything is taken, the least covered place is theirs', () => {
    const places = new LabelPlaces(WIDTH, HEIGHT);
    places.reserve({ left: 0, top: 0, right: WIDTH, bottom: HEIGHT });
    places.reserve({ left: 200, top: 0, right: WIDTH, bottom: HEIGHT });
    expect(places.beside({ x: 200, y: 150 }, 'abc', right).bounds.right).toBeLessThanOrEqual(200);
  });
});
