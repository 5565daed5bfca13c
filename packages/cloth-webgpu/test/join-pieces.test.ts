import { expect, test } from 'vitest';
import { ClothError, type ClothPiece, createClothCpu, gridMesh, joinPieces } from '../src/index.js';

const quarter = Math.SQRT1_2;
const towel = gridMesh({ columns: 6, rows: 6, width: 0.6, height: 0.6 });
/** Lies level: its rows run along z. */
const level = { x: -quarter, y: 0, z: 0, w: quarter };

test('a grid as a mesh has the vertices of a grid, and diagonals that alternate', () => {
  const size = { columns: 3, rows: 2, width: 0.6, height: 0.8 };
  const mesh = gridMesh(size);
  const grid = createClothCpu(size);
  expect([...mesh.positions]).toEqual([...grid.restPositions()].map((c) => expect.closeTo(c, 6)));
  expect(mesh.uvs).toEqual(grid.uvs);
  expect([...mesh.triangles.slice(0, 12)]).toEqual([0, 4, 5, 0, 5, 1, 1, 5, 2, 5, 6, 2]);
  expect(createClothCpu({ mesh }).vertexCount).toBe(12);
  // faces the same way as the grid
  expect(createClothCpu({ mesh }).normals[2]).toBeCloseTo(grid.normals[2], 3);
});

test('joined pieces start where they are put, with their own masses, velocities and pins', () => {
  const { definition, pieces } = joinPieces([
    { mesh: towel, center: { x: 1, y: 2, z: 3 }, density: 0.5, pins: [0, 6] },
    { mesh: gridMesh({ columns: 1, rows: 1 }), rotation: level, velocity: { x: 0, y: -1, z: 0 } },
  ]);
  expect(pieces).toEqual([
    { firstVertex: 0, vertexCount: 49, firstIndex: 0, indexCount: 216 },
    { firstVertex: 49, vertexCount: 4, firstIndex: 216, indexCount: 6 },
  ]);
  const cloth = createClothCpu(definition);
  expect(cloth.pins).toEqual([0, 6]);
  const at = (id: number) => [...cloth.positions.subarray(4 * id, 4 * id + 3)];
  [0.7, 2.3, 3].forEach((c, axis) => {
    expect(at(0)[axis]).toBeCloseTo(c, 4);
  });
  // the upper left corner of the second lies behind
  [-0.5, 0, -0.5].forEach((c, axis) => {
    expect(at(49)[axis]).toBeCloseTo(c, 3);
  });
  // a third of eight triangles
  expect(1 / cloth.positions[4 * 24 + 3]).toBeCloseTo((0.5 * 0.04) / 3, 6);
  expect([49, 50, 51, 52].reduce((sum, id) => sum + 1 / cloth.positions[4 * id + 3], 0)).toBeCloseTo(0.2, 5);
  cloth.step();
  expect(at(52)[1]).toBeLessThan(-1 / 60);
  expect(cloth.uvs.slice(0, 98)).toEqual(towel.uvs);
});

test('pieces of one place at rest touch with the whole minimum distance, and keep their momentum', async () => {
  const { definition } = joinPieces([
    { mesh: towel, velocity: { x: 0, y: 0, z: 1 }, density: 1 },
    { mesh: towel, center: { x: 0.05, y: 0.05, z: 0.3 }, velocity: { x: 0, y: 0, z: -1 } },
  ]);
  const still = { x: 0, y: 0, z: 0 };
  const cloth = createClothCpu({ ...definition, gravity: still, selfCollision: 0.1, damping: 3 });
  const before = (await cloth.measure()).meanVelocity;
  for (let step = 0; step < 30; step++) cloth.step();
  const after = (await cloth.measure()).meanVelocity;
  expect(after.z).toBeCloseTo(before.z, 5);
  expect(after.x).toBeCloseTo(0, 5);
  for (let id = 0; id < 49; id++)
    expect(cloth.positions[4 * (49 + id) + 2] - cloth.positions[4 * id + 2]).toBeGreaterThan(0.05);
});

test('a sheet that falls on a held one stays on it and comes to rest', () => {
  const rim = Array.from({ length: 49 }, (_, id) => id).filter(
    (id) => id < 7 || id > 41 || id % 7 === 0 || id % 7 === 6,
  );
  const { definition, pieces } = joinPieces([
    { mesh: towel, rotation: level, pins: rim },
    {
      mesh: gridMesh({ columns: 3, rows: 3, width: 0.3, height: 0.3 }),
      rotation: level,
      center: { x: 0.02, y: 0.3, z: 0.01 },
    },
  ]);
  const cloth = createClothCpu({ ...definition, selfCollision: true, damping: 3, strainLimit: 0 });
  for (let step = 0; step < 240; step++) cloth.step();
  const [, top] = pieces;
  for (let k = 0; k < top.vertexCount; k++)
    expect(cloth.positions[4 * (top.firstVertex + k) + 1]).toBeGreaterThan(-0.05);
  expect(cloth.isAsleep).toBe(true);
});

test.each<[string, unknown]>([
  ['pieces', []],
  ['pieces[0].mesh.positions.length', [{ mesh: { positions: [1], triangles: [] } }]],
  ['pieces[1].center.x', [{ mesh: towel }, { mesh: towel, center: { x: 'left', y: 0, z: 0 } }]],
  ['pieces[0].rotation', [{ mesh: towel, rotation: { x: 0, y: 0, z: 0, w: 0 } }]],
  ['pieces[0].velocity.z', [{ mesh: towel, velocity: { x: 0, y: 0 } }]],
  ['pieces[0].density', [{ mesh: towel, density: 0 }]],
  ['pieces[0].pins', [{ mesh: towel, pins: 'topEdge' }]],
  ['pieces[0].pins[1]', [{ mesh: towel, pins: [0, 49] }]],
  ['pieces[0].colour', [{ mesh: towel, colour: 'red' }]],
])('what is no piece is refused by name: %s', (field, given) => {
  const join = () => joinPieces(given as ClothPiece[]);
  expect(join).toThrow(ClothError);
  expect(join).toThrow(`${field}: expected`);
});

test.each(['columns', 'rows', 'width', 'height'])('a grid without %s is refused', (name) => {
  expect(() => gridMesh({ [name]: 0 })).toThrow(`options.${name}: expected`);
});
