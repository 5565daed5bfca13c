import { expect, test } from 'vitest';
import {
  type Cloth,
  type ClothCpu,
  type ClothDefinition,
  ClothError,
  clothDeviceDescriptor,
  colliderReactions,
  createClothCpu,
  type MotionLimits,
  motionLimits,
  tearing,
} from '../src/index.js';
import { at, bead, run } from './bead.js';
import { Draw } from './draw.js';
import { gridMesh } from './meshes.js';
import { cape, excessOf, walk } from './skins.js';
import { aside, setAside } from './teleports.js';

const none = { x: 0, y: 0, z: 0 };
const up = [0, 1, 0];
const origin = { positions: [0, 0, 0], normals: up };
const speedOf = async (cloth: Cloth) => Math.hypot(...(await cloth.readVelocities()));

test('a particle under gravity hangs below its place, at exactly its largest distance, at rest', async () => {
  const cloth = run(
    createClothCpu({ ...bead, sleeping: false, limits: motionLimits({ maxDistance: 0.3 }) }),
    300,
  );
  expect(Math.hypot(at(cloth)[0], at(cloth)[1] + 0.3, at(cloth)[2])).toBeLessThan(3e-8);
  expect(await speedOf(cloth)).toBeLessThan(1e-6);
});

test('the largest distances are scaled while it runs, without a jump of the velocity', async () => {
  const limits = motionLimits({ maxDistance: [0, 0.4, 0.4, Number.POSITIVE_INFINITY] });
  const apart = { stretchCompliance: Number.POSITIVE_INFINITY, shearCompliance: Number.POSITIVE_INFINITY };
  const cloth = createClothCpu({
    ...{ ...apart, columns: 1, rows: 1, width: 1, height: 1, pins: [2], limits, tethers: false },
    bendCompliance: Number.POSITIVE_INFINITY,
  });
  const rest = [...cloth.positions];
  const below = (id: number) => rest[4 * id + 1] - at(cloth, id)[1];
  expect(limits.scale).toBe(1);
  run(cloth, 60);
  expect(below(1)).toBeCloseTo(0.4, 6);
  const fallen = below(3);
  for (let step = 1; step <= 30; step++) {
    limits.setScale(1 - step / 30);
    run(cloth, 1);
    expect(below(1)).toBeCloseTo(0.4 * limits.scale, 6);
    expect(Math.hypot(...(await cloth.readVelocities()).subarray(4, 7))).toBeLessThan(1e-5);
  }
  limits.setScale(0.5);
  run(cloth, 60);
  expect(below(1)).toBeCloseTo(0.2, 6);
  limits.setScale(0);
  // one without a limit falls on, and pins stay: the skin's, and that of the user, which the skin does not move
  expect(below(3)).toBeGreaterThan(fallen + 1);
  limits.move({ positions: rest.filter((_, k) => k % 4 < 3).map((c, k) => (k % 3 === 0 ? c + 0.1 : c)) });
  run(cloth, 1);
  expect([at(cloth, 0)[0], at(cloth, 2)[0]]).toEqual([rest[0] + 0.1, rest[8]].map(Math.fround));
  expect(at(cloth, 1)[0]).toBeCloseTo(rest[4] + 0.1, 6);
  // also of a cloth that is made later
  expect(-at(run(createClothCpu({ ...bead, limits: scaled(0.25) }), 60))[1]).toBeCloseTo(0.1, 6);
  expect(() => limits.setScale(-1)).toThrow('scale: expected a number in 0..');
  expect(() => limits.setScale(Number.NaN)).toThrow(ClothError);
  expect(limits.scale).toBe(0);
});

/** Limits of 0.4 m, scaled before there is a cloth. */
function scaled(scale: number): MotionLimits {
  const limits = motionLimits({ maxDistance: 0.4 });
  limits.setScale(scale);
  return limits;
}

