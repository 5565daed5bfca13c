/** The rows of a contact over the passes of a step: impulses, remaining errors, and the friction cone. */

import { formatNumber } from '../measurements.js';
import type { ConeTrack, ContactLesson } from './contact-lesson.js';
import type { Point } from './geometry.js';
import { pathOf, picture, svg, text } from './svg.js';

const WIDTH = 408;

/** A rectangle of the picture that contains a chart. */
interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Formats with at most seven characters. */
const short = (value: number): string => {
  const size = Math.abs(value);
  const rounded =
    size > 0 && size < 1e-3 ? value.toExponential(0) : formatNumber(Number(value.toPrecision(3)));
  return rounded.replaceAll('-', '−');
};

/** Minimum and maximum of the values and 0, at least 2e-9 apart. */
function rangeOf(values: readonly number[]): [low: number, high: number] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  // smaller ranges are rounding errors
  return high - low > 2e-9 ? [low, high] : [-1e-9, 1e-9];
}

/** Impulses over the passes: normals in blue, friction in orange, the friction limits as a band. */
export function impulseFigure(lesson: ContactLesson, pass: number): SVGElement {
  const height = 168;
  const figure = picture(WIDTH, height, `Accumulated impulses over ${lesson.passes.length} passes`);
  const frame = { left: 60, right: WIDTH - 12, top: 26, bottom: height - 26 };
  const { friction } = lesson.contact;
  // the friction limit: the sum of the normal impulses that act on the row's points
  const normals = lesson.tracks.filter(({ row }) => row === 'normal');
  const bands = lesson.tracks
    .filter(({ row }) => row === 'friction')
    .map(({ point, impulses }) => {
      const pressing = point < 0 ? normals : normals.filter((track) => track.point === point);
      return impulses.map((_, k) => friction * pressing.reduce((sum, track) => sum + track.impulses[k], 0));
    });
  const values = [
    ...lesson.tracks.flatMap((track) => track.impulses),
    ...bands.flatMap((b) => [...b, ...b.map((v) => -v)]),
  ];
  const axes = new Axes(frame, lesson.passes.length, rangeOf(values));
  figure.append(text({ x: 8, y: 14 }, 'Accumulated impulse, N s', 'caption'));
  figure.append(...axes.draw(lesson, pass));
  for (const band of bands) {
    const upper = band.map((value, k) => axes.at(k, value));
    const lower = band.map((value, k) => axes.at(k, -value)).reverse();
    figure.append(svg('path', { class: 'band', d: pathOf([...upper, ...lower], true) }));
  }
  for (const track of lesson.tracks) {
    const className = `track ${track.row} ${track.point > 0 ? 'second' : ''}`;
    const points = track.impulses.map((value, k) => axes.at(k, value));
    figure.append(svg('path', { class: className, d: pathOf(points, false) }));
    const now = points[pass + 1];
    figure.append(svg('circle', { class: className, cx: now.x, cy: now.y, r: 3.5 }));
  }
  return figure;
}

/** Velocity error of each row before each pass, which the solver reduces. */
export function errorFigure(lesson: ContactLesson, pass: number): SVGElement {
  const width = 200;
  const height = 168;
  const figure = picture(width, height, 'Velocity less target before each pass');
  const frame = { left: 60, right: width - 8, top: 26, bottom: height - 26 };
  const values = lesson.tracks.flatMap(({ errors }) => errors.filter((value) => value !== null));
  const axes = new Axes(frame, lesson.passes.length, rangeOf(values));
  figure.append(text({ x: 8, y: 14 }, 'Velocity − target, m/s', 'caption'));
  figure.append(...axes.draw(lesson, pass));
  for (const track of lesson.tracks) {
    const className = `track ${track.row} ${track.point > 0 ? 'second' : ''}`;
    const points = track.errors.flatMap((value, k) => (value === null ? [] : [axes.at(k + 1, value)]));
    figure.append(svg('path', { class: className, d: pathOf(points, false) }));
    for (const p of points) figure.append(svg('circle', { class: className, cx: p.x, cy: p.y, r: 1.8 }));
    const now = track.errors[pass];
    if (now === null) continue;
    const p = axes.at(pass + 1, now);
    figure.append(svg('circle', { class: className, cx: p.x, cy: p.y, r: 3.5 }));
  }
  return figure;
}

