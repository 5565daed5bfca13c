import type { PageEntry } from './catalog.js';
import { aboutCloths, clothPicture } from './cloth/about-cloths.js';

/** Separate pages: cloths are listed right after the first scenes, the others below all scenes. */
export const pages: readonly PageEntry[] = [
  ...Object.values(aboutCloths).map(({ name, title, description }) => ({
    group: 'Cloth',
    href: `./cloth.html?scene=${name}`,
    title,
    description,
    picture: clothPicture(name),
    early: true,
  })),
  {
    group: 'In three dimensions',
    href: './galton.html',
    title: 'Galton board',
    description:
      'A 2D world on a leaning board in a Babylon.js scene with shadows: marbles pile up in a bell curve.',
    picture: new URL('./space/picture.webp', import.meta.url).href,
  },
  {
    group: 'Plain WebGPU',
    href: './triangle.html',
    title: 'Triangle',
    description: 'The smallest complete WebGPU program: no library, one draw call.',
    picture: new URL('./raw/pictures/triangle.webp', import.meta.url).href,
  },
  {
    group: 'Plain WebGPU',
    href: './instancing.html',
    title: 'Instanced particles',
    description: 'Particles moved by a compute shader and drawn in one call, under an arcball camera.',
    picture: new URL('./raw/pictures/instancing.webp', import.meta.url).href,
  },
  {
    group: 'Measure and read',
    href: './bench/index.html',
    title: 'Engines side by side',
    description:
      'Rapier, Box2D, Planck, Matter and Otedama, measured in your own browser: speed beside quality.',
  },
  {
    group: 'Measure and read',
    href: './docs/index.html',
    title: 'Guides and reference',
    description: 'First scene, choosing and writing a solver, cloth, rollback, migrating; every package.',
  },
];
