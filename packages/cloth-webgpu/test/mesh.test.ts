import { describe, expect, test } from 'vitest';
import { Geodesics, UNREACHED } from '../src/geodesics.js';
import {
  type ClothCpu,
  type ClothDefinition,
  ClothError,
  createClothCpu,
  type TriangleMesh,
} from '../src/index.js';
import { createMesh } from '../src/mesh.js';
import { Draw } from './draw.js';
import { arbitraryMesh, ball, disc, gridMesh } from './meshes.js';

const none = Number.POSITIVE_INFINITY;
const earth = { x: 0, y: -9.81, z: 0 };
const square: TriangleMesh = {
  positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0],
  triangles: [0, 1, 2, 0, 2, 3],
};

function run(cloth: ClothCpu, steps: number): ClothCpu {
  for (let step = 0; step < steps; step++) cloth.step();
  return cloth;
}
const place = (cloth: ClothCpu, id: number) => [...cloth.positions.subarray(4 * id, 4 * id + 3)];
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
const refusal = (make: () => unknown): ClothError => {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(ClothError);
    return error as ClothError;
  }
  throw new Error('nothing was refused');
};

describe('data built from a mesh', () => {
  test('two triangles: five edges and one link across', () => {
    const cloth = createClothCpu({ mesh: square });
    const links = cloth.constraintColors().map((pairs) => [...pairs].sort((a, b) => a - b));
    expect(links[0]).toEqual([1, 3]);
    expect(sum(links.map((pairs) => pairs.length / 2))).toBe(6);
    expect([cloth.columns, cloth.rows, cloth.width, cloth.height, cloth.vertexCount]).toEqual([
      0, 0, 1, 1, 4,
    ]);
    expect([...cloth.indices]).toEqual(square.triangles);
    expect(cloth.isMesh).toBe(true);
    expect([...cloth.restPositions()]).toEqual(square.positions);
    expect(cloth.pins).toEqual([]);
    expect(cloth.parameters.shearCompliance).toBe(none);
  });

  test('no two particles of a closed mesh have more than one link', () => {
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const tetrahedron: TriangleMesh = { positions: corners, triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] };
    const twoSided: TriangleMesh = { positions: corners.slice(0, 9), triangles: [0, 1, 2, 2, 1, 0] };
    for (const [mesh, count] of [
      [tetrahedron, 6],
      [twoSided, 3],
      [ball(1, 1), null],
    ] as const) {
      const { links } = createMesh(mesh);
      const pairs = new Set<string>();
      for (let k = 0; k < links.length; k += 2) {
        expect(links[k]).not.toBe(links[k + 1]);
        pairs.add([links[k], links[k + 1]].sort((a, b) => a - b).join());
      }
      expect(pairs.size).toBe(links.length / 2);
      if (count !== null) expect(pairs.size).toBe(count);
    }
  });

  test('the ripple displaces particles along the normal, by at most its share of the mean edge', () => {
    const mesh = disc(4, 1);
    const cloth = createClothCpu({ mesh, ripple: 0.1 });
    const { meanEdge } = createMesh(mesh);
    const heights: number[] = [];
    for (let id = 0; id < cloth.vertexCount; id++) {
      const [x, y, z] = place(cloth, id);
      expect(x).toBeCloseTo(mesh.positions[3 * id], 6);
      expect(z).toBeCloseTo(mesh.positions[3 * id + 2], 6);
      heights.push(y);
    }
    expect(Math.max(...heights.map(Math.abs))).toBeLessThanOrEqual(0.1 * meanEdge * (1 + 1e-6));
    expect(Math.max(...heights)).toBeGreaterThan(0.05 * meanEdge);
    expect(Math.min(...heights)).toBeLessThan(-0.05 * meanEdge);
  });

  test('vertex areas are thirds of triangles, and add up', () => {
    const { areas } = createMesh(square);
    expect(areas[0]).toBeCloseTo(1 / 3, 6);
    expect(areas[1]).toBeCloseTo(1 / 6, 6);
    expect(sum(createMesh(ball(4, 1)).areas)).toBeCloseTo(4 * Math.PI, 1);
  });

  test.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'colours: every link once, no particle twice, at most one more than needed, evenly used, seed %i',
    (seed) => {
      const mesh = createMesh(arbitraryMesh(new Draw(seed)));
      const { links, colors, firstEdge, edgeCount } = mesh;
      expect(
        new Set(Array.from({ length: links.length / 2 }, (_, k) => `${links[2 * k]} ${links[2 * k + 1]}`))
          .size,
      ).toBe(links.length / 2);
      expect(sum(colors.map(({ count }) => count))).toBe(links.length / 2);
      for (const kind of [0, 3]) {
        const ofKind = colors.filter((color) => color.kind === kind);
        const degrees = new Map<number, number>();
        for (const { first, count } of ofKind) {
          const ids = links.subarray(2 * first, 2 * (first + count));
          expect(new Set(ids).size).toBe(2 * count);
          for (const id of ids) degrees.set(id, (degrees.get(id) ?? 0) + 1);
        }
        const least = Math.max(0, ...degrees.values());
        expect(ofKind.length).toBeLessThanOrEqual(least + 1);
        const counts = ofKind.map(({ count }) => count);
        if (ofKind.length === least && counts.length > 0)
          expect(Math.min(...counts)).toBeGreaterThan(0.3 * Math.max(...counts));
      }
      // Euler: V - E + F is 1 per piece minus 1 per hole
      expect(edgeCount + firstEdge).toBe(links.length / 2);
    },
  );

  test('a sheet with at most six edges at a vertex has six edge colours, a ball one more', () => {
    for (const mesh of [disc(20, 1), gridMesh(40, 30, 1, 1)])
      expect(createMesh(mesh).colors).toHaveLength(12);
    expect(createMesh(ball(4, 1)).colors).toHaveLength(14);
  });
});

