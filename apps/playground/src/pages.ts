import type { PageEntry } from './catalog.js';

/** Pages of their own, shown below the scenes. */
export const pages: readonly PageEntry[] = [
  {
    href: './cloth.html',
    title: 'Cloth',
    description:
      'XPBD on the graphics device: the articles’ cloth, a furoshiki, a curtain, to be held in the hand.',
  },
  {
    href: './triangle.html',
    title: 'Triangle in plain WebGPU',
    description: 'The smallest complete program: no library, one draw call.',
  },
  {
    href: './instancing.html',
    title: 'Instancing in plain WebGPU',
    description: 'Many particles in one draw call, an arcball camera of its own.',
  },
];
