/**
 * Worlds in which a step only refreshes the gaps of contacts. Every number and event must be the same as in worlds that process each
 * contact in each step, and refreshes it there, whatever is changed in between.
 */

import {
  BODY_STRIDE,
  type BodyDefinition,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  ContactStore,
  createWorld,
  NORMAL_VELOCITY,
  POINT_STRIDE,
  POINT0,
  POINT1,
  restoreSnapshot,
  SEPARATION,
  type Solver,
  type SolverWorld,
  STEP_NORMAL_IMPULSE,
  TOUCH_DISTANCE,
  takeSnapshot,
  type World,
  type WorldDefinition,
} from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';
import { boxDefinition, boxShape, ground } from './bodies.js';

const DT = 1 / 60;

/** Solvers that find contacts once per step, and one that does so twice. */
const solvers: [string, () => Solver, number][] = [
  ['soft step', createSoftStep, 1],
  ['sequential impulses', createSequentialImpulses, 1],
  ['two steps in one', createSequentialImpulses, 2],
];

/** Everything about the contacts of a world that a user or a solver can read. */
function look(world: World): string {
  const { contactStore: contacts, events, stats } = world;
  const { active, activeCount, index, data, touching, touchingCount } = contacts;
  const numbers: number[] = [];
  for (let k = 0; k < activeCount; k++) {
    const count = index[active[k] * CONTACT_INDEX_STRIDE + COUNT];
    for (let point = 0; point < count; point++) {
      const p = active[k] * CONTACT_STRIDE + POINT0 + point * POINT_STRIDE;
      numbers.push(data[p + SEPARATION], data[p + STEP_NORMAL_IMPULSE]);
    }
  }
  const happened = [
    ...[...events.contactBegin, ...events.contactEnd].map(({ shapeA, shapeB }) => [shapeA.id, shapeB.id]),
    ...[...events.sensorBegin, ...events.sensorEnd].map(({ sensor, visitor }) => [sensor.id, visitor.id]),
    ...events.hit.map(({ shapeA, shapeB, approachSpeed }) => [shapeA.id, shapeB.id, approachSpeed]),
    ...[...events.bodySleep, ...events.bodyWake, ...events.bodyFrozen].map(({ body }) => [body.id]),
  ];
  return JSON.stringify([
    world.stateHash(),
    stats,
    Array.from(touching.subarray(0, touchingCount)),
    numbers,
    happened,
  ]);
}

interface Play {
  readonly bodies: readonly BodyDefinition[];
  readonly steps: number;
  readonly options?: (world: () => World) => Partial<WorldDefinition>;
  /** Called before each step to change the world. */
  readonly change?: (world: World, step: number) => void;
  /** Called to change the solver's view, after contacts were found. */
  readonly disturb?: (state: SolverWorld, step: number) => void;
}

/**
 * Runs the same sequence twice, the second time with every contact processed in each step, and compares the two.
 * @returns the observed values of each step, and whether the step only refreshed contacts
 */
function compare(
  { bodies, steps, options = () => ({}), change = () => {}, disturb = () => {} }: Play,
  createSolver: () => Solver = createSoftStep,
  times = 1,
): { seen: string[]; steady: boolean[] } {
  const steady: boolean[] = [];
  const [seen, expected] = [false, true].map((isThorough) => {
    let step = 0;
    const solver = createSolver();
    const solve = solver.step;
    solver.step = (state, dt) => {
      const collide = {
        value: (refreshes?: boolean) => {
          if (isThorough) state.contacts.revision++;
          state.collide(isThorough || refreshes);
          disturb(state, step);
        },
      };
      for (let k = 0; k < times; k++) solve.call(solver, Object.create(state, { collide }), dt / times);
    };
    let world: World;
    world = createWorld({ solver, sleeping: false, ...options(() => world) });
    for (const body of bodies) world.createBody(body);
    const looks: string[] = [];
    for (; step < steps; step++) {
      change(world, step);
      const before = world.contactStore.touchingRevision;
      world.step(DT);
      if (!isThorough) steady.push(world.contactStore.touchingRevision === before);
      else expect(world.contactStore.touchingRevision).toBe(before + times);
      looks.push(look(world));
    }
    return looks;
  });
  expect(seen.findIndex((text, step) => text !== expected[step])).toBe(-1);
  return { seen, steady };
}

