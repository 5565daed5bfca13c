/** Bodies that were put into others (`embedded-bodies.ts`): they move apart, and are slow when they are apart. */
import { polygon } from '@otedama/math2d';
import {
  type Body,
  CONTACT_EMBEDDED,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  type ContactStore,
  createWorld,
  loadScene,
  restoreSnapshot,
  type ShapeDefinition,
  type Solver,
  StepRecorder,
  takeSnapshot,
  type World,
} from '@otedama/rigid';
import { confined, mixedRain, pyramid } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { createSoftStep as createBareSoftStep, embedded } from '../src/bare.js';
import { FrameRows } from '../src/frame-rows.js';
import { createSoftStep } from '../src/index.js';
import { KeptRows } from '../src/kept-rows.js';
import { sharedKernels, worldOf } from './shared-kernels.js';

const DT = 1 / 60;

const shapes: Record<string, ShapeDefinition> = {
  boxes: { kind: 'polygon', vertices: polygon.rectangle(1, 1) },
  balls: { kind: 'circle', radius: 0.5 },
};

interface Heap {
  readonly world: World;
  readonly bodies: Body[];
}

/** Bodies at one place, or on a small circle about it, in free space or on a floor. */
function heap(count: number, shape: ShapeDefinition, radius: number, gravity: number, solver: Solver): Heap {
  const world = createWorld({ solver, gravity: { x: 0, y: -gravity } });
  if (gravity > 0) {
    world.createBody({
      type: 'static',
      position: { x: 0, y: -0.5 },
      shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }],
    });
  }
  const place = polygon.regular(1, 64);
  const bodies = Array.from({ length: count }, (_, k) => {
    const { x, y } = place[(27 * k) % 64];
    return world.createBody({ position: { x: radius * x, y: radius * y }, shapes: [shape] });
  });
  return { world, bodies };
}

/** Steps the heap. Returns the greatest speed of a body, m/s. */
function greatestSpeed({ world, bodies }: Heap, steps: number): number {
  let speed = 0;
  for (let k = 0; k < steps; k++) {
    world.step(DT);
    for (const { linearVelocity: v } of bodies) speed = Math.max(speed, Math.hypot(v.x, v.y));
  }
  return speed;
}

const deepest = (world: World): number => {
  let depth = 0;
  world.forEachContact((contact) => {
    for (let p = 0; p < contact.pointCount; p++) depth = Math.max(depth, -contact.separation(p));
  });
  return depth;
};

describe.each(Object.entries(shapes))('%s created in one place', (_, shape) => {
  test.each([
    [3, 0, 0.2],
    [10, 0, 0.4],
    [10, 0.05, 0.3],
    [30, 0.05, 0.4],
  ])('%d bodies up to %d m from it are slow when they are apart', (count, radius, limit) => {
    const bodies = heap(count, shape, radius, 0, createSoftStep());
    expect(greatestSpeed(bodies, 250)).toBeLessThan(limit);
    expect(deepest(bodies.world)).toBeLessThan(0.1);
  });

  test('ten on a floor are spread out on it without being thrown', () => {
    const bodies = heap(10, shape, 0.05, 10, createSoftStep());
    // one that was lifted by the height of two bodies falls at 6 m/s
    expect(greatestSpeed(bodies, 180)).toBeLessThan(6.3);
    expect(deepest(bodies.world)).toBeLessThan(0.05);
  });
});

// Without it the energy rises from 614 to 182,338 J: no less than if each circle were thrown at 24 m/s.
test('625 circles in too small a place keep most of their energy and their linear momentum when they come apart', () => {
  const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: 0 } });
  confined.create().bodies.forEach((body, k) => {
    if ((body.type ?? 'dynamic') !== 'dynamic') return;
    world.createBody({ ...body, linearVelocity: { x: Math.sin(k) * 2, y: Math.cos(3 * k) } });
  });
  const before = world.invariants();
  for (let k = 0; k < 120; k++) world.step(DT);
  const after = world.invariants();
  expect(after.kineticEnergy).toBeLessThan(4 * before.kineticEnergy);
  expect(after.linearMomentum.x).toBeCloseTo(before.linearMomentum.x, 9);
});

test('numbers of a second point that a row does not have may be anything', () => {
  const [first, second, other] = [1, 2, 3].map(() => heap(10, shapes.balls, 0.05, 10, createSoftStep()));
  for (let k = 0; k < 60; k++) first.world.step(DT);
  // the kernels of all worlds have one memory
  const rows = new FrameRows();
  const kernels = sharedKernels();
  expect(kernels.hold(rows, new KeptRows(), 512, worldOf(other.world.bodyStore))).toBe(true);
  // two of these integers are NaN as a double
  rows.index.fill(-1);
  rows.data.fill(Number.NaN);
  kernels.release();
  for (let k = 0; k < 60; k++) second.world.step(DT);
  expect(second.world.stateHash()).toBe(first.world.stateHash());
});

