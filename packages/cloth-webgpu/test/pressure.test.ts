import { expect, test } from 'vitest';
import {
  type ClothCpu,
  type ClothDefinition,
  ClothError,
  type Collider,
  colliderReactions,
  createClothCpu,
  type PressureOptions,
  pressure,
  tearing,
} from '../src/index.js';
import { at, run } from './bead.js';
import { Draw } from './draw.js';
import { ball, disc, insideOut, type NumberMesh, sideBySide, torus } from './meshes.js';
import { spinOf, turnRateOf } from './spin.js';

const none = { x: 0, y: 0, z: 0 };
const loose = { stretchCompliance: Number.POSITIVE_INFINITY, bendCompliance: Number.POSITIVE_INFINITY };

/** Length of each edge now and at rest, m. */
function* edgesOf(cloth: ClothCpu): Generator<readonly [now: number, rest: number]> {
  const rest = cloth.restPositions();
  const between = (positions: Float32Array, stride: number, a: number, b: number) =>
    Math.hypot(...[0, 1, 2].map((axis) => positions[stride * a + axis] - positions[stride * b + axis]));
  for (let k = 0; k < cloth.indices.length; k++) {
    const [a, b] = [cloth.indices[k], cloth.indices[k % 3 === 2 ? k - 2 : k + 1]];
    // an edge has a triangle on each side
    if (a < b) yield [between(cloth.positions, 4, a, b), between(rest, 3, a, b)];
  }
}

/** A cone over a square of 2 m x 2 m, 1 m high, whose tip alone is free: V = 4/3 y, and the gas lifts it by p dV/dy = 4/3 p. */
const cone: NumberMesh = {
  positions: [0, 1, 0, -1, 0, 1, 1, 0, 1, 1, 0, -1, -1, 0, -1],
  triangles: [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1, 1, 3, 2, 1, 4, 3],
};
const piston = (more: ClothDefinition): ClothCpu =>
  createClothCpu({ mesh: cone, pins: [1, 2, 3, 4], ripple: 0, ...loose, gravity: none, ...more });

test.each([
  [150, 0],
  [150, 40],
  [-20, 100],
  [5, 1e4],
  [40, 101325],
])(
  'a piston under a weight: absolute pressure times volume is constant (%f Pa in %f Pa)',
  (overpressure, ambient) => {
    const weight = 100;
    const slow = { damping: 3, substeps: 10, sleeping: false };
    const y = () => {
      const gravity = { x: 0, y: -weight, z: 0 };
      return at(run(piston({ pressure: pressure({ overpressure, ambient }), gravity, ...slow }), 600))[1];
    };
    // (p0 + a) / y - a = 3/4 of the weight
    const expected = (overpressure + ambient) / (0.75 * weight + ambient);
    expect(y() / expected).toBeCloseTo(1, 5);
  },
);

test('a piston swings at the frequency of its gas', () => {
  // w² = 4/3 dp/dy / m = 4/3 (p0 + a) / m
  const absolute = 300;
  const cloth = piston({
    ...{ pressure: pressure({ overpressure: 0, ambient: absolute }), substeps: 20 },
    velocity: (id) => ({ x: 0, y: id === 0 ? 0.02 : 0, z: 0 }),
  });
  const crossings: number[] = [];
  let last = 0;
  for (let step = 0; step < 300; step++) {
    cloth.step();
    const above = at(cloth)[1] - 1;
    if (step > 0 && last < 0 !== above < 0) crossings.push(step - above / (above - last));
    last = above;
  }
  const period = ((crossings[8] - crossings[0]) / 4) * cloth.stepSeconds;
  expect(period / ((2 * Math.PI) / Math.sqrt((4 / 3) * absolute))).toBeCloseTo(1, 2);
});

test('a piston comes to rest at any stiffness of its gas, and never leaves it', () => {
  for (const ambient of [1e4, 1e6, 1e9]) {
    const cloth = piston({
      ...{ pressure: pressure({ overpressure: 0, ambient }), substeps: 1 },
      velocity: (id) => ({ x: 0, y: id === 0 ? -30 : 0, z: 0 }),
    });
    for (let step = 0; step < 120; step++) expect(Math.abs(at(run(cloth, 1))[1])).toBeLessThan(2);
    expect(at(cloth)[1]).toBeCloseTo(1, 2);
  }
});

