import { expect, test } from 'vitest';
import { anchorDistance, applyTether } from '../src/cpu/tethers.js';
import { resolveDefinition } from '../src/definition.js';
import { type ClothCpu, createClothCpu } from '../src/index.js';
import { Draw } from './draw.js';

const cells = 10;
const count = cells + 1;
const last = count * count - 1;

/** A square of 1 m with these pins, which are pulled to `far` times their rest distance within a third of a second. */
function pulled(pins: readonly number[], far: number): ClothCpu {
  const cloth = createClothCpu({
    ...{ columns: cells, rows: cells, width: 1, height: 1, pins, tethers: true, damping: 1, ripple: 0.1 },
  });
  for (let step = 1; step <= 20; step++) {
    const scale = 1 + ((far - 1) * step) / 20;
    for (const pin of pins)
      cloth.setPin(pin, {
        x: scale * ((pin % count) / cells - 0.5),
        y: scale * (0.5 - Math.floor(pin / count) / cells),
        z: 0,
      });
    cloth.step();
  }
  return cloth;
}

/** Largest distance that a coordinate moves in a step of the next half second, m. */
function tremble(cloth: ClothCpu): number {
  let most = 0;
  for (let step = 0; step < 30; step++) {
    const before = cloth.positions.slice();
    cloth.step();
    most = cloth.positions.reduce((worst, x, word) => Math.max(worst, Math.abs(x - before[word])), most);
  }
  return most;
}

for (const [what, pins] of [
  ['two corners', [0, cells]],
  ['four corners', [0, cells, last - cells, last]],
] as const)
  test(`${what} farther apart than the tethers allow: the cloth between them comes to rest at that tension`, async () => {
    for (const far of [1.005, 1.02, 1.1, 1.3]) {
      const cloth = pulled(pins, far);
      for (let step = 0; step < 240; step++) cloth.step();
      const { largestSpeed, meanStrain, nonFinite } = await cloth.measure();
      expect(nonFinite).toBe(0);
      expect(largestSpeed, `${far}`).toBeLessThan(0.2);
      expect(meanStrain, `${far}`).toBeLessThan(1.2 * (far - 1) + 0.01);
    }
  });

test('two corners at exactly rest distance: the cloth comes to rest, and nothing trembles next to the line between them', () => {
  const cloth = createClothCpu({
    ...{ columns: cells, rows: cells, width: 1, height: 1, tethers: true, drag: 3 },
  });
  for (let step = 0; step < 360; step++) cloth.step();
  expect(tremble(cloth)).toBeLessThan(2e-6);
});

test('four corners at rest distance, gravity perpendicular: the cloth is taut and comes to rest', async () => {
  const cloth = createClothCpu({
    ...{ columns: cells, rows: cells, width: 1, height: 1, tethers: true, damping: 1 },
    ...{ pins: [0, cells, last - cells, last], gravity: { x: 0, y: 0, z: -10 } },
  });
  for (let step = 0; step < 240; step++) cloth.step();
  const { largestSpeed, bounds } = await cloth.measure();
  expect(largestSpeed).toBeLessThan(0.05);
  expect(bounds.min.z).toBeGreaterThan(-0.1);
});

for (const [what, pins] of [
  ['four corners', [0, 12, 156, 168]],
  ['the upper corners and the middle of the lower edge', [0, 12, 162]],
  ['the corners and the middle of the upper edge', [0, 6, 12]],
  ['the upper and the lower edge', [...Array(13).keys()].flatMap((column) => [column, 156 + column])],
] as const)
  test(`${what} at rest distance, gravity in the plane: the cloth comes to rest, and hangs through by little`, async () => {
    const cloth = createClothCpu({
      ...{ columns: 12, rows: 12, width: 1, height: 1, pins, tethers: true, damping: 2 },
      ...{ normals: false, measureInterval: 0 },
    });
    for (let step = 0; step < 240; step++) cloth.step();
    expect(tremble(cloth)).toBeLessThan(5e-4);
    expect((await cloth.measure()).largestStrain).toBeLessThan(0.01);
  });

test('four tethers whose balls barely intersect move a particle by hardly more than their largest excess', () => {
  const { sheet } = resolveDefinition({ columns: cells, rows: cells, width: 1, height: 1 });
  const corners = [0, cells, last - cells, last];
  const draw = new Draw(1);
  const position = new Float32Array(4 * count * count);
  const place = (id: number, x: number, y: number, z: number) => position.set([x, y, z, 1], 4 * id);
  const distance = (id: number, from: readonly number[]) =>
    Math.hypot(...[0, 1, 2].map((axis) => position[4 * id + axis] - from[axis]));
  let most = 0;
  for (let k = 0; k < 20_000; k++) {
    const id = 1 + draw.integer(last - 1);
    if (corners.includes(id)) continue;
    for (const particle of [...corners, id]) {
      const slack = particle === id ? 0.02 : 0.002;
      const [x, y, z] = [0, 1, 2].map(() => draw.between(-slack, slack));
      place(particle, (particle % count) / cells + x, Math.floor(particle / count) / cells + y, z);
    }
    const start = [...position.subarray(4 * id, 4 * id + 3)];
    const excess = Math.max(...corners.map((pin) => distance(pin, start) - anchorDistance(sheet, id, pin)));
    applyTether(position, sheet, corners, 1, id);
    // below that, rounding is a part of the move
    if (excess > 1e-4) most = Math.max(most, distance(id, start) / excess);
  }
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(1.5);
});
