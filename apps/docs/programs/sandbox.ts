/**
 * A sandbox with undo, saving and loading. All three are snapshots of the world.
 */
import { createRandom, polygon } from '@otedama/math2d';
import {
  beginPicture,
  chain,
  createWorld,
  drawWorld,
  FrameClock,
  type Joint,
  pointInPicture,
  restoreSnapshot,
  type ShapeDefinition,
  takeSnapshot,
} from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
const output = document.querySelector('output') as HTMLOutputElement;
output.ariaLive = 'polite'; // screen readers say what a button did

const world = createWorld({ solver: createSoftStep() });
const bin = chain({ points: polygon.rectangle(10, 30, { x: 0, y: 15 }), loop: true, freeSide: 'left' });
world.createBody({ type: 'static', shapes: bin });
const colors = [
  [0.36, 0.5, 0.71],
  [0.78, 0.32, 0.3],
  [0.85, 0.7, 0.3],
  [0.42, 0.63, 0.44],
] as const;
function drop(position: { x: number; y: number }) {
  const count = world.bodies.length;
  const shapes: ShapeDefinition[] = [
    { kind: 'polygon', vertices: polygon.rectangle(1, 1) },
    { kind: 'circle', radius: 0.5, restitution: 0.4 },
    { kind: 'polygon', vertices: polygon.regular(0.6, 5), radius: 0.05 },
    { kind: 'polygon', vertices: polygon.rectangle(2, 0.4) },
  ];
  world.createBody({ position, color: colors[count % 4], shapes: [shapes[count % 4]] });
}
for (const x of [-2, -1, 0, 1, 2]) drop({ x, y: 3 });

// A snapshot contains everything that later steps depend on. So undo is a stack of them, one for each thing that the player did.
const past: Uint8Array[] = [];
function remember() {
  clock.isPaused = false;
  past.push(takeSnapshot(world));
  if (past.length > 50) past.shift();
}
const commands: Record<string, () => string> = {
  Undo() {
    const then = past.pop();
    if (then === undefined) return 'There is nothing to undo.';
    restoreSnapshot(world, then);
    return 'Undone.';
  },
  Save() {
    localStorage.setItem('sandbox', JSON.stringify([...takeSnapshot(world)]));
    return 'Saved in this browser.';
  },
  Load() {
    const text = localStorage.getItem('sandbox');
    if (text === null) return 'Nothing is saved here yet.';
    const now = takeSnapshot(world);
    try {
      restoreSnapshot(world, Uint8Array.from(JSON.parse(text))); // throws, and changes nothing, if the text is damaged
    } catch (error) {
      return `What is saved here cannot be loaded, so nothing has changed. Save anew. (${(error as Error).message})`;
    }
    past.push(now);
    return 'Loaded.';
  },
  Clear() {
    remember();
    for (const body of world.bodies) if (body.type === 'dynamic') world.destroyBody(body);
    return 'Empty. Undo brings it all back.';
  },
};
function run(name: string) {
  release();
  output.value = commands[name]();
}
const row = document.querySelector('main')!.appendChild(document.createElement('div'));
for (const name of Object.keys(commands)) {
  const button = row.appendChild(document.createElement('button'));
  button.textContent = name;
  button.addEventListener('click', () => run(name));
}
const random = createRandom(1);
addEventListener('keydown', ({ key, target, ctrlKey, metaKey }) => {
  if (key === 'z' && (ctrlKey || metaKey)) run('Undo');
  if (key !== ' ' || target !== canvas) return;
  remember();
  drop({ x: random.uniform(-0.5, 0.5), y: 6 });
});

// The pointer drags a body, or drops one where there is none.
let grip: Joint | null = null;
canvas.addEventListener('pointerdown', (event) => {
  remember();
  const target = pointInPicture(pen, event);
  const body = world.overlapPoint(target).find((shape) => shape.body.type === 'dynamic')?.body;
  if (body === undefined) return drop(target);
  canvas.setPointerCapture(event.pointerId);
  grip = world.createJoint({ kind: 'grab', body, localAnchor: body.getLocalPoint(target), target });
});
canvas.addEventListener('pointermove', (event) => {
  if (grip?.isValid) grip.target = pointInPicture(pen, event);
});
canvas.addEventListener('lostpointercapture', release);
function release() {
  if (grip?.isValid) world.destroyJoint(grip);
  grip = null;
}

// who asked for less motion gets a picture that stands still until the first key or touch
const clock = new FrameClock({ isPaused: matchMedia('(prefers-reduced-motion: reduce)').matches });
let last: number | null = null;
requestAnimationFrame(function frame(now) {
  clock.advance((now - (last ?? now)) / 1000, (dt) => world.step(dt));
  last = now;
  const { pixel } = beginPicture(pen, { minX: -5, minY: -0.5, maxX: 5, maxY: 6.5 }, { alignY: 0 });
  drawWorld(world, pen, { alpha: clock.alpha, lineWidth: pixel });
  requestAnimationFrame(frame);
});
output.value = 'Drag things, tap to drop one.';
