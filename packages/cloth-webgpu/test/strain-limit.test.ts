import { describe, expect, test } from 'vitest';
import {
  adviseBendSubsteps,
  type ClothCpu,
  type ClothDefinition,
  ClothError,
  createClothCpu,
  tearing,
} from '../src/index.js';
import { elasticaDrop } from './elastica.js';
import { ball, disc, gridMesh } from './meshes.js';

const none = Number.POSITIVE_INFINITY;

const run = (cloth: ClothCpu, steps: number) => {
  for (let step = 0; step < steps; step++) cloth.step();
  return cloth;
};

/** A square sheet of 1 m without tethers, hung by its top edge, at rest after three seconds. */
const hung = (more: ClothDefinition) =>
  run(
    createClothCpu({
      ...{ columns: 40, rows: 40, width: 1, height: 1, pins: 'topEdge', damping: 1, tethers: false },
      ...more,
    }),
    180,
  );

/** How far the lower edge has sunk below its place at rest, m. */
const sinkOf = ({ positions, vertexCount }: ClothCpu) => -0.5 - positions[4 * (vertexCount - 20) + 1];

test('a hung sheet stretches a twentieth as much, and with the square of h', async () => {
  const plain = hung({});
  const limited = hung({ strainLimit: 0 });
  const finer = hung({ strainLimit: 0, substeps: 10 });
  // g h^2 n^2 / 2 without a limit
  expect(sinkOf(plain)).toBeGreaterThan(0.08);
  expect(sinkOf(limited)).toBeLessThan(sinkOf(plain) / 15);
  expect(sinkOf(finer) / sinkOf(limited)).toBeGreaterThan(0.22);
  expect(sinkOf(finer) / sinkOf(limited)).toBeLessThan(0.28);
  const [wide, narrow] = [await plain.measure(), await limited.measure()];
  expect(narrow.meanStrain).toBeLessThan(wide.meanStrain / 15);
  expect(narrow.largestStrain).toBeLessThan(wide.largestStrain / 8);
});

test('with hinges and as a mesh too', async () => {
  const material = { bendStiffness: 1e-4, density: 0.3 };
  expect(sinkOf(hung({ ...material, strainLimit: 0 }))).toBeLessThan(sinkOf(hung(material)) / 15);
  const pins = Array.from({ length: 21 }, (_, id) => id);
  for (const bending of [{}, material]) {
    const sheet = { mesh: gridMesh(20, 20, 1, 1), pins, damping: 1, tethers: false, ...bending };
    const [free, limited] = [{}, { strainLimit: 0 }].map((more) =>
      run(createClothCpu({ ...sheet, ...more }), 180),
    );
    const [wide, narrow] = [await free.measure(), await limited.measure()];
    expect(narrow.meanStrain).toBeLessThan(wide.meanStrain / 5);
    expect(narrow.largestStrain).toBeLessThan(wide.largestStrain / 5);
  }
});

test('rows, columns and diagonals stretch up to their own limits', () => {
  // soft threads of 13 and of 2 particles, far too heavy for them
  const strainOf = (definition: ClothDefinition, first: number, second: number, length: number) => {
    const { positions } = run(
      createClothCpu({
        ...{ width: 1, height: 1, damping: 3, substeps: 16, stretchCompliance: 1, shearCompliance: 1 },
        ...{ bendCompliance: none, strainLimit: 0.1, columnStrainLimit: 0.3, shearStrainLimit: 0.2 },
        ...definition,
      }),
      120,
    );
    const along = [0, 1, 2].map((axis) => positions[4 * second + axis] - positions[4 * first + axis]);
    return Math.hypot(...along) / length - 1;
  };
  const right = { x: 10, y: 0, z: 0 };
  expect(strainOf({ columns: 0, rows: 12, pins: [0] }, 0, 1, 1 / 12)).toBeCloseTo(0.3, 2);
  expect(strainOf({ columns: 12, rows: 0, pins: [0], gravity: right }, 0, 1, 1 / 12)).toBeCloseTo(0.1, 2);
  const corner = { columns: 1, rows: 1, pins: [0], gravity: { x: 10, y: -10, z: 0 } };
  expect(strainOf(corner, 0, 3, Math.SQRT2)).toBeCloseTo(0.2, 2);
  // the limit of the columns is that of the rows, unless they have one
  const alike = { columns: 0, rows: 12, pins: [0], columnStrainLimit: 'auto' } as const;
  expect(strainOf(alike, 0, 1, 1 / 12)).toBeCloseTo(0.1, 2);
});

