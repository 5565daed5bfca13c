import { findScene } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { openingAspect } from '../src/home-view.js';
import { Simulation } from '../src/simulation.js';
import { solverFor } from '../src/solvers.js';

/** Scenes that spread or slide, but whose bodies do not go away, and the seconds after which they have done so. */
const spreading = {
  'boxes-in-v': 3,
  'mixed-rain': 3,
  'jelly-rain': 2.5,
  'jelly-drop': 4.5,
  'head-on': 3,
  'bounce-house': 8,
  slope: 6,
  'rolling-disc': 5,
  smash: 4,
};

for (const [name, seconds] of Object.entries(spreading)) {
  test(`${name}: every screen shows all of it to both sides, also after ${seconds} s`, () => {
    const entry = findScene(name);
    const simulation = new Simulation({
      ...{ entry, solver: solverFor(entry, null), parameters: {}, settings: {} },
    });
    const view = simulation.scene.camera!;
    const halfWidth = openingAspect(simulation, view) * view.halfHeight;
    const steps = Math.round(seconds / simulation.scene.timeStep);
    for (let step = 1; step <= steps; step++) {
      simulation.step();
      if (step % 30 !== 0) continue;
      const { minX, maxX } = simulation.moverBounds!;
      expect(Math.max(view.x - minX, maxX - view.x), `step ${step}`).toBeLessThan(halfWidth);
    }
  });
}

for (const name of ['tumbler', 'washer']) {
  test(`${name}: the height that text leaves free, and the width, are exactly those that the drum needs as it turns`, () => {
    const entry = findScene(name);
    const simulation = new Simulation({
      ...{ entry, solver: solverFor(entry, null), parameters: { side: 1 }, settings: {} },
    });
    const view = simulation.scene.camera!;
    const { bottom, top } = simulation.span(view)!;
    const half = simulation.reach(view) * view.halfHeight;
    const [drum] = simulation.world.bodies;
    const swept = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
    // a quarter of a turn at 25 degrees a second
    for (let step = 0; step < 3.6 / simulation.scene.timeStep; step++) {
      simulation.step();
      for (const { aabb } of drum.shapes) {
        swept.minX = Math.min(swept.minX, aabb.minX);
        swept.minY = Math.min(swept.minY, aabb.minY);
        swept.maxX = Math.max(swept.maxX, aabb.maxX);
        swept.maxY = Math.max(swept.maxY, aabb.maxY);
      }
    }
    for (const [place, extent] of [
      [-bottom, -swept.minY],
      [top, swept.maxY],
      [half, -swept.minX],
      [half, swept.maxX],
    ])
      expect(place / extent).toBeCloseTo(1, 2);
  });
}