test('in its ball a particle swings like a pendulum of that length, and gains no energy', async () => {
  const [length, first] = [0.5, 0.1];
  // the animation has it above, not where it starts
  const limits = motionLimits({ maxDistance: length });
  const pendulum = createClothCpu({
    ...{ ...bead, substeps: 20, limits },
    center: { x: length * Math.sin(first), y: -length * Math.cos(first), z: 0 },
  });
  limits.place({ positions: [0, 0, 0] });
  let [crossings, last, energy] = [[] as number[], length * Math.sin(first), Number.POSITIVE_INFINITY];
  for (let step = 1; step <= 240; step++) {
    pendulum.step();
    const [x, y] = at(pendulum);
    const now = 10 * y + (await speedOf(pendulum)) ** 2 / 2;
    expect(now).toBeLessThan(energy + 2e-6);
    energy = now;
    if (last > 0 && x <= 0) crossings = [...crossings, step - x / (x - last)];
    last = x;
  }
  const period = (crossings[2] - crossings[0]) / 2 / 60;
  expect(period / (2 * Math.PI * Math.sqrt(length / 10) * (1 + first ** 2 / 16))).toBeCloseTo(1, 2);
});

test('a particle of distance 0 is where the animation has it, a pin that needs no setPin, and also when it is freed', () => {
  const limits = motionLimits({ maxDistance: [0, 1, 0, 1] });
  const cloth = createClothCpu({ columns: 1, rows: 1, width: 1, height: 1, pins: [1], limits });
  expect(cloth.pins).toEqual([0, 1, 2]);
  for (const isFree of [false, true]) {
    if (isFree) cloth.freePin(2);
    for (let step = 1; step <= 30; step++) {
      const place = [0.1 * step, 0.5 * Math.sin(step), -0.02 * step ** 2];
      limits.move({
        positions: [0, 1, 2, 3].flatMap((id) => place.map((c, axis) => c + (axis === 0 ? id : 0))),
      });
      cloth.step();
      expect(at(cloth, 2)).toEqual([place[0] + 2, place[1], place[2]].map(Math.fround));
      expect(at(cloth, 0)).toEqual(place.map(Math.fround));
    }
  }
  expect(cloth.pins).toEqual([0, 1]);
  // a pin with a distance above 0 is none of the animation's
  expect(at(cloth, 1)).toEqual([0.5, 0.5, Math.fround(cloth.positions[6])]);
});

test('a particle falls onto its backstop and slides down the ball, until its largest distance holds it where both meet', async () => {
  const [most, offset, radius] = [0.25, 0.05, 0.5];
  const limits = motionLimits({ maxDistance: most, backstop: { offset, radius } });
  const cloth = createClothCpu({ ...bead, limits, shape: () => ({ x: 0.001, y: 0, z: 0 }) });
  limits.place(origin);
  run(cloth, 20);
  // it lies on top of the ball, whose centre is at -(offset + radius)
  expect(Math.hypot(at(cloth)[0], at(cloth)[1] + offset + radius)).toBeCloseTo(radius, 6);
  run(cloth, 300);
  const [x, y, z] = at(cloth);
  expect(Math.hypot(x, y, z)).toBeCloseTo(most, 7);
  expect(Math.hypot(x, y + offset + radius, z)).toBeCloseTo(radius, 7);
  expect(await speedOf(cloth)).toBeLessThan(1e-5);
});

test('whatever the limits and the motion, every particle is within both after each step', () => {
  const draw = new Draw(5);
  for (let run = 0; run < 30; run++) {
    const some = (most: number) => (draw.chance(0.3) ? 0 : draw.between(0, most));
    const maxDistance = Array.from({ length: 25 }, () => some(0.3));
    // as large as a plane, or as small as a finger
    const backstop = { offset: some(0.1), radius: draw.pick([0.02, 0.3, 1000]) };
    const limits = motionLimits({ maxDistance, backstop });
    const cloth = createClothCpu({
      ...{ columns: 4, rows: 4, width: 1, height: 1, pins: 'none', limits, substeps: 1 + draw.integer(6) },
      ...{ gravity: draw.vector(30), tethers: draw.chance(0.5), selfCollision: draw.chance(0.3) },
      colliders: [{ type: 'sphere', center: draw.vector(0.3), radius: 0.2 }],
    });
    for (let step = 0; step < 12; step++) {
      const skin = {
        positions: [...cloth.restPositions()].map((coordinate) => coordinate + draw.between(-0.3, 0.3)),
        normals: maxDistance.flatMap(() => {
          const { x, y, z } = draw.vector(1);
          const length = Math.hypot(x, y, z);
          return [x / length, y / length, z / length];
        }),
      };
      draw.chance(0.2) ? limits.place(skin) : limits.move(skin);
      cloth.advance((1 + draw.integer(3)) / 60);
      const [beyond, behind] = excessOf(cloth.positions, skin, maxDistance, backstop);
      expect(beyond).toBeLessThan(3e-7);
      // 1000 m as float32 are known to 6e-5 m
      expect(behind).toBeLessThan(backstop.radius === 1000 ? 1e-4 : 1e-6);
    }
  }
});

