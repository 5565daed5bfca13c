import '@babylonjs/core/Culling/ray.js';
import type { IPointerEvent } from '@babylonjs/core/Events/deviceInputEvents.js';
import { PointerEventTypes, PointerInfo, type PointerInfoPre } from '@babylonjs/core/Events/pointerEvents.js';
import type { Observer } from '@babylonjs/core/Misc/observable.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Cloth, Grip, Ray } from '@otedama/cloth-webgpu';

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
 * A pressed pointer. `asked`: the cloth has not answered yet; events that the camera may need later are kept. `holding`: the pointer
 * holds the cloth. `idle`: the pointer missed while another one held the cloth; it is ignored until it is released.
 */
interface Finger {
  state: 'asked' | 'holding' | 'idle';
  readonly kept: { readonly type: number; readonly event: PointerInfoPre['event'] }[];
}

const pointerTypes =
  PointerEventTypes.POINTERDOWN | PointerEventTypes.POINTERMOVE | PointerEventTypes.POINTERUP;

/**
 * Lets the pointers of a scene grab, drag and throw a cloth, several at once. While any pointer holds the cloth, the camera receives
 * no pointer moves and no wheel events. If a press misses the cloth, the camera receives all of its events. On the GPU backend they
 * arrive a frame or two late, because only the GPU knows what was hit.
 */
export class ClothHand {
  /** The cloth that can be grabbed. */
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
    // Babylon does not report some releases (a swipe, a window that loses focus), so this class listens to them itself
    const { signal } = this.listening;
    const view = scene.getEngine().getHostWindow();
    const letGo = (event: PointerEvent) => this.forget(event.pointerId);
    view?.addEventListener('pointerup', letGo, { signal });
    view?.addEventListener('pointercancel', letGo, { signal });
    view?.addEventListener('blur', () => this.releaseAll(), { signal });
  }

  /** Number of pointers that currently hold the cloth. */
  get holding(): number {
    let count = 0;
    for (const finger of this.fingers.values()) if (finger.state === 'holding') count++;
    return count;
  }

  /** Releases all pointers. */
  releaseAll(): void {
    for (const pointerId of [...this.fingers.keys()]) this.forget(pointerId);
  }

  /** Releases the cloth and stops listening to pointers. */
  dispose(): void {
    this.releaseAll();
    this.listening.abort();
    this.scene.onPrePointerObservable.remove(this.observer);
  }

  /** Handles an event. Returns whether other listeners must not receive it. */
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

/** Makes the pointer's events continue when it leaves the canvas. */
function capture(event: IPointerEvent): void {
  try {
    (event.target as Element | null)?.setPointerCapture(event.pointerId);
  } catch {
    // the pointer was already released, or a test created the event
  }
}
