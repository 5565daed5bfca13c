/** Jointed bodies that were put into others or torn from each other: they come apart or together slowly, and their joints hold. */
import { createRandom, type Vec2 } from '@otedama/math2d';
import {
  type Body,
  createWorld,
  type Joint,
  restoreSnapshot,
  type Solver,
  StepRecorder,
  takeSnapshot,
  type World,
} from '@otedama/rigid';
import { ragdolls } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { createSoftStep as createBareSoftStep, embedded, joints } from '../src/bare.js';
import { createSoftStep } from '../src/index.js';
import { boxShape, level } from './bodies.js';

const DT = 1 / 60;
const GRAVITY = 10;

const scene = ragdolls.create({ count: 1 });
const firstPart = scene.bodies.findIndex(({ name }) => name === 'trunk');
const parts = scene.bodies.slice(firstPart);

/** Adds a ragdoll of ten parts. Its own parts do not collide unless `group` is 0. Returns the parts. */
function addRagdoll(
  world: World,
  position: Vec2,
  angle: number,
  group: number,
  hinge: { readonly breakForce?: number } = {},
): Body[] {
  const bodies = parts.map((part) =>
    world.createBody({
      ...part,
      position,
      angle,
      angularVelocity: 0,
      // a part that falls asleep loses its momentum
      allowSleep: false,
      shapes: (part.shapes ?? []).map((shape) => ({ ...shape, filter: { group } })),
    }),
  );
  for (const joint of scene.joints ?? []) {
    if (joint.kind !== 'revolute') continue;
    const [bodyA, bodyB] = [joint.bodyA, joint.bodyB].map((place) => bodies[(place as number) - firstPart]);
    world.createJoint({ ...joint, ...hinge, bodyA, bodyB });
  }
  return bodies;
}

interface Measured {
  /** Greatest speed of a body, m/s. */
  readonly speed: number;
  /** Greatest error of a joint, m. */
  readonly error: number;
  /** Deepest overlap at the end, m. */
  readonly depth: number;
}

function measure(world: World, steps: number, before: (step: number) => void = () => {}): Measured {
  let speed = 0;
  let error = 0;
  for (let step = 0; step < steps; step++) {
    before(step);
    world.step(DT);
    for (const { linearVelocity: v } of world.bodies) speed = Math.max(speed, Math.hypot(v.x, v.y));
    error = Math.max(error, world.invariants().jointError);
  }
  let depth = 0;
  world.forEachContact((contact) => {
    for (let p = 0; p < contact.pointCount; p++) depth = Math.max(depth, -contact.separation(p));
  });
  return { speed, error, depth };
}

/** Ragdolls that stand up to 0.1 m from one place, each leaning a little. */
function heap(
  count: number,
  seed: number,
  gravity = 0,
  solver: Solver = createSoftStep(),
  force = Infinity,
): World {
  const random = createRandom(seed);
  const world = createWorld({ solver, gravity: { x: 0, y: -gravity } });
  if (gravity > 0) world.createBody(level());
  for (let k = 0; k < count; k++) {
    const position = { x: random.uniform(-0.1, 0.1), y: random.uniform(0.95, 1.05) };
    addRagdoll(
      world,
      position,
      random.uniform(-0.3, 0.3),
      -1 - k,
      force < Infinity ? { breakForce: force } : {},
    );
  }
  return world;
}

const seeds = [1, 2];

