import { expect, test } from 'vitest';
import { type ClothCpu, type ClothError, type Collider, createClothCpu } from '../src/index.js';
import { at, bead, run } from './bead.js';

const g = 10;
const velocityOf = async (cloth: ClothCpu, id = 0) => [
  ...(await cloth.readVelocities()).subarray(4 * id, 4 * id + 3),
];

/** A plane through the origin that rises by `angle` along x. */
const slope = (angle: number, friction: number): Collider => ({
  type: 'plane',
  point: { x: 0, y: 0, z: 0 },
  normal: { x: -Math.sin(angle), y: Math.cos(angle), z: 0 },
  friction,
});

test('on a slope: stays for friction above tan a, slides at g (sin a - friction cos a) below it', async () => {
  const angle = 0.4;
  const held = run(createClothCpu({ ...bead, colliders: [slope(angle, Math.tan(angle) + 0.01)] }), 120);
  expect(Math.hypot(...at(held))).toBeLessThan(1e-6);
  for (const friction of [0, 0.1, 0.3]) {
    const cloth = run(createClothCpu({ ...bead, colliders: [slope(angle, friction)] }), 60);
    const a = g * (Math.sin(angle) - friction * Math.cos(angle));
    const [vx, vy] = await velocityOf(cloth);
    expect(Math.hypot(vx, vy) / a).toBeCloseTo(1, 4);
    expect(vy / vx).toBeCloseTo(Math.tan(angle), 4);
    // symplectic Euler with 300 substeps per second
    expect(Math.hypot(...at(cloth)) / (0.5 * a * (1 + 1 / 300))).toBeCloseTo(1, 3);
  }
});

test('an impact has no bounce: a falling particle rests at the thickness', async () => {
  const floor: Collider = { type: 'plane', point: { x: 0, y: -1, z: 0 }, normal: { x: 0, y: 3, z: 0 } };
  const cloth = createClothCpu({ ...bead, columns: 4, rows: 4, thickness: 0.02, colliders: [floor] });
  let highest = Number.NEGATIVE_INFINITY;
  for (let step = 0; step < 240; step++) {
    cloth.step();
    const { max } = (await cloth.measure()).bounds;
    if (step > 120) highest = Math.max(highest, max.y);
  }
  expect((await cloth.measure()).bounds.min.y).toBeCloseTo(-0.98, 6);
  expect(highest).toBeLessThan(2.1);
});

test('a belt moves a cloth lying on it: acceleration friction g up to the belt speed', async () => {
  const speed = 1;
  const belt = (x: number): Collider[] => [
    { type: 'plane', point: { x, y: 0, z: 0 }, normal: { x: 0, y: 1, z: 0 }, friction: 0.2 },
  ];
  const cloth = createClothCpu({ ...bead, colliders: belt(0) });
  const speeds: number[] = [];
  for (let step = 1; step <= 60; step++) {
    cloth.moveColliders(belt((speed * step) / 60));
    cloth.step();
    speeds.push((await velocityOf(cloth))[0]);
  }
  expect(speeds[14] / (0.2 * g * (15 / 60))).toBeCloseTo(1, 3);
  expect(speeds[59]).toBeCloseTo(speed, 4);
});

test('a rising floor pushes at its own speed, and a cloth that leaves it flies on', async () => {
  const floor = (y: number): Collider[] => [
    { type: 'plane', point: { x: 0, y, z: 0 }, normal: { x: 0, y: 1, z: 0 } },
  ];
  const cloth = createClothCpu({ ...bead, colliders: floor(0) });
  for (let step = 1; step <= 30; step++) {
    cloth.moveColliders(floor((2 * step) / 60));
    cloth.step();
  }
  expect((await velocityOf(cloth))[1]).toBeCloseTo(2, 4);
  expect(at(cloth)[1]).toBeCloseTo(1, 6);
  // the collider is no longer moved: it stops, and the bead continues upwards
  cloth.step();
  expect((await velocityOf(cloth))[1]).toBeCloseTo(2 - g / 60, 3);
});