/** Runs the cape on a dancing trunk; returns the largest excesses, and the deepest place of a particle in the trunk, m. */
function dance(limitsOn: 'none' | 'distance' | 'both', steps: number) {
  const { backstop, maxDistance } = cape;
  const limits = motionLimits({
    maxDistance: limitsOn === 'none' ? maxDistance.map((most) => (most === 0 ? 0 : 1e9)) : maxDistance,
    ...(limitsOn === 'both' && { backstop }),
  });
  const cloth = createClothCpu({ ...cape.definition, limits });
  let [beyond, behind, deep] = [0, 0, 0];
  for (let step = 1; step <= steps; step++) {
    const [turn, x, z] = walk(step);
    const { positions, normals } = cape.skin(turn, x, z);
    limits.move(limitsOn === 'both' ? { positions, normals } : { positions });
    cloth.step();
    const excess = excessOf(cloth.positions, { positions, normals }, maxDistance, backstop);
    beyond = Math.max(beyond, excess[0]);
    behind = Math.max(behind, excess[1]);
    for (let o = 0; o < cloth.positions.length; o += 4)
      deep = Math.max(deep, cape.trunk - Math.hypot(cloth.positions[o] - x, cloth.positions[o + 2] - z));
  }
  return { beyond, behind, deep };
}

test('a cape on a body that walks and turns is never farther than its limits, nor behind its backstop', () => {
  const free = dance('none', 240);
  expect(free.beyond).toBeGreaterThan(0.2);
  expect(free.behind).toBeGreaterThan(0.05);
  const near = dance('distance', 240);
  expect(near.beyond).toBeLessThan(1e-6);
  expect(near.behind).toBeGreaterThan(0.05);
  const both = dance('both', 240);
  expect(both.beyond).toBeLessThan(1e-6);
  expect(both.behind).toBeLessThan(1e-6);
  // the balls are as wide as the trunk, but round from top to bottom too
  expect(near.deep).toBeGreaterThan(0.19);
  expect(both.deep).toBeLessThan(0.08);
});

test.each<[what: string, definition: ClothDefinition]>([
  ['grid', {}],
  ['mesh', { mesh: gridMesh(10, 10, 1, 1), pins: [0, 10] }],
])('limits that are not reached change no bit of a %s', (what, change) => {
  const definition: ClothDefinition = {
    ...(what === 'grid' ? { columns: 10, rows: 10, width: 1, height: 1 } : {}),
    ...{ selfCollision: true, drag: 1, airDensity: 1, wind: { x: 0, y: 0, z: 3 }, strainLimit: 0 },
    colliders: [{ type: 'sphere', center: { x: 0, y: -0.3, z: 0.1 }, radius: 0.3 }],
    ...change,
  };
  const backstop = { offset: 50, radius: 20 };
  const plain = createClothCpu(definition);
  const limited = createClothCpu({ ...definition, limits: motionLimits({ maxDistance: 100, backstop }) });
  const endless = createClothCpu({ ...definition, limits: motionLimits() });
  for (const cloth of [plain, limited, endless]) run(cloth, 60);
  for (const cloth of [limited, endless]) expect(cloth.positions).toEqual(plain.positions);
});

