import { afterEach, beforeAll, expect, test } from 'vitest';
import { type ClothDefinition, type ClothGpu, createClothCpu, createClothGpu } from '../src/index.js';
import { largestDistance, shareDevice } from './gpu.js';

const small: ClothDefinition = { columns: 10, rows: 10, width: 1, height: 1 };
const towards = (x: number, y: number) => ({ origin: { x, y, z: -8 }, direction: { x: 0, y: 0, z: 2 } });

const shared = shareDevice();
let cloth: ClothGpu;
let start: Uint8Array;
beforeAll(async () => {
  cloth = await createClothGpu(shared.device, small);
  start = await cloth.snapshot();
});
afterEach(() => {
  cloth.restore(start);
});

const particle = async (id: number) => [...(await cloth.readPositions()).subarray(4 * id, 4 * id + 4)];

test('10.5.14 3.24 the held particle is at the target after each frame and leaves at 6 m/s', async () => {
  // takes effect from the next step, no matter when the promise resolves
  const grip = cloth.grab(1, towards(0, 0));
  let held: number[] = [];
  for (let frame = 1; frame <= 3; frame++) {
    cloth.moveGrab(1, towards(0.1 * frame, 0));
    cloth.advance(1 / 60);
    held = await particle(60);
    expect(held.slice(0, 2)).toEqual([Math.fround(0.1 * frame), 0]);
    expect(held[3]).toBe(0);
  }
  const { particle: taken, distance } = (await grip) ?? { particle: -1, distance: 0 };
  expect(taken).toBe(60);
  expect(held[2]).toBe(Math.fround(-8 + distance));
  cloth.release(1);
  expect((await particle(60))[3]).toBe(1);
  expect((await cloth.readVelocities())[240]).toBeCloseTo(6, 3);
});

test('3.24 moved and let go before the next step, and a velocity of the caller', async () => {
  cloth.grabParticle(1, 60, { x: 0, y: 0, z: 0 });
  cloth.step();
  cloth.moveGrab(1, { x: 0.1, y: 0, z: 0 });
  cloth.release(1);
  expect((await cloth.readVelocities())[240]).toBeCloseTo(6, 3);
  cloth.grabParticle(1, 60, { x: 0, y: 0, z: 0 });
  cloth.release(1, { x: 1, y: 2, z: 3 });
  expect([...(await cloth.readVelocities()).subarray(240, 243)]).toEqual([1, 2, 3]);
});

test('a particle that is pinned in a moving hand is pinned where it is, also in a snapshot', async () => {
  cloth.grabParticle(1, 60, { x: 0.5, y: 0.5, z: 0.5 });
  cloth.step();
  cloth.setPin(60);
  cloth.restore(await cloth.snapshot());
  cloth.step();
  expect(await particle(60)).toEqual([0.5, 0.5, 0.5, 0]);
});

test('10.5.14 picking hits the surface as it is now, and a miss leaves the hand free', async () => {
  cloth.setPin(0, { x: 2, y: 1, z: 1 });
  cloth.setPin(10, { x: 3, y: 1, z: 1 });
  for (let step = 0; step < 60; step++) cloth.step();
  expect(await cloth.grab(1, towards(0, 0.2))).toBeNull();
  const [x, y] = await particle(60);
  expect(await cloth.grab(1, towards(x, y))).not.toBeNull();
  cloth.release(1);
});

test('the ray finds the same vertex as on the CPU', async () => {
  const cpu = createClothCpu(small);
  for (const [x, y] of [
    [-0.42, 0.33],
    [0.21, -0.38],
    [0.499, 0.499],
  ]) {
    const ray = { origin: { x: x + 1, y: y - 0.5, z: 5 }, direction: { x: -1, y: 0.5, z: -5 } };
    const [ours, theirs] = [await cloth.grab(1, ray), await cpu.grab(1, ray)];
    expect(ours?.particle).toBe(theirs?.particle);
    expect(ours?.distance).toBeCloseTo(theirs?.distance ?? 0, 4);
  }
});

