import { SceneInstrumentation } from '@babylonjs/core/Instrumentation/sceneInstrumentation.js';
import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { SetMissingSideEffectWarningsEnabled } from '@babylonjs/core/Misc/devTools.js';
import { Scene, type SceneOptions } from '@babylonjs/core/scene.js';
import { createEngine, type EngineKind, PlanarCamera } from '../src/index.js';

/** A real canvas of 600 x 430 pixels with a scene on it. */
export interface TestStage {
  readonly scene: Scene;
  readonly camera: PlanarCamera;
  readonly kind: EngineKind;
  /** Draws a frame after the shaders are compiled. Returns its number of draw calls and a reader of its pixels. */
  draw(): Promise<{ drawCalls: number; pixel(left: number, top: number): [number, number, number] }>;
  dispose(): void;
}

export async function createStage(prefer: EngineKind, options: SceneOptions = {}): Promise<TestStage> {
  SetMissingSideEffectWarningsEnabled(true);
  const canvas = document.createElement('canvas');
  canvas.style.width = '600px';
  canvas.style.height = '430px';
  document.body.append(canvas);
  const { engine, kind } = await createEngine(canvas, { prefer, adaptToDevicePixels: false });
  engine.setSize(600, 430);
  const scene = new Scene(engine, options);
  scene.clearColor = new Color4(1, 1, 1, 1);
  const camera = new PlanarCamera(scene);
  const instrumentation = new SceneInstrumentation(scene);
  return {
    scene,
    camera,
    kind,
    async draw() {
      await scene.whenReadyAsync();
      engine.beginFrame();
      camera.update();
      scene.render();
      engine.endFrame();
      const copy = document.createElement('canvas');
      copy.width = 600;
      copy.height = 430;
      const context = copy.getContext('2d') as CanvasRenderingContext2D;
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, 600, 430);
      return {
        drawCalls: instrumentation.drawCallsCounter.current,
        pixel(left, top) {
          const at = 4 * (Math.round(top) * 600 + Math.round(left));
          return [data[at], data[at + 1], data[at + 2]];
        },
      };
    },
    dispose() {
      scene.dispose();
      engine.dispose();
      canvas.remove();
    },
  };
}
