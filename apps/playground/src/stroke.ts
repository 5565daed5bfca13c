import type { Color, DebugContext, Painter } from '@otedama/render-babylon';
import type { World } from '@otedama/rigid';

/** Draws what a stroke makes, over its world, while it is drawn. */
export type StrokePicture = (painter: Painter, context: DebugContext) => void;

/** The path of a pressed pointer through a world. */
export interface Stroke {
  readonly world: World;
  /** Its points so far, m: at least one. */
  readonly points: { readonly x: number; readonly y: number }[];
  /** Null if it leaves no trace. */
  picture: StrokePicture | null;
}

/** The trace of a pen of a width, m. Lines have round ends, so it has no gaps where it bends. */
export function inkOf({ points }: Stroke, color: Color, width: number): StrokePicture {
  return (painter, { metersPerPixel }) =>
    points.forEach((point, k) => {
      const before = points[Math.max(0, k - 1)];
      painter.line(before.x, before.y, point.x, point.y, color, width / metersPerPixel);
    });
}
