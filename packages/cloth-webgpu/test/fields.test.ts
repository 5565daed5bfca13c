import { expect, test } from 'vitest';
import {
  bakeDistanceField,
  type ClothDefinition,
  type ClothError,
  type Collider,
  createClothCpu,
  type DistanceField,
  type FieldCollider,
  type Quaternion,
} from '../src/index.js';
import { at, bead, run } from './bead.js';
import { Draw } from './draw.js';
import { ball, cuboid, disc, type NumberMesh, torus } from './meshes.js';

const g = 10;
const zero = { x: 0, y: 0, z: 0 };
/** Rotation about the z axis. */
const lean = (angle: number): Quaternion => ({ x: 0, y: 0, z: Math.sin(angle / 2), w: Math.cos(angle / 2) });

/** Calls `visit` with the position and distance of every node. */
function eachNode(
  { origin, cellSize, counts, distances }: DistanceField,
  visit: (x: number, y: number, z: number, distance: number) => void,
): void {
  let node = 0;
  for (let k = 0; k < counts.z; k++)
    for (let j = 0; j < counts.y; j++)
      for (let i = 0; i < counts.x; i++)
        visit(origin.x + i * cellSize, origin.y + j * cellSize, origin.z + k * cellSize, distances[node++]);
}

/** The signed distance to a box around the origin. */
function boxDistance(x: number, y: number, z: number, halves: readonly number[]): number {
  const beyond = [x, y, z].map((coordinate, axis) => Math.abs(coordinate) - halves[axis]);
  return Math.hypot(...beyond.map((b) => Math.max(b, 0))) + Math.min(Math.max(...beyond), 0);
}

/** Two meshes in one. */
const together = (a: NumberMesh, b: NumberMesh): NumberMesh => ({
  positions: [...a.positions, ...b.positions],
  triangles: [...a.triangles, ...b.triangles.map((id) => id + a.positions.length / 3)],
});

test('field of a box: exact at every node, on faces, at edges and corners, also where lines run along its faces', () => {
  const halves = [0.5, 0.3, 0.4];
  // cells of 0.1: faces and diagonals lie on nodes
  const field = bakeDistanceField(cuboid(0.5, 0.3, 0.4), { cellSize: 0.1, margin: 0.25 });
  let inside = 0;
  eachNode(field, (x, y, z, distance) => {
    const expected = boxDistance(x, y, z, halves);
    expect(Math.abs(distance)).toBeCloseTo(Math.abs(expected), 6);
    if (Math.abs(expected) > 1e-6) expect(distance < 0).toBe(expected < 0);
    if (distance < -1e-6) inside++;
  });
  expect(field.origin.x).toBeCloseTo(-0.75, 6);
  expect(inside).toBeGreaterThan(100);
});

test('field of a ring: the hole is outside; within a cell of the surface exact up to the flatness of the triangles', () => {
  const [ring, tube, around, across] = [1, 0.4, 96, 48];
  const field = bakeDistanceField(torus(ring, tube, around, across), { cellSize: 0.1 });
  const flatness = tube * (1 - Math.cos(Math.PI / across)) + (ring + tube) * (1 - Math.cos(Math.PI / around));
  let worst = 0;
  let worstAfar = 0;
  eachNode(field, (x, y, z, distance) => {
    const expected = Math.hypot(Math.hypot(x, z) - ring, y) - tube;
    if (Math.abs(expected) > flatness) expect(distance < 0).toBe(expected < 0);
    const error = Math.abs(distance - expected);
    if (Math.abs(expected) < 0.1) worst = Math.max(worst, error);
    else worstAfar = Math.max(worstAfar, error);
  });
  expect(worst).toBeLessThan(flatness);
  // beyond a cell, the nearest triangle of a neighbour may not be the nearest
  expect(worstAfar).toBeLessThan(0.1 * field.cellSize);
  expect(worst).toBeGreaterThan(0.1 * flatness);
});

