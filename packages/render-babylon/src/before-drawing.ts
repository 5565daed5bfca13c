import type { Scene } from '@babylonjs/core/scene.js';

/**
 * Calls `update` once per frame of a scene: after `onBeforeRenderObservable`, where games move their objects, and before anything of the
 * frame is drawn or culled. That is before all cameras and render targets, also while active meshes are frozen and with a frame graph.
 * Babylon notifies the observable that is used for it again for each camera; those calls are left out.
 * @returns ends it
 */
export function beforeDrawing(scene: Scene, update: () => void): () => void {
  let frame = -1;
  const observer = scene.onBeforeRenderTargetsRenderObservable.add(() => {
    if (frame === scene.getFrameId()) return;
    frame = scene.getFrameId();
    update();
  });
  return () => {
    scene.onBeforeRenderTargetsRenderObservable.remove(observer);
  };
}
