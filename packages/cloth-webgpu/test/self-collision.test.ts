import { expect, test } from 'vitest';
import {
  type ClothCpu,
  type ClothDefinition,
  type ClothError,
  createClothCpu,
  type Vector3,
} from '../src/index.js';
import { closest, folded, laidToAndFro } from './layers.js';

const none = Number.POSITIVE_INFINITY;
const createFolded = (more: ClothDefinition, columns?: number) => createClothCpu(folded(more, columns));
const zero = { x: 0, y: 0, z: 0 };
/** Only self-collision is active. */
const alone: ClothDefinition = {
  gravity: zero,
  stretchCompliance: none,
  shearCompliance: none,
  bendCompliance: none,
  pins: 'none',
};
const at = (cloth: ClothCpu, id: number) => [...cloth.positions.subarray(4 * id, 4 * id + 3)];
const run = (cloth: ClothCpu, steps: number) => {
  for (let step = 0; step < steps; step++) cloth.step();
  return cloth;
};

/** Two particles with rest distance `spacing`, at two positions with two velocities. */
function pair(
  places: readonly [Vector3, Vector3],
  velocities: readonly [Vector3, Vector3],
  more: ClothDefinition,
): ClothCpu {
  return createClothCpu({
    ...alone,
    ...{ columns: 1, rows: 0, width: 4, selfCollision: 1 },
    shape: (column) => places[column],
    velocity: (column) => velocities[column],
    ...more,
  });
}

test('two particles colliding head-on stay at the thickness distance, with their common velocity', async () => {
  const cloth = pair(
    [zero, { x: 1.1, y: 0, z: 0 }],
    [
      { x: 3, y: 1, z: 0 },
      { x: -2, y: 1, z: 0 },
    ],
    {
      inverseMass: [1, 1 / 4],
    },
  );
  run(cloth, 12);
  const [x1, , , , x2] = cloth.positions;
  expect(x2 - x1).toBeCloseTo(1, 5);
  const velocity = await cloth.readVelocities();
  for (const o of [0, 4]) {
    expect(velocity[o]).toBeCloseTo((3 - 4 * 2) / 5, 5);
    expect(velocity[o + 1]).toBeCloseTo(1, 5);
  }
});

test('friction reduces the tangential speed by at most friction times the impact speed, as Coulomb friction does', async () => {
  const [impact, slip] = [1, 0.5];
  for (const [selfFriction, left] of [
    [0, slip],
    [0.3, slip - 0.3 * impact],
    [0.45, slip - 0.45 * impact],
    [1, 0],
  ]) {
    const cloth = pair([zero, { x: 1.0001, y: 0, z: 0 }], [{ x: impact, y: slip, z: 0 }, zero], {
      selfFriction,
      substeps: 50,
    });
    run(cloth, 1);
    const velocity = await cloth.readVelocities();
    expect(velocity[1] - velocity[5]).toBeCloseTo(left, 2);
    expect(velocity[0] - velocity[4]).toBeCloseTo(0, 2);
  }
});

test.each([
  { x: 1, y: 0, z: 0 },
  { x: 0, y: -1, z: 0 },
  { x: 0, y: 0, z: 1 },
  { x: 0.6, y: 0.64, z: -0.48 },
])('a particle that passed through within a substep along $x, $y, $z is returned to its own side', (n) => {
  // 300 substeps per second: from 0.8 d to -0.7 d
  const along = (length: number): Vector3 => ({ x: length * n.x, y: length * n.y, z: length * n.z });
  const cloth = pair([zero, along(0.8)], [along(1.5 * 300), zero], {});
  run(cloth, 1);
  const [x1, y1, z1, , x2, y2, z2] = cloth.positions;
  expect((x2 - x1) * n.x + (y2 - y1) * n.y + (z2 - z1) * n.z).toBeGreaterThan(0.8 - 1e-4);
});