describe('errors name the field and the index', () => {
  const definition = 'definition.mesh';
  const withMesh = (change: object) => () =>
    createClothCpu({ mesh: { ...square, ...change } as TriangleMesh });
  test.each<[string, () => unknown, string]>([
    ['no list', withMesh({ positions: undefined }), `${definition}.positions.length`],
    ['two coordinates', withMesh({ positions: [0, 0] }), `${definition}.positions.length`],
    [
      'not finite',
      withMesh({ positions: [0, 0, 0, 1, Number.NaN, 0, 1, 1, 0, 0, 1, 0] }),
      `${definition}.positions[4]`,
    ],
    [
      'too large for float32',
      withMesh({ positions: [0, 0, 0, 1e39, 0, 0, 1, 1, 0, 0, 1, 0] }),
      `${definition}.positions[3]`,
    ],
    ['no triangles', withMesh({ triangles: [] }), `${definition}.triangles.length`],
    ['half a triangle', withMesh({ triangles: [0, 1, 2, 0] }), `${definition}.triangles.length`],
    ['an index too many', withMesh({ triangles: [0, 1, 2, 0, 2, 4] }), `${definition}.triangles[5]`],
    ['a broken index', withMesh({ triangles: [0, 1, 2, 0, 2.5, 3] }), `${definition}.triangles[4]`],
    ['one corner twice', withMesh({ triangles: [0, 1, 2, 0, 2, 2] }), `${definition}.triangles[3]`],
    [
      'corners on a line',
      withMesh({ positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 2, 2, 0] }),
      `${definition}.triangles[3]`,
    ],
    [
      'three triangles at an edge',
      withMesh({
        positions: [...(square.positions as number[]), 0, 0, 1],
        triangles: [0, 1, 2, 0, 2, 3, 0, 2, 4],
      }),
      `${definition}.triangles[6]`,
    ],
    ['one turned over', withMesh({ triangles: [0, 1, 2, 0, 3, 2] }), `${definition}.triangles[5]`],
    [
      'a vertex of nothing',
      withMesh({ positions: [...(square.positions as number[]), 5, 5, 5] }),
      `${definition}.positions[12]`,
    ],
    ['too few uvs', withMesh({ uvs: [0, 0] }), `${definition}.uvs.length`],
    ['a misspelt field', withMesh({ indices: [] }), `${definition}.indices`],
    ['columns too', () => createClothCpu({ mesh: square, columns: 3 }), 'definition.columns'],
    ['height too', () => createClothCpu({ mesh: square, height: 3 }), 'definition.height'],
    ['a top edge', () => createClothCpu({ mesh: square, pins: 'topEdge' }), 'definition.pins'],
    ['a pin that is not there', () => createClothCpu({ mesh: square, pins: [4] }), 'definition.pins[0]'],
    ['shear', () => createClothCpu({ mesh: square, shearCompliance: 0 }), 'definition.shearCompliance'],
    [
      'shear later',
      () => createClothCpu({ mesh: square }).setParameters({ shearCompliance: 1 }),
      'parameters.shearCompliance',
    ],
    ['far apart', () => createClothCpu({ mesh: square, selfCollision: 10 }), 'definition.selfCollision'],
    [
      'two masses',
      () => createClothCpu({ mesh: square, density: 1, inverseMass: 1 }),
      'definition.inverseMass',
    ],
    ['no mass', () => createClothCpu({ density: 0 }), 'definition.density'],
    [
      'a chain by its area',
      () => createClothCpu({ columns: 0, density: 1 }),
      'the inverse mass that definition.density gives a particle',
    ],
  ])('%s', (_, make, field) => {
    expect(refusal(make).field).toBe(field);
  });

  test('the lists of a mesh are copied', () => {
    const positions = Float32Array.from(square.positions);
    const cloth = createClothCpu({ mesh: { ...square, positions }, ripple: 0 });
    positions.fill(7);
    expect(cloth.positions[4]).toBe(1);
  });
});

