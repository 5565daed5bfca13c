/**
 * A platformer: a hero who runs and jumps, platforms to jump through from below, a lift, coins, and enemies to jump on.
 */
import { clamp, polygon } from '@otedama/math2d';
import { createCharacter, createWorld, drawWorld, FrameClock, interpolatedPose, moveTo } from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
const output = document.querySelector('output') as HTMLOutputElement;
const buttons = document.querySelector('main')!.appendChild(document.createElement('div'));

// A level of boxes: centre, size, what it is. Gravity is twice that of the Earth, as jumps of games are high and short.
type Kind = 'ground' | 'one-way' | 'lift' | 'enemy' | 'coin';
const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: -20 } });
const colors = {
  ground: [0.55, 0.5, 0.44],
  'one-way': [0.72, 0.6, 0.4],
  lift: [0.36, 0.5, 0.71],
  enemy: [0.75, 0.32, 0.3],
  coin: [0.85, 0.7, 0.2],
} as const;
function add(kind: Kind, x: number, y: number, width: number, height: number) {
  const moves = kind === 'lift' || kind === 'enemy';
  return world.createBody({
    type: moves ? 'kinematic' : 'static',
    position: { x, y },
    color: colors[kind],
    userData: kind,
    shapes: [{ kind: 'polygon', vertices: polygon.rectangle(width, height), sensor: kind === 'coin' }],
  });
}
add('ground', 7, -1, 20, 2);
add('ground', 34, -1, 20, 2);
add('ground', -4, 4, 2, 12);
add('ground', 45, 4, 2, 12);
add('ground', 10, 0.5, 2, 1);
for (const [x, y] of [
  [5, 1.7],
  [7, 3.2],
  [30, 1.7],
  [33, 3.2],
  [36, 1.7],
])
  add('one-way', x, y, 3, 0.3);
const coins = [
  [7, 4],
  [5, 2.5],
  [10, 1.6],
  [19, 3],
  [22, 3],
  [30, 2.5],
  [33, 4],
  [36, 2.5],
  [42, 0.6],
].map(([x, y]) => add('coin', x, y, 0.4, 0.4));
/** What moves to and fro: from x0 to x1 and back, at so many m/s. */
const movers = [
  { body: add('lift', 19, 0, 2.5, 0.4), x0: 18.5, x1: 22.5, speed: 2 },
  { body: add('enemy', 14, 0.4, 0.8, 0.8), x0: 12, x1: 16, speed: 1.5 },
  { body: add('enemy', 28, 0.4, 0.8, 0.8), x0: 27, x1: 32, speed: 2 },
  { body: add('enemy', 38, 0.4, 0.8, 0.8), x0: 34, x1: 40, speed: 3 },
];

const FEET = 0.7; // below the middle of the hero, m
const hero = createCharacter(world, {
  shape: { kind: 'capsule', point1: { x: 0, y: -0.35 }, point2: { x: 0, y: 0.35 }, radius: 0.35 },
  position: { x: 0, y: 1 },
  // one-way platforms let the hero through unless the feet are above them
  accept: ({ body, aabb }) => body.userData !== 'one-way' || hero.body.position.y - FEET > aabb.maxY - 0.05,
});
hero.body.color = [0.2, 0.42, 0.38];

let message = 'Run and jump with the arrows.';
function fall() {
  hero.body.position = { x: 0, y: 1 };
  hero.state = { ground: null, groundNormal: { x: 0, y: 0 }, velocity: { x: 0, y: 0 } };
  message = 'Once more!';
}

