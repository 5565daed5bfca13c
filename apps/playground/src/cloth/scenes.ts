import {
  bakeDistanceField,
  type ClothDefinition,
  type Collider,
  type TriangleMesh,
  tearing,
  type Vector3,
} from '@otedama/cloth-webgpu';
import type { ClothSurface } from '@otedama/render-babylon';
import { type Carp, carpMesh } from './carp-mesh.js';
import type { BallDefinition } from './caught-ball.js';
import type { FabricName } from './fabrics.js';
import { knotMesh } from './knot-mesh.js';
import { ringMesh } from './ring-mesh.js';
import type { Rod } from './rods.js';

/** A cloth scene, as data. */
export interface ClothScene {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly cloth: ClothDefinition;
  /** Differences on the CPU backend, where a large cloth would be too slow. */
  readonly onCpu?: ClothDefinition;
  /** The vertices that are drawn instead of the particles, and those on the CPU backend. */
  readonly surfaces?: { readonly onGpu: ClothSurface; readonly onCpu: ClothSurface };
  readonly fabric: FabricName;
  /** Babylon's angles (radians), distance and target (metres) of an orbiting camera. */
  readonly camera: {
    readonly alpha: number;
    readonly beta: number;
    readonly radius: number;
    readonly target: Vector3;
  };
  /** Wooden rods, for decoration. */
  readonly rods?: readonly Rod[];
  /** Whether rings hold the pins on the first rod. Default false. */
  readonly hasRings?: boolean;
  /** Edge of a square canvas, CSS pixels. Without it the canvas fills the stage. */
  readonly frame?: number;
  /** The mesh of the distance fields among the colliders. */
  readonly statue?: TriangleMesh;
  /** The wind (m/s) at a time (s). */
  readonly wind?: (time: number) => Vector3;
  /** The colliders at a time (s), if they move. */
  readonly bodies?: (time: number) => readonly Collider[];
  /**
   * A ball that feels the cloth, before the other colliders. Such a cloth runs on the CPU backend, where the ball feels it after one step,
   * not after some frames.
   */
  readonly ball?: BallDefinition;
}

/** Bending compliance, m/N, that gives round folds. The articles' 0.5 lets the cloth crumple freely. */
const stiffBending = 1e-5;

type Size = Required<Pick<ClothDefinition, 'columns' | 'rows' | 'width' | 'height'>>;

const origin: Vector3 = { x: 0, y: 0, z: 0 };

/** Gathers a curtain to `share` of its width, in `pleats` folds that keep its length. */
function pleated(
  columns: number,
  width: number,
  height: number,
  rows: number,
  share: number,
  pleats: number,
) {
  // the wave z = a sin(k x) over x = 0..share w is about 1 + (a k)^2 / 4 times as long as x
  const k = (2 * Math.PI * pleats) / (share * width);
  const amplitude = (2 * Math.sqrt(1 / share - 1)) / k;
  return (column: number, row: number): Vector3 => {
    const x = (column / columns) * share * width;
    return {
      x: x - (share * width) / 2,
      y: height / 2 - (row / rows) * height,
      z: amplitude * Math.sin(k * x),
    };
  };
}

const pleats = 9;
const gathered = 0.72;

/** A curtain of 2 x 9 x `cells` columns. It hangs on rings where a pleat passes below the rod, every `cells` columns. */
function curtain(cells: number, rows: number): ClothDefinition {
  const columns = 2 * pleats * cells;
  const size = { columns, rows, width: 4.2, height: 2.5 };
  return {
    ...size,
    pins: Array.from({ length: 2 * pleats + 1 }, (_, ring) => ring * cells),
    shape: pleated(columns, size.width, size.height, rows, gathered, pleats),
  };
}

/** A horizontal square held at its four corners, with faint waves that start the folds. */
function hammock(cells: number): ClothDefinition {
  const count = cells + 1;
  return {
    columns: cells,
    rows: cells,
    width: 2.4,
    height: 2.4,
    pins: [0, cells, cells * count, count * count - 1],
    shape: (column, row) => ({
      x: (column / cells - 0.5) * 2.2,
      y: 0.55 + 0.01 * Math.sin((20 * column) / cells) * Math.sin((16 * row) / cells),
      z: (0.5 - row / cells) * 2.2,
    }),
  };
}

