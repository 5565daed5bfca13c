import { expect, test } from 'vitest';
import { type ClothCpu, type ClothDefinition, createClothCpu, tearing } from '../src/index.js';

const none = Number.POSITIVE_INFINITY;
const earth = { x: 0, y: -9.81, z: 0 };
const weightless = { x: 0, y: 0, z: 0 };

/** A vertical chain of `links`, its top particle pinned. */
const chain = (links: number, more: ClothDefinition): ClothCpu =>
  createClothCpu({
    columns: 0,
    rows: links,
    pins: [0],
    gravity: earth,
    stretchCompliance: 0,
    bendCompliance: none,
    ripple: 0,
    sleeping: false, // the last micrometres count
    ...more,
  });

const run = (cloth: ClothCpu, seconds: number, each?: (step: number) => void): ClothCpu => {
  const steps = Math.round(seconds / cloth.stepSeconds);
  for (let step = 1; step <= steps; step++) {
    cloth.step();
    each?.(step);
  }
  return cloth;
};
const y = (cloth: ClothCpu, id: number) => cloth.positions[4 * id + 1];
const relative = (value: number, expected: number) => Math.abs(value / expected - 1);

for (const substeps of [1, 5, 60]) {
  test(`3.2 hanging mass: elongation alpha m g at ${substeps} substeps, damping or not`, () => {
    const cloth = chain(1, {
      height: 1 / 64,
      inverseMass: 10,
      stretchCompliance: 1e-3,
      substeps,
      damping: 4,
    });
    run(cloth, 20);
    // a float32 coordinate of 1/128 m changes by at least 2^-31 m, compared with g h^2
    const rounding = (2 ** -31 * (60 * substeps) ** 2) / 9.81;
    expect(relative(y(cloth, 0) - y(cloth, 1) - 1 / 64, 9.81e-4)).toBeLessThan(1e-5 + rounding);
  });
}

// density rho, modulus E along the threads: a strip of length L that hangs by one end is longer by rho g L^2 / 2 E
test.each([
  ['its columns', 'columns', {}],
  ['its columns, while it can tear', 'columns', { tearing: tearing({ strain: 10 }) }],
  ['its rows', 'rows', {}],
] as const)('warp and weft: a strip that hangs by %s elongates by their modulus', (_what, hung, more) => {
  const [columns, rows, width, height, density] = [6, 8, 0.18, 0.4, 0.3];
  const [spacingX, spacingY] = [width / columns, height / rows];
  // 20 times as stiff along the columns
  const [alongRows, alongColumns] = [2, 40];
  const [length, modulus] = hung === 'rows' ? [width, alongRows] : [height, alongColumns];
  const count = columns + 1;
  const held = hung === 'rows' ? Array.from({ length: rows + 1 }, (_, row) => row * count) : 'topEdge';
  const cloth = createClothCpu({
    ...{ columns, rows, width, height, density, pins: held, ripple: 0, substeps: 60, damping: 8, ...more },
    gravity: hung === 'rows' ? { x: 9.81, y: 0, z: 0 } : earth,
    stretchCompliance: spacingX / (alongRows * spacingY),
    columnCompliance: spacingY / (alongColumns * spacingX),
    // every thread hangs by itself
    shearCompliance: none,
    bendCompliance: none,
  });
  run(cloth, 6);
  // in the middle of the free end: threads at the sides bear half the weight
  const end = hung === 'rows' ? columns + (rows / 2) * count : columns / 2 + rows * count;
  const [x, down] = [cloth.positions[4 * end], cloth.positions[4 * end + 1]];
  const elongation = hung === 'rows' ? x - width / 2 : -height / 2 - down;
  expect(relative(elongation, (density * 9.81 * length ** 2) / (2 * modulus))).toBeLessThan(5e-3);
});

