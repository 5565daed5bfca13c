import { expect, test } from 'vitest';
import { type ClothCpu, type ClothDefinition, createClothCpu } from '../src/index.js';

/** A square of 1 m held at its two top corners. */
const square: ClothDefinition = { columns: 16, rows: 16, width: 1, height: 1, tethers: true };
const last = 17 * 17 - 1;
const at = (cloth: ClothCpu, id: number) => [...cloth.positions.subarray(4 * id, 4 * id + 3)];
const distance = (cloth: ClothCpu, a: number, b: number) => {
  const [x, y, z] = at(cloth, a).map((coordinate, axis) => coordinate - at(cloth, b)[axis]);
  return Math.hypot(x, y, z);
};
const restDistance = (a: number, b: number) =>
  Math.hypot((a % 17) - (b % 17), Math.floor(a / 17) - Math.floor(b / 17)) / 16;

test('a hand that pulls beyond the tethers takes its particle to where they end, and no spike comes of it', async () => {
  for (const tethers of [true, 1.1]) {
    const scale = Number(tethers);
    const cloth = createClothCpu({ ...square, tethers });
    for (const [step, target] of [
      { x: 3, y: -4, z: 1 },
      { x: 0, y: -9, z: 0 },
      { x: -2, y: 0.5, z: 6 },
    ].entries()) {
      cloth.grabParticle(1, last, { x: 0.5, y: -0.5, z: 0 });
      cloth.moveGrab(1, target);
      for (let k = 0; k < 60; k++) {
        cloth.step();
        for (const pin of [0, 16])
          expect(distance(cloth, last, pin)).toBeLessThan(scale * restDistance(last, pin) * (1 + 1e-5));
      }
      // fully taut: the particle is at the nearest point of one pin's ball, or of both
      const slack = [0, 16].map((pin) => scale * restDistance(last, pin) - distance(cloth, last, pin));
      expect(Math.min(...slack)).toBeLessThan(1e-5);
      const { largestStrain } = await cloth.measure();
      expect(largestStrain, `${step}`).toBeLessThan(0.5);
    }
  }
  // the strain without tethers: the link to the hand is two metres long
  const loose = createClothCpu({ ...square, tethers: false });
  loose.grabParticle(1, last, { x: 3, y: -4, z: 1 });
  for (let k = 0; k < 60; k++) loose.step();
  expect((await loose.measure()).largestStrain).toBeGreaterThan(2);
});

test('within reach it is at its target, bit for bit, and beyond it goes on where it can', () => {
  const cloth = createClothCpu(square);
  cloth.grabParticle(1, last, { x: 0.3, y: -0.25, z: 0.125 });
  cloth.step();
  expect(at(cloth, last)).toEqual([Math.fround(0.3), -0.25, 0.125]);
  // around the pins at a distance of 5 m: the particle follows the direction
  for (let step = 1; step <= 60; step++) {
    const angle = (Math.PI * step) / 60;
    cloth.moveGrab(1, { x: 0.5, y: 0.5 - 5 * Math.cos(angle / 2), z: 5 * Math.sin(angle / 2) });
    cloth.step();
    expect(distance(cloth, last, 16)).toBeGreaterThan(0.98);
  }
  expect(at(cloth, last)[2]).toBeGreaterThan(0.98);
});

test('pins that move are followed within the frame; a pin that is held goes with its hand, wherever', () => {
  const cloth = createClothCpu({ ...square, substeps: 8 });
  cloth.grabParticle(1, last, { x: 0.5, y: -5, z: 0 });
  for (let step = 1; step <= 30; step++) {
    for (const pin of [0, 16]) cloth.setPin(pin, { x: pin / 16 - 0.5, y: 0.5, z: 0.1 * step });
    cloth.step();
    expect(distance(cloth, last, 16)).toBeLessThan(1 + 1e-5);
    expect(distance(cloth, last, 16)).toBeGreaterThan(0.999);
  }
  cloth.grabParticle(2, 16, { x: 2, y: 3, z: 4 });
  cloth.step();
  expect(at(cloth, 16)).toEqual([2, 3, 4]);
});

test('let go, it leaves with the velocity that it had, not with the hand that was far ahead', async () => {
  const cloth = createClothCpu({ ...square, gravity: { x: 0, y: 0, z: 0 } });
  cloth.grabParticle(1, last, { x: 0.5, y: -0.5, z: 0 });
  for (let step = 0; step < 20; step++) cloth.step();
  cloth.moveGrab(1, { x: 0.5, y: -60, z: 0 });
  cloth.release(1);
  // 60 m in a sixtieth of a second would be 3,600 m/s
  const [x, y, z] = (await cloth.readVelocities()).subarray(4 * last, 4 * last + 3);
  expect(Math.hypot(x, y, z)).toBeLessThan(1);
});