/** A level square held all around. */
function heldNet(cells: number, side: number): ClothDefinition {
  const ids = Array.from({ length: (cells + 1) ** 2 }, (_, id) => id);
  const isEdge = (index: number) => index === 0 || index === cells;
  return {
    ...{ columns: cells, rows: cells, width: side, height: side, density: 0.5 },
    pins: ids.filter((id) => isEdge(id % (cells + 1)) || isEdge(Math.floor(id / (cells + 1)))),
    shape: (column, row) => ({ x: (column / cells - 0.5) * side, y: 0, z: (0.5 - row / cells) * side }),
  };
}

/** A frame of four rods around a net, on four posts. */
const netFrame = [-1, 1].flatMap((side) => [
  [
    { x: -1.1, y: 0, z: 1.1 * side },
    { x: 1.1, y: 0, z: 1.1 * side },
  ] as const,
  [
    { x: 1.1 * side, y: 0, z: -1.1 },
    { x: 1.1 * side, y: 0, z: 1.1 },
  ] as const,
  ...[-1, 1].map(
    (other) =>
      [
        { x: 1.1 * side, y: -0.9, z: 1.1 * other },
        { x: 1.1 * side, y: 0, z: 1.1 * other },
      ] as const,
  ),
]);

/** Inverse mass of a particle of a cloth (1/kg); `density` in kg/m². */
function inverseMassOf({ columns, rows, width, height }: Size, density: number): number {
  return ((columns + 1) * (rows + 1)) / (density * width * height);
}

/** A banner of heavy linen, 0.3 kg/m², held at two corners, in real air. */
function banner(columns: number, rows: number): ClothDefinition {
  const size = { columns, rows, width: 1.8, height: 2.4 };
  const inverseMass = inverseMassOf(size, 0.3);
  return {
    ...{ ...size, inverseMass, airDensity: 1.2 },
    ...{ strainLimit: 0, tethers: true, substeps: 10 },
    ...{ bendCompliance: stiffBending * inverseMass, damping: 0.2 },
  };
}

/** A sheet of old linen, 0.3 kg/m², on a ring every `spacing` columns. It tears where it is stretched by 30 %. */
function worn(columns: number, rows: number, spacing: number): ClothDefinition {
  const size = { columns, rows, width: 2.1, height: 2.4 };
  const inverseMass = inverseMassOf(size, 0.3);
  return {
    ...{ ...size, inverseMass, airDensity: 1.2 },
    pins: Array.from({ length: Math.floor(columns / spacing) + 1 }, (_, ring) => ring * spacing),
    ...{ strainLimit: 0, substeps: 10, bendCompliance: stiffBending * inverseMass, damping: 0.2 },
    tearing: tearing({ strain: 0.3 }),
  };
}

/** A flag of 0.1 kg/m² held at its hoist, in real air. */
function flag(columns: number, rows: number): ClothDefinition {
  const size = { columns, rows, width: 1.8, height: 1.2 };
  const inverseMass = inverseMassOf(size, 0.1);
  return {
    ...{ ...size, inverseMass, airDensity: 1.2, ripple: 0.1 },
    pins: Array.from({ length: rows + 1 }, (_, row) => row * (columns + 1)),
    ...{ strainLimit: 0, tethers: 1.01, substeps: 16, bendCompliance: stiffBending * inverseMass },
  };
}

/** A carp streamer of 0.1 kg/m², held at its mouth. It narrows towards the tail, so the air that passes keeps it open. */
const streamer = ({ mesh, mouth }: Carp): ClothDefinition => ({
  ...{ mesh, pins: mouth, density: 0.1, airDensity: 1.2 },
  ...{ tethers: 1.02, substeps: 12, bendCompliance: 0.05 },
});

const [carp, smallCarp] = [carpMesh(48, 80), carpMesh(24, 36)];

/** A square held out by two corners, which swings down. */
function furoshiki(cells: number): ClothDefinition {
  return {
    columns: cells,
    rows: cells,
    width: 2.6,
    height: 2.6,
    shape: (column, row) => ({
      x: (column / cells - 0.5) * 2.3,
      y: 1.25 - 0.35 * (row / cells),
      z: (row / cells) * 2.45,
    }),
  };
}

/** A horizontal square above a body, which falls onto it. */
function dropped(cells: number, side = 2.3): ClothDefinition {
  return {
    columns: cells,
    rows: cells,
    width: side,
    height: side,
    pins: 'none',
    shape: (column, row) => ({
      x: (column / cells - 0.5) * side,
      y: 0.9 + 0.01 * Math.sin((9 * column) / cells) * Math.sin((7 * row) / cells),
      z: (row / cells - 0.5) * side,
    }),
  };
}

