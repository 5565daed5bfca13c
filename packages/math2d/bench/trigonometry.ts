/** Times this package's trigonometry against the JavaScript engine's. Run: pnpm bench. */
import { atan2, cos, rotation, sin, sinCos } from '../src/index.js';

const COUNT = 4096;
const angles = Float64Array.from({ length: COUNT }, (_, i) => 8 * Math.sin(12.9898 * i));
const ordinates = Float64Array.from({ length: COUNT }, (_, i) => Math.sin(78.233 * i));
const abscissae = Float64Array.from({ length: COUNT }, (_, i) => Math.cos(39.425 * i));
const turned = { sin: 0, cos: 1 };
const pose = Float64Array.of(1, 0);

const kernels: Record<string, (i: number) => number> = {
  'Math.sin + Math.cos': (i) => Math.sin(angles[i]) + Math.cos(angles[i]),
  'sin + cos': (i) => sin(angles[i]) + cos(angles[i]),
  sinCos: (i) => {
    sinCos(angles[i], turned);
    return turned.sin + turned.cos;
  },
  'Math.atan2': (i) => Math.atan2(ordinates[i], abscissae[i]),
  atan2: (i) => atan2(ordinates[i], abscissae[i]),
  'rotation.integrateInPlace': (i) => {
    rotation.integrateInPlace(pose, 0, 1e-3 * i * 1e-1);
    return pose[0];
  },
};

/** Each kernel gets its own loop, so that calls of the others do not slow it down. */
const loops = Object.entries(kernels).map(([name, kernel]) => {
  const body = `let sum = 0; for (let i = 0; i < ${COUNT}; i++) sum += kernel(i); return sum;`;
  return { name, run: new Function('kernel', body) as (kernel: (i: number) => number) => number, kernel };
});

let sink = 0;
const least = new Map<string, number>();
for (let round = 0; round < 200; round++) {
  for (const { name, run, kernel } of loops) {
    const start = process.hrtime.bigint();
    sink += run(kernel);
    const time = Number(process.hrtime.bigint() - start) / COUNT;
    least.set(name, Math.min(time, least.get(name) ?? Number.POSITIVE_INFINITY));
  }
}
if (Number.isNaN(sink)) throw new Error('a kernel gave NaN');
for (const [name, time] of least) console.log(`${name.padEnd(26)} ${time.toFixed(1)} ns`);
