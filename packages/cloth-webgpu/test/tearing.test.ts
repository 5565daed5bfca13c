import { expect, test } from 'vitest';
import {
  type Cloth,
  type ClothCpu,
  type ClothDefinition,
  ClothError,
  createClothCpu,
  tearing,
} from '../src/index.js';
import { createMesh } from '../src/mesh.js';
import { partsOf, SPAN } from '../src/tear-parts.js';
import { hash } from './gpu.js';
import { ball, disc } from './meshes.js';
import { banner, lips, swing, tearsOf } from './tears.js';

const noGravity = { x: 0, y: 0, z: 0 };
const run = (cloth: Cloth, steps: number) => {
  for (let step = 0; step < steps; step++) cloth.step();
};

/** A strip of 4 x 20 cells of 5 cm between two rows of pins, of which `pull` moves the lower one down. */
const strip = {
  ...{ columns: 4, rows: 20, width: 0.2, height: 1, gravity: noGravity, substeps: 20 },
  ...{ measureInterval: 1, stretchCompliance: 0, shearCompliance: 1e-6 },
  pins: [0, 1, 2, 3, 4, 100, 101, 102, 103, 104],
} as const;
const pull = (cloth: Cloth, by: number) => {
  for (let id = 100; id < 105; id++) cloth.setPin(id, { x: 0.05 * (id - 102), y: -0.5 - by, z: 0 });
  cloth.step();
};

test.each([disc(3, 1, 0.5), ball(1, 1)])(
  'a bending link of a mesh that tears needs the two triangles whose corners it joins',
  (shape) => {
    const mesh = createMesh(shape);
    const { spans } = partsOf(mesh, mesh);
    expect(spans).toHaveLength(SPAN * mesh.firstEdge);
    expect(mesh.firstEdge).toBeGreaterThan(10);
    for (let k = 0; k < mesh.firstEdge; k++) {
      const ends = [mesh.links[2 * k], mesh.links[2 * k + 1]];
      // each twice
      const [one, other, ...again] = spans.subarray(SPAN * k, SPAN * (k + 1));
      expect(again).toEqual([one, other]);
      const [first, second] = [one, other].map((part) => {
        const t = part - mesh.edgeCount;
        return [...mesh.triangles.subarray(3 * t, 3 * t + 3)];
      });
      // both have two corners in common, and each of them one end of the link as its third
      const common = first.filter((id) => second.includes(id));
      expect(common).toHaveLength(2);
      const others = [...first, ...second].filter((id) => !common.includes(id));
      expect(others.sort((a, b) => a - b)).toEqual(ends.sort((a, b) => a - b));
    }
  },
);

/** For each particle the lowest one that edges which pull hold it together with. */
function rootsOf(cloth: Cloth): number[] {
  const first = Array.from({ length: cloth.vertexCount }, (_, id) => id);
  const rootOf = (id: number): number => (first[id] === id ? id : rootOf(first[id]));
  for (const pairs of cloth.constraintColors())
    for (let k = 0; k < pairs.length; k += 2) {
      const [a, b] = [rootOf(pairs[k]), rootOf(pairs[k + 1])];
      first[Math.max(a, b)] = Math.min(a, b);
    }
  return first.map((_, id) => rootOf(id));
}

const uneven = (id: number) => ({ x: Math.sin(id), y: 0, z: Math.cos(2 * id) });

test.each<[string, ClothDefinition]>([
  ['grid', { columns: 12, rows: 9, selfCollision: true, velocity: (c, r) => uneven(c + 13 * r) }],
  ['chain', { columns: 0, rows: 12, velocity: (_, r) => uneven(r) }],
  ['mesh', { mesh: disc(4, 0.5), pins: [0], velocity: uneven }],
])('as long as nothing tears the bits are those without: %s', (_, definition) => {
  const without = createClothCpu(definition);
  const cloth = createClothCpu({ ...definition, tearing: tearing({ strain: 1000 }) });
  run(without, 20);
  run(cloth, 20);
  expect(hash(cloth.positions)).toBe(hash(without.positions));
  expect(hash(cloth.normals)).toBe(hash(without.normals));
  expect([cloth.isMesh, cloth.columns, cloth.rows]).toEqual([without.isMesh, without.columns, without.rows]);
  expect([cloth.width, cloth.height]).toEqual([without.width, without.height]);
  expect(cloth.liveIndices).toEqual(without.indices);
  expect(cloth.measurement.tornEdges).toBe(0);
});

