import type { Scene } from '@babylonjs/core/scene.js';
import type { Cloth, Grip } from '@otedama/cloth-webgpu';
import { requireKnownFields } from '@otedama/math2d';
import { requireCloth, requireScene } from './input.js';
import { type Holdable, ScenePointers } from './scene-pointers.js';

/** Which mouse buttons grab the cloth, and callbacks. */
export interface ClothHandOptions {
  /**
   * Numbers of the mouse buttons that grab, as in `PointerEvent.button`. Default `[0]`, the left button. Fingers and pens always
   * grab.
   */
  readonly buttons?: readonly number[];
  /** Called when a pointer has grabbed the cloth. Default none. */
  readonly onGrab?: (pointerId: number, grip: Grip) => void;
  /** Called when a pointer has released the cloth. Default none. */
  readonly onRelease?: (pointerId: number) => void;
}

/**
 * Lets the pointers of a scene grab, drag and throw a cloth, several at once. They look through `scene.cameraToUseForPointers`, or if it is
 * null through the active camera, which with several cameras is the last one. For several cloths, create a hand for each: a press grabs
 * the cloth that it hits first. A mesh in front of a cloth hides it, if the pointers of the scene can hit that mesh (`isPickable`,
 * `scene.pointerDownPredicate`). While any pointer holds a cloth, the camera receives no pointer moves and no wheel events. If a press
 * misses all cloths, the camera receives all of its events. On the GPU backend they arrive a frame or two late, because only the GPU knows
 * what was hit.
 */
export class ClothHand {
  /** The cloth that can be grabbed. */
  readonly cloth: Cloth;
  private readonly pointers: ScenePointers;
  private readonly held: Holdable;

  /** @throws InputError if the scene or the cloth is none, or for an option that does not exist */
  constructor(scene: Scene, cloth: Cloth, options: ClothHandOptions = {}) {
    requireScene(scene);
    requireCloth(cloth);
    requireKnownFields(options, '', ['buttons', 'onGrab', 'onRelease']);
    this.cloth = cloth;
    this.held = {
      cloth,
      buttons: options.buttons ?? [0],
      grabbed: (pointerId, grip) => options.onGrab?.(pointerId, grip),
      released: (pointerId) => options.onRelease?.(pointerId),
    };
    this.pointers = ScenePointers.of(scene);
    this.pointers.join(this.held);
    Object.seal(this); // a name that does not exist throws
  }

  /** Number of pointers that currently hold the cloth. */
  get holding(): number {
    return this.pointers.holding(this.held);
  }

  /** Releases all pointers. */
  releaseAll(): void {
    this.pointers.release(this.held);
  }

  /** Releases the cloth and stops listening to pointers. Disposing of the scene does the same. */
  dispose(): void {
    this.pointers.leave(this.held);
  }
}
