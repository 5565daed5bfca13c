/** A world drawn by render-babylon; `page.advance` steps it. */
import { Scene } from '@babylonjs/core/scene.js';
import { createEngine, filledStyle, PlanarCamera, WorldView } from '@otedama/render-babylon';
import { createWorld } from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const { engine, kind } = await createEngine(canvas);
const world = createWorld({ solver: createSoftStep() });
world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
const ball = world.createBody({ position: { x: 0, y: 6 }, shapes: [{ kind: 'circle', radius: 1 }] });

const scene = new Scene(engine);
const camera = new PlanarCamera(scene, { x: 0, y: 4, halfHeight: 5 });
const view = new WorldView(scene, world, camera, { style: filledStyle });
engine.runRenderLoop(() => {
  camera.update();
  view.update();
  scene.render();
});

export const page = {
  kind,
  advance(steps: number): void {
    for (let step = 0; step < steps; step++) world.step(1 / 60);
  },
  /** Position of the ball on the canvas and its radius, in CSS pixels. */
  ball: () => ({ ...camera.toCanvas(ball.position.x, ball.position.y), radius: 1 / camera.metersPerPixel }),
};
Object.assign(window, { page });
