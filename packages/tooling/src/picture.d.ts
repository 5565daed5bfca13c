import type { Locator } from 'playwright';

/** What is seen of an element, in CSS pixels at a device pixel ratio of 1. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha of the pixel, 0..255; x to the right, y down. */
  at(x: number, y: number): readonly [number, number, number, number];
  /** Number of pixels that pass. */
  count(passes: (red: number, green: number, blue: number) => boolean): number;
}

/** A screenshot of `element`, as pixels. */
export function takePicture(element: Locator): Promise<Picture>;
