/**
 * Colours in OKLCH, the polar form of Oklab (Ottosson 2020, "A perceptual color space for image processing"). Equal steps look
 * equal, so a generated palette keeps one lightness and one chroma.
 */

import { InputError } from '@otedama/math2d';

/** Red, green, blue in sRGB, each 0..1. */
export type Color = readonly [red: number, green: number, blue: number];

const toGamma = (linear: number): number => {
  const clamped = Math.min(1, Math.max(0, linear));
  return clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
};

const toLinear = (gamma: number): number =>
  gamma <= 0.04045 ? gamma / 12.92 : ((gamma + 0.055) / 1.055) ** 2.4;

/**
 * sRGB colour of lightness 0..1, chroma (0 = grey, about 0.3 = the strongest that a screen shows) and hue in degrees (20 red, 90
 * yellow, 140 green, 260 blue). Colours outside sRGB are clipped per channel.
 */
export function oklch(lightness: number, chroma: number, hue: number): Color {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toGamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toGamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toGamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Relative luminance of an sRGB colour, 0..1 (WCAG 2.2). */
export function luminance(color: Color): number {
  return 0.2126 * toLinear(color[0]) + 0.7152 * toLinear(color[1]) + 0.0722 * toLinear(color[2]);
}

/** Contrast ratio of two colours, 1..21 (WCAG 2.2). */
export function contrast(a: Color, b: Color): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** `amount` 0 gives `a`, 1 gives `b`, per channel. */
export function mixColors(a: Color, b: Color, amount: number): Color {
  return [a[0] + (b[0] - a[0]) * amount, a[1] + (b[1] - a[1]) * amount, a[2] + (b[2] - a[2]) * amount];
}

/** From `#rgb` or `#rrggbb`: red, green, blue, each 0..1. Throws an `InputError` for anything else. */
export function hexColor(hex: string): Color {
  const isHex = typeof hex === 'string' && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(hex);
  if (!isHex) throw new InputError('hex', hex, 'a text #rgb or #rrggbb');
  const digits = hex.slice(1);
  const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const channel = (at: number): number => Number.parseInt(wide.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4)];
}

/** Hues a golden angle (degrees) apart never repeat, and any sequence of them is spread evenly. */
const GOLDEN_ANGLE = 137.50776405;

/** The articles' blue, green and black, followed by an unlimited number of dark, strong colours. */
export function articlesColor(index: number): Color {
  if (index === 0) return [0, 0, 1];
  if (index === 1) return [0, 1, 0];
  if (index === 2) return [0, 0, 0];
  const lightness = [0.55, 0.45, 0.6][index % 3] ?? 0.55;
  return oklch(lightness, 0.19, 29 + (index - 3) * GOLDEN_ANGLE);
}

/**
 * Cloth colours of juggling bags, after the traditional colours of Japan: indigo, persimmon, new leaf,
 * wisteria, mustard, pale blue, plum, sage.
 */
const clothColors: readonly Color[] = [
  '#4a6fa5',
  '#e2855e',
  '#8fae6b',
  '#9c8bc0',
  '#e3b556',
  '#6fb1bd',
  '#c76f86',
  '#7c9a8c',
].map(hexColor);

/** Colour of a filled body: the eight cloth colours, then the same colours in alternately lighter and darker shades. */
export function clothColor(index: number): Color {
  const base = clothColors[index % clothColors.length] as Color;
  const shade = Math.floor(index / clothColors.length) % 3;
  if (shade === 1) return mixColors(base, [1, 1, 1], 0.22);
  if (shade === 2) return mixColors(base, [0.12, 0.12, 0.2], 0.18);
  return base;
}
