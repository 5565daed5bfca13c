import type { Color, Painter } from '@otedama/render-babylon';
import type { World } from '@otedama/rigid';

/** How a stroke looks while it is drawn. */
export interface Ink {
  readonly color: Color;
  /** Width of the pen, m. */
  readonly width: number;
}

/** The path of a pressed pointer through a world. */
export interface Stroke {
  readonly world: World;
  /** Its points so far, m: at least one. */
  readonly points: { readonly x: number; readonly y: number }[];
  /** Null if it leaves no trace. */
  ink: Ink | null;
}

/** Draws a stroke as wide as the pen. Lines have round ends, so it has no gaps where it bends. */
export function drawStroke({ points, ink }: Stroke, painter: Painter, metersPerPixel: number): void {
  if (ink === null) return;
  const width = ink.width / metersPerPixel;
  points.forEach((point, k) => {
    const before = points[Math.max(0, k - 1)];
    painter.line(before.x, before.y, point.x, point.y, ink.color, width);
  });
}
