/** The Minkowski difference A - B with one step of the search, as GJK and EPA see it. */

import type { DistanceLesson, DistanceStep, NamedPoint } from './distance-lesson.js';
import type { Point } from './geometry.js';
import { LabelPlaces } from './label-places.js';
import { arrow, PlaneMap, pathOf, picture, svg, text } from './svg.js';

const WIDTH = 408;
const HEIGHT = 320;
const MARGIN = 54;
/** Length of the arrow of the search direction, in units of the picture. */
const ARROW = 36;
/** Radii of a found vertex and of the origin, in units of the picture. */
const VERTEX = 4.5;
const ORIGIN = 5;
/** Radius of the ring around the support point, in units of the picture. */
const SUPPORT = 8;

export function differenceFigure(lesson: DistanceLesson, step: DistanceStep): SVGElement {
  const origin = { x: 0, y: 0 };
  const map = new PlaneMap([...lesson.difference, origin], WIDTH, HEIGHT, MARGIN);
  const figure = picture(WIDTH, HEIGHT, `Minkowski difference A − B. ${step.title}: ${step.text}`);
  const zero = map.at(origin);
  figure.append(
    svg('path', { class: 'axis', d: `M0 ${zero.y}H${WIDTH}M${zero.x} 0V${HEIGHT}` }),
    ...differenceShape(lesson, map),
  );

  const corners = step.vertices.map((p) => map.at(p));
  if (corners.length > 1) {
    const isClosed = corners.length > 2;
    figure.append(svg('path', { class: isClosed ? 'found area' : 'found', d: pathOf(corners, isClosed) }));
  }
  if (step.edge !== null) {
    const next = (step.edge + 1) % corners.length;
    figure.append(svg('path', { class: 'nearest', d: pathOf([corners[step.edge], corners[next]], false) }));
  }
  const closest = map.at(step.closest);
  figure.append(svg('path', { class: 'measure', d: pathOf([zero, closest], false) }));

  const labels = new Labels(map, lesson.difference);
  // no name lies on another point
  for (const corner of corners) labels.keepClear(corner, VERTEX);
  labels.keepClear(zero, ORIGIN);
  for (const [k, vertex] of step.vertices.entries()) {
    figure.append(svg('circle', { class: 'vertex', cx: corners[k].x, cy: corners[k].y, r: VERTEX }));
    figure.append(labels.name(vertex, 'vertex'));
  }
  figure.append(svg('circle', { class: 'closest', cx: closest.x, cy: closest.y, r: 4 }));
  if (step.phase === 'GJK' && step.vertices.length > 1 && step.direction !== null) {
    figure.append(labels.beside(step.closest, 'v', 'closest', step.direction));
  }
  if (step.support !== null) {
    const w = map.at(step.support);
    if (step.direction !== null) figure.append(supportLine(w, step.direction));
    figure.append(svg('circle', { class: 'support', cx: w.x, cy: w.y, r: SUPPORT }));
    labels.keepClear(w, SUPPORT);
    const isNew = !step.vertices.some((vertex) => vertex.name === step.support?.name);
    // beside the line through w, where there is no arrow
    const { x, y } = step.direction ?? { x: 0, y: 1 };
    const side = -y * step.support.x + x * step.support.y < 0 ? -1 : 1;
    const away = { x: -side * y, y: side * x };
    figure.append(labels.beside(step.support, isNew ? `w = ${step.support.name}` : 'w', 'support', away));
  }
  if (step.direction !== null) {
    const { x, y } = step.direction;
    const from = step.phase === 'GJK' ? closest : zero;
    const to = { x: from.x + ARROW * x, y: from.y - ARROW * y };
    figure.append(arrow(from, to, 'direction'));
    figure.append(labels.besideMapped(to, step.phase === 'GJK' ? 'd' : 'n', 'direction', step.direction));
  }
  figure.append(svg('circle', { class: 'origin', cx: zero.x, cy: zero.y, r: ORIGIN }));
  figure.append(svg('circle', { class: 'origin-dot', cx: zero.x, cy: zero.y, r: 1.5 }));
  figure.append(text({ x: zero.x + 8, y: zero.y + 15 }, '0', 'origin'));
  figure.append(text({ x: 8, y: 16 }, 'A − B', 'caption'));
  figure.append(scaleBar(map.scale));
  return figure;
}

