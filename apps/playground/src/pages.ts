import type { PageEntry } from './catalog.js';
import { clothScenes } from './cloth/scenes.js';

/** Pages of their own, shown below the scenes. */
export const pages: readonly PageEntry[] = [
  ...clothScenes.map(({ name, title, description }) => ({
    group: 'Cloth',
    href: `./cloth.html?scene=${name}`,
    title,
    description,
  })),
  {
    group: 'Plain WebGPU',
    href: './triangle.html',
    title: 'Triangle',
    description: 'The smallest complete WebGPU program: no library, one draw call.',
  },
  {
    group: 'Plain WebGPU',
    href: './instancing.html',
    title: 'Instanced particles',
    description: 'Many particles in one draw call, an arcball camera of its own.',
  },
  {
    group: 'Measure and read',
    href: './bench/index.html',
    title: 'Engines side by side',
    description:
      'Rapier, Box2D, Planck, Matter and this one, measured in your own browser: speed beside quality.',
  },
  {
    group: 'Measure and read',
    href: './docs/index.html',
    title: 'Guides and reference',
    description: 'First scene, choosing and writing a solver, cloth, rollback, moving over; every package.',
  },
];