describe('mechanics', () => {
  test('free fall is exact for any mesh', () => {
    const cloth = createClothCpu({ mesh: disc(8, 1, 1), gravity: { x: 0, y: -10, z: 0 }, ripple: 0 });
    const start = cloth.positions.slice();
    run(cloth, 60);
    // x_n = x_0 - g h² n (n + 1) / 2 in 300 substeps of 1/300 s
    const fallen = (10 * 300 * 301) / 2 / 300 ** 2;
    for (let o = 0; o < start.length; o += 4)
      expect(start[o + 1] - cloth.positions[o + 1]).toBeCloseTo(fallen, 4);
    expect(cloth.measurement.largestStrain).toBeLessThan(1e-4);
  });

  test('momentum is conserved', async () => {
    const mesh = arbitraryMesh(new Draw(7));
    const draw = new Draw(3);
    const cloth = createClothCpu({
      mesh,
      gravity: { x: 0, y: 0, z: 0 },
      inverseMass: Array.from({ length: mesh.positions.length / 3 }, () => draw.between(0.5, 2)),
      velocity: () => draw.vector(1),
    });
    const momentum = async () => {
      const velocities = await cloth.readVelocities();
      const total = [0, 0, 0, 0];
      for (let o = 0; o < velocities.length; o += 4) {
        const mass = 1 / cloth.positions[o + 3];
        for (let axis = 0; axis < 3; axis++) total[axis] += mass * velocities[o + axis];
        total[3] += mass;
      }
      return total;
    };
    const before = await momentum();
    run(cloth, 120);
    // float32 velocities of about 1 m/s, rounded in 600 substeps of some twelve constraints
    (await momentum()).forEach((value, axis) => {
      expect(Math.abs(value - before[axis])).toBeLessThan(600 * 12 * 2 ** -24 * before[3]);
    });
    expect((await cloth.measure()).largestSpeed).toBeGreaterThan(0.1);
  });

  test('the pins carry its full weight', async () => {
    const mesh = disc(6, 0.5, 1);
    const cloth = createClothCpu({
      mesh,
      density: 0.4,
      pins: [0, 95, 110],
      gravity: earth,
      damping: 4,
      drag: 2,
      substeps: 20,
      bendCompliance: 1e-2,
    });
    run(cloth, 1200);
    const forces = await cloth.pinForces();
    // the load that the pins carry themselves is not included
    const { areas } = createMesh(mesh);
    const weight = 9.81 * 0.4 * sum(areas.filter((_, id) => !cloth.pins.includes(id)));
    expect(-sum(forces.map(({ force }) => force.y)) / weight).toBeCloseTo(1, 2);
    expect(Math.abs(sum(forces.map(({ force }) => force.x))) / weight).toBeLessThan(0.01);
  });

  test('an irregular sheet falling flat reaches sqrt(m g / rho A)', async () => {
    const cloth = createClothCpu({
      mesh: disc(10, 1, 1),
      density: 0.3,
      airDensity: 1.2,
      gravity: earth,
      ripple: 0,
      substeps: 10,
    });
    run(cloth, 240);
    // v (1 + (v + g h) h rho A / m) = v + g h: half a g h below sqrt(m g / rho A)
    const gh = 9.81 / 600;
    const speed = Math.sqrt((0.3 * 9.81) / 1.2 + (gh * gh) / 4) - gh / 2;
    const { meanVelocity, largestStrain } = await cloth.measure();
    expect(-meanVelocity.y / speed).toBeCloseTo(1, 3);
    // mass and air force are both proportional to area at every particle, so the mesh does not bend
    expect(largestStrain).toBeLessThan(1e-3);
  });

  test('a grid given as a mesh hangs like the grid, except for shear and bending', async () => {
    const common: ClothDefinition = {
      gravity: earth,
      bendCompliance: none,
      tethers: true,
      damping: 1,
      drag: 1,
      substeps: 20,
      ripple: 0,
    };
    const pins = Array.from({ length: 9 }, (_, column) => column);
    const grid = createClothCpu({ ...common, columns: 8, rows: 11, width: 0.8, height: 1.1, pins });
    const mesh = createClothCpu({ ...common, mesh: gridMesh(8, 11, 0.8, 1.1), pins });
    run(grid, 240);
    run(mesh, 240);
    for (let id = 0; id < grid.vertexCount; id++)
      for (let axis = 0; axis < 3; axis++)
        expect(Math.abs(place(grid, id)[axis] - place(mesh, id)[axis])).toBeLessThan(0.01);
    expect(mesh.indices).toEqual(grid.indices);
  });

  test('bending: a bent strip straightens again, and without bending it stays bent', () => {
    const strip = gridMesh(12, 1, 1.2, 0.1);
    const bent = (bendCompliance: number) =>
      run(
        createClothCpu({
          mesh: strip,
          gravity: { x: 0, y: 0, z: 0 },
          damping: 3,
          sleeping: false,
          bendCompliance,
          // a quarter of a circle
          shape: (id) => {
            const s = (strip.positions[3 * id] / 1.2) * (Math.PI / 2);
            const r = 1.2 / (Math.PI / 2);
            return { x: r * Math.sin(s), y: strip.positions[3 * id + 1], z: r * Math.cos(s) };
          },
        }),
        600,
      );
    const length = (cloth: ClothCpu) =>
      Math.hypot(...[0, 1, 2].map((k) => place(cloth, 12)[k] - place(cloth, 0)[k]));
    expect(length(bent(1e-6))).toBeGreaterThan(1.12);
    expect(length(bent(none))).toBeLessThan(1.085);
  });

  test('normals are those of the ball, pointing outwards', async () => {
    const cloth = createClothCpu({ mesh: ball(3, 2), ripple: 0 });
    const normals = await cloth.readNormals();
    for (let id = 0; id < cloth.vertexCount; id++) {
      const [x, y, z] = place(cloth, id);
      const along = (x * normals[4 * id] + y * normals[4 * id + 1] + z * normals[4 * id + 2]) / 2;
      expect(along).toBeGreaterThan(0.998);
    }
  });

  test('a snapshot continues bit-identically, and does not fit another mesh', async () => {
    const definition: ClothDefinition = {
      mesh: arbitraryMesh(new Draw(5)),
      pins: [0],
      selfCollision: true,
      tethers: true,
    };
    const first = run(createClothCpu(definition), 30);
    const second = createClothCpu(definition);
    second.restore(await first.snapshot());
    run(first, 30);
    run(second, 30);
    expect(second.positions).toEqual(first.positions);
    const turned = createClothCpu({ mesh: { ...square, triangles: [1, 2, 3, 1, 3, 0] } });
    const other = await createClothCpu({ mesh: square }).snapshot();
    expect(refusal(() => turned.restore(other)).field).toBe('snapshot.triangles');
    expect(refusal(() => createClothCpu({ columns: 1, rows: 1 }).restore(other)).field).toBe(
      'snapshot.columns',
    );
    turned.restore(await turned.snapshot());
  });

  test('self-collision keeps the layers of a folded irregular sheet apart', () => {
    const mesh = disc(12, 0.6, 1);
    const d = 0.05;
    const definition: ClothDefinition = {
      mesh,
      gravity: earth,
      damping: 1,
      substeps: 10,
      bendCompliance: 1e-3,
      colliders: [{ type: 'plane', point: { x: 0, y: 0, z: 0 }, normal: { x: 0, y: 1, z: 0 } }],
      // folded about a half circle of diameter 0.2
      shape: (id) => {
        const [x, , z] = mesh.positions.slice(3 * id, 3 * id + 3);
        const turn = Math.min(Math.max(x / 0.1 + Math.PI / 2, 0), Math.PI);
        const straight = x / 0.1 + Math.PI / 2 - turn;
        const way = turn === 0 ? -1 : 1;
        return {
          x: 0.1 * Math.sin(turn) - way * 0.1 * straight,
          y: 0.03 + 0.1 - 0.1 * Math.cos(turn),
          z,
        };
      },
    };
    const closest = (cloth: ClothCpu) => {
      let least = none;
      for (let a = 0; a < cloth.vertexCount; a++)
        for (let b = 0; b < a; b++) {
          const rest = Math.hypot(
            ...[0, 1, 2].map((k) => mesh.positions[3 * a + k] - mesh.positions[3 * b + k]),
          );
          if (rest <= (Math.PI / 2) * d * (1 + 1e-6)) continue;
          least = Math.min(
            least,
            Math.hypot(...[0, 1, 2].map((k) => place(cloth, a)[k] - place(cloth, b)[k])),
          );
        }
      return least / d;
    };
    expect(closest(run(createClothCpu({ ...definition, selfCollision: d }), 240))).toBeGreaterThan(0.85);
    expect(closest(run(createClothCpu(definition), 240))).toBeLessThan(0.5);
  });

  test('a ray hits the drawn surface, and misses a hole', async () => {
    const { positions, triangles } = gridMesh(6, 6, 1.2, 1.2);
    // without the cell in row 2, column 3
    const mesh = { positions, triangles: triangles.filter((_, k) => Math.floor(k / 6) !== 15) };
    const cloth = createClothCpu({ mesh, ripple: 0 });
    const ray = (x: number, y: number) => ({ origin: { x, y, z: -4 }, direction: { x: 0, y: 0, z: 2 } });
    expect(await cloth.grab(1, ray(0.1, 0.1))).toBeNull();
    const grip = await cloth.grab(1, ray(-0.12, 0.41));
    expect(grip?.particle).toBe(7 + 2);
    expect(grip?.distance).toBeCloseTo(4, 6);
  });
});

