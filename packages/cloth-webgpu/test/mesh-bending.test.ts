import { describe, expect, test } from 'vitest';
import {
  adviseBendSubsteps,
  adviseSubsteps,
  type ClothCpu,
  type ClothDefinition,
  createClothCpu,
  tearing,
} from '../src/index.js';
import { asLinks } from '../src/links.js';
import { createMesh } from '../src/mesh.js';
import { Draw } from './draw.js';
import { elasticaDrop } from './elastica.js';
import { arbitraryMesh, ball, disc, gridMesh, type NumberMesh } from './meshes.js';

/** Lines of vertices across a strip, `lines` of them with the distance `l`; the second is at x = 0. Every other line is shifted if even. */
function strip(
  isEven: boolean,
  l: number,
  lines: number,
  across: number,
): { mesh: NumberMesh; ends: number[][] } {
  const dz = isEven ? (2 * l) / Math.sqrt(3) : l;
  const positions: number[] = [];
  const triangles: number[] = [];
  const ends: number[][] = [];
  for (let i = 0; i < lines; i++) {
    const isShifted = isEven && i % 2 === 1;
    const inner = Array.from({ length: across - (isShifted ? 0 : 1) }, (_, k) => k + (isShifted ? 0.5 : 1));
    ends.push(
      [0, ...inner, across].map((z) => {
        positions.push((i - 1) * l, 0, z * dz);
        return positions.length / 3 - 1;
      }),
    );
    if (i === 0) continue;
    const [a, b] = [ends[i - 1], ends[i]];
    const z = (id: number) => positions[3 * id + 2];
    for (let p = 0, q = 0; p < a.length - 1 || q < b.length - 1; ) {
      const isNext = q === b.length - 1 || (p < a.length - 1 && z(a[p + 1]) <= z(b[q + 1]) + 1e-9);
      triangles.push(a[p], b[q], isNext ? a[p + 1] : b[q + 1]);
      if (isNext) p++;
      else q++;
    }
  }
  return { mesh: { positions, triangles }, ends };
}

/** How far such a strip drops that is clamped at its first two lines, over its free length. */
function dropOf(isEven: boolean, load: number, cells: number, more: ClothDefinition = {}): number {
  const [length, density] = [0.2, 0.3];
  const { mesh, ends } = strip(isEven, length / cells, cells + 2, 4);
  const bendStiffness = (density * 9.81 * length ** 3) / load;
  const spacing = 0.6 * createMesh(mesh).meanEdge;
  const cloth = createClothCpu({
    ...{ mesh, pins: [...ends[0], ...ends[1]], bendStiffness, density },
    substeps: Math.max(
      adviseBendSubsteps({ bendStiffness, density, spacing }),
      adviseSubsteps({ rows: cells, height: length, tolerance: 0.005 }),
    ),
    ...{ gravity: { x: 0, y: -9.81, z: 0 }, damping: 2, ripple: 0, sleeping: false },
    ...more,
  });
  for (let step = 0; step < 900; step++) cloth.step();
  const last = ends[ends.length - 1];
  return -last.reduce((sum, id) => sum + cloth.positions[4 * id + 1], 0) / last.length / length;
}

// a light load bends a strip a little like a saddle, see mesh-hinges.ts
for (const [isEven, load, tolerance] of [
  [true, 1, 0.13],
  [true, 8, 0.07],
  [true, 30, 0.06],
  [false, 1, 0.25],
  [false, 8, 0.1],
  [false, 30, 0.06],
] as const)
  test(`elastica: a strip of ${isEven ? 'even' : 'right'} triangles drops as far as a heavy strip with load ${load} does`, () => {
    for (const cells of [6, 9])
      expect(Math.abs(dropOf(isEven, load, cells) / elasticaDrop(load) - 1)).toBeLessThan(tolerance);
  });

test('a strip of a much lower rigidity drops further', () => {
  expect(dropOf(true, 8, 6, { bendStiffness: 1e-6 })).toBeGreaterThan(1.2 * dropOf(true, 8, 6));
});

/** Energy of the hinges of a flat mesh around its middle that is bent along a direction, over that of the sheet. */
function energyOf(mesh: NumberMesh, angle: number, isInner: (x: number, y: number) => boolean): number {
  const curvature = 0.01;
  const { hinges, positions } = createMesh(mesh, true);
  let [energy, area] = [0, 0];
  for (let k = 0; k < hinges.ids.length / 4; k++) {
    const ids = hinges.ids.subarray(4 * k, 4 * k + 4);
    const shape = hinges.shapes.subarray(6 * k, 6 * k + 6);
    if (!ids.every((id) => isInner(positions[3 * id], positions[3 * id + 1]))) continue;
    const heights = Array.from(ids, (id) => {
      const s = Math.cos(angle) * positions[3 * id] + Math.sin(angle) * positions[3 * id + 1];
      return (curvature * s * s) / 2;
    });
    const d = heights.reduce((sum, height, n) => sum + shape[n] * height, 0);
    energy += d ** 2 / 2 / shape[4];
    // the two triangles of a hinge share theirs with two others each
    area += shape[4] / 3;
  }
  return energy / ((curvature ** 2 / 2) * area);
}