describe('ragdolls created in one place', () => {
  // without the groups: 62, 204 and 400 m/s, joints 1 to 8 m apart
  test.each([2, 5, 10])('%d in free space part slowly, and keep their joints', (count) => {
    for (const seed of seeds) {
      const world = heap(count, seed);
      const { speed, error, depth } = measure(world, 150);
      expect(speed).toBeLessThan(1.5);
      expect(error).toBeLessThan(0.04);
      expect(depth).toBeLessThan(0.05);
      const { linearMomentum } = world.invariants();
      expect(Math.hypot(linearMomentum.x, linearMomentum.y)).toBeLessThan(1e-9);
    }
  });

  test('all standing in the very same place, spread out over it', () => {
    const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: 0 } });
    const trunks = Array.from({ length: 6 }, (_, k) => addRagdoll(world, { x: 0, y: 0 }, 0, -1 - k)[0]);
    const { speed, error } = measure(world, 120);
    expect(speed).toBeLessThan(1.5);
    expect(error).toBeLessThan(0.04);
    const places = trunks.map(({ position }) => position.x).sort((a, b) => a - b);
    for (let k = 1; k < 6; k++) expect(places[k] - places[k - 1]).toBeGreaterThan(0.3);
  });

  test('on a floor fall like one that stands there alone', () => {
    const alone = Math.max(...seeds.map((seed) => measure(heap(1, seed, GRAVITY), 120).speed));
    for (const seed of seeds) {
      const { speed, error, depth } = measure(heap(5, seed, GRAVITY), 180);
      expect(speed).toBeLessThan(1.2 * alone);
      expect(error).toBeLessThan(0.1);
      expect(depth).toBeLessThan(0.05);
    }
  });

  // without the groups, 6 of 27 hinges break
  test('do not break hinges that hold 3,000 N', () => {
    for (const seed of seeds) {
      const world = heap(3, seed, 0, createSoftStep(), 3000);
      measure(world, 120);
      expect([...world.joints]).toHaveLength(27);
    }
  });

  test('that hook into each other in too small a room stay there without moving', () => {
    const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: -GRAVITY } });
    for (const side of [-1, 1]) {
      world.createBody({ type: 'static', position: { x: 1.2 * side, y: 0 }, shapes: [boxShape(0.5, 2)] });
      world.createBody({ type: 'static', position: { x: 0, y: 1.2 * side }, shapes: [boxShape(2, 0.5)] });
    }
    const random = createRandom(5);
    for (let k = 0; k < 4; k++) {
      const position = { x: random.uniform(-0.2, 0.2), y: random.uniform(-0.2, 0.2) };
      addRagdoll(world, position, random.uniform(-3, 3), -1 - k);
    }
    const { speed, error } = measure(world, 180);
    expect(speed).toBeLessThan(2);
    expect(error).toBeLessThan(0.1);
  });
});

// without the groups: 45 m/s, joints 0.6 m apart
test('a ragdoll that is put into a pile of crates parts from them slowly', () => {
  let sum = 0;
  for (const seed of seeds) {
    const random = createRandom(seed);
    const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: -GRAVITY } });
    world.createBody(level());
    for (const side of [-1, 1]) {
      world.createBody({ type: 'static', position: { x: 5 * side, y: 5 }, shapes: [boxShape(0.85, 6)] });
    }
    for (let row = 0; row < 6; row++) {
      for (let column = 0; column < 8; column++) {
        world.createBody({
          position: { x: 1.02 * (column - 3.5), y: 0.5 + row },
          shapes: [boxShape(0.5, 0.5)],
        });
      }
    }
    for (let step = 0; step < 60; step++) world.step(DT);
    const place = { x: random.uniform(-3, 3), y: random.uniform(1, 4) };
    addRagdoll(world, place, random.uniform(-3, 3), -1);
    const { speed, error, depth } = measure(world, 240);
    expect(speed).toBeLessThan(7);
    expect(error).toBeLessThan(0.1);
    expect(depth).toBeLessThan(0.06);
    sum += speed;
  }
  expect(sum / seeds.length).toBeLessThan(3.5);
});

// without the groups: 103 m/s
test('a ragdoll with limbs that lie in each other and collide falls like any other', () => {
  const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: -GRAVITY } });
  world.createBody(level());
  addRagdoll(world, { x: 0, y: 2 }, 0, 0);
  const { speed, error } = measure(world, 180);
  // its head falls by 2.9 m
  expect(speed).toBeLessThan(Math.sqrt(2 * GRAVITY * 2.9));
  expect(error).toBeLessThan(0.04);
});

test.each(['rope', 'revolute'] as const)(
  'balls that hang in each other by a %s joint part slowly',
  (kind) => {
    for (const seed of seeds) {
      const random = createRandom(seed);
      const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: -GRAVITY } });
      for (let k = 0; k < 4; k++) {
        const [x, y] = [random.uniform(-0.3, 0.3), random.uniform(-0.2, 0.2)];
        const bodyB = world.createBody({ position: { x, y }, shapes: [{ kind: 'circle', radius: 0.5 }] });
        const worldAnchor = { x, y: 4 };
        if (kind === 'revolute') world.createJoint({ kind, bodyB, worldAnchor });
        else world.createJoint({ kind, bodyB, worldAnchorA: worldAnchor, maximumLength: 4 - y });
      }
      const { speed, error, depth } = measure(world, 180);
      expect(speed).toBeLessThan(4);
      expect(error).toBeLessThan(0.02);
      expect(depth).toBeLessThan(0.05);
    }
  },
);