/** A sheet standing on its lower edge. A wave determines how it folds: its slope oscillates, and its rows have their rest distance. */
function upright(columns: number, rows: number): ClothDefinition {
  const size = { columns, rows, width: 1.2, height: 1.8 };
  const places: { readonly y: number; readonly z: number }[] = [{ y: -0.85, z: 0.05 }];
  for (let row = rows; row > 0; row--) {
    const lean = Math.cos((14 * (row - 0.5)) / rows);
    const { y, z } = places[0];
    places.unshift({
      y: y + (size.height / rows) * Math.cos(lean),
      z: z + (size.height / rows) * Math.sin(lean),
    });
  }
  return {
    ...size,
    pins: 'none',
    shape: (column, row) => ({
      x: (column / columns - 0.5) * size.width,
      y: places[row].y,
      z: places[row].z + 0.03 * Math.sin((8 * column) / columns),
    }),
  };
}

const floor: Collider = {
  type: 'plane',
  point: { x: 0, y: -0.9, z: 0 },
  normal: { x: 0, y: 1, z: 0 },
  friction: 0.6,
};

/** A box on the floor, slightly rotated. */
const box: Collider = {
  type: 'box',
  center: { x: 0, y: -0.3, z: 0 },
  halfSizes: { x: 0.62, y: 0.6, z: 0.48 },
  rotation: { x: 0, y: Math.sin(0.15), z: 0, w: Math.cos(0.15) },
  // more would hold the stretch of the impact
  friction: 0.25,
};

/** A figure with slightly raised arms. Its head goes through the hole of a poncho. */
const figure: readonly Collider[] = [
  { type: 'sphere', center: { x: 0, y: 0.72, z: 0 }, radius: 0.15, friction: 0.4 },
  limb({ x: 0, y: 0.36, z: 0 }, { x: 0, y: 0.6, z: 0 }, 0.07),
  limb({ x: 0, y: -0.25, z: 0 }, { x: 0, y: 0.24, z: 0 }, 0.19),
  ...[-1, 1].flatMap((side) => [
    limb({ x: 0, y: 0.36, z: 0 }, { x: 0.27 * side, y: 0.34, z: 0 }, 0.09),
    limb({ x: 0.27 * side, y: 0.34, z: 0 }, { x: 0.62 * side, y: 0.08, z: 0 }, 0.065),
    limb({ x: 0.1 * side, y: -0.35, z: 0 }, { x: 0.13 * side, y: -0.82, z: 0 }, 0.08),
  ]),
];

function limb(from: Vector3, to: Vector3, radius: number): Collider {
  return { type: 'capsule', from, to, radius, friction: 0.4 };
}

/**
 * A poncho around the neck of the figure, of triangles with edges of `edge` metres. It starts horizontal, with faint waves that start the
 * folds.
 */
function poncho(edge: number): ClothDefinition {
  const mesh = ringMesh(0.13, 0.85, edge);
  return {
    mesh,
    thickness: edge,
    shape: (vertex) => {
      const [x, z] = [mesh.positions[3 * vertex], mesh.positions[3 * vertex + 2]];
      return { x, y: 0.5 + 0.012 * Math.sin(9 * x + 2 * z) * Math.sin(8 * z), z };
    },
  };
}

/** A knot that stands on the floor. */
const knot = knotMesh(0.44, 0.19, 0.12);

/** The knot as a collider. Its field is computed once, when a scene needs it. */
let knotField: Collider | null = null;
function knotCollider(): Collider {
  knotField ??= {
    ...{ type: 'field', field: bakeDistanceField(knot), position: { x: 0, y: -0.276, z: 0 } },
    rotation: { x: 0, y: 0, z: Math.sin(Math.PI / 4), w: Math.cos(Math.PI / 4) },
    friction: 0.5,
  };
  return knotField;
}

/** Posts from the floor to the corners of the hammock. */
const posts = [-1, 1].flatMap((x) =>
  [-1, 1].map(
    (z) =>
      [
        { x: 1.2 * x, y: -0.9, z: 1.2 * z },
        { x: 1.11 * x, y: 0.62, z: 1.11 * z },
      ] as const,
  ),
);

/** A ball that moves back and forth through the plane z = 0, and slightly sideways. */
const passing = (time: number): readonly Collider[] => {
  const center = { x: 0.3 * Math.sin(0.55 * time), y: -0.35, z: -1.5 * Math.cos(1.7 * time) };
  return [{ type: 'sphere', center, radius: 0.38, friction: 0.15 }];
};