const angles = Array.from({ length: 12 }, (_, k) => (k * Math.PI) / 12);

test('even triangles have the energy of a bent sheet in every direction', () => {
  const { mesh } = strip(true, Math.sqrt(3) / 2, 40, 40);
  // from the plane y = 0 into z = 0
  const positions = mesh.positions.map((x, o) => (o % 3 === 0 ? x : o % 3 === 1 ? mesh.positions[o + 1] : 0));
  const isInner = (x: number, y: number) => x > 4 && x < 28 && y > 4 && y < 34;
  for (const angle of angles) expect(energyOf({ ...mesh, positions }, angle, isInner)).toBeCloseTo(1, 1);
});

test('right triangles have it along rows and columns, and up to three times as much between them', () => {
  const mesh = gridMesh(40, 40, 40, 40);
  const isInner = (x: number, y: number) => Math.abs(x) < 15 && Math.abs(y) < 15;
  const energies = angles.map((angle) => energyOf(mesh, angle, isInner));
  expect([energies[0], energies[6]].map((energy) => Math.round(100 * energy) / 100)).toEqual([0.99, 0.99]);
  for (const energy of energies) {
    expect(energy).toBeGreaterThan(0.7);
    expect(energy).toBeLessThan(3.1);
  }
});

test('hinges of one colour share no particle, and each inner edge has one', () => {
  for (let seed = 0; seed < 5; seed++) {
    const mesh = createMesh(arbitraryMesh(new Draw(seed)), true);
    const edges = new Set<string>();
    for (const { first, count } of mesh.hinges.colors) {
      const taken = mesh.hinges.ids.subarray(4 * first, 4 * (first + count));
      expect(new Set(taken).size).toBe(taken.length);
      for (let k = 0; k < taken.length; k += 4) edges.add([taken[k + 1], taken[k + 3]].sort().join());
    }
    // an edge is inner if two triangles have it
    const inner = mesh.triangles.length - mesh.edgeCount;
    expect([mesh.hinges.ids.length / 4, edges.size, mesh.firstEdge]).toEqual([inner, inner, 0]);
  }
});

const weightless: ClothDefinition = {
  ...{ gravity: { x: 0, y: 0, z: 0 }, ripple: 0, density: 0.2, substeps: 10 },
  bendStiffness: 3e-4,
};

test('a mesh that is curved at rest keeps its curvature', () => {
  const mesh = ball(2, 0.1);
  const cloth = createClothCpu({ ...weightless, mesh });
  for (let step = 0; step < 120; step++) cloth.step();
  const most = (positions: Float32Array) =>
    mesh.positions.reduce((most, x, o) => {
      const at = 4 * Math.floor(o / 3) + (o % 3);
      return Math.max(most, Math.abs(x - positions[at]));
    }, 0);
  expect(most(cloth.positions)).toBeLessThan(1e-5);
});

/** A strip that is half a pipe at rest, and starts flat. */
function flattened(more: ClothDefinition): { cloth: ClothCpu; radius: number; columns: number } {
  const columns = 8;
  const flat = gridMesh(columns, 2, 0.4, 0.1);
  const radius = 0.4 / Math.PI;
  const positions = flat.positions.slice();
  for (let o = 0; o < positions.length; o += 3) {
    const angle = flat.positions[o] / radius;
    [positions[o], positions[o + 2]] = [radius * Math.sin(angle), radius * (1 - Math.cos(angle))];
  }
  const shape = (id: number) => ({ x: flat.positions[3 * id], y: flat.positions[3 * id + 1], z: 0 });
  const stiff = { bendStiffness: 3e-3, substeps: 20 };
  return {
    cloth: createClothCpu({ ...weightless, ...stiff, mesh: { ...flat, positions }, shape, ...more }),
    radius,
    columns,
  };
}

test('a strip that is curved at rest goes back there, to the side to which it was bent', () => {
  const { cloth, radius, columns } = flattened({ drag: 4 });
  const chord = () => cloth.positions[4 * columns] - cloth.positions[0];
  expect(chord()).toBeCloseTo(0.4, 3);
  for (let step = 0; step < 600; step++) cloth.step();
  expect(chord()).toBeLessThan(1.1 * 2 * radius);
  expect(cloth.positions[2] - cloth.positions[2 * columns + 2]).toBeGreaterThan(0.9 * radius);
});

