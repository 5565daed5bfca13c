import '@babylonjs/core/Culling/ray.js';
import type { IPointerEvent } from '@babylonjs/core/Events/deviceInputEvents.js';
import { PointerEventTypes, PointerInfo, type PointerInfoPre } from '@babylonjs/core/Events/pointerEvents.js';
import type { Observer } from '@babylonjs/core/Misc/observable.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Cloth, Grip, Ray } from '@otedama/cloth-webgpu';

/** Which pointers take hold, and who is told. */
export interface ClothHandOptions {
  /**
   * Numbers of the mouse buttons that take hold, as in `PointerEvent.button`. Default `[0]`, the left one; fingers
   * and pens always do.
   */
  readonly buttons?: readonly number[];
  /** Told what a pointer has taken hold of. Default none. */
  readonly onGrab?: (pointerId: number, grip: Grip) => void;
  /** Told that a pointer let go. Default none. */
  readonly onRelease?: (pointerId: number) => void;
}

/**
 * A pointer that went down. `asked`: the cloth has not answered yet, and what the camera would have seen is kept.
 * `holding`: it has the cloth. `idle`: it missed while another pointer held, and means nothing until it goes up.
 */
interface Finger {
  state: 'asked' | 'holding' | 'idle';
  readonly kept: { readonly type: number; readonly event: PointerInfoPre['event'] }[];
}

const pointerTypes =
  PointerEventTypes.POINTERDOWN | PointerEventTypes.POINTERMOVE | PointerEventTypes.POINTERUP;

/**
 * Lets the pointers of a scene take hold of a cloth, drag and throw it; several at once. While any pointer holds, the
 * camera gets none of them and no wheel; a press beside the cloth reaches the camera whole, if a frame or two late on
 * the GPU backend, where only the GPU knows what was hit.
 */
export class ClothHand {
  /** The cloth that is taken hold of. */
  readonly cloth: Cloth;
  private readonly scene: Scene;
  private readonly buttons: readonly number[];
  private readonly options: ClothHandOptions;
  private readonly fingers: Map<number, Finger> = new Map();
  private readonly observer: Observer<PointerInfoPre> | null;
  private readonly listening: AbortController = new AbortController();

  constructor(scene: Scene, cloth: Cloth, options: ClothHandOptions = {}) {
    this.scene = scene;
    this.cloth = cloth;
    this.options = options;
    this.buttons = options.buttons ?? [0];
    this.observer = scene.onPrePointerObservable.add((info) => {
      if (this.take(info)) info.skipOnPointerObservable = true;
    }, pointerTypes | PointerEventTypes.POINTERWHEEL);
    // Babylon keeps some releases to itself (a swipe, a lost window); the hand must not
    const { signal } = this.listening;
    const view = scene.getEngine().getHostWindow();
    const letGo = (event: PointerEvent) => this.forget(event.pointerId);
    view?.addEventListener('pointerup', letGo, { signal });
    view?.addEventListener('pointercancel', letGo, { signal });
    view?.addEventListener('blur', () => this.releaseAll(), { signal });
  }

  /** Number of pointers that hold the cloth now. */
  get holding(): number {
    let count = 0;
    for (const finger of this.fingers.values()) if (finger.state === 'holding') count++;
    return count;
  }

  /** Lets go of everything. */
  releaseAll(): void {
    for (const pointerId of [...this.fingers.keys()]) this.forget(pointerId);
  }

  /** Lets go of the cloth and stops listening to pointers. */
  dispose(): void {
    this.releaseAll();
    this.listening.abort();
    this.scene.onPrePointerObservable.remove(this.observer);
  }

  /** Whether the event is the hand's and nobody else's. */
  private take(info: PointerInfoPre): boolean {
    const { type } = info;
    if (type === PointerEventTypes.POINTERWHEEL) return this.holding > 0;
    const event = info.event as IPointerEvent;
    const finger = this.fingers.get(event.pointerId);
    if (type === PointerEventTypes.POINTERDOWN) return finger !== undefined || this.down(info, event);
    if (finger === undefined) return this.holding > 0 && type === PointerEventTypes.POINTERMOVE;
    if (finger.state === 'asked') finger.kept.push({ type, event });
    if (type === PointerEventTypes.POINTERUP) this.up(event.pointerId, finger);
    else if (finger.state !== 'idle') this.cloth.moveGrab(event.pointerId, this.rayAt(info));
    return true;
  }

  private down(info: PointerInfoPre, event: IPointerEvent): boolean {
    const button = event.pointerType === 'mouse' ? event.button : 0;
    const ray = this.rayAt(info);
    if (!this.buttons.includes(button) || this.cloth.status !== 'running') return false;
    const { pointerId } = event;
    const finger: Finger = { state: 'asked', kept: [{ type: info.type, event }] };
    this.fingers.set(pointerId, finger);
    capture(event);
    void this.cloth.grab(pointerId, ray).then((grip) => this.answered(pointerId, finger, grip));
    return true;
  }

  private answered(pointerId: number, finger: Finger, grip: Grip | null): void {
    const isDown = this.fingers.get(pointerId) === finger;
    if (grip !== null) {
      if (!isDown) return;
      finger.state = 'holding';
      finger.kept.length = 0;
      this.options.onGrab?.(pointerId, grip);
    } else if (this.holding > 0) {
      finger.state = 'idle';
    } else {
      if (isDown) this.fingers.delete(pointerId);
      for (const { type, event } of finger.kept) {
        this.scene.onPointerObservable.notifyObservers(new PointerInfo(type, event, null), type);
      }
    }
  }

  private up(pointerId: number, finger: Finger): void {
    this.fingers.delete(pointerId);
    if (finger.state === 'idle') return;
    this.cloth.release(pointerId);
    if (finger.state === 'holding') this.options.onRelease?.(pointerId);
  }

  private forget(pointerId: number): void {
    const finger = this.fingers.get(pointerId);
    if (finger !== undefined) this.up(pointerId, finger);
  }

  private rayAt(info: PointerInfoPre): Ray {
    const { x, y } = info.localPosition;
    return this.scene.createPickingRay(x, y, null, this.scene.activeCamera);
  }
}

/** Keeps the pointer's events coming when it leaves the canvas. */
function capture(event: IPointerEvent): void {
  try {
    (event.target as Element | null)?.setPointerCapture(event.pointerId);
  } catch {
    // a pointer that is up again already, or one that a test made up
  }
}