test('a strip that is pulled tears in the first step in which it is strained more than the limit', () => {
  for (const strain of [0.1, 0.4]) {
    const cloth = createClothCpu({ ...strip, tearing: tearing({ strain }) });
    const twin = createClothCpu(strip);
    let by = 0;
    while (twin.measurement.largestStrain <= strain && by < 1) {
      expect(cloth.measurement.tornEdges).toBe(0);
      by += 0.003;
      for (const each of [cloth, twin]) pull(each, by);
    }
    expect(by).toBeGreaterThan(0.1 * strain);
    expect(cloth.measurement.tornEdges).toBeGreaterThan(0);
    expect(cloth.measurement.largestStrain).toBeLessThanOrEqual(twin.measurement.largestStrain);
  }
});

test('evenly strained at rest, it holds just below the limit and tears just above', () => {
  const none = Number.POSITIVE_INFINITY;
  for (const [stretch, tears] of [
    [0.195, false],
    [0.205, true],
  ] as const) {
    const cloth = createClothCpu({
      ...{ ...strip, stretchCompliance: 1e-3, shearCompliance: none, bendCompliance: none },
      shape: (column, row) => ({ x: 0.05 * (column - 2), y: 0.5 - 0.05 * (1 + stretch) * row, z: 0 }),
      tearing: tearing({ strain: 0.2 }),
    });
    run(cloth, 100);
    expect(cloth.measurement.tornEdges > 0).toBe(tears);
  }
});

test('it tears along a line into two pieces, by edges that share no particle in one step', () => {
  const cloth = createClothCpu({ ...strip, tearing: tearing({ strain: 0.3 }) });
  let most = 0;
  for (let by = 0; by < 0.6; by += 0.004) {
    const before = cloth.measurement.tornEdges;
    pull(cloth, by);
    most = Math.max(most, cloth.measurement.tornEdges - before);
  }
  expect(new Set(rootsOf(cloth)).size).toBe(2);
  expect(cloth.measurement.tornEdges).toBe(5);
  expect(most).toBeLessThanOrEqual(2);
  expect(cloth.measurement.largestStrain).toBeLessThan(0.3);
});

test.each<[distance: number | true]>([[true], [0.25]])(
  'the lips of a tear stop each other at their rest distance, and the folds beside them may close: %s',
  (selfCollision) => {
    const cloth = createClothCpu({ ...lips, selfCollision });
    const middle = Array.from({ length: 6 }, (_, column) => cloth.positions.subarray(4 * (6 + column)));
    const apart = (a: number, b: number) => Math.hypot(...[0, 1, 2].map((k) => middle[a][k] - middle[b][k]));
    for (let step = 0; step < 12; step++) {
      cloth.step();
      expect(middle[2][2] - middle[3][2]).toBeGreaterThan(0.09);
      expect(apart(2, 3)).toBeGreaterThan(0.1 - 1e-4);
    }
    // without the lips: a pair that has its edge still flies on as it was
    if (selfCollision === true) expect(apart(4, 5)).toBeCloseTo(0.05, 6);
  },
);

/** A sheet on its top edge that tears off there by its own weight. */
const heavy: ClothDefinition = {
  ...{ columns: 10, rows: 12, width: 0.5, height: 0.6, pins: 'topEdge', measureInterval: 1 },
  ...{ substeps: 4, stretchCompliance: 0.002, shearCompliance: 0.01, bendCompliance: 1e-4 },
};

