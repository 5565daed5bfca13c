import type { Locator } from 'playwright';

/** The visible pixels of an element, in CSS pixels at a device pixel ratio of 1. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha of the pixel, 0..255; x to the right, y down. */
  at(x: number, y: number): readonly [number, number, number, number];
  /** Number of pixels for which `passes` returns true. */
  count(passes: (red: number, green: number, blue: number) => boolean): number;
}

/** Takes a screenshot of `element` and returns its pixels. */
export function takePicture(element: Locator): Promise<Picture>;
