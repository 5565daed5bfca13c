import { expect, test } from 'vitest';
import {
  type BoxCollider,
  type ClothDefinition,
  type ClothError,
  type Collider,
  createClothCpu,
  type Quaternion,
  type Vector3,
} from '../src/index.js';
import { at, bead, run } from './bead.js';

const g = 10;
const zero = { x: 0, y: 0, z: 0 };

/** Rotation about a unit axis by an angle. */
const turn = ({ x, y, z }: Vector3, angle: number): Quaternion => {
  const s = Math.sin(angle / 2);
  return { x: x * s, y: y * s, z: z * s, w: Math.cos(angle / 2) };
};

/** Distance of a point to a box, computed with the box's axes as a matrix, unlike the solver. Negative inside. */
function distanceTo(box: BoxCollider, point: readonly number[]): number {
  const { x, y, z, w } = box.rotation ?? { ...zero, w: 1 };
  const axes = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
  const from = [point[0] - box.center.x, point[1] - box.center.y, point[2] - box.center.z];
  const halves = [box.halfSizes.x, box.halfSizes.y, box.halfSizes.z];
  const beyond = axes.map(
    (axis, k) => Math.abs(axis[0] * from[0] + axis[1] * from[1] + axis[2] * from[2]) - halves[k],
  );
  return Math.hypot(...beyond.map((b) => Math.max(b, 0))) + Math.min(Math.max(...beyond), 0);
}

test('draped over a box, level or on its corner: no particle inside, contact on faces, edges and corners', () => {
  const [thickness, cells] = [0.02, 40];
  const boxes: BoxCollider[] = [
    { type: 'box', center: zero, halfSizes: { x: 0.3, y: 0.2, z: 0.25 } },
    {
      type: 'box',
      center: { x: 0.02, y: -0.1, z: 0 },
      halfSizes: { x: 0.25, y: 0.25, z: 0.25 },
      rotation: turn({ x: 0.6, y: 0, z: 0.8 }, 0.8),
    },
  ];
  for (const box of boxes) {
    const cloth = createClothCpu({
      columns: cells,
      rows: cells,
      width: 1.2,
      height: 1.2,
      pins: 'none',
      substeps: 12,
      damping: 1,
      bendCompliance: 1e-4,
      thickness,
      colliders: [box],
      shape: (column, row) => ({ x: 1.2 * (column / cells - 0.5), y: 0.4, z: 1.2 * (row / cells - 0.5) }),
    });
    let least = Number.POSITIVE_INFINITY;
    for (let step = 0; step < 80; step++) {
      cloth.step();
      for (let id = 0; id < cloth.vertexCount; id++) least = Math.min(least, distanceTo(box, at(cloth, id)));
    }
    expect(least).toBeGreaterThan(thickness - 1e-5);
    expect(least).toBeLessThan(thickness + 1e-5);
    // the cloth hangs down on all sides and has not slipped off
    const heights = Array.from({ length: cloth.vertexCount }, (_, id) => at(cloth, id)[1]);
    expect(Math.min(...heights)).toBeLessThan(-0.2);
    expect(Math.max(...heights)).toBeGreaterThan(0.2);
    // counts contacts with a face, an edge or a corner: the number of coordinates of the nearest point at the box's ends
    const touched = [0, 0, 0, 0];
    for (let id = 0; id < cloth.vertexCount; id++) {
      if (distanceTo(box, at(cloth, id)) > thickness + 1e-4) continue;
      const ends = (['x', 'y', 'z'] as const).filter((axis) => {
        const halfSizes = { ...box.halfSizes, [axis]: 1e9 };
        return distanceTo({ ...box, halfSizes }, at(cloth, id)) < thickness - 1e-6;
      });
      touched[ends.length]++;
    }
    expect(touched[1]).toBeGreaterThan(10);
    expect(touched[2] + touched[3]).toBeGreaterThan(4);
  }
});