test('tethers by themselves let a cloth stretch as far as its largest limit', () => {
  const lowest = (limits: ClothDefinition) => {
    const rope = { columns: 0, rows: 40, height: 1, pins: [0], stretchCompliance: 1, bendCompliance: none };
    return -0.5 - run(createClothCpu({ ...rope, damping: 3, ...limits }), 120).positions[161];
  };
  // without tethers the long links leave some stretch above the limit
  expect(lowest({ strainLimit: 0.1, columnStrainLimit: 0.3 })).toBeCloseTo(0.3, 5);
  expect(lowest({ strainLimit: 0.1, columnStrainLimit: 0.3, tethers: false })).toBeGreaterThan(0.301);
  expect(lowest({ columnStrainLimit: 0.3 })).toBeGreaterThan(0.301);
  expect(lowest({ strainLimit: 0.1, shearStrainLimit: 0.2, columnStrainLimit: 0 })).toBeGreaterThan(0.001);
  expect(lowest({ strainLimit: 0, shearStrainLimit: 0 })).toBeLessThan(1e-5);
});

test('a mesh has no columns and no diagonals, and long links are made with the cloth', () => {
  const mesh = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] };
  expect(() => createClothCpu({ mesh, columnStrainLimit: 0.1 })).toThrow(
    "definition.columnStrainLimit: expected 'auto': a mesh has no columns, got 0.1",
  );
  expect(() => createClothCpu({ mesh, shearStrainLimit: 0.1 })).toThrow(
    'definition.shearStrainLimit: expected Infinity: a mesh has no diagonals, got 0.1',
  );
  expect(() => createClothCpu({ columnStrainLimit: 1001 })).toThrow(
    'definition.columnStrainLimit: expected a number in 0..1000, got 1001',
  );
  const cloth = createClothCpu({ columns: 1, rows: 1 });
  expect(() => cloth.setParameters({ columnStrainLimit: 0 })).toThrow(
    'parameters.columnStrainLimit: expected Infinity in a cloth made without it, got 0',
  );
  cloth.setParameters({ columnStrainLimit: none, shearStrainLimit: 0.1 });
});

test('an elastic cloth stretches freely up to its limit, and no further', async () => {
  // 60 links with the weight of 30 on average: far beyond the limit
  const strip = {
    columns: 0,
    rows: 60,
    height: 3,
    pins: [0],
    stretchCompliance: 4e-5,
    substeps: 20,
    damping: 2,
  };
  const strainOf = async (more: ClothDefinition) =>
    (await run(createClothCpu({ ...strip, ...more }), 600).measure()).largestStrain;
  const free = await strainOf({});
  expect(free).toBeGreaterThan(0.4);
  expect(await strainOf({ strainLimit: 0.15 })).toBeLessThan(0.16);
  expect(await strainOf({ strainLimit: 0.15 })).toBeGreaterThan(0.15);
  // a limit that is not reached changes nothing
  expect(await strainOf({ strainLimit: 1 })).toBe(free);
});

test('by itself a cloth with a limit has tethers of that length, and follows the limit', async () => {
  const sheet = { columns: 24, rows: 24, width: 1, height: 1, damping: 1 };
  const make = (more: ClothDefinition) => createClothCpu({ ...sheet, strainLimit: 0, ...more });
  const strainOf = async (cloth: ClothCpu) => (await run(cloth, 120).measure()).largestStrain;
  /** The largest distance from a pin, as a factor on that at rest. */
  const reachOf = (cloth: ClothCpu) => {
    const at = run(cloth, 120).positions;
    const rest = cloth.restPositions();
    const between = (list: Float32Array, stride: number, a: number, b: number) =>
      Math.hypot(...[0, 1, 2].map((axis) => list[stride * a + axis] - list[stride * b + axis]));
    const ratios = cloth.pins.flatMap((pin) =>
      Array.from({ length: cloth.vertexCount }, (_, id) =>
        id === pin ? 0 : between(at, 4, id, pin) / between(rest, 3, id, pin),
      ),
    );
    return Math.max(...ratios);
  };
  // a corner has too few links for the weight of half the cloth
  expect(await strainOf(make({ tethers: false }))).toBeGreaterThan(0.1);
  const cloth = make({});
  expect(cloth.parameters.tethers).toBe('auto');
  expect(await strainOf(cloth)).toBeLessThan(0.005);
  expect(run(make({ tethers: true }), 120).positions).toEqual(cloth.positions);
  expect(reachOf(cloth)).toBeLessThan(1.0001);
  cloth.setParameters({ strainLimit: 0.05 });
  const looser = reachOf(cloth);
  expect(looser).toBeGreaterThan(1.04);
  expect(looser).toBeLessThan(1.0501);
  cloth.setParameters({ tethers: false });
  expect(reachOf(cloth)).toBeGreaterThan(1.1);
});

