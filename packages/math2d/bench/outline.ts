/** Times the cutting of outlines. Run: pnpm bench. */
import { cos, createRandom, outline, sin, type Vec2 } from '../src/index.js';

const random = createRandom(3);
for (const count of [10, 100, 1000, 4000]) {
  const points: Vec2[] = Array.from({ length: count }, (_, k) => {
    const radius = random.uniform(0.7, 1);
    return { x: radius * cos((2 * Math.PI * k) / count), y: radius * sin((2 * Math.PI * k) / count) };
  });
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 30; round++) {
    const start = process.hrtime.bigint();
    outline.decompose(points);
    least = Math.min(least, Number(process.hrtime.bigint() - start));
  }
  const parts = outline.decompose(points).length;
  console.log(`ragged ring of ${count} points: ${(least / 1e6).toFixed(2)} ms, ${parts} parts`);
}
