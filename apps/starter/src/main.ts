import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Scene } from '@babylonjs/core/scene.js';
import { polygon } from '@otedama/math2d';
import {
  BodyDrag,
  createEngine,
  DrawOnChange,
  filledStyle,
  Gestures,
  PlanarCamera,
  WorldView,
} from '@otedama/render-babylon';
import { createWorld, FrameClock } from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';

// The world: ground, a pyramid of blocks, and a heavy ball on a chain.
const world = createWorld({ solver: createSoftStep() });
world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
const block = { kind: 'polygon', vertices: polygon.rectangle(1, 1) } as const;
for (let row = 0; row < 8; row++) {
  for (let i = row; i < 8; i++) {
    world.createBody({ position: { x: 1.05 * (i - row / 2), y: 0.5 + row }, shapes: [block] });
  }
}
const link = { kind: 'capsule', point1: { x: -0.4, y: 0 }, point2: { x: 0.4, y: 0 }, radius: 0.15 } as const;
const ball = { kind: 'circle', radius: 1, density: 5 } as const;
for (let i = 0, bodyA = null; i <= 8; i++) {
  const x = -2 - i; // the chain starts out level, so it swings down
  const bodyB = world.createBody({ position: { x: x - 0.5, y: 11 }, shapes: [i < 8 ? link : ball] });
  world.createJoint({ kind: 'revolute', bodyA, bodyB, worldAnchor: { x, y: 11 } });
  bodyA = bodyB;
}

// The picture: a camera that looks at the plane, and a view that draws the world.
const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const { engine } = await createEngine(canvas).catch((error) => {
  document.body.textContent = error.message; // neither WebGPU nor WebGL: the message says what to do
  throw error;
});
const scene = new Scene(engine);
scene.clearColor = new Color4(...filledStyle.background, 1);
const camera = new PlanarCamera(scene, { x: 0, y: 5.5, halfHeight: 7 });
const view = new WorldView(scene, world, camera, { style: filledStyle });

// The pointer: drag bodies, tap to drop a ball, drag the background to pan, scroll or pinch to zoom.
const hand = new BodyDrag(world);
new Gestures(canvas, {
  grab: ({ left, top }, reach) => hand.grab(camera.toWorld(left, top), reach * camera.metersPerPixel),
  drag: ({ left, top }) => hand.move(camera.toWorld(left, top)),
  release: () => hand.release(),
  tap: ({ left, top }) =>
    void world.createBody({
      position: camera.toWorld(left, top),
      shapes: [{ kind: 'circle', radius: 0.5, restitution: 0.6 }],
    }),
  pan: (deltaLeft, deltaTop) => camera.pan(deltaLeft, deltaTop),
  zoom: (factor, { left, top }) => camera.zoom(factor, left, top),
});

// Every frame: do whole steps of 1/60 s, and draw the world between the last two of them, unless nothing has changed.
const clock = new FrameClock();
const drawing = new DrawOnChange(scene);
engine.runRenderLoop(() => {
  clock.advance(engine.getDeltaTime() / 1000, (timeStep) => world.step(timeStep));
  camera.update();
  drawing.frame(view.update(clock.alpha));
});
window.addEventListener('resize', () => engine.resize());
