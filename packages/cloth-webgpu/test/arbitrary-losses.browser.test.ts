/**
 * Several random cloths on two devices. One device is lost repeatedly while hands hold, pins move and requests are pending. A cloth on
 * that device has a twin on a device that stays. The restored state must equal the twin's state after the same step, in every bit, and so
 * must everything after it. Cloths on the other device are not affected, and every request is answered.
 */

import { afterEach, expect, test } from 'vitest';
import { type ClothDefinition, ClothError, type ClothGpu, createClothGpu } from '../src/index.js';
import {
  arbitraryCall,
  arbitraryDefinition,
  arbitraryFields,
  arbitrarySize,
  bitsOf,
  POINTERS,
  seeds,
} from './arbitrary-cloth.js';
import { Draw } from './draw.js';
import { errors, requestDevice } from './gpu.js';

const FRAMES = 14;

afterEach(() => {
  expect(errors).toEqual([]);
});

interface Pair {
  readonly cloth: ClothGpu;
  readonly twin: ClothGpu;
  /** The twin's snapshots, by step count. */
  readonly past: Map<number, Uint8Array>;
  /** Step count of the restored state, reported by events since the last check. */
  restored: number | null;
  losses: number;
}

async function pair(definition: ClothDefinition, devices: Devices, name: 'first' | 'safe'): Promise<Pair> {
  const requestDeviceAgain = async () => devices[name];
  const cloth = await createClothGpu(await devices[name], definition, { requestDevice: requestDeviceAgain });
  const twin = await createClothGpu(devices.safe, definition);
  const made: Pair = { cloth, twin, past: new Map(), restored: null, losses: 0 };
  cloth.subscribe((event) => {
    if (event.type === 'restored') made.restored = event.step;
    else if (event.type === 'deviceLost') made.losses++;
    else throw new Error(event.type);
  });
  made.past.set(0, await twin.snapshot());
  return made;
}

interface Devices {
  first: Promise<GPUDevice>;
  readonly safe: GPUDevice;
}

/** Sends every request that a cloth supports; returns the answers that failed, by their message. */
function askEverything({ cloth }: Pair, draw: Draw): Promise<unknown[]> {
  const ray = { origin: { x: 0, y: draw.between(-1, 1), z: -5 }, direction: { x: 0, y: 0, z: 1 } };
  const answers = [
    cloth.grab(POINTERS, ray),
    cloth.readPositions(),
    cloth.readVelocities(),
    cloth.readNormals(),
    cloth.measure(),
    cloth.pinForces(),
    cloth.snapshot(),
  ];
  return Promise.all(
    answers.map((answer) =>
      answer.then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  );
}

/** Loses the first device and waits until its cloths are restored. Checks the restored states, and restores the twins to the same step. */
async function lose(devices: Devices, pairs: readonly Pair[], draw: Draw, where: string): Promise<void> {
  const lost = await devices.first;
  devices.first = requestDevice();
  const before = pairs.map(({ losses }) => losses);
  const asked = draw.chance(0.7) ? pairs.map((each) => askEverything(each, draw)) : [];
  lost.destroy();
  const failed = (await Promise.all(asked)).flat().filter((error) => error !== null);
  for (const error of failed) expect(error, where).toBeInstanceOf(ClothError);
  await expect.poll(() => pairs.every(({ restored }) => restored !== null)).toBe(true);
  expect(
    pairs.map(({ losses }) => losses),
    where,
  ).toEqual(before.map((losses) => losses + 1));
  for (const each of pairs) {
    const { cloth, twin, past } = each;
    const state = past.get(each.restored ?? -1);
    expect(state, `${where}: a state after ${each.restored} steps`).toBeDefined();
    expect(await cloth.snapshot(), where).toEqual(state);
    expect([cloth.stepCount, cloth.device], where).toEqual([each.restored, await devices.first]);
    twin.restore(state as Uint8Array);
    each.restored = null;
  }
}

async function play(seed: number): Promise<void> {
  const draw = new Draw(seed ^ 0x10555);
  const devices: Devices = { first: requestDevice(), safe: await requestDevice() };
  const size = arbitrarySize(draw);
  const fields = arbitraryFields(draw);
  const drawn = [1, 2, 3, 4].map(() => ({
    ...arbitraryDefinition(draw, fields, size),
    checkpointInterval: 1 + draw.integer(6),
  }));
  // of one size in metres too, so that they share their kernels
  const { width, height } = drawn[0] as { width: number; height: number };
  const definitions = drawn.map((each) => ({ ...each, width, height }));
  const names = ['first', 'first', 'first', 'safe'] as const;
  const pairs = await Promise.all(definitions.map((each, k) => pair(each, devices, names[k])));
  const other = pairs[3];
  let lasting = pairs.slice(0, 3);
  for (let frame = 0; frame < FRAMES; frame++) {
    const where = `seed ${seed}, frame ${frame}`;
    for (const { cloth, twin } of [...lasting, other]) {
      const positions = await twin.readPositions();
      for (let k = draw.integer(3); k > 0; k--) {
        const call = arbitraryCall(draw, positions, fields);
        await Promise.all([call(cloth), call(twin)]);
      }
    }
    const seconds = draw.pick([1 / 60, 1 / 60, 1 / 30, 0.04]);
    for (const { cloth, twin, past } of [...lasting, other]) {
      expect(cloth.advance(seconds), where).toBe(twin.advance(seconds));
      past.set(twin.stepCount, await twin.snapshot());
    }
    if (draw.chance(0.3)) await lose(devices, lasting, draw, where);
    if (frame === 9) {
      // one cloth is disposed while its requests are pending; the others of its device continue
      const [gone, ...others] = lasting;
      const answers = askEverything(gone, draw);
      gone.cloth.dispose();
      for (const error of await answers) if (error !== null) expect(error, where).toBeInstanceOf(ClothError);
      lasting = others;
    }
    for (const { cloth, twin } of [...lasting, other]) {
      expect(await bitsOf(cloth), where).toEqual(await bitsOf(twin));
      expect([cloth.status, cloth.pins], where).toEqual(['running', twin.pins]);
    }
    expect([other.losses, other.restored], where).toEqual([0, null]);
  }
  for (const { cloth, twin } of pairs) {
    cloth.dispose();
    twin.dispose();
  }
  for (const device of [await devices.first, devices.safe]) device.destroy();
}

// The usual seed has two losses, before and after a cloth is disposed, one of them with requests pending. It has tethers, self-collision,
// air, and four kinds of colliders, with three distance fields.
test.each(seeds([888]))('arbitrary cloths outlive their device, seed %i', play);
