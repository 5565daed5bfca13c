/** What the styles make of the colour of a body. */

import { describe, expect, test } from 'vitest';
import {
  articlesStyle,
  type Color,
  contrast,
  filledStyle,
  nightStyle,
  type ShapePaint,
  type Style,
  type StyledBody,
} from '../src/index.js';

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

  const ball: StyledBody = { type: 'dynamic', index: 5, color: undefined, awake: true, sensor: false };
  const fades = (of: (paint: ShapePaint) => Color, body: StyledBody) =>
    contrast(of(style.paint({ ...body, awake: false })), style.background) <
    contrast(of(style.paint(body)), style.background);

  test('a body that sleeps fades into the background, with its edge', () => {
    for (const body of [ball, { ...ball, color: red }, { ...ball, type: 'kinematic' } as const]) {
      expect(fades(({ fill }) => fill, body)).toBe(true);
      expect(fades(({ stroke }) => stroke, body)).toBe(true);
    }
  });

  test('a moving sensor is see-through, and what moves by itself has one colour unless it is given', () => {
    expect(style.paint({ ...ball, sensor: true })).toMatchObject({ fillOpacity: 0.25, strokeOpacity: 1 });
    expect(style.paint(ball).fillOpacity).toBe(1);
    const mover = { ...ball, type: 'kinematic' } as const;
    expect(style.paint({ ...mover, index: 6 })).toEqual(style.paint(mover));
    expect(style.paint({ ...ball, index: 6 })).not.toEqual(style.paint(ball));
    expect(style.paint({ ...mover, color: red })).toEqual(style.paint({ ...ball, color: red }));
  });

  test('a fixed sensor is see-through, in its own colour', () => {
    const water = style.paint({ ...fixed, sensor: true, color: red });
    expect(water.fill).toEqual(red);
    expect(water.stroke).toEqual(red);
    expect(water.fillOpacity).toBeLessThan(0.5);
    expect(style.paint({ ...fixed, sensor: true }).fill).toEqual(ground.fill);
  });
});

test('the articles draw outlines: moving bodies in their colours, others black, sensors paler', () => {
  const paint = (more: Partial<StyledBody>) => articlesStyle.paint({ ...fixed, ...more });
  expect(paint({}).stroke).toEqual([0, 0, 0]);
  expect(paint({ type: 'kinematic' }).stroke).toEqual([0, 0, 0]);
  expect(paint({ type: 'dynamic' }).stroke).toEqual([0, 0, 1]);
  expect(paint({ color: red }).stroke).toEqual(red);
  expect(paint({ type: 'dynamic' })).toMatchObject({ fillOpacity: 0, strokeOpacity: 1 });
  expect(paint({ sensor: true }).strokeOpacity).toBe(0.4);
});
