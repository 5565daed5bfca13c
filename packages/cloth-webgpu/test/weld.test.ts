import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClothError, createClothCpu, type TriangleMesh, weldVertices } from '../src/index.js';
import { gridMesh } from './meshes.js';

/** A tube of 8 x 3 cells as renderers store it: its first and last column are at the same positions, with different texture coordinates. */
function tube(): TriangleMesh & { readonly uvs: number[] } {
  const { triangles } = gridMesh(8, 3, 1, 1);
  const positions: number[] = [];
  const uvs: number[] = [];
  for (let row = 0; row <= 3; row++)
    for (let column = 0; column <= 8; column++) {
      const angle = ((column % 8) / 8) * 2 * Math.PI;
      positions.push(Math.cos(angle), -row, Math.sin(angle));
      uvs.push(column / 8, row / 3);
    }
  return { positions, triangles, uvs };
}

test('a seam is closed, and each given vertex maps to its welded one', () => {
  const given = tube();
  const { mesh, vertexOf } = weldVertices(given);
  expect(mesh.positions).toHaveLength(3 * 8 * 4);
  for (const [id, vertex] of vertexOf.entries())
    expect(mesh.positions.subarray(3 * vertex, 3 * vertex + 3)).toEqual(
      Float32Array.from({ length: 3 }, (_, axis) => given.positions[3 * id + axis]),
    );
  // the texture coordinates of the first vertex at that position
  expect([...(mesh.uvs as Float32Array).subarray(2 * vertexOf[8], 2 * vertexOf[8] + 2)]).toEqual([0, 0]);
  expect([...mesh.triangles]).toEqual(Array.from(given.triangles, (corner) => vertexOf[corner]));
  // closed: a link crosses the seam from the last column to the second, like everywhere else
  const links = createClothCpu({ mesh })
    .constraintColors()
    .flatMap((pairs) => [...pairs].join(' ').match(/\d+ \d+/g));
  const [last, second] = [vertexOf[7], vertexOf[9 + 1]];
  expect(links.some((link) => link === `${last} ${second}` || link === `${second} ${last}`)).toBe(true);
});

test('vertices within the tolerance merge, unused vertices and collapsed triangles are dropped', () => {
  const { mesh, vertexOf } = weldVertices(
    {
      positions: [9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1e-4, 0, 0, -1e-4, 1, 0, -1, 0, 0, 1e-4, 1e-4, 0],
      triangles: [1, 2, 3, 4, 5, 6, 1, 4, 7],
    },
    1e-3,
  );
  expect([...vertexOf]).toEqual([0xffffffff, 0, 1, 2, 0, 2, 3, 0]);
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
  expect(mesh.positions).toHaveLength(12);
  expect(mesh.uvs).toBeUndefined();
});

test('vertices weld as if each was compared with all before it', () => {
  // coordinates are multiples of the tolerance or of half of it, so many vertices are at exactly that distance
  const place = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -4, max: 4 })));
  const corner = fc.nat({ max: 23 });
  const mesh = fc.record({
    places: fc.array(place, { minLength: 24, maxLength: 24 }),
    corners: fc.array(fc.tuple(corner, corner, corner), { minLength: 1, maxLength: 12 }),
    step: fc.constantFrom(0.5, 1, 3),
    tolerance: fc.constantFrom(0, 0.25, 0.5, 3),
  });
  fc.assert(
    fc.property(mesh, ({ places, corners, step, tolerance }) => {
      const at = places.map((place) => place.map((k) => k * step * (tolerance || 1)));
      const first: number[] = [];
      for (const [id, a] of at.entries()) {
        const found = at.findIndex(
          (b, other) =>
            other < id && first[other] === other && Math.hypot(...a.map((x, k) => x - b[k])) <= tolerance,
        );
        first[id] = found < 0 ? id : found;
      }
      const kept = corners.map((ids) => ids.map((id) => first[id])).filter((ids) => new Set(ids).size === 3);
      fc.pre(kept.length > 0);
      const given = {
        positions: at.flat(),
        triangles: corners.flat(),
        uvs: at.flatMap((_, id) => [id, -id]),
      };
      const { mesh: welded, vertexOf } = weldVertices(given, tolerance);
      // the particles are numbered in the order in which triangles use them first
      const used = [...new Set(kept.flat())];
      expect([...welded.triangles]).toEqual(kept.flat().map((id) => used.indexOf(id)));
      expect([...welded.positions]).toEqual(used.flatMap((id) => at[id]));
      expect([...(welded.uvs ?? [])]).toEqual(used.flatMap((id) => [id, -id]));
      expect([...vertexOf]).toEqual(first.map((id) => (used.includes(id) ? used.indexOf(id) : 0xffffffff)));
    }),
    { seed: 9 },
  );
});

test('0 and -0 are the same position', () => {
  const { mesh } = weldVertices({
    positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, -0, -0, 0, -1, 0, 0],
    triangles: [0, 1, 2, 3, 2, 4],
  });
  expect(mesh.positions).toHaveLength(12);
});

test.each<[TriangleMesh, number, string]>([
  [{ positions: [0, 0, 0], triangles: [0, 0, 0] }, 0, 'mesh.triangles'],
  [{ positions: [0, 0, 0], triangles: [0, 0, 1] }, 0, 'mesh.triangles[2]'],
  [{ positions: [0, 0, 0], triangles: [0, 0, 0], uvs: [0] }, 0, 'mesh.uvs.length'],
  [{ positions: [0, 0, 0], triangles: [0, 0, 0], uvs: [0, Number.NaN] }, 0, 'mesh.uvs[1]'],
  [{ positions: [0, 0, 0], triangles: [0, 0, 0], uvs: null as never }, 0, 'mesh.uvs.length'],
  [{ positions: [0, Number.NaN, 0], triangles: [0, 0, 0] }, 0, 'mesh.positions[1]'],
  [{ positions: [0, 0, 0], triangles: [0, 0, 0] }, -1, 'tolerance'],
])('a mesh that cannot be welded is rejected by name, %#', (mesh, tolerance, field) => {
  let refused: unknown = null;
  try {
    weldVertices(mesh, tolerance);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(ClothError);
  expect((refused as ClothError).field).toBe(field);
});