test('a ball within a ball is hollow, and the two halves of a seam are one surface', () => {
  const field = bakeDistanceField(together(ball(3, 1), ball(3, 0.5)), { cellSize: 0.1 });
  eachNode(field, (x, y, z, distance) => {
    const r = Math.hypot(x, y, z);
    if (Math.abs(r - 1) > 0.02 && Math.abs(r - 0.5) > 0.02) expect(distance < 0).toBe(r > 0.5 && r < 1);
  });
  const whole = ball(2, 1);
  // every triangle with corners of its own, rounded differently
  const loose = {
    positions: whole.triangles.flatMap((id, k) =>
      whole.positions.slice(3 * id, 3 * id + 3).map((x) => x * (1 + (k % 3) * 1e-8)),
    ),
    triangles: whole.triangles.map((_, k) => k),
  };
  expect(bakeDistanceField(loose).counts).toEqual(bakeDistanceField(whole).counts);
});

test('on a slope: stays for friction above tan a, slides at g (sin a - friction cos a) below it', async () => {
  const angle = 0.4;
  const field = bakeDistanceField(cuboid(2, 0.2, 0.5), { cellSize: 0.1 });
  const place = (friction: number): FieldCollider => ({
    type: 'field',
    field,
    // the middle of its upper face is at the origin
    position: { x: 0.2 * Math.sin(angle), y: -0.2 * Math.cos(angle), z: 0 },
    rotation: lean(angle),
    friction,
  });
  const held = run(createClothCpu({ ...bead, colliders: [place(Math.tan(angle) + 0.01)] }), 120);
  expect(Math.hypot(...at(held))).toBeLessThan(1e-6);
  for (const friction of [0, 0.3]) {
    const cloth = run(createClothCpu({ ...bead, colliders: [place(friction)] }), 30);
    const [vx, vy] = await cloth.readVelocities();
    expect(Math.hypot(vx, vy) / (0.5 * g * (Math.sin(angle) - friction * Math.cos(angle)))).toBeCloseTo(1, 4);
    expect(vy / vx).toBeCloseTo(Math.tan(angle), 4);
  }
});

test('moving and rotating, it carries a cloth like a box collider of the same shape', () => {
  const halves = { x: 0.6, y: 0.2, z: 0.6 };
  const field = bakeDistanceField(cuboid(halves.x, halves.y, halves.z), { cellSize: 0.05 });
  const pose = (time: number) => ({
    position: { x: 0.3 * time, y: 0.4 * time, z: 0 },
    rotation: { x: 0, y: Math.sin(0.3 * time), z: 0, w: Math.cos(0.3 * time) },
  });
  const definition: ClothDefinition = {
    ...{ columns: 6, rows: 6, width: 0.4, height: 0.4, pins: 'none' },
    shape: (column, row) => ({ x: 0.1 + column / 15, y: 0.21, z: 0.1 + row / 15 }),
  };
  const asField = (time: number): Collider[] => [{ type: 'field', field, ...pose(time) }];
  const asBox = (time: number): Collider[] => {
    const { position, rotation } = pose(time);
    return [{ type: 'box', center: position, halfSizes: halves, rotation }];
  };
  const [on, reference] = [asField, asBox].map((colliders) => {
    const cloth = createClothCpu({ ...definition, colliders: colliders(0) });
    for (let step = 1; step <= 60; step++) {
      cloth.moveColliders(colliders(step / 60));
      cloth.step();
    }
    return cloth;
  });
  for (let id = 0; id < 49; id++) {
    const [a, b] = [at(on, id), at(reference, id)];
    expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeLessThan(1e-4);
  }
  expect(at(on)[0]).toBeGreaterThan(0.35);
  expect(at(on)[1]).toBeCloseTo(0.61, 3);
});

test('draped over a ring: no particle inside, contact on its top, and the middle of the cloth hangs into the hole', () => {
  const [ring, tube, thickness] = [0.5, 0.18, 0.02];
  const cloth = createClothCpu({
    ...{ columns: 40, rows: 40, width: 1.8, height: 1.8, pins: 'none', thickness, bendCompliance: 1 },
    shape: (column, row) => ({ x: 0.045 * (column - 20), y: 0.25, z: 0.045 * (row - 20) }),
    colliders: [
      { type: 'field', field: bakeDistanceField(torus(ring, tube, 64, 32)), position: zero, friction: 0.6 },
    ],
  });
  run(cloth, 90);
  let [deepest, touching] = [Infinity, 0];
  for (let id = 0; id < cloth.vertexCount; id++) {
    const [x, y, z] = at(cloth, id);
    const gap = Math.hypot(Math.hypot(x, z) - ring, y) - tube - thickness;
    deepest = Math.min(deepest, gap);
    if (gap < 0.003) touching++;
  }
  // triangles and interpolation flatten the tube by a millimetre
  expect(deepest).toBeGreaterThan(-0.0025);
  expect(touching).toBeGreaterThan(100);
  const middle = at(cloth, 20 * 41 + 20);
  expect(middle[1]).toBeLessThan(0.16);
});

