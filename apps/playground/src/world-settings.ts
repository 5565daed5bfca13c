/** Settings of the world, which every solver obeys: for the settings panel and for links. The broad phase has its own list. */

import { InputError } from '@otedama/math2d';
import type { Scene } from '@otedama/rigid';
import type { LinkValue } from './link.js';
import { type Setting, setting } from './setting.js';

/** Settings by key; a missing one has its default. */
export type WorldValues = Readonly<Record<string, LinkValue>>;

/** Gravity that can be chosen, m/s²; negative pulls up. */
const WEAKEST = -10;
const STRONGEST = 25;

/** The settings of a world with this scene, whose own gravity is the default. */
export function worldSettings(scene: Scene): readonly Setting[] {
  return [
    setting.number(
      'gravity',
      'Gravity (m/s²)',
      -scene.gravity.y,
      WEAKEST,
      STRONGEST,
      0.01,
      'Downwards: 1.6 on the Moon, 24.8 on Jupiter, 0 far from everything; negative pulls up.',
    ),
    setting.toggle(
      'sleeping',
      'Sleeping',
      true,
      'Bodies at rest fall asleep, together with all that they touch, and cost nothing until something wakes them.',
    ),
    setting.toggle(
      'continuous',
      'Continuous',
      true,
      'Keeps fast bodies from passing through walls within a step.',
    ),
  ];
}

/**
 * Applies settings to a scene. Returns it, and the options of its world.
 * @throws InputError for an unknown setting, or a value of another type
 */
export function applyWorldValues(
  scene: Scene,
  values: WorldValues,
): { scene: Scene; options: { sleeping?: boolean; continuous?: boolean } } {
  const known = worldSettings(scene);
  for (const [key, value] of Object.entries(values)) {
    const found = known.find((candidate) => candidate.key === key);
    if (found === undefined)
      throw new InputError(`world.${key}`, value, `one of ${known.map((one) => one.key).join(', ')}`);
    const type = found.kind === 'toggle' ? 'boolean' : 'number';
    if (typeof value !== type) throw new InputError(`world.${key}`, value, `a ${type}`);
  }
  const { gravity, ...options } = values as { gravity?: number; sleeping?: boolean; continuous?: boolean };
  if (gravity === undefined) return { scene, options };
  return { scene: { ...scene, gravity: { x: scene.gravity.x, y: -gravity } }, options };
}
