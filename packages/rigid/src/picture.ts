/**
 * The canvas behind `drawWorld`: as many pixels as the display has, an area of the world that is seen completely, and the way from a place on
 * the page back to the world.
 *
 * An area w x h with the lower left corner (x_0, y_0) is to be seen on a canvas of W x H pixels, whose y points down. The scale s, pixels per
 * metre, is the largest one at which all of it fits; of the room that is left, the share a_x is on its left and a_y below it:
 *
 *     s = min(W / w, H / h)
 *     x' = s (x - x_0) + a_x (W - s w)
 *     y' = H - s (y - y_0) - a_y (H - s h)
 */
import {
  type Aabb,
  InputError,
  requireFinite,
  requireInRange,
  requireKnownFields,
  requirePositive,
  requireRecord,
  type Vec2,
} from '@otedama/math2d';

/** What a picture needs of a canvas: that of a page, or an `OffscreenCanvas`, which keeps its number of pixels. */
export interface PictureCanvas {
  /** Width, pixels. */
  width: number;
  /** Height, pixels. */
  height: number;
  /** Width of its box on the page, CSS pixels. Without it the canvas keeps its width. */
  readonly clientWidth?: number;
  /** Height of its box on the page, CSS pixels. Without it the canvas keeps its height. */
  readonly clientHeight?: number;
}

/** What a picture needs of the 2D context of a canvas. */
export interface PicturePen {
  /** What it draws on. */
  readonly canvas: PictureCanvas;
  /** Sets the transform to pixels: x' = a x + c y + e, y' = b x + d y + f. */
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  /** The transform to pixels. */
  getTransform(): { a: number; b: number; c: number; d: number; e: number; f: number };
  /** Makes a rectangle transparent; all four in pixels while the transform is the identity. */
  clearRect(x: number, y: number, width: number, height: number): void;
}

/** Where the area is on a canvas of another shape, and how sharp the picture is. All are optional. */
export interface PictureOptions {
  /** Share of the free width that is left of the area, 0..1: 0 puts it at the left edge. Default 0.5, the middle. */
  readonly alignX?: number;
  /** Share of the free height that is below the area, 0..1: 0 puts it at the lower edge. Default 0.5, the middle. */
  readonly alignY?: number;
  /** Pixels of the canvas per CSS pixel, > 0. Default: `devicePixelRatio` of the page, 1 where there is none. Less is faster and softer. */
  readonly pixelRatio?: number;
}

/** What a picture shows. */
export interface Picture {
  /** Size of a pixel of the canvas, m: the `lineWidth` of the thinnest line. */
  readonly pixel: number;
  /** What the whole canvas shows, m: the area, and what is beside it. */
  readonly bounds: Readonly<Aabb>;
}

const optionNames: readonly (keyof PictureOptions)[] = ['alignX', 'alignY', 'pixelRatio'];

/**
 * Begins a picture of an area of the world, before `drawWorld`: gives the canvas as many pixels as its box has on the display, clears it, and
 * lets the pen measure in metres, y upwards, so that the area is seen completely and as large as possible. If the size has changed, the pen
 * forgets its colours and lines, as canvases do.
 * @param area what has to be seen, m, with a width and a height > 0
 * @throws InputError for a pen that is none, an area without size, and options out of range
 */
export function beginPicture(pen: PicturePen, area: Readonly<Aabb>, options: PictureOptions = {}): Picture {
  requirePen(pen);
  const { minX, minY, w, h } = requireArea(area);
  requireKnownFields(options, '', optionNames);
  const { alignX = 0.5, alignY = 0.5, pixelRatio = displayRatio() } = options;
  requireInRange('alignX', alignX, 0, 1);
  requireInRange('alignY', alignY, 0, 1);
  requirePositive('pixelRatio', pixelRatio);
  const { canvas } = pen;
  const W = pixelsOf(canvas.clientWidth, pixelRatio, canvas.width);
  const H = pixelsOf(canvas.clientHeight, pixelRatio, canvas.height);
  if (canvas.width !== W) canvas.width = W;
  if (canvas.height !== H) canvas.height = H;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, W, H);
  const s = Math.min(W / w, H / h);
  const left = alignX * (W - s * w);
  const below = alignY * (H - s * h);
  pen.setTransform(s, 0, 0, -s, left - s * minX, H - below + s * minY);
  const x = minX - left / s;
  const y = minY - below / s;
  return { pixel: 1 / s, bounds: { minX: x, minY: y, maxX: x + W / s, maxY: y + H / s } };
}

/**
 * The point of the world under a pointer, m, by the present transform of the pen: what `beginPicture` or the program itself has set.
 * @param place where it is in the box of the canvas, CSS pixels, y downwards: a `PointerEvent` of the canvas, which must have no padding
 * @throws InputError for a pen that is none or has a transform that cannot be undone, and for a place that is not finite
 */
export function pointInPicture(
  pen: PicturePen,
  place: { readonly offsetX: number; readonly offsetY: number },
): Vec2 {
  requirePen(pen);
  requireRecord('place', place);
  const { width, height, clientWidth, clientHeight } = pen.canvas;
  const { a, b, c, d, e, f } = pen.getTransform();
  const det = a * d - b * c;
  if (!(det * det > 0))
    throw new InputError('pen', [a, b, c, d, e, f], 'a transform to pixels, as beginPicture sets it');
  const x = (requireFinite('place.offsetX', place.offsetX) * width) / (clientWidth || width) - e;
  const y = (requireFinite('place.offsetY', place.offsetY) * height) / (clientHeight || height) - f;
  return { x: (d * x - c * y) / det, y: (a * y - b * x) / det };
}

function requirePen(pen: PicturePen): void {
  if (typeof pen?.setTransform !== 'function' || typeof pen.canvas !== 'object')
    throw new InputError('pen', pen, "the 2D context of a canvas, canvas.getContext('2d')");
}

function requireArea(area: Readonly<Aabb>): { minX: number; minY: number; w: number; h: number } {
  requireRecord('area', area);
  requireKnownFields(area, 'area', ['minX', 'minY', 'maxX', 'maxY']);
  const { minX, minY, maxX, maxY } = area;
  for (const [name, value] of Object.entries({ minX, minY, maxX, maxY }))
    requireFinite(`area.${name}`, value);
  if (maxX <= minX) throw new InputError('area.maxX', maxX, `a number > minX, which is ${minX}`);
  if (maxY <= minY) throw new InputError('area.maxY', maxY, `a number > minY, which is ${minY}`);
  return { minX, minY, w: maxX - minX, h: maxY - minY };
}

/** Pixels of a side of the canvas. A box that is not shown has no size, but a canvas without a pixel has no scale. */
function pixelsOf(client: number | undefined, ratio: number, present: number): number {
  return Math.max(1, client === undefined ? present : Math.round(client * ratio));
}

function displayRatio(): number {
  return (globalThis as { devicePixelRatio?: number }).devicePixelRatio || 1;
}
