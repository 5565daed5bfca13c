/** The strokes of a blade over the view: each is thin where it began, thick at its end, and follows its end within a fraction of a second. */

import type { CanvasPoint } from '@otedama/render-babylon';

/** Seconds that a point of a stroke stays visible, and half the thickness of its end, CSS pixels. */
const LIFE = 0.28;
const HALF_THICKNESS = 3.5;

const SVG = 'http://www.w3.org/2000/svg';

interface Point extends CanvasPoint {
  /** When it was added, s. */
  readonly time: number;
}

interface Stroke {
  readonly outline: SVGPathElement;
  points: Point[];
}

export class BladeTrail {
  private readonly svg: SVGSVGElement;
  private readonly strokes: Set<Stroke> = new Set();
  /** The strokes that go on, by their pointers. */
  private readonly open: Map<number, Stroke> = new Map();

  constructor(svg: SVGSVGElement) {
    this.svg = svg;
  }

  /** Continues the stroke of a pointer, or begins one. */
  add(pointerId: number, { left, top }: CanvasPoint): void {
    let stroke = this.open.get(pointerId);
    if (stroke === undefined) {
      stroke = { outline: document.createElementNS(SVG, 'path'), points: [] };
      this.svg.append(stroke.outline);
      if (this.strokes.size === 0) requestAnimationFrame(this.frame);
      this.strokes.add(stroke);
      this.open.set(pointerId, stroke);
    }
    stroke.points.push({ left, top, time: performance.now() / 1000 });
  }

  /** The stroke of a pointer is complete. */
  end(pointerId: number): void {
    this.open.delete(pointerId);
  }

  private readonly frame = (): void => {
    const oldest = performance.now() / 1000 - LIFE;
    const going = new Set(this.open.values());
    for (const stroke of this.strokes) {
      const { points, outline } = stroke;
      const last = points[points.length - 1];
      stroke.points = points.filter(({ time }) => time > oldest);
      if (stroke.points.length === 0 && !going.has(stroke)) {
        outline.remove();
        this.strokes.delete(stroke);
        continue;
      }
      // a pointer that rests goes on from where it is
      if (stroke.points.length === 0) stroke.points.push(last);
      outline.setAttribute('d', outlineOf(stroke.points));
    }
    if (this.strokes.size > 0) requestAnimationFrame(this.frame);
  };
}

/** A path around a line of points, which widens towards its end. */
function outlineOf(points: readonly CanvasPoint[]): string {
  const count = points.length;
  if (count < 2) return '';
  const sides = points.map(({ left, top }, k) => {
    const [before, after] = [points[Math.max(0, k - 1)], points[Math.min(count - 1, k + 1)]];
    const [along, down] = [after.left - before.left, after.top - before.top];
    // widest at nine tenths, then a tip
    const share = k / (count - 1);
    const half = (HALF_THICKNESS * Math.min(share, 9 * (1 - share))) / 0.9 / (Math.hypot(along, down) || 1);
    return {
      left: [left - half * down, top + half * along],
      right: [left + half * down, top - half * along],
    };
  });
  const around = [...sides.map(({ left }) => left), ...sides.reverse().map(({ right }) => right)];
  return `M${around.map((point) => point.map((value) => value.toFixed(1)).join(' ')).join('L')}Z`;
}
