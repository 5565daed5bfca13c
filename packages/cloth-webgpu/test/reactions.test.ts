import { expect, test } from 'vitest';
import {
  bakeDistanceField,
  ClothError,
  type Collider,
  clothDeviceDescriptor,
  colliderReactions,
  createClothCpu,
  type Vector3,
} from '../src/index.js';
import { bead, run } from './bead.js';
import { numbersOf } from './reactions.js';

const g = 10;
const none = { x: 0, y: 0, z: 0 };
const box = { center: { x: 0.3, y: -1, z: 0.1 }, halfSizes: { x: 1, y: 1, z: 1 } };

/** A body without rotation that moves by the impulses it feels and by gravity. */
class Body {
  position: Vector3;
  velocity: Vector3;
  readonly mass: number;

  constructor(mass: number, position: Vector3, velocity: Vector3 = none) {
    this.mass = mass;
    this.position = position;
    this.velocity = velocity;
  }

  step(impulse: Vector3, gravity: number, seconds = 1 / 60): void {
    const { position: x, velocity: v, mass } = this;
    this.velocity = {
      x: v.x + impulse.x / mass,
      y: v.y + impulse.y / mass - gravity * seconds,
      z: v.z + impulse.z / mass,
    };
    this.position = {
      x: x.x + this.velocity.x * seconds,
      y: x.y + this.velocity.y * seconds,
      z: x.z + this.velocity.z * seconds,
    };
  }
}

const tetrahedron = {
  positions: [-3, 0, -3, 3, 0, -3, 0, 0, 6, 0, -9, 0],
  triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3],
};

test.each<[name: string, collider: Collider, arm: readonly [x: number, z: number]]>([
  ['plane', { type: 'plane', point: { x: -2, y: 0, z: 1 }, normal: { x: 0, y: 1, z: 0 } }, [2, -1]],
  ['sphere', { type: 'sphere', center: { x: 0, y: -0.5, z: 0 }, radius: 0.5 }, [0, 0]],
  [
    'capsule',
    { type: 'capsule', from: { x: -1, y: -0.5, z: 0 }, to: { x: 2, y: -0.5, z: 0 }, radius: 0.5 },
    [1, 0],
  ],
  ['box', { type: 'box', ...box }, [-0.3, -0.1]],
  [
    'field',
    {
      type: 'field',
      field: bakeDistanceField(tetrahedron, { cellSize: 1 }),
      position: { x: 0.5, y: 0, z: 0.25 },
    },
    [-0.5, -0.25],
  ],
])('a particle that lies on a %s gives it its weight, at its place', (_name, collider, [x, z]) => {
  const reactions = colliderReactions();
  const cloth = createClothCpu({ ...bead, inverseMass: 0.5, colliders: [collider], reactions });
  run(cloth, 30);
  reactions.take();
  run(cloth, 30);
  const weight = 2 * g * 0.5;
  const [jx, jy, jz, lx, ly, lz] = numbersOf(reactions).map((number) => number / weight);
  expect(Math.hypot(jx, jy + 1, jz)).toBeLessThan(1e-5);
  // (x, 0, z) x (0, -1, 0)
  expect(Math.hypot(lx - z, ly, lz + x)).toBeLessThan(1e-5);
});

test('a particle that slides on a slope gives it its pressure, and friction times that', () => {
  const [angle, friction] = [0.4, 0.2];
  const slope: Collider = {
    ...{ type: 'plane', friction, point: none },
    normal: { x: -Math.sin(angle), y: Math.cos(angle), z: 0 },
  };
  const reactions = colliderReactions();
  run(createClothCpu({ ...bead, colliders: [slope], reactions }), 60);
  const [{ impulse }] = reactions.take();
  const pressed = impulse.x * Math.sin(angle) - impulse.y * Math.cos(angle);
  // the particle slides down, against x, and drags the slope along
  const dragged = -impulse.x * Math.cos(angle) - impulse.y * Math.sin(angle);
  expect(pressed / (g * Math.cos(angle))).toBeCloseTo(1, 4);
  expect(dragged / pressed).toBeCloseTo(friction, 4);
});

