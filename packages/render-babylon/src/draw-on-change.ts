import type { Camera } from '@babylonjs/core/Cameras/camera.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { requireBoolean } from '@otedama/math2d';
import { requireScene } from './input.js';
import { watchScene } from './watch-scene.js';

/**
 * Draws a scene only when something has changed, so that a world at rest costs the graphics device and the battery nothing. What is on the
 * canvas stays there.
 *
 * ```ts
 * const drawing = new DrawOnChange(scene);
 * engine.runRenderLoop(() => {
 *   clock.advance(engine.getDeltaTime() / 1000, (timeStep) => world.step(timeStep));
 *   camera.update();
 *   drawing.frame(view.update(clock.alpha));
 * });
 * ```
 *
 * It notices by itself when a camera of the scene moves, also by its inertia, when the canvas gets another size, when the tab is visible
 * again, when a lost graphics device is replaced, and when shaders are compiled at last. Everything else that moves without a `WorldView`
 * has to be told to `frame`, and everything else that changes to `request`. Callbacks of the scene, such as `onBeforeRenderObservable`, run
 * only in frames that are drawn.
 */
export class DrawOnChange {
  private readonly scene: Scene;
  /** Whether a change is not drawn yet. */
  private isAsked = true;
  /** Whether the last change was drawn with all its shaders. */
  private isSettled = false;
  /** The update flags of the matrices that the last frame was drawn with: two per active camera. */
  private readonly flags: number[] = [];
  private readonly stopWatching: () => void;

  /** @throws InputError if the scene is none */
  constructor(scene: Scene) {
    requireScene(scene);
    this.scene = scene;
    const request = () => this.request();
    const stopWatching = watchScene(scene, request, () => this.dispose());
    const engine = scene.getEngine();
    const resizing = engine.onResizeObservable.add(request);
    // a canvas on no page has no document
    const page = engine.getRenderingCanvas()?.ownerDocument;
    page?.addEventListener('visibilitychange', request);
    this.stopWatching = () => {
      stopWatching();
      engine.onResizeObservable.remove(resizing);
      page?.removeEventListener('visibilitychange', request);
    };
    Object.seal(this); // a name that does not exist throws
  }

  /** Makes the next frame be drawn. */
  request(): void {
    this.isAsked = true;
  }

  /**
   * Draws the scene if it has changed. Call it once per frame, in place of `scene.render()`.
   *
   * @param changed whether something has changed that the scene does not show by itself, such as the result of `WorldView.update`;
   *   default false
   * @returns whether it was drawn
   * @throws InputError if `changed` is neither true nor false
   */
  frame(changed = false): boolean {
    requireBoolean('changed', changed);
    if (changed) this.request();
    const { scene } = this;
    // keys, pointers and inertia move a camera only when it is updated, which a frame that is drawn does by itself
    const isCurious = !this.isAsked;
    if (isCurious) for (const camera of this.cameras) camera.update();
    const isDue = this.isAsked || this.hasMoved();
    if (!isDue && this.isSettled) return false;
    // parts whose shaders are still being compiled are left out, so the last change is drawn again until there are none
    this.isSettled = !isDue && scene.isReady();
    this.isAsked = false;
    scene.render(!isCurious);
    this.keepFlags();
    return true;
  }

  /** Stops watching the scene, which stays. Disposing of the scene does the same. */
  dispose(): void {
    this.stopWatching();
  }

  private get cameras(): readonly Camera[] {
    const { activeCameras, activeCamera } = this.scene;
    if (activeCameras !== null && activeCameras.length > 0) return activeCameras;
    return activeCamera === null ? [] : [activeCamera];
  }

  /** Whether a camera is not where the last frame was drawn from. Babylon.js gives a matrix that it computes anew a flag of its own. */
  private hasMoved(): boolean {
    const { cameras, flags } = this;
    return (
      flags.length !== 2 * cameras.length ||
      cameras.some(
        (camera, k) =>
          flags[2 * k] !== camera.getViewMatrix().updateFlag ||
          flags[2 * k + 1] !== camera.getProjectionMatrix().updateFlag,
      )
    );
  }

  private keepFlags(): void {
    const { cameras, flags } = this;
    flags.length = 2 * cameras.length;
    cameras.forEach((camera, k) => {
      flags[2 * k] = camera.getViewMatrix().updateFlag;
      flags[2 * k + 1] = camera.getProjectionMatrix().updateFlag;
    });
  }
}
