import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Viewport } from '@babylonjs/core/Maths/math.viewport.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { requireFinite, requireKnownFields, requirePositive } from '@otedama/math2d';
import { canvasSize } from './canvas-size.js';
import { FIELD_OF_VIEW, MAX_HALF_HEIGHT, MIN_HALF_HEIGHT } from './constants.js';
import { requireScene, requireView } from './input.js';

/** The view of a planar camera: a point of the plane z = 0 and half the visible height, in metres. */
export interface PlanarView {
  /** Centre of the picture, m. */
  readonly x: number;
  /** Centre of the picture along y, m, upwards. */
  readonly y: number;
  /** Half the visible height, m, > 0. */
  readonly halfHeight: number;
}

/** A rectangle of the plane, in metres. */
export interface ViewBounds {
  /** Left edge, m. */
  readonly minX: number;
  /** Lower edge, m. */
  readonly minY: number;
  /** Right edge, m. */
  readonly maxX: number;
  /** Upper edge, m. */
  readonly maxY: number;
}

/** The part of the canvas that a camera draws to, as fractions 0..1 of its width and height. */
export interface CanvasShare {
  /** Left edge of the part, as a fraction of the canvas width, 0..1. */
  readonly left: number;
  /** Width of the part, as a fraction of the canvas width, 0..1. */
  readonly width: number;
  /** Upper edge of the part, as a fraction of the canvas height, 0..1. Default 0. */
  readonly top?: number;
  /** Height of the part, as a fraction of the canvas height, 0..1. Default 1. */
  readonly height?: number;
}

/** The view of the scenes `articles-*`: alpha 3 pi / 2, beta pi / 2, radius 25, target (0, 8, 0), field of view 0.8 rad. */
export const articlesView: PlanarView = Object.freeze({
  x: 0,
  y: 8,
  halfHeight: 25 * Math.tan(FIELD_OF_VIEW / 2),
});

/** Ratio of width to height, 600 : 430, that a view always contains, for any shape of the canvas. */
export const ARTICLES_ASPECT: number = 600 / 430;

/**
 * A Babylon.js camera that looks straight at the plane z = 0, with x to the right and y up. It is a perspective camera, so 3D meshes
 * attached to bodies look solid, while the plane itself is not distorted.
 *
 * The canvas always shows at least `halfHeight` above and below the centre, and `halfHeight * fitAspect` to each side. On a narrow
 * canvas the camera moves back.
 */
export class PlanarCamera {
  /** The Babylon.js camera. Change its view with this class, not on the camera itself. */
  readonly camera: ArcRotateCamera;
  /** Ratio of width to height that is always visible, > 0. */
  fitAspect: number = ARTICLES_ASPECT;
  private share: CanvasShare = { left: 0, width: 1 };
  private home: PlanarView;
  private current: PlanarView;

  private readonly scene: Scene;

  /** @throws InputError if the scene is none, or if the centre of the view is not finite or its half-height not above 0 */
  constructor(scene: Scene, view: PlanarView = articlesView) {
    requireScene(scene);
    requireView(view);
    this.scene = scene;
    this.home = copyOf(view);
    this.current = this.home;
    this.camera = new ArcRotateCamera('planar camera', 0, 0.5 * Math.PI, 25, Vector3.Zero(), scene);
    this.camera.fov = FIELD_OF_VIEW;
    this.update();
    Object.seal(this); // a name that does not exist throws
  }

  /**
   * The centre and half-height, m. Setting it moves the camera; the half-height is kept between 1 mm and 100 km. What is read is frozen: set
   * the whole view, `{ ...camera.view, x: 3 }`.
   * @throws InputError if the centre is not finite, or the half-height not above 0
   */
  get view(): PlanarView {
    return this.current;
  }

  set view(view: PlanarView) {
    requireView(view);
    const halfHeight = Math.min(MAX_HALF_HEIGHT, Math.max(MIN_HALF_HEIGHT, view.halfHeight));
    this.current = copyOf({ ...view, halfHeight });
    this.update();
  }

  /**
   * The part of the canvas that the camera draws to; by default all of it. Use it to place several cameras side by side.
   * @throws InputError if it is set to what has an unknown field, a place that is not finite or a size that is not above 0
   */
  get canvasShare(): CanvasShare {
    return this.share;
  }

  set canvasShare(share: CanvasShare) {
    requireKnownFields(share, 'canvasShare', ['left', 'width', 'top', 'height']);
    const { left, width, top = 0, height = 1 } = share;
    requireFinite('canvasShare.left', left);
    requirePositive('canvasShare.width', width);
    requireFinite('canvasShare.top', top);
    requirePositive('canvasShare.height', height);
    this.share = share;
    // Babylon measures the viewport from the lower edge
    this.camera.viewport = new Viewport(left, 1 - top - height, width, height);
    this.update();
  }