test("the threads along columns are like those along rows, unless they have a compliance; a mesh has none, and 'auto'", () => {
  const [stretched, same, other] = [{}, { columnCompliance: 1e-4 }, { columnCompliance: 1e-3 }].map((more) =>
    run(chain(4, { height: 1, stretchCompliance: 1e-4, ...more }), 0.5),
  );
  expect(same.positions).toEqual(stretched.positions);
  expect(y(other, 4)).toBeLessThan(y(same, 4) - 0.01);
  other.setParameters({ columnCompliance: 'auto', stretchCompliance: none });
  expect(y(run(other, 0.5), 4)).toBeLessThan(-1.2);
  const mesh = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] };
  expect(() => createClothCpu({ mesh, columnCompliance: 1 })).toThrow("'auto': a mesh has no columns, got 1");
  expect(() => createClothCpu({ columnCompliance: 'warp' as never })).toThrow(
    "definition.columnCompliance: expected a number >= 0, got 'warp'",
  );
});

/** x_k = x_0 r^k cos(k theta), r = (1 + w^2 h^2)^(-1/2), theta = atan(w h): implicit Euler from rest. */
const implicitEuler = (start: number, omega: number, h: number, k: number) =>
  (start * Math.cos(k * Math.atan(omega * h))) / (1 + (omega * h) ** 2) ** (k / 2);

for (const [substeps, period, ratio] of [
  [5, 0.199425, 0.4366],
  [30, 0.198712, 0.8703],
]) {
  test(`3.3 oscillator at ${substeps} substeps: period ${period}, amplitude ${ratio} after 0.5 s`, () => {
    const h = 1 / 60 / substeps;
    const omega = Math.sqrt(1 / 1e-3);
    expect((2 * Math.PI * h) / Math.atan(omega * h)).toBeCloseTo(period, 6);
    expect((1 + (omega * h) ** 2) ** (-0.25 / h)).toBeCloseTo(ratio, 4);
    const cloth = chain(1, {
      height: 1,
      gravity: weightless,
      stretchCompliance: 1e-3,
      substeps,
      shape: (_, row) => ({ x: 0, y: row * -1.25, z: 0 }),
    });
    run(cloth, 0.5, (step) => {
      const expected = implicitEuler(0.25, omega, h, step * substeps);
      expect(Math.abs(-y(cloth, 1) - 1 - expected)).toBeLessThan(1e-4);
    });
  });
}

test('3.4 two free masses: period 0.172919 at 5 substeps, centre of mass at rest', () => {
  const h = 1 / 300;
  const omega = Math.sqrt((1 + 1 / 3) / 1e-3);
  expect((2 * Math.PI) / omega).toBeCloseTo(0.172072, 6);
  expect((2 * Math.PI * h) / Math.atan(omega * h)).toBeCloseTo(0.172919, 6);
  const cloth = chain(1, {
    height: 1,
    pins: 'none',
    gravity: weightless,
    stretchCompliance: 1e-3,
    inverseMass: [1, 1 / 3],
    shape: (_, row) => ({ x: 0, y: row * -1.25, z: 0 }),
  });
  const center = (y(cloth, 0) + 3 * y(cloth, 1)) / 4;
  run(cloth, 0.5, (step) => {
    const expected = implicitEuler(0.25, omega, h, 5 * step);
    expect(Math.abs(y(cloth, 0) - y(cloth, 1) - 1 - expected)).toBeLessThan(3e-5);
    expect((y(cloth, 0) + 3 * y(cloth, 1)) / 4).toBeCloseTo(center, 4);
  });
});

for (const damping of [0, 3]) {
  test(`3.5 free fall of 4.921350 m in 1 s without a change of shape, damping ${damping}`, () => {
    const cloth = createClothCpu({ columns: 8, rows: 8, pins: 'none', gravity: earth, ripple: 0, damping });
    const start = cloth.positions.slice();
    run(cloth, 1);
    for (let id = 0; id < cloth.vertexCount; id++) {
      expect(start[4 * id + 1] - y(cloth, id)).toBeCloseTo(4.92135, 4);
      expect(cloth.positions[4 * id]).toBeCloseTo(start[4 * id], 4);
      expect(cloth.positions[4 * id + 2]).toBe(0);
    }
  });
}

