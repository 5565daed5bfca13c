/** What a renderer needs to draw a cloth between two steps. */

import { expect, test } from 'vitest';
import { type ClothCpu, type ClothDefinition, createClothCpu } from '../src/index.js';

const waving: ClothDefinition = {
  ...{ columns: 4, rows: 6, substeps: 2, velocity: (column) => ({ x: 0, y: 0, z: column }) },
  ...{ airDensity: 1, wind: { x: 1, y: 0, z: 3 } },
};
const stateOf = ({ positions, normals }: ClothCpu) => [[...positions], [...normals]];

test.each([1, 2, 4])('a frame of %i steps tells when the state is that before its last step', (steps) => {
  for (const airDensity of [0, 1]) {
    const [cloth, other] = [0, 1].map(() => createClothCpu({ ...waving, airDensity }));
    const seen: unknown[] = [];
    cloth.beforeLastStep.add((hasJumped) => seen.push([hasJumped, ...stateOf(cloth)]));
    cloth.advance(steps / 60);
    for (let step = 1; step < steps; step++) other.step();
    expect(seen).toEqual([[false, ...stateOf(other)]]);
    other.step();
    expect(stateOf(cloth)).toEqual(stateOf(other));
  }
});

test('after a teleport or a restored state it tells that nothing is to be drawn in between', async () => {
  const cloth = createClothCpu(waving);
  const start = await cloth.snapshot();
  cloth.step();
  const seen: [boolean, number][] = [];
  cloth.beforeLastStep.add((hasJumped) => seen.push([hasJumped, cloth.positions[1]]));
  cloth.teleport({ translation: { x: 0, y: 10, z: 0 } });
  expect(seen).toEqual([[true, cloth.positions[1]]]);
  cloth.restore(start);
  expect(seen.slice(1)).toEqual([[true, cloth.positions[1]]]);
});

test('alpha is the part of a step that has passed since the last one', () => {
  const cloth = createClothCpu(waving);
  const alphas = [0.25, 0.5, 0.5, 2.5, 9].map((steps) => {
    cloth.advance(steps / 60);
    return cloth.alpha;
  });
  // the rest of a long frame is dropped
  [0.25, 0.75, 0.25, 0.75, 0].forEach((alpha, k) => void expect(alphas[k]).toBeCloseTo(alpha, 9));
});
