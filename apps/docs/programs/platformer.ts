/**
 * A platformer: a hero who runs and jumps, platforms to jump through from below, a lift, coins, and enemies to jump on.
 */
import { clamp, polygon } from '@otedama/math2d';
import {
  beginPicture,
  createCharacter,
  createWorld,
  drawWorld,
  FrameClock,
  interpolatedPose,
  moveTo,
} from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
const output = document.querySelector('output') as HTMLOutputElement;
document.querySelector<HTMLElement>('#keys')!.hidden = false; // buttons for fingers

// A letter is a metre of the level, and a run of the same letters is one body: # ground, = one-way platform, e enemy, L lift, o coin.
const level = `
#                                               #
#                                               #
#                                               #
#       o                        o              #
#      ===          o  o        ===             #
#                                               #
#    o                        o     o           #
#   ===   o                  ===   ===          #
#        ##                                     #
#        ##   e                   e     e    o  #
##################  LL       ####################
##################           ####################`;
const kinds = [
  { letter: '#', color: [0.55, 0.5, 0.44], type: 'static', height: 1 },
  { letter: '=', color: [0.72, 0.6, 0.4], type: 'static', height: 0.3 },
  { letter: 'e', color: [0.75, 0.32, 0.3], type: 'kinematic', height: 1 },
  { letter: 'L', color: [0.36, 0.5, 0.71], type: 'kinematic', height: 0.4 },
  { letter: 'o', color: [0.85, 0.62, 0.1], type: 'static', height: 1 },
] as const;
// gravity is twice that of the Earth, as jumps of games are high and short
const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: -20 } });
const rows = level.trim().split('\n');
rows.forEach((row, k) => {
  for (const { 0: run, index } of row.matchAll(/#+|=+|L+|e|o/g)) {
    const { letter, color, type, height } = kinds.find((kind) => kind.letter === run[0])!;
    const position = { x: index + run.length / 2, y: rows.length - k - height / 2 };
    const box = { kind: 'polygon', vertices: polygon.rectangle(run.length, height) } as const;
    const coin = { kind: 'circle', radius: 0.3, sensor: true } as const;
    const shapes = [letter === 'o' ? coin : box];
    world.createBody({ type, position, color, shapes, userData: letter });
  }
});
const of = (letter: string) => world.bodies.filter(({ userData }) => userData === letter);
const coins = of('o');
/** What moves to and fro: so far from where it began, m, and at so many m/s. */
const movers = [
  ...of('L').map((body) => ({ body, start: body.position, reach: 5, speed: 2 })),
  ...of('e').map((body) => ({ body, start: body.position, reach: 3, speed: 1.5 })),
];

const FEET = 0.7; // below the middle of the hero, m
const hero = createCharacter(world, {
  shape: { kind: 'capsule', point1: { x: 0, y: -0.35 }, point2: { x: 0, y: 0.35 }, radius: 0.35 },
  position: { x: 2.5, y: 3 },
  // one-way platforms let the hero through unless the feet are above them
  accept: ({ body, aabb }) => body.userData !== '=' || hero.body.position.y - FEET > aabb.maxY - 0.05,
});
hero.body.color = [0.2, 0.42, 0.38];

let message = 'Run and jump with the arrows.';
function fall() {
  hero.body.position = { x: 2.5, y: 3 };
  hero.state = { ground: null, groundNormal: { x: 0, y: 0 }, velocity: { x: 0, y: 0 } };
  message = 'Once more!';
}

const approach = (value: number, goal: number, change: number) =>
  value + clamp(goal - value, -change, change);
let bounce = 0; // m/s, upwards, after a jump onto an enemy
let sincePress = 9; // s
let sinceGround = 9; // s
function step(dt: number) {
  for (const { body, start, reach, speed } of movers) {
    const way = (speed * (world.time + dt)) % (2 * reach);
    if (body.isValid) moveTo(body, { x: start.x + Math.min(way, 2 * reach - way), y: start.y }, dt);
  }
  // a jump may be pressed a tenth of a second too early, or too late after the edge of a platform
  sincePress += dt;
  sinceGround = hero.isGrounded ? 0 : sinceGround + dt;
  const isJump = sincePress < 0.1 && sinceGround < 0.1;
  if (isJump) sincePress = sinceGround = 9;
  const run = 6 * (Number(keys.has('ArrowRight')) - Number(keys.has('ArrowLeft')));
  const { x, y } = hero.velocity;
  const fallen = hero.isGrounded ? 0 : y - 20 * dt;
  const up = isJump ? 9.5 : bounce || fallen;
  bounce = 0;
  hero.move({ x: approach(x, run, (hero.isGrounded ? 60 : 30) * dt), y: up }, dt);
  for (const { shape, normal } of hero.touched) {
    if (shape.body.userData !== 'e') continue;
    if (normal.y < 0.5) return fall();
    world.destroyBody(shape.body);
    bounce = 8;
  }
  world.step(dt);
  for (const { sensor, visitor } of world.events.sensorBegin) {
    if (visitor.body === hero.body) world.destroyBody(sensor.body);
  }
  if (hero.body.position.y < -2) fall();
}

const keys = new Set<string>(); // those that are down
addEventListener('keydown', ({ key, repeat }) => {
  clock.isPaused = false;
  if (key === 'ArrowUp' && !repeat) sincePress = 0;
  keys.add(key);
});
addEventListener('keyup', ({ key }) => keys.delete(key));
addEventListener('blur', () => keys.clear());

// who asked for less motion gets a picture that stands still until the first key or touch
const clock = new FrameClock({ isPaused: matchMedia('(prefers-reduced-motion: reduce)').matches });
let last: number | null = null;
requestAnimationFrame(function frame(now) {
  clock.advance((now - (last ?? now)) / 1000, step);
  last = now;
  const { pixel, bounds } = beginPicture(pen, { minX: -5, minY: 0, maxX: 5, maxY: 10 }, { alignY: 0 });
  // the camera follows the hero where it is drawn, up to the walls
  const halfWidth = Math.min(bounds.maxX, rows[0].length / 2);
  const { x } = interpolatedPose(world, hero.body, clock.alpha);
  pen.translate(-clamp(x, halfWidth, rows[0].length - halfWidth), 0);
  drawWorld(world, pen, { alpha: clock.alpha, lineWidth: pixel });
  const left = coins.filter(({ isValid }) => isValid).length;
  output.value = left === 0 ? 'You have all coins!' : `${left} coins left. ${message}`;
  requestAnimationFrame(frame);
});
