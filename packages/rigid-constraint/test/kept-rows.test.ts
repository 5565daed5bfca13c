/**
 * Rows and body records that are kept from one step to the next give the same bits as if they were written again in each step, whatever
 * is changed in between.
 */

import { polygon } from '@otedama/math2d';
import {
  addField,
  BODY_STRIDE,
  BodyStore,
  ContactStore,
  createWorld,
  loadScene,
  restoreSnapshot,
  type Solver,
  type SolverWorld,
  takeSnapshot,
  type World,
} from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { createSoftStep as createBareSoftStep, joints, vectorKernels } from '../src/bare.js';
import { ContactOrder } from '../src/contact-order.js';
import { FrameRows } from '../src/frame-rows.js';
import { createSoftStep } from '../src/index.js';
import { KeptRows } from '../src/kept-rows.js';
import { COUNTS_HITS, WatchedRows } from '../src/watched-rows.js';
import { withoutKernels } from './without-kernels.js';

const DT = 1 / 60;

/** A soft step that calls `before` in each step, after contacts are found and before anything is solved. */
function softStepWith(before: (state: SolverWorld) => void, solver = createSoftStep()): Solver {
  const step = solver.step;
  solver.step = (state, dt) => {
    const collide = {
      value: () => {
        state.collide();
        before(state);
      },
    };
    step.call(solver, Object.create(state, { collide }), dt);
  };
  return solver;
}

/**
 * Checks that three worlds have the same states: one that keeps rows, one that does not, and one without kernels, which has no body
 * records. `change` is applied to all before each step, `disturb` within each step. The worlds run one after the other, because kept rows
 * are lost when two worlds alternate.
 */
function compare(
  load: (solver: Solver) => World,
  steps: number,
  change = (_world: World, _step: number) => {},
  disturb = (_state: SolverWorld, _step: number) => {},
  timeStep = (_step: number) => DT,
): void {
  const solvers = [createSoftStep(), createSoftStep(), withoutKernels()];
  const [kept, written, plain] = solvers.map((own, k) => {
    let step = 0;
    const solver = softStepWith((state) => {
      if (k > 0) state.contacts.kept.fill(-1);
      if (k > 0) state.contacts.revision++;
      disturb(state, step);
    }, own);
    const world = load(solver);
    const hashes: string[] = [];
    for (; step < steps; step++) {
      change(world, step);
      world.step(timeStep(step));
      hashes.push(world.stateHash());
    }
    return hashes;
  });
  expect(kept.findIndex((hash, step) => hash !== written[step])).toBe(-1);
  expect(kept.findIndex((hash, step) => hash !== plain[step])).toBe(-1);
}

const loadPyramid = (solver: Solver): World =>
  loadScene(findScene('pyramid').create({ base: 8 }), { solver, sleeping: false });