test('damping does not affect a thrown cloth in flight and calms a hanging one', async () => {
  const thrown = createClothCpu({
    columns: 8,
    rows: 8,
    pins: 'none',
    damping: 5,
    velocity: { x: 3, y: 4, z: 0 },
  });
  run(thrown, 1);
  const { x, y: up } = (await thrown.measure()).meanVelocity;
  expect(x).toBeCloseTo(3, 3);
  expect(up).toBeCloseTo(-6, 3);
  const speedAfter = async (damping: number) => {
    const hanging = createClothCpu({ columns: 8, rows: 8, damping, velocity: { x: 0, y: 0, z: 2 } });
    return (await run(hanging, 5).measure()).largestSpeed;
  };
  expect(await speedAfter(5)).toBeLessThan(0.05 * (await speedAfter(0)));
});

test('3.22 wind: a free cloth moves with it, sinking at g / c', async () => {
  const wind = { x: 3, y: 0.5, z: -2 };
  const cloth = createClothCpu({ columns: 4, rows: 4, pins: 'none', gravity: earth, drag: 2, wind });
  run(cloth, 10);
  const { meanVelocity } = await cloth.measure();
  expect(meanVelocity.x).toBeCloseTo(wind.x, 4);
  expect(meanVelocity.y).toBeCloseTo(wind.y - 9.81 / 2, 4);
  expect(meanVelocity.z).toBeCloseTo(wind.z, 4);
});

test('in a wind as fast as the cloth the motion equals that at rest in still air', async () => {
  const wind = { x: 1, y: 0, z: -2 };
  const same: ClothDefinition = {
    columns: 6,
    rows: 6,
    pins: 'none',
    gravity: earth,
    drag: 1.5,
    damping: 0.5,
    bendCompliance: 1e-4,
  };
  const [still, carried] = [createClothCpu(same), createClothCpu({ ...same, wind, velocity: wind })];
  run(still, 1);
  run(carried, 1);
  for (let o = 0; o < still.positions.length; o += 4) {
    expect(carried.positions[o] - still.positions[o]).toBeCloseTo(1, 4);
    expect(carried.positions[o + 2] - still.positions[o + 2]).toBeCloseTo(-2, 4);
  }
});

test('a chain in the wind hangs straight at the angle whose tangent is c u / g', async () => {
  const cloth = createClothCpu({
    ...{ columns: 0, rows: 20, height: 1, pins: [0], gravity: earth },
    ...{
      drag: 3,
      wind: { x: 2, y: 0, z: 0 },
      damping: 2,
      substeps: 20,
      bendCompliance: Number.POSITIVE_INFINITY,
    },
  });
  run(cloth, 20);
  const [x, y] = cloth.positions.subarray(4 * 20);
  expect((x - cloth.positions[0]) / (cloth.positions[1] - y)).toBeCloseTo((3 * 2) / 9.81, 3);
});

test('3.22 drag: a falling cloth reaches g / c', async () => {
  const cloth = createClothCpu({ columns: 4, rows: 4, pins: 'none', gravity: earth, drag: 2 });
  const { meanVelocity } = await run(cloth, 10).measure();
  expect(relative(-meanVelocity.y, 9.81 / 2)).toBeLessThan(1e-5);
});

for (const [substeps, expected] of [
  [5, 1.07365e-2],
  [20, 5.72931e-3],
]) {
  test(`3.6 compliant chain of 10 links at ${substeps} substeps stretches by ${expected}`, () => {
    const cloth = chain(10, {
      height: 0.1,
      inverseMass: 10,
      stretchCompliance: 1e-4,
      substeps,
      damping: 5,
    });
    run(cloth, 20);
    expect(relative(y(cloth, 0) - y(cloth, 10) - 0.1, expected)).toBeLessThan(1e-4);
  });
}

test('3.7 inextensible chain of 40 links at 10 substeps stretches by g h^2 (n^2 - 2) / 2', () => {
  const cloth = chain(40, { height: 1, substeps: 10, damping: 5 });
  run(cloth, 60);
  expect(relative(y(cloth, 0) - y(cloth, 40) - 1, 0.02177)).toBeLessThan(1e-3);
});