test('3.27 layers starting at half the distance separate to the full distance at 1 m/s, and stay there', async () => {
  const [count, spacing] = [6, 0.05];
  const cloth = createClothCpu({
    ...alone,
    columns: count - 1,
    rows: 2 * count - 1,
    width: (count - 1) * spacing,
    height: (2 * count - 1) * spacing,
    selfCollision: true,
    // folded: row k is below row 2 count - 1 - k
    shape: (column, row) => ({
      x: column * spacing,
      y: row < count ? 0 : spacing / 2,
      z: (row < count ? row : 2 * count - 1 - row) * spacing,
    }),
  });
  const gaps = () =>
    // the two rows at the fold are neighbours in the cloth
    Array.from({ length: count * (count - 1) }, (_, id) => {
      const [column, row] = [id % count, Math.floor(id / count)];
      return at(cloth, column + (2 * count - 1 - row) * count)[1] - at(cloth, id)[1];
    });
  cloth.step();
  for (const gap of gaps()) expect(gap).toBeCloseTo(spacing / 2 + 1 / 60, 6);
  run(cloth, 20);
  for (const gap of gaps()) expect(gap).toBeCloseTo(spacing, 6);
  expect((await cloth.measure()).largestSpeed).toBeLessThan(1e-6);
});

test('momentum and the path of the centre of mass are conserved, energy does not increase', async () => {
  let seed = 5;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32 - 0.5;
  };
  const vector = (size: number) => ({ x: size * random(), y: size * random(), z: size * random() });
  const count = 12 * 12;
  const mass = Array.from({ length: count }, () => 1 + random());
  const cloth = createClothCpu({
    ...alone,
    columns: 11,
    rows: 11,
    width: 1.1,
    height: 1.1,
    selfCollision: 0.1,
    inverseMass: mass.map((m) => 1 / m),
    shape: () => vector(0.6),
    velocity: () => vector(4),
  });
  const sums = async () => {
    const velocity = await cloth.readVelocities();
    const total = { momentum: [0, 0, 0], place: [0, 0, 0], energy: 0, absolute: 0 };
    for (let id = 0; id < count; id++)
      for (let axis = 0; axis < 3; axis++) {
        const v = velocity[4 * id + axis];
        total.momentum[axis] += mass[id] * v;
        total.place[axis] += mass[id] * cloth.positions[4 * id + axis];
        total.energy += (mass[id] * v * v) / 2;
        total.absolute += Math.abs(mass[id] * v);
      }
    return total;
  };
  const start = await sums();
  let energy = start.energy;
  for (let step = 1; step <= 60; step++) {
    cloth.step();
    const now = await sums();
    expect(now.energy).toBeLessThan(energy * (1 + 1e-6));
    energy = now.energy;
    for (let axis = 0; axis < 3; axis++) {
      expect(Math.abs(now.momentum[axis] - start.momentum[axis])).toBeLessThan(1e-5 * start.absolute);
      const way = (now.place[axis] - start.place[axis]) / 60 - (start.momentum[axis] * step) / 3600;
      expect(Math.abs(way)).toBeLessThan(1e-5);
    }
  }
  // there were contacts
  expect(energy).toBeLessThan(0.9 * start.energy);
});

test('a flat cloth at rest does not move, and a cloth without self-contact is bit-identical', () => {
  const level: ClothDefinition = {
    gravity: zero,
    pins: 'none',
    columns: 20,
    rows: 20,
    width: 2,
    height: 2,
    ripple: 0,
  };
  // alone it does nothing; together with the constraints, which round, it adds nothing
  for (const change of [alone, level]) {
    const [start, without, flat] = [
      createClothCpu({ ...level, ...change }),
      run(createClothCpu({ ...level, ...change }), 30),
      run(createClothCpu({ ...level, ...change, selfCollision: 0.4 }), 30),
    ];
    expect(flat.positions).toEqual(without.positions);
    if (change === alone) expect(flat.positions).toEqual(start.positions);
  }
  const [plain, self] = [false, true].map((selfCollision) =>
    run(createClothCpu({ columns: 16, rows: 16, pins: 'topEdge', selfCollision }), 60),
  );
  expect(self.positions).toEqual(plain.positions);
});

test('a folded cloth: its layers keep the distance to 4 %, with more substeps to 2 %', () => {
  const spacing = 0.05;
  for (const substeps of [5, 10]) {
    const cloth = createFolded({ selfCollision: true, substeps }, 8);
    let least = Number.POSITIVE_INFINITY;
    for (let step = 0; step < 180; step++) {
      cloth.step();
      if (step % 5 === 0) least = Math.min(least, closest(cloth, cloth.positions, spacing));
    }
    expect(least).toBeGreaterThan(substeps === 5 ? 0.96 : 0.98);
    // the cloth is in two layers
    const upper = cloth.positions.filter(
      (_, word) => word % 4 === 1 && cloth.positions[word] > 0.6 * spacing,
    );
    expect(upper.length).toBeGreaterThan(9 * 15);
  }
  const without = run(createFolded({}, 8), 100);
  expect(closest(without, without.positions, spacing)).toBeLessThan(0.5);
});

