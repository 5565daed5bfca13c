import '@babylonjs/core/Culling/ray.js';
import type { Ray } from '@babylonjs/core/Culling/ray.js';
import type { IPointerEvent } from '@babylonjs/core/Events/deviceInputEvents.js';
import { PointerEventTypes, PointerInfo, type PointerInfoPre } from '@babylonjs/core/Events/pointerEvents.js';
import type { Observer } from '@babylonjs/core/Misc/observable.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Cloth, Grip } from '@otedama/cloth-webgpu';
import { preventFlings } from './prevent-flings.js';

/** A cloth that pointers can take hold of. */
export interface Holdable {
  readonly cloth: Cloth;
  /** Mouse buttons that grab it. */
  readonly buttons: readonly number[];
  /** Called when a pointer has grabbed it. */
  grabbed(pointerId: number, grip: Grip): void;
  /** Called when a pointer that had grabbed it has released it. */
  released(pointerId: number): void;
}

/**
 * A pressed pointer. `asked`: some of the cloths in `of` have not answered yet; events that the camera may need later are kept. `holding`:
 * the pointer holds the only one in `of`. `idle`: the pointer missed while another one held a cloth; it is ignored until it is released.
 * `given`: it missed, and the camera has received its press. Babylon drops the release of a press that it was told to skip, so this class
 * reports that one too.
 */
interface Finger {
  state: 'asked' | 'holding' | 'idle' | 'given';
  /** Distance along its ray of the nearest mesh that it hit, which hides the cloths behind it; infinite for none. */
  readonly wall: number;
  readonly of: Set<Holdable>;
  /** How it was pressed. */
  readonly press: IPointerEvent;
  readonly kept: { readonly type: number; readonly event: PointerInfoPre['event'] }[];
}

const pointerTypes =
  PointerEventTypes.POINTERDOWN | PointerEventTypes.POINTERMOVE | PointerEventTypes.POINTERUP;

const pointersOf = new WeakMap<Scene, ScenePointers>();

/**
 * The pointers of a scene, for all its cloths together: a press asks every cloth, and the pointer holds the one that it hit first, unless a
 * mesh is in front of it. While any pointer holds a cloth, the camera receives no pointer moves and no wheel events. If a press misses all of
 * them, the camera receives all of its events, once.
 */
export class ScenePointers {
  private readonly scene: Scene;
  private readonly cloths: Set<Holdable> = new Set();
  private readonly fingers: Map<number, Finger> = new Map();
  private readonly observer: Observer<PointerInfoPre> | null;
  private readonly disposal: Observer<Scene>;
  private readonly listening: AbortController = new AbortController();

  /** The pointers of a scene. They listen until the last cloth has left, or the scene is disposed of. */
  static of(scene: Scene): ScenePointers {
    const known = pointersOf.get(scene);
    if (known !== undefined) return known;
    const made = new ScenePointers(scene);
    pointersOf.set(scene, made);
    return made;
  }

  private constructor(scene: Scene) {
    this.scene = scene;
    this.observer = scene.onPrePointerObservable.add((info) => {
      if (this.take(info)) info.skipOnPointerObservable = true;
    }, pointerTypes | PointerEventTypes.POINTERWHEEL);
    // Babylon does not report some releases (a swipe, a window that loses focus), so this class listens to them itself
    const { signal } = this.listening;
    const view = scene.getEngine().getHostWindow();
    const letGo = (event: PointerEvent) => this.end(event.pointerId);
    view?.addEventListener('pointerup', letGo, { signal });
    view?.addEventListener('pointercancel', letGo, { signal });
    view?.addEventListener('blur', () => this.endAll(), { signal });
    const canvas = scene.getEngine().getInputElement();
    if (canvas) preventFlings(canvas, { signal });
    this.disposal = scene.onDisposeObservable.add(() => {
      for (const pointerId of [...this.fingers.keys()]) this.lift(pointerId);
      this.stop();
    });
  }

  /** Lets pointers take hold of a cloth. */
  join(held: Holdable): void {
    this.cloths.add(held);
  }

  /** Releases a cloth, which pointers no longer take hold of. */
  leave(held: Holdable): void {
    this.release(held);
    this.cloths.delete(held);
    if (this.cloths.size > 0) return;
    this.endAll();
    this.stop();
  }

  /** Number of pointers that hold a cloth. */
  holding(held: Holdable): number {
    let count = 0;
    for (const { state, of } of this.fingers.values()) if (state === 'holding' && of.has(held)) count++;
    return count;
  }

  /** Makes all pointers let go of a cloth. */
  release(held: Holdable): void {
    for (const [pointerId, finger] of [...this.fingers]) {
      if (!finger.of.has(held)) continue;
      if (finger.of.size === 1) this.lift(pointerId);
      else {
        finger.of.delete(held);
        held.cloth.release(pointerId);
      }
    }
  }

  private get isAnyHeld(): boolean {
    for (const { state } of this.fingers.values()) if (state === 'holding') return true;
    return false;
  }