for (const [substeps, sag] of [
  [5, 0.52528],
  [20, 0.50438],
  [60, 0.50311],
]) {
  test(`3.9 catenary of 32 links, span 1, length 1.5: sag ${sag} at ${substeps} substeps`, () => {
    const cloth = createClothCpu({
      columns: 32,
      rows: 0,
      width: 1.5,
      pins: [0, 32],
      gravity: earth,
      stretchCompliance: 0,
      bendCompliance: none,
      substeps,
      damping: 3,
      shape: (column) => {
        const x = column / 32 - 0.5;
        return { x, y: 2 * x * x - 0.5, z: 0 };
      },
    });
    run(cloth, 15);
    expect(Math.abs(-y(cloth, 16) - sag)).toBeLessThan(3e-4);
  });
}

test('3.10 10.5.7 linear momentum of a free cloth is constant', () => {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 31 - 1;
  };
  const cloth = createClothCpu({
    columns: 16,
    rows: 16,
    width: 0.5,
    height: 0.5,
    pins: 'none',
    gravity: weightless,
    velocity: () => ({ x: random(), y: random(), z: random() }),
  });
  const momentum = async () => {
    const { meanVelocity } = await cloth.measure();
    return [meanVelocity.x, meanVelocity.y, meanVelocity.z].map((v) => v * 289);
  };
  return (async () => {
    const before = await momentum();
    const velocities = await cloth.readVelocities();
    let scale = 0;
    for (let o = 0; o < velocities.length; o += 4)
      scale += Math.hypot(velocities[o], velocities[o + 1], velocities[o + 2]);
    run(cloth, 2);
    const after = await momentum();
    for (const axis of [0, 1, 2]) expect(Math.abs(after[axis] - before[axis]) / scale).toBeLessThan(1e-5);
  })();
});

test('3.12 pendulum: period 2.0071 at 5 substeps, amplitude 0.74 after 19 s', () => {
  const angle = 0.1;
  const cloth = chain(1, {
    height: 1,
    shape: (_, row) => ({ x: row * Math.sin(angle), y: -row * Math.cos(angle), z: 0 }),
  });
  const crossings: number[] = [];
  let last = cloth.positions[4];
  let late = 0;
  run(cloth, 20, (step) => {
    const x = cloth.positions[4];
    if (last < 0 && x >= 0) crossings.push((step - x / (x - last)) / 60);
    if (step > 18 * 60) late = Math.max(late, Math.abs(x));
    last = x;
  });
  const periods = crossings.length - 1;
  expect((crossings[periods] - crossings[0]) / periods).toBeCloseTo(2.0071, 3);
  expect(late / Math.sin(angle)).toBeGreaterThan(0.72);
  expect(late / Math.sin(angle)).toBeLessThan(0.77);
});

test('3.13 all masses times 4: bit-identical, with alpha = 0 and with alpha / 4', () => {
  const play = (inverseMass: number, alpha: number) =>
    run(
      createClothCpu({
        columns: 12,
        rows: 12,
        inverseMass,
        stretchCompliance: alpha,
        shearCompliance: alpha,
        bendCompliance: alpha,
      }),
      1,
    ).positions.map((value, index) => (index % 4 === 3 ? 0 : value));
  expect(play(0.25, 0)).toEqual(play(1, 0));
  expect(play(0.25, 1e-6)).toEqual(play(1, 4e-6));
});

test('3.14 stiffness does not depend on substeps while alpha m >= 100 h^2', () => {
  const stretch = (substeps: number) => {
    const cloth = chain(10, { height: 0.1, stretchCompliance: 100 / 300 ** 2, substeps, damping: 5 });
    return y(run(cloth, 30), 10);
  };
  expect(relative(stretch(20), stretch(5))).toBeLessThan(0.01);
});

for (const countX of [8, 12, 16]) {
  test(`3.15 mirror symmetry is bit exact with ${countX} particles a row`, () => {
    const columns = countX - 1;
    const cloth = createClothCpu({
      columns,
      rows: 9,
      bendCompliance: 1e-5,
      shape: (column, row) => {
        const x = Math.fround((column - columns / 2) * 0.05);
        return { x, y: row * -0.06, z: 0.3 * x * x };
      },
    });
    run(cloth, 2);
    for (let row = 0; row < 10; row++) {
      for (let column = 0; column < countX; column++) {
        const here = 4 * (column + row * countX);
        const there = 4 * (columns - column + row * countX);
        expect(cloth.positions[here] + cloth.positions[there]).toBe(0);
        expect(cloth.positions[here + 1]).toBe(cloth.positions[there + 1]);
        expect(cloth.positions[here + 2]).toBe(cloth.positions[there + 2]);
      }
    }
  });
}

