/**
 * Sixty players on two machines that hear of each other's inputs eight steps late. Each goes on with a guess, goes back when it was wrong,
 * and both end with the same bits. Here both are in one page, and the network is an array.
 */
import { createRandom, polygon } from '@otedama/math2d';
import {
  beginPicture,
  chain,
  createWorld,
  drawWorld,
  FrameClock,
  Recording,
  type World,
} from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
const output = document.querySelector('output') as HTMLOutputElement;
document.querySelector<HTMLElement>('#keys')!.hidden = false; // buttons for fingers

// Sixty pucks on a rink of 20 m x 20 m, one for each player. The even ones play on the left machine, the odd ones on the right one.
const PLAYERS = 60;
const DELAY = 8; // steps, until an input arrives on the other machine
type Inputs = readonly number[]; // of each player: 0 does nothing, 1 to 4 push right, up, left, down
const pushes = [
  [0, 0],
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
function createRink(): World {
  const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: 0 } });
  const points = polygon.rectangle(20, 20);
  world.createBody({
    type: 'static',
    shapes: chain({ points, loop: true, freeSide: 'left', restitution: 0.8 }),
  });
  for (let k = 0; k < PLAYERS; k++) {
    world.createBody({
      position: { x: 2.2 * (k % 8) - 7.7, y: 2.2 * Math.floor(k / 8) - 7.7 },
      linearDamping: 0.5,
      color: k === 0 ? [0.78, 0.25, 0.25] : k % 2 === 0 ? [0.36, 0.5, 0.71] : [0.85, 0.7, 0.3],
      shapes: [{ kind: 'circle', radius: 0.6, restitution: 0.8 }],
    });
  }
  return world;
}

/** One machine: a world, and a recording that can go back in it. `apply` alone changes the world, by the inputs of a step alone. */
function createMachine() {
  const world = createRink();
  const players = world.bodies.slice(-PLAYERS);
  const apply = (inputs: Inputs) =>
    inputs.forEach((input, k) => {
      const [x, y] = pushes[input];
      if (input > 0) players[k].applyForce({ x: 15 * x, y: 15 * y });
    });
  const recording = new Recording<Inputs>(world, { apply, interval: 4, length: 60, hashes: true });
  return { world, recording };
}
const machines = [createMachine(), createMachine()];
let repeated = 0; // steps

/** A step on a machine: it knows what its own players do, and guesses that the others go on as before. */
function record({ recording }: (typeof machines)[number], side: number, own: Inputs, dt: number) {
  const before = recording.last > recording.first ? recording.inputOf(recording.last - 1) : own.map(() => 0);
  recording.record(
    dt,
    own.map((input, k) => (k % 2 === side ? input : before[k])),
  );
}

/** What the others did in a step arrives. If it is not what the machine guessed, it goes back and repeats the steps since then. */
function arrive({ recording }: (typeof machines)[number], side: number, step: number, theirs: Inputs) {
  const known = recording.inputOf(step);
  if (theirs.every((input, k) => k % 2 === side || input === known[k])) return;
  for (let k = step; k < recording.last; k++) {
    const guess = recording.inputOf(k).map((input, j) => (j % 2 === side ? input : theirs[j]));
    recording.amend(k, guess);
  }
  recording.seek(recording.last);
  repeated += recording.last - step;
}

const keys = new Set<string>();
const wish = () => ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown'].findIndex((key) => keys.has(key)) + 1;
const random = createRandom(60);
let inputs: Inputs = Array.from({ length: PLAYERS }, () => 0);
const sent: Inputs[] = []; // the last ones on their way
let agreed = 0;
function step(dt: number) {
  // now and then a player changes its mind; the red one is you
  inputs = inputs.map((input, k) => (k === 0 ? wish() : random.next() < 0.02 ? random.integer(5) : input));
  sent.push(inputs);
  for (const side of [0, 1]) record(machines[side], side, inputs, dt);
  if (sent.length <= DELAY) return;
  const arrived = machines[0].recording.last - DELAY - 1;
  const theirs = sent.shift()!;
  for (const side of [0, 1]) arrive(machines[side], side, arrived, theirs);
  // both know all inputs up to this step, so its states must have the same bits
  const [left, right] = machines.map(({ recording }) => recording.hashes[arrived + 1 - recording.first]);
  if (left === undefined || left !== right) throw new Error(`the machines differ after step ${arrived}`);
  agreed++;
}

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
  // the machines side by side, or one above the other
  const isWide = canvas.clientWidth > canvas.clientHeight;
  const [right, top] = isWide ? [21, 10] : [10, 21];
  const { pixel } = beginPicture(pen, { minX: -right, minY: -top, maxX: right, maxY: top });
  machines.forEach(({ world }, side) => {
    const shift = 21 * (side - 0.5);
    pen.save();
    pen.translate(isWide ? shift : 0, isWide ? 0 : -shift);
    drawWorld(world, pen, { alpha: clock.alpha, lineWidth: pixel });
    pen.restore();
  });
  output.value = `${agreed} states agree in all bits, ${repeated} steps repeated. The arrows move the red puck.`;
  requestAnimationFrame(frame);
});
