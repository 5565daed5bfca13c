import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type ClothDefinition,
  ClothError,
  type ClothEvent,
  type ClothGpu,
  createCloth,
  createClothGpu,
} from '../src/index.js';
import { errors, hash, largestDistance, requestDevice } from './gpu.js';
import { aside } from './teleports.js';

const small: ClothDefinition = { columns: 8, rows: 8, width: 1, height: 1, checkpointInterval: 5 };
/** Of the same size, and with it the same kernels, but doubled: one half lies on the other, nearer than self-collision allows, on a floor. */
const doubled = (more: ClothDefinition): ClothDefinition => ({
  ...small,
  ...{ pins: 'none', bendCompliance: 1e-4, selfCollision: true },
  colliders: [{ type: 'plane', point: { x: 0, y: 0, z: 0 }, normal: { x: 0, y: 1, z: 0 } }],
  shape: (column, row) => ({
    x: column / 8,
    y: 0.02 + 0.05 * Math.min(Math.max(row - 3, 0), 2),
    z: Math.min(row, 8 - row) / 8,
  }),
  ...more,
});
const ray = { origin: { x: 0.1, y: 0.1, z: -8 }, direction: { x: 0, y: 0, z: 1 } };
const run = (cloth: ClothGpu, steps: number) => {
  for (let step = 0; step < steps; step++) cloth.step();
};
const eventOf = (cloth: ClothGpu, type: ClothEvent['type']) =>
  new Promise<ClothEvent>((resolve) => {
    cloth.subscribe((event) => {
      if (event.type === type) resolve(event);
    });
  });
/** Makes steps like frames do: the state saved after every fifth step has arrived before the next one. */
const runFrames = async (cloth: ClothGpu, steps: number) => {
  for (let step = 0; step < steps; step++) {
    cloth.step();
    if (cloth.stepCount % 5 !== 0) continue;
    // not by expect.poll, which is for tests only
    await vi.waitFor(() => expect(cloth.measurement.step).toBe(cloth.stepCount), { timeout: 60_000 });
  }
};

let lastingDevice: Promise<GPUDevice> | undefined;
/** One device for all tests that do not lose theirs, and on which lost cloths continue: its kernels are compiled once. */
function lasting(): Promise<GPUDevice> {
  lastingDevice ??= requestDevice();
  return lastingDevice;
}

afterEach(() => {
  expect(errors).toEqual([]);
});

/** Uses everything that a hand, a pin and a measurement can request within a few steps, and returns the results. */
async function useEverything(cloth: ClothGpu) {
  const grip = cloth.grab(1, ray);
  cloth.grabParticle(2, 70, { x: 0.3, y: -0.4, z: 0.1 });
  cloth.step();
  cloth.moveGrab(1, { x: 0.2, y: 0.2, z: -0.1 });
  cloth.setPin(44, { x: 0, y: -0.1, z: 0.05 });
  run(cloth, 2);
  cloth.release(1);
  cloth.freePin(0);
  run(cloth, 2);
  return { grip: await grip, measured: await cloth.measure(), bits: hash(await cloth.readPositions()) };
}

