import type { Observer } from '@babylonjs/core/Misc/observable.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { inOneSubmit } from './kernel-passes.js';

/** What is called once per frame of a scene. */
class Updates {
  readonly all = new Set<() => void>();
  private readonly scene: Scene;
  private readonly observer: Observer<Scene>;
  private frame = -1;

  constructor(scene: Scene) {
    this.scene = scene;
    this.observer = scene.onBeforeRenderTargetsRenderObservable.add(() => {
      if (this.frame === scene.getFrameId()) return;
      this.frame = scene.getFrameId();
      inOneSubmit(() => {
        for (const update of this.all) update();
      });
    });
    updatesOf.set(scene, this);
  }

  remove(update: () => void): void {
    this.all.delete(update);
    if (this.all.size > 0) return;
    this.scene.onBeforeRenderTargetsRenderObservable.remove(this.observer);
    updatesOf.delete(this.scene);
  }
}

const updatesOf = new WeakMap<Scene, Updates>();

/**
 * Calls `update` once per frame of a scene: after `onBeforeRenderObservable`, where games move their objects, and before anything of the
 * frame is drawn or culled. That is before all cameras and render targets, also while active meshes are frozen and with a frame graph.
 * Babylon notifies the observable that is used for it again for each camera; those calls are left out. The kernels that the updates of a
 * frame run go to the device in one submit.
 * @returns ends it
 */
export function beforeDrawing(scene: Scene, update: () => void): () => void {
  const updates = updatesOf.get(scene) ?? new Updates(scene);
  // a function of its own, so that one that is given twice is called twice
  const call = () => update();
  updates.all.add(call);
  return () => updates.remove(call);
}
