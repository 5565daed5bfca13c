import { aboutCloths } from './about-cloths.js';
import { cape, capeAnimation, walker } from './cape.js';
import { carpMesh } from './carp-mesh.js';
import type { ClothScene } from './cloth-scene.js';
import {
  balloons,
  banner,
  curtain,
  cushion,
  dropped,
  flag,
  furoshiki,
  hammock,
  heldNet,
  layers,
  poncho,
  stiffBending,
  streamer,
  upright,
  worn,
} from './cloths.js';
import { box, figure, floor, knot, knotCollider, netFrame, passing, posts } from './surroundings.js';

/** The meshes of the carp streamer on the GPU and on the CPU backend. */
const [carp, smallCarp] = [carpMesh(48, 80), carpMesh(24, 36)];

/** The sheets of the three cloths on the GPU and on the CPU backend. */
const [sheets, fewSheets] = [layers(0.036), layers(0.075)];

/** All cloth scenes, in the order of `aboutCloths`. The first one is shown by default. */
export const clothScenes: readonly ClothScene[] = [
  {
    ...aboutCloths.flag,
    cloth: flag(72, 48),
    onCpu: { ...flag(48, 32), substeps: 10 },
    fabric: 'seigaiha',
    camera: { alpha: -Math.PI / 2 + 0.45, beta: 1.45, radius: 4, target: { x: 0.05, y: -0.22, z: 0 } },
    wind: (time) => ({
      x: 6 + 1.2 * Math.sin(0.7 * time),
      y: 0.5 * Math.sin(1.9 * time),
      z: 1.5 * Math.sin(0.6 * time) + 1.6 * Math.sin(7.3 * time) + 1.1 * Math.sin(11.9 * time + 1),
    }),
    rods: [
      [
        { x: -0.92, y: -1.6, z: 0 },
        { x: -0.92, y: 0.72, z: 0 },
      ],
    ],
  },
  {
    ...aboutCloths.carp,
    cloth: streamer(carp),
    onCpu: { ...streamer(smallCarp), substeps: 10 },
    surfaces: { onGpu: carp.surface, onCpu: smallCarp.surface },
    fabric: 'carp',
    camera: { alpha: -Math.PI / 2 + 0.3, beta: 1.4, radius: 3.7, target: { x: -0.05, y: 0.3, z: 0 } },
    wind: (time) => ({
      x: 5.5 + 1.5 * Math.sin(0.7 * time),
      y: 0.5 * Math.sin(1.3 * time),
      z: 1.4 * Math.sin(0.6 * time) + 1.6 * Math.sin(4.1 * time),
    }),
    rods: [
      [
        { x: -1.28, y: -3, z: 0 },
        { x: -1.28, y: 1.1, z: 0 },
      ],
      [
        { x: -1.28, y: 0.9, z: 0 },
        { x: -1, y: 0.68, z: 0 },
      ],
      [
        { x: -1.28, y: 0.1, z: 0 },
        { x: -1, y: 0.32, z: 0 },
      ],
    ],
  },
  {
    ...aboutCloths.curtain,
    cloth: { ...curtain(8, 112), strainLimit: 0, tethers: 1.02, bendCompliance: stiffBending, damping: 0.3 },
    onCpu: curtain(4, 44),
    fabric: 'linen',
    camera: { alpha: -Math.PI / 2 - 0.3, beta: 1.5, radius: 5.6, target: { x: 0, y: -0.15, z: 0 } },
    rods: [
      [
        { x: -1.75, y: 1.28, z: 0 },
        { x: 1.75, y: 1.28, z: 0 },
      ],
    ],
    hasRings: true,
  },
  {
    ...aboutCloths.furoshiki,
    cloth: { ...furoshiki(256), strainLimit: 0, tethers: true, bendCompliance: stiffBending, damping: 0.15 },
    onCpu: furoshiki(64),
    fabric: 'seigaiha',
    camera: { alpha: -Math.PI / 2 + 0.22, beta: 1.42, radius: 6, target: { x: 0, y: -0.2, z: 0 } },
    swing: 0.8,
    rods: [
      [
        { x: -1.4, y: 1.27, z: 0 },
        { x: 1.4, y: 1.27, z: 0 },
      ],
    ],
  },
  {
    ...aboutCloths.ball,
    cloth: {
      ...dropped(128),
      ...{ substeps: 8, stretchCompliance: 1e-8, bendCompliance: stiffBending, damping: 0.6 },
      colliders: [{ type: 'sphere', center: { x: 0, y: -0.24, z: 0 }, radius: 0.66, friction: 0.5 }, floor],
    },
    onCpu: dropped(48),
    fabric: 'check',
    camera: { alpha: -Math.PI / 2 + 0.5, beta: 1.22, radius: 4.2, target: { x: 0, y: -0.1, z: 0 } },
  },
  {
    ...aboutCloths.table,
    cloth: {
      // leather bends in large curves, so few cells show them; more cells would need many more substeps not to stretch over the corners
      ...dropped(64),
      ...{ strainLimit: 0, substeps: 20, stretchCompliance: 1e-8, damping: 0.6 },
      ...{ density: 0.8, bendStiffness: 1e-3 },
      // a whole cell, so that no corner of the box shows through, even where it stretches the cloth
      thickness: 0.036,
      colliders: [box, floor],
    },
    onCpu: { ...dropped(48), thickness: 0.048 },
    fabric: 'linen',
    camera: { alpha: -Math.PI / 2 + 0.5, beta: 1.22, radius: 4.2, target: { x: 0, y: -0.1, z: 0 } },
  },
  {
    ...aboutCloths.statue,
    get cloth() {
      return {
        ...dropped(88, 1.75),
        ...{ strainLimit: 0, substeps: 10, stretchCompliance: 1e-8 },
        ...{ bendCompliance: stiffBending, damping: 0.6 },
        thickness: 0.015,
        colliders: [knotCollider(), floor],
      };
    },
    onCpu: dropped(40, 1.75),
    fabric: 'seigaiha',
    statue: knot,
    camera: { alpha: -Math.PI / 2 + 0.35, beta: 1.3, radius: 3.6, target: { x: 0, y: -0.2, z: 0 } },
  },
  {
    ...aboutCloths.poncho,
    cloth: {
      ...poncho(0.022),
      ...{ strainLimit: 0, substeps: 12, stretchCompliance: 1e-8 },
      ...{ bendCompliance: stiffBending, damping: 0.6 },
      colliders: [...figure, floor],
    },
    onCpu: { ...poncho(0.042), substeps: 8 },
    fabric: 'check',
    camera: { alpha: -Math.PI / 2 + 0.4, beta: 1.3, radius: 4.1, target: { x: 0, y: -0.05, z: 0 } },
  },
  {
    ...aboutCloths.cape,
    cloth: cape(),
    fabric: 'linen',
    animation: capeAnimation,
    bodies: walker,
    swing: 0.18,
    camera: { alpha: -Math.PI / 2 - 0.25, beta: 1.32, radius: 4, target: { x: 0, y: -0.08, z: 0 } },
  },
  {
    ...aboutCloths.heap,
    cloth: {
      ...upright(64, 96),
      ...{ substeps: 10, stretchCompliance: 1e-8, bendCompliance: stiffBending, damping: 0.6 },
      ...{ selfCollision: true, selfFriction: 0.3 },
      colliders: [floor],
    },
    onCpu: upright(32, 48),
    fabric: 'seigaiha',
    camera: { alpha: -0.55, beta: 1.22, radius: 3.1, target: { x: 0, y: -0.38, z: 0 } },
  },
  {
    ...aboutCloths.layers,
    cloth: {
      ...sheets.definition,
      ...{ substeps: 10, stretchCompliance: 1e-8, bendCompliance: 0.1, damping: 1.2 },
      ...{ selfCollision: 0.03, selfFriction: 0.35, thickness: 0.025 },
      colliders: [box, floor],
    },
    onCpu: { ...fewSheets.definition, substeps: 8, selfCollision: 0.06, thickness: 0.045 },
    pieces: {
      onGpu: sheets.pieces,
      onCpu: fewSheets.pieces,
      fabrics: ['linen', 'check', 'seigaiha'],
    },
    fabric: 'linen',
    camera: { alpha: -Math.PI / 2 + 0.5, beta: 1.16, radius: 4.2, target: { x: 0, y: -0.1, z: 0 } },
  },
  {
    ...aboutCloths.hammock,
    cloth: {
      ...hammock(96),
      ...{ strainLimit: 0, tethers: true, substeps: 8, bendCompliance: stiffBending, damping: 0.4 },
      colliders: [floor],
    },
    onCpu: hammock(48),
    fabric: 'check',
    camera: { alpha: -Math.PI / 2 + 0.34, beta: 1.14, radius: 5.2, target: { x: 0, y: -0.15, z: 0 } },
    rods: posts,
  },
  {
    ...aboutCloths.net,
    cloth: {
      ...heldNet(22, 2.2),
      ...{ substeps: 6, stretchCompliance: 1e-3, shearCompliance: 1e-2, drag: 0.8 },
      thickness: 0.015,
      colliders: [floor],
    },
    fabric: 'net',
    camera: { alpha: -Math.PI / 2 + 0.42, beta: 1.2, radius: 5, target: { x: 0, y: 0, z: 0 } },
    rods: netFrame,
    ball: { radius: 0.26, mass: 1.5, start: { x: 0.12, y: 1.2, z: 0.08 }, floor: -0.9 },
  },
  {
    ...aboutCloths.cushion,
    get cloth() {
      return { ...cushion(20), colliders: [floor] };
    },
    fabric: 'seigaiha',
    camera: { alpha: -Math.PI / 2 + 0.5, beta: 1.16, radius: 3.5, target: { x: 0, y: -0.35, z: 0 } },
    // the ball rolls off
    swing: 0.35,
    ball: { radius: 0.24, mass: 1, start: { x: 0.02, y: 0.5, z: 0.01 }, floor: -0.9 },
  },
  {
    ...aboutCloths.balloons,
    cloth: balloons(28),
    onCpu: balloons(16),
    fabric: 'balloons',
    camera: { alpha: -Math.PI / 2 + 0.3, beta: 1.4, radius: 3.3, target: { x: 0, y: -0.05, z: 0 } },
    wind: (time) => ({
      x: 0.8 * Math.sin(0.5 * time) + 0.4 * Math.sin(1.7 * time),
      y: 0,
      z: 0.7 * Math.sin(0.7 * time + 1),
    }),
    rods: [
      [
        { x: 0, y: -2.2, z: 0 },
        { x: 0, y: 0, z: 0 },
      ],
    ],
  },
  {
    ...aboutCloths.banner,
    cloth: banner(72, 96),
    onCpu: banner(36, 48),
    fabric: 'beans',
    camera: { alpha: -Math.PI / 2 + 0.3, beta: 1.48, radius: 4.8, target: { x: 0, y: -0.1, z: 0 } },
    swing: 0.64,
    wind: (time) => ({
      x: 0.6 * Math.sin(0.9 * time) + 0.45 * Math.sin(2.3 * time),
      y: 0.2,
      z: 1.2 * Math.sin(1.1 * time + 1) + 0.85 * Math.sin(2.7 * time),
    }),
    rods: [
      [
        { x: -1.1, y: 1.22, z: 0 },
        { x: 1.1, y: 1.22, z: 0 },
      ],
    ],
  },
  {
    ...aboutCloths.tear,
    cloth: worn(45, 51, 5),
    onCpu: { ...worn(35, 40, 5), substeps: 8 },
    fabric: 'check',
    camera: { alpha: -Math.PI / 2 + 0.32, beta: 1.46, radius: 4.9, target: { x: 0, y: -0.12, z: 0 } },
    wind: (time) => ({
      x: 0.5 * Math.sin(0.8 * time),
      y: 0,
      z: 1.2 * Math.sin(1.1 * time) + 0.6 * Math.sin(2.9 * time),
    }),
    rods: [
      [
        { x: -1.25, y: 1.24, z: 0 },
        { x: 1.25, y: 1.24, z: 0 },
      ],
    ],
    hasRings: true,
  },
  {
    ...aboutCloths.pushed,
    cloth: {
      ...{ columns: 96, rows: 96, width: 2.2, height: 2.2, pins: 'topEdge' },
      ...{ tethers: 1.02, substeps: 8, bendCompliance: stiffBending, damping: 0.4 },
      colliders: passing(0),
    },
    onCpu: { columns: 40, rows: 40 },
    fabric: 'beans',
    camera: { alpha: -Math.PI / 2 + 0.7, beta: 1.36, radius: 5.2, target: { x: 0, y: -0.05, z: 0 } },
    rods: [
      [
        { x: -1.3, y: 1.12, z: 0 },
        { x: 1.3, y: 1.12, z: 0 },
      ],
    ],
    bodies: passing,
    swing: 0.76,
  },
  {
    ...aboutCloths.articles,
    cloth: {},
    fabric: 'articles',
    camera: { alpha: -Math.PI / 2, beta: Math.PI / 2, radius: 8, target: { x: 0, y: 0, z: 0 } },
    frame: 450,
  },
];

/** The scene with this name, or the first one. */
export function findClothScene(name: string | null): ClothScene {
  const found = clothScenes.find((scene) => scene.name === name) ?? clothScenes[0];
  if (found === undefined) throw new Error('there are no cloth scenes');
  return found;
}