/** A - B itself, and the band added by the radii of the shapes. */
function differenceShape({ difference, radius }: DistanceLesson, map: PlaneMap): SVGElement[] {
  const d = pathOf(
    difference.map((p) => map.at(p)),
    true,
  );
  const parts = [svg('path', { class: 'difference', d })];
  if (radius > 0) {
    parts.unshift(svg('path', { class: 'grown', d, 'stroke-width': 2 * radius * map.scale }));
  }
  return parts;
}

/** The line through w perpendicular to the search direction. No point of A - B is beyond it. */
function supportLine(w: Point, { x, y }: Point): SVGElement {
  const reach = 36;
  return svg('path', {
    class: 'support-line',
    d: pathOf(
      [
        { x: w.x - reach * y, y: w.y - reach * x },
        { x: w.x + reach * y, y: w.y + reach * x },
      ],
      false,
    ),
  });
}

/** Labels for points of the plane. By default a label is on the side facing away from the centre of the difference. */
class Labels {
  private readonly map: PlaneMap;
  private readonly center: Point;
  private readonly places = new LabelPlaces(WIDTH, HEIGHT);

  constructor(map: PlaneMap, difference: readonly Point[]) {
    this.map = map;
    const sum = difference.reduce((p, q) => ({ x: p.x + q.x, y: p.y + q.y }), { x: 0, y: 0 });
    this.center = { x: sum.x / difference.length, y: sum.y / difference.length };
    // reserve space for the caption, the scale bar and the name of the origin
    const zero = map.at({ x: 0, y: 0 });
    this.places.reserve({ left: 0, top: 0, right: 50, bottom: 22 });
    this.places.reserve({ left: WIDTH - 160, top: HEIGHT - 30, right: WIDTH, bottom: HEIGHT });
    this.places.reserve({ left: zero.x + 6, top: zero.y + 4, right: zero.x + 18, bottom: zero.y + 18 });
  }

  /** Keeps labels out of a circle of the picture. */
  keepClear({ x, y }: Point, radius: number): void {
    this.places.reserve({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius });
  }

  name(vertex: NamedPoint, className: string): SVGElement {
    const away = { x: vertex.x - this.center.x, y: vertex.y - this.center.y };
    return this.beside(vertex, vertex.name, className, away);
  }

  /** Creates a label next to a point of the plane. */
  beside(point: Point, label: string, className: string, away: Point): SVGElement {
    return this.besideMapped(this.map.at(point), label, className, away);
  }

  /** Creates a label next to a point of the picture. */
  besideMapped(point: Point, label: string, className: string, away: Point): SVGElement {
    const { at, anchor } = this.places.beside(point, label, away);
    return text(at, label, className, anchor);
  }
}

/** A scale bar whose length is 1, 2 or 5 times a power of ten, in the lower right corner. */
function scaleBar(scale: number): SVGElement {
  const wanted = 70 / scale;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const lead = wanted / power;
  const length = power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
  const right = WIDTH - 10;
  const left = right - length * scale;
  const y = HEIGHT - 10;
  const label =
    length >= 1 ? `${length} m` : length >= 0.01 ? `${Math.round(100 * length)} cm` : `${length * 1000} mm`;
  return svg(
    'g',
    { class: 'scale' },
    svg('path', { d: `M${left} ${y - 4}V${y}H${right}V${y - 4}` }),
    text({ x: (left + right) / 2, y: y - 6 }, label, 'scale', 'middle'),
  );
}
