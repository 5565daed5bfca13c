// Arbitrary cloths, played by arbitrary calls from a seed, in copies that must not differ: by every plan of kernels and restored from a snapshot
// in every bit, and on the CPU but for rounding.

import { afterEach, beforeAll, expect, test } from 'vitest';
import {
  type Cloth,
  type ClothCpu,
  type ClothDefinition,
  createClothCpu,
  createClothGpu,
  type Vector3,
} from '../src/index.js';
import { errors, hash, largestDistance, requestDevice } from './gpu.js';

const FRAMES = 24;
/**
 * How much farther from the CPU the GPU may be than another cloth on the CPU whose particles are nudged by a digit in every frame: what is
 * torn about or folds doubles such a nudge again and again, and rounds differently in every substep. Measured: 1 on the whole, 11 at most.
 */
const DRIFTS = 40;
const POINTERS = 4;

let device: GPUDevice;
beforeAll(async () => {
  device = await requestDevice();
});
afterEach(() => {
  expect(errors).toEqual([]);
});

/** Numbers from 0 to 1 by a seed [Steele, Lea, Flood 2014: SplitMix, cut to 32 bits]. */
function numbersFrom(seed: number): () => number {
  let state = Math.imul(seed ^ 0x5bd1e995, 0x2c1b3c6d);
  state ^= state >>> 15;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) / 2 ** 32;
  };
}

