/**
 * Physics in a worker, drawn by Babylon.js: the page never waits for a step, and shows the world between the last two.
 */
import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import { Scene } from '@babylonjs/core/scene.js';
import { clothColor, createEngine, PlanarCamera } from '@otedama/render-babylon';
import type { News, Order } from './in-a-worker.worker.js';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const output = document.querySelector('output') as HTMLOutputElement;

const { engine } = await createEngine(canvas).catch((error) => {
  output.value = error.message; // neither WebGPU nor WebGL: the message says what to do
  throw error;
});
const scene = new Scene(engine);
scene.clearColor = new Color4(0.98, 0.98, 0.97, 1);
const camera = new PlanarCamera(scene, { x: 0, y: 0, halfHeight: 10.5 });
camera.fitAspect = 1; // all of the drum, upright as well

const material = new StandardMaterial('paint', scene);
material.disableLighting = true;
material.emissiveColor = Color3.White(); // the colours are those of the corners
material.backFaceCulling = false;
const mesh = new Mesh('bodies', scene);
mesh.material = material;
mesh.alwaysSelectAsActiveMesh = true; // its bounding box is that of the first picture

/** All corners of all bodies, each in the axes of its body. */
let corners: { body: number; x: number; y: number }[] = [];
function receiveBodies(outlines: { x: number; y: number }[][][]) {
  corners = outlines.flatMap((shapes, body) => shapes.flat().map(({ x, y }) => ({ body, x, y })));
  const data = new VertexData();
  data.positions = new Float32Array(3 * corners.length);
  data.colors = corners.flatMap(({ body }) => (body === 0 ? [0.6, 0.57, 0.52, 1] : [...clothColor(body), 1]));
  data.indices = [];
  let first = 0;
  for (const outline of outlines.flat()) {
    for (let k = 2; k < outline.length; k++) data.indices.push(first, first + k, first + k - 1); // a fan
    first += outline.length;
  }
  data.applyToMesh(mesh, true);
}

// The worker begins here and not before `await`: what it tells while nobody listens is lost.
const worker = new Worker(new URL('./in-a-worker.worker.ts', import.meta.url), { type: 'module' });
const order = (message: Order, moved: Transferable[] = []) => worker.postMessage(message, moved);

let poses: Float32Array | null = null; // of the last step: x, y, cosine, sine of each body
let before: Float32Array | null = null; // and of the step before
let arrival = 0; // when they came, ms
let steps = 0;
worker.addEventListener('message', ({ data }: MessageEvent<News>) => {
  if (data.kind === 'bodies') return receiveBodies(data.outlines);
  if (before !== null) order({ kind: 'free', poses: before }, [before.buffer]);
  before = poses;
  poses = data.poses;
  arrival = performance.now();
  steps++;
});

/** Puts the corners between the last two steps, so that things move evenly on every display. */
function place() {
  if (poses === null) return;
  const [a, b] = [before ?? poses, poses];
  const alpha = Math.min(1, (performance.now() - arrival) / (1000 / 60));
  const between = (k: number) => a[k] + alpha * (b[k] - a[k]);
  const positions = new Float32Array(3 * corners.length);
  corners.forEach(({ body, x, y }, k) => {
    const [c, s] = [between(4 * body + 2), between(4 * body + 3)];
    positions[3 * k] = between(4 * body) + c * x - s * y;
    positions[3 * k + 1] = between(4 * body + 1) + s * x + c * y;
  });
  mesh.updateVerticesData(VertexBuffer.PositionKind, positions);
}

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
  place();
  camera.update();
  scene.render();
  if (steps > 0) output.value = `${steps} steps in a worker. A touch or the space bar pushes.`;
});
addEventListener('resize', () => engine.resize());
