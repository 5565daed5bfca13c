/** Places the labels of a figure next to the points they name, without overlap. */

import type { Point } from './geometry.js';

/** Distances of a label from the point it names, in units of the picture. The second one is used if there is no free place at the first. */
const DISTANCES = [13, 26];
/** Angles relative to the preferred side, radians, in the order in which they are tried. */
const TURNS = [0, 1, -1, 2, -2, 3, -3, 4].map((eighths) => (eighths * Math.PI) / 4);
/** Width of a character, and the extent of text above and below its baseline, in units of the picture. */
const CHARACTER = 7.3;
const ASCENT = 11;
const DESCENT = 3;
/** Horizontal component of the label's direction from which the text starts or ends at its anchor instead of being centred. */
const SIDE = 0.35;

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface LabelPlace {
  /** Anchor of the text on its baseline. */
  readonly at: Point;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly bounds: Rectangle;
}

/** Area of the intersection of two rectangles. */
export function sharedArea(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Places the labels of one figure. */
export class LabelPlaces {
  private readonly width: number;
  private readonly height: number;
  private readonly taken: Rectangle[] = [];

  /** @param width width of the picture in its own units, like `height` */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  /** Keeps a rectangle free of labels. */
  reserve(bounds: Rectangle): void {
    this.taken.push(bounds);
  }

  /**
   * Returns the place of a label beside a point and reserves it. The preferred side is that of `away` (y up). If another label is there,
   * the nearest free side is used, or the place with the least overlap.
   */
  beside(point: Point, label: string, away: Point): LabelPlace {
    const wanted = Math.atan2(-away.y, away.x);
    let best: LabelPlace | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const distance of DISTANCES) {
      for (const turn of TURNS) {
        const place = this.placeAt(point, label, wanted + turn, distance);
        const covered = this.taken.reduce((sum, other) => sum + sharedArea(place.bounds, other), 0);
        if (covered >= least) continue;
        least = covered;
        best = place;
        if (covered === 0) break;
      }
      if (least === 0) break;
    }
    const place = best as LabelPlace;
    this.taken.push(place.bounds);
    return place;
  }

  /** The place in a direction (y down), moved inside the picture. */
  private placeAt(point: Point, label: string, angle: number, distance: number): LabelPlace {
    const width = CHARACTER * label.length;
    const across = Math.cos(angle);
    const anchor = Math.abs(across) < SIDE ? 'middle' : across > 0 ? 'start' : 'end';
    const before = anchor === 'start' ? 0 : anchor === 'middle' ? width / 2 : width;
    const x = point.x + distance * across;
    const y = point.y + distance * Math.sin(angle) + 4;
    const at = {
      x: Math.max(before + 4, Math.min(this.width - (width - before) - 4, x)),
      y: Math.max(ASCENT + 2, Math.min(this.height - DESCENT - 3, y)),
    };
    const left = at.x - before;
    const bounds = { left, top: at.y - ASCENT, right: left + width, bottom: at.y + DESCENT };
    return { at, anchor, bounds };
  }
}
