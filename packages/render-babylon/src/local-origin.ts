/**
 * Coordinates near what is seen. A 32-bit float tells positions apart by a 16-millionth of their size: by 6 cm at 10^6 m. So what is
 * drawn is sent to the GPU relative to a point nearby, with the matrix that takes coordinates relative to that point to the screen.
 */
import { Matrix } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { ViewBounds } from './planar-camera.js';

/** Distance of the points that may be chosen, m. */
const SPACING = 1024;

const nearest = (value: number): number => SPACING * Math.round(value / SPACING);

/** A point near what is drawn: the origin of the world up to 512 m away from it. */
export class LocalOrigin {
  /** World axes, m. */
  x = 0;
  /** World axes, m. */
  y = 0;
  private readonly view: Matrix = new Matrix();
  private readonly toClip: Matrix = new Matrix();

  /** Moves it near a point, m. */
  moveNear(x: number, y: number): void {
    this.x = nearest(x);
    this.y = nearest(y);
  }

  /** Moves it near the middle of a view. */
  moveInto(view: ViewBounds): void {
    this.moveNear(0.5 * (view.minX + view.maxX), 0.5 * (view.minY + view.maxY));
  }

  /**
   * The matrix from coordinates relative to this point to the screen, for the camera that the scene draws with: P V T, with T the translation
   * by this point. In the view matrix V = [R t], R is the rotation into the axes of the camera, and t = -R e with the eye at e. So
   * V T = [R, R o + t]. In a scene with a floating origin t is 0, and positions are relative to that origin.
   */
  matrixFor(scene: Scene): Matrix {
    const { view, toClip } = this;
    const { x: floatingX, y: floatingY, z: floatingZ } = scene.floatingOriginOffset;
    view.copyFrom(scene.getViewMatrix());
    const m = view.m;
    const [x, y, z] = [this.x - floatingX, this.y - floatingY, -floatingZ];
    const isFloating = scene.floatingOriginMode;
    const along = (axis: number): number =>
      m[axis] * x + m[4 + axis] * y + m[8 + axis] * z + (isFloating ? 0 : m[12 + axis]);
    view.setRowFromFloats(3, along(0), along(1), along(2), 1);
    return view.multiplyToRef(scene.getProjectionMatrix(), toClip);
  }
}