test('a bead at the exact centre, on a face, an edge or a corner is pushed out at 1 m/s and stays at rest there', async () => {
  const halfSizes = { x: 0.3, y: 0.2, z: 0.4 };
  const still: ClothDefinition = { ...bead, thickness: 0.05, gravity: zero };
  for (const rotation of [undefined, turn({ x: 0.48, y: 0.6, z: 0.64 }, 1.1)]) {
    const box: BoxCollider = {
      type: 'box',
      center: { x: 1, y: 2, z: 3 },
      halfSizes,
      ...(rotation && { rotation }),
    };
    const { x, y, z, w } = rotation ?? { ...zero, w: 1 };
    const columns = [
      [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
      [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
      [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    ];
    for (const [sx, sy, sz, deep] of [
      [0, 0, 0, 0.2],
      [0, 1, 0, 0],
      [-1, 0, 0, 0],
      [1, 0, -1, 0],
      [-1, -1, 1, 0],
    ]) {
      const local = [sx * halfSizes.x, sy * halfSizes.y, sz * halfSizes.z];
      const [cx, cy, cz] = [0, 1, 2].map((axis) =>
        local.reduce((sum, l, k) => sum + l * columns[k][axis], 0),
      );
      const center = { x: 1 + cx, y: 2 + cy, z: 3 + cz };
      const cloth = createClothCpu({ ...still, center, colliders: [box] });
      // at PUSH_SPEED a step is 1/60 m
      run(cloth, 1);
      expect(distanceTo(box, at(cloth))).toBeCloseTo(-deep + 1 / 60, 5);
      run(cloth, 30);
      expect(distanceTo(box, at(cloth))).toBeCloseTo(0.05, 5);
      // the particle left the centre through the nearest face, without velocity
      if (deep > 0) expect(Math.hypot(...at(cloth).map((c, axis) => c - axis - 1))).toBeCloseTo(0.25, 5);
      expect(Math.hypot(...(await cloth.readVelocities()).subarray(0, 3))).toBe(0);
    }
  }
});

test('on a face inclined by a: stays, or slides at g (sin a - friction cos a), and falls off at its end', async () => {
  const angle = 0.4;
  const incline = (friction: number): Collider => ({
    type: 'box',
    center: { x: 0.5 * Math.sin(angle), y: -0.5 * Math.cos(angle), z: 0 },
    halfSizes: { x: 5, y: 0.5, z: 1 },
    rotation: turn({ x: 0, y: 0, z: 1 }, angle),
    friction,
  });
  const held = run(createClothCpu({ ...bead, colliders: [incline(Math.tan(angle) + 0.01)] }), 120);
  expect(Math.hypot(...at(held))).toBeLessThan(1e-5);
  for (const friction of [0, 0.1, 0.3]) {
    const cloth = run(createClothCpu({ ...bead, colliders: [incline(friction)] }), 60);
    const a = g * (Math.sin(angle) - friction * Math.cos(angle));
    const [vx, vy] = (await cloth.readVelocities()).subarray(0, 2);
    expect(Math.hypot(vx, vy) / a).toBeCloseTo(1, 3);
    expect(vy / vx).toBeCloseTo(Math.tan(angle), 3);
    expect(Math.hypot(...at(cloth)) / (0.5 * a * (1 + 1 / 300))).toBeCloseTo(1, 3);
    expect(at(run(cloth, 180))[1]).toBeLessThan(-5);
  }
});

test('an edge is rounded by the cloth thickness', () => {
  const box: BoxCollider = {
    type: 'box',
    center: { x: 0, y: -0.2, z: 0 },
    halfSizes: { x: 0.5, y: 0.2, z: 1 },
  };
  const dropped = (friction: number) =>
    run(
      createClothCpu({
        ...bead,
        center: { x: 0.52, y: 1, z: 0 },
        thickness: 0.05,
        colliders: [{ ...box, friction }],
      }),
      120,
    );
  const [x, y] = at(dropped(10));
  expect(x).toBeCloseTo(0.52, 2);
  expect(Math.hypot(x - 0.5, y)).toBeCloseTo(0.05, 5);
  expect(at(dropped(0))[1]).toBeLessThan(-1);
});

test('a cloth on a rotating and rising box moves with it', () => {
  const [radius, spin, lift] = [0.5, 2, 0.3];
  const table = (time: number): Collider[] => [
    {
      type: 'box',
      center: { x: 0, y: lift * time - 0.1, z: 0 },
      halfSizes: { x: 1, y: 0.1, z: 1 },
      rotation: turn({ x: 0, y: 1, z: 0 }, spin * time),
      friction: 2,
    },
  ];
  const cloth = createClothCpu({ ...bead, center: { x: radius, y: 0, z: 0 }, colliders: table(0) });
  // the particle starts with the velocity of the rotating box
  cloth.setPin(0);
  cloth.freePin(0);
  let slip = 0;
  for (let step = 1; step <= 120; step++) {
    cloth.moveColliders(table(step / 60));
    cloth.step();
    const [x, , z] = at(cloth);
    if (step === 30) slip = spin / 2 - Math.atan2(-z, x);
  }
  const [x, y, z] = at(cloth);
  expect(y).toBeCloseTo(2 * lift, 5);
  // friction 2 holds 20 m/s², more than the 2 m/s² of the circular motion
  expect(Math.hypot(x, z)).toBeCloseTo(radius, 2);
  const angle = Math.atan2(-z, x);
  expect(Math.cos(angle - (2 * spin - slip))).toBeCloseTo(1, 3);
  expect(Math.abs(slip)).toBeLessThan(0.06);
});

test('a quaternion of another length or opposite sign is the same rotation; colliders are copied', () => {
  const { x, y, z, w } = turn({ x: 0, y: 0.6, z: 0.8 }, 0.7);
  const play = (scale: number) => {
    const rotation = { x: scale * x, y: scale * y, z: scale * z, w: scale * w };
    const box = {
      type: 'box' as const,
      center: { x: 0, y: -0.4, z: 0 },
      halfSizes: { x: 0.4, y: 0.3, z: 0.2 },
      rotation,
    };
    const cloth = createClothCpu({
      columns: 12,
      rows: 12,
      pins: 'none',
      width: 1,
      height: 1,
      colliders: [box],
    });
    for (let step = 0; step < 40; step++) {
      const sign = step % 2 === 0 ? 1 : -1;
      cloth.moveColliders([{ ...box, rotation: { x: sign * x, y: sign * y, z: sign * z, w: sign * w } }]);
      cloth.step();
    }
    rotation.x = 9;
    expect(cloth.colliders[0]).not.toHaveProperty('rotation.x', 9);
    return cloth.positions;
  };
  expect(play(1)).toEqual(play(-1));
  expect(play(1)).toEqual(play(4));
});

test('invalid boxes are rejected by name and change nothing', () => {
  const box: BoxCollider = { type: 'box', center: zero, halfSizes: { x: 1, y: 1, z: 1 } };
  const cloth = createClothCpu({ ...bead, colliders: [box] });
  const bad: [string, unknown][] = [
    ['colliders[0].center', { ...box, center: undefined }],
    ['colliders[0].halfSizes.z', { ...box, halfSizes: { x: 1, y: 1 } }],
    ['colliders[0].halfSizes.y', { ...box, halfSizes: { x: 1, y: -1, z: 1 } }],
    ['colliders[0].rotation', { ...box, rotation: { ...zero, w: 0 } }],
    ['colliders[0].rotation.w', { ...box, rotation: zero }],
    ['colliders[0].rotation', { ...box, rotation: null }],
    ['colliders[0].rotation.y', { ...box, rotation: { x: 0, y: Number.NaN, z: 0, w: 1 } }],
    ['colliders[0].friction', { ...box, friction: -1 }],
  ];
  for (const [field, each] of bad) {
    let refused: unknown;
    try {
      cloth.setColliders([each as Collider]);
    } catch (error) {
      refused = (error as ClothError).field;
    }
    expect(refused).toBe(field);
  }
  expect(cloth.colliders).toEqual([box]);
});