test('a bare solver does this with the part `embedded`, bit for bit', () => {
  const [box] = Object.values(shapes);
  const full = heap(5, box, 0.05, 0, createSoftStep());
  const withPart = heap(5, box, 0.05, 0, createBareSoftStep({}, { embedded }));
  const without = heap(5, box, 0.05, 0, createBareSoftStep());
  for (const { world } of [full, withPart]) for (let k = 0; k < 60; k++) world.step(DT);
  expect(withPart.world.stateHash()).toBe(full.world.stateHash());
  expect(greatestSpeed(without, 60)).toBeGreaterThan(5);
});

test('a recorder sees that rows return to their impulses, and changes nothing', () => {
  const [box] = Object.values(shapes);
  const plain = heap(3, box, 0, 0, createSoftStep());
  const traced = heap(3, box, 0, 0, createSoftStep());
  const recorder = new StepRecorder(traced.world);
  let returns = 0;
  for (let k = 0; k < 30; k++) {
    plain.world.step(DT);
    traced.world.step(DT);
    for (const { rows } of recorder.last!.contacts) {
      returns += rows.filter(({ phase }) => phase === 'return').length;
    }
  }
  expect(returns).toBeGreaterThan(30);
  expect(traced.world.stateHash()).toBe(plain.world.stateHash());
});

test('a body put into others at a locked axis stays on it', () => {
  const [box] = Object.values(shapes);
  const { world, bodies } = heap(4, box, 0.05, 0, createSoftStep());
  bodies[1].lockX = true;
  const { x } = bodies[1].position;
  for (let k = 0; k < 120; k++) world.step(DT);
  expect(bodies[1].position.x).toBe(x);
  expect(bodies.every(({ linearVelocity: v }) => Math.hypot(v.x, v.y) < 2)).toBe(true);
});

describe('six boxes that come to lie in each other', () => {
  const [box] = Object.values(shapes);
  const away = (k: number): { x: number; y: number } => ({ x: 3 * k, y: 0 });
  const here = (k: number): { x: number; y: number } => ({ x: 0.03 * k, y: 0.02 * k * k });
  const apart = { solver: createSoftStep(), gravity: { x: 0, y: 0 } };

  /** What lets the boxes overlap in a world that has run for a while. */
  const ways: Record<string, (world: World) => Body[]> = {
    'are teleported': (world) => {
      const bodies = Array.from({ length: 6 }, (_, k) =>
        world.createBody({ position: away(k), shapes: [box] }),
      );
      for (let k = 0; k < 5; k++) world.step(DT);
      bodies.forEach((body, k) => {
        body.position = here(k);
      });
      return bodies;
    },
    'are enabled': (world) => {
      const bodies = Array.from({ length: 6 }, (_, k) =>
        world.createBody({ position: here(k), shapes: [box], enabled: false }),
      );
      for (let k = 0; k < 5; k++) world.step(DT);
      for (const body of bodies) body.isEnabled = true;
      return bodies;
    },
    'get other filters': (world) => {
      const ghost: ShapeDefinition = { ...box, filter: { mask: 0 } };
      const bodies = Array.from({ length: 6 }, (_, k) =>
        world.createBody({ position: here(k), shapes: [ghost] }),
      );
      for (let k = 0; k < 5; k++) world.step(DT);
      for (const body of bodies) for (const shape of body.shapes) shape.setFilter({ mask: ~0 });
      return bodies;
    },
    'become solid for each other in pairs': (world) => {
      const bodies = Array.from({ length: 6 }, (_, k) =>
        world.createBody({ position: here(k), shapes: [box] }),
      );
      const pairs = bodies.flatMap((a, k) => bodies.slice(k + 1).map((b) => [a, b] as const));
      for (const [a, b] of pairs) world.setCollisionEnabled(a, b, false);
      for (let k = 0; k < 5; k++) world.step(DT);
      for (const [a, b] of pairs) world.setCollisionEnabled(a, b, true);
      return bodies;
    },
    'get shapes': (world) => {
      const bodies = Array.from({ length: 6 }, (_, k) => world.createBody({ position: here(k) }));
      for (let k = 0; k < 5; k++) world.step(DT);
      for (const body of bodies) body.createShape(box);
      return bodies;
    },
    'get static shapes around them': (world) => {
      const bodies = Array.from({ length: 6 }, (_, k) =>
        world.createBody({ position: away(k), shapes: [box] }),
      );
      const ground = world.createBody({ type: 'static' });
      for (let k = 0; k < 5; k++) world.step(DT);
      for (let k = 0; k < 6; k++) {
        const { x } = away(k);
        for (const side of [0, 1]) {
          ground.createShape({ kind: 'circle', radius: 0.5, center: { x: x - 0.3 + 0.6 * side, y: 0.3 } });
        }
      }
      return bodies;
    },
    'become dynamic': (world) => {
      const bodies = Array.from({ length: 6 }, (_, k) =>
        world.createBody({ position: here(k), shapes: [box], type: 'static' }),
      );
      for (let k = 0; k < 5; k++) world.step(DT);
      for (const body of bodies) body.type = 'dynamic';
      return bodies;
    },
  };

  test.each(Object.entries(ways))('since they %s, are slow when they are apart', (_, put) => {
    const world = createWorld(apart);
    const bodies = put(world);
    expect(greatestSpeed({ world, bodies }, 150)).toBeLessThan(0.4);
    for (const { position: p } of bodies) {
      // the next body is as far away as boxes of 1 m that do not overlap
      const ways = bodies.map(({ position: q }) => Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y)));
      expect(ways.sort((a, b) => a - b)[1]).toBeGreaterThan(0.9);
    }
    expect(deepest(world)).toBeLessThan(0.05);
  });
});

