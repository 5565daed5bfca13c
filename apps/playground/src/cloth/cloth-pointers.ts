import type { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { ClothCpu, ClothGpu, Ray } from '@otedama/cloth-webgpu';
import { type CanvasPoint, ClothHand } from '@otedama/render-babylon';
import { Fist } from './fist.js';

/** How far beyond the point that the camera looks at a blade reaches, metres: through the whole cloth. */
const bladeReach = 10;

/** What pointers do with a cloth: they grab it, a cloth that can tear by the handful, and cut it. The cursor shows which. */
export class ClothPointers {
  private readonly scene: Scene;
  private readonly camera: ArcRotateCamera;
  private readonly cloth: ClothGpu | ClothCpu;
  private readonly canvas: HTMLCanvasElement | null;
  private readonly hand: ClothHand;
  /** Pulls a cloth that can tear; null for the others. */
  private readonly fist: Fist | null;
  /** Where the pointers were last heard of, and what ends listening to them. */
  private readonly points: Map<number, CanvasPoint> = new Map();
  private readonly listening: AbortController = new AbortController();
  private cuts = false;

  /** @param onGrab called when a pointer has grabbed the cloth */
  constructor(
    scene: Scene,
    camera: ArcRotateCamera,
    cloth: ClothGpu | ClothCpu,
    { tears, onGrab }: { readonly tears: boolean; onGrab(): void },
  ) {
    this.scene = scene;
    this.camera = camera;
    this.cloth = cloth;
    this.canvas = scene.getEngine().getRenderingCanvas();
    this.fist = tears ? new Fist(cloth) : null;
    this.hand = new ClothHand(scene, cloth, {
      onGrab: (pointerId) => {
        this.makeFist(pointerId);
        this.showCursor();
        onGrab();
      },
      onRelease: (pointerId) => {
        this.fist?.open(pointerId);
        this.showCursor();
      },
    });
    if (this.fist !== null) this.follow();
    this.showCursor();
  }

  /** Stops listening. */
  dispose(): void {
    this.hand.dispose();
    this.listening.abort();
  }

  /** Lets go of all that is held. */
  releaseAll(): void {
    this.hand.releaseAll();
  }

  /** Whether a press cuts instead of grabbing, which the cursor shows. */
  set isCutting(value: boolean) {
    this.cuts = value;
    this.showCursor();
  }

  /**
   * Cuts all of the cloth that is seen along a path on the canvas, CSS pixels, of two points or more. Resolves with the number of edges
   * that break in the next step.
   */
  async cut(path: readonly CanvasPoint[]): Promise<number> {
    const { x, y, z } = this.camera.globalPosition;
    const reach = this.camera.radius + bladeReach;
    // the sheet of all lines of sight through the path
    const ends = path.map((point) => {
      const { origin, direction } = this.rayThrough(point);
      return {
        x: origin.x + reach * direction.x,
        y: origin.y + reach * direction.y,
        z: origin.z + reach * direction.z,
      };
    });
    try {
      return await this.cloth.cut([{ x, y, z }, ...ends]);
    } catch (error) {
      // a cloth that the reader has left, or whose device is lost, stays whole
      if (this.cloth.status === 'running') throw error;
      return 0;
    }
  }

  /** The line of sight through a point on the canvas. */
  private rayThrough({ left, top }: CanvasPoint): Ray {
    return this.scene.createPickingRay(left, top, null, this.camera);
  }

  /** Notes where pointers are, and pulls with those that have made a fist. */
  private follow(): void {
    const { canvas, listening } = this;
    if (canvas === null) return;
    const follow = ({ pointerId, clientX, clientY }: PointerEvent): void => {
      const box = canvas.getBoundingClientRect();
      const point = { left: clientX - box.left, top: clientY - box.top };
      this.points.set(pointerId, point);
      this.fist?.move(pointerId, this.rayThrough(point));
    };
    const { signal } = listening;
    canvas.addEventListener('pointerdown', follow, { signal });
    canvas.addEventListener('pointermove', follow, { signal });
  }

  /** Takes a handful of cloth around what a pointer holds. */
  private makeFist(pointerId: number): void {
    const point = this.points.get(pointerId);
    if (this.fist === null || point === undefined) return;
    const right = this.camera.getDirection(Vector3.Right());
    const up = this.camera.getDirection(Vector3.Up());
    this.fist.close(pointerId, this.rayThrough(point), right, up);
  }

  private showCursor(): void {
    this.scene.defaultCursor = this.cuts ? 'crosshair' : this.hand.holding > 0 ? 'grabbing' : 'grab';
    if (this.canvas !== null) this.canvas.style.cursor = this.scene.defaultCursor;
  }
}