const approach = (value: number, goal: number, change: number) => value + clamp(goal - value, -change, change);
let bounce = 0; // m/s, upwards, after a jump onto an enemy
let sincePress = 9; // s
let sinceGround = 9; // s
function step(dt: number) {
  for (const { body, x0, x1, speed } of movers) {
    if (!body.isValid) continue;
    const way = (speed * (world.time + dt)) % (2 * (x1 - x0));
    moveTo(body, { x: x0 + Math.min(way, 2 * (x1 - x0) - way), y: body.position.y }, dt);
  }
  // a jump may be pressed a tenth of a second too early, or too late after the edge of a platform
  sincePress += dt;
  sinceGround = hero.isGrounded ? 0 : sinceGround + dt;
  const isJump = sincePress < 0.1 && sinceGround < 0.1;
  if (isJump) sincePress = sinceGround = 9;
  const run = 6 * (Number(isOn('ArrowRight')) - Number(isOn('ArrowLeft')));
  const { x, y } = hero.velocity;
  const fallen = hero.isGrounded ? 0 : y - 20 * dt;
  const up = isJump ? 9.5 : bounce || fallen;
  bounce = 0;
  hero.move({ x: approach(x, run, (hero.isGrounded ? 60 : 30) * dt), y: up }, dt);
  for (const { shape, normal } of hero.touched) {
    if (shape.body.userData !== 'enemy') continue;
    if (normal.y < 0.5) return fall();
    world.destroyBody(shape.body);
    bounce = 8;
  }
  world.step(dt);
  for (const { sensor } of world.events.sensorBegin) {
    world.destroyBody(sensor.body);
  }
  if (hero.body.position.y < -5) fall();
}

const held = new Set<string>(); // keys, and what fingers mean
const isOn = (key: string) => held.has(key);
function press(key: string) {
  clock.isPaused = false;
  if (key === 'ArrowUp' && !isOn(key)) sincePress = 0;
  held.add(key);
}
addEventListener('keydown', (event) => {
  press(event.key);
  if (event.key.startsWith('Arrow')) event.preventDefault(); // it would scroll the page
});
addEventListener('keyup', ({ key }) => held.delete(key));
addEventListener('blur', () => held.clear());
for (const [key, sign, name] of [
  ['ArrowLeft', '◀', 'left'],
  ['ArrowRight', '▶', 'right'],
  ['ArrowUp', '▲', 'jump'],
]) {
  const button = document.createElement('button');
  button.textContent = sign;
  button.ariaLabel = name;
  button.addEventListener('pointerdown', () => press(key));
  for (const end of ['pointerup', 'pointercancel', 'pointerleave'])
    button.addEventListener(end, () => held.delete(key));
  buttons.append(button);
}

// who asked for less motion gets a picture that stands still until the first key or touch
const clock = new FrameClock({ isPaused: matchMedia('(prefers-reduced-motion: reduce)').matches });
let last: number | null = null;
requestAnimationFrame(function frame(now) {
  clock.advance((now - (last ?? now)) / 1000, step);
  last = now;
  canvas.width = canvas.clientWidth * devicePixelRatio; // also clears it
  canvas.height = canvas.clientHeight * devicePixelRatio;
  const scale = canvas.height / 9; // pixels per metre
  const halfWidth = canvas.width / scale / 2;
  // the camera follows the hero where it is drawn, up to the walls
  const { x } = interpolatedPose(world, hero.body, clock.alpha);
  const middle = clamp(x, Math.min(halfWidth - 5, 20.5), Math.max(46 - halfWidth, 20.5));
  pen.setTransform(scale, 0, 0, -scale, canvas.width / 2 - scale * middle, canvas.height - 1.5 * scale);
  drawWorld(world, pen, { alpha: clock.alpha, lineWidth: 1 / scale });
  pen.fillStyle = '#d9b23a';
  for (const coin of coins) {
    if (!coin.isValid) continue;
    pen.beginPath();
    pen.arc(coin.position.x, coin.position.y, 0.3, 0, 7);
    pen.fill();
  }
  const left = coins.filter(({ isValid }) => isValid).length;
  output.value = left === 0 ? 'You have all coins!' : `${left} coins left. ${message}`;
  requestAnimationFrame(frame);
});