test('beyond 8 pins it has none by itself, until pins are freed or it is told to', () => {
  const make = (more: ClothDefinition) =>
    createClothCpu({ columns: 8, rows: 20, pins: 'topEdge', strainLimit: 0, ...more });
  const [cloth, without, told] = [make({}), make({ tethers: false }), make({ tethers: true })];
  for (const each of [cloth, without, told]) run(each, 30);
  expect(cloth.positions).toEqual(without.positions);
  expect(cloth.positions).not.toEqual(told.positions);
  // the same from now on, whichever way the tethers came
  cloth.setParameters({ tethers: true });
  without.setParameters({ tethers: 'auto' });
  for (const each of [cloth, without]) {
    each.freePin(4);
    run(each, 30);
  }
  expect(cloth.positions).toEqual(without.positions);
  without.setPin(4);
  cloth.setPin(4);
  for (const each of [cloth, without]) run(each, 5);
  expect(cloth.positions).not.toEqual(without.positions);
});

test('without a limit, or if it tears, it has none by itself', () => {
  const sheet = { columns: 9, rows: 9, width: 1, height: 1 };
  for (const more of [{}, { strainLimit: 0.2, tearing: tearing({ strain: 1000 }) }])
    expect(run(createClothCpu({ ...sheet, ...more }), 30).positions).toEqual(
      run(createClothCpu({ ...sheet, ...more, tethers: false }), 30).positions,
    );
});

test('it only pulls: a cloth within its limit has the bits of one with a limit out of reach', () => {
  const shape = (column: number, row: number) => ({
    x: 0.06 * column + 0.01 * Math.sin(5 * row),
    y: -0.07 * row,
    z: 0.02 * Math.sin(3 * column + row),
  });
  const grid = {
    columns: 12,
    rows: 9,
    width: 1.2,
    height: 0.9,
    shape,
    pins: 'none',
    gravity: { x: 0, y: 0, z: 0 },
  };
  const crumpled = (more: ClothDefinition) =>
    run(createClothCpu({ ...grid, substeps: 1, ...more } as ClothDefinition), 1).positions;
  expect(crumpled({ strainLimit: 0.001 })).toEqual(crumpled({ strainLimit: 1000 }));
  expect(crumpled({ strainLimit: 0.001 })).toEqual(crumpled({}));
});

test('momentum and fall of a free cloth are kept, whatever its long links do', async () => {
  const flying = createClothCpu({
    ...{ columns: 15, rows: 11, width: 1.5, height: 1.1, pins: 'none', strainLimit: 0 },
    velocity: (column, row) => ({
      x: Math.sin(7 * column + row),
      y: Math.cos(row),
      z: Math.sin(3 * row - column),
    }),
  });
  const start = (await flying.measure()).meanVelocity;
  const end = (await run(flying, 60).measure()).meanVelocity;
  expect(end.x).toBeCloseTo(start.x, 5);
  expect(end.y).toBeCloseTo(start.y - 10, 4);
  expect(end.z).toBeCloseTo(start.z, 5);
});

test('the pins of a limited cloth carry its weight', async () => {
  const forces = await hung({ strainLimit: 0 }).pinForces();
  const weight = forces.reduce((sum, { force }) => sum + force.y, 0);
  // the pinned row is not carried by the cloth
  expect(-weight / (10 * 41 * 40)).toBeCloseTo(1, 2);
});

