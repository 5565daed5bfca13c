/** Small pictures of the initial states of scenes, drawn from their data in the page's idle time. Nothing is simulated for them. */

import { articlesStyle, filledStyle, nightStyle, type ShapePaint, type Style } from '@otedama/render-babylon';
import type { Scene, ShapeDefinition } from '@otedama/rigid';
import type { SceneEntry } from '@otedama/scenes';

/** Size of a picture, CSS pixels, and the factor by which its resolution is higher. */
const SIZE = { width: 44, height: 31 };
const SHARPNESS = 2;

/** A picture shows the moving bodies, enlarged by this factor, and at least this fraction of the camera's view. */
const ROOM = 1.25;
const LEAST_SHARE = 0.35;

/** Line widths in pixels of the picture: minimum around filled shapes, in the colour of the fill, and of outlines. */
const LEAST_PEN = 0.7;
const LINE = 1.6;

/** Length of the drawn ground, as a multiple of the camera's half-height. */
const FAR = 4;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A shape in the world: the corners of its core, its rounding radius (m), and whether its outline is closed. */
interface Outline {
  readonly points: readonly Point[];
  readonly radius: number;
  readonly isClosed: boolean;
  readonly paint: ShapePaint;
  readonly isMover: boolean;
}

/** Corners of a shape in body axes. The ground extends to `far` metres. */
function cornersOf(shape: ShapeDefinition, far: number): readonly Point[] {
  switch (shape.kind) {
    case 'circle':
      return [shape.center ?? { x: 0, y: 0 }];
    case 'polygon':
      return shape.vertices;
    case 'halfSpace': {
      const { x, y } = shape.normal;
      const at = (along: number, down: number): Point => ({
        x: y * along - x * down,
        y: -x * along - y * down,
      });
      const { x: left, y: up } = shape.position ?? { x: 0, y: 0 };
      return [at(-far, 0), at(far, 0), at(far, far), at(-far, far)].map((point) => ({
        x: left + point.x,
        y: up + point.y,
      }));
    }
    default:
      return [shape.point1, shape.point2];
  }
}

function outlinesOf(scene: Scene, style: Style, far: number): Outline[] {
  const indices = { static: 0, kinematic: 0, dynamic: 0 };
  const outlines: Outline[] = [];
  const add = (
    type: 'static' | 'kinematic' | 'dynamic',
    {
      position = { x: 0, y: 0 },
      angle = 0,
      color,
    }: { position?: Point; angle?: number; color?: Style['background'] | undefined },
    shapes: readonly {
      readonly corners: readonly Point[];
      readonly radius: number;
      readonly sensor: boolean;
    }[],
  ): void => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const index = indices[type]++;
    for (const { corners, radius, sensor } of shapes)
      outlines.push({
        points: corners.map(({ x, y }) => ({ x: position.x + c * x - s * y, y: position.y + s * x + c * y })),
        radius,
        isClosed: corners.length > 2 || corners.length === 1 || radius > 0,
        paint: style.paint({ type, index, color, awake: true, sensor }),
        isMover: type !== 'static',
      });
  };
  for (const body of scene.bodies)
    add(
      body.type ?? 'dynamic',
      body,
      (body.shapes ?? []).map((shape) => ({
        corners: cornersOf(shape, far),
        radius: 'radius' in shape ? (shape.radius ?? 0) : 0,
        sensor: shape.sensor ?? false,
      })),
    );
  for (const body of scene.softBodies ?? [])
    add('dynamic', body, [{ corners: body.outline, radius: body.particleRadius ?? 0, sensor: false }]);
  return outlines;
}

const css = ([red, green, blue]: Style['background'], opacity: number): string =>
  `rgb(${255 * red} ${255 * green} ${255 * blue} / ${opacity})`;

