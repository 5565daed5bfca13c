/**
 * Where a scene is looked at from at its start: as the scene says, but clear of the words that lie over the upper edge of the view. And what is looked
 * at, as a rectangle that another screen can show whole.
 */

import type { PlanarView, ViewBounds } from '@otedama/render-babylon';

/** A rectangle of the plane that is seen whole on any screen. */
export interface ViewRegion extends PlanarView {
  /** Half the width that is seen, m, > 0. */
  readonly halfWidth: number;
}

/** Digits after the first of a rectangle's size in metres: a thousandth of it is too little to be seen. */
const FINE_DIGITS = 3;

/** What a camera shows as a rectangle of short numbers. */
export function regionOf({ minX, minY, maxX, maxY }: ViewBounds): ViewRegion {
  const size = Math.min(maxX - minX, maxY - minY) / 2;
  const digits = Math.min(20, Math.max(0, FINE_DIGITS - Math.floor(Math.log10(size))));
  const short = (value: number): number => Number(value.toFixed(digits));
  return {
    x: short((minX + maxX) / 2),
    y: short((minY + maxY) / 2),
    halfWidth: short((maxX - minX) / 2),
    halfHeight: short((maxY - minY) / 2),
  };
}

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