test.each([{ drag: 4 }, { damping: 4 }])(
  'a sheet that lies on a ball, and one on a ball and a table, give them its weight: $0',
  (slowing) => {
    const ball: Collider = { type: 'sphere', center: none, radius: 0.3, friction: 1 };
    const table: Collider = {
      ...{ type: 'box', center: { x: 0.4, y: 0.2, z: 0 }, halfSizes: { x: 0.2, y: 0.1, z: 0.2 } },
      friction: 1,
    };
    for (const colliders of [[ball], [ball, table]]) {
      const reactions = colliderReactions();
      const cloth = createClothCpu({
        ...{ columns: 8, rows: 8, width: 0.4, height: 0.4, density: 0.2, pins: 'none', ...slowing },
        ...{ colliders, reactions },
        shape: (column, row) => ({ x: 0.05 * column - 0.2, y: 0.31, z: 0.05 * row - 0.2 }),
      });
      run(cloth, 90);
      reactions.take();
      run(cloth, 30);
      const weights = reactions.take().map(({ impulse }) => impulse.y / -0.5);
      const total = weights.reduce((sum, weight) => sum + weight);
      expect(total / (0.2 * cloth.width * cloth.height * g)).toBeCloseTo(1, 4);
      expect(Math.min(...weights)).toBeGreaterThan(0.02);
    }
  },
);

test('a free net that is hit by a ball takes over what the ball loses, of momentum and of angular momentum', async () => {
  const ball = new Body(2, { x: 0.1, y: 0.05, z: -0.3 }, { x: 0, y: 0, z: 3 });
  const shapes = (): Collider[] => [{ type: 'sphere', center: ball.position, radius: 0.2 }];
  const reactions = colliderReactions();
  const net = createClothCpu({
    ...{ columns: 8, rows: 8, width: 1, height: 1, density: 1, pins: 'none', gravity: none },
    ...{ reactions, colliders: shapes() },
  });
  /** Momentum xyz and angular momentum xyz about the origin, of the net and the ball, which spins as it likes. */
  const total = async () => {
    const [positions, velocities] = [await net.readPositions(), await net.readVelocities()];
    const sum = [0, 0, 0, 0, 0, 0];
    const add = (mass: number, [x, y, z]: Iterable<number>, [u, v, w]: Iterable<number>) => {
      [u, v, w, y * w - z * v, z * u - x * w, x * v - y * u].forEach((number, k) => {
        sum[k] += mass * number;
      });
    };
    for (let o = 0; o < positions.length; o += 4)
      add(1 / positions[o + 3], positions.subarray(o, o + 3), velocities.subarray(o, o + 3));
    const { position: x, velocity: v, mass } = ball;
    add(mass, [x.x, x.y, x.z], [v.x, v.y, v.z]);
    return sum;
  };
  const before = await total();
  const spin = [0, 0, 0];
  let impulse: Vector3 = none;
  for (let step = 0; step < 30; step++) {
    ball.step(impulse, 0);
    net.moveColliders(shapes());
    net.step();
    const [felt] = reactions.take();
    impulse = { ...felt.impulse };
    (['x', 'y', 'z'] as const).forEach((axis, k) => {
      spin[k] += felt.angularImpulse[axis];
    });
  }
  ball.step(impulse, 0, 0);
  const after = await total();
  const lost = 2 * (3 - ball.velocity.z);
  expect(lost).toBeGreaterThan(2);
  before.forEach((number, k) => {
    expect(Math.abs(number - after[k] - (k < 3 ? 0 : spin[k - 3])) / lost).toBeLessThan(k < 3 ? 1e-5 : 0.01);
  });
});