/** The cone |tangent| <= mu normal, and the path of the impulse in it. */
export function coneFigure(lesson: ContactLesson, pass: number): SVGElement {
  const width = 200;
  const height = 168;
  const { friction } = lesson.contact;
  const figure = picture(width, height, `Friction cone, coefficient ${short(friction)}`);
  const frame = { left: 10, right: width - 10, top: 30, bottom: height - 26 };
  figure.append(text({ x: 8, y: 14 }, 'Friction cone', 'caption'));
  figure.append(text({ x: width - 8, y: 14 }, `µ = ${short(friction)}`, 'tick', 'end'));
  const points = lesson.cones.flatMap(({ path }) => path.filter((p) => p !== null));
  const highest = Math.max(0, ...points.map((p) => p.normal));
  const normal = highest > 0 ? 1.12 * highest : 1;
  const widest = Math.max(friction * normal, ...points.map((p) => Math.abs(p.tangent)));
  const tangent = widest > 0 ? 1.08 * widest : 1;
  const middle = (frame.left + frame.right) / 2;
  const at = (t: number, n: number): Point => ({
    x: middle + ((t / tangent) * (frame.right - frame.left)) / 2,
    y: frame.bottom - (n / normal) * (frame.bottom - frame.top),
  });
  const wedge = [at(-friction * normal, normal), at(0, 0), at(friction * normal, normal)];
  figure.append(
    svg('path', { class: 'cone', d: pathOf(wedge, true) }),
    svg('path', { class: 'cone-edge', d: pathOf(wedge, false) }),
    svg('path', {
      class: 'axis',
      d: `M${frame.left} ${frame.bottom}H${frame.right}M${middle} ${frame.top}V${frame.bottom}`,
    }),
    text({ x: frame.right, y: height - 12 }, 'tangent', 'tick', 'end'),
    text({ x: middle + 5, y: frame.top + 6 }, 'normal', 'tick'),
  );
  for (const [index, cone] of lesson.cones.entries()) figure.append(...conePath(cone, index, pass, at));
  return figure;
}

function conePath(
  { path }: ConeTrack,
  index: number,
  pass: number,
  at: (t: number, n: number) => Point,
): SVGElement[] {
  const second = index > 0 ? 'second' : '';
  const line = (points: ConeTrack['path']): Point[] =>
    points.flatMap((p) => (p === null ? [] : [at(p.tangent, p.normal)]));
  const all = line(path);
  const passed = line(path.slice(0, pass + 1));
  const parts = [svg('path', { class: `way future ${second}`, d: pathOf(all, false) })];
  const now = passed.at(-1);
  if (now === undefined) return parts;
  parts.push(
    svg('path', { class: `way ${second}`, d: pathOf(passed, false) }),
    svg('circle', { class: `start ${second}`, cx: all[0].x, cy: all[0].y, r: 2.5 }),
    svg('circle', { class: `now ${second}`, cx: now.x, cy: now.y, r: 5 }),
  );
  return parts;
}

/** Axes of a chart over the passes. Place 0 is before the first pass. */
class Axes {
  private readonly frame: Frame;
  private readonly passes: number;
  private readonly range: readonly [number, number];

  constructor(frame: Frame, passes: number, range: readonly [number, number]) {
    this.frame = frame;
    this.passes = passes;
    this.range = range;
  }

  at(place: number, value: number): Point {
    const { left, right, top, bottom } = this.frame;
    const [low, high] = this.range;
    return {
      x: left + ((right - left) * place) / this.passes,
      y: bottom - ((bottom - top) * (value - low)) / (high - low),
    };
  }

  /** Draws the frame, the zero line, the ends of the range, the kinds of passes, and the current pass. */
  draw({ passes }: ContactLesson, pass: number): SVGElement[] {
    const { left, right, top, bottom } = this.frame;
    const [low, high] = this.range;
    const zero = this.at(0, 0).y;
    const from = this.at(pass, 0).x;
    const to = this.at(pass + 1, 0).x;
    const parts = [
      svg('rect', { class: 'present', x: from, y: top, width: to - from, height: bottom - top }),
      svg('path', { class: 'axis', d: `M${left} ${top}V${bottom}M${left} ${zero}H${right}` }),
    ];
    parts.push(text({ x: left - 5, y: zero + 4 }, '0', 'tick', 'end'));
    const marks: [number, number][] = [
      [high, top + 4],
      [low, bottom + 4],
    ];
    for (const [value, y] of marks) {
      // only if it does not overlap the label 0
      if (Math.abs(y - 4 - zero) > 12) parts.push(text({ x: left - 5, y }, short(value), 'tick', 'end'));
    }
    passes.forEach(({ phase }, k) => {
      const x = this.at(k, 0).x;
      const step = this.at(k + 1, 0).x - x;
      parts.push(
        svg('rect', {
          class: `phase ${phase}`,
          x: x + 0.5,
          y: bottom + 8,
          width: Math.max(1, step - 1),
          height: 4,
        }),
      );
    });
    parts.push(text({ x: left, y: bottom + 23 }, 'pass 1', 'tick'));
    if (passes.length > 1)
      parts.push(text({ x: right, y: bottom + 23 }, String(passes.length), 'tick', 'end'));
    return parts;
  }
}
