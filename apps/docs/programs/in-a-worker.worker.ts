/** The physics of in-a-worker.ts, in a thread of its own. */
import { cos, polygon, sin, TWO_PI } from '@otedama/math2d';
import type { SentBody } from '@otedama/render-babylon';
import { createWorld, explode, FrameClock } from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';

// A drum of 24 walls that turns once in fifteen seconds, and 400 boxes in it.
const world = createWorld({ solver: createSoftStep() });
world.createBody({
  type: 'kinematic',
  angularVelocity: TWO_PI / 15,
  shapes: Array.from({ length: 24 }, (_, k) => {
    const angle = (TWO_PI * k) / 24;
    const center = { x: 9.5 * cos(angle), y: 9.5 * sin(angle) };
    return { kind: 'polygon', vertices: polygon.rectangle(1, 2.6, center, angle), friction: 0.8 };
  }),
});
for (let k = 0; k < 400; k++) {
  world.createBody({
    position: { x: 0.6 * (k % 20) - 5.7, y: 0.6 * Math.floor(k / 20) - 5 },
    shapes: [{ kind: 'polygon', vertices: polygon.rectangle(0.5, k % 3 === 0 ? 0.25 : 0.5) }],
  });
}

/** What the page tells: to begin, a place to push boxes away from, or memory that it has read and gives back. */
export type Order =
  | { kind: 'go' }
  | { kind: 'push'; x: number; y: number }
  | { kind: 'free'; poses: Float32Array };
/** What the page has to draw: once the bodies, then after each step where they are. */
export type News = { kind: 'bodies'; bodies: SentBody[] } | { kind: 'poses'; poses: Float32Array };

// the type of `self` that TypeScript has without the library of workers is that of a page
const tell = (news: News, moved: Transferable[] = []) => self.postMessage(news, { transfer: moved });
const free: Float32Array[] = [];
/** Sends x, y, cosine and sine of each body. The memory moves to the page, which sends it back: nothing is copied. */
function tellPoses() {
  const poses = free.pop() ?? new Float32Array(4 * world.slotCount);
  world.readTransforms(poses);
  tell({ kind: 'poses', poses }, [poses.buffer]);
}

const clock = new FrameClock({ isPaused: true });
self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if (data.kind === 'go') clock.isPaused = false;
  else if (data.kind === 'free') free.push(data.poses);
  else explode(world, { position: data, radius: 3, impulsePerLength: 2 });
});

const bodies = world.bodies.map(({ id, type, shapes }) => ({
  ...{ id, type },
  shapes: shapes.map(({ geometry }) => ({ geometry })),
}));
tell({ kind: 'bodies', bodies });
tellPoses();
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  clock.advance((now - last) / 1000, (dt) => {
    world.step(dt);
    tellPoses();
  });
  last = now;
}, 4);
