import type { Scene } from '@babylonjs/core/scene.js';

/**
 * Calls `restored` whenever the engine of a scene has a new graphics device, and `disposed` when the scene is disposed of, as when a game
 * changes levels. The engine stays then, so whatever still listened to it would stay too.
 * @returns ends both
 */
export function watchScene(scene: Scene, restored: () => void, disposed: () => void): () => void {
  const engine = scene.getEngine();
  const restoring = engine.onContextRestoredObservable.add(restored);
  const disposing = scene.onDisposeObservable.add(disposed);
  return () => {
    engine.onContextRestoredObservable.remove(restoring);
    scene.onDisposeObservable.remove(disposing);
  };
}
