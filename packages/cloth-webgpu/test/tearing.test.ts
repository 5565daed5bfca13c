import { expect, test } from 'vitest';
import {
  type Cloth,
  type ClothCpu,
  type ClothDefinition,
  ClothError,
  createClothCpu,
  tearing,
} from '../src/index.js';
import { hash } from './gpu.js';
import { disc } from './meshes.js';

const noGravity = { x: 0, y: 0, z: 0 };
const run = (cloth: Cloth, steps: number) => {
  for (let step = 0; step < steps; step++) cloth.step();
};

/** A strip of 4 x 20 cells of 5 cm between two rows of pins, of which `pull` moves the lower one down. */
const strip = {
  ...{ columns: 4, rows: 20, width: 0.2, height: 1, gravity: noGravity, substeps: 20 },
  ...{ measureInterval: 1, stretchCompliance: 0, shearCompliance: 1e-6 },
  pins: [0, 1, 2, 3, 4, 100, 101, 102, 103, 104],
} as const;
const pull = (cloth: Cloth, by: number) => {
  for (let id = 100; id < 105; id++)
    cloth.setPin(id, { x: 0.05 * (id - 102), y: -0.5 - by, z: 0 });
  cloth.step();
};

/** Sizes of the pieces that edges which pull hold together, ascending. */
function pieces(cloth: ClothCpu): number[] {
  const first = Array.from({ length: cloth.vertexCount }, (_, id) => id);
  const rootOf = (id: number): number => (first[id] === id ? id : rootOf(first[id]));
  for (const pairs of cloth.constraintColors())
    for (let k = 0; k < pairs.length; k += 2) first[rootOf(pairs[k])] = rootOf(pairs[k + 1]);
  const sizes = new Map<number, number>();
  for (let id = 0; id < cloth.vertexCount; id++) sizes.set(rootOf(id), (sizes.get(rootOf(id)) ?? 0) + 1);
  return [...sizes.values()].sort((a, b) => a - b);
}

const uneven = (id: number) => ({ x: Math.sin(id), y: 0, z: Math.cos(2 * id) });

test.each<[string, ClothDefinition]>([
  ['grid', { columns: 12, rows: 9, selfCollision: true, airDensity: 1.2, velocity: (c, r) => uneven(c + 13 * r) }],
  ['chain', { columns: 0, rows: 12, velocity: (_, r) => uneven(r) }],
  ['mesh', { mesh: disc(4), pins: [0], velocity: uneven }],
])('as long as nothing tears the bits are those without: %s', (_, definition) => {
  const without = createClothCpu({ ...definition, airDensity: 0 });
  const cloth = createClothCpu({ ...definition, airDensity: 0, tearing: tearing({ strain: 1000 }) });
  run(without, 20);
  run(cloth, 20);
  expect(hash(cloth.positions)).toBe(hash(without.positions));
  expect(hash(cloth.normals)).toBe(hash(without.normals));
  expect([cloth.isMesh, cloth.columns, cloth.rows]).toEqual([without.isMesh, without.columns, without.rows]);
  expect([cloth.width, cloth.height]).toEqual([without.width, without.height]);
  expect(cloth.liveIndices).toEqual(without.indices);
  expect(cloth.measurement.tornEdges).toBe(0);
});

test('a strip that is pulled tears at the strain that was set, and not below', () => {
  for (const strain of [0.1, 0.4]) {
    const cloth = createClothCpu({ ...strip, tearing: tearing({ strain }) });
    const perStep = 0.002;
    let by = 0;
    while (cloth.measurement.tornEdges === 0 && by < 1) {
      expect(cloth.measurement.largestStrain).toBeLessThanOrEqual(strain);
      by += perStep;
      pull(cloth, by);
    }
    // evenly strained, to what one step adds and the wave of the pull
    expect(by).toBeGreaterThan(0.9 * strain);
    expect(by).toBeLessThan(1.01 * strain + perStep);
  }
});

test('it tears along a line into two pieces', () => {
  const cloth = createClothCpu({ ...strip, tearing: tearing({ strain: 0.3 }) });
  for (let by = 0; by < 0.6; by += 0.004) pull(cloth, by);
  expect(pieces(cloth).length).toBe(2);
  expect(cloth.measurement.tornEdges).toBe(5);
  expect(cloth.measurement.largestStrain).toBeLessThan(0.3);
});
