/** Scenes with pinned state hashes. They run in the same way in Node, in a page and in a worker. */

import { loadScene } from '@otedama/rigid';
import { articlesConstraint, mixedRain, pyramid } from '@otedama/scenes';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';

/** State hashes after 500 steps (pyramid: 200). They change when a method changes, and only on purpose. */
export const pinned = {
  'sequential impulses, articles': '072cfb426caa5aed',
  'soft step, articles': 'a3fc0b10b3af0187',
  'soft step, rain': '8cd7f05469c0442c',
  'soft step, pyramid': '80c98e13b4f56af2',
};

/** The same hashes, computed now. */
export function computeHashes(): Record<keyof typeof pinned, string> {
  const hashOf = (
    scene: ReturnType<typeof articlesConstraint.create>,
    solver: ReturnType<typeof createSoftStep | typeof createSequentialImpulses>,
    steps: number,
  ): string => {
    const world = loadScene(scene, { solver, sleeping: false });
    for (let step = 0; step < steps; step++) world.step(scene.timeStep);
    return world.stateHash();
  };
  return {
    'sequential impulses, articles': hashOf(articlesConstraint.create(), createSequentialImpulses(), 500),
    'soft step, articles': hashOf(articlesConstraint.create(), createSoftStep(), 500),
    'soft step, rain': hashOf(mixedRain.create({ count: 100 }), createSoftStep(), 500),
    'soft step, pyramid': hashOf(pyramid.create({ base: 12 }), createSoftStep(), 200),
  };
}
