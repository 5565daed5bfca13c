import { expect, test } from 'vitest';
import { createClothCpu } from '../src/index.js';

test('10.5.14: a ray through an edge or a vertex of the cloth hits it', async () => {
  const cloth = createClothCpu({ columns: 24, rows: 36 });
  // on the vertices, rows, columns and diagonals, from an eye in front of the centre and from another one at the side
  let missed = 0;
  for (let row = 1; row < 36; row++) {
    for (let column = 1; column < 24; column++) {
      for (const [dx, dy] of [
        [0, 0],
        [0.3, 0],
        [0, 0.3],
        [0.3, -0.3],
      ]) {
        const x = (column + dx - 12) / 12;
        const y = (18 - row + dy) / 12;
        for (const origin of [
          { x: 0, y: 0, z: -7.9 },
          { x: 0.1, y: -0.2, z: -8 },
        ]) {
          const direction = { x: x - origin.x, y: y - origin.y, z: -origin.z };
          if ((await cloth.grab(1, { origin, direction })) === null) missed++;
        }
      }
    }
  }
  expect(missed).toBe(0);
});

test('10.5.14: so does one that a camera turned by -pi / 2 and rounded makes', async () => {
  const cloth = createClothCpu({ columns: 24, rows: 36 });
  const tiny = 4.837355141405569e-16;
  for (const [x, y] of [
    [-0.08425794937850885, -6.101461604192112e-17],
    [-6.025069229180619e-17, -0.1783442248998331],
  ]) {
    const direction = { x, y, z: Math.sqrt(1 - x * x - y * y) };
    const origin = { x: 0.1 * x + tiny, y: 0.1 * y + tiny, z: -7.899999904632478 };
    expect(await cloth.grab(1, { origin, direction })).not.toBeNull();
  }
});
