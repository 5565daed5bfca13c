import { findScene } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { Simulation } from '../src/simulation.js';
import { solverFor } from '../src/solvers.js';

function open(name: string): Simulation {
  const entry = findScene(name);
  return new Simulation({ entry, solver: solverFor(entry, null), parameters: {}, settings: {} });
}

const viewOf = ({ scene }: Simulation) => scene.camera ?? { x: 0, y: 8, halfHeight: 10.6 };

/** Whether a scene stands on ground in its own view. */
function isGrounded(name: string): boolean {
  const simulation = open(name);
  return simulation.isGrounded(viewOf(simulation), 1);
}

test('scenes on a floor, in a V or between cliffs stand on ground', () => {
  for (const name of ['tower', 'pyramid', 'jelly-rain', 'bridge', 'course', 'pond', 'wind-tunnel']) {
    expect(isGrounded(name), name).toBe(true);
  }
});

test('scenes without gravity or in a drum do not', () => {
  for (const name of ['bounce-house', 'head-on', 'spinner']) {
    expect(isGrounded(name), name).toBe(false);
  }
});

test('what starts in the air spans down to the ground that it falls to; without gravity only what is there counts', () => {
  const bars = open('jelly-bars');
  expect(bars.span(viewOf(bars))?.bottom).toBe(0);
  const house = open('bounce-house');
  expect(house.span(viewOf(house))?.bottom).toBeLessThan(-9.9);
});

test('a drum that turns needs the width that its corners sweep', () => {
  const tumbler = open('tumbler');
  const view = viewOf(tumbler);
  expect(tumbler.reach(view) * view.halfHeight).toBeCloseTo(Math.hypot(10, 10.5), 9);
});
