/** Broad phases: microseconds per step for updating the moved boxes and finding their pairs. */
import { createRandom } from '@otedama/math2d';
import type { BroadPhaseName } from '../src/broad-phase.js';
import { broadPhases } from '../src/broad-phases.js';
import { PairBuffer } from '../src/pair-buffer.js';
import { measure, table } from './harness.js';
import { MARGIN, pile, pyramid } from './scenes.js';

const FRAMES = 10;
const NAMES: BroadPhaseName[] = ['grid', 'tree', 'sweep'];

interface Motion {
  readonly name: string;
  readonly start: Float64Array;
  /** Boxes after each frame, and which of them moved. The last frame returns to the start. */
  readonly frames: { boxes: Float64Array; moved: Int32Array }[];
}

/** In each frame, a share of the boxes moves to a position up to `reach` (metres) from its initial one. */
function shake(name: string, start: Float64Array, share: number, reach: number): Motion {
  const random = createRandom(1);
  const count = start.length / 4;
  const frames: Motion['frames'] = [];
  let boxes = start;
  for (let f = 0; f < FRAMES; f++) {
    boxes = boxes.slice();
    const moved: number[] = [];
    for (let p = 0; p < count; p++) {
      if (random.next() >= share) continue;
      moved.push(p);
      const dx = random.uniform(-reach, reach);
      const dy = random.uniform(-reach, reach);
      for (let k = 0; k < 4; k++) boxes[4 * p + k] = start[4 * p + k] + (k % 2 === 0 ? dx : dy);
    }
    frames.push({ boxes, moved: Int32Array.from(moved) });
  }
  return { name, start, frames };
}

/** Loose cloud of bodies that all fall at their own speed. */
function falling(count: number): Motion {
  const random = createRandom(2);
  const width = 0.6 * Math.sqrt(count);
  const start = new Float64Array(4 * count);
  const speed = new Float64Array(count);
  const all = Int32Array.from({ length: count }, (_, p) => p);
  for (let p = 0; p < count; p++) {
    const x = random.uniform(0, width);
    const y = random.uniform(0, 6 * width);
    const half = random.uniform(0.3, 0.5) + MARGIN;
    start.set([x - half, y - half, x + half, y + half], 4 * p);
    speed[p] = random.uniform(0.05, 0.2);
  }
  const frames: Motion['frames'] = [];
  for (let f = 1; f <= FRAMES; f++) {
    const boxes = start.slice();
    const time = f <= FRAMES / 2 ? f : FRAMES - f;
    for (let p = 0; p < count; p++) {
      boxes[4 * p + 1] -= time * speed[p];
      boxes[4 * p + 3] -= time * speed[p];
    }
    frames.push({ boxes, moved: all });
  }
  return { name: `falling ${count}, 100 %`, start, frames };
}

/** Boxes of sizes from 0.2 to 10 m. */
function mixedSizes(count: number): Motion {
  const random = createRandom(3);
  const start = new Float64Array(4 * count);
  const width = 2.2 * Math.sqrt(count);
  for (let p = 0; p < count; p++) {
    const half = 0.1 * 50 ** (random.next() * random.next());
    const x = random.uniform(0, width);
    const y = random.uniform(0, width);
    start.set([x - half, y - half, x + half, y + half], 4 * p);
  }
  return shake(`sizes 1:50, ${count}, 86 %`, start, 0.86, 0.1);
}

/** Pile on a floor of many long static pieces. */
function terrain(count: number, pieces: number): Motion {
  const bodies = pile(count, 'mixed').boxes;
  const start = new Float64Array(bodies.length + 4 * pieces);
  start.set(bodies);
  const length = (1.1 * Math.sqrt(count)) / 50;
  for (let k = 0; k < pieces; k++) {
    const x = length * k;
    start.set([x, -2, x + 3 * length, -0.2], bodies.length + 4 * k);
  }
  const shaken = shake('', bodies, 0.5, MARGIN);
  const frames = shaken.frames.map(({ boxes, moved }) => {
    const all = start.slice();
    all.set(boxes);
    return { boxes: all, moved };
  });
  return { name: `pile ${count} on ${pieces} long pieces, 50 %`, start, frames };
}

export function broadPhaseReport(): string {
  const pyramidBoxes = pyramid(100).boxes;
  const motions = [
    shake('pyramid 5050, 1 %', pyramidBoxes, 0.01, MARGIN),
    shake('pyramid 5050, 10 %', pyramidBoxes, 0.1, MARGIN),
    shake('pyramid 5050, 100 %', pyramidBoxes, 1, MARGIN),
    falling(1000),
    falling(4000),
    falling(16000),
    shake('pile 1000, 100 %', pile(1000, 'mixed').boxes, 1, MARGIN),
    shake('pile 4000, 0.4 %', pile(4000, 'mixed').boxes, 0.004, MARGIN),
    shake('pile 4000, 10 %', pile(4000, 'mixed').boxes, 0.1, MARGIN),
    shake('pile 4000, 100 %', pile(4000, 'mixed').boxes, 1, MARGIN),
    shake('pile 16000, 100 %', pile(16000, 'mixed').boxes, 1, MARGIN),
    mixedSizes(4000),
    terrain(4000, 400),
  ];
  const rows = motions.map((motion) => {
    const count = motion.start.length / 4;
    const out = new PairBuffer();
    let pairCount = 0;
    const variants = NAMES.map((name) => {
      const broadPhase = broadPhases[name](motion.start);
      for (let p = 0; p < count; p++) broadPhase.add(p);
      const all = Int32Array.from({ length: count }, (_, p) => p);
      broadPhase.findPairs(all, count, out);
      pairCount = out.count;
      const run = (): number => {
        let sum = 0;
        for (const frame of motion.frames) {
          broadPhase.boxes = frame.boxes;
          broadPhase.findPairs(frame.moved, frame.moved.length, out);
          sum += out.count;
        }
        return sum;
      };
      return { name, run };
    });
    const times = measure(variants, FRAMES);
    return [motion.name, String(pairCount), ...times.map((t) => (t / 1000).toFixed(0))];
  });
  return table(['scene, share moved', 'pairs', ...NAMES.map((name) => `${name} µs`)], rows);
}
