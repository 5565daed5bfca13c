/** Tables in Markdown and the numbers in them. */

import type { Measured } from './measure.js';

/** A table, columns padded to one width, all but the first aligned to the right. */
export function table(header: readonly string[], body: readonly (readonly string[])[]): string {
  const widths = header.map((title, i) => Math.max(3, title.length, ...body.map((row) => row[i].length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(header), `| ${rule.join(' | ')} |`, ...body.map(line)].join('\n');
}

/** A space at which no line is broken: between a number and its unit. */
export const GLUE = '\u00a0';

/** For what was not measured or is not finite. */
export const NOTHING = '–';

/** As many significant digits, without zeros that say nothing: 0.00123, 12.3, 1,230. */
export function number(value: Measured | undefined, significant = 3): string {
  if (value === null || value === undefined) return NOTHING;
  const size = Math.abs(value);
  if (size > 0 && (size >= 1e6 || size < 1e-4)) return value.toExponential(1);
  return Number(value.toPrecision(significant)).toLocaleString('en', { maximumSignificantDigits: 21 });
}

/** A ratio with two digits, whole from 10 on: 0.98, 1.0, 13. */
export const share = (ratio: number): string =>
  ratio < 9.95 ? ratio.toPrecision(2) : String(Math.round(ratio));

/** How many times as long: 0.98 ×, 1.3 ×, 13 ×. */
export const times = (ratio: number): string => `${share(ratio)}${GLUE}×`;
