/**
 * Random cloths with random calls from a seed, in copies that must not differ. All kernel plans and a restored snapshot must agree in
 * every bit; the CPU must agree except for rounding.
 */

import { expect, test } from 'vitest';
import {
  type Cloth,
  type ClothCpu,
  type ClothDefinition,
  type ClothGpuOptions,
  type ClothPlan,
  createClothCpu,
  createClothGpu,
  type DistanceField,
  type MotionLimits,
  motionLimits,
} from '../src/index.js';
import {
  arbitraryCall,
  arbitraryDefinition,
  arbitraryFields,
  arbitraryGasDefinition,
  arbitraryLimits,
  arbitraryMeshDefinition,
  arbitraryPartCall,
  arbitrarySkin,
  bitsOf,
  POINTERS,
  seeds,
  withOtherConstraints,
} from './arbitrary-cloth.js';
import { Draw } from './draw.js';
import { largestDistance, shareDevice } from './gpu.js';

const FRAMES = 24;
/**
 * Maximum distance of the GPU from the CPU, relative to the distance between CPU cloths whose particles are nudged by a digit in every
 * frame. Strong motion and folding amplify such a nudge repeatedly, and rounding differs in every substep. Measured: 1 typically, 13 at
 * most in 60.
 */
const DRIFTS = 40;
/** Number of nudged cloths. A single one may by chance be nudged without effect. */
const NUDGED = 4;

const shared = shareDevice();

/** Moves every free particle by one or two units in the last place, in a random direction. */
function nudge({ positions }: ClothCpu, draw: Draw): void {
  for (let o = 0; o < positions.length; o += 4) {
    if (positions[o + 3] === 0) continue;
    for (let axis = 0; axis < 3; axis++) positions[o + axis] *= 1 + draw.pick([-1, 1]) * 2 ** -23;
  }
}

type Definer = (draw: Draw, fields: readonly DistanceField[]) => ClothDefinition;

async function play(
  seed: number,
  define: Definer,
  plans: readonly ClothPlan[],
  drawFields: (draw: Draw) => readonly DistanceField[] = () => [],
): Promise<void> {
  const draw = new Draw(seed);
  const fields = drawFields(draw);
  // drawn from another source, so that a seed means the same cloths and calls with and without parts
  const partly = new Draw(seed ^ 0x9a275);
  const definition = withOtherConstraints(partly, define(draw, fields));
  const gas = definition.pressure ?? null;
  const probe = createClothCpu(definition);
  const start = probe.positions.slice();
  const limited = partly.chance(0.5) ? arbitraryLimits(partly, probe.vertexCount) : null;
  const parts = { limited, gas, start };
  const limitsOf = new Map<Cloth, MotionLimits | null>();
  /** A cloth with limits of its own. */
  const make = async <T extends Cloth>(create: (definition: ClothDefinition) => T | Promise<T>, now = {}) => {
    const limits = limited === null ? null : motionLimits(limited);
    const cloth = await create({ ...definition, ...(limits && { limits }), ...now });
    limitsOf.set(cloth, limits);
    return cloth;
  };
  const onGpu = (options?: ClothGpuOptions) => (all: ClothDefinition) =>
    createClothGpu(shared.device, all, options);
  const copies: Cloth[] = await Promise.all(plans.map((plan) => make(onGpu({ plan }))));
  const [first] = copies;
  const cpu = await make(createClothCpu);
  const nudged = await Promise.all(Array.from({ length: NUDGED }, () => make(createClothCpu)));
  const nudges = new Draw(seed);
  let drift = 0;
  const all = (): Cloth[] => [...copies, cpu, ...nudged];
  const callParts = (call: (cloth: Cloth, limits: MotionLimits | null) => unknown) => {
    for (const cloth of all()) call(cloth, limitsOf.get(cloth) ?? null);
  };
  for (let frame = 0; frame < FRAMES; frame++) {
    for (let k = draw.integer(3); k > 0; k--) {
      const call = arbitraryCall(draw, cpu.positions, fields);
      await Promise.all(all().map((cloth) => call(cloth)));
    }
    if (partly.chance(0.6)) callParts(arbitraryPartCall(partly, parts));
    if (frame === 10) {
      // restoring releases hands, and the colliders of a new cloth are at rest, so the same is done in all copies
      for (let pointer = 0; pointer < POINTERS; pointer++) for (const cloth of all()) cloth.release(pointer);
      for (const cloth of all()) cloth.setColliders(cloth.colliders);
      const now = { ...first.parameters, colliders: first.colliders };
      const restored = await make(onGpu(), now);
      restored.restore(await first.snapshot());
      copies.push(restored);
      // a snapshot has no skin
      const skin = arbitrarySkin(partly, parts);
      const scale = limitsOf.get(first)?.scale;
      callParts((_, limits) => {
        limits?.setScale(scale as number);
        limits?.place(skin);
      });
    }
    if (frame === 16) {
      const motion = {
        translation: draw.vector(2),
        rotation: { ...draw.vector(1), w: 1 },
        about: draw.vector(2),
      };
      for (const cloth of all()) cloth.teleport(motion);
    }
    const seconds = draw.pick([1 / 60, 1 / 60, 1 / 30, 0.04]);
    for (const cloth of all()) cloth.advance(seconds);
    const bits = await Promise.all(copies.map(bitsOf));
    for (const [k, each] of bits.entries()) {
      expect(each, `seed ${seed}, frame ${frame}, ${plans[k] ?? 'restored'}`).toEqual(bits[0]);
    }
    expect(cpu.pins, `seed ${seed}, frame ${frame}`).toEqual(first.pins);
    for (const each of nudged) {
      nudge(each, nudges);
      drift = Math.max(drift, largestDistance(each.positions, cpu.positions));
    }
    const distance = largestDistance(await first.readPositions(), cpu.positions);
    expect(distance, `seed ${seed}, frame ${frame}`).toBeLessThanOrEqual(DRIFTS * drift);
  }
  for (const cloth of all()) cloth.dispose();
}

// The cloth of the usual seed has long links, layers, limits of its motion and a backstop. Cloths without distance fields are compared in
// the same way in plans.browser.test.ts and kernels.browser.test.ts.
test.each(seeds([34]))(
  'an arbitrary cloth among distance fields is the same by every plan, restored, and on the CPU, seed %i',
  (seed) => play(seed, arbitraryDefinition, ['colors', 'lines', 'whole'], arbitraryFields),
  60_000,
);
// The mesh of the usual seed has shells with a gas in each, limits of its motion, and layers.
test.each(seeds([4]))(
  'an arbitrary mesh among distance fields, open or full of gas, is the same by both plans, restored, and on the CPU, seed %i',
  (seed) => {
    const define = new Draw(seed ^ 0x6a5).chance(0.5) ? arbitraryGasDefinition : arbitraryMeshDefinition;
    return play(seed, define, ['colors', 'whole'], arbitraryFields);
  },
  60_000,
);