/** All cloth scenes, in list order. The first one is shown by default. */
export const clothScenes: readonly ClothScene[] = [
  {
    name: 'flag',
    title: 'Flag',
    description:
      '100 g/m² in a fresh breeze: the air presses on every triangle, and waves run along the flag at the speed of the wind.',
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
    name: 'carp',
    title: 'Carp streamer',
    description:
      'A tube of cloth swims in the wind, which blows it open. Its scales run around it without a seam. Pull it back, and let it swim on.',
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
    name: 'curtain',
    title: 'Curtain',
    description: 'Nineteen rings on a rod, gathered into nine pleats. Pull it aside.',
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
    name: 'furoshiki',
    title: 'Furoshiki',
    description:
      'Hung by two corners. On the GPU it has 256 × 256 cells: 66,049 particles and 523,768 constraints.',
    cloth: { ...furoshiki(256), strainLimit: 0, tethers: true, bendCompliance: stiffBending, damping: 0.15 },
    onCpu: furoshiki(64),
    fabric: 'seigaiha',
    camera: { alpha: -Math.PI / 2 + 0.22, beta: 1.42, radius: 6, target: { x: 0, y: -0.2, z: 0 } },
    rods: [
      [
        { x: -1.4, y: 1.27, z: 0 },
        { x: 1.4, y: 1.27, z: 0 },
      ],
    ],
  },
  {
    name: 'ball',
    title: 'Over a ball',
    description:
      'Held by nothing but friction. Pull it off onto the floor, then throw it back over the ball.',
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
    name: 'table',
    title: 'Over a box',
    description: 'Leather of its real weight and stiffness. Pull it aside until it slips off.',
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
    name: 'statue',
    title: 'Unveiling',
    description: 'A sheet over a knot: a mesh as a collider. Pull it off, and drop it through the holes.',
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
    name: 'poncho',
    title: 'Poncho',
    description:
      'A triangle mesh with a hole for the head. Pull it up by the hem, and let it fall back over the shoulders.',
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
    name: 'heap',
    title: 'In a heap',
    description:
      'A cloth that collides with itself and folds into layers. Lift it by a corner and let it fall again.',
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
    name: 'hammock',
    title: 'Hammock',
    description: 'Hung level by its four corners. Throw it up and it falls back into its folds.',
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
    name: 'net',
    title: 'Net',
    description: 'The ball feels the net, and the net the ball. Pull the net down, and let go.',
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
    name: 'banner',
    title: 'Banner',
    description: 'Hung by two corners in a wind that keeps turning and bellies it out like a sail.',
    cloth: banner(72, 96),
    onCpu: banner(36, 48),
    fabric: 'beans',
    camera: { alpha: -Math.PI / 2 + 0.3, beta: 1.48, radius: 4.8, target: { x: 0, y: -0.1, z: 0 } },
    wind: (time) => ({
      x: 0.9 * Math.sin(0.9 * time) + 0.6 * Math.sin(2.3 * time),
      y: 0.2,
      z: 1.8 * Math.sin(1.1 * time + 1) + 1.2 * Math.sin(2.7 * time),
    }),
    rods: [
      [
        { x: -1.1, y: 1.22, z: 0 },
        { x: 1.1, y: 1.22, z: 0 },
      ],
    ],
  },
  {
    name: 'tear',
    title: 'Tear',
    description:
      'Old linen on rings. Pull it hard: it tears along its threads. Cut it with the blade: what comes off falls.',
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
    name: 'pushed',
    title: 'Pushed aside',
    description: 'A ball swings to and fro through a hanging sheet, drags it along and slips off.',
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
  },
  {
    name: 'articles',
    title: 'The articles’ cloth',
    description:
      '50 × 50 cells hung by two corners, 5 substeps, no tethers, in the original 450-pixel picture.',
    cloth: {},
    fabric: 'articles',
    camera: { alpha: -Math.PI / 2, beta: Math.PI / 2, radius: 8, target: origin },
    frame: 450,
  },
];

/** Address of the picture of a cloth, at twice the size shown in the list. */
export const clothPicture = (name: string): string =>
  new URL(`./pictures/${name}.webp`, import.meta.url).href;

/** The scene with this name, or the first one. */
export function findClothScene(name: string | null): ClothScene {
  const found = clothScenes.find((scene) => scene.name === name) ?? clothScenes[0];
  if (found === undefined) throw new Error('there are no cloth scenes');
  return found;
}