test('layers on a held layer load it with their full weight, and do not sink into each other', async () => {
  const [layers, count, spacing] = [4, 12, 0.05];
  const rows = layers * count;
  // back and forth: row k of a layer is above row k of the layers below
  const cloth = createClothCpu({
    ...{ columns: count - 1, rows: rows - 1, width: (count - 1) * spacing, height: (rows - 1) * spacing },
    ...{ selfCollision: true, stretchCompliance: 1e-8, bendCompliance: 1e-4, damping: 2 },
    pins: Array.from({ length: count * count }, (_, id) => id),
    shape: (column, row) => {
      const [layer, along] = [Math.floor(row / count), row % count];
      const z = layer % 2 === 0 ? along : count - 1 - along;
      return { x: column * spacing, y: layer * spacing, z: z * spacing };
    },
  });
  run(cloth, 40);
  const [steps, weight] = [80, 10 * count * count * (layers - 1)];
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    cloth.step();
    for (const { force } of await cloth.pinForces()) sum += force.y;
  }
  expect(-sum / steps / weight).toBeCloseTo(1, 2);
  const heightOf = (layer: number) => {
    const ids = Array.from({ length: count * count }, (_, id) => layer * count * count + id);
    return ids.reduce((total, id) => total + at(cloth, id)[1], 0) / ids.length / spacing;
  };
  for (let layer = 1; layer < layers; layer++)
    expect(heightOf(layer) - heightOf(layer - 1), `${layer}`).toBeGreaterThan(0.9);
});

test('a stack of five layers comes to rest without oscillating between its contacts on both sides', async () => {
  const cloth = createClothCpu(laidToAndFro(5, 5, 4, 0.1, 0.2, { substeps: 10, normals: false }));
  run(cloth, 240);
  for (let step = 0; step < 60; step++) {
    const { largestSpeed } = await run(cloth, 1).measure();
    expect(largestSpeed, `step ${step}`).toBeLessThan(0.01);
  }
  // still a stack, not a heap: four distances high where it is flat
  const { min, max } = cloth.measurement.bounds;
  expect(max.y - min.y).toBeGreaterThan(4 * 0.2 * 0.95);
});

/** Distance (m) and speed (m/s) of a particle after half a second on a fixed sheet with slope `angle`, of cells of d / 4. */
async function slide(angle: number, selfFriction: number): Promise<readonly [way: number, speed: number]> {
  const [columns, slope, apart, spacing] = [8, 36, 7, 0.05];
  const rows = slope + apart;
  const count = columns + 1;
  const cloth = createClothCpu({
    ...alone,
    ...{ columns, rows, width: columns * spacing, height: rows * spacing },
    ...{ selfCollision: 4 * spacing, selfFriction },
    gravity: { x: 0, y: -10 * Math.cos(angle), z: 10 * Math.sin(angle) },
    pins: Array.from({ length: count * rows }, (_, id) => id),
    // the rows in between, which are near the last one at rest, are moved out of the way
    shape: (column, row) => {
      const x = column * spacing;
      if (row < slope) return { x, y: 0, z: row * spacing };
      return row < rows ? { x, y: -9 - row, z: 0 } : { x, y: 4 * spacing, z: 8.5 * spacing };
    },
  });
  const id = rows * count + columns / 2;
  const [, , start] = at(run(cloth, 15), id);
  run(cloth, 30);
  return [at(cloth, id)[2] - start, (await cloth.readVelocities())[4 * id + 2]];
}

test('on a slope formed by itself the cloth stays below the angle of friction, and slides above it', async () => {
  const friction = 0.3;
  for (const angle of [0.1, 0.2, 0.27]) {
    const [way, speed] = await slide(angle, friction);
    expect(Math.abs(way)).toBeLessThan(1e-3);
    expect(Math.abs(speed)).toBeLessThan(1e-3);
  }
  for (const [angle, each] of [
    [0.5, friction],
    [0.6, friction],
    [0.4, 0.1],
    [0.4, 0],
    [0.2, 0],
  ]) {
    // s = a t² / 2 with a = g (sin - friction cos), from 15 steps to 45; the bumps of the sheet's particles increase the coefficient
    const [way] = await slide(angle, each);
    const felt = Math.tan(angle) - way / (0.5 * (0.75 ** 2 - 0.25 ** 2)) / (10 * Math.cos(angle));
    expect(felt).toBeGreaterThan(each);
    expect(felt).toBeLessThan(each + 0.07);
  }
});

