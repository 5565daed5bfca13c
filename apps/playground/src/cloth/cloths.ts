/** The cloths of the scenes: their cells, material and holding points, and the shape in which each starts. */

import {
  type ClothDefinition,
  gridMesh,
  type JoinedPieces,
  joinPieces,
  pressure,
  tearing,
  type Vector3,
} from '@otedama/cloth-webgpu';
import { balloonMesh } from './balloon-mesh.js';
import type { Carp } from './carp-mesh.js';
import { cushionMesh } from './cushion-mesh.js';
import { ringMesh } from './ring-mesh.js';

/** Bending compliance, m/N, that gives round folds. The articles' 0.5 lets the cloth crumple freely. */
export const stiffBending = 1e-5;

type Size = Required<Pick<ClothDefinition, 'columns' | 'rows' | 'width' | 'height'>>;

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
export function curtain(cells: number, rows: number): ClothDefinition {
  const columns = 2 * pleats * cells;
  const size = { columns, rows, width: 4.2, height: 2.5 };
  return {
    ...size,
    pins: Array.from({ length: 2 * pleats + 1 }, (_, ring) => ring * cells),
    shape: pleated(columns, size.width, size.height, rows, gathered, pleats),
  };
}

/** A horizontal square held at its four corners, with faint waves that start the folds. */
export function hammock(cells: number): ClothDefinition {
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
export function heldNet(cells: number, side: number): ClothDefinition {
  const ids = Array.from({ length: (cells + 1) ** 2 }, (_, id) => id);
  const isEdge = (index: number) => index === 0 || index === cells;
  return {
    ...{ columns: cells, rows: cells, width: side, height: side, density: 0.5 },
    pins: ids.filter((id) => isEdge(id % (cells + 1)) || isEdge(Math.floor(id / (cells + 1)))),
    shape: (column, row) => ({ x: (column / cells - 0.5) * side, y: 0, z: (0.5 - row / cells) * side }),
  };
}

/** Inverse mass of a particle of a cloth (1/kg); `density` in kg/m². */
function inverseMassOf({ columns, rows, width, height }: Size, density: number): number {
  return ((columns + 1) * (rows + 1)) / (density * width * height);
}

/** A banner of heavy linen, 0.3 kg/m², held at two corners, in real air. */
export function banner(columns: number, rows: number): ClothDefinition {
  const size = { columns, rows, width: 1.8, height: 2.4 };
  const inverseMass = inverseMassOf(size, 0.3);
  return {
    ...{ ...size, inverseMass, airDensity: 1.2 },
    ...{ strainLimit: 0, tethers: true, substeps: 10 },
    ...{ bendCompliance: stiffBending * inverseMass, damping: 0.2 },
  };
}

/** A sheet of old linen, 0.3 kg/m², on a ring every `spacing` columns. It tears where it is stretched by 30 %. */
export function worn(columns: number, rows: number, spacing: number): ClothDefinition {
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
export function flag(columns: number, rows: number): ClothDefinition {
  const size = { columns, rows, width: 1.8, height: 1.2 };
  const inverseMass = inverseMassOf(size, 0.1);
  return {
    ...{ ...size, inverseMass, airDensity: 1.2, ripple: 0.1 },
    pins: Array.from({ length: rows + 1 }, (_, row) => row * (columns + 1)),
    ...{ strainLimit: 0, tethers: 1.01, substeps: 16, bendCompliance: stiffBending * inverseMass },
  };
}

/** A carp streamer of 0.1 kg/m², held at its mouth. It narrows towards the tail, so the air that passes keeps it open. */
export const streamer = ({ mesh, mouth }: Carp): ClothDefinition => ({
  ...{ mesh, pins: mouth, density: 0.1, airDensity: 1.2 },
  ...{ tethers: 1.02, substeps: 12, bendCompliance: 0.05 },
});

/** A cushion of 0.5 kg/m² on the floor, whose gas has 60 Pa when it is full. */
export function cushion(cells: number): ClothDefinition {
  const { mesh, shape } = cushionMesh(1.3, cells, -0.63);
  return {
    ...{ mesh, shape, density: 0.5, pressure: pressure({ overpressure: 60, volume: 0.36 }) },
    ...{ strainLimit: 0, substeps: 10, bendCompliance: 0.01, damping: 1, drag: 0.5, thickness: 0.02 },
  };
}

/**
 * Six balloons of 0.1 kg/m² in one mesh, tied to one place, with 25 Pa in each. What they hold is lighter than air and lifts them, by as
 * much as if gravity pointed upwards. `around`: vertices around each.
 */
export function balloons(around: number): ClothDefinition {
  const radius = 0.27;
  const { mesh, shape, knots } = balloonMesh(radius, around, { x: 0, y: 0, z: 0 });
  return {
    ...{ mesh, shape, pins: knots, density: 0.1, gravity: { x: 0, y: 4, z: 0 }, airDensity: 1.2 },
    ...{ pressure: pressure({ overpressure: 25 }), strainLimit: 0, tethers: false, bendCompliance: 0.01 },
    ...{ selfCollision: (5.5 * radius) / around, selfFriction: 0.2, substeps: 8, damping: 0.3 },
  };
}

/** A square held out by two corners, which swings down. */
export function furoshiki(cells: number): ClothDefinition {
  return {
    columns: cells,
    rows: cells,
    width: 2.6,
    height: 2.6,
    shape: (column, row) => ({
      x: (column / cells - 0.5) * 2.3,
      y: 1.25 - 1.73 * (row / cells),
      z: (row / cells) * 1.73,
    }),
  };
}

/** A horizontal square above a body, which falls onto it. */
export function dropped(cells: number, side = 2.3): ClothDefinition {
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

/**
 * Three level sheets of different sizes, one above the other and each turned by another angle about the vertical, which fall onto a box.
 * `cell`: width of their cells, m.
 */
export function layers(cell: number): JoinedPieces {
  const sheet = (side: number, height: number, turn: number, density: number, depth = side) => {
    const cells = (length: number) => Math.round(length / cell);
    // laid down, then turned about the vertical
    const [lay, half] = [-Math.PI / 4, turn / 2];
    return {
      mesh: gridMesh({ columns: cells(side), rows: cells(depth), width: side, height: depth }),
      center: { x: 0, y: height, z: 0 },
      rotation: {
        x: Math.cos(half) * Math.sin(lay),
        y: Math.sin(half) * Math.cos(lay),
        z: -Math.sin(half) * Math.sin(lay),
        w: Math.cos(half) * Math.cos(lay),
      },
      density,
    };
  };
  return joinPieces([
    sheet(2.1, 0.55, 0.3, 0.3),
    sheet(1.45, 0.85, 1.1, 0.2),
    sheet(0.5, 1.2, 0.3, 0.3, 1.8),
  ]);
}

/** A sheet standing on its lower edge. A wave determines how it folds: its slope oscillates, and its rows have their rest distance. */
export function upright(columns: number, rows: number): ClothDefinition {
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

/**
 * A poncho around the neck of the figure, of triangles with edges of `edge` metres. It starts horizontal, with faint waves that start the
 * folds.
 */
export function poncho(edge: number): ClothDefinition {
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
