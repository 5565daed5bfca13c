import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { SetMissingSideEffectWarningsEnabled } from '@babylonjs/core/Misc/devTools.js';
import { Scene } from '@babylonjs/core/scene.js';

/** A scene without a GPU, 600 x 430. It reports Babylon extensions that a module forgot to import. */
export function nullScene(width = 600, height = 430): Scene {
  SetMissingSideEffectWarningsEnabled(true);
  const engine = new NullEngine({
    renderWidth: width,
    renderHeight: height,
    textureSize: 512,
    deterministicLockstep: false,
    lockstepMaxSteps: 1,
  });
  return new Scene(engine);
}
