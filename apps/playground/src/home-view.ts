/** Where a scene is looked at from at its start: as the scene says, but clear of the words that lie over the upper edge of the view. */

import type { PlanarView } from '@otedama/render-babylon';

/** The canvas as the home view is fitted to it. */
export interface ViewRoom {
  /** Height of the canvas, CSS pixels. */
  readonly height: number;
  /** How far down words lie over it, CSS pixels. */
  readonly covered: number;
  /** Metres that a CSS pixel covers under the scene's own view. */
  readonly metersPerPixel: number;
}

/** Free room above and below what is to be seen, CSS pixels. */
const MARGIN = 12;

/**
 * The scene's view, moved up as far as it takes for what lies between `bottom` and `top` (m) to be clear of the words, or as far as there is room
 * below it; the rest is won by stepping back.
 */
export function clearView(view: PlanarView, bottom: number, top: number, room: ViewRoom): PlanarView {
  const { height, covered, metersPerPixel: scale } = room;
  const above = height / 2 - (top - view.y) / scale - covered - MARGIN;
  if (above >= 0) return view;
  const below = height / 2 - (view.y - bottom) / scale - MARGIN;
  if (below + above >= 0) return { ...view, y: view.y - above * scale };
  const free = Math.max(1, height - covered - 2 * MARGIN);
  const larger = (top - bottom) / free / scale;
  return {
    x: view.x,
    y: bottom + (height / 2 - MARGIN) * scale * larger,
    halfHeight: view.halfHeight * larger,
  };
}
