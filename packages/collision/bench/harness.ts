/**
 * Timing: variants run interleaved (A B C A B C) after a warm-up; the result is the fastest round. Other load on the machine can only add
 * time, so the fastest round describes the code best.
 */
import { cpus } from 'node:os';

export interface Variant {
  readonly name: string;
  /** One run; returns something that depends on all results. */
  run(): number;
  /** Restores the input of `run`; not timed. */
  prepare?(): void;
}

const WARM_UP_ROUNDS = 3;
const ROUNDS = 25;

/** Least time of each variant's run in nanoseconds, divided by `itemCount`. */
export function measure(variants: readonly Variant[], itemCount: number): number[] {
  const times: number[][] = variants.map(() => []);
  let sink = 0;
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    variants.forEach((variant, k) => {
      variant.prepare?.();
      const start = process.hrtime.bigint();
      sink += variant.run();
      const end = process.hrtime.bigint();
      if (round >= WARM_UP_ROUNDS) times[k].push(Number(end - start));
    });
  }
  if (Number.isNaN(sink)) throw new Error('a variant gave NaN');
  return times.map((list) => Math.min(...list) / itemCount);
}

export function machineLine(): string {
  return `${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
}

/** Markdown table with aligned columns; the first one is text, the others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, k) => Math.max(3, ...[head, ...rows].map((row) => row[k].length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join(' | ')} |`;
  const rule = widths.map((width, k) => (k === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
