/** Which pins are anchors of tethers, where there are more pins than anchors. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_ANCHORS, MAX_DISTANCES } from '../src/constants.js';
import { createGrid } from '../src/grid.js';
import type { Sheet } from '../src/sheet.js';
import { chooseAnchors, mostAnchors } from '../src/tethers.js';

test('all pins up to the maximum; of more pins so many, in order, with both ends and nearly even gaps', () => {
  const pins = fc.uniqueArray(fc.nat({ max: 5000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(pins, fc.integer({ min: 2, max: 150 }), (pins, most) => {
      const anchors = chooseAnchors(pins, most);
      if (pins.length <= most) {
        expect(anchors).toEqual(pins);
        return;
      }
      expect(anchors).toHaveLength(most);
      const places = anchors.map((anchor) => pins.indexOf(anchor));
      expect([places[0], places.at(-1)]).toEqual([0, pins.length - 1]);
      const gaps = places.slice(1).map((place, k) => place - places[k]);
      const even = (pins.length - 1) / (most - 1);
      for (const gap of gaps) expect([Math.floor(even), Math.ceil(even)]).toContain(gap);
    }),
    { seed: 1 },
  );
});

test('a mesh has as many anchors as its table of distances has room for, a grid always the maximum', () => {
  const most = (particleCount: number) => mostAnchors({ isMesh: true, particleCount } as Sheet);
  // up to 32,768 vertices all of them; two however large it is
  expect([3, 32_768, 32_769, 65_536, 2 ** 21, 2 ** 22].map(most)).toEqual([128, 128, 127, 64, 2, 2]);
  for (let particleCount = 40_000; particleCount < 2 ** 21; particleCount += 40_001) {
    expect(most(particleCount) * particleCount).toBeLessThanOrEqual(MAX_DISTANCES);
    expect((most(particleCount) + 1) * particleCount).toBeGreaterThan(MAX_DISTANCES);
  }
  expect(mostAnchors(createGrid(2000, 2000, 1, 1))).toBe(MAX_ANCHORS);
});
