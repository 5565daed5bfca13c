/**
 * Computes the initial view of a scene: the scene's own view, with its ground low on a narrow canvas, moved clear of the text over the
 * upper edge of the canvas, and of the hint at its lower edge. Also represents a view as a rectangle that other screens can show completely.
 */

import { ARTICLES_ASPECT, type PlanarView, type ViewBounds } from '@otedama/render-babylon';
import type { SceneCamera } from '@otedama/rigid';
import type { Simulation } from './simulation.js';

/** A rectangle of the plane that is completely visible on any screen. */
export interface ViewRegion extends PlanarView {
  /** Half the visible width, m, > 0. */
  readonly halfWidth: number;
}

/** Decimals relative to the leading digit of a rectangle's size in metres. A thousandth of the size is not visible. */
const FINE_DIGITS = 3;

/** The visible rectangle of a camera, with short numbers. */
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

/**
 * Maximum aspect (width over height) that is fitted into a narrow stage. The ground may extend far beyond the interesting part of a
 * scene.
 */
const WIDEST_ASPECT = 2.4;

/** Minimum of the same. A tower on a phone is seen this close, with some room to both sides to fall to. */
const NARROWEST_ASPECT = 0.9;

/** The width that a narrow stage shows, as a multiple of the scene's own width. */
const SIDE_ROOM = 1.1;

/** Aspect for a scene with a character, which the view follows. */
const WALKED_ASPECT = 1.3;

/** Ratio of width to height that a scene's view shows on any screen. */
export function openingAspect(simulation: Simulation, view: SceneCamera): number {
  if (view.halfWidth !== undefined) return view.halfWidth / view.halfHeight;
  const { entry } = simulation.choice;
  if (entry.character !== null) return WALKED_ASPECT;
  const narrowest = entry.category === 'articles' ? ARTICLES_ASPECT : NARROWEST_ASPECT;
  return Math.max(narrowest, Math.min(WIDEST_ASPECT, SIDE_ROOM * simulation.reach(view)));
}

/** Heights of the parts of a canvas that text covers, CSS pixels. */
export interface CoveredEdges {
  /** At the upper edge. */
  readonly above: number;
  /** At the lower edge; 0 if there is no text. */
  readonly below: number;
}

/** The canvas to which the home view is fitted. */
export interface ViewRoom {
  /** Height of the canvas, CSS pixels. */
  readonly height: number;
  /** What text covers. */
  readonly covered: CoveredEdges;
  /** Metres per CSS pixel under the scene's own view. */
  readonly metersPerPixel: number;
}

/** Free space above and below the visible range, CSS pixels. */
const MARGIN = 12;

/** Fraction of the additional height of a narrow canvas that shows more of the ground. The rest shows the space above the scene. */
const GROUND_SHARE = 0.2;

/**
 * Returns the view of a scene that stands on the ground, for a canvas that shows `additional` metres of height beyond the view itself.
 * Most of that is above the scene, where bodies fall and fly, and not below the ground.
 */
export function groundedView(view: PlanarView, additional: number): PlanarView {
  return { ...view, y: view.y + (0.5 - GROUND_SHARE) * additional };
}

/**
 * Returns the scene's view, moved until the range from `bottom` to `top` (m) is clear of the text. If there is not enough space for the
 * range, the view is also enlarged.
 */
export function clearView(view: PlanarView, bottom: number, top: number, room: ViewRoom): PlanarView {
  const { height, covered, metersPerPixel: scale } = room;
  const above = height / 2 - (top - view.y) / scale - covered.above - MARGIN;
  const below = height / 2 - (view.y - bottom) / scale - covered.below - MARGIN;
  // without text at the lower edge the scene's own view may cut its range off there
  if (above >= 0 && (below >= 0 || covered.below === 0)) return view;
  if (below + above >= 0) return { ...view, y: view.y + (above < 0 ? -above : below) * scale };
  const free = Math.max(1, height - covered.above - covered.below - 2 * MARGIN);
  const larger = (top - bottom) / free / scale;
  return {
    x: view.x,
    y: bottom + (height / 2 - covered.below - MARGIN) * scale * larger,
    halfHeight: view.halfHeight * larger,
  };
}
