/** Meshes for test cloths. */

import type { TriangleMesh, Vector3 } from '../src/index.js';
import { Draw } from './draw.js';

export interface NumberMesh extends TriangleMesh {
  readonly positions: number[];
  readonly triangles: number[];
}

/** The grid of a cloth with the same parameters, vertical and centred at the origin. */
export function gridMesh(columns: number, rows: number, width: number, height: number): NumberMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      positions.push((column / columns - 0.5) * width, (0.5 - row / rows) * height, 0);
      if (row === rows || column === columns) continue;
      const a = column + row * (columns + 1);
      const b = a + columns + 1;
      triangles.push(a, b, b + 1, a, b + 1, a + 1);
    }
  return { positions, triangles };
}

/**
 * A round, horizontal sheet of `rings` rings around its centre, each with six more vertices than the inner one; `uneven` (0..1) displaces
 * them.
 */
export function disc(rings: number, radius: number, uneven = 0): NumberMesh {
  const positions: number[] = [0, 0, 0];
  const triangles: number[] = [];
  const draw = new Draw(rings);
  const first = (ring: number) => (ring === 0 ? 0 : 1 + 3 * ring * (ring - 1));
  const at = (ring: number, k: number) => first(ring) + (ring === 0 ? 0 : k % (6 * ring));
  for (let ring = 1; ring <= rings; ring++) {
    const spacing = radius / rings;
    for (let k = 0; k < 6 * ring; k++) {
      const angle = (k / (6 * ring)) * 2 * Math.PI;
      const off = () => (ring === rings ? 0 : uneven * spacing * draw.between(-0.4, 0.4));
      positions.push(ring * spacing * Math.cos(angle) + off(), 0, ring * spacing * Math.sin(angle) + off());
    }
    for (let side = 0; side < 6; side++)
      for (let k = 0; k < ring; k++) {
        const [outer, inner] = [side * ring + k, side * (ring - 1) + k];
        triangles.push(at(ring, outer), at(ring - 1, inner), at(ring, outer + 1));
        if (k < ring - 1) triangles.push(at(ring - 1, inner), at(ring - 1, inner + 1), at(ring, outer + 1));
      }
  }
  return { positions, triangles };
}

/** A ball: an octahedron whose faces are divided into four, `times` times. */
export function ball(times: number, radius: number): NumberMesh {
  let points: Vector3[] = [
    { x: 1, y: 0, z: 0 },
    { x: -1, y: 0, z: 0 },
    { x: 0, y: 1, z: 0 },
    { x: 0, y: -1, z: 0 },
    { x: 0, y: 0, z: 1 },
    { x: 0, y: 0, z: -1 },
  ];
  let triangles = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
  for (let time = 0; time < times; time++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number) => {
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const [p, q] = [points[a], points[b]];
      const [x, y, z] = [p.x + q.x, p.y + q.y, p.z + q.z];
      const length = Math.hypot(x, y, z);
      points = [...points, { x: x / length, y: y / length, z: z / length }];
      middles.set(key, points.length - 1);
      return points.length - 1;
    };
    const next: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = triangles.slice(t, t + 3);
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      next.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
    triangles = next;
  }
  return { positions: points.flatMap(({ x, y, z }) => [x * radius, y * radius, z * radius]), triangles };
}

/** Meshes as one, each `spacing` further along x than the one before. */
export function sideBySide(meshes: readonly NumberMesh[], spacing: number): NumberMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  meshes.forEach((mesh, k) => {
    const first = positions.length / 3;
    for (const id of mesh.triangles) triangles.push(first + id);
    mesh.positions.forEach((coordinate, o) => {
      positions.push(o % 3 === 0 ? coordinate + k * spacing : coordinate);
    });
  });
  return { positions, triangles };
}

/** The same mesh with its triangles facing the other way. */
export const insideOut = ({ positions, triangles }: NumberMesh): NumberMesh => ({
  positions,
  triangles: triangles.map((_, k) => triangles[k - (k % 3) + 2 - (k % 3)]),
});

/** A ring around the y axis, of `around` pieces with `across` sides each. */
export function torus(ring: number, tube: number, around: number, across: number): NumberMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const at = (i: number, j: number) => (i % around) * across + (j % across);
  for (let i = 0; i < around; i++)
    for (let j = 0; j < across; j++) {
      const [a, b] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const out = ring + tube * Math.cos(b);
      positions.push(out * Math.cos(a), tube * Math.sin(b), out * Math.sin(a));
      triangles.push(at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    }
  return { positions, triangles };
}

/** A box with these half sizes, of twelve triangles that do not all face the same way. */
export function cuboid(x: number, y: number, z: number): NumberMesh {
  const positions = Array.from({ length: 8 }, (_, k) => [
    (k & 1) === 0 ? -x : x,
    (k & 2) === 0 ? -y : y,
    (k & 4) === 0 ? -z : z,
  ]).flat();
  const faces = [
    [0, 1, 3, 2],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 3, 7, 5],
  ];
  return { positions, triangles: faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

/** An uneven sheet of up to 12 x 12 cells with random diagonals, holes, and its vertices in random order. */
export function arbitraryMesh(draw: Draw): NumberMesh {
  const [columns, rows] = [2 + draw.integer(10), 2 + draw.integer(10)];
  const [width, height] = [draw.between(0.5, 2.5), draw.between(0.5, 2.5)];
  const { positions } = gridMesh(columns, rows, width, height);
  for (let o = 0; o < positions.length; o += 3) {
    positions[o] += (draw.between(-0.3, 0.3) * width) / columns;
    positions[o + 1] += (draw.between(-0.3, 0.3) * height) / rows;
    positions[o + 2] = draw.between(-0.1, 0.1);
  }
  const cells: number[][] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const a = column + row * (columns + 1);
      const b = a + columns + 1;
      if (cells.length > 0 && draw.chance(0.15)) continue;
      cells.push(draw.chance(0.5) ? [a, b, b + 1, a, b + 1, a + 1] : [a, b, a + 1, b, b + 1, a + 1]);
    }
  const corners = cells.flat();
  const order = [...new Set(corners)];
  for (let k = order.length - 1; k > 0; k--) {
    const other = draw.integer(k + 1);
    [order[k], order[other]] = [order[other], order[k]];
  }
  const numbers = new Map(order.map((old, id) => [old, id]));
  return {
    positions: order.flatMap((id) => positions.slice(3 * id, 3 * id + 3)),
    triangles: corners.map((corner) => numbers.get(corner) as number),
  };
}