test('3.16 determinism: equal input gives bit-identical results', () => {
  const play = () => run(createClothCpu({ columns: 20, rows: 20, tethers: true }), 2).positions;
  expect(play()).toEqual(play());
});

test('3.17 the result translates and rotates with the scene', () => {
  const turned = (turn: (x: number, y: number) => [number, number, number]) => {
    const cloth = createClothCpu({
      columns: 8,
      rows: 8,
      width: 1,
      height: 1,
      shape: (column, row) => {
        const [x, up, z] = turn((column - 4) / 8, row / -8);
        return { x, y: up, z };
      },
    });
    return run(cloth, 0.2).positions;
  };
  const plain = turned((x, up) => [x, up, 0.1 * x]);
  const moved = turned((x, up) => [x + 4, up - 8, 0.1 * x + 2]);
  const around = turned((x, up) => [-0.1 * x, up, x]);
  for (let o = 0; o < plain.length; o += 4) {
    const [x, up, z] = plain.subarray(o, o + 3);
    [x + 4, up - 8, z + 2].forEach((value, axis) => {
      expect(moved[o + axis]).toBeCloseTo(value, 3);
    });
    [-z, up, x].forEach((value, axis) => {
      expect(around[o + axis]).toBeCloseTo(value, 3);
    });
  }
});

test('3.18 no freezing far from the origin: 4.9057 m in 1 s at y = 200 with 120 substeps', () => {
  const cloth = createClothCpu({
    columns: 0,
    rows: 0,
    pins: 'none',
    gravity: earth,
    center: { x: 0, y: 200, z: 0 },
    substeps: 60,
    stepSeconds: 1 / 120,
  });
  const drop = 200 - y(run(cloth, 1), 0);
  expect(Math.abs(drop - 4.9057)).toBeLessThan(1e-3);
});

test('3.23 tethers limit every particle in every substep', () => {
  const columns = 20;
  const cloth = createClothCpu({
    columns,
    rows: 20,
    tethers: true,
    substeps: 1,
    stepSeconds: 1 / 300,
    velocity: (column, row) => ({ x: Math.sin(3 * column), y: -row / 10, z: Math.cos(row + column) * 3 }),
  });
  let worst = 0;
  run(cloth, 2, () => {
    for (let id = 0; id < cloth.vertexCount; id++) {
      for (const pin of [0, columns]) {
        const atRest = Math.hypot(((id % 21) - pin) * 0.1, Math.floor(id / 21) * 0.15);
        const [dx, dy, dz] = [0, 1, 2].map((k) => cloth.positions[4 * id + k] - cloth.positions[4 * pin + k]);
        // 4e-7 m: rounding errors of coordinates of 1.5 m
        worst = Math.max(worst, Math.hypot(dx, dy, dz) - atRest * (1 + 2e-6) - 4e-7);
      }
    }
  });
  expect(worst).toBe(0);
});

for (const [alpha, excess] of [
  [0, 1e-4],
  [1e-4, 5e-3],
]) {
  test(`3.25 energy of a horizontal cloth released on its pins never exceeds the start, alpha ${alpha}`, async () => {
    const cloth = createClothCpu({
      columns: 24,
      rows: 24,
      gravity: earth,
      stretchCompliance: alpha,
      shearCompliance: alpha,
      bendCompliance: alpha,
      shape: (column, row) => ({ x: column / 24, y: 0, z: row / 24 }),
      width: 1,
      height: 1,
    });
    for (let frame = 0; frame < 600; frame++) {
      cloth.step();
      if (frame % 5 !== 0) continue;
      const velocities = await cloth.readVelocities();
      let energy = 0;
      for (let o = 0; o < velocities.length; o += 4) {
        const [vx, vy, vz] = velocities.subarray(o, o + 3);
        energy += 0.5 * (vx * vx + vy * vy + vz * vz) + 9.81 * cloth.positions[o + 1];
      }
      expect(energy / cloth.vertexCount).toBeLessThan(excess);
    }
  });
}
