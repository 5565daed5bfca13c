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
