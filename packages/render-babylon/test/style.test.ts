/** What the styles make of the colour of a body. */

import { describe, expect, test } from 'vitest';
import { filledStyle, nightStyle, type Style, type StyledBody } from '../src/index.js';

const fixed: StyledBody = { type: 'static', index: 0, color: undefined, awake: true, sensor: false };
const red = [0.8, 0.1, 0.1] as const;

describe.each<[string, Style]>([
  ['filled', filledStyle],
  ['night', nightStyle],
])('%s', (_name, style) => {
  const ground = style.paint(fixed);

  test('a fixed body has the colour of the ground, unless it has one of its own', () => {
    const bumper = style.paint({ ...fixed, color: red });
    const [r, g, b] = bumper.fill;
    expect(r - Math.max(g, b)).toBeGreaterThan(0.4);
    expect(bumper.fillOpacity).toBe(1);
    expect(bumper.stroke).not.toEqual(bumper.fill);
    const isGrey = ([r, g, b]: readonly number[]) => Math.max(r, g, b) - Math.min(r, g, b) < 0.1;
    expect(isGrey(ground.fill)).toBe(true);
  });

  test('a fixed sensor is see-through, in its own colour', () => {
    const water = style.paint({ ...fixed, sensor: true, color: red });
    expect(water.fill).toEqual(red);
    expect(water.stroke).toEqual(red);
    expect(water.fillOpacity).toBeLessThan(0.5);
    expect(style.paint({ ...fixed, sensor: true }).fill).toEqual(ground.fill);
  });
});
