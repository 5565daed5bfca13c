import { InputError } from '@otedama/math2d';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginPicture, type PictureCanvas, type PicturePen, pointInPicture } from '../src/index.js';

/** A pen that keeps its transform, and what it does to its canvas. */
function penOf(canvas: PictureCanvas) {
  let matrix = [1, 0, 0, 1, 0, 0];
  const done: string[] = [];
  const sized = new Proxy(canvas, {
    set(target, name, value) {
      done.push(`${String(name)} ${value}`);
      return Reflect.set(target, name, value);
    },
  });
  const pen: PicturePen = {
    canvas: sized,
    setTransform: (...next) => {
      matrix = next;
    },
    getTransform: () => {
      const [a, b, c, d, e, f] = matrix;
      return { a, b, c, d, e, f };
    },
    clearRect: (...box) => {
      done.push(`clear ${[...box, ...matrix]}`);
    },
  };
  return {
    ...{ pen, canvas, done },
    /** Where a point of the world is drawn, pixels. */
    at: (x: number, y: number) => [
      matrix[0] * x + matrix[2] * y + matrix[4],
      matrix[1] * x + matrix[3] * y + matrix[5],
    ],
  };
}

const box = (clientWidth: number, clientHeight: number) => ({
  width: 300,
  height: 150,
  clientWidth,
  clientHeight,
});
const area = { minX: -5, minY: 0, maxX: 5, maxY: 12 };

afterEach(() => vi.unstubAllGlobals());

describe('beginPicture', () => {
  it('shows all of the area, as large as possible, in the middle', () => {
    const upright = penOf(box(100, 240));
    expect(beginPicture(upright.pen, area)).toEqual({
      pixel: 0.1,
      bounds: { minX: -5, minY: -6, maxX: 5, maxY: 18 },
    });
    expect([upright.at(-5, 0), upright.at(5, 12)]).toEqual([
      [0, 180],
      [100, 60],
    ]);
    const wide = penOf(box(400, 120));
    expect(beginPicture(wide.pen, area)).toEqual({
      pixel: 0.1,
      bounds: { minX: -20, minY: 0, maxX: 20, maxY: 12 },
    });
    expect([wide.at(-5, 0), wide.at(5, 12)]).toEqual([
      [150, 120],
      [250, 0],
    ]);
  });

  it('leaves free room where it is told', () => {
    const low = penOf(box(100, 240));
    expect(beginPicture(low.pen, area, { alignY: 0 }).bounds).toEqual({
      minX: -5,
      minY: 0,
      maxX: 5,
      maxY: 24,
    });
    expect(low.at(0, 0)).toEqual([50, 240]);
    const right = penOf(box(400, 120));
    expect(beginPicture(right.pen, area, { alignX: 1 }).bounds).toEqual({
      minX: -35,
      minY: 0,
      maxX: 5,
      maxY: 12,
    });
    expect(right.at(5, 12)).toEqual([400, 0]);
  });

  it('has as many pixels as the display, and clears all of them; a size that stays is not set again', () => {
    vi.stubGlobal('devicePixelRatio', 2.5);
    const sharp = penOf(box(101, 240));
    expect(beginPicture(sharp.pen, area).pixel).toBeCloseTo(10 / 253, 12);
    expect(sharp.done).toEqual(['width 253', 'height 600', 'clear 0,0,253,600,1,0,0,1,0,0']);
    sharp.done.length = 0;
    beginPicture(sharp.pen, area);
    expect(sharp.done).toEqual(['clear 0,0,253,600,1,0,0,1,0,0']);
    beginPicture(sharp.pen, area, { pixelRatio: 1 });
    expect([sharp.canvas.width, sharp.canvas.height]).toEqual([101, 240]);
  });

  it('leaves the pixels of a canvas without a box, and one pixel of a canvas that is not shown', () => {
    const apart = penOf({ width: 100, height: 240 });
    expect(beginPicture(apart.pen, area, { pixelRatio: 2 }).pixel).toBe(0.1);
    expect([apart.canvas.width, apart.canvas.height]).toEqual([100, 240]);
    const hidden = penOf(box(0, 0));
    expect(beginPicture(hidden.pen, area).pixel).toBe(12);
    expect([hidden.canvas.width, hidden.canvas.height]).toEqual([1, 1]);
  });

  it.each<[object, object, string]>([
    [{ ...area, maxX: -5 }, {}, 'area.maxX: expected a number > minX, which is -5, got -5'],
    [{ ...area, maxY: -1 }, {}, 'area.maxY: expected a number > minY, which is 0, got -1'],
    [{ ...area, minY: Number.NaN }, {}, 'area.minY: expected a finite number, got NaN'],
    [{ x: 0, y: 0, width: 3, height: 4 }, {}, 'area.x: expected one of minX, minY, maxX, maxY'],
    [area, { alignX: 1.5 }, 'alignX: expected a number from 0 to 1, got 1.5'],
    [area, { alignY: -1 }, 'alignY: expected a number from 0 to 1, got -1'],
    [area, { pixelRatio: 0 }, 'pixelRatio: expected a finite number > 0, got 0'],
    [area, { align: 0 }, 'align: expected one of alignX, alignY, pixelRatio'],
  ])('refuses %j with %j, and changes nothing', (wrong, options, message) => {
    const { pen, done, at } = penOf(box(100, 240));
    expect(() => beginPicture(pen, wrong as never, options)).toThrow(InputError);
    expect(() => beginPicture(pen, wrong as never, options)).toThrow(message);
    expect([done, at(3, 4)]).toEqual([[], [3, 4]]);
  });

  it.each([null, 'canvas', { canvas: {} }, { setTransform: () => undefined }])(
    'refuses the pen %j',
    (pen) => {
      expect(() => beginPicture(pen as never, area)).toThrow(
        "pen: expected the 2D context of a canvas, canvas.getContext('2d')",
      );
      expect(() => pointInPicture(pen as never, { offsetX: 0, offsetY: 0 })).toThrow(InputError);
    },
  );
});

