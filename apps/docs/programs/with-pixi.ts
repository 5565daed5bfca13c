/**
 * A marble mill, drawn by PixiJS: each shape is traced once, and all marbles of a colour share what was traced.
 */
import { createRandom, polygon } from '@otedama/math2d';
import {
  type Body,
  createWorld,
  explode,
  FrameClock,
  type PathPen,
  type ShapeDefinition,
  traceShape,
} from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';
import { Application, Graphics, GraphicsContext, Matrix } from 'pixi.js';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const output = document.querySelector('output') as HTMLOutputElement;

const app = new Application();
await app
  .init({
    ...{ canvas, resizeTo: canvas, resolution: devicePixelRatio, antialias: true, background: '#fbfaf7' },
    autoStart: false, // the first frame comes when everything is in the picture
  })
  .catch((error) => {
    output.value = 'This browser shows no WebGPU and no WebGL. Allow one of them in its settings.';
    throw error;
  });

const world = createWorld({ solver: createSoftStep() });
const views = new Map<Body, Graphics>();
/** Shows a body, in whose axes its shapes were traced, until it is destroyed. */
function show(body: Body, look: GraphicsContext) {
  views.set(body, app.stage.addChild(new Graphics(look)));
  return body;
}
/** Pixels that are traced per metre: from them PixiJS derives how many corners an arc gets. */
const DETAIL = 100;
/** Traces shapes, each filled by itself. */
function paint(color: string, shapes: readonly ShapeDefinition[]) {
  const look = new GraphicsContext();
  const pen: PathPen = {
    moveTo: (x, y) => void look.moveTo(DETAIL * x, DETAIL * y),
    lineTo: (x, y) => void look.lineTo(DETAIL * x, DETAIL * y),
    arc: (x, y, radius, start, end) => void look.arc(DETAIL * x, DETAIL * y, DETAIL * radius, start, end),
    closePath: () => void look.closePath(),
  };
  for (const shape of shapes) {
    look.beginPath();
    traceShape(pen, shape);
    look.fill(color);
  }
  return look;
}

// A funnel, rows of pegs, two wheels that turn, and nothing below: 10 m wide and 12 m high.
const plank = (x: number, y: number, length: number, angle: number): ShapeDefinition => ({
  kind: 'polygon',
  vertices: polygon.rectangle(length, 0.25, { x, y }, angle),
});
const frame = [
  plank(-3.4, 10.4, 4.2, -0.7),
  plank(3.4, 10.4, 4.2, 0.7),
  plank(-4.9, 5, 9, 1.5),
  plank(4.9, 5, 9, -1.5),
];
show(world.createBody({ type: 'static', shapes: frame }), paint('#8b8378', frame));
const pegs: ShapeDefinition[] = [];
for (let row = 0; row < 4; row++) {
  for (let k = 0; k < 9 - (row % 2); k++) {
    pegs.push({ kind: 'circle', center: { x: k - 4 + 0.5 * (row % 2), y: 8.2 - 0.7 * row }, radius: 0.1 });
  }
}
show(world.createBody({ type: 'static', shapes: pegs }), paint('#8b8378', pegs));
const blades = [0, 1, 2].map((k) => plank(0, 0, 3.4, (k * Math.PI) / 3));
const wheels = [-2.1, 2.1].map((x, k) => {
  const wheel = world.createBody({ type: 'kinematic', position: { x, y: 2.8 + k }, shapes: blades });
  return show(wheel, paint('#3f6e9c', blades));
});

const random = createRandom(1);
const radii = [0.11, 0.14, 0.18];
const marble = (radius: number): ShapeDefinition => ({ kind: 'circle', radius, restitution: 0.3 });
const looks = ['#c7523f', '#d9a441', '#5f8f6b'].map((color, k) => paint(color, [marble(radii[k])]));
function pour(x: number, y: number) {
  const kind = Math.floor(3 * random.next());
  show(world.createBody({ position: { x, y }, shapes: [marble(radii[kind])] }), looks[kind]);
}

let steps = 0;
let passed = 0;
let speed = 1.5; // of the wheels, rad/s
function step(dt: number) {
  if (steps++ % 6 === 0) pour(3 * random.next() - 1.5, 12.5);
  wheels.forEach((wheel, k) => {
    wheel.angularVelocity = k === 0 ? speed : -speed;
  });
  world.step(dt);
  for (const [body, view] of views) {
    if (body.position.y > -0.5) continue;
    world.destroyBody(body);
    view.destroy(); // what was traced stays: other marbles share it
    views.delete(body);
    passed++;
  }
}

const matrix = new Matrix();
let poses = new Float32Array(0);
/** Puts all views where their bodies are between the last two steps: x, y, cosine and sine of each slot. */
function place(alpha: number) {
  if (poses.length < 4 * world.slotCount) poses = new Float32Array(8 * world.slotCount);
  world.readTransforms(poses, alpha);
  for (const [body, view] of views) {
    const k = 4 * body.id;
    const [cosine, sine] = [poses[k + 2] / DETAIL, poses[k + 3] / DETAIL];
    view.setFromMatrix(matrix.set(cosine, sine, -sine, cosine, poses[k], poses[k + 1]));
  }
}

// who asked for less motion gets a picture that stands still until the first touch or key
const isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches;
const clock = new FrameClock({ isPaused });
for (let k = 0; k < 600; k++) step(1 / 60);
app.ticker.add(({ elapsedMS }) => {
  clock.advance(elapsedMS / 1000, step);
  // metres, y upwards: the stage is turned over
  const { width, height } = app.screen;
  const scale = Math.min(width / 10, height / 12);
  app.stage.setFromMatrix(matrix.set(scale, 0, 0, -scale, width / 2, height));
  place(clock.alpha);
  output.value = `${views.size - 4} marbles, ${passed} through. A touch or the space bar blows, arrows turn the wheels.`;
});
app.start();
new ResizeObserver(() => app.resize()).observe(canvas);

const blow = (x: number, y: number) => {
  clock.isPaused = false;
  explode(world, { position: { x, y }, radius: 2, impulsePerLength: 1 });
};
canvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => {
  const { x, y } = app.stage.toLocal({ x: offsetX, y: offsetY });
  blow(x, y);
});
addEventListener('keydown', ({ key }) => {
  if (key === ' ') blow(0, 6);
  if (key === 'ArrowLeft') speed = Math.min(6, speed + 0.5);
  if (key === 'ArrowRight') speed = Math.max(-6, speed - 0.5);
});