test('a particle inside comes out by the shorter way, and one far outside its grid is not touched', async () => {
  // without a margin, the distance at the border of the grid is below the thickness
  const field = bakeDistanceField(cuboid(0.5, 0.1, 0.5), { cellSize: 0.1, margin: 0 });
  const cloth = createClothCpu({
    ...{
      ...bead,
      thickness: 0.01,
      columns: 1,
      width: 9,
      gravity: zero,
      stretchCompliance: Number.POSITIVE_INFINITY,
    },
    shape: (column) => ({ x: 0.07 + 9 * column, y: 0.03, z: 0.01 }),
    colliders: [{ type: 'field', field, position: zero }],
  });
  run(cloth, 30);
  expect(at(cloth)[1]).toBeCloseTo(0.11, 4);
  expect(at(cloth)[0]).toBeCloseTo(0.07, 6);
  expect(at(cloth, 1)).toEqual([...Float32Array.of(9.07, 0.03, 0.01)]);
});

test('a particle in the middle cell of a ball, where the distance is level, is pushed straight up and not along rounding errors', () => {
  const field = bakeDistanceField(ball(1, 0.4), { cellSize: 0.16 });
  for (const place of [zero, { x: 0.03, y: -0.02, z: 0.05 }]) {
    const cloth = createClothCpu({
      ...{ ...bead, gravity: zero, substeps: 1, shape: () => place },
      colliders: [{ type: 'field', field, position: zero }],
    });
    const [x, y, z] = at(run(cloth, 1));
    expect([x, z]).toEqual([...Float32Array.of(place.x, place.z)]);
    expect(y - place.y).toBeCloseTo(1 / 60, 6);
  }
});

test('a particle inside is pushed along the gradient of the interpolated distance, for any values, turned and moved', () => {
  const draw = new Draw(8);
  for (let round = 0; round < 30; round++) {
    const size = 0.5;
    const counts = { x: 3, y: 2, z: 4 };
    const distances = Float32Array.from({ length: 24 }, () => draw.between(-2, -1));
    const origin = draw.vector(1);
    const field: DistanceField = { origin, cellSize: size, counts, distances };
    const node = (i: number, j: number, k: number): number => distances[i + counts.x * (j + counts.y * k)];
    // trilinear: node values by the products of their shares
    const distanceAt = (p: readonly number[]): number => {
      const [i, j, k] = [p[0], p[1], p[2]].map(Math.floor);
      let sum = 0;
      for (const a of [0, 1])
        for (const b of [0, 1])
          for (const c of [0, 1]) {
            const share = [p[0] - i, p[1] - j, p[2] - k].map((f, axis) =>
              [a, b, c][axis] === 1 ? f : 1 - f,
            );
            sum += share[0] * share[1] * share[2] * node(i + a, j + b, k + c);
          }
      return sum;
    };
    const place = [counts.x, counts.y, counts.z].map((n) => draw.integer(n - 1) + draw.between(0.1, 0.9));
    const slope = [0, 1, 2].map((axis) => {
      const [low, high] = [-1e-4, 1e-4].map((d) => distanceAt(place.map((c, k) => (k === axis ? c + d : c))));
      return high - low;
    });
    const length = Math.hypot(...slope);
    const angle = draw.between(-3, 3);
    const turn = ([x, y, z]: readonly number[]): readonly number[] => [
      x * Math.cos(angle) - y * Math.sin(angle),
      x * Math.sin(angle) + y * Math.cos(angle),
      z,
    ];
    const position = draw.vector(1);
    const [x, y, z] = turn([
      origin.x + size * place[0],
      origin.y + size * place[1],
      origin.z + size * place[2],
    ]);
    const start = { x: position.x + x, y: position.y + y, z: position.z + z };
    const cloth = createClothCpu({
      ...{ ...bead, gravity: zero, substeps: 1, shape: () => start },
      colliders: [{ type: 'field', field, position, rotation: lean(angle) }],
    });
    const before = at(cloth);
    const moved = at(run(cloth, 1)).map((coordinate, axis) => coordinate - before[axis]);
    // 1 m/s out of the body
    turn(slope).forEach((component, axis) => {
      expect(moved[axis]).toBeCloseTo(component / length / 60, 4);
    });
  }
});