describe('the same state after every step', () => {
  test.each(['pyramid', 'mixed-rain', 'stack', 'sliding-boxes', 'compounds', 'tumbler'])('of %s', (name) => {
    const scene = findScene(name).create({});
    compare((solver) => loadScene(scene, { solver, sleeping: false }), 150);
  });

  test('piles that fall asleep and are woken one after the other', () => {
    const scene = findScene('many-pyramids').create({ rows: 1, columns: 3, base: 5 });
    let slept = 0;
    compare(
      (solver) => loadScene(scene, { solver }),
      400,
      (world, step) => {
        slept += world.bodies.filter((body) => !body.isAwake).length;
        const boxes = world.bodies.filter((body) => body.type === 'dynamic');
        if (step % 40 === 39) boxes[Math.floor((step / 40) * 7) % boxes.length].isAwake = true;
      },
    );
    expect(slept).toBeGreaterThan(2000);
  });

  // at rest, every row is kept: each change must reach the rows of the affected bodies
  const at = 40;
  const changes: [string, (world: World) => void][] = [
    ['a mass', (world) => (world.bodies[12].mass *= 3)],
    ['fixed rotation', (world) => (world.bodies[12].fixedRotation = true)],
    ['a density', (world) => world.bodies[12].shapes[0].setMaterial({ density: 5 })],
    ['friction', (world) => world.bodies[12].shapes[0].setMaterial({ friction: 0 })],
    ['restitution', (world) => world.bodies[12].shapes[0].setMaterial({ restitution: 0.5 })],
    ['a conveyor', (world) => world.bodies[0].shapes[0].setMaterial({ tangentSpeed: 1 })],
    ['rolling resistance', (world) => world.bodies[12].shapes[0].setMaterial({ rollingResistance: 0.1 })],
    ['a type', (world) => (world.bodies[20].type = 'static')],
    ['a body off', (world) => (world.bodies[20].isEnabled = false)],
    ['a body gone', (world) => world.destroyBody(world.bodies[20])],
    ['a body moved', (world) => (world.bodies[20].position = { x: 0.3, y: 7 })],
    [
      'a shape more',
      (world) =>
        world.bodies[12].createShape({ kind: 'polygon', vertices: polygon.rectangle(0.3, 0.3), density: 9 }),
    ],
    ['gravity on a body', (world) => (world.bodies[30].gravityScale = -0.5)],
    ['damping', (world) => (world.bodies[30].linearDamping = 200)],
    [
      'damping of a spin',
      ({ bodies }) => {
        bodies[30].angularVelocity = 3;
        bodies[30].angularDamping = 200;
      },
    ],
    ['a force', (world) => world.bodies[30].applyForce({ x: 100, y: 0 })],
    ['a field', (world) => addField(world, { kind: 'wind', velocity: { x: 20, y: 0 } })],
    [
      'a joint',
      (world) =>
        world.createJoint({
          kind: 'weld',
          bodyA: world.bodies[30],
          bodyB: world.bodies[36],
          collideConnected: true,
        }),
    ],
    ['an impulse', (world) => world.bodies[30].applyImpulse({ x: 3, y: 0 })],
    ['gravity', (world) => (world.gravity = { x: 3, y: -5 })],
    ['the state of before', (world) => restoreSnapshot(world, takeSnapshot(world))],
  ];
  test.each(changes)('with %s changed', (name, change) => {
    const untouched = loadPyramid(createSoftStep());
    let after = '';
    compare(loadPyramid, at + 20, (world, step) => {
      if (step === at) change(world);
      if (step === at + 10) after = world.stateHash();
    });
    for (let step = 0; step < at + 10; step++) untouched.step(DT);
    if (name !== 'the state of before') expect(after).not.toBe(untouched.stateHash());
  });

  test('with steps of different lengths in between', () => {
    const spin = (world: World): void => {
      for (const body of world.bodies) if (body.type === 'dynamic') body.angularVelocity = 80;
    };
    compare(
      (solver) => loadScene(findScene('mixed-rain').create({ count: 40 }), { solver, sleeping: false }),
      60,
      (world, step) => step % 10 === 0 && spin(world),
      undefined,
      (step) => [DT, DT, DT / 4, DT, 3 * DT, 3 * DT][step % 6],
    );
  });

  test('with a restored state, of bodies whose mass has changed since', () => {
    let snapshot: Uint8Array | null = null;
    compare(loadPyramid, at + 20, (world, step) => {
      if (step === at) {
        snapshot = takeSnapshot(world);
        world.bodies[30].gravityScale = -0.5;
      }
      if (step === at + 5) restoreSnapshot(world, snapshot!);
    });
  });

  test('with a force applied in some steps', () => {
    compare(loadPyramid, at + 20, (world, step) => {
      if (step % 3 === 0) world.bodies[30].applyForce({ x: step, y: 0 });
    });
  });

  test('with a frozen body', () => {
    let frozen = 0;
    compare(
      loadPyramid,
      at + 20,
      (world) => {
        frozen += world.events.bodyFrozen.length;
      },
      ({ bodies }, step) => {
        if (step === at) bodies.motion[20 * BODY_STRIDE] = Number.NaN;
      },
    );
    expect(frozen).toBe(3);
  });

  test('where a hook sets the material of a contact', () => {
    const scene = findScene('pyramid').create({ base: 8 });
    const bodies = scene.bodies.map((body) => ({
      ...body,
      shapes: (body.shapes ?? []).map((shape) => ({ ...shape, preSolveEvents: true })),
    }));
    let asked = 0;
    compare((solver) => {
      let world: World;
      world = loadScene(
        { ...scene, bodies },
        {
          solver,
          sleeping: false,
          preSolve: (contact) => {
            asked++;
            if (world.time > 0.5) contact.friction = world.time > 0.7 ? 0 : 0.1;
            return world.time < 0.8 || contact.pointX(0) < 0;
          },
        },
      );
      return world;
    }, 80);
    expect(asked).toBeGreaterThan(1000);
  });

  test('rows with restitution are kept while nothing can hit them, and written again as soon as something can', () => {
    const scene = findScene('pyramid').create({ base: 8 });
    const bodies = scene.bodies.map((body) => ({
      ...body,
      shapes: (body.shapes ?? []).map((shape) => ({ ...shape, restitution: 0.9 })),
    }));
    let isKept = false;
    const solver = softStepWith(({ contacts }) => {
      isKept = contacts.touching
        .subarray(0, contacts.touchingCount)
        .every((slot) => contacts.kept[slot] >= 0);
    });
    const world = loadScene({ ...scene, bodies }, { solver, sleeping: false });
    for (let step = 0; step < 60; step++) world.step(DT);
    expect(isKept).toBe(true);
    const top = world.bodies[36];
    const before = world.invariants().kineticEnergy;
    top.linearVelocity = { x: 0, y: 3 };
    let fastest = 0;
    for (let step = 0; step < 60; step++) {
      world.step(DT);
      if (step > 30) fastest = Math.max(fastest, top.linearVelocity.y);
    }
    expect(before).toBeLessThan(1e-3);
    expect(fastest).toBeGreaterThan(0.5);
  });

  test('a pile that bounces where it is hit', () => {
    const scene = findScene('pyramid').create({ base: 8 });
    const bodies = scene.bodies.map((body) => ({
      ...body,
      shapes: (body.shapes ?? []).map((shape) => ({ ...shape, restitution: 0.9 })),
    }));
    let fastest = 0;
    compare(
      (solver) => loadScene({ ...scene, bodies }, { solver, sleeping: false }),
      80,
      (world, step) => {
        if (step === 60) world.bodies[36].applyImpulse({ x: 0, y: -20 });
        fastest = Math.max(fastest, world.bodies[36].linearVelocity.y);
      },
    );
    expect(fastest).toBeGreaterThan(1);
  });

  test.each([false, true])('a pile that outgrows the memory of its rows, kernels %s', (hasKernels) => {
    const kernels = hasKernels ? vectorKernels : null;
    const [kept, written] = [false, true].map((isWritten) => {
      const solver = createBareSoftStep({}, { joints, kernels });
      const step = solver.step;
      solver.step = (state, dt) => {
        if (isWritten) state.contacts.kept.fill(-1);
        step.call(solver, state, dt);
      };
      const world = loadScene(findScene('pyramid').create({ base: 6 }), { solver, sleeping: false });
      return Array.from({ length: 60 }, (_, step) => {
        for (let k = 0; k < 100 && step === 30; k++) {
          world.createBody({
            position: { x: 20 + 2 * k, y: 0.5 },
            shapes: [{ kind: 'polygon', vertices: polygon.rectangle(1, 1) }],
          });
        }
        world.step(DT);
        return world.stateHash();
      });
    });
    expect(kept.findIndex((hash, step) => hash !== written[step])).toBe(-1);
  });

  test('worlds stepped in turn, whose memory holds rows of the same contacts', () => {
    const load = (friction: number, base: number): World => {
      const scene = findScene('pyramid').create({ base });
      const world = loadScene(scene, { solver: createSoftStep(), sleeping: false });
      for (const body of world.bodies) body.shapes[0].setMaterial({ friction, density: 1 + friction });
      return world;
    };
    const alone = load(0.6, 8);
    for (let step = 0; step < 90; step++) alone.step(DT);
    const worlds = [load(0.6, 8), load(0.1, 9)];
    for (let step = 0; step < 90; step++) {
      worlds[0].step(DT);
      if (step > 30) worlds[1].step(DT);
    }
    expect(worlds[0].stateHash()).toBe(alone.stateHash());
  });

  test.each([
    ['with kernels', createSoftStep],
    ['without', () => createBareSoftStep({}, { joints })],
  ])('worlds stepped in turn with one solver, %s', (_, create) => {
    const load = (solver: Solver, gap: number): World => {
      const world = createWorld({ solver });
      world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
      const bodies = Array.from({ length: 12 }, (_, k) =>
        world.createBody({
          position: { x: (k % 3) * gap, y: 0.5 + Math.floor(k / 3) },
          linearDamping: gap,
          shapes: [{ kind: 'polygon', vertices: polygon.rectangle(1, 1) }],
        }),
      );
      world.createJoint({ kind: 'revolute', bodyA: bodies[0], bodyB: bodies[3] });
      return world;
    };
    const shared = create();
    const gaps = [1.02, 1.5, 0.4];
    const together = gaps.map((gap) => load(shared, gap));
    const apart = gaps.map((gap) => load(create(), gap));
    for (let step = 0; step < 60; step++) {
      for (const world of [...together, ...apart]) world.step(DT);
    }
    expect(together.map((world) => world.stateHash())).toEqual(apart.map((world) => world.stateHash()));
  });
});