describe('pointInPicture', () => {
  it('is the way back of what is drawn, on every display', () => {
    const { pen, at } = penOf(box(100, 240));
    for (const pixelRatio of [1, 2, 2.63]) {
      beginPicture(pen, area, { pixelRatio, alignY: 0.2 });
      const [x, y] = at(3, 4);
      const place = { offsetX: x / pixelRatio, offsetY: y / pixelRatio };
      const found = pointInPicture(pen, place);
      // a side has a whole number of pixels: less than one is lost
      expect(Math.abs(found.x - 3)).toBeLessThan(0.02);
      expect(Math.abs(found.y - 4)).toBeLessThan(0.02);
      const corner = pointInPicture(pen, { offsetX: 0, offsetY: 0 });
      const { minX, maxY } = beginPicture(pen, area, { pixelRatio, alignY: 0.2 }).bounds;
      expect(corner.x).toBeCloseTo(minX, 10);
      expect(corner.y).toBeCloseTo(maxY, 10);
    }
  });

  it('knows transforms that turn and shear', () => {
    const { pen } = penOf({ width: 100, height: 240 });
    pen.setTransform(3, 4, -8, 6, 20, 30);
    // 3 * 2 - 8 * 5 + 20 = -14, 4 * 2 + 6 * 5 + 30 = 68
    const { x, y } = pointInPicture(pen, { offsetX: -14, offsetY: 68 });
    expect(x).toBeCloseTo(2, 12);
    expect(y).toBeCloseTo(5, 12);
  });

  it('refuses places that are none, and a transform that nothing can undo', () => {
    const { pen } = penOf(box(100, 240));
    beginPicture(pen, area);
    expect(() => pointInPicture(pen, { clientX: 3, clientY: 4 } as never)).toThrow(
      'place.offsetX: expected a finite number, got undefined',
    );
    expect(() => pointInPicture(pen, null as never)).toThrow('place: expected an object, got null');
    pen.setTransform(0, 0, 0, 0, 0, 0);
    expect(() => pointInPicture(pen, { offsetX: 3, offsetY: 4 })).toThrow(InputError);
  });
});