// without the groups: 42 m/s
test('cars with motors that are created in each other part slowly', () => {
  for (const seed of seeds) {
    const random = createRandom(seed);
    const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: -GRAVITY } });
    world.createBody(level());
    for (let car = 0; car < 3; car++) {
      const [x, y] = [random.uniform(-0.5, 0.5), random.uniform(0.6, 0.9)];
      const bodyA = world.createBody({ position: { x, y }, shapes: [boxShape(1, 0.25)] });
      for (const side of [-0.7, 0.7]) {
        const worldAnchor = { x: x + side, y: y - 0.3 };
        const bodyB = world.createBody({ position: worldAnchor, shapes: [{ kind: 'circle', radius: 0.3 }] });
        const motor = { motorSpeed: 2, maximumMotorTorque: 5 };
        world.createJoint({
          kind: 'wheel',
          bodyA,
          bodyB,
          worldAnchor,
          hertz: 4,
          lower: -0.1,
          upper: 0.1,
          ...motor,
        });
      }
    }
    const { speed, error } = measure(world, 150);
    // one that was lifted over another falls by 0.8 m
    expect(speed).toBeLessThan(4.5);
    expect(error).toBeLessThan(0.05);
  }
});

// without the groups: 49 m/s
test('pairs at joints of all kinds and single bodies that are created in each other part slowly', () => {
  const kinds = ['revolute', 'weld', 'distance', 'prismatic', 'rope', 'wheel'] as const;
  for (const seed of seeds) {
    const random = createRandom(seed);
    const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: 0 } });
    const add = (x: number, y: number): Body =>
      world.createBody({
        position: { x, y },
        angle: random.uniform(-3, 3),
        shapes: [
          random.next() < 0.5
            ? boxShape(random.uniform(0.2, 0.5), random.uniform(0.2, 0.5))
            : { kind: 'circle', radius: random.uniform(0.2, 0.5) },
        ],
      });
    for (const kind of kinds) {
      const [x, y] = [random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3)];
      const bodyA = add(x, y);
      const bodyB = add(x + 1.1, y);
      add(y, x);
      const worldAnchor = { x: x + 0.55, y };
      if (kind === 'distance') world.createJoint({ kind, bodyA, bodyB, length: 1.1 });
      else if (kind === 'rope') world.createJoint({ kind, bodyA, bodyB, maximumLength: 1.2 });
      else if (kind === 'revolute' || kind === 'weld') world.createJoint({ kind, bodyA, bodyB, worldAnchor });
      else world.createJoint({ kind, bodyA, bodyB, worldAnchor, lower: -0.2, upper: 0.2 });
    }
    const { speed, error } = measure(world, 150);
    expect(speed).toBeLessThan(4);
    expect(error).toBeLessThan(0.1);
  }
});