test('a skin that is put elsewhere, and a collider beyond the limit, give a particle no velocity', async () => {
  const limits = motionLimits({ maxDistance: 0.1, backstop: { radius: 0.1 } });
  const thrown = createClothCpu({ ...bead, gravity: none, limits });
  limits.place({ positions: [1, 2, 3], normals: up });
  run(thrown, 1);
  expect(Math.hypot(at(thrown)[0] - 1, at(thrown)[1] - 2, at(thrown)[2] - 3)).toBeCloseTo(0.1, 6);
  expect(await speedOf(thrown)).toBeLessThan(1e-4);

  const pressed = createClothCpu({
    ...{ ...bead, gravity: none, limits: motionLimits({ maxDistance: 0.1 }) },
    colliders: [{ type: 'plane', point: { x: 0, y: 0.5, z: 0 }, normal: { x: 0, y: 1, z: 0 } }],
  });
  run(pressed, 60);
  expect(at(pressed)[1]).toBeCloseTo(0.1, 6);
  expect(await speedOf(pressed)).toBe(0);
});

test('a body that runs drags a particle along at its own speed, at the largest distance behind, without steps', async () => {
  const limits = motionLimits({ maxDistance: 0.1 });
  const cloth = createClothCpu({ ...bead, gravity: none, limits });
  for (let frame = 1; frame <= 10; frame++) {
    // 20 m/s, two steps per frame
    limits.move({ positions: [(20 * frame) / 30, 0, 0] });
    cloth.advance(1 / 30);
    expect(at(cloth)[0]).toBeCloseTo((20 * frame) / 30 - 0.1, 5);
    expect((await cloth.readVelocities())[0] / 20).toBeCloseTo(1, 4);
  }
  // it stops: the particle flies on at its speed, through the ball, and is caught on the other side
  cloth.step();
  expect(await speedOf(cloth)).toBeLessThan(1e-4);
  expect(at(cloth)[0]).toBeCloseTo(20 / 3 + 0.1, 5);
});

test('a repeated motion has the same bits, after a snapshot and with the skin of its time', async () => {
  const limits = motionLimits({ maxDistance: cape.maxDistance, backstop: cape.backstop });
  const cloth = createClothCpu({ ...cape.definition, limits });
  const go = (from: number, to: number) => {
    for (let step = from; step < to; step++) {
      limits.move(cape.skin(...walk(step + 1)));
      cloth.step();
    }
  };
  go(0, 20);
  const state = await cloth.snapshot();
  go(20, 40);
  const once = cloth.positions.slice();
  cloth.restore(state);
  limits.place(cape.skin(...walk(20)));
  go(20, 40);
  expect(cloth.positions).toEqual(once);
});

test('after a restored state without another skin, the pins of the animation go back to it', async () => {
  const limits = motionLimits({ maxDistance: cape.maxDistance });
  const cloth = createClothCpu({ ...cape.definition, limits });
  const state = await cloth.snapshot();
  const { positions } = cape.skin(0.3, 1, 1);
  limits.move({ positions });
  run(cloth, 2);
  cloth.restore(state);
  run(cloth, 1);
  expect(at(cloth, 3)).toEqual(positions.slice(9, 12).map(Math.fround));
});

test('a teleported cloth and its skin go on as if they had always been there', () => {
  const make = () => {
    const limits = motionLimits({ maxDistance: cape.maxDistance, backstop: cape.backstop });
    return { limits, cloth: createClothCpu({ ...cape.definition, limits }) };
  };
  const [moved, other] = [make(), make()];
  for (const { cloth, limits } of [moved, other]) {
    run(cloth, 10);
    limits.move(cape.skin(0.3, 0.1, 0.2));
    if (cloth === moved.cloth) cloth.teleport(aside);
    run(cloth, 1);
  }
  const difference = () => {
    let largest = 0;
    for (let id = 0; id < cape.count; id++) {
      const [x, y, z] = at(other.cloth, id);
      const image = setAside({ x, y, z });
      const [u, v, w] = at(moved.cloth, id);
      largest = Math.max(largest, Math.hypot(u - image.x, v - image.y, w - image.z));
    }
    return largest;
  };
  expect(difference()).toBeLessThan(1e-5);
  for (const { cloth } of [moved, other]) run(cloth, 9);
  // folds amplify rounding errors
  expect(difference()).toBeLessThan(1e-3);
});

test('the cloth is measured after each frame in which the skin moves', () => {
  const limits = motionLimits({ maxDistance: 0.1 });
  const cloth = createClothCpu({ ...bead, limits, measureInterval: 1000 });
  limits.move({ positions: [5, 0, 0] });
  run(cloth, 1);
  expect(cloth.measurement.step).toBe(1);
  expect(cloth.bounds().min.x).toBeGreaterThan(4);
  run(cloth, 5);
  expect(cloth.measurement.step).toBe(1);
});