test('the overpressure of a balloon is 2 T / r', async () => {
  const gas = pressure({ overpressure: 60 });
  const compliance = 1e-2;
  const cloth = createClothCpu({
    ...{ mesh: ball(2, 0.2), density: 2, gravity: none, pressure: gas, substeps: 40, damping: 4 },
    ...{ stretchCompliance: compliance, bendCompliance: Number.POSITIVE_INFINITY },
  });
  run(cloth, 300);
  const [{ volume, overpressure }] = await gas.measure(cloth);
  // a skin of tension T that grows in proportion does the work 2 T S of its surface S, and its edges that of their forces
  let work = 0;
  for (const [now, rest] of edgesOf(cloth)) work += ((now - rest) / compliance) * now;
  // p 3 V = 2 T S, which for a sphere is p = 2 T / r
  expect(work / (3 * overpressure * volume)).toBeCloseTo(1, 2);
  expect(cloth.measurement.meanStrain).toBeGreaterThan(0.02);
});

test('a gas neither pushes nor turns a mesh of any shape, far from the origin too', async () => {
  const draw = new Draw(5);
  const mesh = ball(2, 0.5);
  for (const far of [0, 20]) {
    const cloth = createClothCpu({
      ...{ mesh, ...loose, gravity: none, stepSeconds: 1e-3, substeps: 1 },
      inverseMass: mesh.positions.slice(0, mesh.positions.length / 3).map(() => draw.between(0.5, 2)),
      pressure: pressure({ overpressure: 1000 }),
      shape: (id) => {
        const [x, y, z] = mesh.positions.slice(3 * id, 3 * id + 3);
        return { x: far + 2 * x + 0.1 * draw.between(-1, 1), y: y + x * z, z: z - far };
      },
    });
    const place = cloth.positions.slice();
    cloth.step();
    const velocity = await cloth.readVelocities();
    const sum = [0, 0, 0, 0, 0, 0];
    let all = 0;
    for (let o = 0; o < place.length; o += 4) {
      const [x, y, z] = [place[o] - far, place[o + 1], place[o + 2] + far];
      const [u, v, w] = velocity.subarray(o, o + 3).map((c) => c / place[o + 3]);
      [u, v, w, y * w - z * v, z * u - x * w, x * v - y * u].forEach((c, k) => {
        sum[k] += c;
      });
      all += Math.hypot(u, v, w);
    }
    expect(all).toBeGreaterThan(1);
    // the rounding of the places, relative to an edge of 0.2 m
    expect(Math.hypot(...sum) / all, `${far} m from the origin`).toBeLessThan(far > 0 ? 1e-4 : 1e-6);
  }
});

const taut = (mesh: NumberMesh, more: ClothDefinition = {}) =>
  createClothCpu({ mesh, gravity: none, substeps: 10, pressure: pressure(), ...more });

test('a taut mesh that nothing holds does not turn by itself', async () => {
  for (const [mesh, more] of [
    [ball(2, 0.2), { density: 0.2 }],
    [ball(2, 0.2), { density: 0.2, substeps: 5, strainLimit: 0, bendStiffness: 1e-4 }],
    [torus(0.3, 0.1, 12, 6), { density: 0.3 }],
    // of uneven masses, on one side
    [
      ball(1, 0.2),
      {
        inverseMass: ball(1, 0.2)
          .positions.slice(0, 18)
          .map((_, id) => 50 * (1 + id)),
      },
    ],
  ] as const) {
    const cloth = run(taut(mesh, more), 30);
    expect(turnRateOf(cloth.positions, await cloth.readVelocities())).toBeLessThan(4e-3);
  }
});

test('a taut mesh that turns keeps its angular momentum', async () => {
  const mesh = ball(2, 0.2);
  const velocity = (id: number) => ({
    x: -5 * mesh.positions[3 * id + 1],
    y: 5 * mesh.positions[3 * id],
    z: 0,
  });
  const cloth = taut(mesh, { density: 0.2, velocity });
  const momentumOf = async () => spinOf(cloth.positions, await cloth.readVelocities()).momentum;
  const first = await momentumOf();
  run(cloth, 60);
  const now = await momentumOf();
  for (let axis = 0; axis < 3; axis++)
    expect(Math.abs(now[axis] - first[axis]) / first[2]).toBeLessThan(2e-3);
});