/** A ball of `mass` kg that falls 0.1 m onto a held net of 1 kg/m² and is damped while it touches it, after each of `steps` steps. */
function* trampoline(mass: number, steps: number, damping: number) {
  const cells = 8;
  const ball = new Body(mass, { x: 0, y: 0.31, z: 0 });
  const reactions = colliderReactions();
  const shapes = (): Collider[] => [{ type: 'sphere', center: ball.position, radius: 0.2 }];
  const net = createClothCpu({
    ...{ columns: cells, rows: cells, width: 1, height: 1, density: 1, drag: 3 },
    ...{ reactions, colliders: shapes() },
    pins: Array.from({ length: (cells + 1) ** 2 }, (_, id) => id).filter((id) => {
      const [column, row] = [id % (cells + 1), Math.floor(id / (cells + 1))];
      return column % cells === 0 || row % cells === 0;
    }),
    shape: (column, row) => ({ x: column / cells - 0.5, y: 0, z: row / cells - 0.5 }),
  });
  for (let step = 0; step < steps; step++) {
    const { y } = reactions.take()[0].impulse;
    // it only rises and falls
    ball.step({ x: 0, y, z: 0 }, g);
    if (y !== 0) ball.velocity = { x: 0, y: ball.velocity.y * (1 - damping / 60), z: 0 };
    net.moveColliders(shapes());
    net.step();
    yield { net, ball, impulse: y };
  }
}

test('a ball that lies on a held net is at rest, feels its own weight, and the holders of the net feel both', async () => {
  const mass = 0.5;
  const steps = [...trampoline(mass, 360, 6)].slice(-60);
  const { net, ball } = steps[0];
  for (const { impulse } of steps) expect(impulse / ((mass * g) / 60)).toBeCloseTo(1, 2);
  expect(Math.abs(ball.velocity.y)).toBeLessThan(1e-3);
  // of the 64 cells, each corner of which bears a quarter, 15 hang on held particles
  const weight = (mass + 49 / 64) * g;
  const carried = (await net.pinForces()).reduce((sum, { force }) => sum - force.y, 0);
  expect(carried / weight).toBeCloseTo(1, 4);
});

test('one step late, a ball of three times the mass of a particle lies still, and one of half of it is thrown off', () => {
  const highest = (mass: number) => {
    let most = 0;
    let step = 0;
    for (const { ball } of trampoline(mass, 240, 0))
      if (step++ > 60) most = Math.max(most, Math.abs(ball.position.y));
    return most;
  };
  const particle = 1 / 64;
  expect(highest(3 * particle)).toBeLessThan(0.31);
  expect(highest(0.5 * particle)).toBeGreaterThan(1);
});

test('an impulse is taken once, by the last cloth of a part; other colliders or another state discard what is left', async () => {
  const floor: Collider = { type: 'plane', point: none, normal: { x: 0, y: 1, z: 0 } };
  const reactions = colliderReactions();
  expect(reactions.take()).toEqual([]);
  const definition = { ...bead, colliders: [floor], reactions };
  const first = createClothCpu(definition);
  const second = createClothCpu(definition);
  run(first, 1);
  const still = Array(6).fill(0);
  expect(numbersOf(reactions), 'of the first cloth').toEqual(still);
  run(second, 3);
  expect(numbersOf(reactions)[1]).toBeCloseTo(-g / 20, 5);
  expect(numbersOf(reactions), 'taken').toEqual(still);

  run(second, 1);
  second.moveColliders([floor]);
  expect(numbersOf(reactions)[1]).toBeCloseTo(-g / 60, 5);
  run(second, 1);
  second.setColliders([floor, floor]);
  expect(numbersOf(reactions)).toEqual([...still, ...still]);
  const state = await second.snapshot();
  run(second, 1);
  second.restore(state);
  expect(numbersOf(reactions)).toEqual([...still, ...still]);
  run(second, 1);
  expect(Math.hypot(...numbersOf(reactions))).toBeGreaterThan(0.1);
});

test('the limits of a device may be asked for while a cloth runs, as after a loss: its part stays its own', () => {
  const reactions = colliderReactions();
  const floor: Collider = { type: 'plane', point: none, normal: { x: 0, y: 1, z: 0 } };
  const definition = { ...bead, colliders: [floor], reactions };
  const cloth = createClothCpu(definition);
  clothDeviceDescriptor({ limits: {} } as GPUAdapter, definition);
  run(cloth, 3);
  expect(numbersOf(reactions)[1]).toBeCloseTo(-g / 20, 5);
});

test('a part that is none is refused by name', () => {
  for (const reactions of [{ take: () => [] }, null])
    expect(() => createClothCpu({ reactions: reactions as never })).toThrow(ClothError);
  expect(() => createClothCpu({ reactions: true as never })).toThrow(
    'definition.reactions: expected colliderReactions(), got true',
  );
});
