import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Scene } from '@babylonjs/core/scene.js';
import { createEngine, nightStyle, PlanarCamera, WorldView } from '@otedama/render-babylon';
import { FrameClock } from '@otedama/rigid';
import { type Hands, Pinball, type Sound } from './pinball-game.js';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const display = document.querySelector('output') as HTMLOutputElement;
const { engine } = await createEngine(canvas, { adaptToDevicePixels: false }).catch((error) => {
  document.body.textContent = error.message;
  throw error;
});
engine.setHardwareScalingLevel(1 / Math.min(2, devicePixelRatio));
const scene = new Scene(engine);
scene.clearColor = new Color4(...nightStyle.background, 1);
const camera = new PlanarCamera(scene, { x: 0.3, y: 6.2, halfHeight: 6.6 });
camera.fitAspect = 0.54; // the width of the table, so that it fills a phone
// a flipper turns by 10 degrees in a step
const clock = new FrameClock({ timeStep: 1 / 120 });
let game = new Pinball();
let view = new WorldView(scene, game.world, camera, { style: nightStyle });

function restart(): void {
  view.dispose();
  game = new Pinball();
  view = new WorldView(scene, game.world, camera, { style: nightStyle });
  clock.reset();
}

const keys: Readonly<Record<string, 'left' | 'right' | 'plunger'>> = {
  ArrowLeft: 'left',
  KeyA: 'left',
  ShiftLeft: 'left',
  ArrowRight: 'right',
  KeyD: 'right',
  ShiftRight: 'right',
  ArrowDown: 'plunger',
  Space: 'plunger',
};
/** What is down, and since when: a key may go down and up between two steps. */
const held = new Set<string>();
const pressed = new Set<string>();
let nudge = 0;

function press(source: string): void {
  if (game.isOver) restart();
  clock.isPaused = false;
  held.add(source);
  pressed.add(source);
}

/** What the player wants now. Once per step. */
function readHands(): Hands {
  const isOn = (source: string) => held.has(source) || pressed.has(source);
  const isKey = (wanted: string) => Object.keys(keys).some((code) => keys[code] === wanted && isOn(code));
  // a finger on the left or right half of the picture; on the right, it pulls the plunger while a ball lies on it
  const isRight = isOn('right half');
  const hands = {
    left: isKey('left') || isOn('left half'),
    right: isKey('right') || isRight,
    plunger: isKey('plunger') || (isRight && game.isWaiting),
    nudge,
  };
  pressed.clear();
  nudge = 0;
  return hands;
}

addEventListener('keydown', (event) => {
  const { code, repeat } = event;
  if (code in keys) event.preventDefault(); // the page does not scroll
  if (repeat) return;
  if (code === 'KeyP') clock.isPaused = !clock.isPaused;
  else if (code === 'KeyR') restart();
  else if (code === 'KeyQ' || code === 'KeyE') nudge = code === 'KeyQ' ? -1 : 1;
  else if (code in keys) press(code);
});
addEventListener('keyup', ({ code }) => held.delete(code));
addEventListener('blur', () => held.clear());
const fingers = new Map<number, string>();
canvas.addEventListener('pointerdown', ({ pointerId, clientX }) => {
  canvas.setPointerCapture(pointerId);
  fingers.set(pointerId, clientX < canvas.clientWidth / 2 ? 'left half' : 'right half');
  press(fingers.get(pointerId) as string);
});
canvas.addEventListener('lostpointercapture', ({ pointerId }) => {
  const half = fingers.get(pointerId) as string;
  fingers.delete(pointerId);
  if (![...fingers.values()].includes(half)) held.delete(half);
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden) clock.isPaused = true;
});

const pitches: Readonly<Record<Sound, number>> = {
  bumper: 330,
  sling: 262,
  target: 523,
  lane: 784,
  ramp: 880,
  lock: 392,
  multiball: 988,
  drain: 110,
  tilt: 82,
  thud: 70,
};
/** Browsers allow sound after the first key or touch. */
let audio: AudioContext | undefined;
for (const event of ['keydown', 'pointerdown']) {
  addEventListener(event, () => {
    audio ??= new AudioContext();
  });
}

function play(sound: Sound, strength: number): void {
  if (audio === undefined) return;
  const tone = new OscillatorNode(audio, { frequency: pitches[sound] });
  const gain = new GainNode(audio, { gain: 0.08 * strength });
  gain.gain.setTargetAtTime(0, audio.currentTime, 0.06);
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.4);
}

const hasKeys = !matchMedia('(pointer: coarse)').matches;
function messageOf({ isOver, isTilted, isWaiting, world }: Pinball): string {
  if (isOver) return ' · Game over: a flipper starts the next one';
  if (clock.isPaused) return ` · ${hasKeys ? 'P goes' : 'Tap to go'} on`;
  if (isTilted) return ' · TILT';
  if (!isWaiting || world.time > 20) return '';
  return hasKeys
    ? ' · Hold Space and let go; arrow keys flip, Q and E nudge'
    : ' · Hold the right half and let go; each half flips';
}

engine.runRenderLoop(() => {
  clock.advance(engine.getDeltaTime() / 1000, (timeStep) => {
    if (game.isOver) return;
    game.step(readHands(), timeStep);
    for (const { sound, strength } of game.sounds) play(sound, strength);
  });
  camera.update();
  view.update(clock.alpha);
  scene.render();
  const { score, balls, multiplier, locked } = game;
  display.value = `${score} · Balls: ${balls} · x${multiplier} · Locked: ${locked}${messageOf(game)}`;
});
new ResizeObserver(() => engine.resize()).observe(canvas);
