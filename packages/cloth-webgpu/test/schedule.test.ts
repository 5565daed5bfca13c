import fc from 'fast-check';
import { expect, test } from 'vitest';
import { articlesPasses, forEachArticlesConstraint } from '../bench/articles.js';
import { MAX_CELLS } from '../src/constants.js';
import { defaultClothParameters, resolveDefinition } from '../src/definition.js';
import { createFramePlan, type KernelName, possiblePlans } from '../src/gpu/plan.js';
import { createGrid, gridIndices } from '../src/grid.js';
import { createClothCpu, tearing } from '../src/index.js';
import { asLinks } from '../src/links.js';
import {
  BEND_COLUMN,
  BEND_ROW,
  type BlockGroup,
  forEachConstraint,
  LONG_COLUMN,
  LONG_ROW,
  passesOf,
  restLengths,
  SHEAR,
  STRETCH_COLUMN,
  STRETCH_ROW,
  spread,
  substepGroups,
  substepPasses,
} from '../src/schedule.js';
import { bucketCount } from '../src/self-collision.js';
import { createSettings } from '../src/settings.js';
import { restPositionsOf } from '../src/sheet.js';
import { distance } from '../src/triangles.js';

const articles = createGrid(50, 50, 2, 3);
/** Number of constraints of each kind. */
function constraintCounts(grid: ReturnType<typeof createGrid>): readonly number[] {
  const counts = restLengths(grid).map(() => 0);
  for (const { kind, countU, countV, cross } of substepPasses(grid))
    counts[kind] += countU * countV * (cross ? 2 : 1);
  return counts;
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const limits = {
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupStorageSize: 16384,
};

test('10.5.1 particles, triangles, indices and constraints of the articles', () => {
  const cloth = createClothCpu();
  expect(cloth.vertexCount).toBe(2601);
  expect(cloth.indices.length).toBe(15000);
  expect([...cloth.indices.subarray(0, 6)]).toEqual([0, 51, 52, 0, 52, 1]);
  const [rows, columns, shear, bendRows, bendColumns] = constraintCounts(articles);
  expect([columns, rows, shear / 2, shear / 2, bendColumns, bendRows]).toEqual([
    2550, 2550, 2500, 2500, 2499, 2499,
  ]);
  expect(sum(constraintCounts(articles))).toBe(15098);
  expect([...cloth.positions.subarray(0, 4)]).toEqual([-1, 1.5, cloth.positions[2], 0]);
  expect(cloth.pins).toEqual([0, 50]);
});

test('10.5.2 no particle twice within a pass of the articles', () => {
  const counts = new Map<string, number[]>();
  for (const pass of articlesPasses(50)) {
    const seen = new Set<number>();
    let constraints = 0;
    forEachArticlesConstraint(50, pass, (first, second) => {
      constraints++;
      expect(seen.has(first) || seen.has(second)).toBe(false);
      seen.add(first).add(second);
    });
    counts.set(pass.kernel, [...(counts.get(pass.kernel) ?? []), constraints]);
  }
  for (const kernel of ['stretch1', 'stretch2']) expect(counts.get(kernel)).toEqual([1275, 1275]);
  for (const kernel of ['shear1', 'shear2']) expect(counts.get(kernel)).toEqual([1250, 1250]);
});

test('10.5.3 alpha / h^2 is 0.009 for stretch and 45,000 for bending', () => {
  const { compliance } = createSettings(articles, defaultClothParameters, 1 / 60);
  expect(compliance[STRETCH_ROW]).toBeCloseTo(0.009, 6);
  expect(compliance[BEND_ROW] / 45000).toBeCloseTo(1, 6);
});

test('10.5.12 dispatches: 108 a substep and 540 a frame in the articles, at most 14 and 70 here', () => {
  expect(articlesPasses(50)).toHaveLength(108);
  const settings = createSettings(articles, defaultClothParameters, 1 / 60);
  const { shape } = possiblePlans(articles, { ...limits, maxComputeWorkgroupStorageSize: 49152 });
  const count = (plan: 'colors' | 'lines' | 'whole') =>
    createFramePlan(articles, settings, { ...shape, plan }).steps[0].length;
  expect([count('colors'), count('lines'), count('whole')]).toEqual([40, 15, 1]);
});

test('long links take four more dispatches a substep in the plan colors, and none in the others', () => {
  const parameters = { ...defaultClothParameters, strainLimit: 0 };
  const counts = [false, true].map((isHinged) => {
    const grid = createGrid(50, 50, 2, 3, isHinged, true);
    const settings = createSettings(grid, parameters, 1 / 60);
    const { shape } = possiblePlans(grid, { ...limits, maxComputeWorkgroupStorageSize: 49152 });
    return (['colors', 'lines', 'whole'] as const).map(
      (plan) => createFramePlan(grid, settings, { ...shape, plan }).steps[0].length,
    );
  });
  expect(counts[0]).toEqual([60, 15, 1]);
  // without its hinges: it solves columns only for long links and second neighbours
  expect(counts[1][1]).toBe(15);
});

test('3.1 census: 23,938 constraints of 64 x 64 particles, 1,500,998 of 501 x 501', () => {
  expect(sum(constraintCounts(createGrid(63, 63, 1, 1)))).toBe(23938);
  expect(sum(constraintCounts(createGrid(500, 500, 1, 1)))).toBe(1500998);
});

test('3.1 every constraint in exactly one of 12 colours, 16 with long links, no particle twice in a colour', () => {
  const size = fc.integer({ min: 0, max: 13 });
  fc.assert(
    fc.property(size, size, fc.boolean(), fc.boolean(), (columns, rows, isHinged, isLimited) => {
      const grid = createGrid(columns, rows, 1, 1, isHinged, isLimited);
      const passes = substepPasses(grid);
      const all = new Set<string>();
      const byKind = [0, 0, 0, 0, 0, 0, 0];
      for (const pass of passes) {
        const seen = new Set<number>();
        forEachConstraint(grid, pass, (first, second) => {
          expect(seen.has(first) || seen.has(second)).toBe(false);
          expect(Math.max(first, second)).toBeLessThan(grid.particleCount);
          seen.add(first).add(second);
          all.add(`${first} ${second}`);
          byKind[pass.kind]++;
        });
      }
      expect(byKind).toEqual(constraintCounts(grid));
      // all links along lines that fit
      const along = (reach: number) => [
        Math.max(columns + 1 - reach, 0) * (rows + 1),
        (columns + 1) * Math.max(rows + 1 - reach, 0),
      ];
      expect(byKind).toEqual([
        ...along(1),
        2 * columns * rows,
        // hinges bend in their place; with a limit they only pull
        ...(isHinged && !isLimited ? [0, 0] : along(2)),
        ...(isLimited ? along(4) : [0, 0]),
      ]);
      expect(all.size).toBe(sum(byKind));
      if (columns > 7 && rows > 7) expect(passes).toHaveLength(isLimited ? 16 : isHinged ? 8 : 12);
    }),
    { seed: 3 },
  );
});

test('a constraint is as long at rest as its particles are apart in the flat cloth', () => {
  const grid = createGrid(9, 10, 2.7, 5, false, true);
  const lengths = restLengths(grid);
  const positions = restPositionsOf(grid);
  for (const pass of substepPasses(grid))
    forEachConstraint(grid, pass, (first, second) =>
      expect(lengths[pass.kind]).toBeCloseTo(distance(positions, first, second), 6),
    );
});

test('the colours have the order of the header, with hinges between both lists', () => {
  const even = [STRETCH_ROW, STRETCH_COLUMN, SHEAR, SHEAR];
  const odd = [SHEAR, STRETCH_ROW, STRETCH_COLUMN, SHEAR];
  const bends = [BEND_ROW, BEND_COLUMN];
  const longs = [LONG_COLUMN, LONG_COLUMN];
  for (const [isHinged, isLimited, early, late] of [
    [false, false, [...even, ...bends, BEND_COLUMN, BEND_ROW], odd],
    [false, true, [...even, LONG_ROW, ...bends, ...longs, BEND_COLUMN, BEND_ROW], [LONG_ROW, ...odd]],
    [true, false, even, odd],
    [true, true, [...even, LONG_ROW, ...bends, ...longs, BEND_COLUMN], [BEND_ROW, LONG_ROW, ...odd]],
  ] as const) {
    const grid = createGrid(12, 12, 1, 1, isHinged, isLimited);
    const lists = substepGroups(grid).map((groups) => passesOf(grid, groups).map(({ kind }) => kind));
    expect(lists, `${isHinged} ${isLimited}`).toEqual([early, late]);
    const kinds = asLinks(grid).colors.map(({ kind, areHinges }) => (areHinges ? 'hinges' : kind));
    expect(kinds).toEqual([...early, ...(isHinged ? Array(10).fill('hinges') : []), ...late]);
  }
});

test('the groups of blocks hold the colours, and no particle is in two blocks of a group', () => {
  const size = fc.integer({ min: 0, max: 13 });
  expect(substepGroups(articles).flat()).toHaveLength(6);
  fc.assert(
    fc.property(size, size, fc.boolean(), fc.boolean(), (columns, rows, isHinged, isLimited) => {
      const grid = createGrid(columns, rows, 1, 1, isHinged, isLimited);
      const fromPasses = substepPasses(grid).map((pass) => {
        const pairs: string[] = [];
        forEachConstraint(grid, pass, (first, second) =>
          pairs.push(`${Math.min(first, second)} ${Math.max(first, second)}`),
        );
        return pairs.sort().join();
      });
      const groups = substepGroups(grid).flat();
      for (const { countU, countV } of groups) expect(countU * countV).toBeGreaterThan(0);
      const fromGroups = groups.flatMap((group) => colorsOf(grid, group));
      expect(fromGroups.filter((color) => color !== '')).toEqual(fromPasses);
    }),
    { seed: 4 },
  );
});

/** The constraints of each tie of a group. Also checks that blocks do not overlap. */
function colorsOf(grid: ReturnType<typeof createGrid>, group: BlockGroup): string[] {
  const ties = group.ties.map(() => [] as string[]);
  const seen = new Set<number>();
  const along = (start: number, index: number) => start + spread(index, group.reach);
  for (let v = 0; v < group.countV; v++) {
    for (let u = 0; u < group.countU; u++) {
      const i = along(group.startX, u);
      const j = along(group.startY, v);
      const at = (x: number, y: number) =>
        x >= 0 && x < grid.countX && y >= 0 && y < grid.countY ? x + y * grid.countX : -1;
      const [a, b, c, d] = [
        at(i, j),
        at(i + group.reach, j),
        at(i, j + group.reach),
        at(i + group.reach, j + group.reach),
      ];
      for (const corner of [a, b, c, d]) {
        expect(corner >= 0 && seen.has(corner)).toBe(false);
        if (corner >= 0) seen.add(corner);
      }
      group.ties.forEach(({ along: direction }, index) => {
        const pairs = {
          row: [
            [a, b],
            [c, d],
          ],
          column: [
            [a, c],
            [b, d],
          ],
          cross: [
            [a, d],
            [b, c],
          ],
        }[direction];
        for (const [first, second] of pairs)
          if (first >= 0 && second >= 0 && (direction !== 'cross' || Math.min(a, b, c, d) >= 0))
            ties[index].push(`${Math.min(first, second)} ${Math.max(first, second)}`);
      });
    }
  }
  return ties.map((pairs) => pairs.sort().join());
}

test('disabled constraint kinds are not dispatched', () => {
  const parameters = { ...defaultClothParameters, bendCompliance: Number.POSITIVE_INFINITY };
  const settings = createSettings(articles, parameters, 1 / 60);
  expect(settings.compliance[BEND_COLUMN]).toBe(-1);
  const { shape } = possiblePlans(articles, limits);
  expect(createFramePlan(articles, settings, { ...shape, plan: 'colors' }).steps[0]).toHaveLength(30);
  expect(createFramePlan(articles, settings, { ...shape, plan: 'lines' }).steps[0]).toHaveLength(10);
});

test('threads share self-collision searches in small cloths; the largest stays within guaranteed workgroup limits', () => {
  const parameters = { ...defaultClothParameters, selfCollision: true };
  for (const [cells, threads] of [
    [64, 8],
    [256, 8],
    [MAX_CELLS, 1],
  ]) {
    const grid = createGrid(cells, cells, 1, 1);
    const { shape } = possiblePlans(grid, limits);
    const { steps } = createFramePlan(grid, createSettings(grid, parameters, 1 / 60), {
      ...shape,
      plan: 'colors',
    });
    const groupsOf = (name: KernelName) => steps[0].find(({ kernel }) => kernel === name)?.workgroups;
    expect(groupsOf('separate')).toBe(Math.ceil((grid.particleCount * threads) / 128));
    expect(groupsOf('placeCells')).toBe(Math.ceil(bucketCount(grid) / 256));
    for (const { kernel, workgroups } of steps[0]) expect(workgroups, kernel).toBeLessThan(65_536);
  }
});

test('the kernels of tears have a thread per particle, although there are six times as many links', () => {
  const { particleCount, tears } = resolveDefinition({ columns: 50, rows: 50, tearing: tearing() }).sheet;
  expect(tears?.gpu.dispatches.map(({ workgroups }) => workgroups)).toEqual(
    Array(3).fill(Math.ceil(particleCount / 128)),
  );
});

test('plans depend on size and limits', () => {
  const plansOf = (cells: number, more: Partial<typeof limits> = {}) =>
    possiblePlans(createGrid(cells, cells, 1, 1), { ...limits, ...more }).plans;
  expect(plansOf(30)).toEqual(['whole', 'lines', 'colors']);
  expect(plansOf(50)).toEqual(['lines', 'colors']);
  expect(
    plansOf(50, {
      maxComputeWorkgroupStorageSize: 49152,
      maxComputeInvocationsPerWorkgroup: 1024,
      maxComputeWorkgroupSizeX: 1024,
    }),
  ).toEqual(['whole', 'lines', 'colors']);
  expect(plansOf(1024)).toEqual(['colors']);
  expect(plansOf(1024, { maxComputeWorkgroupStorageSize: 49152 })).toEqual(['lines', 'colors']);
});

test('indices of a grid without cells are empty', () => {
  expect(gridIndices(createGrid(0, 5, 1, 1))).toHaveLength(0);
});