test('a clamped strip bends like its material', () => {
  const [bendStiffness, density, length, cells] = [1e-4, 0.3, 0.15, 10];
  const l = length / cells;
  const strip = createClothCpu({
    ...{ columns: cells + 1, rows: 2, width: (cells + 1) * l, height: 2 * l, bendStiffness, density },
    pins: [0, 1, cells + 2, cells + 3, 2 * (cells + 2), 2 * (cells + 2) + 1],
    ...{ gravity: { x: 0, y: -9.81, z: 0 }, damping: 2, ripple: 0, strainLimit: 0 },
    substeps: adviseBendSubsteps({ bendStiffness, density, spacing: l }),
    shape: (column, row) => ({ x: column * l, y: 0, z: row * l }),
  });
  const drop = -run(strip, 900).positions[4 * (cells + 1 + cells + 2) + 1];
  const exact = elasticaDrop((density * 9.81 * length ** 3) / bendStiffness) * length;
  expect(Math.abs(drop / exact - 1)).toBeLessThan(0.06);
});

describe('a cloth that tears', () => {
  const pins = Array.from({ length: 21 }, (_, id) => id);
  const sheets: readonly ClothDefinition[] = [
    { columns: 20, rows: 20, width: 1, height: 1, pins },
    { columns: 20, rows: 20, width: 1, height: 1, pins, bendStiffness: 1e-4, density: 0.3 },
    { mesh: gridMesh(20, 20, 1, 1), pins },
  ];
  test.each(sheets)('lets go of what is cut off: no long link reaches across', async (sheet) => {
    const cloth = createClothCpu({ ...sheet, strainLimit: 0, tearing: tearing({ strain: 2 }), damping: 1 });
    run(cloth, 60).setParameters({ damping: 0 });
    const y = 0.13;
    const edges = await cloth.cut([
      { x: -2, y, z: -1 },
      { x: 2, y, z: -1 },
      { x: 2, y, z: 1 },
      { x: -2, y, z: 1 },
    ]);
    expect(edges).toBeGreaterThan(20);
    const before = cloth.positions[4 * 400 + 1];
    run(cloth, 31);
    // the step of the cut, then half a second: g t^2 / 2 = 1.25 m, and a little for what was taut
    const fallen = before - cloth.positions[4 * 400 + 1];
    expect(fallen).toBeGreaterThan(1.24);
    expect(fallen).toBeLessThan(1.36);
    expect(cloth.positions[4 * 50 + 1]).toBeGreaterThan(0.3);
    // a slit does not run on
    expect((await cloth.measure()).tornEdges).toBeLessThan(3 * edges);
  });

  test('holds a weight that would tear one without a limit', async () => {
    const worn = { columns: 30, rows: 30, width: 1, height: 1, pins: 'topEdge' as const };
    const torn = async (more: ClothDefinition) => {
      const cloth = createClothCpu({ ...worn, tearing: tearing({ strain: 0.2 }), ...more });
      return (await run(cloth, 60).measure()).tornEdges;
    };
    expect(await torn({})).toBeGreaterThan(0);
    expect(await torn({ strainLimit: 0 })).toBe(0);
  });
});

test('long links of curved meshes leave them at rest', () => {
  for (const mesh of [ball(3, 0.5), disc(8, 1, 0.5)])
    for (const bending of [{}, { bendStiffness: 1e-3, density: 0.3 }]) {
      const cloth = createClothCpu({
        mesh,
        ...bending,
        strainLimit: 0,
        gravity: { x: 0, y: 0, z: 0 },
        ripple: 0,
      });
      const start = cloth.positions.slice();
      run(cloth, 30);
      const moved = cloth.positions.reduce((most, x, k) => Math.max(most, Math.abs(x - start[k])), 0);
      expect(moved).toBeLessThan(1e-5);
    }
});

test('its value is checked, and it cannot be switched on later', () => {
  const refused = (call: () => unknown, message: string) => {
    expect(call).toThrow(ClothError);
    expect(call).toThrow(message);
  };
  const make = (strainLimit: number) => () => createClothCpu({ columns: 2, rows: 2, strainLimit });
  refused(make(-0.1), 'definition.strainLimit: expected a number in 0..1000, got -0.1');
  refused(make(Number.NaN), 'definition.strainLimit');
  const plain = make(Number.POSITIVE_INFINITY)();
  refused(
    () => plain.setParameters({ strainLimit: 0.1 }),
    'parameters.strainLimit: expected Infinity in a cloth made without it, got 0.1',
  );
  const limited = make(0.1)();
  limited.setParameters({ strainLimit: Number.POSITIVE_INFINITY });
  limited.setParameters({ strainLimit: 0 });
  expect(limited.parameters.strainLimit).toBe(0);
});