describe('tethers', () => {
  test('are as long as the paths along the mesh: round a corner, not across', () => {
    // a U of cells: from one end to the other the path is 2 + 1 + 2, but the straight distance is only 1
    const positions: number[] = [];
    const triangles: number[] = [];
    const cells = [
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 2],
      [2, 1],
      [2, 0],
    ];
    const ids = new Map<string, number>();
    const id = (x: number, y: number) => {
      const key = `${x} ${y}`;
      const known = ids.get(key) ?? ids.size;
      if (!ids.has(key)) positions.push(x, y, 0);
      ids.set(key, known);
      return known;
    };
    for (const [x, y] of cells) {
      const [a, b, c, d] = [id(x, y), id(x + 1, y), id(x + 1, y + 1), id(x, y + 1)];
      triangles.push(a, b, c, a, c, d);
    }
    const { geodesics } = createMesh({ positions, triangles });
    // from (1, 0) up to (1, 2), to (2, 2), and down again
    expect(geodesics.from(id(1, 0))[id(2, 0)]).toBeCloseTo(5, 6);
    // both diagonals of a cell are paths, one of them across its edge
    expect(geodesics.from(id(0, 0))[id(1, 1)]).toBeCloseTo(Math.SQRT2, 6);
    expect(geodesics.from(id(1, 0))[id(0, 1)]).toBeCloseTo(Math.SQRT2, 6);
  });

  test('on an even disc they are at most a tenth longer than straight, never shorter', () => {
    const mesh = disc(12, 1, 0.5);
    const { geodesics } = createMesh(mesh);
    const ways = geodesics.from(200);
    for (let id = 0; id < ways.length; id++) {
      const straight = Math.hypot(
        ...[0, 1, 2].map((k) => mesh.positions[3 * id + k] - mesh.positions[600 + k]),
      );
      expect(ways[id]).toBeGreaterThan(straight - 1e-6);
      expect(ways[id]).toBeLessThan(1.1 * straight + 1e-6);
    }
  });

  test('unconnected particles have none', () => {
    const ways = new Geodesics([0, 1], [2], 3).from(0);
    expect([...ways]).toEqual([0, 2, Math.fround(UNREACHED)]);
    const apart: TriangleMesh = {
      positions: [...(square.positions as number[]), 5, 0, 0, 6, 0, 0, 6, 1, 0],
      triangles: [...(square.triangles as number[]), 4, 5, 6],
    };
    const cloth = run(createClothCpu({ mesh: apart, pins: [3], tethers: true }), 30);
    expect(cloth.positions[4 * 4 + 1]).toBeLessThan(-1);
  });

  test('keep a hanging disc from stretching', async () => {
    const mesh = disc(16, 1, 1);
    const definition: ClothDefinition = { mesh, pins: [0], gravity: earth, damping: 0.5 };
    const { geodesics } = createMesh(mesh);
    const ways = geodesics.from(0);
    const worst = (cloth: ClothCpu) =>
      Math.max(...Array.from(ways, (way, id) => Math.hypot(...place(cloth, id)) - way));
    expect(worst(run(createClothCpu({ ...definition, tethers: true, ripple: 0 }), 240))).toBeLessThan(1e-5);
    expect(worst(run(createClothCpu({ ...definition, ripple: 0 }), 240))).toBeGreaterThan(0.02);
  });

  test('the reach of a hand is the path length along the mesh', () => {
    const mesh = gridMesh(10, 1, 1, 0.1);
    const cloth = createClothCpu({ mesh, pins: [0], tethers: true, gravity: { x: 0, y: 0, z: 0 } });
    cloth.grabParticle(1, 10, { x: 5, y: 0.05, z: 0 });
    cloth.step();
    expect(place(cloth, 10)[0] - place(cloth, 0)[0]).toBeCloseTo(1, 4);
  });
});