test('a cloth that tears and whose colliders feel it has limits too', () => {
  const limits = motionLimits({ maxDistance: 0.05 });
  const parts = { limits, tearing: tearing(), reactions: colliderReactions() };
  const cloth = createClothCpu({ columns: 3, rows: 3, width: 1, height: 1, pins: 'none', ...parts });
  run(cloth, 60);
  expect(at(cloth)[1]).toBeLessThan(0.451);
  const rest = cloth.restPositions();
  for (let id = 0; id < 16; id++)
    expect(Math.hypot(...at(cloth, id).map((c, axis) => c - rest[3 * id + axis]))).toBeLessThan(0.05 + 1e-6);
});

test('the limits and the skin count among what a device must hold, 112 bytes per particle with a backstop', () => {
  const adapter = { limits: { maxStorageBufferBindingSize: 2 ** 30, maxBufferSize: 2 ** 30 } } as GPUAdapter;
  const size = { columns: 99, rows: 99 };
  const needed = (limits?: MotionLimits) =>
    Number(
      clothDeviceDescriptor(adapter, { ...size, ...(limits && { limits }) }).requiredLimits
        ?.maxStorageBufferBindingSize,
    );
  const plain = needed();
  expect(plain).toBeLessThan(20 * 10_000);
  expect(needed(motionLimits()) - plain).toBe(64 * 10_000);
  const both = needed(motionLimits({ backstop: { radius: 1 } }));
  expect(both - needed(motionLimits())).toBe(48 * 10_000);
});

test('what is no limit or no skin is refused by name, and nothing is changed', () => {
  const refuse = (act: () => unknown, message: string) => {
    expect(act).toThrow(ClothError);
    expect(act).toThrow(message);
  };
  refuse(
    () => motionLimits({ maxDistance: -1 }),
    'motionLimits.maxDistance: expected a number in 0..1e+30, got -1',
  );
  refuse(() => motionLimits({ maxDistance: [1, Number.NaN] }), 'motionLimits.maxDistance[1]: expected');
  refuse(() => motionLimits({ backstop: {} as never }), 'motionLimits.backstop.radius: expected');
  refuse(
    () => motionLimits({ backstop: { radius: 1, offset: -1 } }),
    'motionLimits.backstop.offset: expected',
  );
  refuse(
    () => createClothCpu({ ...bead, limits: motionLimits({ maxDistance: [1, 2] }) }),
    'motionLimits.maxDistance.length: expected 1 (one a particle), got 2',
  );
  refuse(
    () => createClothCpu({ limits: true as never }),
    'definition.limits: expected motionLimits(), got true',
  );
  refuse(
    () => motionLimits().move({ positions: [] }),
    'motionLimits: expected to be the part of a cloth first',
  );

  const limits = motionLimits({ maxDistance: 0.1, backstop: { radius: 0.1 } });
  const cloth: ClothCpu = createClothCpu({ ...bead, limits });
  const [positions, normals] = [[1, 2, 3], up];
  refuse(() => limits.move({ positions }), 'skin.normals: expected 3 numbers, got undefined');
  refuse(
    () => limits.move({ positions: [1, 2], normals }),
    'skin.positions.length: expected 3 (xyz per particle)',
  );
  refuse(
    () => limits.move({ positions, normals: [0, 1, Number.NaN] }),
    'skin.normals[2]: expected a finite number',
  );
  const buffer = { usage: 4, mapAsync() {}, size: 16 } as never;
  refuse(() => limits.place({ positions: buffer, normals }), 'skin.positions: expected 3 numbers, got');
  expect(cloth.measurement.step).toBe(0);
  run(cloth, 60);
  expect(Math.hypot(...at(cloth))).toBeCloseTo(0.1, 5);
  const plain = motionLimits({ maxDistance: 0.1 });
  createClothCpu({ ...bead, limits: plain });
  refuse(
    () => plain.move({ positions, normals }),
    'skin.normals: expected none: the limits have no backstop',
  );
});