/** What a cloth does before its device is lost; returns what is to be checked afterwards. */
type Fate = (doomed: GPUDevice) => Promise<() => Promise<void>>;
const fates: Record<string, Fate> = {
  'the cloth continues from its last good state on a new one': async (doomed) => {
    const cloth = await createClothGpu(doomed, small, { requestDevice: lasting });
    await runFrames(cloth, 20);
    const oldBuffer = cloth.positionBuffer;
    const restored = eventOf(cloth, 'restored');
    const atLoss: unknown[] = [];
    cloth.subscribe((event) => {
      if (event.type === 'deviceLost') atLoss.push(event.reason, cloth.status, cloth.advance(1));
    });
    return async () => {
      expect(await restored).toMatchObject({ step: 20 });
      expect(atLoss).toEqual(['destroyed', 'lost', 0]);
      expect(cloth.status).toBe('running');
      expect(cloth.positionBuffer).not.toBe(oldBuffer);
      expect(cloth.stepCount).toBe(20);
      run(cloth, 20);
      const there = await cloth.readPositions();
      const undisturbed = await createClothGpu(cloth.device, small);
      run(undisturbed, 40);
      expect(hash(there)).toBe(hash(await undisturbed.readPositions()));
      cloth.dispose();
      undisturbed.dispose();
    };
  },

  'without requestDevice the owner restores the cloth, on buffers of its own': async (doomed) => {
    const cloth = await createClothGpu(doomed, small);
    return async () => {
      await expect.poll(() => cloth.status).toBe('lost');
      cloth.setPin(40);
      cloth.freePin(0);
      expect(cloth.pins).toEqual([0, 8]);
      const next = await lasting();
      const given = next.createBuffer({ size: 16 * 81, usage: 0xac });
      await cloth.restoreOn(next, { position: given });
      expect(cloth.positionBuffer).toBe(given);
      run(cloth, 3);
      cloth.dispose();
      // still valid: a destroyed buffer would cause a validation error here
      next.queue.writeBuffer(given, 0, new Float32Array(4));
      await next.queue.onSubmittedWorkDone();
    };
  },

  'if another device is lost while the cloth is being restored on it, the later one counts': async (
    doomed,
  ) => {
    const cloth = await createClothGpu(doomed, small);
    const events: ClothEvent['type'][] = [];
    cloth.subscribe((event) => events.push(event.type));
    return async () => {
      await expect.poll(() => cloth.status).toBe('lost');
      const [slow, next] = [await requestDevice(), await lasting()];
      const compile = slow.createComputePipelineAsync.bind(slow);
      let goOn = () => {};
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      slow.createComputePipelineAsync = async (descriptor) => {
        await held;
        return compile(descriptor);
      };
      const first = cloth.restoreOn(slow);
      await cloth.restoreOn(next);
      slow.destroy();
      goOn();
      await first.catch(() => {});
      await slow.lost;
      run(cloth, 2);
      expect([cloth.device === next, cloth.status]).toEqual([true, 'running']);
      expect((await cloth.readPositions()).every(Number.isFinite)).toBe(true);
      expect(events).toEqual(['deviceLost', 'restored']);
      cloth.dispose();
    };
  },

  'reads under way reject with a ClothError, a grab takes nothing, and its slot is free again': async (
    doomed,
  ) => {
    const cloth = await createClothGpu(doomed, small, { requestDevice: lasting });
    cloth.step();
    // asked just before the loss, see beforeAll
    const asked = { grips: [] as Promise<unknown>[], reads: [] as Promise<unknown>[] };
    lastWords.push(() => {
      asked.grips = Array.from({ length: 8 }, (_, pointer) => cloth.grab(pointer, ray));
      asked.reads = [cloth.readPositions(), cloth.measure(), cloth.snapshot(), cloth.pinForces()].map(
        (read: Promise<unknown>) => read.catch((error: unknown) => error),
      );
    });
    const restored = eventOf(cloth, 'restored');
    return async () => {
      const answers = await Promise.all(asked.reads);
      expect(answers).toEqual(new Array(4).fill(expect.any(ClothError)));
      expect(await Promise.all(asked.grips)).toEqual(new Array(8).fill(null));
      await restored;
      for (let pointer = 10; pointer < 18; pointer++) cloth.grabParticle(pointer, 40, { x: 0, y: 0, z: 0 });
      cloth.dispose();
    };
  },

  'a cloth attached twice to the device loses it once': async (doomed) => {
    const cloth = await createClothGpu(doomed, small);
    const events: ClothEvent['type'][] = [];
    cloth.subscribe((event) => events.push(event.type));
    await cloth.restoreOn(doomed);
    return async () => {
      // both attachments have been notified by now, because they subscribed before `lost` was awaited
      expect(events).toEqual(['restored', 'deviceLost']);
      cloth.dispose();
    };
  },

  'a cloth that is disposed of on the loss requests no other device': async (doomed) => {
    let asked = 0;
    const cloth = await createClothGpu(doomed, small, {
      requestDevice: () => {
        asked++;
        return lasting();
      },
    });
    cloth.subscribe(() => cloth.dispose());
    return async () => {
      await expect.poll(() => cloth.status).toBe('disposed');
      expect(asked).toBe(0);
    };
  },

  'the lost device itself is refused by name, once': async (doomed) => {
    const cloth = await createClothGpu(doomed, small, { requestDevice: async () => doomed });
    const events: ClothEvent[] = [];
    cloth.subscribe((event) => events.push(event));
    return async () => {
      await expect.poll(() => events.at(-1)).toMatchObject({ type: 'failed' });
      const { error } = events.at(-1) as Extract<ClothEvent, { type: 'failed' }>;
      expect((error as ClothError).field).toBe('options.requestDevice');
      expect([cloth.status, ...events.map(({ type }) => type)]).toEqual(['lost', 'deviceLost', 'failed']);
      cloth.dispose();
    };
  },

  'a listener that throws does not stop the cloth': async (doomed) => {
    const thrown: unknown[] = [];
    const keep = (event: PromiseRejectionEvent) => {
      thrown.push(event.reason);
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('unhandledrejection', keep, { capture: true });
    const cloth = await createClothGpu(doomed, small, { requestDevice: lasting });
    const events: ClothEvent['type'][] = [];
    const mine = new Error('mine');
    cloth.subscribe(() => {
      throw mine;
    });
    const restored = eventOf(cloth, 'restored');
    cloth.subscribe(({ type }) => events.push(type));
    return async () => {
      await restored;
      await expect.poll(() => thrown).toEqual([mine]);
      await expect(cloth.restoreOn(cloth.device)).rejects.toBe(mine);
      expect([cloth.status, events]).toEqual(['running', ['deviceLost', 'restored', 'restored']]);
      cloth.dispose();
      window.removeEventListener('unhandledrejection', keep, { capture: true });
    };
  },

  'with self-collision on, or switched on while there is no device': async (doomed) => {
    const definitions = [true, false].map((selfCollision) => doubled({ selfCollision, substeps: 3 }));
    const cloths = await Promise.all(definitions.map((definition) => createClothGpu(doomed, definition)));
    for (const cloth of cloths) await runFrames(cloth, 10);
    return async () => {
      const next = await lasting();
      for (const [k, cloth] of cloths.entries()) {
        await expect.poll(() => cloth.status).toBe('lost');
        cloth.setParameters({ selfCollision: true });
        await cloth.restoreOn(next);
        expect(cloth.stepCount).toBe(10);
        run(cloth, 15);
        const undisturbed = await createClothGpu(next, definitions[k]);
        run(undisturbed, 10);
        undisturbed.setParameters({ selfCollision: true });
        run(undisturbed, 15);
        const without = await createClothGpu(next, { ...definitions[k], selfCollision: false });
        run(without, 25);
        const [bits, same, other] = await Promise.all(
          [cloth, undisturbed, without].map(async (each) => hash(await each.readPositions())),
        );
        expect(bits).toBe(same);
        expect(bits, 'layers touch').not.toBe(other);
        for (const each of [cloth, undisturbed, without]) each.dispose();
      }
    };
  },

  'a restored cloth waits only for the kernels of its frame; what needs others is late but never left out':
    async (doomed) => {
      const kinds = [
        { what: 'on pins', change: {}, measures: [] },
        {
          what: 'flying, damped against its own motion',
          change: { pins: 'none', damping: 2 } satisfies ClothDefinition,
          measures: ['measurePart', 'measureJoin'],
        },
      ];
      type Use = Awaited<ReturnType<typeof useEverything>>;
      const uses: { what: string; measures: string[]; cloth: ClothGpu; expected: Use }[] = [];
      for (const { what, change, measures } of kinds) {
        const cloth = await createClothGpu(doomed, { ...small, checkpointInterval: 0, ...change });
        run(cloth, 3);
        uses.push({ what, measures, cloth, expected: await useEverything(cloth) });
      }
      return async () => {
        for (const { what, measures, cloth, expected } of uses) {
          const next = await requestDevice();
          const compile = next.createComputePipelineAsync.bind(next);
          const asked: string[] = [];
          const ofTheFrame = ['integrate', 'constrain', 'finish', 'normals', ...measures];
          // a compiler that never finishes any other kernel
          next.createComputePipelineAsync = (descriptor) => {
            const name = (descriptor.label ?? '').replace('cloth ', '');
            asked.push(name);
            return ofTheFrame.includes(name) ? compile(descriptor) : new Promise(() => {});
          };
          await expect.poll(() => cloth.status).toBe('lost');
          await cloth.restoreOn(next);
          expect(asked.slice(0, ofTheFrame.length).sort(), what).toEqual([...ofTheFrame].sort());
          expect(asked, what).toContain('seek');
          run(cloth, 3);
          expect(await useEverything(cloth), what).toEqual(expected);
          cloth.dispose();
          next.destroy();
        }
      };
    },
};
/** Calls made at the last moment before the device is lost. */
const lastWords: (() => void)[] = [];

// compiling the kernels takes most of the time, and a lost device takes its kernels with it, so these cloths share one
describe('when a device is lost', () => {
  const checks = new Map<string, () => Promise<void>>();
  beforeAll(async () => {
    const doomed = await requestDevice();
    for (const [name, fate] of Object.entries(fates)) checks.set(name, await fate(doomed));
    for (const say of lastWords) say();
    doomed.destroy();
    await doomed.lost;
  });
  test.each(Object.keys(fates))('%s', (name) => checks.get(name)?.());
});

test('cloths that start together on one device wait for the same compilation', async () => {
  const device = await requestDevice();
  const asked: (string | undefined)[] = [];
  device.createComputePipelineAsync = ({ label }) => {
    asked.push(label);
    return new Promise(() => {});
  };
  for (let count = 0; count < 2; count++) void createClothGpu(device, small);
  // the device answers in order, so both cloths know that there is memory for them and have asked for their kernels
  device.pushErrorScope('validation');
  await device.popErrorScope();
  expect(asked.sort()).toEqual(
    ['constrain', 'finish', 'integrate', 'normals'].map((name) => `cloth ${name}`),
  );
  device.destroy();
});

test('a grab whose hands have let go before the answer took nothing: a restored state, the end', async () => {
  const device = await lasting();
  const cloth = await createClothGpu(device, small);
  const start = await cloth.snapshot();
  const overtaken = cloth.grab(1, ray);
  cloth.restore(start);
  expect(await overtaken).toBeNull();
  const last = cloth.grab(1, ray);
  cloth.dispose();
  expect(await last).toBeNull();
});

test('a copy that cannot be read is requested again, and the hand that waited for it lets go', async () => {
  const device = await lasting();
  const create = device.createBuffer;
  let isFull = false;
  device.createBuffer = (descriptor) => {
    const buffer = create.call(device, descriptor);
    if (isFull && descriptor.label === 'cloth read-back')
      buffer.mapAsync = () => Promise.reject(new DOMException('no memory', 'OperationError'));
    return buffer;
  };
  const cloth = await createClothGpu(device, { ...small, measureInterval: 1, checkpointInterval: 2 });
  isFull = true;
  run(cloth, 4);
  await expect(cloth.readPositions()).rejects.toThrow(/no memory/);
  expect(await cloth.grab(1, ray)).toBeNull();
  isFull = false;
  expect(cloth.measurement.step).toBe(0);
  const held = (await cloth.readPositions()).filter((mass, word) => word % 4 === 3 && mass === 0);
  expect(held.length).toBe(cloth.pins.length);
  for (let step = 0; step < 4; step++) {
    cloth.step();
    await cloth.readPositions();
  }
  expect(cloth.measurement.step).toBeGreaterThan(4);
  cloth.dispose();
  device.createBuffer = create;
});

/**
 * Makes a device behave as if it had no memory for buffers with these labels while `full.is`. The buffers are invalid, as on a device that
 * is out of memory. Returns a function that ends it.
 */
function fill(device: GPUDevice, labels: readonly string[], full: { is: boolean }): () => void {
  const [create, push, pop] = [device.createBuffer, device.pushErrorScope, device.popErrorScope];
  const scopes: { filter: GPUErrorFilter; failed: boolean }[] = [];
  device.pushErrorScope = (filter) => {
    scopes.push({ filter, failed: false });
    push.call(device, filter);
  };
  device.popErrorScope = async () => {
    const scope = scopes.pop();
    const error = await pop.call(device);
    return scope?.failed === true ? new GPUOutOfMemoryError('no memory') : error;
  };
  device.createBuffer = (descriptor) => {
    if (!full.is || !labels.includes(descriptor.label ?? '')) return create.call(device, descriptor);
    const scope = scopes.findLast(({ filter }) => filter === 'out-of-memory');
    if (scope === undefined) errors.push(`${descriptor.label}: no memory, and nobody asked`);
    else scope.failed = true;
    push.call(device, 'validation');
    const invalid = create.call(device, { ...descriptor, usage: 0x3 });
    void pop.call(device);
    return invalid;
  };
  return () => Object.assign(device, { createBuffer: create, pushErrorScope: push, popErrorScope: pop });
}

test('self-collision that there is no memory for is refused by name, and the cloth goes on as if it had not been asked', async () => {
  const full = { is: true };
  const device = await lasting();
  const empty = fill(device, ['cloth places', 'cloth origins'], full);
  const definition = doubled({
    selfCollision: false,
    substeps: 2,
    checkpointInterval: 8,
    measureInterval: 1,
    damping: 0,
  });
  const [cloth, twin] = [await createClothGpu(device, definition), await createClothGpu(device, definition)];
  const told: ClothEvent[] = [];
  cloth.subscribe((event) => told.push(event));
  const refused = eventOf(cloth, 'refused');
  run(cloth, 4);
  cloth.setParameters({ selfCollision: true, selfFriction: 0.7 });
  // as many frames as may come before the device answers, and changes that rebuild its frames
  for (const steps of [1, 2, 4]) cloth.advance(steps / 60);
  cloth.setParameters({ substeps: 3 });
  cloth.advance(3 / 60);
  await refused;
  cloth.advance(2 / 60);
  expect([cloth.stepCount, cloth.parameters.selfCollision, cloth.parameters.selfFriction]).toEqual([
    16,
    false,
    0.7,
  ]);
  expect(told.length).toBe(1);
  const { error } = told[0] as Extract<ClothEvent, { type: 'refused' }>;
  expect(error).toBeInstanceOf(ClothError);
  expect([error.field, error.value]).toEqual(['parameters.selfCollision', true]);
  // 81 particles: 40 bytes each and 64 notes of 4; 128 buckets of 12; and 8
  expect(error.message).toMatch(/25520 bytes of memory.*8 x 8 cells, 81 particles.*dispose/);
  // the frames that the device did not run are repeated with the later settings
  run(twin, 4);
  twin.setParameters({ substeps: 3 });
  run(twin, 12);
  expect(hash(await cloth.readPositions())).toBe(hash(await twin.readPositions()));
  // no state of a frame that did not run was saved
  const kept = await cloth.snapshot();
  device.queue.writeBuffer(cloth.positionBuffer, 16 * 40, new Float32Array([Number.NaN]));
  await cloth.measure();
  expect((await cloth.readPositions()).every(Number.isFinite)).toBe(true);
  expect(Math.max(...(await cloth.readPositions()).map(Math.abs))).toBeGreaterThan(0.1);
  expect(told.map(({ type }) => type)).toEqual(['refused', 'nonFinite']);
  // once there is memory, it can be turned on again
  full.is = false;
  for (const each of [cloth, twin]) {
    each.restore(kept);
    each.setParameters({ selfCollision: true, selfFriction: 0.7 });
    run(each, 20);
  }
  const positions = await cloth.readPositions();
  expect(hash(positions)).toBe(hash(await twin.readPositions()));
  expect(cloth.parameters.selfCollision).toBe(true);
  cloth.dispose();
  twin.dispose();
  empty();
});

test('no memory for self-collision from the start, or switched off, restored or disposed of before the answer', async () => {
  const device = await lasting();
  const empty = fill(device, ['cloth members'], { is: true });
  const asked = createClothGpu(device, { ...small, selfCollision: true });
  await expect(asked).rejects.toThrow(/bytes of memory to spare \(8 x 8 cells, 81 particles\)/);
  const cloths = await Promise.all([1, 2, 3].map(() => createClothGpu(device, small)));
  const refused = cloths.map((cloth) => eventOf(cloth, 'refused'));
  const start = await cloths[0].snapshot();
  for (const cloth of cloths) {
    cloth.setParameters({ selfCollision: 0.1 });
    run(cloth, 3);
  }
  cloths[0].setParameters({ selfCollision: false });
  run(cloths[0], 1);
  cloths[1].restore(start);
  run(cloths[1], 4);
  cloths[2].dispose();
  await Promise.all(refused.slice(0, 2));
  const undisturbed = await createClothGpu(device, small);
  run(undisturbed, 4);
  for (const cloth of cloths.slice(0, 2)) {
    expect([cloth.stepCount, cloth.parameters.selfCollision]).toEqual([4, false]);
    expect(hash(await cloth.readPositions())).toBe(hash(await undisturbed.readPositions()));
    cloth.dispose();
  }
  undisturbed.dispose();
  empty();
});

test('positions that are not finite are counted by their bits, reported and rolled back', async () => {
  const device = await lasting();
  const cloth = await createClothGpu(device, small);
  await runFrames(cloth, 10);
  device.queue.writeBuffer(
    cloth.positionBuffer,
    16 * 40,
    new Float32Array([Number.NaN, 0, Number.POSITIVE_INFINITY]),
  );
  const event = eventOf(cloth, 'nonFinite');
  expect((await cloth.measure()).nonFinite).toBe(1);
  expect(await event).toMatchObject({ count: 1, step: 10 });
  expect((await cloth.readPositions()).every(Number.isFinite)).toBe(true);
  expect(cloth.stepCount).toBe(10);
  cloth.dispose();
});

test('what is read back of a teleported cloth is moved along: the measurement, and the state to go back to', async () => {
  const device = await lasting();
  const cloth = await createClothGpu(device, small);
  const other = await createClothGpu(device, small);
  await runFrames(other, 5);
  run(cloth, 5);
  // the frame of the checkpoint is still under way
  const asked = cloth.measure();
  cloth.teleport({ translation: { x: 1, y: 0, z: 0 } });
  cloth.teleport({ rotation: aside.rotation });
  cloth.teleport({ translation: { x: 0, y: 3, z: 0 } });
  // (x, y, z) -> (z, y + 3, -x - 1)
  const expected = await other.readPositions();
  const normals = await other.readNormals();
  for (let o = 0; o < expected.length; o += 4) {
    const [x, y, z] = expected.subarray(o, o + 3);
    expected.set([z, y + 3, -x - 1], o);
    const [u, v, w] = normals.subarray(o, o + 3);
    normals.set([w, v, -u], o);
  }
  expect(largestDistance(await cloth.readNormals(), normals)).toBeLessThan(1e-3);
  expect(largestDistance(await cloth.readPositions(), expected)).toBeLessThan(1e-6);
  expect((await asked).bounds).toEqual(other.measurement.bounds);
  await vi.waitFor(() => expect(cloth.measurement.step).toBe(5), { timeout: 60_000 });
  const { min, max } = other.measurement.bounds;
  const { bounds } = cloth.measurement;
  for (const [value, moved] of [
    [bounds.min.x, min.z],
    [bounds.max.x, max.z],
    [bounds.min.y, min.y + 3],
    [bounds.max.z, -min.x - 1],
  ])
    expect(value).toBeCloseTo(moved, 5);
  for (const far of [0, 1000]) {
    cloth.teleport({ translation: { x: 0, y: far, z: 0 } });
    for (let o = 1; o < expected.length; o += 4) expected[o] += far;
    device.queue.writeBuffer(cloth.positionBuffer, 16 * 40, new Float32Array([Number.NaN]));
    expect((await cloth.measure()).nonFinite).toBe(1);
    expect(cloth.stepCount).toBe(5);
    expect(largestDistance(await cloth.readPositions(), expected)).toBeLessThan(1e-3);
  }
  cloth.dispose();
  other.dispose();
});

test('snapshot and restore are bit exact, also onto the CPU backend', async () => {
  const device = await lasting();
  const cloth = await createClothGpu(device, small);
  run(cloth, 7);
  const bytes = await cloth.snapshot();
  run(cloth, 7);
  const later = hash(await cloth.readPositions());
  cloth.restore(bytes);
  expect(hash(await cloth.readPositions())).not.toBe(later);
  run(cloth, 7);
  expect(hash(await cloth.readPositions())).toBe(later);
  const cpu = await createCloth(small);
  cpu.restore(bytes);
  expect(await cpu.snapshot()).toEqual(bytes);
  // the bounds immediately equal those of the restored state
  run(cloth, 30);
  cloth.restore(bytes);
  expect(cloth.measurement.bounds).toEqual(cpu.measurement.bounds);
  cloth.dispose();
});

test('limits and given buffers that do not fit are refused by name', async () => {
  const adapter = (await navigator.gpu.requestAdapter()) as GPUAdapter;
  const device = await adapter.requestDevice();
  // vec4 x 2049^2 particles fit the default limits. No device with lower limits is available for tests, so a proxy reports lower ones
  const less = new Proxy(device, {
    get: (target, name) => {
      if (name === 'limits') return { maxStorageBufferBindingSize: 1000 };
      return Reflect.get(target, name);
    },
  });
  await expect(createClothGpu(less, small)).rejects.toThrow(/device.limits.maxStorageBufferBindingSize/);
  const buffer = device.createBuffer({ size: 16 * 81, usage: 0x80 });
  await expect(createClothGpu(device, small, { buffers: { position: buffer } })).rejects.toThrow(/usage/);
  const short = device.createBuffer({ size: 16, usage: 0xac });
  await expect(createClothGpu(device, small, { buffers: { normal: short } })).rejects.toThrow(ClothError);
  const misspelt = createClothGpu(device, small, { buffers: { positions: buffer } as never });
  await expect(misspelt).rejects.toThrow('buffers.positions: expected one of position, normal');
  device.destroy();
});

test('parameters may change while it runs; dispose may be called twice', async () => {
  const device = await lasting();
  const cloth = await createClothGpu(device, small);
  run(cloth, 2);
  cloth.setParameters({ substeps: 10, tethers: true, gravity: { x: 1, y: 0, z: 0 } });
  expect(cloth.dispatchesPerStep).toBe(80);
  run(cloth, 2);
  cloth.setParameters({ substeps: 2, bendCompliance: Number.POSITIVE_INFINITY });
  run(cloth, 2);
  expect((await cloth.readPositions()).every(Number.isFinite)).toBe(true);
  cloth.dispose();
  cloth.dispose();
  expect([cloth.status, cloth.advance(1)]).toEqual(['disposed', 0]);
});