test('what has come off falls freely', () => {
  const cloth = createClothCpu({ ...strip, tearing: tearing({ strain: 0.3 }) });
  for (let by = 0; by < 0.5; by += 0.004) pull(cloth, by);
  const roots = rootsOf(cloth);
  const piece = Array.from(roots.keys()).filter((id) => roots[id] === roots[104]);
  expect(roots[104]).toBeGreaterThan(4);
  for (let id = 100; id < 105; id++) cloth.freePin(id);
  cloth.setParameters({ gravity: { x: 0, y: -10, z: 0 } });
  const height = () => piece.reduce((sum, id) => sum + cloth.positions[4 * id + 1], 0) / piece.length;
  const places = [height()];
  for (let k = 0; k < 2; k++) {
    run(cloth, 30);
    places.push(height());
  }
  expect(rootsOf(cloth)).toEqual(roots);
  // y0 + v t - g t² / 2 at t = 0, T, 2 T, for whatever y0 and v: the second difference is -g T²
  expect(places[2] - 2 * places[1] + places[0]).toBeCloseTo(-10 * 0.5 * 0.5, 4);
  expect(cloth.positions[4 * 10 + 1]).toBeGreaterThan(0.2);
});

test('a cloth that flies apart keeps its momentum, and stays finite', () => {
  const cloth = createClothCpu({
    ...{
      columns: 16,
      rows: 12,
      width: 0.8,
      height: 0.6,
      pins: 'none',
      gravity: noGravity,
      measureInterval: 1,
    },
    velocity: (column, row) => ({
      x: (column - 5) * 4,
      y: 3 * Math.sin(row) + 1,
      z: 3 * Math.cos(3 * column),
    }),
    tearing: tearing({ strain: 0.3 }),
  });
  cloth.step();
  const start = cloth.measurement.meanVelocity;
  run(cloth, 60);
  const { meanVelocity: end, tornEdges, nonFinite } = cloth.measurement;
  expect(tornEdges).toBeGreaterThan(20);
  expect(nonFinite).toBe(0);
  for (const axis of ['x', 'y', 'z'] as const) expect(Math.abs(end[axis] - start[axis])).toBeLessThan(1e-4);
});

const keyOf = (a: number, b: number) => Math.min(a, b) * 1000 + Math.max(a, b);

/** The rules once more, seen from outside: edges are keys, faces are lists of edges, and each step is looked at when it has been done. */
class Referee {
  readonly #cloth: ClothCpu;
  readonly #limit: number;
  readonly #rest = new Map<number, number>();
  readonly #faces: number[][] = [];
  readonly #broken = new Set<number>();