test('moving pins push the layers on them at their speed, and drag them by friction', async () => {
  const spacing = 0.5;
  // a fixed strip of 13 particles that moves up, or sideways, below one particle
  const play = async (velocity: Vector3, steps: number) => {
    const cloth = createClothCpu({
      ...alone,
      ...{ columns: 33, rows: 0, width: 33 * spacing, selfCollision: 2, selfFriction: 0.5 },
      gravity: { x: 0, y: velocity.y === 0 ? -10 : 0, z: 0 },
      pins: Array.from({ length: 33 }, (_, id) => id),
      shape: (column) =>
        column < 33
          ? { x: (Math.min(column, 20) - 10) * spacing, y: column > 20 ? -50 - 3 * column : 0, z: 0 }
          : { x: 0.25, y: 2, z: 0 },
    });
    for (let step = 1; step <= steps; step++) {
      for (let id = 0; id <= 20; id++)
        cloth.setPin(id, {
          x: (id - 10) * spacing + (velocity.x * step) / 60,
          y: (velocity.y * step) / 60,
          z: 0,
        });
      cloth.step();
    }
    return { place: at(cloth, 33), velocity: (await cloth.readVelocities()).subarray(4 * 33, 4 * 33 + 3) };
  };
  const lifted = await play({ x: 0, y: 6, z: 0 }, 10);
  expect(lifted.velocity[1]).toBeGreaterThan(5.7);
  expect(lifted.place[1]).toBeGreaterThan(2 + 0.95);
  const taken = await play({ x: 1, y: 0, z: 0 }, 40);
  // 5 m/s² accelerate it to 1 m/s in 0.2 s
  expect(taken.velocity[0]).toBeCloseTo(1, 1);
  expect(Math.abs(taken.place[0] - 0.25 - (40 / 60 - 0.1))).toBeLessThan(0.06);
});

test('a free cloth folded by force conserves momentum and the path of its centre to rounding', async () => {
  const cloth = createFolded({
    ...{ gravity: zero, colliders: [], selfCollision: true, damping: 0 },
    // the halves collide at 2 m/s while the whole cloth moves and rotates
    velocity: (column, row) => ({ x: 1 + 0.02 * row, y: row < 20 ? 1 : -1, z: 0.05 * column }),
  });
  const count = cloth.vertexCount;
  const momentum = async () => {
    const velocity = await cloth.readVelocities();
    return [0, 1, 2].map((axis) => {
      let sum = 0;
      for (let id = 0; id < count; id++) sum += velocity[4 * id + axis];
      return sum / count;
    });
  };
  const center = () =>
    [0, 1, 2].map((axis) => {
      let sum = 0;
      for (let id = 0; id < count; id++) sum += cloth.positions[4 * id + axis];
      return sum / count;
    });
  const [velocity, start] = [await momentum(), center()];
  let least = Number.POSITIVE_INFINITY;
  for (let step = 1; step <= 60; step++) {
    cloth.step();
    least = Math.min(least, closest(cloth, cloth.positions, 0.05));
    const [now, place] = [await momentum(), center()];
    for (let axis = 0; axis < 3; axis++) {
      // a position rounding error of 6e-8 m gives 2e-5 m/s in a substep; over 697 particles and 300 substeps the mean error is about 1e-5
      expect(Math.abs(now[axis] - velocity[axis])).toBeLessThan(3e-5);
      expect(Math.abs(place[axis] - start[axis] - (velocity[axis] * step) / 60)).toBeLessThan(3e-5);
    }
  }
  // the halves have touched
  expect(least).toBeLessThan(1);
});

test('a half falling onto the other half, held flat, does not pass through it', () => {
  const spacing = 0.05;
  const lower = Array.from({ length: 17 * 15 }, (_, id) => id);
  const drop = (selfCollision: boolean) =>
    run(createFolded({ selfCollision, colliders: [], pins: lower }), 0);
  const cloth = drop(true);
  /** Lowest position of the upper half above the fixed one, in spacings. */
  const lowest = (each: ClothCpu) => {
    let least = Number.POSITIVE_INFINITY;
    for (let id = 17 * 24; id < each.vertexCount; id++) {
      const [x, y, z] = at(each, id);
      const isAbove = x > spacing && x < 15 * spacing && z > 2 * spacing && z < 12 * spacing;
      if (isAbove) least = Math.min(least, (y - 0.02) / spacing);
    }
    return least;
  };
  for (let step = 0; step < 120; step++) {
    cloth.step();
    // the lowest possible position is above the middle of a cell: sqrt(1 - 1 / 2)
    expect(lowest(cloth)).toBeGreaterThan(0.6);
  }
  expect(lowest(run(drop(false), 30))).toBeLessThan(-1);
});