test('a flat surface, of two sides without an inside, has a cell of thickness also without a margin', () => {
  const flat = { positions: [-1, 0, -1, 1, 0, -1, 0, 0, 1], triangles: [0, 1, 2, 0, 2, 1] };
  const field = bakeDistanceField(flat, { cellSize: 0.25, margin: 0 });
  expect(field.counts).toEqual({ x: 9, y: 2, z: 9 });
  const above = { ...bead, thickness: 0.01, shape: () => ({ x: 0, y: 0.1, z: -0.5 }) };
  const cloth = createClothCpu({ ...above, colliders: [{ type: 'field', field, position: zero }] });
  expect(at(run(cloth, 60))[1]).toBeCloseTo(0.01, 5);
});

test('what it refuses, and how', () => {
  const field = bakeDistanceField(cuboid(0.5, 0.1, 0.5));
  const other = bakeDistanceField(cuboid(0.5, 0.1, 0.5));
  const make = (definition: unknown) => () => createClothCpu(definition as ClothDefinition);
  const refusals: [() => unknown, field: string, expected: string][] = [
    [() => bakeDistanceField(disc(2, 1)), 'mesh.triangles', 'closed surface'],
    [() => bakeDistanceField(cuboid(1, 1, Number.NaN)), 'mesh.positions[2]', 'number'],
    [() => bakeDistanceField(cuboid(1, 1, 1), { cellSize: 0.001 }), 'options.cellSize', '256 nodes a side'],
    [() => bakeDistanceField(cuboid(1, 1, 1), { cellSize: 0 }), 'options.cellSize', 'number'],
    [() => bakeDistanceField(cuboid(1, 1, 1), { margin: -1 }), 'options.margin', '0..1e+30'],
    [() => bakeDistanceField(cuboid(1, 1, 1), { cells: 9 } as never), 'options.cells', 'cellSize'],
    [make({ fields: [{ ...field, cellSize: 0 }] }), 'definition.fields[0].cellSize', 'number'],
    [
      make({ fields: [{ ...field, counts: { x: 1, y: 2, z: 2 } }] }),
      'definition.fields[0].counts.x',
      '2..256',
    ],
    [
      make({ fields: [{ ...field, distances: new Float32Array(8) }] }),
      'definition.fields[0].distances.length',
      'one a node',
    ],
    [
      make({ fields: [{ ...field, distances: field.distances.slice().fill(Number.NaN, 5, 6) }] }),
      'definition.fields[0].distances[5]',
      'finite',
    ],
    [make({ fields: Array(9).fill(field) }), 'definition.fields.length', 'at most 8'],
    [
      make({ fields: [other], colliders: [{ type: 'field', field, position: zero }] }),
      'definition.colliders[0].field',
      'fields',
    ],
    [make({ colliders: [{ type: 'field', field }] }), 'definition.colliders[0].position', '{ x, y, z }'],
    [
      make({ colliders: [{ type: 'field', field, position: zero, rotation: { ...zero, w: 0 } }] }),
      'definition.colliders[0].rotation',
      'a length above zero',
    ],
    [
      () => createClothCpu({ fields: [other] }).setColliders([{ type: 'field', field, position: zero }]),
      'colliders[0].field',
      'one of the fields of the definition',
    ],
  ];
  for (const [attempt, name, expected] of refusals) {
    let error: ClothError | null = null;
    try {
      attempt();
    } catch (thrown) {
      error = thrown as ClothError;
    }
    expect(error?.field).toBe(name);
    expect(error?.message).toContain(expected);
  }
});