  constructor(cloth: ClothCpu, limit: number) {
    this.#cloth = cloth;
    this.#limit = limit;
    const { indices, isMesh } = cloth;
    const places = cloth.restPositions();
    for (let k = 0; k < indices.length; k += isMesh ? 3 : 6) {
      const ids = (isMesh ? [0, 1, 2] : [0, 1, 2, 5]).map((corner) => indices[k + corner]);
      this.#faces.push(ids.map((id, corner) => keyOf(id, ids[(corner + 1) % ids.length])));
    }
    for (const key of this.#faces.flat()) {
      const [a, b] = [Math.floor(key / 1000), key % 1000];
      this.#rest.set(
        key,
        Math.hypot(...[0, 1, 2].map((axis) => places[3 * a + axis] - places[3 * b + axis])),
      );
    }
  }

  isEdge = (key: number): boolean => this.#rest.has(key);

  pulling(): number[] {
    const isThere = (face: number[]) => !face.some((key) => this.#broken.has(key));
    const held = new Set(this.#faces.filter(isThere).flat());
    return [...this.#rest.keys()].filter((key) => held.has(key));
  }

  strain(key: number): number {
    const { positions } = this.#cloth;
    const [a, b] = [Math.floor(key / 1000), key % 1000];
    const d = [0, 1, 2].map((axis) => positions[4 * a + axis] - positions[4 * b + axis]);
    return Math.hypot(...d) / (this.#rest.get(key) as number) - 1;
  }

  /** Breaks what the rules name after a step. Returns how many edges that are, and how many were above the limit. */
  look(): { breaking: number; above: number } {
    const above = this.pulling().filter((key) => this.strain(key) > this.#limit);
    const touching = (key: number, keys: Iterable<number>) =>
      [...keys].filter((other) =>
        [Math.floor(other / 1000), other % 1000].some((id) =>
          [Math.floor(key / 1000), key % 1000].includes(id),
        ),
      );
    const isMost = (key: number, others: number[]) =>
      others.every((other) => this.strain(other) <= this.strain(key));
    const breaking = above.filter(
      (key) =>
        isMost(key, touching(key, above)) && (isMost(key, above) || touching(key, this.#broken).length > 0),
    );
    for (const key of breaking) this.#broken.add(key);
    return { breaking: breaking.length, above: above.length };
  }
}

test.each(['grid', 'mesh'])('every step breaks the edges that the rules name: %s', (what) => {
  const soft = { stretchCompliance: 1e-3, bendCompliance: 1e-3 };
  const cloth = createClothCpu({
    ...(what === 'grid'
      ? { columns: 12, rows: 10, width: 1.2, height: 1, shearCompliance: 1e-3 }
      : { mesh: disc(6, 0.5, 0.3) }),
    ...{ ...soft, pins: 'none', gravity: noGravity, substeps: 3, measureInterval: 1 },
    velocity: (k, row) => ({
      x: 9 * Math.sin(k + row),
      y: 8 * Math.cos(k * k),
      z: 8 * Math.sin(3 * k + row),
    }),
    tearing: tearing({ strain: 0.25 }),
  });
  const referee = new Referee(cloth, Math.fround(0.25));
  const tears = tearsOf(cloth);
  const edges = referee.pulling().length;
  let [broken, spared] = [0, 0];
  for (let step = 0; step < 24; step++) {
    const before = referee.pulling();
    cloth.step();
    const { breaking, above } = referee.look();
    broken += breaking;
    spared += above - breaking;
    const pulling = referee.pulling();
    const actual = new Set<number>();
    for (const pairs of cloth.constraintColors())
      for (let k = 0; k < pairs.length; k += 2) actual.add(keyOf(pairs[k], pairs[k + 1]));
    const byNumber = (a: number, b: number) => a - b;
    expect([...actual].filter(referee.isEdge).sort(byNumber)).toEqual(pulling.sort(byNumber));
    const gone = before.filter((key) => !pulling.includes(key)).sort(byNumber);
    expect(tears.get(cloth.stepCount) ?? '').toBe(
      gone.flatMap((key) => [Math.floor(key / 1000), key % 1000]).join(' '),
    );
    const { tornEdges, largestStrain, meanStrain } = cloth.measurement;
    const mean = pulling.reduce((sum, key) => sum + Math.abs(referee.strain(key)), 0) / pulling.length;
    expect(meanStrain).toBeCloseTo(mean, 4);
    expect(tornEdges).toBe(edges - pulling.length);
    expect(largestStrain).toBeCloseTo(Math.max(...pulling.map((key) => referee.strain(key))), 4);
  }
  expect(broken).toBeGreaterThan(15);
  expect(spared).toBeGreaterThan(15);
  // some have lost all their faces without breaking
  expect(cloth.measurement.tornEdges).toBeGreaterThan(broken);
});

test('nothing that pulls spans a tear, in a grid and in a mesh, and faces beside it are gone', () => {
  for (const shape of [{ columns: 14, rows: 14, width: 1, height: 1 }, { mesh: disc(7, 0.5) }]) {
    const cloth = createClothCpu({
      ...shape,
      ...{ pins: 'none', gravity: noGravity, tearing: tearing({ strain: 0.25 }) },
      velocity: (k, row) => ({
        x: 40 * Math.sin(k + row),
        y: 30 * Math.cos(k * k),
        z: 30 * Math.sin(0.3 * k),
      }),
    });
    const whole = cloth.constraintColors().map((pairs) => pairs.slice());
    run(cloth, 50);
    const pulling = new Set<number>();
    for (const pairs of cloth.constraintColors())
      for (let k = 0; k < pairs.length; k += 2)
        if (pairs[k] !== pairs[k + 1]) pulling.add(keyOf(pairs[k], pairs[k + 1]));
    expect(pulling.size).toBeGreaterThan(50);
    expect(pulling.size).toBeLessThan(whole.flatMap((pairs) => [...pairs]).length / 2 - 5);
    const faces: number[][] = [];
    for (let k = 0; k < cloth.indices.length; k += 3) {
      const face = [...cloth.indices.subarray(k, k + 3)];
      const now = [...cloth.liveIndices.subarray(k, k + 3)];
      if (now[0] === now[1]) expect(now).toEqual([0, 0, 0]);
      else {
        expect(now).toEqual(face);
        faces.push(face);
      }
    }
    expect(faces.length).toBeGreaterThan(10);
    expect(faces.length).toBeLessThan(cloth.indices.length / 3 - 10);
    // a face that is there has all its sides, but for the diagonal of a cell that is no edge
    const seen = new Set<number>();
    for (const [a, b, c] of faces)
      for (const side of [keyOf(a, b), keyOf(b, c), keyOf(c, a)]) {
        expect(pulling.has(side)).toBe(true);
        seen.add(side);
      }
    // every edge that pulls, and with it every bending link, is an edge of some face or a link between two
    for (const side of pulling) {
      const [a, b] = [Math.floor(side / 1000), side % 1000];
      const isAround = (id: number) => faces.some((face) => face.includes(id));
      expect(seen.has(side) || (isAround(a) && isAround(b))).toBe(true);
    }
    expect(cloth.normals.every(Number.isFinite)).toBe(true);
  }
});

test('the same input gives the same bits; snapshots keep the tears, and what is restored goes on alike', () => {
  const definition = { ...heavy, tearing: tearing({ strain: 0.5 }) };
  const [first, second] = [createClothCpu(definition), createClothCpu(definition)];
  const start = encode(first);
  return start.then(async (whole) => {
    while (first.measurement.tornEdges < 8 && first.stepCount < 300)
      for (const each of [first, second]) each.step();
    expect(hash(first.positions)).toBe(hash(second.positions));
    expect(first.liveIndices).toEqual(second.liveIndices);
    const torn = await first.snapshot();
    const third = createClothCpu(definition);
    third.restore(torn);
    expect(third.measurement.tornEdges).toBe(first.measurement.tornEdges);
    expect(third.liveIndices).toEqual(first.liveIndices);
    for (const each of [first, third]) run(each, 30);
    expect(hash(third.positions)).toBe(hash(first.positions));
    expect(third.liveIndices).toEqual(first.liveIndices);
    // and back: in one piece again
    const { indexVersion } = first;
    first.restore(whole);
    expect(first.liveIndices).toEqual(first.indices);
    expect(first.indexVersion).not.toBe(indexVersion);
    while (first.stepCount < third.stepCount) first.step();
    expect(hash(first.positions)).toBe(hash(third.positions));
  });
});

test('each tear is told once: also after several steps in one frame, with a listener that throws, and after a restored state', async () => {
  const definition = { ...heavy, tearing: tearing({ strain: 0.5 }) };
  const [first, second] = [createClothCpu(definition), createClothCpu(definition)];
  const [tears, frames] = [tearsOf(first), tearsOf(second)];
  run(first, 20);
  const whole = await first.snapshot();
  second.subscribe(({ type }) => {
    if (type === 'torn') throw new Error('not my day');
  });
  while (second.stepCount < 120)
    try {
      second.advance(4 / 60);
    } catch (error) {
      expect(error).toMatchObject({ message: 'not my day' });
    }
  run(first, 100);
  expect(tears.size).toBeGreaterThan(3);
  expect([...frames]).toEqual([...tears]);
  // back to before: what tears again is told again
  const since = (after: number) => [...frames].filter(([step]) => step > after);
  first.restore(whole);
  tears.clear();
  run(first, 10);
  const torn = await first.snapshot();
  run(first, 90);
  expect([...tears]).toEqual(since(20));
  // on to a state with tears: they are no news, whatever was told before
  const third = createClothCpu(definition);
  third.restore(whole);
  third.restore(torn);
  first.restore(torn);
  tears.clear();
  const later = tearsOf(third);
  for (const each of [first, third]) run(each, 90);
  expect(since(30).length).toBeGreaterThan(3);
  expect([...tears]).toEqual(since(30));
  expect([...later]).toEqual(since(30));
});

test('after a rollback, what tears again is told again, and what the checkpoint contains is not', () => {
  const definition = { ...heavy, tearing: tearing({ strain: 0.5 }), checkpointInterval: 8 };
  const [cloth, other] = [createClothCpu(definition), createClothCpu(definition)];
  const reference = tearsOf(other);
  run(other, 30);
  const told: [step: number, edges: string][] = [];
  cloth.subscribe((event) => {
    if (event.type === 'torn') told.push([event.step, event.edges.join(' ')]);
    if (event.type === 'nonFinite') told.push([event.step, 'back']);
  });
  run(cloth, 12);
  cloth.positions[4 * 100] = Number.NaN;
  run(cloth, 23);
  expect(cloth.stepCount).toBe(30);
  const between = (from: number, to: number) => [...reference].filter(([step]) => step > from && step <= to);
  expect(told).toEqual([...between(0, 12), [8, 'back'], ...between(8, 30)]);
  expect(between(8, 12).length).toBeGreaterThan(2);
});

test('a snapshot with tears is refused where there are none, a damaged one everywhere', async () => {
  const cloth = createClothCpu({ columns: 3, rows: 3, tearing: tearing() });
  const bytes = await cloth.snapshot();
  expect(() => createClothCpu({ columns: 3, rows: 3 }).restore(bytes)).toThrow(
    'snapshot.version: expected 1 (create the cloth with tearing for 2, without for 1), got 2',
  );
  const without = await createClothCpu({ columns: 3, rows: 3 }).snapshot();
  expect(() => cloth.restore(without)).toThrow(/snapshot.version/);
  bytes[bytes.length - 9] ^= 1;
  expect(() => cloth.restore(bytes)).toThrow(/snapshot.checksum/);
});

test('a pointer reaches through a hole, and what it pulls hard it tears out', async () => {
  const cloth = createClothCpu({
    ...{ columns: 12, rows: 12, width: 1.2, height: 1.2, pins: 'topEdge', substeps: 10 },
    tearing: tearing({ strain: 0.5 }),
  });
  const ray = { origin: { x: 0, y: 0, z: -5 }, direction: { x: 0, y: 0, z: 1 } };
  expect(await cloth.grab(1, ray)).toMatchObject({ particle: 84 });
  for (let z = -5; z > -9; z -= 0.1) {
    cloth.moveGrab(1, { origin: { x: 0, y: 0, z }, direction: { x: 0, y: 0, z: 1 } });
    cloth.step();
  }
  cloth.release(1, { x: 0, y: 0, z: -9 });
  cloth.setParameters({ damping: 8 });
  run(cloth, 120);
  const { tornEdges } = await cloth.measure();
  expect(tornEdges).toBeGreaterThan(3);
  expect(tornEdges).toBeLessThan(60);
  expect(await cloth.grab(1, ray)).toBe(null);
});

test('the air presses on what is left: a particle without faces flies straight on, out of the bounds', async () => {
  const cloth = createClothCpu({
    ...{ columns: 8, rows: 8, width: 0.8, height: 0.8, pins: 'none', gravity: noGravity },
    ...{
      airDensity: 0.05,
      inverseMass: 400,
      wind: { x: 0, y: 0, z: 5 },
      stretchCompliance: 1,
      shearCompliance: 1,
    },
    velocity: (column, row) => (column === 8 && row === 8 ? { x: 60, y: -60, z: 0 } : noGravity),
    tearing: tearing({ strain: 1 }),
  });
  const places: number[][] = [];
  for (let k = 0; k < 3; k++) {
    run(cloth, 10);
    places.push([...cloth.positions]);
  }
  expect(rootsOf(cloth)[80]).toBe(80);
  const bend = (o: number) => Math.abs(places[2][o] - 2 * places[1][o] + places[0][o]);
  expect(bend(4 * 40 + 2)).toBeGreaterThan(1e-3);
  expect(bend(4 * 80 + 2)).toBeLessThan(1e-5);
  const { bounds, largestSpeed } = await cloth.measure();
  expect(cloth.positions[4 * 80]).toBeGreaterThan(bounds.max.x + 10);
  expect(largestSpeed).toBeLessThan(60);
  const roots = rootsOf(cloth);
  const held = roots.flatMap((root, id) => (roots.filter((other) => other === root).length > 1 ? [id] : []));
  expect(held.length).toBeGreaterThan(60);
  expect(bounds.max.x).toBe(Math.max(...held.map((id) => cloth.positions[4 * id])));
});

test('a blade through a banner cuts the edges that it crosses in the next step, and what is below falls freely', async () => {
  const cloth = createClothCpu(banner);
  const tears = tearsOf(cloth);
  run(cloth, 3);
  expect(await cloth.cut(swing(0.05, -1, 1))).toBe(11);
  expect(cloth.measurement.tornEdges, 'not yet').toBe(0);
  run(cloth, 1);
  const cutEdges = Array.from({ length: 11 }, (_, column) => `${44 + column} ${55 + column}`).join(' ');
  expect([...tears]).toEqual([[4, cutEdges]]);
  expect((await cloth.measure()).tornEdges).toBe(11);
  expect(await cloth.cut(swing(0.05, -1, 1)), 'cut already').toBe(0);
  const roots = rootsOf(cloth);
  expect(new Set(roots)).toEqual(new Set([0, 55]));
  const before = cloth.positions[4 * 120 + 1];
  const speed = (await cloth.readVelocities())[4 * 120 + 1];
  run(cloth, 30);
  const fallen = before + 0.5 * speed - (10 / 2) * 0.5 * (0.5 + 1 / 960);
  expect(Math.abs(cloth.positions[4 * 120 + 1] - fallen)).toBeLessThan(0.02);
  expect(cloth.positions[4 * 44 + 1]).toBeGreaterThan(0);
});

test('a blade cuts as far as it reaches, whichever way its corners go; one that is in the plane or misses cuts nothing', async () => {
  const cut = (blade: readonly { x: number; y: number; z: number }[], definition = {}) =>
    createClothCpu({ ...banner, ...definition }).cut(blade);
  const half = swing(0.05, -1, 0.01);
  expect(await cut(half)).toBe(6);
  expect(await cut([...half].reverse())).toBe(6);
  expect(await cut(swing(0.05, -1, 1).slice(0, 3)), 'a triangle, to x = -0.25').toBe(3);
  expect(await cut(swing(0.7, -1, 1)), 'above').toBe(0);
  expect(await cut(half.map(({ x, y, z }) => ({ x, y, z: z + 1 }))), 'in front').toBe(0);
  expect(await cut(half.map(({ x, z }) => ({ x, y: z, z: 0 }))), 'in the plane').toBe(0);
  // through the particles of a row: the edges above and below them, and not those along the row, which are in the plane of the blade
  expect(
    await cut(swing(0, -1, 1), {
      shape: (column: number, row: number) => ({ x: column / 10 - 0.5, y: (5 - row) / 10, z: 0 }),
    }),
  ).toBe(22);
  expect(await cut(swing(0.05, -1, 1), { columns: 0 }), 'a rope').toBe(1);
});

test('a stroke over a picture cuts what is seen along it, round its bends', async () => {
  const eye = { x: 0, y: 0, z: -3 };
  // as seen on the cloth: along a row to the middle, down across three rows, and on to the right
  const stroke = [
    [-0.6, 0.05],
    [0.02, 0.05],
    [0.02, -0.25],
    [0.6, -0.25],
  ];
  const behind = stroke.map(([x, y]) => ({ x: 2 * x, y: 2 * y, z: 3 }));
  expect(await createClothCpu(banner).cut([eye, ...behind])).toBe(6 + 3 + 5);
});

test('a cut is forgotten with a restored state, and what is no blade is refused', async () => {
  const cloth = createClothCpu(banner);
  run(cloth, 1);
  const start = await cloth.snapshot();
  await cloth.cut(swing(0.05, -1, 1));
  cloth.restore(start);
  run(cloth, 2);
  expect((await cloth.measure()).tornEdges).toBe(0);
  const refused = (of: Cloth, blade: unknown) =>
    of.cut(blade as []).catch((error: ClothError) => error.field);
  expect(await refused(cloth, undefined)).toBe('blade[0]');
  expect(await refused(cloth, swing(0, 0, 1).slice(0, 2))).toBe('blade[2]');
  expect(await refused(cloth, [...swing(0, 0, 1), { x: 0, y: Number.NaN, z: 0 }])).toBe('blade[4].y');
  expect(await refused(createClothCpu({ columns: 2, rows: 2 }), swing(0, 0, 1))).toBe('definition.tearing');
});

test('wrong input is refused by name', () => {
  for (const strain of [0, -1, Number.NaN, Infinity, 2000])
    expect(() => tearing({ strain })).toThrow(/tearing.strain/);
  expect(() => tearing({ stain: 1 } as object)).toThrow(/tearing.stain/);
  expect(() => createClothCpu({ tearing: { strain: 1 } })).toThrow(ClothError);
  expect(() => createClothCpu({ tearing: tearing(), tethers: true })).toThrow(/definition.tethers/);
  const cloth = createClothCpu({ columns: 2, rows: 2, tearing: tearing() });
  expect(() => cloth.setParameters({ tethers: 1.1, damping: 3 })).toThrow(/parameters.tethers/);
  expect(cloth.parameters.damping).toBe(0);
});

test('the bounds of a cloth of which nothing is left are a point', async () => {
  const cloth = createClothCpu({
    ...{ columns: 1, rows: 1, pins: 'none', gravity: noGravity, tearing: tearing() },
    ...{ stretchCompliance: 1, shearCompliance: 1 },
    velocity: (column) => ({ x: column === 0 ? -300 : 300, y: 0, z: 0 }),
  });
  cloth.step();
  expect((await cloth.measure()).bounds).toEqual({ min: noGravity, max: noGravity });
});

test('pins feel no pull across a tear', async () => {
  const cloth = createClothCpu({ ...strip, tearing: tearing({ strain: 0.3 }) });
  const largest = async () => Math.max(...(await cloth.pinForces()).map(({ force }) => Math.abs(force.y)));
  for (let by = 0; by < 0.1; by += 0.004) pull(cloth, by);
  expect(cloth.measurement.tornEdges).toBe(0);
  const before = await largest();
  for (let by = 0.1; by < 0.5; by += 0.004) pull(cloth, by);
  expect(cloth.measurement.tornEdges).toBe(5);
  cloth.setParameters({ damping: 8 });
  run(cloth, 300);
  expect(await largest()).toBeLessThan(before / 100);
});

const encode = (cloth: Cloth) => cloth.snapshot();
