import { InputError } from '@otedama/math2d';
import { expect, test } from 'vitest';
import {
  articlesColor,
  clothColor,
  contrast,
  filledStyle,
  hexColor,
  luminance,
  nightStyle,
  oklch,
} from '../src/index.js';

test('oklch gives the published colours of sRGB red, and greys without a hue', () => {
  const red = oklch(0.6279553606, 0.2576833077, 29.2338851923);
  expect(red[0]).toBeCloseTo(1, 4);
  expect(red[1]).toBeCloseTo(0, 3);
  expect(red[2]).toBeCloseTo(0, 3);
  const gray = oklch(0.5, 0, 123);
  expect(gray[0]).toBeCloseTo(gray[1], 6);
  expect(gray[1]).toBeCloseTo(gray[2], 6);
});

test('contrast is 21 from white to black, 4.48 from white to #777, and grows from the darkest greys on', () => {
  expect(contrast([1, 1, 1], [0, 0, 0])).toBeCloseTo(21, 9);
  expect(contrast(hexColor('#777'), [1, 1, 1])).toBeCloseTo(4.478, 3);
  // the curve of sRGB is a line up to 0.04045
  expect(luminance([0.04, 0.04, 0.04])).toBeCloseTo(0.04 / 12.92, 12);
  expect(luminance([0.041, 0.041, 0.041])).toBeCloseTo(0.041 / 12.92, 5);
  for (let k = 0; k < 255; k++)
    expect(luminance([0, (k + 1) / 255, 0])).toBeGreaterThan(luminance([0, k / 255, 0]));
});

test('the cloth colours come again lighter, then darker, then as they were', () => {
  for (let index = 0; index < 8; index++) {
    const [base, lighter, darker] = [0, 8, 16].map((more) => luminance(clothColor(index + more)));
    expect(lighter).toBeGreaterThan(base);
    expect(darker).toBeLessThan(base);
    expect(clothColor(index + 24)).toEqual(clothColor(index));
  }
});

test('the articles define blue, green, black; the palette continues without repeats or colours too light for white', () => {
  expect([0, 1, 2].map(articlesColor)).toEqual([
    [0, 0, 1],
    [0, 1, 0],
    [0, 0, 0],
  ]);
  const seen = new Set<string>();
  for (let index = 3; index < 1000; index++) {
    const color = articlesColor(index);
    for (const channel of color) {
      expect(channel).toBeGreaterThanOrEqual(0);
      expect(channel).toBeLessThanOrEqual(1);
    }
    expect(contrast(color, [1, 1, 1]), `index ${index}`).toBeGreaterThan(3);
    seen.add(color.map((channel) => channel.toFixed(4)).join());
  }
  expect(seen.size).toBe(997);
});

test('adjacent colours of the cloth palette differ, and every stroke contrasts with its fill and with the ground', () => {
  for (const style of [filledStyle, nightStyle]) {
    for (let index = 0; index < 48; index++) {
      expect(clothColor(index)).not.toEqual(clothColor(index + 1));
      const paint = style.paint({ type: 'dynamic', index, color: undefined, awake: true, sensor: false });
      expect(contrast(paint.stroke, paint.fill), `${style.name} ${index}`).toBeGreaterThan(1.4);
      expect(contrast(paint.stroke, style.background), `${style.name} ${index}`).toBeGreaterThan(3);
    }
  }
});

test('hex colours are read in both lengths, and anything else is rejected', () => {
  expect(hexColor('#fff')).toEqual([1, 1, 1]);
  expect(hexColor('#0080ff')).toEqual([0, 128 / 255, 1]);
  for (const wrong of ['fff', '#ffff', '#12345g', '']) expect(() => hexColor(wrong)).toThrow(InputError);
});
