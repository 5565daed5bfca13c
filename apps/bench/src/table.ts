/** Tables in Markdown and the numbers in them. */

import type { Measured } from './measure.js';

/** A table with padded columns. All columns except the first are right-aligned. */
export function table(header: readonly string[], body: readonly (readonly string[])[]): string {
  const widths = header.map((title, i) => Math.max(3, title.length, ...body.map((row) => row[i].length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(header), `| ${rule.join(' | ')} |`, ...body.map(line)].join('\n');
}

/** A non-breaking space between a number and its unit. */
export const GLUE = '\u00a0';

/** Text for a value that was not measured or is not finite. */
export const NOTHING = '–';

/** Formats with this number of significant digits, without trailing zeros: 0.00123, 12.3, 1,230. */
export function number(value: Measured | undefined, significant = 3): string {
  if (value === null || value === undefined) return NOTHING;
  const size = Math.abs(value);
  if (size > 0 && (size >= 1e6 || size < 1e-4)) return value.toExponential(1);
  return Number(value.toPrecision(significant)).toLocaleString('en', { maximumSignificantDigits: 21 });
}

/** Formats a ratio with two digits, as an integer from 10 on: 0.98, 1.0, 13. */
export const share = (ratio: number): string =>
  ratio < 9.95 ? ratio.toPrecision(2) : String(Math.round(ratio));

/** Formats a factor of time: 0.98 ×, 1.3 ×, 13 ×. */
export const times = (ratio: number): string => `${share(ratio)}${GLUE}×`;