/** Draws the initial state of a scene into a canvas of `width` x `height` pixels. */
function draw(context: CanvasRenderingContext2D, scene: Scene, style: Style): void {
  const { width, height } = context.canvas;
  const camera = scene.camera ?? { x: 0, y: 8, halfHeight: 10 };
  const outlines = outlinesOf(scene, style, FAR * camera.halfHeight);
  let [minX, minY, maxX, maxY] = [camera.x, camera.y, camera.x, camera.y];
  const movers = outlines.filter(({ isMover }) => isMover);
  if (movers.length > 0) {
    const along = (axis: 'x' | 'y', side: number): number =>
      movers.reduce(
        (most, { points, radius }) =>
          points.reduce((m, point) => Math.max(m, side * point[axis] + radius), most),
        Number.NEGATIVE_INFINITY,
      );
    [minX, minY, maxX, maxY] = [-along('x', -1), -along('y', -1), along('x', 1), along('y', 1)];
  }
  const halfHeight = Math.max(
    LEAST_SHARE * camera.halfHeight,
    (ROOM / 2) * Math.max(maxY - minY, ((maxX - minX) * height) / width),
  );
  const scale = height / 2 / halfHeight;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = css(style.background, 1);
  context.fillRect(0, 0, width, height);
  context.setTransform(
    scale,
    0,
    0,
    -scale,
    width / 2 - (scale * (minX + maxX)) / 2,
    height / 2 + (scale * (minY + maxY)) / 2,
  );
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const { points, radius, isClosed, paint } of outlines) {
    const isFilled = isClosed && paint.fillOpacity > 0;
    const [{ x, y }] = points;
    context.beginPath();
    if (points.length === 1) context.arc(x, y, radius, 0, 2 * Math.PI);
    else for (const point of points) context.lineTo(point.x, point.y);
    if (points.length > 2) context.closePath();
    if (isFilled) {
      context.fillStyle = css(paint.fill, paint.fillOpacity);
      context.fill();
    }
    // rounded shapes, and shapes too thin to be visible, are drawn with a thick pen
    const pen = points.length === 1 ? 0 : 2 * radius;
    context.lineWidth = Math.max(pen, (isFilled ? LEAST_PEN : LINE) / scale);
    context.strokeStyle = isFilled ? css(paint.fill, paint.fillOpacity) : css(paint.stroke, 1);
    context.stroke();
  }
}

/** Maximum wait for idle time before the next picture is drawn, ms; and minimum remaining idle time to draw another one, ms. */
const PATIENCE = 150;
const TIME_LEFT = 5;

/** Calls `run` while it has work left (returns true) and the page is idle. */
function whenIdle(run: () => boolean): void {
  if (!('requestIdleCallback' in window)) {
    setTimeout(() => run() && whenIdle(run), 30);
    return;
  }
  requestIdleCallback(
    (deadline) => {
      let isLeft = run();
      while (isLeft && deadline.timeRemaining() > TIME_LEFT) isLeft = run();
      if (isLeft) whenIdle(run);
    },
    { timeout: PATIENCE },
  );
}

/** The pictures of the scene list. They are created once, drawn one by one in idle time, and redrawn when the style changes. */
export class Thumbnails {
  private readonly pictures: Map<string, HTMLCanvasElement> = new Map();
  private readonly waiting: Map<string, SceneEntry> = new Map();
  private readonly entries: Map<string, SceneEntry> = new Map();
  private isNight = false;

  /** The picture of a scene. It is empty until it is drawn. */
  of(entry: SceneEntry): HTMLCanvasElement {
    const known = this.pictures.get(entry.name);
    if (known !== undefined) return known;
    const picture = document.createElement('canvas');
    picture.width = SHARPNESS * SIZE.width;
    picture.height = SHARPNESS * SIZE.height;
    picture.setAttribute('aria-hidden', 'true');
    this.pictures.set(entry.name, picture);
    this.entries.set(entry.name, entry);
    this.want(entry);
    return picture;
  }

  /** Selects the light or dark style and redraws the pictures. */
  setNight(isNight: boolean): void {
    if (isNight === this.isNight) return;
    this.isNight = isNight;
    for (const entry of this.entries.values()) this.want(entry);
  }

  private want(entry: SceneEntry): void {
    if (this.waiting.size === 0) whenIdle(() => this.next());
    this.waiting.set(entry.name, entry);
  }

  /** Draws the next picture; true if there are more to draw. */
  private next(): boolean {
    const [entry] = this.waiting.values();
    if (entry === undefined) return false;
    this.waiting.delete(entry.name);
    const picture = this.pictures.get(entry.name);
    // the CPU draws a canvas that is read often: for a small picture drawn once, this is faster than using the GPU
    const context = picture?.getContext('2d', { willReadFrequently: true }) ?? null;
    const style = this.isNight ? nightStyle : entry.category === 'articles' ? articlesStyle : filledStyle;
    if (context !== null) draw(context, entry.create(), style);
    if (picture !== undefined) picture.dataset.drawn = style.name;
    return this.waiting.size > 0;
  }
}