test('a restored state continues bit-identically, and self-collision can be switched on and off while running', async () => {
  const cloth = run(createFolded({ selfCollision: true }), 40);
  const copy = createFolded({ selfCollision: true });
  copy.restore(await cloth.snapshot());
  expect(run(copy, 20).positions).toEqual(run(cloth, 20).positions);
  const [off, never] = [createFolded({ selfCollision: 0.1 }), createFolded({})];
  off.setParameters({ selfCollision: false });
  expect(run(off, 60).positions).toEqual(run(never, 60).positions);
  never.setParameters({ selfCollision: true, selfFriction: 1 });
  expect(closest(run(never, 120), never.positions, 0.05)).toBeGreaterThan(0.5);
});

test('3.26 coinciding or very distant particles stay finite, with or without separating', () => {
  const heap = createClothCpu({
    ...alone,
    columns: 5,
    rows: 5,
    shape: () => ({ x: 1, y: 2, z: 3 }),
    selfCollision: true,
  });
  expect(run(heap, 60).positions.every(Number.isFinite)).toBe(true);
  const far = createClothCpu({
    columns: 5,
    rows: 5,
    center: { x: 1e30, y: -1e25, z: 0 },
    selfCollision: true,
  });
  expect(run(far, 2).positions.every(Number.isFinite)).toBe(true);
  const lost = createClothCpu({ columns: 5, rows: 5, selfCollision: true, checkpointInterval: 0 });
  lost.positions.fill(Number.NaN, 40, 43);
  lost.positions[44] = Number.POSITIVE_INFINITY;
  expect(run(lost, 2).stepCount).toBe(2);
  expect(run(createClothCpu({ columns: 0, rows: 0, selfCollision: true }), 2).stepCount).toBe(2);
});

test('values out of range are rejected by name and change nothing', () => {
  const cloth = createClothCpu({ columns: 10, rows: 20, width: 1, height: 1, selfCollision: 0.2 });
  const bad: [string, unknown][] = [
    ['selfCollision', 0],
    ['selfCollision', -1],
    // 4 x 1 m / 20
    ['selfCollision', 0.2000001],
    ['selfCollision', Number.NaN],
    ['selfCollision', 'yes'],
    ['selfCollision', null],
    ['selfFriction', -0.1],
    ['selfFriction', 10.1],
    ['selfFriction', Number.NaN],
  ];
  const fieldOf = (call: () => void) => {
    try {
      call();
    } catch (error) {
      return (error as ClothError).field;
    }
    return null;
  };
  for (const [name, value] of bad) {
    expect(fieldOf(() => cloth.setParameters({ [name]: value }))).toBe(`parameters.${name}`);
    expect(fieldOf(() => createClothCpu({ columns: 10, rows: 20, width: 1, height: 1, [name]: value }))).toBe(
      `definition.${name}`,
    );
  }
  expect(cloth.parameters.selfCollision).toBe(0.2);
  // four times the spacing in its usual notation, if the quotient rounds to less
  for (const columns of [6, 8, 12, 43]) {
    const cells = { columns, rows: 43, width: columns * 0.05, height: 43 * 0.05 };
    expect(createClothCpu({ ...cells, selfCollision: 0.2 }).parameters.selfCollision).toBe(0.2);
    expect(fieldOf(() => createClothCpu({ ...cells, selfCollision: 0.2 * (1 + 1e-9) }))).toBe(
      'definition.selfCollision',
    );
  }
  expect(createClothCpu({ columns: 0, rows: 0, selfCollision: 5 }).parameters.selfCollision).toBe(5);
  // cells of 1 m x 10 cm: the meaning of `true`, the larger spacing, may also be given as a number
  const long: ClothDefinition = { ...alone, columns: 4, rows: 4, width: 4, height: 0.4 };
  const [named, said] = [true, 1].map((selfCollision) => createClothCpu({ ...long, selfCollision }));
  expect(run(named, 2).positions).toEqual(run(said, 2).positions);
  expect(fieldOf(() => createClothCpu({ ...long, selfCollision: 1.0001 }))).toBe('definition.selfCollision');
});