class Draw {
  readonly next: () => number;
  constructor(seed: number) {
    this.next = numbersFrom(seed);
  }
  integer(below: number): number {
    return Math.floor(this.next() * below);
  }
  between(least: number, most: number): number {
    return least + (most - least) * this.next();
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
  pick<T>(list: readonly T[]): T {
    return list[this.integer(list.length)];
  }
  vector(size: number): Vector3 {
    return { x: this.between(-size, size), y: this.between(-size, size), z: this.between(-size, size) };
  }
}

function arbitraryDefinition(draw: Draw): ClothDefinition {
  const columns = draw.chance(0.1) ? 0 : 1 + draw.integer(14);
  const rows = draw.chance(0.1) ? 0 : 1 + draw.integer(14);
  const count = (columns + 1) * (rows + 1);
  return {
    columns,
    rows,
    width: draw.between(0.5, 3),
    height: draw.between(0.5, 3),
    ...arbitraryParameters(draw),
    pins: draw.chance(0.5)
      ? draw.pick(['topCorners', 'topEdge', 'none'] as const)
      : Array.from({ length: draw.integer(4) }, () => draw.integer(count)),
    ...(draw.chance(0.4) ? { velocity: draw.vector(2) } : {}),
    ...(draw.chance(0.4)
      ? { inverseMass: Array.from({ length: count }, () => (draw.chance(0.05) ? 0 : draw.between(0.5, 2))) }
      : {}),
    measureInterval: draw.integer(4),
    checkpointInterval: draw.integer(8),
  };
}

function arbitraryParameters(draw: Draw): ClothDefinition {
  const compliance = () => (draw.chance(0.2) ? Number.POSITIVE_INFINITY : 10 ** draw.between(-7, 0));
  return {
    gravity: draw.chance(0.7) ? { x: 0, y: -10, z: 0 } : draw.vector(10),
    substeps: 1 + draw.integer(6),
    stretchCompliance: draw.chance(0.7) ? 1e-6 : compliance(),
    shearCompliance: compliance(),
    bendCompliance: compliance(),
    damping: draw.chance(0.5) ? 0 : draw.between(0, 3),
    drag: draw.chance(0.5) ? 0 : draw.between(0, 3),
    tethers: draw.chance(0.5) ? false : draw.between(1, 1.2),
  };
}

/** One call, the same on every copy: hands and pins move by centimetres, now and then by a metre. */
function arbitraryCall(draw: Draw, { vertexCount, positions }: ClothCpu): (cloth: Cloth) => unknown {
  const particle = draw.integer(vertexCount);
  const pointer = draw.integer(POINTERS);
  const way = draw.vector(draw.chance(0.05) ? 1 : 0.05);
  const [x, y, z] = positions.subarray(4 * particle, 4 * particle + 3);
  const place = { x: x + way.x, y: y + way.y, z: z + way.z };
  const velocity = draw.chance(0.3) ? draw.vector(3) : undefined;
  const ray = {
    origin: { x: draw.between(-1, 1), y: draw.between(-1.5, 1.5), z: -5 },
    direction: { x: draw.between(-0.1, 0.1), y: draw.between(-0.1, 0.1), z: 1 },
  };
  const parameters = arbitraryParameters(draw);
  const names = Object.keys(parameters) as (keyof typeof parameters)[];
  const name = draw.pick(names);
  return draw.pick<(cloth: Cloth) => unknown>([
    (cloth) => cloth.setParameters({ [name]: parameters[name] }),
    (cloth) => cloth.grabParticle(pointer, particle, place),
    (cloth) => cloth.grabParticle(pointer, particle, place),
    (cloth) => cloth.moveGrab(pointer, place),
    (cloth) => cloth.moveGrab(pointer, ray),
    (cloth) => cloth.release(pointer, velocity),
    (cloth) => cloth.release(pointer),
    (cloth) => cloth.setPin(particle),
    (cloth) => cloth.setPin(particle, place),
    (cloth) => cloth.freePin(particle),
    (cloth) => cloth.pins.length > 0 && cloth.freePin(cloth.pins[particle % cloth.pins.length]),
    (cloth) => cloth.pinForces(),
    (cloth) => cloth.measure(),
  ]);
}

/** Everything that is to be the same in every bit. */
async function bitsOf(cloth: Cloth): Promise<readonly number[]> {
  const [positions, velocities, normals] = await Promise.all([
    cloth.readPositions(),
    cloth.readVelocities(),
    cloth.readNormals(),
  ]);
  return [hash(positions), hash(velocities), hash(normals), cloth.stepCount, cloth.pins.length];
}

/** Moves every particle that is free by the last digit or two, this way or that. */
function nudge({ positions }: ClothCpu, draw: Draw): void {
  for (let o = 0; o < positions.length; o += 4) {
    if (positions[o + 3] === 0) continue;
    for (let axis = 0; axis < 3; axis++) positions[o + axis] *= 1 + draw.pick([-1, 1]) * 2 ** -23;
  }
}

async function play(seed: number): Promise<void> {
  const draw = new Draw(seed);
  const definition = arbitraryDefinition(draw);
  const plans = ['colours', 'lines', 'whole'] as const;
  const copies: Cloth[] = await Promise.all(
    plans.map((plan) => createClothGpu(device, definition, { plan })),
  );
  const [first] = copies;
  const cpu = createClothCpu(definition);
  const nudged = createClothCpu(definition);
  let drift = 0;
  const all = (): Cloth[] => [...copies, cpu, nudged];
  for (let frame = 0; frame < FRAMES; frame++) {
    for (let k = draw.integer(3); k > 0; k--) {
      const call = arbitraryCall(draw, cpu);
      await Promise.all(all().map((cloth) => call(cloth)));
    }
    if (frame === 10) {
      // hands let go when a state is restored: so they do in all
      for (let pointer = 0; pointer < POINTERS; pointer++) for (const cloth of all()) cloth.release(pointer);
      const restored = await createClothGpu(device, { ...definition, ...first.parameters });
      restored.restore(await first.snapshot());
      copies.push(restored);
    }
    const seconds = draw.pick([1 / 60, 1 / 60, 1 / 30, 0.04]);
    for (const cloth of all()) cloth.advance(seconds);
    const bits = await Promise.all(copies.map(bitsOf));
    for (const [k, each] of bits.entries()) {
      expect(each, `seed ${seed}, frame ${frame}, ${plans[k] ?? 'restored'}`).toEqual(bits[0]);
    }
    expect(cpu.pins, `seed ${seed}, frame ${frame}`).toEqual(first.pins);
    nudge(nudged, draw);
    drift = Math.max(drift, largestDistance(nudged.positions, cpu.positions));
    const distance = largestDistance(await first.readPositions(), cpu.positions);
    expect(distance, `seed ${seed}, frame ${frame}`).toBeLessThanOrEqual(DRIFTS * drift);
  }
  for (const cloth of all()) cloth.dispose();
}

/** Four, or as many as `VITE_SEEDS` says, for a long night. */
const count = (import.meta as ImportMeta & { readonly env: { readonly VITE_SEEDS?: string } }).env.VITE_SEEDS;
const seeds = Array.from({ length: Number(count ?? 4) }, (_, k) => k + 1);
test.each(seeds)(
  'an arbitrary cloth is the same by every plan, restored, and on the CPU, seed %i',
  play,
  60_000,
);