  /** Handles an event. Returns whether other listeners must not receive it. */
  private take(info: PointerInfoPre): boolean {
    const { type } = info;
    if (type === PointerEventTypes.POINTERWHEEL) return this.isAnyHeld;
    const event = info.event as IPointerEvent;
    const finger = this.fingers.get(event.pointerId);
    if (type === PointerEventTypes.POINTERDOWN) {
      // another button of a mouse that the camera follows is the camera's too
      return finger === undefined ? this.down(info, event) : finger.state !== 'given';
    }
    if (finger === undefined) return this.isAnyHeld && type === PointerEventTypes.POINTERMOVE;
    if (type === PointerEventTypes.POINTERUP) {
      this.end(event.pointerId, event);
      return true;
    }
    if (finger.state === 'given') return this.isAnyHeld;
    if (finger.state === 'asked') finger.kept.push({ type, event });
    for (const { cloth } of finger.of) cloth.moveGrab(event.pointerId, this.rayAt(info));
    return true;
  }

  private down(info: PointerInfoPre, event: IPointerEvent): boolean {
    const button = event.pointerType === 'mouse' ? event.button : 0;
    const asked = [...this.cloths].filter(
      ({ buttons, cloth }) => buttons.includes(button) && cloth.status === 'running',
    );
    if (asked.length === 0) return false;
    const { pointerId } = event;
    const ray = this.rayAt(info);
    const finger: Finger = {
      state: 'asked',
      wall: this.wallAlong(ray),
      of: new Set(asked),
      press: event,
      kept: [{ type: info.type, event }],
    };
    this.fingers.set(pointerId, finger);
    capture(event);
    void Promise.all(asked.map(({ cloth }) => cloth.grab(pointerId, ray))).then((grips) =>
      this.answered(pointerId, finger, asked, grips),
    );
    return true;
  }

  private answered(
    pointerId: number,
    finger: Finger,
    asked: readonly Holdable[],
    grips: readonly (Grip | null)[],
  ): void {
    const isDown = this.fingers.get(pointerId) === finger;
    let nearest: [held: Holdable, grip: Grip] | null = null;
    for (const [k, grip] of grips.entries()) {
      if (grip === null || !finger.of.has(asked[k])) continue;
      const { cloth } = asked[k];
      if (grip.distance > finger.wall + cloth.parameters.thickness) {
        if (isDown) cloth.release(pointerId);
        continue;
      }
      if (nearest === null || grip.distance < nearest[1].distance) nearest = [asked[k], grip];
    }
    if (nearest !== null) {
      if (!isDown) return;
      const [held, grip] = nearest;
      for (const { cloth } of finger.of) if (cloth !== held.cloth) cloth.release(pointerId);
      finger.of.clear();
      finger.of.add(held);
      finger.state = 'holding';
      finger.kept.length = 0;
      held.grabbed(pointerId, grip);
    } else if (this.isAnyHeld) {
      finger.state = 'idle';
      finger.of.clear();
    } else {
      finger.state = 'given';
      finger.of.clear();
      for (const { type, event } of finger.kept) this.give(type, event);
    }
  }

  /** Passes an event on to the camera and the other listeners of the scene. */
  private give(type: number, event: PointerInfoPre['event']): void {
    this.scene.onPointerObservable.notifyObservers(new PointerInfo(type, event, null), type);
  }

  /** A pointer was released, with an event or without one. The camera receives it if it has received the press, or will. */
  private end(pointerId: number, event?: PointerInfoPre['event']): void {
    const finger = this.fingers.get(pointerId);
    if (finger === undefined) return;
    this.lift(pointerId);
    const { state, kept, press } = finger;
    if (state !== 'asked' && state !== 'given') return;
    const release = event ?? releaseOf(press);
    if (state === 'asked') kept.push({ type: PointerEventTypes.POINTERUP, event: release });
    else this.give(PointerEventTypes.POINTERUP, release);
  }

  private endAll(): void {
    for (const pointerId of [...this.fingers.keys()]) this.end(pointerId);
  }

  /** A pointer is no longer pressed. */
  private lift(pointerId: number): void {
    const finger = this.fingers.get(pointerId);
    this.fingers.delete(pointerId);
    for (const held of finger?.of ?? []) {
      held.cloth.release(pointerId);
      if (finger?.state === 'holding') held.released(pointerId);
    }
  }

  private stop(): void {
    this.listening.abort();
    this.scene.onPrePointerObservable.remove(this.observer);
    this.scene.onDisposeObservable.remove(this.disposal);
    pointersOf.delete(this.scene);
  }

  /** Distance of the nearest mesh along a ray, of those that Babylon's own pointers can hit. */
  private wallAlong(ray: Ray): number {
    const hit = this.scene.pickWithRay(ray, this.scene.pointerDownPredicate);
    return hit?.hit ? hit.distance : Number.POSITIVE_INFINITY;
  }

  private rayAt(info: PointerInfoPre): Ray {
    const { x, y } = info.localPosition;
    // with several cameras, the active one is that which was drawn last
    const { cameraToUseForPointers, activeCamera } = this.scene;
    return this.scene.createPickingRay(x, y, null, cameraToUseForPointers ?? activeCamera);
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

/** The release of a pressed pointer, at the place of the press, if nobody has reported any. */
function releaseOf(press: IPointerEvent): IPointerEvent {
  const { pointerId, pointerType, button, clientX, clientY, target } = press;
  const { altKey, ctrlKey, metaKey, shiftKey } = press;
  return {
    ...{ type: 'pointerup', pointerId, pointerType, button, buttons: 0, clientX, clientY, target },
    ...{ altKey, ctrlKey, metaKey, shiftKey },
    preventDefault: () => {},
  } as IPointerEvent;
}