  /** Moves the camera to `view`, and makes this the view that `reset` returns to. */
  setHome(view: PlanarView): void {
    this.view = view;
    this.home = copyOf(view);
  }

  /** Returns to the home view: the view of the last `setHome`, or the initial view of the camera. */
  reset(): void {
    this.view = this.home;
  }

  /** Half the height that is visible on the current canvas, in metres. */
  get visibleHalfHeight(): number {
    return this.current.halfHeight * Math.max(1, this.fitAspect / this.aspect);
  }

  /** The part of the plane that is visible. */
  get bounds(): ViewBounds {
    const halfHeight = this.visibleHalfHeight;
    const halfWidth = halfHeight * this.aspect;
    const { x, y } = this.current;
    return { minX: x - halfWidth, minY: y - halfHeight, maxX: x + halfWidth, maxY: y + halfHeight };
  }

  /** Metres that one CSS pixel covers. */
  get metersPerPixel(): number {
    return (2 * this.visibleHalfHeight) / this.panel.height;
  }

  /** Adapts the camera to the shape of the canvas. Call it before rendering. */
  update(): void {
    const { x, y } = this.current;
    const distance = this.visibleHalfHeight / Math.tan(FIELD_OF_VIEW / 2);
    this.camera.lowerRadiusLimit = null;
    this.camera.upperRadiusLimit = null;
    this.camera.target.set(x, y, 0);
    // from the side of the plane from which x points right
    this.camera.alpha = this.scene.useRightHandedSystem ? 0.5 * Math.PI : 1.5 * Math.PI;
    this.camera.radius = distance;
    this.camera.minZ = 0.05 * distance;
    this.camera.maxZ = 20 * distance;
    this.camera.computeWorldMatrix();
  }

  /**
   * Converts a point of the canvas, in CSS pixels from its upper left corner, to the point of the plane under it, m.
   * @throws InputError if one of the numbers is not finite
   */
  toWorld(left: number, top: number): { x: number; y: number } {
    requireFinite('left', left);
    requireFinite('top', top);
    const { middle, center } = this.panel;
    const scale = this.metersPerPixel;
    return { x: this.current.x + (left - middle) * scale, y: this.current.y - (top - center) * scale };
  }

  /**
   * Converts a point of the plane, m, to its place on the canvas, in CSS pixels from the upper left corner.
   * @throws InputError if one of the numbers is not finite
   */
  toCanvas(x: number, y: number): { left: number; top: number } {
    requireFinite('x', x);
    requireFinite('y', y);
    const { middle, center } = this.panel;
    const scale = this.metersPerPixel;
    return {
      left: middle + (x - this.current.x) / scale,
      top: center - (y - this.current.y) / scale,
    };
  }

  /**
   * Moves the view by this many CSS pixels, so that the plane follows the pointer.
   * @throws InputError if one of the numbers is not finite
   */
  pan(deltaLeft: number, deltaTop: number): void {
    requireFinite('deltaLeft', deltaLeft);
    requireFinite('deltaTop', deltaTop);
    const scale = this.metersPerPixel;
    const { x, y, halfHeight } = this.current;
    this.view = { x: x - deltaLeft * scale, y: y + deltaTop * scale, halfHeight };
  }

  /**
   * Zooms by `factor` (2 shows things twice as large) and keeps the point of the plane under (left, top), CSS pixels, in place.
   * @throws InputError if one of the numbers is not finite, or the factor not above 0
   */
  zoom(factor: number, left: number, top: number): void {
    requirePositive('factor', factor);
    const before = this.toWorld(left, top);
    this.view = { ...this.current, halfHeight: this.current.halfHeight / factor };
    const after = this.toWorld(left, top);
    this.view = {
      x: this.current.x + before.x - after.x,
      y: this.current.y + before.y - after.y,
      halfHeight: this.current.halfHeight,
    };
  }

  /** Removes the camera from the scene. */
  dispose(): void {
    this.camera.dispose();
  }

  /** Size of the drawn part of the canvas, and its horizontal (`middle`) and vertical (`center`) centre, in CSS pixels. */
  private get panel(): { middle: number; center: number; width: number; height: number } {
    const { width, height } = canvasSize(this.scene.getEngine());
    const { left, width: across, top = 0, height: down = 1 } = this.share;
    return {
      middle: (left + 0.5 * across) * width,
      center: (top + 0.5 * down) * height,
      width: across * width,
      height: down * height,
    };
  }

  private get aspect(): number {
    const { width, height } = this.panel;
    return width / height;
  }
}

function copyOf({ x, y, halfHeight }: PlanarView): PlanarView {
  return Object.freeze({ x, y, halfHeight });
}
