import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';

/** Size of the canvas in CSS pixels. Size of the drawing buffer if the engine has no canvas on a page. */
export function canvasSize(engine: AbstractEngine): { width: number; height: number } {
  const canvas = engine.getRenderingCanvas();
  return {
    width: canvas?.clientWidth || engine.getRenderWidth(),
    height: canvas?.clientHeight || engine.getRenderHeight(),
  };
}
