import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Scene } from '@babylonjs/core/scene.js';
import { createEngine, filledStyle, PlanarCamera, WorldView } from '@otedama/render-babylon';
import { FrameClock, interpolatedPose } from '@otedama/rigid';
import { Controls } from './controls.js';
import { Game, type Sound } from './game.js';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const score = document.querySelector('output') as HTMLOutputElement;
const { engine } = await createEngine(canvas, { adaptToDevicePixels: false }).catch((error) => {
  document.body.textContent = error.message;
  throw error;
});
engine.setHardwareScalingLevel(1 / Math.min(2, devicePixelRatio));
const scene = new Scene(engine);
scene.clearColor = new Color4(...filledStyle.background, 1);
const camera = new PlanarCamera(scene);
camera.fitAspect = 1.2; // what a phone that is held upright shows at least
// drawn in Tiled; the server has the files of the folder public/
const level: unknown = await (await fetch('./level.tmj')).json();
const controls = new Controls();
const clock = new FrameClock();

let game = new Game(level);
let view = new WorldView(scene, game.world, camera, { style: filledStyle });
restart();

function restart(): void {
  view.dispose();
  game = new Game(level);
  view = new WorldView(scene, game.world, camera, { style: filledStyle });
  clock.reset();
  const { x, y } = game.hero.body.position;
  camera.view = { x, y, halfHeight: 5 };
}

/** Moves the camera towards the hero, as far as the map goes. */
function follow(seconds: number): void {
  const { hero, world, edges } = game;
  const { x, y } = interpolatedPose(world, hero.body, clock.alpha);
  const { bounds, view: now } = camera;
  const within = (aim: number, half: number, low: number, high: number) =>
    high - low < 2 * half ? (low + high) / 2 : Math.min(high - half, Math.max(low + half, aim));
  const aimX = within(x, (bounds.maxX - bounds.minX) / 2, edges.minX, edges.maxX);
  const aimY = within(y + 1, (bounds.maxY - bounds.minY) / 2, edges.minY, edges.maxY);
  const share = 1 - Math.exp(-6 * seconds); // the same motion at every frame rate
  camera.view = { ...now, x: now.x + share * (aimX - now.x), y: now.y + share * (aimY - now.y) };
}

const pitches: Readonly<Record<Sound, number>> = {
  jump: 440,
  coin: 990,
  stomp: 220,
  spring: 660,
  checkpoint: 770,
  hurt: 110,
  won: 880,
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
  const volume = sound === 'thud' ? Math.min(0.2, strength / 1000) : 0.05;
  const gain = new GainNode(audio, { gain: volume });
  gain.gain.setTargetAtTime(0, audio.currentTime, 0.05);
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.3);
}

addEventListener('keydown', ({ code }) => {
  if (code === 'KeyP') clock.isPaused = !clock.isPaused;
  if (code === 'KeyR') restart();
});
// a phone has neither key
canvas.addEventListener('pointerdown', () => {
  if (game.isWon) restart();
  clock.isPaused = false;
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden) clock.isPaused = true;
});

const hasKeys = !matchMedia('(pointer: coarse)').matches;
function messageOf({ isWon, world }: Game): string {
  if (isWon) return ` · You are there! ${hasKeys ? 'R starts' : 'Tap to start'} again`;
  if (clock.isPaused) return ` · ${hasKeys ? 'P goes' : 'Tap to go'} on`;
  if (hasKeys && world.time < 6) return ' · Arrow keys move, Space jumps, P pauses, R starts again';
  return '';
}

engine.runRenderLoop(() => {
  const seconds = engine.getDeltaTime() / 1000;
  clock.advance(seconds, (timeStep) => {
    if (game.isWon) return;
    game.step(controls.read(), timeStep);
    for (const { sound, strength } of game.sounds) play(sound, strength);
  });
  follow(seconds);
  camera.update();
  view.update(clock.alpha);
  scene.render();
  score.value = `Coins: ${game.coins}${messageOf(game)}`;
});
new ResizeObserver(() => engine.resize()).observe(canvas);