test('what a fixed particle does to a taut mesh is left alone', () => {
  const mesh = ball(1, 0.2);
  const inverseMass = mesh.positions.slice(0, 18).map((_, id) => (id === 3 ? 0 : 100));
  const gravity = { x: 3, y: -10, z: 0 };
  const fixed = run(taut(mesh, { inverseMass, gravity }), 20);
  expect(fixed.positions).toEqual(run(taut(mesh, { inverseMass, gravity, pins: [3] }), 20).positions);
});

/** The part of a list with 4 numbers per particle that belongs to a ball of 18 particles among others. */
const partOf = (list: Float32Array, shell: number) => list.subarray(72 * shell, 72 * shell + 72);

test('each shell of a mesh has a gas of its own, whatever the others have', async () => {
  const balls = sideBySide([ball(1, 0.2), insideOut(ball(1, 0.2)), ball(1, 0.2)], 1);
  const gas = pressure({ overpressure: [50, 100, 400] });
  const together = run(taut(balls, { density: 0.2, pressure: gas, substeps: 20, damping: 0 }), 60);
  const inflations = await gas.measure(together);
  const [full] = await gas.measure(taut(balls, { pressure: gas, ripple: 0 }));
  for (const [shell, overpressure] of [50, 100, 400].entries()) {
    const same = pressure({ overpressure });
    const alone = run(taut(balls, { density: 0.2, pressure: same, substeps: 20, damping: 0 }), 60);
    expect(partOf(together.positions, shell)).toEqual(partOf(alone.positions, shell));
    expect(inflations[shell]).toEqual((await same.measure(alone))[shell]);
    // the amount that the ball takes at rest
    const amount = inflations[shell].overpressure * inflations[shell].volume;
    expect(amount / (overpressure * full.volume)).toBeCloseTo(1, 5);
  }
  // let out of the last one
  gas.setOverpressure(0, 2);
  expect([0, 1, 2].map((shell) => gas.overpressureOf(shell))).toEqual([50, 100, 0]);
  expect((await gas.measure(together)).map(({ overpressure }) => overpressure > 0)).toEqual([
    true,
    true,
    false,
  ]);
  gas.setOverpressure(70);
  expect([0, 1, 2].map((shell) => gas.overpressureOf(shell))).toEqual([70, 70, 70]);
});

test('of several shells, each that nothing holds keeps its own angular momentum', async () => {
  const balls = sideBySide([ball(1, 0.2), ball(1, 0.2), ball(1, 0.2)], 1);
  // the second turns about its own axis, and the third is pinned
  const velocity = (id: number) =>
    Math.floor(id / 18) === 1
      ? { x: -5 * balls.positions[3 * id + 1], y: 5 * (balls.positions[3 * id] - 1), z: 0 }
      : { x: 0, y: 0, z: 0 };
  const cloth = taut(balls, { density: 0.2, velocity, pins: [40] });
  const spinsOf = async () => {
    const velocities = await cloth.readVelocities();
    return [0, 1].map((shell) => spinOf(partOf(cloth.positions, shell), partOf(velocities, shell)).momentum);
  };
  const [, first] = await spinsOf();
  run(cloth, 30);
  const [still, turning] = await spinsOf();
  for (let axis = 0; axis < 3; axis++) {
    expect(Math.abs(still[axis] / first[2])).toBeLessThan(2e-3);
    expect(Math.abs(turning[axis] - first[axis]) / first[2]).toBeLessThan(2e-3);
  }
});

test('shells that rub against each other turn each other, and keep what they have together', async () => {
  const balls = sideBySide([ball(1, 0.2), ball(1, 0.2)], 0.36);
  // both turn the same way round, so that they rub where they touch
  const velocity = (id: number) => {
    const middle = id < 18 ? 0 : 0.36;
    return { x: -5 * balls.positions[3 * id + 1], y: 5 * (balls.positions[3 * id] - middle), z: 0 };
  };
  const cloth = taut(balls, { selfCollision: 0.1, selfFriction: 1, density: 0.2, velocity });
  const spins = async () => {
    const velocities = await cloth.readVelocities();
    const first = spinOf(partOf(cloth.positions, 0), partOf(velocities, 0));
    return [first, spinOf(cloth.positions, velocities)].map(({ momentum }) => momentum[2]);
  };
  const [first, all] = await spins();
  run(cloth, 10);
  const [now, allNow] = await spins();
  expect(now / first).toBeLessThan(0.9);
  // layers that rub are apart, which takes some of it
  expect(Math.abs(allNow / all - 1)).toBeLessThan(0.15);
});

