/**
 * A car seen from above: wheels that grip sideways until they slide, skid marks, and barrels to drive into.
 */
import { cos, polygon, sin, vec2 } from '@otedama/math2d';
import { beginPicture, chain, createWorld, drawWorld, FrameClock } from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
const output = document.querySelector('output') as HTMLOutputElement;
document.querySelector<HTMLElement>('#keys')!.hidden = false; // buttons for fingers

// A yard of 44 m x 32 m, seen from above: no gravity. Barrels are braked by their damping, as if by the ground.
const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: 0 }, hitSpeed: 2 });
const [width, height] = [44, 32];
const fence = chain({ points: polygon.rectangle(width, height), loop: true, freeSide: 'left' });
world.createBody({ type: 'static', shapes: fence });
for (const x of [-9, 9]) {
  const island = { kind: 'capsule', point1: { x: 0, y: -4 }, point2: { x: 0, y: 4 }, radius: 2 } as const;
  world.createBody({ type: 'static', position: { x, y: 0 }, shapes: [island] });
}
for (let k = 0; k < 24; k++) {
  const [row, column] = [Math.floor(k / 6), k % 6];
  world.createBody({
    position: { x: 1.3 * column - 3.2, y: 1.3 * row - 2 },
    linearDamping: 2,
    angularDamping: 2,
    color: k % 2 === 0 ? [0.86, 0.45, 0.2] : [0.3, 0.33, 0.4],
    shapes: [{ kind: 'circle', radius: 0.5, density: 60, restitution: 0.3 }],
  });
}
const car = world.createBody({
  position: { x: -16, y: 0 },
  angle: 1.57,
  mass: 900,
  color: [0.75, 0.22, 0.25],
  shapes: [{ kind: 'polygon', vertices: polygon.rectangle(3.6, 1.6), radius: 0.2, hitEvents: true }],
});

/** Skid marks: from where to where a wheel has slid in a step, m. The oldest ones disappear. */
const marks: { from: { x: number; y: number }; to: { x: number; y: number } }[] = [];
const axles = [
  { x: 1.3, isSteered: true },
  { x: -1.3, isSteered: false },
];

/**
 * Wheels roll along and hold across. In a step of length h, an axle that carries the mass m and slides sideways at the speed v needs the
 * impulse m v to hold, and the driver asks for m a h along the way. The tyres transmit m g h together: what is more slides.
 */
function drive(gas: number, wheel: number, h: number) {
  const m = car.mass / axles.length;
  const [g, a] = [9, 7 * gas]; // m/s²
  for (const { x, isSteered } of axles) {
    const turn = isSteered ? 0.55 * wheel : 0;
    const axle = car.getWorldPoint({ x, y: 0 });
    const along = car.getWorldVector({ x: cos(turn), y: sin(turn) });
    const velocity = car.getPointVelocity(axle);
    const v = velocity.y * along.x - velocity.x * along.y;
    const [hold, push] = [-m * v, m * a * h];
    const share = Math.min(1, (m * g * h) / vec2.length({ x: hold, y: push })) || 0;
    car.applyImpulse(
      {
        x: share * (push * along.x - hold * along.y),
        y: share * (push * along.y + hold * along.x),
      },
      axle,
    );
    if (share === 1) continue;
    for (const y of [-0.7, 0.7]) {
      const from = car.getWorldPoint({ x, y });
      const way = car.getPointVelocity(from);
      marks.push({ from, to: { x: from.x + h * way.x, y: from.y + h * way.y } });
    }
  }
  marks.splice(0, marks.length - 2000);
}

let dents = 0;
function step(h: number) {
  const isOn = (key: string) => Number(keys.has(key));
  const gas = isOn('ArrowUp') - isOn('ArrowDown');
  drive(gas, isOn('ArrowLeft') - isOn('ArrowRight'), h);
  world.step(h);
  dents += world.events.hit.length;
}

const keys = new Set<string>(); // those that are down
addEventListener('keydown', ({ key }) => {
  clock.isPaused = false;
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
  const [right, top] = [width / 2 + 0.5, height / 2 + 0.5];
  const { pixel } = beginPicture(pen, { minX: -right, minY: -top, maxX: right, maxY: top });
  pen.beginPath();
  for (const { from, to } of marks) {
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
  }
  pen.lineWidth = 0.25;
  pen.strokeStyle = '#6f6b66';
  pen.stroke();
  drawWorld(world, pen, { alpha: clock.alpha, lineWidth: pixel });
  const speed = Math.round(3.6 * vec2.length(car.linearVelocity));
  output.value = `${speed} km/h, ${dents} dents: the arrows drive`;
  requestAnimationFrame(frame);
});
