/**
 * Breakout: a ball that never gets slower, a paddle that decides where it flies, and bricks that one hit breaks.
 */
import { clamp, polygon, vec2 } from '@otedama/math2d';
import {
  type Body,
  beginPicture,
  chain,
  createWorld,
  drawWorld,
  FrameClock,
  moveTo,
  pointInPicture,
} from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
const output = document.querySelector('output') as HTMLOutputElement;

// The field is 10 m wide and 12 m high, seen from above. Nothing loses speed: e = 1, no friction.
const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: 0 } });
const smooth = { restitution: 1, friction: 0, hitEvents: true };
const corners = [
  { x: 5, y: -2 },
  { x: 5, y: 12 },
  { x: -5, y: 12 },
  { x: -5, y: -2 },
];
world.createBody({ type: 'static', shapes: chain({ ...smooth, points: corners, freeSide: 'left' }) });
const paddle = world.createBody({
  type: 'kinematic',
  position: { x: 0, y: 0.7 },
  shapes: [{ ...smooth, kind: 'capsule', point1: { x: -0.7, y: 0 }, point2: { x: 0.7, y: 0 }, radius: 0.2 }],
});
const ball = world.createBody({
  bullet: true,
  position: { x: 0.1, y: 1.2 },
  shapes: [{ ...smooth, kind: 'circle', radius: 0.2 }],
});

const bricks = new Set<Body>();
const colors = [
  [0.78, 0.32, 0.3],
  [0.86, 0.58, 0.27],
  [0.85, 0.77, 0.38],
  [0.42, 0.63, 0.44],
  [0.36, 0.5, 0.71],
] as const;
let lives = 0;
let isServing = true; // the ball lies on the paddle
function start() {
  for (const brick of bricks) world.destroyBody(brick);
  bricks.clear();
  for (let k = 0; k < 40; k++) {
    const row = Math.floor(k / 8);
    const position = { x: 1.2 * (k % 8) - 4.2, y: 10.5 - 0.6 * row };
    const brick = { ...smooth, kind: 'polygon', vertices: polygon.rectangle(1.1, 0.5) } as const;
    bricks.add(world.createBody({ type: 'static', position, color: colors[row], shapes: [brick] }));
  }
  lives = 3;
  isServing = true;
}
start();

/** Sends the ball off: straight up from the middle of the paddle, by up to 60 degrees to the side from its ends. */
function leavePaddle() {
  const offset = clamp((ball.position.x - paddle.position.x) / 0.9, -1, 1);
  const way = vec2.normalize({ x: 1.7 * offset, y: 1 });
  ball.linearVelocity = { x: 9 * way.x, y: 9 * way.y };
}

let goal = 0; // where the player wants the paddle, m
const keys = new Set<string>();
function step(dt: number) {
  if (keys.has('ArrowLeft')) goal -= 10 * dt;
  if (keys.has('ArrowRight')) goal += 10 * dt;
  goal = clamp(goal, -4, 4);
  const x = paddle.position.x + clamp(goal - paddle.position.x, -20 * dt, 20 * dt);
  moveTo(paddle, { x, y: 0.7 }, dt);
  if (isServing) {
    ball.position = { x: x + 0.1, y: 1.2 };
    ball.linearVelocity = { x: 0, y: 0 };
  }
  world.step(dt);
  for (const { shapeA, shapeB } of world.events.hit) {
    for (const { body } of [shapeA, shapeB]) {
      if (body === paddle) leavePaddle();
      if (bricks.delete(body)) world.destroyBody(body);
    }
  }
  if (ball.position.y < -1) {
    lives--;
    isServing = true;
  }
  if (bricks.size === 0 || lives === 0) start();
}

function serve() {
  clock.isPaused = false;
  if (!isServing) return;
  isServing = false;
  leavePaddle();
}
canvas.addEventListener('pointermove', (event) => {
  goal = pointInPicture(pen, event).x;
});
canvas.addEventListener('pointerdown', serve);
addEventListener('keydown', ({ key }) => {
  keys.add(key);
  if (key === ' ') serve();
});
addEventListener('keyup', ({ key }) => keys.delete(key));
addEventListener('blur', () => keys.clear());

// who asked for less motion gets a picture that stands still until the first serve
const isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches;
const clock = new FrameClock({ timeStep: 1 / 120, isPaused });
let last: number | null = null;
requestAnimationFrame(function frame(now) {
  clock.advance((now - (last ?? now)) / 1000, step);
  last = now;
  const { pixel } = beginPicture(pen, { minX: -5, minY: 0, maxX: 5, maxY: 12 }, { alignY: 0 });
  drawWorld(world, pen, { alpha: clock.alpha, lineWidth: pixel });
  output.value = `${bricks.size} bricks, ${lives} lives${isServing ? ': space or a tap serves' : ''}`;
  requestAnimationFrame(frame);
});