test('what plates do to squeeze a ball is in its gas and its skin', async () => {
  const gas = pressure({ overpressure: 100 });
  const reactions = colliderReactions();
  const compliance = 2e-2;
  const plates = (half: number): Collider[] => [
    { type: 'plane', friction: 0, point: { x: 0, y: -half, z: 0 }, normal: { x: 0, y: 1, z: 0 } },
    { type: 'plane', friction: 0, point: { x: 0, y: half, z: 0 }, normal: { x: 0, y: -1, z: 0 } },
  ];
  const cloth = createClothCpu({
    ...{ mesh: ball(2, 0.3), density: 2, gravity: none, pressure: gas, reactions, substeps: 20, damping: 1 },
    ...{ stretchCompliance: compliance, bendCompliance: Number.POSITIVE_INFINITY, thickness: 0 },
    colliders: plates(0.35),
  });
  run(cloth, 120);
  const skin = () => {
    let energy = 0;
    for (const [now, rest] of edgesOf(cloth)) energy += (now - rest) ** 2 / (2 * compliance);
    return energy;
  };
  const [[before], skinBefore] = [await gas.measure(cloth), skin()];
  let work = 0;
  const steps = 240;
  for (let step = 1; step <= steps; step++) {
    cloth.moveColliders(plates(0.35 - (0.2 * step) / steps));
    cloth.step();
    const [low, high] = reactions.take();
    work += ((high.impulse.y - low.impulse.y) / cloth.stepSeconds) * (0.2 / steps);
  }
  const [after] = await gas.measure(cloth);
  const amount = before.overpressure * before.volume;
  const stored = amount * Math.log(before.volume / after.volume) + skin() - skinBefore;
  expect(after.volume / before.volume).toBeLessThan(0.9);
  // damping takes the rest
  expect(work / stored).toBeGreaterThan(1);
  expect(work / stored).toBeLessThan(1.05);
});

test('a balloon on a thread pulls at it with its weight', async () => {
  const cloth = createClothCpu({
    ...{ mesh: ball(2, 0.3), density: 1, substeps: 10, damping: 2, pins: [2] },
    ...{ pressure: pressure({ overpressure: 200 }), stretchCompliance: 1e-3 },
  });
  run(cloth, 300);
  const [{ force }] = await cloth.pinForces();
  let mass = 0;
  for (let o = 0; o < cloth.positions.length; o += 4)
    if (cloth.positions[o + 3] > 0) mass += 1 / cloth.positions[o + 3];
  expect(force.y / (-10 * mass)).toBeCloseTo(1, 3);
  expect(Math.hypot(force.x, force.z) / mass).toBeLessThan(0.02);
});

test('gas is added and let out from the next step on, and a flat cushion takes what its volume is said to be', async () => {
  const gas = pressure({ overpressure: 0, volume: 0.2 });
  const { positions, triangles } = disc(5, 0.5);
  const rim = (id: number) => id >= positions.length / 3 - 30;
  // a second disc below, sewn to the rim of the first
  const below = positions.length / 3;
  const mesh = {
    positions: [...positions, ...positions.slice(0, -90)],
    triangles: [
      ...triangles,
      ...insideOut({ positions, triangles }).triangles.map((id) => (rim(id) ? id : below + id)),
    ],
  };
  const cloth = createClothCpu({ mesh, density: 0.5, gravity: none, pressure: gas, damping: 2, drag: 1 });
  run(cloth, 30);
  expect(Math.abs((await gas.measure(cloth))[0].volume)).toBeLessThan(1e-4);
  gas.setOverpressure(10);
  expect(gas.overpressureOf()).toBe(10);
  run(cloth, 240);
  const [full] = await gas.measure(cloth);
  expect(full.volume).toBeGreaterThan(0.05);
  expect(full.volume * full.overpressure).toBeCloseTo(10 * 0.2, 6);
  const snapshot = await cloth.snapshot();
  gas.setOverpressure(0);
  run(cloth, 120);
  expect((await gas.measure(cloth))[0].overpressure).toBe(0);
  const places = cloth.positions.slice();
  cloth.restore(snapshot);
  run(cloth, 120);
  expect(cloth.positions).toEqual(places);
});

