import { expect, test } from 'vitest';
import { createGaltonBoard, MARBLES, ROWS } from '../src/space/galton-board.js';

const DT = 1 / 120;

test('a Galton board: every marble ends in a bin, most of them in the middle; then the board empties and starts anew', () => {
  const board = createGaltonBoard(1);
  let most = 0;
  for (let step = 0; step < (0.2 * MARBLES + 8.9) / DT; step++) {
    // the floor opens after 9 s
    board.step(DT);
    most = Math.max(most, board.marbles.length);
  }
  const counts = board.counts();
  const total = counts.reduce((sum, count) => sum + count, 0);
  expect([most, total]).toEqual([MARBLES, MARBLES]);
  let mean = 0;
  let square = 0;
  for (const [bin, count] of counts.entries()) {
    mean += (count / total) * (bin - ROWS / 2);
    square += (count / total) * (bin - ROWS / 2) ** 2;
  }
  // a fair board: within three standard errors of the middle
  const deviation = Math.sqrt(square - mean * mean);
  expect(Math.abs(mean)).toBeLessThan((3 * deviation) / Math.sqrt(total));
  expect(deviation).toBeGreaterThan((0.8 * Math.sqrt(ROWS)) / 2);
  expect(deviation).toBeLessThan((1.6 * Math.sqrt(ROWS)) / 2);
  expect(Math.max(...counts)).toBe(Math.max(...counts.slice(ROWS / 2 - 1, ROWS / 2 + 2)));
  for (let step = 0; step < 6 / DT; step++) board.step(DT);
  expect(board.marbles.length).toBeGreaterThan(0);
  expect(board.marbles.length).toBeLessThan(40);
});