test('contacts count as unchanged while their list and its revision are unchanged', () => {
  const kept = new KeptRows();
  const rows = new FrameRows();
  const contacts = {};
  const isSame = (touching: number[], revision: number, store = contacts): boolean =>
    kept.isSame(
      {
        contacts: Object.assign(store, {
          touching: Int32Array.from([...touching, 99]),
          touchingCount: touching.length,
          revision,
        }),
      } as unknown as SolverWorld,
      rows,
    );
  expect(isSame([], 0)).toBe(false);
  expect(isSame([], 0)).toBe(true);
  expect(isSame([3, 1, 2], 0)).toBe(false);
  expect(isSame([3, 1, 2], 0)).toBe(true);
  expect(isSame([3, 2, 1], 0)).toBe(false);
  expect(isSame([3, 2], 0)).toBe(false);
  expect(isSame([3, 2], 1)).toBe(false);
  expect(isSame([3, 2], 1)).toBe(true);
  // the same slots in another world are different contacts without kept rows
  rows.isLost = false;
  expect(isSame([3, 2], 1)).toBe(true);
  expect(rows.isLost).toBe(false);
  expect(isSame([3, 2], 1, {})).toBe(false);
  expect(rows.isLost).toBe(true);
});

test('a pile at rest reuses all rows, a body with a changed mass none, and the order is kept', () => {
  const rows = new FrameRows();
  const order = new ContactOrder();
  const kept = new KeptRows();
  let isSame = false;
  const freshRows: number[] = [];
  let touchingCount = 0;
  const solver = softStepWith((state) => {
    const { contacts } = state;
    // what the solver keeps, observed with a second set of rows in the same order
    isSame = kept.isSame(state, rows);
    if (!isSame) order.update(state);
    rows.reset(order.count);
    rows.isLost = false;
    for (let n = 0; n < contacts.touchingCount; n++) rows.index[4 * order.rows[n] + 3] = contacts.touching[n];
    kept.refresh(rows, order, state, 1);
    freshRows.push(kept.freshCount);
    touchingCount = contacts.touchingCount;
  });
  const world = loadPyramid(solver);
  for (let step = 0; step < 60; step++) world.step(DT);
  expect(freshRows[0]).toBeGreaterThan(60);
  expect(freshRows.slice(30)).toEqual(new Array(30).fill(0));
  expect(isSame).toBe(true);
  world.bodies[12].mass *= 2;
  world.step(DT);
  expect(freshRows.at(-1)).toBe(touchingCount);
  expect(isSame).toBe(false);
  world.step(DT);
  expect(freshRows.at(-1)).toBe(0);
});

test('a row that is written for another contact is not watched any more', () => {
  const bodies = new BodyStore();
  const contacts = Object.assign(new ContactStore(), { touchingCount: 1 });
  const world = { bodies, contacts } as SolverWorld;
  const [rows, order, kept, watched] = [
    new FrameRows(),
    new ContactOrder(),
    new KeptRows(),
    new WatchedRows(),
  ];
  const countWatched = (): number => {
    watched.reset(1);
    watched.choose(rows, order, world, 1 / 60, 1);
    return watched.count;
  };
  watched.mark(0, COUNTS_HITS);
  expect(countWatched()).toBe(1);
  kept.freshCount = 1;
  watched.clearMarks(order, kept);
  expect(countWatched()).toBe(0);
});
