/** The long links of meshes: along which walks there are some, and how long they are. */

import { describe, expect, test } from 'vitest';
import type { TriangleMesh } from '../src/index.js';
import { createMesh, MESH_LONG } from '../src/mesh.js';
import { ball, disc, gridMesh } from './meshes.js';

const pairName = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;

/** All walks over four edges, by their ends: from each vertex along the straightest edge, as far as that turns by less than 30 degrees. */
function walksOf({ positions, triangles }: TriangleMesh): Map<string, string[]> {
  const neighbors = new Map<number, Set<number>>();
  for (let t = 0; t < triangles.length; t++) {
    const [a, b] = [triangles[t], triangles[t % 3 === 2 ? t - 2 : t + 1]];
    neighbors.set(a, (neighbors.get(a) ?? new Set()).add(b));
    neighbors.set(b, (neighbors.get(b) ?? new Set()).add(a));
  }
  const place = (id: number) => [0, 1, 2].map((axis) => Math.fround(positions[3 * id + axis]));
  const from = (a: number, b: number) => place(b).map((x, axis) => x - place(a)[axis]);
  const cosine = (u: readonly number[], v: readonly number[]) =>
    u.reduce((sum, x, axis) => sum + x * v[axis], 0) / (Math.hypot(...u) * Math.hypot(...v));
  const walks = new Map<string, string[]>();
  for (const [a, around] of neighbors)
    for (const b of around) {
      const way = [a, b];
      while (way.length < 5) {
        const [p, q] = way.slice(-2);
        const onward = [...neighbors.get(q)!].map((r) => [cosine(from(p, q), from(q, r)), r]);
        const [straightness, next] = onward.reduce((most, other) => (other[0] > most[0] ? other : most));
        if (straightness < Math.cos(Math.PI / 6)) break;
        way.push(next);
      }
      if (way.length < 5) continue;
      const name = pairName(a, way[4]);
      walks.set(name, [...(walks.get(name) ?? []), way.join(' ')]);
    }
  return walks;
}

describe.each<[string, TriangleMesh]>([
  ['an uneven disc', disc(9, 1, 0.6)],
  ['a ball', ball(3, 1)],
  ['an oblong sheet', gridMesh(9, 7, 2, 1)],
])('%s', (_, mesh) => {
  test('has a long link for each walk along edges that goes straight on', () => {
    const { pairs, ways } = createMesh(mesh, false, true).longLinks;
    const walks = walksOf(mesh);
    const found = Array.from({ length: pairs.count }, (_, k) =>
      pairName(pairs.ends[2 * k], pairs.ends[2 * k + 1]),
    );
    expect(found.toSorted()).toEqual([...walks.keys()].toSorted());
    expect(found.length).toBeGreaterThan(20);
    for (const [k, name] of found.entries())
      expect(walks.get(name)).toContain(ways.slice(5 * k, 5 * k + 5).join(' '));
  });

  test('each is as long as its walk, in its place among the links too', () => {
    const { links, lengths, positions, colors, longLinks } = createMesh(mesh, false, true);
    const { pairs, ways } = longLinks;
    const place = (id: number) => positions.subarray(3 * id, 3 * id + 3);
    let seen = 0;
    for (const { kind, first, count } of colors)
      for (let k = first; kind === MESH_LONG && k < first + count; k++, seen++) {
        const pair = pairs.find(links[2 * k], links[2 * k + 1]);
        const way = ways.slice(5 * pair, 5 * pair + 5).map(place);
        const along = way
          .slice(1)
          .reduce((sum, to, n) => sum + Math.hypot(...[0, 1, 2].map((axis) => to[axis] - way[n][axis])), 0);
        expect(lengths[k]).toBeCloseTo(along, 6);
      }
    expect(seen).toBe(pairs.count);
  });
});

test('an even sheet has them along its rows, its columns and one diagonal of its cells, as a grid along rows and columns', () => {
  const [columns, rows] = [8, 6];
  const mesh = createMesh(gridMesh(columns, rows, columns, rows), false, true);
  const counts = new Map<number, number>();
  for (const length of mesh.longLinks.lengths) counts.set(length, (counts.get(length) ?? 0) + 1);
  const alongLines = (columns - 3) * (rows + 1) + (columns + 1) * (rows - 3);
  expect([...counts].sort(([a], [b]) => a - b)).toEqual([
    [4, alongLines],
    [4 * Math.SQRT2, (columns - 3) * (rows - 3)],
  ]);
  expect(createMesh(gridMesh(columns, rows, columns, rows)).longLinks.pairs.count).toBe(0);
});