test('a mesh that springs back keeps both momenta, flat or curved at rest', async () => {
  const mesh = disc(4, 0.2, 0.5);
  const shape = (id: number) => {
    const [x, y, z] = mesh.positions.slice(3 * id, 3 * id + 3);
    return { x, y: y + 1.5 * x * x - 2 * x * z, z };
  };
  const stretchCompliance = Number.POSITIVE_INFINITY;
  const bent = createClothCpu({
    ...weightless,
    ...{ mesh, shape, stretchCompliance, bendStiffness: 3e-3, substeps: 30 },
  });
  for (const cloth of [bent, flattened({}).cloth]) {
    // the largest so far: a part of the motion that swings to and fro is small at times
    const sizes = [0, 0, 0, 0, 0, 0];
    for (let step = 0; step < 30; step++) {
      cloth.step();
      const v = await cloth.readVelocities();
      const sums = [0, 0, 0, 0, 0, 0];
      const now = [0, 0, 0, 0, 0, 0];
      for (let o = 0; o < v.length; o += 4) {
        const mass = 1 / cloth.positions[o + 3];
        const [px, py, pz] = [mass * v[o], mass * v[o + 1], mass * v[o + 2]];
        const [x, y, z] = cloth.positions.subarray(o, o + 3);
        const own = [px, py, pz, y * pz - z * py, z * px - x * pz, x * py - y * px];
        own.forEach((value, k) => {
          sums[k] += value;
        });
        for (const k of [0, 1, 2]) {
          now[k] += Math.hypot(px, py, pz);
          now[k + 3] += Math.hypot(x, y, z) * Math.hypot(px, py, pz);
        }
      }
      sizes.forEach((size, k) => {
        sizes[k] = Math.max(size, now[k]);
      });
      expect(sizes[0]).toBeGreaterThan(1e-4);
      sums.forEach((sum, k) => {
        expect(Math.abs(sum) / sizes[k], `${k}`).toBeLessThan(5e-3);
      });
    }
  }
});

test('the clamp of a mesh carries its weight', async () => {
  const { ends, mesh } = strip(true, 0.025, 10, 4);
  const cloth = createClothCpu({
    ...{ mesh, pins: [...ends[0], ...ends[1]], bendStiffness: 3e-3, density: 0.3 },
    ...{ substeps: 20, gravity: { x: 0, y: -9.81, z: 0 }, damping: 3, ripple: 0 },
  });
  for (let step = 0; step < 900; step++) cloth.step();
  const { areas } = createMesh(mesh);
  const pinned = new Set(cloth.pins);
  const free = areas.reduce((sum, area, id) => sum + (pinned.has(id) ? 0 : area), 0);
  const carried = (await cloth.pinForces()).reduce((sum, { force }) => sum + force.y, 0);
  expect(carried / -(0.3 * 9.81 * free)).toBeCloseTo(1, 2);
});

describe('tearing', () => {
  const grid: ClothDefinition = {
    ...{ columns: 7, rows: 6, width: 0.7, height: 0.6, pins: 'topCorners', substeps: 8, ripple: 0.5 },
    ...{ density: 0.3, bendStiffness: 2e-3 },
  };
  const { positions, triangles } = gridMesh(7, 6, 0.7, 0.6);
  const { columns: _columns, rows: _rows, width: _width, height: _height, ...rest } = grid;
  const mesh: ClothDefinition = { ...rest, mesh: { positions, triangles }, pins: [0, 7] };

  const after = (cloth: ClothCpu, steps: number) => {
    for (let step = 0; step < steps; step++) cloth.step();
    return cloth.positions;
  };

  for (const [name, definition] of Object.entries({ grid, mesh }))
    test(`a hinged ${name} that could tear moves like one that could not, and bends`, () => {
      const torn = createClothCpu({ ...definition, tearing: tearing({ strain: 1000 }) });
      expect(after(torn, 30)).toEqual(after(createClothCpu(definition), 30));
      const limp = createClothCpu({ ...definition, bendStiffness: 1e-9 });
      expect(after(limp, 30)).not.toEqual(torn.positions);
    });

  test('a cut takes the hinges across it: what is cut off falls freely', async () => {
    for (const definition of [grid, mesh]) {
      const cloth = createClothCpu({ ...definition, tearing: tearing({ strain: 1000 }) });
      // below row 3, across all columns
      const at = (x: number, z: number) => ({ x, y: -0.05, z });
      expect(await cloth.cut([at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)])).toBeGreaterThan(7);
      cloth.step();
      // of rows 4 to 6: that of their centre of mass
      const speed = async () => {
        const velocities = await cloth.readVelocities();
        let [momentum, mass] = [0, 0];
        for (let o = 4 * 8 * 4; o < velocities.length; o += 4) {
          momentum += velocities[o + 1] / cloth.positions[o + 3];
          mass += 1 / cloth.positions[o + 3];
        }
        return momentum / mass;
      };
      const before = await speed();
      after(cloth, 12);
      expect((await speed()) - before).toBeCloseTo(-10 * (12 / 60), 4);
    }
  });

  test('a sheet keeps its own hinges when that of a cloth that tears loses them', () => {
    const whole = createMesh(gridMesh(3, 3, 1, 1), true);
    const links = asLinks(whole);
    links.hinges.ids.fill(0);
    expect(whole.hinges.ids.some((id) => id !== 0)).toBe(true);
  });
});
