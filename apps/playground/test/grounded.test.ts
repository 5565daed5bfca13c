import { findScene } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { Simulation } from '../src/simulation.js';
import { solverFor } from '../src/solvers.js';

/** Whether a scene stands on ground in its own view. */
function isGrounded(name: string): boolean {
  const entry = findScene(name);
  const simulation = new Simulation({ entry, solver: solverFor(entry, null), parameters: {}, settings: {} });
  return simulation.isGrounded(simulation.scene.camera ?? { x: 0, y: 8, halfHeight: 10.6 }, 1);
}

test('scenes on a floor, in a V or between cliffs stand on ground', () => {
  for (const name of ['tower', 'pyramid', 'jelly-rain', 'bridge', 'course', 'pond']) {
    expect(isGrounded(name), name).toBe(true);
  }
});

test('scenes without gravity, in a drum or in the wind do not', () => {
  for (const name of ['bounce-house', 'head-on', 'spinner', 'wind-tunnel']) {
    expect(isGrounded(name), name).toBe(false);
  }
});
