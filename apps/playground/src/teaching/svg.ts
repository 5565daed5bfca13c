import type { Point } from './geometry.js';

const NAMESPACE = 'http://www.w3.org/2000/svg';

type Value = string | number;

/** Creates an SVG element with attributes and children. A string child becomes its text. */
export function svg(
  tag: string,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: (SVGElement | string)[]
): SVGElement {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === 'number' ? String(Number(value.toFixed(2))) : value);
  }
  element.append(...children);
  return element;
}

/** A picture of this size, in its own units, with a description for readers who cannot see it. */
export function picture(width: number, height: number, label: string): SVGElement {
  return svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
}

const round = (value: number): string => String(Number(value.toFixed(2)));

/** Path data through points of the picture. */
export const pathOf = (points: readonly Point[], isClosed: boolean): string =>
  `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}${isClosed ? 'Z' : ''}`;

/** A line with an arrowhead at its second end, in units of the picture. */
export function arrow(from: Point, to: Point, className: string): SVGElement {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return svg('g');
  const head = Math.min(9, 0.6 * length) / length;
  const backX = (to.x - from.x) * head;
  const backY = (to.y - from.y) * head;
  const neck = { x: to.x - backX, y: to.y - backY };
  const wings = [
    { x: neck.x - 0.42 * backY, y: neck.y + 0.42 * backX },
    to,
    { x: neck.x + 0.42 * backY, y: neck.y - 0.42 * backX },
  ];
  return svg(
    'g',
    { class: `arrow ${className}` },
    svg('path', { class: 'shaft', d: pathOf([from, neck], false) }),
    svg('path', { class: 'head', d: pathOf(wings, true) }),
  );
}

/** Text that starts at a point, ends there, or is centred on it. A halo in the background colour surrounds it. */
export const text = (
  at: Point,
  content: string,
  className = '',
  anchor: 'start' | 'middle' | 'end' = 'start',
): SVGElement => svg('text', { x: at.x, y: at.y, class: className, 'text-anchor': anchor }, content);

/** Maps a part of the plane into a rectangle of a picture: y up becomes y down, both axes have the same scale, and the centres coincide. */
export class PlaneMap {
  readonly scale: number;
  private readonly middle: Point;
  private readonly target: Point;

  /** Shows all points with a margin of `margin` units of the picture. */
  constructor(points: readonly Point[], width: number, height: number, margin: number) {
    const xs = points.map((p) => p.x);
    const ys = points.map((p) => p.y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
    const room = Math.min(
      (width - 2 * margin) / Math.max(right - left, 1e-9),
      (height - 2 * margin) / Math.max(top - bottom, 1e-9),
    );
    this.scale = Number.isFinite(room) ? room : 1;
    this.middle = { x: (left + right) / 2, y: (bottom + top) / 2 };
    this.target = { x: width / 2, y: height / 2 };
  }

  at(p: Point): Point {
    return {
      x: this.target.x + this.scale * (p.x - this.middle.x),
      y: this.target.y - this.scale * (p.y - this.middle.y),
    };
  }
}