/** Number of embedded contacts. */
function countEmbedded({ index, active, activeCount }: ContactStore): number {
  let count = 0;
  for (let k = 0; k < activeCount; k++) {
    if ((index[active[k] * CONTACT_INDEX_STRIDE + CONTACT_FLAGS] & CONTACT_EMBEDDED) !== 0) count++;
  }
  return count;
}

test('bodies that fall on each other, deeper than the limit in a step, are not taken for bodies that were put there', () => {
  let embeddedContacts = 0;
  let deepestFall = 0;
  const soft = createSoftStep();
  const solver: Solver = {
    ...soft,
    step(world, dt) {
      soft.step(world, dt);
      embeddedContacts += countEmbedded(world.contacts);
    },
  };
  const world = loadScene(mixedRain.create({ count: 250 }), { solver });
  for (let k = 0; k < 250; k++) {
    world.step(DT);
    deepestFall = Math.max(deepestFall, deepest(world));
  }
  expect(deepestFall).toBeGreaterThan(0.1);
  expect(embeddedContacts).toBe(0);
});

// without it the ball is thrown out at 11 m/s
test('a ball that is put into a pile at rest does not blow it up', () => {
  const world = loadScene(pyramid.create({ base: 10 }), { solver: createSoftStep() });
  for (let k = 0; k < 60; k++) world.step(DT);
  const bodies = [...world.bodies];
  const top = Math.max(...bodies.map(({ position }) => position.y));
  bodies.push(
    world.createBody({
      position: { x: -0.5, y: 5.5 },
      angle: 0.5,
      shapes: [{ kind: 'circle', radius: 0.4 }],
    }),
  );
  expect(greatestSpeed({ world, bodies }, 300)).toBeLessThan(2);
  expect(Math.max(...bodies.map(({ position }) => position.y))).toBeGreaterThan(top - 0.1);
});

test('a snapshot knows which bodies were put somewhere, and which contacts are embedded', () => {
  const [box] = Object.values(shapes);
  const { world, bodies } = heap(8, box, 0.05, 10, createSoftStep());
  for (const steps of [0, 4, 1]) {
    for (let k = 0; k < steps; k++) world.step(DT);
    if (steps === 1) bodies[3].position = { x: 0.2, y: 0.3 };
    const copy = heap(0, box, 0, 10, createSoftStep()).world;
    const snapshot = takeSnapshot(world);
    restoreSnapshot(copy, snapshot);
    expect(copy.stateHash()).toBe(world.stateHash());
    for (let k = 0; k < 20; k++) {
      copy.step(DT);
      world.step(DT);
    }
    expect(copy.stateHash()).toBe(world.stateHash());
  }
});

// moved without their joints, they are 0.13 m apart at their hinges
test('pairs of bodies at hinges that are created in one place stay at their hinges', () => {
  const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: 0 } });
  const [box] = Object.values(shapes);
  for (let k = 0; k < 8; k++) {
    const y = 0.04 * k;
    const bodyA = world.createBody({ position: { x: 0.02 * k, y }, shapes: [box] });
    const bodyB = world.createBody({ position: { x: 0.02 * k + 1.1, y }, shapes: [box] });
    world.createJoint({ kind: 'revolute', bodyA, bodyB, worldAnchor: { x: 0.02 * k + 0.55, y } });
  }
  let error = 0;
  for (let k = 0; k < 120; k++) {
    world.step(DT);
    error = Math.max(error, world.invariants().jointError);
  }
  expect(error).toBeLessThan(0.06);
});
