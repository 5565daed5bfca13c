/**
 * Physics in a worker, drawn by Babylon.js: the page never waits for a step, and shows the world between the last steps.
 */
import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Scene } from '@babylonjs/core/scene.js';
import { createEngine, filledStyle, PlanarCamera, PoseView } from '@otedama/render-babylon';
import type { News, Order } from './in-a-worker.worker.js';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const output = document.querySelector('output') as HTMLOutputElement;

const { engine } = await createEngine(canvas).catch((error) => {
  output.value = error.message; // neither WebGPU nor WebGL: the message says what to do
  throw error;
});
const scene = new Scene(engine);
scene.clearColor = new Color4(...filledStyle.background, 1);
const camera = new PlanarCamera(scene, { x: 0, y: 0, halfHeight: 10.5 });
camera.fitAspect = 1; // all of the drum, upright as well
const view = new PoseView(scene, camera, { style: filledStyle });

// The worker begins here and not before `await`: what it tells while nobody listens is lost.
const worker = new Worker(new URL('./in-a-worker.worker.ts', import.meta.url), { type: 'module' });
const order = (message: Order, moved: Transferable[] = []) => worker.postMessage(message, moved);

let steps = 0;
worker.addEventListener('message', ({ data }: MessageEvent<News>) => {
  if (data.kind === 'bodies') return view.show(data.bodies);
  steps++;
  const used = view.receive(data.poses);
  if (used !== null) order({ kind: 'free', poses: used }, [used.buffer]);
});

canvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => {
  order({ kind: 'go' });
  order({ kind: 'push', ...camera.toWorld(offsetX, offsetY) });
});
addEventListener('keydown', ({ key }) => {
  if (key !== ' ') return;
  order({ kind: 'go' });
  order({ kind: 'push', x: 0, y: -6 });
});
// who asked for less motion gets a picture that stands still until the first push
if (!matchMedia('(prefers-reduced-motion: reduce)').matches) order({ kind: 'go' });

engine.runRenderLoop(() => {
  camera.update();
  view.update();
  scene.render();
  if (steps > 0) output.value = `${steps} steps in a worker. A touch or the space bar pushes.`;
});
addEventListener('resize', () => engine.resize());