const box = (x: number, y: number, more: Partial<BodyDefinition> = {}): BodyDefinition => ({
  ...boxDefinition(0.5, 0.5),
  position: { x, y },
  ...more,
});

/** The ground, which is body 0, and a pyramid of 10 boxes, 1 to 10 from bottom to top. */
const pile: readonly BodyDefinition[] = [
  ground(20),
  ...[4, 3, 2, 1].flatMap((count, row) =>
    Array.from({ length: count }, (_, k) => box(1.1 * (k - count / 2), 0.5 + row)),
  ),
];

describe.each(solvers)('%s', (_name, createSolver, times) => {
  const at = 30;
  const changes: [string, (world: World) => void][] = [
    ['a mass', (world) => (world.bodies[6].mass *= 3)],
    ['no mass', (world) => (world.bodies[6].type = 'kinematic')],
    ['a body that stands', (world) => (world.bodies[2].type = 'static')],
    ['a body off', (world) => (world.bodies[2].isEnabled = false)],
    ['a body gone', (world) => world.destroyBody(world.bodies[2])],
    ['a body moved', (world) => (world.bodies[10].position = { x: 0.3, y: 4.2 })],
    ['a body more', (world) => world.createBody(box(-0.5, 4.5))],
    ['a shape more', (world) => world.bodies[10].createShape(boxShape(0.6, 0.6))],
    ['a shape gone', (world) => world.bodies[6].shapes[0].destroy()],
    ['friction', (world) => world.bodies[6].shapes[0].setMaterial({ friction: 0 })],
    ['a conveyor', (world) => world.bodies[0].shapes[0].setMaterial({ tangentSpeed: 1 })],
    ['a filter', (world) => world.bodies[10].shapes[0].setFilter({ mask: 0 })],
    ['a pair apart', (world) => world.setCollisionEnabled(world.bodies[0], world.bodies[1], false)],
    [
      'a joint',
      (world) => {
        const [, bodyA, bodyB] = world.bodies;
        world.createJoint({ kind: 'weld', bodyA, bodyB });
        world.createJoint({ kind: 'weld', bodyA: bodyB, bodyB: world.bodies[6] });
      },
    ],
    ['an impulse', (world) => world.bodies[6].applyImpulse({ x: 2, y: 1 })],
    ['gravity', (world) => (world.gravity = { x: 4, y: -5 })],
  ];
  test.each(changes)('with %s changed in a pile at rest', (_what, change) => {
    let snapshot: Uint8Array;
    const { seen, steady } = compare(
      {
        bodies: pile,
        steps: at + 20,
        change: (world, step) => {
          if (step === at) {
            snapshot = takeSnapshot(world);
            change(world);
          }
          // and back, while the simulation continues
          if (step === at + 15) restoreSnapshot(world, snapshot);
        },
      },
      createSolver,
      times,
    );
    expect(steady.slice(at - 5, at)).toEqual(new Array(5).fill(true));
    expect(seen[at]).not.toBe(seen[at - 1]);
  });

  test('with a body frozen during a step', () => {
    const { seen, steady } = compare(
      {
        bodies: pile,
        steps: at + 20,
        change: (world, step) => {
          if (step === at + 10) world.bodies[2].unfreeze();
        },
        disturb: ({ bodies }, step) => {
          if (step === at) bodies.motion[2 * BODY_STRIDE] = Number.NaN;
        },
      },
      createSolver,
      times,
    );
    expect(steady[at - 1]).toBe(true);
    expect(seen[at]).not.toBe(seen[at - 1]);
  });

  test('where piles fall asleep and are woken one after the other', () => {
    let slept = 0;
    const { steady } = compare(
      {
        bodies: [
          ground(20),
          ...[-6, -3, 0].flatMap((x) => [box(x, 0.5), box(x, 1.5)]),
          box(5, 0.5, { allowSleep: false }),
        ],
        steps: 200,
        options: () => ({ sleeping: true }),
        change: (world, step) => {
          slept += world.bodies.filter((body) => body.type === 'dynamic' && !body.isAwake).length;
          if (step === 80) world.bodies[1].isAwake = true;
          if (step === 90) world.bodies[4].applyImpulse({ x: 0.2, y: 0 });
          if (step === 100) world.bodies[5].isAwake = true;
          if (step === 103) world.bodies[5].isAwake = false;
        },
      },
      createSolver,
      times,
    );
    expect(slept).toBeGreaterThan(400);
    expect(steady.filter((isSteady) => isSteady).length).toBeGreaterThan(150);
  });

  test('where a body sleeps on a platform that starts slowly', () => {
    const woken: number[] = [];
    const { steady } = compare(
      {
        bodies: [
          ground(20),
          box(0, 0.5, { allowSleep: false }),
          { ...boxDefinition(2, 0.2), type: 'kinematic', position: { x: 6, y: 3 } },
          box(6, 3.7),
        ],
        steps: 100,
        options: () => ({ sleeping: true }),
        change: (world, step) => {
          if (step === 80) world.bodies[2].linearVelocity = { x: 0, y: -0.01 };
          if (step === 80) expect(world.bodies[3].isAwake).toBe(false);
          if (step === 81) woken.push(Number(world.bodies[3].isAwake));
        },
      },
      createSolver,
      times,
    );
    expect(woken).toEqual([1, 1]);
    // contacts are processed in each step as long as the box sleeps there
    expect(steady[25]).toBe(true);
    expect(steady.slice(60, 80)).toEqual(new Array(20).fill(false));
  });

  test('where such a platform is restored from a snapshot', () => {
    let snapshot: Uint8Array;
    const { steady } = compare(
      {
        bodies: [
          { ...boxDefinition(2, 0.2), type: 'kinematic', position: { x: 6, y: 3 } },
          box(6, 3.7),
          ground(20),
          box(0, 0.5, { allowSleep: false }),
        ],
        steps: 120,
        options: () => ({ sleeping: true }),
        change: (world, step) => {
          if (step === 80) {
            expect(world.bodies[1].isAwake).toBe(false);
            snapshot = takeSnapshot(world);
            world.destroyBody(world.bodies[1]);
          }
          if (step === 90) {
            const { touchingRevision } = world.contactStore;
            restoreSnapshot(world, snapshot);
            expect(world.contactStore.touchingRevision).toBeGreaterThan(touchingRevision);
          }
          if (step === 95) world.bodies[0].linearVelocity = { x: 0, y: -0.01 };
          if (step === 96) expect(world.bodies[1].isAwake).toBe(true);
        },
      },
      createSolver,
      times,
    );
    expect(steady.slice(82, 90)).toEqual(new Array(8).fill(true));
  });

  test.each([false, true])('where a hook is called: %s', (hasHook) => {
    let asked = 0;
    const { steady } = compare(
      {
        bodies: pile.map((body) => ({
          ...body,
          shapes: (body.shapes ?? []).map((shape) => ({ ...shape, preSolveEvents: true })),
        })),
        steps: 50,
        options: (world) =>
          hasHook
            ? {
                preSolve: (contact) => {
                  asked++;
                  return world().time < 0.6 || contact.pointX(0) < 0;
                },
              }
            : {},
      },
      createSolver,
      times,
    );
    expect(asked > 0).toBe(hasHook);
    expect(steady[30]).toBe(!hasHook);
  });

  test('where a box stands in a sensor and leaves it', () => {
    const region: BodyDefinition = {
      type: 'static',
      shapes: [{ ...boxShape(3, 3), sensor: true }],
    };
    const { steady } = compare(
      {
        bodies: [ground(20), region, box(0, 0.5), box(0, 1.5)],
        steps: 60,
        change: (world, step) => {
          if (step === 30) world.bodies[3].linearVelocity = { x: 9, y: 4 };
          if (step === 50) world.destroyBody(world.bodies[1]);
        },
      },
      createSolver,
      times,
    );
    expect(steady[29]).toBe(true);
  });

  test('where a hovering box comes into contact without a new placement', () => {
    const begins: number[] = [];
    const { steady } = compare(
      {
        bodies: [
          ground(20),
          box(0, 0.5 + TOUCH_DISTANCE + 0.0003, { gravityScale: 0, linearVelocity: { x: 0, y: -0.002 } }),
        ],
        steps: 20,
        change: (world, step) => {
          if (world.events.contactBegin.length > 0) begins.push(step);
        },
      },
      createSolver,
      times,
    );
    expect(begins).toHaveLength(2);
    expect(begins[0]).toBeGreaterThan(4);
    expect(steady[begins[0] - 1]).toBe(true);
  });

  test('where a box at rest is struck', () => {
    let hits = 0;
    const { steady } = compare(
      {
        bodies: [ground(20), { ...box(0, 0.5), shapes: [{ ...boxShape(0.5, 0.5), hitEvents: true }] }],
        steps: 40,
        change: (world, step) => {
          hits += world.events.hit.length;
          if (step === 30) world.bodies[1].linearVelocity = { x: 0, y: -3 };
        },
      },
      createSolver,
      times,
    );
    expect(steady[30]).toBe(true);
    // (the second of two steps finds the box already stopped)
    expect(hits).toBe(times === 1 ? 2 : 0);
  });
});