describe('a jointed body that is teleported', () => {
  // without torn joints: 14 m/s
  test('beyond the limits of its joints, or away from them, comes back without giving anyone speed', () => {
    for (const seed of seeds) {
      const random = createRandom(seed);
      const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: 0 } });
      const ragdoll = addRagdoll(world, { x: 0, y: 0 }, random.uniform(-3, 3), -1);
      for (let step = 0; step < 5; step++) world.step(DT);
      const limb = ragdoll[1 + random.integer(9)];
      limb.angle += random.uniform(-3, 3);
      limb.position = { x: limb.position.x + random.uniform(-1, 1), y: limb.position.y };
      expect(measure(world, 120).speed).toBeLessThan(0.5);
      expect(world.invariants().jointError).toBeLessThan(0.01);
    }
  });

  // without torn joints: 35 m/s
  test('from a ragdoll on the ground comes back no faster than if it fell', () => {
    for (const seed of seeds) {
      const random = createRandom(seed);
      const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: -GRAVITY } });
      world.createBody(level());
      const ragdoll = addRagdoll(world, { x: 0, y: 1 }, random.uniform(-3, 3), -1, { breakForce: 5000 });
      for (let step = 0; step < 150; step++) world.step(DT);
      const limb = ragdoll[random.integer(10)];
      const rise = random.uniform(0.5, 3);
      limb.position = { x: limb.position.x + random.uniform(-3, 3), y: limb.position.y + rise };
      const { speed } = measure(world, 120);
      expect(speed).toBeLessThan(Math.sqrt(2 * GRAVITY * (rise + 0.3)));
      // a teleport alone breaks no joint
      expect([...world.joints]).toHaveLength(9);
      expect(world.invariants().jointError).toBeLessThan(0.02);
    }
  });

  test.each(['revolute', 'weld', 'distance', 'rope', 'prismatic'] as const)(
    'draws the body at its %s joint out of a corner',
    (kind) => {
      const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: -GRAVITY } });
      world.createBody(level());
      world.createBody({ type: 'static', position: { x: -1, y: 1 }, shapes: [boxShape(0.5, 1)] });
      const bodyA = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [boxShape(0.5, 0.5)] });
      const bodyB = world.createBody({ position: { x: 1.1, y: 0.5 }, shapes: [boxShape(0.5, 0.5)] });
      const worldAnchor = { x: 0.55, y: 0.5 };
      let joint: Joint;
      if (kind === 'distance') joint = world.createJoint({ kind, bodyA, bodyB, length: 1.1 });
      else if (kind === 'rope') joint = world.createJoint({ kind, bodyA, bodyB, maximumLength: 1.2 });
      else if (kind === 'prismatic')
        joint = world.createJoint({
          kind,
          bodyA,
          bodyB,
          worldAnchor,
          localAxisA: { x: 1, y: 0 },
          lower: 0,
          upper: 0.1,
        });
      else joint = world.createJoint({ kind, bodyA, bodyB, worldAnchor });
      for (let step = 0; step < 30; step++) world.step(DT);
      bodyB.position = { x: 3, y: 2.5 };
      const { speed } = measure(world, 180);
      expect(speed).toBeLessThan(Math.sqrt(2 * GRAVITY * 2.5));
      expect(world.invariants().jointError).toBeLessThan(0.01);
      expect(joint.isValid).toBe(true);
    },
  );

  test('in every step, as a handle, is followed by its chain', () => {
    const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: -GRAVITY } });
    const handle = world.createBody({ type: 'kinematic', shapes: [{ kind: 'circle', radius: 0.2 }] });
    for (let k = 0, bodyA = handle; k < 8; k++) {
      const bodyB = world.createBody({ position: { x: 0, y: -0.5 - k }, shapes: [boxShape(0.1, 0.5)] });
      world.createJoint({ kind: 'revolute', bodyA, bodyB, worldAnchor: { x: 0, y: -k } });
      bodyA = bodyB;
    }
    const { error } = measure(world, 60, (step) => {
      handle.position = { x: (step * 10) / 60, y: 0 };
    });
    expect(error).toBeLessThan(0.8);
    measure(world, 60);
    expect(world.invariants().jointError).toBeLessThan(0.05);
  });
});

test('a recorder changes nothing', () => {
  const plain = heap(2, 1, GRAVITY);
  const traced = heap(2, 1, GRAVITY);
  const recorder = new StepRecorder(traced);
  for (let step = 0; step < 12; step++) {
    plain.step(DT);
    traced.step(DT);
  }
  expect(recorder.last!.contacts.length).toBeGreaterThan(0);
  expect(traced.stateHash()).toBe(plain.stateHash());
});

test('a world that was restored on the way goes on with the same bits', () => {
  const world = heap(3, 2, GRAVITY);
  const trunk = [...world.bodies].find(({ name }) => name === 'trunk')!;
  for (const steps of [0, 5, 20]) {
    for (let step = 0; step < steps; step++) world.step(DT);
    if (steps === 20) trunk.position = { x: 2, y: 2 };
    const copy = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: -GRAVITY } });
    restoreSnapshot(copy, takeSnapshot(world));
    for (let step = 0; step < 30; step++) {
      copy.step(DT);
      world.step(DT);
    }
    expect(copy.stateHash()).toBe(world.stateHash());
  }
});

test('a bare solver does this with the parts `joints` and `embedded`, bit for bit', () => {
  const full = heap(3, 3);
  const withParts = heap(3, 3, 0, createBareSoftStep({}, { joints, embedded }));
  for (let step = 0; step < 40; step++) {
    full.step(DT);
    withParts.step(DT);
  }
  expect(withParts.stateHash()).toBe(full.stateHash());
});
