import type { History, Sample } from './history.js';
import { formatNumber } from './measurements.js';
import { ROUNDING } from './teaching/names.js';

/** Line colours of the simulations, in pane order; visible on light and dark backgrounds. */
export const plotColors: readonly string[] = ['#4a7fc1', '#d0703c', '#5e9a4f', '#9a72c9'];

interface Chart {
  readonly title: string;
  readonly unit: string;
  read(sample: Sample): number;
}

const charts: readonly Chart[] = [
  { title: 'Energy', unit: 'J', read: (sample) => sample.energy },
  { title: 'Momentum', unit: 'N s', read: (sample) => sample.momentum },
  { title: 'Overlap', unit: 'mm', read: ({ overlap }) => (overlap < ROUNDING ? 0 : 1000 * overlap) },
  { title: 'Contacts', unit: '', read: (sample) => sample.contacts },
];

/** Size of labels, as a multiple of that of the titles. */
const SMALL_TEXT = 0.92;

/** Smallest and largest value over all lines, and the last time. */
function rangeOf(histories: readonly History[], chart: Chart): { low: number; high: number; end: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let end = 0;
  for (const { samples } of histories) {
    for (const sample of samples) {
      const value = chart.read(sample);
      low = Math.min(low, value);
      high = Math.max(high, value);
      end = Math.max(end, sample.time);
    }
  }
  return { low, high, end };
}

/** The third digit of the larger end of a range. */
function thirdDigit(low: number, high: number): number {
  const size = Math.max(Math.abs(low), Math.abs(high));
  return size === 0 ? 1 : 10 ** (Math.floor(Math.log10(size)) - 2);
}

/**
 * The range that a chart shows: at least one unit of the third digit, which is the last one of its labels. What changes less is drawn as what
 * it looks like in numbers: nearly constant.
 */
export function shownRange(low: number, high: number): { low: number; high: number } {
  const missing = Math.max(0, thirdDigit(low, high) - (high - low));
  return { low: low - missing / 2, high: high + missing / 2 };
}

/** Formats both ends of a range with the resolution of three digits of the larger one. Ends that look the same are written once. */
export function rangeText(low: number, high: number): string {
  const digit = thirdDigit(low, high);
  const short = (value: number): string =>
    formatNumber(Number((Math.round(value / digit) * digit).toPrecision(3)));
  const [from, to] = [short(low), short(high)];
  return from === to ? to : `${from} … ${to}`;
}

/** Four charts over simulated time, with one line per simulation. */
export class Plots {
  private readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d') as CanvasRenderingContext2D;
  }

  draw(histories: readonly History[], titles: readonly string[]): void {
    const { canvas, context } = this;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    const ratio = window.devicePixelRatio;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    // setting a size, even the same, takes new memory
    if (canvas.width !== across) canvas.width = across;
    if (canvas.height !== down) canvas.height = down;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    // two rows need the height of both
    const em = this.em();
    const columns = width > 53 * em || height < 12 * em ? charts.length : 2;
    const rows = charts.length / columns;
    charts.forEach((chart, index) => {
      const left = (width / columns) * (index % columns);
      const top = (height / rows) * Math.floor(index / columns);
      this.drawChart(chart, histories, left, top, width / columns, height / rows);
    });
    canvas.setAttribute('aria-label', describe(histories, titles));
  }

  /** Size of the titles, CSS pixels: it follows the size of text set in the browser, and everything around a chart is measured in it. */
  private em(): number {
    return Number.parseFloat(getComputedStyle(this.canvas).fontSize);
  }

  private drawChart(
    chart: Chart,
    histories: readonly History[],
    left: number,
    top: number,
    width: number,
    height: number,
  ): void {
    const { context } = this;
    const style = getComputedStyle(this.canvas);
    const ink = style.getPropertyValue('--ink');
    const soft = style.getPropertyValue('--ink-soft');
    const font = style.fontFamily;
    const em = this.em();
    const box = {
      left: left + em,
      right: left + width - em,
      top: top + 2.2 * em,
      bottom: top + height - 1.7 * em,
    };
    const { low, high, end } = rangeOf(histories, chart);
    // before the first step too: an empty chart shows where its lines will be
    context.strokeStyle = style.getPropertyValue('--line');
    context.lineWidth = 1;
    context.strokeRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    context.textBaseline = 'alphabetic';
    context.font = `600 ${em}px ${font}`;
    context.fillStyle = ink;
    context.textAlign = 'left';
    context.fillText(chart.title, box.left, top + 1.4 * em);
    const room = box.right - box.left - context.measureText(chart.title).width - 0.7 * em;
    if (!(high >= low)) return;
    context.font = `${SMALL_TEXT * em}px ${font}`;
    context.fillStyle = soft;
    context.textAlign = 'right';
    context.fillText(`${rangeText(low, high)} ${chart.unit}`, box.right, top + 1.4 * em, room);
    context.fillText(`${end.toFixed(1)} s`, box.right, box.bottom + 1.2 * em);
    context.textAlign = 'left';
    context.fillText('0', box.left, box.bottom + 1.2 * em);
    if (end === 0) return;
    const toX = (time: number): number => box.left + ((box.right - box.left) * time) / end;
    const shown = shownRange(low, high);
    const scale = (box.bottom - box.top) / (shown.high - shown.low);
    const toY = (value: number): number => box.bottom - scale * (value - shown.low);
    context.lineWidth = 1.6;
    context.lineJoin = 'round';
    histories.forEach(({ samples }, index) => {
      context.strokeStyle = plotColors[index % plotColors.length];
      context.beginPath();
      for (const sample of samples) context.lineTo(toX(sample.time), toY(chart.read(sample)));
      context.stroke();
    });
  }
}

/** The last values as text, for readers who cannot see the lines. */
function describe(histories: readonly History[], titles: readonly string[]): string {
  const parts = histories.map(({ samples }, index) => {
    const last = samples.at(-1);
    if (last === undefined) return titles[index];
    const values = charts.map((chart) =>
      `${chart.title.toLowerCase()} ${formatNumber(chart.read(last))} ${chart.unit}`.trim(),
    );
    return `${titles[index]}: ${values.join(', ')}`;
  });
  return `Plots over time. ${parts.join('. ')}.`;
}