test('the approach speed of a step also starts from 0, even for a contact created during the step', () => {
  const contacts = new ContactStore();
  const { bodyStore } = createWorld({ solver: createSoftStep() });
  const slot = contacts.add(0, 1, 0, 1, 0, bodyStore);
  const maxima = (): number[] =>
    [POINT0, POINT1].flatMap((p) => [
      contacts.data[slot * CONTACT_STRIDE + p + STEP_NORMAL_IMPULSE],
      contacts.data[slot * CONTACT_STRIDE + p + NORMAL_VELOCITY],
    ]);
  const rested = [true, false, true].map((isActive) => {
    contacts.setActive(slot, isActive);
    const found = maxima();
    contacts.data.fill(-3, slot * CONTACT_STRIDE + POINT0, (slot + 1) * CONTACT_STRIDE);
    return found;
  });
  expect(rested).toEqual([
    [0, 0, 0, 0],
    [-3, -3, -3, -3],
    [0, 0, 0, 0],
  ]);
});

test('the maximum impulses are reset only where contacts are first found in a step', () => {
  const largest: number[][] = [];
  const add = ({ contacts }: SolverWorld): void => {
    for (let k = 0; k < contacts.touchingCount; k++) {
      const p = contacts.touching[k] * CONTACT_STRIDE + POINT0 + STEP_NORMAL_IMPULSE;
      const q = contacts.touching[k] * CONTACT_STRIDE + POINT0 + NORMAL_VELOCITY;
      contacts.data[p]++;
      contacts.data[p + POINT_STRIDE] += 2;
      contacts.data[q] += 3;
      contacts.data[q + POINT_STRIDE] += 4;
      largest.push([p, p + POINT_STRIDE, q, q + POINT_STRIDE].map((place) => contacts.data[place]));
    }
  };
  const solver: Solver = {
    ...createSoftStep(),
    step: (state) => {
      for (let k = 0; k < 2; k++) {
        state.collide();
        add(state);
      }
    },
  };
  const world = createWorld({ solver });
  world.createBody(ground(20));
  world.createBody(box(0, 0.5));
  const revisions: number[] = [];
  for (let step = 0; step < 5; step++) {
    world.step(DT);
    revisions.push(world.contactStore.touchingRevision);
  }
  expect(revisions[4]).toBe(revisions[0]);
  expect(largest).toEqual(
    new Array(5)
      .fill([
        [1, 2, 3, 4],
        [2, 4, 6, 8],
      ])
      .flat(),
  );
});

test('a contact that becomes active or inactive raises the revision of its store', () => {
  const contacts = new ContactStore();
  const world = createWorld({ solver: createSoftStep() });
  const slot = contacts.add(0, 1, 0, 1, 0, world.bodyStore);
  const revisions = [false, true, true, false, false].map((isActive) => {
    contacts.setActive(slot, isActive);
    return contacts.revision;
  });
  expect(revisions.map((revision) => revision - revisions[0])).toEqual([0, 1, 1, 2, 2]);
});

test('a body that wakes, falls asleep or is frozen raises the revision of its store', () => {
  const { bodyStore } = createWorld({ solver: createSoftStep() });
  const slot = bodyStore.allocate();
  const revisions = [false, true, true, false].map((isAwake) => {
    bodyStore.setAwake(slot, isAwake);
    return bodyStore.revision;
  });
  expect(revisions.map((revision) => revision - revisions[0])).toEqual([0, 1, 1, 2]);
});