test('3.21 draped over a ball: no particle inside it, no cell as deep as l² / 4 (R + thickness)', () => {
  const [R, thickness, cells] = [0.3, 0.01, 32];
  const cloth = createClothCpu({
    columns: cells,
    rows: cells,
    width: 1,
    height: 1,
    pins: 'none',
    substeps: 20,
    damping: 1,
    bendCompliance: 1e-4,
    thickness,
    colliders: [{ type: 'sphere', center: { x: 0, y: 0, z: 0 }, radius: R }],
    shape: (column, row) => ({ x: column / cells - 0.5, y: 0.35, z: row / cells - 0.5 }),
  });
  run(cloth, 90);
  const { positions, indices } = cloth;
  const length = (x: number, y: number, z: number) => Math.sqrt(x * x + y * y + z * z);
  let least = Number.POSITIVE_INFINITY;
  let leastInside = Number.POSITIVE_INFINITY;
  for (let o = 0; o < positions.length; o += 4)
    least = Math.min(least, length(positions[o], positions[o + 1], positions[o + 2]));
  for (let k = 0; k < indices.length; k += 3) {
    const corners = [...indices.subarray(k, k + 3)].map((id) => at(cloth, id));
    const middle = [0, 1, 2].map((axis) => (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3);
    leastInside = Math.min(leastInside, length(middle[0], middle[1], middle[2]));
  }
  const spacing = 1 / cells;
  expect(least).toBeGreaterThan(R + thickness - 1e-5);
  expect(leastInside).toBeGreaterThan(R + thickness - spacing ** 2 / (4 * (R + thickness)));
  // the cloth does touch the ball
  expect(least).toBeLessThan(R + thickness + 1e-4);
  expect((positions[4 * 16 * 33 + 1 + 4 * 16] as number) > R).toBe(true);
});

test('a rope over a rail holds up to a load ratio of e^(friction pi), Euler and Eytelwein', () => {
  const [radius, links, length, friction] = [0.1, 120, 2.4, 0.3];
  const rise = (ratio: number) => {
    const arc = Math.PI * radius;
    const short = (length - arc) / (1 + ratio);
    const spacing = length / links;
    const cloth = createClothCpu({
      columns: 0,
      rows: links,
      height: length,
      pins: 'none',
      substeps: 40,
      thickness: 0,
      stretchCompliance: 0,
      bendCompliance: Number.POSITIVE_INFINITY,
      damping: 0,
      colliders: [
        { type: 'capsule', from: { x: 0, y: 0, z: -1 }, to: { x: 0, y: 0, z: 1 }, radius, friction },
      ],
      shape: (_, row) => {
        const s = row * spacing;
        if (s < short) return { x: -radius, y: s - short, z: 0 };
        if (s < short + arc) {
          const turn = (s - short) / radius;
          return { x: -radius * Math.cos(turn), y: radius * Math.sin(turn), z: 0 };
        }
        return { x: radius, y: short + arc - s, z: 0 };
      },
    });
    const before = at(cloth)[1];
    let highest = before;
    for (let step = 0; step < 60; step++) highest = Math.max(highest, at(run(cloth, 1))[1]);
    return highest - before;
  };
  const limit = Math.exp(friction * Math.PI);
  expect(rise(0.9 * limit)).toBeLessThan(0.01);
  expect(rise(1.1 * limit)).toBeGreaterThan(0.1);
});

test('a cloth lying on a tilting capsule stays in place, on the side and at the end', () => {
  const radius = 0.5;
  // a log that oscillates about the z axis with a period of four seconds; its ends never accelerate away from the bead on them
  const log = (angle: number): Collider => {
    const [x, y] = [2 * Math.cos(angle), 2 * Math.sin(angle)];
    return {
      ...{ type: 'capsule', radius, friction: 20 },
      from: { x: -x, y: -y, z: 0 },
      to: { x, y, z: 0 },
    };
  };
  for (const [along, up] of [
    [0.3, radius],
    [2 + radius * Math.SQRT1_2, radius * Math.SQRT1_2],
  ]) {
    const center = { x: along, y: up, z: 0 };
    const cloth = createClothCpu({ ...bead, substeps: 20, center, colliders: [log(0)] });
    for (let step = 1; step <= 240; step++) {
      const angle = 0.4 * Math.sin((Math.PI * step) / 120);
      cloth.moveColliders([log(angle)]);
      cloth.step();
      const [x, y] = at(cloth);
      expect(x).toBeCloseTo(along * Math.cos(angle) - up * Math.sin(angle), 2);
      expect(y).toBeCloseTo(along * Math.sin(angle) + up * Math.cos(angle), 2);
    }
  }
});

test('a capsule has round ends, and is a ball when its ends coincide', () => {
  const nearest = (colliders: Collider[]) => {
    const cloth = createClothCpu({ ...bead, center: { x: 0.55, y: 1, z: 0 }, thickness: 0.05, colliders });
    run(cloth, 120);
    return at(cloth);
  };
  const rod = (friction: number): Collider[] => [
    { type: 'capsule', from: { x: -0.5, y: 0, z: 0 }, to: { x: 0.5, y: 0, z: 0 }, radius: 0.2, friction },
  ];
  // with friction it sticks where it landed on the round end; without friction it slides off
  const [x, y] = nearest(rod(10));
  expect(Math.hypot(x - 0.5, y)).toBeCloseTo(0.25, 5);
  expect(x).toBeCloseTo(0.55, 2);
  expect(nearest(rod(0))[1]).toBeLessThan(-1);
  const ball = nearest([{ type: 'sphere', center: { x: 0.5, y: 0, z: 0 }, radius: 0.2, friction: 10 }]);
  expect(ball).toEqual([x, y, 0]);
});

test('a cloth created inside a ball is pushed out at 1 m/s and does not burst', async () => {
  const cloth = createClothCpu({
    columns: 20,
    rows: 20,
    width: 1,
    height: 1,
    pins: 'none',
    gravity: { x: 0, y: 0, z: 0 },
    ripple: 1e-3,
    colliders: [{ type: 'sphere', center: { x: 0, y: 0, z: -0.1 }, radius: 0.4 }],
  });
  let fastest = 0;
  for (let step = 0; step < 60; step++) {
    cloth.step();
    fastest = Math.max(fastest, (await cloth.measure()).largestSpeed);
  }
  // removed in one step, the penetration would give 90 m/s
  expect(fastest).toBeLessThan(5);
  for (let o = 0; o < cloth.positions.length; o += 4) {
    const [x, y, z] = cloth.positions.subarray(o, o + 3);
    expect(Math.hypot(x, y, z + 0.1)).toBeGreaterThan(0.41 - 1e-5);
  }
});

test('moved colliders take effect at once; without colliders the cloth is unchanged', () => {
  const sphere = (x: number): Collider[] => [{ type: 'sphere', center: { x, y: 0, z: 0 }, radius: 0.3 }];
  const [plain, passed] = [createClothCpu(), createClothCpu({ colliders: sphere(-100) })];
  run(plain, 5);
  run(passed, 3);
  // the collider jumps from one side of the cloth to the other without hitting anything
  passed.setColliders(sphere(100));
  run(passed, 2);
  expect(passed.positions).toEqual(plain.positions);
  passed.setColliders([]);
  expect([passed.colliders, run(passed, 1).positions]).toEqual([[], run(plain, 1).positions]);
});

test('invalid colliders are rejected by name and change nothing', () => {
  const zero = { x: 0, y: 0, z: 0 };
  const ball: Collider = { type: 'sphere', center: zero, radius: 1 };
  const cloth = createClothCpu({ ...bead, colliders: [ball] });
  const bad: [string, unknown][] = [
    ['colliders', ball],
    ['colliders.length', new Array(33).fill(ball)],
    ['colliders[1].type', [ball, { type: 'cone' }]],
    ['colliders[0].type', [null]],
    ['colliders[0].radius', [{ ...ball, radius: -1 }]],
    ['colliders[0].center.y', [{ ...ball, center: { x: 0, y: Number.NaN, z: 0 } }]],
    ['colliders[0].friction', [{ ...ball, friction: -0.1 }]],
    ['colliders[0].normal', [{ type: 'plane', point: zero, normal: zero }]],
    ['colliders[0].to', [{ type: 'capsule', from: zero, radius: 1 }]],
  ];
  const fieldOf = (call: () => void) => {
    try {
      call();
    } catch (error) {
      return (error as ClothError).field;
    }
    return null;
  };
  for (const [field, colliders] of bad) {
    expect(fieldOf(() => cloth.setColliders(colliders as Collider[]))).toBe(field);
    expect(fieldOf(() => createClothCpu({ colliders: colliders as Collider[] }))).toBe(`definition.${field}`);
  }
  expect(fieldOf(() => cloth.moveColliders([]))).toBe('colliders.length');
  const plane: Collider = { type: 'plane', point: zero, normal: { x: 0, y: 1, z: 0 } };
  expect(fieldOf(() => cloth.moveColliders([plane]))).toBe('colliders[0].type');
  expect(cloth.colliders).toEqual([ball]);
});

test.each([
  [60, 0.4, 0.06],
  [85, 8, 0.7],
])(
  'in a wedge of two planes %i degrees steep a particle sinks in by less than %f mm, and %f mm at rest',
  (steep, arriving, resting) => {
    const angle = (steep * Math.PI) / 180;
    const normals = [1, -1].map((side) => ({ x: side * Math.sin(angle), y: Math.cos(angle), z: 0 }));
    const cloth = createClothCpu({
      ...{ ...bead, thickness: 0.01, shape: () => ({ x: 0.002, y: 0.3, z: 0 }) },
      colliders: normals.map((normal) => ({
        type: 'plane',
        point: { x: 0, y: 0, z: 0 },
        normal,
        friction: 0,
      })),
    });
    const depth = () => {
      const [x, y] = at(cloth);
      return Math.max(...normals.map((n) => 10 - 1000 * (x * n.x + y * n.y)));
    };
    let most = 0;
    for (let step = 0; step < 180; step++) {
      cloth.step();
      most = Math.max(most, depth());
    }
    expect(most).toBeLessThan(arriving);
    expect(depth()).toBeLessThan(resting);
  },
);

test('a ball that moves less than a quarter of its radius per substep does not slip through a free sheet', () => {
  const radius = 0.15;
  for (const [speed, substeps] of [
    [10, 5],
    [20, 10],
  ] as const) {
    let z = -0.3;
    const ball = () => [{ type: 'sphere', center: { x: 0.013, y: 0.021, z }, radius }] as const;
    const cloth = createClothCpu({
      ...{ columns: 20, rows: 20, width: 1, height: 1, density: 0.3, pins: 'none', strainLimit: 0, substeps },
      ...{ gravity: { x: 0, y: 0, z: 0 }, colliders: ball() },
    });
    const rest = cloth.restPositions();
    const hit = Array.from({ length: cloth.vertexCount }, (_, id) => id).filter(
      (id) => Math.hypot(rest[3 * id] - 0.013, rest[3 * id + 1] - 0.021) < 0.1,
    );
    while (z < 0.3) {
      z += speed / 60;
      cloth.moveColliders(ball());
      cloth.step();
    }
    for (const id of hit) expect(cloth.positions[4 * id + 2], `particle ${id}`).toBeGreaterThan(z);
  }
});