test('a mesh whose triangles face inwards is filled all the same', async () => {
  const inflated = async (mesh: NumberMesh) => {
    const gas = pressure({ overpressure: 200 });
    return (
      await gas.measure(run(createClothCpu({ mesh, density: 1, gravity: none, pressure: gas }), 60))
    )[0];
  };
  const [out, inwards] = [await inflated(ball(2, 0.3)), await inflated(insideOut(ball(2, 0.3)))];
  expect(inwards.volume / out.volume).toBeCloseTo(1, 2);
  expect(inwards.volume).toBeGreaterThan(0.1);
});

test('what cannot hold gas, and what is not a pressure, is refused', () => {
  const make = (definition: ClothDefinition) => () => createClothCpu({ pressure: pressure(), ...definition });
  expect(make({})).toThrow('definition.pressure: expected nothing in a grid');
  expect(make({ mesh: disc(2, 1) })).toThrow(
    /definition.mesh.triangles\[\d+\]: expected a closed mesh for pressure.*edge \d+ to \d+/,
  );
  expect(make({ mesh: ball(1, 1), tearing: tearing() })).toThrow(
    'definition.pressure: expected nothing beside',
  );
  const flat = { ...cone, positions: cone.positions.map((c, k) => (k % 3 === 1 ? 0 : k < 3 ? 0.1 : c)) };
  expect(make({ mesh: flat })).toThrow('pressure.volume: expected a number');
  expect(make({ mesh: flat, pressure: pressure({ volume: 1 }) })).not.toThrow();
  for (const wrong of [{}, 100, null])
    expect(make({ mesh: ball(1, 1), pressure: wrong as never })).toThrow(
      'definition.pressure: expected pressure()',
    );
  for (const options of [
    { overpressure: -1 },
    { overpressure: Number.NaN },
    { overpressure: -101, ambient: 100 },
    { ambient: -1 },
    { volume: 0 },
    { pressure: 5 } as object,
  ])
    expect(() => pressure(options)).toThrow(ClothError);
  const gas = pressure({ overpressure: 5, ambient: 100 });
  expect(() => gas.setOverpressure(-101)).toThrow('overpressure: expected a number in -100..');
  expect(gas.overpressureOf()).toBe(5);
});

test('lists have a number for each shell, and only those of the mesh can be named', async () => {
  const mesh = sideBySide([ball(0, 0.2), ball(0, 0.2)], 1);
  const make = (options: PressureOptions) => () => createClothCpu({ mesh, pressure: pressure(options) });
  expect(make({ overpressure: [1, 2, 3] })).toThrow(
    'pressure.overpressure.length: expected 2, one number for each shell, got 3',
  );
  expect(make({ volume: [1] })).toThrow(
    'pressure.volume.length: expected 2, one number for each shell, got 1',
  );
  expect(() => pressure({ overpressure: [1, -1] })).toThrow(
    'pressure.overpressure[1]: expected a number in 0..',
  );
  expect(() => pressure({ volume: [1, Number.NaN] })).toThrow('pressure.volume[1]: expected a number in');
  const gas = pressure();
  expect(() => gas.setOverpressure(1, 0)).toThrow('shell: expected a shell of a cloth that has this gas');
  const cloth = createClothCpu({ mesh, pressure: gas });
  expect(() => gas.setOverpressure(1, 2)).toThrow('shell: expected an integer in 0..1, got 2');
  expect(() => gas.overpressureOf(-1)).toThrow('shell: expected an integer in 0..1, got -1');
  await expect(pressure().measure(cloth)).rejects.toThrow('cloth: expected a cloth made with this gas');
  const half = {
    positions: mesh.positions.map((c, o) => (o > 17 && o % 3 === 1 ? 0 : c)),
    triangles: mesh.triangles,
  };
  expect(() => createClothCpu({ mesh: half, pressure: pressure() })).toThrow(ClothError);
});
