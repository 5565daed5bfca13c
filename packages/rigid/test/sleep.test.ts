import { describe, expect, test } from 'vitest';
import {
  addWind,
  BODY_STRIDE,
  type Body,
  createWorld,
  integratePositions,
  type Solver,
  VX,
  type World,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const DT = 1 / 60;

function makeWorld(sleeping = true): World {
  return createWorld({ gravity: { x: 0, y: -10 }, solver: simpleSolver(20), sleeping });
}

function groundAt(world: World, y = 0): Body {
  return world.createBody({ type: 'static', shapes: [floor(y)] });
}

/** Steps until nothing is awake. Returns the number of steps, or Infinity. */
function stepsToSleep(world: World, limit = 600): number {
  for (let step = 1; step <= limit; step++) {
    world.step(DT);
    if (world.stats.awakeBodies === 0) return step;
  }
  return Number.POSITIVE_INFINITY;
}

/** Rows of 3, 2 and 1 unit boxes laid like bricks: one island. */
function bricks(world: World): Body[] {
  const bodies: Body[] = [];
  for (let row = 0; row < 3; row++) {
    for (let k = 0; k < 3 - row; k++) {
      const position = { x: (k - (2 - row) / 2) * 1.1, y: row + 0.5 };
      bodies.push(world.createBody({ position, shapes: [box(1, 1)] }));
    }
  }
  return bodies;
}

/** Columns of 5, 3 and 1 unit boxes on the floor, shifted by `x`. */
function pyramid(world: World, x = 0): Body[] {
  const bodies: Body[] = [];
  [5, 3, 1].forEach((count, row) => {
    for (let k = 0; k < count; k++) {
      bodies.push(
        world.createBody({
          position: { x: x + (k - (count - 1) / 2) * 1.1, y: row + 0.5 },
          shapes: [box(1, 1)],
        }),
      );
    }
  });
  return bodies;
}

describe('falling asleep', () => {
  test('D3 nine boxes stacked 5-3-1 sleep within 250 steps, and at the same step far from the origin', () => {
    const near = makeWorld();
    groundAt(near);
    const nearBodies = pyramid(near);
    const far = makeWorld();
    groundAt(far);
    const farBodies = pyramid(far, 1e7);
    const steps = stepsToSleep(near);
    expect(steps).toBeLessThanOrEqual(250);
    expect(stepsToSleep(far)).toBe(steps);
    nearBodies.forEach((body, k) => {
      expect(Math.abs(farBodies[k].position.x - 1e7 - body.position.x)).toBeLessThan(1e-3);
      expect(Math.abs(farBodies[k].position.y - body.position.y)).toBeLessThan(1e-3);
    });
  });

  test.each([
    ['trembles by 0.9 mm about its place sleeps', 0.054, -0.054, true],
    ['trembles by 2 mm does not', 0.12, -0.12, false],
    ['moves on at 0.054 m/s does not', 0.054, 0.054, false],
  ])('what %s', (_name, there, back, sleeps) => {
    const solver: Solver = {
      ...simpleSolver(1),
      step: (inside, dt) => {
        inside.collide();
        const { bodies } = inside;
        const o = body.id * BODY_STRIDE;
        bodies.motion[o + VX] = Math.round(world.time / dt) % 2 === 0 ? there : back;
        integratePositions(bodies, dt);
      },
    };
    const world: World = createWorld({ gravity: { x: 0, y: 0 }, solver });
    const body: Body = world.createBody({ shapes: [box(1, 1)] });
    for (let step = 0; step < 60; step++) world.step(DT);
    expect(body.isAwake).toBe(!sleeps);
  });

  test('sleeping bodies are in no active list, are reported once and do not move', () => {
    const world = makeWorld();
    groundAt(world);
    const bodies = pyramid(world);
    let slept = 0;
    while (world.stats.awakeBodies > 0 || slept === 0) {
      world.step(DT);
      slept += world.events.bodySleep.length;
    }
    expect(slept).toBe(9);
    expect(world.contactStore.activeCount).toBe(0);
    const hash = world.stateHash();
    const poses = bodies.map((body) => body.position);
    for (let step = 0; step < 60; step++) world.step(DT);
    expect(world.stateHash()).toBe(hash);
    expect(bodies.map((body) => body.position)).toEqual(poses);
    expect(bodies.every((body) => !body.isAwake && body.linearVelocity.y === 0)).toBe(true);
  });

  test('separate piles sleep independently: an awake one does not keep the other awake', () => {
    const world = makeWorld();
    groundAt(world);
    const resting = pyramid(world);
    const restless = world.createBody({
      position: { x: 20, y: 0.5 },
      allowSleep: false,
      shapes: [box(1, 1)],
    });
    const onIt = world.createBody({ position: { x: 20, y: 1.5 }, shapes: [box(1, 1)] });
    for (let step = 0; step < 300; step++) world.step(DT);
    expect(resting.every((body) => !body.isAwake)).toBe(true);
    expect(restless.isAwake).toBe(true);
    expect(onIt.isAwake).toBe(true);
  });

  test('a body on a moving kinematic platform stays awake, and sleeps if the platform is at rest', () => {
    const world = makeWorld();
    const platform = world.createBody({
      type: 'kinematic',
      linearVelocity: { x: 0.01, y: 0 },
      shapes: [box(10, 1)],
    });
    const rider = world.createBody({ position: { x: 0, y: 1 }, shapes: [box(1, 1)] });
    for (let step = 0; step < 200; step++) world.step(DT);
    expect(rider.isAwake).toBe(true);
    platform.linearVelocity = { x: 0, y: 0 };
    for (let step = 0; step < 100; step++) world.step(DT);
    expect(rider.isAwake).toBe(false);
    platform.linearVelocity = { x: 0, y: 1 };
    world.step(DT);
    expect(rider.isAwake).toBe(true);
  });

  test('with sleeping disabled no body sleeps', () => {
    const world = makeWorld(false);
    groundAt(world);
    pyramid(world);
    expect(stepsToSleep(world, 300)).toBe(Number.POSITIVE_INFINITY);
  });

  test('a body created asleep stays in mid-air until it is touched', () => {
    const world = makeWorld();
    const sleeper = world.createBody({ position: { x: 0, y: 5 }, awake: false, shapes: [box(1, 1)] });
    for (let step = 0; step < 30; step++) world.step(DT);
    expect(sleeper.position).toEqual({ x: 0, y: 5 });
    world.createBody({
      position: { x: -3, y: 5 },
      gravityScale: 0,
      linearVelocity: { x: 10, y: 0 },
      shapes: [circle(0.5)],
    });
    for (let step = 0; step < 30; step++) world.step(DT);
    expect(sleeper.isAwake).toBe(true);
    expect(sleeper.linearVelocity.x).toBeGreaterThan(1);
  });
});

describe('a force applies to the next step', () => {
  const ways: [string, (body: Body) => void, (body: Body) => void][] = [
    ['put to sleep', (body) => (body.isAwake = false), (body) => (body.isAwake = true)],
    ['disabled', (body) => (body.isEnabled = false), (body) => (body.isEnabled = true)],
    ['made static', (body) => (body.type = 'static'), (body) => (body.type = 'dynamic')],
  ];
  test.each(ways)('a body that is %s before the step is not affected by it', (_name, leave, comeBack) => {
    for (const isLate of [false, true]) {
      const world = createWorld({ gravity: { x: 0, y: 0 }, solver: simpleSolver(1) });
      const body = world.createBody({ shapes: [box(1, 1)] });
      if (!isLate) body.applyForce({ x: 50, y: 0 });
      leave(body);
      // a force would wake a sleeping body
      if (isLate && !body.isEnabled) {
        body.applyForce({ x: 50, y: 0 });
        body.applyTorque(5);
      }
      world.step(DT);
      comeBack(body);
      for (let step = 0; step < 5; step++) world.step(DT);
      expect(body.linearVelocity).toEqual({ x: 0, y: 0 });
      expect(body.angularVelocity).toBe(0);
    }
  });
});

describe('waking', () => {
  function sleepingPile(): { world: World; ground: Body; bodies: Body[] } {
    const world = makeWorld();
    const ground = groundAt(world);
    const bodies = bricks(world);
    expect(stepsToSleep(world)).toBeLessThan(300);
    return { world, ground, bodies };
  }

  const causes: Record<string, (pile: ReturnType<typeof sleepingPile>) => void> = {
    'an impulse': ({ bodies }) => bodies[0].applyImpulse({ x: 0.1, y: 0 }),
    'a force': ({ bodies }) => bodies[0].applyForce({ x: 0.1, y: 0 }),
    'a velocity': ({ bodies }) => {
      bodies[3].linearVelocity = { x: 0, y: 0.1 };
    },
    'being moved': ({ bodies }) => {
      bodies[5].position = { x: 0, y: 5 };
    },
    'the loss of a supporting body': ({ world, bodies }) => world.destroyBody(bodies[1]),
    'the loss of the ground': ({ world, ground }) => world.destroyBody(ground),
    'the ground moving away': ({ ground }) => {
      ground.position = { x: 0, y: -1 };
    },
    'a wall put on it': ({ world }) =>
      void world.createBody({ type: 'static', position: { x: 0.5, y: 0.7 }, shapes: [box(1, 1)] }),
    'a platform at rest put on it': ({ world }) =>
      void world.createBody({ type: 'kinematic', position: { x: 0.5, y: 0.7 }, shapes: [box(1, 1)] }),
    'a new shape of the ground': ({ ground }) => void ground.createShape(circle(0.5)),
    'new gravity': ({ world }) => {
      world.gravity = { x: 1, y: -10 };
    },
    'a joint': ({ world, bodies }) =>
      void world.createJoint({ kind: 'grab', body: bodies[0], target: { x: 5, y: 5 } }),
    isAwake: ({ bodies }) => {
      bodies[4].isAwake = true;
    },
  };

  for (const [name, cause] of Object.entries(causes)) {
    test(`${name} wakes the whole island`, () => {
      const pile = sleepingPile();
      const upper = pile.bodies.slice(3, 5);
      cause(pile);
      pile.world.step(DT);
      const alive = pile.bodies.filter((body) => body.isValid);
      expect(alive.some((body) => body.isAwake)).toBe(true);
      expect(upper.every((body) => body.isAwake)).toBe(true);
      expect(pile.world.events.bodyWake.length).toBeGreaterThanOrEqual(4);
    });
  }

  test('a wall that is moved to or enabled at a sleeping body, or may now touch it, wakes it and pushes it out', () => {
    const ways: ((world: World, wall: Body, body: Body) => void)[] = [
      (_, wall) => (wall.isEnabled = true),
      (world, wall, body) => {
        world.setCollisionEnabled(wall, body, false);
        wall.isEnabled = true;
        world.step(DT);
        expect(body.isAwake).toBe(false);
        world.setCollisionEnabled(wall, body, true);
      },
      (_, wall) => {
        wall.shapes[0].setFilter({ mask: 0 });
        wall.isEnabled = true;
        wall.shapes[0].setFilter({ mask: 1 });
      },
      (_, wall) => {
        wall.position = { x: 9, y: 0.5 };
        wall.isEnabled = true;
        wall.position = { x: 0.9, y: 0.5 };
      },
    ];
    // the wall is the younger body, then the older one
    for (const isLast of [true, false]) {
      for (const way of ways) {
        const world = makeWorld();
        groundAt(world);
        const make = (x: number, type: 'static' | 'dynamic') =>
          world.createBody({
            type,
            position: { x, y: 0.5 },
            enabled: type !== 'static',
            shapes: [box(1, 1)],
          });
        const first = isLast ? make(0, 'dynamic') : make(0.9, 'static');
        const second = isLast ? make(0.9, 'static') : make(0, 'dynamic');
        const [body, wall] = isLast ? [first, second] : [second, first];
        stepsToSleep(world);
        expect(body.isAwake).toBe(false);
        way(world, wall, body);
        world.step(DT);
        expect(body.isAwake).toBe(true);
        expect(world.events.contactBegin).toHaveLength(1);
        expect(stepsToSleep(world)).toBeLessThan(300);
        expect(body.position.x).toBeLessThan(-0.09);
      }
    }
  });

  test('a sleeping body is not woken by a sensor put on it, nor by the ground on which it was created asleep', () => {
    const world = makeWorld();
    groundAt(world);
    const body = world.createBody({ position: { x: 0, y: 0.48 }, awake: false, shapes: [box(1, 1)] });
    world.step(DT);
    expect(body.isAwake).toBe(false);
    world.createBody({ type: 'static', shapes: [box(1, 1, { sensor: true })] });
    world.step(DT);
    expect(body.isAwake).toBe(false);
    expect(world.events.sensorBegin).toHaveLength(1);
    world.step(DT);
    expect(world.contactStore.activeCount).toBe(0);
  });

  test('a sleeping body with a sensor is not woken when what is in the sensor is teleported, disabled, destroyed', () => {
    const world = makeWorld();
    groundAt(world);
    const body = world.createBody({
      position: { x: 0, y: 0.5 },
      shapes: [box(1, 1), circle(3, { sensor: true })],
    });
    const visitors = [1, 1.5, 2].map((x) =>
      world.createBody({ type: 'kinematic', position: { x, y: 1 }, shapes: [circle(0.1)] }),
    );
    for (let step = 0; step < 60; step++) world.step(DT);
    visitors[0].position = { x: 9, y: 1 };
    visitors[1].isEnabled = false;
    world.destroyBody(visitors[2]);
    expect(body.isAwake).toBe(false);
    world.step(DT);
    expect(world.events.sensorEnd).toHaveLength(3);
    expect(body.isAwake).toBe(false);
  });

  const pulls: Record<string, (world: World) => unknown> = {
    gravity: (world) => Object.assign(world, { gravity: { x: 0, y: -1 } }),
    wind: (world) => addWind(world, { kind: 'wind', velocity: { x: 10, y: 0 } }),
  };
  for (const [name, pull] of Object.entries(pulls)) {
    test(`${name} that begins just before a body would fall asleep moves it, however weak it is`, () => {
      const world = createWorld({ gravity: { x: 0, y: 0 }, solver: simpleSolver() });
      const body = world.createBody({ shapes: [box(1, 1)] });
      for (let step = 0; step < 29; step++) world.step(DT);
      pull(world);
      for (let step = 0; step < 10; step++) world.step(DT);
      expect(body.isAwake).toBe(true);
      expect(world.invariants().kineticEnergy).toBeGreaterThan(0.002);
    });
  }

  test('switching on the collisions of two sleeping bodies wakes them, since they may overlap; switching them off wakes none', () => {
    const world = makeWorld();
    groundAt(world);
    const [a, b] = [0, 0.4].map((x) =>
      world.createBody({ position: { x, y: 0.5 }, shapes: [box(1, 1)], awake: false }),
    );
    world.setCollisionEnabled(a, b, false);
    for (let step = 0; step < 5; step++) world.step(DT);
    expect([a.isAwake, b.isAwake]).toEqual([false, false]);
    world.setCollisionEnabled(a, b, true);
    expect([a.isAwake, b.isAwake]).toEqual([true, true]);
    for (let step = 0; step < 90; step++) world.step(DT);
    expect(world.invariants().deepestOverlap).toBeLessThan(0.02);
  });

  test('invalid input wakes no body', () => {
    const { world, bodies } = sleepingPile();
    const hash = world.stateHash();
    expect(() => {
      bodies[0].linearVelocity = { x: Number.NaN, y: 0 };
    }).toThrow(/linearVelocity/);
    expect(() => bodies[0].applyImpulse({ x: Number.POSITIVE_INFINITY, y: 0 })).toThrow(/impulse/);
    expect(world.stateHash()).toBe(hash);
  });

  const sameValues: Record<string, (world: World, ground: Body, body: Body) => void> = {
    velocity: (_, __, body) => {
      body.linearVelocity = { x: 0, y: 0 };
      body.angularVelocity = 0;
    },
    position: (_, ground, body) => {
      ground.position = { x: 0, y: 0 };
      body.position = { ...body.position };
    },
    transform: (_, ground) => ground.setTransform({ x: 0, y: 0 }, 0),
    gravity: (world) => {
      world.gravity = { x: 0, y: -10 };
    },
    mass: (_, __, body) => {
      body.mass = 1;
    },
    'gravity scale': (_, __, body) => {
      body.gravityScale = 1;
    },
    'locks and fixed rotation': (_, __, body) => {
      body.lockX = false;
      body.lockY = false;
      body.fixedRotation = false;
    },
    material: (_, ground, body) => {
      ground.shapes[0].setMaterial(ground.shapes[0].material);
      body.shapes[0].setMaterial(body.shapes[0].material);
    },
    'impulse of 0': (_, __, body) => {
      body.applyImpulse({ x: 0, y: 0 });
      body.applyImpulse({ x: 0, y: 0 }, { x: 1, y: 1 });
      body.applyAngularImpulse(0);
    },
  };
  for (const [name, write] of Object.entries(sameValues)) {
    test(`the ${name} that a body has already, written before each step, keeps nothing awake`, () => {
      const world = makeWorld();
      const ground = groundAt(world);
      const body = world.createBody({ position: { x: 0, y: 0.5 }, mass: 1, shapes: [box(1, 1)] });
      for (let step = 0; step < 60; step++) {
        write(world, ground, body);
        world.step(DT);
      }
      expect(body.isAwake).toBe(false);
      write(world, ground, body);
      expect(body.isAwake).toBe(false);
    });
  }

  test('a slow velocity that is written before each step keeps a body awake, and one along one axis stops it along that axis', () => {
    const world = createWorld({ gravity: { x: 0, y: 0 }, solver: simpleSolver(1) });
    const body = world.createBody({ shapes: [box(1, 1)] });
    for (let step = 0; step < 60; step++) {
      body.linearVelocity = { x: 0.01 + 0.001 * (step % 2), y: 0 };
      world.step(DT);
    }
    expect(body.isAwake).toBe(true);
    body.linearVelocity = { x: 0, y: 0 };
    for (let step = 0; step < 40; step++) world.step(DT);
    expect(body.isAwake).toBe(false);
  });

  test('a woken stack keeps its impulses and stands as before', () => {
    const { world, bodies } = sleepingPile();
    const before = bodies.map((body) => body.position);
    bodies[5].isAwake = true;
    for (let step = 0; step < 20; step++) world.step(DT);
    bodies.forEach((body, k) => {
      expect(Math.abs(body.position.x - before[k].x)).toBeLessThan(1e-4);
      expect(Math.abs(body.position.y - before[k].y)).toBeLessThan(1e-4);
    });
  });

  test('isAwake = false puts an island to sleep at once', () => {
    const world = makeWorld();
    groundAt(world);
    const bodies = pyramid(world);
    for (let step = 0; step < 5; step++) world.step(DT);
    bodies[0].isAwake = false;
    world.step(DT);
    expect(bodies[0].isAwake).toBe(false);
    expect(bodies[0].linearVelocity).toEqual({ x: 0, y: 0 });
  });

  test('a body put to sleep is asleep at its current pose', () => {
    const world = makeWorld();
    const body = world.createBody({
      linearVelocity: { x: 0.03, y: 0 },
      gravityScale: 0,
      shapes: [box(1, 1)],
    });
    world.createBody({ position: { x: 0, y: 1.01 }, gravityScale: 0, shapes: [box(1, 1)] });
    // so slow that it is placed only from time to time
    for (let step = 0; world.bodyStore.stale[body.id] === 0 && step < 200; step++) world.step(DT);
    expect(world.bodyStore.stale[body.id]).toBe(1);
    body.isAwake = false;
    expect(world.bodyStore.stale[body.id]).toBe(0);
    const [{ aabb }] = body.shapes;
    expect(aabb.minX).toBe(world.shapeStore.tight[body.shapes[0].id * 4]);
    expect(aabb.minX).toBeCloseTo(body.position.x - 0.5, 12);
  });

  test('a disabled body is not put to sleep with its jointed bodies, and its boxes stay at its pose', () => {
    const solver = simpleSolver(20);
    const world = createWorld({
      solver: { ...solver, capabilities: { ...solver.capabilities, joints: ['filter'] } },
    });
    const body = world.createBody({ position: { x: 0, y: 5 }, shapes: [box(1, 1)] });
    const off = world.createBody({ position: { x: 3, y: 5 }, enabled: false, shapes: [box(1, 1)] });
    const beyond = world.createBody({ position: { x: 6, y: 5 }, shapes: [box(1, 1)] });
    world.createJoint({ kind: 'filter', bodyA: body, bodyB: off });
    world.createJoint({ kind: 'filter', bodyA: off, bodyB: beyond });
    world.step(DT);
    body.isAwake = false;
    world.step(DT);
    expect(beyond.isAwake).toBe(true);
    off.position = { x: 20, y: 1 };
    expect(off.shapes[0].aabb).toMatchObject({ minX: 19.5, maxX: 20.5 });
  });

  test('R10 sleeping bodies can change type, be disabled and be removed', () => {
    const { world, bodies } = sleepingPile();
    bodies[0].type = 'static';
    bodies[1].isEnabled = false;
    world.destroyBody(bodies[2]);
    for (let step = 0; step < 300; step++) world.step(DT);
    expect(bodies[0].isAwake).toBe(false);
    expect(bodies[5].position.y).toBeLessThan(2.4);
  });
});

test('two bodies jointed across a gap sleep and wake together', () => {
  const solver = simpleSolver(20);
  const world = createWorld({
    gravity: { x: 0, y: 0 },
    solver: { ...solver, capabilities: { ...solver.capabilities, joints: ['filter'] } },
  });
  const bodyA = world.createBody({ shapes: [box(1, 1)] });
  const bodyB = world.createBody({ position: { x: 5, y: 0 }, shapes: [box(1, 1)] });
  world.createJoint({ kind: 'filter', bodyA, bodyB });
  expect(stepsToSleep(world, 100)).toBeLessThan(40);
  expect(world.stats.joints).toBe(1);
  bodyA.isAwake = true;
  expect(bodyB.isAwake).toBe(true);
});

describe('a material change', () => {
  const slope = 0.3;
  const surface = { friction: 0.8 };

  /** A box sleeping on a slope that descends to the left, with the ground below it. */
  function asleepOnSlope(): { world: World; ground: Body; body: Body } {
    const world = makeWorld();
    const normal = { x: -Math.sin(slope), y: Math.cos(slope) };
    const ground = world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal, ...surface }] });
    const position = { x: 0.5 * normal.x, y: 0.5 * normal.y };
    const body = world.createBody({ position, angle: slope, shapes: [box(1, 1, surface)] });
    expect(stepsToSleep(world)).toBeLessThan(600);
    return { world, ground, body };
  }

  test.each([
    ['the box', 1],
    ['the ground', 0],
  ])('lets a body held by friction slide, %s losing it', (_, which) => {
    const { world, ground, body } = asleepOnSlope();
    const { x } = body.position;
    const [shape] = [ground, body][which].shapes;
    shape.setMaterial({ friction: 0, frictionCombine: 'minimum' });
    expect(body.isAwake).toBe(true);
    for (let k = 0; k < 60; k++) world.step(DT);
    expect(body.position.x).toBeLessThan(x - 1);
  });

  test('wakes and carries the body sleeping on a belt that starts', () => {
    const { world, ground, body } = asleepOnSlope();
    const start = body.position;
    ground.shapes[0].setMaterial({ tangentSpeed: 2 });
    for (let k = 0; k < 60; k++) world.step(DT);
    expect(Math.hypot(body.position.x - start.x, body.position.y - start.y)).toBeGreaterThan(1);
  });

  test('to the same value wakes nothing', () => {
    const { ground, body } = asleepOnSlope();
    ground.shapes[0].setMaterial({ ...surface, tangentSpeed: 0, restitution: 0 });
    expect(body.isAwake).toBe(false);
  });
});