test('a seeded mix of grabs, moves, releases, pins and steps ends as on the CPU', async () => {
  const cpu = createClothCpu(small);
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let round = 0; round < 40; round++) {
    const [kind, pointer, id] = [random(6), random(3), random(121)];
    const point = { x: id / 121 - 0.5, y: 0.2, z: 0.1 };
    for (const one of [cloth, cpu]) {
      if (kind === 0) one.grabParticle(pointer, id, point);
      else if (kind === 1) one.moveGrab(pointer, point);
      else if (kind === 2) one.release(pointer);
      else if (kind === 3) one.setPin(id);
      else if (kind === 4) one.freePin(id);
      else one.step();
    }
  }
  for (const one of [cloth, cpu]) for (const pointer of [0, 1, 2]) one.release(pointer);
  const positions = await cloth.readPositions();
  expect(cloth.pins).toEqual(cpu.pins);
  for (let id = 0; id < 121; id++) expect(positions[4 * id + 3]).toBe(cloth.pins.includes(id) ? 0 : 1);
  expect(largestDistance(positions, cpu.positions)).toBeLessThan(0.02);
});

test('hands that pull a tethered cloth too far take it as far as on the CPU', async () => {
  const definition: ClothDefinition = { ...small, tethers: 1.02, substeps: 4 };
  const [tied, cpu] = [await createClothGpu(shared.device, definition), createClothCpu(definition)];
  for (let step = 0; step < 30; step++) {
    for (const each of [tied, cpu]) {
      if (step === 0) each.grabParticle(1, 120, { x: 0.5, y: -0.5, z: 0 });
      // a pin that is grabbed, and removed
      if (step === 5) each.grabParticle(2, 0, { x: -0.5, y: 0.5, z: 0 });
      each.moveGrab(1, { x: 0.5 + 0.1 * step, y: -0.5, z: 0.02 * step });
      if (step >= 10) each.moveGrab(2, { x: -0.5, y: 0.5, z: -0.01 * step });
      if (step === 20) each.release(1);
      // a particle that is grabbed, moved and released between two steps
      if (step === 24) {
        each.grabParticle(3, 60, { x: 0, y: 0, z: 0 });
        each.moveGrab(3, { x: 4, y: 0, z: 0 });
        each.release(3);
      }
      each.advance(step % 3 === 0 ? 2 / 60 : 1 / 60);
    }
    const positions = await tied.readPositions();
    // the held particle follows only the pins; the others are pulled around, and their rounding differs
    if (step < 20)
      expect(largestDistance(positions.subarray(480, 484), cpu.positions.subarray(480, 484))).toBeLessThan(
        2e-6,
      );
    expect(largestDistance(positions, cpu.positions)).toBeLessThan(1e-3);
  }
  tied.dispose();
});

test('many pins follow a body without a submit each, to the places that the CPU has', async () => {
  const pins = Array.from({ length: 11 }, (_, column) => column);
  const definition: ClothDefinition = { ...small, pins, tethers: true };
  const [cape, cpu] = [await createClothGpu(shared.device, definition), createClothCpu(definition)];
  const { submit } = shared.device.queue;
  let submits = 0;
  shared.device.queue.submit = (commands) => {
    submits++;
    submit.call(shared.device.queue, commands);
  };
  for (let step = 1; step <= 10; step++) {
    for (const pin of pins) {
      const place = { x: pin / 10 - 0.5, y: 0.5 + 0.02 * step, z: 0.002 * step * pin };
      for (const each of [cape, cpu]) each.setPin(pin, place);
      // already pinned at its position, so there is nothing to do
      cape.setPin(pin);
    }
    cape.step();
    cpu.step();
  }
  shared.device.queue.submit = submit;
  expect(submits).toBe(10);
  expect(cape.pins).toEqual(pins);
  expect(largestDistance(await cape.readPositions(), cpu.positions)).toBeLessThan(1e-5);
  cape.dispose();
});
